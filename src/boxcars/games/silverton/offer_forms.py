"""Offers worth listing and forms to compose any other (SIL-15.4, 15.23; spec section 23).

``legal`` cannot list every deal, so it lists templates: freight at 50, 65 and 80 % of its sale value, a claim for money at 80,
100 and 120 % of what it should earn in six turns. A person composes the rest with ``forms``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.messages import T, Text, Who
from boxcars.core.types import Field, Form
from boxcars.games.silverton.buy_equipment import plows_of, trains_of
from boxcars.games.silverton.deal_actions import Bundle, Counter, Freight, Offer
from boxcars.games.silverton.deals import counter_deal, why_not_deal
from boxcars.games.silverton.deliveries import capacity, idle_trains, reserved_units, room, serves
from boxcars.games.silverton.state import Deal, Table
from boxcars.games.silverton.steps import AnswerOffer, MakeDeals

if TYPE_CHECKING:
    from boxcars.games.silverton.map import Atlas
    from boxcars.games.silverton.rules import Silverton

FREIGHT_SHARES: Final = (50, 65, 80)
CLAIM_SHARES: Final = (80, 100, 120)
HORIZON: Final = 6
"""Turns a claim is valued for."""


def expected_units_and_costs(atlas: Atlas, claim: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Expected units and operating costs of the next six turns: for a claim never worked, and for one worked before."""
    ways = [(6 + die, 1 / 6) for die in range(1, 7)]
    two = [(a + b, 1 / 36) for a in range(1, 7) for b in range(1, 7)]
    out: list[tuple[float, float]] = []
    for fresh in (True, False):
        alive, units, cost = 1.0, 0.0, 0.0
        for turn in range(HORIZON):
            rolls = ways if fresh and turn == 0 else two
            cost += alive * atlas.operating[claim]
            units += alive * sum(chance * atlas.yields[claim][roll] for roll, chance in rolls)
            alive *= sum(chance for roll, chance in rolls if roll > atlas.depletion[claim])
        out.append((units, cost))
    return out[0], out[1]


def best_price(rules: Silverton, state: Table, good: int) -> int:
    """Return the best price in any city with a marker for the commodity."""
    return max((rules.price(state, marker) for _, marker in rules.outlets[good]), default=0)


def claim_value(rules: Silverton, state: Table, claim: int) -> int:
    """Return what a claim should earn in six turns, with the goods on it, at today's best price."""
    price = best_price(rules, state, rules.atlas.claim_good[claim])
    value = float(state.goods[claim] * price)
    if not state.depleted[claim]:
        units, cost = rules.expected_units_and_costs[claim][1 if state.worked[claim] else 0]
        value += max(0.0, units * price - cost)
    return round_ten(value)


def round_ten(value: float) -> int:
    return int(value / 10 + 0.5) * 10


def sums(value: int, shares: tuple[int, ...]) -> list[int]:
    """Return the shares of a value in per cent, to the nearest $10, each sum once."""
    return list(dict.fromkeys(round_ten(value * share / 100) for share in shares))


def templates(rules: Silverton, state: Table, seat: int) -> list[Offer]:
    """Offers the active player may send as they are."""
    out: list[Offer] = []
    cash = state.players[seat].cash
    memo = rules.offer_memo
    if len(memo) > 20000:
        memo.clear()
    names = rules.atlas.claims
    for claim, owner in enumerate(state.claim_at):
        if owner < 0 or (state.orders and reserved_units(state, claim)):
            continue
        value = claim_value(rules, state, claim)
        if value <= 0:
            continue
        if owner != seat and state.goods[claim]:
            out += freight_offers(rules, state, seat, claim, owner)
        if state.goods[claim] and not rules.loaded_claims:
            continue  # only a claim without goods can be handed over (SIL-15.11)
        for money in sums(value, CLAIM_SHARES):
            for other in range(rules.players) if owner == seat else (owner,):
                if other == seat or (owner != seat and money > cash):
                    continue
                if owner == seat and state.players[other].announced and money > state.players[other].cash:
                    continue
                key = (other, claim, money, owner == seat)
                offer = memo.get(key)
                if offer is None:
                    goods, price = Bundle(claims=(names[claim],)), Bundle(money=money)
                    offer = Offer(other, goods, price) if owner == seat else Offer(other, price, goods)
                    memo[key] = offer
                out.append(offer)
    return out


def freight_offers(rules: Silverton, state: Table, seat: int, claim: int, owner: int) -> list[Offer]:
    """Freight to the best-paying city that the active player reaches, with the strongest idle train in the Advanced game."""
    atlas = rules.atlas
    lines = rules.lines(state, seat)
    town = atlas.claim_town[claim]
    if not lines.at_home(town):
        return []
    good = atlas.claim_good[claim]
    closed = rules.snow(state, lines, state.cleared)
    trains: list[int] = []
    if rules.advanced:
        idle = [train for train in idle_trains(state, seat) if serves(rules, state, seat, train, town)]
        if not idle:
            return []
        trains = [max(idle, key=lambda train: (atlas.train_power[atlas.train_type[train]], -train))]
    best, best_city, best_units = 0, -1, 0
    for city, marker in rules.outlets[good]:
        if not lines.open(town, city, closed):
            continue
        units = min(state.goods[claim], room(rules, state, seat, marker))
        if rules.advanced:
            units = min(units, capacity(rules, trains, good, lines.haul(town, city, closed)))
        worth = units * rules.price(state, marker)
        if worth > best:
            best, best_city, best_units = worth, city, units
    if best_city < 0:
        return []
    freight = Freight(atlas.claims[claim], best_units, atlas.towns[best_city], tuple(atlas.trains[t] for t in trains))
    out: list[Offer] = []
    for money in sums(best, FREIGHT_SHARES):
        offer = Offer(owner, Bundle(money=money), Bundle(), freight)
        if why_not_deal(rules, state, seat, Deal(owner, offer.give, offer.take, freight), (seat,)) is None:
            out.append(offer)
    return out


