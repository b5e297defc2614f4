"""What the games' ``mind/learning.py`` share: how targets are spelled in words of a fixed vocabulary, and small features.

A target with an open number of parts (a line of track, the way of a cube, an amount of money) is no word of its own: it is
*spelled* as several words, each of which always means the same, so that a learner chooses it part by part.
"""

from __future__ import annotations

from typing import Any, get_args

TENS = 40
"""Numbers up to 10 * TENS - 1 can be spelled."""


def number_words() -> list[str]:
    """The words that spell the numbers: ``n:0`` … ``n:9``, and ``tens:1`` … before a last digit."""
    return [f"n:{digit}" for digit in range(10)] + [f"tens:{ten}" for ten in range(1, TENS)]


def spell_number(target: str) -> tuple[str, ...]:
    """``n:57`` is spelled ``tens:5``, ``n:7``."""
    number = int(target[2:])
    return (target,) if number < 10 else (f"tens:{number // 10}", f"n:{number % 10}")


def step_kinds(rules: Any) -> list[type]:
    """The steps of a game in a fixed order."""
    kinds: list[type] = list(get_args(rules.step_type))
    return kinds


def step_due(rules: Any, step: Any) -> list[float]:
    """One number for each kind of step: 1 for the one that is due."""
    return [float(step is not None and type(step) is kind) for kind in step_kinds(rules)]


def relative(seat: int, me: int, players: int) -> int:
    """A seat counted from one's own; -1 (nobody) stays -1."""
    return -1 if seat < 0 else (seat - me) % players


def one_of(index: int, size: int) -> list[float]:
    """1 at the index, 0 elsewhere; all 0 where the index is -1."""
    out = [0.0] * size
    if 0 <= index < size:
        out[index] = 1.0
    return out


def places(order: list[int], me: int, players: int) -> list[float]:
    """For each seat from one's own: 1 for the first of an order, less for later ones, 0 for who is not in it."""
    return [1.0 - order.index(seat) / players if (seat := (me + i) % players) in order else 0.0 for i in range(players)]
