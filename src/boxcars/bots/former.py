"""Levels as they were in an earlier edition: what a new one is measured against. For the arena; no page offers them.

An edition is its settings (here), its fitted numbers (``taste_1.json``, ``value_1.json`` beside those of today) and a judge that
goes by them: what a judge has learned to heed since then has a number in its ``taste`` that is neutral where an edition lacks it.
"""

from __future__ import annotations

from inspect import signature
from typing import Any

from boxcars.bots.search import SearchBot
from boxcars.core.kinds import AnyRules

EXPERT_1: dict[str, dict[str, Any]] = {
    "age_of_steam": {"iterations": 10, "rounds": 1, "width": 10, "gap": 20.0},
    "silverton": {"iterations": 96, "rounds": 99, "late": 6, "width": 6, "gap": 12.0, "caution": 0.5, "experience": 0.8},
    "spike": {"iterations": 12, "width": 3, "caution": 3.0},
    "steam": {"iterations": 8, "rounds": 1, "width": 8, "gap": 12.0},
    "ticket_to_ride": {"iterations": 80, "width": 6},
}
"""What ``expert`` was in each game before November 2026."""


def expert_1(rules: AnyRules, seed: str, **more: Any) -> SearchBot:
    return SearchBot(
        rules, seed, **{"iterations": 80, "width": 6, "seconds": 4.0, "edition": 1} | EXPERT_1.get(rules.game, {}) | more
    )


expert_1.__signature__ = signature(SearchBot)  # type: ignore[attr-defined]  # its settings are those of the search
