"""The table manager: every table of this process, one change at a time for each, committed before anybody is told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from boxcars.core import map_loader
from boxcars.core.game import Refused
from boxcars.core.messages import T
from boxcars.core.type_aliases import AnyRules, Json
from boxcars.server import steady
from boxcars.server.jobs.analysis_queue import Analyses
from boxcars.server.jobs.bot_turns import Bots
from boxcars.server.jobs.job_runner import JobRunner
from boxcars.server.meter import METER, run_metered, run_timed
from boxcars.server.metrics import Metrics
from boxcars.server.page.asset_cache import AssetCache
from boxcars.server.runtime import HOST, Pool, Runtime
from boxcars.server.store.change_feed import ChangeFeed
from boxcars.server.store.results import rate_due
from boxcars.server.store.store import Conflict, Store, Unreadable
from boxcars.server.table import commands
from boxcars.server.table.commands import Change
from boxcars.server.table.documents import Remark
from boxcars.server.table.presence import Presence
from boxcars.server.table.seat_tokens import Found, Tokens
from boxcars.server.table.subscriptions import Subscriptions
from boxcars.server.table.table import Table, from_row, rules_for

R = TypeVar("R")
log = logging.getLogger("boxcars.hall")


ROOM = 256 * 1024 * 1024
"""Approximate bytes that unwatched tables may take in memory."""


WRITTEN = 3.0
"""Seconds to wait for changes to be written when the server stops."""


class Missing(Exception):
    """Raised when there is no such table."""


class TableManager:
    def __init__(
        self,
        store: Store,
        workers: JobRunner[Any],
        metrics: Metrics,
        bot_delay: float = 0.0,
        kept: int = 500,
        room: int = ROOM,
        runtime: Runtime = HOST,
    ) -> None:
        self.runtime = runtime
        self.store = store
        self.workers = workers
        self.metrics = metrics
        self.hub = Subscriptions()
        self.bots = Bots(self, bot_delay)
        self.analyses = Analyses(self)
        self.assets = AssetCache(workers)
        self.kept = kept
        self.room = room
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._lines = {
            "read": runtime.make_pool(8, "reading"),
            "write": runtime.make_pool(4, "writing"),
            "other": runtime.make_pool(6, "working"),
        }
        self.writer = runtime.make_writer(store)
        self.change_feed = ChangeFeed(alone=store.sqlite)  # nobody else writes to a SQLite file: see Store.lock
        self.tokens = Tokens(self._find_token, self.change_feed)
        self.presence = Presence(store, self.hub, self.run_blocking)
        self.sockets: set[asyncio.Future[None]] = set()
        self._chat: dict[str, list[Remark]] = {}
        self.stopping = asyncio.Event()
        """Whether the server is about to stop."""
        self.ill = False
        """Whether the last change could not be written."""
        self.loop = asyncio.get_running_loop()
        self._pools: list[Pool] = list(self._lines.values())
        runtime.set_default_pool(self.loop, self.create_pool(4, "default"))  # the server must be able to stop without it
        self.ended = False
        """Set when the manager is closed and no thread runs."""

    @property
    def closing(self) -> bool:
        return self.stopping.is_set()

    async def run_blocking(self, work: Callable[..., R], *args: Any) -> R:
        """Run something that takes a while off the event loop; it is finished even if the caller goes away.

        What reads, what writes and what merely takes long wait in lines of their own (the work says which is its: see
        ``database.reads``): writers that wait for a locked database hold up nobody who reads.
        """
        loop = asyncio.get_running_loop()
        line = self._lines[getattr(work, "line", "other")]
        meter = METER.get()
        doing = (
            loop.run_in_executor(line, work, *args)
            if meter is None
            else loop.run_in_executor(line, run_timed, meter, work, *args)
        )
        return await asyncio.shield(doing)

    async def load_rules(self, game: str, map: str | None, players: int | None, options: Json) -> AnyRules:
        """Return the rules of a table. A map of somebody's own is read off the event loop."""
        if map is not None and map_loader.is_own(map):
            return await self.run_blocking(rules_for, game, map, players, options)
        return rules_for(game, map, players, options)

    # -- reading -----------------------------------------------------------------------------------------------------

    async def load_table(self, id: str) -> Table:
        """Return the table as stored now, whichever process changed it last."""
        known = self._tables.get(id)
        if known is not None:
            if self.change_feed.alone:
                return known
            seq = await self.run_blocking(self.store.last_seq, id)
            if seq is not None and seq <= known.seq:
                self._tables.move_to_end(id)
                return known
        async with self._table_lock(id):
            return await self._read_table(id)

    def known_table(self, id: str) -> Table | None:
        """Return the table if it is in memory."""
        return self._tables.get(id)

    async def _read_table(self, id: str) -> Table:
        """Update the table in memory to what is stored (the caller holds its lock)."""
        known = self._tables.get(id)
        try:
            found = await self.run_blocking(self.store.load_table, id, known.seq if known is not None else 0)
            if found is None:
                self.forget_table(id)
                self._locks.pop(id, None)
                raise Missing(id)
            row, journal = found
            if known is None:
                setup = row.setup
                if setup.map.startswith(map_loader.KEPT):  # read it beside the event loop; what is wrong with it is said below
                    with contextlib.suppress(Refused, ValueError):
                        await self.load_rules(setup.game, setup.map, setup.players, setup.options)
                known = self._tables[id] = from_row(row, journal)
                self._make_room()
            elif row.seq > known.seq:
                known.follow_journal(row, journal)
        except Unreadable as bad:
            self._tables.pop(id, None)
            self.store.told_of(bad)
            raise
        self.store.trouble.pop(id, None)
        self._tables.move_to_end(id)
        if known.doc.status == "playing" and known.version != known.rules.version:
            await self._go_on_under_new_rules(known)
        return known

    def _make_room(self) -> None:
        """Of the tables unused longest forget first the pictures, which every action draws anew anyway, and only when the rest
        takes too much room the table itself; never one that somebody watches or a bot thinks about."""
        weight = sum(table.weight for table in self._tables.values())
        spare = len(self._tables) - self.kept
        for n, (id, table) in enumerate(list(self._tables.items())):
            if n >= spare and weight <= self.room:
                return
            lock = self._locks.get(id)
            if self.hub.has_listeners(id) or self.bots.is_thinking(id) or (lock is not None and lock.locked()):
                continue
            if n < spare:
                table.forget_pictures()
            if weight > self.room:
                weight -= table.weight
                del self._tables[id]
                self._locks.pop(id, None)

    def forget_table(self, id: str) -> None:
        """Forget a table that is no longer stored, and tell its listeners."""
        self._tables.pop(id, None)
        self._chat.pop(id, None)
        lock = self._locks.get(id)
        if lock is not None and not lock.locked():
            del self._locks[id]
        self.tokens.forget_table(id)
        self.store.trouble.pop(id, None)
        self.hub.publish_change(id)

    async def forget_gone(self) -> None:
        """Forget tables that another process has removed (``boxcars store prune`` beside a running server)."""
        here = list(self._tables)
        there = await self.run_blocking(self.store.existing_tables, here)
        for id in set(here) - there:
            self.forget_table(id)

    async def _go_on_under_new_rules(self, table: Table) -> None:
        """A game whose rules have changed goes on from its newest position, and the log says so."""
        text = T("The rules have been updated. The game continues from here.")
        change = commands.change_version(table, text, steady.time())
        try:
            await self.writer.commit_write(change.write)
        except Conflict:
            return
        table.install_change(change.write, change.position)

    def _table_lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    async def _find_token(self, hash: str) -> Found | None:
        return await self.run_blocking(self.store.device_seat if ":" in hash else self.store.find_token, hash)

    def links_died(self, tables: Iterable[str]) -> None:
        """Tell the listeners of these tables that their links are no longer valid."""
        for id in tables:
            self.tokens.forget_table(id)
            self.hub.publish_change(id)

    # -- changing ----------------------------------------------------------------------------------------------------

    async def change_table(self, id: str, decide: Callable[[Table], Change | None]) -> Table:
        """Let ``decide`` say what to write in view of the newest table, commit it, and only then tell everybody.

        If another process was faster, look again: ``decide`` then sees what that one did.
        """
        return await asyncio.shield(run_metered(self._change_table(id, decide)))

    async def _change_table(self, id: str, decide: Callable[[Table], Change | None]) -> Table:
        async with self._table_lock(id):
            table = self._tables.get(id) or await self._read_table(id)
            if not self.change_feed.alone:
                seq = await self.run_blocking(self.store.last_seq, id)
                if seq != table.seq:
                    table = await self._read_table(id)
            for _ in range(20):
                change = decide(table)
                if change is None:
                    return table
                try:
                    await self.writer.commit_write(change.write)
                except Conflict:
                    self.metrics.conflicts.inc()
                    table = await self._read_table(id)
                    continue
                except SQLAlchemyError:  # whether it was written is for the store to say
                    self._tables.pop(id, None)
                    self.ill = True
                    raise
                self.ill = False
                table.install_change(change.write, change.position)
                if change.write.freed or change.write.taken:
                    self.tokens.forget_table(id)
                break
            else:
                raise Conflict(id)
        self.announce_change(table)
        if change is not None and change.write.result is not None:
            with contextlib.suppress(SQLAlchemyError):  # the scheduler tries again
                await self.run_blocking(rate_due, self.store)
        return table

    def announce_change(self, table: Table) -> None:
        """Wake the listeners of a changed table, and the bot whose turn it is."""
        self.hub.publish_change(table.id)
        self.start_bot(table)

    def look_again(self) -> None:
        """Stop trusting memory, because this process missed messages for a while."""
        self.tokens.forget_all()
        self._chat.clear()
        self.hub.publish_all()

    # -- chat --------------------------------------------------------------------------------------------------------

    async def list_remarks(self, id: str) -> list[Remark]:
        """Return the chat of a table, cached until somebody adds to it."""
        known = self._chat.get(id) if self.change_feed.is_hearing else None
        if known is None:
            known = self._chat[id] = await self.run_blocking(self.store.list_remarks, id)
            if len(self._chat) > self.kept:
                self._chat.pop(next(iter(self._chat)))
        return known

    async def add_remark(self, id: str, seat: int, name: str, text: str, key: str | None) -> Remark:
        made = await self.run_blocking(self.store.add_remark, id, seat, name, text, key)
        self.heard_chat(id)
        return made

    def heard_chat(self, id: str) -> None:
        self._chat.pop(id, None)
        self.hub.publish_change(id)

    # -- the rest ----------------------------------------------------------------------------------------------------

    def start_bot(self, table: Table) -> None:
        self.bots.start_bot(table)

    def is_thinking(self, id: str) -> bool:
        return self.bots.is_thinking(id)

    def in_memory(self) -> int:
        return len(self._tables)

    def dismiss_listeners(self) -> None:
        """Disconnect pages and streams before the server stops, so that they connect to the next one."""
        self.stopping.set()
        for socket in list(self.sockets):
            socket.cancel()
        self.hub.publish_all()

    def exhausted_pools(self) -> list[str]:
        """Return the pools of threads, then the lanes of workers, in which work has waited for more than a few seconds."""
        return [pool.name for pool in self._pools if pool.is_exhausted] + self.workers.exhausted_lanes()

    def create_pool(self, most: int, name: str) -> Pool:
        """Make a pool of threads that is watched, and closed, with the others."""
        made = self.runtime.make_pool(most, name)
        self._pools.append(made)
        return made

    async def close(self) -> None:
        """Finish writing. Everything else gets a second each; then the process ends without it."""
        self.dismiss_listeners()
        await self.bots.close()
        await self.analyses.close()
        self.workers.close()
        written = self.writer.close(WRITTEN)
        closed = [pool.close(1.0) for pool in self._pools]
        self.ended = written and all(closed)
        self.store.close()
