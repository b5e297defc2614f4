"""Small things every drawing needs: short numbers, escaped words, hex geometry, smooth lines, the width of a word.

Units: a hex has radius S = 50, flat top. Sides are numbered 0 north, then clockwise. y grows downwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, wraps
from html import escape
from itertools import pairwise
from typing import Any, ParamSpec, TypeVar

Point = tuple[float, float]
P = ParamSpec("P")
R = TypeVar("R")

S = 50.0
H = S * math.sqrt(3) / 2
"""Apothem: from the centre of a hex to the middle of a side."""

NARROW = set("iljtfrI.,:;'|!()[] -")
WIDE = set("mwMW@%&")


def kept(draw: Callable[P, R]) -> Callable[P, R]:
    """Return what was drawn lately is not drawn again: from one position to the next, and for one seat and the other, most
    strokes are the same. For functions of nothing but their arguments; lists may be given where they ask for a sequence."""
    once: Callable[..., R] = lru_cache(maxsize=4096)(draw)
    if not any("Sequence" in str(kind) for kind in draw.__annotations__.values()):
        return once

    @wraps(draw)
    def drawn(*args: P.args, **more: P.kwargs) -> R:
        return once(*map(_lasting, args), **{name: _lasting(value) for name, value in more.items()})

    return drawn


def _lasting(value: Any) -> Any:
    return tuple(value) if type(value) is list else value


@lru_cache(maxsize=65536)
def n(value: float) -> str:
    """Return a short number: pictures stay small and their differences readable."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def pts(points: Iterable[Point]) -> str:
    """Points for a ``polygon``."""
    return " ".join(f"{n(x)},{n(y)}" for x, y in points)


def esc(text: str) -> str:
    """Words made safe for markup, attributes included."""
    return escape(text, quote=True)


def capital(text: str) -> str:
    """With its first letter large, as a label stands alone."""
    return text[:1].upper() + text[1:]


@kept
def text_width(text: str, size: float) -> float:
    """About how wide the words are in Barlow Semi Condensed 600."""
    return size * sum(0.27 if c in NARROW else 0.74 if c in WIDE else 0.56 if c.isupper() else 0.49 for c in text)


# -- hexes ---------------------------------------------------------------------------------------------------------------


def centre(q: int, r: int) -> Point:
    """Middle of the hex with axial coordinates (q, r): (0, -1) is north of (0, 0), (1, -1) north-east, (1, 0) south-east."""
    return 1.5 * q * S, math.sqrt(3) * (r + q / 2) * S


NEIGHBOURS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Axial steps by side: 0 north, then clockwise."""


def corners(x: float = 0.0, y: float = 0.0, s: float = S) -> list[Point]:
    """Corners of a hex, clockwise from the east."""
    return [(x + s * math.cos(math.radians(60 * k)), y + s * math.sin(math.radians(60 * k))) for k in range(6)]


@kept
def hexagon(cls: str, x: float, y: float, s: float = S, more: str = "") -> str:
    """Return a hex as an element of that class."""
    return f'<polygon class="{cls}" points="{pts(corners(x, y, s))}"{" " + more if more else ""}/>'


def side_mid(side: int, inset: float = 0.0) -> Point:
    """Middle of a side, from the centre of the hex; ``inset`` draws it inwards."""
    a = math.radians(60 * side - 90)
    return (H - inset) * math.cos(a), (H - inset) * math.sin(a)


# -- lines ---------------------------------------------------------------------------------------------------------------


def polyline(points: Sequence[Point], closed: bool = False) -> str:
    """Path data through the points."""
    return "M" + "L".join(f"{n(x)},{n(y)}" for x, y in points) + ("Z" if closed else "")


def smooth(points: Sequence[Point], closed: bool = True) -> str:
    """Path data of a Catmull-Rom curve: turns survey points into an engraver's line."""
    p = list(points)
    m = len(p)
    if m < 3:
        return polyline(p)

    def at(i: int) -> Point:
        return p[i % m] if closed else p[max(0, min(m - 1, i))]

    out = [f"M{n(p[0][0])},{n(p[0][1])}"]
    for i in range(m if closed else m - 1):
        a, b, c, d = at(i - 1), at(i), at(i + 1), at(i + 2)
        out.append(
            f"C{n(b[0] + (c[0] - a[0]) / 6)},{n(b[1] + (c[1] - a[1]) / 6)} "
            f"{n(c[0] - (d[0] - b[0]) / 6)},{n(c[1] - (d[1] - b[1]) / 6)} {n(c[0])},{n(c[1])}"
        )
    return "".join(out) + ("Z" if closed else "")


def bow(a: Point, b: Point, sag: float = 0.0, count: int = 25) -> list[Point]:
    """Points of a gentle curve from a to b; ``sag`` is the height of the bow as a share of the chord, to the left."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    cx, cy = (a[0] + b[0]) / 2 - dy * sag * 2, (a[1] + b[1]) / 2 + dx * sag * 2
    out = []
    for i in range(count):
        t = i / (count - 1)
        u = 1 - t
        out.append((u * u * a[0] + 2 * t * u * cx + t * t * b[0], u * u * a[1] + 2 * t * u * cy + t * t * b[1]))
    return out


@kept
def corridor(points: Sequence[Point], half: float) -> str:
    """Path data of a closed outline round a line, ``half`` to either side, with round ends."""
    left: list[Point] = []
    right: list[Point] = []
    last = len(points) - 1
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, i - 1)], points[min(last, i + 1)]
        length = math.hypot(bx - ax, by - ay) or 1.0
        ux, uy = (by - ay) / length * half, -(bx - ax) / length * half
        left.append((x + ux, y + uy))
        right.append((x - ux, y - uy))
    r = n(half)
    out = [f"M{n(left[0][0])},{n(left[0][1])}"]
    out += [f"L{n(x)},{n(y)}" for x, y in left[1:]]
    out.append(f"A{r},{r} 0 0 1 {n(right[-1][0])},{n(right[-1][1])}")
    out += [f"L{n(x)},{n(y)}" for x, y in reversed(right[:-1])]
    out.append(f"A{r},{r} 0 0 1 {n(left[0][0])},{n(left[0][1])}Z")
    return "".join(out)


def along(points: Sequence[Point], share: float) -> tuple[float, float, float]:
    """Return the point at that share of the line's length, and the direction of the line there in degrees."""
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    want = share * sum(lengths)
    for i, length in enumerate(lengths):
        if want <= length or i == len(lengths) - 1:
            (ax, ay), (bx, by) = points[i], points[i + 1]
            t = want / length if length else 0.0
            return ax + (bx - ax) * t, ay + (by - ay) * t, math.degrees(math.atan2(by - ay, bx - ax))
        want -= length
    return points[0][0], points[0][1], 0.0
