"""Searches without a tree: RolloutSearch plays every candidate on by the evaluator's policy, OnePly values it at once.

Where little is hidden and the policy is sound, one rollout says more than a value. Rollouts may be compared world by world
(``paired_worlds``): what is left between two candidates is then less than half of what one of them varies by from world to world.
"""

from __future__ import annotations

import random
from typing import Any

from boxcars.bots.search import Search
from boxcars.bots.search_settings import OnePlySettings, RolloutSettings
from boxcars.core.chance import Chance, seed_from
from boxcars.core.rollout import rollout

ALL_ROUNDS = 1_000
"""More rounds than any game lasts."""


class RolloutSearch(Search[RolloutSettings]):
    """Compare candidates by rollouts of the evaluator's policy (policy iteration by rollouts)."""

    def prepare(self) -> None:
        first = self.worlds[0]
        self.rounds = ALL_ROUNDS if self.bot.plays_to_end(first, self.settings) else self.settings.rollout_rounds
        """For how many rounds candidates are played on."""
        self.period = self.evaluator.chance_period(first) if self.root.paired else self.round

    def try_candidate(self, i: int, number: int) -> bool:
        world = self.world(number)
        self.rules.apply(world, self.root.actions[i])
        if not self._play_rounds(world, number):
            return False
        self.back_up([(self.root, i)], world, number)
        return True

    def _play_rounds(self, world: Any, number: int) -> bool:
        """Play on until the rounds are over or the game is. False: the time is up.

        Every round (with pairs: every chance period) begins with new chance, the same for all candidates, however many dice they
        rolled before.
        """
        evaluator, paired = self.evaluator, self.root.paired
        period, end, in_time = self.period, self.round + self.rounds, True
        memo: dict[int, Any] = {}
        temperature = self.settings.rollout_temperature
        evaluator.rollout_temperature = temperature
        evaluator.rollout_rng = random.Random(f"{self.key}:world:{number}:stir") if temperature else None

        def is_horizon(state: Any, actor: int) -> bool:
            nonlocal period, in_time
            round = evaluator.current_round(state)
            if round >= end:
                return True
            if self.clock.has_passed(self.settings.seconds):
                in_time = False
                return True
            now = evaluator.chance_period(state) if paired else round
            if now != period:
                period = now
                state.chance = Chance(seed_from(f"{self.key}:world:{number}:{now}"))
            return False

        rollout(self.rules, world, lambda state: evaluator.rollout_action(state, memo), is_horizon)
        return in_time


class OnePly(Search[OnePlySettings]):
    """Value the position right after each candidate: a tenth of the time, for those who want many positions."""

    def try_candidate(self, i: int, number: int) -> bool:
        world = self.world(number)
        self.rules.apply(world, self.root.actions[i])
        self.back_up([(self.root, i)], world, number)
        return True
