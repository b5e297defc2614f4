"""What must always hold (section 27 of the rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.age_of_steam.components import COLOURS, MAX_LOCOMOTIVE, MAX_SHARES, TILES, WHITE
from boxcars.games.age_of_steam.state import Table
from boxcars.rail.invariants import audit_track, must
from boxcars.rail.track import CITY

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam


def audit(rules: AgeOfSteam, table: Table) -> None:
    """Raise Broken if a counter is not conserved or an invariant does not hold."""
    _seats(rules, table)
    _goods(rules, table)
    _track(rules, table)


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


def _track(rules: AgeOfSteam, table: Table) -> None:
    track = table.track
    audit_track(track, rules.board.grid, TILES, rules.players, "AOS-2.8")
    for hex in rules.board.towns:
        letters = [n for n, place in enumerate(table.new_cities) if place == hex]
        must(len(letters) == (1 if track.places[hex] == CITY else 0), "AOS-9.2", "a city without a New City tile, or the reverse")
    for section in track.sections:
        must(section.owner < 0 or not table.gone[section.owner], "AOS-12.6", "an eliminated player owns track")
    discs = rules.builder.discs
    for seat in range(rules.players):
        must(discs is None or track.owned(seat) <= discs, "AOS-1.4", f"seat {seat} owns too many sections")
