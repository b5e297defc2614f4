"""Groups changes into transactions.

SQLite has one writer at a time, and every commit waits for the disk. Changes that arrive meanwhile are committed together with
the next one, so that a slow disk delays changes once and not one after another.
"""

from __future__ import annotations

import asyncio
import threading
from queue import Empty, SimpleQueue

from boxcars.server.jobs.threads import Threads
from boxcars.server.store.store import Store, Write

Job = tuple[Write, "asyncio.Future[None]", asyncio.AbstractEventLoop]
MOST = 200
"""The greatest number of changes in one transaction."""


class WriteQueue:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._threads = None if store.sqlite else Threads(8, "writer")

    async def commit_write(self, write: Write) -> None:
        """Commit a change before returning; raises Conflict if another process was faster. (PostgreSQL groups commits by
        itself.)"""
        loop = asyncio.get_running_loop()
        if self._threads is not None:
            await asyncio.shield(loop.run_in_executor(self._threads, self.store.commit_write, write))
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._commit_batches, name="writer", daemon=True)
            self._thread.start()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put((write, done, loop))
        await asyncio.shield(done)

    def _commit_batches(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            jobs = [job]
            closing = False
            while len(jobs) < MOST:
                try:
                    more = self._jobs.get_nowait()
                except Empty:
                    break
                if more is None:
                    closing = True
                    break
                jobs.append(more)
            errors: list[Exception | None]
            try:
                errors = self.store.commit_all([write for write, _, _ in jobs])
            except Exception as failure:
                errors = [failure] * len(jobs)
            for (_, done, loop), error in zip(jobs, errors, strict=True):
                loop.call_soon_threadsafe(_set_outcome, done, error)
            if closing:
                return

    def close(self, seconds: float) -> bool:
        """Wait up to this many seconds until all changes are written. Returns whether they are."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join(seconds)
            return not self._thread.is_alive()
        return self._threads is None or self._threads.close(seconds)


def _set_outcome(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


class InlineWriteQueue(WriteQueue):
    """A write queue without a thread: a change is on disk before anything else goes on."""

    async def commit_write(self, write: Write) -> None:
        self.store.commit_write(write)
