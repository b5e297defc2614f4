"""Tables in memory: forgetting some costs little, and nobody who watches is forgotten."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from boxcars.server.jobs.worker_pool import Workers
from boxcars.server.metrics import Metrics
from boxcars.server.page import game_log, view_payload
from boxcars.server.store.secret_tokens import new_key
from boxcars.server.store.store import Store
from boxcars.server.table import commands, records
from boxcars.server.table.subscriptions import Listener
from boxcars.server.table.table import Table
from boxcars.server.table.table_manager import TableManager
from tests.server.running import played


def hall_with(store: Store, kept: int, room: int = 1 << 30) -> TableManager:
    hall = TableManager(store, Workers(1), Metrics(), kept=kept, room=room)
    hall.start_bot = lambda table: None  # type: ignore[method-assign]
    return hall


async def fill(hall: TableManager, tables: int, actions: int) -> list[str]:
    brought = records.import_record(played(players=3, actions=actions).write())
    return [(await records.create_imported(hall, brought, new_key(), "")).table for _ in range(tables)]


async def act(hall: TableManager, id: str) -> None:
    """One action, and the views that it sends to everybody."""

    def decide_change(table: Table) -> commands.Change:
        legal = table.rules.legal(table.state)
        raw = table.rules.write(legal[table.ply % len(legal)])
        return commands.take_action(table, table.actor, table.ply, None, None, raw, time.time())

    table = await hall.change_table(id, decide_change)
    for seat in range(3):
        view_payload.view_parts(table, seat, "en")


def test_more_tables_than_are_kept_do_not_cost_five_times_the_work(tmp_path: Path) -> None:
    """Fifteen tables in rotation with room for three, against room for all, by processor time (others use this machine, too)."""

    async def rotate(kept: int) -> float:
        store = Store(str(tmp_path / f"{kept}.sqlite"))
        hall = hall_with(store, kept)
        ids = await fill(hall, 15, 60)
        for id in ids:
            await act(hall, id)
        begun = time.process_time()
        for _ in range(2):
            for id in ids:
                await act(hall, id)
        took = time.process_time() - begun
        await hall.close()
        return took

    all_kept, few_kept = asyncio.run(rotate(100)), asyncio.run(rotate(3))
    assert few_kept < 1.8 * all_kept


def test_what_is_watched_or_thought_about_stays(tmp_path: Path) -> None:
    async def crowd() -> None:
        store = Store(str(tmp_path / "s.sqlite"))
        hall = hall_with(store, kept=2, room=1)
        ids = await fill(hall, 6, 10)
        assert hall.in_memory() <= 2
        watched = await hall.load_table(ids[0])
        hall.hub.add_listener(ids[0], Listener(None))
        view_payload.view_parts(watched, None, "en")
        for id in ids[1:]:
            await hall.load_table(id)
        assert await hall.load_table(ids[0]) is watched and ("parts", None, "en") in watched.memo
        assert hall.in_memory() <= 2
        await hall.close()

    asyncio.run(crowd())


def test_a_table_whose_pictures_were_forgotten_tells_the_same(tmp_path: Path) -> None:
    async def tell() -> None:
        store = Store(str(tmp_path / "s.sqlite"))
        hall = hall_with(store, kept=100)
        (id,) = await fill(hall, 1, 40)
        table = await hall.load_table(id)
        before = {
            seat: (view_payload.view_parts(table, seat, "it"), game_log.render_lines(table, seat, "it"))
            for seat in (None, 0, 1, 2)
        }
        table.forget_pictures()
        for seat, (view, lines) in before.items():
            again = view_payload.view_parts(table, seat, "it")
            assert {part for part in view if again[part] != view[part]} <= {"now"}
            assert game_log.render_lines(table, seat, "it") == lines
        await hall.close()

    asyncio.run(tell())
