"""What a finished game is worth to each seat, for learners."""

from __future__ import annotations

from boxcars.core.types import Outcome


def by_rank(outcome: Outcome) -> list[float]:
    """1 for a win alone, -1 for the last place, evenly between; shared places share. Alone there are no places: by the score."""
    n = len(outcome.ranks)
    if n == 1:
        return by_score(outcome)
    out = []
    for rank in outcome.ranks:
        equal = outcome.ranks.count(rank)
        place = rank + (equal - 1) / 2
        out.append(1.0 - 2.0 * (place - 1) / (n - 1))
    return out


def by_score(outcome: Outcome) -> list[float]:
    """Own score less the mean of the others', in hundreds; alone: the score in hundreds."""
    total, n = sum(outcome.scores), len(outcome.scores)
    if n == 1:
        return [outcome.scores[0] / 100]
    return [(score - (total - score) / (n - 1)) / 100 for score in outcome.scores]


REWARDS = {"rank": by_rank, "score": by_score}
