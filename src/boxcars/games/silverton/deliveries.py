"""Step IV.6: deliveries and sales (SIL-14.6), trains (SIL-18.6–18.10), goods transfer (SIL-20.9)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import Deliver, EndDeliveries, MakeUpTrain, Transfer
from boxcars.games.silverton.events import GoodsDelivered, GoodsTransferred
from boxcars.games.silverton.map import HALF_WEIGHT
from boxcars.games.silverton.money import receive
from boxcars.games.silverton.network import Lines
from boxcars.games.silverton.operate_claims import discard_if_empty
from boxcars.games.silverton.state import Table
from boxcars.games.silverton.steps import DeliverGoods, LoadTrain

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

BASIC_DELIVERIES: Final = 2
"""SIL-14.6.1."""


def reserved_units(state: Table, claim: int) -> int:
    return sum(order.units for order in state.orders if order.claim == claim)


def reserved_trains(state: Table) -> list[int]:
    return [train for order in state.orders for train in order.trains]


def room(rules: Silverton, state: Table, seat: int, marker: int) -> int:
    """Units the seat may still sell at a marker this turn, freight not yet delivered included (SIL-14.6.5, 15.12)."""
    limit = rules.atlas.markers[marker].limit
    if limit == 0:
        return 9999
    pending = 0
    for order in state.orders:
        if rules.marker_for[rules.atlas.claim_good[order.claim]][order.city] == marker:
            pending += order.units
    return limit - state.players[seat].sold[marker] - pending


def idle_trains(state: Table, seat: int) -> list[int]:
    """Own trains neither used this turn nor reserved for freight."""
    taken = reserved_trains(state)
    return [
        train
        for train, owner in enumerate(state.train_at)
        if owner == seat and train not in state.used_trains and train not in taken
    ]


def power(rules: Silverton, trains: list[int]) -> int:
    return sum(rules.atlas.train_power[rules.atlas.train_type[train]] for train in trains)


def capacity(rules: Silverton, trains: list[int], good: int, haul: int) -> int:
    """Units that coupled trains carry over a longest segment (SIL-18.7, 18.8)."""
    units = power(rules, trains) // haul
    return units * 2 if good in HALF_WEIGHT else units


def serves(rules: Silverton, state: Table, seat: int, train: int, town: int) -> bool:
    """Spike scenarios: a train works only in its home network until the two are joined (SIL-19.12)."""
    home = state.train_home[train]
    return home < 0 or rules.lines(state, seat).label.get(town, -1) == home


class Load:
    """One possible delivery: from a claim to a market, or (``to`` >= 0) to another own claim."""

    def __init__(self, claim: int, city: int, to: int, units: int, haul: int) -> None:
        self.claim = claim
        self.city = city
        self.to = to
        self.units = units
        self.haul = haul


def loads(rules: Silverton, state: Table, seat: int) -> list[Load]:
    """Return all deliveries the track, the markets and the goods allow now, without regard to trains (SIL-14.6.3–14.6.5)."""
    atlas = rules.atlas
    lines = rules.lines(state, seat)
    closed = rules.snow(state, lines, state.cleared)
    out: list[Load] = []
    mine = [claim for claim, owner in enumerate(state.claim_at) if owner == seat]
    for claim in mine:
        goods = state.goods[claim] - (reserved_units(state, claim) if state.orders else 0)
        if goods <= 0:
            continue
        town = atlas.claim_town[claim]
        good = atlas.claim_good[claim]
        for city, marker in rules.outlets[good]:
            if lines.open(town, city, closed):
                units = min(goods, room(rules, state, seat, marker))
                if units > 0:
                    out.append(Load(claim, city, -1, units, _haul(rules, lines, town, city, closed)))
        if rules.transfer:
            for to in mine:
                if to == claim or atlas.claim_good[to] != good:
                    continue
                end = atlas.claim_town[to]
                if end == town or lines.open(town, end, closed):  # within a town no track is needed (SIL-20.9)
                    most = goods if rules.advanced else min(goods, rules.transfer_limit[good in HALF_WEIGHT])
                    out.append(Load(claim, -1, to, most, _haul(rules, lines, town, end, closed)))
    return out


def _haul(rules: Silverton, lines: Lines, a: int, b: int, closed: tuple[int, ...]) -> int:
    return lines.haul(a, b, closed) if rules.advanced else 1


def load_actions(rules: Silverton, state: Table, seat: int) -> list[Any]:
    """Return every delivery and transfer with every number of units; in the Advanced game by the train that was made up."""
    out: list[Any] = []
    atlas = rules.atlas
    for load in loads(rules, state, seat):
        most = load.units
        if rules.advanced:
            if not all(serves(rules, state, seat, train, atlas.claim_town[load.claim]) for train in state.coupled):
                continue
            most = min(most, capacity(rules, state.coupled, atlas.claim_good[load.claim], load.haul))
        if load.to < 0:
            out += rules.deliver_actions(load.claim, load.city, most)
        else:
            out += [Transfer(atlas.claims[load.claim], atlas.claims[load.to], units) for units in range(1, most + 1)]
    return out


def train_sets(rules: Silverton, state: Table, seat: int) -> list[tuple[int, ...]]:
    """Return the trains that can be made up for some delivery (SIL-18.6)."""
    atlas = rules.atlas
    lightest: dict[int, int] = {}
    label = rules.lines(state, seat).label
    for load in loads(rules, state, seat):
        part = label.get(atlas.claim_town[load.claim], -1)
        lightest[part] = min(load.haul, lightest.get(part, load.haul))
    if not lightest:
        return []
    idle = idle_trains(state, seat)
    found: list[tuple[int, ...]] = []
    for size in range(1, len(idle) + 1):
        for group in combinations(idle, size):
            homes = {state.train_home[train] for train in group} - {-1}
            if len(homes) > 1:
                continue
            parts = homes or set(lightest)
            if any(power(rules, list(group)) >= lightest.get(part, 9999) for part in parts):
                found.append(group)
    return found


def deliver_freight(rules: Silverton, state: Table, seat: int, events: list[Event]) -> None:
    """Freight is delivered first and automatically (SIL-15.16)."""
    while state.orders:
        order = state.orders.pop(0)
        sell(rules, state, seat, order.claim, order.city, order.units, order.trains, events)


def open_step(rules: Silverton, state: Table, seat: int, events: list[Event]) -> None:
    if rules.advanced:
        if train_sets(rules, state, seat):
            state.agenda.append(DeliverGoods(seat))
    elif state.deliveries < BASIC_DELIVERIES and loads(rules, state, seat):
        state.agenda.append(DeliverGoods(seat))


def sell(
    rules: Silverton, state: Table, seat: int, claim: int, city: int, units: int, trains: list[int], events: list[Event]
) -> None:
    """The bank pays units x price; the sale counts for phase V (SIL-14.6.6–14.6.8)."""
    atlas = rules.atlas
    marker = rules.marker_for[atlas.claim_good[claim]][city]
    income = units * rules.price(state, marker)
    state.goods[claim] -= units
    state.sold[marker] += units
    state.players[seat].sold[marker] += units
    state.deliveries += 1
    state.used_trains += trains
    names = [atlas.trains[train] for train in trains]
    events.append(GoodsDelivered(seat, atlas.claims[claim], atlas.towns[city], units, income, names))
    receive(rules, state, seat, income, events)
    discard_if_empty(rules, state, claim, events)


class DeliverGoodsChapter(Chapter[Table]):
    """Basic: up to two deliveries (SIL-14.6.1). Advanced: make up a train for each (SIL-18.6)."""

    verbs = (Deliver, Transfer, MakeUpTrain, EndDeliveries)

    def legal(self, rules: Silverton, state: Table, step: DeliverGoods) -> list[Any]:
        if rules.advanced:
            names = rules.atlas.trains
            out: list[Any] = [MakeUpTrain(tuple(names[t] for t in group)) for group in train_sets(rules, state, step.seat)]
        else:
            out = load_actions(rules, state, step.seat)
        out.append(rules.end_deliveries)
        return out

    def refuse(self, rules: Silverton, state: Table, step: DeliverGoods, action: Any) -> Reason | None:
        if isinstance(action, EndDeliveries):
            return None
        if isinstance(action, MakeUpTrain):
            return why_not_couple(rules, state, step.seat, action)
        if rules.advanced:
            return no("capacity", "SIL-18.6", T("Choose your trains first."))
        return why_not_load(rules, state, step.seat, action)

    def apply(self, rules: Silverton, state: Table, step: DeliverGoods, action: Any, events: list[Event]) -> None:
        if isinstance(action, EndDeliveries):
            return
        if isinstance(action, MakeUpTrain):
            state.coupled = [rules.atlas.train_no[train] for train in action.trains]
            state.agenda.append(LoadTrain(step.seat))
        else:
            carry(rules, state, step.seat, action, events)


class LoadTrainChapter(Chapter[Table]):
    verbs = (Deliver, Transfer)

    def legal(self, rules: Silverton, state: Table, step: LoadTrain) -> list[Any]:
        return load_actions(rules, state, step.seat)

    def refuse(self, rules: Silverton, state: Table, step: LoadTrain, action: Any) -> Reason | None:
        return why_not_load(rules, state, step.seat, action)

    def apply(self, rules: Silverton, state: Table, step: LoadTrain, action: Any, events: list[Event]) -> None:
        carry(rules, state, step.seat, action, events)


def carry(rules: Silverton, state: Table, seat: int, action: Any, events: list[Event]) -> None:
    claim = rules.atlas.claim_no[action.claim]
    trains = state.coupled
    state.coupled = []
    if isinstance(action, Deliver):
        sell(rules, state, seat, claim, rules.atlas.town_no[action.city], action.units, trains, events)
    else:
        state.goods[claim] -= action.units
        state.goods[rules.atlas.claim_no[action.to]] += action.units
        state.deliveries += 1
        state.used_trains += trains
        names = [rules.atlas.trains[train] for train in trains]
        events.append(GoodsTransferred(seat, action.claim, action.to, action.units, names))
        discard_if_empty(rules, state, claim, events)
    open_step(rules, state, seat, events)


def why_not_couple(rules: Silverton, state: Table, seat: int, action: MakeUpTrain) -> Reason | None:
    if not rules.advanced:
        return no("wrong_step", "SIL-18.6", T("The Basic game has no trains."))
    numbers = [rules.atlas.train_no.get(train, -1) for train in action.trains]
    if not numbers or -1 in numbers or numbers != sorted(set(numbers)):
        return no("unknown_id", "SIL-18.6", T("Choose different trains of your own, in ascending order."))
    for train in numbers:
        if state.train_at[train] != seat:
            return no("not_owner", "SIL-18.6", T("That train isn't yours."))
        if train not in idle_trains(state, seat):
            return no("train_used", "SIL-18.6", T("Each train makes one delivery per turn."))
    if tuple(numbers) not in train_sets(rules, state, seat):
        return no("capacity", "SIL-18.7", T("Those trains together can't carry anything anywhere."))
    return None


def why_not_load(rules: Silverton, state: Table, seat: int, action: Any) -> Reason | None:
    """Return why that delivery or transfer cannot be made (SIL-14.6)."""
    atlas = rules.atlas
    claim = atlas.claim_no.get(action.claim, -1)
    if claim < 0:
        return no("unknown_id", "SIL-14.6.1", T("There's no card {card}.", card=action.claim))
    if state.claim_at[claim] != seat:
        return no("not_owner", "SIL-14.6.1", T("That claim isn't yours."))
    if isinstance(action, Transfer):
        if not rules.transfer:
            return no("wrong_step", "SIL-20.9", T("This game doesn't use goods transfer."))
        city, to = -1, atlas.claim_no.get(action.to, -1)
        if to < 0 or state.claim_at[to] != seat or to == claim or atlas.claim_good[to] != atlas.claim_good[claim]:
            return no("not_owner", "SIL-20.9", T("You can only move goods to another of your claims with the same good."))
    else:
        city, to = atlas.town_no.get(action.city, -1), -1
        if city not in atlas.markets:
            return no("unknown_id", "SIL-5.10", T("{city} isn't a market city.", city=action.city))
        if rules.marker_for[atlas.claim_good[claim]][city] < 0:
            return no("no_marker", "SIL-14.6.4", T("You can't sell that good in that city."))
    left = state.goods[claim] - reserved_units(state, claim)
    if not 1 <= action.units <= left:
        return no("too_many_units", "SIL-14.6.1", T("That claim doesn't have that many. Units there: {goods}.", goods=left))
    found = [x for x in loads(rules, state, seat) if (x.claim, x.city, x.to) == (claim, city, to)]
    if not found:
        town = atlas.claim_town[claim]
        if city >= 0 and room(rules, state, seat, rules.marker_for[atlas.claim_good[claim]][city]) <= 0:
            return no("sale_limit", "SIL-14.6.5", T("You've already sold as much there as you can this turn."))
        end = city if city >= 0 else atlas.claim_town[to]
        if rules.lines(state, seat).open(town, end, ()):
            return no("winter", "SIL-14.6.3", T("Snow blocks your route."))
        return no("no_route", "SIL-14.6.3", T("You don't have a route from the claim to there."))
    load = found[0]
    if action.units > load.units:
        if to >= 0:
            return no("too_many_units", "SIL-20.9", T("You can transfer at most {units} at a time.", units=load.units))
        return no("sale_limit", "SIL-14.6.5", T("You can sell at most {units} more there this turn.", units=load.units))
    if rules.advanced:
        if not all(serves(rules, state, seat, train, atlas.claim_town[claim]) for train in state.coupled):
            return no("wrong_network", "SIL-19.12", T("That train works in your other home network."))
        most = capacity(rules, state.coupled, atlas.claim_good[claim], load.haul)
        if action.units > most:
            return no("capacity", "SIL-18.7", T("That train can carry at most {units} on that route.", units=most))
    return None
