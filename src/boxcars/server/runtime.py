"""How the server does what takes long: the one place that knows whether it runs on a host or in a browser's tab.

On a host, blocking work goes to threads, the database has a writer of its own and heavy jobs run in processes (``HOST``). A tab
has none of these (``boxcars.server.tab``): work is done inline, and heavy jobs go to a second web worker.
"""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from boxcars.server.config import Config
from boxcars.server.jobs.inline_workers import InlineWorkers
from boxcars.server.jobs.job_runner import JobRunner
from boxcars.server.jobs.threads import NoThreads, Threads
from boxcars.server.store.store import Store
from boxcars.server.store.write_queue import InlineWriteQueue, WriteQueue

Pool = Threads | NoThreads
"""What does blocking work."""


class Runtime(Protocol):
    """What the server asks of the place where it runs."""

    def make_pool(self, most: int, name: str) -> Pool:
        """Return what does blocking work, at most so much of it at once."""

    def set_default_pool(self, loop: asyncio.AbstractEventLoop, pool: Pool) -> None:
        """Let ``asyncio.to_thread`` use this pool."""

    def make_writer(self, store: Store) -> WriteQueue:
        """Return what makes changes lasting."""

    def make_workers(self, config: Config) -> JobRunner[Any]:
        """Return what does heavy jobs."""

    def open_store(self, config: Config) -> Store:
        """Return the store, brought up to date, and ours alone if it is a file."""


class HostRuntime:
    """Threads and processes."""

    def make_pool(self, most: int, name: str) -> Pool:
        return Threads(most, name)

    def set_default_pool(self, loop: asyncio.AbstractEventLoop, pool: Pool) -> None:
        assert isinstance(pool, Threads)
        loop.set_default_executor(pool)

    def make_writer(self, store: Store) -> WriteQueue:
        return WriteQueue(store)

    def make_workers(self, config: Config) -> JobRunner[Any]:
        from boxcars.server.jobs.worker_pool import Workers  # (needs a system with processes)

        return Workers(config.workers, config.bot_patience)

    def open_store(self, config: Config) -> Store:
        store = Store(config.database)
        store.lock_file()
        return store


class InlineRuntime:
    """No threads and no processes: everything is done where it is asked for. Heavy jobs hold up everything else, so a tab has a
    runtime of its own for them."""

    def make_pool(self, most: int, name: str) -> Pool:
        return NoThreads(name)

    def set_default_pool(self, loop: asyncio.AbstractEventLoop, pool: Pool) -> None:
        """Nothing to set: such a loop runs the work of ``asyncio.to_thread`` inline."""

    def make_writer(self, store: Store) -> WriteQueue:
        return InlineWriteQueue(store)

    def make_workers(self, config: Config) -> JobRunner[Any]:
        return InlineWorkers(config.bot_patience)

    def open_store(self, config: Config) -> Store:
        return Store(config.database)


HOST: Runtime = HostRuntime()
