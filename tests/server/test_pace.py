"""Pace: time that counts, the sentence in words, and that both agree with the clock."""

from __future__ import annotations

import random
import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from boxcars.locale import sayer
from boxcars.server.table import clocks, pace_text
from boxcars.server.table.counted_time import Standstill
from boxcars.server.table.documents import Doc, Pace, Seat

DAY = 86400
ZONES = ("UTC", "Europe/Rome", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns")
STEP = 900
"""Seconds that the oracle counts at once: clocks change at quarters of an hour everywhere."""
SECONDS = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}


def at(text: str, zone: str = "Europe/Rome") -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def days_doc(since: float, pace: Pace, seat: Seat | None = None, **more: object) -> Doc:
    seats = [seat or Seat(kind="person", name="A", reserve=float(pace.reserve)), Seat(kind="person", name="B")]
    return replace(Doc(status="playing", seats=seats, pace=pace, actor=0, since=since), **more)


def test_the_example_of_the_form() -> None:
    """Ben plays on Thursday at 14:00. Two days, weekends don't count: Monday at 14:00."""
    pace = Pace(kind="turns", turn=2 * DAY, weekends=False, zone="Europe/Rome")
    doc = days_doc(at("2026-11-19T14:00"), pace)
    assert clocks.turn_deadline(doc) == at("2026-11-23T14:00")
    assert clocks.standing_until(doc, at("2026-11-21T09:00")) == at("2026-11-23T00:00")
    assert clocks.clock_payload(doc, 0, at("2026-11-21T09:00")) == {"left": 14.0 * 3600, "reserve": 0.0, "running": False}


def test_a_vacation_stops_the_clock_only_where_the_pace_allows_it() -> None:
    away = Seat(kind="person", name="A", vacations=[(at("2026-11-20T00:00"), at("2026-11-25T00:00"))])
    pace = Pace(kind="turns", turn=2 * DAY, vacation=True)
    begun = at("2026-11-19T12:00")
    assert clocks.turn_deadline(days_doc(begun, pace, away)) == at("2026-11-26T12:00")
    assert clocks.turn_deadline(days_doc(begun, replace(pace, vacation=False), away)) == at("2026-11-21T12:00")
    assert clocks.vacation_until(days_doc(begun, pace, away), 0, at("2026-11-21T00:00")) == at("2026-11-25T00:00")


def test_weekends_hold_when_the_clocks_change() -> None:
    """In Rome the clocks go forward on 29 March 2026, a Sunday, and back on 25 October: each weekend is the local one."""
    pace = Pace(kind="turns", turn=DAY, weekends=False, zone="Europe/Rome")
    for friday, monday in (("2026-03-27T18:00", "2026-03-30T18:00"), ("2026-10-23T18:00", "2026-10-26T18:00")):
        assert clocks.turn_deadline(days_doc(at(friday), pace)) == at(monday)


def test_a_restart_gives_its_minute_whatever_day_it_is() -> None:
    pace = Pace(kind="turns", turn=3600, weekends=False, zone="Europe/Rome")
    for until in (at("2026-11-20T12:00"), at("2026-11-21T12:00")):  # a Friday, a Saturday
        ends = clocks.turn_deadline(clocks.grant_until(days_doc(at("2026-11-18T12:00"), pace), until))
        assert ends is not None and ends >= until


def counted_by_steps(begin: float, end: float, pace: Pace, stops: list[tuple[float, float]]) -> int:
    """The oracle: every quarter of an hour is looked at by itself."""
    zone, count = ZoneInfo(pace.zone), 0
    moment = begin
    while moment < end:
        free = pace.kind == "turns" and not pace.weekends and datetime.fromtimestamp(moment, zone).weekday() >= 5
        count += not free and not any(one <= moment < other for one, other in stops)
        moment += STEP
    return STEP * count


def read_span(text: str) -> int:
    return sum(int(n) * SECONDS[unit] for n, unit in re.findall(r"(\d+) (day|hour|minute|second)s?", text))


def read_sentence(said: str) -> Pace:
    """What somebody who reads the sentence believes."""
    if said.startswith("There's no clock"):
        return Pace()
    turn = re.search(r"You have ([^.]*) for each turn\.", said)
    extra = re.search(r"also gets ([^.]*) extra for the whole game", said)
    zone = re.search(r"Weekends don't count \((.*) time\)", said)
    assert turn is not None and (extra is not None) != ("There's no extra time." in said)
    return Pace(
        kind="turns" if "acation" in said else "live",
        turn=read_span(turn[1]),
        reserve=read_span(extra[1]) if extra is not None else 0,
        weekends=zone is None,
        zone=zone[1].replace(" ", "_") if zone is not None else "UTC",
        vacation="while you're on vacation" in said,
    )


