"""What must always hold (section 27 of the rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import Broken
from boxcars.games.age_of_steam.components import COLOURS, MAX_LOCOMOTIVE, MAX_SHARES, TILES, TOWN_DISCS, TRACK_TILES, WHITE
from boxcars.games.age_of_steam.table import Table
from boxcars.rail.track import CITY, EMPTY, OPEN, TOWN_HEX

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam


def must(ok: bool, clause: str, what: str) -> None:
    if not ok:
        raise Broken(f"{clause}: {what}")


def audit(rules: AgeOfSteam, table: Table) -> None:
    """Raise Broken if a counter is not conserved or an invariant does not hold."""
    _seats(rules, table)
    _goods(rules, table)
    _tiles(rules, table)
    _sections(rules, table)


def _seats(rules: AgeOfSteam, table: Table) -> None:
    n = rules.players
    lists = [table.cash, table.shares, table.income, table.locomotive, table.action, table.gone]
    must(all(len(x) == n for x in lists) and len(table.raised) == n, "AOS-1.1", "wrong number of seats")
    must(
        sorted(table.order) == [s for s in range(n) if not table.gone[s]], "AOS-4.4", "the order of play is not those in the game"
    )
    must(min(table.cash) >= 0, "AOS-8.3", "negative cash")
    for seat in range(n):
        must(table.income[seat] >= 0, "AOS-12.4", f"seat {seat} has negative income")
        must(2 <= table.shares[seat] <= MAX_SHARES, "AOS-5.2", f"seat {seat} has {table.shares[seat]} shares")
        must(1 <= table.locomotive[seat] <= MAX_LOCOMOTIVE, "AOS-1.13", f"seat {seat} has an impossible locomotive")
    taken = [a for a in table.action if a >= 0]
    must(len(taken) == len(set(taken)), "AOS-7.1", "two seats took the same action")
    must(1 <= table.turn <= rules.turns, "AOS-3.9", "no such turn")


def _goods(rules: AgeOfSteam, table: Table) -> None:
    """Bag + display + board + drawn + delivered cotton = all (AOS-1.10)."""
    board = rules.board
    must(len(table.cubes) == len(table.accepts) == board.grid.size, "AOS-2.4", "wrong number of hexes")
    must(all(c == tuple(sorted(c)) for c in table.cubes), "AOS-1.10", "cubes are not in order")
    have = table.bag.copy()
    must(len(have) == len(COLOURS) and min(have) >= 0, "AOS-1.10", "negative or missing count in the bag")
    for colour in [c for cubes in table.cubes for c in cubes] + [c for c in table.display if c >= 0] + table.drawn:
        have[colour] += 1
    for hex in board.terminals:
        if table.accepts[hex]:
            have[table.accepts[hex].bit_length() - 1] += 1
    have[WHITE] += table.cotton_gone
    all_cubes = [board.data.rules.bag.get(colour, 0) for colour in COLOURS]
    if board.data.rules.town_cubes == "cotton":
        all_cubes[WHITE] = len(board.towns)
    must(have == all_cubes, "AOS-1.10", f"{have} cubes instead of {all_cubes}")


def _tiles(rules: AgeOfSteam, table: Table) -> None:
    track = table.track
    must(len(track.tiles) == len(track.places) == rules.board.grid.size, "AOS-2.4", "wrong number of hexes")
    must(all(EMPTY <= form < len(TILES.forms) for form in track.tiles), "AOS-1.5", "unknown tile")
    used = [0] * len(TILES.tiles)
    discs = 0
    for hex, form in enumerate(track.tiles):
        if form != EMPTY:
            must(track.places[hex] != CITY and hex not in rules.board.grid.water, "AOS-8.5", "a tile on a city or on water")
            used[TILES.forms[form].tile] += 1
            if track.places[hex] == TOWN_HEX and TILES.needs_disc(form):
                discs += 1
    must(used == track.used, "AOS-1.5", "the tile supply does not add up")
    for i, (name, _, _, count) in enumerate(TRACK_TILES):
        must(used[i] <= count, "AOS-1.7", f"too many {name} tiles")
    must(discs == track.discs <= TOWN_DISCS, "AOS-1.8", "the town discs do not add up")
    for hex in rules.board.towns:
        letters = [n for n, place in enumerate(table.new_cities) if place == hex]
        must(len(letters) == (1 if track.places[hex] == CITY else 0), "AOS-9.2", "a city without a New City tile, or the reverse")


def _sections(rules: AgeOfSteam, table: Table) -> None:
    track = table.track
    ports: dict[int, int] = {}
    for i, section in enumerate(track.sections):
        must(-1 <= section.owner < rules.players, "AOS-2.15", "unknown owner")
        must(section.owner < 0 or not table.gone[section.owner], "AOS-12.6", "an eliminated player owns track")
        must(section.ends[0] != section.ends[1], "AOS-2.12", "a section leads back to its own stop")
        for end in section.ends:
            must(end == OPEN or track.is_stop(end), "AOS-2.9", "a section ends at no stop")
        for s in section.segments:
            ports[s // 7] = i
            if s % 7 < 6:
                ports[s // 42 * 6 + s % 7] = i
        for port in section.ports:
            ports[port] = i
    must(all(ports.get(p, EMPTY) == i for p, i in enumerate(track.at)), "AOS-2.8", "sections and ports disagree")
    discs = rules.builder.discs
    for seat in range(rules.players):
        must(discs is None or track.owned(seat) <= discs, "AOS-1.4", f"seat {seat} owns too many sections")
