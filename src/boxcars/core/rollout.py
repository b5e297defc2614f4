"""Play on from a position by a policy: the one loop that searches, analyses and learned evaluators share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxcars.core.game import Rules


def rollout(rules: Rules[Any], state: Any, policy: Callable[[Any], Any], until: Callable[[Any, int], bool]) -> int:
    """Apply the action that ``policy(state)`` returns until the game is over or ``until(state, actor)`` is true.

    Changes ``state``. Return the seat to act where it stopped, or -1 if the game is over. ``until`` is asked before every action
    with the seat to act; it may also give the state new chance, or count.
    """
    while (actor := rules.actor(state)) >= 0:
        if until(state, actor):
            return actor
        rules.apply(state, policy(state))
    return -1
