"""Groups, the games that are proposed in them, and standings."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boxcars.server.profiles import game_proposals
from boxcars.server.store import proposals
from tests.server.cards import Device
from tests.server.inside import Inside
from tests.server.running import Seat, play_on
from tests.server.test_deletion import Clock
from tests.server.test_people import befriend, known, met, people_named

DAY = 86400.0
SLOW = {"kind": "turns", "turn": 3 * 86400}
QUICK = {"kind": "turns", "turn": 86400}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Inside]:
    with Inside(str(tmp_path / "s.sqlite"), limits=False, sweep=0.05) as running:
        yield running


def group_of(*devices: Device) -> str:
    id: str = devices[0].http.post("/api/groups", json={"name": "Thursday group"}).json()["id"]
    link = devices[0].http.post(f"/api/groups/{id}/link", json={"days": 7}).json()["link"]["link"]
    code = {"code": link.partition("#")[2]}
    for device in devices[1:]:
        assert device.http.post("/api/grouplink/peek", json=code).json()["name"] == "Thursday group"
        assert device.http.post("/api/grouplink/join", json=code).json() == {"id": id}
    return id


def seen(device: Device, group: str) -> dict[str, Any]:
    answer = device.http.get(f"/api/groups/{group}")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def propose(device: Device, *others: Device, paces: tuple[Any, ...] = ({},), **more: Any) -> Any:
    asked = {"game": "ticket_to_ride", "people": [one.card()["id"] for one in others], "paces": list(paces)}
    return device.http.post("/api/proposals", json={**asked, **more})


def test_a_group_has_members_chat_and_an_owner(server: Inside, clock: Clock) -> None:
    ada, bob, eve = people_named(server, "Ada", "Bob", "Eve")
    id = group_of(ada, bob)
    assert [one["name"] for one in seen(bob, id)["members"]] == ["Ada", "Bob"]
    bob.http.post(f"/api/groups/{id}/chat", json={"text": "Germany, please."})
    assert [(one["name"], one["text"], one["you"]) for one in seen(ada, id)["chat"]] == [("Bob", "Germany, please.", False)]
    assert bob.http.patch(f"/api/groups/{id}", json={"name": "Mine"}).status_code == 404  # the owner's to do
    assert ada.http.patch(f"/api/groups/{id}", json={"name": "Friday"}).json()["name"] == "Friday"
    usual = {"game": "steam", "turn": 172800}
    assert bob.http.patch(f"/api/groups/{id}", json={"usual": usual}).json()["usual"]["turn"] == 172800
    assert bob.http.post(f"/api/groups/{id}/leave", json={"card": ada.card()["id"]}).status_code == 404
    link = seen(ada, id)["link"]["link"].partition("#")[2]
    clock.ahead = 8 * DAY
    assert eve.http.post("/api/grouplink/join", json={"code": link}).status_code == 404  # it has ended
    assert ada.http.post(f"/api/groups/{id}/leave", json={}).status_code == 200
    assert seen(bob, id)["owner"] == bob.card()["id"] and ada.http.get(f"/api/groups/{id}").status_code == 404
    assert bob.http.post(f"/api/groups/{id}/leave", json={}).status_code == 200
    assert bob.http.get(f"/api/groups/{id}").status_code == 404  # nobody is left: it is erased


def test_a_proposal_starts_with_the_fastest_pace_that_suits_everybody(server: Inside) -> None:
    ada, bob, eve = people_named(server, "Ada", "Bob", "Eve")
    id = group_of(ada, bob, eve)
    made = propose(ada, bob, eve, paces=(QUICK, SLOW), group=id, message="Rematch from last week?")
    assert made.status_code == 200, made.text
    for one in (bob, eve):
        assert one.http.get("/api/profile/status").json()["waiting"]["invitations"] == 1
    asked = bob.http.get("/api/proposals").json()[0]
    assert (asked["by"]["name"], asked["you"], asked["message"]) == ("Ada", "asked", "Rematch from last week?")
    assert [pace["brief"] for pace in asked["paces"]] == ["1 day per turn", "3 days per turn"]
    assert bob.http.post(f"/api/proposals/{asked['id']}/yes", json={"paces": [0, 1]}).json() == {"table": ""}
    table = eve.http.post(f"/api/proposals/{asked['id']}/yes", json={"paces": [1]}).json()["table"]
    view = eve.at(table).view()
    assert view["pace"]["turn"] == 3 * 86400 and view["you"] == 2
    assert [seat["name"] for seat in view["seats"]] == ["Ada", "Bob", "Eve"]
    assert [game["table"] for game in seen(ada, id)["tables"]] == [table]
    assert ada.http.get("/api/proposals").json()[0]["table"] == table
    assert bob.http.get("/api/profile/status").json()["waiting"]["invitations"] == 0


def test_nobody_sees_who_declined_and_the_others_play(server: Inside, clock: Clock) -> None:
    ada, bob, eve, kim = people_named(server, "Ada", "Bob", "Eve", "Kim")
    group_of(ada, bob, eve, kim)
    id = propose(ada, bob, eve, kim).json()["id"]
    assert bob.http.post(f"/api/proposals/{id}/no").status_code == 200
    assert bob.http.get("/api/proposals").json() == []
    mine = ada.http.get("/api/proposals").json()[0]
    assert (mine["agreed"], mine["waiting"], mine["invited"]) == ([], 3, 3) and "Bob" not in str(mine)
    assert eve.http.post(f"/api/proposals/{id}/yes", json={}).json() == {"table": ""}
    clock.ahead = 2 * DAY + 60
    server.run(game_proposals.settle_due(server.hall))
    table = ada.http.get("/api/proposals").json()[0]["table"]
    assert [seat["name"] for seat in eve.at(table).view()["seats"]] == ["Ada", "Eve"]
    assert kim.http.post(f"/api/proposals/{id}/yes", json={}).status_code == 404  # too late


def test_a_proposal_without_enough_people_fails_and_ends(server: Inside, clock: Clock) -> None:
    ada, bob = people_named(server, "Ada", "Bob")
    befriend(ada, bob)
    first = propose(ada, bob).json()["id"]
    bob.http.post(f"/api/proposals/{first}/no")
    assert ada.http.get("/api/proposals").json()[0]["state"] == "failed"
    second = propose(ada, bob).json()["id"]
    assert ada.http.post(f"/api/proposals/{second}/withdraw").status_code == 200
    assert bob.http.post(f"/api/proposals/{second}/yes", json={}).status_code == 404
    third = propose(ada, bob).json()["id"]
    clock.ahead = 7 * DAY + 60
    assert bob.http.get("/api/proposals").json() == []
    assert bob.http.post(f"/api/proposals/{third}/yes", json={}).status_code == 404


def test_only_people_one_knows_are_invited_and_not_without_end(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob, eve = people_named(server, "Ada", "Bob", "Eve")
    befriend(ada, bob)
    assert propose(ada, eve).status_code == propose(ada, bob, eve).status_code == 404
    assert propose(ada, bob, game="silverton").status_code == 200
    assert propose(ada).status_code == propose(ada, bob, paces=()).status_code == 422
    assert [propose(ada, bob).status_code for _ in range(3)] == [200, 200, 422]  # three open ones to one person
    monkeypatch.setattr(proposals, "INVITATIONS_A_DAY", 4)
    befriend(ada, eve)
    assert [propose(ada, eve).status_code for _ in range(2)] == [200, 422]


def test_two_answers_in_the_same_moment_make_one_game(server: Inside) -> None:
    ada, bob, eve = people_named(server, "Ada", "Bob", "Eve")
    group_of(ada, bob, eve)
    id = propose(ada, bob, eve).json()["id"]
    both = threading.Barrier(2)

    def say_yes(device: Device) -> None:
        both.wait()
        device.http.post(f"/api/proposals/{id}/yes", json={})

    threads = [threading.Thread(target=say_yes, args=(one,)) for one in (bob, eve)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    server.run(game_proposals.settle_proposal(server.hall, id))
    for one in (ada, bob, eve):
        assert len(one.tables()) == 1
    assert ada.tables()[0]["table"] == bob.tables()[0]["table"] == eve.tables()[0]["table"]


def test_standings_count_the_games_of_the_group_alone(server: Inside) -> None:
    ada, bob = people_named(server, "Ada", "Bob")
    id = group_of(ada, bob)
    other = met(ada, bob)
    play_on([ada.at(other), bob.at(other)], 10_000)
    assert seen(ada, id)["standings"] == [] and known(ada)["groups"][0]["running"] == 0
    bob_said = propose(ada, bob, group=id).json()["id"]
    table = bob.http.post(f"/api/proposals/{bob_said}/yes", json={}).json()["table"]
    assert known(bob)["groups"][0]["running"] == 1
    ranks = play_on([ada.at(table), bob.at(table)], 10_000)["outcome"]["ranks"]
    lines = {one["name"]: (one["points"], one["games"], one["won"]) for one in seen(bob, id)["standings"]}
    beaten = [sum(rank < other for other in ranks) for rank in ranks]
    assert lines == {"Ada": (beaten[0], 1, int(ranks[0] == 1)), "Bob": (beaten[1], 1, int(ranks[1] == 1))}
    assert seen(ada, id)["finished"] == 1 and Seat(server.url, table, None).view()["status"] == "over"
