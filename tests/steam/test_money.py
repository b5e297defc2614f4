"""Money, income, victory points (STM-3)."""

from __future__ import annotations

import pytest

from boxcars.games.steam.money import loan_steps, pay, purse
from boxcars.games.steam.scoring import final_score
from boxcars.games.steam.track_points import reward
from boxcars.games.steam.types import ChooseReward, LoansTaken, RewardTaken, TakeLoans, TakeReward, TakeTile
from tests.steam.positions import P, Q, begin, building, fresh, make, play, refused, selecting, tile


@pytest.mark.clause("STM-3.1")
def test_everything_about_money_is_public() -> None:
    rules, table = fresh()
    table.income, table.points, table.locomotive = [1, -2, 3, -4], [5, 6, 7, 8], [1, 2, 3, 4]
    seen = rules.observe(table, 2)
    assert (seen.income, seen.points, seen.locomotive) == (table.income, table.points, table.locomotive)


@pytest.mark.clause("STM-3.2")
def test_the_income_track() -> None:
    rules = make()
    assert (rules.income_min, rules.income_max) == (-10, 10)
    assert begin(rules).income == [0] * 4


@pytest.mark.clause("STM-3.2", "STM-11.4", "STM-14.2")
@pytest.mark.parametrize("map", ["north_america", "ruhr"])
def test_income_without_a_maximum(map: str) -> None:
    """Points above 10 are neither lost nor turned into victory points; all else about income stays."""
    for open_income, after, lost in ((False, 10, 3), (True, 13, 0)):
        rules, table = fresh(map, open_income=open_income)
        assert rules.income_min == -10
        table.income[P] = 8
        table.agenda = [*table.agenda, ChooseReward(P, 5)]
        assert rules.play(table, P, TakeReward("income"))[0] == RewardTaken(P, 5, "income", lost)
        assert table.income[P] == after
        reward(rules, table, P, [1, 0, 0, 0], [])
        assert isinstance(table.agenda[-1], ChooseReward) == open_income, "at the maximum nobody is asked"
        rules.audit(table)
        table.track.sections.clear()
        assert final_score(table, P) == table.points[P] + after // 2
    rules, table = fresh(map, open_income=True)
    table.income[P] = 57
    rules.audit(table)
    assert loan_steps(rules, table, P) == 67


@pytest.mark.clause("STM-3.3")
def test_victory_points_have_no_limit() -> None:
    rules, table = fresh()
    table.points[P] = 240
    table.agenda = [*table.agenda, ChooseReward(P, 6)]
    rules.play(table, P, TakeReward("vp"))
    assert table.points[P] == 246


@pytest.mark.clause("STM-3.4")
def test_income_is_used_before_points_and_one_point_is_not_enough() -> None:
    rules, table = fresh()
    table.income[P], table.points[P] = -8, 5
    assert loan_steps(rules, table, P) == 2 + 2
    table.income[P], table.points[P] = -10, 1
    assert loan_steps(rules, table, P) == 0
    table.points[P] = 2
    assert loan_steps(rules, table, P) == 1


@pytest.mark.clause("STM-3.5", "STM-EX-1")
def test_a_loan_takes_as_few_steps_as_will_do() -> None:
    rules, table = fresh()
    table.cash[P] = 0
    pay(rules, table, P, 8, [])
    assert (table.cash[P], table.income[P]) == (2, -2)
    events: list = []
    table.cash[P], table.income[P] = 3, 0
    pay(rules, table, P, 3, events)
    assert not events
    assert (table.cash[P], table.income[P]) == (0, 0)
    pay(rules, table, P, 5, events)
    assert events == [LoansTaken(P, 1, 1, 0)]
    assert (table.cash[P], table.income[P]) == (0, -1)


@pytest.mark.clause("STM-TV-1")
def test_loans_over_the_end_of_the_income_track() -> None:
    rules, table = fresh()
    table.cash[P], table.income[P], table.points[P] = 1, -9, 5
    pay(rules, table, P, 12, [])
    assert (table.cash[P], table.income[P], table.points[P]) == (4, -10, 1)


@pytest.mark.clause("STM-3.6", "STM-TV-24")
def test_spending_capacity() -> None:
    rules, table = fresh()
    table.cash[P], table.income[P], table.points[P] = 1, -10, 3
    table.locomotive[P] = 2
    assert purse(rules, table, P) == 6
    selecting(rules, table, P)
    assert refused(rules, table, TakeTile("locomotive")) == "money"
    rules.play(table, P, TakeTile("urbanization", True))
    assert (table.cash[P], table.points[P]) == (0, 1)


@pytest.mark.clause("STM-3.6")
def test_a_tile_above_the_capacity_is_refused() -> None:
    rules, table = fresh()
    table.cash[P], table.income[P], table.points[P] = 2, -10, 1
    building(rules, table, P)
    assert refused(rules, table, tile("c10r7 21/0")) == "money"  # $3
    assert rules.refuse(table, P, tile("c9r7 21/0")) is not None
    table.cash[P] = 3
    assert play(rules, table, "c10r7 21/0") == 3


@pytest.mark.clause("STM-3.7")
def test_no_borrowing_ahead_and_no_paying_back() -> None:
    rules, table = fresh()
    for prepare in (building, selecting):
        prepare(rules, table, P)
        assert refused(rules, table, TakeLoans(1)) == "wrong_phase"
        assert refused(rules, table, TakeLoans(-1)) == "wrong_phase"


@pytest.mark.clause("STM-3.8")
def test_paying_tile_by_tile_costs_no_more_loans() -> None:
    rules, table = fresh()
    table.cash = [0] * 4
    building(rules, table, P)
    for written in ("c10r7 21/0", "c10r8 T21/0", "c10r9 21/0"):  # 3 + 4 + 3
        play(rules, table, written)
    table.cash[Q] = 0
    pay(rules, table, Q, 10, [])
    assert (table.cash[P], table.income[P]) == (table.cash[Q], table.income[Q]) == (0, -2)


@pytest.mark.clause("STM-3.9")
def test_standard_pays_from_cash_alone() -> None:
    rules, table = fresh(mode="standard")
    table.cash[P] = 2
    assert purse(rules, table, P) == 2
    building(rules, table, P)
    assert refused(rules, table, tile("c10r7 21/0")) == "money"
    basic, other = fresh()
    other.cash[P] = 2
    building(basic, other, P)
    assert basic.refuse(other, P, tile("c10r7 21/0")) is None
