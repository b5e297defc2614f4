"""What things are called in Ticket to Ride: cards, routes, tickets, payments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.messages import TN, T, Text

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.map import Board
CARD_NAMES = {
    "violet": T("purple"),
    "blue": T("blue"),
    "orange": T("orange"),
    "white": T("white"),
    "green": T("green"),
    "yellow": T("yellow"),
    "black": T("black"),
    "red": T("red"),
    "grey": T("gray"),
    "locomotive": T("locomotive"),
}


def pair(board: Board, ends: tuple[int, int]) -> str:
    return f"{board.cities[ends[0]].name} – {board.cities[ends[1]].name}"


def route_text(board: Board, key: str) -> Text:
    """Return a route by its cities; one of two parallel routes also by its colour."""
    route = board.routes[board.route_id[key]]
    cities = pair(board, route.ends)
    if route.double_partner is None or route.colour == "grey":
        return T("{cities}", cities=cities)
    return T("{cities} ({colour})", cities=cities, colour=CARD_NAMES[route.colour])


def ticket_text(board: Board, key: str) -> Text:
    ticket = board.tickets[board.ticket_id[key]]
    return T("{cities} ({points})", cities=pair(board, ticket.ends), points=ticket.points)


def tickets_text(board: Board, keys: tuple[str, ...] | list[str]) -> list[Text]:
    return [ticket_text(board, key) for key in keys]


def payment_text(length: int, colour: str, locomotives: int) -> Text:
    """Return the cards of a payment: "3 blue + 1 locomotive"."""
    wild = TN("{count} locomotive", "{count} locomotives", locomotives)
    if locomotives == length:
        return wild
    plain = T("{number} {colour}", number=length - locomotives, colour=CARD_NAMES[colour])
    return T("{cards} + {more}", cards=plain, more=wild) if locomotives else plain
