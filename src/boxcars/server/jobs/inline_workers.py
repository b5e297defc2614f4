"""Workers without processes: jobs run where the server runs, for browsers and tests."""

from __future__ import annotations

import asyncio
import time

from boxcars.server.jobs.job_queue import Job, Lane
from boxcars.server.jobs.job_runner import Answer, JobRunner, answer_job

LANES: tuple[Lane, ...] = ("quick", "deep", "long", "parse", "spare")


class InlineWorker:
    """Does a job as soon as the event loop comes to it. A job that takes too long cannot be stopped."""

    is_up = True

    def __init__(self, lanes: tuple[Lane, ...] = LANES) -> None:
        self.lanes = lanes

    async def do_job(self, job: Job) -> Answer:
        await asyncio.sleep(0)
        job.begun = time.monotonic()
        return answer_job(job.work, job.told)


class InlineWorkers(JobRunner[InlineWorker]):
    """A runner with one such worker for all lanes."""

    def __init__(self, patience: float) -> None:
        super().__init__([InlineWorker()], patience)

    def _begin(self, worker: InlineWorker, job: Job) -> asyncio.Future[Answer]:
        return asyncio.ensure_future(worker.do_job(job))
