"""Step IV.4: deals between players (SIL-15): offers, answers, validation, execution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T, Text, Who
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.build_track import join_networks, lay, lift_track
from boxcars.games.silverton.buy_equipment import trains_of
from boxcars.games.silverton.deal_actions import Accept, Bundle, Counter, EndDeals, Freight, Offer, Refuse
from boxcars.games.silverton.deliveries import (
    BASIC_DELIVERIES,
    capacity,
    idle_trains,
    reserved_trains,
    reserved_units,
    room,
)
from boxcars.games.silverton.events import DealDone, Offered, OfferRefused
from boxcars.games.silverton.money import pay, receive
from boxcars.games.silverton.passengers import owned_by, owners_length, release
from boxcars.games.silverton.restrictions import may_own
from boxcars.games.silverton.state import BUILD, DISMANTLE, PLACED, Deal, Order, Table
from boxcars.games.silverton.steps import (
    AnswerCounter,
    AnswerOffer,
    AssignTrain,
    MakeDeals,
)

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


def bad(clause: str, text: Text) -> Reason:
    return no("bad_deal", clause, text)


def open_step(rules: Silverton, state: Table, seat: int, events: list[Event]) -> None:
    """SIL-15.18: the step is skipped when deals are off, in solitaire, or when the limit is reached."""
    if rules.players > 1 and state.offers < rules.max_offers:
        state.agenda.append(MakeDeals(seat))


# -- validation ------------------------------------------------------------------------------------------------------


def why_not_bundle(rules: Silverton, state: Table, seat: int, bundle: Bundle) -> Reason | None:
    """Return each party owns what it hands over, and it may be handed over (SIL-15.8, 15.10, 15.20)."""
    atlas = rules.atlas
    if bundle.money < 0:
        return no("bad_type", "SIL-15.8", T("Money must be a whole number, 0 or more."))
    for items in (bundle.claims, bundle.segments, bundle.trains, bundle.plows):
        if len(set(items)) != len(items):
            return no("bad_type", "SIL-15.4", T("You can't hand over the same thing twice."))
    if not rules.advanced and (bundle.trains or bundle.plows):
        return bad("SIL-15.4", T("The Basic game has no trains or snow plows."))
    for claim in bundle.claims:
        number = atlas.claim_no.get(claim, -1)
        if number < 0 or state.claim_at[number] != seat:
            return bad("SIL-15.8", T("Players can only hand over what they own."))
        if reserved_units(state, number):
            return bad("SIL-15.20", T("The goods on that claim are already sold as freight."))
        if state.goods[number] and not rules.loaded_claims:
            return bad("SIL-15.11", T("Goods can't be part of a deal. You can only hand over a claim without goods."))
    for segment in bundle.segments:
        number = atlas.segment_no.get(segment, -1)
        if number < 0 or state.owner[number] != seat:
            return bad("SIL-15.8", T("Players can only hand over what they own."))
        for player in state.players:
            for piece in player.pieces:
                if piece.target == number and piece.task in (BUILD, DISMANTLE) and (piece.status == PLACED or piece.right):
                    return bad("SIL-15.10", T("There's a surveyor on that segment."))
    taken = reserved_trains(state)
    for train in bundle.trains:
        number = atlas.train_no.get(train, -1)
        if number < 0 or state.train_at[number] != seat:
            return bad("SIL-15.8", T("Players can only hand over what they own."))
        if number in taken:
            return bad("SIL-15.20", T("That train is reserved for freight."))
    for plow in bundle.plows:
        number = atlas.plow_no.get(plow, -1)
        if number < 0 or state.plow_at[number] != seat:
            return bad("SIL-15.8", T("Players can only hand over what they own."))
    return None


def track_after(rules: Silverton, state: Table, seat: int, out: Bundle, into: Bundle) -> list[int]:
    atlas = rules.atlas
    gone = {atlas.segment_no[s] for s in out.segments}
    new = {atlas.segment_no[s] for s in into.segments}
    return sorted((set(state.players[seat].track) - gone) | new)


def why_not_hold(rules: Silverton, state: Table, seat: int, out: Bundle, into: Bundle) -> Reason | None:
    """After the exchange: parallel limit, cubes, trains (SIL-15.9)."""
    track = track_after(rules, state, seat, out, into)
    if len(track) > rules.atlas.cubes:
        return bad("SIL-15.9", T("Nobody can own more than 32 segments."))
    for segment in track:
        if not may_own(rules, track, segment):
            return no("bad_deal", "SIL-15.9", T("{who} would own two parallel segments.", who=Who(seat)))
    if len(trains_of(state, seat)) - len(out.trains) + len(into.trains) > rules.atlas.most_trains:
        return bad("SIL-15.9", T("Nobody can own more than four trains."))
    return None


def why_not_freight(rules: Silverton, state: Table, active: int, deal: Deal, freight: Freight) -> Reason | None:
    """SIL-15.12; the route is that of the track after the exchange."""
    atlas = rules.atlas
    claim = atlas.claim_no.get(freight.claim, -1)
    city = atlas.town_no.get(freight.city, -1)
    if claim < 0 or state.claim_at[claim] != deal.to or freight.claim in deal.take.claims:
        return bad("SIL-15.5", T("Freight must come from a claim that the other player keeps."))
    if not 1 <= freight.units <= state.goods[claim] - reserved_units(state, claim):
        return bad("SIL-15.12", T("That claim doesn't have that many units."))
    if city not in atlas.markets or rules.marker_for[atlas.claim_good[claim]][city] < 0:
        return bad("SIL-15.12", T("You can't sell that good in that city."))
    if freight.units > room(rules, state, active, rules.marker_for[atlas.claim_good[claim]][city]):
        return bad("SIL-15.12", T("That would exceed the sale limit."))
    if not rules.advanced and len(state.orders) >= BASIC_DELIVERIES:
        return bad("SIL-15.12", T("You can only place two freight orders per turn."))
    numbers = [atlas.train_no.get(train, -1) for train in freight.trains]
    if not rules.advanced:
        if numbers:
            return bad("SIL-15.4", T("The Basic game has no trains or snow plows."))
    else:
        idle = idle_trains(state, active)
        if not numbers or len(set(numbers)) != len(numbers) or any(train not in idle for train in numbers):
            return bad("SIL-15.12", T("The active player needs idle trains to carry the freight."))
        if any(train in deal.give.trains for train in freight.trains):
            return bad("SIL-15.12", T("A train you hand over can't carry freight."))
    return why_not_route(rules, state, active, deal, Order(claim, freight.units, city, numbers))


def why_not_route(rules: Silverton, state: Table, active: int, deal: Deal, order: Order) -> Reason | None:
    """Return whether a freight order keeps its open route and capacity on the track after the exchange (SIL-15.12, 15.21)."""
    atlas = rules.atlas
    track = track_after(rules, state, active, deal.give, deal.take)
    lines = rules.lines_of(rules.homes[state.players[active].position], tuple(track))
    town = atlas.claim_town[order.claim]
    handed_over = [atlas.segment_no[segment] for segment in deal.take.segments]
    closed = rules.snow(state, lines, [s for s in state.cleared if s not in handed_over])  # cleared for its old owner only
    if not lines.open(town, order.city, closed):
        return bad("SIL-15.12", T("The active player doesn't have an open route for the freight."))
    if rules.advanced:
        part = lines.label[town]
        if not lines.joined and any(state.train_home[train] not in (-1, part) for train in order.trains):
            return bad("SIL-19.12", T("That train works in the other home network."))
        if order.units > capacity(rules, order.trains, atlas.claim_good[order.claim], lines.haul(town, order.city, closed)):
            return bad("SIL-15.12", T("Those trains can't carry that much."))
    return None


def why_not_deal(rules: Silverton, state: Table, active: int, deal: Deal, payers: tuple[int, ...]) -> Reason | None:
    """Return all of SIL-15.6–15.14, 15.20, 15.21. ``payers``: the seats whose hidden cash may be looked at (SIL-15.8)."""
    if not 0 <= deal.to < rules.players or deal.to == active:
        return bad("SIL-15.2", T("You can only make an offer to another player."))
    give, take, freight = deal.give, deal.take, deal.freight
    if give == Bundle() and take == Bundle() and freight is None:
        return bad("SIL-15.6", T("An offer must include something."))
    reason = why_not_bundle(rules, state, active, give) or why_not_bundle(rules, state, deal.to, take)
    if reason is not None:
        return reason
    for seat, money in ((active, give.money), (deal.to, take.money)):
        player = state.players[seat]
        if money > player.cash and (seat in payers or player.announced):
            return no("bad_deal", "SIL-15.8", T("{who} doesn't have that much money.", who=Who(seat)))
    if give.segments or take.segments or give.trains or take.trains:
        reason = why_not_hold(rules, state, active, give, take) or why_not_hold(rules, state, deal.to, take, give)
        if reason is not None:
            return reason
    if freight is not None:
        reason = why_not_freight(rules, state, active, deal, freight)
        if reason is not None:
            return reason
    if give.segments:
        for order in state.orders:
            if why_not_route(rules, state, active, deal, order) is not None:
                return bad("SIL-15.21", T("Freight you've already bought would lose its route."))
    return None


# -- execution -------------------------------------------------------------------------------------------------------


def execute(rules: Silverton, state: Table, active: int, deal: Deal, events: list[Event]) -> None:
    """All or nothing, at once (SIL-15.15); a freight order waits for step 6 (SIL-15.16)."""
    atlas = rules.atlas
    other = deal.to
    events.append(DealDone(active, other, deal.give, deal.take, deal.freight))
    before = {card: owners_length(rules, state, card) for seat in (active, other) for card in owned_by(state, seat)}
    pay(state, active, deal.give.money)
    pay(state, other, deal.take.money)
    questions: list[AssignTrain] = []
    for source, target, bundle in ((active, other, deal.give), (other, active, deal.take)):
        for claim in bundle.claims:
            state.claim_at[atlas.claim_no[claim]] = target
        for segment in bundle.segments:
            lift_track(state, source, atlas.segment_no[segment])
        for train in bundle.trains:
            number = atlas.train_no[train]
            state.train_at[number] = target
            state.train_home[number] = -1
            questions.append(AssignTrain(target, number))
        for plow in bundle.plows:
            state.plow_at[atlas.plow_no[plow]] = target
    # Track that is handed over and was part of the route of a passenger card: the card is released (SIL-8.5).
    without = [card for card, length in before.items() if owners_length(rules, state, card) > length]
    for target, bundle in ((other, deal.give), (active, deal.take)):
        for segment in bundle.segments:
            lay(state, target, atlas.segment_no[segment])
        receive(rules, state, target, bundle.money, events)
    if deal.freight is not None:
        freight = deal.freight
        trains = [atlas.train_no[train] for train in freight.trains]
        state.orders.append(Order(atlas.claim_no[freight.claim], freight.units, atlas.town_no[freight.city], trains))
    for seat in (active, other):
        join_networks(rules, state, seat, events)
    for card in without:
        release(rules, state, card, events)
    questions = [q for q in questions if not state.players[q.seat].joined]
    state.agenda += sorted(questions, key=lambda q: q.seat == active)


class MakeDealsChapter(Chapter[Table]):
    """The active player sends offers, one negotiation at a time (SIL-15.1–15.3)."""

    verbs = (Offer, EndDeals)

    def legal(self, rules: Silverton, state: Table, step: MakeDeals) -> list[Any]:
        from boxcars.games.silverton.offer_forms import templates

        return [rules.end_deals, *templates(rules, state, step.seat)]

    def refuse(self, rules: Silverton, state: Table, step: MakeDeals, action: Any) -> Reason | None:
        if isinstance(action, EndDeals):
            return None
        return why_not_deal(rules, state, step.seat, Deal(action.to, action.give, action.take, action.freight), (step.seat,))

    def apply(self, rules: Silverton, state: Table, step: MakeDeals, action: Any, events: list[Event]) -> None:
        if isinstance(action, EndDeals):
            return
        state.offers += 1
        state.deal = Deal(action.to, action.give, action.take, action.freight)
        events.append(Offered(step.seat, action.to, action.give, action.take, action.freight))
        open_step(rules, state, step.seat, events)
        state.agenda.append(AnswerOffer(action.to))


def why_not_accept(rules: Silverton, state: Table) -> Reason | None:
    """Acceptance validates again; a failed one is refused and the offer stays open (SIL-15.8, 15.17)."""
    deal = state.deal
    assert deal is not None
    return why_not_deal(rules, state, state.active, deal, (state.active, deal.to))


def counter_deal(state: Table, action: Counter) -> Deal:
    assert state.deal is not None
    return Deal(state.deal.to, action.give, action.take, action.freight, True)


class AnswerOfferChapter(Chapter[Table]):
    """Accept, decline, or one counter-offer (SIL-15.2)."""

    verbs = (Accept, Refuse, Counter)

    def legal(self, rules: Silverton, state: Table, step: AnswerOffer) -> list[Any]:
        from boxcars.games.silverton.offer_forms import counters

        out: list[Any] = [rules.refuse_offer]
        if why_not_accept(rules, state) is None:
            out.append(rules.accept)
        return out + counters(rules, state, step.seat)

    def refuse(self, rules: Silverton, state: Table, step: AnswerOffer, action: Any) -> Reason | None:
        if isinstance(action, Accept):
            return why_not_accept(rules, state)
        if isinstance(action, Counter):
            return why_not_deal(rules, state, state.active, counter_deal(state, action), (step.seat,))
        return None

    def apply(self, rules: Silverton, state: Table, step: AnswerOffer, action: Any, events: list[Event]) -> None:
        deal = state.deal
        assert deal is not None
        if isinstance(action, Counter):
            state.deal = counter_deal(state, action)
            events.append(Offered(step.seat, state.active, action.give, action.take, action.freight, True))
            state.agenda.append(AnswerCounter(state.active))
            return
        state.deal = None
        if isinstance(action, Accept):
            execute(rules, state, state.active, deal, events)
        else:
            events.append(OfferRefused(step.seat, state.active))


class AnswerCounterChapter(Chapter[Table]):
    """The counter-offer is accepted or declined (SIL-15.2)."""

    verbs = (Accept, Refuse)

    def legal(self, rules: Silverton, state: Table, step: AnswerCounter) -> list[Any]:
        return [rules.refuse_offer] if why_not_accept(rules, state) is not None else [rules.refuse_offer, rules.accept]

    def refuse(self, rules: Silverton, state: Table, step: AnswerCounter, action: Any) -> Reason | None:
        return why_not_accept(rules, state) if isinstance(action, Accept) else None

    def apply(self, rules: Silverton, state: Table, step: AnswerCounter, action: Any, events: list[Event]) -> None:
        deal = state.deal
        assert deal is not None
        state.deal = None
        if isinstance(action, Accept):
            execute(rules, state, state.active, deal, events)
        else:
            events.append(OfferRefused(step.seat, deal.to))
