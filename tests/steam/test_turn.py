"""Turn structure, turn order, new turn (STM-6, STM-13)."""

from __future__ import annotations

import pytest

from boxcars.games.steam.turn_sequence import BASIC
from boxcars.games.steam.types import (
    BuildTrack,
    ChooseReward,
    IncomeAndExpenses,
    MoveRound,
    NewTurn,
    SelectAction,
    TakeTile,
    TurnOrder,
)
from boxcars.rail.actions import DoNothing, EndBuild
from tests.steam.positions import begin, fresh, give_tile, make

CALM = ("turn_order", "first_move", "engineer", "first_build")


def phases(rules, table) -> list[tuple[str, int]]:  # type: ignore[no-untyped-def]
    """Play a turn in which nobody does anything; what was asked of whom."""
    asked = []
    turn = table.turn
    while rules.actor(table) >= 0 and table.turn == turn:
        step = table.agenda[-1]
        asked.append((type(step).__name__, step.seat))
        if isinstance(step, SelectAction):
            free = [name for name in reversed(CALM) if TakeTile(name) in rules.legal(table)]
            rules.play(table, step.seat, TakeTile(free[0]))
        elif isinstance(step, BuildTrack):
            rules.play(table, step.seat, EndBuild())
        else:
            assert isinstance(step, MoveRound)
            rules.play(table, step.seat, DoNothing())
    return asked


@pytest.mark.clause("STM-6.1", "STM-6.3")
def test_the_phases_of_a_basic_turn() -> None:
    rules = make()
    table = begin(rules)
    a, b, c, d = table.order
    asked = phases(rules, table)
    # a takes First Build, b Engineer, c First Move, d Turn Order.
    assert asked[:4] == [("SelectAction", s) for s in (a, b, c, d)]
    assert asked[4:8] == [("BuildTrack", s) for s in (a, b, c, d)]
    assert asked[8:12] == asked[12:16] == [("MoveRound", s) for s in (c, a, b, d)]
    assert (
        SelectAction(), BuildTrack(), MoveRound(round=1), MoveRound(round=2), IncomeAndExpenses(), TurnOrder(), NewTurn()
    ) == BASIC  # fmt: skip
    assert table.turn == 2


@pytest.mark.clause("STM-6.2", "STM-14.1")
def test_the_last_turn_ends_with_income_and_expenses() -> None:
    rules = make("ruhr", 5)
    table = begin(rules)
    for turn in range(1, 8):
        assert table.turn == turn
        assert (NewTurn() in table.agenda) == (turn < 7)
        while rules.actor(table) >= 0 and table.turn == turn:
            step = table.agenda[-1]
            if isinstance(step, SelectAction):
                rules.apply(table, next(action for action in rules.legal(table) if not action.use))
            else:
                rules.apply(table, EndBuild() if isinstance(step, BuildTrack) else DoNothing())
    assert not table.agenda
    assert rules.outcome(table) is not None
    assert all(table.tile)  # tiles are not returned: phases 5 and 6 are not played


@pytest.mark.clause("STM-6.3", "STM-12.6")
def test_eliminated_players_are_skipped() -> None:
    rules = make()
    table = begin(rules)
    table.agenda = [NewTurn(), IncomeAndExpenses()]
    table.income[1], table.cash[1] = -10, 0
    rules._advance(table, [])
    assert table.gone == [0, 1, 0, 0]
    assert 1 not in {seat for _, seat in phases(rules, table)}


@pytest.mark.clause("STM-13.1", "STM-EX-20", "STM-7.6")
def test_next_turns_order_by_tile_number() -> None:
    rules, table = fresh()
    for seat, name in enumerate(("locomotive", "first_build", "urbanization", "first_move")):  # 6, 4, 7, 2
        give_tile(table, seat, name)
    table.agenda = [TurnOrder()]
    rules._advance(table, [])
    assert table.order == [3, 1, 0, 2]


@pytest.mark.clause("STM-13.2")
def test_all_tiles_return_and_the_marker_advances() -> None:
    rules, table = fresh()
    for seat, name in enumerate(CALM):
        give_tile(table, seat, name)
    table.agenda = [NewTurn()]
    rules._advance(table, [])
    assert (table.turn, table.tile) == (2, [0] * 4)
    assert len(rules.legal(table)) == 9  # seven tiles, two of them in two ways


@pytest.mark.clause("STM-11.5")
def test_the_next_player_waits_for_all_rewards() -> None:
    rules, table = fresh()
    table.agenda = [*table.agenda, ChooseReward(2, 1), ChooseReward(1, 3)]
    assert rules.actor(table) == 1
    rules.play(table, 1, rules.legal(table)[0])
    assert rules.actor(table) == 2
    rules.play(table, 2, rules.legal(table)[0])
    assert rules.actor(table) == 0
