"""Actions and observations as numbers, for every game in the same way.

**Actions.** An action of a game has a path of targets: what a person would click, in order. A learner chooses the same way,
one word after another, so that the space stays small however many actions there are. Most targets are words of the game's
vocabulary; a target with an open number of parts (a line of track, a way, an amount) is *spelled* in several words. Code
``i`` below ``len(vocabulary)`` is the word ``vocabulary[i]``, always with the same meaning. A word that no vocabulary can hold
gets one of the *slots* behind it: slot ``k`` is the k-th such word of this choice in alphabetical order; if there are more
than fit, the last slot turns the page. A choice with one possibility inside an action is made by itself.

**Observations.** The game's features of what the seat sees, then one number for each code: 1 where the word was chosen
already in the action being composed.

A game gives ``mind/learning.py`` with ``targets(rules) -> list[str]`` (the vocabulary), ``size(rules) -> int``,
``features(rules, seen) -> list[float]`` and, where targets have parts, ``spell(target) -> tuple[str, ...]``.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from boxcars.core.kinds import AnyRules
from boxcars.core.words import Action, Observation

SLOTS = 32
"""Codes behind the vocabulary for words that no list can hold; the last one turns the page."""


def learning_of(rules: AnyRules) -> ModuleType:
    """The game's ``mind/learning.py``: the mind stands beside its rules, or in a package above them."""
    package = type(rules).__module__
    while "." in package:
        package = package.rpartition(".")[0]
        if find_spec(f"{package}.mind") is not None:
            return import_module(f"{package}.mind.learning")
    raise LookupError(f"{rules.game} has no mind/learning.py")


class Coding:
    """The numbers of one Rules object."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self.learning = learning_of(rules)
        self.vocabulary: list[str] = self.learning.targets(rules)
        self.code = {word: i for i, word in enumerate(self.vocabulary)}
        if len(self.code) != len(self.vocabulary):
            raise ValueError(f"{rules.game}: a word is listed twice")
        self.actions = len(self.vocabulary) + SLOTS
        """How many codes there are."""
        self.features: int = self.learning.size(rules)
        self.size = self.features + self.actions
        """Length of the observation vector."""
        self._spelled: dict[str, tuple[str, ...]] = {}

    def spell(self, path: tuple[str, ...]) -> tuple[str, ...]:
        """The words of a path."""
        known = self._spelled
        out: list[str] = []
        for target in path:
            words = known.get(target)
            if words is None:
                spell = getattr(self.learning, "spell", None)
                words = known[target] = (target,) if spell is None else tuple(spell(target))
            out += words
        return tuple(out)

    def observe(self, seen: Observation, chosen: list[int]) -> list[float]:
        """The observation vector: the game's features, then what was chosen so far in this action."""
        out: list[float] = self.learning.features(self.rules, seen)
        if len(out) != self.features:
            raise ValueError(f"{self.rules.game}: {len(out)} features instead of {self.features}")
        marks = [0.0] * self.actions
        for code in chosen:
            marks[code] = 1.0
        return out + marks

    def word(self, code: int) -> str:
        """What a code means; slots are ``slot:0`` …, the last one ``slot:more``."""
        if code < len(self.vocabulary):
            return self.vocabulary[code]
        slot = code - len(self.vocabulary)
        return "slot:more" if slot == SLOTS - 1 else f"slot:{slot}"


class Choice:
    """An action being chosen, word by word."""

    def __init__(self, coding: Coding, legal: list[Action]) -> None:
        self.coding = coding
        self.left = {coding.spell(action.path()): action for action in legal}
        """Spelled path -> action, for all that can still be chosen."""
        self.depth = 0
        self.page = 0
        self.chosen: list[int] = []
        """The codes chosen so far (for the observation)."""
        self._skip()

    def _skip(self) -> None:
        """Where only one word can follow there is nothing to choose."""
        while len(self.left) > 1 and len({path[self.depth] for path in self.left}) == 1:
            self.depth += 1

    def targets(self) -> dict[int, str]:
        """Code -> word of what can be chosen next; "" turns the page."""
        code, first = self.coding.code, len(self.coding.vocabulary)
        out: dict[int, str] = {}
        others = []
        for word in sorted({path[self.depth] for path in self.left}):
            if word in code:
                out[code[word]] = word
            else:
                others.append(word)
        more = len(others) > SLOTS
        shown = others[self.page * (SLOTS - 1) : (self.page + 1) * (SLOTS - 1)] if more else others
        for k, word in enumerate(shown):
            out[first + k] = word
        if more:
            out[first + SLOTS - 1] = ""
        return out

    def choose(self, code: int) -> Action | None:
        """Choose a code; returns the action once it is complete, else None. Raises KeyError for a code that is not offered."""
        word = self.targets()[code]
        if word == "":
            others = sum(other not in self.coding.code for other in {path[self.depth] for path in self.left})
            self.page = (self.page + 1) % -(-others // (SLOTS - 1))
            return None
        self.chosen.append(code)
        self.left = {path: action for path, action in self.left.items() if path[self.depth] == word}
        self.depth += 1
        self.page = 0
        self._skip()
        return next(iter(self.left.values())) if len(self.left) == 1 else None

    def copy(self) -> Choice:
        other = Choice.__new__(Choice)
        other.coding, other.left, other.depth, other.page = self.coding, self.left, self.depth, self.page
        other.chosen = self.chosen[:]
        return other

    def saved(self) -> tuple[int, int, list[int], list[str]]:
        """Where the choice stands, as plain data: depth, page, codes chosen, words passed."""
        return self.depth, self.page, self.chosen[:], list(next(iter(self.left))[: self.depth])

    def restore(self, saved: tuple[int, int, list[int], list[str]]) -> None:
        """Go on where a saved choice (of the same position) stood."""
        self.depth, self.page, self.chosen, passed = saved[0], saved[1], saved[2][:], tuple(saved[3])
        self.left = {path: action for path, action in self.left.items() if path[: self.depth] == passed}

    def codes_of(self, action: Action) -> list[int]:
        """The codes that lead to an action from here (turning pages where needed): how a bot's choice is taught."""
        choice = self.copy()
        path = self.coding.spell(action.path())
        if choice.left.get(path) != action:
            raise KeyError(f"{action} cannot be chosen from here")
        codes: list[int] = []
        done = None
        while done is None:
            offered = choice.targets()
            code = next((c for c, word in offered.items() if word == path[choice.depth]), self.coding.actions - 1)
            codes.append(code)
            done = choice.choose(code)
        return codes
