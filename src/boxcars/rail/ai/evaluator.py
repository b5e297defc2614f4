"""The common part of the evaluators of the hex games: a position is worth its score and the forecast of what will be added."""

from __future__ import annotations

from typing import Any, TypeVar

from mypy_extensions import mypyc_attr

from boxcars.core.evaluator import Evaluator
from boxcars.core.game import Rules, State
from boxcars.rail.ai.score_forecast import VALUE_FILE, ScoreForecast, win_probabilities

S = TypeVar("S", bound=State)

ELIMINATED_SCORE = -60.0
"""The score that an eliminated seat counts as, in points."""
HIGHEST_SCORE = 180.0
"""The score that counts as the best possible, in points."""


@mypyc_attr(allow_interpreted_subclasses=True)
class HexEvaluator(Evaluator[S]):
    """An evaluator with a score forecast, read from ``value.json`` in ``package``.

    ``narrow_lead``: the lead in points that wins with odds of e to one in a finished game.
    """

    def __init__(self, rules: Rules[Any], package: str, narrow_lead: float) -> None:
        super().__init__(rules)
        self.package = package
        self.forecast = ScoreForecast(package)
        self.narrow_lead = narrow_lead

    def use_value_file(self, name: str) -> None:
        self.forecast = ScoreForecast(self.package, name or VALUE_FILE)

    def turns_left(self, table: Any) -> int:
        """Return the number of turns whose income is still to come, this one included."""
        raise NotImplementedError

    def is_in_game(self, table: Any, seat: int) -> bool:
        """Return whether the seat's features can be computed: it is not eliminated."""
        return not table.gone[seat]

    def forecast_row(self, table: Any) -> int:
        """Return which row of the forecast's coefficients applies: the number of turns left."""
        return self.turns_left(table)

    def features(self, table: Any, seat: int) -> list[float]:
        """Return the features of the seat's forecast, in the order of ``value.json``."""
        raise NotImplementedError

    def forecast_scores(self, state: Any) -> list[float]:
        """Return each seat's expected final score in points: its score so far and the forecast of what it will add."""
        left = self.turns_left(state) if state.agenda else 0
        points = self.rules.standing(state)
        scores: list[float] = []
        for seat in range(self.rules.players):
            if state.gone[seat]:
                scores.append(ELIMINATED_SCORE)
            else:
                scores.append(points[seat] + (self.forecast.expected_gain(left, self.features(state, seat)) if left else 0.0))
        return scores

    def value(self, state: Any) -> list[float]:
        """Return each seat's probability to win; a narrow result counts almost as a win, as chance might have decided
        otherwise."""
        left = self.turns_left(state) if state.agenda else 0
        return win_probabilities(self.forecast_scores(state), max(self.narrow_lead, self.forecast.spread(left) if left else 0.0))

    def expected_score(self, state: Any) -> list[float]:
        """Return each seat's expected final score, scaled from ELIMINATED_SCORE … HIGHEST_SCORE to 0 … 1."""
        return [
            min(1.0, max(0.0, (points - ELIMINATED_SCORE) / (HIGHEST_SCORE - ELIMINATED_SCORE)))
            for points in self.forecast_scores(state)
        ]

    def current_round(self, state: Any) -> int:
        """Return the turn: what an action was worth shows at its end."""
        turn: int = state.turn
        return turn

    def rounds_left(self, state: Any) -> int:
        return self.turns_left(state)
