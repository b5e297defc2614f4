"""The levels of the search bot.

A level is an experience and an effort: how far its judgement has come from the numbers written by hand to those fitted by
self-play (``Judge.learn``), and how many candidates it compares in how many worlds. A game's judge may ask for other settings
(``Judge.levels``). The seconds are a promise about the longest decision on one core, not the usual one; where they are not
reached, the choice is a function of the seed and of what was seen.
"""

from __future__ import annotations

from inspect import signature
from math import inf
from typing import Any

from boxcars.bots.search import SearchBot
from boxcars.core.game import Rules
from boxcars.core.registry import game, load

LEVELS: dict[str, dict[str, Any]] = {
    "easy": {"iterations": 12, "seconds": 0.12, "depth": 0, "width": 3, "experience": 0.1},
    "normal": {"iterations": 16, "seconds": 0.5, "depth": 0, "width": 3, "experience": 0.2},
    "hard": {"iterations": 24, "seconds": 1.5, "depth": 0, "width": 4, "experience": 0.45},
    "expert": {"iterations": 80, "seconds": 4.0, "depth": 0, "width": 6, "experience": 1.0},
}


def settings(level: str, key: str) -> dict[str, Any]:
    """What a level is in a game."""
    chosen: dict[str, Any] = LEVELS[level] | load(game(key).judge).levels.get(level, {})
    return chosen


def seconds(level: str) -> float:
    """The promise about the longest decision of a kind of bot; those without search decide at once, others promise nothing."""
    if level in LEVELS:
        return float(LEVELS[level]["seconds"])
    return 0.0 if level in ("random", "heuristic") else inf


def easy(rules: Rules[Any], seed: str, **more: Any) -> SearchBot:
    return SearchBot(rules, seed, **settings("easy", rules.game) | more)


def normal(rules: Rules[Any], seed: str, **more: Any) -> SearchBot:
    return SearchBot(rules, seed, **settings("normal", rules.game) | more)


def hard(rules: Rules[Any], seed: str, **more: Any) -> SearchBot:
    return SearchBot(rules, seed, **settings("hard", rules.game) | more)


def expert(rules: Rules[Any], seed: str, **more: Any) -> SearchBot:
    return SearchBot(rules, seed, **settings("expert", rules.game) | more)


for _level in (easy, normal, hard, expert):
    _level.__signature__ = signature(SearchBot)  # type: ignore[attr-defined]  # their settings are those of the search
