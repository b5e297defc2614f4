"""What can be clicked, what moves, and what would be: part of the kit (see ``inks``)."""

from __future__ import annotations

from collections.abc import Sequence

from boxcars.view.svg_helpers import Point, S, corners, corridor, esc, hexagon, kept, n, pts, text_width


def hit(target: str, d: str) -> str:
    """Return a clickable shape from path data."""
    return f'<path class="hit" data-target="{esc(target)}" d="{d}"/>'


@kept
def hit_hex(target: str, x: float, y: float, s: float = S - 4) -> str:
    return f'<polygon class="hit hx" data-target="{esc(target)}" points="{pts(corners(x, y, s))}"/>'


@kept
def hit_circle(target: str, x: float, y: float, r: float) -> str:
    return f'<circle class="hit" data-target="{esc(target)}" cx="{n(x)}" cy="{n(y)}" r="{n(r)}"/>'


@kept
def seen_only(target: str, x: float, y: float, r: float) -> str:
    """Return a place that cannot be clicked, but is ringed when something that belongs to it is pointed at."""
    return f'<circle class="hit mark" data-target="{esc(target)}" cx="{n(x)}" cy="{n(y)}" r="{n(r)}"/>'


@kept
def hit_rect(target: str, x: float, y: float, w: float, h: float, rx: float = 4) -> str:
    return f'<rect class="hit" data-target="{esc(target)}" x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}" rx="{n(rx)}"/>'


def hit_cube(target: str, x: float, y: float, size: float = 20.0) -> str:
    """Return a clickable cube of that size; its colour and mark stay clear."""
    half = size / 2
    return hit_rect(target, x - half, y - half, size, size).replace('"hit"', '"hit bare"', 1)


def hit_line(target: str, points: Sequence[Point], half: float = 14) -> str:
    """Return a corridor round a line."""
    return hit(target, corridor(points, half))


def piece(id: str, body: str, x: float = 0.0, y: float = 0.0) -> str:
    """Something that can appear, move or vanish; drawn round (0, 0)."""
    move = f' transform="translate({n(x)} {n(y)})"' if x or y else ""
    return f'<g id="{esc(id)}" class="piece"{move}>{body}</g>'


def price(text: str, x: float, y: float) -> str:
    """Return a price in a teal pill: part of a ghost."""
    w = max(30.0, text_width(text, 14) + 16)
    return (
        f'<g transform="translate({n(x)} {n(y)})"><rect class="tag" x="{n(-w / 2)}" y="-11" width="{n(w)}" height="21" rx="10.5"/>'
        f'<text class="tag-t" y="4.6">{esc(text)}</text></g>'
    )


def ghost_hex(x: float, y: float, body: str, cost: str = "") -> str:
    """Return the hex at (x, y) as it would be: ``body`` is drawn round (0, 0)."""
    return (
        f'<g transform="translate({n(x)} {n(y)})">{hexagon("ghost-edge", 0, 0, S - 2.5)}<g class="ghost">{body}</g>'
        f"{price(cost, 26, 27) if cost else ''}</g>"
    )
