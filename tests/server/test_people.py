"""Friends by mutual consent, blocks, those one has played with, the personal link, notes: and nobody is found who must not be."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from boxcars.server.store import people
from tests.server.cards import Device, delete_now, new_card
from tests.server.inside import Inside
from tests.server.running import Seat
from tests.server.test_cards import ME, everything_stored
from tests.server.test_deletion import Clock

DAY = 86400.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Inside]:
    with Inside(str(tmp_path / "s.sqlite"), limits=False, sweep=0.05) as running:
        yield running


def met(*devices: Device) -> str:
    """A running game of these people."""
    table: str = devices[0].make(players=len(devices), seats=[ME])["table"]
    for device in devices[1:]:
        name = device.card()["name"]
        assert device.http.post(f"/api/tables/{table}/join", json={"name": name}).status_code == 200
    assert devices[0].at(table).post("start").status_code == 200
    return table


def known(device: Device) -> dict[str, Any]:
    answer = device.http.get("/api/people")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def names(device: Device, what: str) -> list[str]:
    return [person["name"] for person in known(device)[what]]


def people_named(server: Inside, *wanted: str) -> list[Device]:
    return [new_card(server.url, name) for name in wanted]


def befriend(one: Device, other: Device) -> None:
    link = one.http.post("/api/friendlink").json()["link"]
    code = link.partition("#")[2]
    assert other.http.post("/api/friendlink/accept", json={"code": code}).status_code == 200


def test_friends_take_two(server: Inside) -> None:
    ada, bob, eve = people_named(server, "Ada", "Bob", "Eve")
    a, b = ada.card()["id"], bob.card()["id"]
    met(ada, bob)
    assert (names(ada, "played"), names(bob, "played"), names(eve, "played")) == (["Bob"], ["Ada"], [])
    assert ada.http.post(f"/api/people/{b}/ask").status_code == 200
    assert known(ada)["played"][0]["state"] == "asked" and names(ada, "friends") == names(bob, "friends") == []
    assert names(bob, "asking") == ["Ada"] and bob.http.get("/api/profile/status").json()["waiting"]["requests"] == 1
    assert bob.http.post(f"/api/people/{a}/accept").status_code == 200
    assert (names(ada, "friends"), names(bob, "friends"), names(bob, "asking")) == (["Bob"], ["Ada"], [])
    assert ada.http.delete(f"/api/people/{b}/ask").status_code == 200
    assert names(ada, "friends") == names(bob, "friends") == []


def test_ignoring_is_silent_and_a_declined_request_does_not_come_back_for_30_days(server: Inside, clock: Clock) -> None:
    ada, bob = people_named(server, "Ada", "Bob")
    a, b = ada.card()["id"], bob.card()["id"]
    met(ada, bob)
    ada.http.post(f"/api/people/{b}/ask")
    assert bob.http.post(f"/api/people/{a}/ignore").status_code == 200
    assert known(ada)["played"][0]["state"] == "asked" and names(bob, "asking") == []
    ada.http.delete(f"/api/people/{b}/ask")
    assert known(ada)["played"][0]["state"] == "none"
    assert ada.http.post(f"/api/people/{b}/ask").status_code == 200
    assert known(ada)["played"][0]["state"] == "asked" and names(bob, "asking") == []
    ada.http.delete(f"/api/people/{b}/ask")
    clock.ahead = 31 * DAY
    ada.http.post(f"/api/people/{b}/ask")
    assert names(bob, "asking") == ["Ada"]


def test_two_who_ask_each_other_are_friends(server: Inside) -> None:
    ada, bob = people_named(server, "Ada", "Bob")
    met(ada, bob)
    ada.http.post(f"/api/people/{bob.card()['id']}/ask")
    bob.http.post(f"/api/people/{ada.card()['id']}/ask")
    assert (names(ada, "friends"), names(bob, "friends")) == (["Bob"], ["Ada"])


def test_a_block_hides_both_from_each_other(server: Inside) -> None:
    ada, bob = people_named(server, "Ada", "Bob")
    a, b = ada.card()["id"], bob.card()["id"]
    met(ada, bob)
    befriend(ada, bob)
    link = ada.http.get("/api/friendlink").json()["link"].partition("#")[2]
    assert bob.http.post(f"/api/people/{a}/block").status_code == 200
    for one in (ada, bob):
        assert names(one, "friends") == names(one, "played") == names(one, "asking") == []
    assert (names(bob, "blocked"), names(ada, "blocked")) == (["Ada"], [])
    assert ada.http.post(f"/api/people/{b}/ask").status_code == 404
    assert bob.http.post("/api/friendlink/accept", json={"code": link}).status_code == 404
    assert bob.http.delete(f"/api/people/{a}/block").status_code == 200
    assert names(ada, "played") == ["Bob"] and names(ada, "friends") == []


def test_the_list_is_ones_own_and_each_row_can_go(server: Inside, clock: Clock) -> None:
    ada, bob = people_named(server, "Ada", "Bob")
    table = met(ada, bob)
    guest = new_card(server.url, "Zoe")  # (only its http client is used: she joins without a profile)
    other = ada.make(seats=[ME])["table"]
    guest.http.post(f"/api/tables/{other}/join", json={"name": "Zoe"}, headers={"Authorization": ""})
    assert ada.at(other).post("start").status_code == 200
    assert [one["name"] for one in known(ada)["guests"]] == ["Zoe"] and known(bob)["guests"] == []
    assert ada.http.delete(f"/api/people/{bob.card()['id']}").status_code == 200
    assert names(ada, "played") == [] and names(bob, "played") == ["Ada"]
    assert ada.http.post("/api/people/guests", json={"name": "Zoe"}).status_code == 200
    assert known(ada)["guests"] == []
    assert Seat(server.url, table, None).view()["status"] == "playing"
    clock.ahead = 91 * DAY
    assert names(bob, "played") == []


def test_a_personal_link_makes_friends_until_it_is_taken_back(server: Inside) -> None:
    ada, bob, eve = people_named(server, "Ada", "Bob", "Eve")
    assert ada.http.get("/api/friendlink").json()["link"] == ""
    link = ada.http.post("/api/friendlink").json()["link"]
    assert "/people/friend#" in link
    code = {"code": link.partition("#")[2]}
    assert bob.http.post("/api/friendlink/peek", json=code).json()["name"] == "Ada"
    assert ada.http.post("/api/friendlink/peek", json=code).status_code == 404  # one's own
    assert bob.http.post("/api/friendlink/accept", json=code).status_code == 200
    assert names(ada, "friends") == ["Bob"]
    assert ada.http.delete("/api/friendlink").json()["link"] == ""
    assert eve.http.post("/api/friendlink/accept", json=code).status_code == 404
    new = ada.http.post("/api/friendlink").json()["link"]
    assert new != link and code["code"].encode() not in everything_stored(server.hall.store)


def test_requests_are_limited_by_the_day(server: Inside, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "REQUESTS_A_DAY", 2)
    ada, *others = people_named(server, "Ada", "Bob", "Eve", "Kim")
    for other in others:
        met(ada, other)
    asked = [ada.http.post(f"/api/people/{other.card()['id']}/ask") for other in others]
    assert [answer.status_code for answer in asked] == [200, 200, 422]
    ada.http.delete(f"/api/people/{others[0].card()['id']}/ask")  # taking one back frees nothing
    assert ada.http.post(f"/api/people/{others[2].card()['id']}/ask").status_code == 422
    clock.ahead = DAY + 60
    assert ada.http.post(f"/api/people/{others[2].card()['id']}/ask").status_code == 200


def exported(device: Device, file: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(device.http.get("/api/card/export").content)) as zip:
        return zip.read(file)


ABOUT = [
    ("POST", "/api/people/{id}/ask", None),
    ("DELETE", "/api/people/{id}/ask", None),
    ("POST", "/api/people/{id}/accept", None),
    ("POST", "/api/people/{id}/ignore", None),
    ("POST", "/api/people/{id}/block", None),
    ("DELETE", "/api/people/{id}/block", None),
    ("DELETE", "/api/people/{id}", None),
    ("GET", "/api/groups/{id}", None),
    ("PATCH", "/api/groups/{id}", {"name": "Ours"}),
    ("DELETE", "/api/groups/{id}", None),
    ("POST", "/api/groups/{id}/leave", {}),
    ("POST", "/api/groups/{id}/chat", {"text": "hello"}),
    ("POST", "/api/groups/{id}/link", {"days": 7}),
    ("POST", "/api/proposals/{id}/yes", {}),
    ("POST", "/api/proposals/{id}/no", None),
    ("POST", "/api/proposals/{id}/withdraw", None),
    ("POST", "/api/proposals", {"game": "ticket_to_ride", "people": ["{id}"], "paces": [{}]}),
]


def ask_about(device: Device, method: str, path: str, body: Any, id: str) -> tuple[int, bytes, float]:
    if isinstance(body, dict) and "people" in body:
        body = {**body, "people": [id]}
    begun = time.perf_counter()
    answer = device.http.request(method, path.replace("{id}", id), json=body)
    return answer.status_code, answer.content, time.perf_counter() - begun


def test_what_one_may_not_see_is_answered_like_what_does_not_exist(server: Inside) -> None:
    """Status and body to the byte; the time within 20 ms (the median of several, in turn)."""
    ada, bob, eve = people_named(server, "Ada", "Bob", "Eve")
    met(ada, bob)
    group = ada.http.post("/api/groups", json={"name": "Thursday"}).json()["id"]
    asked = {"game": "ticket_to_ride", "people": [bob.card()["id"]], "paces": [{}]}
    proposal = ada.http.post("/api/proposals", json=asked).json()["id"]
    there = {"people": ada.card()["id"], "groups": group, "proposals": proposal}
    for method, path, body in ABOUT:
        id = there["people"] if path == "/api/proposals" else there[path.split("/")[2]]
        nobody = "a" * len(id)
        hidden, missing = [], []
        for _ in range(5):
            hidden.append(ask_about(eve, method, path, body, id))
            missing.append(ask_about(eve, method, path, body, nobody))
        assert {answer[:2] for answer in hidden} == {answer[:2] for answer in missing}, path
        assert hidden[0][0] == 404, path
        assert abs(median(t for *_, t in hidden) - median(t for *_, t in missing)) < 0.02, path
    for path in ("friendlink/peek", "friendlink/accept", "grouplink/peek", "grouplink/join"):
        assert eve.http.post(f"/api/{path}", json={"code": "x" * 32}).status_code == 404


def test_nobody_can_be_searched_for(server: Inside) -> None:
    """No route takes a name or part of one and answers with people; strangers see nothing in their lists."""
    ada, eve = people_named(server, "Ada", "Eve")
    told = known(eve)
    assert all(not told[what] for what in ("friends", "played", "guests", "asking", "blocked", "groups", "proposals"))
    for path in ("/api/people?name=Ada", "/api/people?q=A"):
        assert "Ada" not in eve.http.get(path).text
    assert ada.card()["id"] not in eve.http.get("/api/people").text


def test_notes_are_for_nobody_else(server: Inside) -> None:
    ada, bob = people_named(server, "Ada", "Bob")
    table = met(ada, bob)
    secret = "Bob wants Duluth to Helena"
    saved = ada.http.put(f"/api/tables/{table}/notes", json={"text": secret})
    assert saved.status_code == 200 and saved.json()["at"] is not None
    assert ada.carried().http.get(f"/api/tables/{table}/notes").json()["text"] == secret
    assert bob.http.get(f"/api/tables/{table}/notes").json() == {"text": "", "at": None}
    assert Seat(server.url, table, None).get("notes").status_code == 403
    for seat in (bob.at(table), Seat(server.url, table, None)):
        assert secret not in seat.get("view").text and secret not in seat.get("log").text
    assert ada.http.put(f"/api/tables/{table}/notes", json={"text": "x" * 5000}).status_code == 400
    assert secret.encode() in exported(ada, "notes.json") and secret.encode() not in exported(bob, "notes.json")
    delete_now(server, ada)
    assert secret.encode() not in everything_stored(server.hall.store)


def test_nothing_is_left_of_friends_and_groups_of_a_deleted_profile(server: Inside) -> None:
    name = "Adelheid von Prellbock"
    ada, bob = people_named(server, name, "Bob")
    a = ada.card()["id"]
    met(ada, bob)
    befriend(ada, bob)
    group = ada.http.post("/api/groups", json={"name": "Thursday"}).json()["id"]
    link = ada.http.post(f"/api/groups/{group}/link", json={"days": 7}).json()["link"]["link"]
    assert bob.http.post("/api/grouplink/join", json={"code": link.partition("#")[2]}).status_code == 200
    ada.http.post(f"/api/groups/{group}/chat", json={"text": "Rust Belt again?"})
    asked = {"game": "ticket_to_ride", "people": [bob.card()["id"]], "paces": [{}], "group": group}
    assert ada.http.post("/api/proposals", json=asked).status_code == 200
    assert b"Bob" in exported(ada, "people.json") and b"Rust Belt again?" in exported(ada, "groups.json")
    assert b"Rust Belt again?" not in exported(bob, "groups.json") and b"Thursday" in exported(bob, "groups.json")
    delete_now(server, ada)
    left = everything_stored(server.hall.store)
    assert a.encode() not in left and name.encode() not in left
    there = bob.http.get(f"/api/groups/{group}").json()
    assert there["owner"] == bob.card()["id"] and [one["name"] for one in there["members"]] == ["Bob"]
    assert [(one["name"], one["text"]) for one in there["chat"]] == [("Deleted player", "Rust Belt again?")]
    assert known(bob)["friends"] == [] and known(bob)["proposals"] == []
