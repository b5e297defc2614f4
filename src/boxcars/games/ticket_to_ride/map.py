"""The printed board: cities, routes, tickets, and the tables of prebuilt actions (TTR-1, TTR-13)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from boxcars.core.game import Broken
from boxcars.games.ticket_to_ride.words import COLOURS, LOCOMOTIVE, ClaimRoute

POINTS = (0, 1, 2, 4, 7, 10, 15)
"""Route points by length (TTR-1.10)."""
GREY = 8
"""Colour index of a route that takes any colour; equals LOCOMOTIVE only by its place in the tables."""


class City(msgspec.Struct, frozen=True):
    id: int
    key: str
    name: str
    x: int
    y: int


class Space(msgspec.Struct, frozen=True):
    x: int
    y: int
    angle: int


class Route(msgspec.Struct, frozen=True):
    id: int
    key: str
    ends: tuple[int, int]
    colour: str
    length: int
    double_partner: int | None
    spaces: list[Space]


class Ticket(msgspec.Struct, frozen=True):
    id: int
    key: str
    ends: tuple[int, int]
    points: int
    shortest: int


class BoardFile(msgspec.Struct):
    provenance: dict[str, str]
    cities: list[City]
    routes: list[Route]


class TicketFile(msgspec.Struct):
    provenance: dict[str, str]
    tickets: list[Ticket]


def check(board: BoardFile, tickets: list[Ticket]) -> None:
    """Refuse files that are not the board of the rules (TTR-1.13)."""

    def must(ok: bool, what: str) -> None:
        if not ok:
            raise Broken(f"board data: {what}")

    routes = board.routes
    must(len(board.cities) == 36, "36 cities are needed (TTR-1.6)")
    must(len(routes) == 100, "100 routes are needed (TTR-1.6)")
    must(
        [c.id for c in board.cities] == list(range(36)) and [r.id for r in routes] == list(range(100)), "ids must count up from 0"
    )
    must(len({c.key for c in board.cities}) == 36 and len({r.key for r in routes}) == 100, "keys must be unique")
    must(len({r.ends for r in routes}) == 78, "78 pairs of neighbouring cities are needed (TTR-1.6)")
    must(len(tickets) == 30 and [t.id for t in tickets] == list(range(30)), "30 tickets are needed (TTR-1.2)")
    must(len({t.key for t in tickets}) == 30, "every ticket exists once (TTR-1.2)")
    must(sum(t.points for t in tickets) == 349, "ticket values must add up to 349 (TTR-1.2)")
    ends = [r.ends for r in routes] + [t.ends for t in tickets]
    must(all(0 <= city < 36 for pair in ends for city in pair), "unknown city")
    must(all(r.colour in (*COLOURS[:8], "grey") for r in routes), "unknown route colour")
    for colour in COLOURS[:8]:
        lengths = [r.length for r in routes if r.colour == colour]
        must((len(lengths), sum(lengths)) == (7, 27), f"{colour} must have 7 routes with 27 spaces (TTR-1.7)")
    lengths = [r.length for r in routes]
    must([lengths.count(k) for k in range(1, 7)] == [9, 36, 20, 16, 10, 9], "wrong numbers of routes by length (TTR-1.8)")
    must(all(len(r.spaces) == r.length for r in routes), "a route must have as many spaces as its length")
    doubles = grey = 0
    for route in routes:
        if route.double_partner is not None:
            must(0 <= route.double_partner < 100, "unknown partner")
            partner = routes[route.double_partner]
            must(partner.double_partner == route.id and partner.ends == route.ends, f"{route.key}: partners must be mutual")
            must(partner.length == route.length, f"{route.key}: partners must have one length")
            doubles += 1
            grey += route.colour == partner.colour == "grey"
            must(route.colour == "grey" or route.colour != partner.colour, f"{route.key}: partners must have two colours")
    must((doubles, grey) == (44, 20), "22 double routes are needed, 10 of them grey (TTR-1.6)")
    reached = {0}
    for _ in range(36):
        reached |= {e for r in routes if reached & set(r.ends) for e in r.ends}
    must(len(reached) == 36, "the board must be connected (TTR-1.9)")


class Board:
    """The board with everything the rules look up, built once."""

    def __init__(self, board: BoardFile, tickets: list[Ticket]) -> None:
        check(board, tickets)
        self.cities = board.cities
        self.routes = board.routes
        self.tickets = tickets
        self.provenance = board.provenance
        self.route_id: dict[str, int] = {r.key: r.id for r in board.routes}
        self.ticket_id: dict[str, int] = {t.key: t.id for t in tickets}
        self.length: list[int] = [r.length for r in board.routes]
        self.points: list[int] = [POINTS[r.length] for r in board.routes]
        self.partner: list[int] = [-1 if r.double_partner is None else r.double_partner for r in board.routes]
        self.colour: list[int] = [GREY if r.colour == "grey" else COLOURS.index(r.colour) for r in board.routes]
        self.ends: list[tuple[int, int]] = [r.ends for r in board.routes]
        self.by_colour: list[list[int]] = [
            sorted((r.id for r in board.routes if self.colour[r.id] == c), key=lambda i: (self.length[i], i)) for c in range(9)
        ]
        """Route ids by colour (8: grey), shortest first: the legal list stops at the first one too long."""
        self.claims: list[list[list[list[list[ClaimRoute]]]]] = [self._payments(r) for r in range(100)]
        """claims[route][colour][cards of it][locomotives] -> the claims possible with them; see ``_payments``."""
        self.wild: list[ClaimRoute] = [ClaimRoute(r.key, "locomotive", r.length) for r in board.routes]
        """The payment in locomotives only, one for each route."""

    def _payments(self, route: int) -> list[list[list[list[ClaimRoute]]]]:
        """Claims of a route by (colour, cards of that colour, locomotives), both counts cut at the length.

        Payments in locomotives only are in ``wild``: they must be listed once however many colours a grey route takes.
        """
        k = self.length[route]
        key = self.routes[route].key
        colours = range(8) if self.colour[route] == GREY else (self.colour[route],)
        one = [[ClaimRoute(key, COLOURS[c], n) for n in range(k)] for c in range(8)]
        table: list[list[list[list[ClaimRoute]]]] = []
        for c in range(8):
            table.append([])
            if c in colours:
                table[c] = [
                    [[one[c][n] for n in range(max(0, k - have), min(k - 1, wild) + 1)] if have else [] for wild in range(k + 1)]
                    for have in range(k + 1)
                ]
        return table


@cache
def usa() -> Board:
    """The USA board."""
    here = files("boxcars.games.ticket_to_ride")
    board = msgspec.json.decode((here / "board.json").read_bytes(), type=BoardFile)
    tickets = msgspec.json.decode((here / "tickets.json").read_bytes(), type=TicketFile)
    return Board(board, tickets.tickets)


__all__ = ["GREY", "LOCOMOTIVE", "POINTS", "Board", "usa"]
