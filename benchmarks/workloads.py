"""The fixed workloads that ``compare.py`` measures. It runs this file under the sources of either checkout.

python benchmarks/workloads.py          read requests, one JSON object a line, and answer each with one line
    {"workload": "spike", "round": 3}   -> {"decisions": …, "seconds": …, "sum": …}

A workload of a round is the same work in every checkout: the same seeds, the same number of decisions. ``sum`` is a hash of where
it led, so that a checkout that plays differently is found out. Only names are used here that both checkouts have.
"""

from __future__ import annotations

import dataclasses
import json
import random
import sys
import time
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from typing import Any

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from

PLAY = {
    "age_of_steam": ("age_of_steam", "southern_us", 4, 600),
    "rust_belt": ("age_of_steam", "rust_belt", 5, 600),
    "western_us": ("age_of_steam", "western_us", 4, 600),
    "barbados": ("age_of_steam", "barbados", 1, 600),
    "st_lucia": ("age_of_steam", "st_lucia", 2, 600),
    "germany": ("age_of_steam", "germany", 4, 80),
    "germany_6": ("age_of_steam", "germany", 6, 80),
    "steam": ("steam", "north_america", 4, 600),
    "ruhr": ("steam", "ruhr", 4, 600),
    "spike": ("spike", "eastern_usa", 3, 400),
    "silverton": ("silverton", "colorado", 4, 600),
    "ticket_to_ride": ("ticket_to_ride", "usa", 2, 2000),
}
"""Random play: game, map, players, decisions."""
EXPERT = {
    "age_of_steam expert": ("age_of_steam", "rust_belt", 4),
    "germany expert": ("age_of_steam", "germany", 4),
    "steam expert": ("steam", "north_america", 4),
    "spike expert": ("spike", "eastern_usa", 3),
    "silverton expert": ("silverton", "colorado", 3),
}
"""One decision of the expert in a game that the heuristic bot has played so far: game, map, players."""
TEN = (
    "age_of_steam",
    "western_us",
    "germany",
    "steam",
    "spike",
    "silverton",
    "ticket_to_ride",
    "age_of_steam expert",
    "spike expert",
    "silverton expert",
)
"""The ones whose instructions are counted."""
ITERATIONS = 8
"""Of a search, so that a decision takes as many rollouts in every checkout."""

Work = tuple[int, float, str]
"""Decisions, seconds of processor time, hash of what came out."""


@cache
def rules_of(game: str, map: str, players: int) -> Any:
    return registry.make(game, map, players)


def play(game: str, map: str, players: int, decisions: int, number: int) -> Work:
    """Play at random; every round has its own games."""
    rules = rules_of(game, map, players)
    seeds = iter(range(1_000 * number, 1_000 * number + 1_000))
    seen = blake2b(digest_size=8)
    done = 0
    start = time.process_time()
    while done < decisions:
        seed = next(seeds)
        rng = random.Random(seed)
        state = rules.start(Chance(seed_from(seed)))
        while state.agenda and done < decisions:
            legal = rules.legal(state)
            rules.apply(state, legal[int(rng.random() * len(legal))])
            done += 1
        seen.update(rules.fingerprint(state).encode())
    return done, time.process_time() - start, seen.hexdigest()


def without_clock(bot: Any) -> Any:
    """A search that only iterations end."""
    names = {field.name for field in dataclasses.fields(bot.settings)} if hasattr(bot, "settings") else set()
    if "seconds" in names:
        bot.settings = dataclasses.replace(bot.settings, seconds=0.0, iterations=ITERATIONS)
    else:
        bot.seconds, bot.iterations = 0.0, ITERATIONS
    return bot


def expert(game: str, map: str, players: int, number: int) -> Work:
    """Two decisions of the expert; only they are timed."""
    rules = rules_of(game, map, players)
    rng = random.Random(number)
    state = rules.start(Chance(seed_from(f"expert {number}")))
    bots = [make_bot("heuristic", rules, str(seat)) for seat in range(players)]
    seen = blake2b(digest_size=8)
    done, spent, wait = 0, 0.0, rng.randrange(10, 60)
    while state.agenda and done < 2:
        seat = rules.actor(state)
        view = SeatView(rules, state, seat)
        wait -= 1
        if wait > 0 or len(view.legal()) < 6:
            action = bots[seat].choose(view)
        else:
            bot = without_clock(make_bot("expert", rules, seed_from(number)))
            start = time.process_time()
            action = bot.choose(view)
            spent += time.process_time() - start
            seen.update(rules.write(action))
            done += 1
        rules.apply(state, action)
    return done, spent, seen.hexdigest()


def work(name: str, number: int) -> Work:
    return play(*PLAY[name], number) if name in PLAY else expert(*EXPERT[name], number)


def answer(read: Callable[[], str], write: Callable[[str], Any]) -> None:
    """Do what is asked, line by line, until there are no more lines."""
    while line := read():
        asked = json.loads(line)
        decisions, seconds, seen = work(asked["workload"], asked["round"])
        write(json.dumps({"decisions": decisions, "seconds": seconds, "sum": seen}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    answer(sys.stdin.readline, sys.stdout.write)
