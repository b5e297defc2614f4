"""TreeSearch: information-set Monte Carlo tree search.

* Below the root, PUCT chooses among the candidates that are legal in the world at hand, more of them the more often a position is
  visited (progressive widening). Every seat chooses for itself.
* A new leaf is played on to the next round, or to the seat's own next turn where rounds do not count, and then valued.
* Positions of the tree in which this seat decides are remembered by their observation. If one of them comes about, the next
  search goes on from what was learned about it.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from boxcars.bots.search import Search
from boxcars.bots.search_settings import TreeSettings
from boxcars.bots.tree_node import Node
from boxcars.core.game import State
from boxcars.core.rollout import rollout

EXPLORATION = 0.35
"""How much PUCT explores, in units of the spread of values seen at a position."""
NEAR_END = 24
"""If the evaluator's own play ends the game within this many decisions, every rollout goes to the end."""
END_CHECK_INTERVAL = 4
"""After how many decisions to ask again whether the end is that near."""
LONGEST_TURN = 100
"""Decisions after which a turn that does not end is valued as it stands."""


class TreeSearch(Search[TreeSettings]):
    """Information-set Monte Carlo tree search from one root."""

    first_worlds = 8
    min_worlds = 2

    def prepare(self) -> None:
        self.depth = 2 * NEAR_END if self._end_is_near() else self.settings.rollout_depth

    def try_candidate(self, i: int, number: int) -> bool:
        """Walk down the tree, expand a new leaf and play on from it."""
        rules = self.rules
        world = self.world(number)
        node = self.root
        path: list[tuple[Node, int]] = []
        while True:
            path.append((node, i))
            rules.apply(world, node.actions[i])
            seat = rules.actor(world)
            if seat < 0:
                break
            if self.round and not self.depth and self.evaluator.current_round(world) != self.round:
                break
            child = node.children[i]
            if child is None or child.seat != seat:
                node.children[i] = self._expand(world, seat)
                if not self._play_on(world):
                    return False
                break
            node = child
            i = self._select(node, world)
        self.back_up(path, world, number)
        return True

    def _expand(self, world: State, seat: int) -> Node:
        node = Node(seat)
        if seat == self.seat:
            self.bot.remember_position(self.rules.observe(world, seat), node)
        return node

    def _select(self, node: Node, world: State) -> int:
        """Return the index of the candidate that PUCT chooses among those legal in this world."""
        if not node.actions:
            self._widen(node, world)
        refuse, seat = self.rules.refuse, node.seat
        width = 2 + int(sqrt(node.total_visits))
        tried = [node.value_sums[i] / n for i, n in enumerate(node.visits) if n]
        usual = sum(tried) / len(tried) if tried else 0.0
        spread = max(0.02, max(tried) - min(tried)) if tried else 1.0
        root = sqrt(node.total_visits + 1)
        scores = []
        for i in range(min(width, len(node.actions))):
            n = node.visits[i]
            value = node.value_sums[i] / n if n else usual
            scores.append((value / spread + EXPLORATION * 4 * node.priors[i] * root / (1 + n), i))
        scores.sort(key=lambda pair: -pair[0])
        for _, i in scores:
            if refuse(world, seat, node.actions[i]) is None:
                return i
        self._widen(node, world)
        for i, action in enumerate(node.actions):
            if refuse(world, seat, action) is None:
                return i
        raise AssertionError("no candidate is legal")

    def _widen(self, node: Node, world: State) -> None:
        legal = self.rules.legal(world)
        logits = self.evaluator.policy(world, legal) if len(legal) > 1 else [0.0]
        node.add_candidates(legal, logits, self.settings.max_candidates, self.settings.prune_margin)

    # -- rollouts ----------------------------------------------------------------------------------------------------

    def _play_on(self, world: State) -> bool:
        """Play on to the next round where rounds count, else to the seat's own next turn, but ``depth`` decisions at least.

        So positions are valued at like moments, whatever the candidate was. False: the time is up.
        """
        me, depth, round = self.seat, self.depth, self.round
        last, count, in_time = me, 0, True

        def is_horizon(state: Any, actor: int) -> bool:
            nonlocal last, count, in_time
            if count >= depth:
                is_over = self.evaluator.current_round(state) != round if round else actor == me and last != me
                if is_over or count >= depth + LONGEST_TURN:
                    return True
            if self.clock.has_passed(self.settings.seconds):
                in_time = False
                return True
            last = actor
            count += 1
            return False

        rollout(self.rules, world, self._rollout_action, is_horizon)
        return in_time

    def _rollout_action(self, world: State) -> Any:
        legal = self.rules.legal(world)
        if len(legal) == 1:
            return legal[0]
        if self.settings.rollout_policy == "evaluator":
            logits = self.evaluator.policy(world, legal)
            return legal[logits.index(max(logits))]
        return legal[int(self.random.random() * len(legal))]

    def _end_is_near(self) -> bool:
        """Return whether the game is over soon, so that rollouts to the end say more than any value. Checked now and then
        only."""
        bot = self.bot
        if bot.decisions < bot.next_end_check:
            return False
        count = 0

        def has_played_enough(state: Any, actor: int) -> bool:
            nonlocal count
            count += 1
            return count > NEAR_END or self.clock.has_passed(0.25 * self.settings.seconds)

        if rollout(self.rules, self.world(0), self._rollout_action, has_played_enough) < 0:
            return True
        bot.next_end_check = bot.decisions + END_CHECK_INTERVAL
        return False
