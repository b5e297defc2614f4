"""The signs of seats and colours. A seat has a solid emblem, a colour a line mark: a ring is a red good, a disc is seat 0."""

from __future__ import annotations

from boxcars.view.svg_helpers import kept, n

EMBLEM = (  # of seats 0 to 5, drawn in a disc of radius 9
    '<circle r="4.2"/>',
    '<path d="M-4-4H4V4H-4Z"/>',
    '<path d="M0-5.2 5 3.8H-5Z"/>',
    '<path d="M0-5.8 4.6 0 0 5.8-4.6 0Z"/>',
    '<path d="M0-6 1.6-1.9 5.8-1.8 2.5.8 3.6 5 0 2.6-3.6 5-2.5.8-5.8-1.8-1.6-1.9Z"/>',
    '<path d="M-1.8-5.4H1.8V-1.8H5.4V1.8H1.8V5.4H-1.8V1.8H-5.4V-1.8H-1.8Z"/>',
)
SYMBOL = {  # one mark for each colour of goods and cards, drawn in a box of -5..5
    "red": '<circle r="3.3"/>',
    "blue": '<path d="M-4.4 1C-3-2.6-1.2-2.6 0 0S3 2.6 4.4-1"/>',
    "purple": '<path d="M-3.9 2.6 0-2.4 3.9 2.6"/>',
    "violet": '<path d="M-3.9 2.6 0-2.4 3.9 2.6"/>',
    "yellow": '<path d="M0-4V4M-4 0H4"/>',
    "black": '<path d="M-3.2-3.2 3.2 3.2M3.2-3.2-3.2 3.2"/>',
    "white": '<path d="M0-4.2 4.2 0 0 4.2-4.2 0Z"/>',
    "orange": '<path d="M-3.6-2.2H3.6M-3.6 2.2H3.6"/>',
    "green": '<path d="M0-3.8 3.9 3H-3.9Z"/>',
    "brown": '<path d="M-3 3.4V-3.4M0 3.4V-3.4M3 3.4V-3.4"/>',
}


@kept
def medal(seat: int, x: float, y: float, r: float = 9.5) -> str:
    """Return the owner's medal of a finished link."""
    k = r / 9
    scale = f" scale({k:.2f})" if k != 1 else ""
    return (
        f'<g transform="translate({n(x)} {n(y)}){scale}"><circle class="medal f{seat + 1}" r="9"/>'
        f'<circle class="medal-o" r="10"/><g class="e{seat + 1}">{EMBLEM[seat]}</g></g>'
    )


@kept
def symbol(colour: str, x: float, y: float, k: float = 1.0, turn: float = 0.0) -> str:
    """Return the mark of a colour; colours without one (grey) have none."""
    if colour not in SYMBOL:
        return ""
    move = f"translate({n(x)} {n(y)})" + (f" rotate({n(turn)})" if turn else "") + (f" scale({k:.2f})" if k != 1 else "")
    return f'<g class="sym s-{colour}" transform="{move}">{SYMBOL[colour]}</g>'


@kept
def cube(colour: str, x: float, y: float, size: float = 17.0) -> str:
    """Return a wooden cube in oblique projection: front with its mark, light top, dark side."""
    k = size / 17
    scale = f" scale({k:.2f})" if k != 1 else ""
    return (
        f'<g transform="translate({n(x)} {n(y)}){scale}"><path class="g-{colour}" d="M-8.5-4.5-5-8.5H8.5V5L5 8.5H-8.5Z"/>'
        '<path class="cube-top" d="M-8.5-4.5-5-8.5H8.5L5-4.5Z"/><path class="cube-side" d="M5-4.5 8.5-8.5V5L5 8.5Z"/>'
        '<path class="cube-o" d="M-8.5-4.5-5-8.5H8.5V5L5 8.5H-8.5ZM-8.5-4.5H5V8.5M5-4.5 8.5-8.5"/>'
        f'<g class="sym s-{colour}" transform="translate(-1.8 2) scale(.95)">{SYMBOL.get(colour, "")}</g></g>'
    )


SPOTS: dict[int, tuple[tuple[int, int], ...]] = {  # of a die's face, in thirds
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@kept
def rolled(value: int, x: float, y: float, size: float = 24.0, dark: bool = False) -> str:
    """Return a die that was rolled, its spots up: cream or dark."""
    k = "d" if dark else "l"
    half = size / 2
    out = f'<g transform="translate({n(x)} {n(y)})"><rect class="die die-{k}" x="{n(-half)}" y="{n(-half)}" width="{n(size)}" height="{n(size)}" rx="{n(size * 0.2)}"/>'
    for dx, dy in SPOTS[value]:
        out += f'<circle class="die-t {k}" cx="{n(dx * size * 0.26)}" cy="{n(dy * size * 0.26)}" r="{n(size * 0.1)}"/>'
    return out + "</g>"
