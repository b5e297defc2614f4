"""What must always hold (TTR-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import Broken
from boxcars.games.ticket_to_ride.claim_route import closed_for_all
from boxcars.games.ticket_to_ride.table import Table
from boxcars.games.ticket_to_ride.words import LOCOMOTIVE

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide

CARDS = [12] * 8 + [14]


def must(ok: bool, clause: str, what: str) -> None:
    if not ok:
        raise Broken(f"{clause}: {what}")


def audit(rules: TicketToRide, table: Table) -> None:
    board, players = rules.board, rules.players
    must(
        len(table.hands) == len(table.trains) == len(table.points) == len(table.tickets) == players,
        "TTR-2.1",
        "wrong number of seats",
    )
    must(len(table.owner) == len(board.routes) and all(-1 <= o < players for o in table.owner), "TTR-6.2", "unknown owner")
    counts = [table.deck, table.discard, *table.hands, *table.known]
    must(all(len(c) == 9 and min(c) >= 0 for c in counts), "TTR-12.1", "negative or missing card count")
    must(all(0 <= c <= LOCOMOTIVE for c in table.display), "TTR-12.1", "unknown card in the display")
    for c in range(9):
        have = table.deck[c] + table.discard[c] + table.display.count(c) + sum(h[c] for h in table.hands)
        must(have == CARDS[c], "TTR-12.1", f"{have} cards of colour {c} instead of {CARDS[c]}")
    must(
        all(k[c] <= h[c] for k, h in zip(table.known, table.hands, strict=True) for c in range(9)),
        "TTR-15.1",
        "known card not in hand",
    )
    tickets = [t for ts in (*table.tickets, *table.offers) for t in ts] + [t for t, _ in table.returned]
    tickets += [t for t, there in enumerate(table.fresh) if there]
    must(sorted(tickets) == list(range(len(board.tickets))), "TTR-12.2", "a ticket is missing or doubled")
    for seat in range(players):
        own = [r for r, o in enumerate(table.owner) if o == seat]
        must(table.trains[seat] + sum(board.length[r] for r in own) == 45, "TTR-12.3", f"seat {seat} has lost or gained trains")
        must(table.points[seat] == sum(board.points[r] for r in own), "TTR-12.4", f"seat {seat} has the wrong score")
    for r, partner in enumerate(board.partner):
        if partner >= 0 and table.owner[r] >= 0 and table.owner[partner] >= 0:
            ok = table.owner[r] != table.owner[partner] and not closed_for_all(players)
            must(ok, "TTR-12.5", f"{board.routes[r].key} and its partner are both taken")
        takable = table.owner[r] < 0 and not (closed_for_all(players) and partner >= 0 and table.owner[partner] >= 0)
        must((r in table.open[board.colour[r]]) == takable, "TTR-6.2", f"{board.routes[r].key} is wrongly open or closed")
    must(len(table.display) == 5, "TTR-12.6", "the display must have five cards")
    if table.agenda and table.display.count(LOCOMOTIVE) >= 3:
        pool = 5 - table.display.count(LOCOMOTIVE) + sum(table.deck[:8]) + sum(table.discard[:8])
        must(pool < 3, "TTR-12.7", "a flush is due")
