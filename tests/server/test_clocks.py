"""Clocks that survive restarts, reminders, and what the scheduler does by itself."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from boxcars.core.game import Refused
from boxcars.server.config import Config
from boxcars.server.jobs import webhooks
from boxcars.server.jobs.scheduler import Scheduler
from boxcars.server.jobs.worker_pool import Workers
from boxcars.server.metrics import Metrics
from boxcars.server.store.store import Store
from boxcars.server.table import clocks, commands
from boxcars.server.table.documents import Doc, Pace, Seat
from boxcars.server.table.table import Table
from boxcars.server.table.table_manager import TableManager
from tests.server.running import Server, table_of
from tests.server.test_store import new_table

PACE = Pace(kind="turns", turn=60, reserve=100)


def doc(**more: Any) -> Doc:
    seats = [Seat(kind="person", name="A", reserve=100.0), Seat(kind="person", name="B", reserve=100.0)]
    return Doc(status="playing", seats=seats, pace=PACE, actor=0, since=1000.0, **more)


def test_a_turn_uses_its_time_then_the_reserve() -> None:
    d = doc()
    assert clocks.turn_deadline(d) == 1160.0
    assert clocks.clock_payload(d, 0, 1030.0) == {"left": 30.0, "reserve": 100.0, "running": True}
    assert clocks.clock_payload(d, 0, 1080.0) == {"left": 0.0, "reserve": 80.0, "running": True}
    assert clocks.clock_payload(d, 1, 1080.0) == {"left": 60.0, "reserve": 100.0, "running": False}
    same = clocks.pass_turn(d, 0, 1080.0)
    assert same is d  # several actions in a row are one turn
    after = clocks.pass_turn(d, 1, 1080.0)
    assert [s.reserve for s in after.seats] == [80.0, 100.0] and (after.actor, after.since) == (1, 1080.0)
    quick = clocks.pass_turn(d, 1, 1020.0)
    assert [s.reserve for s in quick.seats] == [100.0, 100.0]


def test_bots_and_tables_without_pace_have_no_deadline() -> None:
    assert clocks.turn_deadline(replace(doc(), pace=Pace())) is None
    assert clocks.turn_deadline(commands.with_seat(doc(), 0, handed="owner")) is None
    assert clocks.clock_payload(replace(doc(), pace=Pace()), 0, 1.0) is None


def paced(store: Store, pace: Pace, started: float) -> Table:
    table = new_table(store)
    table.doc = replace(table.doc, pace=pace)
    change = commands.start_game(table, started)
    store.commit_write(change.write)
    table.install_change(change.write, change.position)
    return table


def hall_on(store: Store) -> TableManager:
    return TableManager(store, Workers(1), Metrics())


def test_a_clock_that_ran_out_hands_the_seat_to_a_bot(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    table = paced(store, PACE, time.time() - 1000)

    async def look() -> Table:
        hall = hall_on(store)
        await Scheduler(hall, Config()).check_tables(5.0)
        found = await hall.load_table(table.id)
        hall.stopping.set()
        await hall.bots.close()
        hall.workers.close()
        return found

    found = asyncio.run(look())
    assert found.doc.seats[table.actor].handed == "clock"
    assert "run out of time" in found.journal[-1].body.decode()
    store.close()


def test_after_a_restart_there_is_a_minute_of_grace(tmp_path: Path) -> None:
    """The deadline is in the store: it is known after a restart, and not enforced before people could come back."""
    store = Store(str(tmp_path / "s.sqlite"))
    table = paced(store, PACE, time.time() - 1000)

    async def look() -> Table:
        hall = hall_on(store)
        job = asyncio.create_task(Scheduler(hall, Config(sweep=0.05)).run_forever())
        await asyncio.sleep(0.4)
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)
        return await hall.load_table(table.id)

    assert asyncio.run(look()).doc.seats[table.actor].handed == ""
    with store.read_transaction() as conn:
        deadline = conn.execute(sa.text("SELECT deadline FROM tables")).scalar_one()
    assert time.time() + 50 < deadline <= time.time() + 61
    store.close()


class Hook(BaseHTTPRequestHandler):
    got: list[dict[str, Any]] = []

    def do_POST(self) -> None:
        Hook.got.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


def test_reminders_are_posted_once(tmp_path: Path) -> None:
    hook = HTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=hook.serve_forever)
    thread.start()
    store = Store(str(tmp_path / "s.sqlite"))
    url = f"http://127.0.0.1:{hook.server_port}/hook"
    config = Config(private_webhooks=True, public_url="https://boxcars.example")
    table = paced(store, Pace(kind="turns", turn=3600, reserve=0, webhook=url), time.time() - 100)

    async def look() -> None:
        hall = hall_on(store)
        scheduler = Scheduler(hall, config)
        await scheduler.check_tables(5.0)
        await scheduler.check_tables(5.0)
        await asyncio.gather(*scheduler._posts)

    try:
        Hook.got.clear()
        asyncio.run(look())
    finally:
        hook.shutdown()
        thread.join()
        hook.server_close()
        store.close()
    assert len(Hook.got) == 1
    told = Hook.got[0]
    assert told["event"] == "your_turn" and told["seat"] == table.actor and told["url"] == "https://boxcars.example/t/one"
    assert set(told) == {"event", "table", "url", "game", "seat", "name", "ply", "since", "deadline", "sent"}


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/x",
        "https://127.0.0.1/x",
        "https://[::1]/",
        "https://10.0.0.8/",
        "ftp://example.org",
        "https://u:p@h/",
        "x",
    ],
)
def test_reminders_do_not_reach_into_the_servers_network(url: str) -> None:
    with pytest.raises(Refused):
        webhooks.check_url(url, Config())
    assert not webhooks.send_reminder("https://localhost/x", {}, Config())


def test_a_paced_table_shows_its_clocks(server: Server) -> None:
    seats = table_of(server.url, pace={"kind": "live", "turn": 30, "reserve": 120})
    view = seats[0].view()
    running = view["seats"][view["actor"]]["clock"]
    assert running["running"] and 28 <= running["left"] <= 30 and running["reserve"] == 120
    short = httpx.post(f"{server.url}/api/tables", json={"game": "ticket_to_ride", "pace": {"kind": "live", "turn": 1}})
    assert short.status_code == 422
