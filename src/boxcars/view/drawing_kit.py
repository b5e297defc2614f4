"""The drawing kit of every board. Start here.

    from boxcars.view import drawing_kit
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
when ``changed_targets`` names it, the page draws the amber mark in its shape. So never draw targets or last moves yourself. The same target may
stand on several shapes, on the board and in panels.

Identity. Wrap what can appear, move or vanish in ``piece(id, body, x, y)``: the page fades in new ids and slides those that moved. Ids must
be unique on the page: prefix them with their kind (``cube-12``, ``tile-D4``, ``car-denver-omaha-1``).

The kit (module: what is in it; all of it can be had from ``inks``):

* ``pen``: ``S H n pts esc text_width centre NEIGHBOURS corners hexagon side_mid polyline smooth bow corridor along``
* ``ground``: ``land grid terrain mountains swamp river rivers lakes outlines water_name frame neatline sheet compass coast inland peaks
  scale_bar``
* ``rails``: ``segment_path segment_mid place track_layers bridge buffer_stop goods_path ribbon``
* ``cities``: ``city cubes cube_places die roundel``
* here, places and pieces: ``medal symbol rolled cube town town_label station label plate car slot couplers pinned good``
* ``play``: ``hit… piece ghost_hex price``
* ``papers`` (things of the side panels, drawn 292 units wide): ``card card_back cards_row ticket paper ladder wells words``
* ``labels``: ``Labels``, a search for places of names that cover nothing

Sizes and rules are those of ART.md: hex radius 50, cube 20, medal 9.5, town names 16/600 with a halo, nothing under 10.5 px on screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boxcars.view.city_drawing import city, cube_places, cubes, die, roundel
from boxcars.view.click_targets import ghost_hex, hit, hit_circle, hit_cube, hit_hex, hit_line, hit_rect, piece, price, seen_only
from boxcars.view.label_placement import Labels
from boxcars.view.paper_cards import GOOD, card, card_back, cards_row, good, ladder, paper, ticket, wells, words
from boxcars.view.seat_symbols import EMBLEM, SYMBOL, cube, medal, rolled, symbol
from boxcars.view.svg_helpers import (
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
from boxcars.view.terrain import (
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
from boxcars.view.track_drawing import bridge, buffer_stop, goods_path, place, ribbon, segment_mid, segment_path, track_layers

__all__ = [  # noqa: RUF022 (in the order of the docstring)
    "Point", "S", "H", "n", "pts", "esc", "capital", "text_width", "centre", "NEIGHBOURS", "corners", "hexagon", "side_mid", "polyline", "smooth",
    "bow", "corridor", "along", "land", "grid", "terrain", "mountains", "swamp", "river", "rivers", "lakes", "outlines", "water_name",
    "frame", "neatline", "sheet", "compass", "coast", "inland", "peaks", "scale_bar", "segment_path", "segment_mid", "place", "track_layers", "bridge", "buffer_stop",
    "goods_path", "medal", "symbol", "rolled", "cube", "cubes", "cube_places", "die", "roundel", "city", "town", "town_label", "station", "label", "plate", "car", "slot", "couplers", "pinned",
    "ribbon", "good", "hit", "hit_hex", "hit_circle", "seen_only", "hit_rect", "hit_cube", "hit_line", "label_above", "piece", "ghost_hex", "price", "card", "card_back",
    "cards_row", "ticket", "paper", "ladder", "wells", "words", "Labels", "EMBLEM", "SYMBOL", "GOOD",
]  # fmt: skip


# -- places and pieces -----------------------------------------------------------------------------------------------------


@kept
def label(text: str, x: float, y: float, cls: str = "", anchor: str = "middle") -> str:
    """Return a name on land, with a halo. ``cls``: "" 16 units, "city" 21, "twn" 19, "mkt" 24 in Caslon."""
    serif = " serif" if cls == "mkt" else ""
    style = "" if anchor == "middle" else f' style="text-anchor:{anchor}"'
    return f'<text class="lbl{" " + cls if cls else ""}{serif}" x="{n(x)}" y="{n(y)}"{style}>{esc(text)}</text>'


@kept
def plate(text: str, x: float, y: float, size: float = 14.5) -> str:
    """Return a small enamel sign, centred: its text is always dark on cream."""
    w, h = text_width(text, size) + 10, size + 2.5
    return (
        f'<g transform="translate({n(x)} {n(y)})"><rect class="nameplate" x="{n(-w / 2)}" y="{n(-h / 2)}" width="{n(w)}" height="{n(h)}" '
        f'rx="2.5"/><text class="name" y="{n(size * 0.34)}" style="font-size:{n(size)}px">{esc(text)}</text></g>'
    )


def town(x: float, y: float, joined: bool = False) -> str:
    """Return a town's disc; with track it is larger and has a dot."""
    dot = f'<circle class="town-in" cx="{n(x)}" cy="{n(y)}" r="3.6"/>' if joined else ""
    return f'<circle class="town" cx="{n(x)}" cy="{n(y)}" r="{10 if joined else 8}"/>{dot}'


