"""Three moments of a finished game for one seat: its worst and its best turn, by its own decisions, and the rules it met.

Quick and plain, for newcomers. A turn is worth what its decisions changed: the chance after each of them, with new luck, against
the chance before it. What the others did in between, and what came out of the bag, does not count. What a decision lost against
the best one, by what the seat knew, is the analyst's work.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from boxcars.analysis.decision_analysis import Analyst, Effort
from boxcars.analysis.lookahead import chance_count
from boxcars.core.game import Rules

MIN_GAIN = 0.03
"""The smallest change of the win chance that counts as a moment."""
QUICK = Effort(chances=2)
"""The effort of the first estimates, which find the two turns."""
LOOKED_AT = 4
"""Number of turns at each end of the order that are estimated again."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A turn of the seat: its actions begin after ``ply`` others. The win chance before and after it, as the graph shows them."""

    ply: int
    before: float
    after: float
    gain: float
    """Return what the turn's decisions changed, without the chance in between."""


class Moments(msgspec.Struct, frozen=True, kw_only=True):
    """The turns whose decisions cost the seat most and gained it most; None where none changed much. ``steps``: the ply of its
    first decision of each kind."""

    fall: Turn | None
    best: Turn | None
    steps: dict[str, int]


def moments(rules: Rules[Any], state: Any, acts: Iterable[tuple[int, bytes]], seat: int) -> Moments:
    """Return the moments of a seat, from the position in which the game began (which is changed)."""
    begun: list[tuple[int, Any, list[Any]]] = []
    steps: dict[str, int] = {}
    last = -1
    for ply, (actor, body) in enumerate(acts):
        action = rules.read_action(body)
        if actor == seat:
            steps.setdefault(type(state.agenda[-1]).__name__, ply)
            if last != seat:
                begun.append((ply, rules.clone(state), []))
            begun[-1][2].append(action)
        last = actor
        rules.play(state, actor, action)
    turns = begun[1:]  # (the first is set-up)
    quick, close = Analyst(rules, QUICK), Analyst(rules)
    order = sorted(turns, key=lambda turn: change_of_turn(quick, *turn))
    worst = sorted(order[:LOOKED_AT], key=lambda turn: judged(quick, *turn).gain)
    best = sorted(order[-LOOKED_AT:], key=lambda turn: -judged(quick, *turn).gain)
    falls = (turn for turn in (judged(close, *turn) for turn in worst) if turn.gain <= -MIN_GAIN and turn.after < turn.before)
    rises = (turn for turn in (judged(close, *turn) for turn in best) if turn.gain >= MIN_GAIN and turn.after > turn.before)
    return Moments(fall=next(falls, None), best=next(rises, None), steps=steps)


def change_of_turn(analyst: Analyst, ply: int, state: Any, actions: list[Any]) -> float:
    """Return by how much the win chance changed during a turn, chance included."""
    rules, seat, share = analyst.rules, analyst.rules.actor(state), analyst.lookahead.quick_share
    before, world = share(rules.clone(state), seat), rules.clone(state)
    for action in actions:
        rules.apply(world, action)
    return (analyst.result(world)[seat] if rules.actor(world) < 0 else share(world, seat)) - before


def judged(analyst: Analyst, ply: int, state: Any, actions: list[Any]) -> Turn:
    """Return the gain of the turn that begins in this position."""
    rules, seat, world = analyst.rules, analyst.rules.actor(state), analyst.rules.clone(state)
    first = now = analyst.chances(world)[seat]
    gain = 0.0
    for action in actions:
        forced, drawn = len(rules.legal(world)) == 1, chance_count(world)
        expected = now if forced else analyst.chance_after(world, action, seat)
        rules.apply(world, action)
        gain += expected - now
        now = analyst.chances(world)[seat] if forced or chance_count(world) != drawn else expected
    return Turn(ply=ply, before=first, after=now, gain=round(gain, 4))
