"""Clocks that are set while games run, and links when the caller says a strange host."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from boxcars.server import steady
from boxcars.server.store import store as stored
from boxcars.server.store.store import Store
from boxcars.server.table.documents import Pace
from tests.server.cards import new_card
from tests.server.inside import Inside
from tests.server.running import OPEN, Seat, table_of
from tests.server.test_clocks import paced
from tests.server.test_store import new_table

PACE = {"kind": "live", "turn": 30, "reserve": 0}


def test_a_clock_that_is_set_neither_lengthens_nor_ends_a_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = time.time
    with Inside(str(tmp_path / "s.sqlite"), limits=False, sweep=0.02) as server:
        seats = table_of(server.url, pace=PACE)

        def left() -> float:
            view = seats[0].view()
            return float(view["seats"][view["actor"]]["clock"]["left"])

        for hours in (-10, 10):
            with monkeypatch.context() as now:
                now.setattr(time, "time", lambda hours=hours: right() + hours * 60)
                assert 0 < left() <= 30
                time.sleep(0.1)  # the scheduler looks whose clock has run out
                assert not any(seat["handed"] for seat in seats[0].view()["seats"])
                view = seats[0].view()
                assert seats[view["actor"]].act(seats[view["actor"]].view()).status_code == 200
                assert 0 < left() <= 30


def test_a_turn_that_would_begin_in_the_future_begins_when_the_server_starts(tmp_path: Path) -> None:
    """The clock was set back while no server ran."""
    file = str(tmp_path / "s.sqlite")
    store = Store(file)
    table = paced(store, Pace(kind="live", turn=30), steady.time() + 600)
    store.close()
    with Inside(file, limits=False, sweep=0.02) as server:
        until = time.monotonic() + 5
        while time.monotonic() < until:
            with server.hall.store.read_transaction() as conn:
                deadline = conn.execute(sa.text("SELECT deadline FROM tables")).scalar_one()
            if deadline < steady.time() + 120:
                break
            time.sleep(0.01)
        view = Seat(server.url, table.id, None).view()
        assert 0 < view["seats"][view["actor"]]["clock"]["left"] <= 90  # (60 seconds of grace after a start)


def test_all_links_begin_with_the_public_address(tmp_path: Path) -> None:
    """The Host header is the caller's word; the operator's counts."""
    public = "https://boxcars.example"
    with Inside(str(tmp_path / "s.sqlite"), limits=False, public_url=public) as server:
        strange = {"Host": "evil.example", "Origin": public}
        http = httpx.Client(base_url=server.url, headers=strange, timeout=30)
        OPEN.append(http)
        ada = new_card(server.url)
        table = http.post("/api/tables", json={"game": "ticket_to_ride", "players": 2}).json()
        joined = http.post(f"/api/tables/{table['table']}/join", json={"name": "B"}).json()
        lesson = http.post("/api/lessons/start", json={"lesson": http.get("/api/lessons").json()["games"][0]["lessons"][0]["id"]})
        carried = ada.http.post("/api/card/carry", headers=strange).json()
        invited = http.get("/api/invite?to=/t/x").json()
        links = [
            *filter(None, table["links"]),
            table["join"],
            joined["link"],
            lesson.json()["join"],
            carried["link"],
            invited["link"],
        ]
        assert all(link.startswith(f"{public}/") for link in links), links


def test_a_table_keeps_only_so_much_chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And those who only watch push out nothing that was said by those who sit there."""
    monkeypatch.setattr(stored, "MOST_CHAT", 5)
    store = Store(str(tmp_path / "s.sqlite"))
    for id in ("one", "two"):
        new_table(store, id)
    store.add_remark("two", 0, "A", "elsewhere", None)
    for n in range(8):
        store.add_remark("one", 0, "A", f"seated {n}", f"key number {n}")
    for n in range(30):
        store.add_remark("one", -1, "B", f"watching {n}", None)
    assert [line.text for line in store.list_remarks("one")] == [
        *(f"seated {n}" for n in range(3, 8)),
        *(f"watching {n}" for n in range(25, 30)),
    ]
    assert [line.text for line in store.list_remarks("two")] == ["elsewhere"]
    assert store.add_remark("one", 0, "A", "seated 7", "key number 7").text == "seated 7"  # sent twice, said once
    store.close()
