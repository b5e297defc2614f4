"""Sentences that explain a move of Age of Steam, and name the things on the board that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.messages import TN, T, Text
from boxcars.games.age_of_steam.actions import (
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
from boxcars.games.age_of_steam.ai.build_plans import Plan
from boxcars.games.age_of_steam.ai.link_earnings import KINDS, delivery_income, find_deliveries, own_links, stops_by_link
from boxcars.games.age_of_steam.components import COLOURS, LETTERS
from boxcars.games.age_of_steam.move_goods import walk
from boxcars.games.age_of_steam.names import link_name
from boxcars.games.age_of_steam.state import Table
from boxcars.rail.actions import Bid, DoNothing, DropOut, EndBuild, LayTrack, PassBid, RaiseLocomotive
from boxcars.rail.names import COLOUR_NAMES

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.ai.valuation import Valuation


def reason(evaluator: Valuation, table: Table, action: Any) -> Text:
    seat = evaluator.game.actor(table)
    if isinstance(action, MoveGoods):
        return _delivery(evaluator, table, seat, action)
    if isinstance(action, LayTrack):
        plays = evaluator.game.tiles_allowed(table, seat) - table.plays
        return _track(evaluator, table, seat, _plan_of(evaluator, table, seat, plays, action))
    if isinstance(action, RaiseLocomotive):
        return _longer(evaluator, table, seat)
    if isinstance(action, (IssueShares, Bid, DropOut, PassBid, PayForFirst, DeclineFirst)):
        return _money(evaluator, table, seat, action)
    if isinstance(action, TakeAction):
        return _role(evaluator, table, seat, action)
    if isinstance(action, Urbanize):
        town = evaluator.game.board.name(evaluator.game.board.grid.number[action.hex])
        return T("On {town} it accepts goods that have no city nearby.", town=town)
    if isinstance(action, BuyDirectLink):
        return T("{link} is a complete link right away.", link=link_name(evaluator.game, action.link))
    if isinstance(action, PlaceGoods):
        return _placing(evaluator, table, seat, action)
    if isinstance(action, (DrawGoods, DeclineProduction)):
        left = sum(table.bag)
        return TN("{count} cube is left in the bag.", "{count} cubes are left in the bag.", left)
    if isinstance(action, EndBuild):
        return T("No other link is worth its cost this turn.")
    if isinstance(action, DoNothing):
        return T("None of your links has a cube worth moving, and a better locomotive wouldn't help.")
    return T("It gives the reward to those who built the line.")


def _delivery(evaluator: Valuation, table: Table, seat: int, action: MoveGoods) -> Text:
    _, used, _ = walk(evaluator.game, table, evaluator.game.board.grid.number[action.origin], action.sides)
    own = sum(1 for i in used if table.track.sections[i].owner == seat)
    return T("+{own} income for you, +{others} for others.", own=own, others=len(used) - own)


def _plan_of(evaluator: Valuation, table: Table, seat: int, plays: int, action: LayTrack) -> Plan | None:
    """Return the best plan that begins with this tile."""
    for _, plan in evaluator.plan_values(table, seat).ranked(table, plays):
        hex, form = plan.plays[0]
        if evaluator.game.board.lay[hex][form] == action:
            return plan
    return None


def _links(evaluator: Valuation, plan: Plan) -> list[Text]:
    name = evaluator.game.board.name
    return [T("{a} – {b}", a=name(a), b=name(b)) for a, b, _ in plan.edges]


def _track(evaluator: Valuation, table: Table, seat: int, plan: Plan | None) -> Text:
    if plan is None:
        return T("It doesn't complete a link this turn.")
    links, gain = _links(evaluator, plan), round(evaluator.plan_values(table, seat).gain(plan))
    if gain > 0:
        return T("{links}: goods along the way should bring about {income} income.", links=links, income=gain)
    return T("{links}: a link whose tiles score points at the end.", links=links)


def _longer(evaluator: Valuation, table: Table, seat: int) -> Text:
    """Return what deliveries over one more link add on the own track."""
    goods, mine, reach = evaluator.goods(table), own_links(table, seat), table.locomotive[seat]
    moves = evaluator.moves_left(table)
    more = round(delivery_income(goods, mine, reach + 1, moves) - delivery_income(goods, mine, reach, moves))
    if more > 0:
        return T("A {links}-link locomotive opens deliveries worth about {income} more income.", links=reach + 1, income=more)
    return T("For longer deliveries you'll need a level-{links} locomotive.", links=reach + 1)


def _money(evaluator: Valuation, table: Table, seat: int, action: Any) -> Text:
    price, _ = evaluator.plan_cash_and_value(table, seat)
    if isinstance(action, PassBid):
        return T("Passing is free, and you keep your place.")
    if isinstance(action, IssueShares):
        due = evaluator.upkeep(table, seat, action.shares)
        cash = table.cash[seat] + 5 * action.shares
        return T("You'll have ${cash}: about ${track} for track and ${due} for expenses.", cash=cash, track=price, due=due)
    spare = table.cash[seat] - price - evaluator.upkeep(table, seat)
    if isinstance(action, (Bid, PayForFirst)) and spare > 0:
        return T("After track and expenses you have ${spare} left, so you can afford an early place.", spare=spare)
    return T(
        "You need ${wanted} of your ${cash} for track and expenses.",
        wanted=price + evaluator.upkeep(table, seat),
        cash=table.cash[seat],
    )


def _role(evaluator: Valuation, table: Table, seat: int, action: TakeAction) -> Text:
    role = action.action
    if role == "locomotive":
        return _longer(evaluator, table, seat)
    if role == "first_move":
        return _threatened(evaluator, table, seat)
    if role == "production":
        return TN("{count} cube is left in the bag.", "{count} cubes are left in the bag.", sum(table.bag))
    if role == "turn_order":
        return T("It saves you a bid in the next auction.")
    purse = table.cash[seat] - evaluator.upkeep(table, seat)
    if role == "urbanization":
        founded = evaluator.new_city_planner.best(table, seat, 1, max(0, purse))
        if founded:
            best = max(founded, key=lambda found: founded[found][0])
            town = evaluator.game.board.name(evaluator.game.board.grid.number[best.hex])
            return T("A New City on {town} would accept goods from nearby.", town=town)
        return T("A New City gives goods a place to go.")
    plans = evaluator.plans(table, seat, 4 if role == "engineer" else 3, max(0, purse))
    if not plans:
        return T("The others are building where you want to build.")
    links = _links(evaluator, plans[0][1])
    if role == "engineer":
        return T("The extra tile lets you build {links}.", links=links)
    return T("Build {links} before someone else builds there.", links=links)


def _best_cube(evaluator: Valuation, table: Table, seat: int) -> tuple[int, int, int]:
    """Return links, hex and colour of the longest delivery over own links alone; 0 links if there is none."""
    goods, around = evaluator.goods(table), stops_by_link(own_links(table, seat))
    found = (0, -1, -1)
    for stop in around:
        cubes = table.cubes[stop]
        best = [0] * KINDS
        find_deliveries(
            around, goods.accepts, stop, sum({1 << colour for colour in cubes}), table.locomotive[seat], (stop,), best
        )
        found = max([found, *((best[colour], stop, colour) for colour in cubes)])
    return found


def _threatened(evaluator: Valuation, table: Table, seat: int) -> Text:
    links, hex, colour = _best_cube(evaluator, table, seat)
    if links == 0:
        return T("The player who moves first can choose from all goods.")
    name, city = COLOUR_NAMES[COLOURS[colour]], evaluator.game.board.name(hex)
    return T("The {colour} cube in {city} earns {links} income if nobody takes it first.", colour=name, city=city, links=links)


def _placing(evaluator: Valuation, table: Table, seat: int, action: PlaceGoods) -> Text:
    """Return the reason to place a cube: it lies where own links begin, or where they do not."""
    hex = evaluator.game.board.growth.get(action.column, -1)
    if len(action.column) == 1:
        hex = table.new_cities[LETTERS.index(action.column)]
    around = stops_by_link(own_links(table, seat))
    if hex < 0:
        return T("That New City isn't on the map yet.")
    best = [0] * KINDS
    colour = COLOURS.index(action.colour)
    find_deliveries(around, table.accepts, hex, 1 << colour, evaluator.reach(table, seat), (hex,), best)
    city = evaluator.game.board.name(hex)
    if best[colour]:
        return TN(
            "From {city}, your own track can carry it over {count} link.",
            "From {city}, your own track can carry it over {count} links.",
            best[colour],
            city=city,
        )
    return T("From {city}, your own track can't carry it yet.", city=city)
