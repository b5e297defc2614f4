"""The five levels of bots.

A level is an experience, an eye and an effort: how far its judgement has come from the numbers written by hand to those fitted by
self-play (``Judge.learn``), how clearly it sees which move is the better one (``heat``), and how many candidates it compares in
how many worlds. Where comparing does not pay, a level goes by its judgement alone (``width`` 1). A game's judge may ask for other
settings (``Judge.levels``), and a learned player sits in for the expert where there is one (``master``).

The seconds are a promise about the longest decision on one core, not the usual one; where they are not reached, the choice is a
function of the seed and of what was seen.
"""

from __future__ import annotations

from inspect import signature
from math import inf
from typing import Any

from boxcars.bots.bot import Bot
from boxcars.bots.master import MasterBot, learned
from boxcars.bots.search import SearchBot
from boxcars.core.kinds import AnyRules, Json
from boxcars.core.registry import game, load

LEVELS: dict[str, dict[str, Any]] = {
    "novice": {"iterations": 1, "seconds": 0.12, "width": 1, "experience": 0.0, "heat": 2.0},
    "easy": {"iterations": 1, "seconds": 0.12, "width": 1, "experience": 0.0, "heat": 0.7},
    "normal": {"iterations": 1, "seconds": 0.5, "width": 1, "experience": 0.2},
    "hard": {"iterations": 1, "seconds": 1.5, "width": 1, "experience": 1.0},
    "expert": {"iterations": 80, "seconds": 4.0, "width": 6, "experience": 1.0},
}
"""From a first game to the best we have."""


def settings(level: str, key: str, players: int = 0) -> Json:
    """What a level is in a game; with few players it may be something else."""
    own: dict[str, dict[str, Any]] = load(game(key).judge).levels
    return LEVELS[level] | own.get(level, {}) | own.get(f"{level}/{players}", {})


def analysts(key: str, players: int = 0) -> Json:
    """What the analyst asks the judge of a game by: as the expert does, unless the judge says otherwise."""
    own: dict[str, dict[str, Any]] = load(game(key).judge).levels
    return settings("expert", key, players) | own.get("analyst", {}) | own.get(f"analyst/{players}", {})


def seconds(level: str) -> float:
    """The promise about the longest decision of a kind of bot; those without search decide at once, others promise nothing."""
    if level in LEVELS:
        return float(LEVELS[level]["seconds"])
    return 0.0 if level in ("random", "heuristic") else inf


def searcher(level: str, rules: AnyRules, seed: str, more: Json) -> SearchBot:
    return SearchBot(rules, seed, **settings(level, rules.game, rules.players) | more)


def novice(rules: AnyRules, seed: str, **more: Any) -> Bot:
    return searcher("novice", rules, seed, more)


def easy(rules: AnyRules, seed: str, **more: Any) -> Bot:
    return searcher("easy", rules, seed, more)


def normal(rules: AnyRules, seed: str, **more: Any) -> Bot:
    return searcher("normal", rules, seed, more)


def hard(rules: AnyRules, seed: str, **more: Any) -> Bot:
    return searcher("hard", rules, seed, more)


def expert(rules: AnyRules, seed: str, **more: Any) -> Bot:
    """The best we have: a learned player where it is the better one, else the search."""
    return MasterBot(rules, seed) if learned(rules) and not more else searcher("expert", rules, seed, more)


for _level in (novice, easy, normal, hard, expert):
    _level.__signature__ = signature(SearchBot)  # type: ignore[attr-defined]  # their settings are those of the search
