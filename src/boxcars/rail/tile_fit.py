"""Which forms fit a hex, by what lies across its six sides alone (AOS-8.6 … 8.12, STM-8.8 … 8.16).

What lies across each side is written as a small code, and so the judgement of a form is a pure function of a few numbers and
is remembered: listing all plays costs a few microseconds per hex, at the end of a game as at its beginning.
"""

from __future__ import annotations

from typing import Final

from boxcars.rail.tiles import TileSet
from boxcars.rail.track import EMPTY

# What lies across a side, as codes. Larger codes are the far stop of the track (or the city itself) one would meet:
# 1 + 8 * stop + piece, where both are small numbers local to the hex: stop 0 is the hex itself; piece 0 means that the
# stop is no anchor for the builder, others name the piece of his network it belongs to.
NOTHING: Final = 0
IMPASSABLE: Final = -1
FOREIGN: Final = -2
TAKEN: Final = -3

MEMORY: Final = 50_000
"""Maximum number of memoized results."""

OK: Final = ""


def is_anchored(code: int) -> bool:
    """Return whether what lies across the side belongs to the builder's network."""
    return code > 0 and (code - 1) % 8 > 0


class Fitting:
    """Tells which tile forms fit a hex, for one tile set. Immutable but for its memo."""

    def __init__(self, tiles: TileSet) -> None:
        self.tiles = tiles
        self._memory: dict[tuple[int, ...], list[int]] = {}

    def forms(self, codes: list[int]) -> list[int]:
        """Return the forms that may be placed on (or replace the tile of) a hex with these surroundings; memoized."""
        key = tuple(codes)
        known = self._memory.get(key)
        if known is not None:
            return known
        if codes[1]:
            candidates = self.tiles.on_town
        elif codes[0] == EMPTY:
            candidates = self.tiles.on_land
        else:
            candidates = [form for form, _ in self.tiles.upgrades[codes[0]]]
        found = [form for form in candidates if not self.why_misfit(codes, form)]
        if len(self._memory) >= MEMORY:
            self._memory.clear()
        self._memory[key] = found
        return found

    def why_misfit(self, codes: list[int], form: int) -> str:
        """Whether the form may be placed on, or replace the tile of, a hex with these surroundings: "" or what is wrong.

        Redirects are judged by ``why_not_redirect``. Wrong can be: "not_on_town", "not_off_town", "no_replacement",
        "impassable", "foreign_track", "loop", "not_connected", "two_pieces".
        """
        shape = self.tiles.forms[form]
        old = codes[0]
        if codes[1]:
            return self._why_town_misfits(codes, form)
        if shape.kind == "town":
            return "not_off_town"
        added: list[tuple[int, int]] = []
        if old == EMPTY:
            added.extend(shape.segments)
        else:
            kept = self.tiles.forms[old].segments
            if len(kept) != 1 or kept[0] not in shape.segments or len(shape.segments) != 2:
                return "no_replacement"
            added.append(shape.segments[1] if shape.segments[0] == kept[0] else shape.segments[0])
        for a, b in added:
            wrong = self._why_segment_misfits(codes[3 + a], codes[3 + b])
            if wrong:
                return wrong
        anchored = [is_anchored(codes[3 + a]) or is_anchored(codes[3 + b]) for a, b in added]
        if not any(anchored):
            return "not_connected"
        if len(added) == 2:
            together = self._meet(codes, added[0], added[1])
            if not all(anchored) and not together:
                return "not_connected"
            if not together and not self._same_piece(codes, added[0], added[1]):
                return "two_pieces"
        return OK

    def _why_segment_misfits(self, a: int, b: int) -> str:
        if a == IMPASSABLE or b == IMPASSABLE:
            return "impassable"
        if a == FOREIGN or b == FOREIGN:
            return "foreign_track"
        if a > 0 and b > 0 and (a - 1) // 8 == (b - 1) // 8:
            return "loop"
        return OK

    def _why_town_misfits(self, codes: list[int], form: int) -> str:
        shape = self.tiles.forms[form]
        if shape.kind != "town" and self.tiles.discs == 0:
            return "not_on_town"
        old = codes[0]
        before: tuple[int, ...] = self.tiles.forms[old].sides if old != EMPTY else ()
        for side in before:
            if side not in shape.sides:
                return "no_replacement"
        if len(shape.sides) == len(before):
            return "no_replacement"
        connected = codes[2] > 0
        for side in shape.sides:
            if side in before:
                continue
            code = codes[3 + side]
            if code == IMPASSABLE:
                return "impassable"
            if code == FOREIGN:
                return "foreign_track"
            if code > 0:
                if (code - 1) // 8 == 0:
                    return "loop"
                if (code - 1) % 8 > 0:
                    connected = True
        return OK if connected else "not_connected"

    def _meet(self, codes: list[int], one: tuple[int, int], two: tuple[int, int]) -> bool:
        """Return whether two new segments lead to a common stop."""
        stops = [(codes[3 + side] - 1) // 8 for side in one if codes[3 + side] > 0]
        for side in two:
            code = codes[3 + side]
            if code > 0 and (code - 1) // 8 in stops:
                return True
        return False

    def _same_piece(self, codes: list[int], one: tuple[int, int], two: tuple[int, int]) -> bool:
        pieces = [(codes[3 + side] - 1) % 8 for side in one if codes[3 + side] > 0 and (codes[3 + side] - 1) % 8 > 0]
        for side in two:
            code = codes[3 + side]
            if code > 0 and (code - 1) % 8 in pieces:
                return True
        return False
