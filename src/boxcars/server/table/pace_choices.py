"""The paces that are offered: times for play over days, and live clocks that fit each game."""

from __future__ import annotations

from typing import NamedTuple

from boxcars.server.table.documents import Pace

HOUR, DAY = 3600, 86400
DAYS = (12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""Seconds for a turn, over days."""
USUAL_DAY = 2 * DAY
EXTRA_TURNS = (0, 2, 4)
"""Extra time for the whole game, in turns; the second is usual."""


class LiveClock(NamedTuple):
    """Seconds for a turn, and extra for the whole game."""

    turn: int
    extra: int


class LiveClocks(NamedTuple):
    fast: LiveClock
    normal: LiveClock
    relaxed: LiveClock


LIVE = {
    "ticket_to_ride": LiveClocks(LiveClock(20, 180), LiveClock(45, 300), LiveClock(90, 600)),
    "spike": LiveClocks(LiveClock(30, 300), LiveClock(60, 480), LiveClock(120, 900)),
    "steam": LiveClocks(LiveClock(60, 480), LiveClock(120, 900), LiveClock(240, 1800)),
    "age_of_steam": LiveClocks(LiveClock(60, 600), LiveClock(120, 1200), LiveClock(240, 2400)),
    "silverton": LiveClocks(LiveClock(180, 600), LiveClock(300, 1200), LiveClock(480, 2400)),
}
"""In Silverton a turn has six decisions and often 15, in Age of Steam and Ticket to Ride one or two (``benchmarks/turns.py``)."""
OTHER_GAME = LIVE["steam"]


def live_clocks(game: str) -> LiveClocks:
    return LIVE.get(game, OTHER_GAME)


TURNS = {"ticket_to_ride": 108, "spike": 128, "steam": 121, "age_of_steam": 192, "silverton": 88}
"""How often the turn passes in a game of three: measured by ``benchmarks/turns.py``."""
OTHER_TURNS = 120


def expected_length(game: str, pace: Pace) -> float:
    """Return how many seconds a game over days takes, about: half the time of a turn, each time the turn passes."""
    whole = TURNS.get(game, OTHER_TURNS) * pace.turn / 2
    return whole if pace.weekends else whole * 7 / 5
