"""What lies on the board: tiles, sections of track with their owners, stops. Updated piece by piece, never rebuilt.

A *segment* is one piece of track inside one hex: two sides, or a side and the town. A *section* is a maximal chain of
joined segments; it ends at stops (cities; towns that carry a tile) or is OPEN. A section between two stops is a
completed *link*; any other is *unfinished*. A town splits track; a city has none of its own but meets all six sides.
(AOS-2.5 … 2.15, STM-2.7 … 2.16)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from boxcars.rail.hexgrid import Grid
from boxcars.rail.tiles import TOWN, TileSet

LAND: Final = 0
TOWN_HEX: Final = 1
CITY: Final = 2
"""What a hex is, in ``Track.places``."""
NOBODY: Final = -1
"""The owner of a section that has none."""
OPEN: Final = -1
"""The end of a section that leads nowhere yet."""
EMPTY: Final = -1
"""The form on a hex without a tile; the section at a port without track."""


def segment(hex: int, a: int, b: int) -> int:
    """Return the number of a segment; ``b`` may be TOWN."""
    return (6 * hex + a) * 7 + b if a < b else (6 * hex + b) * 7 + a


def segment_parts(number: int) -> tuple[int, int, int]:
    """Return (hex, side, side or TOWN) of a segment."""
    return number // 42, number // 7 % 6, number % 7


@dataclass
class Section:
    """A chain of segments. Never changed once it is made, so clones of a track share it.

    ``ends`` are stops (hex numbers) or OPEN. ``ports`` are where it begins and ends: at a stop the stop's own port by
    which a cube leaves, at an OPEN end the side of the last tile. The smaller port comes first and ``segments`` run
    from it to the other. A direct link between adjacent cities has one segment, (city, side, TOWN).
    """

    owner: int
    ports: tuple[int, int]
    ends: tuple[int, int]
    segments: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Return whether the section is a link: both ends are stops."""
        return self.ends[0] >= 0 and self.ends[1] >= 0

    def other_port(self, port: int) -> int:
        return self.ports[1] if port == self.ports[0] else self.ports[0]


@dataclass
class Track:
    """The part of a state that is track. A section's number is its place in ``sections``; it holds for one position only."""

    tiles: list[int]
    """Per hex: the form that lies there, or EMPTY."""
    places: list[int]
    """For each hex LAND, TOWN_HEX or CITY; a town becomes a city by urbanization."""
    at: list[int]
    """Per port: the section that passes or ends there, or EMPTY. A city's own ports name the sections that leave it."""
    sections: list[Section]
    used: list[int]
    """For each tile the number on the board."""
    discs: int = 0
    """Number of town discs on the board."""
    fresh: list[int] = field(default_factory=list)
    """Segments added in the current build turn: they save unfinished sections at its end."""

    def clone(self) -> Track:
        return Track(
            self.tiles.copy(),
            self.places.copy(),
            self.at.copy(),
            self.sections.copy(),
            self.used.copy(),
            self.discs,
            self.fresh.copy(),
        )

    def is_stop(self, hex: int) -> bool:
        """Return whether the hex is a stop: a city, or a town with a tile (AOS-2.6)."""
        place = self.places[hex]
        return place == CITY or (place == TOWN_HEX and self.tiles[hex] != EMPTY)

    def owned(self, seat: int) -> int:
        """Return how many sections the seat owns: one ownership disc each."""
        n = 0
        for section in self.sections:
            if section.owner == seat:
                n += 1
        return n

    def link_segments(self, seat: int) -> int:
        """Return the track sections for scoring: the segments of the seat's completed links (AOS-2.14)."""
        n = 0
        for section in self.sections:
            if section.owner == seat and section.complete:
                n += len(section.segments)
        return n

    def links_of(self, seat: int) -> int:
        """Return how many completed links the seat owns."""
        n = 0
        for section in self.sections:
            if section.owner == seat and section.complete:
                n += 1
        return n

    def unfinished(self, seat: int) -> list[int]:
        """Return the seat's sections with an OPEN end."""
        return [i for i, section in enumerate(self.sections) if section.owner == seat and not section.complete]


def empty_track(grid: Grid, tiles: TileSet, cities: list[int], towns: list[int]) -> Track:
    """Return a board without tiles."""
    places = [LAND] * grid.size
    for hex in cities:
        places[hex] = CITY
    for hex in towns:
        places[hex] = TOWN_HEX
    return Track([EMPTY] * grid.size, places, [EMPTY] * (6 * grid.size), [], [0] * len(tiles.tiles))


# -- changes -------------------------------------------------------------------------------------------------------------


