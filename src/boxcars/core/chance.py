"""Chance: the source of every random number in a game.

One secret seed per game; the n-th value of a named stream ("deck", "dice:growth") comes from a keyed BLAKE2b of
(stream, n): hash n // 8 of the stream gives eight values at once.
The state holds only the counters, so it clones for next to nothing, and nothing that was seen predicts what comes. The
seed's hash is published before the game and the seed after it: anybody can check that the dice were fair.

A *scripted* chance takes its outcomes from outside instead: a game on a physical table can be typed in. Every outcome
is checked for possibility (a card that is not in the deck is refused).
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from typing import Final

SEED_BYTES: Final = 32


def new_seed() -> str:
    """Return a fresh secret seed: 256 bits as hex."""
    return secrets.token_hex(SEED_BYTES)


def seed_from(number: int | str) -> str:
    """Return a reproducible seed made from a number or a word (for tests, simulations, duplicate tournaments)."""
    return sha256(f"boxcars seed {number}".encode()).hexdigest()


def commitment(seed: str) -> str:
    """Return the hash of a seed. It is published before the game; the seed itself, published afterwards, proves it."""
    return sha256(f"boxcars commitment {seed}".encode()).hexdigest()


class OutcomeNeeded(Exception):
    """Raised when a scripted chance has no more outcomes: somebody must enter what the dice or the deck showed."""

    def __init__(self, stream: str, counts: list[int]) -> None:
        super().__init__(f"an outcome of {stream!r} is needed")
        self.stream = stream
        self.counts = counts


class Impossible(Exception):
    """Raised for a scripted outcome that is impossible: a card that is not in the deck, a seven on a die."""

    def __init__(self, stream: str, value: int) -> None:
        super().__init__(f"outcome {value} of {stream!r} is not possible here")
        self.stream = stream
        self.value = value


_blocks: Final[dict[tuple[str, int, str], list[int]]] = {}
"""Blocks hashed lately, by stream, number and seed: a keyed hash gives eight values at once."""
_BLOCKS_KEPT: Final = 4096


def _block(key: tuple[str, int, str]) -> list[int]:
    """Eight values of a stream, 56 bits each: a keyed BLAKE2b of (stream, number of the block)."""
    stream, _, seed = f"{key[0]}:{key[1]}:{key[2]}".rpartition(":")
    digest = blake2b(stream.encode(), digest_size=56, key=seed[:64].encode()).digest()
    if len(_blocks) >= _BLOCKS_KEPT:
        _blocks.clear()
    block = [int.from_bytes(digest[i : i + 7], "big") for i in range(0, 56, 7)]
    _blocks[key] = block
    return block


@dataclass
class Chance:
    """The seed, how many values of each stream were used, and (scripted) the outcomes told from outside.

    Outcome n of a stream is ``script[stream][n]`` where somebody told it; otherwise it is drawn from the seed; with no
    seed either (""), ``OutcomeNeeded`` asks for it.
    """

    seed: str
    counters: dict[str, int] = field(default_factory=dict)
    script: dict[str, list[int]] | None = None

    def clone(self) -> Chance:
        return Chance(self.seed, self.counters.copy(), self.script)

    def _next(self, stream: str) -> int:
        n = self.counters.get(stream, 0)
        self.counters[stream] = n + 1
        key = (stream, n >> 3, self.seed)
        block = _blocks.get(key)
        if block is None:
            block = _block(key)
        return block[n & 7]

    def _told(self, stream: str, counts: list[int]) -> int:
        """Return the scripted outcome, or -1 where the seed decides."""
        script = self.script
        assert script is not None
        told = script.get(stream)
        n = self.counters.get(stream, 0)
        if told is None or n >= len(told):
            if self.seed:
                return -1
            raise OutcomeNeeded(stream, counts)
        value = told[n]
        if not 0 <= value < len(counts) or counts[value] <= 0:
            raise Impossible(stream, value)
        self.counters[stream] = n + 1
        return value

    def pick(self, stream: str, counts: list[int]) -> int:
        """Draw from a bag: return index i with probability counts[i] / total. The bag stays as it is."""
        if self.script is not None:
            told = self._told(stream, counts)
            if told >= 0:
                return told
        total = 0
        for count in counts:
            total += count
        if total <= 0:
            raise ValueError(f"nothing to draw from {stream!r}")
        x = self._next(stream) % total
        for i, count in enumerate(counts):
            x -= count
            if x < 0:
                return i
        raise AssertionError("unreachable")

    def below(self, stream: str, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely."""
        if self.script is not None:
            told = self._told(stream, [1] * n)
            if told >= 0:
                return told
        return self._next(stream) % n

    def die(self, stream: str, sides: int = 6) -> int:
        """Roll a die: return 1 to ``sides``. (A script holds face - 1.)"""
        return self.below(stream, sides) + 1

    def order(self, stream: str, n: int) -> list[int]:
        """Return a random order of 0 .. n - 1, drawn one after the other without replacement."""
        left = [1] * n
        out: list[int] = []
        for _ in range(n):
            i = self.pick(stream, left)
            left[i] = 0
            out.append(i)
        return out
