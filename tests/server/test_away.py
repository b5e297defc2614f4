"""A seat is given away only when its owner is away; whoever was dealt in keeps a say."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from boxcars.server.store.schema import migrate_schema
from boxcars.server.store.store import Store
from boxcars.server.table import presence
from boxcars.server.table.documents import Pace
from boxcars.server.table.presence import Presence
from tests.server.inside import Inside
from tests.server.running import Seat, Server, play_on, table_of
from tests.server.test_undo_and_votes import choose, turn


class Clock:
    """Time as those see it who wait for others: it can be turned on."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def time(self) -> float:
        return time.time() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(presence, "steady", SimpleNamespace(time=clock.time))
    return clock


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Inside(str(tmp_path_factory.mktemp("away") / "s.sqlite"), limits=False) as server:
        yield server


def vote(asker: Seat) -> dict[str, Any]:
    found: dict[str, Any] = asker.view()["votes"][0]
    return found


def wait_until_gone(watcher: Seat, seat: int) -> None:
    """The server notices a closed page a moment later."""
    until = time.monotonic() + 10
    while watcher.view()["seats"][seat]["here"]:
        assert time.monotonic() < until
        time.sleep(0.02)


def test_with_two_people_nobody_takes_the_others_seat(server: Server) -> None:
    """As a stranger did: hand the opponent over with no voters left, abandon, take back what was drawn."""
    ann, bob = table_of(server.url)
    said = ann.post("handover", seat=1)
    assert said.status_code == 422 and said.json()["reason"]["code"] == "not_away"
    assert said.json()["reason"]["text"] == "A bot can take this seat when P1 has been away for 10 minutes."
    assert ann.post("abandon").status_code == 200 and ann.view()["status"] == "playing"
    assert bob.view()["seats"][1]["handed"] == ""


def test_after_the_tables_time_the_seat_is_handed_over_and_can_be_taken_back(inside: Inside, clock: Clock) -> None:
    ann, bob = table_of(inside.url)
    bob.view()
    clock.ahead = 590.0
    assert ann.post("handover", seat=1).json()["reason"]["code"] == "not_away"
    clock.ahead = 610.0
    assert ann.post("handover", seat=1).status_code == 200
    assert ann.view()["seats"][1]["handed"] == "vote"
    assert bob.post("takeback").status_code == 200 and bob.view()["seats"][1]["handed"] == ""
    assert ann.post("handover", seat=1).json()["reason"]["code"] == "not_away"  # every sign of life counts


def test_an_open_page_is_not_away(inside: Inside, clock: Clock) -> None:
    ann, bob = table_of(inside.url)
    with bob.live() as page:
        page.recv(timeout=5)
        clock.ahead = 1000.0
        assert ann.post("handover", seat=1).status_code == 422
    wait_until_gone(ann, 1)
    assert ann.post("handover", seat=1).status_code == 422  # the page was open until now
    clock.ahead = 2000.0
    assert ann.post("handover", seat=1).status_code == 200


def test_everybody_else_who_is_there_must_agree(inside: Inside, clock: Clock) -> None:
    seats = table_of(inside.url, people=4)
    clock.ahead = 1000.0
    for seat in seats[:3]:
        seat.view()
    assert seats[0].post("handover", seat=3).status_code == 200
    assert seats[0].view()["seats"][3]["handed"] == "" and vote(seats[0])["voters"] == [1, 2]
    assert seats[1].post("vote", vote=vote(seats[0])["id"], yes=True).status_code == 200
    assert seats[0].view()["seats"][3]["handed"] == ""  # two of three are not enough
    assert seats[2].post("vote", vote=vote(seats[0])["id"], yes=True).status_code == 200
    assert seats[0].view()["seats"][3]["handed"] == "vote"


def test_who_comes_back_keeps_the_seat(inside: Inside, clock: Clock) -> None:
    seats = table_of(inside.url, people=3)
    clock.ahead = 1000.0
    seats[0].view(), seats[1].view()
    assert seats[0].post("handover", seat=2).status_code == 200
    asked = vote(seats[0])["id"]
    seats[2].view()
    assert seats[1].post("vote", vote=asked, yes=True).status_code == 200
    view = seats[0].view()
    assert view["votes"] == [] and view["seats"][2]["handed"] == "" and view["log"][-1]["text"] == "P2 is back."


def test_those_who_stay_away_hold_up_nobody_for_ever(inside: Inside, clock: Clock) -> None:
    seats = table_of(inside.url, people=3)
    assert seats[0].post("abandon").status_code == 200 and vote(seats[0])["voters"] == [1, 2]
    assert seats[1].post("vote", vote=vote(seats[0])["id"], yes=True).status_code == 200
    assert seats[0].post("abandon").json()["reason"]["code"] == "asked_already"
    clock.ahead = 1000.0
    assert seats[0].post("abandon").status_code == 200  # the third one's yes is no longer waited for
    assert seats[0].view()["status"] == "abandoned"


def test_who_was_handed_over_keeps_the_vote_while_there(inside: Inside, clock: Clock) -> None:
    ann, bob = table_of(inside.url)
    clock.ahead = 1000.0
    assert ann.post("handover", seat=1).status_code == 200
    with bob.live() as page:
        page.recv(timeout=5)
        assert ann.post("abandon").status_code == 200
        assert ann.view()["status"] == "playing" and vote(ann)["voters"] == [1]
        assert bob.post("vote", vote=vote(ann)["id"], yes=False).status_code == 200
        assert ann.view()["votes"] == []
    wait_until_gone(ann, 1)
    clock.ahead = 3000.0
    assert ann.post("abandon").status_code == 200 and ann.view()["status"] == "abandoned"


