"""Sentences that explain a move of Steam, and name the things on the board that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.messages import TN, T, Text
from boxcars.games.steam.ai.build_plans import Chain
from boxcars.games.steam.names import goods_text
from boxcars.games.steam.select_actions import fee
from boxcars.games.steam.state import KINDS, Table
from boxcars.games.steam.types import (
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
from boxcars.rail.actions import Bid, DropOut, EndBuild, LayTrack, MoveGoods, PassBid, RaiseLocomotive
from boxcars.rail.names import COLOUR_NAMES

if TYPE_CHECKING:
    from boxcars.games.steam.ai.evaluator import SteamEvaluator


def reason(evaluator: SteamEvaluator, table: Table, action: Any) -> Text:
    step = table.agenda[-1]
    seat = step.seat
    if isinstance(action, MoveGoods):
        gains = evaluator.delivery_points(table, action)
        others = sum(gains) - gains[seat]
        return TN(
            "+{count} track point for you, +{others} for others.",
            "+{count} track points for you, +{others} for others.",
            gains[seat],
            others=others,
        )
    if isinstance(action, LayTrack) and isinstance(step, BuildTrack):
        return _track(evaluator, table, evaluator.plans(table, seat, step.plays, evaluator.budget(table, seat)), action)
    if isinstance(action, TakeReward):
        if action.to == "income":
            return T("Income pays every turn and keeps you out of debt.")
        return T("It's late in the game: points now count more than income.")
    if isinstance(action, TakeTile):
        return _tile(evaluator, table, seat, action)
    if isinstance(action, RaiseLocomotive):
        return _longer(evaluator, table, seat)
    if isinstance(action, (TakeLoans, Bid, DropOut, PassBid)):
        return _money(evaluator, table, seat, action)
    if isinstance(action, (Urbanize, GrowCity)):
        city = evaluator.steam.board.hexes.names[evaluator.steam.board.grid.number[action.hex]]
        return T("Your track can carry the goods that arrive in {city}.", city=city)
    if isinstance(action, PickNewCity):
        return _wanted(table, COLOURS.index(action.colour))
    if isinstance(action, PickSupply) and isinstance(step, ChooseSupply):
        return T("It adds {goods}.", goods=goods_text(table.supply[KINDS * action.space : KINDS * (action.space + 1)]))
    if isinstance(action, EndBuild):
        return T("No other link is worth its cost this turn.")
    return T("None of your links has a cube worth moving, and a better locomotive wouldn't help.")


def _line(evaluator: SteamEvaluator, chain: Chain) -> str:
    return " – ".join(evaluator.steam.board.hexes.names[stop] for stop in chain.stops)


def _track(evaluator: SteamEvaluator, table: Table, chains: list[tuple[float, Chain]], action: LayTrack) -> Text:
    for _, chain in chains:
        if evaluator.next_play(table, chain) == action:
            return T("It's the next tile of the line {stops}.", stops=_line(evaluator, chain))
    return T("It doesn't complete a link this turn.")


def _longer(evaluator: SteamEvaluator, table: Table, seat: int) -> Text:
    """Return what deliveries over one more link add on the own track."""
    reach, delivery_forecast = table.locomotive[seat], evaluator.delivery_forecast(table, seat)
    moves = min(8, evaluator.moves_left(table))
    more = (
        round(delivery_forecast.expected_points(reach + 1, moves) - delivery_forecast.expected_points(reach, moves))
        if reach < evaluator.steam.max_locomotive
        else 0
    )
    if more > 0:
        return TN(
            "A {links}-link locomotive opens deliveries worth {count} point.",
            "A {links}-link locomotive opens deliveries worth {count} points.",
            more,
            links=reach + 1,
        )
    return T("For longer deliveries you'll need a level-{links} locomotive.", links=reach + 1)


def _money(evaluator: SteamEvaluator, table: Table, seat: int, action: Any) -> Text:
    if isinstance(action, PassBid):
        return T("Passing is free, and you keep your place.")
    cash = table.cash[seat]
    if isinstance(action, TakeLoans):
        cash += evaluator.steam.loan * action.steps
    _, chain = evaluator.plan(table, seat, evaluator.steam.tiles_per_turn, cash)
    if isinstance(action, Bid):
        return T("You have ${cash}, so you can afford an early place.", cash=cash)
    if chain is None:
        return T("No line you could build with ${cash} is worth it.", cash=cash)
    return T("{line} costs ${price} of your ${cash}.", line=_line(evaluator, chain), price=chain.cost, cash=cash)


def _tile(evaluator: SteamEvaluator, table: Table, seat: int, action: TakeTile) -> Text:
    tile = action.action
    if tile == "locomotive":
        return _longer(evaluator, table, seat)
    if tile == "first_move":
        lengths = evaluator.delivery_forecast(table, seat).lengths(table.locomotive[seat])
        if lengths:
            return TN(
                "Someone else could take a delivery worth {count} point before you.",
                "Someone else could take a delivery worth {count} points before you.",
                max(lengths),
            )
        return T("The player who moves first can choose from all goods.")
    if tile in ("urbanization", "city_growth"):
        if action.use is False:
            return T("Its number sets your place next turn; you leave the goods.")
        return T("New goods for your track, for ${price}.", price=fee(evaluator.steam, table.locomotive[seat], action))
    if tile == "turn_order":
        return (
            T("It makes you first next turn.") if not evaluator.steam.standard else T("It saves you a bid in the next auction.")
        )
    plays = evaluator.steam.tiles_per_turn + (tile == "engineer")
    _, chain = evaluator.plan(table, seat, plays, evaluator.budget(table, seat))
    if chain is None:
        return T("The others are building where you want to build.")
    if tile == "engineer":
        return T("The extra tile lets you build {links}.", links=_line(evaluator, chain))
    return T("Build {links} before someone else builds there.", links=_line(evaluator, chain))


def _wanted(table: Table, colour: int) -> Text:
    """Return how many cubes on the map have a given colour and wait for a city of it."""
    name = COLOUR_NAMES[COLOURS[colour]]
    return TN(
        "{count} {colour} cube on the map needs a city like this.",
        "{count} {colour} cubes on the map need a city like this.",
        sum(table.cubes[colour::KINDS]),
        colour=name,
    )
