"""How much of what is alike the long tests try: a part of it by default, all of it with BOXCARS_FULL=1 (`make full`).

Of games as many as ``games`` says. Of cases (a lesson, a map with so many players) those whose turn it is: BOXCARS_TURN, which is
the commit (or the day) unless it is given, tells whose; what is said at the end of a run takes the same ones again, ``all`` takes
every one.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TypeVar
from zlib import crc32

FULL = os.environ.get("BOXCARS_FULL", "") not in ("", "0")
PART = 32
EVERY = "all"
T = TypeVar("T")


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return f"{date.today()}"


TURN = EVERY if FULL else os.environ.get("BOXCARS_TURN") or _commit()
os.environ["BOXCARS_TURN"] = TURN  # for all workers of this run, whenever they begin


def games(full: int, least: int = 4) -> int:
    """The full number in a full run; a thirty-second of it, but at least a few, otherwise."""
    return full if FULL else max(min(least, full), full // PART)


def in_turn(cases: Sequence[T], one_in: int, of: str) -> list[T]:
    """One in so many of these cases (but one at least): those whose turn it is, by lot for each thing they are cases ``of``."""
    if TURN == EVERY or not cases:
        return list(cases)
    return list(cases[crc32(f"{TURN} {of}".encode()) % min(one_in, len(cases)) :: one_in])
