"""The games of a batch (``envs/batch.py``) in a worker process, or in the process that steps them."""

from __future__ import annotations

import copy
import gc
import os
import sys
import traceback
from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from boxcars.bots import Bot, SeatView, make_bot
from boxcars.core.registry import load
from boxcars.core.type_aliases import AnyRules
from boxcars.envs.game_session import GameSession, Settings

Seating: TypeAlias = Sequence[str | None]

RESET: Final = 255
"""Command to a worker to reset all its games; smaller numbers mean a step of that group."""
FAILED: Final = 254
"""A worker's answer before it reports an error."""
RUBBISH: Final = 100_000
"""Number of new objects between two garbage collections in a worker: games leave no cycles, and every collection displaces the
cache."""


class Seen(NamedTuple):
    """The state of all games of a batch, one row for each."""

    observation: npt.NDArray[np.float32]
    mask: npt.NDArray[np.int8]
    seat: npt.NDArray[np.int8]
    """The seat to act."""
    reward: npt.NDArray[np.float32]
    """The reward of each seat in the step in which a game ended; 0 otherwise."""
    done: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    seed: npt.NDArray[np.int64]
    """The seed of the current game."""
    code: npt.NDArray[np.int32]
    """The code chosen last."""
    beside: npt.NDArray[np.float32]
    """Additional numbers about the position, if a ``Beside`` class gives them."""

    def only(self, places: range) -> Seen:
        """Return some of the games."""
        rows: list[Any] = [array[places.start : places.stop] for array in self]
        return Seen(*rows)


class Beside(Protocol):
    """Gives additional numbers about a position to learners."""

    size: int
    """How many numbers ``tell`` writes."""

    def __init__(self, rules: AnyRules) -> None: ...

    def tell(self, view: SeatView, out: npt.NDArray[np.float32]) -> None:
        """Write the numbers, whenever a learner is to decide."""


class Shape(NamedTuple):
    """The sizes of a batch's arrays."""

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
        """Return views of the shared memory, one after another."""
        at = 0
        out = []
        for shape, kind in self.fields():
            out.append(np.ndarray(shape, kind, memory.buf, at))
            at += _room(shape, kind)
        return Seen(*out)


