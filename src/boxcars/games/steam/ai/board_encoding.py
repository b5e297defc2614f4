"""The map of Steam in observation vectors."""

from __future__ import annotations

from typing import Any

from boxcars.rail.ai.track_encoding import HexTrack
from boxcars.rail.track import Track


class BoardSeen(HexTrack):
    """The track of an observation, with flags for what is new."""

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        track: Track = value
        for section in track.sections:
            self.put_section(section.owner, section.segments, out, at, me)
        self.put_towns(track.places, track.tiles, out, at)
        for number in track.fresh:
            self.put_mark(number, out, at)

    def read(self, x: list[float], at: int, me: int) -> Any:
        return self.track(x, at, me)
