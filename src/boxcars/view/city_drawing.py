"""A city on a hex, its sign, its growth die and the goods that wait there: part of the kit (see ``inks``)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from boxcars.view.click_targets import piece
from boxcars.view.seat_symbols import cube, symbol
from boxcars.view.svg_helpers import Point, S, corners, esc, hexagon, kept, n, pts, text_width

Spot = tuple[float, float, float]
"""Where a cube stands round the middle of its city, and its size."""
MOST = 8
"""So many cubes are drawn; of more the last place says how many."""


def _row(count: int, y: float, size: float, pitch: float) -> list[Spot]:
    return [((i - (count - 1) / 2) * pitch, y, size) for i in range(count)]


SIZE = 22.2
"""Of a cube: twelve pixels where the Rust Belt opens whole on a laptop."""
SPOTS: tuple[list[Spot], ...] = (
    [],
    *(_row(count, 22.4, SIZE, 22.6) for count in (1, 2, 3)),
    _row(2, 7, SIZE, 23.2) + _row(2, 29.4, SIZE, 23.2),
    _row(3, 7, SIZE, 22.6) + _row(2, 29.4, SIZE, 22.6),
    _row(3, 7, SIZE, 22.6) + _row(3, 29.4, SIZE, 19),
    _row(4, 7, SIZE, 20) + _row(3, 29.4, SIZE, 19),
    _row(5, 7, SIZE, 17.8) + _row(3, 29.4, SIZE, 18.4),
)
"""By the number of cubes: up to three below the sign; from four on the sign rises, and two rows stand under it."""


LARGE = 27.0
"""Of a cube on a map without dice of growth, where there is room under a sign that is always raised: twelve pixels where the
larger sheet of such a map opens whole on a laptop."""
FRONT = 21.5
"""Of a large cube: how wide its front is; a neighbour may hide the side."""
UPPER, LOWER = 8.5, 29.2
"""Two rows of large cubes: the upper one hides the tops of the lower, so it is drawn after it."""
LARGE_SPOTS: tuple[list[Spot], ...] = (
    [],
    *(_row(count, 12.5, LARGE, 25.2) for count in (1, 2, 3)),
    *(_row(count // 2, LOWER, LARGE, FRONT) + _row(count - count // 2, UPPER, LARGE, FRONT) for count in range(4, MOST + 1)),
)


def cube_places(count: int, large: bool = False) -> list[Spot]:
    """Return where each of a city's goods stands; those that are not drawn stand on the last spot."""
    spots = (LARGE_SPOTS if large else SPOTS)[min(count, MOST)]
    return spots + spots[-1:] * (count - len(spots))


@kept
def cubes(colours: Sequence[str], x: float = 0.0, y: float = 0.0, ids: Sequence[str] = (), large: bool = False) -> str:
    """Return the goods of a city whose middle is there; with ``ids`` every cube is a piece of its own that the page can move."""
    shown = colours if len(colours) <= MOST else colours[: MOST - 1]
    spots = cube_places(len(colours), large)
    out = []
    for i, (colour, (dx, dy, size)) in enumerate(zip(shown, spots, strict=False)):
        if i < len(ids):
            out.append(piece(ids[i], cube(colour, 0, 0, size), x + dx, y + dy))
        else:
            out.append(cube(colour, x + dx, y + dy, size))
    if len(colours) > len(shown):
        dx, dy, _ = spots[-1]
        out.append(
            f'<g transform="translate({n(x + dx)} {n(y + dy)})"><rect class="nameplate" x="-9" y="-8" width="18" height="16" rx="2.5"/>'
        )
        out.append(f'<text class="name" style="font-size:12px" y="4.3">+{len(colours) - len(shown)}</text></g>')
    return "".join(out)


def die(x: float, y: float, text: str, dark: bool = False, size: float = 18.0) -> str:
    """Return a growth die, 18 square: cream or dark."""
    k = "d" if dark else "l"
    half = n(-size / 2)
    letters = "" if size == 18 else f' style="font-size:{n(size * 0.74)}px"'
    return (
        f'<g transform="translate({n(x)} {n(y)})"><rect class="die die-{k}" x="{half}" y="{half}" width="{n(size)}" height="{n(size)}" rx="3.5"/>'
        f'<text class="die-t {k}" y="{n(size * 0.26)}"{letters}>{esc(text)}</text></g>'
    )


