"""The lobby's poster: a goods train before engraved mountains, in the inks of the boards; and small pictures of the maps."""

from __future__ import annotations

import math
import random
import re
from typing import Any

from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.view import drawing_kit
from boxcars.view.svg_export import board_of, document, plain
from boxcars.view.svg_helpers import Point, n, polyline

WIDE, HIGH = 1120, 230
HORIZON = 150
RAIL = 192
"""Where the wheels stand."""

LETTERING = re.compile(r"<text\b.*?</text>", re.S)
HITS = re.compile(r'<[a-z]+ class="hit\b[^>]*?/>')


def thumbnail(game: str, map: str, theme: str = "light") -> str:
    """Return a map as it lies on the table before the first move, without lettering (a small picture is no place to read)."""
    rules: Any = registry.make(game, map)
    board = board_of(rules, plain)
    body = board.draw_ground() + board.draw_pieces(rules.observe(rules.start(Chance("thumbnail")), None))
    return document(HITS.sub("", LETTERING.sub("", body)), (0, 0, board.width, board.height), theme=theme)


def poster(theme: str = "light") -> str:
    """Sun, ranges, plain, and a train of boxcars in the colours of the seats."""
    sun = (985.0, HORIZON - 14.0)
    rays = "".join(_ray(sun, i * 180 / 17, 180 / 34) for i in range(18))
    body = f'<rect class="sky" width="{WIDE}" height="{HIGH}"/><path class="rays" d="{rays}"/>'
    body += f'<circle class="sun" cx="{sun[0]}" cy="{sun[1]}" r="46"/><circle class="sun-o" cx="{sun[0]}" cy="{sun[1]}" r="54"/>'
    body += range_of_hills(HORIZON, 78, 5, "far") + range_of_hills(HORIZON + 6, 44, 11, "near")
    body += f'<rect class="plain" y="{HORIZON}" width="{WIDE}" height="{HIGH - HORIZON}"/>'
    furrows = "".join(f"M0,{n(HORIZON + 5 + i * i * 2.6)}H{WIDE}" for i in range(6))
    body += f'<path class="furrow" d="{furrows}"/>'
    body += drawing_kit.track_layers([(f"M12,{RAIL + 9}H{WIDE - 12}", -1)])
    body = f'<clipPath id="frame"><rect x="11" y="11" width="{WIDE - 22}" height="{HIGH - 22}"/></clipPath><rect class="off" width="{WIDE}" height="{HIGH}"/><g clip-path="url(#frame)">{body}'
    body += f'<g transform="translate(90 {RAIL})">{train()}</g></g>{drawing_kit.neatline(3, 3, WIDE - 6, HIGH - 6, 40, 8)}'
    css = (
        ".bx .sky{fill:var(--land)}.bx .rays{fill:var(--hill);opacity:.5}.bx .sun{fill:var(--p4)}"
        ".bx .sun-o{fill:none;stroke:var(--p4);stroke-width:2}.bx .far{fill:var(--hill);stroke:var(--hill-ink);stroke-width:1.4}"
        ".bx .near{fill:var(--land-2);stroke:var(--hill-ink);stroke-width:1.6}.bx .plain{fill:var(--off)}"
        ".bx .furrow{stroke:var(--rule-strong);stroke-width:1;fill:none;opacity:.7}.bx .iron{fill:var(--rail);stroke:var(--die-line)}"
        ".bx .body{stroke:var(--rail);stroke-width:2}.bx .board{fill:none;stroke-width:1.1;opacity:.5}"
        ".bx .steam{fill:var(--sheet-2)}.bx .steam-o{fill:none;stroke:var(--ink-3);stroke-width:3}.bx .lining{fill:none;stroke:var(--brass);stroke-width:2}"
    )
    return document(f"<style>{css}</style>{body}", (0, 0, WIDE, HIGH), theme=theme)


def _ray(at: Point, angle: float, half: float) -> str:
    """Return a wedge of light."""
    a, b = math.radians(angle + 180 - half / 2), math.radians(angle + 180 + half / 2)
    return f"M{n(at[0])},{n(at[1])}L{n(at[0] + 1200 * math.cos(a))},{n(at[1] + 1200 * math.sin(a))} {n(at[0] + 1200 * math.cos(b))},{n(at[1] + 1200 * math.sin(b))}Z"


