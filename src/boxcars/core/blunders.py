"""What no good player does, game by game: ``ai/blunders.py`` of a game lists such things and finds them in a game played.

A blunder is told by rules of thumb that hold nearly always; one in a hundred may have been good play. Counts tell where bots are
weak, examples tell why.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from boxcars.core.game import Rules, State
from boxcars.core.types import Action, Event

S = TypeVar("S", bound=State)

Found = list[tuple[int, str]]
"""Who did what: seat and the key of a thing."""


class Watch(Generic[S]):
    """Watches one game while it is replayed, and finds blunders. It may see everything: the game is over."""

    things: ClassVar[dict[str, str]] = {}
    """What is counted, by key, in a few words."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules

    def before(self, state: S, seat: int, action: Action) -> list[str]:
        """Return the blunders that the action is in this position."""
        return []

    def after(self, state: S, seat: int, action: Action, events: list[Event]) -> Found:
        """Return the blunders that show in what followed from the action."""
        return []

    def over(self, state: S) -> Found:
        """Return the blunders that only the end of the game shows."""
        return []
