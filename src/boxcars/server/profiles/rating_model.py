"""The scale of ratings: one for each game, people and bots together.

Weng and Lin's Plackett–Luce model, from ``openskill``, each seat a team of one, with γ = 1 (decision 31 says why). A
strength is (μ, σ); it is shown as 1500 + 29.5 (μ − μ₀), so that 400 points are ten to one at a table of two, and always with
its interval. Bots are fixed points: they are where the ladder measured them, and no game moves them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from openskill.models import PlackettLuce

ZERO, POINTS = 1500.0, 29.5
MU, SIGMA = 25.0, 14.0
"""A new card: 1500 ± 810. That is two thirds more than strengths seem to scatter (25/3): whoever is far above every bot, or far
below, is then found in time (decision 37 has the figures)."""
SURE = 1e-6
"""The doubt about a bot: as good as none."""
IDLE = 0.02
"""By so much σ² grows in a day without a game, up to what it was at the start."""
WIDE = 1.96
PROVISIONAL = 200.0
"""A rating whose interval is wider than this to either side is not listed."""
DAY = 86400.0

MODEL = PlackettLuce(mu=MU, sigma=SIGMA, beta=25.0 / 6.0, gamma=lambda *_: 1.0, tau=0.0)


@dataclass(frozen=True)
class Strength:
    mu: float = MU
    sigma: float = SIGMA

    @property
    def points(self) -> float:
        return ZERO + POINTS * (self.mu - MU)

    @property
    def spread(self) -> float:
        """Half of the interval that holds the strength with 95 %."""
        return WIDE * POINTS * self.sigma

    @property
    def is_provisional(self) -> bool:
        return self.spread > PROVISIONAL

    def after_pause(self, seconds: float) -> Strength:
        """The same after a while without a game: a little less is known of it."""
        days = max(0.0, seconds) / DAY
        return Strength(self.mu, sqrt(min(SIGMA**2, self.sigma**2 + IDLE * days)))


def fixed_strength(points: float) -> Strength:
    """A bot that stands there."""
    return Strength(MU + (points - ZERO) / POINTS, SURE)


def rate_game(strengths: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """The strengths after a game that ended in these ranks (equal ones: a tie)."""
    teams = [[MODEL.create_rating([s.mu, s.sigma])] for s in strengths]
    return [Strength(team[0].mu, team[0].sigma) for team in MODEL.rate(teams, ranks=[float(rank) for rank in ranks])]
