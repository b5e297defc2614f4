"""The line before the workers: who is served next, and how many may wait.

Whoever has been served least is next. What counts is the address work is done for (its share), so a hundred tables of one
person wait for each other and not in front of somebody else's one.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from typing import Any, Literal

Lane = Literal["quick", "deep", "long", "parse", "spare"]
"""Short work; the thinking of strong bots; replays of whole games; reading texts that strangers sent; what is done while
nobody else waits. Each has workers that nothing else can hold up."""

HOUSE = "house"
"""The share for jobs that are done once for everybody, such as drawing a map."""


class Rank(IntEnum):
    """The order among the jobs of one share."""

    ASKED = 0
    """Somebody waits for the answer: a hint, a picture, an import."""
    PEOPLE = 1
    """A bot at a table where people play."""
    BOTS = 2
    """A bot at a table where only bots play."""
    SPARE = 3
    """Jobs that can wait: long analyses, in pieces of a fraction of a second, one after another."""


PRICE = {Rank.ASKED: 1.0, Rank.PEOPLE: 1.0, Rank.BOTS: 4.0, Rank.SPARE: 8.0}
"""By rank, how much a second of work counts against a share: more if nobody waits for it."""

OWN: dict[tuple[Rank, Lane], int] = {
    (Rank.ASKED, "long"): 4,
    (Rank.ASKED, "parse"): 8,
    (Rank.ASKED, "deep"): 8,
    (Rank.ASKED, "quick"): 32,
}
OWN_OTHERS = 200
ALL: dict[Rank, int] = {Rank.ASKED: 100, Rank.SPARE: 100}
ALL_OTHERS = 4000
"""By rank, how many jobs may wait in a lane: of one share, and of all together."""


class Busy(Exception):
    """Raised when no more jobs may wait. ``own``: because of the caller's own jobs; ``wait``: seconds after which to try
    again."""

    def __init__(self, own: bool, wait: float) -> None:
        super().__init__("busy")
        self.own = own
        self.wait = wait


@dataclass(eq=False)
class Job:
    """A job: ``work(told)``, done in another process within ``limit`` seconds of its start."""

    work: Callable[[Any], Any]
    told: Any
    share: str
    rank: Rank
    lane: Lane
    limit: float
    done: asyncio.Future[Any]
    number: int = 0
    begun: float = 0.0
    took: float = 0.0
    set: float = field(default_factory=time.monotonic)

    @property
    def waited_seconds(self) -> float:
        return (self.begun or time.monotonic()) - self.set


class JobQueue:
    """Fair queueing by start time. ``_used``: the work done for each share; an idle share saves up nothing."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Job]] = {}
        self._running: Counter[str] = Counter()
        self._used: dict[str, float] = {}
        self._floor = 0.0
        self._numbers = count()

    def __len__(self) -> int:
        return sum(len(jobs) for jobs in self._waiting.values())

    def _all_jobs(self) -> Iterator[Job]:
        return (job for jobs in self._waiting.values() for job in jobs)

    def has_urgent(self) -> bool:
        """Return whether a job waits that is not spare."""
        return any(job.lane != "spare" for job in self._all_jobs())

    def longest_wait(self, lane: Lane) -> float:
        """Return for how many seconds the oldest job of a lane has waited; what can wait (rank spare) does not count."""
        return max((job.waited_seconds for job in self._all_jobs() if job.lane == lane and job.rank != Rank.SPARE), default=0.0)

    def check_room(self, share: str, rank: Rank, lane: Lane) -> None:
        """Raise Busy if one more job would be too many. (Jobs for everybody are few, and never refused.)"""
        if share == HOUSE:
            return
        before = sum(job.rank == rank and job.lane == lane for job in self._waiting.get(share, ()))
        if before >= OWN.get((rank, lane), OWN_OTHERS):
            raise Busy(True, min(30.0, 2.0 + before))
        if sum(job.rank == rank and job.lane == lane for job in self._all_jobs()) >= ALL.get(rank, ALL_OTHERS):
            raise Busy(False, 10.0)

    def add_job(self, job: Job) -> None:
        """Add a job; raises Busy if too many wait already."""
        self.check_room(job.share, job.rank, job.lane)
        job.number = next(self._numbers)
        self._waiting.setdefault(job.share, []).append(job)
        self._used[job.share] = max(self._used.get(job.share, 0.0), self._floor)

    def drop_job(self, job: Job) -> None:
        """Remove a job that nobody wants any more."""
        jobs = self._waiting.get(job.share, [])
        if job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[job.share]

    def take_next(self, lanes: Collection[Lane]) -> Job | None:
        """Remove and return the next job of these lanes: of the share with the least work running and done, its most urgent, then
        its oldest."""
        able = [share for share, jobs in self._waiting.items() if any(job.lane in lanes for job in jobs)]
        if not able:
            return None
        share = min(able, key=lambda s: (self._running[s], self._used[s]))
        job = min((j for j in self._waiting[share] if j.lane in lanes), key=lambda j: (j.rank, j.number))
        self.drop_job(job)
        self._running[share] += 1
        self._floor = max(self._floor, self._used[share])
        job.begun = time.monotonic()
        return job

    def finish_job(self, job: Job) -> None:
        job.took = time.monotonic() - job.begun
        self._used[job.share] = self._used.get(job.share, self._floor) + job.took * PRICE[job.rank]
        self._running[job.share] -= 1
        if not self._running[job.share]:
            del self._running[job.share]
        if len(self._used) > 1000:  # those who want nothing now and have had no more than others are like newcomers
            self._used = {s: u for s, u in self._used.items() if s in self._waiting or s in self._running or u > self._floor}
