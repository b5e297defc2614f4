"""Actions and observations as numbers, for every game in the same way: the encoding of actions (``core/action_encoding.py``)
and the layout of observations (``core/observation_encoding.py``), from the game's ``ai/encoding.py``.

An observation is the layout's numbers, then one number for each code: 1 where the word was chosen already in the action being
composed.

A game gives ``targets(rules) -> list[str]`` (the vocabulary), ``layout(rules) -> Layout`` and, where targets have parts,
``spell(target) -> tuple[str, ...]``. It may give ``fast_encoder(rules, layout, codes) -> FastEncoder``: the same straight from
the state, without making observations and legal actions.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Protocol

import numpy as np
import numpy.typing as npt

from boxcars.core.action_encoding import SLOTS, ActionSpace, Choice
from boxcars.core.game import State
from boxcars.core.observation_encoding import Layout
from boxcars.core.type_aliases import AnyRules
from boxcars.core.types import Action, Observation

__all__ = ["SLOTS", "Choice", "Coding", "learning_of"]


def learning_of(rules: AnyRules) -> ModuleType:
    """Return the game's module ``ai.encoding``: ``ai`` is in the package of its rules, or in one above it."""
    package = type(rules).__module__
    while "." in package:
        package = package.rpartition(".")[0]
        if find_spec(f"{package}.ai") is not None:
            return import_module(f"{package}.ai.encoding")
    raise LookupError(f"{rules.game} has no ai/encoding.py")


class SeatFeatures(Protocol):
    """The features of one seat in a vector that is updated in place."""

    def update(self, state: State) -> None:
        """Update the vector to a state of a game that is not over."""


class FastEncoder(Protocol):
    """Encodes masks, observations and actions straight from the state; a game may provide one."""

    def seat_features(self, seat: int, out: memoryview) -> SeatFeatures:
        """Return the features of a seat, which keep a vector of zeros up to date."""

    def is_ready(self, state: State) -> bool:
        """Return whether ``fill_mask`` and ``actions_for_code`` know the position: the first word of an action is due there."""

    def fill_mask(self, state: State, mask: memoryview) -> None:
        """Set 1 for each offered word, in a mask of zeros."""

    def actions_for_code(self, state: State, code: int) -> list[Action]:
        """Return the actions that begin with a word; none: it is not offered; one: it is complete."""


class Coding(ActionSpace):
    """The encoding of actions and observations for one Rules object."""

    def __init__(self, rules: AnyRules) -> None:
        learning = learning_of(rules)
        super().__init__(learning.targets(rules), getattr(learning, "spell", None))
        self.rules = rules
        self.layout: Layout = learning.layout(rules)
        make_fast_encoder = getattr(learning, "fast_encoder", None)
        self.fast_encoder: FastEncoder | None = make_fast_encoder(rules, self.layout, self.code) if make_fast_encoder else None
        self.features = self.layout.size
        self.size = self.features + self.actions
        """The length of the observation vector."""

    def observe(self, seen: Observation, chosen: list[int]) -> npt.NDArray[np.float32]:
        """Return the observation vector: the seat's observation, then the codes chosen so far in this action."""
        out = np.zeros(self.size, np.float32)
        self.layout.write(seen, out.data)
        for code in chosen:
            out[self.features + code] = 1.0
        return out

    def read(self, vector: npt.NDArray[np.float32]) -> Observation:
        """Return the observation that a vector was made from."""
        seen: Observation = self.layout.read(vector)
        return seen
