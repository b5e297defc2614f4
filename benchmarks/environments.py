"""Words a second of the environments: PettingZoo's own loop and the batch, with observation and mask.

python benchmarks/environments.py [--seconds S] [--batch GAMES --workers W] [--only ticket_to_ride,steam]

A word is one choice of a learner. Every one is drawn evenly from the mask by the same few lines of numpy, so that what is
measured is the environment; times are processor time of one core (the batch on several: by the clock).
What is measured is the build that is in place: plain, or compiled by ``make compiled``.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from boxcars.core import game as game_module

TABLES: list[tuple[str, str | None, int]] = [
    ("ticket_to_ride", None, 2),
    ("age_of_steam", "rust_belt", 4),
    ("age_of_steam", "st_lucia", 2),
    ("steam", "north_america", 4),
    ("spike", None, 3),
    ("silverton", "colorado", 2),
]


WINDOW = 0.2
"""Seconds of which the best are told beside the mean: on a busy machine others slow down even what processor time is given."""


class Rate:
    """How many words a second, on the whole and at best."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.start = self.last = clock()
        self.words = self.before = 0
        self.best = 0.0

    def count(self, words: int) -> float:
        """So many more; the seconds so far."""
        self.words += words
        now = self.clock()
        if now - self.last >= WINDOW:
            self.best = max(self.best, (self.words - self.before) / (now - self.last))
            self.last, self.before = now, self.words
        return now - self.start

    def __str__(self) -> str:
        mean = self.words / (self.clock() - self.start)
        return f"{mean:,.0f} words a second, {self.best:,.0f} in the best {WINDOW} s"


def loop(game: str, map: str | None, players: int, seconds: float) -> Rate:
    """Through ``agent_iter``, ``last`` and ``step``."""
    from boxcars.envs import pettingzoo

    env = pettingzoo.raw_env(game, map=map, players=players)
    draw = np.random.default_rng(1)
    seed, spent = 0, 0.0
    rate = Rate(time.process_time)
    while spent < seconds:
        env.reset(seed=seed)
        seed += 1
        words = 0
        for _ in env.agent_iter(max_iter=2000):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            codes = seen["action_mask"].nonzero()[0]
            env.step(codes[int(draw.random() * len(codes))])
            words += 1
        spent = rate.count(words)
    return rate


def batch(games: int, workers: int, seconds: float) -> Rate:
    """Ticket to Ride for two: by processor time where it has no workers, else by the clock."""
    from boxcars.envs.batch import Batch

    draw = np.random.default_rng(1)
    with Batch("ticket_to_ride", games, players=2, workers=workers, seed=1) as made:
        seen = made.reset()
        rate = Rate(time.perf_counter if workers else time.process_time)
        while rate.count(games) < seconds:
            seen = made.step(np.argmax(seen.mask * draw.random(seen.mask.shape, np.float32), 1))
    return rate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--batch", type=int, default=0, metavar="GAMES")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="", help="games to measure, comma-separated")
    given: Any = parser.parse_args()
    build = "plain" if game_module.__file__.endswith(".py") else "compiled"
    print(f"{build}, load {os.getloadavg()[0]:.1f}")
    for game, map, players in TABLES:
        if not given.only or game in given.only.split(","):
            print(f"{game} {map or ''} {players}: {loop(game, map, players, given.seconds)}", flush=True)
    if given.batch:
        print(f"batch of {given.batch} in one process: {batch(given.batch, 0, given.seconds)}", flush=True)
        print(
            f"batch of {given.batch} on {given.workers} workers, by the clock: {batch(given.batch, given.workers, given.seconds)}"
        )


if __name__ == "__main__":
    main()
