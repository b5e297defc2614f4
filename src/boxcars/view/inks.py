"""The drawing kit of every board. Start here.

    from boxcars.view import inks
    inks.sheet(*inks.frame(cells), inks.land(cells) + inks.grid(dry) + inks.lakes(wet, dry) + …)      # ground()
    inks.track_layers([(inks.place(inks.segment_path(0, 3), x, y), seat), …]) + inks.medal(seat, x, y)  # pieces()

Laws. Colours are never written: elements carry classes, ``view/styles`` maps classes to tokens, ``tokens.css`` holds the values of
both themes. **Seats are 0-based everywhere here** (seat 0 wears class ``f1``/``o1``); seat -1 is nobody. A seat is always colour
*and* emblem *and* line pattern; a good or a card colour always wears its mark. Text goes in as plain words (it is escaped here).

Where to draw what. The page stacks ``ground()`` < ``pieces()`` < ghost. The ground is sent once: land, grid, printed routes, and the
``hit`` shapes of everything that is always there (hexes, routes); labels that track may cover belong at the end of ``pieces()``.
Pieces never swallow a click (they have no pointer events unless they are ``hit`` themselves), so hits may lie under them.

Hits. ``hit(target, d)``, ``hit_hex``, ``hit_circle``, ``hit_rect``, ``hit_line`` return one invisible shape in the form of the thing. When
the target is legal the page lights it (dashed teal edge, soft fill), draws a halo of the same shape, makes it focusable and names it;
when ``touched`` names it, the page draws the amber mark in its shape. So never draw targets or last moves yourself. The same target may
stand on several shapes, on the board and in panels.

Identity. Wrap what can appear, move or vanish in ``piece(id, body, x, y)``: the page fades in new ids and slides those that moved. Ids must
be unique on the page: prefix them with their kind (``cube-12``, ``tile-D4``, ``car-denver-omaha-1``).

The kit (module: what is in it; all of it can be had from ``inks``):

* ``pen``: ``S H n pts esc text_width centre NEIGHBOURS corners hexagon side_mid polyline smooth bow corridor along``
* ``ground``: ``land grid terrain mountains swamp river rivers lakes outlines water_name frame neatline sheet compass coast inland peaks
  scale_bar``
* ``rails``: ``segment_path segment_mid place track_layers bridge buffer_stop goods_path rider ribbon``
* here, places and pieces: ``medal symbol cube cubes cube_places die roundel city town town_label station label plate car slot good``
* ``play``: ``hit… piece ghost_hex price``
* ``papers`` (things of the side panels, drawn 292 units wide): ``card card_back cards_row ticket paper ladder wells words``
* ``labels``: ``Labels``, a search for places of names that cover nothing

Sizes and rules are those of ART.md: hex radius 50, cube 17, medal 9.5, town names 16/600 with a halo, nothing under 10.5 px on screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boxcars.view.ground import (
    coast,
    compass,
    frame,
    grid,
    inland,
    lakes,
    land,
    mountains,
    neatline,
    outlines,
    peaks,
    river,
    rivers,
    scale_bar,
    sheet,
    swamp,
    terrain,
    water_name,
)
from boxcars.view.labels import Labels
from boxcars.view.papers import GOOD, card, card_back, cards_row, good, ladder, paper, ticket, wells, words
from boxcars.view.pen import (
    NEIGHBOURS,
    H,
    Point,
    S,
    along,
    bow,
    capital,
    centre,
    corners,
    corridor,
    esc,
    hexagon,
    kept,
    n,
    polyline,
    pts,
    side_mid,
    smooth,
    text_width,
)
from boxcars.view.play import ghost_hex, hit, hit_circle, hit_cube, hit_hex, hit_line, hit_rect, piece, price
from boxcars.view.rails import bridge, buffer_stop, goods_path, place, ribbon, rider, segment_mid, segment_path, track_layers
from boxcars.view.signs import EMBLEM, SYMBOL, cube, medal, symbol

__all__ = [  # noqa: RUF022 (in the order of the docstring)
    "Point", "S", "H", "n", "pts", "esc", "capital", "text_width", "centre", "NEIGHBOURS", "corners", "hexagon", "side_mid", "polyline", "smooth",
    "bow", "corridor", "along", "land", "grid", "terrain", "mountains", "swamp", "river", "rivers", "lakes", "outlines", "water_name",
    "frame", "neatline", "sheet", "compass", "coast", "inland", "peaks", "scale_bar", "segment_path", "segment_mid", "place", "track_layers", "bridge", "buffer_stop",
    "goods_path", "rider", "medal", "symbol", "cube", "cubes", "cube_places", "die", "roundel", "city", "town", "town_label", "station", "label", "plate", "car", "slot",
    "ribbon", "good", "hit", "hit_hex", "hit_circle", "hit_rect", "hit_cube", "hit_line", "label_above", "piece", "ghost_hex", "price", "card", "card_back",
    "cards_row", "ticket", "paper", "ladder", "wells", "words", "Labels", "EMBLEM", "SYMBOL", "GOOD",
]  # fmt: skip


# -- places and pieces -----------------------------------------------------------------------------------------------------


@kept
def label(text: str, x: float, y: float, cls: str = "", anchor: str = "middle") -> str:
    """A name on land, with a halo. ``cls``: "" 16 units, "city" 21, "twn" 19, "mkt" 24 in Caslon."""
    serif = " serif" if cls == "mkt" else ""
    style = "" if anchor == "middle" else f' style="text-anchor:{anchor}"'
    return f'<text class="lbl{" " + cls if cls else ""}{serif}" x="{n(x)}" y="{n(y)}"{style}>{esc(text)}</text>'


@kept
def plate(text: str, x: float, y: float, size: float = 14.5) -> str:
    """A small enamel sign, centred: its text is always dark on cream."""
    w, h = text_width(text, size) + 10, size + 2.5
    return (
        f'<g transform="translate({n(x)} {n(y)})"><rect class="nameplate" x="{n(-w / 2)}" y="{n(-h / 2)}" width="{n(w)}" height="{n(h)}" '
        f'rx="2.5"/><text class="name" y="{n(size * 0.34)}" style="font-size:{n(size)}px">{esc(text)}</text></g>'
    )


def die(x: float, y: float, text: str, dark: bool = False) -> str:
    """A growth die, 18 square: cream or dark."""
    k = "d" if dark else "l"
    return (
        f'<g transform="translate({n(x)} {n(y)})"><rect class="die die-{k}" x="-9" y="-9" width="18" height="18" rx="3.5"/>'
        f'<text class="die-t {k}" y="4.7">{esc(text)}</text></g>'
    )


def roundel(x: float, y: float, text: str) -> str:
    """A letter in a disc: New Cities, station letters."""
    return (
        f'<g transform="translate({n(x)} {n(y)})"><circle r="9.5" class="die die-l"/>'
        f'<text class="die-t l serif" y="4.8">{esc(text)}</text></g>'
    )


def cube_places(count: int) -> list[Point]:
    """Where the goods of a place lie round the middle of their row: three in a row, up to seven in two; the others on the last spot."""
    k = min(count, 7)
    top = k if k <= 3 else min(4, (k + 1) // 2 + (k > 5))
    gap = 19.5 if k <= 3 else 16.2
    out = []
    for i in range(k):
        row, at, wide = (0, i, top) if i < top else (1, i - top, k - top)
        out.append(((at - (wide - 1) / 2) * gap, 0.0 if k <= 3 else 14.8 * row - 3.7))
    return out + out[-1:] * (count - k)


@kept
def cubes(colours: Sequence[str], x: float = 0.0, y: float = 0.0, ids: Sequence[str] = ()) -> str:
    """Goods of one place: up to three in a row, four to seven in two rows, beyond that the last place says how many more.

    ``y`` is the middle of a single row; with ``ids`` every cube is a piece of its own that the page can move."""
    shown = list(colours[:7]) if len(colours) <= 7 else list(colours[:6])
    size = 17.0 if len(colours) <= 3 else 14.6
    places = [(x + dx, y + dy) for dx, dy in cube_places(len(colours))]
    out = []
    for i, (colour, (cx, cy)) in enumerate(zip(shown, places, strict=False)):
        out.append(piece(ids[i], cube(colour, 0, 0, size), cx, cy) if i < len(ids) else cube(colour, cx, cy, size))
    if len(colours) > len(shown):
        cx, cy = places[-1]
        out.append(f'<text class="more" x="{n(cx)}" y="{n(cy + 4)}">+{len(colours) - len(shown)}</text>')
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
) -> str:
    """A city hex: the ink of the goods it takes (several: halves; none: grey), keyline, growth die, enamel sign, cubes."""
    first = colours[0] if colours else "grey"
    light = first in ("yellow", "white", "grey", "orange")
    out = [f'<g transform="translate({n(x)} {n(y)})">', hexagon(f"city-edge g-{first}", 0, 0, S - 1)]
    c = corners(s=S - 1)
    if len(colours) == 2:
        out.append(f'<polygon class="g-{colours[1]}" points="{pts([(0.0, c[5][1]), c[5], c[0], c[1], (0.0, c[1][1])])}"/>')
        out.append(hexagon("city-edge no-fill", 0, 0, S - 1))
    elif len(colours) > 2:
        for i, colour in enumerate(colours[:6]):
            share = [c[(i * 6 // len(colours) + k) % 6] for k in range(6 // len(colours) + 1)]
            out.append(f'<polygon class="g-{colour}" points="{pts([(0.0, 0.0), *share])}"/>')
        out.append(hexagon("city-edge no-fill", 0, 0, S - 1))
    out.append(hexagon("city-key on-light" if light else "city-key", 0, 0, S - 5.5))
    if not letter:
        out.append(symbol(first, -18.5, -29, 1.05))
    out.append(symbol(colours[1] if len(colours) == 2 else first, 18.5, -29, 1.05))
    if die_text:
        out.append(die(0, -30, die_text, dark))
    fit = ' textLength="84" lengthAdjust="spacingAndGlyphs"' if text_width(name, 16) > 84 else ""
    out.append(
        f'<path class="nameplate" d="M-43-12.5H43L50-1 43 10.5H-43L-50-1Z"/><text class="name" y="4.7"{fit}>{esc(name)}</text>'
    )
    if letter:
        out.append(roundel(-21, -30, letter))
    return "".join(out) + cubes(goods, 0, 22.5, ids) + "</g>"


def town(x: float, y: float, joined: bool = False) -> str:
    """A town's disc; with track it is larger and has a dot."""
    dot = f'<circle class="town-in" cx="{n(x)}" cy="{n(y)}" r="3.6"/>' if joined else ""
    return f'<circle class="town" cx="{n(x)}" cy="{n(y)}" r="{10 if joined else 8}"/>{dot}'


