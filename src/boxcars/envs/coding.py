"""Actions and observations as numbers, for every game in the same way.

**Actions.** An action of a game has a path of targets: what a person would click, in order. A learner chooses the same way,
one target after another, so that the space stays small however many actions there are. Code ``i`` below
``len(vocabulary)`` is the target ``vocabulary[i]``, the same in every position. Targets that no list can hold (a free line of
track, a delivery's way) get the *slots* behind the vocabulary: slot ``k`` is the k-th such target of this choice in
alphabetical order; if there are more than fit, the last slot turns the page. A choice with one possibility inside an action
is made by itself.

**Observations.** The game's features of what the seat sees, then one number for each code: 1 where the target was chosen
already in the action being composed.

A game gives ``learning.py`` with ``targets(rules) -> list[str]``, ``size(rules) -> int`` and
``features(rules, seen) -> list[float]``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from boxcars.core.game import Rules

SLOTS = 32
"""Codes behind the vocabulary for targets that no list can hold; the last one turns the page."""


class Coding:
    """The numbers of one Rules object."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self.learning = import_module(f"{type(rules).__module__.rpartition('.')[0]}.learning")
        self.vocabulary: list[str] = self.learning.targets(rules)
        self.code = {target: i for i, target in enumerate(self.vocabulary)}
        if len(self.code) != len(self.vocabulary):
            raise ValueError(f"{rules.game}: a target is listed twice")
        self.actions = len(self.vocabulary) + SLOTS
        """How many codes there are."""
        self.features: int = self.learning.size(rules)
        self.size = self.features + self.actions
        """Length of the observation vector."""

    def observe(self, seen: Any, chosen: list[int]) -> list[float]:
        """The observation vector: the game's features, then what was chosen so far in this action."""
        out: list[float] = self.learning.features(self.rules, seen)
        if len(out) != self.features:
            raise ValueError(f"{self.rules.game}: {len(out)} features instead of {self.features}")
        marks = [0.0] * self.actions
        for code in chosen:
            marks[code] = 1.0
        return out + marks


class Choice:
    """An action being chosen, target by target."""

    def __init__(self, coding: Coding, legal: list[Any]) -> None:
        self.coding = coding
        self.left = {action.path(): action for action in legal}
        self.depth = 0
        self.page = 0
        self.chosen: list[int] = []
        """The codes chosen so far (for the observation)."""

    def targets(self) -> dict[int, str]:
        """Code -> target of what can be chosen next; "" turns the page."""
        code, first = self.coding.code, len(self.coding.vocabulary)
        out: dict[int, str] = {}
        others = []
        for target in sorted({path[self.depth] for path in self.left}):
            if target in code:
                out[code[target]] = target
            else:
                others.append(target)
        if len(others) <= SLOTS:
            shown, more = others, False
        else:
            shown, more = others[self.page * (SLOTS - 1) : (self.page + 1) * (SLOTS - 1)], True
        for k, target in enumerate(shown):
            out[first + k] = target
        if more:
            out[first + SLOTS - 1] = ""
        return out

    def choose(self, code: int) -> Any | None:
        """Choose a code; returns the action once it is complete, else None. Raises KeyError for a code that is not offered."""
        offered = self.targets()
        target = offered[code]
        if target == "":
            pages = -(-sum(t not in self.coding.code for t in {p[self.depth] for p in self.left}) // (SLOTS - 1))
            self.page = (self.page + 1) % pages
            return None
        self.chosen.append(code)
        self.left = {path: action for path, action in self.left.items() if path[self.depth] == target}
        self.depth += 1
        self.page = 0
        while len(self.left) > 1 and len({path[self.depth] for path in self.left}) == 1:
            self.depth += 1
        return next(iter(self.left.values())) if len(self.left) == 1 else None

    def codes_of(self, action: Any) -> list[int]:
        """The codes that lead to an action from here (turning pages where needed): how a bot's choice is taught."""
        choice = Choice(self.coding, list(self.left.values()))
        path = action.path()
        codes: list[int] = []
        done = None
        while done is None:
            offered = choice.targets()
            want = next((c for c, target in offered.items() if target == path[choice.depth]), None)
            if want is None:
                want = len(self.coding.vocabulary) + SLOTS - 1
            codes.append(want)
            done = choice.choose(want)
        return codes