def test_what_was_revealed_is_not_hidden_again_behind_anybodys_back(inside: Inside, clock: Clock) -> None:
    seats = table_of(inside.url)
    play_on(seats, 4)
    actor, other, mine = turn(seats)
    while (draw := choose(mine, "DrawCard")) is None:
        assert actor.act(mine).status_code == 200
        actor, other, mine = turn(seats)
    assert actor.act(mine, draw).status_code == 200
    clock.ahead = 1000.0
    absent = seats.index(other)
    assert actor.post("handover", seat=absent).status_code == 200
    ply = actor.view()["ply"]
    assert actor.post("undo", to=mine["ply"]).status_code in (200, 409)
    while not actor.view()["votes"]:  # a bot plays on meanwhile, and closes questions about its past
        assert actor.post("undo", to=mine["ply"]).status_code in (200, 409)
    assert vote(actor)["voters"] == [absent] and actor.view()["ply"] >= ply


def test_the_host_abandons_alone_only_what_nobody_plays(inside: Inside, clock: Clock) -> None:
    ann, bob = table_of(inside.url)
    assert ann.post("handover", level="random").status_code == 200
    assert bob.post("handover", level="random").status_code == 200
    assert ann.post("abandon").status_code == 200
    assert ann.view()["status"] in ("playing", "over")  # Bob's seat is played by a bot; the game is still Bob's
    bob.post("resign")


def test_a_table_states_how_long_it_waits(server: Server) -> None:
    (ann, _) = table_of(server.url, pace={"kind": "turns", "turn": 86400})
    assert ann.view()["pace"]["away"] == 3 * 86400
    (ann, _) = table_of(server.url, pace={"kind": "live", "turn": 60, "away": 120})
    assert ann.view()["pace"]["away"] == 120
    assert ann.post("handover", seat=1).json()["reason"]["text"].endswith("away for 2 minutes.")
    short = {"game": "ticket_to_ride", "pace": {"away": 5}}
    assert httpx.post(f"{server.url}/api/tables", json=short).status_code == 400
    assert Pace().wait_seconds == Pace(kind="live", turn=5).wait_seconds == 600


def test_absence_survives_a_restart_and_people_get_time_to_come_back(tmp_path: Path, clock: Clock) -> None:
    file = str(tmp_path / "s.sqlite")
    with Inside(file, limits=False) as first:
        ann, bob = table_of(first.url)
        with bob.live() as page:
            page.recv(timeout=5)
            clock.ahead = 5000.0
            first.run(first.hall.presence.write_seen())
    with Inside(file, limits=False) as second:
        ann, bob = Seat(second.url, ann.table, ann.token), Seat(second.url, bob.table, bob.token)
        clock.ahead = 5030.0
        assert ann.post("handover", seat=1).status_code == 422
        clock.ahead = 5500.0
        assert ann.post("handover", seat=1).status_code == 422  # it was here 500 seconds ago, says the store
        clock.ahead = 5700.0
        assert ann.post("handover", seat=1).status_code == 200


def test_two_processes_know_of_each_others_people(inside: Inside, clock: Clock) -> None:
    """What one wrote down the other reads; an older note never replaces a newer one."""
    seats = table_of(inside.url)
    hall = inside.hall
    other = Presence(hall.store, type(hall.hub)(), hall.run_blocking)
    other.begun = 0.0
    clock.ahead = 1000.0
    other.note_seat(seats[1].table, 1)
    inside.run(other.write_seen())
    other._noted[seats[1].table, 1] = 5.0
    other.note_seat("no such table", 0)
    inside.run(other.write_seen())
    table = inside.run(hall.load_table(seats[0].table))
    assert inside.run(hall.presence.away_seats(table)) == {0}


def test_games_from_before_absence_was_noted_begin_with_their_last_change(tmp_path: Path) -> None:
    """Nobody is away just because an older program wrote nothing down."""
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'old.sqlite'}")
    with engine.begin() as conn:
        migrate_schema(conn, upto=2)
        for id, status in (("one", "playing"), ("two", "open")):
            conn.execute(
                sa.text(
                    "INSERT INTO tables (id, game, status, listed, created, changed, seq, version, setup, doc, bot)"
                    " VALUES (:id, 'spike', :status, 1, 1, 77, 1, 1, '{}', '{}', 0)"
                ),
                {"id": id, "status": status},
            )
            for seat in (-1, 0, 1):
                conn.execute(
                    sa.text("INSERT INTO tokens (hash, table_id, seat, created) VALUES (:hash, :id, :seat, 1)"),
                    {"hash": f"{id}{seat}", "id": id, "seat": seat},
                )
    engine.dispose()
    store = Store(str(tmp_path / "old.sqlite"))
    with store.read_transaction() as conn:
        found = conn.execute(sa.text("SELECT table_id, seat, at FROM presence ORDER BY seat")).all()
    assert [tuple(row) for row in found] == [("one", 0, 77.0), ("one", 1, 77.0)]
    store.close()