def roundel(x: float, y: float, text: str, size: float = 19.0) -> str:
    """Return a letter in a disc: New Cities, station letters."""
    letters = "" if size == 19 else f' style="font-size:{n(size * 0.7)}px"'
    return (
        f'<g transform="translate({n(x)} {n(y)})"><circle r="{n(size / 2)}" class="die die-l"/>'
        f'<text class="die-t l serif" y="{n(size * 0.25)}"{letters}>{esc(text)}</text></g>'
    )


SLANT = 1 / sqrt(3)
"""How much narrower a hex gets with each unit from its middle line."""


def _sign(name: str, raised: bool) -> str:
    """Return the enamel sign: vertex to vertex across the hex; raised and lower inside it, so that no side's track is touched."""
    size, room = (15.0, 70.0) if raised else (16.0, 84.0)
    fit = f' textLength="{n(room)}" lengthAdjust="spacingAndGlyphs"' if text_width(name, size) > room else ""
    if not raised:
        return f'<path class="nameplate" d="M-43-12.5H43L50-1 43 10.5H-43L-50-1Z"/><text class="name" y="4.7"{fit}>{esc(name)}</text>'
    top, bottom = S - 1.7 - 24 * SLANT, S - 1.7 - 6 * SLANT
    plate = f"M{n(-top)}-24H{n(top)}L{n(bottom)}-6H{n(-bottom)}Z"
    return f'<path class="nameplate" d="{plate}"/><text class="name" style="font-size:15px" y="-9.8"{fit}>{esc(name)}</text>'


def _ink(colours: Sequence[str]) -> str:
    """Return the hex in the ink of the goods it takes: two in halves, more as sectors, none in grey."""
    out = [hexagon(f"city-edge g-{colours[0] if colours else 'grey'}", 0, 0, S - 1)]
    c = corners(s=S - 1)
    if len(colours) == 2:
        half: list[Point] = [(0.0, c[5][1]), c[5], c[0], c[1], (0.0, c[1][1])]
        out.append(f'<polygon class="g-{colours[1]}" points="{pts(half)}"/>')
    elif len(colours) > 2:
        for i, colour in enumerate(colours[:6]):
            share = [c[(i * 6 // len(colours) + k) % 6] for k in range(6 // len(colours) + 1)]
            out.append(f'<polygon class="g-{colour}" points="{pts([(0.0, 0.0), *share])}"/>')
    if len(colours) > 1:
        out.append(hexagon("city-edge no-fill", 0, 0, S - 1))
    return "".join(out)


@kept
def city(
    x: float,
    y: float,
    name: str,
    colours: Sequence[str],
    *,
    die_text: str = "",
    dark: bool = False,
    letter: str = "",
    goods: Sequence[str] = (),
    ids: Sequence[str] = (),
    large: bool = False,
) -> str:
    """Return a city hex: the ink of the goods it takes, keyline, growth die, enamel sign, cubes (``large``: see ``LARGE``)."""
    first = colours[0] if colours else "grey"
    light = first in ("yellow", "white", "grey", "orange")
    raised = len(goods) > (0 if large else 3)
    top, size, mark = (-33.5, 13.5, 0.82) if raised else (-30.0, 18.0, 1.05)
    out = [f'<g transform="translate({n(x)} {n(y)})">', _ink(colours)]
    out.append(hexagon("city-key on-light" if light else "city-key", 0, 0, S - 5.5))
    if letter:
        out.append(roundel(-20, top, letter, size + 1))
    else:
        out.append(symbol(first, -18.5, top + 1, mark))
    out.append(symbol(colours[1] if len(colours) == 2 else first, 18.5, top + 1, mark))
    if die_text:
        out.append(die(0, top, die_text, dark, size))
    return "".join(out) + _sign(name, raised) + cubes(goods, 0, 0, ids, large) + "</g>"
