"""Map and tile files: one layout for every game on hexes (STM-23), read, checked and made ready.

A terrain "river" in a file means plain land with a river. A map file may hold more than is read here: ``rules`` and
``track_costs`` are the game's own business.
"""

from __future__ import annotations

from typing import Any

import msgspec

from boxcars.rail.hexgrid import Grid, axial
from boxcars.rail.tiles import TOWN, Tile, TileSet


class Players(msgspec.Struct, frozen=True, kw_only=True):
    min: int
    max: int
    game_length: dict[str, int]
    recommended: list[int] = []
    variant: list[int] = []


class City(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    hex: str
    kind: str = "city"
    colors: list[str] = []
    starting_cubes: int = 0
    growth: dict[str, Any] | None = None
    groups: list[str] = []


class Town(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    hex: str
    groups_if_urbanized: list[str] = []


class DirectLink(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    cities: tuple[str, str]
    hexes: tuple[str, str]
    cost: int = 0


class BlockedSide(msgspec.Struct, frozen=True, kw_only=True):
    hex: str
    side: int


class River(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    hexes: list[str]


class Hex(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    col: int
    row: int
    terrain: str
    q: int | None = None
    r: int | None = None
    river: bool = False
    river_sides: list[int] = []
    city: str | None = None
    town: str | None = None
    simple_cost: int | None = None
    water_name: str = ""
    sea: bool = False
    """Whether the hex is water that continues beyond the board, for the picture."""


class MapFile(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a map file."""

    schema: str
    id: str
    name: str
    players: Players
    orientation: str
    offset_layout: str
    track_costs: dict[str, Any]
    rules: dict[str, Any]
    cities: list[City]
    towns: list[Town]
    hexes: list[Hex]
    provenance: dict[str, Any] = {}
    notes: list[str] = []
    checks: dict[str, Any] = {}
    grid: dict[str, int] = {}
    direct_links: list[DirectLink] = []
    blocked_sides: list[BlockedSide] = []
    rivers: list[River] = []


class TileEntry(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    kind: str = msgspec.field(name="class")
    segments: list[tuple[int | str, int | str]]
    count: int
    name: str = ""


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A two-sided counter: a face lies up only if another counter carries it, or this one is not needed for its back."""

    front: str
    back: str | None
    count: int


class TileFile(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a tile file."""

    schema: str
    track_tiles: list[TileEntry]
    physical_tiles: list[Counter] = []
    town_discs: int = 0

    def tile_set(self, limits: list[tuple[tuple[str, ...], int]] | None = None) -> TileSet:
        """Return the tile set; ``limits``: see TileSet; without them every tile has its own count."""
        tiles = [Tile(entry.id, entry.kind, tuple((_side(a), _side(b)) for a, b in entry.segments)) for entry in self.track_tiles]
        if limits is None:
            limits = [((entry.id,), entry.count) for entry in self.track_tiles]
        return TileSet(tiles, limits, self.town_discs)


def _side(value: int | str) -> int:
    return value if isinstance(value, int) else TOWN


class HexMap:
    """A map ready for play: everything by hex number (the place of a hex in its file). Immutable."""

    def __init__(self, file: MapFile) -> None:
        self.file = file
        self.key = file.id
        self.pointy = file.orientation == "pointy"
        number = {hex.id: i for i, hex in enumerate(file.hexes)}
        self.grid = Grid(
            [(hex.col, hex.row) for hex in file.hexes],
            {i for i, hex in enumerate(file.hexes) if hex.terrain == "water"},
            [(number[side.hex], side.side) for side in file.blocked_sides],
            self.pointy,
        )
        self.terrain = ["plain" if hex.terrain == "river" else hex.terrain for hex in file.hexes]
        self.river = [hex.river or hex.terrain == "river" for hex in file.hexes]
        self.cities = [number[city.hex] for city in file.cities]
        """Hexes of the printed cities, in file order."""
        self.towns = [number[town.hex] for town in file.towns]
        self.names = [""] * len(file.hexes)
        """Name of the city or town on each hex; "" in the open country."""
        self.city: dict[int, City] = {}
        for city in file.cities:
            self.city[number[city.hex]] = city
            self.names[number[city.hex]] = city.name
        for town in file.towns:
            self.names[number[town.hex]] = town.name

    def land(self) -> list[int]:
        """Return the hexes on which track may ever lie: neither water nor a printed city."""
        return [i for i, terrain in enumerate(self.terrain) if terrain != "water" and i not in self.city]

    def label(self, hex: int) -> str:
        """Return the name of a hex in a sentence: its own name, or its id in the open country."""
        return self.names[hex] or self.grid.ids[hex]


def complaints(file: MapFile) -> list[str]:
    """Return the errors of a map file, each with its place; an empty list means that it is valid."""
    wrong: list[str] = []
    pointy = file.orientation == "pointy"
    if (file.orientation, file.offset_layout) not in (("flat", "odd-q"), ("pointy", "odd-r")):
        wrong.append(f"orientation {file.orientation!r} with offset_layout {file.offset_layout!r} is unknown")
    seen: set[str] = set()
    for hex in file.hexes:
        if hex.id in seen:
            wrong.append(f"hex {hex.id} stands there twice")
        seen.add(hex.id)
        if hex.id != f"c{hex.col}r{hex.row}":
            wrong.append(f"hex {hex.id} lies at column {hex.col}, row {hex.row}")
        if hex.q is not None and (hex.q, hex.r) != axial(hex.col, hex.row, pointy):
            wrong.append(f"hex {hex.id} has axial place {(hex.q, hex.r)}, not {axial(hex.col, hex.row, pointy)}")
    marks = {hex.id: hex for hex in file.hexes}
    names: set[str] = set()
    for kind, places in (("city", file.cities), ("town", file.towns)):
        for place in places:
            if place.id in names:
                wrong.append(f"{kind} {place.id} stands there twice")
            names.add(place.id)
            at = marks.get(place.hex)
            if at is None or (at.city if kind == "city" else at.town) != place.id:
                wrong.append(f"{kind} {place.id} is not on hex {place.hex}")
            elif (at.terrain == "city") != (kind == "city") or at.terrain == "water":
                wrong.append(f"{kind} {place.id} lies on {at.terrain}")
    for side in file.blocked_sides:
        if side.hex not in marks or not 0 <= side.side < 6:
            wrong.append(f"blocked side {side.side} of hex {side.hex} does not exist")
    for link in file.direct_links:
        if any(hex not in marks or not marks[hex].city for hex in link.hexes):
            wrong.append(f"direct link {link.id} does not join two cities")
    return wrong
