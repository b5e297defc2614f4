"""Conformance of the environments: action masks and observations say the same as ``Rules.legal`` and ``Rules.observe``.

A game may give the environments a fast encoder that computes masks straight from the state. It restates legality, so it is
compared here with the list of legal actions at every decision, and with codes chosen one after another.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import numpy as np
import numpy.typing as npt

from boxcars.core.action_encoding import SLOTS
from boxcars.core.type_aliases import AnyRules
from boxcars.core.types import Action
from boxcars.envs.game_session import GameSession

DESCENTS = 2
"""Actions that are composed code by code at each decision."""
PAGES = 1000
"""The greatest number of codes chosen for one action; more means that the encoder never ends."""


class MaskCheck:
    """A ``conformance.PositionCheck``: what an environment offers at a position, against the legal actions."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self.session = GameSession(rules.game, rules.map, rules.players, rules.options)
        if type(self.session.rules) is not type(rules):
            raise ValueError(f"the registry makes other rules for {rules.game} than those that are checked")

    def __call__(self, state: Any, seat: int, legal: list[Action], rng: random.Random) -> str:
        """Return the law that is broken at a position, "" if none is."""
        session, coding = self.session, self.session.coding
        session.stand_at(self.rules.clone(state))
        if session.seat != seat:
            return f"the environment asks the seat to act: it asks {session.seat}, not {seat}"
        mask, expected = session.mask(seat), self.expected_mask(legal)
        if not np.array_equal(mask, expected):
            missing = [coding.word(int(code)) for code in np.flatnonzero(expected & ~mask & 1)]
            extra = [coding.word(int(code)) for code in np.flatnonzero(mask & ~expected & 1)]
            return f"the action mask offers what is legal: missing {missing[:5]}, too many {extra[:5]}"
        seen = session.features(seat)
        if not np.array_equal(seen, coding.observe(self.rules.observe(state, seat), [])[: coding.features]):
            return "the environment's observation is what the seat observes"
        for _ in range(DESCENTS):
            broken = self.compose(seat, legal, rng)
            if broken:
                return broken
        return ""

    def expected_mask(self, legal: list[Action]) -> npt.NDArray[np.int8]:
        """Return the mask of the first code to choose, straight from the paths of the legal actions."""
        coding = self.session.coding
        paths = [coding.path_of(action) for action in legal]
        depth = 0
        while len(paths) > 1 and len({path[depth] for path in paths}) == 1:  # what all begin with is not asked
            depth += 1
        numbers = {path[depth] for path in paths}
        mask = np.zeros(coding.actions, np.int8)
        known = len(coding.vocabulary)
        unknown = len([number for number in numbers if number >= known])
        mask[[number for number in numbers if number < known]] = 1
        mask[known : known + min(unknown, SLOTS)] = 1
        return mask

    def compose(self, seat: int, legal: list[Action], rng: random.Random) -> str:
        """Choose codes at random, always from the mask, until an action is done: it must be one of the legal ones."""
        session = copy.copy(self.session)
        before = session.position
        session.position = self.rules.clone(before)
        session.stand_at(session.position)
        decisions = session.decisions
        codes: list[int] = []
        for _ in range(PAGES):
            code = int(rng.choice(np.flatnonzero(session.mask(seat))))
            codes.append(code)
            if not session.choose(code):
                return f"a code of the mask can be chosen: {session.coding.word(code)}"
            if session.decisions > decisions:
                break
        after = self.rules.fingerprint(session.position)
        words = [session.coding.word(code) for code in codes]
        for action in self.candidates(legal, codes):
            world = self.rules.clone(before)
            self.rules.apply(world, action)
            if self.rules.fingerprint(world) == after:
                return ""
        return f"the codes {words} stand for a legal action"

    def candidates(self, legal: list[Action], codes: list[int]) -> list[Action]:
        """Return the legal actions whose path has all the chosen words that have a code of their own."""
        coding = self.session.coding
        wanted = {code for code in codes if code < len(coding.vocabulary)}
        return [action for action in legal if wanted <= set(coding.path_of(action))]
