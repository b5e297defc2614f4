"""Hex boards as numbers, for learners: the words of tile plays and deliveries, and what lies on the map."""

from __future__ import annotations

from collections.abc import Iterable

from boxcars.core.learning import number_words, one_of, places, relative, spell_number
from boxcars.rail.hexgrid import Grid
from boxcars.rail.tiles import TOWN, TileSet
from boxcars.rail.track import segment_parts

LINKS = 8
"""A way of more links than this does not occur: no locomotive is that strong."""
SIDE_FEATURES = 2
"""Per side of a hex: own track, other track."""


def words(grid: Grid, tiles: TileSet, holders: list[int], colours: tuple[str, ...]) -> list[str]:
    """Numbers, hexes, tiles in each position, cubes by place and colour, ways."""
    out = number_words()
    out += [f"hex:{id}" for id in grid.ids]
    out += [f"tile:{tile.id}" for tile in tiles.tiles]
    out += [f"turn:{tile.id}:{turn}" for tile in tiles.tiles for turn in range(6)]
    out += [f"from:{grid.ids[hex]}" for hex in holders]
    out += [f"colour:{colour}" for colour in colours]
    out += [f"way:{link}:{side}" for link in range(LINKS) for side in range(6)]
    out.append("way:end")
    return [*out, "do:pass", "do:drop", "do:end", "do:locomotive", "do:nothing"]


def spell(target: str) -> tuple[str, ...]:
    """Numbers by digits; a cube by its place and its colour; a way by the side on which it leaves each stop."""
    kind, _, rest = target.partition(":")
    if kind == "n":
        return spell_number(target)
    if kind == "cube":
        origin, _, colour = rest.partition(":")
        return f"from:{origin}", f"colour:{colour}"
    if kind == "way":
        return (*(f"way:{link}:{side}" for link, side in enumerate(rest.split("."))), "way:end")
    return (target,)


def order_features(order: list[int], bids: list[int], dropped: list[int], actor: int, me: int, players: int) -> list[float]:
    """The order of play, the auction for it (no bids: there is none), and who is to act; four numbers a seat."""
    out = places(order, me, players)
    out += [(bids[(me + i) % players] + 1) / 20 if bids else 0.0 for i in range(players)]
    out += places(dropped, me, players)
    return out + one_of(relative(actor, me, players), players)


def track_size(grid: Grid) -> int:
    return grid.size * 6 * SIDE_FEATURES


def track_features(grid: Grid, sections: Iterable[tuple[int, Iterable[int]]], me: int) -> list[float]:
    """For every side of every hex: 1 where own track crosses it; then 1 where another's does, 0.5 where nobody's does."""
    sides = grid.size * 6
    out = [0.0] * (sides * SIDE_FEATURES)
    for owner, segments in sections:
        plane, value = (0, 1.0) if owner == me else (sides, 0.5 if owner < 0 else 1.0)
        for segment in segments:
            hex, a, b = segment_parts(segment)
            out[plane + 6 * hex + a] = value
            if b != TOWN:
                out[plane + 6 * hex + b] = value
    return out
