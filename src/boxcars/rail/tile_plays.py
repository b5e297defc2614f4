"""Tile plays as actions and events: one canonical action for each, and its name."""

from __future__ import annotations

from typing import Any

from boxcars.rail.actions import LayTrack, LinkCompleted
from boxcars.rail.hexgrid import Grid
from boxcars.rail.tiles import TileSet
from boxcars.rail.track import Track

KINDS_OF_PLAY = ("place", "replace", "town", "redirect")
"""The ``kind`` of a TrackLaid, by the kind of play (PLACE … REDIRECT)."""


def all_plays(grid: Grid, tiles: TileSet) -> list[list[LayTrack]]:
    """Return every tile play of a map as a ready-made action, by [hex][form]."""
    return [[LayTrack(id, tiles.tiles[form.tile].id, form.rotation) for form in tiles.forms] for id in grid.ids]


def named_once(tiles: TileSet, action: Any) -> Any:
    """Return an action with the canonical rotation of a tile whose rotations look the same (AOS-1.6); other actions unchanged."""
    if isinstance(action, LayTrack) and 0 <= action.rotation < 6 and action.tile in tiles.number:
        form = tiles.forms[tiles.form_of[tiles.number[action.tile]][action.rotation]]
        if form.rotation != action.rotation:
            return LayTrack(action.hex, action.tile, form.rotation)
    return action


def link_completed(track: Track, grid: Grid, i: int) -> LinkCompleted:
    """Return the event for a section that has become a link."""
    section = track.sections[i]
    a, b = section.ends
    return LinkCompleted(section.owner, (grid.ids[a], grid.ids[b]), len(section.segments))
