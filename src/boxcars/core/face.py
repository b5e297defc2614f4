"""Where a game's sentences are: in its face, the package that shows it.

Rules are asked for sentences (``say``, ``tell``, ``ask``, ``name``) but never import what shows them: they know the name of
their face, and its modules are loaded when the first sentence is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from boxcars.core.words import Event, Text


class Telling(Protocol):
    """``telling.py`` of a face: what is done, asked, chosen and drawn."""

    def say(self, rules: Any, action: Any) -> Text: ...

    def ask(self, rules: Any, step: Any) -> Text: ...

    def name(self, rules: Any, target: str) -> Text: ...

    def chance_name(self, rules: Any, stream: str, value: int) -> Text: ...


class Log(Protocol):
    """``log.py`` of a face: what happened."""

    def tell(self, rules: Any, event: Any) -> Text: ...


class Statistics(Protocol):
    """``statistics.py`` of a face: a finished game in figures, and the parts of the game that steps belong to."""

    CHAPTERS: dict[str, Text]

    def statistics(self, rules: Any, game: Iterable[tuple[Any, list[Event]]]) -> list[Any]: ...


@cache
def telling(face: str) -> Telling:
    return cast(Telling, import_module(f"{face}.telling"))


@cache
def log(face: str) -> Log:
    return cast(Log, import_module(f"{face}.log"))


@cache
def statistics(face: str) -> Statistics | None:
    """None: the game has none."""
    try:
        return cast(Statistics, import_module(f"{face}.statistics"))
    except ModuleNotFoundError as missing:
        if missing.name != f"{face}.statistics":
            raise
        return None
