"""Ticket to Ride: set-up and sequence of play (TTR-2, TTR-3)."""

from __future__ import annotations

from typing import Any, ClassVar

from boxcars.core.chance import Chance
from boxcars.core.game import Refused, Rules
from boxcars.core.messages import T
from boxcars.core.types import Outcome, Reason
from boxcars.games.ticket_to_ride import invariants, scoring, visibility
from boxcars.games.ticket_to_ride.map import board_of
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.take_turn import Turn
from boxcars.games.ticket_to_ride.tickets import DrawnTickets, FirstTickets, TicketsRevealed, draw_ticket
from boxcars.games.ticket_to_ride.train_cards import SecondDraw, flush_if_due, turn_up
from boxcars.games.ticket_to_ride.types import (
    ChooseTickets,
    ClaimRoute,
    DrawSecondCard,
    KeepDrawnTickets,
    KeepTickets,
    RevealTickets,
    TakeTurn,
    TicketToRideObservation,
    TTRAction,
    TTREvent,
    TTRStep,
)


class TicketToRide(Rules[Table]):
    game: ClassVar[str] = "ticket_to_ride"
    version: ClassVar[int] = 1
    ui: ClassVar[str] = "boxcars.games.ticket_to_ride.ui"
    state_type: ClassVar[Any] = Table
    action_type: ClassVar[Any] = TTRAction
    event_type: ClassVar[Any] = TTREvent
    step_type: ClassVar[Any] = TTRStep
    observation_type: ClassVar[Any] = TicketToRideObservation

    def __init__(self, map: str, players: int, options: dict[str, Any]) -> None:
        super().__init__(map, players, options)
        self.board = board_of(map)
        if self.board.own is not None and players not in self.board.own.players:
            counts = ", ".join(str(n) for n in sorted(self.board.own.players))
            text = T("{map} is for {counts} players, not {players}.", map=self.board.own.name, counts=counts, players=players)
            raise Refused(Reason("bad_setup", "TTR-2.1", text))
        self.starting_seat: int = options["starting_seat"] - 1
        """The seat that begins; -1: drawn at random (TTR-2.8)."""
        if self.starting_seat >= players:
            text = T("First player: there are only {players} seats. Choose 0 to {players}.", players=players)
            raise Refused(Reason("bad_setup", "TTR-2.8", text))
        # With the printed board at most 90n + 140 turns of up to two decisions, and the first choices (TTR-12.9); passes are
        # bounded by n in a row. Elsewhere: two turns for each train and one for each card and ticket.
        board = self.board
        turns = 2 * board.trains * players + sum(board.cards) + len(board.tickets)
        self.max_decisions = 2 * turns * (players + 1)
        self.chapters = {
            ChooseTickets: FirstTickets(),
            RevealTickets: TicketsRevealed(),
            TakeTurn: Turn(),
            DrawSecondCard: SecondDraw(),
            KeepDrawnTickets: DrawnTickets(),
        }

    def deal(self, chance: Chance) -> Table:
        """Four cards each, five face up, three tickets each, then the starting seat (TTR-2.3 to 2.10)."""
        n = self.players
        table = Table(
            chance=chance,
            agenda=[],
            starts=0,
            hands=[[0] * 9 for _ in range(n)],
            known=[[0] * 9 for _ in range(n)],
            display=[],
            deck=self.board.cards[:],
            discard=[0] * 9,
            tickets=[[] for _ in range(n)],
            offers=[[] for _ in range(n)],
            chosen=[-1] * n,
            fresh=[1] * len(self.board.tickets),
            returned=[],
            owner=[-1] * len(self.board.routes),
            open=[routes[:] for routes in self.board.by_colour],
            trains=[self.board.trains] * n,
            points=[0] * n,
        )
        for hand in table.hands:
            for _ in range(4):
                hand[turn_up(table, [])] += 1
        table.display = [turn_up(table, []) for _ in range(5)]
        flush_if_due(table, [])
        for seat in range(n):
            table.offers[seat] = [draw_ticket(table) for _ in range(3)]
        table.starts = self.starting_seat if self.starting_seat >= 0 else chance.below("starting seat", n)
        table.agenda = [RevealTickets(), *(ChooseTickets(seat) for seat in reversed(range(n)))]
        return table

    def clone(self, state: Table) -> Table:
        return state.clone()

    def observe(self, state: Table, seat: int | None) -> TicketToRideObservation:
        return visibility.observe(self, state, seat)

    def imagine(self, state: Table, seat: int | None, seed: str) -> Table:
        return visibility.imagine(self, state, seat, seed)

    def retell(self, event: TTREvent, seat: int | None) -> TTREvent:
        return visibility.retell(event, seat)

    def standing(self, state: Table) -> list[int]:
        return state.points[:]

    def traces(self, state: Table) -> list[tuple[str, int, int]]:
        return scoring.traces(self, state)

    def outcome(self, state: Table) -> Outcome | None:
        return None if state.agenda else scoring.final_outcome(self, state)

    def audit(self, state: Table) -> None:
        invariants.audit(self, state)

    def normal(self, action: Any) -> Any:
        """Return the action in its canonical form: a payment in locomotives only has one name, and tickets come in their order
        (TTR-6.12, 16.4)."""
        if isinstance(action, ClaimRoute):
            route = self.board.route_id.get(action.route, -1)
            if route >= 0 and action.locomotives == self.board.length[route]:
                return self.board.wild[route]
        if isinstance(action, KeepTickets):
            known = self.board.ticket_id
            return KeepTickets(tuple(sorted(action.tickets, key=lambda key: known.get(key, -1))))
        return action


def explicit(cards: list[int], tickets: list[int], starts: int, seed: str = "") -> Chance:
    """Return a chance that deals this order of train cards and tickets, top first, and this starting seat (TTR-2.10)."""
    if sorted(cards) != [c for c, n in enumerate(invariants.CARDS) for _ in range(n)]:
        raise Refused(Reason("bad_setup", "TTR-16.6", T("The train cards don't add up to the 110 cards of the game.")))
    if sorted(tickets) != list(range(30)):
        raise Refused(Reason("bad_setup", "TTR-16.6", T("The tickets don't add up to the 30 tickets of the game.")))
    return Chance(seed, {}, {"deck": cards, "tickets": tickets, "starting seat": [starts]})
