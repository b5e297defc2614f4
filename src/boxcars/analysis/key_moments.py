"""Three moments of a finished game for one seat: where its prospects fell most, its best move, and the rules it met.

Quick and plain, for newcomers: one look at every position as it was, by the judge (the game is over, so nothing is hidden) or by
a learned player through the seat's eyes. What a decision lost, by what the seat knew, is the analyst's work.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import msgspec

from boxcars.analysis.decision_analysis import Analyst
from boxcars.core.game import Rules

MIN_LOSS = 0.03
"""A change of the share of the win that is worth a word."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """What a turn of the seat began (``ply``: actions before it), and its share of the win there and when its turn came again.

    Only such positions are compared: in between somebody has always moved and somebody has not.
    """

    ply: int
    before: float
    after: float

    @property
    def change(self) -> float:
        return self.after - self.before


class Moments(msgspec.Struct, frozen=True, kw_only=True):
    """The turns in which the seat's prospects fell most and rose most; None where nothing changed by much. ``steps``: the ply of
    its first decision of each kind."""

    fall: Turn | None
    best: Turn | None
    steps: dict[str, int]


def moments(rules: Rules[Any], state: Any, acts: Iterable[tuple[int, bytes]], seat: int) -> Moments:
    """Look back through a seat's eyes, from the position in which the game began (which is changed)."""
    analyst = Analyst(rules)
    begun: list[tuple[int, float]] = []
    steps: dict[str, int] = {}
    last = -1
    for ply, (actor, body) in enumerate(acts):
        if actor == seat:
            steps.setdefault(type(state.agenda[-1]).__name__, ply)
            if last != seat:
                begun.append((ply, analyst.lookahead.seat_share(state, seat)))
        last = actor
        rules.play(state, actor, rules.read_action(body))
    turns = [
        Turn(ply=ply, before=before, after=after) for (ply, before), (_, after) in pairwise(begun[1:])
    ]  # (the first is set-up)
    fall = min(turns, key=lambda turn: turn.change, default=None)
    best = max(turns, key=lambda turn: turn.change, default=None)
    return Moments(
        fall=fall if fall is not None and fall.change <= -MIN_LOSS else None,
        best=best if best is not None and best.change >= MIN_LOSS else None,
        steps=steps,
    )
