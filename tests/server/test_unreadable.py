"""A table that cannot be read is its own trouble: the lobby, the scheduler, the commands and every other table go on."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from boxcars.server.config import Config
from boxcars.server.jobs.scheduler import Scheduler
from boxcars.server.jobs.worker_pool import Workers
from boxcars.server.metrics import Metrics
from boxcars.server.store import lobby_list
from boxcars.server.store.store import Store
from boxcars.server.store.table_rows import Unreadable
from boxcars.server.store.verify import verify_store
from boxcars.server.table import commands
from boxcars.server.table.table_manager import TableManager
from tests.server.running import Seat, Server, make, play_on, table_of
from tests.server.test_store import boxcars, new_table, settled

DAMAGE = {
    "setup": "UPDATE tables SET setup = x'7b' WHERE id = ?",
    "unknown game": "UPDATE tables SET setup = replace(CAST(setup AS TEXT), 'ticket_to_ride', 'gone') WHERE id = ?",
    "doc": "UPDATE tables SET doc = CAST('{\"status\":5}' AS BLOB) WHERE id = ?",
    "no bytes": "UPDATE tables SET doc = 7 WHERE id = ?",
    "seats": "UPDATE tables SET doc = replace(CAST(doc AS TEXT), '\"actor\":', '\"actor\":9') WHERE id = ?",
    "state": "UPDATE tables SET state = CAST('{\"deck\":[]}' AS BLOB) WHERE id = ?",
    "no state": "UPDATE tables SET state = NULL WHERE id = ?",
    "entry": "UPDATE entries SET kind = 'what' WHERE table_id = ? AND seq = 3",
    "entry type": "UPDATE entries SET ply = 'x' WHERE table_id = ? AND seq = 3",
}


@pytest.mark.parametrize("part", DAMAGE)
def test_one_bad_table_is_stepped_over(tmp_path: Path, part: str, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    good, bad = settled(store, 12), settled(store, 10)
    with store.write_transaction() as conn:
        conn.execute(sa.text("UPDATE tables SET listed = 1, deadline = 5, bot = 1"))
        conn.exec_driver_sql(DAMAGE[part], (bad.id,))
    findings = {f.table: f for f in verify_store(store)}
    assert findings[good.id].differs == "" and findings[good.id].replayed == 12
    assert "cannot be read" in findings[bad.id].differs

    async def go_on() -> None:
        hall = TableManager(store, Workers(1), Metrics())
        hall.start_bot = lambda table: None  # type: ignore[method-assign]
        scheduler = Scheduler(hall, Config())
        for _ in range(3):
            await scheduler.check_tables(0.0)
            assert good.id in [t.id for t in lobby_list.list_tables(store)]
        with pytest.raises(Unreadable):
            await hall.load_table(bad.id)
        assert (await hall.load_table(good.id)).ply == 12
        assert list(store.trouble) == [bad.id]
        await hall.close()

    with caplog.at_level(logging.ERROR):
        asyncio.run(go_on())
    told = [record for record in caplog.records if getattr(record, "table", "") == bad.id]
    assert len(told) == 1, [r.getMessage() for r in told]  # once, however often it was met


def test_a_broken_line_of_the_log_is_left_out(tmp_path: Path) -> None:
    from boxcars.server.page import game_log

    store = Store(str(tmp_path / "s.sqlite"))
    table = new_table(store)
    change = commands.leave_seat(table, 1, 2.0)
    store.commit_write(change.write)
    with store.write_transaction() as conn:
        conn.execute(sa.text("UPDATE entries SET body = x'ff00' WHERE seq = 2"))

    async def look() -> int:
        hall = TableManager(store, Workers(1), Metrics())
        found = len(game_log.render_lines(await hall.load_table(table.id), 0, "en"))
        await hall.close()
        return found

    assert asyncio.run(look()) == 0


@pytest.mark.slow
def test_a_server_with_a_bad_table(tmp_path: Path) -> None:
    """Its own page is told; everybody else has a lobby, clocks and bots. The commands for the host say which one it is."""
    file = tmp_path / "b.sqlite"
    server = Server(str(file), tmp_path, "--no-limits").start()
    bad = make(server.url, seats=[{"kind": "person"}, {"kind": "bot"}], start=True, listed=True)["table"]
    server.stop()
    with sqlite3.connect(file) as conn:
        conn.execute("UPDATE tables SET doc = x'00', bot = 1, deadline = 1")
    conn.close()
    server.start()
    try:
        seats = table_of(server.url, 1, bots=1, listed=True)
        lobby = httpx.get(f"{server.url}/api/tables").json()
        assert [t["table"] for t in (lobby if isinstance(lobby, list) else lobby["tables"])] == [seats[0].table]
        with Seat(server.url, bad, None) as guest:
            refused = guest.get("view")
            assert (refused.status_code, refused.json()["reason"]["code"]) == (422, "unreadable")
            with pytest.raises(ConnectionClosed) as closed, guest.live() as socket:  # it may be closed before the hello
                socket.recv(timeout=5)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4410
        play_on(seats, 6)
        assert "boxcars_tables_unreadable 1" in httpx.get(f"{server.url}/metrics").text
        ran = boxcars("verify-store", "--database", str(file))
        assert ran.returncode == 1 and bad in ran.stdout and "Traceback" not in ran.stderr
        assert boxcars("export-table", bad, str(tmp_path / "r"), "--database", str(file)).returncode == 2
        whole = tmp_path / "whole.json"
        assert boxcars("store", "export", bad, str(whole), "--database", str(file)).returncode == 0
        assert stat.S_IMODE(whole.stat().st_mode) == 0o600
        kept: dict[str, Any] = json.loads(whole.read_text())
        assert kept["table"]["doc"] == {"unreadable": "\x00"} and kept["record"] is None and len(kept["journal"]) >= 2
    finally:
        assert server.stop() == 0
    log = server.log.read_text()
    assert log.count("a table cannot be read") == 1 and "Traceback" not in log
