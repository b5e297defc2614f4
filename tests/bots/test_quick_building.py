"""In playouts a bot of Age of Steam asks only whether the tiles it thinks of may be laid: it builds what it would choose from all
that is legal."""

from __future__ import annotations

import random

import pytest

from boxcars.bots.evaluators import load_evaluator
from boxcars.core.chance import Chance, seed_from
from boxcars.core.registry import make
from boxcars.games.age_of_steam.ai.evaluator import AgeOfSteamEvaluator
from boxcars.games.age_of_steam.build_track import may_urbanize
from boxcars.games.age_of_steam.steps import BuildTrack

BUILDS = 40
"""Decisions that are compared."""


@pytest.mark.parametrize("temperature", [0.0, 0.3, 4.0])
@pytest.mark.parametrize("map", ["rust_belt", "germany", "western_us"])
def test_a_playout_builds_what_is_best_of_all_that_is_legal(map: str, temperature: float) -> None:
    rules = make("age_of_steam", map, 3, {})
    evaluator = load_evaluator(rules, 1.0)
    assert isinstance(evaluator, AgeOfSteamEvaluator)
    state = rules.start(Chance(seed_from(f"quick building {map}")))
    compared = thought_of = 0
    while compared < BUILDS and (seat := rules.actor(state)) >= 0:
        legal = rules.legal(state)
        logits = evaluator.policy(state, legal)
        if isinstance(state.agenda[-1], BuildTrack) and not may_urbanize(rules, state, seat):
            evaluator.rollout_temperature, evaluator.rollout_rng = temperature, random.Random(compared)
            quick = evaluator.rollout_build(state, seat)
            evaluator.rollout_rng = random.Random(compared)
            chosen = legal[evaluator.sample_index(logits)]
            assert quick in (chosen, None)
            thought_of += quick is not None
            compared += 1
            evaluator.rollout_rng = None
        rules.apply(state, legal[logits.index(max(logits))])
    assert thought_of > 0.9 * compared > 0


def test_who_has_no_choice_needs_no_luck() -> None:
    evaluator = load_evaluator(make("age_of_steam", "rust_belt", 3, {}), 1.0)
    evaluator.rollout_temperature, evaluator.rollout_rng = 0.3, random.Random(1)
    assert evaluator.sample_index([0.0, 5.0, -50.0]) == 1
    assert evaluator.rollout_rng.random() == random.Random(1).random()
    assert {evaluator.sample_index([0.0, 0.1, -50.0]) for _ in range(40)} == {0, 1}
