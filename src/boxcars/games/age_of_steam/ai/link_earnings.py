"""For the bots: the income that a seat's own links can still earn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.games.age_of_steam.ai.weights import Weights
from boxcars.games.age_of_steam.components import COLOURS, COLUMN_SPACES, LETTERS
from boxcars.games.age_of_steam.state import Table
from boxcars.rail.track import LAND

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam

Edge = tuple[int, int, tuple[int, ...]]
"""Two stops and the hexes between them."""

KINDS: Final = len(COLOURS)


class Goods:
    """All cubes of a position by their hexes, and the cubes that will come from the display."""

    def __init__(self, rules: AgeOfSteam, table: Table, weights: Weights) -> None:
        self.weights = weights
        self.accepts = table.accepts.copy()
        self.here: dict[int, list[tuple[int, float]]] = {}
        """Hex -> list of (colour, weight)."""
        for hex, cubes in enumerate(table.cubes):
            if cubes:
                self.here[hex] = [(colour, 1.0) for colour in cubes]
        if table.display and table.turn < rules.turns:
            for column in rules.board.columns:
                hex = rules.board.growth.get(column, -1)
                if len(column) == 1:
                    hex = table.new_cities[LETTERS.index(column)]
                if hex >= 0:
                    self._coming(table, column, hex)
        self.wanted: dict[int, int] = {}
        """Hex -> bit mask of the colours of its cubes."""
        self.on_land = False
        """Whether there are cubes on hexes that are no stops."""
        for hex, found in self.here.items():
            mask = 0
            for colour, _ in found:
                mask |= 1 << colour
            self.wanted[hex] = mask
            self.on_land = self.on_land or table.track.places[hex] == LAND

    def _coming(self, table: Table, column: str, hex: int) -> None:
        weight = self.weights.coming_cube
        for i in COLUMN_SPACES[column]:
            colour = table.display[i]
            if colour >= 0:
                self.here.setdefault(hex, []).append((colour, weight))
                weight *= 0.5


def own_links(table: Table, seat: int) -> list[Edge]:
    """Return the completed links of a seat."""
    found: list[Edge] = []
    for section in table.track.sections:
        if section.owner == seat and section.ends[0] >= 0 and section.ends[1] >= 0:
            found.append((section.ends[0], section.ends[1], tuple([s // 42 for s in section.segments])))
    return found


Around = dict[int, list[int]]
"""Stop -> the stops that its links lead to."""


def find_deliveries(
    around: Around, accepts: list[int], stop: int, wanted: int, reach: int, seen: tuple[int, ...], best: list[int]
) -> None:
    """Write to ``best[colour]`` the most links over which a cube can reach its first city from a stop, for each wanted colour.
    ``seen``: the stops on the way so far, this one included; ``wanted``: a bit mask of colours."""
    length = len(seen)
    for n in around.get(stop, ()):
        if n in seen:
            continue
        taken = accepts[n] & wanted
        if taken:
            for colour in range(len(best)):
                if taken >> colour & 1 and best[colour] < length:
                    best[colour] = length
            rest = wanted & ~taken
            if rest and length < reach:
                find_deliveries(around, accepts, n, rest, reach, (*seen, n), best)
        elif length < reach:
            find_deliveries(around, accepts, n, wanted, reach, (*seen, n), best)


def stops_by_link(edges: list[Edge]) -> Around:
    around: Around = {}
    for a, b, _ in edges:
        around.setdefault(a, []).append(b)
        around.setdefault(b, []).append(a)
    return around


def delivery_income(goods: Goods, edges: list[Edge], reach: int, moves: int) -> float:
    """Return the expected income from own links with ``moves`` moves: each cube by its best way, discounted."""
    around = stops_by_link(edges)
    accepts = goods.accepts
    gains: list[float] = []
    for stop in around:
        cubes = goods.here.get(stop)
        if cubes is not None:
            best = [0] * KINDS
            find_deliveries(around, accepts, stop, goods.wanted[stop], reach, (stop,), best)
            for colour, weight in cubes:
                if best[colour]:
                    gains.append(best[colour] * weight)
    if goods.on_land:
        for a, b, hexes in edges:
            for hex in hexes:
                if hex in goods.here and hex not in around:
                    wanted, best = goods.wanted[hex], [0] * KINDS
                    for end, other in ((a, b), (b, a)):
                        taken = accepts[end] & wanted
                        for colour in range(KINDS):
                            if taken >> colour & 1 and best[colour] < 1:
                                best[colour] = 1
                        if reach > 1:
                            find_deliveries(around, accepts, end, wanted & ~taken, reach, (other, end), best)
                    gains += [best[colour] * weight for colour, weight in goods.here[hex] if best[colour]]
    gains.sort(reverse=True)
    total, factor, decay = 0.0, 1.0, goods.weights.delivery_decay
    for gain in gains[:moves]:
        total += gain * factor
        factor *= decay
    return total
