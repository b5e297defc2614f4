"""A search for places of names, tags and medals: each takes the spot that covers least. Pure and deterministic."""

from __future__ import annotations

import math
from collections.abc import Sequence

from boxcars.view.svg_helpers import Point

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1."""

SPOTS: tuple[tuple[float, float, str], ...] = (
    (0, 1, "middle"), (0, -1, "middle"), (1, 0, "start"), (-1, 0, "end"),
    *((c, s, a) for s in (-1.0, -0.8, -0.5, 0.5, 0.8, 1.0)
      for c, a in ((0.9, "start"), (-0.9, "end"), (0.45, "start"), (-0.45, "end"), (0.0, "start"), (0.0, "end"), (0.3, "middle"), (-0.3, "middle"))),
)  # fmt: skip
CELL = 40.0


class Labels:
    """What is on the board already, and where a name may go.

    ``points`` are things a name should keep ``clear`` of (samples along tracks and routes); ``towns`` are discs a name must not
    touch and to which it must not seem to belong; ``frame`` is the box it must stay in. ``put`` chooses a spot and remembers it.
    """

    def __init__(
        self, points: Sequence[Point], towns: Sequence[Point], frame: Box, clear: float = 13.0, radius: float = 12.0
    ) -> None:
        self.clear, self.radius, self.frame, self.towns = clear, radius, frame, list(towns)
        self.boxes: list[Box] = []
        self.cells: dict[tuple[int, int], list[Point]] = {}
        for x, y in points:
            self.cells.setdefault((int(x // CELL), int(y // CELL)), []).append((x, y))

    def near(self, box: Box, reach: float) -> list[Point]:
        x0, y0, x1, y1 = (box[0] - reach) // CELL, (box[1] - reach) // CELL, (box[2] + reach) // CELL, (box[3] + reach) // CELL
        return [p for i in range(int(x0), int(x1) + 1) for j in range(int(y0), int(y1) + 1) for p in self.cells.get((i, j), ())]

    def cost(self, box: Box, home: Point | None = None) -> float:
        """Return how much a box there would cover; ``home`` is the town it belongs to. (Most of what there is lies far away: that
        is seen by comparing, before anything is reckoned.)"""
        e = 0.0
        x0, y0, x1, y1 = box
        reach = self.clear
        for p in self.near(box, reach):
            if x0 - reach < p[0] < x1 + reach and y0 - reach < p[1] < y1 + reach:
                d = _distance(p, box)
                if d < reach:
                    e += (reach - d) ** 2
        for o in self.boxes:
            if o[0] < x1 and o[2] > x0 and o[1] < y1 and o[3] > y0:
                e += 900 + (min(x1, o[2]) - max(x0, o[0])) * (min(y1, o[3]) - max(y0, o[1]))
        own = _distance(home, box) if home else 0.0
        reach = max(self.radius + 2, own + 14 if home else 0.0)
        for town in self.towns:
            if town == home or not (x0 - reach < town[0] < x1 + reach and y0 - reach < town[1] < y1 + reach):
                continue
            d = _distance(town, box)
            if d < self.radius + 2:
                e += 400
            if home and d < own + 14:
                e += 12 * (own + 14 - d)
        f = self.frame
        return e + 5000 * (box[0] < f[0] or box[1] < f[1] or box[2] > f[2] or box[3] > f[3])

    def put(
        self, home: Point, w: float, h: float, r: float | None = None, spots: Sequence[tuple[float, float, str]] = SPOTS,
        far: Sequence[float] = (0, 4, 8, 13, 19),
    ) -> tuple[float, float, str, float]:  # fmt: skip
        """Place a name of that size near a disc of radius r: x and middle y of the text, its anchor, and what it costs."""
        r = self.radius if r is None else r
        best: tuple[float, float, float, str, Box] | None = None
        for dx, dy, anchor in spots:
            for away in far:
                x, y = home[0] + dx * (r + 6 + away), home[1] + dy * (r + h / 2 + 3 + away)
                x0 = x if anchor == "start" else x - w if anchor == "end" else x - w / 2
                box = (x0, y - h / 2, x0 + w, y + h / 2)
                e = self.cost(box, home) + away * 2.5
                if best is None or e < best[0]:
                    best = (e, x, y, anchor, box)
        assert best is not None
        self.boxes.append(best[4])
        return best[1], best[2], best[3], best[0]


def _distance(p: Point, box: Box) -> float:
    """From a point to a box; 0 inside."""
    return math.hypot(max(box[0] - p[0], 0.0, p[0] - box[2]), max(box[1] - p[1], 0.0, p[1] - box[3]))
