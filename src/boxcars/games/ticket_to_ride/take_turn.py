"""The action of a turn: draw train cards, claim a route, or draw tickets (TTR-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Action, Event, Reason
from boxcars.games.ticket_to_ride.claim_route import claims, do_claim, refuse_claim
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.tickets import draw_tickets, tickets_left
from boxcars.games.ticket_to_ride.train_cards import can_draw, draws, first_draw, refuse_draw, some
from boxcars.games.ticket_to_ride.turn_sequence import end_turn
from boxcars.games.ticket_to_ride.types import ClaimRoute, DrawCard, DrawTickets, Pass, Passed, TakeCard, TakeTurn

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide

TICKETS: Final = DrawTickets()
PASS: Final = Pass()


class Turn(Chapter[Table]):
    """One of the three actions; a pass only if there is no other (TTR-3.2, 3.3)."""

    verbs = (TakeCard, DrawCard, ClaimRoute, DrawTickets, Pass)

    def legal(self, rules: TicketToRide, state: Table, step: TakeTurn) -> list[Action]:
        out: list[Action] = []
        out += claims(rules.board, state, step.seat)
        if can_draw(state):
            out += draws(state, False)
        if state.returned or some(state.fresh):
            out.append(TICKETS)
        if not out:
            out.append(PASS)
        return out

    def refuse(self, rules: TicketToRide, state: Table, step: TakeTurn, action: Action) -> Reason | None:
        if isinstance(action, ClaimRoute):
            return refuse_claim(rules.board, state, step.seat, action)
        if isinstance(action, (TakeCard, DrawCard)):
            return refuse_draw(state, action, False)
        if isinstance(action, DrawTickets):
            if not tickets_left(state):
                return no("no_tickets", "TTR-7.1", T("The ticket deck is empty."))
            return None
        if can_draw(state) or tickets_left(state) or claims(rules.board, state, step.seat):
            return no("pass_not_allowed", "TTR-3.2", T("You can only pass if you can't do anything else."))
        return None

    def apply(self, rules: TicketToRide, state: Table, step: TakeTurn, action: Action, events: list[Event]) -> None:
        seat = step.seat
        if type(action) is ClaimRoute:
            do_claim(rules.board, state, seat, action, events)
        elif type(action) is TakeCard or type(action) is DrawCard:
            first_draw(state, seat, action, events)
        elif type(action) is DrawTickets:
            draw_tickets(rules, state, seat, events)
        else:
            events.append(Passed(seat))
            end_turn(state, seat, events, passed=True)
