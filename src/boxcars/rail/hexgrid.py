"""The hexes of a map: stable ids, six sides, what lies across each side, and where a hex stands in the picture.

A hex is a number (its place in the map file); a *port* is one side of one hex: ``6 * hex + side``. Sides run clockwise
from 0; side s of a hex touches side (s + 3) % 6 of its neighbour, on every map (AOS-2.1, STM-2.1).
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Final

OFFSETS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Axial step to the neighbour across each side."""


def axial(col: int, row: int, pointy: bool = False) -> tuple[int, int]:
    """Return the axial coordinates (q, r) of a column and a row: "odd-q" on flat-topped maps, "odd-r" on pointy-topped ones
    (AOS-2.3)."""
    if pointy:
        return col - row // 2, row
    return col, row - col // 2


class Grid:
    """Immutable. ``across[port]`` is the port on the other face of that side, or -1 where no track may ever pass: the
    edge of the board, water, a blocked side."""

    def __init__(
        self,
        positions: list[tuple[int, int]],
        water: set[int] | None = None,
        blocked: list[tuple[int, int]] | None = None,
        pointy: bool = False,
    ) -> None:
        """``positions``: (col, row) of each hex; ``blocked``: (hex, side) no track may cross, from either side."""
        self.positions = positions
        self.pointy = pointy
        self.water = water or set()
        self.size = len(positions)
        self.ids = [f"c{col}r{row}" for col, row in positions]
        self.number: dict[str, int] = {name: i for i, name in enumerate(self.ids)}
        self.axial = [axial(col, row, pointy) for col, row in positions]
        by_axial = {place: i for i, place in enumerate(self.axial)}
        self.beside: list[int] = []
        """For each port the neighbouring hex, water included; -1 off the board."""
        self.across: list[int] = []
        for i, (q, r) in enumerate(self.axial):
            for side, (dq, dr) in enumerate(OFFSETS):
                n = by_axial.get((q + dq, r + dr), -1)
                self.beside.append(n)
                wet = n < 0 or n in self.water or i in self.water
                self.across.append(-1 if wet else 6 * n + (side + 3) % 6)
        for i, side in blocked or []:
            other = self.across[6 * i + side]
            self.across[6 * i + side] = -1
            if other >= 0:
                self.across[other] = -1

    def neighbours(self, hex: int) -> list[str | None]:
        """Return the ids of the six neighbours by side; None off the board."""
        return [self.ids[n] if n >= 0 else None for n in self.beside[6 * hex : 6 * hex + 6]]

    def within(self, hex: int, steps: int) -> set[int]:
        """Return the hexes at most ``steps`` steps away, water included."""
        found, edge = {hex}, [hex]
        for _ in range(steps):
            beyond: list[int] = []
            for h in edge:
                for n in self.beside[6 * h : 6 * h + 6]:
                    if n >= 0 and n not in found:
                        found.add(n)
                        beyond.append(n)
            edge = beyond
        return found

    def side_towards(self, hex: int, other: int) -> int:
        """Return the side of ``hex`` that faces its neighbour ``other``; -1 if they do not touch."""
        row = self.beside[6 * hex : 6 * hex + 6]
        return row.index(other) if other in row else -1

    # -- drawing (AOS-2.2) -------------------------------------------------------------------------------------------

    def centre(self, hex: int, radius: float = 1.0) -> tuple[float, float]:
        q, r = self.axial[hex]
        if self.pointy:
            return sqrt(3) * (q + r / 2) * radius, 1.5 * r * radius
        return 1.5 * q * radius, sqrt(3) * (r + q / 2) * radius

    def corners(self, hex: int, radius: float = 1.0) -> list[tuple[float, float]]:
        """Return the six corners clockwise; side s lies between corner s and corner s + 1."""
        x, y = self.centre(hex, radius)
        start = -5 * pi / 6 if self.pointy else -2 * pi / 3
        return [(x + radius * cos(start + k * pi / 3), y + radius * sin(start + k * pi / 3)) for k in range(6)]

    def middle(self, port: int, radius: float = 1.0) -> tuple[float, float]:
        """Return the middle of a side."""
        x, y = self.centre(port // 6, radius)
        angle = (-2 * pi / 3 if self.pointy else -pi / 2) + (port % 6) * pi / 3
        return x + radius * sqrt(3) / 2 * cos(angle), y + radius * sqrt(3) / 2 * sin(angle)
