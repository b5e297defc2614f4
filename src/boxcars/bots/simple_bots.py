"""Two bots without search: uniformly random, and the greatest logit of the game's evaluator."""

from __future__ import annotations

import random
from typing import Any

from boxcars.bots.bot import Bot, Candidate
from boxcars.bots.evaluators import load_evaluator
from boxcars.bots.seat_view import SeatView
from boxcars.core.chance import seed_from
from boxcars.core.type_aliases import AnyRules
from boxcars.core.types import Action


class RandomBot(Bot):
    """Plays any legal action, all equally likely."""

    def __init__(self, rules: AnyRules, seed: str) -> None:
        super().__init__(rules, seed)
        self.random = random.Random(seed)

    def choose(self, view: SeatView) -> Action:
        return self.random.choice(view.legal())


class HeuristicBot(Bot):
    """Plays the greatest logit of the game's evaluator in one determinized state.

    It uses the weights written by hand and so stays the yardstick of the ladder; ``fitted_share=1``: those of self-play.
    """

    def __init__(self, rules: AnyRules, seed: str, *, fitted_share: float = 0.0) -> None:
        super().__init__(rules, seed)
        self.fitted_share = fitted_share
        self.evaluator = self.make_evaluator()
        self.decisions = 0

    def make_evaluator(self) -> Any:
        """Return a new evaluator according to the settings."""
        return load_evaluator(self.rules, self.fitted_share)

    def choose(self, view: SeatView) -> Action:
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        logits = self.evaluator.policy(self._imagine(view), legal)
        return legal[max(range(len(legal)), key=logits.__getitem__)]

    def explain(self, view: SeatView) -> list[Candidate]:
        legal = view.legal()
        world = self._imagine(view)
        logits = self.evaluator.policy(world, legal)
        best = sorted(range(len(legal)), key=lambda i: -logits[i])[:5]
        value = self.evaluator.value(world)[view.seat]
        return [Candidate(legal[i], value, 1, self.evaluator.explain_action(world, legal[i])) for i in best]

    def _imagine(self, view: SeatView) -> Any:
        self.decisions += 1
        return view.imagine(seed_from(f"{self.seed}:{self.decisions}"))
