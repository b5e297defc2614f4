"""What speaks for a move of Spike: a sentence that names what on the board it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.words import TN, T, Text
from boxcars.games.spike.cargo import contract_for
from boxcars.games.spike.map import PARTS
from boxcars.games.spike.names import PART_NAMES, colour, place, route, side
from boxcars.games.spike.table import Player, Table
from boxcars.games.spike.words import (
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

if TYPE_CHECKING:
    from boxcars.games.spike.mind.judge import SpikeJudge


def reason(judge: SpikeJudge, state: Table, action: Any) -> Text:
    rules = judge.game
    player = state.players[rules.actor(state)]
    if isinstance(action, Build):
        return _city(judge, player, judge.chart.city_id[action.city])
    if isinstance(action, Place):
        return _near(judge, player, judge.chart.city_id[action.city])
    if isinstance(action, Draw):
        return _card(judge, player, action)
    if isinstance(action, (Start, Move, Extra)):
        return _ride(judge, player, action)
    if isinstance(action, Upgrade):
        return _upgrade(judge, player, action)
    if isinstance(action, Deliver):
        good = judge.chart.goods_id[action.commodity]
        pays = judge.chart.pays[contract_for(rules, player, good)].get(judge.chart.city_at[player.point], 0)
        return T("The contract pays ${value} here.", value=pays)
    if isinstance(action, KeepCargo):
        return T("Another city of the contract pays more.")
    if isinstance(action, Give):
        held = player.hand[judge.chart.colour_id[action.colour]]
        return TN("It is the only one of its colour.", "There are {count} of that colour in hand.", held)
    if isinstance(action, KeepRoute):
        return T("{route}: it goes well with the contracts.", route=route(rules, action.route))
    if isinstance(action, ChooseSide):
        chosen = judge.chart.sides[2 * judge.chart.card_id[action.card] + (action.side == "B")]
        return T("{side} lies well for the other contracts.", side=side(rules, chosen))
    if isinstance(action, (AddTrack, Pay)):
        return T("It goes on with the line that was begun.")
    if isinstance(action, StopDrawing):
        return TN("{count} card in hand is enough.", "{count} cards in hand are enough.", sum(player.hand))
    return T("Nothing else is possible.")


def _city(judge: SpikeJudge, player: Player, city: int) -> Text:
    """What a new city of the network is good for: a contract that pays there, one whose goods it has, market money."""
    chart, name = judge.chart, judge.chart.city_names[city]
    for side_no in player.contracts:
        good = judge.game.goods_texts[chart.card_goods[side_no // 2]]
        if city in chart.pays[side_no] and city not in player.markers:
            return T("{city} pays {value} for my {good}.", city=name, value=chart.pays[side_no][city], good=good)
    for side_no in player.contracts:
        if chart.offers[city] == chart.card_goods[side_no // 2]:
            good = judge.game.goods_texts[chart.card_goods[side_no // 2]]
            return T("{city} has the {good} of my contract.", city=name, good=good)
    return T("{city} earns market money and widens my network.", city=name)


def _near(judge: SpikeJudge, player: Player, city: int) -> Text:
    """The cities of one's contracts that lie within three segments of a start."""
    chart = judge.chart
    wanted = {c for side_no in player.contracts for c in chart.pays[side_no]}
    near = [T("{city}", city=chart.city_names[c]) for c in sorted(wanted) if 0 < judge.far[c][chart.city_point[city]] <= 3]
    if near:
        return T("Near it pay {cities}.", cities=near)
    return _city(judge, player, city)


def _card(judge: SpikeJudge, player: Player, action: Draw) -> Text:
    if action.card == "deck":
        return TN("{count} card is too few for the next line.", "{count} cards are too few for the next line.", sum(player.hand))
    name = colour(judge.game, action.card)
    held = player.hand[judge.chart.colour_id[action.card]]
    if held:
        return T("With it I have {count} {colour} cards.", count=held + 1, colour=name)
    return T("A first {colour} card for the next line.", colour=name)


def _ride(judge: SpikeJudge, player: Player, action: Start | Move | Extra) -> Text:
    chart = judge.chart
    aboard = list(player.cargo)
    if isinstance(action, Start):
        aboard = [g for g in aboard if chart.goods[g] not in action.unload]
        aboard += [chart.goods_id[action.load]] if action.load else []
    best = (0, -1, -1)
    for good in aboard:
        pays = chart.pays[contract_for(judge.game, player, good)]
        wanted = [city for city in pays if city in player.cities and city not in player.markers]
        best = max([best, *((pays[city], city, good) for city in wanted)])
    value, city, good = best
    if value:
        load = judge.game.goods_texts[good]
        return T("{city} pays {value} for the {good} on board.", city=chart.city_names[city], value=value, good=load)
    return T("By {place} to a load for my contracts.", place=place(judge.game, action.to))


def _upgrade(judge: SpikeJudge, player: Player, action: Upgrade) -> Text:
    part = PARTS.index(action.part)
    levels = judge.chart.levels[part]
    now, then = levels[player.levels[part]], levels[player.levels[part] + 1]
    return T("{part}: {now} becomes {then}, and there is time for it to pay.", part=PART_NAMES[action.part], now=now, then=then)
