"""How the server does what takes long in a tab: inline, and heavy jobs in a second web worker."""

from __future__ import annotations

import asyncio
import pickle
import time
from collections.abc import Awaitable, Callable
from typing import Any

from boxcars.server.config import Config
from boxcars.server.jobs.inline_workers import InlineWorker
from boxcars.server.jobs.job_queue import Job, Lane
from boxcars.server.jobs.job_runner import Answer, JobRunner
from boxcars.server.runtime import InlineRuntime
from boxcars.server.store.store import Store

Send = Callable[[bytes, float], Awaitable[bytes | None]]
"""Sends a job to the second worker and waits so many seconds for its answer; None: it did not come, and the worker is new."""
ALL: tuple[Lane, ...] = ("deep", "long", "quick", "parse", "spare")
SHORT: tuple[Lane, ...] = ("quick", "parse")


class WebWorker:
    """The second web worker, reached by messages."""

    def __init__(self, send: Send, lanes: tuple[Lane, ...]) -> None:
        self.lanes = lanes
        self.is_up = False
        self._send = send

    async def do_job(self, job: Job) -> Answer:
        job.begun = time.monotonic()
        answer = await self._send(pickle.dumps((job.work, job.told)), job.limit)
        if answer is None:
            return "slow", f"not done within {job.limit:g} s"
        done: Answer = pickle.loads(answer)  # from our own worker
        return done


class TabWorkers(JobRunner[Any]):
    """The second worker does all heavy jobs. Short ones are done here while it is busy or still on its way up."""

    def __init__(self, send: Send, patience: float) -> None:
        self.other = WebWorker(send, ALL)
        self.here = InlineWorker(SHORT)
        super().__init__([self.other, self.here], patience)

    def _may_begin(self, worker: WebWorker | InlineWorker) -> bool:
        return worker.is_up

    def _begin(self, worker: WebWorker | InlineWorker, job: Job) -> asyncio.Future[Answer]:
        return asyncio.ensure_future(worker.do_job(job))

    def set_up(self, up: bool) -> None:
        """Note that the second worker is there, or is not there (yet)."""
        self.other.is_up = up
        self._assign_jobs()


class TabRuntime(InlineRuntime):
    """The runtime of a tab."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.workers: TabWorkers | None = None

    def make_workers(self, config: Config) -> TabWorkers:
        self.workers = TabWorkers(self._send, config.bot_patience)
        return self.workers

    def open_store(self, config: Config) -> Store:
        return Store(config.database, journal="DELETE")
