"""Track on hexes once more, slowly and from the text of the rules alone (AOS-2, STM-2): for the oracles of both games.

Nothing of the program is used. A segment is (hex, side, side or TOWN). Every question walks the board anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

TOWN = 6
OFFSETS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The neighbour across side 0, 1, … in axial coordinates (AOS-2.1, STM-2.1)."""
Segment = tuple[str, int, int]


class Wrong(AssertionError):
    """What happened is not what the rules say."""


def must(true: object, what: str) -> None:
    if not true:
        raise Wrong(what)


def same(found: object, expected: object, what: str) -> None:
    if found != expected:
        if isinstance(found, set) and isinstance(expected, set):
            found, expected = found - expected, expected - found
        raise Wrong(f"{what}: {found}, by the rules {expected}")


def axial(hex: str, pointy: bool) -> tuple[int, int]:
    """Hexes are named by column and row; odd columns (pointy: odd rows) are shifted (AOS-2.3, STM-2.3)."""
    found = re.fullmatch(r"c(\d+)r(\d+)", hex)
    assert found is not None
    column, row = int(found[1]), int(found[2])
    if pointy:
        return column - (row - row % 2) // 2, row
    return column, row - (column - column % 2) // 2


@dataclass(frozen=True)
class Chain:
    """A section: all its segments and its two ends, each a stop or "" for OPEN."""

    segments: frozenset[Segment]
    ends: tuple[str, str]

    @property
    def complete(self) -> bool:
        return "" not in self.ends


