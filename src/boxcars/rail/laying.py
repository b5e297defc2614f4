"""What a tile play is called in its events."""

from __future__ import annotations

from boxcars.rail.hexgrid import Grid
from boxcars.rail.track import Track
from boxcars.rail.words import (
    LinkCompleted,
)

KINDS_OF_PLAY = ("place", "replace", "town", "redirect")
"""By ``building.PLACE`` … ``building.REDIRECT``: ``kind`` of a TrackLaid."""


def link_completed(track: Track, grid: Grid, i: int) -> LinkCompleted:
    """The event for a section that has become a link."""
    section = track.sections[i]
    a, b = section.ends
    return LinkCompleted(section.owner, (grid.ids[a], grid.ids[b]), len(section.segments))
