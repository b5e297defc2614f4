"""Paper things, for the panels of the side rail (292 units wide): cards, tickets, contracts and claims, ladders, goods wells."""

from __future__ import annotations

import math
from collections.abc import Sequence

from boxcars.view.seat_symbols import cube, symbol
from boxcars.view.svg_helpers import esc, kept, n, text_width

GOOD = {  # commodities, drawn with a 1.3 line in a box of -7..7
    "cattle": '<path d="M-6-4.5C-5-2.5-3.5-2-2-2.5H2C3.5-2 5-2.5 6-4.5M-3-2.5-2 4.5Q0 6.5 2 4.5L3-2.5M-1 2.5H1"/>',
    "wood": '<circle cx="3.5" r="3"/><circle cx="3.5" r=".8"/><path d="M3.5-3H-4.5a3 3 0 0 0 0 6H3.5"/>',
    "corn": '<path d="M0-6.5C3.5-4 3.5 3 0 5.5-3.5 3-3.5-4 0-6.5ZM-2.5-1.5H2.5M-2.5 1.5H2.5M0-5V5M-4.5-.5C-5 3-3 6 0 6 3 6 5 3 4.5-.5"/>',
    "wheat": '<path d="M0 7V-6M0-2-3.5-5M0-2 3.5-5M0 1.5-3.5-1.5M0 1.5 3.5-1.5M0 5-3.5 2M0 5 3.5 2"/>',
    "coal": '<path d="M-6 4.5-4 0-1 .5 0 4.5ZM0 4.5 1.5-.5 5 0 6 4.5ZM-3-.5-1.5-4.5 2.5-4 3-1"/>',
    "oil": '<path d="M0-6.5C3-2.5 4.5-.5 4.5 2a4.5 4.5 0 0 1-9 0C-4.5-.5-3-2.5 0-6.5ZM-1.5 3.5Q0 4.5 1.5 3"/>',
    "steel": '<path d="M-5-5.5H5V-3H1.5V3H5V5.5H-5V3H-1.5V-3H-5Z"/>',
    "cloth": '<path d="M-4.5-6H4.5M-4.5 6H4.5M-3-6V6M3-6V6M-3-3H3M-3 0H3M-3 3H3"/>',
    "pigs": '<ellipse rx="5.5" ry="4.3"/><path d="M-1.7-1V1M1.7-1V1M-4.5-2.5-5.5-6-2-4M4.5-2.5 5.5-6 2-4"/>',
    "flour": '<path d="M-2.5-4C-6-1-5.5 6-3 6H3C5.5 6 6-1 2.5-4L3.5-6.5H-3.5ZM-3-4H3"/>',
    "fruit": '<path d="M0-2.5C-5-5-6.5 6-1.5 6 0 5.3 0 5.3 1.5 6 6.5 6 5-5 0-2.5ZM0-2.5C0-5 1.5-6 3-6.5"/>',
    "cotton": '<circle cx="-2.8" cy="-1.5" r="2.8"/><circle cx="2.8" cy="-1.5" r="2.8"/><circle cy="-4" r="2.5"/><path d="M-4 2.5 0 1 4 2.5M0 1V6.5"/>',
    "gold": '<path d="M-6.5 4.5-4.5-1H1.5L3.5 4.5ZM-2-1-.5-5H4.5L6.5.8 3.5 4.5M1.5-1 4.5-5"/>',
    "silver": '<ellipse cy="-3.5" rx="5" ry="2.2"/><path d="M-5-3.5V3.5C-5 6.5 5 6.5 5 3.5V-3.5M-5 0C-5 3 5 3 5 0"/>',
    "copper": '<circle r="5.5"/><circle r="3.3"/><path d="M-1.5-5.3V-3M1.5-5.3V-3"/>',
    "lumber": '<path d="M-6.5 5H6.5V2.5H-6.5ZM-5 1.5H5V-1H-5ZM-3.5-2H3.5V-4.5H-3.5Z"/>',
    "passenger": '<circle cy="-4" r="2.3"/><path d="M-4.5 6.5V2.5C-4.5-1.5 4.5-1.5 4.5 2.5V6.5"/>',
    "mail": '<path d="M-6-4H6V4.5H-6ZM-6-4 0 1.5 6-4"/>',
}
STRIPES = ("red", "orange", "yellow", "green", "blue", "violet", "black", "white")


