"""Statistics of a finished game of Ticket to Ride: how turns were spent, cards taken, tickets, points from turn to turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boxcars.core.messages import T, Text
from boxcars.core.types import Event
from boxcars.games.ticket_to_ride.names import pair
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.scoring import completed
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.types import CardDrawn, CardTaken, RouteClaimed, TakeTurn, TicketsDrawn
from boxcars.view.statistics import Line, Statistic, course, figures, ratio

CHAPTERS: dict[str, Text] = {
    "ChooseTickets": T("Tickets"),
    "KeepDrawnTickets": T("Tickets"),
    "TakeTurn": T("Turns"),
    "DrawSecondCard": T("Second card of a draw"),
}
"""Steps by the part of the game they belong to."""


def statistics(rules: TicketToRide, game: Iterable[tuple[Table, list[Event]]]) -> list[Statistic]:
    seats = range(rules.players)
    open, blind, drawing, routes, claimed, wild, fetched = ([0] * rules.players for _ in range(7))
    lengths = [0] * rules.players
    turns: list[list[int]] = []
    state: Table | None = None
    fresh = False
    for state, events in game:
        for event in events:
            if isinstance(event, CardTaken):
                open[event.seat] += 1
                wild[event.seat] += event.colour == "locomotive"
            elif isinstance(event, CardDrawn):
                blind[event.seat] += 1
            elif isinstance(event, RouteClaimed):
                routes[event.seat] += 1
                claimed[event.seat] += event.points
                lengths[event.seat] += rules.board.routes[rules.board.route_id[event.route]].length
            elif isinstance(event, TicketsDrawn) and turns:
                fetched[event.seat] += 1
            if isinstance(event, (CardTaken, CardDrawn)) and fresh:
                drawing[event.seat] += 1
        step = state.agenda[-1] if state.agenda else None
        fresh = isinstance(step, TakeTurn)
        if fresh and (len(turns) == 0 or state.points != turns[-1]):
            turns.append(state.points.copy())
    assert state is not None
    lines: list[tuple[Text, Sequence[float]]] = [
        (T("Turns spent drawing cards"), drawing),
        (T("Face-up cards taken"), open),
        (T("… including locomotives"), wild),
        (T("Cards drawn from the deck"), blind),
        (T("Routes claimed"), routes),
        (T("Trains per route"), [ratio(lengths[s], routes[s]) for s in seats]),
        (T("Points for routes"), claimed),
        (T("Times you drew tickets"), fetched),
    ]
    return [
        figures(T("The game in numbers"), lines),
        course(T("Points for routes, one by one"), turns),
        tickets(rules, state),
    ]


def tickets(rules: TicketToRide, state: Table) -> Statistic:
    """Return every ticket that was kept: what it brought or cost."""
    lines = []
    for seat in range(rules.players):
        own = state.tickets[seat]
        for ticket, done in zip(own, completed(rules, state.owner, seat, own), strict=True):
            points = rules.board.tickets[ticket].points
            label = T("{cities}", cities=pair(rules.board, rules.board.tickets[ticket].ends))
            lines.append(Line(label, [float(points if done else -points)], seat))
    lines.sort(key=lambda line: (line.seat, -line.values[0]))
    return Statistic(kind="list", title=T("Tickets"), lines=lines, heads=[T("points")])
