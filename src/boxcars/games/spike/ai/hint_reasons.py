"""Sentences that explain a move of Spike, and name the things on the board that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.messages import TN, T, Text
from boxcars.games.spike.actions import (
    AddTrack,
    Build,
    ChooseSide,
    Deliver,
    Draw,
    Extra,
    Give,
    KeepCargo,
    KeepRoute,
    Move,
    Pay,
    Place,
    Start,
    StopDrawing,
    Upgrade,
)
from boxcars.games.spike.cargo import contract_for
from boxcars.games.spike.map import PARTS
from boxcars.games.spike.names import PART_NAMES, colour, place, route, side
from boxcars.games.spike.state import Player, Table

if TYPE_CHECKING:
    from boxcars.games.spike.ai.evaluator import SpikeEvaluator


def reason(evaluator: SpikeEvaluator, state: Table, action: Any) -> Text:
    rules = evaluator.game
    player = state.players[rules.actor(state)]
    if isinstance(action, Build):
        return _city(evaluator, player, evaluator.chart.city_id[action.city])
    if isinstance(action, Place):
        return _near(evaluator, player, evaluator.chart.city_id[action.city])
    if isinstance(action, Draw):
        return _card(evaluator, player, action)
    if isinstance(action, (Start, Move, Extra)):
        return _ride(evaluator, player, action)
    if isinstance(action, Upgrade):
        return _upgrade(evaluator, player, action)
    if isinstance(action, Deliver):
        good = evaluator.chart.goods_id[action.commodity]
        pays = evaluator.chart.pays[contract_for(rules, player, good)].get(evaluator.chart.city_at[player.point], 0)
        return T("The contract pays ${value} here.", value=pays)
    if isinstance(action, KeepCargo):
        return T("Another city on this contract pays more.")
    if isinstance(action, Give):
        held = player.hand[evaluator.chart.colour_id[action.colour]]
        return TN("It's my only card of that color.", "I have {count} cards of that color.", held)
    if isinstance(action, KeepRoute):
        return T("{route} fits my contracts well.", route=route(rules, action.route))
    if isinstance(action, ChooseSide):
        chosen = evaluator.chart.sides[2 * evaluator.chart.card_id[action.card] + (action.side == "B")]
        return T("This side fits my other contracts: {side}.", side=side(rules, chosen))
    if isinstance(action, (AddTrack, Pay)):
        return T("It continues the line I've started.")
    if isinstance(action, StopDrawing):
        return TN("I have enough with {count} card in hand.", "I have enough with {count} cards in hand.", sum(player.hand))
    return T("Nothing else is possible.")


def _city(evaluator: SpikeEvaluator, player: Player, city: int) -> Text:
    """Return the advantage of a new city: a contract that pays there, a contract whose goods it has, or market money."""
    chart, name = evaluator.chart, evaluator.chart.city_names[city]
    for side_no in player.contracts:
        good = evaluator.game.goods_texts[chart.card_goods[side_no // 2]]
        if city in chart.pays[side_no] and city not in player.markers:
            return T("{city} pays ${value} for my {good}.", city=name, value=chart.pays[side_no][city], good=good)
    for side_no in player.contracts:
        if chart.offers[city] == chart.card_goods[side_no // 2]:
            good = evaluator.game.goods_texts[chart.card_goods[side_no // 2]]
            return T("{city} has the {good} my contract needs.", city=name, good=good)
    return T("{city} earns market money and extends my network.", city=name)


def _near(evaluator: SpikeEvaluator, player: Player, city: int) -> Text:
    """Return the cities of the seat's contracts within three segments of a starting city."""
    chart = evaluator.chart
    wanted = {c for side_no in player.contracts for c in chart.pays[side_no]}
    near = [T("{city}", city=chart.city_names[c]) for c in sorted(wanted) if 0 < evaluator.far[c][chart.city_point[city]] <= 3]
    if near:
        return T("Close to cities that pay me: {cities}.", cities=near)
    return _city(evaluator, player, city)


def _card(evaluator: SpikeEvaluator, player: Player, action: Draw) -> Text:
    if action.card == "deck":
        return TN(
            "{count} card isn't enough for my next line.", "{count} cards aren't enough for my next line.", sum(player.hand)
        )
    name = colour(evaluator.game, action.card)
    held = player.hand[evaluator.chart.colour_id[action.card]]
    if held:
        return T("That gives me {count} {colour} cards.", count=held + 1, colour=name)
    return T("The first {colour} card for my next line.", colour=name)


def _ride(evaluator: SpikeEvaluator, player: Player, action: Start | Move | Extra) -> Text:
    chart = evaluator.chart
    aboard = list(player.cargo)
    if isinstance(action, Start):
        aboard = [g for g in aboard if chart.goods[g] not in action.unload]
        aboard += [chart.goods_id[action.load]] if action.load else []
    best = (0, -1, -1)
    for good in aboard:
        pays = chart.pays[contract_for(evaluator.game, player, good)]
        wanted = [city for city in pays if city in player.cities and city not in player.markers]
        best = max([best, *((pays[city], city, good) for city in wanted)])
    value, city, good = best
    if value:
        load = evaluator.game.goods_texts[good]
        return T("{city} pays ${value} for the {good} on board.", city=chart.city_names[city], value=value, good=load)
    return T("On the way to goods for my contracts, via {place}.", place=place(evaluator.game, action.to))


def _upgrade(evaluator: SpikeEvaluator, player: Player, action: Upgrade) -> Text:
    part = PARTS.index(action.part)
    levels = evaluator.chart.levels[part]
    now, then = levels[player.levels[part]], levels[player.levels[part] + 1]
    return T(
        "{part} from {now} to {then}: there's still time for it to pay off.", part=PART_NAMES[action.part], now=now, then=then
    )
