"""The map of Age of Steam in observation vectors: tiles, places and sections."""

from __future__ import annotations

from typing import Any

from boxcars.core.field_encoding import Kind
from boxcars.games.age_of_steam.components import LETTERS
from boxcars.rail.ai.track_encoding import HexTrack


class BoardSeen(HexTrack):
    """Tiles, places and sections of an observation."""

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        for owner, _, _, segments in value.sections:
            self.put_section(owner, segments, out, at, me)
        self.put_towns(value.places, value.tiles, out, at)

    def read(self, x: list[float], at: int, me: int) -> Any:
        track = self.track(x, at, me)
        sections = [(s.owner, list(s.ends), list(s.ports), list(s.segments)) for s in track.sections]
        return {"tiles": track.tiles, "places": track.places, "sections": sections}


class NewCities(Kind):
    """For each letter: whether its New City is beside the board, the town it stands in, or that it is not in the game."""

    def __init__(self, towns: list[int]) -> None:
        self.towns = towns
        self.wide = 2 + len(towns)
        self.size = len(LETTERS) * self.wide
        self.town_of: dict[int, int] = {hex: i for i, hex in enumerate(towns)}

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        hexes: list[int] = value
        for hex in hexes:
            if hex < 0:
                out[at - 1 - hex] = 1.0
            else:
                out[at + 2 + self.town_of[hex]] = 1.0
            at += self.wide

    def read(self, x: list[float], at: int, me: int) -> Any:
        where = [-1, -2, *self.towns]
        places = [at + i * self.wide for i in range(len(LETTERS))]
        return [next(hex for i, hex in enumerate(where) if x[place + i] > 0.5) for place in places]

    def describe_values(self) -> str:
        return f"for each of {len(LETTERS)}: beside the board, not in this game, or one of {len(self.towns)} towns"


class Display(Kind):
    """The colour of the cube on each display space that the map uses; all 0: empty."""

    def __init__(self, spaces: list[int], all: int, colours: int) -> None:
        self.spaces = spaces
        self.all = all
        self.colours = colours
        self.size = len(spaces) * colours

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        display: list[int] = value
        for space in self.spaces:
            if display[space] >= 0:
                out[at + display[space]] = 1.0
            at += self.colours

    def read(self, x: list[float], at: int, me: int) -> Any:
        out = [-1] * self.all if self.spaces else []
        for i, space in enumerate(self.spaces):
            for colour in range(self.colours):
                if x[at + i * self.colours + colour] > 0.5:
                    out[space] = colour
        return out

    def describe_values(self) -> str:
        return f"for each of {len(self.spaces)} spaces one of {self.colours} colours"


class Railroads(Kind):
    """Sets of one or two seats, in the order of the seats: one number for each pair; a seat paired with itself stands for one
    seat."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.size = players * players

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        n = self.players
        for seats in value:
            out[at + (seats[0] - me) % n * n + (seats[-1] - me) % n] = 1.0

    def read(self, x: list[float], at: int, me: int) -> Any:
        n = self.players
        pairs = [((me + i) % n, (me + j) % n) for i in range(n) for j in range(n) if x[at + i * n + j] > 0.5]
        return sorted((a,) if a == b else (a, b) for a, b in pairs)

    def describe_values(self) -> str:
        return f"which of {self.size} pairs of seats"
