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
"""The strength of a new profile: 1500 ± 810. The uncertainty is two thirds larger than the spread of strengths (25/3), so that
very strong or weak players reach their rating soon (see the decision on ratings)."""
SURE = 1e-6
"""The uncertainty of a bot's rating: almost none."""
IDLE = 0.02
"""Growth of σ² for each day without a game, up to its value at the start."""
WIDE = 1.96
PROVISIONAL = 200.0
"""A rating is not listed while half of its 95 % interval is wider than this."""
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
        """Return half of the interval that contains the strength with a probability of 95 %."""
        return WIDE * POINTS * self.sigma

    @property
    def is_provisional(self) -> bool:
        return self.spread > PROVISIONAL

    def after_pause(self, seconds: float) -> Strength:
        """Return the strength after some days without a game: it is less certain."""
        days = max(0.0, seconds) / DAY
        return Strength(self.mu, sqrt(min(SIGMA**2, self.sigma**2 + IDLE * days)))


def fixed_strength(points: float) -> Strength:
    """Return the strength of a bot with this measured rating."""
    return Strength(MU + (points - ZERO) / POINTS, SURE)


def rate_game(strengths: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """Return the strengths after a game with these ranks (equal ranks: a tie)."""
    teams = [[MODEL.create_rating([s.mu, s.sigma])] for s in strengths]
    return [Strength(team[0].mu, team[0].sigma) for team in MODEL.rate(teams, ranks=[float(rank) for rank in ranks])]
