"""A map of hexes with track on it, as Age of Steam and Steam draw it (ART: hex boards). Knows no game: it is given numbers.

A hex is its place in ``cells``. The kit draws flat-topped hexes; a pointy-topped map is the same drawing turned by 30° (``shapes``),
with everything that has an upright (cities, names, cubes, peaks) put at the turned places (``xy``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from boxcars.view import drawing_kit
from boxcars.view.svg_helpers import H, Point, S, centre, corners, n
from boxcars.view.terrain import Cell

Part = tuple[int, int, int | None]
"""Track inside one hex: (hex, side, other side or None for the town in the middle)."""


@dataclass(frozen=True)
class Line:
    """A section of track: whose it is (-1: nobody's), its parts in order; ``end``: (hex, side) where it is open."""

    seat: int
    parts: tuple[Part, ...]
    end: tuple[int, int] | None = None


class HexSheet:
    """Where everything of one map stands. ``width`` and ``height`` are those of the whole sheet."""

    def __init__(
        self,
        cells: Sequence[Cell],
        ids: Sequence[str],
        water: Iterable[int] = (),
        pointy: bool = False,
        sea: Iterable[int] | None = None,
        shown: int | None = None,
    ) -> None:
        """``sea``: the water that runs on to the frame (None: all); other water ends beyond the rim of the map.

        ``shown``: so many cells, the first, must lie inside the frame; it may cut the others."""
        self.cells = list(cells)
        self.ids = list(ids)
        self.water = set(water)
        self.sea = self.water if sea is None else set(sea)
        self.turn = -30.0 if pointy else 0.0
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        raw = [centre(q, r) for q, r in self.cells]
        at = [(x * cos - y * sin, x * sin + y * cos) for x, y in raw]
        half_w, half_h = (H, S) if pointy else (S, H)
        pad = 26.0 if shown is None else 48.0
        whole = at[:shown]
        self.dx = half_w + pad - min(x for x, _ in whole)
        self.dy = half_h + pad - min(y for _, y in whole)
        self.places: list[Point] = [(x + self.dx, y + self.dy) for x, y in at]
        self.width = round(max(x for x, _ in whole) + self.dx + half_w + pad)
        self.height = round(max(y for _, y in whole) + self.dy + half_h + pad)

    def xy(self, hex: int) -> Point:
        """Return the middle of a hex on the sheet."""
        return self.places[hex]

    def shapes(self, body: str) -> str:
        """Drawings of the kit's own geometry, brought to their place on the sheet."""
        turn = f" rotate({n(self.turn)})" if self.turn else ""
        return f'<g transform="translate({n(self.dx)} {n(self.dy)}){turn}">{body}</g>' if body else ""

    # -- ground ----------------------------------------------------------------------------------------------------------

    def ground(
        self,
        terrain: Sequence[str],
        rivers: Mapping[int, Sequence[int]],
        barred: Iterable[tuple[int, int]] = (),
        over: str = "",
    ) -> str:
        """Return the whole sheet: land, terrain by hex ("mountain", "swamp", …), rivers (the sides each hex is crossed by),
        barred sides."""
        dry = [cell for hex, cell in enumerate(self.cells) if hex not in self.water]
        wet = [cell for hex, cell in enumerate(self.cells) if hex in self.water] + list(self.open_water)
        tints = marks = ""
        for hex, kind in enumerate(terrain):
            x, y = centre(*self.cells[hex])
            if kind in ("mountain", "hill"):
                tints += drawing_kit.hexagon("t-mountain", x, y)
                x, y = self.xy(hex)
                marks += f'<use href="#hill{hex * 5 % 6}" x="{n(x)}" y="{n(y + 6)}"/>'
            elif kind == "swamp":
                tints += drawing_kit.hexagon("t-river", x, y)
                marks += drawing_kit.swamp(*self.xy(hex))
            elif hex in rivers and hex not in self.water:
                tints += drawing_kit.hexagon("t-river", x, y)
        if marks:
            # Six drawings of peaks, used again and again.
            peaks = "".join(f'<g id="hill{i}" class="bx">{drawing_kit.mountains(0, 0, i, 1.22)}</g>' for i in range(6))
            marks = f"<defs>{peaks}</defs>{marks}"
        streams = drawing_kit.rivers(
            drawing_kit.river(*centre(*self.cells[hex]), list(sides), self.ids[hex]) for hex, sides in rivers.items() if sides
        )
        walls = "".join(self._side(hex, side) for hex, side in barred)
        fences = f'<path class="barred" d="{walls}"/>' if walls else ""
        body = self.shapes(drawing_kit.land(self.cells) + tints + drawing_kit.grid(dry) + drawing_kit.lakes(wet, dry)) + marks
        body += self.shapes(streams + fences)
        return drawing_kit.sheet(0, 0, self.width, self.height, body) + over

    @cached_property
    def open_water(self) -> dict[Cell, int]:
        """Cells off the map, out to the frame, whose nearest hex of the map is water: the sea runs on there. Cell -> that hex."""
        if not self.water:
            return {}
        known = set(self.cells)
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        out: dict[Cell, int] = {}
        for q in range(min(q for q, _ in known) - 3, max(q for q, _ in known) + 4):
            for r in range(min(r for _, r in known) - 3, max(r for _, r in known) + 4):
                x, y = centre(q, r)
                x, y = x * cos - y * sin + self.dx, x * sin + y * cos + self.dy
                if (q, r) in known or not -S < x < self.width + S or not -S < y < self.height + S:
                    continue
                near = [(apart((q, r), cell), hex not in self.water, hex) for hex, cell in enumerate(self.cells)]
                far, dry, hex = min(near)
                if not dry and (far == 1 or hex in self.sea) and far < min(d for d, land, _ in near if land):
                    out[(q, r)] = hex
        return out

    def water_name(self, text: str, hexes: Sequence[int]) -> str:
        """Return the name of a body of water along its widest row."""
        at = [self.xy(hex) for hex in hexes]
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        for (q, r), hex in self.open_water.items():
            x, y = centre(q, r)
            x, y = x * cos - y * sin + self.dx, x * sin + y * cos + self.dy
            if hex in hexes and S < x < self.width - S and S < y < self.height - S:
                at.append((x, y))
        best: tuple[float, float, float] = (0.0, 0.0, 0.0)
        for _, level in at:
            row = sorted((x, y) for x, y in at if abs(y - level) < 1.1 * H)
            run: list[Point] = []
            for spot in row:
                run = [*run, spot] if run and spot[0] - run[-1][0] < 2 * S else [spot]
                middle = sum(y for _, y in run) / len(run)
                best = max(best, (run[-1][0] - run[0][0] + 1.2 * S, (run[0][0] + run[-1][0]) / 2, middle))
        wide, x, y = best
        size = min(19.0, 0.92 * (wide - 5 * len(text)) / drawing_kit.text_width(text, 1.0))
        if size < 10.5:
            return ""
        half = (drawing_kit.text_width(text, size) + 5 * len(text)) / 2
        shore = [self.xy(hex) for hex in range(len(self.cells)) if hex not in self.water]

        def grazed(dy: float) -> float:
            """Return how far the name at this height would lie over land."""
            gaps = (math.hypot(max(0.0, abs(lx - x) - half), max(0.0, abs(ly - y - dy) - 0.4 * size)) for lx, ly in shore)
            return sum(max(0.0, H - gap) for gap in gaps) + abs(dy) / 10

        return drawing_kit.water_name(text, x, y + 5 + min((0.0, -8.0, 8.0, -16.0, 16.0, -24.0, 24.0), key=grazed), size)

    def _side(self, hex: int, side: int) -> str:
        """Path data of one side of a hex."""
        c = corners(*centre(*self.cells[hex]))
        (ax, ay), (bx, by) = c[(side + 4) % 6], c[(side + 5) % 6]
        return f"M{n(ax)},{n(ay)}L{n(bx)},{n(by)}"

    def hits(self, hexes: Iterable[int], target: str = "hex") -> str:
        """Return a clickable shape for each hex."""
        return self.shapes("".join(drawing_kit.hit_hex(f"{target}:{self.ids[hex]}", *centre(*self.cells[hex])) for hex in hexes))

    # -- track -----------------------------------------------------------------------------------------------------------

    def tile_signs(self, tiles: Iterable[tuple[str, bool, Sequence[tuple[int, int]], Sequence[int]]]) -> str:
        """Small pictures of every tile, for the buttons that choose one: (id, whether for a town, segments, the turns it has)."""
        drawn = signs = ""
        for id, town, segments, turns in tiles:
            paths = [(drawing_kit.segment_path(a, b if b < 6 else None), -1) for a, b in segments]
            body = (
                drawing_kit.hexagon("well", 0, 0, S - 2)
                + drawing_kit.track_layers(paths)
                + (drawing_kit.town(0, 0, True) if town else "")
            )
            drawn += f'<g id="tile-{id}" class="bx choice">{body}</g>'
            for turn in turns:
                use = f'<use href="#tile-{id}" transform="rotate({n(60 * turn + self.turn)})"/>'
                signs += f'<symbol id="sign-turn:{id}:{turn}" viewBox="-51 -51 102 102">{use}</symbol>'
        return f"<defs>{drawn}{signs}</defs>"

    def tracks(self, lines: Sequence[Line]) -> str:
        """Return all track of the board: the lower level in layers, bridges over it, buffers at open ends, the badge of the owner on each
        owned link."""
        by_hex: dict[int, list[tuple[Part, int]]] = {}
        for line in lines:
            for part in line.parts:
                by_hex.setdefault(part[0], []).append((part, line.seat))
        lower: list[tuple[str, int]] = []
        upper: list[tuple[Part, int]] = []
        bridged: set[int] = set()
        for hex, parts in sorted(by_hex.items()):
            parts.sort(key=_part_key)
            if len(parts) == 2 and crosses(parts[0][0], parts[1][0]):
                upper.append(parts[1])
                bridged.add(hex)
                parts = parts[:1]
            lower += [(self.path(part), seat) for part, seat in parts]
        out = f'<g class="track">{drawing_kit.track_layers(lower)}'
        for (hex, a, b), seat in upper:
            assert b is not None
            out += drawing_kit.bridge(*centre(*self.cells[hex]), a, b, seat)
        out += "".join(drawing_kit.buffer_stop(*centre(*self.cells[line.end[0]]), line.end[1]) for line in lines if line.end)
        out = self.shapes(out + "</g>")
        for line in lines:
            if line.seat >= 0 and line.end is None and line.parts:
                out += drawing_kit.medal(line.seat, *self.medal_place(line, bridged))
        return out

    def path(self, part: Part) -> str:
        hex, a, b = part
        return drawing_kit.place(drawing_kit.segment_path(a, b), *centre(*self.cells[hex]))

    def turned(self, hex: int, at: Point) -> Point:
        """Return a place inside a hex (as if it were flat-topped) on the sheet."""
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        x, y = self.xy(hex)
        return x + at[0] * cos - at[1] * sin, y + at[0] * sin + at[1] * cos

    def medal_place(self, line: Line, bridged: set[int]) -> Point:
        """Return the middle of a link, on a hex of its own if there is one."""
        clear = [p for p in line.parts if p[0] not in bridged and p[2] is not None] or list(line.parts)
        hex, a, b = clear[len(clear) // 2]
        return self.turned(hex, drawing_kit.segment_mid(a, b))

    def way(self, lines: Sequence[Line], backwards: Sequence[bool], stops: Sequence[int]) -> list[Point]:
        """Points along the way of a cube over links; ``stops`` in order, one more than the links."""
        points: list[Point] = [self.xy(stops[0])]
        for line, back, stop in zip(lines, backwards, stops[1:], strict=True):
            parts = list(reversed(line.parts)) if back else list(line.parts)
            points += [self.turned(hex, drawing_kit.segment_mid(a, b)) for hex, a, b in parts if b is not None]
            points.append(self.xy(stop))
        return points

    def ghost_tile(self, hex: int, parts: Sequence[tuple[int, int | None]], seat: int, cost: str) -> str:
        """Return a tile as it would lie, with its price."""
        x, y = self.xy(hex)
        turn = f' transform="rotate({n(self.turn)})"' if self.turn else ""
        body = drawing_kit.hexagon("ghost-edge", 0, 0, S - 2.5) + '<g class="ghost">'
        body += drawing_kit.track_layers([(drawing_kit.segment_path(a, b), seat) for a, b in parts]) + "</g>"
        return f'<g transform="translate({n(x)} {n(y)})"><g{turn}>{body}</g>{drawing_kit.price(cost, 26, 27)}</g>'


def apart(a: Cell, b: Cell) -> int:
    """Return how many steps two cells are apart."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def _part_key(entry: tuple[Part, int]) -> tuple[int, int]:
    (_, a, b), _ = entry
    return a, -1 if b is None else b


def crosses(one: Part, two: Part) -> bool:
    """Return whether two segments of a hex cross: the ends of the one lie on either side of the other."""
    (_, a, b), (_, c, d) = one, two
    if b is None or d is None:
        return False
    return (a < c < b) != (a < d < b)
