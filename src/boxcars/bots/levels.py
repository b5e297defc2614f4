"""The five levels of bots.

A level is a search with settings of its own: which weights its evaluator uses (``fitted_share``: from those written by hand to
those fitted by self-play), how clearly it sees which action is better (``temperature``), and how many candidates it compares in
how many worlds. Where comparing does not pay, a level plays the greatest logit (``max_candidates`` 1). A game's evaluator may
name other settings (``Evaluator.level_settings``), and a learned network plays in place of the expert where there is one
(``learned_bot``).

The seconds are a promise about the longest decision on one core, not the usual one; where they are not reached, the choice is a
function of the seed and of what was seen.
"""

from __future__ import annotations

from inspect import signature
from math import inf
from typing import Any

from boxcars.bots.bot import Bot
from boxcars.bots.evaluators import evaluator_class
from boxcars.bots.learned_bot import LearnedBot, learned_is_stronger
from boxcars.bots.search_bot import SearchBot
from boxcars.bots.search_settings import renamed_settings
from boxcars.core.type_aliases import AnyRules, Json

LEVELS: dict[str, dict[str, Any]] = {
    "novice": {"iterations": 1, "seconds": 0.12, "max_candidates": 1, "fitted_share": 0.0, "temperature": 2.0},
    "easy": {"iterations": 1, "seconds": 0.12, "max_candidates": 1, "fitted_share": 0.0, "temperature": 0.7},
    "normal": {"iterations": 1, "seconds": 0.5, "max_candidates": 1, "fitted_share": 0.2},
    "hard": {"iterations": 1, "seconds": 1.5, "max_candidates": 1, "fitted_share": 1.0},
    "expert": {"iterations": 80, "seconds": 4.0, "max_candidates": 6, "fitted_share": 1.0},
}
"""The usual settings of each level, the weakest first (``search_settings``)."""


def level_settings(level: str, key: str, players: int = 0) -> Json:
    """Return the settings of a level in a game; they may depend on the number of players."""
    own = {name: renamed_settings(given) for name, given in evaluator_class(key).level_settings.items()}
    return LEVELS[level] | own.get(level, {}) | own.get(f"{level}/{players}", {})


def analyst_settings(key: str, players: int = 0) -> Json:
    """Return the settings of the analysis: those of the expert, unless the game's evaluator says otherwise ("analyst")."""
    own = {name: renamed_settings(given) for name, given in evaluator_class(key).level_settings.items()}
    return level_settings("expert", key, players) | own.get("analyst", {}) | own.get(f"analyst/{players}", {})


def longest_decision(kind: str) -> float:
    """Return the promised seconds of the longest decision of a kind of bot: 0 without search, infinite where nothing is
    promised."""
    if kind in LEVELS:
        return float(LEVELS[kind]["seconds"])
    return 0.0 if kind in ("random", "heuristic") else inf


def make_level(level: str, rules: AnyRules, seed: str, changed: Json) -> SearchBot:
    """Return the search bot of a level, with some settings changed."""
    return SearchBot(rules, seed, **level_settings(level, rules.game, rules.players) | renamed_settings(changed))


def novice(rules: AnyRules, seed: str, **changed: Any) -> Bot:
    """Return a bot of the level novice."""
    return make_level("novice", rules, seed, changed)


def easy(rules: AnyRules, seed: str, **changed: Any) -> Bot:
    """Return a bot of the level easy."""
    return make_level("easy", rules, seed, changed)


def normal(rules: AnyRules, seed: str, **changed: Any) -> Bot:
    """Return a bot of the level normal."""
    return make_level("normal", rules, seed, changed)


def hard(rules: AnyRules, seed: str, **changed: Any) -> Bot:
    """Return a bot of the level hard."""
    return make_level("hard", rules, seed, changed)


def expert(rules: AnyRules, seed: str, **changed: Any) -> Bot:
    """Return the strongest bot: a learned network where it is stronger, else the search; with changed settings always the
    search."""
    return LearnedBot(rules, seed) if learned_is_stronger(rules) and not changed else make_level("expert", rules, seed, changed)


for _level in (novice, easy, normal, hard, expert):
    _level.__signature__ = signature(SearchBot)  # type: ignore[attr-defined]  # their settings are those of the search
