"""Set-up (AOS-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.chance import Chance
from boxcars.core.game import Chapter
from boxcars.core.types import Event
from boxcars.games.age_of_steam.components import COLOURS, LETTERS, SPACES, TILES, WHITE
from boxcars.games.age_of_steam.events import OrderRolled
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import SetUp
from boxcars.games.age_of_steam.turn_sequence import begin_turn
from boxcars.rail.track import empty_track

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam


def empty_table(rules: AgeOfSteam, chance: Chance) -> Table:
    """Players with their starting money, all goods in the bag, nothing on the board (AOS-3.1, 3.5, 3.6)."""
    n = rules.players
    data = rules.board.data.rules
    return Table(
        chance=chance,
        agenda=[SetUp()],
        turn=1,
        order=list(range(n)),
        cash=[data.starting_cash] * n,
        shares=[2] * n,
        income=[0] * n,
        locomotive=[1] * n,
        action=[-1] * n,
        gone=[0] * n,
        track=empty_track(rules.board.grid, TILES, rules.board.cities, rules.board.towns),
        accepts=rules.board.accepts.copy(),
        cubes=[()] * rules.board.grid.size,
        display=[] if data.display == "none" else [-1] * len(SPACES),
        bag=[data.bag.get(colour, 0) for colour in COLOURS],
        new_cities=[-1 if letter in data.new_cities else -2 for letter in LETTERS],
        raised=[False] * n,
    )


class SettingUp(Chapter[Table]):
    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        """In this order: display, cities, towns, hexes, terminals, order of play (AOS-3.2 to 3.7)."""
        fill_display(rules, state)
        place_cubes(rules, state)
        rules.first_order(state, events)
        begin_turn(rules, state, events)


def fill_display(rules: AgeOfSteam, table: Table) -> None:
    """Row by row, left to right (AOS-3.2); on Barbados the top spaces only, some colours drawn again (AOS-18.2)."""
    data = rules.board.data.rules
    for i, (column, space) in enumerate(SPACES if data.display != "none" else ()):
        if data.display == "light_top" and (space > 1 or column not in rules.board.columns):
            continue
        forbidden = data.display_redraw.get(column)
        colour = table.draw()
        while forbidden is not None and colour == COLOURS.index(forbidden):
            table.bag[colour] += 1
            colour = table.draw()
        table.display[i] = colour


def place_cubes(rules: AgeOfSteam, table: Table) -> None:
    """Starting cubes of cities, towns and hexes, and the colours of foreign terminals (AOS-3.3, 15.1, 16.1, 17.1, 17.2, 19.2)."""
    board, data = rules.board, rules.board.data
    for city in data.cities:
        for _ in range(rules.starting_cubes(city)):
            table.add_cube(board.grid.number[city.hex], table.draw())
    for hex in board.towns:
        if data.rules.town_cubes == "bag":
            table.add_cube(hex, table.draw())
        elif data.rules.town_cubes == "cotton":
            table.add_cube(hex, WHITE)
    for hex in board.hex_cubes:
        table.add_cube(hex, table.draw())
    for hex in board.cities:
        if hex in board.terminals:
            table.accepts[hex] = 1 << table.draw()


def roll_order(chance: Chance, seats: list[int], rolls: list[int]) -> list[int]:
    """Three dice each, highest first; tied players roll again among themselves (AOS-3.7)."""
    if len(seats) == 1:
        return seats
    totals = {seat: sum(chance.die("dice:order") for _ in range(3)) for seat in seats}
    for seat in seats:
        if rolls[seat] == 0:
            rolls[seat] = totals[seat]
    order: list[int] = []
    for total in sorted(set(totals.values()), reverse=True):
        order += roll_order(chance, [seat for seat in seats if totals[seat] == total], rolls)
    return order


def first_order(rules: AgeOfSteam, table: Table, events: list[Event]) -> None:
    rolls = [0] * rules.players
    table.order = roll_order(table.chance, table.order, rolls)
    if rules.players > 1:
        events.append(OrderRolled(table.order.copy(), rolls))
