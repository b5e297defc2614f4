"""What a try is worth: accepted, allowed, or answered. Pure functions of lesson, position and action; nothing is changed.

The rules judge first, as everywhere: only what they accept is judged here. What follows from an action is found by playing it on
a clone of the position. Its chance is the lesson's own, which is no secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from boxcars.core.game import Refused, Rules
from boxcars.lessons import puzzle_solver
from boxcars.lessons.lesson_format import Ask, Best, Match, Reach, Reaction
from boxcars.lessons.move_patterns import find
from boxcars.lessons.pattern_match import RESERVED, fits, plain

MOST_NODES = 50_000
"""A search for a goal that looks at more positions than this is refused by the checker."""


class TooFar(Exception):
    """A goal of a lesson takes too many positions to look for."""


@dataclass
class Position:
    """Where the learner stands. ``nodes`` counts what searches have cost here; ``known`` keeps what they found."""

    rules: Rules[Any]
    state: Any
    seat: int
    nodes: int = 0
    known: dict[Any, Any] = field(default_factory=dict)

    @cached_property
    def legal(self) -> list[Any]:
        return self.rules.legal(self.state) if self.rules.actor(self.state) == self.seat else []

    @cached_property
    def seen(self) -> Any:
        """The learner's observation, as JSON."""
        return plain(self.rules.observe(self.state, self.seat))

    def try_(self, action: Any) -> Try:
        return Try(self, action)

    def search(self, goal: Best) -> tuple[puzzle_solver.Search, int | None]:
        """Return what is found out about a goal of several turns, and how many it takes from here."""
        if "search" not in self.known:
            search = puzzle_solver.Search(self.rules, self.seat, goal)
            self.known["search"] = search, search.fewest(self.state)
        made: tuple[puzzle_solver.Search, int | None] = self.known["search"]
        return made


@dataclass
class Try:
    """An action at a position, and what would come of it."""

    at: Position
    action: Any

    @cached_property
    def plain(self) -> dict[str, Any]:
        found: dict[str, Any] = plain(self.action)
        return found

    @cached_property
    def _played(self) -> tuple[list[Any], Any]:
        state = self.at.rules.clone(self.at.state)
        events = self.at.rules.apply(state, self.action)
        return events, state

    @cached_property
    def events(self) -> list[Any]:
        found: list[Any] = plain(self._played[0])
        return found

    @cached_property
    def after(self) -> Any:
        return plain(self.at.rules.observe(self._played[1], self.at.seat))

    def fits(self, match: Match, goals: dict[str, Reach]) -> bool:
        """Return whether the action, its events and what follows are as the match says."""
        own = {name: wanted for name, wanted in match.items() if name not in RESERVED}
        if not all(name in self.plain and fits(wanted, self.plain[name]) for name, wanted in own.items()):
            return False
        if "event" in match and not any(fits(match["event"], event) for event in self.events):
            return False
        if "after" in match and not fits(match["after"], self.after):
            return False
        names = match.get("reach", [])
        wanted = [goals[name] for name in ([names] if isinstance(names, str) else names)]
        return all(self.reaches(goal, goal.within) for goal in wanted)

    def reaches(self, goal: Reach, within: int) -> bool:
        """Return whether this action, or some of the learner's own that may follow it, brings the event about."""
        key = (self.action, goal.within, str(goal.event))
        if within == goal.within and key in self.at.known:
            return bool(self.at.known[key])
        self.at.nodes += 1
        if self.at.nodes > MOST_NODES:
            raise TooFar
        events, state = self._played
        reached = any(fits(goal.event, event) for event in plain(events))
        if not reached and within > 1 and self.at.rules.actor(state) == self.at.seat:
            there = Position(self.at.rules, state, self.at.seat, self.at.nodes)
            further = (there.try_(action) for action in there.legal)
            reached = any(
                step.reaches(goal, within - 1)
                for step in further
                if not goal.among or any(step.fits(match, {}) for match in goal.among)
            )
            self.at.nodes = there.nodes
        if within == goal.within:
            self.at.known[key] = reached
        return reached

    def leads_to(self, goal: Best) -> bool:
        """Return whether the best can still be reached after this action."""
        key = (self.action, goal.within, str(goal.of))
        if key not in self.at.known:
            self.at.known[key] = self._in_time(goal) if goal.turns else self._most(goal) >= goal.value
        return bool(self.at.known[key])

    def _most(self, goal: Best) -> int:
        among = not goal.among or any(fits(match, self.plain) for match in goal.among)
        return (
            puzzle_solver.most(self.at.rules, self._played[1], self.at.seat, goal, goal.within - 1, [0])
            if among
            else puzzle_solver.NEVER
        )

    def _in_time(self, goal: Best) -> bool:
        """Return whether it takes no more turns after this action than it must. (Whatever fills a turn is as good as anything
        else.)"""
        search, turns = self.at.search(goal)
        return turns is not None and search.still(self._played[1], turns)

    def ends(self, ask: Ask) -> bool:
        """Return whether the ask is over with this action, if it is accepted."""
        if ask.best is not None:
            return puzzle_solver.worth(self.at.rules, self._played[1], self.at.seat, ask.best) >= ask.best.value
        return ask.until is None or self.fits(ask.until, ask.reach)

    def answers(self, ask: Ask) -> bool:
        """Return whether it is what the ask accepts."""
        return self.fits_any(ask.accept, ask.reach) or (ask.best is not None and self.leads_to(ask.best))

    def fits_any(self, matches: Iterable[Match], goals: dict[str, Reach]) -> bool:
        return any(self.fits(match, goals) for match in matches)


@dataclass(frozen=True)
class Verdict:
    """``accepted``: what was asked for. ``allowed``: may be done. Otherwise ``say`` answers it (``let``: it is played)."""

    accepted: bool = False
    allowed: bool = False
    say: str = ""
    let: bool = False

    @property
    def played(self) -> bool:
        return self.accepted or self.allowed or self.let


def verdict(ask: Ask, tried: Try) -> Verdict:
    if tried.answers(ask):
        return Verdict(accepted=True)
    if tried.fits_any(ask.allow, ask.reach):
        return Verdict(allowed=True)
    heard: Reaction | None = next((r for r in ask.on if tried.fits(r.match, ask.reach)), None)
    return Verdict(say=heard.say, let=heard.let) if heard is not None else Verdict(say=ask.wrong)


def asked(ask: Ask, at: Position) -> list[Any]:
    """Return the legal actions that the ask accepts, in the order of the rules' list."""
    return [action for action in at.legal if at.try_(action).answers(ask)]


def onward(asked: list[Any], tried: list[str]) -> list[str]:
    """Return how a try goes on: the targets by which what is asked for first differs from it. What was right is not named
    again."""
    ways: dict[str, int] = {}
    for action in asked:
        path = list(action.path())
        kept = next((i for i, target in enumerate(path) if tried[i : i + 1] != [target]), len(path))
        for target in path[kept : kept + 1]:
            ways[target] = max(kept, ways.get(target, 0))
    nearest = max(ways.values(), default=0)
    return [target for target, kept in ways.items() if kept == nearest]


def model(ask: Ask, at: Position) -> Any:
    """Return what *Show me* does: the first move of the model answer that is right here, or else the first action that is asked
    for."""
    for move in ask.model:
        try:
            action = find(at.rules, at.state, move)
        except Refused:
            continue
        if at.try_(action).answers(ask):
            return action
    return next(iter(asked(ask, at)), None)
