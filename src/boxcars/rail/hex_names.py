"""What to call a hex that has no name of its own: where it lies from the nearest city or town."""

from __future__ import annotations

from collections.abc import Sequence

from boxcars.core.messages import T, Text
from boxcars.rail.hexgrid import OFFSETS, Grid

FLAT = (T("N"), T("NE"), T("SE"), T("S"), T("SW"), T("NW"))
POINTY = (T("NW"), T("NE"), T("E"), T("SE"), T("SW"), T("W"))
"""The six sides by compass."""
FLAT_WAYS = (T("north"), T("north-east"), T("south-east"), T("south"), T("south-west"), T("north-west"))
POINTY_WAYS = (T("north-west"), T("north-east"), T("east"), T("south-east"), T("south-west"), T("west"))
"""The same, written out."""
GROUNDS = {
    "": T("hex"),
    "plain": T("plains"),
    "river": T("riverbank"),
    "mountain": T("mountains"),
    "swamp": T("swamp"),
    "special": T("hills"),
    "coast": T("coast"),
    "water": T("water"),
}
"""What a hex looks like."""

Steps = tuple[tuple[int, int], ...]
"""(how many, towards which side), for one side or two that touch."""


def side_text(grid: Grid, side: int) -> Text:
    return (POINTY if grid.pointy else FLAT)[side]


def steps_between(grid: Grid, start: int, end: int) -> Steps:
    """The shortest way from one hex to another as the crow flies: so many steps towards one side, then towards the next."""
    q, r = grid.axial[end][0] - grid.axial[start][0], grid.axial[end][1] - grid.axial[start][1]
    for side, (aq, ar) in enumerate(OFFSETS):
        next_side = (side + 1) % 6
        bq, br = OFFSETS[next_side]
        a, b = q * br - r * bq, aq * r - ar * q
        if a > 0 and b >= 0:
            return ((a, side), (b, next_side)) if b else ((a, side),)
    return ()


def hex_names(grid: Grid, names: list[str], terrain: Sequence[str] = ()) -> list[str | Text]:
    """Each hex by its name, or "plains south of Toledo": no two hexes are called the same."""
    named = [hex for hex, name in enumerate(names) if name]
    found: list[str | Text] = []
    for hex, name in enumerate(names):
        if name or not named:
            found.append(name or grid.ids[hex])
            continue
        steps, start = min([(steps_between(grid, start, hex), start) for start in named], key=length)
        ground = GROUNDS.get(terrain[hex] if terrain else "", GROUNDS[""])
        found.append(T("{ground} {way} of {place}", ground=ground, way=way_text(grid, steps), place=names[start]))
    return found


def length(way: tuple[Steps, int]) -> tuple[int, int]:
    """Shorter is nearer; of two as short, the straight one is easier to follow."""
    return sum(count for count, _ in way[0]), len(way[0])


def way_text(grid: Grid, steps: Steps) -> Text:
    """ "south", "2 hexes north and north-east"."""
    parts: list[Text] = []
    for count, side in steps:
        name = (POINTY_WAYS if grid.pointy else FLAT_WAYS)[side]
        parts.append(T("{count} hexes {side}", count=count, side=name) if count > 1 else name)
    return parts[0] if len(parts) == 1 else T("{one} and {two}", one=parts[0], two=parts[1])
