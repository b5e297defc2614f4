"""Tile plays as actions and events: one name for each, and what it is called."""

from __future__ import annotations

from typing import Any

from boxcars.rail.actions import LayTrack, LinkCompleted
from boxcars.rail.hexgrid import Grid
from boxcars.rail.tiles import TileSet
from boxcars.rail.track import Track

KINDS_OF_PLAY = ("place", "replace", "town", "redirect")
"""By ``building.PLACE`` … ``building.REDIRECT``: ``kind`` of a TrackLaid."""


def all_plays(grid: Grid, tiles: TileSet) -> list[list[LayTrack]]:
    """[hex][form]: every tile play of a map as a ready-made action."""
    return [[LayTrack(id, tiles.tiles[form.tile].id, form.rotation) for form in tiles.forms] for id in grid.ids]


def named_once(tiles: TileSet, action: Any) -> Any:
    """Rotations of a tile that look the same have one name (AOS-1.6); any other action stays as it is."""
    if isinstance(action, LayTrack) and 0 <= action.rotation < 6 and action.tile in tiles.number:
        form = tiles.forms[tiles.form_of[tiles.number[action.tile]][action.rotation]]
        if form.rotation != action.rotation:
            return LayTrack(action.hex, action.tile, form.rotation)
    return action


def link_completed(track: Track, grid: Grid, i: int) -> LinkCompleted:
    """The event for a section that has become a link."""
    section = track.sections[i]
    a, b = section.ends
    return LinkCompleted(section.owner, (grid.ids[a], grid.ids[b]), len(section.segments))
