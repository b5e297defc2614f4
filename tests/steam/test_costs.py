"""Costs (STM-9)."""

from __future__ import annotations

import pytest

from tests.steam.positions import P, building, fresh, make, play, put

RULES = make()
COSTS = {"plain": 0, "river": 1, "mountain": 2, "mountain+river": 3}


@pytest.mark.clause("STM-9.1")
@pytest.mark.parametrize("map", ["north_america", "ruhr"])
def test_the_table_of_costs(map: str) -> None:
    board = make(map).board
    base = {"T11": 2, "T21": 3, "T22": 3, "T23": 3, "T31": 4, "T32": 4, "T33": 4, "T34": 4, "T41": 5, "T42": 5, "T43": 5}
    base |= {"21": 2, "22": 2, "23": 2} | {str(n): 4 for n in range(41, 48)}
    for hex in board.hexes.land():
        extra = (1 if board.file.hexes[hex].river else 0) + (2 if board.file.hexes[hex].terrain == "mountain" else 0)
        for form in board.tiles.forms:
            if (form.kind == "town") == (hex in board.hexes.towns):
                assert board.builder.prices.place[hex][form.number] == base[board.tiles.tiles[form.tile].id] + extra


@pytest.mark.clause("STM-9.2", "STM-EX-12")
def test_a_redirect_ignores_the_terrain() -> None:
    rules, table = fresh()
    building(rules, table, P)
    assert play(rules, table, "c9r6 22/1") == 4  # mountain
    assert play(rules, table, "c9r6 21/1") == 2
    assert table.agenda[-1].plays == 1  # it counts as a tile play
    put(rules, table, 1, "c15r7 22/4")
    put(rules, table, P, "c16r7 22/3", "c16r8 23/5", "c15r7 42/5")
    assert RULES.board.builder.prices.redirect[rules.board.tiles.form_of[rules.board.tiles.number["42"]][0]] == 4


@pytest.mark.clause("STM-9.3", "STM-TV-18")
def test_a_replacement_costs_the_whole_new_face_without_terrain() -> None:
    rules, table = fresh()
    put(rules, table, P, "c14r7 22/5")
    building(rules, table, P)
    assert play(rules, table, "c13r6 T31/0") == 5  # 3 exits, the town, the river
    assert play(rules, table, "c13r6 T41/0") == 5  # 4 exits and the town
