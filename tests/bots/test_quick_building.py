"""In playouts a bot of Age of Steam asks only whether the tiles it thinks of may be laid: it builds what it would choose from all
that is legal."""

from __future__ import annotations

import random

import pytest

from boxcars.bots.seat_view import judge_of
from boxcars.core.chance import Chance, seed_from
from boxcars.core.registry import make
from boxcars.games.age_of_steam.build_track import may_urbanize
from boxcars.games.age_of_steam.mind.judge import AgeOfSteamJudge
from boxcars.games.age_of_steam.steps import BuildTrack

BUILDS = 40
"""Decisions that are compared."""


@pytest.mark.parametrize("stir", [0.0, 0.3, 4.0])
@pytest.mark.parametrize("map", ["rust_belt", "germany", "western_us"])
def test_a_playout_builds_what_is_best_of_all_that_is_legal(map: str, stir: float) -> None:
    rules = make("age_of_steam", map, 3, {})
    judge = judge_of(rules, 1.0)
    assert isinstance(judge, AgeOfSteamJudge)
    state = rules.start(Chance(seed_from(f"quick building {map}")))
    compared = thought_of = 0
    while compared < BUILDS and (seat := rules.actor(state)) >= 0:
        legal = rules.legal(state)
        weights = judge.weigh(state, legal)
        if isinstance(state.agenda[-1], BuildTrack) and not may_urbanize(rules, state, seat):
            judge.stir, judge.luck = stir, random.Random(compared)
            quick = judge.build(state, seat)
            judge.luck = random.Random(compared)
            chosen = legal[judge.pick(weights)]
            assert quick in (chosen, None)
            thought_of += quick is not None
            compared += 1
            judge.luck = None
        rules.apply(state, legal[weights.index(max(weights))])
    assert thought_of > 0.9 * compared > 0


def test_who_has_no_choice_needs_no_luck() -> None:
    judge = judge_of(make("age_of_steam", "rust_belt", 3, {}), 1.0)
    judge.stir, judge.luck = 0.3, random.Random(1)
    assert judge.pick([0.0, 5.0, -50.0]) == 1
    assert judge.luck.random() == random.Random(1).random()
    assert {judge.pick([0.0, 0.1, -50.0]) for _ in range(40)} == {0, 1}
