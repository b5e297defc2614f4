"""What must always hold (TTR-12). A saved position that violates it is refused (TTR-16.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import Broken
from boxcars.games.ticket_to_ride.claim_route import closed_for_all
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.train_cards import can_draw, flushable
from boxcars.games.ticket_to_ride.types import (
    LOCOMOTIVE,
    ChooseTickets,
    DrawSecondCard,
    KeepDrawnTickets,
    RevealTickets,
    TakeTurn,
)

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide

CARDS = [12] * 8 + [14]
"""Train cards by colour index (TTR-1.1)."""


def must(ok: bool, clause: str, what: str) -> None:
    if not ok:
        raise Broken(f"{clause}: {what}")


def audit(rules: TicketToRide, table: Table) -> None:
    shape(rules, table)
    cards(rules, table)
    tickets(rules, table)
    routes(rules, table)
    agenda(rules, table)


def shape(rules: TicketToRide, table: Table) -> None:
    """Every list has its length, every seat and id exists."""
    board, players = rules.board, rules.players
    by_seat = (table.hands, table.known, table.tickets, table.offers, table.chosen, table.trains, table.points)
    must(all(len(part) == players for part in by_seat), "TTR-2.1", "wrong number of seats")
    must(0 <= table.starts < players, "TTR-2.8", "the starting seat is not at the table")
    must(len(table.owner) == len(board.routes) and all(-1 <= o < players for o in table.owner), "TTR-6.2", "unknown owner")
    counts = [table.deck, table.discard, *table.hands, *table.known]
    must(all(len(c) == 9 and min(c) >= 0 for c in counts), "TTR-12.1", "negative or missing card count")
    must(len(table.display) == 5, "TTR-12.6", "the display must have five cards")
    must(all(0 <= c <= LOCOMOTIVE for c in table.display), "TTR-12.1", "unknown card in the display")
    must(len(table.fresh) == len(board.tickets) and set(table.fresh) <= {0, 1}, "TTR-12.2", "unknown ticket")
    must(all(0 <= who < players for _, who in table.returned), "TTR-12.2", "a ticket was returned by nobody")
    must(-1 <= table.final_turns <= players and 0 <= table.passes <= players, "TTR-8.2", "impossible count of turns")


def cards(rules: TicketToRide, table: Table) -> None:
    for c in range(9):
        have = table.deck[c] + table.discard[c] + table.display.count(c) + sum(h[c] for h in table.hands)
        must(have == rules.board.cards[c], "TTR-12.1", f"{have} cards of colour {c} instead of {rules.board.cards[c]}")
    must(
        all(k[c] <= h[c] for k, h in zip(table.known, table.hands, strict=True) for c in range(9)),
        "TTR-15.1",
        "known card not in hand",
    )
    if table.agenda and table.display.count(LOCOMOTIVE) >= 3:
        must(not flushable(table), "TTR-12.7", "a flush is due")


def tickets(rules: TicketToRide, table: Table) -> None:
    found = [t for ts in (*table.tickets, *table.offers) for t in ts] + [t for t, _ in table.returned]
    found += [t for t, there in enumerate(table.fresh) if there]
    must(sorted(found) == list(range(len(rules.board.tickets))), "TTR-12.2", "a ticket is missing or doubled")


def routes(rules: TicketToRide, table: Table) -> None:
    board, players = rules.board, rules.players
    for seat in range(players):
        own = [r for r, o in enumerate(table.owner) if o == seat]
        must(
            table.trains[seat] + sum(board.length[r] for r in own) == board.trains,
            "TTR-12.3",
            f"seat {seat} has lost or gained trains",
        )
        must(table.trains[seat] >= 0, "TTR-12.3", f"seat {seat} has used more trains than there are")
        must(table.points[seat] == sum(board.points[r] for r in own), "TTR-12.4", f"seat {seat} has the wrong score")
    takable: list[bool] = []
    for r, partner in enumerate(board.partner):
        if partner >= 0 and table.owner[r] >= 0 and table.owner[partner] >= 0:
            ok = table.owner[r] != table.owner[partner] and not closed_for_all(players)
            must(ok, "TTR-12.5", f"{board.routes[r].key} and its partner are both taken")
        closed = closed_for_all(players) and partner >= 0 and table.owner[partner] >= 0
        takable.append(table.owner[r] < 0 and not closed)
    there = [[r for r in by_colour if takable[r]] for by_colour in board.by_colour]
    must(table.open == there, "TTR-6.2", "a route is wrongly open or closed")


def agenda(rules: TicketToRide, table: Table) -> None:
    """One seat is to move, and it can (TTR-3.6, 12.8)."""
    if not table.agenda:
        return
    players = rules.players
    step, others = table.agenda[-1], table.agenda[:-1]
    must(0 <= step.seat < players, "TTR-3.6", "nobody is to move")
    if isinstance(step, ChooseTickets):
        due = [RevealTickets(), *(ChooseTickets(seat) for seat in range(players - 1, step.seat, -1))]
        must(others == due, "TTR-3.6", "the first choices are out of order")
        must(all(len(o) == 3 for o in table.offers), "TTR-2.5", "three tickets are on offer to each seat")
        must(all(mask in (3, 5, 6, 7) for mask in table.chosen[: step.seat]), "TTR-2.5", "a first choice is missing")
        must(all(mask == -1 for mask in table.chosen[step.seat :]), "TTR-2.5", "a first choice is too early")
        return
    must(not others and isinstance(step, (TakeTurn, DrawSecondCard, KeepDrawnTickets)), "TTR-3.6", "two steps are due")
    must(not any(table.chosen), "TTR-2.6", "a first choice is left over")
    for seat, offer in enumerate(table.offers):
        looking = isinstance(step, KeepDrawnTickets) and seat == step.seat
        must(1 <= len(offer) <= 3 if looking else not offer, "TTR-7.2", f"seat {seat} has the wrong tickets on offer")
    must(not isinstance(step, DrawSecondCard) or can_draw(table), "TTR-4.8", "there is no second card to draw")
    must(table.final_turns != 0 and table.passes < players, "TTR-8.6", "the game should be over")
