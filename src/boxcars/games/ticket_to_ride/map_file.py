"""The formats of boards: the printed one's files and what they must hold (TTR-1), and a map file of one's own (docs/maps.md)."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from boxcars.core import map_loader
from boxcars.core.game import Broken
from boxcars.games.ticket_to_ride.types import COLOURS


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


# -- a map file of one's own -----------------------------------------------------------------------------------------------------

RouteColour = Literal["violet", "blue", "orange", "white", "green", "yellow", "black", "red", "grey"]


class CityData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``x``, ``y``: its place on the sheet, from the upper left corner; ``label``: where its name stands, if not found."""

    id: str
    name: str
    x: float
    y: float
    label: tuple[float, float] | None = None


class Laid(msgspec.Struct, frozen=True):
    """The spaces of a route in the picture: their common length; x, y and angle of each."""

    length: float
    spaces: list[tuple[float, float, float]]


class RouteData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One route, or two side by side: a colour for each. ``bend``: how far its middle lies aside (left out: found)."""

    cities: tuple[str, str]
    length: int
    colours: list[RouteColour] = msgspec.field(default_factory=lambda: ["grey"])
    bend: float | None = None
    laid: list[Laid] = []
    """Every space where it belongs, for each of the routes."""


class TicketData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    cities: tuple[str, str]
    points: int


class NameData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A name of a sea or a country on the sheet."""

    text: str
    x: float
    y: float
    size: float = 26
    turn: float = 0


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Under the routes. ``ground``: that of a board of the game; otherwise ``land``: coasts as corners; none: all is land."""

    width: int = 1800
    height: int = 1180
    ground: Literal["", "usa"] = ""
    land: list[list[tuple[float, float]]] = []
    names: list[NameData] = []


class RulesData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is in the box; the defaults are the rulebook's (TTR-1.1, 1.3, 1.10)."""

    trains: int = 45
    cards: int = 12
    """Of each colour."""
    locomotives: int = 14
    route_points: list[int] = msgspec.field(default_factory=lambda: [1, 2, 4, 7, 10, 15, 18, 21, 27])
    """By length, from 1; the rulebook's end with 6."""


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    name: str
    provenance: str
    licence: str = ""
    notes: list[str] = []
    players: list[int] = msgspec.field(default_factory=lambda: [2, 3, 4, 5])
    cities: list[CityData]
    routes: list[RouteData]
    tickets: list[TicketData]
    rules: RulesData = RulesData()
    picture: Picture = Picture()


CHOICES: Final = {"colours": get_args(RouteColour), "ground": ("usa",)}


def read_map(text: str) -> MapFile:
    """Raises BadMap naming what is wrong and where."""
    return map_loader.decode(text, MapFile, CHOICES)


def lane_keys(pair: tuple[str, str], colours: list[RouteColour]) -> list[str]:
    """Return what the routes between two cities are called: by the cities, and if there are two, by colour or as a and b."""
    name = "-".join(pair)
    if len(colours) == 1:
        return [name]
    alike = len(set(colours)) < len(colours)
    return [f"{name}-{'ab'[i] if alike else colour}" for i, colour in enumerate(colours)]


def as_board(data: MapFile) -> tuple[BoardFile, list[Ticket]]:
    """Return a map file in the form of the printed board."""
    number = {city.id: i for i, city in enumerate(data.cities)}
    cities = [City(number[c.id], c.id, c.name, round(c.x), round(c.y)) for c in data.cities]
    routes: list[Route] = []
    for r in data.routes:
        a, b = sorted(number[city] for city in r.cities)
        first = len(routes)
        for i, key in enumerate(lane_keys((data.cities[a].id, data.cities[b].id), r.colours)):
            partner = None if len(r.colours) == 1 else first + 1 - i
            routes.append(Route(first + i, key, (a, b), r.colours[i], r.length, partner, []))
    tickets = []
    for i, t in enumerate(data.tickets):
        a, b = sorted(number[city] for city in t.cities)
        tickets.append(Ticket(i, f"{data.cities[a].id}-{data.cities[b].id}", (a, b), t.points, 0))
    return BoardFile({"source": data.provenance}, cities, routes), tickets


# -- the printed board -----------------------------------------------------------------------------------------------------------


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
