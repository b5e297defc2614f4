"""What all searches share: the clock, the worlds, and sequential halving of the candidates at the root.

A search is given a SeatView and so knows what its seat knows. One iteration tries a candidate in a determinized state ("world")
and values where that leads with the game's evaluator.

* **Candidates** are the actions with the greatest logits (``Evaluator.policy``).
* **Sequential halving**: all candidates are tried in the same worlds with the same chance; the worse half is dropped again and
  again.
* **Values** are vectors, one number for each seat, so any number of seats may play. The value of a world before anything is done
  is subtracted again: a world that is lucky from the start says nothing about a candidate.
* **Budget**: a number of iterations (then the choice is a function of the seed and of what was seen), seconds of one core, or
  both. A clear lead ends the search early.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from contextlib import contextmanager
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from boxcars.bots.search_settings import SearchSettings
from boxcars.bots.seat_view import SeatView
from boxcars.bots.tree_node import Node
from boxcars.core.chance import seed_from
from boxcars.core.processor_time import processor_time

if TYPE_CHECKING:
    from boxcars.bots.search_bot import SearchBot

CLEAR_LEAD_SE = 3.5
"""A lead of this many standard errors ends the search."""
CLOCK_STRETCH = 3.0
"""The clock counts seconds of one core; on a busy machine a decision takes at most this many times as long."""
MIN_PAIRED_WORLDS = 6
"""How many worlds two paired candidates are compared in before a lead can be clear."""
MIN_VISITS = 4
"""How often a candidate is tried before a lead over it can be clear."""

Settings = TypeVar("Settings", bound=SearchSettings)


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Pause the garbage collector: walking through all that evaluators memoize takes longer than an easy bot may think."""
    usual = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if usual:
            gc.enable()


class Clock:
    """The time since a search began."""

    def __init__(self) -> None:
        self.core_start = processor_time()
        self.wall_start = perf_counter()

    def has_passed(self, seconds: float) -> bool:
        """Return whether that many seconds of one core are over; 0: there is no limit."""
        if not seconds:
            return False
        return processor_time() - self.core_start >= seconds or perf_counter() - self.wall_start >= CLOCK_STRETCH * seconds


class Search(Generic[Settings]):
    """One search from one root. A subclass tries a candidate in a world (``try_candidate``)."""

    first_worlds = 1
    """Worlds whose values are averaged for the first estimate of the position."""
    min_worlds = 1
    """Worlds in which every remaining candidate is tried in each stage at least."""

    def __init__(self, bot: SearchBot, settings: Settings, view: SeatView, root: Node, key: str) -> None:
        self.bot = bot
        self.settings = settings
        self.rules = bot.rules
        self.evaluator = bot.evaluator
        self.view = view
        self.seat = view.seat
        self.root = root
        self.key = key
        """The seed of everything random in this search."""
        self.worlds: list[Any] = []
        """The determinized states so far, by number."""
        self.baselines: list[list[float]] = []
        """For each world the objective of every seat before anything is done."""
        self.mean_baseline: list[float] = []
        """The mean of that over the first worlds."""
        self.random = random.Random(key)
        self.clock = Clock()
        self.round = 0
        """The round at the root (``Evaluator.current_round``)."""

    def try_candidate(self, i: int, number: int) -> bool:
        """Try candidate ``i`` of the root in world ``number`` and count what came of it; False if there was no time to finish."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Do what the algorithm needs once the first worlds are there."""

    def run(self) -> None:
        """Sequential halving: each stage tries every remaining candidate in as many new worlds, then drops the worse half."""
        bot, root, settings = self.bot, self.root, self.settings
        alive = list(range(len(root.actions)))
        stages = max(1, (len(alive) - 1).bit_length())
        for number in range(self.first_worlds):
            self.world(number)
        self.round = self.evaluator.current_round(self.worlds[0])
        seats = range(self.rules.players)
        self.mean_baseline = [sum(value[seat] for value in self.baselines) / len(self.baselines) for seat in seats]
        self.prepare()
        number = 0
        # What was learned about this position before is part of the budget; every candidate is tried again, though.
        used = known = min(root.total_visits, 3 * settings.iterations // 4)
        for stage in range(stages):
            share = settings.iterations * (stage + 1) // stages if settings.iterations else 1 << 60
            seconds = settings.seconds * (stage + 1) / stages
            while (used < share or number < self.min_worlds) and not self.clock.has_passed(seconds):
                for i in alive:
                    if self.try_candidate(i, number):
                        used += 1
                    if self.clock.has_passed(seconds):
                        break
                number += 1
            scores = root.scores()
            alive.sort(key=lambda i: -scores[i])
            if self._is_clear_lead(scores[alive[0]] - scores[alive[1]], alive[0], alive[1]):
                break
            alive = alive[: max(2, (len(alive) + 1) // 2)]
        bot.iterations_done += used - known

    def _is_clear_lead(self, lead: float, first: int, second: int) -> bool:
        n = self.root.visits[second]
        if self.root.paired:
            gain, error = self.root.paired_difference(first, second)
            return n >= MIN_PAIRED_WORLDS and gain > CLEAR_LEAD_SE * error
        return n >= MIN_VISITS and lead > CLEAR_LEAD_SE * self.root.value_sd() * sqrt(2 / n)

    def world(self, number: int) -> Any:
        """Return a copy of world ``number``, which is dealt when it is asked for the first time."""
        if number == len(self.worlds):
            world = self.view.imagine(seed_from(f"{self.key}:world:{number}"))
            self.worlds.append(world)
            self.baselines.append(self.objective(world, self.evaluator.value(world)))
        return self.rules.clone(self.worlds[number])

    def objective(self, world: Any, win_probabilities: list[float]) -> list[float]:
        """Return what every seat maximizes: its probability to win, mixed with its expected score (``score_weight``)."""
        part = self.settings.score_weight
        if not part:
            return win_probabilities
        scores = self.evaluator.expected_score(world)
        return [(1.0 - part) * win + part * score for win, score in zip(win_probabilities, scores, strict=True)]

    def back_up(self, path: list[tuple[Node, int]], world: Any, number: int) -> None:
        """Count the value of this outcome for all choices that led to it."""
        win_probabilities = self.evaluator.value(world)
        leaf = self.objective(world, win_probabilities)
        baseline, mean = self.baselines[number], self.mean_baseline
        for node, i in path:
            seat = node.seat
            node.visits[i] += 1
            node.total_visits += 1
            x = leaf[seat] - baseline[seat] + mean[seat]
            node.value_sums[i] += x
            node.win_sums[i] += win_probabilities[seat]
            node.square_sums[i] += x * x
            if node.paired:
                node.world_values[i].append(x)
