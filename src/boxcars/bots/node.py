"""A position in the tree of the search bot."""

from __future__ import annotations

from math import exp, sqrt

from boxcars.core.words import Action

TRUST = 0.5
"""By how many standard errors a candidate must look better, for each unit of the judge's weight it lacks,"""
FAITH = 0.006
"""and by how much in any case: value and weights both err, and the mean of two judgements errs less."""
APART = 0.04
"""The standard deviation that two candidates usually are apart by in one world, as much as two worlds that were tried say."""


class Node:
    """A position as its path of actions reaches it: what was tried there and how it went."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        """Who decides here."""
        self.actions: list[Action] = []
        """Candidates, most promising first."""
        self.weights: list[float] = []
        self.priors: list[float] = []
        self.visits: list[int] = []
        self.sums: list[float] = []
        """Of what the seat that decides strives for,"""
        self.wins: list[float] = []
        """and of its chances to win."""
        self.squares: list[float] = []
        self.children: list[Node | None] = []
        self.count = 0
        self.doubt = 1.0
        """How much the judge's weights count against what was found,"""
        self.caution = 0.0
        """and by how many standard errors anything else must look better than the judge's own choice."""
        self.paired = False
        """Whether candidates are compared world by world: the same luck makes both better or worse, and their difference is surer
        than either."""
        self.found: list[list[float]] = []
        """Then: what each found, world by world."""

    def add(self, actions: list[Action], weights: list[float], width: int, gap: float) -> None:
        """Take over the most promising actions that are not there yet."""
        order = sorted(range(len(actions)), key=lambda i: -weights[i])[:width]
        best = weights[order[0]]
        for i in order:
            if weights[i] < best - gap:
                break
            if actions[i] not in self.actions:
                self.actions.append(actions[i])
                self.weights.append(weights[i])
                self.visits.append(0)
                self.sums.append(0.0)
                self.wins.append(0.0)
                self.squares.append(0.0)
                self.children.append(None)
                self.found.append([])
        top = max(self.weights)
        odds = [exp(max(-30.0, weight - top)) for weight in self.weights]
        total = sum(odds)
        self.priors = [o / total for o in odds]

    def only(self, legal: list[Action]) -> Node:
        """The same position without the candidates that were legal in other worlds only."""
        node = Node(self.seat)
        for i, action in enumerate(self.actions):
            if action in legal:
                node.actions.append(action)
                node.weights.append(self.weights[i])
                node.visits.append(self.visits[i])
                node.sums.append(self.sums[i])
                node.wins.append(self.wins[i])
                node.squares.append(self.squares[i])
                node.children.append(self.children[i])
                node.found.append(self.found[i])
                node.count += self.visits[i]
        return node

    def spread(self) -> float:
        """The standard deviation of what one iteration finds, over all candidates."""
        found, total = 0.0, 0
        for n, x, xx in zip(self.visits, self.sums, self.squares, strict=True):
            if n > 1:
                found += max(0.0, xx - x * x / n)
                total += n - 1
        return sqrt(found / total) if total else 0.1

    def scores(self) -> list[float]:
        """The mean value of each candidate, less what the judge's doubt demands as long as it was tried little."""
        top, spread = max(self.weights), self.spread()
        if self.paired and all(len(found) == n for found, n in zip(self.found, self.visits, strict=True)):
            return self._compared(top, spread)
        scores = [
            x / n - self.doubt * (top - weight) * (FAITH + TRUST * spread / sqrt(n)) if n else -1e9
            for n, x, weight in zip(self.visits, self.sums, self.weights, strict=True)
        ]
        if self.caution:
            first = self.weights.index(top)
            for i, n in enumerate(self.visits):
                if n and i != first:
                    scores[i] -= self.caution * spread * sqrt(2 / n)
        return scores

    def _compared(self, top: float, spread: float) -> list[float]:
        """The same world by world: what the judge's own choice found, and how much more each of the others in the same worlds."""
        first = self.weights.index(top)
        usual = self.sums[first] / max(1, self.visits[first])
        scores = []
        for i, n in enumerate(self.visits):
            gain, error = self.ahead(i, first)
            doubt = self.doubt * (top - self.weights[i]) * (FAITH + TRUST * spread / sqrt(max(1, n)))
            scores.append(usual + gain - self.caution * error - doubt if n else -1e9)
        return scores

    def ahead(self, one: int, other: int) -> tuple[float, float]:
        """By how much one candidate did better than another in the worlds that both were tried in, and the error of that."""
        if one == other:
            return 0.0, 0.0
        apart = [mine - theirs for mine, theirs in zip(self.found[one], self.found[other], strict=False)]
        n = len(apart)
        if not n:
            return 0.0, 1.0
        mean = sum(apart) / n
        spread = sum((x - mean) ** 2 for x in apart) + 2 * APART * APART
        return mean, sqrt(spread / (n + 1) / n)

    def best(self) -> int:
        """The place of the best candidate; before anything was tried, the judge's."""
        if not self.count:
            return self.weights.index(max(self.weights))
        scores = self.scores()
        return scores.index(max(scores))
