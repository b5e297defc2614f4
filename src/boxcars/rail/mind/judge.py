"""What the judges of the games on hexes share: a position is worth its points and what such positions brought (``Forecast``)."""

from __future__ import annotations

from typing import Any, TypeVar

from mypy_extensions import mypyc_attr

from boxcars.core.game import Rules, State
from boxcars.core.judge import Judge
from boxcars.rail.mind.forecast import Forecast, chances

S = TypeVar("S", bound=State)

RUINED = -60.0
"""What the score of a seat counts that is out of the game."""
SPLENDID = 180.0
"""A score that nobody hopes to exceed."""


@mypyc_attr(allow_interpreted_subclasses=True)
class HexJudge(Judge[S]):
    """``package``: where the fitted numbers are; ``close``: a lead of so many points wins with odds of e to one."""

    def __init__(self, rules: Rules[Any], package: str, close: float) -> None:
        super().__init__(rules)
        self.package = package
        self.forecast = Forecast(package)
        self.close = close

    def recall(self, edition: int) -> None:
        self.forecast = Forecast(self.package, edition)

    def turns_left(self, table: Any) -> int:
        """Turns whose income is still to come, this one included."""
        raise NotImplementedError

    def in_play(self, table: Any, seat: int) -> bool:
        return not table.gone[seat]

    def stretch(self, table: Any) -> int:
        """Which part of the game this is, by what is left: the forecast has weights for each."""
        return self.turns_left(table)

    def features(self, table: Any, seat: int) -> list[float]:
        """What says how much a seat will still score; the order is that of ``value.json``."""
        raise NotImplementedError

    def worth(self, state: Any) -> list[float]:
        """Points so far and what the network will still bring."""
        left = self.turns_left(state) if state.agenda else 0
        points = self.rules.standing(state)
        worth: list[float] = []
        for seat in range(self.rules.players):
            if state.gone[seat]:
                worth.append(RUINED)
            else:
                worth.append(points[seat] + (self.forecast.gain(left, self.features(state, seat)) if left else 0.0))
        return worth

    def value(self, state: Any) -> list[float]:
        """That as a chance to win. A close result is worth almost as much as a win: it might have gone the other way."""
        left = self.turns_left(state) if state.agenda else 0
        return chances(self.worth(state), max(self.close, self.forecast.spread(left) if left else 0.0))

    def hopes(self, state: Any) -> list[float]:
        """Points, from ruin to a score beyond all hopes."""
        return [min(1.0, max(0.0, (points - RUINED) / (SPLENDID - RUINED))) for points in self.worth(state)]

    def round(self, state: Any) -> int:
        """What a turn is worth shows when it is over."""
        turn: int = state.turn
        return turn

    def left(self, state: Any) -> int:
        return self.turns_left(state)
