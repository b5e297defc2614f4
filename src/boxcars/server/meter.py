"""Processor time that one request spends, measured while other requests run in between.

A coroutine is driven step by step and only its own steps are counted; work it hands to a thread of the server adds itself
(``TableManager.blocking``). Work in other processes does not count: the line before the workers shares that out.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from types import coroutine
from typing import Any, TypeVar

from boxcars.core.processor_time import processor_time

R = TypeVar("R")


class Meter:
    """Milliseconds of processor time spent so far."""

    def __init__(self) -> None:
        self.spent = 0.0


METER: ContextVar[Meter | None] = ContextVar("METER", default=None)
"""The meter of the request that the current task works for."""


@coroutine
def _measure_steps(work: Coroutine[Any, Any, R], meter: Meter) -> Generator[Any, Any, R]:
    step: Callable[[Any], Any] = work.send
    given: Any = None
    while True:
        begun = processor_time()
        try:
            awaited = step(given)
        except StopIteration as done:
            result: R = done.value
            return result
        finally:
            meter.spent += (processor_time() - begun) * 1000
        try:
            given = yield awaited
            step = work.send
        except BaseException as error:  # a cancellation too: it is for the work to handle
            given = error
            step = work.throw


async def run_metered(work: Coroutine[Any, Any, R], meter: Meter | None = None) -> R:
    """Run a coroutine and add its processor time to the meter (by default the current one, if there is one)."""
    if meter is None:
        meter = METER.get()
        return await work if meter is None else await _measure_steps(work, meter)
    token = METER.set(meter)
    try:
        return await _measure_steps(work, meter)
    finally:
        METER.reset(token)


def run_timed(meter: Meter, work: Callable[..., R], *args: Any) -> R:
    """Run a function in a thread and add its processor time to the meter."""
    begun = processor_time()
    try:
        return work(*args)
    finally:
        meter.spent += (processor_time() - begun) * 1000