def lay(track: Track, grid: Grid, tiles: TileSet, hex: int, form: int, seat: int, claim_exits: bool = False) -> list[int]:
    """Lay, replace or redirect (the play must be legal); new track and all it joins becomes the seat's. The added segments.

    ``claim_exits``: on a town hex the seat also takes the unowned unfinished sections that end there; what it has just taken
    it keeps like new track (STM-8.27, 8.28).
    """
    new = tiles.forms[form]
    town = track.places[hex] == TOWN_HEX
    old = track.tiles[hex]
    before: tuple[int, ...] = ()
    if old != EMPTY:
        shape = tiles.forms[old]
        track.used[shape.tile] -= 1
        before = _segments(hex, old, tiles, town)
        if town and shape.kind != "town":
            track.discs -= 1
    after = _segments(hex, form, tiles, town)
    track.used[new.tile] += 1
    if town and new.kind != "town":
        track.discs += 1
    track.tiles[hex] = form
    added = [s for s in after if s not in before]
    for gone in before:
        if gone not in after:
            _redirect(track, grid, gone, added[0], seat)
            return added
    for s in added:
        add_segment(track, grid, s, seat)
        track.fresh.append(s)
    if town and claim_exits:
        for s in after:
            i = track.at[s // 7]
            section = track.sections[i]
            if section.owner == NOBODY and not section.complete:
                give(track, i, seat)
                track.fresh.append(s)
    return added


def _segments(hex: int, form: int, tiles: TileSet, town: bool) -> tuple[int, ...]:
    shape = tiles.forms[form]
    if town:
        return tuple([segment(hex, side, TOWN) for side in shape.sides])
    return tuple([segment(hex, a, b) for a, b in shape.segments])


def _redirect(track: Track, grid: Grid, gone: int, new: int, seat: int) -> None:
    """Turn the OPEN end of an unfinished section elsewhere; its segment is fresh only if it was before."""
    section = track.sections[track.at[gone // 7]]
    remove_section(track, section)
    for s in section.segments:
        if s != gone:
            add_segment(track, grid, s, seat)
    add_segment(track, grid, new, seat)
    if gone in track.fresh:
        track.fresh.remove(gone)
        track.fresh.append(new)


def add_segment(track: Track, grid: Grid, number: int, owner: int) -> int:
    """Put a segment on the board and join it to adjacent track; the whole section gets the owner. Returns the section's
    number."""
    hex, a, b = number // 42, number // 7 % 6, number % 7
    port_a, end_a, before = _meet(track, grid, 6 * hex + a)
    if b == TOWN:
        port_b, end_b, after = 6 * hex + a, hex, None
    else:
        port_b, end_b, after = _meet(track, grid, 6 * hex + b)
    segments: tuple[int, ...] = (number,)
    if before is not None:
        chain = before.segments if before.ports[0] == port_a else before.segments[::-1]
        segments = chain + segments
        remove_section(track, before)
    if after is not None:
        chain = after.segments if after.ports[1] == port_b else after.segments[::-1]
        segments = segments + chain
        remove_section(track, after)
    if port_a > port_b:
        port_a, port_b, end_a, end_b, segments = port_b, port_a, end_b, end_a, segments[::-1]
    return put_section(track, Section(owner, (port_a, port_b), (end_a, end_b), segments))


def _meet(track: Track, grid: Grid, port: int) -> tuple[int, int, Section | None]:
    """Return what track that arrives at a port meets across it: (far port, far end, the section it joins or None)."""
    other = grid.across[port]
    if other >= 0:
        if track.places[other // 6] == CITY:
            return other, other // 6, None
        i = track.at[other]
        if i != EMPTY:
            section = track.sections[i]
            far = 1 if section.ports[0] == other and section.ends[0] == OPEN else 0
            return section.ports[far], section.ends[far], section
    return port, OPEN, None


def put_section(track: Track, section: Section) -> int:
    track.sections.append(section)
    _mark(track, section, len(track.sections) - 1)
    return len(track.sections) - 1


def remove_section(track: Track, section: Section) -> None:
    """Take a section off the board; the last one in the list gets its number."""
    i = track.at[section.segments[0] // 7]
    _mark(track, section, EMPTY)
    last = track.sections.pop()
    if i < len(track.sections):
        track.sections[i] = last
        _mark(track, last, i)


def _mark(track: Track, section: Section, i: int) -> None:
    """Write the section's number at all its ports."""
    at = track.at
    for s in section.segments:
        port = s // 7
        at[port] = i
        b = s % 7
        if b != TOWN:
            at[port - port % 6 + b] = i
    at[section.ports[0]] = i
    at[section.ports[1]] = i


def give(track: Track, i: int, owner: int) -> None:
    """Change the owner of a section."""
    old = track.sections[i]
    track.sections[i] = Section(owner, old.ports, old.ends, old.segments)


def link_directly(track: Track, grid: Grid, city: int, other: int, owner: int) -> int:
    """Add a link between two adjacent cities without a tile (AOS-17.9). Returns the section's number."""
    side = grid.side_towards(city, other)
    if other < city:
        city, other, side = other, city, grid.side_towards(other, city)
    port = 6 * city + side
    return put_section(track, Section(owner, (port, grid.across[port]), (city, other), (segment(city, side, TOWN),)))


def urbanize(track: Track, grid: Grid, tiles: TileSet, hex: int, seat: int, claimed: Collection[int] = ()) -> None:
    """The town becomes a city (AOS-9.3 … 9.6, STM-8.35 … 8.37); not allowed where ``urbanizing_loops``.

    Its tile goes, track outside the hex now ends in the city, OPEN ends that face it are completed: they stay with their
    owner, but those of ``claimed`` (ports as ``waiting_for_city`` tells them) go to the seat.
    """
    touching: list[tuple[Section, int]] = []
    for side in range(6):
        i = track.at[6 * hex + side]
        if i != EMPTY:
            touching.append((track.sections[i], track.sections[i].owner))
            continue
        other = grid.across[6 * hex + side]
        if other >= 0 and track.at[other] != EMPTY and track.places[other // 6] != CITY:
            section = track.sections[track.at[other]]
            touching.append((section, seat if other in claimed else section.owner))
    for section, _ in touching:
        remove_section(track, section)
    old = track.tiles[hex]
    if old != EMPTY:
        track.used[tiles.forms[old].tile] -= 1
        if tiles.needs_disc(old):
            track.discs -= 1
        track.tiles[hex] = EMPTY
    track.places[hex] = CITY
    for section, owner in touching:
        for s in section.segments:
            if s // 42 != hex:
                add_segment(track, grid, s, owner)
    track.fresh = [s for s in track.fresh if s // 42 != hex]


def urbanizing_loops(track: Track, grid: Grid, hex: int) -> bool:
    """Return whether a city on this hex would leave a section with both ends there (AOS-9.7, STM-8.40)."""
    ends: list[int] = []
    for side in range(6):
        i = track.at[6 * hex + side]
        other = grid.across[6 * hex + side]
        if i == EMPTY and other >= 0 and track.places[other // 6] != CITY:
            i = track.at[other]
        if i != EMPTY:
            ends.append(i)
    return len(ends) != len(set(ends))


def waiting_for_city(track: Track, grid: Grid, hex: int) -> list[int]:
    """Return the ports of OPEN ends that a city on this hex would complete, clockwise from side 0."""
    found: list[int] = []
    for side in range(6):
        other = grid.across[6 * hex + side]
        if track.at[6 * hex + side] == EMPTY and other >= 0 and track.places[other // 6] != CITY and track.at[other] != EMPTY:
            found.append(other)
    return found


def far_stop(section: Section) -> int:
    """Return the stop that an unfinished section comes from."""
    return section.ends[0] if section.ends[0] >= 0 else section.ends[1]


def vanishing(track: Track, hex: int, seat: int) -> int:
    """Return how many of the seat's sections lie on this town's tile alone: a city there removes them (AOS-9.5)."""
    n = 0
    for side in range(6):
        i = track.at[6 * hex + side]
        if i != EMPTY and track.sections[i].owner == seat and len(track.sections[i].segments) == 1:
            n += 1
    return n


def end_build(track: Track, seat: int) -> list[int]:
    """The seat's unfinished sections to which nothing was added lose their owner (AOS-8.25, STM-8.28). Their numbers."""
    lost: list[int] = []
    for i in track.unfinished(seat):
        fresh = False
        for s in track.sections[i].segments:
            if s in track.fresh:
                fresh = True
                break
        if not fresh:
            give(track, i, NOBODY)
            lost.append(i)
    track.fresh = []
    return lost


def eliminate(track: Track, seat: int) -> None:
    """Remove the owner of all the seat's track; its links stay, pay nobody and have no OPEN end to be claimed by (AOS-12.6)."""
    for i, section in enumerate(track.sections):
        if section.owner == seat:
            give(track, i, NOBODY)


def section_id(grid: Grid, section: Section) -> str:
    """Return the name of a section within one position: the smallest "hex:a-b" of its segments, T for the town (STM-2.18)."""
    names: list[str] = []
    for s in section.segments:
        hex, a, b = segment_parts(s)
        names.append(f"{grid.ids[hex]}:{a}-{'T' if b == TOWN else b}")
    return min(names)


def spread(grid: Grid, places: list[int], far: list[int], edge: list[int]) -> None:
    """Propagate distances over land from the hexes of ``edge``, whose own are set already."""
    across = grid.across
    edge.sort(key=far.__getitem__)
    n = 0
    while n < len(edge):
        hex = edge[n]
        n += 1
        for port in range(6 * hex, 6 * hex + 6):
            other = across[port] // 6
            if across[port] >= 0 and places[other] == LAND and far[other] > far[hex] + 1:
                far[other] = far[hex] + 1
                edge.append(other)
