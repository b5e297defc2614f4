"""The time of day, unmoved when somebody sets the machine's clock.

Turns, codes and absences are measured with it: a clock set back must not lengthen a turn, one set forward must not end it.
It starts as the machine's clock says when the process starts, and follows the monotonic clock from there. What an earlier
process wrote may lie in the future then: ``table/clocks.py`` bounds that.
"""

from __future__ import annotations

from time import monotonic
from time import time as of_day

_START = of_day() - monotonic()


def time() -> float:
    """Return the seconds since 1970."""
    return _START + monotonic()
