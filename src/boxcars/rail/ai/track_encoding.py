"""Track on hexes as numbers, and the way back: every connection of every tile with its owner, cities, and the tiles on towns."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from boxcars.core.field_encoding import Kind
from boxcars.rail.hexgrid import Grid
from boxcars.rail.tiles import TOWN, TileSet
from boxcars.rail.track import CITY, TOWN_HEX, Track, add_segment, empty_track, link_directly, segment

CONNECTIONS: Final = [(a, b) for a in range(6) for b in range(a + 1, 7)]
"""The possible connections inside a hex: two sides, or a side and the town (6). A direct link joins a side of a city and its
middle."""
PER_HEX: Final = len(CONNECTIONS)
NUMBER_OF: Final[list[int]] = [CONNECTIONS.index((n // 7, n % 7)) if n // 7 < n % 7 else -1 for n in range(42)]
"""A segment's number within its hex -> the number of its connection."""


@mypyc_attr(allow_interpreted_subclasses=True)
class HexTrack(Kind):
    """For each hex: flags of its 21 possible connections, and for each side the owner of the track that crosses it; for each town
    whether it is a city, and its tile (elsewhere the connections tell the tile)."""

    def __init__(
        self, grid: Grid, tiles: TileSet, cities: list[int], towns: list[int], players: int, marks: bool = False
    ) -> None:
        self.grid = grid
        self.tiles = tiles
        self.cities = cities
        self.towns = towns
        self.players = players
        self.marks = marks
        self.wide = PER_HEX + 6 * players + (6 if marks else 0)
        self.per_town = 1 + len(tiles.tiles)
        self.size = grid.size * self.wide + len(towns) * self.per_town
        self.form_of: dict[tuple[tuple[int, int], ...], int] = {}
        for number in tiles.on_land:
            segments = tiles.forms[number].segments
            if segments in self.form_of:
                raise ValueError(f"two tiles look alike: {tiles.forms[number]}")
            self.form_of[segments] = number

    def put_section(self, owner: int, segments: Any, out: Any, at: int, me: int) -> None:
        n, wide = self.players, self.wide
        seat = (owner - me) % n
        for number in segments:
            s: int = number
            inside = s % 42
            hex = at + s // 42 * wide
            out[hex + NUMBER_OF[inside]] = 1.0
            if owner >= 0:
                sides = hex + PER_HEX + seat
                out[sides + inside // 7 * n] = 1.0
                b = inside % 7
                if b != TOWN:
                    out[sides + b * n] = 1.0

    def put_towns(self, places: list[int], tiles: list[int], out: Any, at: int) -> None:
        at += self.grid.size * self.wide
        forms = self.tiles.forms
        for hex in self.towns:
            if places[hex] == CITY:
                out[at] = 1.0
            elif tiles[hex] >= 0:
                out[at + 1 + forms[tiles[hex]].tile] = 1.0
            at += self.per_town

    def put_mark(self, number: int, out: Any, at: int) -> None:
        """Mark a segment at the first of its sides, which no other segment shares."""
        out[at + number // 42 * self.wide + PER_HEX + 6 * self.players + number % 42 // 7] = 1.0

    def track(self, x: list[float], at: int, me: int) -> Track:
        """Return the track read back from numbers; its sections may stand in another order."""
        grid, tiles, n = self.grid, self.tiles, self.players
        track = empty_track(grid, tiles, self.cities, self.towns)
        there: list[list[tuple[int, int]]] = []
        for hex in range(grid.size):
            place = at + hex * self.wide
            there.append([pair for i, pair in enumerate(CONNECTIONS) if x[place + i] > 0.5])
        self._read_towns(track, there, x, at)
        for hex, pairs in enumerate(there):
            place = at + hex * self.wide + PER_HEX
            for a, b in pairs:
                owner = next(((me + i) % n for i in range(n) if x[place + a * n + i] > 0.5), -1)
                if track.places[hex] == CITY:
                    link_directly(track, grid, hex, grid.across[6 * hex + a] // 6, owner)
                else:
                    add_segment(track, grid, segment(hex, a, b), owner)
            if self.marks:
                marked = [a for a in range(6) if x[place + 6 * n + a] > 0.5]
                track.fresh += [segment(hex, a, b) for a, b in pairs if a in marked]
            if pairs and track.places[hex] != CITY and track.places[hex] != TOWN_HEX:
                self._put_tile(track, hex, self.form_of[tuple(pairs)])
        return track

    def _read_towns(self, track: Track, there: list[list[tuple[int, int]]], x: list[float], at: int) -> None:
        at += self.grid.size * self.wide
        for hex in self.towns:
            if x[at] > 0.5:
                track.places[hex] = CITY
            sides = tuple([a for a, _ in there[hex]])
            for tile in range(len(self.tiles.tiles)):
                if x[at + 1 + tile] > 0.5:
                    form = next(f for f in self.tiles.form_of[tile] if self.tiles.forms[f].sides == sides)
                    self._put_tile(track, hex, form)
                    if self.tiles.needs_disc(form):
                        track.discs += 1
            at += self.per_town

    def _put_tile(self, track: Track, hex: int, form: int) -> None:
        track.tiles[hex] = form
        track.used[self.tiles.forms[form].tile] += 1

    def describe_values(self) -> str:
        marks = ", whether it was laid in this build turn (at the first of its sides)" if self.marks else ""
        hexes = f"for each of {self.grid.size} hexes: which of {PER_HEX} connections; for each side the seat that owns it{marks}"
        return f"{hexes}; for each of {len(self.towns)} towns: whether it is a city, and its tile, one of {len(self.tiles.tiles)}"


class AtHexes(Kind):
    """A value for each hex; only the given hexes can have a value other than ``none``."""

    def __init__(self, hexes: int, stops: list[int], kind: Kind, none: Any) -> None:
        self.hexes = hexes
        self.stops = stops
        self.kind = kind
        self.none = none
        self.size = len(stops) * kind.size

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        kind, wide = self.kind, self.kind.size
        for hex in self.stops:
            found = value[hex]
            if found:
                kind.write(found, out, at, me)
            at += wide

    def read(self, x: list[float], at: int, me: int) -> Any:
        out = [self.none] * self.hexes
        for i, hex in enumerate(self.stops):
            out[hex] = self.kind.read(x, at + i * self.kind.size, me)
        return out

    def describe_values(self) -> str:
        return f"for each of {len(self.stops)} hexes {self.kind.describe_values()}"
