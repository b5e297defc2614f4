"""Words a second of the environments: PettingZoo's own loop and the batch, with observation and mask.

python benchmarks/environments.py [--seconds S] [--batch GAMES --workers W] [--only ticket_to_ride,steam]

A word is one choice of a learner. Every one is drawn evenly from the mask by the same few lines of numpy, so that what is
measured is the environment; times are processor time of one core (the batch: of all its processes together, and by the clock).
What is measured is the build that is in place: plain, or compiled by ``make compiled``.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
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


def loop(game: str, map: str | None, players: int, seconds: float) -> float:
    """Words a second through ``agent_iter``, ``last`` and ``step``."""
    from boxcars.envs import pettingzoo

    env = pettingzoo.raw_env(game, map=map, players=players)
    draw = np.random.default_rng(1)
    words, seed = 0, 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        env.reset(seed=seed)
        seed += 1
        for _ in env.agent_iter(max_iter=2000):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            codes = np.flatnonzero(seen["action_mask"])
            env.step(codes[int(draw.random() * len(codes))])
            words += 1
    return words / spent


def batch(game: str, games: int, workers: int, seconds: float) -> tuple[float, float]:
    """Words a second by the clock, and by the processor time of all processes."""
    from boxcars.envs.batch import Batch

    def used() -> float:
        mine, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime

    draw = np.random.default_rng(1)
    before = used()
    with Batch(game, games, players=2, workers=workers, seed=1) as made:
        seen = made.reset()
        start, words = time.perf_counter(), 0
        while (spent := time.perf_counter() - start) < seconds:
            seen = made.step(np.argmax(seen.mask * draw.random(seen.mask.shape, np.float32), 1))
            words += games
    return words / spent, words / (used() - before)


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
            words = loop(game, map, players, given.seconds)
            print(f"{game} {map or ''} {players}: {words:,.0f} words a second of processor time", flush=True)
    if given.batch:
        clock, processor = batch("ticket_to_ride", given.batch, given.workers, given.seconds)
        print(f"batch of {given.batch} on {given.workers} workers: {clock:,.0f} words a second by the clock")
        print(f"  {processor:,.0f} a second of processor time, all processes together")


if __name__ == "__main__":
    main()
