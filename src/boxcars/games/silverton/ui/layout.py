"""Where things are drawn on the board of Silverton: lines, tags and names, found once for each board file.

Short lines choose the place of their tag first; a name takes the spot that covers least and must be nearer to its own town
than to any other. Works for a user's own board as well: towns without coordinates are set on a grid. The search takes a second,
so the places of the shipped board are kept in ``layout.json`` (written by ``python -m boxcars.games.silverton.ui.layout``).
"""

from __future__ import annotations

import json
import math
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any

from boxcars.games.silverton.map import Atlas, standard
from boxcars.view.drawing_kit import Labels, Point, n, text_width
from boxcars.view.label_placement import Box

SHIFT = 20.0
"""What is added to the x of the board file: its x = -20 is the left edge of the sheet."""
WIDTH, HEIGHT = 1640, 1960
TAG_SPOTS = (12, 11, 13, 10, 14, 9, 15, 8, 16, 7, 17)
TAG_SIDES = (0, 12, -12, 17, -17)
STEPS = 24
NAME_SPOTS = (
    (1.0, 0.0, "start"), (-1.0, 0.0, "end"), (0.0, 1.0, "middle"), (0.0, -1.0, "middle"),
    (0.7, 0.75, "start"), (-0.7, 0.75, "end"), (0.7, -0.75, "start"), (-0.7, -0.75, "end"),
    (0.2, 1.0, "start"), (-0.2, 1.0, "end"), (0.2, -1.0, "start"), (-0.2, -1.0, "end"),
    (1.0, 0.4, "start"), (1.0, -0.4, "start"), (-1.0, 0.4, "end"), (-1.0, -0.4, "end"),
)  # fmt: skip
PIP = 18.0
PIP_FAR = (38, 46, 55, 66, 78)
PIP_TURNS = [math.radians(15 * i) for i in range(24)]
"""The sign of a claim: its radius, and where round its town it may stand."""
KEPT = Path(__file__).parent / "layout.json"


