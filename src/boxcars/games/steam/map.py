"""The printed board and the box: hexes, places, prices, tiles, prebuilt tile plays (STM-1, STM-2, STM-9)."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from msgspec.structs import replace

from boxcars.core import codec, map_loader
from boxcars.core.game import Broken
from boxcars.games.steam import map_file
from boxcars.games.steam.types import COLOURS
from boxcars.rail.actions import LayTrack
from boxcars.rail.build_legality import Builder, Prices
from boxcars.rail.hexmap import HexMap, MapFile, TileFile, complaints
from boxcars.rail.tile_plays import all_plays
from boxcars.rail.tiles import TileSet

MAPS: Final = ("north_america", "ruhr")
SUPPLY_SPACES: Final = 12
"""STM-1.6."""
NEW_CITIES: Final = (1, 1, 1, 1, 4)
"""New City tiles by colour: red, blue, yellow, purple, gray (STM-1.4)."""
RING: Final = ("44", "45", "47", "46")


def face_limits(file: TileFile) -> list[tuple[tuple[str, ...], int]]:
    """Return which faces share counters (STM-1.11, 1.12): at most n of these faces may lie on the map at once.

    Faces 44 to 47 share four pairs in a ring, so each face has two pairs' counters, two neighbours three, all of them four.
    """
    limits: list[tuple[tuple[str, ...], int]] = []
    ring: dict[str, int] = {}
    for counter in file.physical_tiles:
        faces = (counter.front,) if counter.back is None else (counter.front, counter.back)
        if counter.front in RING:
            for face in faces:
                ring[face] = ring.get(face, 0) + counter.count
        else:
            limits.append((faces, counter.count))
    pairs = (("44", "45"), ("45", "46"), ("46", "47"), ("47", "44"))
    total = sum(ring.values()) // 2
    limits += [((face,), count) for face, count in sorted(ring.items())]
    limits += [(pair, 6) for pair in pairs]
    limits.append((("44", "45", "46", "47"), total))
    return limits


class SteamMap:
    """One map with everything the rules look up, built once."""

    def __init__(self, file: MapFile, tiles: TileFile) -> None:
        wrong = complaints(file) or check(file)
        if wrong:
            raise Broken(f"map {file.id}: {wrong[0]}")
        self.hexes = HexMap(file)
        self.file = file
        self.grid = self.hexes.grid
        self.numbers: dict[str, Any] = file.rules
        """The numbers a map may change (section 23 of the rules)."""
        self.tiles: TileSet = tiles.tile_set(face_limits(tiles))
        self.places = self.hexes.cities + self.hexes.towns
        """Hexes that can ever hold goods: the cities, then the towns, in file order."""
        self.place_of = [-1] * self.grid.size
        for place, hex in enumerate(self.places):
            self.place_of[hex] = place
        self.accepts = [0] * self.grid.size
        """Per hex: bit mask of the colour of its printed city."""
        for hex, city in self.hexes.city.items():
            self.accepts[hex] = 1 << COLOURS.index(city.colors[0])
        self.builder = Builder(self.grid, self.tiles, self.prices(), None, claims=True)
        self.plays: list[list[LayTrack]] = all_plays(self.grid, self.tiles)
        """[hex][form]: the tile play as a ready-made action."""
        self.town_form: dict[frozenset[int], int] = {frozenset(f.sides): f.number for f in self.tiles.forms if f.kind == "town"}
        """The form of a town tile by its exits (STM-1.13)."""

    def prices(self) -> Prices:
        """STM-9.1 … 9.3: per exit, town, river, mountain; terrain is charged on empty hexes only."""
        costs = self.file.track_costs
        exits = [len(form.sides) * costs["per_exit"] for form in self.tiles.forms]
        base = [n + (costs["town"] if form.kind == "town" else 0) for n, form in zip(exits, self.tiles.forms, strict=True)]
        place: list[list[int]] = []
        for hex in range(self.grid.size):
            extra = costs["river"] if self.hexes.river[hex] else 0
            if self.hexes.terrain[hex] == "mountain":
                extra += costs["mountain"]
            place.append([n + extra for n in base])
        return Prices(place, base, base, exits)

    def starting_cubes(self, city: int, players: int) -> int:
        """Return how many cubes the city-th printed city gets (STM-4.2, 4.3)."""
        adjustment: int = self.numbers["city_cube_adjustment"][str(players)]
        return self.file.cities[city].starting_cubes + adjustment


def check(file: MapFile) -> list[str]:
    """Return what the rules of Steam ask of a map beyond what every hex map must have."""
    wrong: list[str] = []
    for city in file.cities:
        if len(city.colors) != 1 or city.colors[0] not in COLOURS or city.colors[0] == "gray":
            wrong.append(f"city {city.id}: a printed city is red, blue, yellow or purple")
    if file.rules["one_play_per_hex"]:
        wrong.append("rules.one_play_per_hex must be false")
    counts = {
        "hexes": len(file.hexes),
        "buildable_or_city": sum(hex.terrain != "water" for hex in file.hexes),
        "cities": len(file.cities),
        "towns": len(file.towns),
        "mountains": sum(hex.terrain == "mountain" for hex in file.hexes),
        "coast": sum(hex.terrain == "coast" for hex in file.hexes),
        "rivers": sum(hex.river for hex in file.hexes),
        "water": sum(hex.terrain == "water" for hex in file.hexes),
        "blocked_sides": len(file.blocked_sides),
        "starting_cubes": sum(city.starting_cubes for city in file.cities),
    }
    wrong += [
        f"checks.{key} says {file.checks[key]}, the file has {n}" for key, n in counts.items() if file.checks.get(key, n) != n
    ]
    return wrong


@cache
def box() -> TileFile:
    """Return the tiles of the rulebook."""
    return codec.decoder(TileFile).decode((files("boxcars.games.steam") / "data" / "tiles.json").read_bytes())


@cache
def builtin(key: str) -> SteamMap:
    """One of the maps of the game."""
    file = (files("boxcars.games.steam") / "maps" / f"{key}.json").read_bytes()
    return SteamMap(codec.decoder(MapFile).decode(file), box())


@lru_cache(maxsize=32)
def from_text(text: str) -> SteamMap:
    """Return a map of one's own."""
    data = map_file.read_map(text)
    tiles = box()
    counters = [replace(counter, count=data.tiles.get(counter.front, counter.count)) for counter in tiles.physical_tiles]
    return SteamMap(map_file.laid_out(data), replace(tiles, physical_tiles=counters))


def steam_map(map: str) -> SteamMap:
    """Return the board of a map of the game, of a map file or of a kept map."""
    return from_text(map_loader.text_of(map)) if map_loader.is_own(map) else builtin(map)


def export_map(key: str) -> str:
    """Return a map of the game as the text of a map file."""
    return map_loader.encode("steam", map_file.described(builtin(key).file))
