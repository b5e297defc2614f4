"""Track tiles: sets of side pairs, turned but never mirrored, in a limited supply.

A *form* is a tile in one of its distinct rotations, numbered 0, 1, 2 … in a TileSet. On a hex without a town the
segments of a form are pairs of sides; on a town hex all its sides are exits that meet in the town.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

TOWN: Final = 6
"""The second end of a town's exit: the town in the middle of the hex."""


@dataclass(frozen=True)
class Tile:
    """``kind``: "simple", "crossing", "coexisting" or "town". Segments at rotation 0; TOWN (6) is the town."""

    id: str
    kind: str
    segments: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Form:
    """A tile in one rotation."""

    number: int
    tile: int
    rotation: int
    kind: str
    segments: tuple[tuple[int, int], ...]
    sides: tuple[int, ...]
    """All sides with track, ascending: on a town hex these are its exits."""


class TileSet:
    """All tiles of a game and their supply.

    ``limits``: (tiles, n) means that at most n of these tiles may lie on the board at once; single counts, and counters
    printed on both sides, are both of this kind. ``discs``: how many town discs there are; a tile that is not a town tile
    may lie on a town hex only with a disc (0: never).
    """

    def __init__(self, tiles: list[Tile], limits: list[tuple[tuple[str, ...], int]], discs: int = 0) -> None:
        self.tiles = tiles
        self.discs = discs
        self.number: dict[str, int] = {tile.id: i for i, tile in enumerate(tiles)}
        self.forms: list[Form] = []
        self.form_of: list[list[int]] = []
        """[tile][rotation 0..5] -> form; rotations that look the same share a form."""
        for i, tile in enumerate(tiles):
            seen: dict[tuple[tuple[int, int], ...], int] = {}
            row: list[int] = []
            for turn in range(6):
                segments = tuple(sorted(turned(segment, turn) for segment in tile.segments))
                if segments not in seen:
                    seen[segments] = len(self.forms)
                    sides = tuple(sorted(side for segment in segments for side in segment if side != TOWN))
                    self.forms.append(Form(len(self.forms), i, turn, tile.kind, segments, sides))
                row.append(seen[segments])
            self.form_of.append(row)
        self.limits: list[list[tuple[tuple[int, ...], int]]] = [[] for _ in tiles]
        for names, most in limits:
            group = tuple(self.number[name] for name in names)
            for tile_number in group:
                self.limits[tile_number].append((group, most))
        self.groups = [(tuple(self.number[name] for name in names), most) for names, most in limits]
        self.on_land = [form.number for form in self.forms if form.kind != "town"]
        self.on_town = [form.number for form in self.forms if form.kind == "town" or discs > 0]
        self.upgrades: list[list[tuple[int, tuple[int, int]]]] = []
        """[form] -> (form, added segment): what keeps the one segment of a simple tile and adds a second."""
        self.redirects: list[list[tuple[int, int, int, int]]] = []
        """[form] -> (form, side kept, side dropped, new side): what moves one end of one segment."""
        for old in self.forms:
            self.upgrades.append([])
            self.redirects.append([])
            if old.kind == "town":
                continue
            for number in self.on_land:
                new = self.forms[number]
                gone = [segment for segment in old.segments if segment not in new.segments]
                came = [segment for segment in new.segments if segment not in old.segments]
                if not gone and len(came) == 1:
                    self.upgrades[-1].append((number, came[0]))
                elif len(gone) == len(came) == 1 and len(old.segments) == len(new.segments):
                    common = [side for side in gone[0] if side in came[0]]
                    if len(common) == 1:
                        kept = common[0]
                        dropped = gone[0][0] + gone[0][1] - kept
                        self.redirects[-1].append((number, kept, dropped, came[0][0] + came[0][1] - kept))

        self.simple: dict[tuple[int, int], int] = {f.segments[0]: f.number for f in self.forms if f.kind == "simple"}
        """The simple form that joins two sides, the smaller one first."""
        self.second: dict[tuple[int, int, int], int] = {}
        """(old form, side, side) -> the form that adds this segment to a simple form; of several the first."""
        for before, found in enumerate(self.upgrades):
            for form, (a, b) in found:
                self.second.setdefault((before, a, b), form)

    def joining(self, old: int, a: int, b: int) -> int:
        """Return the form that leads from side to side, where a form lies already (-1: none) by adding to it; -1 if there is
        none."""
        pair = (a, b) if a < b else (b, a)
        return self.simple[pair] if old < 0 else self.second.get((old, *pair), -1)

    def needs_disc(self, form: int) -> bool:
        """Return whether the form, laid on a town hex, carries a town disc."""
        return self.forms[form].kind != "town"

    def missing(self, used: list[int]) -> int:
        """Return the tiles that are used up, as a bit mask."""
        found = 0
        for group, most in self.groups:
            n = 0
            for i in group:
                n += used[i]
            if n >= most:
                for i in group:
                    found |= 1 << i
        return found

    def available(self, used: list[int], tile: int, back: int = -1) -> bool:
        """Return whether one more of ``tile`` can be laid after one of ``back`` (-1: none) has been taken off (AOS-1.6,
        STM-1.12)."""
        for group, most in self.limits[tile]:
            n = 1
            for i in group:
                n += used[i]
                if i == back:
                    n -= 1
            if n > most:
                return False
        return True


def turned(segment: tuple[int, int], turn: int) -> tuple[int, int]:
    """Return a segment turned clockwise by ``turn`` sides, its smaller side first."""
    a, b = (side if side == TOWN else (side + turn) % 6 for side in segment)
    return (a, b) if a < b else (b, a)
