"""Nodes of a search tree, and the statistics of its root."""

from __future__ import annotations

from math import exp, sqrt

from boxcars.core.types import Action

PRIOR_SE = 0.5
"""How many standard errors better a candidate must be for each unit of logit that it is behind the greatest."""
PRIOR_VALUE = 0.006
"""How much better it must be in any case, in value: value and logits both err, and their mean errs less."""
USUAL_DIFFERENCE_SD = 0.04
"""The usual standard deviation of the difference of two candidates in one world; it counts like two worlds that were tried."""


class Node:
    """A position as its path of actions reaches it: what was tried there and how it went."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        """The seat to act."""
        self.actions: list[Action] = []
        """The candidates, greatest logit first."""
        self.logits: list[float] = []
        """The logit of each candidate."""
        self.priors: list[float] = []
        """The softmax of the logits."""
        self.visits: list[int] = []
        """How often each candidate was tried."""
        self.value_sums: list[float] = []
        """The sum over visits of what the seat to act maximizes."""
        self.win_sums: list[float] = []
        """The sum over visits of its probability to win."""
        self.square_sums: list[float] = []
        """The sum over visits of the squares of what it maximizes."""
        self.children: list[Node | None] = []
        """The position after each candidate, once it was expanded."""
        self.total_visits = 0
        """The sum of all visits."""
        self.prior_weight = 1.0
        """How much the logits count against the values found (at the root)."""
        self.min_lead_se = 0.0
        """By how many standard errors a candidate must be better than the one with the greatest logit (at the root)."""
        self.paired = False
        """Whether candidates are compared world by world: the same chance helps or hurts both, so their difference is surer than
        the value of either."""
        self.world_values: list[list[float]] = []
        """The value of each candidate in every world, if they are paired."""

    def add_candidates(self, actions: list[Action], logits: list[float], most: int, margin: float) -> None:
        """Add the actions with the greatest logits that are not candidates yet: at most ``most``, and within ``margin`` of the
        best."""
        order = sorted(range(len(actions)), key=lambda i: -logits[i])[:most]
        best = logits[order[0]]
        for i in order:
            if logits[i] < best - margin:
                break
            if actions[i] not in self.actions:
                self.actions.append(actions[i])
                self.logits.append(logits[i])
                self.visits.append(0)
                self.value_sums.append(0.0)
                self.win_sums.append(0.0)
                self.square_sums.append(0.0)
                self.children.append(None)
                self.world_values.append([])
        top = max(self.logits)
        odds = [exp(max(-30.0, logit - top)) for logit in self.logits]
        total = sum(odds)
        self.priors = [o / total for o in odds]

    def restricted_to(self, legal: list[Action]) -> Node:
        """Return a copy without the candidates that are not legal here: they were legal in other worlds only."""
        node = Node(self.seat)
        for i, action in enumerate(self.actions):
            if action in legal:
                node.actions.append(action)
                node.logits.append(self.logits[i])
                node.visits.append(self.visits[i])
                node.value_sums.append(self.value_sums[i])
                node.win_sums.append(self.win_sums[i])
                node.square_sums.append(self.square_sums[i])
                node.children.append(self.children[i])
                node.world_values.append(self.world_values[i])
                node.total_visits += self.visits[i]
        return node

    def add_statistics(self, visits: list[int], sums: list[float], squares: list[float], wins: list[float]) -> int:
        """Add what another process found for the same candidates; return how many visits that were."""
        for i, n in enumerate(visits):
            self.visits[i] += n
            self.value_sums[i] += sums[i]
            self.square_sums[i] += squares[i]
            self.win_sums[i] += wins[i]
            self.total_visits += n
        return sum(visits)

    def value_sd(self) -> float:
        """Return the standard deviation of the values of single visits, pooled over all candidates."""
        found, total = 0.0, 0
        for n, x, xx in zip(self.visits, self.value_sums, self.square_sums, strict=True):
            if n > 1:
                found += max(0.0, xx - x * x / n)
                total += n - 1
        return sqrt(found / total) if total else 0.1

    def scores(self) -> list[float]:
        """Return for each candidate its mean value, less a penalty for a lower logit that shrinks with visits."""
        top, sd = max(self.logits), self.value_sd()
        if self.paired and all(len(values) == n for values, n in zip(self.world_values, self.visits, strict=True)):
            return self._paired_scores(top, sd)
        scores = [
            x / n - self.prior_weight * (top - logit) * (PRIOR_VALUE + PRIOR_SE * sd / sqrt(n)) if n else -1e9
            for n, x, logit in zip(self.visits, self.value_sums, self.logits, strict=True)
        ]
        if self.min_lead_se:
            first = self.logits.index(top)
            for i, n in enumerate(self.visits):
                if n and i != first:
                    scores[i] -= self.min_lead_se * sd * sqrt(2 / n)
        return scores

    def _paired_scores(self, top: float, sd: float) -> list[float]:
        """Return the scores world by world: the value of the greatest logit, and how much better the others did in the same
        worlds."""
        first = self.logits.index(top)
        usual = self.value_sums[first] / max(1, self.visits[first])
        scores = []
        for i, n in enumerate(self.visits):
            gain, error = self.paired_difference(i, first)
            penalty = self.prior_weight * (top - self.logits[i]) * (PRIOR_VALUE + PRIOR_SE * sd / sqrt(max(1, n)))
            scores.append(usual + gain - self.min_lead_se * error - penalty if n else -1e9)
        return scores

    def paired_difference(self, one: int, other: int) -> tuple[float, float]:
        """Return how much better one candidate did than another in the worlds both were tried in, and the standard error of
        that."""
        if one == other:
            return 0.0, 0.0
        differences = [mine - theirs for mine, theirs in zip(self.world_values[one], self.world_values[other], strict=False)]
        n = len(differences)
        if not n:
            return 0.0, 1.0
        mean = sum(differences) / n
        squares = sum((x - mean) ** 2 for x in differences) + 2 * USUAL_DIFFERENCE_SD * USUAL_DIFFERENCE_SD
        return mean, sqrt(squares / (n + 1) / n)

    def best_index(self) -> int:
        """Return the index of the best candidate; the greatest logit if nothing was tried."""
        if not self.total_visits:
            return self.logits.index(max(self.logits))
        scores = self.scores()
        return scores.index(max(scores))
