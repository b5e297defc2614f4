"""Track without owner: what new track joins, and who may take it (STM-8.26).

Track without owner can be claimed where it comes from a city, or where it is joined to track that the player has already: in a
town that his links reach, or by a tile that carries on a section of his.
"""

from __future__ import annotations

from boxcars.rail.hexgrid import Grid
from boxcars.rail.tiles import TileSet
from boxcars.rail.track import CITY, EMPTY, NOBODY, TOWN_HEX, Track, far_stop


def joins(track: Track, grid: Grid, port: int) -> int:
    """Return the section that new track at this port would join; EMPTY for none."""
    other = grid.across[port]
    if other < 0 or track.places[other // 6] == CITY:
        return EMPTY
    return track.at[other]


def any_loose(track: Track, anchors: dict[int, int]) -> bool:
    """Return whether there is unfinished unowned track that does not come from a stop the player may build from."""
    for section in track.sections:
        if section.owner == NOBODY and not section.complete and far_stop(section) not in anchors:
            return True
    return False


def added_segments(track: Track, tiles: TileSet, hex: int, form: int) -> list[tuple[int, ...]]:
    """Return the sides of each new segment that the form would add to the hex; of a town all new exits together."""
    old = track.tiles[hex]
    before = tiles.forms[old] if old != EMPTY else None
    shape = tiles.forms[form]
    if track.places[hex] == TOWN_HEX:
        return [tuple([side for side in shape.sides if before is None or side not in before.sides])]
    return [segment for segment in shape.segments if before is None or segment not in before.segments]


def added_sides(track: Track, tiles: TileSet, hex: int, form: int) -> list[int]:
    """Return the sides at which the form would have new track."""
    return [side for segment in added_segments(track, tiles, hex, form) for side in segment]


def may_claim(track: Track, grid: Grid, tiles: TileSet, seat: int, hex: int, form: int, anchors: dict[int, int]) -> bool:
    """Return whether the seat may claim all unowned track that the form, placed or as a replacement, would join."""
    if track.places[hex] == TOWN_HEX and hex in anchors:
        return True
    for sides in added_segments(track, tiles, hex, form):
        if not claimable(track, seat, [joins(track, grid, 6 * hex + side) for side in sides], anchors):
            return False
    return True


def claimable(track: Track, seat: int, joined: list[int], anchors: dict[int, int]) -> bool:
    """Return whether the seat may claim the unowned ones of the sections that meet in one new segment, or in the town."""
    sections = [track.sections[i] for i in joined if i != EMPTY]
    if any(section.owner == seat for section in sections):
        return True
    return all(far_stop(section) in anchors for section in sections)
