"""The database is locked, full or away: readers go on, writers are told to come again, and all is well when it is back."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from boxcars.core.chance import new_seed
from boxcars.server.http import health
from boxcars.server.jobs.worker_pool import Workers
from boxcars.server.metrics import Metrics
from boxcars.server.store import lobby_list
from boxcars.server.store.secret_tokens import new_key
from boxcars.server.store.store import Store, Write
from boxcars.server.store.verify import verify_store
from boxcars.server.table import commands
from boxcars.server.table.documents import Doc, Entry, Seat, Setup
from boxcars.server.table.table_manager import TableManager
from tests.server.inside import Inside
from tests.server.postgres import Postgres, binaries
from tests.server.running import Seat as Player
from tests.server.running import Server, make, play_on, table_of
from tests.server.test_store import new_table


def test_a_reader_never_waits_behind_writers_of_a_locked_database(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    store = Store(str(file))
    table = new_table(store)
    doc = Doc(status="open", seats=[Seat(), Seat()])
    setup = Setup(game="ticket_to_ride", map="usa", players=2, options={}, seed=new_seed())

    async def crowd() -> tuple[float, int]:
        hall = TableManager(store, Workers(1), Metrics())
        other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        writes: list[Any] = []
        for i in range(40):
            write = Write(id=f"t{i}", entry=Entry(seq=1, kind="open", at=1.0), doc=doc, version=1)
            writes.append(asyncio.create_task(hall.run_blocking(store.create_table, f"t{i}", setup, 1, write)))
            writes.append(asyncio.create_task(hall.add_remark(table.id, -1, "x", "hello", f"key-{i:08}")))
        writes.append(asyncio.create_task(hall.change_table(table.id, lambda t: commands.leave_seat(t, 0, 2.0))))
        await asyncio.sleep(0.2)
        begun = time.monotonic()
        await hall.run_blocking(lobby_list.list_tables, store)
        await hall.run_blocking(store.load_table, table.id)
        await hall.tokens.seat_of_token("nobody", table.id)
        took = time.monotonic() - begun
        waiting = sum(not task.done() for task in writes)
        other.rollback()
        other.close()
        await asyncio.gather(*writes)
        await hall.close()
        return took, waiting

    took, waiting = asyncio.run(crowd())
    assert waiting > 70 and took < 1.0


def test_what_cannot_be_written_is_not_in_memory_either(tmp_path: Path) -> None:
    """A change that failed leaves the table as it is stored, and the next one succeeds."""
    store = Store(str(tmp_path / "s.sqlite"))
    table = new_table(store)

    async def fail() -> None:
        hall = TableManager(store, Workers(1), Metrics())
        await hall.load_table(table.id)
        with store.write_transaction() as conn:
            conn.execute(sa.text("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT no_room(); END"))
        with pytest.raises(sa.exc.SQLAlchemyError):
            await hall.change_table(table.id, lambda t: commands.leave_seat(t, 0, 2.0))
        assert (await hall.load_table(table.id)).seq == 1 and store.last_seq(table.id) == 1
        with store.write_transaction() as conn:
            conn.execute(sa.text("DROP TRIGGER full"))
        assert (await hall.change_table(table.id, lambda t: commands.leave_seat(t, 0, 2.0))).seq == 2
        await hall.close()

    asyncio.run(fail())


def retry(answer: httpx.Response) -> bool:
    return answer.status_code == 503 and int(answer.headers["retry-after"]) > 0


@pytest.mark.slow
def test_a_full_disk(tmp_path: Path) -> None:
    """The server may write no byte more; it says so, goes on showing what there is, and is well when there is room again."""
    file = tmp_path / "b.sqlite"
    server = Server(str(file), tmp_path, "--no-limits", "--log-level", "error").start()
    try:
        seats = table_of(server.url)
        view = play_on(seats, 4)
        assert server.process is not None
        pid = server.process.pid
        room = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        few = 3_000  # bytes: more than the log has by now, less than a page of the database
        assert server.log.stat().st_size < few / 3
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (few, room[1]))
        actor = seats[view["actor"]]
        mine = actor.view()
        refused = actor.act(mine)
        assert retry(refused) and refused.json()["reason"]["code"] == "no_database", refused.text
        assert retry(httpx.get(f"{server.url}/healthz"))
        assert retry(httpx.post(f"{server.url}/api/tables", json={"game": "ticket_to_ride"}))
        assert actor.view()["ply"] == mine["ply"]
        resource.prlimit(pid, resource.RLIMIT_FSIZE, room)
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        assert play_on(seats, 4)["ply"] == mine["ply"] + 4
    finally:
        assert server.stop() == 0
    assert "Traceback" not in server.log.read_text()
    store = Store(str(file))
    assert {f.differs for f in verify_store(store)} == {""}
    store.close()


@pytest.mark.slow
@pytest.mark.postgres
def test_postgres_is_away_and_comes_back(tmp_path: Path) -> None:
    if binaries() is None:
        pytest.skip("no PostgreSQL here")
    database = Postgres()
    server = Server(database.database(), tmp_path, "--no-limits").start()
    try:
        seats = table_of(server.url)
        view = play_on(seats, 4)
        actor = seats[view["actor"]]
        mine = actor.view()
        database.pause()
        for answer in (actor.act(mine), actor.get("view"), httpx.get(f"{server.url}/api/tables", timeout=30)):
            assert retry(answer), answer.text
        assert retry(httpx.get(f"{server.url}/healthz", timeout=30))
        database.resume()
        server.wait()
        assert play_on(seats, 4)["ply"] == mine["ply"] + 4
        # What PostgreSQL does not take as text is refused, by the gate or by the database, and nothing breaks.
        for path in ("/api/tables/a%00b/view", "/api/tables/%00", "/t/%00"):
            assert httpx.get(server.url + path, timeout=30).status_code in (400, 404)
        mine = seats[actor.view()["actor"]].view()
        for key in ("\0" * 8, "a\0bcdefgh", "é" * 64, "x" * 64):
            answer = seats[mine["you"]].post("chat", text="hello \0 you", key=key)
            assert answer.status_code in (200, 400), answer.text
            made = httpx.post(f"{server.url}/api/tables", json={"game": "ticket_to_ride", "key": key * 2}, timeout=30)
            assert made.status_code in (200, 400), made.text
        refused = seats[mine["you"]].act(mine, key="\0" * 8)
        assert refused.status_code == 400
        assert seats[mine["you"]].act(mine).status_code == 200
        joined = make(server.url, seats=[{"kind": "person", "name": "A\0nn"}])
        with Player(server.url, joined["table"], None) as guest:
            assert guest.post("join", name="B\0ob").status_code == 200
            assert [s["name"] for s in guest.view()["seats"]] == ["A nn", "B ob"]
    finally:
        server.stop()
        database.stop()
    assert "Traceback" not in server.log.read_text()


def test_keys_hold_no_control_characters(server: Server) -> None:
    seats = table_of(server.url)
    mine = next(view for view in (seat.view() for seat in seats) if view["legal"])
    assert seats[mine["you"]].act(mine, key="\0" * 8).status_code == 400
    assert seats[0].post("chat", text="hello", key="abc\ndefgh").status_code == 400
    assert httpx.post(f"{server.url}/api/tables", json={"game": "ticket_to_ride", "key": "\0" * 16}).status_code == 400
    assert new_key().isascii()


def test_health_says_at_once_that_nothing_can_be_written(tmp_path: Path) -> None:
    """Before any change has failed: a monitor must not hear of a full disk from a player."""
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        assert httpx.get(f"{server.url}/healthz").json()["status"] == "ok"
        with server.hall.store.write_transaction() as conn:
            conn.execute(sa.text("CREATE TRIGGER full BEFORE INSERT ON facts BEGIN SELECT no_room(); END"))
        server.gate.app.state.health._wrote -= 60  # it is a while since it tried to write
        server.gate.app.state.health._at -= 60
        ill = httpx.get(f"{server.url}/healthz")
        assert ill.status_code == 503 and ill.json()["status"] == "no database" and ill.headers["retry-after"]
        with server.hall.store.write_transaction() as conn:
            conn.execute(sa.text("DROP TRIGGER full"))
        assert httpx.get(f"{server.url}/healthz").status_code == 200


def test_health_reports_a_disk_without_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        free = health.free_disk_space(tmp_path / "s.sqlite")
        assert free is not None
        monkeypatch.setattr(health, "LEAST_ROOM", free + 2**40)  # as if this disk were nearly full
        full = httpx.get(f"{server.url}/healthz")
        assert full.status_code == 503 and full.json()["status"] == "disk full"
