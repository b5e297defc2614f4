"""The ground of a map: lakes melted from hexes, rivers, engraved peaks, swamps, and the frame of a survey sheet."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable, Sequence
from typing import Any

from boxcars.view.svg_helpers import NEIGHBOURS, H, Point, S, centre, corners, esc, hexagon, n, polyline, side_mid, smooth

Cell = tuple[int, int]
TENTHS = re.compile(r"-?\d+\.\d+")


def _whole(number: re.Match[str]) -> str:
    return str(round(float(number[0])))


def land(cells: Iterable[Cell]) -> str:
    """Return the body of the map: all its hexes, water included, in one tint with one edge."""
    d = "".join(polyline(ring, closed=True) for ring in outlines([centre(q, r) for q, r in cells]))
    return f'<path class="landmass" d="{d}"/>'


def grid(cells: Iterable[Cell]) -> str:
    """Return the hex lines of these cells, each drawn once."""
    edges: set[str] = set()
    for q, r in cells:
        c = [f"{n(x)},{n(y)}" for x, y in corners(*centre(q, r))]
        edges |= {"M" + "L".join(sorted((c[i], c[(i + 1) % 6]))) for i in range(6)}
    return f'<path class="hexgrid" d="{"".join(sorted(edges))}"/>'


def terrain(kind: str, x: float, y: float, seed: str | int = 0) -> str:
    """Tint and drawing of one hex: "mountain", "hill", "swamp", "river" (tint only: see ``rivers``), "plain"."""
    if kind in ("mountain", "hill"):
        return hexagon("t-mountain", x, y) + mountains(x, y + 6, seed, 1.22 if kind == "mountain" else 0.9)
    if kind == "swamp":
        return hexagon("t-river", x, y) + swamp(x, y)
    if kind == "river":
        return hexagon("t-river", x, y)
    return ""


def mountains(x: float, y: float, seed: str | int = 0, k: float = 1.0) -> str:
    """Three engraved peaks: a ridge line and hachures down the shaded side."""
    rnd = random.Random(seed)
    out = []
    for left, top, wide, high in ((-17, -6, 17, 23), (17, -3, 16, 20), (0, 15, 21, 28)):
        dx, dy = left + rnd.uniform(-3, 3), top + rnd.uniform(-2, 2)
        height = high * rnd.uniform(0.9, 1.12)
        x0, x1, base, peak = x + (dx - wide) * k, x + (dx + wide) * k, y + (dy + 8) * k, y + (dy + 8 - height) * k
        px = x + (dx - 2) * k
        mx, my = (px + x1) / 2 + 1.5 * k, (peak + base) / 2 - 2 * k
        ridge = f"M{n(x0)},{n(base)}Q{n((x0 + px) / 2 + 1)},{n((peak + base) / 2)} {n(px)},{n(peak)}"
        ridge += f"Q{n(mx)},{n(my)} {n(x1)},{n(base)}"
        hatch = ""
        for i in range(6):
            t = (i + 0.4) / 6
            sx, sy = px + (x1 - px) * t * 0.82, peak + (base - peak) * t**0.92
            length = (base - sy) * (0.72 - 0.25 * t)
            hatch += f"M{n(sx)},{n(sy + 0.6)}q{n(1.6 * k)},{n(length * 0.5)} {n(0.4 * k)},{n(length)}"
        out.append(f'<path class="hillfill" d="{ridge}Z"/><path class="hachure" d="{hatch}"/><path class="hill" d="{ridge}"/>')
    return "".join(out)


def swamp(x: float, y: float) -> str:
    """Six tufts of reed."""
    d = "".join(
        f"M{n(x + a - 9)},{n(y + b)}h18M{n(x + a - 5)},{n(y + b + 4)}h10M{n(x + a)},{n(y + b - 1)}v-9"
        f"M{n(x + a - 3)},{n(y + b - 1)}l-3-7M{n(x + a + 3)},{n(y + b - 1)}l3-7"
        for a, b in ((-22, -14), (8, -22), (22, 2), (-8, 6), (-24, 22), (14, 24))
    )
    return f'<path class="reed" d="{d}"/>'


def river(x: float, y: float, sides: Sequence[int], seed: str | int = 0) -> str:
    """Path data of a river inside a hex: it meets the middle of its sides square, so hexes join without a kink."""
    rnd = random.Random(seed)
    if len(sides) == 2:
        (x1, y1), (x2, y2) = side_mid(sides[0]), side_mid(sides[1])
        w = rnd.choice((-1, 1)) * rnd.uniform(9, 14)
        nx, ny = y1 - y2, x2 - x1
        length = math.hypot(nx, ny) or 1.0
        nx, ny = nx / length * w, ny / length * w
        mx, my, ux, uy = (x1 + x2) * 0.18, (y1 + y2) * 0.18, (x1 - x2) / 5, (y1 - y2) / 5
        return (
            f"M{n(x + x1 * 1.02)},{n(y + y1 * 1.02)}C{n(x + x1 * 0.62)},{n(y + y1 * 0.62)} "
            f"{n(x + mx + nx + ux)},{n(y + my + ny + uy)} {n(x + mx + nx * 0.2)},{n(y + my + ny * 0.2)}"
            f"S{n(x + x2 * 0.62)},{n(y + y2 * 0.62)} {n(x + x2 * 1.02)},{n(y + y2 * 1.02)}"
        )
    out = ""
    for side in sides:
        x1, y1 = side_mid(side)
        w = rnd.choice((-1, 1)) * rnd.uniform(6, 10)
        out += (
            f"M{n(x + x1 * 1.02)},{n(y + y1 * 1.02)}Q{n(x + x1 * 0.5 - y1 / H * w)},{n(y + y1 * 0.5 + x1 / H * w)} {n(x)},{n(y)}"
        )
    return out


def rivers(paths: Iterable[str]) -> str:
    """Return all rivers of a map, layer by layer: bank, water, thread."""
    d = "".join(paths)
    return f'<path class="riv-b" d="{d}"/><path class="riv" d="{d}"/><path class="riv-m" d="{d}"/>' if d else ""


# -- lakes ---------------------------------------------------------------------------------------------------------------


def outlines(centres: Sequence[Point]) -> list[list[Point]]:
    """Return the closed outlines of a set of hexes, clockwise round each body (holes run the other way)."""
    follow: dict[tuple[int, int], tuple[int, int]] = {}
    exact: dict[tuple[int, int], Point] = {}
    edges: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for x, y in centres:
        c = corners(x, y)
        keys = [(round(px), round(py)) for px, py in c]
        exact.update(zip(keys, c, strict=True))
        edges |= {(keys[i], keys[(i + 1) % 6]) for i in range(6)}
    for a, b in edges:
        if (b, a) not in edges:
            follow[a] = b
    rings = []
    while follow:
        start, at = follow.popitem()
        ring = [exact[start]]
        while at != start:
            ring.append(exact[at])
            at = follow.pop(at)
        rings.append(ring)
    return sorted(rings)


def _inset(ring: Sequence[Point], by: float) -> list[Point]:
    """Return the outline drawn inwards; its corners are all 120° or 240°."""
    out = []
    m = len(ring)
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by_) = ring[i - 1], ring[(i + 1) % m]
        la, lb = math.hypot(x - ax, y - ay), math.hypot(bx - x, by_ - y)
        n1, n2 = (-(y - ay) / la, (x - ax) / la), (-(by_ - y) / lb, (bx - x) / lb)
        k = by / (1 + n1[0] * n2[0] + n1[1] * n2[1])
        out.append((x + (n1[0] + n2[0]) * k, y + (n1[1] + n2[1]) * k))
    return out


def _cut(ring: Sequence[Point]) -> list[Point]:
    """Two rounds of corner cutting."""
    p = list(ring)
    for _ in range(2):
        q: list[Point] = []
        for i, (ax, ay) in enumerate(p):
            bx, by = p[(i + 1) % len(p)]
            q += [(ax + (bx - ax) * 0.25, ay + (by - ay) * 0.25), (bx + (ax - bx) * 0.25, by + (ay - by) * 0.25)]
        p = q
    return p


def _rough(points: Sequence[Point]) -> list[Point]:
    """Small capes and coves, from a field that depends on the place alone, so that water lines follow the shore."""
    return [
        (
            x + 2.6 * math.sin(x * 0.083 + y * 0.131) + 1.9 * math.sin(y * 0.211 - x * 0.047),
            y + 2.6 * math.sin(y * 0.079 - x * 0.127) + 1.9 * math.sin(x * 0.197 + y * 0.053),
        )
        for x, y in points
    ]


def _far(p: Point, ring: Sequence[Point], least: float) -> bool:
    """Return whether a point keeps its distance from every side of the outline."""
    px, py = p
    ax, ay = ring[-1]
    near = least + S  # no side is longer than S
    for bx, by in ring:
        dx, dy = bx - ax, by - ay
        if abs(ax - px) > near or abs(ay - py) > near:
            ax, ay = bx, by
            continue
        t = max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)))
        if (ax + dx * t - px) ** 2 + (ay + dy * t - py) ** 2 < least * least:
            return False
        ax, ay = bx, by
    return True


def _water_line(ring: Sequence[Point], depth: float) -> str:
    """Return a line at that distance from the shore; in straits that are too narrow for it, it stops."""
    points = _cut(_inset(ring, depth))
    keep = [_far(p, ring, depth - 2.5) for p in points]
    if all(keep):
        return smooth(_rough(points))
    start = keep.index(False)
    runs: list[list[Point]] = [[]]
    for i in range(len(points)):
        k = (start + i) % len(points)
        if keep[k]:
            runs[-1].append(points[k])
        elif runs[-1]:
            runs.append([])
    return "".join(smooth(_rough(run), closed=False) for run in runs if len(run) > 4)


def lakes(water: Iterable[Cell], dry: Iterable[Cell] = ()) -> str:
    """Water hexes melted into one shore, kept just inside their hexes so that every land hex stays whole, with four water lines.

    Where water lies at the rim of the map it runs on outwards (clip the ground to the frame); ``dry`` are the other hexes.
    """
    wet = set(water)
    solid = set(dry)
    beyond = {
        (q + a, r + b)
        for q, r in wet
        for a, b in NEIGHBOURS
        if (q + a, r + b) not in wet
        and (q + a, r + b) not in solid
        and sum((q + a + c, r + b + d) in solid for c, d in NEIGHBOURS) <= 2
    }
    rings = outlines([centre(q, r) for q, r in sorted(wet | (beyond if solid else set()))])
    shore = "".join(smooth(_rough(_cut(_inset(ring, 8.5)))) for ring in rings)
    lines = []
    for depth, opacity in ((5, 0.55), (11, 0.38), (18.5, 0.24), (27, 0.14)):
        d = TENTHS.sub(_whole, "".join(_water_line(ring, 8.5 + depth) for ring in rings))  # they are many, and faint
        if d:
            lines.append(f'<path class="wl" opacity="{opacity}" d="{d}"/>')
    return f'<path class="lake" d="{shore}"/>' + "".join(lines) if shore else ""


def water_name(text: str, x: float, y: float, size: float = 18, turn: float = 0.0) -> str:
    """Return a name on water, in wide italic; it may follow the water."""
    return (
        f'<text class="waterlbl" font-size="{n(size)}" transform="translate({n(x)} {n(y)}) rotate({n(turn)})">{esc(text)}</text>'
    )


# -- the sheet -----------------------------------------------------------------------------------------------------------


def frame(cells: Iterable[Cell], pad: float = 26) -> tuple[float, float, float, float]:
    """x, y, width, height of a sheet that holds these hexes."""
    at = [centre(q, r) for q, r in cells]
    x0, x1 = min(x for x, _ in at) - S - pad, max(x for x, _ in at) + S + pad
    y0, y1 = min(y for _, y in at) - H - pad, max(y for _, y in at) + H + pad
    return x0, y0, x1 - x0, y1 - y0


def neatline(x: float, y: float, w: float, h: float, step: float = 50, band: float = 9) -> str:
    """Return the double border of a survey sheet: bold line, alternating degree bars, thin line."""
    bars = ""
    for across, length, fix in ((True, w, y), (True, w, y + h - band), (False, h, x), (False, h, x + w - band)):
        at, i = 0.0, 0
        while at < length - 1:
            seg = min(step, length - at)
            if i % 2 == 0:
                bars += f"M{n(x + at)},{n(fix + band / 2)}h{n(seg)}" if across else f"M{n(fix + band / 2)},{n(y + at)}v{n(seg)}"
            at, i = at + seg, i + 1
    inner = f'x="{n(x + band)}" y="{n(y + band)}" width="{n(w - 2 * band)}" height="{n(h - 2 * band)}"'
    return (
        f'<rect class="neat" x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}" stroke-width="2.4"/>'
        f'<rect class="neat" {inner} stroke-width="1"/><path class="neat" d="{bars}" stroke-width="3.2" opacity=".8"/>'
    )


def sheet(x: float, y: float, w: float, h: float, body: str, step: float = 75) -> str:
    """Return a whole survey sheet: paper, the ground clipped to the frame, the neatline over it."""
    clip = f'x="{n(x + 13)}" y="{n(y + 13)}" width="{n(w - 26)}" height="{n(h - 26)}"'
    return (
        f'<rect class="off" x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"/><clipPath id="frame"><rect {clip}/></clipPath>'
        f'<g clip-path="url(#frame)">{body}</g>{neatline(x + 4, y + 4, w - 8, h - 8, step)}'
    )


def compass(x: float, y: float, r: float = 44) -> str:
    """Return a compass rose; it belongs on open water or empty land."""

    def at(angle: float, d: float) -> str:
        return f"{n(d * math.sin(math.radians(angle)))},{n(-d * math.cos(math.radians(angle)))}"

    out = f'<g transform="translate({n(x)} {n(y)})"><circle class="neat" r="{n(r * 0.62)}" stroke-width=".9"/>'
    out += f'<circle class="neat" r="{n(r * 0.55)}" stroke-width=".5"/>'
    for a in range(0, 360, 45):
        tip = at(a, r if a % 90 == 0 else r * 0.58)
        out += f'<path class="rose-d" d="M0,0L{at(a - 45, r * 0.16)} {tip}Z"/><path class="rose-l" d="M0,0L{at(a + 45, r * 0.16)} {tip}Z"/>'
    return (
        out + f'<text class="serif" y="{n(-r - 5)}" text-anchor="middle" font-size="{n(r * 0.34)}" font-weight="700">N</text></g>'
    )


# -- real geography, from the ``ground.json`` of a game (see tools/maps/make_grounds.py) ---------------------------------------


def coast(data: dict[str, Any], x: float, y: float, w: float, h: float) -> str:
    """Return a country on the sea: water lines along the shore, neighbours, home, state lines."""
    out = f'<rect class="sea" x="{n(x + 12)}" y="{n(y + 12)}" width="{n(w - 24)}" height="{n(h - 24)}"/>'
    out += "".join(f'<path class="wl" opacity="{o}" d="{d}"/>' for o, d in data["water_lines"])
    return (
        out
        + f'<path class="foreign" d="{data["foreign"]}"/><path class="home" d="{data["home"]}"/><path class="stateline" d="{data["borders"]}"/>'
    )


def inland(data: dict[str, Any], x: float, y: float, w: float, h: float) -> str:
    """Return a state among others, with rivers and ranges (clip it to the frame: rivers run on)."""
    out = f'<rect class="grd" x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"/><path class="inland" d="{data["home"]}"/>'
    out += f'<path class="border-b" d="{data["borders"]}"/><path class="border" d="{data["borders"]}"/><path class="rv" d="{data["rivers"]}"/>'
    return out + peaks(data["peaks"])


def peaks(places: Sequence[Sequence[float]], k: float = 0.72) -> str:
    """Faint ranges: six drawings, used again and again."""
    defs = "".join(f'<g id="peak{i}" class="bx">{mountains(0, 0, i, k)}</g>' for i in range(6))
    uses = "".join(f'<use href="#peak{i * 5 % 6}" x="{n(x)}" y="{n(y)}"/>' for i, (x, y) in enumerate(places))
    return f'<defs>{defs}</defs><g class="peaks">{uses}</g>'


def scale_bar(x: float, y: float, mile: float, caption: str) -> str:
    """Three hundred statute miles; ``mile`` is the length of one in units."""
    out = ""
    for i in range(3):
        out += f'<rect class="{"rose-l" if i % 2 else "rose-d"}" x="{n(x + i * 100 * mile)}" y="{n(y)}" width="{n(100 * mile)}" height="7"/>'
    for i in range(4):
        out += f'<text class="serif" x="{n(x + i * 100 * mile)}" y="{n(y + 24)}" font-size="14" text-anchor="middle">{i * 100}</text>'
    return (
        out
        + f'<text class="serif" x="{n(x + 150 * mile)}" y="{n(y - 8)}" font-size="14" font-style="italic" text-anchor="middle">{esc(caption)}</text>'
    )
