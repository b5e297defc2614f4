"""What speaks for a move of Age of Steam: a sentence that names what on the board it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.words import TN, T, Text
from boxcars.games.age_of_steam.components import COLOURS, LETTERS
from boxcars.games.age_of_steam.mind.plans import Plan
from boxcars.games.age_of_steam.mind.prospects import KINDS, neighbours, own_edges, potential, ways
from boxcars.games.age_of_steam.move_goods import walk
from boxcars.games.age_of_steam.names import link_name
from boxcars.games.age_of_steam.table import Table
from boxcars.games.age_of_steam.words import (
    BuyDirectLink,
    DeclineFirst,
    DeclineProduction,
    DrawGoods,
    IssueShares,
    MoveGoods,
    PayForFirst,
    PlaceGoods,
    TakeAction,
    Urbanize,
)
from boxcars.rail.names import COLOUR_NAMES
from boxcars.rail.words import Bid, DoNothing, DropOut, EndBuild, LayTrack, PassBid, RaiseLocomotive

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.mind.appraisal import Appraiser


def reason(judge: Appraiser, table: Table, action: Any) -> Text:
    seat = judge.game.actor(table)
    if isinstance(action, MoveGoods):
        return _delivery(judge, table, seat, action)
    if isinstance(action, LayTrack):
        plays = judge.game.tiles_allowed(table, seat) - table.plays
        return _track(judge, table, seat, _plan_of(judge, table, seat, plays, action))
    if isinstance(action, RaiseLocomotive):
        return _longer(judge, table, seat)
    if isinstance(action, (IssueShares, Bid, DropOut, PassBid, PayForFirst, DeclineFirst)):
        return _money(judge, table, seat, action)
    if isinstance(action, TakeAction):
        return _role(judge, table, seat, action)
    if isinstance(action, Urbanize):
        town = judge.game.board.name(judge.game.board.grid.number[action.hex])
        return T("On {town} it takes goods that have no city near them.", town=town)
    if isinstance(action, BuyDirectLink):
        return T("{link} is a finished link at once.", link=link_name(judge.game, action.link))
    if isinstance(action, PlaceGoods):
        return _placing(judge, table, seat, action)
    if isinstance(action, (DrawGoods, DeclineProduction)):
        left = sum(table.bag)
        return TN("{count} cube is left in the bag.", "{count} cubes are left in the bag.", left)
    if isinstance(action, EndBuild):
        return T("No further link is worth its price this turn.")
    if isinstance(action, DoNothing):
        return T("No cube pays on own links, nor would a better locomotive.")
    return T("It leaves the reward with those who built the line.")


def _delivery(judge: Appraiser, table: Table, seat: int, action: MoveGoods) -> Text:
    _, used, _ = walk(judge.game, table, judge.game.board.grid.number[action.origin], action.sides)
    own = sum(1 for i in used if table.track.sections[i].owner == seat)
    return T("It earns {own} income, and {others} for others.", own=own, others=len(used) - own)


def _plan_of(judge: Appraiser, table: Table, seat: int, plays: int, action: LayTrack) -> Plan | None:
    """The best plan that begins with this tile."""
    for _, plan in judge.outlook(table, seat).ranked(table, plays):
        hex, form = plan.plays[0]
        if judge.game.board.lay[hex][form] == action:
            return plan
    return None


def _links(judge: Appraiser, plan: Plan) -> list[Text]:
    name = judge.game.board.name
    return [T("{a} – {b}", a=name(a), b=name(b)) for a, b, _ in plan.edges]


def _track(judge: Appraiser, table: Table, seat: int, plan: Plan | None) -> Text:
    if plan is None:
        return T("No link can be finished with it this turn.")
    links, gain = _links(judge, plan), round(judge.outlook(table, seat).gain(plan))
    if gain > 0:
        return T("{links}: goods on the way promise about {income} income.", links=links, income=gain)
    return T("{links}: a link, and its tiles are points at the end.", links=links)


def _longer(judge: Appraiser, table: Table, seat: int) -> Text:
    """What one more link a move opens on the own track."""
    goods, mine, reach = judge.goods(table), own_edges(table, seat), table.locomotive[seat]
    moves = judge.moves_left(table)
    more = round(potential(goods, mine, reach + 1, moves) - potential(goods, mine, reach, moves))
    if more > 0:
        return T("{links} links a move: deliveries worth about {income} income more.", links=reach + 1, income=more)
    return T("Long links will want a locomotive of {links}.", links=reach + 1)


def _money(judge: Appraiser, table: Table, seat: int, action: Any) -> Text:
    price, _ = judge.wanted_cash(table, seat)
    if isinstance(action, PassBid):
        return T("Passing costs nothing, and the place is not lost.")
    if isinstance(action, IssueShares):
        due = judge.upkeep(table, seat, action.shares)
        cash = table.cash[seat] + 5 * action.shares
        return T("${cash} in hand: about ${track} for track, ${due} for expenses.", cash=cash, track=price, due=due)
    spare = table.cash[seat] - price - judge.upkeep(table, seat)
    if isinstance(action, (Bid, PayForFirst)) and spare > 0:
        return T("An early place: ${spare} are left beside track and expenses.", spare=spare)
    return T("Track and expenses want ${wanted} of ${cash}.", wanted=price + judge.upkeep(table, seat), cash=table.cash[seat])


def _role(judge: Appraiser, table: Table, seat: int, action: TakeAction) -> Text:
    role = action.action
    if role == "locomotive":
        return _longer(judge, table, seat)
    if role == "first_move":
        return _threatened(judge, table, seat)
    if role == "production":
        return TN("{count} cube is left in the bag.", "{count} cubes are left in the bag.", sum(table.bag))
    if role == "turn_order":
        return T("It saves a bid in the next auction.")
    purse = table.cash[seat] - judge.upkeep(table, seat)
    if role == "urbanization":
        founded = judge.founder.best(table, seat, 1, max(0, purse))
        if founded:
            best = max(founded, key=lambda found: founded[found][0])
            town = judge.game.board.name(judge.game.board.grid.number[best.hex])
            return T("A New City on {town} would take goods that lie near.", town=town)
        return T("A New City gives goods a place to go.")
    plans = judge.plans(table, seat, 4 if role == "engineer" else 3, max(0, purse))
    if not plans:
        return T("The others build where one would like to build.")
    links = _links(judge, plans[0][1])
    if role == "engineer":
        return T("A tile more, for {links}.", links=links)
    return T("{links} is wanted before somebody else builds there.", links=links)


def _best_cube(judge: Appraiser, table: Table, seat: int) -> tuple[int, int, int]:
    """Links, hex and colour of the longest delivery over own links alone; no links: there is none."""
    goods, around = judge.goods(table), neighbours(own_edges(table, seat))
    found = (0, -1, -1)
    for stop in around:
        cubes = table.cubes[stop]
        best = [0] * KINDS
        ways(around, goods.accepts, stop, sum({1 << colour for colour in cubes}), table.locomotive[seat], (stop,), best)
        found = max([found, *((best[colour], stop, colour) for colour in cubes)])
    return found


def _threatened(judge: Appraiser, table: Table, seat: int) -> Text:
    links, hex, colour = _best_cube(judge, table, seat)
    if links == 0:
        return T("Whoever moves first has the choice of all goods.")
    name, city = COLOUR_NAMES[COLOURS[colour]], judge.game.board.name(hex)
    return T("The {colour} cube in {city} earns {links}, if nobody takes it first.", colour=name, city=city, links=links)


def _placing(judge: Appraiser, table: Table, seat: int, action: PlaceGoods) -> Text:
    """A cube comes where own links begin, or where they do not."""
    hex = judge.game.board.growth.get(action.column, -1)
    if len(action.column) == 1:
        hex = table.new_cities[LETTERS.index(action.column)]
    around = neighbours(own_edges(table, seat))
    if hex < 0:
        return T("That New City is not on the map yet.")
    best = [0] * KINDS
    colour = COLOURS.index(action.colour)
    ways(around, table.accepts, hex, 1 << colour, judge.reach(table, seat), (hex,), best)
    city = judge.game.board.name(hex)
    if best[colour]:
        return TN(
            "From {city} own track takes it over {count} link.",
            "From {city} own track takes it over {count} links.",
            best[colour],
            city=city,
        )
    return T("From {city} no own track takes it yet.", city=city)
