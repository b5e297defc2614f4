"""The printed board: cities, routes, tickets, and the tables of prebuilt actions (TTR-1, TTR-13)."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from boxcars.core import codec, map_loader
from boxcars.games.ticket_to_ride.map_file import (
    BoardFile,
    City,
    MapFile,
    Route,
    RulesData,
    Ticket,
    TicketFile,
    as_board,
    check,
    read_map,
)
from boxcars.games.ticket_to_ride.types import COLOURS, ClaimRoute

GREY: Final = 8
"""Colour index of a route that takes any colour (in the tables of routes; in those of cards 8 is the locomotive)."""


class Board:
    """The board with everything the rules look up, built once."""

    def __init__(self, board: BoardFile, tickets: list[Ticket], own: MapFile | None = None) -> None:
        """``own``: the map file it comes from; without one it must be the printed board, complete."""
        if own is None:
            check(board, tickets)
        self.own = own
        box = RulesData() if own is None else own.rules
        self.trains: int = box.trains
        """Of each player (TTR-1.3)."""
        self.cards: list[int] = [box.cards] * 8 + [box.locomotives]
        """Train cards by colour index (TTR-1.1)."""
        self.cities: list[City] = board.cities
        self.routes: list[Route] = board.routes
        self.tickets: list[Ticket] = tickets
        self.provenance = board.provenance
        self.route_id: dict[str, int] = {r.key: r.id for r in board.routes}
        self.ticket_id: dict[str, int] = {t.key: t.id for t in tickets}
        self.length: list[int] = [r.length for r in board.routes]
        self.points: list[int] = [box.route_points[r.length - 1] for r in board.routes]
        self.partner: list[int] = [-1 if r.double_partner is None else r.double_partner for r in board.routes]
        self.colour: list[int] = [GREY if r.colour == "grey" else COLOURS.index(r.colour) for r in board.routes]
        self.ends: list[tuple[int, int]] = [r.ends for r in board.routes]
        self.by_colour: list[list[int]] = [
            sorted((r.id for r in board.routes if self.colour[r.id] == c), key=lambda i: (self.length[i], i)) for c in range(9)
        ]
        """Route ids by colour (8: grey), shortest first: the legal list stops at the first one too long."""
        self.claims: list[list[list[list[list[ClaimRoute]]]]] = [self._payments(r) for r in range(len(board.routes))]
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
    """Return the USA board."""
    here = files("boxcars.games.ticket_to_ride") / "data"
    board = codec.decoder(BoardFile).decode((here / "board.json").read_bytes())
    tickets = codec.decoder(TicketFile).decode((here / "tickets.json").read_bytes())
    return Board(board, tickets.tickets)


@lru_cache(maxsize=32)
def from_text(text: str) -> Board:
    """Return a map of one's own."""
    data = read_map(text)
    return Board(*as_board(data), data)


def board_of(map: str) -> Board:
    """Return the board of a map of the game, of a map file or of a kept map."""
    return from_text(map_loader.text_of(map)) if map_loader.is_own(map) else usa()
