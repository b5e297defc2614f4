"""A printed board: hexes, cities, towns, prices, and the tables of prebuilt actions (AOS-2, AOS-10)."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from boxcars.core import map_loader
from boxcars.core.messages import Text
from boxcars.games.age_of_steam.actions import Letter, Urbanize
from boxcars.games.age_of_steam.components import (
    COLOURS,
    COLUMNS,
    LETTERS,
    NEW_CITY_COLOURS,
    TILES,
)
from boxcars.games.age_of_steam.map_file import CityData, MapFile, TownData, grid_of, read_map, terrain_at
from boxcars.rail.actions import LayTrack
from boxcars.rail.build_legality import Prices
from boxcars.rail.hex_names import hex_names
from boxcars.rail.tile_plays import all_plays

KINDS: Final = ("simple", "coexisting", "crossing")
TOWN_BASE: Final = 1
TOWN_PER_EXIT: Final = 1
"""Dollars per exit for a tile on a town hex: $1 + $1 per exit (AOS-10.2)."""
REPLACE_COST: Final = 3
"""Dollars for replacing a tile (AOS-10.3, 10.4)."""
REDIRECT_COST: Final = 2
"""Dollars for redirecting track (AOS-10.6)."""


class Board:
    """Everything about a map that never changes; shared by all games played on it."""

    def __init__(self, data: MapFile) -> None:
        self.data = data
        self.grid = grid_of(data)
        grid = self.grid
        self.terrain = [terrain_at(data, col, row) for col, row in grid.positions]
        self.city_hex: dict[str, int] = {c.id: grid.number[c.hex] for c in data.cities}
        self.cities = [grid.number[c.hex] for c in data.cities]
        self.towns = [grid.number[t.hex] for t in data.towns]
        self.terminals = frozenset(grid.number[c.hex] for c in data.cities if c.kind == "terminal")
        self.names: list[str] = [""] * grid.size
        self.region: dict[int, str] = {}
        """Hex -> "east" or "west", for cities and for towns once urbanized (AOS-15.5)."""
        places: list[CityData | TownData] = [*data.cities, *data.towns]
        for place in places:
            self.names[grid.number[place.hex]] = place.name
            if place.region:
                self.region[grid.number[place.hex]] = place.region
        self.spoken = hex_names(grid, self.names, self.terrain)
        self.starting = [hex for hex in self.cities if hex in self.region]
        """Western US: the printed cities of east and west (AOS-15.7)."""
        self.growth: dict[str, int] = {c.growth: grid.number[c.hex] for c in data.cities if c.growth}
        """Numbered column -> hex of its city (AOS-1.16)."""
        self.accepts = [0] * grid.size
        for c in data.cities:
            for colour in c.colours:
                self.accepts[grid.number[c.hex]] |= 1 << COLOURS.index(colour)
        self.direct: dict[str, tuple[int, int, int]] = {
            link.id: (self.city_hex[link.cities[0]], self.city_hex[link.cities[1]], link.cost) for link in data.direct_links
        }
        """Direct link -> its two cities and its price (AOS-17.9)."""
        self.prices = Prices(
            [self._place_prices(hex) for hex in range(grid.size)],
            [REPLACE_COST] * len(TILES.forms),
            [REPLACE_COST] * len(TILES.forms),
            [REDIRECT_COST] * len(TILES.forms),
        )
        self.dearest = max(max(row) for row in self.prices.place)
        """The highest price on the board."""
        self.lay: list[list[LayTrack]] = all_plays(grid, TILES)
        """[hex][form] -> the action."""
        self.urbanize: dict[tuple[int, int], Urbanize] = {
            (hex, n): Urbanize(grid.ids[hex], letter(n)) for hex in self.towns for n in range(len(LETTERS))
        }
        self.new_city_colour = [COLOURS.index(colour) for colour in NEW_CITY_COLOURS]
        self.hex_cubes = [hex for hex in range(grid.size) if self.terrain[hex] in data.rules.hex_cubes and hex not in self.towns]
        """St. Lucia: the hexes that start with a cube (AOS-19.2)."""
        halves = "".join(half[0].upper() for half in data.rules.growth_halves)
        allowed = [c for c in COLUMNS[:12] if c[0] in halves] + [c for c in COLUMNS[12:] if c in data.rules.new_cities]
        self.columns: list[str] = allowed if data.rules.display != "none" else []
        """The columns of the display that this map uses (AOS-18.7)."""

    def _place_prices(self, hex: int) -> list[int]:
        """Return what placing each form on the hex costs; water and cities are never built on."""
        terrain = self.terrain[hex]
        if hex in self.towns:
            return [TOWN_BASE + TOWN_PER_EXIT * len(form.sides) for form in TILES.forms]
        if terrain in ("water", "city"):
            return [0] * len(TILES.forms)
        by_kind = self.data.track_costs[terrain]
        printed = self.data.board.costs.get(self.grid.ids[hex], 0) if terrain == "special" else 0
        return [printed + by_kind[KINDS.index(form.kind)] if form.kind in KINDS else 0 for form in TILES.forms]

    def name(self, hex: int) -> str | Text:
        """Return what people call the hex."""
        return self.spoken[hex]


def letter(n: int) -> Letter:
    found: Letter = LETTERS[n]  # type: ignore[assignment]
    return found


@cache
def builtin(key: str) -> Board:
    """One of the maps of the game."""
    text = (files("boxcars.games.age_of_steam") / "maps" / f"{key}.toml").read_text(encoding="utf-8")
    return Board(read_map(text))


@lru_cache(maxsize=32)
def from_text(text: str) -> Board:
    """Return a map of one's own."""
    return Board(read_map(text))


def board_of(map: str) -> Board:
    """Return the board of a map of the game, of a map file or of a kept map."""
    return from_text(map_loader.text_of(map)) if map_loader.is_own(map) else builtin(map)


def export_map(key: str) -> str:
    """Return a map of the game as the text of a map file."""
    return map_loader.encode("age_of_steam", builtin(key).data)
