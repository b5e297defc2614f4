"""What was drawn is not drawn again: of a view that follows another most is as it was, and much is the same for every seat.

A part of a view is made from an observation. What it asked of it is kept beside it, field by field: where these fields are the same
again, at the next position or in the eyes of another seat, the part is the same, too. Nothing that a seat may not know can come
to it this way: its own observation has every value that the part was made from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from boxcars.core.words import Observation
from boxcars.server.table.table import Table

R = TypeVar("R")
Read = list[tuple[str, Any]]


class Drawn(NamedTuple):
    also: object
    read: Read
    made: Any


class Watched:
    """Reads like the observation, and notes which fields were read."""

    def __init__(self, seen: Observation) -> None:
        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = getattr(self._seen, name)  # from now on it is found there
        return value

    def read(self) -> Read:
        return [(name, value) for name, value in self.__dict__.items() if name != "_seen"]


class Drawing:
    """The parts of a table's views in one language as they were drawn last, by part and seat."""

    def __init__(self, table: Table, lang: str) -> None:
        names = table.names
        kept: tuple[tuple[str, ...], dict[str, dict[int | None, Drawn]]] | None = table.memo.get(("drawn", lang))
        if kept is None or kept[0] != names:  # a name may stand anywhere
            kept = table.memo["drawn", lang] = (names, {})
        self.known = kept[1]

    def part(self, key: str, seen: Observation, make: Callable[[Any], R], also: object = None) -> R:
        """What ``make`` makes of the observation; ``also``: what else that depends on."""
        known = self.known.setdefault(key, {})
        for found in reversed(known.values()):
            if found.also == also and all(getattr(seen, name) == value for name, value in found.read):
                break
        else:
            watched = Watched(seen)
            made = make(watched)
            found = Drawn(also, watched.read(), made)
        known.pop(seen.seat, None)
        known[seen.seat] = found
        drawn: R = found.made
        return drawn
