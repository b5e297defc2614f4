"""Levels as they once were still play as they did: what a new edition is measured against must not move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.bots.evaluators import load_evaluator
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from

CHOICES = Path(__file__).with_name("expert_1.json")
"""What the first edition's expert chose in these positions, recorded when it was the newest. Silverton and Steam were recorded
again when the data of the game changed the positions (Silverton 5: cards; Steam 3: New Haven on North America). Each time the
old data still gave the old choices."""
ASKED = 12
GAMES = ("age_of_steam", "silverton", "spike", "steam", "ticket_to_ride")


def chosen(game: str, kind: str) -> list[Any]:
    """What a bot chooses at twelve moments, evenly over a game that the evaluator by hand plays against itself."""
    rules = registry.make(game, None, registry.game(game).usual_players)
    evaluator = load_evaluator(rules)
    state, memo = rules.start(Chance(seed_from("former"))), {}
    positions = []
    while rules.actor(state) >= 0:
        if len(rules.legal(state)) > 1:
            positions.append(rules.clone(state))
        rules.apply(state, evaluator.rollout_action(state, memo))
    out = []
    for i in range(ASKED):
        state = positions[i * len(positions) // ASKED]
        seat = rules.actor(state)
        action = make_bot(kind, rules, f"former {i}").choose(SeatView(rules, state, seat))
        out.append(json.loads(rules.write(action)))
    return out


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("game", [game if game == "spike" else pytest.param(game, marks=pytest.mark.slow) for game in GAMES])
def test_the_first_expert_plays_as_it_did(game: str) -> None:
    assert chosen(game, "expert@1:seconds=0.0") == json.loads(CHOICES.read_text())[game]
