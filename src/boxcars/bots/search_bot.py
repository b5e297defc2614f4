"""The search bot: it compares the most promising actions by one of three searches (TreeSearch, RolloutSearch, OnePly).

``SearchBot(rules, seed, iterations=80, rollout_rounds=1)`` or ``SearchBot(rules, seed, settings)``: see ``search_settings``.
"""

from __future__ import annotations

import random
from dataclasses import replace
from hashlib import blake2b
from math import log
from typing import Any

from boxcars.bots.bot import Bot, Candidate
from boxcars.bots.evaluators import load_evaluator, with_policy_value
from boxcars.bots.rollout_search import OnePly, RolloutSearch
from boxcars.bots.search import Search, garbage_collection_paused
from boxcars.bots.search_settings import (
    OnePlySettings,
    RolloutSettings,
    SearchSettings,
    TreeSettings,
    search_settings,
    settings_signature,
)
from boxcars.bots.seat_view import SeatView
from boxcars.bots.tree_node import Node
from boxcars.bots.tree_search import TreeSearch
from boxcars.core.chance import seed_from
from boxcars.core.game import State
from boxcars.core.messages import T
from boxcars.core.type_aliases import AnyEvaluator, AnyRules
from boxcars.core.types import Action, Observation

MIN_EXPLAINED = 4
"""Candidates that an explanation compares at least."""
NOISY_LOGITS = 6
"""How many of the greatest logits the temperature acts on."""


