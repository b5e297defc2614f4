"""Invariants of the track on a board."""

from __future__ import annotations

from itertools import pairwise

from boxcars.core.game import Broken
from boxcars.rail.hexgrid import Grid
from boxcars.rail.tiles import TOWN, TileSet
from boxcars.rail.track import CITY, EMPTY, OPEN, TOWN_HEX, Section, Track, segment


def must(ok: bool, clause: str, what: str) -> None:
    if not ok:
        raise Broken(f"{clause}: {what}")


def audit_track(track: Track, grid: Grid, tiles: TileSet, players: int, clause: str) -> None:
    """Check that tiles, supply, segments, ports and sections agree, and that no section returns to its own stop."""
    must(len(track.tiles) == len(track.places) == grid.size and len(track.at) == 6 * grid.size, clause, "wrong number of hexes")
    must(all(EMPTY <= form < len(tiles.forms) for form in track.tiles), clause, "unknown tile")
    _audit_tiles(track, grid, tiles, clause)
    lying: set[int] = set()
    for hex, form in enumerate(track.tiles):
        if form != EMPTY:
            lying.update(_segments(track, tiles, hex, form))
    ports: dict[int, int] = {}
    known: set[int] = set()
    for i, section in enumerate(track.sections):
        must(-1 <= section.owner < players, clause, "unknown owner")
        must(len(section.segments) > 0 and section.ends[0] != section.ends[1], clause, "a section leads back to its own stop")
        must(
            all(end == OPEN or (0 <= end < grid.size and track.is_stop(end)) for end in section.ends), clause, "no stop at an end"
        )
        must(_joined(grid, section), clause, "a section is not in one piece")
        for s in section.segments:
            must(s in lying or track.places[s // 42] == CITY, clause, "a section without its tile")
            must(s not in known, clause, "a segment in two sections")
            known.add(s)
            ports[s // 7] = i
            if s % 7 != TOWN:
                ports[s // 42 * 6 + s % 7] = i
        for port in section.ports:
            ports[port] = i
    must(lying <= known, clause, "a tile without its section")
    must(all(ports.get(port, EMPTY) == i for port, i in enumerate(track.at)), clause, "sections and ports disagree")
    must(all(s in known for s in track.fresh), clause, "fresh track that does not lie there")


def _segments(track: Track, tiles: TileSet, hex: int, form: int) -> list[int]:
    shape = tiles.forms[form]
    if track.places[hex] == TOWN_HEX:
        return [segment(hex, side, TOWN) for side in shape.sides]
    return [segment(hex, a, b) for a, b in shape.segments]


def _audit_tiles(track: Track, grid: Grid, tiles: TileSet, clause: str) -> None:
    used = [0] * len(tiles.tiles)
    discs = 0
    for hex, form in enumerate(track.tiles):
        if form != EMPTY:
            must(track.places[hex] != CITY and hex not in grid.water, clause, "a tile on a city or on water")
            used[tiles.forms[form].tile] += 1
            if track.places[hex] == TOWN_HEX:
                must(tiles.discs > 0 or not tiles.needs_disc(form), clause, "no town tile on a town")
                discs += tiles.needs_disc(form)
            else:
                must(tiles.forms[form].kind != "town", clause, "a town tile off a town")
    must(used == track.used, clause, "the tile supply does not add up")
    must(discs == track.discs <= tiles.discs, clause, "the town discs do not add up")
    for limits in tiles.limits:
        for group, most in limits:
            must(sum(used[tile] for tile in group) <= most, clause, "more tiles than there are")


def _joined(grid: Grid, section: Section) -> bool:
    """Return whether each segment touches the next, and none crosses a blocked side."""
    ends: list[set[int]] = []
    for s in section.segments:
        a, b = s // 7, s % 7
        ends.append({a} if b == TOWN else {a, a - a % 6 + b})
    return all(any(grid.across[port] in there for port in here) for here, there in pairwise(ends))
