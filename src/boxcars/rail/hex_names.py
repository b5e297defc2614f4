"""Names for hexes without a name of their own, by the cities and towns around them."""

from __future__ import annotations

from collections.abc import Sequence

from boxcars.core.messages import T, Text
from boxcars.rail.hexgrid import OFFSETS, Grid

FLAT = (T("N"), T("NE"), T("SE"), T("S"), T("SW"), T("NW"))
POINTY = (T("NW"), T("NE"), T("E"), T("SE"), T("SW"), T("W"))
"""Abbreviations of the six sides by compass."""
FLAT_WAYS = (T("north"), T("northeast"), T("southeast"), T("south"), T("southwest"), T("northwest"))
POINTY_WAYS = (T("northwest"), T("northeast"), T("east"), T("southeast"), T("southwest"), T("west"))
"""The six sides by compass, written out."""
FLAT_MIDDLES = (
    T("north-northeast"),
    T("east"),
    T("south-southeast"),
    T("south-southwest"),
    T("west"),
    T("north-northwest"),
)
POINTY_MIDDLES = (
    T("north"),
    T("east-northeast"),
    T("east-southeast"),
    T("south"),
    T("west-southwest"),
    T("west-northwest"),
)
"""Halfway between a side and the next."""
GROUNDS = {
    "": T("the hex"),
    "river": T("the river hex"),
    "mountain": T("the mountain hex"),
    "swamp": T("the swamp hex"),
    "special": T("the hill hex"),
    "coast": T("the coast hex"),
    "water": T("the water hex"),
}
"""Terrain -> what players call such a hex."""
NEAR = 4
"""Number of nearest places of which two may name a hex that lies between them."""

Steps = tuple[tuple[int, int], ...]
"""Steps from one hex to another: (number of steps, side), for one side or two adjacent ones."""


def side_text(grid: Grid, side: int) -> Text:
    return (POINTY if grid.pointy else FLAT)[side]


def steps_between(grid: Grid, start: int, end: int) -> Steps:
    """Return the shortest way from one hex to another regardless of terrain: steps towards one side, then towards the next."""
    q, r = grid.axial[end][0] - grid.axial[start][0], grid.axial[end][1] - grid.axial[start][1]
    for side, (aq, ar) in enumerate(OFFSETS):
        next_side = (side + 1) % 6
        bq, br = OFFSETS[next_side]
        a, b = q * br - r * bq, aq * r - ar * q
        if a > 0 and b >= 0:
            return ((a, side), (b, next_side)) if b else ((a, side),)
    return ()


def hex_names(grid: Grid, names: list[str], terrain: Sequence[str] = ()) -> list[str | Text]:
    """Return a unique name for each hex: its own, or its position. Beside a place "the hex south of Toledo", farther away "the
    river hex between Toledo and Cleveland"."""
    named = [hex for hex, name in enumerate(names) if name]
    grounds = [GROUNDS.get(terrain[hex] if terrain else "", GROUNDS[""]) for hex in range(len(names))]
    between = _between(grid, names, named, grounds)
    found: list[str | Text] = []
    for hex, name in enumerate(names):
        if name or not named:
            found.append(name or grid.ids[hex])
            continue
        steps, start = min([(steps_between(grid, start, hex), start) for start in named], key=length)
        far = sum(count for count, _ in steps) > 1
        if far and hex in between:
            found.append(between[hex])
        else:
            found.append(T("{ground} {way} of {place}", ground=grounds[hex], way=way_text(grid, steps), place=names[start]))
    return found


def _between(grid: Grid, names: list[str], named: list[int], grounds: list[Text]) -> dict[int, Text]:
    """Return the hexes that two places identify: halfway between them, or on the way from one to the other."""
    options: dict[int, list[tuple[int, int, int, int, str]]] = {}
    meant: dict[tuple[int, int, int, str], int] = {}
    for hex, name in enumerate(names):
        if name:
            continue
        near = sorted((grid_distance(grid, place, hex), place) for place in named)[:NEAR]
        for i, (one, start) in enumerate(near):
            for other, end in near[i + 1 :]:
                whole = grid_distance(grid, start, end)
                halfway = one == other and one + other <= whole + 1
                if halfway or one + other == whole:
                    option = (one + other, start, end, one, grounds[hex].message if halfway else "")
                    options.setdefault(hex, []).append(option)
                    meant[option[1:]] = meant.get(option[1:], 0) + 1
    found = {}
    for hex, known in options.items():
        for _, start, end, steps, ground in sorted(known):
            if meant[start, end, steps, ground] > 1:
                continue
            if ground:
                found[hex] = T("{ground} between {one} and {other}", ground=grounds[hex], one=names[start], other=names[end])
            else:
                found[hex] = T(
                    "{ground} {count} spaces from {place} toward {end}",
                    ground=grounds[hex],
                    count=steps,
                    place=names[start],
                    end=names[end],
                )
            break
    return found


def grid_distance(grid: Grid, one: int, other: int) -> int:
    """Return the distance of two hexes in steps."""
    q, r = grid.axial[other][0] - grid.axial[one][0], grid.axial[other][1] - grid.axial[one][1]
    return max(abs(q), abs(r), abs(q + r))


def length(way: tuple[Steps, int]) -> tuple[int, int]:
    """Return a sort key of a way: shorter first; of equal ones the straight way first."""
    return sum(count for count, _ in way[0]), len(way[0])


def way_text(grid: Grid, steps: Steps) -> Text:
    """Return a way in words: "south", "3 spaces north", "north-northeast", "northwest and 3 spaces north"."""
    if len(steps) == 2 and steps[0][0] == steps[1][0] == 1:
        return (POINTY_MIDDLES if grid.pointy else FLAT_MIDDLES)[steps[0][1]]
    parts: list[Text] = []
    for count, side in steps:
        name = (POINTY_WAYS if grid.pointy else FLAT_WAYS)[side]
        parts.append(T("{count} spaces {side}", count=count, side=name) if count > 1 else name)
    return parts[0] if len(parts) == 1 else T("{one} and {two}", one=parts[0], two=parts[1])
