"""Forecasts of the final score in games on hexes, fitted to games between bots.

``benchmarks/fit_value.py`` fits for each number of rounds left the coefficients of a game's features, and the error of the
forecast.
"""

from __future__ import annotations

import json
from importlib.resources import files
from math import exp
from typing import Final

from boxcars.core.evaluator import NO_FILE

SPREAD_PER_ERROR: Final = 0.8
"""The spread of win probabilities, in units of the forecast's error."""
VALUE_FILE: Final = "value.json"
"""The file of the current value model, beside a game's evaluator."""


class ScoreForecast:
    """The fitted coefficients of one game, read from a JSON file of its package."""

    def __init__(self, package: str, file: str = VALUE_FILE) -> None:
        data = json.loads((files(package) / file).read_text(encoding="utf-8"))
        self.coefficients: list[list[float]] = data["weights"]
        """One row of coefficients for each number of rounds left: 1, 2, …"""
        self.errors: list[float] = data["errors"]
        """The standard error of the forecast in points, for each number of rounds left."""
        self.feature_count = len(self.coefficients[0])
        """How many features the model uses: a former model lacks the last ones, and some take time to compute."""

    def expected_gain(self, rounds_left: int, features: list[float]) -> float:
        """Return the points a seat will still score, beyond what it has."""
        total = 0.0
        for coefficient, feature in zip(self.coefficients[self._row(rounds_left)], features, strict=False):
            total += coefficient * feature
        return total

    def spread(self, rounds_left: int) -> float:
        """Return how uncertain the forecast is, in points, for ``win_probabilities``."""
        return SPREAD_PER_ERROR * self.errors[self._row(rounds_left)]

    def _row(self, rounds_left: int) -> int:
        return min(max(rounds_left, 1), len(self.coefficients)) - 1


def load_forecast(package: str, file: str = VALUE_FILE) -> ScoreForecast | None:
    """Return the forecast read from that file; None if the package has no such file (``NO_FILE``)."""
    return ScoreForecast(package, file) if file != NO_FILE and (files(package) / file).is_file() else None


def win_probabilities(scores: list[float], spread: float) -> list[float]:
    """Return each seat's probability to win from expected scores: a softmax with ``spread`` points as its temperature."""
    top = max(scores)
    odds = [exp((score - top) / spread) for score in scores]
    total = sum(odds)
    return [x / total for x in odds]