def range_of_hills(base: float, high: float, seed: int, cls: str) -> str:
    """Return a range across the sheet: a jagged ridge, and hachures down the shaded side of each peak."""
    rnd = random.Random(seed)
    ridge: list[Point] = [(-20.0, base + 10)]
    hatch = ""
    x = -10.0
    while x < WIDE + 40:
        wide = rnd.uniform(55, 120)
        top = base - high * rnd.uniform(0.45, 1.0)
        ridge += [(x + wide * 0.28, (top + base) / 2 + rnd.uniform(-6, 6)), (x + wide * 0.5, top)]
        ridge += [(x + wide * 0.62, top + (base - top) * 0.3), (x + wide, base - high * rnd.uniform(0.05, 0.28))]
        for i in range(9):
            t = (i + 0.5) / 9
            sx, sy = x + wide * (0.5 + 0.42 * t), top + (base - top) * t * 0.8
            hatch += f"M{n(sx)},{n(sy + 2)}q2.5,{n((base - sy) * 0.3)} .5,{n((base - sy) * 0.62)}"
        x += wide * 0.92
    ridge.append((WIDE + 40.0, base + 10))
    return f'<path class="{cls}" d="{polyline(ridge)}Z"/><path class="hachure" d="{hatch}"/>'


def wheel(x: float, r: float) -> str:
    spokes = "".join(f"M0,0L{n((r - 2) * math.cos(a))},{n((r - 2) * math.sin(a))}" for a in (i * math.pi / 3 for i in range(6)))
    return (
        f'<g transform="translate({n(x)} {n(-r)})"><circle class="iron" r="{n(r)}"/>'
        f'<circle r="{n(r - 3)}" class="lining"/><path class="lining" d="{spokes}" stroke-width="1"/></g>'
    )


def boxcar(x: float, seat: int) -> str:
    """Return a boxcar 120 long in a seat's colour, with its sign on the door."""
    colour = seat + 1
    boards = "".join(f"M{n(x + 8 + 8 * i)},-58V-14" for i in range(14) if not 4 <= i <= 8)
    return (
        f'<path class="coupler" d="M{n(x - 12)},-14h12"/>{wheel(x + 20, 9)}{wheel(x + 40, 9)}{wheel(x + 80, 9)}{wheel(x + 100, 9)}'
        f'<rect class="body f{colour}" x="{n(x)}" y="-60" width="120" height="46" rx="2"/><path class="board e{colour}s" d="{boards}"/>'
        f'<rect class="body f{colour}" x="{n(x + 40)}" y="-58" width="40" height="44"/><path class="iron" d="M{n(x - 3)},-62h126v4h-126ZM{n(x)},-15h120v3h-120Z"/>'
        f'<g class="e{colour}" transform="translate({n(x + 60)} -36) scale(2)">{drawing_kit.EMBLEM[seat]}</g>'
    )


def train() -> str:
    """Four boxcars, a tender, and the engine with its steam."""
    out = "".join(boxcar(132.0 * i, seat) for i, seat in enumerate((0, 1, 2, 3)))
    x = 532.0
    out += f'<path class="coupler" d="M{x - 16},-14h16"/>{wheel(x + 16, 9)}{wheel(x + 50, 9)}'
    out += f'<path class="iron" d="M{x},-44h66v32h-66ZM{x + 6},-44q8-12 20-8q8-8 18,0q12-2 16,8Z"/><path class="lining" d="M{x + 6},-38h54v20h-54Z"/>'
    x += 74
    out += f'<path class="coupler" d="M{x - 10},-14h12"/>'
    out += f'<path class="iron" d="M{x},-66h34v-4h-38v-5h46v5h-4v16h78q8,0 8,9v25h-124ZM{x + 108},-20h26l10,16h-36Z"/>'
    out += f'<path class="iron" d="M{x + 96},-54l-4-26h-5v-6h26v6h-5l-4,26ZM{x + 58},-54v-8q7-8 14,0v8Z"/>'
    out += f'<path class="lining" d="M{x + 6},-60h20v14h-20ZM{x + 46},-54v34M{x + 66},-54v34M{x + 86},-54v34M{x + 106},-54v34"/>'
    out += "".join(wheel(x + d, 15) for d in (24, 58, 92)) + wheel(x + 120, 8)
    out += f'<path class="lining" d="M{x + 24},-13H{x + 92}" stroke-width="3"/>'
    puffs = (
        (102, -96, 9),
        (92, -108, 13),
        (72, -117, 17),
        (44, -123, 20),
        (14, -119, 15),
        (-6, -131, 19),
        (-38, -128, 14),
        (-58, -135, 11),
        (-84, -136, 7),
    )
    spots = [f'cx="{x + dx}" cy="{y}" r="{r}"' for dx, y, r in puffs]
    edge, cloud = ("".join(f'<circle class="{kind}" {spot}/>' for spot in spots) for kind in ("steam-o", "steam"))
    return edge + cloud + out
