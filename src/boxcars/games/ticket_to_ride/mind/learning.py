"""Ticket to Ride as numbers, for learners: the vocabulary of targets and the features of what a seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.ticket_to_ride.words import COLOURS, LOCOMOTIVE, DrawSecondCard, Seen

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide


def targets(rules: TicketToRide) -> list[str]:
    """Routes, payments, cards, decks, and the tickets to keep one by one."""
    most = max(rules.board.length)
    out = [f"route:{route.key}" for route in rules.board.routes]
    out += [f"pay:{colour}:{n}" for colour in COLOURS[:LOCOMOTIVE] for n in range(most)]
    out += [f"pay:locomotive:{n}" for n in range(1, most + 1)]
    out += [f"display:{colour}" for colour in COLOURS]
    out += [f"keep:{ticket.key}" for ticket in rules.board.tickets]
    return [*out, "keep:end", "deck", "tickets", "do:pass"]


def spell(target: str) -> tuple[str, ...]:
    """A set of tickets is spelled ticket by ticket."""
    if target.startswith("keep:"):
        return (*(f"keep:{ticket}" for ticket in target[5:].split("+")), "keep:end")
    return (target,)


def size(rules: TicketToRide) -> int:
    n, routes, tickets = rules.players, len(rules.board.routes), len(rules.board.tickets)
    return routes * (n + 1) + 9 * 3 + tickets * 2 + n * (4 + 9) + 6


def features(rules: TicketToRide, seen: Seen) -> list[float]:
    """Seats are counted from one's own, so that a learner need not know where it sits. All numbers are about 0 to 1."""
    n = rules.players
    me = seen.seat if seen.seat is not None else 0
    seats = [(me + i) % n for i in range(n)]
    out: list[float] = []
    for owner in seen.owner:
        place = [0.0] * (n + 1)
        place[n if owner < 0 else (owner - me) % n] = 1.0
        out += place
    out += [c / 12 for c in seen.hand or [0] * 9]
    out += [seen.display.count(c) / 5 for c in range(9)]
    out += [c / 12 for c in seen.discard]
    for held in (seen.tickets or [], seen.offer or []):
        mine = [0.0] * len(rules.board.tickets)
        for ticket in held:
            mine[ticket] = 1.0
        out += mine
    for seat in seats:
        out += [seen.trains[seat] / 45, seen.points[seat] / 100, seen.cards[seat] / 20, seen.ticket_counts[seat] / 10]
        out += [c / 12 for c in seen.known[seat]]
    out += [
        seen.deck / 110,
        seen.fresh_tickets / 30,
        len(seen.returned_by) / 30,
        (seen.final_turns + 1) / 6,
        float(bool(seen.agenda) and isinstance(seen.agenda[-1], DrawSecondCard)),
        float(seen.actor == me),
    ]
    return out