class Rails:
    """A board with track. ``shapes``: tile -> its segments at rotation 0, each as two sides (or a side and TOWN)."""

    def __init__(
        self,
        hexes: Iterable[str],
        cities: Iterable[str],
        towns: Iterable[str],
        shapes: dict[str, list[tuple[int, int]]],
        pointy: bool = False,
        blocked: Iterable[tuple[str, int]] = (),
    ) -> None:
        self.place = {axial(hex, pointy): hex for hex in hexes}
        self.where = {hex: at for at, hex in self.place.items()}
        self.cities, self.towns = set(cities), set(towns)
        self.shapes = shapes
        self.blocked = set(blocked)
        for hex, side in list(self.blocked):
            q, r = self.where[hex]
            other = self.place.get((q + OFFSETS[side][0], r + OFFSETS[side][1]))
            if other is not None:
                self.blocked.add((other, (side + 3) % 6))
        self.owner: dict[Segment, int] = {}
        """Every segment on the board, with its owner or -1."""
        self.lying: dict[str, set[Segment]] = {}
        """The same by hex."""
        self.tile: dict[str, str] = {}
        self.direct: dict[frozenset[str], int] = {}
        """Links between adjacent cities without track, and their owners (AOS-17.9)."""
        self.added: set[Segment] = set()
        """Segments added in the build turn that goes on."""

    def beside(self, hex: str, side: int) -> str | None:
        """The hex across a side, if track may cross it."""
        if (hex, side) in self.blocked:
            return None
        q, r = self.where[hex]
        return self.place.get((q + OFFSETS[side][0], r + OFFSETS[side][1]))

    def on(self, hex: str) -> set[Segment]:
        return set(self.lying.get(hex, ()))

    def drawn(self, hex: str, tile: str, rotation: int) -> set[Segment]:
        """The segments a tile would have there: on a town every exit is one of its own (AOS-2.5, STM-2.7)."""
        found: set[Segment] = set()
        for a, b in self.shapes[tile]:
            sides = [(side + rotation) % 6 for side in (a, b) if side != TOWN]
            if hex in self.towns or TOWN in (a, b):
                found |= {(hex, side, TOWN) for side in sides}
            else:
                found.add((hex, min(sides), max(sides)))
        return found

    def at(self, hex: str, side: int) -> Segment | None:
        for segment in self.lying.get(hex, ()):
            if side in segment[1:] and side != TOWN:
                return segment
        return None

    def _end(self, segment: Segment, side: int, found: set[Segment]) -> str:
        """Leave a segment by a side and go on to the end, gathering the segments on the way."""
        while True:
            if side == TOWN:
                return segment[0]
            other = self.beside(segment[0], side)
            if other is None:
                return ""
            if other in self.cities:
                return other
            onward = self.at(other, (side + 3) % 6)
            if onward is None:
                return ""
            if onward in found:
                raise Wrong(f"a ring of track at {onward}")
            found.add(onward)
            came = (side + 3) % 6
            segment, side = onward, onward[2] if onward[1] == came else onward[1]

    def chain(self, segment: Segment) -> Chain:
        found = {segment}
        ends = (self._end(segment, segment[1], found), self._end(segment, segment[2], found))
        return Chain(frozenset(found), ends)

    def chains(self) -> list[tuple[Chain, int]]:
        """Every section with its owner; all its segments must have the same (AOS-2.15, STM-2.16)."""
        out: list[tuple[Chain, int]] = []
        left = set(self.owner)
        while left:
            chain = self.chain(next(iter(left)))
            left -= chain.segments
            owners = {self.owner[segment] for segment in chain.segments}
            must(len(owners) == 1, f"a section of several owners: {sorted(chain.segments)}")
            must(chain.ends[0] != chain.ends[1] or not chain.complete, f"a section from a stop to itself: {chain.ends}")
            out.append((chain, owners.pop()))
        return out

    def give(self, chain: Chain, owner: int) -> None:
        for segment in chain.segments:
            self.owner[segment] = owner

    def reaches_city(self, seat: int, chain: Chain) -> bool:
        """Whether the section leads to a city over the seat's own sections (AOS-8.10, STM-8.12)."""
        seen = {end for end in chain.ends if end}
        mine = [c for c, owner in self.chains() if owner == seat]
        grown = True
        while grown:
            grown = False
            for other in mine:
                ends = {end for end in other.ends if end}
                if ends & seen and not ends <= seen:
                    seen |= ends
                    grown = True
        return bool(seen & self.cities)

    def step(self, stop: str, side: int) -> tuple[Chain | None, str, int]:
        """Leave a stop by a side: the section used, the stop at its other end, its owner."""
        if stop in self.cities:
            other = self.beside(stop, side)
            must(other is not None, f"nothing leaves {stop} by side {side}")
            assert other is not None
            if other in self.cities:
                both = frozenset((stop, other))
                must(both in self.direct, f"no link between {stop} and {other}")
                return None, other, self.direct[both]
            segment = self.at(other, (side + 3) % 6)
        else:
            segment = self.at(stop, side)
        must(segment is not None, f"no track leaves {stop} by side {side}")
        assert segment is not None
        chain = self.chain(segment)
        must(chain.complete, f"an unfinished section leaves {stop} by side {side}")
        return chain, chain.ends[1] if chain.ends[0] == stop else chain.ends[0], self.owner[segment]

    # -- changes -----------------------------------------------------------------------------------------------------

    def lay(self, seat: int, hex: str, tile: str, rotation: int) -> tuple[str, set[Segment]]:
        """A tile play: its kind and the segments it added. New track and all it joins becomes the seat's."""
        must(hex in self.where and hex not in self.cities, f"no tile goes on {hex}")
        old, new = self.on(hex), self.drawn(hex, tile, rotation)
        gone, added = old - new, new - old
        must(added, "the tile adds nothing")
        if not old:
            kind = "place"
        elif gone:
            kind = "redirect"
            must(len(gone) == len(added) == 1 and hex not in self.towns, "more than one segment was changed")
            must(len(set(next(iter(gone))[1:]) & set(next(iter(added))[1:])) == 1, "a redirect keeps one side")
            self._check_redirect(seat, next(iter(gone)), next(iter(added)))
        else:
            kind = "town" if hex in self.towns else "replace"
        for segment in added:
            for side in segment[1:]:
                must(side == TOWN or self.beside(hex, side) is not None, f"track leads off the board at {hex}, side {side}")
        was_new = bool(gone & self.added)
        for segment in gone:
            del self.owner[segment]
        self.added -= gone
        self.tile[hex] = tile
        self.lying[hex] = new
        for segment in added:
            self.owner[segment] = seat
            if kind != "redirect" or was_new:
                self.added.add(segment)
        for segment in added:
            chain = self.chain(segment)
            for other in chain.segments:
                must(self.owner[other] in (seat, -1), f"{segment} joins track of another player")
            self.give(chain, seat)
        for segment in added:
            must(self.reaches_city(seat, self.chain(segment)), f"{segment} is not connected to a city over own track")
        return kind, added

    def _check_redirect(self, seat: int, gone: Segment, new: Segment) -> None:
        chain = self.chain(gone)
        must(self.owner[gone] in (seat, -1), "track of another player was redirected")
        dropped = next(side for side in gone[1:] if side not in new[1:])
        other = self.beside(gone[0], dropped)
        free = other is None or (other not in self.cities and self.at(other, (dropped + 3) % 6) is None)
        must(free and not chain.complete, "only an OPEN end can be redirected")

    def found(self, hex: str, seat: int) -> list[Chain]:
        """A New City on a town. The sections without owner that it completes."""
        must(hex in self.towns, f"{hex} is no town")
        facing = []
        for side in range(6):
            other = self.beside(hex, side)
            if other is not None and other not in self.cities and self.at(hex, side) is None:
                segment = self.at(other, (side + 3) % 6)
                if segment is not None:
                    facing.append(segment)
        for segment in self.on(hex):
            del self.owner[segment]
        self.lying.pop(hex, None)
        self.added = {segment for segment in self.added if segment[0] != hex}
        self.tile.pop(hex, None)
        self.towns.discard(hex)
        self.cities.add(hex)
        return [self.chain(segment) for segment in facing if self.owner[segment] == -1]

    def end_build(self, seat: int) -> list[Chain]:
        """Unfinished sections to which nothing was added lose their owner: which."""
        lost = []
        for chain, owner in self.chains():
            if owner == seat and not chain.complete and not chain.segments & self.added:
                self.give(chain, -1)
                lost.append(chain)
        self.added = set()
        return lost

    def leave(self, seat: int) -> None:
        """An eliminated player's track has no owner."""
        for segment, owner in self.owner.items():
            if owner == seat:
                self.owner[segment] = -1
        for both, owner in self.direct.items():
            if owner == seat:
                self.direct[both] = -1

    def links(self, seat: int) -> tuple[int, int]:
        """How many completed links a seat owns, and of how many segments."""
        mine = [chain for chain, owner in self.chains() if owner == seat and chain.complete]
        direct = sum(owner == seat for owner in self.direct.values())
        return len(mine) + direct, sum(len(chain.segments) for chain in mine) + direct
