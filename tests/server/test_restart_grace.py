"""The minute of grace after a restart, for the whole turn; and one reminder a turn."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from boxcars.server.config import Config
from boxcars.server.jobs.scheduler import Scheduler
from boxcars.server.jobs.worker_pool import Workers
from boxcars.server.metrics import Metrics
from boxcars.server.store.store import Store
from boxcars.server.table import clocks, commands
from boxcars.server.table.documents import Pace
from boxcars.server.table.table import Table
from boxcars.server.table.table_manager import TableManager
from tests.server.test_clocks import paced


def act(table: Table, now: float) -> commands.Change:
    """Keep the tickets, then draw from the deck."""
    legal = table.rules.legal(table.state)
    wanted = next(a for a in legal if type(a).__name__ in ("KeepTickets", "DrawCard"))
    return commands.take_action(table, table.actor, table.ply, None, None, table.rules.write(wanted), now)


def deadline(store: Store) -> float:
    with store.read_transaction() as conn:
        return float(conn.execute(sa.text("SELECT deadline FROM tables")).scalar_one())


def test_grace_holds_for_the_whole_turn(tmp_path: Path) -> None:
    """The first of two draws does not bring the old deadline back, and neither does another restart."""
    file = str(tmp_path / "s.sqlite")
    store = Store(file)
    long_ago = time.time() - 1000
    table = paced(store, Pace(kind="turns", turn=60, reserve=100), long_ago)
    while table.ply < 2:
        change = act(table, long_ago)
        store.commit_write(change.write)
        table.install_change(change.write, change.position)
    assert deadline(store) < time.time() - 800

    async def restart() -> float:
        store = Store(file)
        hall = TableManager(store, Workers(1), Metrics())
        until = time.time() + clocks.GRACE
        run = asyncio.create_task(Scheduler(hall, Config(sweep=0.02)).run_forever())
        while deadline(store) < until - 1:
            await asyncio.sleep(0.01)
        drawn = await hall.load_table(table.id)
        seat = drawn.actor
        await hall.change_table(table.id, lambda t: act(t, time.time()) if t.ply == 2 else None)
        assert drawn.actor == seat and drawn.ply == 3  # the turn goes on
        await asyncio.sleep(0.1)  # the scheduler looks
        assert not drawn.doc.seats[seat].handed
        shown = clocks.clock_payload(drawn.doc, seat, time.time())
        assert shown is not None and 55 < shown["reserve"] <= 60  # the page says what is left
        run.cancel()
        await asyncio.gather(run, return_exceptions=True)
        await hall.close()
        return until

    until = asyncio.run(restart())
    assert deadline(store) == pytest.approx(until, abs=1)
    later = asyncio.run(restart())
    assert deadline(store) == pytest.approx(later, abs=1)
    found = store.load_table(table.id)
    assert found is not None and [e.kind for e in found[1]].count("note") == 2  # kept with the table, for every server to see
    store.close()


def test_whoever_has_time_is_granted_none() -> None:
    from tests.server.test_clocks import doc

    assert clocks.grant_until(doc(), 1100.0) == doc()  # its deadline is later
    assert clocks.turn_deadline(clocks.grant_until(doc(), 2000.0)) == 2000.0
    assert clocks.grant_until(replace(doc(), pace=Pace()), 2000.0) == replace(doc(), pace=Pace())


def test_a_reminder_is_sent_once_a_turn_whatever_else_happens(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    now = time.time()
    table = paced(store, Pace(kind="turns", turn=3600, webhook="https://example.org"), now - 100)
    assert store.due_tables(now, 5)[2] == [table.id] and store.take_reminder(table.id, now)
    change = commands.make_note(table, table.doc, now, commands.HANDED["owner"])
    store.commit_write(change.write)
    assert store.due_tables(time.time(), 5)[2] == []
    store.close()
