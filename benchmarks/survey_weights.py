"""What each number of a game's judgement is worth: ``python benchmarks/survey_weights.py silverton --seconds 300``.

Where luck is large, following single shakes (fit_weights.py) takes too many games. Here every pair of games is played with all
numbers shaken at once, against the numbers by hand and with the same luck from both seats; one regression over all games then
says how much each number does, and how sure that is. Numbers that do something for certain move by ``--step`` times what was
found, and ``weights.json`` is written. Run it again to go on from there; the last line is measured on seeds of its own.
"""

from __future__ import annotations

import argparse
import json
import random
from importlib.resources import files
from math import exp, tanh
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from boxcars.bots.evaluators import load_evaluator, read_fitted_weights
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from

SHAKE = 0.3
"""How far numbers are shaken, as a part of themselves,"""
FROM_NOTHING = 0.5
"""and those that are 0: only upward."""
SURE = 3.0
"""Standard errors from which on a number moves: there are many of them, and a few minutes of play are little."""


def shaken(centre: dict[str, float], shakes: dict[str, float], far: float = SHAKE) -> dict[str, float]:
    return {k: v * exp(far * shakes[k]) if v else max(0.0, FROM_NOTHING * shakes[k]) for k, v in centre.items()}


class Survey:
    """Games of two seats: an evaluator whose numbers change, and the one by hand."""

    def __init__(self, game: str) -> None:
        self.rules = registry.make(game, None, 2)
        self.by_hand, self.other = load_evaluator(self.rules), load_evaluator(self.rules)

    def play(self, numbers: dict[str, float], seed: str, seat: int) -> tuple[float, float]:
        """The win and the margin of the seat that judges by these numbers."""
        rules = self.rules
        evaluators: list[Any] = [self.by_hand, self.by_hand]
        evaluators[seat] = self.other
        self.other.set_weights(numbers)
        state = rules.start(Chance(seed_from(seed)))
        memo: dict[int, Any] = {}
        while (actor := rules.actor(state)) >= 0:
            rules.apply(state, evaluators[actor].rollout_action(state, memo))
        outcome = rules.outcome(state)
        assert outcome is not None
        win = (seat in outcome.winners) / len(outcome.winners)
        return win, float(outcome.scores[seat] - outcome.scores[1 - seat])


def main() -> None:
    say = argparse.ArgumentParser()
    say.add_argument("game")
    say.add_argument("--seconds", type=float, default=300.0)
    say.add_argument("--step", type=float, default=1.0, help="how far numbers move, in shakes, for a share of wins of 5 %%")
    say.add_argument("--seed", default="survey")
    given = say.parse_args()
    survey = Survey(given.game)
    by_hand: Any = survey.by_hand  # of a game that has hand-written weights
    weights = by_hand.weights
    centre = {k: float(v) for k, v in vars(weights).items()} | read_fitted_weights(given.game)
    names, rng = list(centre), random.Random(given.seed)
    shakes, margins = [], []
    began, number = perf_counter(), 0
    while perf_counter() - began < given.seconds:
        shake = {k: rng.gauss(0.0, 1.0) for k in names}
        numbers = shaken(centre, shake)
        for seat in (0, 1):
            _, margin = survey.play(numbers, f"{given.seed} {number}", seat)
            shakes.append([1.0, *shake.values()])
            margins.append(margin)
        number += 1
    spread = float(np.std(margins))
    found = [0.5 + 0.5 * tanh(margin / spread) for margin in margins]
    a, y = np.array(shakes), np.array(found)
    weights, *_ = np.linalg.lstsq(a, y, rcond=None)
    error = np.sqrt(((y - a @ weights) ** 2).sum() / (len(y) - len(weights)) * np.diag(np.linalg.inv(a.T @ a)))
    print(f"{len(y)} games; with the numbers as they are {weights[0]:.1%}")
    moved = dict(centre)
    for i in sorted(range(len(names)), key=lambda i: -abs(weights[i + 1] / error[i + 1])):
        gain, sure = float(weights[i + 1]), float(weights[i + 1] / error[i + 1])
        name = names[i]
        if abs(sure) >= SURE:
            move = max(-1.0, min(1.0, given.step * gain / 0.05))
            moved[name] = shaken({name: centre[name]}, {name: move})[name]
        print(f"{name:14} {centre[name]:8.2f} {100 * gain:+5.1f} ± {196 * error[i + 1]:.1f} -> {moved[name]:.2f}")
    text = {"provenance": "Fitted in play against the numbers by hand; see benchmarks/survey_weights.py.", "players": 2}
    out = Path(str(files(f"boxcars.games.{given.game}.ai") / "weights.json"))
    out.write_text(json.dumps(text | {"weights": {k: round(v, 3) for k, v in moved.items()}}, indent=1) + "\n")
    wins = [survey.play(moved, f"{given.seed} fresh {i // 2}", i % 2)[0] for i in range(200)]
    print(f"on fresh seeds: {sum(wins)} of {len(wins)}")


if __name__ == "__main__":
    main()
