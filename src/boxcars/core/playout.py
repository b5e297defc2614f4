"""Play uniformly at random from a position to the end: what simulations, benchmarks and rollouts repeat most."""

from __future__ import annotations

import random
from typing import Any

from boxcars.core.game import Rules
from boxcars.core.words import Step


def playout(rules: Rules[Any], state: Any, rng: random.Random, most: int = 1_000_000) -> int:
    """Random actions until the game is over, or ``most`` of them; changes the state; returns how many there were."""
    agenda: list[Step] = state.agenda
    rand = rng.random
    n = 0
    while agenda and n < most:
        legal = rules.legal(state)
        i = int(rand() * len(legal))
        rules.apply(state, legal[i])
        n += 1
        agenda = state.agenda
    return n