def town_label(text: str, x: float, y: float, exits: Iterable[int] = ()) -> str:
    """Return a town's name: below its disc, unless more track leaves southwards; then above."""
    return label(text, x, y - 17 if label_above(exits) else y + 28)


def label_above(exits: Iterable[int]) -> bool:
    """Return whether the name of a town with these sides stands above it."""
    busy = set(exits)
    south, north = 3 * (3 in busy) + len(busy & {2, 4}), 3 * (0 in busy) + len(busy & {1, 5})
    return south > north


def station(x: float, y: float, r: float = 12.0) -> str:
    """Return a city of a route board: disc, ring, brass centre."""
    return f'<circle class="station" cx="{n(x)}" cy="{n(y)}" r="{n(r)}"/><circle class="station-in" cx="{n(x)}" cy="{n(y)}" r="{n(r * 0.46)}"/>'


@kept
def slot(length: float, colour: str, turn: float = 0.0) -> str:
    """Return an open space of a route round (0, 0), lying along x: printed on the land, 13 high, its full ink only round its
    mark.

    ``turn``: how it will be rotated (to keep marks upright).
    """
    h, w = 6.5, length / 2
    body = f"M{n(-w + 3)},{n(-h)}H{n(w - 3)}L{n(w)},{n(-h + 3)}V{n(h - 3)}L{n(w - 3)},{n(h)}H{n(-w + 3)}L{n(-w)},{n(h - 3)}V{n(-h + 3)}Z"
    out = f'<path class="slot-b c-{colour}" d="{body}"/>'
    if colour in SYMBOL:
        flip = 180.0 if 90 < turn % 360 < 270 else 0.0
        out += f'<path class="slot-c c-{colour}" d="M-8.5,{n(-h)}H8.5V{n(h)}H-8.5Z"/>' + symbol(colour, 0, 0, 0.95, flip)
    return out


@kept
def car(length: float, seat: int, turn: float = 0.0) -> str:
    """Return a claimed space round (0, 0), lying along x: a car that stands on the board, 24 high with its cream edge and a
    shadow, the emblem of its owner in ink on a cream roundel."""
    w, h = length / 2 + 0.5, 10.2
    flip = 180 if 90 < turn % 360 < 270 else 0
    i = seat + 1
    roof = f"M{n(-w + 4.5)},{n(-h + 3)}V{n(h - 3)}M{n(w - 4.5)},{n(-h + 3)}V{n(h - 3)}"
    if w > 15:
        roof += "".join(f"M{n(-w + 4.5)},{n(y)}H-10M10,{n(y)}H{n(w - 4.5)}" for y in (-h + 4, h - 4))
    return (
        f'<rect class="car-sh" x="{n(-w - 0.5)}" y="{n(-h + 2)}" width="{n(2 * w + 4)}" height="{n(2 * h + 4.5)}" rx="4"/>'
        f'<rect class="car-e" x="{n(-w - 2)}" y="{n(-h - 2)}" width="{n(2 * w + 4)}" height="{n(2 * h + 4)}" rx="5"/>'
        f'<rect class="car f{i}" x="{n(-w)}" y="{n(-h)}" width="{n(2 * w)}" height="{n(2 * h)}" rx="3.2"/>'
        f'<path class="car-ln e{i}s" d="{roof}"/><circle class="car-d" r="8.6"/><g class="car-m" transform="rotate({flip})">{EMBLEM[seat]}</g>'
    )


def couplers(points: Sequence[Point]) -> str:
    """Return what joins the cars of a train: it lies under them."""
    if len(points) < 2:
        return ""
    line = " ".join(f"{n(x)},{n(y)}" for x, y in points)
    return f'<polyline class="coupler-e" points="{line}"/><polyline class="coupler" points="{line}"/>'


def pinned(a: Point, b: Point) -> str:
    """Two places that belong together: both ringed, a dotted line from one to the other."""
    (x, y), (u, v) = a, b
    bend = f"{n((x + u) / 2 - (v - y) * 0.08)},{n((y + v) / 2 + (u - x) * 0.08)}"
    rings = "".join(f'<circle class="pin" cx="{n(p)}" cy="{n(q)}" r="20"/>' for p, q in (a, b))
    return f'<path class="pin-line" d="M{n(x)},{n(y)}Q{bend} {n(u)},{n(v)}"/>{rings}'