@kept
def good(kind: str, x: float, y: float, r: float = 12.5) -> str:
    """Return a commodity's pictogram in a disc."""
    k = r / 12.5
    return (
        f'<g transform="translate({n(x)} {n(y)}) scale({k:.2f})"><circle class="town" r="12.5"/>'
        f'<g class="good" transform="scale(1.08)">{GOOD.get(kind, "")}</g></g>'
    )


@kept
def words(text: str, x: float, y: float, size: float = 13, weight: int = 500, anchor: str = "start", cls: str = "") -> str:
    """Return a line of text in a panel; ``cls`` "dim" for secondary ink, "serif" for Caslon, "plate-t" for the fixed dark ink of
    signs."""
    return (
        f'<text{f" class={chr(34)}{cls}{chr(34)}" if cls else ""} x="{n(x)}" y="{n(y)}" font-size="{n(size)}" font-weight="{weight}"'
        f"{'' if anchor == 'start' else f' text-anchor={chr(34)}{anchor}{chr(34)}'}>{esc(text)}</text>"
    )


@kept
def card(colour: str, x: float, y: float, count: int = 1, k: float = 1.0) -> str:
    """Return a train card, 76×112 at k = 1: colour field, big mark, two small ones; "any" is a locomotive. Equal cards show a
    count."""
    if colour == "any":
        face = "".join(f'<rect class="g-{c}" x="{6 + i * 8}" y="6" width="8" height="100"/>' for i, c in enumerate(STRIPES))
        face += '<circle class="plate-f wheel" cx="38" cy="56" r="21"/><circle class="plate-i" cx="38" cy="56" r="5"/><path class="spoke" d="'
        face += "".join(
            f"M38,56L{n(38 + 19 * math.cos(i * math.pi / 4))},{n(56 + 19 * math.sin(i * math.pi / 4))}" for i in range(8)
        )
        face += '"/>'
    else:
        face = f'<rect class="g-{colour}" x="6" y="6" width="64" height="100" rx="2"/><rect x="10" y="10" width="56" height="92" rx="1" class="key s-{colour}"/>'
        face += symbol(colour, 38, 56, 4.2).replace('class="sym', 'class="sym big')
        face += symbol(colour, 18.5, 19) + symbol(colour, 58, 93, 1.0, 180)
    return _pasteboard(x, y, k, face + (_badge(count) if count > 1 else ""))


@kept
def card_back(x: float, y: float, count: int | None = None, k: float = 1.0) -> str:
    """Return a card's back with a boxcar; with a number: how many."""
    face = '<rect class="back" x="6" y="6" width="64" height="100" rx="2"/><path class="back-ln" d="M12,12H64V100H12ZM20,44H56V66H20ZM29,44V66M47,44V66M16,66H60"/>'
    face += '<circle class="back-ln" cx="29" cy="71" r="4.5"/><circle class="back-ln" cx="47" cy="71" r="4.5"/>'
    return _pasteboard(x, y, k, face + (_badge(count) if count is not None else ""))


def _pasteboard(x: float, y: float, k: float, face: str) -> str:
    scale = f" scale({k:.3g})" if k != 1 else ""
    return (
        f'<g class="tcard" transform="translate({n(x)} {n(y)}){scale}">'
        f'<rect class="plate-f" x=".75" y=".75" width="74.5" height="110.5" rx="5"/>{face}</g>'
    )


