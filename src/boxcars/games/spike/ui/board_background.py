"""The printed board of Spike: a lattice of coloured bars over the coast, and where everything stands on it.

The lattice is drawn wider than its data, because a page is wider than it is high and names want room.
"""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from boxcars.core.messages import T
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.ui.panels import rail_ink
from boxcars.view import drawing_kit
from boxcars.view.board import Board, Say

STRETCH = 1.32
MARGIN = 52
BAR = 34
"""Length of a bar; the joint between two bars stays free."""
MARKS = {  # white is plain; every other colour wears its own pattern (SPK-1.2)
    "solid": "",
    "dotted": "".join(f'<circle cx="{x}" r="2"/>' for x in (-11.2, -3.8, 3.8, 11.2)),
    "barred": "".join(f'<path d="M{x}-4.6V4.6"/>' for x in (-9.6, -3.2, 3.2, 9.6)),
    "chevron": "".join(f'<path d="M{x}-3.2 {x + 3} 0 {x} 3.2"/>' for x in (-11.5, -4.7, 2.1, 8.9)),
    "diamond": "".join(f'<path class="fill" d="M{x} 0 {x + 3.3}-3.1 {x + 6.6} 0 {x + 3.3} 3.1Z"/>' for x in (-13.3, -3.3, 6.7)),
    "hatched": "".join(f'<path d="M{x} 3.8 {x + 4}-3.8"/>' for x in (-13.4, -7.7, -2, 3.7, 9.4)),
}
LOCOMOTIVE = "M-15,6V-2H-13V-9H-3V-3H2V-9H6V-3H9V-5H13V-3H15V6Z"
SEAS = ((T("Atlantic Ocean"), 850, 640, 26, -46), (T("Gulf of Mexico"), 330, 880, 24, 0))
SUPPLIED = "eastern_usa"


@cache
def geography() -> str:
    data: dict[str, Any] = msgspec.json.decode((files("boxcars.games.spike.ui") / "ground.json").read_bytes())
    x, y, width, height = data["sheet"]
    return drawing_kit.coast(data, x, y, width, height)


def bar_picture(colour: str, pattern: str) -> str:
    """Return a bar round (0, 0); with its letter where the drawing kit has no such ink."""
    ink, half = rail_ink(colour), BAR / 2
    letter = (
        ""
        if ink != "grey"
        else f'<text class="die-t l" y="4" style="font-size:10px">{drawing_kit.esc(colour[:1].upper())}</text>'
    )
    body = f'<rect class="bar g-{ink}" x="{-half}" y="-5.3" width="{BAR}" height="10.6" rx="2.6"/>'
    return f'{body}<g class="mk mk-{drawing_kit.esc(colour)}">{MARKS.get(pattern, "")}</g>{letter}'


def good_picture(good: str, name: str) -> str:
    """Return the disc of a city that offers the good, round (0, 0)."""
    body = drawing_kit.GOOD.get(good) or f'<text class="die-t l" y="4.5">{drawing_kit.esc(name[:1])}</text>'
    return f'<circle class="town" r="14"/><g class="good" transform="scale(1.2)">{body}</g>'


