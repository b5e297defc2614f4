"""Loading, unloading, delivery (SPK-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Action, Event, Reason
from boxcars.games.spike.actions import Deliver, KeepCargo, Start
from boxcars.games.spike.events import CargoLoaded, CargoUnloaded, GoodsDelivered
from boxcars.games.spike.map import FREIGHT
from boxcars.games.spike.state import Player, Table
from boxcars.games.spike.steps import DeliverGoods

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

KEEP: Final = KeepCargo()
DELIVER_GOODS: Final = tuple(DeliverGoods(seat) for seat in range(4))


def contract_for(rules: Spike, player: Player, good: int) -> int:
    """Return the open contract of a seat for a commodity; -1 if there is none (SPK-7.12)."""
    for side in player.contracts:
        if rules.chart.card_goods[side // 2] == good:
            return side
    return -1


def unloads(rules: Spike, state: Table, seat: int) -> list[tuple[int, ...]]:
    """Return every set of tokens that may be taken off the train (SPK-7.3)."""
    out: list[tuple[int, ...]] = [()]
    for good in state.players[seat].cargo:
        out += [(*some, good) for some in out]
    return out


def can_load(rules: Spike, player: Player, good: int, unload: tuple[int, ...]) -> bool:
    """Return a contract whose token lies on its card, and an empty car, both after unloading (SPK-7.2)."""
    capacity = rules.chart.levels[FREIGHT][player.levels[FREIGHT]]
    if len(player.cargo) - len(unload) >= capacity or (good in player.cargo and good not in unload):
        return False
    return contract_for(rules, player, good) >= 0


def loads(rules: Spike, state: Table, seat: int, unload: tuple[int, ...]) -> list[int]:
    """Return what may be loaded in the city where the train stands: -1 is nothing (SPK-7.1)."""
    player = state.players[seat]
    good = rules.chart.offers[rules.chart.city_at[player.point]]
    return [-1, good] if can_load(rules, player, good, unload) else [-1]


def refuse_cargo(rules: Spike, state: Table, seat: int, action: Start) -> Reason | None:
    chart = rules.chart
    player = state.players[seat]
    for name in action.unload:
        if chart.goods_id[name] not in player.cargo:
            good = rules.goods_texts[chart.goods_id[name]]
            return no("cannot_unload", "SPK-7.3", T("Your train isn't carrying {good}.", good=good))
    if action.load is None:
        return None
    good_id = chart.goods_id[action.load]
    city = chart.city_at[player.point]
    text = rules.goods_texts[good_id]
    if chart.offers[city] != good_id:
        return no("cannot_load", "SPK-7.1", T("{city} doesn't offer {good}.", city=chart.city_names[city], good=text))
    if contract_for(rules, player, good_id) < 0:
        return no("cannot_load", "SPK-7.2", T("You don't have an open contract for {good}.", good=text))
    if good_id in player.cargo and action.load not in action.unload:
        return no("cannot_load", "SPK-7.2", T("Your {good} token is already on the train.", good=text))
    if not can_load(rules, player, good_id, tuple(chart.goods_id[name] for name in action.unload)):
        return no("cannot_load", "SPK-7.2", T("You don't have an empty freight car. Unload something first."))
    return None


def shift_cargo(rules: Spike, state: Table, seat: int, action: Start, events: list[Event]) -> None:
    """Unload first, then load (SPK-7.4). Unloaded tokens go back to their contract cards."""
    chart = rules.chart
    player = state.players[seat]
    for name in action.unload:
        player.cargo.remove(chart.goods_id[name])
        events.append(CargoUnloaded(seat, name))
    if action.load is not None:
        player.cargo.append(chart.goods_id[action.load])
        events.append(CargoLoaded(seat, action.load, chart.cities[chart.city_at[player.point]]))


def deliverable(rules: Spike, player: Player) -> list[int]:
    """Carried goods whose contract lists the city of the train, unless the seat has delivered there before (SPK-7.5, 7.7)."""
    if player.segment >= 0:
        return []
    city = rules.chart.city_at[player.point]
    if city in player.markers:
        return []
    out = []
    for good in player.cargo:
        if city in rules.chart.pays[contract_for(rules, player, good)]:
            out.append(good)
    return out


def arrive(rules: Spike, state: Table, seat: int) -> None:
    """The train has entered a city: ask at once for a delivery if one is possible (SPK-7.5, 7.9)."""
    if deliverable(rules, state.players[seat]):
        state.agenda.append(DELIVER_GOODS[seat])


def deliveries(rules: Spike, state: Table, seat: int) -> list[Action]:
    """Return what can be delivered where the train stands."""
    return [rules.deliveries[good] for good in deliverable(rules, state.players[seat])]


def refuse_delivery(rules: Spike, state: Table, seat: int, action: Deliver) -> Reason | None:
    chart = rules.chart
    player = state.players[seat]
    good = chart.goods_id[action.commodity]
    if player.segment >= 0:
        return no("cannot_deliver", "SPK-7.5", T("You can only deliver goods in a city, and your train is between cities."))
    if good not in player.cargo:
        return no("cannot_deliver", "SPK-7.5", T("Your train isn't carrying {good}.", good=rules.goods_texts[good]))
    if good not in deliverable(rules, player):
        city = chart.city_names[chart.city_at[player.point]]
        text = T("Your {good} contract doesn't pay in {city}.", good=rules.goods_texts[good], city=city)
        return no("cannot_deliver", "SPK-7.5", text)
    return None


def do_deliver(rules: Spike, state: Table, seat: int, action: Deliver, events: list[Event]) -> None:
    """The value is gained; card and token leave the game; a marker goes on the city (SPK-7.6, 7.8)."""
    chart = rules.chart
    player = state.players[seat]
    city = chart.city_at[player.point]
    good = chart.goods_id[action.commodity]
    side = contract_for(rules, player, good)
    value = chart.pays[side][city]
    player.cargo.remove(good)
    player.contracts.remove(side)
    player.delivered.append(side)
    player.markers.append(city)
    player.delivery_money += value
    events.append(GoodsDelivered(seat, action.commodity, chart.cities[city], value))


class Delivery(Chapter[Table]):
    """Deliver one commodity, or none. While the train stands there it may still do so before an action (SPK-7.10)."""

    verbs = (Deliver, KeepCargo)

    def legal(self, rules: Spike, state: Table, step: DeliverGoods) -> list[Action]:
        return [*deliveries(rules, state, step.seat), KEEP]

    def refuse(self, rules: Spike, state: Table, step: DeliverGoods, action: Deliver | KeepCargo) -> Reason | None:
        return refuse_delivery(rules, state, step.seat, action) if isinstance(action, Deliver) else None

    def apply(self, rules: Spike, state: Table, step: DeliverGoods, action: Deliver | KeepCargo, events: list[Event]) -> None:
        if isinstance(action, Deliver):
            do_deliver(rules, state, step.seat, action, events)
