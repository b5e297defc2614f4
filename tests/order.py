"""In which order the workers of a run take the tests.

xdist gives each worker a stretch of the list, and whoever is done takes from the end of another's. So every stretch begins with
something that takes long; what waits for servers and browsers stands in the last stretches, what computes in the first, and the
processors have something of both at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

WAITING = ("browser", "server")
"""Folders of tests that wait for other processes."""
T = TypeVar("T")


def stretches(count: int, workers: int) -> list[int]:
    """How many each worker gets at first."""
    out: list[int] = []
    for worker in range(workers):
        out.append((count - sum(out)) // (workers - worker))
    return out


def dealt(long: Sequence[Sequence[T]], waiting: Sequence[T], computing: Sequence[T], workers: int) -> list[T]:
    """All of them, in the order in which the list is to be cut. What takes long comes by its files: a file's tests share what is
    dear to start."""
    out: list[T] = []
    left = [*waiting, *computing]
    sizes = stretches(sum(map(len, long)) + len(left), workers)
    for worker in reversed(range(workers)):
        left = [*(one for file in long[worker::workers] for one in file), *left]
        out = [*left[: sizes[worker]], *out]
        left = left[sizes[worker] :]
    return [*left, *out]
