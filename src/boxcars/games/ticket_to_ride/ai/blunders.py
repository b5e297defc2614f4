"""Blunders in Ticket to Ride: decisions that no good player makes."""

from __future__ import annotations

from typing import Any

from boxcars.core.blunders import Found, Watch
from boxcars.core.types import Action, Event
from boxcars.games.ticket_to_ride.ai.route_plans import FEW
from boxcars.games.ticket_to_ride.scoring import completed
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.train_cards import INDEX
from boxcars.games.ticket_to_ride.types import LOCOMOTIVE, ClaimRoute, DrawCard, DrawTickets, Pass, TakeCard, TicketsKept

HOARD = 12
"""Number of cards left in the hand at the end that counts as a blunder."""
IDLE = 15
"""Number of trains left at the end that counts as a blunder."""


class Blunders(Watch[Table]):
    things = {
        "ticket_failed": "a ticket of the beginning was not completed",
        "drawn_failed": "a ticket drawn later was not completed",
        "drawn_late": "tickets were drawn with fewer than eight trains left",
        "drawn_before_done": "tickets were drawn while two or more were open",
        "hoard": "a dozen cards or more were left in the hand",
        "idle_trains": "fifteen trains or more were left",
        "last_turn_idle": "in the last turn cards were drawn though a route could be claimed",
        "wasted_locomotive": "a locomotive was paid though a card of the colour was there",
        "passed": "a turn was passed though a card could be drawn or a route claimed",
        "wild_late": "an open locomotive was taken in the last turn",
    }

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.game = rules
        self.begun: list[set[int]] = [set() for _ in range(rules.players)]
        """The tickets that each seat kept at the start."""

    def before(self, state: Table, seat: int, action: Action) -> list[str]:
        found = []
        if isinstance(action, DrawTickets):
            if state.trains[seat] < FEW:
                found.append("drawn_late")
            open = [done for done in completed(self.game, state.owner, seat, state.tickets[seat]) if not done]
            if len(open) >= 2:
                found.append("drawn_before_done")
        if isinstance(action, ClaimRoute) and action.locomotives and action.colour != "locomotive":
            length = self.game.board.length[self.game.board.route_id[action.route]]
            if state.hands[seat][INDEX[action.colour]] > length - action.locomotives:
                found.append("wasted_locomotive")
        last = 0 <= state.final_turns <= self.rules.players
        if isinstance(action, (DrawCard, TakeCard, DrawTickets)) and last:
            if any(isinstance(other, ClaimRoute) for other in self.game.legal(state)):
                found.append("last_turn_idle")
            if isinstance(action, TakeCard) and INDEX[action.colour] == LOCOMOTIVE:
                found.append("wild_late")
        if isinstance(action, Pass) and len(self.game.legal(state)) > 1:
            found.append("passed")
        return found

    def after(self, state: Table, seat: int, action: Action, events: list[Event]) -> Found:
        for event in events:
            if isinstance(event, TicketsKept) and not self.begun[event.seat]:
                self.begun[event.seat] = set(state.tickets[event.seat])
        return []

    def over(self, state: Table) -> Found:
        found: Found = []
        for seat in range(self.rules.players):
            tickets = state.tickets[seat]
            for ticket, done in zip(tickets, completed(self.game, state.owner, seat, tickets), strict=True):
                if not done:
                    found.append((seat, "ticket_failed" if ticket in self.begun[seat] else "drawn_failed"))
            if sum(state.hands[seat]) >= HOARD:
                found.append((seat, "hoard"))
            if state.trains[seat] >= IDLE:
                found.append((seat, "idle_trains"))
        return found
