"""The expert before November 2026, ``expert@1``: the opponent that later experts are measured against. Used by the arena only.

It consists of its settings (here) and of its fitted numbers (``weights_1.json``, ``value_1.json`` beside a game's current ones);
weights that were added later have a neutral default.
"""

from __future__ import annotations

from inspect import signature
from typing import Any

from boxcars.bots.search_bot import SearchBot
from boxcars.bots.search_settings import renamed_settings
from boxcars.core.evaluator import NO_FILE
from boxcars.core.type_aliases import AnyRules

EXPERT_1: dict[str, dict[str, Any]] = {
    "age_of_steam": {
        "iterations": 10,
        "rollout_rounds": 1,
        "max_candidates": 10,
        "prune_margin": 20.0,
        "weights_file": NO_FILE,
        "value_file": "value_1.json",
    },
    "silverton": {
        "iterations": 96,
        "rollout_rounds": 99,
        "search_last_rounds": 6,
        "max_candidates": 6,
        "prune_margin": 12.0,
        "min_lead_se": 0.5,
        "fitted_share": 0.8,
        "weights_file": "weights_1.json",
        "value_file": NO_FILE,
    },
    "spike": {
        "iterations": 12,
        "max_candidates": 3,
        "min_lead_se": 3.0,
        "weights_file": "weights_1.json",
        "value_file": NO_FILE,
    },
    "steam": {
        "iterations": 8,
        "rollout_rounds": 1,
        "max_candidates": 8,
        "prune_margin": 12.0,
        "weights_file": NO_FILE,
        "value_file": "value_1.json",
    },
    "ticket_to_ride": {
        "iterations": 80,
        "max_candidates": 6,
        "weights_file": "weights_1.json",
        "value_file": "value_1.json",
    },
}
"""The settings of ``expert@1`` in each game; it had no fitted weights in Age of Steam and Steam."""


def expert_1(rules: AnyRules, seed: str, **changed: Any) -> SearchBot:
    """Return the former expert."""
    usual = {"iterations": 80, "max_candidates": 6, "seconds": 4.0}
    return SearchBot(rules, seed, **usual | EXPERT_1.get(rules.game, {}) | renamed_settings(changed))


expert_1.__signature__ = signature(SearchBot)  # type: ignore[attr-defined]  # its settings are those of the search
