"""Runs queued jobs on workers, whatever a worker is: a process on a host, a web worker in a browser's tab."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, Literal, Protocol, TypeVar

from boxcars.core.game import Refused
from boxcars.server.jobs.job_queue import Busy, Job, JobQueue, Lane, Rank

Answer = tuple[Literal["done", "refused", "raised", "died", "slow"], Any]
PARSE = 2.0
"""Seconds for parsing one uploaded text."""
LATE = 5.0
"""A lane is exhausted when a job has waited in it for this many seconds."""


class Failed(Exception):
    """Raised for a job without an answer. ``why``: it "raised" an error, its process "died", or it was too "slow"."""

    def __init__(self, why: str, text: str = "") -> None:
        super().__init__(f"{why}: {text}" if text else why)
        self.why = why
        self.text = text


def answer_job(work: Callable[[Any], Any], told: Any) -> Answer:
    """Do a job in this process, and return an answer whatever happens."""
    try:
        return "done", work(told)
    except Refused as refused:
        return "refused", refused.reason
    except BaseException:  # an exit too: it is the work that ends, not the worker
        return "raised", traceback.format_exc(limit=-8)[-2000:]


class AnyWorker(Protocol):
    @property
    def lanes(self) -> tuple[Lane, ...]: ...

    @property
    def is_up(self) -> bool: ...


W = TypeVar("W", bound=AnyWorker)


class JobRunner(Generic[W]):
    """Gives each idle worker the next job of its lanes. A subclass starts a job on a worker (``_begin``)."""

    def __init__(self, workers: Sequence[W], patience: float) -> None:
        """``workers``: in the order in which idle ones are given jobs."""
        self.patience = patience
        self.line = JobQueue()
        self.replaced = 0
        self._all = list(workers)
        self._idle = list(workers)
        self._closed = False

    def start_workers(self) -> None:
        """Start the workers before they are needed."""

    @property
    def is_ready(self) -> bool:
        """Return whether a short job would find a running worker."""
        return any(worker.is_up for worker in self._all if "quick" in worker.lanes)

    def submit_job(
        self,
        work: Callable[[Any], Any],
        told: Any,
        *,
        share: str = "",
        rank: Rank = Rank.PEOPLE,
        lane: Lane = "deep",
        limit: float | None = None,
    ) -> Job:
        """Queue a job, whose ``done`` gives the answer. Raises Busy if too many wait already."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        job = Job(work, told, share, rank, lane, self.patience if limit is None else limit, done)
        if self._closed:
            raise Busy(False, 5.0)
        self.line.add_job(job)
        self._assign_jobs()
        return job

    async def wait_for_job(self, job: Job) -> Any:
        """Return the answer of a job. Raises Failed, or Refused where the job itself refused. Cancelling drops the job."""
        try:
            return await job.done
        finally:
            self.line.drop_job(job)

    async def run_job(self, work: Callable[[Any], Any], told: Any, **how: Any) -> Any:
        return await self.wait_for_job(self.submit_job(work, told, **how))

    async def parse_text(self, work: Callable[[Any], Any], told: Any, share: str) -> Any:
        """Parse an uploaded text in a lane of its own, for two seconds at most."""
        return await self.run_job(work, told, share=share, rank=Rank.ASKED, lane="parse", limit=PARSE)

    def exhausted_lanes(self) -> list[str]:
        """Return the lanes in which somebody has waited for more than a few seconds.

        The lane "deep" is left out: there, waiting is normal while strong bots think."""
        return [lane for lane in ("quick", "parse", "long") if self.line.longest_wait(lane) > LATE]

    def _may_begin(self, worker: W) -> bool:
        """Return whether a worker may be given anything now."""
        return True

    def _begin(self, worker: W, job: Job) -> asyncio.Future[Answer]:
        """Start a job on a worker."""
        raise NotImplementedError

    def _ended(self, worker: W) -> None:
        """Note that a worker has finished a job."""

    def _assign_jobs(self) -> None:
        """Give every idle worker the next job that it can do."""
        if self._closed:
            return
        for worker in list(self._idle):
            if not self._may_begin(worker):
                continue
            job = self.line.take_next(worker.lanes)
            if job is None:
                continue
            self._idle.remove(worker)
            self._begin(worker, job).add_done_callback(partial(self._finish_job, worker, job))

    def _finish_job(self, worker: W, job: Job, doing: asyncio.Future[Answer]) -> None:
        self.line.finish_job(job)
        self._idle.append(worker)
        self._ended(worker)
        answer: Answer = ("died", "given up") if doing.cancelled() or doing.exception() is not None else doing.result()
        kind, value = answer
        if kind in ("died", "slow"):
            self.replaced += 1
        if not job.done.done():
            if kind == "done":
                job.done.set_result(value)
            else:
                job.done.set_exception(Refused(value) if kind == "refused" else Failed(kind, str(value)))
                job.done.exception()  # whoever waits hears of it; if nobody does, it is not a complaint
        self._assign_jobs()

    def close(self) -> None:
        """Close the runner: no more jobs are started."""
        self._closed = True
