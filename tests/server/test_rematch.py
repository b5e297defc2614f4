"""A rematch keeps the people: one wants it, the others are asked, and everybody who is in has a seat at the next table."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from boxcars.server.store.schema import tables
from boxcars.server.table import rematch
from boxcars.server.table.documents import Doc, Rematch
from boxcars.server.table.documents import Seat as SeatDoc
from tests.server.cards import Device, delete_now, new_card
from tests.server.inside import Inside
from tests.server.running import Seat, Server, bring, make, play_on, played, table_of
from tests.server.test_deletion import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def inside(tmp_path: Path, clock: Clock) -> Iterator[Inside]:
    with Inside(str(tmp_path / "s.sqlite"), limits=False, sweep=0.05) as running:
        yield running


def game_of(url: str, *guests: str, bots: int = 0, end: bool = False) -> tuple[Device, Seat, list[Seat]]:
    """Ada, with a profile, and guests; their game is over (or abandoned). Ada's device, her seat, the guests'."""
    ada = new_card(url)
    players = 1 + len(guests) + bots
    seats = [{"kind": "person", "name": "Ada"}, *[{"kind": "bot", "level": "random"}] * bots]
    made = ada.make(players=players, seats=seats)
    others = []
    for name in guests:
        with httpx.Client(base_url=url) as http:  # a browser of its own
            http.get("/")
            token = http.post(f"/api/tables/{made['table']}/join", json={"name": name}).json()["token"]
        others.append(Seat(url, made["table"], token))
    here = ada.at(made["table"])
    assert here.post("start").status_code == 200
    if end:
        gap = [Seat(url, made["table"], None)] * bots
        assert play_on([here, *gap, *others], 10_000)["status"] == "over"
    else:
        here.post("abandon")
        for other in others:
            for vote in other.view()["votes"]:
                other.post("vote", vote=vote["id"], yes=True)
        assert here.view()["status"] == "abandoned"
    return ada, here, others


def again(seat: Seat, what: str = "again", **body: Any) -> dict[str, Any]:
    answer = seat.post(what, **body)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_one_press_seats_oneself_and_asks_the_others(server: Server) -> None:
    ada, here, (bob, cyd) = game_of(server.url, "Bob", "Cyd", bots=1, end=True)
    assert again(here) == {"table": "", "tokens": [], "host": "", "links": [], "join": ""}
    seen = bob.view()["rematch"]
    assert (seen["by"], seen["yes"], seen["asked"], seen["you"], seen["stuck"]) == (0, [0], [2, 3], "asked", False)
    assert Seat(server.url, here.table, None).view()["rematch"] is None  # those who watched are not asked
    assert bob.get("line").json()["rematch"]["you"] == "asked"
    assert again(bob)["table"] == "" and here.view()["rematch"]["yes"] == [0, 2]
    theirs = again(cyd)
    new = theirs["table"]
    assert new and here.view()["next"] == new and here.view()["rematch"] is None
    view = ada.at(new).view()
    assert view["status"] == "playing" and view["host"]
    assert [seat["name"] for seat in view["seats"]] == ["Bot 2", "Bob", "Cyd", "Ada"]  # whoever was second is first now
    assert [Seat(server.url, new, token).view()["you"] for token in theirs["tokens"] if token] == [2]
    (own,) = [token for token in again(bob)["tokens"] if token]  # Bob comes later, and finds his seat
    assert Seat(server.url, new, own).view()["you"] == 1
    assert Seat(server.url, new, bob.token).view()["you"] is None
    assert Seat(server.url, here.table, None).post("again").status_code == 403


def test_two_who_press_in_the_same_second_make_one_game(inside: Inside) -> None:
    """GROUPS.md, check 8: one game, both seated; a third who is at home sees it without asking anew."""
    for n in range(1, 4):
        ada, here, (bob,) = game_of(inside.url, "Bob")
        start = threading.Barrier(2)

        def press(seat: Seat, start: threading.Barrier = start) -> dict[str, Any]:
            start.wait()
            return again(seat)

        with ThreadPoolExecutor(2) as pool:
            told = list(pool.map(press, [here, bob]))
        new = here.view()["next"]
        assert {one["table"] for one in told} <= {"", new}
        view = ada.at(new).view()
        assert view["status"] == "playing" and view["you"] == 1
        (token,) = [token for token in again(bob)["tokens"] if token]
        assert Seat(inside.url, new, token).view()["you"] == 0
        with inside.hall.store.read_transaction() as conn:
            assert conn.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one() == 2 * n
        assert [line["table"] for line in ada.tables() if line["status"] == "playing"] == [new]
        ada.at(new).post("resign")


def test_everybody_presses_at_once(inside: Inside) -> None:
    _, here, others = game_of(inside.url, "Bob", "Cyd", "Dora")
    start = threading.Barrier(4)

    def press(seat: Seat) -> str:
        start.wait()
        return str(again(seat)["table"])

    with ThreadPoolExecutor(4) as pool:
        told = set(pool.map(press, [here, *others]))
    new = here.view()["next"]
    assert told <= {"", new} and new
    with inside.hall.store.read_transaction() as conn:
        assert conn.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one() == 2
    view = Seat(inside.url, new, None).view()
    assert view["status"] == "playing" and {seat["kind"] for seat in view["seats"]} == {"person"}


@pytest.mark.parametrize(
    ("fill", "kinds"),
    [("bots", ["bot", "person", "person"]), ("fewer", ["person"] * 2), ("others", ["open", "person", "person"])],
)
def test_after_a_no_those_who_are_in_go_on(inside: Inside, fill: str, kinds: list[str]) -> None:
    ada, here, (bob, cyd) = game_of(inside.url, "Bob", "Cyd")
    again(here)
    again(cyd)
    assert here.post("again/without", fill=fill).json()["reason"]["code"] == "still_asked"
    again(bob, "again/no")
    seen = here.view()["rematch"]
    assert seen["stuck"] and seen["asked"] == [1] and bob.view()["rematch"]["you"] == "no"
    assert bob.post("again/without", fill=fill).json()["reason"]["code"] == "no_rematch"
    told = again(cyd, "again/without", fill=fill)
    view = ada.at(told["table"]).view()
    assert [seat["kind"] for seat in view["seats"]] == kinds
    assert [seat["name"] for seat in view["seats"]][-2:] == ["Cyd", "Ada"] and view["you"] == len(kinds) - 1
    assert view["status"] == ("open" if fill == "others" else "playing")
    assert [Seat(inside.url, told["table"], token).view()["you"] for token in told["tokens"] if token] == [len(kinds) - 2]
    assert not any(again(bob)["tokens"])


def test_after_a_day_those_who_are_in_go_on(inside: Inside, clock: Clock) -> None:
    _, here, (bob,) = game_of(inside.url, "Bob")
    again(here)
    assert here.post("again/without", fill="bots").json()["reason"]["code"] == "still_asked"
    clock.ahead = rematch.OPEN + 1
    assert here.view()["rematch"]["stuck"]
    told = again(here, "again/without", fill="bots")
    assert Seat(inside.url, told["table"], None).view()["status"] == "playing"
    assert again(bob)["table"] == told["table"]  # who comes too late is led there, without a seat


def test_a_wish_is_taken_back(server: Server) -> None:
    _, here, (bob,) = game_of(server.url, "Bob")
    again(here)
    again(here, "again/no")
    assert here.view()["rematch"] is None and bob.view()["rematch"] is None
    again(bob)
    assert here.view()["rematch"]["by"] == 1 and again(here)["table"]


def test_an_abandoned_game_and_an_abandoned_rematch_offer_a_way_on(server: Server) -> None:
    ada, here, (bob,) = game_of(server.url, "Bob")
    again(here)
    first = again(bob)["table"]
    assert first and Seat(server.url, first, None).view()["status"] == "playing"
    one, other = ada.at(first), Seat(server.url, first, next(token for token in again(bob)["tokens"] if token))
    one.post("abandon")
    for vote in other.view()["votes"]:
        other.post("vote", vote=vote["id"], yes=True)
    assert other.view()["status"] == "abandoned"
    again(here)
    second = again(bob)["table"]
    assert second not in ("", first) and Seat(server.url, second, None).view()["status"] == "playing"


def test_a_deleted_player_is_not_waited_for(inside: Inside) -> None:
    ada, here, (bob, cyd) = game_of(inside.url, "Bob", "Cyd")
    again(here)
    again(bob)
    delete_now(inside, ada)
    seen = bob.view()["rematch"]
    assert (seen["by"], seen["yes"], seen["asked"]) == (1, [1], [2])
    told = again(cyd)
    assert told["table"] == "" or Seat(inside.url, told["table"], None).view()["status"] == "playing"
    again(cyd, "again/no")


def test_alone_with_bots_it_begins_at_once(server: Server) -> None:
    made = make(server.url, seats=[{"kind": "person", "name": "Ada"}, {"kind": "bot", "level": "random"}], start=True)
    seat = Seat(server.url, made["table"], made["tokens"][0])
    assert play_on([seat], 10_000)["status"] == "over"
    told = again(seat)
    (token,) = [token for token in told["tokens"] if token]
    assert Seat(server.url, told["table"], token).view()["status"] == "playing"


def test_whoever_shares_a_screen_does_so_again(server: Server) -> None:
    ada, bob = table_of(server.url, people=2)
    play_on([ada, bob], 10_000)
    made = again(bob)
    assert all(made["tokens"]) and Seat(server.url, made["table"], made["tokens"][1]).view()["status"] == "playing"


def test_an_imported_game_can_be_played_again(server: Server) -> None:
    seats = bring(server.url, played(players=2))
    made = again(seats[0])
    assert all(made["tokens"]) and Seat(server.url, made["table"], made["tokens"][1]).view()["hot_seat"]


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_the_first_player_moves_on_by_one(count: int) -> None:
    names = [f"P{i}" for i in range(count)]
    seats = [SeatDoc(kind="person", name=name) for name in names]
    doc = Doc(status="over", seats=seats, rematch=Rematch(by=0, until=0.0, yes=list(range(count))))
    assert [seat.name for seat in rematch.next_seats(doc, None)] == names[1:] + names[:1]
