"""The format of the board and ticket files, and what a good one must hold (TTR-1)."""

from __future__ import annotations

import msgspec

from boxcars.core.game import Broken
from boxcars.games.ticket_to_ride.words import COLOURS


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
