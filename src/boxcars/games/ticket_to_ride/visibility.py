"""What a seat may know: observe, imagine, retell (TTR-15)."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from boxcars.core.chance import Chance
from boxcars.games.ticket_to_ride.scoring import longest_paths
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.types import LOCOMOTIVE, CardDrawn, TicketsDrawn, TicketsKept, TicketToRideObservation, TTREvent

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide


def observe(rules: TicketToRide, table: Table, seat: int | None) -> TicketToRideObservation:
    over = not table.agenda
    return TicketToRideObservation(
        seat=seat,
        actor=rules.actor(table),
        agenda=table.agenda[:],
        starts=table.starts,
        hand=None if seat is None else table.hands[seat][:],
        tickets=None if seat is None else sorted(table.tickets[seat]),
        offer=None if seat is None else table.offers[seat][:],
        own_returned=[(i, t) for i, (t, who) in enumerate(table.returned) if who == seat],
        cards=[sum(h) for h in table.hands],
        known=[k[:] for k in table.known],
        ticket_counts=[len(t) for t in table.tickets],
        chosen=[mask > 0 for mask in table.chosen],
        own_choice=0 if seat is None else table.chosen[seat],
        on_offer=[len(o) for o in table.offers],
        display=table.display[:],
        deck=sum(table.deck),
        discard=table.discard[:],
        fresh_tickets=sum(table.fresh),
        returned_by=[who for _, who in table.returned],
        owner=table.owner[:],
        trains=table.trains[:],
        points=table.points[:],
        final_turns=table.final_turns,
        passes=table.passes,
        shown=[sorted(t) for t in table.tickets] if over else None,
        longest=longest_paths(rules, table.owner) if over else [],
    )


def imagine(rules: TicketToRide, table: Table, seat: int | None, seed: str) -> Table:
    """Deal the unseen cards and tickets anew, uniformly (TTR-15.4). One's own returned tickets keep their places."""
    world = table.clone()
    world.chance = chance = Chance(seed)
    others = [s for s in range(rules.players) if s != seat]
    unseen = world.deck[:]
    for s in others:
        for c in range(9):
            unseen[c] += world.hands[s][c] - world.known[s][c]
    blocked = bool(world.agenda) and world.display.count(LOCOMOTIVE) >= 3
    if blocked:
        # That no flush was made tells everybody how few other cards the deck can hold (TTR-15.7).
        world.deck = _deal_poor_deck(world, unseen)
    for s in others:
        hand = world.known[s][:]
        for _ in range(sum(world.hands[s]) - sum(hand)):
            c = chance.pick("imagine:hand", unseen)
            unseen[c] -= 1
            hand[c] += 1
        world.hands[s] = hand
    if not blocked:
        world.deck = unseen
    over = not world.agenda  # all tickets are shown then (TTR-9.6)
    hidden = world.fresh[:]
    for s in others:
        for t in () if over else (*world.tickets[s], *world.offers[s]):
            hidden[t] = 1
    for t, who in world.returned:
        if who != seat:
            hidden[t] = 1
    if seat is not None:
        world.tickets[seat].sort()
    for s in others:
        if over:
            world.tickets[s].sort()
            continue
        world.tickets[s] = sorted(_deal(chance, hidden) for _ in world.tickets[s])
        world.offers[s] = [_deal(chance, hidden) for _ in world.offers[s]]
        if world.chosen[s] > 0:
            # How many somebody kept is still secret: all three, or all but one (TTR-2.6).
            world.chosen[s] = (0b111, 0b110, 0b101, 0b011)[chance.below("imagine:keep", 4)]
    world.returned = [(t if who == seat else _deal(chance, hidden), who) for t, who in world.returned]
    world.fresh = hidden
    return world


def _deal_poor_deck(world: Table, unseen: list[int]) -> list[int]:
    """Return a deck of the known size, dealt from the unseen cards, with which the display cannot be flushed (TTR-5.5)."""
    size = sum(world.deck)
    plain, wild = sum(unseen[:8]), unseen[LOCOMOTIVE]
    most = 2 - (5 - world.display.count(LOCOMOTIVE)) - sum(world.discard[:8])
    ways = [comb(plain, n) * comb(wild, size - n) for n in range(min(most, size) + 1)]
    # The weights may be huge; a draw takes 64 bits.
    scale = max(1, sum(ways) >> 50)
    others = world.chance.pick("imagine:others", [max(1, way // scale) if way else 0 for way in ways])
    deck = [0] * 8 + [size - others]
    unseen[LOCOMOTIVE] -= size - others
    for _ in range(others):
        c = world.chance.pick("imagine:deck", unseen[:8])
        unseen[c] -= 1
        deck[c] += 1
    return deck


def _deal(chance: Chance, hidden: list[int]) -> int:
    ticket = chance.pick("imagine:tickets", hidden)
    hidden[ticket] = 0
    return ticket


def retell(event: TTREvent, seat: int | None) -> TTREvent:
    """Return the event as that seat saw it."""
    if isinstance(event, CardDrawn) and event.seat != seat:
        return CardDrawn(event.seat, None)
    if isinstance(event, TicketsDrawn) and event.seat != seat:
        return TicketsDrawn(event.seat, event.count, None)
    if isinstance(event, TicketsKept) and event.seat != seat:
        return TicketsKept(event.seat, event.count, event.of, None)
    return event
