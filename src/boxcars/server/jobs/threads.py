"""Threads for blocking work, which report whether work waits too long and can be abandoned."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import count
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
LATE = 5.0
"""Threads are exhausted when work has waited for them for this many seconds."""


class Threads(ThreadPoolExecutor):
    """A pool of threads that can be closed within a given time, whatever they are doing."""

    def __init__(self, most: int, name: str) -> None:
        super().__init__(most, thread_name_prefix=name)
        self.name = name
        self._numbers = count()
        self._waiting: dict[int, float] = {}
        self._busy = 0
        self._change = threading.Condition()

    def submit(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        number = next(self._numbers)
        with self._change:
            self._waiting[number] = time.monotonic()

        def run() -> R:
            with self._change:
                self._waiting.pop(number, None)
                self._busy += 1
            try:
                return work(*args, **kwargs)
            finally:
                with self._change:
                    self._busy -= 1
                    self._change.notify_all()

        try:
            future = super().submit(run)
        except RuntimeError:  # closed
            self._forget_call(number)
            raise
        future.add_done_callback(lambda _: self._forget_call(number))  # also of work that was cancelled before it began
        return future

    def _forget_call(self, number: int) -> None:
        with self._change:
            self._waiting.pop(number, None)

    @property
    def busy_count(self) -> int:
        """Return the number of threads at work."""
        return self._busy

    @property
    def is_exhausted(self) -> bool:
        """Return whether work has waited too long for a free thread."""
        with self._change:
            return min(self._waiting.values(), default=time.monotonic()) < time.monotonic() - LATE

    def close(self, seconds: float) -> bool:
        """Drop what waits, and give running work this many seconds to end. Returns whether it did."""
        self.shutdown(wait=False, cancel_futures=True)
        with self._change:
            done: Any = self._change.wait_for(lambda: not self._busy, seconds)
        return bool(done)


class NoThreads(Executor):
    """Replaces a pool where there are no threads: work is done at once where it is submitted."""

    busy_count = 0
    is_exhausted = False

    def __init__(self, name: str) -> None:
        self.name = name

    def submit(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        future: Future[R] = Future()
        try:
            future.set_result(work(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)
        return future

    def close(self, seconds: float) -> bool:
        """Return True: nothing is ever running."""
        return True
