"""Two bots without search: uniformly random, and the game's own judgement."""

from __future__ import annotations

import random
from typing import Any

from boxcars.bots.bot import Bot, Candidate
from boxcars.bots.seat_view import SeatView, judge_of
from boxcars.core.chance import seed_from
from boxcars.core.kinds import AnyRules
from boxcars.core.words import Action


class RandomBot(Bot):
    """Any legal action, all equally likely."""

    def __init__(self, rules: AnyRules, seed: str) -> None:
        super().__init__(rules, seed)
        self.random = random.Random(seed)

    def choose(self, view: SeatView) -> Action:
        return self.random.choice(view.legal())


class HeuristicBot(Bot):
    """Plays what the game's judge weighs most, in one imagined world.

    It judges by the numbers written by hand and so stays the yardstick of the ladder; ``experience=1``: by those of self-play.
    """

    def __init__(self, rules: AnyRules, seed: str, *, experience: float = 0.0) -> None:
        super().__init__(rules, seed)
        self.experience = experience
        self.judge = judge_of(rules, experience)
        self.decisions = 0

    def choose(self, view: SeatView) -> Action:
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        world = self._world(view)
        weights = self.judge.weigh(world, legal)
        return legal[max(range(len(legal)), key=weights.__getitem__)]

    def explain(self, view: SeatView) -> list[Candidate]:
        legal = view.legal()
        world = self._world(view)
        weights = self.judge.weigh(world, legal)
        best = sorted(range(len(legal)), key=lambda i: -weights[i])[:5]
        value = self.judge.value(world)[view.seat]
        return [Candidate(legal[i], value, 1, self.judge.why(world, legal[i])) for i in best]

    def _world(self, view: SeatView) -> Any:
        self.decisions += 1
        return view.imagine(seed_from(f"{self.seed}:{self.decisions}"))
