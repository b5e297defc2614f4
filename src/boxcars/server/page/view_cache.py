"""What was drawn is not drawn again: of a view that follows another most is as it was, and much is the same for every seat.

A part of a view is made from an observation. What it asked of it is kept beside it, field by field: where these fields are the
same again, at the next position or in the eyes of another seat, the part is the same, too. Nothing that a seat may not know can
come to it this way: its own observation has every value that the part was made from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from boxcars.core.types import SeenSeat
from boxcars.server.table.table import Table

R = TypeVar("R")


class Watched:
    """Reads like an observation (or what it holds of a seat), and notes which fields were read."""

    def __init__(self, seen: Any) -> None:
        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._seen, name)
        if type(value) is list and value and isinstance(value[0], SeenSeat | Watched):
            value = [Watched(seat) for seat in value]
        self.__dict__[name] = value  # from now on it is found there
        return value


class Each(list[Any]):
    """What was read of each seat."""


def watched_values(watched: Watched) -> list[tuple[str, Any]]:
    fields = [(name, value) for name, value in watched.__dict__.items() if name != "_seen"]
    return [(n, Each(map(watched_values, v)) if type(v) is list and v and type(v[0]) is Watched else v) for n, v in fields]


def has_same_values(fields: list[tuple[str, Any]], seen: Any) -> bool:
    """Whether it has the same values in these fields."""
    for name, value in fields:
        there = getattr(seen, name)
        if type(value) is Each:
            if len(value) != len(there) or not all(map(has_same_values, value, there)):
                return False
        elif there != value:
            return False
    return True


Drawn = tuple[object, list[tuple[str, Any]], Any]
"""What it depends on besides the observation, the fields, what was made."""


class Drawing:
    """What was drawn of a table in one language, by part and seat."""

    def __init__(self, table: Table, lang: str) -> None:
        names = table.names
        kept: tuple[tuple[str, ...], dict[str, dict[int | None, Drawn]]] | None = table.memo.get(("drawn", lang))
        if kept is None or kept[0] != names:  # a name may stand anywhere
            kept = table.memo["drawn", lang] = (names, {})
        self.known = kept[1]

    def cached_part(self, part: str, seen: Any, make: Callable[[Any], R], also: object = None) -> R:
        """What ``make`` makes of the observation; ``also``: what else it depends on."""
        known = self.known.get(part)
        if known is None:
            known = self.known[part] = {}
        for found in reversed(known.values()):  # the newest first
            if found[0] == also and has_same_values(found[1], seen):
                break
        else:
            watched = Watched(seen)
            made = make(watched)
            found = (also, watched_values(watched), made)
        while type(seen) is Watched:  # a part of a part
            seen = seen._seen
        if known.get(seen.seat) is not found:
            known.pop(seen.seat, None)
            known[seen.seat] = found
        drawn: R = found[2]
        return drawn
