"""Puzzles: the most that one's own decisions can reach, the worth of a plan, and what a game reckons by itself.

Pure functions. A search looks at the decisions that the puzzle allows and at no others; it is short enough to be made for every
try. What a game can reckon stands in its mind (``Game.puzzles``): ``plan`` tells the facts of a set of targets, ``best_plan``
what no plan betters, the others answer a question by counting.
"""

from __future__ import annotations

from typing import Any

from boxcars.core import registry
from boxcars.core.game import Rules
from boxcars.lessons.format import Best, Quiz
from boxcars.lessons.match import fits, found, plain

MOST_LINES = 20_000
"""A puzzle whose decisions branch further than this is refused by the checker: it says among which actions."""
SCORE = "score"
"""The place of one's final score: no position counts before the end."""
NEVER = -(10**9)
"""The worth of a position that does not count."""


class TooWide(Exception):
    """A puzzle leaves too many decisions open."""


def worth(rules: Rules[Any], state: Any, seat: int, best: Best) -> int:
    """What a position counts."""
    seen = plain(rules.observe(state, seat))
    end = rules.outcome(state) if SCORE in best.of else None
    if SCORE in best.of and end is None:
        return NEVER
    seen[SCORE] = end.scores[seat] if end is not None else 0
    if best.goal and not fits(best.goal, seen):
        return NEVER
    return sum(-found(seen, place[1:]) if place.startswith("-") else found(seen, place) for place in best.of)


def most(rules: Rules[Any], state: Any, seat: int, best: Best, within: int, lines: list[int]) -> int:
    """The most that so many own decisions, or fewer, can reach. ``lines`` counts what was looked at."""
    reached = worth(rules, state, seat, best)
    if not within or rules.actor(state) != seat:
        return reached
    for action in rules.legal(state):
        if best.among and not any(fits(match, plain(action)) for match in best.among):
            continue
        lines[0] += 1
        if lines[0] > MOST_LINES:
            raise TooWide
        there = rules.clone(state)
        rules.apply(there, action)
        reached = max(reached, most(rules, there, seat, best, within - 1, lines))
    return reached


def reckoned(rules: Rules[Any], state: Any, seat: int, what: str, **given: Any) -> Any:
    """What the game answers to a question it can reckon."""
    where = registry.game(rules.game).puzzles
    answers = registry.load(where) if where else {}
    if what not in answers:
        raise LookupError(f"the game cannot reckon {what!r}")
    return answers[what](rules, state, seat, **given)


def facts(quiz: Quiz, rules: Rules[Any], state: Any, seat: int, targets: list[str]) -> dict[str, Any]:
    """What the game says of a plan."""
    told: dict[str, Any] = reckoned(rules, state, seat, "plan", targets=targets) if quiz.plan else {}
    return told