def town_label(text: str, x: float, y: float, exits: Iterable[int] = ()) -> str:
    """A town's name: below its disc, unless more track leaves southwards; then above."""
    return label(text, x, y - 17 if label_above(exits) else y + 28)


def label_above(exits: Iterable[int]) -> bool:
    """Whether the name of a town with these sides stands above it."""
    busy = set(exits)
    south, north = 3 * (3 in busy) + len(busy & {2, 4}), 3 * (0 in busy) + len(busy & {1, 5})
    return south > north


def station(x: float, y: float, r: float = 12.0) -> str:
    """A city of a route board: disc, ring, brass centre."""
    return f'<circle class="station" cx="{n(x)}" cy="{n(y)}" r="{n(r)}"/><circle class="station-in" cx="{n(x)}" cy="{n(y)}" r="{n(r * 0.46)}"/>'


@kept
def slot(length: float, colour: str, turn: float = 0.0) -> str:
    """An open space of a route round (0, 0), lying along x: hollow means free. ``turn``: how it will be rotated (to keep marks upright)."""
    h, w = 7.5, length / 2
    body = f"M{n(-w + 3)},{n(-h)}H{n(w - 3)}L{n(w)},{n(-h + 3)}V{n(h - 3)}L{n(w - 3)},{n(h)}H{n(-w + 3)}L{n(-w)},{n(h - 3)}V{n(-h + 3)}Z"
    out = f'<path class="slot-b g-{colour}" d="{body}"/><path class="slot-k" d="M{n(-w + 4.2)},{n(-h + 3.6)}H{n(w - 4.2)}V{n(h - 3.6)}H{n(-w + 4.2)}Z"/>'
    if colour in SYMBOL:
        flip = 180.0 if 90 < turn % 360 < 270 else 0.0
        out += f'<path class="g-{colour}" d="M-8,{n(-h + 1.4)}H8V{n(h - 1.4)}H-8Z"/>' + symbol(colour, 0, 0, 1.0, flip)
    return out


