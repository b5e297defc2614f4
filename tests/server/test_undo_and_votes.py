"""Taking back by the information rule, votes, handing over, resigning, abandoning, branching, looking back."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest

from tests.server.running import Seat, Server, bring, make, play_on, played, table_of


def turn(seats: list[Seat]) -> tuple[Seat, Seat, dict[str, Any]]:
    """The seat to act, the other one, and the view of the first."""
    view = seats[0].view()
    actor = seats[view["actor"]]
    return actor, seats[1 - view["actor"]], actor.view()


def choose(view: dict[str, Any], verb: str) -> int | None:
    return next((item["i"] for item in view["legal"] if item["action"]["do"] == verb), None)


def claim_when_possible(seats: list[Seat]) -> tuple[Seat, Seat, dict[str, Any], int]:
    """Play until the seat to act may claim a route: an action that reveals nothing."""
    for _ in range(60):
        actor, other, mine = turn(seats)
        claim = choose(mine, "ClaimRoute")
        if claim is not None:
            return actor, other, mine, claim
        assert actor.act(mine).status_code == 200
    raise AssertionError("nobody could claim a route")


def test_own_action_that_reveals_nothing_is_taken_back_at_once(server: Server) -> None:
    seats = table_of(server.url)
    actor, other, before, claim = claim_when_possible(seats)
    assert actor.act(before, claim).status_code == 200
    after = actor.view()
    assert after["undo"]["to"][0] == before["ply"] == after["undo"]["last"]
    assert other.view()["undo"]["to"] == []
    assert other.post("undo", to=before["ply"]).status_code == 200  # not theirs: a question, not an undo
    assert [v["kind"] for v in actor.view()["votes"]] == ["undo"]
    assert actor.post("undo", to=before["ply"]).status_code == 200
    now = actor.view()
    assert now["ply"] == before["ply"] and now["mark"] != before["mark"] and now["votes"] == []
    for part in ("pieces", "legal", "panels", "prompt", "actor", "describe"):
        assert now[part] == before[part], part
    assert now["log"][-1]["kind"] == "undo" and any(line["undone"] for line in now["log"])
    # an action made in view of the position before the undo is stale, although its ply is the same
    assert actor.act(before, claim).status_code == 409


def test_a_draw_from_the_deck_needs_everybodys_consent(server: Server) -> None:
    seats = table_of(server.url)
    play_on(seats, 4)
    actor, other, mine = turn(seats)
    while (draw := choose(mine, "DrawCard")) is None:
        assert actor.act(mine).status_code == 200
        actor, other, mine = turn(seats)
    assert actor.act(mine, draw).status_code == 200
    assert actor.view()["undo"]["to"] == [] and actor.view()["undo"]["last"] == mine["ply"]
    asked = actor.post("undo", to=mine["ply"])
    assert asked.status_code == 200 and actor.view()["ply"] == mine["ply"] + 1
    vote = other.view()["votes"][0]
    assert vote["voters"] == [other.view()["you"]]
    assert actor.post("vote", vote=vote["id"], yes=True).status_code == 422
    assert other.post("vote", vote=vote["id"], yes=False).status_code == 200
    assert other.view()["votes"] == [] and other.view()["ply"] == mine["ply"] + 1
    actor.post("undo", to=mine["ply"])
    vote = other.view()["votes"][0]
    assert other.post("vote", vote=vote["id"], yes=True).status_code == 200
    assert actor.view()["ply"] == mine["ply"] and actor.view()["legal"] == mine["legal"]


def test_a_table_may_switch_undo_off(server: Server) -> None:
    seats = table_of(server.url, undo=False)
    actor, _, mine, claim = claim_when_possible(seats)
    actor.act(mine, claim)
    assert actor.view()["undo"] == {"on": False, "to": [], "step": None, "last": None, "requests": []}
    assert actor.post("undo", to=mine["ply"]).json()["reason"]["code"] == "undo_off"


def test_alone_against_bots_one_may_go_back_anywhere(server: Server) -> None:
    (seat,) = table_of(server.url, people=1, bots=1)
    play_on([seat], 30)
    while seat.view()["actor"] != 0:
        time.sleep(0.05)
    assert seat.post("undo", to=3).status_code == 200
    until = time.monotonic() + 10
    while seat.view()["actor"] != 0 and time.monotonic() < until:
        time.sleep(0.05)
    assert seat.view()["ply"] < 20


def test_a_seat_is_handed_to_a_bot_and_taken_back(server: Server) -> None:
    seats = table_of(server.url, people=2)
    play_on(seats, 2)
    first, second = seats
    assert first.post("handover", level="random").status_code == 200
    view = first.view()
    assert view["seats"][0]["handed"] == "owner" and view["seats"][0]["level"] == "random"
    assert first.post("handover").json()["reason"]["code"] == "already_handed"
    until = time.monotonic() + 20
    while second.view()["actor"] != 1:
        assert time.monotonic() < until
        time.sleep(0.05)
    mine = second.view()
    assert second.act(mine).status_code == 200
    assert first.post("act", ply=second.view()["ply"], action=mine["legal"][0]["action"]).status_code in (409, 422)
    assert first.post("takeback").status_code == 200
    assert first.view()["seats"][0]["handed"] == ""
    assert first.post("takeback").json()["reason"]["code"] == "not_handed"


def test_resigning_is_for_good_and_the_result_says_so(server: Server) -> None:
    seats = table_of(server.url, people=2)
    assert seats[1].post("resign").status_code == 200
    assert seats[1].post("takeback").json()["reason"]["code"] == "resigned"
    assert seats[0].post("handover", level="random").status_code == 200
    until = time.monotonic() + 60
    while (view := seats[0].view())["status"] != "over":
        assert time.monotonic() < until
        time.sleep(0.2)
    assert view["outcome"]["played_by_bots"] == [0, 1] and view["seats"][1]["handed"] == "resigned"


def test_abandoning_needs_all_who_play(server: Server) -> None:
    seats = table_of(server.url, people=2)
    assert seats[0].post("abandon").status_code == 200
    assert seats[0].view()["status"] == "playing"
    vote = seats[1].view()["votes"][0]
    assert seats[1].post("vote", vote=vote["id"], yes=True).status_code == 200
    view = seats[0].view()
    assert view["status"] == "abandoned" and view["legal"] == [] and view["actor"] == -1
    made = make(server.url, seats=[{"kind": "person"}])
    with Seat(server.url, made["table"], made["host"]) as host, Seat(server.url, made["table"], None) as guest:
        assert guest.post("abandon").status_code == 403
        assert host.post("abandon").status_code == 200


@pytest.fixture(scope="module")
def finished(server: Server) -> list[Seat]:
    return bring(server.url, played())


def test_looking_back(server: Server, finished: list[Seat]) -> None:
    table, token = finished[0].table, finished[0].token
    with Seat(server.url, table, token) as own, Seat(server.url, table, None) as guest:
        last = own.view()["ply"]
        early = own.view(ply=5)
        assert early["ply"] == 5 and early["last_ply"] == last and early["outcome"] is None and early["legal"] == []
        assert all(line["ply"] <= 5 for line in early["log"])
        assert own.view(ply=last)["outcome"]["scores"] == own.view()["outcome"]["scores"]
        assert own.view(**{"ply": 5, "as": 1})["trays"] != early["trays"]  # the other's hand, now that it is over
        assert guest.get("view", ply=last + 1).status_code == 422
        assert guest.get("view", ply="x").status_code == 422

    running = table_of(server.url)
    view = play_on(running, 6)
    actor = running[view["actor"]]
    then = actor.view(ply=4)
    assert then["ply"] == 4 and then["you"] == view["actor"] and then["legal"] == []
    assert actor.get("view", **{"ply": 4, "as": 1 - view["actor"]}).status_code == 403


def test_branch_from_a_finished_and_from_a_running_game(server: Server, finished: list[Seat]) -> None:
    with Seat(server.url, finished[0].table, finished[0].token) as own:
        made = own.post("branch", ply=10, level="random").json()
    with Seat(server.url, made["table"], made["tokens"][0]) as mine:
        view = mine.view()
        assert view["status"] == "playing" and view["game"]["origin"].endswith(":10")
        assert [s["kind"] for s in view["seats"]] == ["person", "bot"]
        assert play_on([mine], 4)["ply"] >= 4

    running = table_of(server.url)
    seen = play_on(running, 10)
    actor = running[seen["actor"]]
    mine_now = actor.view()
    made = actor.post("branch", ply=10, level="random").json()
    token = next(t for t in made["tokens"] if t)
    with Seat(server.url, made["table"], token) as branch:
        view = branch.view(ply=0)
        assert view["panels"] == mine_now["panels"]  # the same as far as I know it
    with Seat(server.url, actor.table, None) as guest:
        assert guest.post("branch", ply=3).status_code == 403


def test_record_out_and_in(server: Server, finished: list[Seat]) -> None:
    with Seat(server.url, finished[0].table, None) as guest:
        record = guest.get("record")
        assert record.status_code == 200 and "attachment" in record.headers["content-disposition"]
        end = guest.view()
    made = httpx.post(f"{server.url}/api/import", content=record.content, timeout=30)
    assert made.status_code == 200, made.text
    with Seat(server.url, made.json()["table"], None) as guest:
        again = guest.view()
        assert again["status"] == "over" and again["outcome"] == end["outcome"]
        assert guest.view(ply=7)["ply"] == 7
    lines = record.content.splitlines()
    made = httpx.post(f"{server.url}/api/import", content=b"\n".join(lines[:20]), timeout=30).json()
    with Seat(server.url, made["table"], made["tokens"][0]) as one, Seat(server.url, made["table"], made["tokens"][1]) as two:
        assert one.view()["status"] == "playing" and one.view()["ply"] == 19
        assert play_on([one, two], 5)["ply"] == 24
    bad = httpx.post(f"{server.url}/api/import", content=b"\n".join([lines[0], lines[2]]), timeout=30)
    assert bad.status_code == 422 and bad.json()["reason"]["code"] == "bad_record"
    assert httpx.post(f"{server.url}/api/import", content=b"\xff\x00", timeout=30).status_code == 422
    running = table_of(server.url)
    assert running[0].get("record").status_code == 403


def test_a_seat_that_a_bot_plays_is_offered_nothing(server: Server) -> None:
    seats = table_of(server.url)
    actor = seats[seats[0].view()["actor"]]
    assert actor.view()["legal"]
    assert actor.post("handover", level="random").status_code == 200
    view = actor.view()
    assert view["seats"][view["you"]]["handed"] == "owner" and view["legal"] == [] and view["forms"] == []
    assert actor.post("takeback").status_code == 200
    for seat in seats:
        seat.http.close()
