"""Urbanization and City Growth (STM-8e, 8f)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import no
from boxcars.core.messages import T
from boxcars.core.types import Action, Event, Reason
from boxcars.games.steam.state import KINDS, Table
from boxcars.games.steam.types import (
    CITY_GROWTH,
    COLOURS,
    URBANIZATION,
    ChooseNewCity,
    ChooseSupply,
    CityFounded,
    CityGrown,
    GrowCity,
    Urbanize,
)
from boxcars.rail.tile_plays import link_completed
from boxcars.rail.track import CITY, NOBODY, TOWN_HEX, far_stop, urbanize, urbanizing_loops, waiting_for_city

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam


def towns(rules: Steam, table: Table) -> list[int]:
    """Towns that may become a city; a self-link is refused (STM-8.34, 8.40)."""
    if not any(table.new_cities):
        return []
    track, grid = table.track, rules.board.grid
    return [hex for hex in rules.board.hexes.towns if track.places[hex] == TOWN_HEX and not urbanizing_loops(track, grid, hex)]


def cities(rules: Steam, table: Table) -> list[int]:
    """Cities without a growth marker, while goods are left (STM-8.41)."""
    if not any(table.supply):
        return []
    return [hex for i, hex in enumerate(rules.board.places) if table.track.places[hex] == CITY and not table.grown[i]]


def legal(rules: Steam, table: Table, seat: int) -> list[Action]:
    """Return the city actions the seat may begin now; its tile must be open."""
    if table.tile[seat] == URBANIZATION:
        return [rules.urbanize[hex] for hex in towns(rules, table)]
    return [rules.grow[hex] for hex in cities(rules, table)]


def refuse(rules: Steam, table: Table, seat: int, action: Action) -> Reason | None:
    assert isinstance(action, (Urbanize, GrowCity))
    hex = rules.board.grid.number.get(action.hex, -1)
    if hex < 0:
        return no("no_such_hex", "STM-8.34", T("That hex isn't on this map."))
    if isinstance(action, Urbanize):
        if table.tile[seat] != URBANIZATION or not table.city_action[seat]:
            return no("no_urbanization", "STM-8.34", T("You don't have an Urbanization to use."))
        if table.track.places[hex] != TOWN_HEX:
            return no("no_town", "STM-8.34", T("There's no town on that hex."))
        if urbanizing_loops(table.track, rules.board.grid, hex):
            return no("loop", "STM-8.40", T("You can't place a New City there: a single link would start and end at it."))
        return None
    if table.tile[seat] != CITY_GROWTH or not table.city_action[seat]:
        return no("no_city_growth", "STM-8.41", T("You don't have a City Growth to use."))
    if table.track.places[hex] != CITY:
        return no("no_city", "STM-8.41", T("There's no city on that hex."))
    if table.grown[rules.board.place_of[hex]]:
        return no("grown", "STM-8.42", T("That city has already grown, or it's a New City."))
    if not any(table.supply):
        return no("nothing_to_grow", "STM-8.43", T("There are no goods left."))
    return None


def begin(rules: Steam, table: Table, seat: int, action: Action, events: list[Event]) -> None:
    """The town or city is chosen: ask for what is still open (a single possibility is taken without asking)."""
    assert isinstance(action, (Urbanize, GrowCity))
    hex = rules.board.grid.number[action.hex]
    if isinstance(action, GrowCity):
        ask_supply(rules, table, seat, hex, -1, events)
        return
    colours = [colour for colour, n in enumerate(table.new_cities) if n]
    if len(colours) > 1:
        table.agenda.append(ChooseNewCity(seat, hex))
    else:
        ask_supply(rules, table, seat, hex, colours[0], events)


def ask_supply(rules: Steam, table: Table, seat: int, hex: int, colour: int, events: list[Event]) -> None:
    spaces = table.sets_left()
    if len(spaces) > 1:
        table.agenda.append(ChooseSupply(seat, hex, colour))
    else:
        finish(rules, table, seat, hex, colour, spaces[0] if spaces else -1, events)


def finish(rules: Steam, table: Table, seat: int, hex: int, colour: int, space: int, events: list[Event]) -> None:
    """Put the New City or the growth marker, and the goods, on the map."""
    board = rules.board
    place = board.place_of[hex]
    table.city_action[seat] = 0
    table.grown[place] = True  # a New City counts as having a marker (STM-8.39)
    goods = table.move_set(space, place) if space >= 0 else [0] * KINDS
    if colour < 0:
        events.append(CityGrown(seat, board.grid.ids[hex], space, goods))
        return
    # OPEN ends that face the New City are completed (STM-8.35 … 8.37).
    waiting = waiting_for_city(table.track, board.grid, hex)
    claimed = claimable(rules, table, seat, waiting)
    table.new_cities[colour] -= 1
    table.accepts[hex] = 1 << colour
    urbanize(table.track, board.grid, board.tiles, hex, seat, claimed)
    events.append(CityFounded(seat, board.grid.ids[hex], COLOURS[colour], space, goods))
    for port in waiting:
        i = table.track.at[port]
        if table.track.sections[i].owner != NOBODY:
            events.append(link_completed(table.track, board.grid, i))


def claimable(rules: Steam, table: Table, seat: int, waiting: list[int]) -> list[int]:
    """Return of the ports where track waits for a city: those of track without owner that the seat may claim (STM-8.26, 8.37)."""
    track = table.track
    anchors = rules.board.builder.anchors(track, seat)
    sections = {port: track.sections[track.at[port]] for port in waiting}
    return [port for port, section in sections.items() if section.owner == NOBODY and far_stop(section) in anchors]