def _badge(count: int) -> str:
    return f'<circle class="plate-f" cx="19" cy="91" r="12"/><text class="badge" x="19" y="96.5">{count}</text>'


def cards_row(
    counts: Sequence[tuple[str, int]], y: float = 0.0, width: float = 292.0, k: float = 0.72
) -> list[tuple[str, float, float]]:
    """Return a hand laid out so that it fits the width: (colour, x, visible width) for each kind that is held."""
    held = [(colour, count) for colour, count in counts if count]
    if not held:
        return []
    wide = 76 * k
    step = min(wide + 6, (width - wide) / max(1, len(held) - 1))
    return [(colour, i * step, step if i < len(held) - 1 else wide) for i, (colour, _) in enumerate(held)]


@kept
def ticket(
    x: float, y: float, a: str, b: str, value: str, note: str, *, done: bool = False, failed: bool = False, w: float = 142.0
) -> str:
    """Return a destination ticket, 66 high: pasteboard with notches, two names in Caslon, value, a word below it; done: punched
    and green."""
    h, m = 66.0, w - 42
    size = min(13.5, 13.5 * (m - 20) / max(1.0, max(text_width(a, 13.5), text_width(b, 13.5)) * 1.36))
    edge = f"M6,1H{n(w - 6)}a5,5 0 0 1 5,5V25a8,8 0 0 0 0,16V{n(h - 6)}a5,5 0 0 1-5,5H6a5,5 0 0 1-5-5V41a8,8 0 0 0 0-16V6a5,5 0 0 1 5-5Z"
    out = f'<g transform="translate({n(x)} {n(y)})"{" opacity={q}.6{q}".format(q=chr(34)) if failed else ""}><path class="plate-f" d="{edge}"/>'
    out += f'<path class="tear" d="M{n(m)},4V{n(h - 4)}"/><path class="dots" d="M17,30v8"/>'
    for text, at in ((a, 24), (b, 52)):
        out += f'<text class="serif plate-t" x="14" y="{at}" font-size="{n(size)}" font-weight="700">{esc(text)}</text>'
    out += f'<text class="plate-t" x="{n(m + (20 if len(value) < 3 else 17.5))}" y="35" font-size="{20 if len(value) < 3 else 17}" font-weight="700" text-anchor="middle">{esc(value)}</text>'
    out += f'<text class="{"done" if done else "plate-t"}" x="{n(m + 20)}" y="51" font-size="11.5" font-weight="{700 if done else 500}" text-anchor="middle">{esc(note)}</text>'
    if done:
        out += f'<circle class="punch" cx="{n(m - 11)}" cy="33" r="5"/>'
    return out + "</g>"


@kept
def paper(
    x: float,
    y: float,
    w: float,
    title: str,
    subtitle: str,
    rows: Sequence[tuple[str, str]],
    *,
    kind: str = "",
    lit: int = -1,
    dim: bool = False,
) -> tuple[str, float]:
    """Return a contract or claim: pictogram, title in Caslon, a double rule, rows of words and numbers. Returns the drawing and
    its height."""
    top = 44.0
    h = top + 17 * len(rows) + 6
    left = 44 if kind else 10
    out = f'<g transform="translate({n(x)} {n(y)})"{" opacity={q}.6{q}".format(q=chr(34)) if dim else ""}>'
    out += f'<rect class="paper" x=".5" y=".5" width="{n(w - 1)}" height="{n(h - 1)}" rx="4"/>'
    out += good(kind, 23, 20, 13) if kind else ""
    size = min(15.5, 15.5 * (w - left - 8) / max(1.0, text_width(title, 15.5) * 1.3))
    out += words(title, left, 19, size, 700, cls="serif") + words(subtitle, left, 33, 11.5, cls="dim")
    out += f'<path class="rule2" d="M8,{top - 5}H{n(w - 8)}M8,{top - 2}H{n(w - 8)}"/>'
    for i, (name, value) in enumerate(rows):
        base = top + 17 * i
        if i == lit:
            out += f'<rect class="lit" x="4" y="{n(base)}" width="{n(w - 8)}" height="16"/>'
        fit = text_width(name, 13) > w - 26 - text_width(value, 13)
        squeeze = f' textLength="{n(w - 26 - text_width(value, 13))}" lengthAdjust="spacingAndGlyphs"' if fit else ""
        out += f'<text x="10" y="{n(base + 12.5)}" font-size="13" font-weight="500"{squeeze}>{esc(name)}</text>'
        out += words(value, w - 10, base + 12.5, 13, 700, "end")
    return out + "</g>", h


