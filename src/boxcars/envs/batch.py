"""Many games of one kind, stepped together on several processes: arrays in, arrays out.

    with Batch("ticket_to_ride", 64, players=2, workers=2, seed=7) as batch:
        seen = batch.reset()
        for _ in range(1000):
            seen = batch.step(codes_for(seen))  # one code for each game

Every game stands at a choice of the seat that is to act (``seen.seat``). What is given are views of memory shared with the
workers: the next step writes over them, so copy what is to be kept. A game that ends is begun anew within the same step: ``done``
(or ``truncated``) and ``reward`` tell of the game that ended, the observation and the mask are of the new one.

The n-th game in place i has a seed of its own (``seeds``); with it the single environment plays the same, word by word, whatever
the number of workers. ``bots`` puts bots into seats: seatings such as ``[[None, "heuristic"], ["easy", None]]`` (None: whoever
steps the batch), which the games of the batch and of each place take in turn. ``beside="my_module.Mine"`` tells more of every
position than the observation does (what a judge proposes, what a teacher would do): a class that each worker makes of the rules.
"""

from __future__ import annotations

import copy
import multiprocessing
import traceback
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self, TypeAlias, Unpack

import numpy as np
import numpy.typing as npt

from boxcars.bots import Bot, SeatView, make_bot
from boxcars.bots.bot import check_kind
from boxcars.core.kinds import AnyRules
from boxcars.core.registry import load
from boxcars.envs.playing import Playing, Settings

Seating: TypeAlias = Sequence[str | None]


class Seen(NamedTuple):
    """How all games stand, one row for each."""

    observation: npt.NDArray[np.float32]
    mask: npt.NDArray[np.int8]
    seat: npt.NDArray[np.int8]
    """Who is to act."""
    reward: npt.NDArray[np.float32]
    """Of each seat, in the step in which a game ended; 0 otherwise."""
    done: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    seed: npt.NDArray[np.int64]
    """Of the game that stands there now."""
    code: npt.NDArray[np.int32]
    """What was chosen last."""
    beside: npt.NDArray[np.float32]
    """What else is told of the position, where somebody does."""


class Beside(Protocol):
    """Who tells more of a position than the observation does."""

    size: int
    """How many numbers,"""

    def __init__(self, rules: AnyRules) -> None: ...

    def tell(self, view: SeatView, out: npt.NDArray[np.float32]) -> None:
        """which are written here, whenever a learner is to decide anew."""


class Shape(NamedTuple):
    """What the arrays of a batch measure."""

    games: int
    players: int
    features: int
    codes: int
    beside: int

    def fields(self) -> list[tuple[tuple[int, ...], type[np.generic]]]:
        n = self.games
        wide: list[tuple[tuple[int, ...], type[np.generic]]] = [
            ((n, self.features), np.float32),
            ((n, self.codes), np.int8),
            ((n,), np.int8),
            ((n, self.players), np.float32),
        ]
        return [*wide, ((n,), np.bool_), ((n,), np.bool_), ((n,), np.int64), ((n,), np.int32), ((n, self.beside), np.float32)]

    def size(self) -> int:
        return sum(_room(shape, kind) for shape, kind in self.fields())

    def arrays(self, memory: SharedMemory) -> Seen:
        """Views of that memory, one after another."""
        at = 0
        out = []
        for shape, kind in self.fields():
            out.append(np.ndarray(shape, kind, memory.buf, at))
            at += _room(shape, kind)
        return Seen(*out)