class SearchBot(Bot):
    """Plays what a search finds. The choice is a function of the seed and of what was seen, unless the budget is seconds."""

    def __init__(self, rules: AnyRules, seed: str, settings: SearchSettings | None = None, **given: Any) -> None:
        """``settings``, or single settings by keyword."""
        super().__init__(rules, seed)
        self.settings = settings if settings is not None else search_settings(**given)
        self.evaluator = self.make_evaluator()
        self.decisions = 0
        self.iterations_done = 0
        """Iterations over all decisions."""
        self.positions: dict[bytes, Node] = {}
        """Positions of the last tree in which this seat decides, by a hash of its observation."""
        self.reused = 0
        """How many decisions began from a remembered position."""
        self.next_end_check = 0
        """The decision at which to check again whether the game is near its end."""
        self.helpers: Any = None
        """The processes of a parallel search, once there are any."""

    def make_evaluator(self) -> AnyEvaluator:
        """Return a new evaluator according to the settings."""
        s = self.settings
        return with_policy_value(load_evaluator(self.rules, s.fitted_share, s.weights_file, s.value_file), s.evaluator)

    # -- the interface of bots ---------------------------------------------------------------------------------------

    @garbage_collection_paused()
    def choose(self, view: SeatView) -> Action:
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        root = self.search(view, legal, self.settings, skip_useless=is_paired(self.settings))
        return root.actions[root.best_index()]

    @garbage_collection_paused()
    def explain(self, view: SeatView) -> list[Candidate]:
        """Return what the search found, best first. Several candidates are tried even if the level decides without trying."""
        legal = view.legal()
        most = max(self.settings.max_candidates, MIN_EXPLAINED)
        iterations = max(self.settings.iterations, 2 * most) if self.settings.iterations else 0
        root = self.search(view, legal, replace(self.settings, max_candidates=most, iterations=iterations))
        return self._candidates(view, root) or [Candidate(legal[0], 0.5, 1, T("Nothing else is possible."))]

    def _candidates(self, view: SeatView, root: Node) -> list[Candidate]:
        """Return the candidates of a root, best first, with probabilities to win that never rise along the list.

        The order follows what the search maximizes, which may not be the probability to win alone.
        """
        world = view.imagine(seed_from(f"{self.seed}:why"))
        here = self.evaluator.value(world)[view.seat]
        scores = root.scores() if root.total_visits else [here] * len(root.actions)
        chances = scores
        if self.settings.score_weight:
            chances = [wins / max(1, n) for wins, n in zip(root.win_sums, root.visits, strict=True)]
        least = here
        order = sorted(
            range(len(root.actions)), key=lambda i: (root.total_visits > 0 and not root.visits[i], -scores[i], -root.logits[i])
        )
        found: list[Candidate] = []
        for i in order[:6]:
            value = chances[i] if root.visits[i] else here
            least = value if not found else min(value, least)
            why = self.evaluator.explain_action(world, root.actions[i])
            found.append(Candidate(root.actions[i], min(1.0, max(0.0, least)), root.visits[i], why))
        return found

    # -- the search --------------------------------------------------------------------------------------------------

    def search(
        self, view: SeatView, legal: list[Action], settings: SearchSettings | None = None, skip_useless: bool = False
    ) -> Node:
        """Search a decision and return the root with its statistics.

        ``settings``: others than those of the bot. ``skip_useless``: do not try what the evaluator says makes no difference.
        """
        settings = settings or self.settings
        self.decisions += 1
        key = f"{self.seed}:{self.decisions}"
        seen = self._hash(view.rules.observe(view.imagine(seed_from(key)), view.seat)) if self.positions else b""
        known = self.positions.get(seen)
        self.positions = {}
        root = known.restricted_to(legal) if known is not None else Node(view.seat)
        self.reused += known is not None
        # Logits are averaged over several worlds, as hidden information may sway them.
        worlds = [view.imagine(seed_from(f"{key}:{i}")) for i in range(1 if isinstance(settings, OnePlySettings) else 2)]
        logits = [0.0] * len(legal)
        for world in worlds:
            for i, logit in enumerate(self.evaluator.policy(world, legal)):
                logits[i] += logit / len(worlds)
        if settings.temperature:
            add_noise(logits, settings.temperature, random.Random(f"{key}:blur"))
        if skip_useless and settings.max_candidates > 1:
            places = self.evaluator.distinct_candidates(legal, logits)
            legal, logits = [legal[i] for i in places], [logits[i] for i in places]
        root.add_candidates(legal, logits, settings.max_candidates, settings.prune_margin)
        prepare_root(root, settings)
        if len(root.actions) > 1 and self._is_due(worlds[0], settings, skip_useless):
            if settings.processes > 1:
                self._search_in_parallel(root, view, key)
            else:
                self.make_search(settings, view, root, key).run()
        return root

    def make_search(self, settings: SearchSettings, view: SeatView, root: Node, key: str) -> Search[Any]:
        """Return the search that the settings ask for."""
        if isinstance(settings, RolloutSettings):
            return RolloutSearch(self, settings, view, root, key)
        if isinstance(settings, OnePlySettings):
            return OnePly(self, settings, view, root, key)
        assert isinstance(settings, TreeSettings)
        return TreeSearch(self, settings, view, root, key)

    def _is_due(self, world: State, settings: SearchSettings, skip_useless: bool) -> bool:
        """Return whether to search here, or to play the greatest logit."""
        if settings.search_last_rounds and self.evaluator.rounds_left(world) > settings.search_last_rounds:
            return False
        return not skip_useless or self.plays_to_end(world, settings) or self.evaluator.search_is_useful(world)

    def plays_to_end(self, world: State, settings: SearchSettings) -> bool:
        """Return whether the end is so near that rollouts go on to the end of the game."""
        if not isinstance(settings, RolloutSettings) or not settings.play_out_last_rounds:
            return False
        return self.evaluator.projected_rounds_left(world) <= settings.play_out_last_rounds

    def remember_position(self, observation: Observation, node: Node) -> None:
        """Keep a node of the tree for the next search, which may begin there."""
        self.positions.setdefault(self._hash(observation), node)

    def _hash(self, observation: Observation) -> bytes:
        return blake2b(self.rules.write(observation), digest_size=16).digest()

    def _search_in_parallel(self, root: Node, view: SeatView, key: str) -> None:
        """Search the same candidates in several processes, each in worlds of its own, and add what they found.

        They are sent a determinized state, from which they imagine the same worlds that this process would (see ``imagine``).
        """
        from boxcars.bots.parallel_search import SearchProcesses

        if self.helpers is None:
            self.helpers = SearchProcesses(self)
        for found in self.helpers.search(view.imagine(seed_from(key)), view.seat, root.actions, root.logits, key):
            self.iterations_done += root.add_statistics(*found)


SearchBot.__signature__ = settings_signature()  # type: ignore[attr-defined]  # every setting is a keyword


def is_paired(settings: SearchSettings) -> bool:
    """Return whether candidates are compared world by world."""
    return isinstance(settings, RolloutSettings) and settings.paired_worlds


def prepare_root(root: Node, settings: SearchSettings) -> None:
    """Set how candidates at the root are compared."""
    root.prior_weight = settings.prior_weight if isinstance(settings, RolloutSettings) else 1.0
    root.min_lead_se = settings.min_lead_se
    root.paired = is_paired(settings)


def add_noise(logits: list[float], temperature: float, rng: random.Random) -> None:
    """Add Gumbel noise to the greatest logits, so that choosing the greatest samples from their softmax at ``temperature``."""
    for i in sorted(range(len(logits)), key=lambda i: -logits[i])[:NOISY_LOGITS]:
        logits[i] -= temperature * log(-log(rng.uniform(1e-9, 1.0 - 1e-9)))
