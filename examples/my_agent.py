"""A first bot of your own: ``boxcars measure examples/my_agent.py --players 2 --against heuristic --games 40``.

It asks the game's evaluator what looks promising in three imagined worlds (a bot is shown what its seat knows, never the true
position) and plays what looks best on average.
"""

from __future__ import annotations

from boxcars.bots import Bot, SeatView
from boxcars.bots.evaluators import load_evaluator
from boxcars.core.type_aliases import AnyRules
from boxcars.core.types import Action


class ThreeWorlds(Bot):
    """The evaluator's first thought, in the mean of three worlds."""

    def __init__(self, rules: AnyRules, seed: str) -> None:
        super().__init__(rules, seed)
        self.evaluator = load_evaluator(rules)
        self.decisions = 0

    def choose(self, view: SeatView) -> Action:
        legal = view.legal()
        self.decisions += 1
        sums = [0.0] * len(legal)
        for world in range(3):
            logits = self.evaluator.policy(view.imagine(f"{self.seed}:{self.decisions}:{world}"), legal)
            top = max(map(abs, logits)) or 1.0
            sums = [old + new / top for old, new in zip(sums, logits, strict=True)]
        return legal[max(range(len(legal)), key=sums.__getitem__)]
