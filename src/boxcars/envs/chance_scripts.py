"""Games whose chance outcomes are recorded as they happen, so that ``envs.jax.Scripted`` can repeat them."""

from __future__ import annotations

import random
from collections.abc import Callable

from boxcars.core.chance import Chance, OutcomeNeeded
from boxcars.core.type_aliases import AnyRules, AnyState


class Script:
    """The outcomes of one game, stream by stream, drawn at random when the rules ask for them."""

    def __init__(self, rules: AnyRules, streams: tuple[str, ...], luck: random.Random) -> None:
        self.rules = rules
        self.luck = luck
        self.outcomes: dict[str, list[int]] = {stream: [] for stream in streams}

    def start(self) -> AnyState:
        """Return the first position."""
        return self._told(lambda: self.rules.start(Chance("", {}, self.outcomes)))

    def after(self, state: AnyState, action: object) -> AnyState:
        """Return the position after an action; the one before is not changed."""

        def act() -> AnyState:
            new = state.clone()
            self.rules.apply(new, action)
            return new

        return self._told(act)

    def _told(self, act: Callable[[], AnyState]) -> AnyState:
        while True:
            try:
                return act()
            except OutcomeNeeded as asked:
                self.outcomes[asked.stream].append(self.luck.choices(range(len(asked.counts)), asked.counts)[0])
