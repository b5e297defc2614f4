"""Urbanization: a New City on a town (AOS-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.age_of_steam.actions import Urbanize
from boxcars.games.age_of_steam.components import COLOURS, LETTERS, TILES
from boxcars.games.age_of_steam.events import CityFounded
from boxcars.games.age_of_steam.state import Table
from boxcars.rail.track import NOBODY, TOWN_HEX, urbanize, urbanizing_loops, vanishing, waiting_for_city

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam


def refuse_town(rules: AgeOfSteam, table: Table, seat: int, hex: int) -> Reason | None:
    """Return what forbids a New City on this town (AOS-9.7)."""
    if urbanizing_loops(table.track, rules.board.grid, hex):
        return no("loop", "AOS-9.7", T("You can't place it there: track would lead from the New City back to itself."))
    return rules.refuse_city(table, seat, hex)


def claimed(rules: AgeOfSteam, table: Table, seat: int, hex: int) -> list[int]:
    """Return the ports of track without owner that a New City there completes for the seat: as far as its discs go (AOS-9.6,
    9.7)."""
    track = table.track
    found = [port for port in waiting_for_city(track, rules.board.grid, hex) if track.sections[track.at[port]].owner == NOBODY]
    discs = rules.builder.discs
    if discs is not None:
        # The discs of track that vanishes with the town's tile are free again (AOS-1.4).
        del found[discs - track.owned(seat) + vanishing(track, hex, seat) :]
    return found


def urbanizations(rules: AgeOfSteam, table: Table, seat: int) -> list[Urbanize]:
    letters = [n for n, hex in enumerate(table.new_cities) if hex == -1]
    found: list[Urbanize] = []
    for hex in rules.board.towns:
        if table.track.places[hex] == TOWN_HEX and refuse_town(rules, table, seat, hex) is None:
            for n in letters:
                found.append(rules.board.urbanize[(hex, n)])
    return found


def refuse_urbanize(rules: AgeOfSteam, table: Table, seat: int, action: Urbanize) -> Reason | None:
    hex = rules.board.grid.number.get(action.hex, -1)
    if hex < 0 or table.track.places[hex] != TOWN_HEX:
        return no("not_a_town", "AOS-9.2", T("You can only place a New City on a town."))
    if table.new_cities[LETTERS.index(action.city)] != -1:
        return no("no_such_city", "AOS-9.2", T("That New City isn't available. Choose another one."))
    return refuse_town(rules, table, seat, hex)


def found_city(rules: AgeOfSteam, table: Table, seat: int, action: Urbanize, events: list[Event]) -> None:
    """The town's tile goes, track outside now ends in the city; it gets no cubes (AOS-9.3 to 9.8, 3.5)."""
    hex = rules.board.grid.number[action.hex]
    n = LETTERS.index(action.city)
    urbanize(table.track, rules.board.grid, TILES, hex, seat, claimed(rules, table, seat, hex))
    table.new_cities[n] = hex
    table.accepts[hex] = 1 << rules.board.new_city_colour[n]
    table.urbanized = True
    returned = []
    if rules.board.data.rules.urbanized_cubes == "bag":
        # AOS-15.3; cotton stays (AOS-16.3).
        for colour in table.cubes[hex]:
            table.bag[colour] += 1
            returned.append(COLOURS[colour])
        table.cubes[hex] = ()
    events.append(CityFounded(seat, action.hex, action.city, returned))
