"""What no good player does, game by game: ``mind/blunders.py`` of a game lists such things and finds them in a game played.

A blunder is told by rules of thumb that hold nearly always; one in a hundred may have been good play. Counts tell where bots are
weak, examples tell why.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from boxcars.core.game import Rules, State
from boxcars.core.words import Action, Event

S = TypeVar("S", bound=State)

Found = list[tuple[int, str]]
"""Who did what: seat and the key of a thing."""


class Watch(Generic[S]):
    """Looks on while one game is played again. It may see everything: the game is over."""

    things: ClassVar[dict[str, str]] = {}
    """What is counted, by key, in a few words."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules

    def before(self, state: S, seat: int, action: Action) -> list[str]:
        """What is wrong with the action in this position."""
        return []

    def after(self, state: S, seat: int, action: Action, events: list[Event]) -> Found:
        """What is wrong with what came of it."""
        return []

    def over(self, state: S) -> Found:
        """What only the end shows."""
        return []