def random_pace(luck: random.Random) -> Pace:
    kind = luck.choice(("live", "turns", "turns", "turns"))
    if kind == "live":
        return Pace(kind="live", turn=STEP * luck.randint(1, 4), reserve=STEP * luck.randint(0, 6))
    turn = luck.choice((DAY // 2, DAY, 2 * DAY, 3 * DAY, STEP * luck.randint(2, 130)))
    weekends = luck.random() < 0.3
    return Pace(
        kind="turns",
        turn=turn,
        reserve=luck.choice((0, 2, 4)) * turn if luck.random() < 0.6 else STEP * luck.randint(0, 200),
        weekends=weekends,
        zone="UTC" if weekends else luck.choice(ZONES),
        vacation=luck.random() < 0.5,
    )


CHANGES = ("2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-04-05", "2026-10-04", "2026-06-15")
"""Days on which clocks change somewhere, and one on which none does."""


def random_stop(luck: random.Random, near: float) -> tuple[float, float]:
    begin = near + STEP * luck.randint(-3 * 96, 6 * 96)
    return begin, begin + STEP * luck.randint(1, 5 * 96)


def test_the_sentence_agrees_with_the_clock_in_a_thousand_settings() -> None:
    """Somebody reads the sentence and counts minutes: the clock says the same, now and at the end."""
    luck = random.Random("pace")
    say = sayer("en")
    for _ in range(1000):
        pace = random_pace(luck)
        believed = read_sentence(pace_text.pace_sentence(pace, say))
        assert believed == replace(pace, zone=believed.zone if pace.weekends else pace.zone)
        begin = at(luck.choice(CHANGES), "UTC") + STEP * luck.randint(-4 * 96, 96)
        vacations = [random_stop(luck, begin)] if luck.random() < 0.4 else []
        pauses = [random_stop(luck, begin)] if luck.random() < 0.3 else []
        seat = Seat(kind="person", name="A", reserve=float(pace.reserve), vacations=vacations)
        doc = days_doc(begin, pace, seat, pauses=pauses)
        stops = pauses + (vacations if believed.kind == "turns" and believed.vacation else [])
        now = begin + STEP * luck.randint(0, 2 * 96)
        used = counted_by_steps(begin, now, believed, stops)
        clock = clocks.clock_payload(doc, 0, now)
        assert clock is not None
        left, extra = max(0, believed.turn - used), max(0, believed.reserve - max(0, used - believed.turn))
        assert (clock["left"], clock["reserve"]) == (left, extra)
        ends = clocks.turn_deadline(doc)
        assert ends is not None
        whole = believed.turn + believed.reserve
        assert counted_by_steps(begin, ends, believed, stops) == whole
        assert counted_by_steps(begin, ends - STEP, believed, stops) == whole - STEP


def test_counting_forward_and_back_are_inverse() -> None:
    luck = random.Random("inverse")
    for _ in range(300):
        zone = ZoneInfo(luck.choice(ZONES)) if luck.random() < 0.7 else None
        begin = at("2026-10-20T08:00") + luck.randint(0, 30 * DAY)
        stands = Standstill(zone, [random_stop(luck, begin) for _ in range(luck.randint(0, 3))])
        seconds = luck.randint(1, 12 * DAY)
        end = stands.after(begin, seconds)
        assert abs(stands.counted(begin, end) - seconds) < 1e-3
        assert abs(stands.counted(stands.before(end, seconds), end) - seconds) < 1e-3
        until = stands.stands_until(begin)
        assert until is None or stands.counted(begin, until) == 0.0


@pytest.mark.parametrize("lang", ["es", "it"])
def test_every_sentence_of_a_pace_is_said_in_other_languages(lang: str) -> None:
    pace = Pace(kind="turns", turn=2 * DAY, reserve=4 * DAY, weekends=False, zone="Europe/Rome", vacation=True)
    say, english = sayer(lang), sayer("en")
    for text in (*pace_text.pace_sentences(pace), *pace_text.pace_sentences(replace(pace, reserve=0, vacation=False))):
        assert say(text) != english(text)
