"""Vacations and pauses stop the clock of a running game, are bounded, and leave nothing behind."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from boxcars.core.game import Refused
from boxcars.server import steady
from boxcars.server.profiles import vacations as rules
from boxcars.server.store.vacations import Vacation
from tests.server.cards import Device, delete_now, new_card
from tests.server.inside import Inside
from tests.server.running import Seat
from tests.server.test_cards import ME, everything_stored
from tests.server.test_deletion import Clock

DAY = 86400.0
PACE = {"kind": "turns", "turn": int(DAY), "reserve": 0, "vacation": True}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Inside]:
    with Inside(str(tmp_path / "s.sqlite"), limits=False, sweep=0.05) as running:
        yield running


def day(ahead: int) -> str:
    return (datetime.fromtimestamp(steady.time(), UTC) + timedelta(days=ahead)).date().isoformat()


def plan(device: Device, first: int, last: int) -> Any:
    return device.http.post("/api/vacation", json={"first": day(first), "last": day(last), "zone": "UTC"})


def two_at_a_table(server: Inside, **pace: Any) -> tuple[Device, Device, str]:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    table = ada.make(seats=[ME], pace={**PACE, **pace})["table"]
    assert bob.http.post(f"/api/tables/{table}/join", json={"name": "Bob"}).status_code == 200
    assert ada.at(table).post("start").status_code == 200
    return ada, bob, table


def refused(*asked: Any) -> str:
    with pytest.raises(Refused) as told:
        rules.plan_vacation(*asked)
    return told.value.reason.code


def test_what_a_vacation_may_be() -> None:
    now = datetime(2026, 11, 19, 12, tzinfo=UTC).timestamp()

    def made(first: str, last: str, known: list[Vacation] | None = None) -> Vacation:
        return rules.plan_vacation(known or [], first, "ada", first, last, "UTC", now)

    week = made("2026-11-23", "2026-11-29")
    assert (week.ends - week.begins) / DAY == 7 and rules.days_left([week], 2026) == 14
    assert made("2026-11-19", "2026-11-20").begins == now + 3600  # in an hour at the earliest
    fine = ("v", "ada")
    assert refused([], *fine, "2026-11-18", "2026-11-20", "UTC", now) == "bad_vacation"
    assert refused([], *fine, "2026-11-25", "2026-11-24", "UTC", now) == "bad_vacation"
    assert refused([], *fine, "2026-13-01", "2026-13-02", "UTC", now) == "bad_request"
    assert refused([], *fine, "2026-11-25", "2026-11-26", "Mars/Base", now) == "bad_request"
    assert refused([], *fine, "2026-11-23", "2026-12-07", "UTC", now) == "too_long"
    assert refused([week], *fine, "2026-11-30", "2026-12-07", "UTC", now) == "too_long"  # 15 days in a row, in two
    assert refused([week], *fine, "2026-11-29", "2026-11-30", "UTC", now) == "overlap"
    assert refused([week, made("2026-12-01", "2026-12-10")], *fine, "2026-12-20", "2026-12-26", "UTC", now) == "too_many_days"
    turn_of_the_year = made("2026-12-28", "2027-01-03", [week])
    assert (rules.days_left([week, turn_of_the_year], 2026), rules.days_left([turn_of_the_year], 2027)) == (10, 18)


def test_the_clock_stands_while_its_owner_is_away(server: Inside, clock: Clock) -> None:
    ada, bob, table = two_at_a_table(server)
    actor = ada.at(table).view()["actor"]
    away, other = (ada, bob) if actor == 0 else (bob, ada)
    answer = plan(away, 0, 4)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert (told["left"], len(told["planned"]), told["games"][0]["stops"]) == (16, 1, True)
    clock.ahead = 2 * DAY
    seat = other.at(table).view()["seats"][actor]
    assert seat["vacation"] == told["planned"][0]["ends"] and not seat["clock"]["running"] and seat["handed"] == ""
    clock.ahead = 3 * DAY
    assert away.http.delete(f"/api/vacation/{told['planned'][0]['id']}").json()["planned"] == []
    seat = other.at(table).view()["seats"][actor]
    assert seat["vacation"] is None and seat["clock"]["running"] and 0.9 * DAY < seat["clock"]["left"] < DAY
    clock.ahead = 4 * DAY + 3600
    assert wait_handed(other.at(table), actor) == "clock"


def wait_handed(seat: Seat, actor: int) -> str:
    import time

    until = time.monotonic() + 30
    while not (handed := seat.view()["seats"][actor]["handed"]):
        assert time.monotonic() < until
        time.sleep(0.05)
    return str(handed)


def test_a_game_that_begins_later_or_allows_no_vacation(server: Inside, clock: Clock) -> None:
    ada, _, strict = two_at_a_table(server, vacation=False)
    assert plan(ada, 0, 4).status_code == 200
    bob, later = new_card(server.url, "Bob"), ada.make(seats=[ME], pace=PACE)["table"]
    assert bob.http.post(f"/api/tables/{later}/join", json={"name": "Bob"}).status_code == 200
    assert ada.at(later).post("start").status_code == 200
    server.run(rules.note_vacations(server.hall))
    clock.ahead = 0.5 * DAY
    assert bob.at(later).view()["seats"][0]["vacation"] is not None
    assert ada.at(strict).view()["seats"][0]["vacation"] is None
    assert {game["table"]: game["stops"] for game in ada.http.get("/api/vacation").json()["games"]} == {
        strict: False,
        later: True,
    }


def test_only_ones_own_vacations_can_be_ended_and_nothing_is_left_of_them(server: Inside) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    own = plan(ada, 3, 4).json()["planned"][0]["id"]
    for id in (own, "nothing"):
        assert bob.http.delete(f"/api/vacation/{id}").json()["reason"]["code"] == "no_vacation"
    assert len(ada.http.get("/api/vacation").json()["planned"]) == 1
    assert own.encode() in everything_stored(server.hall.store)
    delete_now(server, ada)
    assert own.encode() not in everything_stored(server.hall.store)


def test_everybody_agrees_to_a_pause_and_anyone_ends_it(server: Inside, clock: Clock) -> None:
    ada, bob, table = two_at_a_table(server)
    for days in (0, 31):
        assert ada.at(table).post("pause", days=days).status_code == 400
    assert ada.at(table).post("pause", days=10).status_code == 200
    vote = bob.at(table).view()["votes"][0]
    assert (vote["kind"], vote["days"], vote["voters"]) == ("pause", 10, [1])
    assert bob.at(table).post("pause", days=5).json()["reason"]["code"] == "asked_already"
    assert bob.at(table).post("resume").json()["reason"]["code"] == "not_paused"
    assert bob.at(table).post("vote", vote=vote["id"], yes=True).status_code == 200
    until = ada.at(table).view()["pace"]["paused"]
    assert abs(until - steady.time() - 10 * DAY) < 60
    clock.ahead = 5 * DAY
    view = ada.at(table).view()
    assert all(not seat["handed"] and not seat["clock"]["running"] for seat in view["seats"])
    assert bob.at(table).post("resume").status_code == 200
    view = ada.at(table).view()
    assert view["pace"]["paused"] <= view["now"] and view["seats"][view["actor"]]["clock"]["running"]
    assert 0.9 * DAY < view["seats"][view["actor"]]["clock"]["left"] <= DAY
    assert Seat(server.url, table, None).post("resume").status_code == 403


def test_a_seat_that_a_bot_plays_has_no_vote(server: Inside) -> None:
    ada, bob, table = two_at_a_table(server)
    assert bob.at(table).post("handover", level="random").status_code == 200
    assert bob.at(table).post("pause", days=3).json()["reason"]["code"] == "not_seated"
    assert ada.at(table).post("pause", days=3).status_code == 200
    assert ada.at(table).view()["pace"]["paused"] is not None


def test_the_pace_route_and_the_table_say_the_same(server: Inside) -> None:
    pace = {**PACE, "turn": int(2 * DAY), "reserve": int(4 * DAY), "weekends": False, "zone": "Europe/Rome"}
    told = new_card(server.url).http.post("/api/pace", json={"game": "ticket_to_ride", "pace": pace}).json()
    ada = new_card(server.url)
    view = ada.at(ada.make(seats=[ME], pace=pace)["table"]).view()
    assert view["pace"]["words"] == told["words"] and view["pace"]["brief"] == told["brief"]
    assert told["words"].startswith("You have 2 days for each turn. Weekends don't count (Europe/Rome time).")
    assert told["example"]["until"] - told["example"]["since"] == 4 * DAY  # 2 days and a weekend
    bad = ada.http.post("/api/tables", json={"game": "ticket_to_ride", "players": 2, "pace": {**pace, "zone": "Mars/Base"}})
    assert bad.status_code == 422
