"""Actions, steps and targets of Age of Steam in words; events are told in ``log``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.messages import TN, T, Text, Who
from boxcars.games.age_of_steam.actions import (
    BuyDirectLink,
    DeclineFirst,
    DeclineProduction,
    DrawGoods,
    IssueShares,
    MoveGoods,
    PayForFirst,
    PlaceGoods,
    RewardRailroads,
    TakeAction,
    Urbanize,
)
from boxcars.games.age_of_steam.components import COLOURS
from boxcars.games.age_of_steam.names import TILE_NAMES, column_text, link_name, place, player, side_name, tile_text, ways_text
from boxcars.games.age_of_steam.steps import (
    BidOrDrop,
    BuildTrack,
    ChooseAction,
    DecideFirst,
    DecideProduction,
    DecideShares,
    MoveOne,
    PlaceDrawn,
    ShareReward,
)
from boxcars.rail.actions import Bid, DoNothing, DropOut, EndBuild, LayTrack, PassBid, RaiseLocomotive
from boxcars.rail.names import ACTION_NAMES, COLOUR_NAMES

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam


def colour_list(colours: list[Any]) -> list[Text]:
    return [COLOUR_NAMES[c] for c in colours]


# -- actions -----------------------------------------------------------------------------------------------------------


def say(rules: AgeOfSteam, action: Any) -> Text:
    if isinstance(action, IssueShares):
        if action.shares == 0:
            return T("Don't issue shares")
        return TN("Issue {count} share", "Issue {count} shares", action.shares)
    if isinstance(action, Bid):
        return T("Bid ${amount}", amount=action.amount)
    if isinstance(action, PassBid):
        return T("Pass (Turn Order)")
    if isinstance(action, DropOut):
        return T("Drop out")
    if isinstance(action, PayForFirst):
        return T("Pay $5 to go first")
    if isinstance(action, DeclineFirst):
        return T("Don't pay")
    if isinstance(action, TakeAction):
        return T("Take {action}", action=ACTION_NAMES[action.action])
    if isinstance(action, Urbanize):
        return T("Place New City {letter} on {town}", letter=action.city, town=place(rules, action.hex))
    if isinstance(action, LayTrack):
        return T("Build {tile} on {place}", tile=tile_text(rules, action.tile, action.rotation), place=place(rules, action.hex))
    if isinstance(action, BuyDirectLink):
        return T("Buy the direct link {link}", link=link_name(rules, action.link))
    if isinstance(action, EndBuild):
        return T("Finish building")
    if isinstance(action, RewardRailroads):
        return T("Reward {players}", players=[Text("{who}", {"who": Who(seat)}) for seat in action.seats])
    return say_move(rules, action)


def say_move(rules: AgeOfSteam, action: Any) -> Text:
    if isinstance(action, MoveGoods):
        return T(
            "Move a {colour} cube from {origin} to {city} ({way})",
            colour=COLOUR_NAMES[action.colour],
            origin=place(rules, action.origin),
            city=place(rules, action.to),
            way=way_text(rules, action.sides, action.bonus),
        )
    if isinstance(action, RaiseLocomotive):
        return T("Upgrade the locomotive")
    if isinstance(action, DoNothing):
        return T("Don't move goods")
    if isinstance(action, DrawGoods):
        return T("Draw two cubes")
    if isinstance(action, DeclineProduction):
        return T("Don't use Production")
    assert isinstance(action, PlaceGoods)
    return T(
        "Put a {colour} cube on column {column}, space {space}",
        colour=COLOUR_NAMES[action.colour],
        column=column_text(action.column),
        space=action.space,
    )


def way_text(rules: AgeOfSteam, way: tuple[int, ...], bonus: int) -> Text:
    links = TN("{count} link", "{count} links", len(way))
    steps = [side_name(rules, side) for side in way]
    if bonus < 0:
        return T("{links}: {steps}", links=links, steps=steps)
    return T("{links}: {steps}; bonus for link {number}", links=links, steps=steps, number=bonus + 1)


# -- steps and targets -------------------------------------------------------------------------------------------------

ASKS: dict[type, Text] = {
    DecideShares: T("Issue shares for $5 each, or skip."),
    BidOrDrop: T("Bid for turn order or drop out."),
    DecideFirst: T("Pay $5 to go first, or decline."),
    ChooseAction: T("Choose an action for this turn."),
    BuildTrack: T("Build track or finish building."),
    ShareReward: T("Choose who gets the reward for the transcontinental railroad."),
    MoveOne: T("Move a cube, upgrade your locomotive, or pass."),
    DecideProduction: T("Draw two cubes for the goods display, or decline."),
    PlaceDrawn: T("Put a drawn cube on an empty space in the goods display."),
}


def ask(rules: AgeOfSteam, step: Any) -> Text:
    return ASKS.get(type(step), T("Please wait."))


BUTTONS = {
    "pass": T("Pass (Turn Order)"),
    "drop": T("Drop out"),
    "pay_first": T("Pay $5 to go first"),
    "decline_first": T("Don't pay"),
    "end": T("Finish building"),
    "locomotive": T("Upgrade the locomotive"),
    "nothing": T("Don't move goods"),
    "draw": T("Draw two cubes"),
    "decline": T("Don't use Production"),
}


def name(rules: AgeOfSteam, target: str) -> Text:
    kind, _, rest = target.partition(":")
    if kind == "do":
        return BUTTONS[rest]
    if kind == "hex":
        return T("{place}", place=place(rules, rest))
    if kind == "tile":
        return TILE_NAMES[rest]
    if kind == "turn":
        tile, _, rotation = rest.partition(":")
        return T("{ways}", ways=ways_text(rules, tile, int(rotation)))
    if kind == "city":
        return T("New City {letter}", letter=rest)
    if kind == "column":
        city = next((city.name for city in rules.board.data.cities if city.growth == rest), "–")
        return T("{column} ({city})", column=rest, city=city)
    if kind == "action":
        return ACTION_NAMES[rest]
    if kind == "link":
        return T("{link}", link=link_name(rules, rest))
    if kind == "reward":
        return T("{players}", players=[player(int(s)) for s in rest.split("+")])
    if kind == "cube":
        hex, _, colour = rest.partition(":")
        return T("{colour} cube in {place}", colour=COLOUR_NAMES[colour], place=place(rules, hex))
    if kind == "way":
        return way_text(rules, tuple(int(s) for s in rest.split(".")), -1)
    if kind == "bonus":
        return T("bonus for link {number}", number=int(rest) + 1)
    if kind == "drawn":
        return T("{colour} cube", colour=COLOUR_NAMES[rest])
    if kind == "space":
        column, _, space = rest.partition(":")
        return T("column {column}, space {space}", column=column_text(column), space=int(space))
    return T("{number}", number=rest)


def chance_name(rules: AgeOfSteam, stream: str, value: int) -> Text:
    """Return an outcome in words: a cube, a die, a seat."""
    if stream == "bag":
        return COLOUR_NAMES[COLOURS[value]]
    if stream.startswith("dice"):
        return T("{number}", number=value + 1)
    return player(value)
