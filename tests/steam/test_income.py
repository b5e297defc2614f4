"""Income, expenses and bankruptcy of the Basic game (STM-12)."""

from __future__ import annotations

import pytest

from boxcars.games.steam.types import GameEnded, IncomeAndExpenses, IncomeSettled, NewTurn
from boxcars.rail.actions import PlayerEliminated
from boxcars.rail.track import NOBODY
from tests.steam.positions import P, Q, R, building, fresh, give_tile, links, moving, owner, put, tile


def settle(rules, table) -> list:  # type: ignore[no-untyped-def]
    events: list = []
    table.agenda = [NewTurn(), IncomeAndExpenses()]
    rules._advance(table, events)
    return events


@pytest.mark.clause("STM-12.1", "STM-EX-19")
def test_income_is_received_or_paid() -> None:
    rules, table = fresh()
    table.cash, table.income = [0] * 4, [2, -1, 0, -3]
    table.cash[3] = 5
    settle(rules, table)
    assert table.cash == [2, 4, 0, 2]
    assert table.income == [2, -2, 0, -3]  # the level at the start of the phase counted


@pytest.mark.clause("STM-12.2")
def test_no_maintenance_in_the_basic_game() -> None:
    rules, table = fresh()
    table.cash, table.locomotive = [0] * 4, [6] * 4
    settle(rules, table)
    assert table.cash == table.income == [0] * 4


@pytest.mark.clause("STM-12.3", "STM-TV-2")
def test_bankruptcy() -> None:
    rules, table = fresh()
    table.income[P], table.points[P], table.cash[P] = -10, 1, 3
    table.income[Q], table.points[Q], table.cash[Q] = -10, 4, 3
    events = settle(rules, table)
    assert PlayerEliminated(P) in events
    assert table.gone == [1, 0, 0, 0]
    assert (table.points[Q], table.cash[Q]) == (0, 3)


@pytest.mark.clause("STM-12.4", "STM-2.16", "STM-2.13")
def test_links_become_neutral_and_unfinished_sections_claimable() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0", "c10r8 T21/0", "c9r6 22/1")
    table.income[P], table.cash[P] = -10, 0
    settle(rules, table)
    assert owner(rules, table, "c10r7", 0) == owner(rules, table, "c9r6", 3) == NOBODY
    put(rules, table, Q, "c9r7 21/0")
    assert owner(rules, table, "c9r6", 3) == Q  # claimed as usual
    put(rules, table, Q, "c10r9 21/0")
    building(rules, table, Q)
    rules.play(table, Q, tile("c10r8 T32/0"))
    assert owner(rules, table, "c10r7", 0) == NOBODY  # never an owner again
    assert ("Albany", "Poughkeepsie") not in links(rules, table, Q)


@pytest.mark.clause("STM-12.5")
def test_a_lone_survivor_wins_at_once() -> None:
    rules, table = fresh()
    for seat in (P, R, 3):
        table.income[seat], table.cash[seat] = -10, 0
    table.points[Q] = 0
    turns = rules.turns
    events = settle(rules, table)
    assert GameEnded(True) in events
    assert not table.agenda
    assert rules.turns == turns
    outcome = rules.outcome(table)
    assert outcome is not None
    assert outcome.winners == [Q]
    assert outcome.ranks == [4, 1, 3, 2]  # the later elimination higher


@pytest.mark.clause("STM-12.5")
def test_somebody_is_always_left() -> None:
    rules, table = fresh()
    table.income, table.cash = [-10] * 4, [0] * 4
    settle(rules, table)
    assert table.gone == [1, 2, 3, 0]
    assert rules.outcome(table).winners == [3]  # type: ignore[union-attr]


@pytest.mark.clause("STM-12.1", "STM-12.5", "STM-15.14")
@pytest.mark.parametrize("mode", ["basic", "standard"])
@pytest.mark.parametrize("order", [[2, 0, 3, 1], [3, 2, 1, 0], [1, 3, 0, 2]])
def test_two_bankruptcies_in_one_phase_come_in_the_order_of_play(mode: str, order: list[int]) -> None:
    rules, table = fresh(mode=mode)
    table.order = order[:]
    ruined = [order[0], order[2]]
    for seat in range(4):
        table.income[seat], table.cash[seat], table.points[seat] = (-10, 0, 0) if seat in ruined else (0, 50, 7 + seat)
    events = settle(rules, table)
    told = [event for event in events if isinstance(event, (IncomeSettled, PlayerEliminated))]
    assert [event.seat for event in told] == order
    assert [isinstance(event, PlayerEliminated) for event in told] == [True, False, True, False]
    assert table.order == [order[1], order[3]]
    assert [table.gone[seat] for seat in order] == [1, 0, 2, 0]
    table.agenda = []
    outcome = rules.outcome(table)
    assert outcome is not None
    best = max(order[1], order[3])
    assert outcome.ranks[best] == 1 and outcome.ranks[ruined[1]] == 3 and outcome.ranks[ruined[0]] == 4


@pytest.mark.clause("STM-12.5")
def test_the_last_one_in_the_order_of_play_survives_when_all_would_fail() -> None:
    rules, table = fresh()
    table.order = [2, 0, 3, 1]
    table.income, table.cash = [-10] * 4, [0] * 4
    settle(rules, table)
    outcome = rules.outcome(table)
    assert table.gone == [2, 0, 1, 3] and outcome is not None
    assert outcome.ranks == [3, 1, 4, 2]


@pytest.mark.clause("STM-12.6")
def test_what_becomes_of_an_eliminated_player() -> None:
    rules, table = fresh(mode="standard")
    give_tile(table, P, "turn_order")
    table.income[P], table.cash[P], table.points[P] = -10, 1, 0
    table.cash = [1, 50, 50, 50]
    settle(rules, table)
    assert table.order == [1, 2, 3]
    assert (table.cash[P], table.tile[P], table.privilege) == (0, 0, -1)
    moving(rules, table, Q)
    assert sum(table.cubes) + sum(table.supply) + sum(table.bag) == 96
