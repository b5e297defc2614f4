"""Time that counts: what passes between two moments without the stretches in which a clock stands.

A clock stands on weekends (where they don't count, in the game's time zone), while its owner is on vacation and during a pause.
Everything is worked out from timestamps (seconds since 1970), across changes of the clock, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo

from boxcars.server.store.notice_times import known_zone

Stretch = tuple[float, float]
"""A time from one moment until another."""
SATURDAY = 5
SPARE = 4 * 86400.0
"""Seconds that the search for standstills looks ahead or back at first: a weekend and a little more."""


def find_zone(name: str) -> tzinfo:
    """Return the time zone of that name; UTC if this computer does not know it."""
    return known_zone(name) or UTC


def list_weekends(begin: float, end: float, zone: tzinfo) -> Iterator[Stretch]:
    """Yield every weekend that touches the time from ``begin`` to ``end``."""
    day = datetime.fromtimestamp(begin, zone).date()
    day -= timedelta(days=(day.weekday() - SATURDAY) % 7)
    while True:
        first = datetime(day.year, day.month, day.day, tzinfo=zone).timestamp()
        if first >= end:
            return
        monday = day + timedelta(days=2)
        yield first, datetime(monday.year, monday.month, monday.day, tzinfo=zone).timestamp()
        day += timedelta(days=7)


def join_stretches(found: Iterable[Stretch]) -> list[Stretch]:
    """Return the same time as stretches in order that do not touch."""
    out: list[Stretch] = []
    for begin, end in sorted(one for one in found if one[0] < one[1]):
        if out and begin <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], end))
        else:
            out.append((begin, end))
    return out


class Standstill:
    """When a clock stands. ``weekends``: the zone in which they don't count; None: they count."""

    def __init__(self, weekends: tzinfo | None = None, stretches: Iterable[Stretch] = ()) -> None:
        self.weekends = weekends
        self.stretches = join_stretches(stretches)

    def _between(self, begin: float, end: float) -> list[Stretch]:
        """The stretches in which the clock stands, cut to the time from ``begin`` to ``end``."""
        free = list_weekends(begin, end, self.weekends) if self.weekends is not None else ()
        cut = [(max(begin, one), min(end, other)) for one, other in (*self.stretches, *free)]
        return join_stretches(cut)

    def never(self) -> bool:
        return self.weekends is None and not self.stretches

    def counted(self, begin: float, end: float) -> float:
        """Return how many seconds count from ``begin`` to ``end`` (0 if that is earlier)."""
        if end <= begin:
            return 0.0
        if self.never():
            return end - begin
        return end - begin - sum(other - one for one, other in self._between(begin, end))

    def after(self, begin: float, seconds: float) -> float:
        """Return the first moment by which so many seconds have counted since ``begin``."""
        if self.never():
            return begin + seconds
        span = seconds + SPARE
        while self.counted(begin, begin + span) < seconds:
            span *= 2
        at, left = begin, seconds
        for one, other in self._between(begin, begin + span):
            if one - at >= left:
                break
            left -= one - at
            at = other
        return at + left

    def before(self, end: float, seconds: float) -> float:
        """Return the last moment since which so many seconds have counted by ``end``."""
        if self.never():
            return end - seconds
        span = seconds + SPARE
        while self.counted(end - span, end) < seconds:
            span *= 2
        at, left = end, seconds
        for one, other in reversed(self._between(end - span, end)):
            if at - other >= left:
                break
            left -= at - other
            at = one
        return at - left

    def stands_until(self, now: float) -> float | None:
        """Return when the clock goes on that stands now; None: it runs."""
        at: float | None = None
        while (end := self._end_of_stretch(now if at is None else at)) is not None:
            at = end
        return at

    def _end_of_stretch(self, at: float) -> float | None:
        free = list_weekends(at, at + 1, self.weekends) if self.weekends is not None else ()
        return next((other for one, other in (*self.stretches, *free) if one <= at < other), None)
