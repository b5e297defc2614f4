"""Offered tiles: one picture for each effect, those that complete a link first and named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from boxcars.core.messages import TN, T, Text
from boxcars.rail.hex_names import FLAT_WAYS, POINTY_WAYS
from boxcars.rail.hexgrid import Grid
from boxcars.rail.tiles import Form
from boxcars.rail.track import CITY, OPEN
from boxcars.view import drawing_kit
from boxcars.view.svg_helpers import S
from boxcars.view.tabletop import Mark

SIZE = 60
"""Size of the picture of a town tile."""
Part = tuple[int, int | None]
"""New track inside a hex: side and side, or side and town."""


class Ends:
    """Where the track around a hex leads: the city beside a side, or the stop at the far end of an open section there."""

    def __init__(self, grid: Grid, places: Sequence[int], sections: Iterable[tuple[Sequence[int], Sequence[int]]]) -> None:
        self.grid, self.places = grid, places
        self.far: dict[int, int] = {}
        """Per port with an open end: the stop at the other end, or OPEN."""
        for ends, ports in sections:
            for i in (0, 1):
                if ends[i] == OPEN:
                    self.far[ports[i]] = ends[1 - i]

    def stop(self, hex: int, side: int) -> int:
        """Return the stop that track over this side is connected to; OPEN if there is none."""
        other = self.grid.across[6 * hex + side]
        if other < 0:
            return OPEN
        return other // 6 if self.places[other // 6] == CITY else self.far.get(other, OPEN)

    def meets(self, hex: int, side: int) -> bool:
        """Return whether there is track or a city across this side."""
        other = self.grid.across[6 * hex + side]
        return other >= 0 and (self.places[other // 6] == CITY or other in self.far)

    def completes(self, hex: int, parts: Sequence[Part]) -> list[tuple[int, int]]:
        """Return the links that new track completes, by their stops."""
        found = []
        for a, b in parts:
            one, two = self.stop(hex, a), hex if b is None else self.stop(hex, b)
            if one >= 0 and two >= 0:
                found.append((one, two))
        return found


def offered(
    plain: Mark, ends: Ends, hex: int, form: Form, parts: Sequence[Part], cost: int, town: bool, name: Callable[[int], str]
) -> Mark:
    """Return the mark of a tile, which says what it leads to, so that tiles with the same effect are one choice."""
    links = ends.completes(hex, parts)
    completes = None
    if links:
        pairs = [T("{a}–{b}", a=name(a), b=name(b)) for a, b in links]
        completes = T("completes {links}", links=pairs)
    sides = sorted({side for part in parts for side in part if side is not None})
    ways = POINTY_WAYS if ends.grid.pointy else FLAT_WAYS
    onward = [ways[side] for side in sides if not ends.meets(hex, side)]
    label: Text | None = T("{ways}", ways=onward) if onward else None
    if town and len(form.sides) > 2:
        label = TN("{count} exit", "{count} exits", len(form.sides))
    effect = f"{form.sides}" if town else f"{form.segments}"
    order = -1000 * len(links) + 20 * len(form.sides) + cost
    return msgspec.structs.replace(plain, effect=effect, completes=completes, label=label, order=order)


def town_face(sides: Sequence[int], turn: float) -> str:
    """Return the picture of a town tile: its exits meet in the town, whichever tile it is."""
    body = drawing_kit.hexagon("well", 0, 0, S - 2) + drawing_kit.track_layers(
        [(drawing_kit.segment_path(side, None), -1) for side in sides]
    )
    turned = f" rotate({drawing_kit.n(turn)})" if turn else ""
    middle = f"translate({SIZE / 2} {SIZE / 2}) scale({SIZE / 102:.3f}){turned}"
    return f'<g transform="{middle}" class="bx choice">{body}{drawing_kit.town(0, 0, True)}</g>'
