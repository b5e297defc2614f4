"""What a coach counts: trains, tickets that are open, tickets that cannot be finished any more."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from boxcars.games.ticket_to_ride.types import COLOURS, LOCOMOTIVE, ClaimRoute, KeepTickets, TicketToRideObservation

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide

NEVER = 1_000


def facts(rules: TicketToRide, seen: TicketToRideObservation, seat: int) -> dict[str, int]:
    """``hopeless``: open tickets for which no way is left, or too few trains."""
    missing = [spaces_missing(rules, seen, seat, ticket) for ticket in seen.tickets or []]
    trains = seen.trains[seat]
    return {
        "trains": trains,
        "open": sum(spaces > 0 for spaces in missing),
        "hopeless": sum(spaces > trains for spaces in missing),
    }


def deed(rules: TicketToRide, seen: TicketToRideObservation, seat: int, action: object) -> dict[str, int]:
    """Return of a claim, ``spare``: locomotives that cards of the colour could stand for. Of kept tickets, the ``dearest``."""
    if isinstance(action, ClaimRoute) and action.colour != COLOURS[LOCOMOTIVE]:
        cards = rules.board.length[rules.board.route_id[action.route]] - action.locomotives
        return {"spare": min(action.locomotives, (seen.hand or [0] * 9)[COLOURS.index(action.colour)] - cards)}
    if isinstance(action, KeepTickets):
        return {"dearest": max(rules.board.tickets[rules.board.ticket_id[key]].points for key in action.tickets)}
    return {}


def spaces_missing(rules: TicketToRide, seen: TicketToRideObservation, seat: int, ticket: int) -> int:
    """Return the fewest spaces still to be claimed to join the two cities of a ticket; NEVER where the others are in the way."""
    board = rules.board
    links: dict[int, list[tuple[int, int]]] = {}
    for route, (a, b) in enumerate(board.ends):
        if seen.owner[route] == seat:
            price = 0
        elif open_to(rules, seen, seat, route):
            price = board.length[route]
        else:
            continue
        links.setdefault(a, []).append((b, price))
        links.setdefault(b, []).append((a, price))
    start, goal = board.tickets[ticket].ends
    least, todo = {start: 0}, [(0, start)]
    while todo:
        spaces, city = heappop(todo)
        if city == goal:
            return spaces
        for other, price in links.get(city, []):
            if spaces + price < least.get(other, NEVER):
                least[other] = spaces + price
                heappush(todo, (spaces + price, other))
    return NEVER


def open_to(rules: TicketToRide, seen: TicketToRideObservation, seat: int, route: int) -> bool:
    """Return whether a seat could still claim a route (TTR-6.2, 6.8, 6.9)."""
    partner = rules.board.partner[route]
    rival = seen.owner[partner] if partner >= 0 else -1
    return seen.owner[route] < 0 and rival != seat and (rival < 0 or rules.players > 3)
