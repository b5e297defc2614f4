"""When notices go out: with others, after quiet hours, and never after it is too late."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from boxcars.server.store.notice_times import Prefs, due_time, quiet_until, reminder_moment

ROME = ZoneInfo("Europe/Rome")
NIGHT = Prefs(quiet_from=22 * 60, quiet_to=8 * 60, zone="Europe/Rome", batch="each")


def rome(month: int, day: int, hour: int, minute: int = 0, fold: int = 0) -> float:
    return datetime(2026, month, day, hour, minute, tzinfo=ROME, fold=fold).timestamp()


@pytest.mark.parametrize("batch", ["each", "ten"])
def test_a_turn_at_night_waits_for_the_morning_unless_time_runs_out(batch: str) -> None:
    prefs = Prefs(quiet_from=22 * 60, quiet_to=8 * 60, zone="Europe/Rome", batch=batch)  # type: ignore[arg-type]
    night = rome(3, 5, 23)
    assert due_time("turn", night, None, prefs) == rome(3, 6, 8)
    assert due_time("turn", night, rome(3, 6, 8, 1), prefs) == rome(3, 6, 8)
    assert due_time("turn", night, rome(3, 6, 7), prefs) == night


@pytest.mark.parametrize(("month", "day"), [(3, 28), (10, 24)])  # the nights in which the clocks of Rome change
def test_across_a_clock_change(month: int, day: int) -> None:
    night = rome(month, day, 23)
    morning = due_time("turn", night, None, NIGHT)
    assert morning == rome(month, day + 1, 8)
    assert morning - night == 9 * 3600 + (-3600 if month == 3 else 3600)
    assert due_time("turn", night, rome(month, day + 1, 7), NIGHT) == night


def test_quiet_hours_that_end_where_the_clock_jumps_or_repeats() -> None:
    jump = Prefs(quiet_from=22 * 60, quiet_to=150, zone="Europe/Rome")
    assert quiet_until(rome(3, 29, 1), jump) == rome(3, 29, 3, 30)
    again = quiet_until(rome(10, 25, 1), jump)
    assert again == rome(10, 25, 2, 30, fold=1)
    assert quiet_until(rome(10, 25, 3), jump) is None


def test_batches() -> None:
    noon = rome(3, 5, 12, 20)
    assert due_time("turn", noon, None, Prefs(batch="ten")) == noon + 600
    assert due_time("turn", noon, None, Prefs(batch="each")) == noon
    assert due_time("turn", noon, None, Prefs(batch="hourly", zone="Europe/Rome")) == rome(3, 5, 13)
    assert due_time("turn", noon, None, Prefs(batch="daily", zone="Europe/Rome")) == rome(3, 5, 18)
    assert due_time("turn", rome(3, 5, 18), None, Prefs(batch="daily", zone="Europe/Rome")) == rome(3, 6, 18)
    assert due_time("turn", noon, rome(3, 5, 17), Prefs(batch="daily", zone="Europe/Rome")) == noon
    assert due_time("reminder", noon, None, Prefs(batch="daily", zone="Europe/Rome")) == noon


def test_reminders() -> None:
    since, turn = rome(3, 5, 12), 86400.0
    assert reminder_moment(since, turn, since + turn, Prefs()) == since + 0.75 * turn
    assert reminder_moment(since, turn, since + turn, Prefs(remind="hour")) == since + turn - 3600
    assert reminder_moment(since, turn, since + turn, Prefs(remind="never")) is None
    assert reminder_moment(since, turn, None, Prefs()) is None


def test_who_is_told_what() -> None:
    assert Prefs().wants("turn") and Prefs().wants("invitation") and not Prefs().wants("chat")
    assert Prefs(topics=frozenset()).wants("deletion") and not Prefs(topics=frozenset()).wants("rematch")
    assert not Prefs(paused=True).wants("turn")
