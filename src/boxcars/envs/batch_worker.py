"""The games of a batch (``envs/batch.py``) where they are played: in a process of their own, or beside whoever steps them."""

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
"""What a worker is asked for beside a step of one of its groups, of which there are fewer,"""
FAILED: Final = 254
"""and what it answers, before it says why, if it could not do what it was asked for."""
RUBBISH: Final = 100_000
"""Objects that a worker makes before it looks for rings among them: games leave none behind, and every look takes all of a
game's lists into the cache."""


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

    def only(self, places: range) -> Seen:
        """Some of the games."""
        rows: list[Any] = [array[places.start : places.stop] for array in self]
        return Seen(*rows)


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


def ranges(places: range, parts: int) -> list[range]:
    """As many parts, of about the same size."""
    bounds = [places.start + len(places) * i // parts for i in range(parts + 1)]
    return [range(first, last) for first, last in pairwise(bounds)]


def made_beside(name: str) -> type[Beside]:
    """The class of that name."""
    found: type[Beside] = load(":".join(name.rpartition(".")[::2]))
    return found


def seed_of(seed: int | str, place: int, number: int) -> int:
    """The seed of the ``number``-th game in a place."""
    return int.from_bytes(blake2b(f"{seed}:{place}:{number}".encode(), digest_size=6).digest())


class Place:
    """One game of the batch, and those that follow it there."""

    def __init__(self, playing: GameSession, seed: int | str, place: int, seatings: Sequence[Seating]) -> None:
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
        self.let_bots_play()

    def let_bots_play(self) -> None:
        playing = self.playing
        while playing.open and (bot := self.bots.get(playing.seat)) is not None:
            playing.act(bot.choose(SeatView(playing.rules, playing.position, playing.seat)))


class Part:
    """The games of one group that one process plays, and where it writes how they stand."""

    def __init__(
        self, seen: Seen, game: str, settings: Settings, seed: int | str, seatings: Sequence[Seating], beside: str, places: range
    ) -> None:
        first = GameSession(game, **settings)
        self.beside = made_beside(beside)(first.rules) if beside else None
        features = first.coding.features
        self.places = [Place(copy.copy(first), seed, i, seatings) for i in places]  # they share rules and codes
        self.seen = seen.only(places)
        """This process's part of the arrays,"""
        self.sights = [row[:features].data for row in self.seen.observation]
        self.words = self.seen.observation[:, features:]
        self.masks = [row.data for row in self.seen.mask]
        self.seats = self.seen.seat.data
        """and of these what is written game by game."""
        self.ended = False
        """Whether a game ended in the last step."""
        self.spelling: set[int] = set()
        """Games in which an action is being spelled: its first words stand in the observation."""

    def reset(self) -> None:
        self._clear()
        for i, place in enumerate(self.places):
            place.number = -1
            self._begin(i, place)
            self._show(i, place)

    def step(self) -> None:
        """A word in every game. All that is done with one is done at once: its part of the memory is at hand then."""
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
                self.spelling.add(i)
            else:
                self._show(i, place)

    def _clear(self) -> None:
        """Of what is told of one step alone, what was told."""
        seen = self.seen
        if self.ended:
            seen.reward[:] = 0.0
            seen.done[:] = False
            seen.truncated[:] = False
            self.ended = False
        seen.mask[:] = 0
        for i in self.spelling:
            self.words[i] = 0.0
        self.spelling.clear()

    def _begin(self, i: int, place: Place) -> None:
        place.begin()
        self.seen.seed[i] = place.seed

    def _end(self, i: int, place: Place) -> None:
        """A game is over, or cut short: that is told, and the next one begins."""
        self.ended = True
        if place.playing.seat < 0:
            self.seen.reward[i] = place.playing.rewards()
            self.seen.done[i] = True
        else:
            self.seen.truncated[i] = True
        self._begin(i, place)

    def _show(self, i: int, place: Place) -> None:
        """A new position of a game."""
        playing = place.playing
        seat = self.seats[i] = playing.seat
        self.sights[i][:] = playing.view(seat)
        if self.beside is not None:
            self.beside.tell(SeatView(playing.rules, playing.position, seat), self.seen.beside[i])
        playing.fill_mask(seat, self.masks[i])


def tell(pipe: Connection, what: int) -> None:
    """A byte for the other side. Without the frame of a message it takes a third of the time; Windows knows messages only."""
    if sys.platform == "win32":
        pipe.send_bytes(bytes((what,)))
    else:
        os.write(pipe.fileno(), bytes((what,)))


def heard(pipe: Connection) -> int:
    """The next byte of the other side; EOFError: it has gone."""
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
    """A worker: it steps the group that it is asked for, or resets all, and answers the same, until nobody asks any more."""
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
