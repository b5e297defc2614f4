"""Lazy loading of a game's ``ui`` package, which holds its sentences, board and panels.

Rules hand out sentences (``say``, ``tell``, ``ask``, ``name``) but never import the code that makes them. They know only the
name of the package (``Rules.ui``); its modules are imported when the first sentence is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from boxcars.core.messages import Text
from boxcars.core.types import Event


class Sentences(Protocol):
    """``sentences.py`` of a game: actions, questions, targets and drawn values as text."""

    def say(self, rules: Any, action: Any) -> Text: ...

    def ask(self, rules: Any, step: Any) -> Text: ...

    def name(self, rules: Any, target: str) -> Text: ...

    def chance_name(self, rules: Any, stream: str, value: int) -> Text: ...


class Log(Protocol):
    """``event_log.py`` of a game: events as text."""

    def tell(self, rules: Any, event: Any) -> Text: ...


class Statistics(Protocol):
    """``statistics.py`` of a game: figures of a finished game, and the part of the game each step belongs to."""

    CHAPTERS: dict[str, Text]

    def statistics(self, rules: Any, game: Iterable[tuple[Any, list[Event]]]) -> list[Any]: ...


@cache
def sentences(ui: str) -> Sentences:
    return cast(Sentences, import_module(f"{ui}.sentences"))


@cache
def event_log(ui: str) -> Log:
    return cast(Log, import_module(f"{ui}.event_log"))


@cache
def statistics(ui: str) -> Statistics | None:
    """Return the statistics module of a game, or None if it has none."""
    try:
        return cast(Statistics, import_module(f"{ui}.statistics"))
    except ModuleNotFoundError as missing:
        if missing.name != f"{ui}.statistics":
            raise
        return None
