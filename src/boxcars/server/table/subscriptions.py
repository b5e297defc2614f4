"""Who listens to which table in this process.

A listener is told that something changed and reads it itself. So a slow listener skips what it missed and always ends on the
current view.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict

NAMED = 6
"""The greatest number of spectators that are named; the others are counted."""


class Listener:
    """An open page or stream. ``seat`` None: a spectator, who may have given a name."""

    def __init__(self, seat: int | None, name: str = "") -> None:
        self.seat = seat
        self.name = name
        self.news = asyncio.Event()


class Subscriptions:
    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)

    def add_listener(self, table: str, listener: Listener) -> None:
        self._listeners[table].add(listener)
        self._note_arrival(table, listener)

    def remove_listener(self, table: str, listener: Listener) -> None:
        listeners = self._listeners.get(table)
        if listeners is None:
            return
        listeners.discard(listener)
        if not listeners:
            del self._listeners[table]
        self._note_arrival(table, listener)

    def _note_arrival(self, table: str, listener: Listener) -> None:
        if listener.seat is not None:
            self.publish_change(table)

    def publish_change(self, table: str) -> None:
        for listener in self._listeners.get(table, ()):
            listener.news.set()

    def publish_all(self) -> None:
        for table in list(self._listeners):
            self.publish_change(table)

    def has_listeners(self, table: str) -> bool:
        return table in self._listeners

    def watched_tables(self) -> list[str]:
        return list(self._listeners)

    def seats_here(self, table: str) -> set[int]:
        """Return the seats with an open page."""
        return {li.seat for li in self._listeners.get(table, ()) if li.seat is not None and li.seat >= 0}

    def count_spectators(self, table: str) -> int:
        return sum(li.seat is None for li in self._listeners.get(table, ()))

    def spectator_names(self, table: str) -> list[str]:
        """Return the first few names that spectators have given."""
        return sorted({li.name for li in self._listeners.get(table, ()) if li.seat is None and li.name})[:NAMED]

    def count_listeners(self) -> int:
        return sum(len(listeners) for listeners in self._listeners.values())