def _room(shape: tuple[int, ...], kind: type[np.generic]) -> int:
    """Bytes of an array, to the next full line of the cache."""
    return -(-int(np.prod(shape)) * np.dtype(kind).itemsize // 64) * 64


def made_beside(name: str) -> type[Beside]:
    """The class of that name."""
    found: type[Beside] = load(":".join(name.rpartition(".")[::2]))
    return found


def seed_of(seed: int | str, place: int, number: int) -> int:
    """The seed of the ``number``-th game in a place."""
    return int.from_bytes(blake2b(f"{seed}:{place}:{number}".encode(), digest_size=6).digest())


class _Place:
    """One game of the batch, and those that follow it there."""

    def __init__(self, playing: Playing, seed: int | str, place: int, seatings: Sequence[Seating]) -> None:
        self.playing = playing
        self.luck = seed
        self.place = place
        self.seatings = seatings
        self.number = -1
        self.seed = 0
        self.bots: dict[int, Bot] = {}

    def begin(self) -> None:
        """The next game, up to the first choice that is the learner's."""
        self.number += 1
        self.seed = seed_of(self.luck, self.place, self.number)
        seating = self.seatings[(self.place + self.number) % len(self.seatings)] if self.seatings else ()
        rules = self.playing.rules
        self.bots = {seat: make_bot(kind, rules, f"{self.seed}:{seat}") for seat, kind in enumerate(seating) if kind is not None}
        self.playing.reset(self.seed)
        self._let_bots_play()

    def step(self, code: int) -> None:
        if not self.playing.choose(code):
            raise ValueError(f"game {self.place}: code {code} is not offered now")
        if self.bots:
            self._let_bots_play()

    def _let_bots_play(self) -> None:
        playing = self.playing
        while playing.open and (bot := self.bots.get(playing.seat)) is not None:
            playing.act(bot.choose(SeatView(playing.rules, playing.position, playing.seat)))


class _Part:
    """The games that one process plays, and where it writes how they stand."""

    def __init__(
        self, seen: Seen, game: str, settings: Settings, seed: int | str, seatings: Sequence[Seating], beside: str, places: range
    ) -> None:
        first = Playing(game, **settings)
        self.beside = made_beside(beside)(first.rules) if beside else None
        features = first.coding.features
        self.places = [_Place(copy.copy(first), seed, i, seatings) for i in places]  # they share rules and codes
        mine: list[Any] = [array[places.start : places.stop] for array in seen]
        self.seen = Seen(*mine)
        """This process's part of the arrays,"""
        self.sights = [row[:features].data for row in self.seen.observation]
        self.words = self.seen.observation[:, features:]
        self.masks = [row.data for row in self.seen.mask]
        self.seats, self.seeds = self.seen.seat.data, self.seen.seed.data
        """and of these what is written game by game."""

    def reset(self) -> None:
        self._clear()
        for i, place in enumerate(self.places):
            place.number = -1
            place.begin()
            self._show(i, place, True)

    def step(self) -> None:
        """A word in every game. All that is done with one is done at once: its part of the memory is at hand then."""
        self._clear()
        seen = self.seen
        for i, (place, code) in enumerate(zip(self.places, seen.code.tolist(), strict=True)):
            playing = place.playing
            before = playing.decisions
            place.step(code)
            over, cut = playing.seat < 0, playing.truncated
            new = over or cut or playing.decisions != before
            if over:
                seen.reward[i] = playing.rewards()
                seen.done[i] = True
            if cut:
                seen.truncated[i] = True
            if over or cut:
                place.begin()
            self._show(i, place, new)

    def _clear(self) -> None:
        seen = self.seen
        seen.reward[:] = 0.0
        seen.done[:] = False
        seen.truncated[:] = False
        seen.mask[:] = 0
        self.words[:] = 0.0

    def _show(self, i: int, place: _Place, new: bool) -> None:
        """How a game stands; where its position is not new, what is seen of it stands there already."""
        playing = place.playing
        seat = playing.seat
        if new:
            self.sights[i][:] = playing.features(seat).data
            if self.beside is not None:
                self.beside.tell(SeatView(playing.rules, playing.position, seat), self.seen.beside[i])
        else:
            playing.mark_words(seat, self.words[i])
        playing.mark(seat, self.masks[i])
        self.seats[i] = seat
        self.seeds[i] = place.seed


def _work(
    pipe: Connection, memory: str, shape: Shape, game: str, settings: Settings, rest: tuple[int | str, list[Seating], str, range]
) -> None:
    """A worker: it does what is asked through the pipe until it is closed."""
    shared = SharedMemory(memory)
    part: _Part | None = None
    try:
        part = _Part(shape.arrays(shared), game, settings, *rest)
        while True:
            asked = pipe.recv()
            try:
                (part.reset if asked == "reset" else part.step)()
                pipe.send("")
            except Exception:
                pipe.send(traceback.format_exc())
    except (EOFError, KeyboardInterrupt):
        pass
    finally:
        part = None  # views of the memory must be gone before it is closed
        shared.close()


class Batch:
    """N games of one kind. ``workers``: processes; 0: none, everything happens here."""

    def __init__(
        self,
        game: str,
        games: int,
        *,
        workers: int = 0,
        seed: int | str = 0,
        bots: Sequence[Seating] = (),
        beside: str = "",
        **settings: Unpack[Settings],
    ) -> None:
        if games < 1:
            raise ValueError(f"games: {games}; at least one is needed")
        if not 0 <= workers <= games:
            raise ValueError(f"workers: {workers}; choose 0 to {games}, the number of games")
        playing = Playing(game, **settings)
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
        self._part: _Part | None = None
        self._pipes: list[Connection] = []
        self._workers: list[multiprocessing.process.BaseProcess] = []
        seatings = [list(seating) for seating in bots]
        if not workers:
            self._part = _Part(self._seen, game, settings, seed, seatings, beside, range(games))
            return
        context = multiprocessing.get_context("spawn")
        bounds = [games * i // workers for i in range(workers + 1)]
        for first, last in pairwise(bounds):
            here, there = context.Pipe()
            told = (there, self._memory.name, self.shape, game, settings, (seed, seatings, beside, range(first, last)))
            worker = context.Process(target=_work, args=told, daemon=True)
            worker.start()
            there.close()
            self._pipes.append(here)
            self._workers.append(worker)

    def reset(self) -> Seen:
        """All games from their beginning, with the seeds of the first ones."""
        self._do("reset")
        return self._seen

    def step(self, codes: npt.ArrayLike) -> Seen:
        """One word in every game. A code that is not offered raises ValueError, and nothing has changed."""
        told = np.asarray(codes)
        if told.shape != (self.shape.games,) or not np.issubdtype(told.dtype, np.integer):
            raise ValueError(f"codes: {self.shape.games} whole numbers are needed, one for each game")
        if ((told < 0) | (told >= self.shape.codes)).any() or not self._seen.mask[self._rows, told].all():
            bad = [i for i, code in enumerate(told) if not 0 <= code < self.shape.codes or not self._seen.mask[i, code]]
            raise ValueError(f"codes: not offered in game {bad[0]} (code {told[bad[0]]}); {len(bad)} in all")
        self._seen.code[:] = told
        self._do("step")
        return self._seen

    def _do(self, what: str) -> None:
        if self._part is not None:
            (self._part.reset if what == "reset" else self._part.step)()
            return
        if not self._pipes:
            raise RuntimeError("the batch is closed")
        try:
            for pipe in self._pipes:
                pipe.send(what)
            wrong = [answer for answer in [pipe.recv() for pipe in self._pipes] if answer]
        except (EOFError, OSError):
            self.close()
            raise RuntimeError("a worker of the batch died") from None
        if wrong:
            self.close()
            raise RuntimeError(f"a worker of the batch failed:\n{wrong[0]}")

    def close(self) -> None:
        """Let workers and memory go. What was given before is not to be touched any more."""
        for pipe in self._pipes:
            pipe.close()
        for worker in self._workers:
            worker.join(5)
            if worker.is_alive():
                worker.kill()
        self._pipes, self._workers, self._part = [], [], None
        if self._seen is not None:
            self._seen = None  # type: ignore[assignment]
            with suppress(BufferError):  # somebody still holds a view: the memory goes with it
                self._memory.close()
            self._memory.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        self.close()