class Layout:
    """Paths of segments, places of tags, medals, pieces and names, by number of segment or town. ``quick``: without the search,
    for a map that is being drawn. ``places``: found before (``places_found``)."""

    def __init__(self, atlas: Atlas, quick: bool = False, places: dict[str, Any] | None = None) -> None:
        self.atlas = atlas
        self.spot = [self._town(number, town) for number, town in enumerate(atlas.drawing["towns"])]
        self.path: list[str] = []
        self.points: list[list[Point]] = []
        for number, segment in enumerate(atlas.drawing["segments"]):
            path, points = self._line(number, segment)
            self.path.append(path)
            self.points.append(points)
        samples = [p for line in self.points for p in line[1:-1]]
        self.tag: list[tuple[float, float]] = [(0.0, 0.0)] * len(self.points)
        self.medal: list[Point | None] = [None] * len(self.points)
        self.name: list[tuple[float, float, str]] = [(0.0, 0.0, "middle")] * len(self.spot)
        self.pip: list[Point] = [(0.0, 0.0)] * len(atlas.claims)
        """Where each claim has its sign beside its town."""
        if quick:
            self._at_once()
            return
        if places is not None or self._kept():
            self._take(places or json.loads(KEPT.read_text(encoding="utf-8")))
            return
        self.finder = Labels(samples, self.spot, (20, 20, WIDTH - 20, HEIGHT - 20), 5.0, 10.0)
        self._tags()
        self.medal = [self._medal(number) for number in range(len(self.points))]
        self._names()
        self._pips()

    def _at_once(self) -> None:
        """Tags in the middle of their lines, names under the towns, signs of claims in rings above them."""
        self.tag = [self._beside(number, STEPS // 2, 0) for number in range(len(self.points))]
        for town, (x, y) in enumerate(self.spot):
            self.name[town] = (x, y + (37 if town in self.atlas.markets else 26), "middle")
        there = [0] * len(self.spot)
        for claim, town in enumerate(self.atlas.claim_town):
            ring, turn = divmod(there[town], 6)
            there[town] += 1
            angle = math.radians(-165 + 30 * turn)
            far = 44 + 40 * ring
            self.pip[claim] = (self.spot[town][0] + far * math.cos(angle), self.spot[town][1] + far * math.sin(angle))

    def digest(self) -> str:
        """Return the board these places belong to."""
        return blake2b(json.dumps(self.atlas.drawing, sort_keys=True).encode(), digest_size=12).hexdigest()

    def _kept(self) -> bool:
        """Whether ``layout.json`` has the places of this very board."""
        if not KEPT.is_file():
            return False
        kept = json.loads(KEPT.read_text(encoding="utf-8"))
        return kept["board"] == self.digest() and len(kept["pips"]) == len(self.atlas.claims)

    def _take(self, places: dict[str, Any]) -> None:
        self.tag = [(x, y) for x, y in places["tags"]]
        self.medal = [(spot[0], spot[1]) if spot else None for spot in places["medals"]]
        self.name = [(x, y, anchor) for x, y, anchor in places["names"]]
        self.pip = [(x, y) for x, y in places["pips"]]

    def places_found(self) -> bytes:
        """The places as JSON."""
        data = {
            "board": self.digest(),
            "tags": [[round(x, 1), round(y, 1)] for x, y in self.tag],
            "medals": [[round(spot[0], 1), round(spot[1], 1)] if spot else None for spot in self.medal],
            "names": [[round(x, 1), round(y, 1), anchor] for x, y, anchor in self.name],
            "pips": [[round(x, 1), round(y, 1)] for x, y in self.pip],
        }
        return json.dumps(data).encode() + b"\n"

    def _town(self, number: int, town: dict[str, Any]) -> Point:
        if "x" in town and "y" in town:
            return float(town["x"]) + SHIFT, float(town["y"])
        return 120.0 + number % 10 * 150, 120.0 + number // 10 * 150

    def _line(self, number: int, segment: dict[str, Any]) -> tuple[str, list[Point]]:
        ends = [self.spot[town] for town in self.atlas.ends[number]]
        if len(ends) == 3:
            hub = segment.get("hub")
            middle = (
                (float(hub["x"]) + SHIFT, float(hub["y"])) if hub else (sum(p[0] for p in ends) / 3, sum(p[1] for p in ends) / 3)
            )
            path = "".join(f"M{n(x)},{n(y)}L{n(middle[0])},{n(middle[1])}" for x, y in ends)
            return path, _leg(ends[0], middle) + _leg(middle, ends[2])[1:]
        (ax, ay), (bx, by) = ends
        length = math.dist(*ends) or 1.0
        bend = float(segment.get("bend", 0)) * 2.0
        cx, cy = (ax + bx) / 2 - (by - ay) / length * bend, (ay + by) / 2 + (bx - ax) / length * bend
        points = []
        for i in range(STEPS + 1):
            t = i / STEPS
            u = 1 - t
            points.append((u * u * ax + 2 * t * u * cx + t * t * bx, u * u * ay + 2 * t * u * cy + t * t * by))
        if not bend:
            return f"M{n(ax)},{n(ay)}L{n(bx)},{n(by)}", points
        return f"M{n(ax)},{n(ay)}Q{n(cx)},{n(cy)} {n(bx)},{n(by)}", points

    def tag_width(self, number: int) -> float:
        wide = 24 if self.atlas.cost[number] >= 100 else 17
        return wide + (16 if self.atlas.distance[number] < 10 else 20) + 3

    def _tags(self) -> None:
        lengths = [sum(math.dist(a, b) for a, b in pairwise(line)) for line in self.points]
        for number in sorted(range(len(self.points)), key=lengths.__getitem__):
            half = self.tag_width(number) / 2 + 1
            places = [(self._tag_cost(number, at, side, half), at, side) for at in TAG_SPOTS for side in TAG_SIDES]
            x, y = self._beside(number, *min(places)[1:])
            self.tag[number] = (x, y)
            self.finder.boxes.append((x - half, y - 10, x + half, y + 10))

    def _beside(self, number: int, at: int, side: int) -> Point:
        """Return a place along the line, or beside it."""
        line = self.points[number]
        (x, y), before, after = line[at], line[at - 1], line[at + 1]
        length = math.dist(before, after) or 1.0
        return x - (after[1] - before[1]) / length * side, y + (after[0] - before[0]) / length * side * 0.9

    def _tag_cost(self, number: int, at: int, side: int, half: float) -> float:
        """Return what a tag there would cover: other lines, tags and towns."""
        x, y = self._beside(number, at, side)
        x0, y0, x1, y1 = x - half, y - 10, x + half, y + 10
        cost = abs(at - 12) * 3 + abs(side) * 2.2
        if side:
            near = self.finder.near((x0, y0, x1, y1), 2)
            cost += 14 * sum(1 for p in near if x0 - 2 < p[0] < x1 + 2 and y0 - 2 < p[1] < y1 + 2)
        for other in self.finder.boxes:
            if other[0] < x1 and other[2] > x0 and other[1] < y1 and other[3] > y0:
                cost += (min(x1, other[2]) - max(x0, other[0])) * (min(y1, other[3]) - max(y0, other[1]))
        for tx, ty in self.spot:
            if abs(tx - x) < 60 and abs(ty - y) < 30:
                cost += 90 * max(0.0, 10.5 - math.dist((min(max(tx, x0), x1), min(max(ty, y0), y1)), (tx, ty)))
        return cost

    def _medal(self, number: int) -> Point | None:
        """Return a clear place for the owner's medal on the line, if there is one."""
        for at in (6, 18, 8, 16, 5, 19):
            x, y = self.points[number][at]
            free = all(not (b[0] - 9 < x < b[2] + 9 and b[1] - 9 < y < b[3] + 9) for b in self.finder.boxes)
            if free and all(math.dist((x, y), town) > 19 for town in self.spot):
                return x, y
        return None

    def _names(self) -> None:
        names, markets = self.atlas.town_names, self.atlas.markets
        for town in sorted(range(len(self.spot)), key=lambda t: (t not in markets, -len(names[t]))):
            size, radius = (24.0, 16.0) if town in markets else (19.0, 8.0)
            wide = text_width(names[town], size) * (1.3 if town in markets else 1.0) + 4
            x, y, anchor, _ = self.finder.put(self.spot[town], wide, size * 0.92, radius, NAME_SPOTS, (0, 5, 11))
            self.name[town] = (x, y + size * 0.33, anchor)

    def _pips(self) -> None:
        """Towns with many claims choose first; the claims of one town never touch each other."""
        towns = self.atlas.claim_town
        placed: list[int] = []
        for claim in sorted(range(len(towns)), key=lambda c: (-towns.count(towns[c]), c)):
            x, y = self.spot[towns[claim]]
            near = [o for o in self.finder.boxes if o[0] < x + 110 and o[2] > x - 110 and o[1] < y + 110 and o[3] > y - 110]
            ring = [(x + far * math.cos(turn), y + far * math.sin(turn)) for far in PIP_FAR for turn in PIP_TURNS]
            costs = [(self._pip_cost(claim, at, near, placed), at) for at in ring]
            self.pip[claim] = min(costs)[1]
            placed.append(claim)

    def _pip_cost(self, claim: int, at: Point, near: list[Box], placed: list[int]) -> float:
        """Return what a sign there would cover: names and tags most of all, lines a little, the signs of other towns least."""
        home = self.atlas.claim_town[claim]
        (x, y), r = at, PIP + 3
        box = (x - r, y - r, x + r, y + r)
        own = math.dist(at, self.spot[home])
        cost = own * 1.2
        for o in near:
            if o[0] < box[2] and o[2] > box[0] and o[1] < box[3] and o[3] > box[1]:
                cost += 60 + (min(box[2], o[2]) - max(box[0], o[0])) * (min(box[3], o[3]) - max(box[1], o[1]))
        cost += 5 * sum(1 for p in self.finder.near(box, 0) if math.dist(p, at) < PIP)
        reach = max(PIP + 10, own + 12)
        for town, spot in enumerate(self.spot):
            if town != home and abs(spot[0] - x) < reach and abs(spot[1] - y) < reach:
                d = math.dist(at, spot)
                cost += 500 * (d < PIP + 10) + 3 * max(0.0, own + 12 - d)
        for other in placed:
            if math.dist(at, self.pip[other]) < 2 * PIP + 5:
                cost += 2000 if self.atlas.claim_town[other] == home else 90
        f = self.finder.frame
        return cost + 5000 * (x - r < f[0] or y - r < f[1] or x + r > f[2] or y + r > f[3])


def _leg(a: Point, b: Point) -> list[Point]:
    return [(a[0] + (b[0] - a[0]) * i / 12, a[1] + (b[1] - a[1]) * i / 12) for i in range(13)]


def main() -> None:
    KEPT.unlink(missing_ok=True)
    KEPT.write_bytes(Layout(standard()).places_found())


if __name__ == "__main__":
    main()
