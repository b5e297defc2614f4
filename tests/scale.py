"""How many games the long tests play: a part of them by default, all of them with BOXCARS_FULL=1 (`make full`)."""

from __future__ import annotations

import os

FULL = os.environ.get("BOXCARS_FULL", "") not in ("", "0")
PART = 32


def games(full: int, least: int = 4) -> int:
    """The full number in a full run; a thirty-second of it, but at least a few, otherwise."""
    return full if FULL else max(min(least, full), full // PART)