def counters(rules: Silverton, state: Table, seat: int) -> list[Counter]:
    """Return the same deal with the money moved a fifth in favour of the one who answers."""
    deal = state.deal
    assert deal is not None
    give, take = deal.give, deal.take
    if give.money:
        more = round_ten(give.money * 1.2 + 5)
        give = Bundle(more, give.claims, give.segments, give.trains, give.plows)
    elif take.money >= 20:
        take = Bundle(round_ten(take.money * 0.8), take.claims, take.segments, take.trains, take.plows)
    else:
        return []
    counter = Counter(give, take, deal.freight)
    if why_not_deal(rules, state, state.active, counter_deal(state, counter), (seat,)) is not None:
        return []
    return [counter]


# -- forms -----------------------------------------------------------------------------------------------------------

NOTHING: Final[list[tuple[int | str, Text]]] = [("", T("nothing"))]


def named(rules: Silverton, kind: str, ids: list[str]) -> list[tuple[int | str, Text]]:
    return [(item, rules.name(f"{kind}:{item}")) for item in ids]


def bundle_fields(rules: Silverton, state: Table, seat: int, side: str, most: int) -> list[Field]:
    atlas = rules.atlas
    who = Who(seat)
    claims = [atlas.claims[c] for c, owner in enumerate(state.claim_at) if owner == seat]
    segments = [atlas.segments[s] for s in state.players[seat].track]
    fields = [
        Field(name=f"{side}.money", kind="number", label=T("{who} pays", who=who), low=0, high=most),
        Field(
            name=f"{side}.claims",
            kind="several",
            label=T("{who} hands over claims", who=who),
            options=named(rules, "card", claims),
        ),
        Field(
            name=f"{side}.segments",
            kind="several",
            label=T("{who} hands over track", who=who),
            options=named(rules, "segment", segments),
        ),
    ]
    if rules.advanced:
        trains = [atlas.trains[t] for t in trains_of(state, seat)]
        plows = [atlas.plows[p] for p in plows_of(state, seat)]
        fields += [
            Field(
                name=f"{side}.trains",
                kind="several",
                label=T("{who} hands over trains", who=who),
                options=named(rules, "train", trains),
            ),
            Field(
                name=f"{side}.plows",
                kind="several",
                label=T("{who} hands over snow plows", who=who),
                options=named(rules, "plow", plows),
            ),
        ]
    return fields


def freight_fields(rules: Silverton, state: Table, active: int, partner: int) -> list[Field]:
    atlas = rules.atlas
    laden = [atlas.claims[c] for c, owner in enumerate(state.claim_at) if owner == partner and state.goods[c]]
    if not laden:
        return []
    most = max(state.goods[atlas.claim_no[claim]] for claim in laden)
    cities = [atlas.towns[city] for city in atlas.markets]
    fields = [
        Field(name="freight.claim", kind="choice", label=T("Freight from"), options=NOTHING + named(rules, "card", laden)),
        Field(name="freight.units", kind="number", label=T("Units of freight"), low=0, high=most),
        Field(name="freight.city", kind="choice", label=T("Freight to"), options=named(rules, "town", cities)),
    ]
    if rules.advanced:
        trains = [atlas.trains[t] for t in idle_trains(state, active)]
        fields.append(
            Field(name="freight.trains", kind="several", label=T("Freight carried by"), options=named(rules, "train", trains))
        )
    return fields


def forms(rules: Silverton, state: Table) -> list[Form]:
    """One form for each partner; hidden cash never bounds a field (SIL-15.8)."""
    if not state.agenda:
        return []
    step = state.agenda[-1]
    active = state.active
    if isinstance(step, MakeDeals):
        own = state.players[active].cash
        return [
            Form(
                "Offer",
                T("Offer a deal to {who}", who=Who(other)),
                bundle_fields(rules, state, active, "give", own)
                + bundle_fields(rules, state, other, "take", 99_990)
                + freight_fields(rules, state, active, other),
                {"do": "Offer", "to": other},
            )
            for other in range(rules.players)
            if other != active
        ]
    if isinstance(step, AnswerOffer):
        own = state.players[step.seat].cash
        return [
            Form(
                "Counter",
                T("Make a counter-offer to {who}", who=Who(active)),
                bundle_fields(rules, state, active, "give", 99_990)
                + bundle_fields(rules, state, step.seat, "take", own)
                + freight_fields(rules, state, active, step.seat),
                {"do": "Counter"},
            )
        ]
    return []


def normal_bundle(bundle: Bundle) -> Bundle:
    parts: list[Any] = [tuple(sorted(x)) for x in (bundle.claims, bundle.segments, bundle.trains, bundle.plows)]
    return Bundle(bundle.money, *parts)


def normal_freight(freight: Freight | None) -> Freight | None:
    if freight is None or not freight.claim:
        return None
    return Freight(freight.claim, freight.units, freight.city, tuple(sorted(freight.trains)))


def normal(action: Any) -> Any:
    """Lists in order, and freight of nothing left out."""
    if isinstance(action, Offer):
        return Offer(action.to, normal_bundle(action.give), normal_bundle(action.take), normal_freight(action.freight))
    if isinstance(action, Counter):
        return Counter(normal_bundle(action.give), normal_bundle(action.take), normal_freight(action.freight))
    return action
