"""The end of Ticket to Ride: the tickets are uncovered; the longest path, the best ticket, most routes."""

from __future__ import annotations

from boxcars.core.messages import TN, T, Text
from boxcars.games.ticket_to_ride.names import pair
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.scoring import completed
from boxcars.games.ticket_to_ride.types import TicketToRideObservation
from boxcars.view.awards import most
from boxcars.view.tabletop import Award, Uncovered


def revealed_scores(rules: TicketToRide, seen: TicketToRideObservation, line: Text) -> list[Uncovered]:
    """Return every ticket with the line it belongs to, the smallest of a seat first."""
    lines = {True: T("Completed tickets"), False: T("Uncompleted tickets")}
    out = []
    for seat, tickets in enumerate(seen.shown or []):
        for ticket, done in zip(tickets, completed(rules, seen.owner, seat, tickets), strict=True):
            printed = rules.board.tickets[ticket]
            if lines[done] == line:
                cities = T("{cities}", cities=pair(rules.board, printed.ends))
                out.append(Uncovered(seat=seat, text=cities, points=printed.points, done=done))
    return sorted(out, key=lambda paper: (paper.seat, paper.points))


def game_awards(rules: TicketToRide, seen: TicketToRideObservation) -> list[Award]:
    board, seats = rules.board, range(rules.players)
    done: list[list[int]] = []
    for seat in seats:
        own = seen.shown[seat] if seen.shown is not None else []
        kept = completed(rules, seen.owner, seat, own)
        done.append([ticket for ticket, ok in zip(own, kept, strict=True) if ok])
    best = [max(tickets, key=lambda t: board.tickets[t].points, default=-1) for tickets in done]
    values = [board.tickets[t].points if t >= 0 else 0 for t in best]
    routes = [seen.owner.count(seat) for seat in seats]

    def cities(seat: int) -> Text:
        return T("{cities}", cities=pair(board, board.tickets[best[seat]].ends))

    return [
        *most(T("Longest path"), seen.longest, lambda seat: TN("{count} train", "{count} trains in a row", seen.longest[seat])),
        *most(T("Best ticket"), values, cities),
        *most(T("Most routes"), routes, lambda seat: TN("{count} route", "{count} routes", routes[seat])),
    ]
