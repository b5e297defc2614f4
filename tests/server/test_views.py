"""What the view says of the score sheet."""

from __future__ import annotations

from boxcars.core.messages import T
from boxcars.core.types import Outcome, ScoreLine
from boxcars.server.page.view_payload import total_line


def test_the_total_is_found_by_its_name_not_by_chance() -> None:
    market, total, cities = (ScoreLine(T(name), [5, 3]) for name in ("Market", "Total", "Connected cities"))
    assert total_line(Outcome([5, 3], [1, 2], [market, total, cities])) == 1


def test_without_a_name_the_last_line_is_the_total_if_it_is_the_score() -> None:
    cash, claims = ScoreLine(T("Cash"), [5, 3]), ScoreLine(T("Claims"), [1, 2])
    assert total_line(Outcome([5, 3], [1, 2], [claims, cash])) == 1
    assert total_line(Outcome([5, 3], [1, 2], [cash, claims])) == -1
    assert total_line(Outcome([5, 3], [1, 2], [])) == -1