@kept
def car(length: float, seat: int, turn: float = 0.0) -> str:
    """A claimed space round (0, 0), lying along x: a wooden car in the seat's ink, with its emblem. Solid and proud means taken."""
    w, h = length / 2, 10.0
    flip = 180 if 90 < turn % 360 < 270 else 0
    i = seat + 1
    roof = f"M{n(-w + 4)},{n(-h + 3.5)}H{n(w - 4)}M{n(-w + 4)},{n(h - 3.5)}H{n(w - 4)}"
    roof += f"M{n(-w + 5)},{n(-h + 3.5)}V{n(h - 3.5)}M{n(w - 5)},{n(-h + 3.5)}V{n(h - 3.5)}"
    return (
        f'<path class="car-sh" d="M{n(-w)},{n(-h + 3)}h{n(length)}v{n(2 * h - 2.5)}h{n(-length)}z"/>'
        f'<path class="coupler" d="M{n(-w - 4)},0H{n(w + 4)}"/>'
        f'<rect class="car f{i}" x="{n(-w)}" y="{n(-h)}" width="{n(length)}" height="{n(2 * h)}" rx="3"/>'
        f'<path class="car-ln e{i}s" d="{roof}"/><g class="e{i}" transform="rotate({flip}) scale(.95)">{EMBLEM[seat]}</g>'
    )
