"""How many of many similar cases the slow tests run: a sample by default, all of them with BOXCARS_FULL=1 (`make full`).

``games`` says how many games. ``in_turn`` samples cases (a lesson, a map with a number of players). The environment variable
BOXCARS_TURN seeds the sample. Its default is fixed, so that two runs of the suite run the same cases. Set it to any other word
for another sample, or to ``all`` for every case.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar
from zlib import crc32

FULL = os.environ.get("BOXCARS_FULL", "") not in ("", "0")
PART = 32
EVERY = "all"
T = TypeVar("T")


TURN = EVERY if FULL else os.environ.get("BOXCARS_TURN") or "default"
os.environ["BOXCARS_TURN"] = TURN  # for all workers of this run, whenever they begin


def games(full: int, least: int = 4) -> int:
    """The full number in a full run; a thirty-second of it, but at least a few, otherwise."""
    return full if FULL else max(min(least, full), full // PART)


def in_turn(cases: Sequence[T], one_in: int, of: str) -> list[T]:
    """One in so many of these cases (but one at least): those whose turn it is, by lot for each thing they are cases ``of``."""
    if TURN == EVERY or not cases:
        return list(cases)
    return list(cases[crc32(f"{TURN} {of}".encode()) % min(one_in, len(cases)) :: one_in])
