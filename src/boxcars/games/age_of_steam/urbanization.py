"""Urbanization: a New City on a town (AOS-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import no
from boxcars.core.words import Event, Reason, T
from boxcars.games.age_of_steam.components import COLOURS, LETTERS, TILES
from boxcars.games.age_of_steam.events import CityFounded
from boxcars.games.age_of_steam.table import Table
from boxcars.games.age_of_steam.words import Urbanize
from boxcars.rail.track import TOWN_HEX, completed_by_city, urbanize, urbanizing_loops, vanishing

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam


def town_wrong(rules: AgeOfSteam, table: Table, seat: int, hex: int) -> str:
    """What forbids a New City on this town: "loop" or "discs" (AOS-9.7)."""
    if urbanizing_loops(table.track, rules.board.grid, hex):
        return "loop"
    discs = rules.builder.discs
    if discs is not None:
        more = completed_by_city(table.track, rules.board.grid, hex)
        # The discs of track that vanishes with the town's tile are free again (AOS-1.4).
        if more and table.track.owned(seat) + more - vanishing(table.track, hex, seat) > discs:
            return "discs"
    return ""


def urbanizations(rules: AgeOfSteam, table: Table, seat: int) -> list[Urbanize]:
    letters = [n for n, hex in enumerate(table.new_cities) if hex == -1]
    found: list[Urbanize] = []
    for hex in rules.board.towns:
        if table.track.places[hex] == TOWN_HEX and not town_wrong(rules, table, seat, hex):
            for n in letters:
                found.append(rules.board.urbanize[(hex, n)])
    return found


def refuse_urbanize(rules: AgeOfSteam, table: Table, seat: int, action: Urbanize) -> Reason | None:
    hex = rules.board.grid.number.get(action.hex, -1)
    if hex < 0 or table.track.places[hex] != TOWN_HEX:
        return no("not_a_town", "AOS-9.2", T("A New City goes on a town."))
    if table.new_cities[LETTERS.index(action.city)] != -1:
        return no("no_such_city", "AOS-9.2", T("That New City is not beside the board."))
    wrong = town_wrong(rules, table, seat, hex)
    if wrong == "loop":
        return no("loop", "AOS-9.7", T("Track would lead from the New City back to itself."))
    if wrong:
        return no("no_ownership_disc", "AOS-9.7", T("You have no ownership disc left for the track it would complete."))
    return None


def found_city(rules: AgeOfSteam, table: Table, seat: int, action: Urbanize, events: list[Event]) -> None:
    """The town's tile goes, track outside now ends in the city; it gets no cubes (AOS-9.3 to 9.8, 3.5)."""
    hex = rules.board.grid.number[action.hex]
    n = LETTERS.index(action.city)
    urbanize(table.track, rules.board.grid, TILES, hex, seat)
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
