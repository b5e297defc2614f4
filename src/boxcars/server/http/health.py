"""Health of the server: whether the database answers and takes changes, the disk has room, and threads are free.

One look is shared by everybody who asks within a second, so that asking often costs nothing.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from pathlib import Path

import sqlalchemy.exc

from boxcars.server.table.table_manager import TableManager

log = logging.getLogger("boxcars.health")
FRESH = 1.0
"""Seconds for which a health check is reused."""
WRITES_FRESH = 10.0
"""Seconds between two test writes while everything is well."""
PATIENCE = 2.5
"""Seconds within which every check must answer (monitors wait for four)."""
OPTIONAL = {"parse", "long"}
"""Worker lanes that serve only uploads: the server counts as healthy without them."""
LEAST_ROOM = 16 * 1024 * 1024
"""Bytes that must be free on the disk of a SQLite database; with less, the next game may not be stored."""


def free_disk_space(file: Path | None) -> int | None:
    """Return the free bytes on the database's disk; None if unknown."""
    try:
        return shutil.disk_usage(file.parent).free if file is not None else None
    except OSError:
        return None


class Health:
    def __init__(self, hall: TableManager) -> None:
        self.hall = hall
        self._at = -FRESH
        self._wrote = -WRITES_FRESH
        self._last = "ok"
        self._looking: asyncio.Task[str] | None = None

    async def current_status(self) -> str:
        """Return "ok", or what is wrong: "closing", "exhausted", "disk full" or "no database"."""
        if self.hall.closing:
            return "closing"
        if self._looking is None and time.monotonic() - self._at < FRESH and self._last == "ok" and not self.hall.ill:
            return self._last
        if self._looking is None:
            self._looking = asyncio.create_task(self._check_server())
            self._looking.add_done_callback(self._finish_check)
        return await asyncio.shield(self._looking)

    def _finish_check(self, looked: asyncio.Task[str]) -> None:
        self._looking = None
        self._at = time.monotonic()
        self._last = looked.result() if not looked.cancelled() and looked.exception() is None else "unknown"

    async def _check_server(self) -> str:
        exhausted = [name for name in self.hall.exhausted_pools() if name not in OPTIONAL]
        if exhausted:
            log.warning("no thread is free", extra={"executors": exhausted})
            return "exhausted"
        hall = self.hall
        free = free_disk_space(hall.store.file)
        if free is not None and free < LEAST_ROOM:
            return "disk full"
        try:
            await asyncio.wait_for(hall.run_blocking(hall.store.check_connection), PATIENCE)
            if hall.ill or self._last != "ok" or time.monotonic() - self._wrote > WRITES_FRESH:
                await asyncio.wait_for(hall.run_blocking(hall.store.check_writing), PATIENCE)
                self._wrote = time.monotonic()
                hall.ill = False
        except (sqlalchemy.exc.SQLAlchemyError, TimeoutError):
            return "no database"
        return "ok"
