"""Track inside hexes and along lines: part of the kit (see ``inks``)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise

from boxcars.view.seat_symbols import cube
from boxcars.view.svg_helpers import Point, S, kept, n, polyline, side_mid


@kept
def segment_path(a: int, b: int | None) -> str:
    """Path data of track inside one hex round (0, 0), from side a to side b: straight, or a true arc that meets both sides at a
    right angle (neighbouring sides: radius S/2, two apart: 3S/2). b None: a spoke to the stop in the centre."""
    x1, y1 = side_mid(a)
    if b is None:
        return f"M{n(x1)},{n(y1)}L0,0"
    x2, y2 = side_mid(b)
    d = (b - a) % 6
    if d == 3:
        return f"M{n(x1)},{n(y1)}L{n(x2)},{n(y2)}"
    r = n(S / 2 if d in (1, 5) else 1.5 * S)
    return f"M{n(x1)},{n(y1)}A{r},{r} 0 0 {0 if d in (1, 2) else 1} {n(x2)},{n(y2)}"


def segment_mid(a: int, b: int | None) -> Point:
    """Middle of a segment round (0, 0): the place of an owner's medal."""
    x1, y1 = side_mid(a)
    if b is None:
        return x1 * 0.62, y1 * 0.62
    x2, y2 = side_mid(b)
    mx, my = (x1 + x2) / 2, (y1 + y2) / 2
    d = (b - a) % 6
    if d == 3:
        return mx, my
    r = S / 2 if d in (1, 5) else 1.5 * S
    half = math.dist((x1, y1), (x2, y2)) / 2
    sag = r - math.sqrt(r * r - half * half)
    length = math.hypot(mx, my)
    return mx * (length - sag) / length, my * (length - sag) / length


@kept
def place(path: str, x: float, y: float) -> str:
    """Move path data (M, L and A only) by (x, y): from hex to board."""
    out = []
    for verb, body in re.findall(r"([MLA])([^MLA]*)", path):
        v = [float(t) for t in re.split(r"[ ,]+", body.strip())]
        if verb == "A":
            out.append(f"A{n(v[0])},{n(v[1])} 0 0 {int(v[4])} {n(v[5] + x)},{n(v[6] + y)}")
        else:
            out.append(f"{verb}{n(v[0] + x)},{n(v[1] + y)}")
    return "".join(out)


def track_layers(paths: Sequence[tuple[str, int]]) -> str:
    """Return all track of one level as (path data, seat), layer by layer, so that joints between tiles never show a seam."""
    if not paths:
        return ""
    every = "".join(d for d, _ in paths)
    out = [f'<path class="{layer}" d="{every}"/>' for layer in ("k-halo", "k-ballast", "k-sleeper", "k-rail")]
    for seat in sorted({seat for _, seat in paths}):
        d = "".join(p for p, owner in paths if owner == seat)
        out.append(f'<path class="k-bed o{seat + 1}" d="{d}"/><path class="k-pat o{seat + 1}" d="{d}"/>')
    return "".join(out)


@kept
def bridge(x: float, y: float, a: int, b: int, seat: int) -> str:
    """Return the upper of two crossing lines in the hex at (x, y): a deck that cuts the lower line, the track, parapets on either
    side."""
    d = place(segment_path(a, b), x, y)
    (x1, y1), (x2, y2) = side_mid(a), side_mid(b)
    length = math.dist((x1, y1), (x2, y2))
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    mx, my = segment_mid(a, b)
    walls = ""
    for sign in (-1, 1):
        for verb, t, out in (("M", -19, 16), ("L", -14, 11.2), ("L", 14, 11.2), ("L", 19, 16)):
            walls += f"{verb}{n(x + mx + ux * t - uy * out * sign)},{n(y + my + uy * t + ux * out * sign)}"
    return f'<path class="deck" pathLength="100" d="{d}"/>{track_layers([(d, seat)])}<path class="parapet" d="{walls}"/>'


def buffer_stop(x: float, y: float, side: int) -> str:
    """Return the end of an unfinished line at that side of the hex at (x, y)."""
    return f'<path class="buffer" transform="translate({n(x + side_mid(side, 3)[0])} {n(y + side_mid(side, 3)[1])}) rotate({60 * side})" d="M-8,0H8"/>'


def goods_path(points: Sequence[Point], colour: str = "") -> str:
    """Return the way goods would take, over the track, with an arrow at every stop and the cube at its head."""
    if len(points) < 2:
        return ""
    out = f'<path class="way-h" d="{polyline(points)}"/><path class="way" d="{polyline(points)}"/>'
    for (ax, ay), (bx, by) in pairwise(points):
        turn = math.degrees(math.atan2(by - ay, bx - ax))
        out += f'<path class="way-a" transform="translate({n((ax + bx) / 2)} {n((ay + by) / 2)}) rotate({n(turn)})" d="M-6,-7 7,0-6,7Z"/>'
    return out + (cube(colour, *points[-1]) if colour else "")


def ribbon(seat: int, w: float, h: float) -> str:
    """Return the seat's ribbon standing upright, as at the edge of a player's card."""
    return f'<rect class="f{seat + 1}" width="{n(w)}" height="{n(h)}"/><path class="k-pat o{seat + 1}" d="M{n(w / 2)},-2V{n(h + 40)}"/>'
