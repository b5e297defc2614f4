"""What a coach counts: rounds, what the train could carry, and what a delivery could have been."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.spike.actions import Deliver, Start, Upgrade
from boxcars.games.spike.map import FREIGHT, PARTS
from boxcars.games.spike.observation import SeenPlayer, SpikeObservation

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike


def facts(rules: Spike, seen: SpikeObservation, seat: int) -> dict[str, int]:
    me = seen.players[seat]
    return {
        "round": seen.round,
        "time": seen.time_cards,
        "money": me.money,
        "cargo": len(me.cargo),
        "loadable": int(loadable(rules, me)),
    }


def deed(rules: Spike, seen: SpikeObservation, seat: int, action: object) -> dict[str, int]:
    """``bare``: the train leaves what it could load. ``lesser``: what a better delivery here would pay more. ``price``: of a part."""
    me = seen.players[seat]
    chart = rules.chart
    if isinstance(action, Start):
        return {"bare": int(action.load is None and loadable(rules, me))}
    if isinstance(action, Deliver):
        worth = {good: pay for good in me.cargo if (pay := paid(rules, me, good)) > 0}
        return {"lesser": max(worth.values(), default=0) - worth.get(action.commodity, 0)}
    if isinstance(action, Upgrade):
        return {"price": chart.prices[me.levels[PARTS.index(action.part)]]}
    return {}


def loadable(rules: Spike, me: SeenPlayer) -> bool:
    """Return whether the train stands where a good of an open contract is made, with room for it (SPK-7.1, 7.2)."""
    chart = rules.chart
    city = chart.city_id.get(me.at, -1)
    if city < 0:
        return False
    good = chart.offers[city]
    wanted = any(chart.card_goods[chart.sides.index(side) // 2] == good for side in me.contracts)
    return wanted and chart.goods[good] not in me.cargo and len(me.cargo) < chart.levels[FREIGHT][me.levels[FREIGHT]]


def paid(rules: Spike, me: SeenPlayer, good: str) -> int:
    """Return what a good on the train would pay in the city where it stands; 0 if nothing."""
    chart = rules.chart
    city = chart.city_id.get(me.at, -1)
    for name in me.contracts:
        side = chart.sides.index(name)
        if chart.card_goods[side // 2] == chart.goods_id[good] and me.at not in me.markers:
            return chart.pays[side].get(city, 0)
    return 0
