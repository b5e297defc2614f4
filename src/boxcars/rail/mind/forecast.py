"""For the bots of hex games: what a seat will probably score from the start of a round on, fitted to games between bots.

``benchmarks/fit_value.py`` makes the data: for each number of rounds left the weights of a game's features, and how far
such forecasts were off.
"""

from __future__ import annotations

import json
from importlib.resources import files
from math import exp
from typing import Final

from boxcars.core.judge import NEWEST, of_edition

BLUR: Final = 0.8
"""The spread of chances, in units of the error of forecasts."""


class Forecast:
    """The fitted weights of one game (its file ``value.json``, or another where a game is played in several ways)."""

    def __init__(self, package: str, edition: int = NEWEST, name: str = "value") -> None:
        data = json.loads((files(package) / of_edition(name, edition)).read_text(encoding="utf-8"))
        self.weights: list[list[float]] = data["weights"]
        """For one round left, two, and so on."""
        self.errors: list[float] = data["errors"]
        self.heeds = len(self.weights[0])
        """How many features it looks at: some take time to find."""

    def gain(self, left: int, features: list[float]) -> float:
        """What a seat will still score, beyond what it has. Features that an edition did not know stand last."""
        total = 0.0
        for weight, feature in zip(self.weights[self._row(left)], features, strict=False):
            total += weight * feature
        return total

    def spread(self, left: int) -> float:
        """How uncertain that is."""
        return BLUR * self.errors[self._row(left)]

    def _row(self, left: int) -> int:
        return min(max(left, 1), len(self.weights)) - 1


def known_forecast(package: str, edition: int = NEWEST, name: str = "value") -> Forecast | None:
    """The forecast of a game in that edition; None if it had none."""
    return Forecast(package, edition, name) if (files(package) / of_edition(name, edition)).is_file() else None


def chances(worth: list[float], spread: float) -> list[float]:
    """The chances to win of seats that will score so much, give or take ``spread``."""
    top = max(worth)
    odds = [exp((w - top) / spread) for w in worth]
    total = sum(odds)
    return [x / total for x in odds]
