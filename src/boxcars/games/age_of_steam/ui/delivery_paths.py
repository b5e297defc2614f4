"""Track as everybody sees it, and the ways of cubes along it, for the board of Age of Steam."""

from __future__ import annotations

from collections.abc import Sequence

from boxcars.games.age_of_steam.observation import AgeOfSteamObservation
from boxcars.rail.hexgrid import Grid
from boxcars.rail.track import CITY, LAND
from boxcars.view import drawing_kit
from boxcars.view.hex_board import HexSheet, Line, Part

Section = tuple[int, list[int], list[int], list[int]]
"""As it is seen: owner, ends, ports, segments."""


def parts_of(segments: Sequence[int]) -> list[Part]:
    """Segments as the sheet draws them: hex, side, other side or the town in the middle."""
    return [(s // 42, s // 7 % 6, s % 7 if s % 7 < 6 else None) for s in segments]


class Ways:
    def __init__(self, grid: Grid, sheet: HexSheet) -> None:
        self.grid = grid
        self.sheet = sheet
        self.known: tuple[AgeOfSteamObservation, dict[int, Section]] | None = None
        """The ports of the position that was asked about last."""

    def is_direct(self, seen: AgeOfSteamObservation, section: Section) -> bool:
        return seen.places[section[3][0] // 42] == CITY

    def direct_owner(self, seen: AgeOfSteamObservation, a: int, b: int) -> int | None:
        for owner, ends, _, segments in seen.sections:
            if sorted(ends) == sorted((a, b)) and seen.places[segments[0] // 42] == CITY:
                return owner
        return None

    def line(self, section: Section) -> Line:
        owner, ends, ports, segments = section
        parts = parts_of(segments)
        end = None
        for at, port in zip(ends, ports, strict=True):
            if at < 0:
                end = (port // 6, port % 6)
        return Line(owner, tuple(parts), end)

    def ports(self, seen: AgeOfSteamObservation) -> dict[int, Section]:
        """Port -> the section there."""
        if self.known is None or self.known[0] is not seen:
            at: dict[int, Section] = {}
            for section in seen.sections:
                for s in section[3]:
                    at[s // 7] = section
                    if s % 7 < 6:
                        at[s // 42 * 6 + s % 7] = section
                for port in section[2]:
                    at[port] = section
            self.known = (seen, at)
        return self.known[1]

    def way(self, seen: AgeOfSteamObservation, origin: str, sides: Sequence[int]) -> list[drawing_kit.Point]:
        """Points along the way of a cube: stops, and the middle of each piece of track between them."""
        points = [self.sheet.xy(self.grid.number[origin])]
        for _, parts, end in self.links(seen, origin, sides):
            points += [self.sheet.turned(hex, drawing_kit.segment_mid(a, b)) for hex, a, b in parts if b is not None]
            points.append(self.sheet.xy(end))
        return points

    def links(self, seen: AgeOfSteamObservation, origin: str, sides: Sequence[int]) -> list[tuple[int, list[Part], int]]:
        """Return the links of a cube's way in order: owner, its parts as they are passed, the stop at its end."""
        out = []
        here, at = self.grid.number[origin], self.ports(seen)
        for n, side in enumerate(sides):
            port = 6 * here + side
            section = at[port]
            parts = parts_of(section[3])
            forward = section[2][0] == port
            end = section[1][1] if forward else section[1][0]
            if n == 0 and seen.places[here] == LAND:
                parts, end = self.from_hex(section, here, side)
            elif not forward:
                parts.reverse()
            out.append((section[0], parts, end))
            here = end
        return out

    def from_hex(self, section: Section, hex: int, side: int) -> tuple[list[Part], int]:
        """St. Lucia: the part of a section that lies before a cube leaving its hex by a side, and the stop at its end."""
        across = self.grid.across
        order = [s // 42 for s in section[3]]
        i = order.index(hex)
        onward = across[6 * hex + side]
        ahead = [section[3][k] for k in range(i + 1, len(order))]
        forward = onward // 6 in order[i + 1 : i + 2] or (i == len(order) - 1 and onward // 6 not in order[max(i - 1, 0) : i])
        if len(order) == 1:
            forward = onward in (section[2][1],) or (section[1][1] < 0 and 6 * hex + side == section[2][1])
        if not forward:
            ahead = [section[3][k] for k in range(i - 1, -1, -1)]
        return parts_of(ahead), section[1][1] if forward else section[1][0]
