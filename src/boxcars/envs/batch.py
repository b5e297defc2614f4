"""Many games of one kind, stepped together on several processes: arrays in, arrays out.

    with Batch("ticket_to_ride", 64, players=2, workers=2, seed=7) as batch:
        seen = batch.reset()
        for _ in range(1000):
            seen = batch.step(codes_for(seen))  # one code for each game

Every game stands at a choice of the seat that is to act (``seen.seat``). What is given are views of memory shared with the
workers: the next step writes over them, so copy what is to be kept. A game that ends is begun anew within the same step: ``done``
(or ``truncated``) and ``reward`` tell of the game that ended, the observation and the mask are of the new one.

With ``groups=2`` half of the games can be stepped while codes are chosen for the others: ``send`` the codes of a group, ``recv``
how it stands, both at any time. Nobody waits for anybody then::

    with Batch("ticket_to_ride", 64, players=2, workers=2, groups=2) as batch:
        batch.reset()
        seen = [batch.look(group) for group in range(2)]
        batch.send(codes_for(seen[0]), 0)
        for i in range(1000):
            batch.send(codes_for(seen[~i & 1]), ~i & 1)
            seen[i & 1] = batch.recv(i & 1)

The n-th game in place i has a seed of its own (``seeds``); with it the single environment plays the same, word by word, whatever
the number of workers. ``bots`` puts bots into seats: seatings such as ``[[None, "heuristic"], ["easy", None]]`` (None: whoever
steps the batch), which the games of the batch and of each place take in turn. ``beside="my_module.Mine"`` tells more of every
position than the observation does (what an evaluator proposes, what a teacher would do): a class that each worker makes of the
rules.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from types import TracebackType
from typing import Any, NoReturn, Self, Unpack

import numpy as np
import numpy.typing as npt

from boxcars.bots.bot import check_kind
from boxcars.envs.batch_worker import (
    FAILED,
    RESET,
    Beside,
    Part,
    Seating,
    Seen,
    Shape,
    heard,
    made_beside,
    ranges,
    seed_of,
    tell,
    work,
)
from boxcars.envs.game_session import GameSession, Settings

__all__ = ["Batch", "Beside", "Seating", "Seen", "seed_of"]


class Batch:
    """N games of one kind. ``workers``: processes; 0: none, everything happens here. ``groups``: parts to be stepped apart."""

    def __init__(
        self,
        game: str,
        games: int,
        *,
        workers: int = 0,
        groups: int = 1,
        seed: int | str = 0,
        bots: Sequence[Seating] = (),
        beside: str = "",
        **settings: Unpack[Settings],
    ) -> None:
        if games < 1:
            raise ValueError(f"games: {games}; at least one is needed")
        if not 1 <= groups <= min(games, FAILED):
            raise ValueError(f"groups: {groups}; choose 1 to {min(games, FAILED)}")
        if not 0 <= workers <= games // groups:
            raise ValueError(f"workers: {workers}; choose 0 to {games // groups}, the number of games in a group")
        playing = GameSession(game, **settings)
        self.rules = playing.rules
        self.coding = playing.coding
        for seating in bots:
            if len(seating) != self.rules.players:
                raise ValueError(f"bots: a seating needs {self.rules.players} entries, not {len(seating)}")
            if None not in seating:
                raise ValueError("bots: in every seating somebody has to learn (None)")
            for kind in seating:
                if kind is not None:
                    check_kind(kind)
        more = made_beside(beside).size if beside else 0
        self.shape = Shape(games, self.rules.players, self.coding.size, self.coding.actions, more)
        self._memory = SharedMemory(create=True, size=self.shape.size())
        self._seen = self.shape.arrays(self._memory)
        self._rows = np.arange(games)
        self._groups = ranges(range(games), groups)
        self._looks = [self._seen.only(group) for group in self._groups]
        self._sent: set[int] = set()
        """Groups whose step is running."""
        self._answered: list[set[int]] = []
        """For each such group the number of workers that have finished it."""
        self._parts: list[Part] = []
        self._pipes: list[tuple[Connection, Connection]] = []
        """The pipes to and from each worker."""
        self._workers: list[multiprocessing.process.BaseProcess] = []
        rest = (seed, [list(seating) for seating in bots], beside)
        if not workers:
            self._parts = [Part(self._seen, game, settings, *rest, group) for group in self._groups]
            return
        context = multiprocessing.get_context("spawn")
        for mine in zip(*(ranges(group, workers) for group in self._groups), strict=True):
            asked, ask = context.Pipe(duplex=False)
            hear, answer = context.Pipe(duplex=False)
            told = (asked, answer, self._memory.name, self.shape, game, settings, rest, list(mine))
            worker = context.Process(target=work, args=told, daemon=True)
            worker.start()
            asked.close()
            answer.close()
            self._pipes.append((ask, hear))
            self._answered.append(set())
            self._workers.append(worker)

    def reset(self) -> Seen:
        """Start all games from the beginning, with their first seeds."""
        if self._sent:
            raise RuntimeError("a group is being stepped: receive it first")
        for part in self._parts:
            part.reset()
        self._ask(RESET)
        self._hear(RESET)
        return self._seen

    def step(self, codes: npt.ArrayLike) -> Seen:
        """Choose a code in every game. A code that is not offered raises ValueError and changes nothing."""
        if self._sent:
            raise RuntimeError("a group is being stepped: receive it first")
        told = np.asarray(codes)
        self._check(told, self._seen)
        for group, places in enumerate(self._groups):
            self._begin(group, told[places.start : places.stop])
        for group in range(len(self._groups)):
            self.recv(group)
        return self._seen

    def look(self, group: int) -> Seen:
        """Return the state of the games of a group, as last received."""
        return self._looks[group]

    def send(self, codes: npt.ArrayLike, group: int = 0) -> None:
        """Choose a code in every game of a group; returns at once. Invalid codes are reported here, as in ``step``."""
        if group in self._sent:
            raise RuntimeError(f"group {group} is being stepped: receive it first")
        told = np.asarray(codes)
        self._check(told, self._looks[group])
        self._begin(group, told)

    def recv(self, group: int = 0) -> Seen:
        """Wait for a group's step and return the state of its games."""
        if group not in self._sent:
            raise RuntimeError(f"nothing was sent to group {group}")
        self._hear(group)
        self._sent.discard(group)
        return self._looks[group]

    def _check(self, told: npt.NDArray[Any], seen: Seen) -> None:
        games = len(seen.code)
        if told.shape != (games,) or not np.issubdtype(told.dtype, np.integer):
            raise ValueError(f"codes: {games} whole numbers are needed, one for each game")
        if told.min() < 0 or told.max() >= self.shape.codes or not seen.mask[self._rows[:games], told].all():
            bad = [i for i, code in enumerate(told) if not 0 <= code < self.shape.codes or not seen.mask[i, code]]
            raise ValueError(f"codes: not offered in game {bad[0]} (code {told[bad[0]]}); {len(bad)} in all")

    def _begin(self, group: int, told: npt.NDArray[Any]) -> None:
        self._looks[group].code[:] = told
        self._sent.add(group)
        if self._parts:
            self._parts[group].step()
        self._ask(group)

    def _ask(self, what: int) -> None:
        """Send a command to all workers, if there are any."""
        if not self._pipes and not self._parts:
            raise RuntimeError("the batch is closed")
        try:
            for ask, _ in self._pipes:
                tell(ask, what)
        except OSError:
            self._died()

    def _hear(self, what: int) -> None:
        """Wait until all workers have finished a command. They answer in the order of the commands."""
        for (_, hear), answered in zip(self._pipes, self._answered, strict=True):
            while what not in answered:
                try:
                    answer = heard(hear)
                    why = hear.recv_bytes().decode() if answer == FAILED else ""
                except (EOFError, OSError):
                    self._died()
                if why:
                    self.close()
                    raise RuntimeError(f"a worker of the batch failed:\n{why}")
                answered.add(answer)
            answered.discard(what)

    def _died(self) -> NoReturn:
        self.close()
        raise RuntimeError("a worker of the batch died") from None

    def close(self) -> None:
        """Stop workers and release memory. Arrays returned before must not be used any more."""
        for ask, hear in self._pipes:
            ask.close()
            hear.close()
        for worker in self._workers:
            worker.join(5)
            if worker.is_alive():
                worker.kill()
        self._pipes, self._workers, self._parts, self._looks = [], [], [], []
        if self._seen is not None:
            self._seen = None  # type: ignore[assignment]
            with suppress(BufferError):  # somebody still holds a view: the memory goes with it
                self._memory.close()
            self._memory.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        self.close()
