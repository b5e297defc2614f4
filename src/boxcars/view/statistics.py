"""Figures of a finished game, in words people use: what a game's ``ui/statistics.py`` gives, and every page draws.

A *figure* is a number for each seat, a *course* how one went from turn to turn, a *list* things with their owners and numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from boxcars.core.messages import Text

LONGEST = 12
"""Lines of a list."""


class Line(msgspec.Struct, frozen=True):
    """``seat``: whose it is, where the line is somebody's."""

    label: Text | None
    values: list[float]
    seat: int = -1


class Statistic(msgspec.Struct, frozen=True, kw_only=True):
    """``figures``: a line has a value for each seat. ``course``: a line for each seat, a value for each turn.
    ``list``: a line for each thing, its values under ``heads``."""

    kind: Literal["figures", "course", "list"]
    title: Text
    lines: list[Line]
    heads: list[Text] = []


def figures(title: Text, lines: Iterable[tuple[Text, Sequence[float]]]) -> Statistic:
    """Numbers for each seat; what is nothing for all is left out."""
    return Statistic(kind="figures", title=title, lines=[Line(label, list(values)) for label, values in lines if any(values)])


def course(title: Text, turns: Sequence[Sequence[float]]) -> Statistic:
    """From turn to turn; ``turns``: for each the number of every seat."""
    seats = range(len(turns[0])) if turns else range(0)
    return Statistic(kind="course", title=title, lines=[Line(None, [turn[s] for turn in turns], s) for s in seats])


def listed(title: Text, heads: Sequence[Text], lines: Iterable[Line]) -> Statistic:
    """Things, those with the largest last number first."""
    best = sorted(lines, key=lambda line: [-value for value in reversed(line.values)])
    return Statistic(kind="list", title=title, lines=best[:LONGEST], heads=list(heads))


def ratio(part: float, whole: float) -> float:
    """So many for each, to a tenth."""
    return round(part / whole, 1) if whole else 0.0