@kept
def ladder(y: float, name: str, steps: Sequence[str], now: int, change: int = 0, w: float = 292.0, kind: str = "") -> str:
    """One row of a market table, 24 high: the name, the steps, the current one inverted, the last change in amber."""
    left = 26.0 if kind else 0.0
    room, tail = (66.0 + left, 24.0) if len(steps) <= 8 else (46.0 + left, 21.0)
    step = (w - room - tail) / max(1, len(steps))
    out = f'<g transform="translate(0 {n(y)})"><rect class="paper" x=".5" y=".5" width="{n(w - 1)}" height="23"/>'
    out += good(kind, 13, 12, 9) if kind else ""
    fit = min(13.0, 13.0 * (room - left - 7) / max(1.0, text_width(name, 13)))
    out += words(name, left + 5, 16.5, fit, 600)
    for i, value in enumerate(steps):
        at = room + i * step
        if i == now:
            out += f'<rect class="now" x="{n(at)}" y="0" width="{n(step)}" height="24"/>'
        size = min(12.5, (step - 2.5) / max(1.0, text_width(value, 1.0)))
        out += words(value, at + step / 2, 16.5, size, 700 if i == now else 500, "middle", "now-t" if i == now else "")
        out += f'<path class="rule1" d="M{n(at)},1v22"/>'
    out += f'<path class="rule1" d="M{n(w - tail)},1v22"/>'
    if change:
        out += words(f"{'▲' if change > 0 else '▼'}{abs(change)}", w - tail / 2, 16.5, 12, 700, "middle", "change")
    return out + "</g>"


@kept
def wells(
    x: float,
    y: float,
    colours: Sequence[str],
    places: int,
    head: str = "",
    dark: bool = False,
    ink: str = "",
    ids: Sequence[str] = (),
) -> str:
    """One column of the goods display, 22 wide: its die, a bar in the city's colour, square wells, cubes that fill them from below.

    ``colours`` may hold "" for an empty well (from the top)."""
    k = "d" if dark else "l"
    out = f'<g transform="translate({n(x)} {n(y)})">'
    if head:
        shape = (
            f'<circle class="die die-{k}" cy="9.5" r="9.5"/>'
            if not head.isdigit()
            else f'<rect x="-11" y="0" width="22" height="19" rx="3" class="die die-{k}"/>'
        )
        out += f'{shape}<text class="die-t {k}" y="14.2">{esc(head)}</text>'
    if ink:
        out += f'<rect x="-11" y="22" width="22" height="4" rx="1" class="g-{ink}"/>'
    shown = ["", *[""] * (places - len(colours)), *colours][1:] if len(colours) <= places else list(colours[:places])
    for i in range(places):
        at = 37 + i * 18.5
        out += f'<rect class="well" x="-8.2" y="{n(at - 8.2)}" width="16.5" height="16.5" rx="2"/>'
        if shown[i]:
            body = cube(shown[i], 0, 0, 14.5)
            j = i - (places - len(colours)) if len(colours) <= places else i
            name = f' id="{esc(ids[j])}" class="piece"' if j < len(ids) else ""
            out += f'<g{name} transform="translate(0 {n(at)})">{body}</g>'
    return out + "</g>"
