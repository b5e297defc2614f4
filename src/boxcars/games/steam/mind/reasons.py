"""What speaks for a move of Steam: a sentence that names what on the board it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.words import TN, T, Text
from boxcars.games.steam.mind.plans import Chain
from boxcars.games.steam.names import goods_text
from boxcars.games.steam.select_actions import fee
from boxcars.games.steam.table import KINDS, Table
from boxcars.games.steam.words import (
    COLOURS,
    BuildTrack,
    ChooseSupply,
    GrowCity,
    PickNewCity,
    PickSupply,
    TakeLoans,
    TakeReward,
    TakeTile,
    Urbanize,
)
from boxcars.rail.names import COLOUR_NAMES
from boxcars.rail.words import Bid, DropOut, EndBuild, LayTrack, MoveGoods, PassBid, RaiseLocomotive

if TYPE_CHECKING:
    from boxcars.games.steam.mind.judge import SteamJudge


def reason(judge: SteamJudge, table: Table, action: Any) -> Text:
    step = table.agenda[-1]
    seat = step.seat
    if isinstance(action, MoveGoods):
        gains = judge.gains(table, action)
        others = sum(gains) - gains[seat]
        return TN(
            "It brings {count} track point, and {others} to others.",
            "It brings {count} track points, and {others} to others.",
            gains[seat],
            others=others,
        )
    if isinstance(action, LayTrack) and isinstance(step, BuildTrack):
        return _track(judge, table, judge.plans(table, seat, step.plays, judge.budget(table, seat)), action)
    if isinstance(action, TakeReward):
        if action.to == "income":
            return T("Income pays every turn and keeps debts away.")
        return T("It is late: points count more than income now.")
    if isinstance(action, TakeTile):
        return _tile(judge, table, seat, action)
    if isinstance(action, RaiseLocomotive):
        return _longer(judge, table, seat)
    if isinstance(action, (TakeLoans, Bid, DropOut, PassBid)):
        return _money(judge, table, seat, action)
    if isinstance(action, (Urbanize, GrowCity)):
        city = judge.steam.board.hexes.names[judge.steam.board.grid.number[action.hex]]
        return T("Own track can carry away what comes to {city}.", city=city)
    if isinstance(action, PickNewCity):
        return _wanted(table, COLOURS.index(action.colour))
    if isinstance(action, PickSupply) and isinstance(step, ChooseSupply):
        return T("It brings {goods}.", goods=goods_text(table.supply[KINDS * action.space : KINDS * (action.space + 1)]))
    if isinstance(action, EndBuild):
        return T("No further link is worth its price this turn.")
    return T("No cube pays on own links, nor would a better locomotive.")


def _line(judge: SteamJudge, chain: Chain) -> str:
    return " – ".join(judge.steam.board.hexes.names[stop] for stop in chain.stops)


def _track(judge: SteamJudge, table: Table, chains: list[tuple[float, Chain]], action: LayTrack) -> Text:
    for _, chain in chains:
        if judge.next_play(table, chain) == action:
            return T("It is the next tile of a line {stops}.", stops=_line(judge, chain))
    return T("No link can be finished with it this turn.")


def _longer(judge: SteamJudge, table: Table, seat: int) -> Text:
    """What one more link a move opens on the own track."""
    reach, outlook = table.locomotive[seat], judge.outlook(table, seat)
    moves = min(8, judge.moves_left(table))
    more = round(outlook.worth(reach + 1, moves) - outlook.worth(reach, moves)) if reach < judge.steam.max_locomotive else 0
    if more > 0:
        return TN(
            "{links} links a move open deliveries worth {count} point.",
            "{links} links a move open deliveries worth {count} points.",
            more,
            links=reach + 1,
        )
    return T("Long links will want a locomotive of {links}.", links=reach + 1)


def _money(judge: SteamJudge, table: Table, seat: int, action: Any) -> Text:
    if isinstance(action, PassBid):
        return T("Passing costs nothing, and the place is not lost.")
    cash = table.cash[seat]
    if isinstance(action, TakeLoans):
        cash += judge.steam.loan * action.steps
    _, chain = judge.plan(table, seat, judge.steam.tiles_per_turn, cash)
    if isinstance(action, Bid):
        return T("An early place, while ${cash} are in hand.", cash=cash)
    if chain is None:
        return T("No line that ${cash} could build is worth it.", cash=cash)
    return T("{line} costs ${price} of ${cash}.", line=_line(judge, chain), price=chain.cost, cash=cash)


def _tile(judge: SteamJudge, table: Table, seat: int, action: TakeTile) -> Text:
    tile = action.action
    if tile == "locomotive":
        return _longer(judge, table, seat)
    if tile == "first_move":
        lengths = judge.outlook(table, seat).lengths(table.locomotive[seat])
        if lengths:
            return TN(
                "A delivery worth {count} point could be taken by somebody else first.",
                "A delivery worth {count} points could be taken by somebody else first.",
                max(lengths),
            )
        return T("Whoever moves first has the choice of all goods.")
    if tile in ("urbanization", "city_growth"):
        if action.use is False:
            return T("Its number decides the next order of play; the goods are left.")
        return T("New goods for own track, for ${price}.", price=fee(judge.steam, table.locomotive[seat], action))
    if tile == "turn_order":
        return T("Its holder comes first next turn.") if not judge.steam.standard else T("It saves a bid in the next auction.")
    plays = judge.steam.tiles_per_turn + (tile == "engineer")
    _, chain = judge.plan(table, seat, plays, judge.budget(table, seat))
    if chain is None:
        return T("The others build where one would like to build.")
    if tile == "engineer":
        return T("A tile more, for {links}.", links=_line(judge, chain))
    return T("{links} is wanted before somebody else builds there.", links=_line(judge, chain))


def _wanted(table: Table, colour: int) -> Text:
    """How many cubes on the map look for a city of a colour."""
    name = COLOUR_NAMES[COLOURS[colour]]
    return TN(
        "{count} {colour} cube on the map looks for such a city.",
        "{count} {colour} cubes on the map look for such a city.",
        sum(table.cubes[colour::KINDS]),
        colour=name,
    )
