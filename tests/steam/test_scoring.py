"""End and scoring (STM-14)."""

from __future__ import annotations

from random import Random

import pytest

from boxcars.games.steam.scoring import income_score
from boxcars.games.steam.types import GameEnded, IncomeAndExpenses
from boxcars.rail.actions import LayTrack
from boxcars.rail.track import NOBODY
from tests.steam.positions import P, building, fresh, give_tile, owner, put


def finish(rules, table) -> list:  # type: ignore[no-untyped-def]
    events: list = []
    table.turn = rules.turns
    table.agenda = [IncomeAndExpenses()]
    rules._advance(table, events)
    return events


def tiles(table, *names: str) -> None:  # type: ignore[no-untyped-def]
    for seat, name in enumerate(names):
        give_tile(table, seat, name)


@pytest.mark.clause("STM-14.1")
@pytest.mark.parametrize("mode", ["basic", "standard"])
def test_the_game_ends_after_the_income_phase_of_the_last_turn(mode: str) -> None:
    rules, table = fresh(mode=mode)
    tiles(table, "turn_order", "first_move", "engineer", "first_build")
    table.income = [3, 0, 0, 0]
    events = finish(rules, table)
    assert events[-1] == GameEnded(False)
    assert table.cash[P] == 103 - (1 if mode == "standard" else 0)
    assert rules.outcome(table) is not None


@pytest.mark.clause("STM-14.2", "STM-EX-21")
@pytest.mark.parametrize(("income", "score"), [(5, 2), (4, 2), (1, 0), (0, 0), (-1, -2), (-2, -4), (-10, -20), (10, 5)])
def test_what_income_is_worth(income: int, score: int) -> None:
    assert income_score(income) == score


@pytest.mark.clause("STM-14.3", "STM-EX-5")
def test_links_count_and_unfinished_sections_do_not() -> None:
    rules, table = fresh()
    tiles(table, "turn_order", "first_move", "engineer", "first_build")
    put(rules, table, P, "c10r7 21/0", "c10r8 T21/0", "c10r9 21/0", "c9r6 22/1")
    put(rules, table, 1, "c15r7 22/4", "c11r6 21/2", "c12r7 22/3")
    assert (table.track.owned(P), table.track.owned(1)) == (3, 2)  # one token each
    table.points[P] = 7
    finish(rules, table)
    assert owner(rules, table, "c9r6", 3) == NOBODY
    outcome = rules.outcome(table)
    assert outcome is not None
    assert outcome.scores[:2] == [9, 2]
    assert [line.values[P] for line in outcome.lines] == [7, 0, 2, 9]


@pytest.mark.clause("STM-EX-21", "STM-TV-14")
@pytest.mark.parametrize(("points", "income", "links", "total"), [(37, -1, 10, 45), (3, -4, 2, -3)])
def test_final_scores(points: int, income: int, links: int, total: int) -> None:
    rules, table = fresh("ruhr")
    tiles(table, "turn_order", "first_move", "engineer", "first_build")
    rng = Random(2)
    table.cash[P] = 10_000
    while table.track.links_of(P) < links:
        building(rules, table, P)
        rules.play(table, P, rng.choice([a for a in rules.legal(table) if isinstance(a, LayTrack)]))
    assert table.track.links_of(P) == links
    table.points[P], table.income[P] = points, income
    finish(rules, table)
    assert rules.outcome(table).scores[P] == total  # type: ignore[union-attr]


@pytest.mark.clause("STM-14.4")
def test_cash_cubes_and_locomotives_score_nothing() -> None:
    rules, table = fresh()
    tiles(table, "turn_order", "first_move", "engineer", "first_build")
    table.cash, table.locomotive = [500, 0, 0, 0], [6, 1, 1, 1]
    finish(rules, table)
    assert rules.outcome(table).scores == [0] * 4  # type: ignore[union-attr]


@pytest.mark.clause("STM-14.5")
def test_ties_go_to_the_lower_tile() -> None:
    rules, table = fresh()
    tiles(table, "urbanization", "first_move", "engineer", "turn_order")
    table.points = [9, 9, 4, 4]
    finish(rules, table)
    assert rules.outcome(table).ranks == [2, 1, 4, 3]  # type: ignore[union-attr]
