"""The deliveries that a seat's links allow, and their value, for the bots.

All values are in track points: one for each own link that a cube passes. The search walks the seat's links from each city with
goods, for all colours at once, and notes the possible lengths for every cube.
"""

from __future__ import annotations

from typing import Final

from boxcars.games.steam.state import KINDS, Table
from boxcars.rail.track import CITY, Section

STEPS: Final = 1_500
"""The greatest number of steps of a search from one city."""

Links = dict[int, list[tuple[int, int]]]
"""Stop -> list of (other stop, number of the link)."""


def links_of(sections: list[Section], seat: int) -> Links:
    """Return the seat's completed links, and the neutral ones, as a graph."""
    graph: Links = {}
    for i, section in enumerate(sections):
        if section.complete and section.owner in (seat, -1):
            add_link(graph, section.ends[0], section.ends[1], i if section.owner == seat else -1 - i)
    return graph


def add_link(graph: Links, a: int, b: int, number: int) -> None:
    graph.setdefault(a, []).append((b, number))
    graph.setdefault(b, []).append((a, number))


class Walk:
    """The search from one city: ``reached[colour]`` is a bit mask of the numbers of own links of possible deliveries."""

    def __init__(self, graph: Links, places: list[int], accepts: list[int], reach: int) -> None:
        self.graph = graph
        self.places = places
        self.accepts = accepts
        self.reach = reach
        self.reached = [0] * KINDS
        self.wanted = 0
        self.left = 0
        self.cities: list[int] = []
        self.used: list[int] = []

    def start(self, origin: int, wanted: int) -> list[int]:
        self.reached = [0] * KINDS
        self.wanted = wanted
        self.left = STEPS
        self.cities = [origin]
        self.used = []
        self._go(origin, 0, 0, 0)
        return self.reached

    def _go(self, stop: int, length: int, own: int, passed: int) -> None:
        for other, link in self.graph.get(stop, ()):
            if link in self.used or other in self.cities or self.left <= 0:
                continue
            self.left -= 1
            gained = own + (1 if link >= 0 else 0)
            mask = self.accepts[other]
            if mask & ~passed & self.wanted:
                self.reached[mask.bit_length() - 1] |= 1 << gained
            beyond = passed | mask
            if length + 1 < self.reach and self.wanted & ~beyond:
                city = self.places[other] == CITY
                if city:
                    self.cities.append(other)
                self.used.append(link)
                self._go(other, length + 1, gained, beyond)
                self.used.pop()
                if city:
                    self.cities.pop()


class DeliveryForecast:
    """All deliveries a seat's network allows: for each cube the possible numbers of own links, up to ``reach`` links."""

    def __init__(self, table: Table, hexes: list[int], graph: Links, reach: int, fade: float, whole: bool = True) -> None:
        """``whole``: find the lengths for every colour, not only for cubes that lie on the board."""
        self.fade = fade
        walk = Walk(graph, table.track.places, table.accepts, reach)
        self.cubes: list[tuple[int, int]] = []
        """(bit mask of possible lengths, number of such cubes)."""
        self.from_city: dict[int, list[int]] = {}
        """City -> for each colour a bit mask of the lengths possible from there."""
        for place, hex in enumerate(hexes):
            if hex not in graph or table.track.places[hex] != CITY:
                continue
            cubes = table.cubes[KINDS * place : KINDS * place + KINDS]
            wanted = 0
            for colour in range(KINDS):
                if whole or cubes[colour]:
                    wanted |= 1 << colour
            if not wanted:
                continue
            reached = walk.start(hex, wanted)
            self.from_city[hex] = reached
            for colour in range(KINDS):
                if cubes[colour] and reached[colour] > 1:
                    self.cubes.append((reached[colour], cubes[colour]))

    def lengths(self, level: int) -> list[int]:
        """Return the length of the best delivery of every cube with a locomotive of that level, longest first."""
        out: list[int] = []
        for mask, n in self.cubes:
            best = (mask & ((2 << level) - 1)).bit_length() - 1
            if best > 0:
                out += [best] * n
        out.sort(reverse=True)
        return out

    def expected_points(self, level: int, moves: int, fade: float = 0.0) -> float:
        """Return the expected track points of ``moves`` moves; ``fade``: a discount per delivery other than the weight's."""
        total, weight, less = 0.0, 1.0, fade or self.fade
        for length in self.lengths(level)[:moves]:
            total += weight * length
            weight *= less
        return total
