"""The action vocabulary of hex boards for learners: the words of tile plays and deliveries."""

from __future__ import annotations

from boxcars.core.target_encoding import number_words, spell_number
from boxcars.rail.hexgrid import Grid
from boxcars.rail.tiles import TileSet

LINKS = 8
"""The greatest number of links of a way in the vocabulary: no locomotive is that strong."""


def words(grid: Grid, tiles: TileSet, holders: list[int], colours: tuple[str, ...]) -> list[str]:
    """Return the vocabulary: numbers, hexes, tiles in each position, cubes by place and colour, ways."""
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
    """Return the words of a target: numbers digit by digit; a cube by its place and colour; a way by the side on which it leaves
    each stop."""
    kind, _, rest = target.partition(":")
    if kind == "n":
        return spell_number(target)
    if kind == "cube":
        origin, _, colour = rest.partition(":")
        return f"from:{origin}", f"colour:{colour}"
    if kind == "way":
        return (*(f"way:{link}:{side}" for link, side in enumerate(rest.split("."))), "way:end")
    return (target,)
