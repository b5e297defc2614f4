"""Puzzles: the most that one's own decisions can reach, the worth of a plan, and what a game reckons by itself.

Pure functions. A search looks at the decisions that the puzzle allows and at no others; it is short enough to be made for every
try. What a game can compute is in its ``ai/puzzle_answers.py`` (``Game.puzzles``): ``plan`` tells the facts of a set of targets,
``best_plan`` what no plan betters, the others answer a question by counting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from boxcars.core import registry
from boxcars.core.game import Refused, Rules
from boxcars.lessons.lesson_format import Best, Quiz
from boxcars.lessons.move_patterns import find
from boxcars.lessons.pattern_match import fits, found, plain

MOST_LINES = 20_000
"""A puzzle whose decisions branch further than this is refused by the checker: it says among which actions."""
SCORE = "score"
"""The place of one's final score: no position counts before the end."""
NEVER = -(10**9)
"""The worth of a position that does not count."""


class TooWide(Exception):
    """A puzzle leaves too many decisions open."""


def worth(rules: Rules[Any], state: Any, seat: int, best: Best) -> int:
    """Return what a position counts."""
    seen = plain(rules.observe(state, seat))
    end = rules.outcome(state) if SCORE in best.of else None
    if SCORE in best.of and end is None:
        return NEVER
    seen[SCORE] = end.scores[seat] if end is not None else 0
    if best.goal and not fits(best.goal, seen):
        return NEVER
    return sum(-found(seen, place[1:]) if place.startswith("-") else found(seen, place) for place in best.of)


def most(rules: Rules[Any], state: Any, seat: int, best: Best, within: int, lines: list[int]) -> int:
    """Return the most that so many own decisions, or fewer, can reach. ``lines`` counts what was looked at."""
    reached = worth(rules, state, seat, best)
    if not within or rules.actor(state) != seat:
        return reached
    for there in ahead(rules, state, best, lines):
        reached = max(reached, most(rules, there, seat, best, within - 1, lines))
    return reached


def ahead(rules: Rules[Any], state: Any, best: Best, lines: list[int]) -> Iterator[Any]:
    """Yield the positions after each decision that the puzzle allows."""
    for action in rules.legal(state):
        if best.among and not any(fits(match, plain(action)) for match in best.among):
            continue
        lines[0] += 1
        if lines[0] > MOST_LINES:
            raise TooWide
        there = rules.clone(state)
        rules.apply(there, action)
        yield there


# -- over several turns, with others in between ------------------------------------------------------------------------------


@dataclass
class Search:
    """Whether the value can be reached in so many own turns. ``met``: positions from which it cannot."""

    rules: Rules[Any]
    seat: int
    best: Best
    lines: list[int] = field(default_factory=lambda: [0])
    met: set[bytes] = field(default_factory=set)

    def fewest(self, state: Any) -> int | None:
        """In how many turns, this one included; None: not in as many as the puzzle says."""
        return next((turns for turns in range(1, self.best.turns + 1) if self.reaches(state, turns)), None)

    def reaches(self, state: Any, turns: int) -> bool:
        """In so many turns, this one included."""
        return any(self.still(there, turns) for there in ahead(self.rules, state, self.best, self.lines))

    def still(self, state: Any, turns: int) -> bool:
        """After a decision: it is there, or can still be reached. If that was the turn, the others move and one less is left."""
        if worth(self.rules, state, self.seat, self.best) >= self.best.value:
            return True
        key = self.key(state, turns)
        if key in self.met:
            return False
        self.met.add(key)
        if self.rules.actor(state) != self.seat:
            state, turns = self.rules.clone(state), turns - 1
            while turns and self.rules.actor(state) not in (self.seat, -1):
                self.rules.apply(state, reply(self.rules, state, self.best))
        reached = bool(turns) and self.rules.actor(state) == self.seat and self.reaches(state, turns)
        if reached:
            self.met.discard(key)
        return reached

    def key(self, state: Any, turns: int) -> bytes:
        seen = plain(self.rules.observe(state, self.seat))
        alike = [found(seen, place) for place in self.best.same] if self.best.same else seen
        return msgspec.json.encode([turns, alike])


def reply(rules: Rules[Any], state: Any, best: Best) -> Any:
    """Return what another seat does in its turn: the first of its moves that is legal."""
    for move in best.others:
        try:
            return find(rules, state, move)
        except Refused:
            continue
    raise LookupError(f"nothing is said about what seat {rules.actor(state)} does in between")


def reckoned(rules: Rules[Any], state: Any, seat: int, what: str, **given: Any) -> Any:
    """Return what the game answers to a question it can reckon."""
    where = registry.game(rules.game).puzzles
    answers = registry.load(where) if where else {}
    if what not in answers:
        raise LookupError(f"the game cannot reckon {what!r}")
    return answers[what](rules, state, seat, **given)


def facts(quiz: Quiz, rules: Rules[Any], state: Any, seat: int, targets: list[str]) -> dict[str, Any]:
    """Return what the game says of a plan."""
    told: dict[str, Any] = reckoned(rules, state, seat, "plan", targets=targets) if quiz.plan else {}
    return told
