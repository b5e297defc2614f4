"""Presence: how long the owners of seats have been away, before a seat is given to a bot.

A seat is present while it has an open page or stream, and whenever its token is used. Each process stores twice a minute which
seats it has seen.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from boxcars.server import steady
from boxcars.server.store.database import reads_database, writes_database
from boxcars.server.store.schema import presence
from boxcars.server.store.store import Store
from boxcars.server.table import clocks
from boxcars.server.table.subscriptions import Subscriptions
from boxcars.server.table.table import Table

log = logging.getLogger("boxcars.presence")

BEAT = 30.0
NOTE = sa.text(
    "INSERT INTO presence (table_id, seat, at) SELECT tables.id, :seat, :at FROM tables WHERE tables.id = :table"
    " ON CONFLICT (table_id, seat) DO UPDATE SET at = excluded.at WHERE excluded.at > presence.at"
).bindparams(sa.bindparam("seat", type_=sa.Integer), sa.bindparam("at", type_=sa.Double))
"""SQL that stores when seats were seen (tables that are gone are ignored)."""


class Presence:
    def __init__(self, store: Store, hub: Subscriptions, blocking: Callable[..., Awaitable[Any]]) -> None:
        self.store = store
        self.hub = hub
        self.blocking = blocking
        self.begun = steady.time()
        self._noted: dict[tuple[str, int], float] = {}
        """What was seen and is not stored yet."""

    def note_seat(self, table: str, seat: int) -> None:
        """Note that the seat is present now."""
        if seat >= 0:
            self._noted[table, seat] = steady.time()

    async def away_seats(self, table: Table) -> set[int]:
        """Return people's seats that have been away for as long as the table waits. After a restart all get time to return."""
        now = steady.time()
        if now < self.begun + clocks.GRACE:
            return set()
        seen: dict[int, float] = await self.blocking(self._read_seen, table.id)
        here = self.hub.seats_here(table.id)
        began = max((entry.at for entry in table.journal if entry.kind in ("open", "start")), default=0.0)
        out = set()
        for i, seat in enumerate(table.doc.seats):
            last = max(began, seen.get(i, 0.0), self._noted.get((table.id, i), 0.0))
            if seat.kind == "person" and i not in here and now - last >= table.doc.pace.wait_seconds:
                out.add(i)
        return out

    async def last_seen(self, table: Table, seat: int) -> float:
        """Return when the owner of a seat was last seen; now, if a page is open."""
        if seat in self.hub.seats_here(table.id):
            return steady.time()
        seen: dict[int, float] = await self.blocking(self._read_seen, table.id)
        return max(seen.get(seat, 0.0), self._noted.get((table.id, seat), 0.0))

    @reads_database
    def _read_seen(self, table: str) -> dict[int, float]:
        with self.store.read_transaction() as conn:
            found = conn.execute(sa.select(presence.c.seat, presence.c.at).where(presence.c.table_id == table)).all()
        return {row.seat: row.at for row in found}

    async def run_forever(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self.write_seen()

    async def write_seen(self) -> None:
        """Write down whom this process sees, and has seen since the last time."""
        now = steady.time()
        for table in self.hub.watched_tables():
            for seat in self.hub.seats_here(table):
                self._noted[table, seat] = now
        noted, self._noted = self._noted, {}
        if not noted:
            return
        try:
            await self.blocking(self._write_seen, noted)
        except SQLAlchemyError:
            log.warning("who is there could not be written down; tries again")
            self._noted = noted | self._noted

    @writes_database
    def _write_seen(self, noted: dict[tuple[str, int], float]) -> None:
        rows = [{"table": table, "seat": seat, "at": at} for (table, seat), at in sorted(noted.items())]
        with self.store.write_transaction() as conn:
            conn.execute(NOTE, rows)