def _room(shape: tuple[int, ...], kind: type[np.generic]) -> int:
    """Return the bytes of an array, rounded up to a full cache line."""
    return -(-int(np.prod(shape)) * np.dtype(kind).itemsize // 64) * 64


def ranges(places: range, parts: int) -> list[range]:
    """Return ranges of about the same size, as many as asked for."""
    bounds = [places.start + len(places) * i // parts for i in range(parts + 1)]
    return [range(first, last) for first, last in pairwise(bounds)]


def made_beside(name: str) -> type[Beside]:
    """Return the class with this dotted name."""
    found: type[Beside] = load(":".join(name.rpartition(".")[::2]))
    return found


def seed_of(seed: int | str, place: int, number: int) -> int:
    """Return the seed of the ``number``-th game in a place."""
    return int.from_bytes(blake2b(f"{seed}:{place}:{number}".encode(), digest_size=6).digest())


class Place:
    """A place in the batch: its current game, and the games that follow there."""

    def __init__(self, playing: GameSession, seed: int | str, place: int, seatings: Sequence[Seating]) -> None:
        self.playing = playing
        self.luck = seed
        self.place = place
        self.seatings = seatings
        self.number = -1
        self.seed = 0
        self.bots: dict[int, Bot] = {}

    def begin(self) -> None:
        """Start the next game, up to the learner's first decision."""
        self.number += 1
        self.seed = seed_of(self.luck, self.place, self.number)
        seating = self.seatings[(self.place + self.number) % len(self.seatings)] if self.seatings else ()
        rules = self.playing.rules
        self.bots = {seat: make_bot(kind, rules, f"{self.seed}:{seat}") for seat, kind in enumerate(seating) if kind is not None}
        self.playing.reset(self.seed)
        self.let_bots_play()

    def let_bots_play(self) -> None:
        playing = self.playing
        while playing.open and (bot := self.bots.get(playing.seat)) is not None:
            playing.act(bot.choose(SeatView(playing.rules, playing.position, playing.seat)))


class Part:
    """The games of one group that one process plays, and its part of the arrays."""

    def __init__(
        self, seen: Seen, game: str, settings: Settings, seed: int | str, seatings: Sequence[Seating], beside: str, places: range
    ) -> None:
        first = GameSession(game, **settings)
        self.beside = made_beside(beside)(first.rules) if beside else None
        features = first.coding.features
        self.places = [Place(copy.copy(first), seed, i, seatings) for i in places]  # they share rules and codes
        self.seen = seen.only(places)
        """This process's part of the arrays."""
        self.sights = [row[:features].data for row in self.seen.observation]
        self.words = self.seen.observation[:, features:]
        self.masks = [row.data for row in self.seen.mask]
        self.seats = self.seen.seat.data
        """The rows of these arrays that are written game by game."""
        self.ended = False
        """Whether a game ended in the last step."""
        self.composing: set[int] = set()
        """Games in which an action is being spelled: its first words stand in the observation."""

    def reset(self) -> None:
        self._clear()
        for i, place in enumerate(self.places):
            place.number = -1
            self._begin(i, place)
            self._show(i, place)

    def step(self) -> None:
        """Choose a code in every game, and write each game's row at once while its memory is in the cache."""
        self._clear()
        for i, (place, code) in enumerate(zip(self.places, self.seen.code.tolist(), strict=True)):
            playing = place.playing
            before = playing.decisions
            if not playing.choose(code):
                raise ValueError(f"game {place.place}: code {code} is not offered now")
            if place.bots:
                place.let_bots_play()
            if playing.seat < 0 or (playing.max_decisions is not None and playing.truncated):
                self._end(i, place)
                self._show(i, place)
            elif playing.decisions == before:
                playing.mark_words(playing.seat, self.words[i])
                playing.fill_mask(playing.seat, self.masks[i])
                self.composing.add(i)
            else:
                self._show(i, place)

    def _clear(self) -> None:
        """Clear what was written for the last step only."""
        seen = self.seen
        if self.ended:
            seen.reward[:] = 0.0
            seen.done[:] = False
            seen.truncated[:] = False
            self.ended = False
        seen.mask[:] = 0
        for i in self.composing:
            self.words[i] = 0.0
        self.composing.clear()

    def _begin(self, i: int, place: Place) -> None:
        place.begin()
        self.seen.seed[i] = place.seed

    def _end(self, i: int, place: Place) -> None:
        """Write the end of a game that is over or truncated, and start the next one."""
        self.ended = True
        if place.playing.seat < 0:
            self.seen.reward[i] = place.playing.rewards()
            self.seen.done[i] = True
        else:
            self.seen.truncated[i] = True
        self._begin(i, place)

    def _show(self, i: int, place: Place) -> None:
        """Write a new position of a game."""
        playing = place.playing
        seat = self.seats[i] = playing.seat
        self.sights[i][:] = playing.view(seat)
        if self.beside is not None:
            self.beside.tell(SeatView(playing.rules, playing.position, seat), self.seen.beside[i])
        playing.fill_mask(seat, self.masks[i])


def tell(pipe: Connection, what: int) -> None:
    """Send a byte to the other process. Without a message frame it takes a third of the time; Windows has only messages."""
    if sys.platform == "win32":
        pipe.send_bytes(bytes((what,)))
    else:
        os.write(pipe.fileno(), bytes((what,)))


def heard(pipe: Connection) -> int:
    """Receive a byte from the other process; EOFError: it has ended."""
    got = pipe.recv_bytes() if sys.platform == "win32" else os.read(pipe.fileno(), 1)
    if not got:
        raise EOFError
    return got[0]


def work(
    asked: Connection,
    answer: Connection,
    memory: str,
    shape: Shape,
    game: str,
    settings: Settings,
    rest: tuple[int | str, list[Seating], str],
    mine: list[range],
) -> None:
    """Serve commands in a worker: step the group that is named, or reset all, and answer the same byte."""
    shared = SharedMemory(memory)
    parts: list[Part] = []
    try:
        seen = shape.arrays(shared)
        parts = [Part(seen, game, settings, *rest, places) for places in mine]
        del seen
        gc.freeze()
        gc.set_threshold(RUBBISH, 20, 100)
        while True:
            what = heard(asked)
            try:
                if what == RESET:
                    for part in parts:
                        part.reset()
                else:
                    parts[what].step()
                tell(answer, what)
            except Exception:
                tell(answer, FAILED)
                answer.send_bytes(traceback.format_exc().encode())
    except (EOFError, OSError, KeyboardInterrupt):
        pass
    finally:
        parts = []  # views of the memory must be gone before it is closed
        shared.close()