class Sheet(Board):
    """The ground, and the places of the pieces that ``board.py`` puts on it."""

    rules: Spike

    def __init__(self, rules: Spike, say: Say) -> None:
        super().__init__(rules, say)
        self.chart = chart = rules.chart
        xs, ys = [x for x, _ in chart.xy], [y for _, y in chart.xy]
        self.dx, self.dy = -min(xs) * STRETCH + MARGIN + 12, -min(ys) + MARGIN
        self.width = round((max(xs) - min(xs)) * STRETCH + 2 * MARGIN + 24)
        self.height = round(max(ys) - min(ys) + 2 * MARGIN)
        self.at = [(x * STRETCH + self.dx, y + self.dy) for x, y in chart.xy]

    def draw_ground(self) -> str:
        chart = self.chart
        out = [f'<defs>{self._defs()}</defs><rect class="off" width="{self.width}" height="{self.height}"/>']
        if self.rules.map == SUPPLIED:
            clip = f'<clipPath id="sheet"><rect x="12" y="12" width="{self.width - 24}" height="{self.height - 24}"/></clipPath>'
            move = f"translate({drawing_kit.n(self.dx)} {drawing_kit.n(self.dy)}) scale({STRETCH} 1)"
            out.append(f'{clip}<rect class="sea" x="12" y="12" width="{self.width - 24}" height="{self.height - 24}"/>')
            out.append(f'<g clip-path="url(#sheet)"><g transform="{move}">{geography()}</g></g>')
            for name, sx, sy, size, tilt in SEAS:
                out.append(drawing_kit.water_name(self.say(name), sx * STRETCH + self.dx, sy + self.dy, size, tilt))
            out.append(drawing_kit.compass(self.width - 140, self.height - 130, 42))
        else:
            out.append(f'<rect class="landmass" x="12" y="12" width="{self.width - 24}" height="{self.height - 24}"/>')
        out.append(drawing_kit.neatline(4, 4, self.width - 8, self.height - 8, step=80))
        out.append(f'<g class="calm">{"".join(self.bar_use(s) for s in range(len(chart.segments)))}</g>')
        dots = "".join(
            f'<circle cx="{drawing_kit.n(x)}" cy="{drawing_kit.n(y)}" r="3.2"/>'
            for p, (x, y) in enumerate(self.at)
            if chart.city_at[p] < 0
        )
        out.append(f'<g class="joint">{dots}</g>')
        out += [self._segment_hit(s) for s in range(len(chart.segments))]
        out += [
            drawing_kit.hit_circle(f"city:{c}", *self.spot(p), 17) for c, p in zip(chart.cities, chart.city_point, strict=True)
        ]
        return "".join(out)

    def _defs(self) -> str:
        chart = self.chart
        out = ""
        for c, name in enumerate(chart.colours):
            out += f'<g id="bar-{c}" class="bx">{bar_picture(name, chart.patterns[c])}</g>'
        for g, good in enumerate(chart.goods):
            out += f'<g id="good-{g}" class="bx">{good_picture(good, chart.goods_names[g])}</g>'
        for seat in range(self.rules.players):
            out += f'<g id="engine-{seat}" class="bx">{self.engine(seat)}</g>'
        return out

    def engine(self, seat: int) -> str:
        """Return a locomotive in the seat's colour, its emblem on the cab, drawn round (0, 0)."""
        wheels = "".join(f'<circle class="plate-f" cx="{x}" cy="7" r="3.6"/>' for x in (-10, 0, 10))
        halo = f'<path class="engine-h" d="{LOCOMOTIVE}"/>'
        body = f'{halo}<path class="car f{seat + 1}" stroke-linejoin="round" d="{LOCOMOTIVE}"/>{wheels}'
        return f'<g transform="scale(1.3)">{body}{drawing_kit.medal(seat, -8, -3, 6)}</g>'

    def spot(self, p: int) -> drawing_kit.Point:
        """Return where a city's disc stands: a little above its point, so that the name fits under it."""
        x, y = self.at[p]
        return x, y - 2

    def bar(self, s: int, far: float = 8.5) -> tuple[float, float, float]:
        """Middle and angle of a bar; it moves so far away from a city whose name hangs over it."""
        a, b = self.chart.ends[s]
        (ax, ay), (bx, by) = self.at[a], self.at[b]
        length = math.dist((ax, ay), (bx, by))
        shift = 0.0
        if self.chart.city_at[a] >= 0 and by > ay + 9:
            shift += far
        if self.chart.city_at[b] >= 0 and ay > by + 9:
            shift -= far
        x, y = (ax + bx) / 2 + (bx - ax) / length * shift, (ay + by) / 2 + (by - ay) / length * shift
        return x, y, math.degrees(math.atan2(by - ay, bx - ax))

    def bar_use(self, s: int) -> str:
        """Return the bar of a segment where it lies."""
        x, y, turn = self.bar(s)
        move = f"translate({drawing_kit.n(x)} {drawing_kit.n(y)}) rotate({drawing_kit.n(turn)})"
        return f'<use href="#bar-{self.chart.colour[s]}" transform="{move}"/>'

    def _segment_hit(self, s: int) -> str:
        a, b = self.chart.ends[s]
        (ax, ay), (bx, by) = self.at[a], self.at[b]
        ux, uy = bx - ax, by - ay
        ends = [(ax + ux * 0.2, ay + uy * 0.2), (ax + ux * 0.8, ay + uy * 0.8)]
        return drawing_kit.hit_line(f"seg:{self.chart.segments[s]}", ends, 9)

    def run(self, s: int) -> str:
        a, b = self.chart.ends[s]
        (ax, ay), (bx, by) = self.at[a], self.at[b]
        return f"M{drawing_kit.n(ax)},{drawing_kit.n(ay)}L{drawing_kit.n(bx)},{drawing_kit.n(by)}"

    def middle(self, s: int) -> drawing_kit.Point:
        a, b = self.chart.ends[s]
        return (self.at[a][0] + self.at[b][0]) / 2, (self.at[a][1] + self.at[b][1]) / 2
