"""Words a second of the environments: PettingZoo's own loop and the batch, with observation and mask.

python benchmarks/environments.py [--seconds S] [--batch GAMES --workers W --groups G] [--only ticket_to_ride,steam]

A word is one choice of a learner. Every one is drawn evenly from the mask by the same few lines of numpy, so that what is
measured is the environment; times are processor time of one core (the batch on several: by the clock).
What is measured is the build that is in place: plain, or compiled by ``make compiled``.
"""

from __future__ import annotations

import argparse
import os
import resource
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


NOISE = 101
"""Steps until the noise by which codes are drawn comes again."""


class Rate:
    """How many words a second, on the whole and at best."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.start = self.last = clock()
        self.words = self.before = 0
        self.best = self.mean = 0.0
        self.more = ""

    def count(self, words: int) -> float:
        """So many more; the seconds so far."""
        self.words += words
        now = self.clock()
        if now - self.last >= WINDOW:
            self.best = max(self.best, (self.words - self.before) / (now - self.last))
            self.last, self.before = now, self.words
        return now - self.start

    def stop(self) -> None:
        self.mean = self.words / (self.clock() - self.start)

    def __str__(self) -> str:
        return f"{self.mean:,.0f} words a second, {self.best:,.0f} in the best {WINDOW} s{self.more}"


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
    rate.stop()
    return rate


def of_children() -> float:
    """Processor time of processes that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def batch(games: int, workers: int, groups: int, seconds: float) -> Rate:
    """Ticket to Ride for two: by processor time where it has no workers, else by the clock.

    Codes are drawn by noise that was drawn before: a learner asks a network instead, on a processor of its own.
    """
    from boxcars.envs.batch import Batch, Seen

    draw = np.random.default_rng(1)
    before = of_children()
    with Batch("ticket_to_ride", games, players=2, workers=workers, groups=groups, seed=1) as made:
        made.reset()
    starting = of_children() - before
    with Batch("ticket_to_ride", games, players=2, workers=workers, groups=groups, seed=1) as made:
        made.reset()
        noise = draw.random((NOISE, games // groups, made.shape.codes), np.float32)
        rate = Rate(time.perf_counter if workers else time.process_time)
        own = time.process_time()
        steps = 0

        def drawn(seen: Seen) -> Any:
            return np.argmax(seen.mask * noise[steps % NOISE], 1)

        for group in range(groups - 1):
            made.send(drawn(made.look(group)), group)
        while rate.count(games // groups) < seconds:
            # One group is asked for what was sent before, while the others are at work.
            last = (steps + groups - 1) % groups
            made.send(drawn(made.look(last)), last)
            steps += 1
            made.recv((last + 1) % groups)
        rate.stop()
        own = time.process_time() - own
    if workers:
        theirs = of_children() - before - 2 * starting
        rate.more = f"; processor time {1e6 * own / rate.words:.1f} + {1e6 * theirs / rate.words:.1f} microseconds a word"
    return rate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--batch", type=int, default=0, metavar="GAMES")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--groups", type=int, default=2, help="parts of the batch that are stepped apart")
    parser.add_argument("--only", default="", help="games to measure, comma-separated")
    given: Any = parser.parse_args()
    build = "plain" if game_module.__file__.endswith(".py") else "compiled"
    print(f"{build}, load {os.getloadavg()[0]:.1f}")
    for game, map, players in TABLES:
        if not given.only or game in given.only.split(","):
            print(f"{game} {map or ''} {players}: {loop(game, map, players, given.seconds)}", flush=True)
    if given.batch:
        print(f"batch of {given.batch} in one process: {batch(given.batch, 0, 1, given.seconds)}", flush=True)
        for groups in sorted({1, given.groups}):
            rate = batch(given.batch, given.workers, groups, given.seconds)
            print(f"batch of {given.batch} on {given.workers} workers, in {groups} groups, by the clock: {rate}", flush=True)


if __name__ == "__main__":
    main()
