"""Positions for tests: a game set up, put into any phase, and track put on the board by hand.

A tile is written as in the rules: "c10r7 21/0" is face 21 with rotation 0 on hex c10r7.
"""

from __future__ import annotations

from typing import Any

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Refused
from boxcars.games.steam.rules import Steam
from boxcars.games.steam.state import KINDS, Table
from boxcars.games.steam.types import ACTIONS, COLOURS, BuildTrack, IncomeAndExpenses, MoveRound, SelectAction
from boxcars.rail import track as rail
from boxcars.rail.actions import LayTrack
from boxcars.rail.track import NOBODY, Section

P, Q, R, S = 0, 1, 2, 3
REST = (IncomeAndExpenses(), MoveRound(0, 2))
"""What comes after the step under test: seat 0 is asked again, so nothing runs away."""


def make(map: str = "north_america", players: int = 4, mode: str = "basic", start: str = "random", **more: Any) -> Steam:
    rules = registry.make("steam", map, players, {"mode": mode, "start": start, **more})
    assert isinstance(rules, Steam)
    return rules


def begin(rules: Steam, seed: object = 1) -> Table:
    return rules.start(Chance(seed_from(str(seed))))


def fresh(map: str = "north_america", players: int = 4, mode: str = "basic", **more: Any) -> tuple[Steam, Table]:
    """A game after the set-up, order of play by seat, plenty of money, no action tiles taken."""
    rules = make(map, players, mode, **more)
    table = begin(rules)
    table.order = list(range(players))
    table.cash = [100] * players
    table.agenda = list(REST)
    return rules, table


def building(rules: Steam, table: Table, seat: int, plays: int = 3) -> None:
    """The seat's build turn begins."""
    table.agenda = [*REST, BuildTrack(seat, plays)]


def moving(rules: Steam, table: Table, seat: int, round: int = 2) -> None:
    table.agenda = [*REST, MoveRound(seat, round)]


def selecting(rules: Steam, table: Table, *seats: int) -> None:
    table.agenda = [*REST, *(SelectAction(seat) for seat in reversed(seats))]


def give_tile(table: Table, seat: int, action: str, open: bool = False) -> None:
    """The seat holds the action tile; ``open``: its city action is still to be done."""
    table.tile[seat] = ACTIONS.index(action) + 1  # type: ignore[arg-type]
    table.city_action[seat] = 1 if open else 0


def tile(written: str) -> LayTrack:
    hex, face = written.split()
    id, rotation = face.split("/")
    return LayTrack(hex, id, int(rotation))


def play(rules: Steam, table: Table, written: str) -> int:
    """The seat to act plays the tile by the rules; what it cost."""
    seat = rules.actor(table)
    worth = net(table, seat)
    rules.play(table, seat, tile(written))
    return worth - net(table, seat)


def net(table: Table, seat: int) -> int:
    return table.cash[seat] + 5 * table.income[seat]


def refused(rules: Steam, table: Table, action: Any, seat: int | None = None) -> str:
    """The code with which the rules refuse the action; nothing changes."""
    before = rules.fingerprint(table)
    who = rules.actor(table) if seat is None else seat
    try:
        rules.play(table, who, action)
    except Refused as why:
        assert rules.fingerprint(table) == before
        return why.reason.code
    raise AssertionError(f"{action} was accepted")


def clause_of(rules: Steam, table: Table, action: Any) -> str:
    reason = rules.refuse(table, rules.actor(table), action)
    assert reason is not None
    return reason.clause


def put(rules: Steam, table: Table, owner: int, *tiles: str) -> None:
    """Tiles on the board by hand, owned by a seat or by NOBODY, nothing fresh."""
    for written in tiles:
        lay = tile(written)
        tiles_ = rules.board.tiles
        hex = rules.board.grid.number[lay.hex]
        form = tiles_.form_of[tiles_.number[lay.tile]][lay.rotation]
        rail.lay(table.track, rules.board.grid, tiles_, hex, form, owner)
        if owner >= 0:
            table.built[owner] = True
    table.track.fresh = []


def end_build(rules: Steam, table: Table, seat: int) -> None:
    rail.end_build(table.track, seat)


def at(rules: Steam, hex: str) -> int:
    return rules.board.grid.number[hex]


def section(rules: Steam, table: Table, hex: str, side: int) -> Section:
    i = table.track.at[6 * at(rules, hex) + side]
    assert i >= 0
    return table.track.sections[i]


def owner(rules: Steam, table: Table, hex: str, side: int) -> int:
    return section(rules, table, hex, side).owner


def links(rules: Steam, table: Table, seat: int) -> set[tuple[str, str]]:
    """The seat's completed links as pairs of names."""
    names = rules.board.hexes.names
    found = [s for s in table.track.sections if s.complete and s.owner == seat]
    return {tuple(sorted((names[s.ends[0]], names[s.ends[1]]))) for s in found}  # type: ignore[misc]


def cubes(rules: Steam, table: Table, hex: str, **colours: int) -> None:
    """Exactly these goods lie in the city; the rest goes to (or comes from) the bag."""
    place = rules.board.place_of[at(rules, hex)]
    for colour, name in enumerate(COLOURS):
        n = colours.get(name, 0)
        table.bag[colour] += table.cubes[KINDS * place + colour] - n
        table.cubes[KINDS * place + colour] = n


def goods(rules: Steam, table: Table, hex: str) -> list[int]:
    place = rules.board.place_of[at(rules, hex)]
    return table.cubes[KINDS * place : KINDS * place + KINDS]


def no_goods(rules: Steam, table: Table) -> None:
    for hex in rules.board.places:
        cubes(rules, table, rules.board.grid.ids[hex])


def empty_supply(table: Table, *spaces: int) -> None:
    """Empty these supply spaces (none named: all) into the bag."""
    for space in spaces or range(12):
        for colour in range(KINDS):
            table.bag[colour] += table.supply[KINDS * space + colour]
            table.supply[KINDS * space + colour] = 0


def new_city(rules: Steam, table: Table, hex: str, colour: str, seat: int = NOBODY) -> None:
    """A New City by hand, without goods."""
    number = at(rules, hex)
    table.new_cities[COLOURS.index(colour)] -= 1  # type: ignore[arg-type]
    table.accepts[number] = 1 << COLOURS.index(colour)  # type: ignore[arg-type]
    table.grown[rules.board.place_of[number]] = True
    rail.urbanize(table.track, rules.board.grid, rules.board.tiles, number, seat)
