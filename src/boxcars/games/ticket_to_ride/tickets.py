"""Destination tickets: the first choice, and drawing more (TTR-2.5 to 2.7, TTR-7)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.turn_sequence import KEEP, TURN, end_turn
from boxcars.games.ticket_to_ride.types import (
    ChooseTickets,
    GameBegan,
    KeepDrawnTickets,
    KeepTickets,
    RevealTickets,
    TicketsChosen,
    TicketsDrawn,
    TicketsKept,
)

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide


def tickets_left(table: Table) -> int:
    return table.fresh.count(1) + len(table.returned)


def draw_ticket(table: Table) -> int:
    """Return the top ticket: an unseen one while there are any, then the returned ones in their order (TTR-7.3)."""
    if 1 in table.fresh:
        ticket = table.chance.pick("tickets", table.fresh)
        table.fresh[ticket] = 0
        return ticket
    return table.returned.pop(0)[0]


def subsets(rules: TicketToRide, offer: list[int], least: int) -> list[KeepTickets]:
    """Return all ways to keep at least so many, larger sets first."""
    keys = [rules.board.tickets[t].key for t in sorted(offer)]
    return [KeepTickets(kept) for n in range(len(keys), least - 1, -1) for kept in combinations(keys, n)]


def refuse_keep(rules: TicketToRide, offer: list[int], least: int, action: KeepTickets) -> Reason | None:
    ids = [rules.board.ticket_id.get(key, -1) for key in action.tickets]
    if any(i not in offer for i in ids) or len(set(ids)) != len(ids):
        return no("bad_keep", "TTR-7.2", T("Keep only tickets you were offered, each one once."))
    if len(ids) < least:
        clause = "TTR-2.5" if least == 2 else "TTR-7.2"
        return no("bad_keep", clause, T("Keep at least {least} of them.", least=least))
    return None


def draw_tickets(rules: TicketToRide, table: Table, seat: int, events: list[Event]) -> None:
    """Take the top three, or all that are left (TTR-7.1)."""
    offer = [draw_ticket(table) for _ in range(min(3, tickets_left(table)))]
    table.offers[seat] = offer
    events.append(TicketsDrawn(seat, len(offer), [rules.board.tickets[t].key for t in offer]))
    table.agenda.append(KEEP[seat])


def settle(rules: TicketToRide, table: Table, seat: int, kept: list[int], events: list[Event]) -> None:
    """Kept tickets go to the seat, the others under the ticket deck as they were taken (TTR-7.3)."""
    offer = table.offers[seat]
    table.tickets[seat] += kept
    table.returned += [(t, seat) for t in offer if t not in kept]
    table.offers[seat] = []
    events.append(TicketsKept(seat, len(kept), len(offer), [rules.board.tickets[t].key for t in kept]))


class FirstTickets(Chapter[Table]):
    """Each seat keeps two or three of its first tickets; nobody learns how many before all have chosen (TTR-2.6)."""

    verbs = (KeepTickets,)

    def legal(self, rules: TicketToRide, state: Table, step: ChooseTickets) -> list[KeepTickets]:
        return subsets(rules, state.offers[step.seat], 2)

    def refuse(self, rules: TicketToRide, state: Table, step: ChooseTickets, action: KeepTickets) -> Reason | None:
        return refuse_keep(rules, state.offers[step.seat], 2, action)

    def apply(self, rules: TicketToRide, state: Table, step: ChooseTickets, action: KeepTickets, events: list[Event]) -> None:
        ids = {rules.board.ticket_id[key] for key in action.tickets}
        state.chosen[step.seat] = sum(1 << i for i, t in enumerate(state.offers[step.seat]) if t in ids)
        events.append(TicketsChosen(step.seat))


def early_turn(rules: TicketToRide, table: Table, seat: int) -> Table | None:
    """Return the position as if it were the seat's turn to choose its first tickets: all choose at once (TTR-2.6)."""
    mine = [i for i, step in enumerate(table.agenda[:-1]) if isinstance(step, ChooseTickets) and step.seat == seat]
    if not mine or not isinstance(table.agenda[-1], ChooseTickets):
        return None
    world = table.clone()
    world.agenda.append(world.agenda.pop(mine[0]))
    return world


class TicketsRevealed(Chapter[Table]):
    """All have chosen: the returned tickets go under the deck in seat order (TTR-2.7), and the first turn begins."""

    def run(self, rules: TicketToRide, state: Table, step: RevealTickets, events: list[Event]) -> None:
        for seat, mask in enumerate(state.chosen):
            kept = [t for i, t in enumerate(state.offers[seat]) if mask >> i & 1]
            settle(rules, state, seat, kept, events)
            state.chosen[seat] = 0
        events.append(GameBegan(state.starts))
        state.agenda.append(TURN[state.starts])


class DrawnTickets(Chapter[Table]):
    """Keep at least one of the tickets taken in a turn (TTR-7.2)."""

    verbs = (KeepTickets,)

    def legal(self, rules: TicketToRide, state: Table, step: KeepDrawnTickets) -> list[KeepTickets]:
        return subsets(rules, state.offers[step.seat], 1)

    def refuse(self, rules: TicketToRide, state: Table, step: KeepDrawnTickets, action: KeepTickets) -> Reason | None:
        return refuse_keep(rules, state.offers[step.seat], 1, action)

    def apply(self, rules: TicketToRide, state: Table, step: KeepDrawnTickets, action: KeepTickets, events: list[Event]) -> None:
        ids = {rules.board.ticket_id[key] for key in action.tickets}
        settle(rules, state, step.seat, [t for t in state.offers[step.seat] if t in ids], events)
        end_turn(state, step.seat, events)
