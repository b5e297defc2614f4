"""Work spread over processes for a limited time: results until then are returned, the rest is given up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from time import monotonic
from typing import TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")


@contextmanager
def processes(workers: int, begin: Callable[[], None] | None = None) -> Iterator[ProcessPoolExecutor]:
    """Start processes that end with the ``with`` block, whatever they are doing."""
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=begin)
    try:
        yield pool
    finally:
        for process in (pool._processes or {}).values():
            process.terminate()
        pool.shutdown(cancel_futures=True)


def spread(work: Callable[[Task], Done], tasks: Iterable[Task], workers: int, minutes: float) -> Iterator[tuple[Task, Done]]:
    """Yield each task with its result, as they are finished, until all are done or the time is up."""
    end = monotonic() + 60 * minutes
    todo = list(tasks)[::-1]
    out: dict[Future[Done], Task] = {}
    with processes(workers) as pool:
        while todo or out:
            while todo and len(out) < workers + 2:
                task = todo.pop()
                out[pool.submit(work, task)] = task
            done, _ = wait(out, timeout=max(0.0, end - monotonic()), return_when=FIRST_COMPLETED)
            for future in done:
                yield out.pop(future), future.result()
            if not done:
                return
