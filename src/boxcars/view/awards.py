"""The roundels of the ceremony (``tabletop.Award``): who has most of something, and of what."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boxcars.core.messages import T, Text, Who
from boxcars.view.tabletop import Award


def most(title: Text, values: Sequence[int], what: Callable[[int], Text], mark: Callable[[int], str] = str) -> list[Award]:
    """To all who have most, if that is anything at all. ``what``: in words, of one of them; ``mark``: what the roundel shows."""
    best = max(values, default=0)
    if best <= 0:
        return []
    seats = [seat for seat, value in enumerate(values) if value == best]
    who = [T("{who}", who=Who(seat)) for seat in seats]
    return [Award(title=title, note=T("{who}: {what}", who=who, what=what(seats[0])), mark=mark(best), seats=seats)]
