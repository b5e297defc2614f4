"""Tournaments: what the preview promises is what Start makes; several organizers; a start at a time; messages to entrants."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boxcars.locale import sayer
from boxcars.server import steady
from boxcars.server.profiles import tournament_rounds
from boxcars.server.profiles.tournament_pairing import Entry, pair_round, plan_tables
from boxcars.server.profiles.tournament_text import describe_start
from boxcars.server.store.profile_schema import card_devices
from tests.server.cards import Device, delete_now
from tests.server.inside import Inside
from tests.server.test_deletion import Clock
from tests.server.test_people import people_named

DAY = 86400.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Inside]:
    with Inside(str(tmp_path / "s.sqlite"), limits=False, sweep=0.05) as running:
        yield running


def read_preview(said: str) -> tuple[int, dict[int, int], int]:
    """What somebody who reads the sentence expects: players, tables by size, bots."""
    players = re.match(r"(\d+) player", said)
    bots = re.search(r"(\d+) bots fill", said)
    assert players is not None
    tables = {int(size): int(many) for many, size in re.findall(r"(\d+) tables? of (\d+)", said)}
    return int(players[1]), tables, int(bots[1]) if bots is not None else int("A bot fills" in said)


@pytest.mark.parametrize("fill", ["smaller", "bots"])
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_the_preview_is_what_the_pairing_makes(size: int, fill: Any) -> None:
    """For 2 to 40 entrants; the sentence is read as a player reads it."""
    for count in range(2, 41):
        for least in {2, min(3, size), size}:
            expected = read_preview(describe_start(count, size, fill, least, sayer("en")))
            cards = [Entry(f"card{n}") for n in range(count)]
            made = pair_round(cards, size, f"{count}", fill=fill, least=least)
            bots = sum(seat == "" for table in made for seat in table)
            assert expected == (count, dict(Counter(len(table) for table in made)), bots), (count, size, fill, least)
            assert all(len(table) >= least and any(table) for table in made)
            assert fill == "smaller" or set(plan_tables(count, size, fill, least).tables) == {size}


def cup(host: Device, **more: Any) -> str:
    asked = {"title": "Cup", "game": "ticket_to_ride", "size": 3, "rounds": 2, "turn": 0, "level": "random", **more}
    answer = host.http.post("/api/events", json=asked)
    assert answer.status_code == 200, answer.text
    id: str = answer.json()["id"]
    return id


def shown(device: Device, id: str) -> dict[str, Any]:
    told: dict[str, Any] = device.http.get(f"/api/events/{id}").json()
    return told


def enter(id: str, *devices: Device) -> None:
    for device in devices:
        assert device.http.post(f"/api/events/{id}/join").status_code == 200


@pytest.mark.parametrize(("fill", "tables", "bots"), [("bots", [3], 1), ("smaller", [2], 0)])
def test_two_people_and_tables_of_three(server: Inside, fill: str, tables: list[int], bots: int) -> None:
    """The defect that started this: nobody filled the third seat."""
    ada, bob = people_named(server, "Ada", "Bob")
    id = cup(ada, fill=fill)
    enter(id, ada, bob)
    assert read_preview(shown(ada, id)["preview"]) == (2, dict(Counter(tables)), bots)
    assert ada.http.post(f"/api/events/{id}/pair").status_code == 200
    made = shown(ada, id)["tables"]
    assert [len(table["seats"]) for table in made] == tables
    view = ada.at(made[0]["table"]).view()
    assert sum(seat["kind"] == "bot" for seat in view["seats"]) == bots


def test_a_listed_tournament_is_found_and_begins_at_its_time(server: Inside, clock: Clock) -> None:
    ada, bob, eve = people_named(server, "Ada", "Bob", "Eve")
    start = steady.time() + 2 * DAY
    hidden = cup(ada, title="Hidden")
    live = {"kind": "live", "turn": 45, "reserve": 300}
    id = cup(ada, title="Friday; Night", listed=True, starts_at=start, pace=live, size=2)
    found = eve.http.get("/api/tournaments/open").json()
    assert [one["id"] for one in found] == [id] and hidden not in str(found)
    assert (found[0]["live"], found[0]["turn"], found[0]["starts_at"]) == (True, 45, start)
    enter(id, ada, bob)
    file = eve.http.get(f"/api/events/{id}/calendar.ics").text
    assert "SUMMARY:Friday\\; Night\r\n" in file and file.startswith("BEGIN:VCALENDAR\r\n")
    assert eve.http.get(f"/api/events/{hidden}/calendar.ics").status_code == 404
    clock.ahead = 2 * DAY + 60
    server.run(tournament_rounds.start_due(server.hall))
    wait_for(lambda: shown(ada, id)["round"] == 1)
    assert ada.at(shown(ada, id)["tables"][0]["table"]).view()["pace"]["brief"] == "Live · 45 seconds per turn · 5 minutes extra"
    assert eve.http.get("/api/tournaments/open").json() == []
    late = ada.http.post("/api/events", json={"title": "Late", "game": "ticket_to_ride", "size": 2, "starts_at": 1.0})
    assert late.status_code == 422


def wait_for(true: Any) -> None:
    until = time.monotonic() + 30
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_with_too_few_at_its_time_an_organizer_decides(server: Inside, clock: Clock) -> None:
    (ada,) = people_named(server, "Ada")
    id = cup(ada, starts_at=steady.time() + 3600)
    clock.ahead = 3700
    server.run(tournament_rounds.start_due(server.hall))
    wait_for(lambda: shown(ada, id)["starts_at"] is None)
    assert shown(ada, id)["status"] == "open"


def card_of(host: Device, id: str, name: str) -> str:
    return next(str(line["card"]) for line in shown(host, id)["standings"] if line["name"] == name)


def test_a_second_organizer_is_asked_first_and_can_run_it(server: Inside, clock: Clock) -> None:
    ada, bob, eve, kim = people_named(server, "Ada", "Bob", "Eve", "Kim")
    id = cup(ada, size=2)
    enter(id, ada, bob, eve, kim)
    assert {line["card"] for line in shown(eve, id)["standings"]} == {""}  # ids are for organizers alone
    second = card_of(ada, id, "Bob")
    ask = f"/api/events/{id}/organisers"
    assert bob.http.post(ask, json={"card": second}).status_code == 403
    assert ada.http.post(ask, json={"card": "nobody"}).status_code == 404
    assert ada.http.post(ask, json={"card": second}).status_code == 200
    assert shown(bob, id)["asked"] and not shown(bob, id)["hosting"]
    assert bob.http.post(f"/api/events/{id}/pair").status_code == 403  # not before the yes
    assert ada.http.post(f"/api/events/{id}/handover", json={"card": second}).status_code == 404
    assert eve.http.post(f"{ask}/answer", json={"yes": True}).status_code == 403
    assert bob.http.post(f"{ask}/answer", json={"yes": True}).status_code == 200
    assert [one["name"] for one in shown(eve, id)["organisers"]] == ["Ada", "Bob"]
    for name in ("Eve", "Kim"):
        answer = ada.http.post(ask, json={"card": card_of(ada, id, name)})
        assert answer.status_code == (200 if name == "Eve" else 422)  # three at most
    assert bob.http.post(f"/api/events/{id}/withdraw", json={"card": card_of(bob, id, "Kim")}).status_code == 200
    assert bob.http.post(f"/api/events/{id}/pair").status_code == 200
    assert ada.http.post(f"/api/events/{id}/handover", json={"card": second}).status_code == 200
    assert shown(bob, id)["owner"] and shown(ada, id)["hosting"] and not shown(ada, id)["owner"]


def test_an_organizer_takes_over_from_an_owner_who_is_away(server: Inside) -> None:
    ada, bob = people_named(server, "Ada", "Bob")
    id = cup(ada, size=2)
    enter(id, ada, bob)
    ada.http.post(f"/api/events/{id}/organisers", json={"card": card_of(ada, id, "Bob")})
    bob.http.post(f"/api/events/{id}/organisers/answer", json={"yes": True})
    assert not shown(bob, id)["takeover"] and bob.http.post(f"/api/events/{id}/takeover").status_code == 403
    with server.hall.store.write_transaction() as conn:
        gone = card_devices.c.seen - 15
        conn.execute(card_devices.update().where(card_devices.c.card == ada.card()["id"]).values(seen=gone))
    assert shown(bob, id)["takeover"] and bob.http.post(f"/api/events/{id}/takeover").status_code == 200
    assert shown(bob, id)["owner"]


def test_deleting_the_owner_makes_the_second_organizer_owner(server: Inside) -> None:
    ada, bob = people_named(server, "Adelheid", "Bob")
    id = cup(ada, size=2)
    enter(id, ada, bob)
    ada.http.post(f"/api/events/{id}/organisers", json={"card": card_of(ada, id, "Bob")})
    told = ada.http.put("/api/profile/deletion", json={"name": "Adelheid"})
    assert told.status_code == 409  # asked is not accepted
    bob.http.post(f"/api/events/{id}/organisers/answer", json={"yes": True})
    ada.http.post(f"/api/events/{id}/announce", json={"text": "Welcome, all of you."})
    delete_now(server, ada)
    assert shown(bob, id)["owner"] and shown(bob, id)["news"][0]["name"] != "Adelheid"


def test_messages_to_entrants_are_three_a_day_and_from_organizers(server: Inside, clock: Clock) -> None:
    ada, bob = people_named(server, "Ada", "Bob")
    id = cup(ada)
    enter(id, ada, bob)
    say = f"/api/events/{id}/announce"
    assert bob.http.post(say, json={"text": "Hi"}).status_code == 403
    assert [ada.http.post(say, json={"text": f"News {n}"}).status_code for n in range(4)] == [200, 200, 200, 422]
    assert [one["text"] for one in shown(bob, id)["news"]] == ["News 2", "News 1", "News 0"]
    clock.ahead = DAY + 60
    assert ada.http.post(say, json={"text": "Another day"}).status_code == 200
