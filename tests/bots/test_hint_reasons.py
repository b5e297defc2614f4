"""A hint says what on the board speaks for a move: every action of every game has a reason, in words of its own."""

from __future__ import annotations

import random

import pytest

from boxcars.bots.evaluators import load_evaluator
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.locale import sayer

MOVES = 150
SAID = sayer("en", ["Ada", "Brunel", "Carmen"])


@pytest.mark.parametrize("game", list(registry.games()))
def test_every_move_has_a_reason_that_names_something(game: str) -> None:
    players = next(n for n in (3, 2, 1) if n in registry.game(game).maps[0].players)
    rules = registry.make(game, players=players)
    evaluator = load_evaluator(rules, 0.0)
    luck = random.Random(game)
    state = rules.start(Chance(seed_from(f"reasons:{game}")))
    kinds: dict[type, set[str]] = {}
    for _ in range(MOVES):
        seat = rules.actor(state)
        if seat < 0:
            break
        legal = rules.legal(state)
        world = rules.imagine(state, seat, seed_from("world"))
        for action in luck.sample(legal, min(4, len(legal))):
            said = SAID(evaluator.explain_action(world, action))
            assert said.endswith("."), said
            assert "{" not in said, said
            kinds.setdefault(type(action), set()).add(said)
        logits = evaluator.policy(world, legal)
        best = legal[logits.index(max(logits))]
        rules.play(state, seat, best if luck.random() < 0.8 else luck.choice(legal))
    said_of_all = [said for found in kinds.values() for said in found]
    assert len(kinds) >= 4
    assert len(set(said_of_all)) > 2 * len(kinds), "the same few sentences whatever the board looks like"
