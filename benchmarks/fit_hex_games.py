"""Fit the value of positions in Age of Steam and Steam: ``python benchmarks/fit_hex_games.py steam 200`` (seconds of play).

Heuristic bots play each other with a little noise. What a seat scored in the end, less what it had when a round began, is
explained by the features of its position then (``Judge.features``), for each number of rounds left by itself. Writes
``value.json`` of the game and prints the error that is left on games kept apart.
"""

from __future__ import annotations

import json
import random
import sys
from importlib.resources import files
from math import exp
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from boxcars.bots.seat_view import judge_of
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from

SETUPS: dict[str, list[tuple[str, int, dict[str, Any]]]] = {
    "age_of_steam": [("rust_belt", 4, {}), ("rust_belt", 4, {}), ("rust_belt", 3, {}), ("rust_belt", 5, {})],
    "steam": [
        ("north_america", 4, {}),
        ("north_america", 4, {}),
        ("north_america", 3, {}),
        ("ruhr", 4, {}),
        ("north_america", 5, {}),
        ("north_america", 4, {"mode": "standard"}),
    ],
}
RIDGE = 10.0
LEFT = 7
"""More rounds left are valued alike: hardly anything has happened by then."""
RUIN = -40.0
"""What a bankrupt seat is counted as."""


def collect(game: str, seconds: float) -> tuple[list[tuple[int, int, list[float], float]], int]:
    """(game, rounds left, features, what was still scored) for every seat at the start of every round."""
    rows: list[tuple[int, int, list[float], float]] = []
    made = [registry.make(game, *setup) for setup in SETUPS[game]]
    judges: list[Any] = [judge_of(rules) for rules in made]  # of the hex games: they say their features
    began, number = perf_counter(), 0
    while perf_counter() - began < seconds:
        rules, judge = made[number % len(made)], judges[number % len(made)]
        rng = random.Random(number)
        state = rules.start(Chance(seed_from(f"fit {number}")))
        heat = rng.choice([0.02, 0.3, 0.8])
        turn, seen = judge.round(state), []
        while rules.actor(state) >= 0:
            if judge.round(state) != turn:
                turn = judge.round(state)
                has = rules.standing(state)
                for seat in range(rules.players):
                    if not state.gone[seat]:
                        seen.append((judge.turns_left(state), seat, judge.features(state, seat), has[seat]))
            legal = rules.legal(state)
            weights = judge.weigh(state, legal) if len(legal) > 1 else [0.0]
            best = max(weights)
            rules.apply(state, rng.choices(legal, [exp(max(-30.0, (w - best) / heat)) for w in weights])[0])
        outcome = rules.outcome(state)
        assert outcome is not None
        for left, seat, features, had in seen:
            rows.append((number, left, features, (RUIN if state.gone[seat] else outcome.scores[seat]) - had))
        number += 1
    return rows, number


def main(game: str, seconds: float) -> None:
    rows, number = collect(game, seconds)
    print(f"{number} games, {len(rows)} positions")
    weights, errors = [], []
    for left in range(1, LEFT + 1):
        here = [row for row in rows if row[1] == left]
        x = np.array([row[2] for row in here])
        y = np.array([row[3] for row in here], dtype=float)
        kept = np.array([row[0] % 5 != 0 for row in here])
        scale = np.maximum(x.std(0), 1e-3)
        scale[0] = 1.0
        a = x[kept] / scale
        w = np.linalg.solve(a.T @ a + RIDGE * np.eye(a.shape[1]), a.T @ y[kept]) / scale
        error = float((y[~kept] - x[~kept] @ w).std())
        print(f"{left} rounds left: {error:.1f} points of {y[~kept].std():.1f}", np.round(w, 2))
        weights.append([round(float(v), 3) for v in w])
        errors.append(round(error, 2))
    text = {
        "provenance": "Ridge regression of final scores on features of positions from heuristic self-play; "
        "see benchmarks/fit_hex_games.py.",
        "weights": weights,
        "errors": errors,
    }
    Path(str(files(f"boxcars.games.{game}.mind") / "value.json")).write_text(json.dumps(text) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 120.0)
