"""Bots at work, in processes of their own: the event loop never waits for a bot.

A task is (rules, position, seat, kind of bot): nothing is kept between two, so a task that was lost with its process is
simply set again.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec

from boxcars.bots import SeatView, make_bot
from boxcars.bots.bot import kinds
from boxcars.core.words import Text
from boxcars.server.documents import Setup
from boxcars.server.table import rules_for

log = logging.getLogger("boxcars.workers")


class Task(msgspec.Struct, frozen=True):
    """What a worker is told. Pickled across; the state stays JSON so that each side decodes it as its own type."""

    game: str
    map: str
    players: int
    options: dict[str, bool | int | str]
    state: bytes
    seat: int
    kind: str
    seed: str


class Advice(msgspec.Struct, frozen=True):
    """A candidate of a hint: the action as JSON, and what the bot thinks of it."""

    action: msgspec.Raw
    text: Text
    value: float
    visits: int
    why: Text


def task(setup: Setup, state: bytes, seat: int, kind: str, seed: str) -> Task:
    return Task(setup.game, setup.map, setup.players, setup.options, state, seat, kind, seed)


def _ready() -> None:
    """A worker ignores the terminal's interrupt: its server ends it; and it ends if the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:  # a server killed outright cannot end its workers: ask the kernel to (Linux)
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGTERM)
    except (OSError, AttributeError):
        pass


def _view(told: Task) -> tuple[Any, SeatView, Any]:
    rules = rules_for(told.game, told.map, told.players, dict(told.options))
    state = msgspec.json.decode(told.state, type=rules.state_type)
    return rules, SeatView(rules, state, told.seat), make_bot(told.kind, rules, told.seed)


def think(told: Task) -> bytes:
    """The chosen action as JSON. A bot that breaks down does not hold up the table."""
    try:
        rules, view, bot = _view(told)
        chosen: bytes = rules.write(bot.choose(view))
        return chosen
    except Exception:
        if told.kind == "random":
            raise
        log.exception("a bot failed; it plays at random", extra={"kind": told.kind, "game": told.game})
        return think(msgspec.structs.replace(told, kind="random"))


def advise(told: Task) -> bytes:
    """A list of Advice as JSON."""
    rules, view, bot = _view(told)
    return msgspec.json.encode(
        [Advice(msgspec.Raw(rules.write(c.action)), rules.say(c.action), c.value, c.visits, c.why) for c in bot.explain(view)]
    )


class Workers:
    """A pool of worker processes that is made again when one of them dies."""

    def __init__(self, count: int | None = None, patience: float = 30.0) -> None:
        self.count = count or max(1, min(4, (os.cpu_count() or 2) - 1))
        self.patience = patience
        self._pool: ProcessPoolExecutor | None = None

    def _get(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.count, mp_context=multiprocessing.get_context("spawn"), initializer=_ready)
        return self._pool

    async def run(self, work: Any, told: Task) -> bytes:
        """Let a worker do it; a bot that takes far too long is replaced by the game's plain judgement."""
        for _ in range(3):
            pool = self._get()
            try:
                async with asyncio.timeout(self.patience):
                    done: bytes = await asyncio.wrap_future(pool.submit(work, told))
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                continue
            except TimeoutError:
                if self._pool is pool:
                    self._pool = None
                    self._end(pool)
                told = msgspec.structs.replace(told, kind="heuristic" if "heuristic" in kinds() else "random")
                continue
            return done
        raise RuntimeError("no worker could finish the task")

    @staticmethod
    def _end(pool: ProcessPoolExecutor) -> None:
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def close(self) -> None:
        if self._pool is not None:
            self._end(self._pool)
            self._pool = None
