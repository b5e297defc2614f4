"""Actions, steps and targets of Steam in words. What every hex game says is in ``rail.ui.sentences``."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from boxcars.games.steam.map import SteamMap

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

from boxcars.core.messages import TN, T, Text, Who
from boxcars.games.steam.types import (
    ACTIONS,
    COLOURS,
    BidForOrder,
    BidForStart,
    BuildTrack,
    ChooseNewCity,
    ChooseReward,
    ChooseSupply,
    GrowCity,
    MoveRound,
    PickNewCity,
    PickSupply,
    RaiseCapital,
    SelectAction,
    SteamAction,
    SteamStep,
    TakeLoans,
    TakeReward,
    TakeTile,
    Urbanize,
)
from boxcars.rail.actions import MoveGoods
from boxcars.rail.names import ACTION_NAMES, COLOUR_NAMES
from boxcars.rail.ui.sentences import HexTeller, sides_text

HILLS = "special"
"""What the rules of Steam call the ground that other maps draw as mountains."""


@cache
def teller_of(board: SteamMap) -> HexTeller:
    """Return what every hex game says, with the names of this map."""
    hexes = board.hexes
    ground = ["river" if river and land == "plain" else land for river, land in zip(hexes.river, hexes.terrain, strict=True)]
    return HexTeller(board.grid, board.tiles, hexes.names, [HILLS if land == "mountain" else land for land in ground])


def say(rules: Steam, action: SteamAction) -> Text:
    teller = teller_of(rules.board)
    shared = teller.say(action)
    if shared is not None:
        return shared
    if isinstance(action, TakeLoans):
        if not action.steps:
            return T("Don't take loans")
        return TN("Take {count} loan: ${amount}", "Take {count} loans: ${amount}", action.steps, amount=5 * action.steps)
    if isinstance(action, TakeTile):
        name = ACTION_NAMES[action.action]
        if action.use is None:
            return T("Take {action}", action=name)
        return T("Take {action} and use it", action=name) if action.use else T("Take {action} and pass", action=name)
    if isinstance(action, Urbanize):
        return T("Place a New City on {town}", town=teller.place(action.hex))
    if isinstance(action, PickNewCity):
        return T("Take the {colour} New City", colour=COLOUR_NAMES[action.colour])
    if isinstance(action, GrowCity):
        return T("Grow {city}", city=teller.place(action.hex))
    if isinstance(action, PickSupply):
        return T("Take the goods from supply space {space}", space=action.space + 1)
    if isinstance(action, TakeReward):
        return T("Take income") if action.to == "income" else T("Take victory points")
    assert isinstance(action, MoveGoods)
    return T(
        "Move a {colour} cube from {origin} to {to} via {sides}",
        colour=COLOUR_NAMES[action.colour],
        origin=teller.place(action.origin),
        to=teller.place(action.to),
        sides=sides_text(teller.grid, list(action.sides)),
    )


def ask(rules: Steam, step: SteamStep) -> Text:
    teller = teller_of(rules.board)
    if isinstance(step, BidForStart):
        return T("Bid for this place in turn order or drop out.")
    if isinstance(step, RaiseCapital):
        return T("Take loans: +$5 each, income −1.")
    if isinstance(step, BidForOrder):
        return T("Bid for turn order or drop out.")
    if isinstance(step, SelectAction):
        return T("Take an action tile.")
    if isinstance(step, BuildTrack):
        if not step.plays:
            return T("Use your city action.")
        return TN("Build track: {count} tile left.", "Build track: {count} tiles left.", step.plays)
    if isinstance(step, ChooseNewCity):
        return T("Choose the New City for {town}.", town=teller.names[step.hex])
    if isinstance(step, ChooseSupply):
        city = teller.names[step.hex]
        if step.colour < 0:
            return T("Choose the goods for {city}.", city=city)
        colour = COLOUR_NAMES[COLOURS[step.colour]]
        return T("Choose the goods for {city}, the {colour} New City.", city=city, colour=colour)
    if isinstance(step, MoveRound):
        return T("Round {round}: move a cube, upgrade your locomotive, or pass.", round=step.round)
    if isinstance(step, ChooseReward):
        return TN(
            "Take {count} track point as income or a victory point.",
            "Take {count} track points as income or victory points.",
            step.points,
        )
    return T("The turn continues.")


def name(rules: Steam, target: str) -> Text:
    teller = teller_of(rules.board)
    shared = teller.name(target)
    if shared is not None:
        return shared
    kind, _, rest = target.partition(":")
    if kind == "action":
        return ACTION_NAMES[rest]
    if kind == "city":
        return T("{colour} New City", colour=COLOUR_NAMES[rest])
    if kind == "supply":
        return T("Supply space {space}", space=int(rest) + 1)
    if kind == "cube":
        hex, _, colour = rest.partition(":")
        return T("{colour} cube in {city}", colour=COLOUR_NAMES[colour], city=teller.place(hex))
    return NAMES[target]


NAMES = {
    "use:yes": T("Use it"),
    "use:no": T("Pass"),
    "do:urbanize": T("Place a New City here"),
    "do:grow": T("Grow this city"),
    "reward:income": T("Income"),
    "reward:vp": T("Victory points"),
}


def chance_name(rules: Steam, stream: str, value: int) -> Text:
    if stream == "bag":
        return COLOUR_NAMES[COLOURS[value]]
    if stream == "tiles":
        return ACTION_NAMES[ACTIONS[value]]
    return Text("{who}", {"who": Who(value)})
