"""What the games' ``ai/encoding.py`` share: how targets are spelled in words of a fixed vocabulary.

A target with an open number of parts (a line of track, the way of a cube, an amount of money) is no word of its own: it is
*spelled* as several words, each of which always means the same, so that a learner chooses it part by part.
"""

from __future__ import annotations

TENS = 40
"""Numbers up to 10 * TENS - 1 can be spelled."""


def number_words() -> list[str]:
    """Return the words that spell numbers: ``n:0`` … ``n:9``, and ``tens:1`` … before a last digit."""
    return [f"n:{digit}" for digit in range(10)] + [f"tens:{ten}" for ten in range(1, TENS)]


def spell_number(target: str) -> tuple[str, ...]:
    """Return the words of a number target: ``n:57`` is spelled ``tens:5``, ``n:7``."""
    number = int(target[2:])
    return (target,) if number < 10 else (f"tens:{number // 10}", f"n:{number % 10}")
