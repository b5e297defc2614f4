"""Fit the value of Ticket to Ride positions: ``python benchmarks/fit_ticket_to_ride.py 120`` (seconds of play).

Heuristic bots play each other with a little noise. What a seat scored in the end, less what it had, is explained by the
features of its positions (``TicketToRideEvaluator.features``), with weights that change linearly from knot to knot of the turns
left. Writes ``value.json`` of the game and prints the error that is left on games kept apart.
"""

from __future__ import annotations

import json
import random
import sys
from math import exp
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from boxcars.bots.evaluators import load_evaluator
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games import ticket_to_ride
from boxcars.games.ticket_to_ride.types import TakeTurn

KNOTS = [1, 4, 9, 16, 25, 36]
SAMPLED = 0.35
"""Share of turns that are looked at."""
RIDGE = 30.0


def collect(seconds: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features of positions, what was scored from there on, and the number of the game."""
    rows, gains, numbers = [], [], []
    began, number = perf_counter(), 0
    while perf_counter() - began < seconds:
        rng = random.Random(number)
        players = rng.choice([2, 2, 2, 3, 4])
        rules = registry.make("ticket_to_ride", "usa", players)
        evaluator: Any = load_evaluator(rules, fitted_share=1.0)  # the game's own: it says its features
        state = rules.start(Chance(seed_from(f"fit {number}")))
        temperature = rng.choice([0.01, 0.3, 0.7])
        seen = []
        while rules.actor(state) >= 0:
            if isinstance(state.agenda[-1], TakeTurn) and rng.random() < SAMPLED:
                turns, longest = evaluator.turns_left(state), evaluator.longest(state)
                for seat in range(players):
                    plan = evaluator.plan(state, seat, state.tickets[seat])
                    has = state.points[seat] + plan.done - plan.lost
                    seen.append((seat, evaluator.features(state, seat, plan, turns, longest), has))
            legal = rules.legal(state)
            weights = evaluator.policy(state, legal)
            best = max(weights)
            odds = [exp(max(-30.0, (w - best) / temperature)) for w in weights]
            rules.apply(state, rng.choices(legal, odds)[0])
        outcome = rules.outcome(state)
        assert outcome is not None
        for seat, features, has in seen:
            rows.append(features)
            gains.append(outcome.scores[seat] - has)
            numbers.append(number)
        number += 1
    print(f"{number} games, {len(rows)} positions")
    return np.array(rows), np.array(gains, dtype=float), np.array(numbers)


def spread_out(rows: np.ndarray) -> np.ndarray:
    """Each feature once for every knot, by how near the position is to it."""
    turns = np.clip(rows[:, 1], KNOTS[0], KNOTS[-1])
    near = np.stack([np.interp(turns, KNOTS, np.eye(len(KNOTS))[i]) for i in range(len(KNOTS))], axis=1)
    wide: np.ndarray = (near[:, :, None] * rows[:, None, :]).reshape(len(rows), -1)
    return wide


def main(seconds: float) -> None:
    rows, gains, numbers = collect(seconds)
    wide = spread_out(rows)
    scale = np.tile(rows.std(0) + 1e-9, len(KNOTS))
    kept = numbers % 5 != 0
    x = wide[kept] / scale
    weights = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ gains[kept]) / scale
    left = gains[~kept] - wide[~kept] @ weights
    print(f"error on games kept apart: {left.std():.1f} points of {gains[~kept].std():.1f}")
    text = {
        "provenance": "Ridge regression of final scores on features of positions from heuristic self-play; "
        "see benchmarks/fit_ticket_to_ride.py.",
        "knots": KNOTS,
        "weights": [[round(float(w), 4) for w in row] for row in weights.reshape(len(KNOTS), -1)],
    }
    (Path(ticket_to_ride.__file__).parent / "ai" / "value.json").write_text(json.dumps(text) + "\n")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)
