"""Play a list of jobs on local processes (here) or on a Ray cluster (``on_ray``).

Jobs go out in small chunks. A chunk counts when its results are back; if its worker dies before, it is played again, so
every job gives exactly one result. Results come in any order; their numbers give the order of the schedule.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache

import msgspec

from boxcars.arena.game_result import Job, Played, Setup, play
from boxcars.arena.timed_pool import processes
from boxcars.core import codec
from boxcars.core.type_aliases import AnyRules

RETRIES = 5
"""How often a chunk whose worker died is played again before the run is given up."""


@lru_cache(maxsize=4)
def _rules(setup: bytes) -> AnyRules:
    return codec.decoder(Setup).decode(setup).rules()


def play_chunk(setup: bytes, jobs: list[Job], records: bool) -> list[Played]:
    """Play a chunk of games in a worker."""
    rules = _rules(setup)
    return [play(rules, job, records) for job in jobs]


def chunks(jobs: list[Job], workers: int) -> list[list[Job]]:
    """Return the jobs in chunks: small enough that workers end together and a lost one costs little, large enough that transfers
    do not matter."""
    size = max(1, min(16, len(jobs) // (workers * 8)))
    return [jobs[i : i + size] for i in range(0, len(jobs), size)]


def _quiet() -> None:
    """Ignore Ctrl-C in a worker; the parent handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run(
    setup: Setup, jobs: Iterable[Job], workers: int = 1, records: bool = True, on: str = "local", address: str | None = None
) -> Iterator[Played]:
    """Play the jobs; yields each result as it comes. ``workers`` 1 on ``local`` plays in this process."""
    todo = list(jobs)
    setup.rules()  # complain here, not in a worker
    if on == "ray":
        from boxcars.arena.ray_runner import run_on_ray

        yield from run_on_ray(setup, todo, workers, records, address)
    elif workers <= 1:
        rules = setup.rules()
        for job in todo:
            yield play(rules, job, records)
    else:
        yield from _run_processes(setup, todo, workers, records)


def _run_processes(setup: Setup, jobs: list[Job], workers: int, records: bool) -> Iterator[Played]:
    encoded = msgspec.json.encode(setup)
    waiting = chunks(jobs, workers)[::-1]
    losses = 0
    while waiting:
        out: dict[Future[list[Played]], list[Job]] = {}
        try:
            with processes(workers, _quiet) as pool:
                while waiting or out:
                    while waiting and len(out) < workers + 2:
                        chunk = waiting.pop()
                        try:
                            out[pool.submit(play_chunk, encoded, chunk, records)] = chunk
                        except BrokenProcessPool:
                            waiting.append(chunk)
                            raise
                    done, _ = wait(out, return_when=FIRST_COMPLETED)
                    for future in done:
                        results = future.result()
                        del out[future]
                        yield from results
        except BrokenProcessPool:
            # A worker was killed. What is not back yet is played again by a new pool.
            losses += 1
            if losses > RETRIES:
                raise
            for future, chunk in out.items():
                if future.done() and future.exception() is None:
                    yield from future.result()
                else:
                    waiting.append(chunk)
