"""Random playouts: uniformly random actions from a position to the end, for simulations and benchmarks."""

from __future__ import annotations

import random
from typing import Any

from boxcars.core.game import Rules
from boxcars.core.types import Step


def playout(rules: Rules[Any], state: Any, rng: random.Random, most: int = 1_000_000) -> int:
    """Play random actions until the game is over, at most ``most``. Change the state and return how many were played."""
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
