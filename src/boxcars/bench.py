"""How fast a game runs: random playouts, and the single operations on positions met on the way.

Times are processor time of this process: other work on the machine does not count.
"""

from __future__ import annotations

import random
import time
from typing import Any

import msgspec

from boxcars.core import game as core_game
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.random_playout import playout


class Figures(msgspec.Struct):
    game: str
    map: str
    players: int
    build: str
    games_per_s: float
    decisions_per_s: float
    clone_us: float
    legal_us_mean: float
    legal_us_p99: float
    apply_us: float
    observe_us: float
    calibration: float
    """Rounds a second of a fixed pure-Python loop: divide by it to compare machines."""


def build() -> str:
    """Which build this is: "plain" Python, or "compiled" by mypyc."""
    return "plain" if (core_game.__file__ or "").endswith(".py") else "compiled"


def calibration(seconds: float = 0.3) -> float:
    """A fixed loop over ints, a list and a dict: what this interpreter on this machine can do."""
    start, rounds = time.process_time(), 0
    while time.process_time() - start < seconds:
        numbers = list(range(200))
        table: dict[int, int] = {}
        total = 0
        for n in numbers:
            table[n & 31] = table.get(n & 31, 0) + n
            total += table[n & 31] ^ n
        rounds += 1
    return round(rounds / (time.process_time() - start), 1)


def playouts(rules: Any, seconds: float) -> tuple[float, float]:
    """(games a second, decisions a second) of uniformly random play."""
    start, games, decisions = time.process_time(), 0, 0
    while (spent := time.process_time() - start) < seconds or not games:
        decisions += playout(rules, rules.start(Chance(seed_from(games))), random.Random(games))
        games += 1
    return games / spent, decisions / spent


def operations(rules: Any, seconds: float) -> dict[str, float]:
    """Mean microseconds of clone, legal (and its 99th percentile), apply and observe over positions of random games."""
    spent: dict[str, list[float]] = {"clone": [], "legal": [], "apply": [], "observe": []}
    clock, start, seed = time.process_time, time.process_time(), 0
    while clock() - start < seconds:
        rng = random.Random(seed)
        state = rules.start(Chance(seed_from(f"bench {seed}")))
        seed += 1
        while state.agenda and clock() - start < seconds:
            t0 = clock()
            copy = rules.clone(state)
            t1 = clock()
            legal = rules.legal(state)
            t2 = clock()
            rules.observe(state, rules.actor(state))
            t3 = clock()
            rules.apply(copy, legal[int(rng.random() * len(legal))])
            t4 = clock()
            for key, value in zip(spent, (t1 - t0, t2 - t1, t4 - t3, t3 - t2), strict=True):
                spent[key].append(value)
            state = copy
    us = {key: 1e6 * sum(values) / len(values) for key, values in spent.items()}
    ordered = sorted(spent["legal"])
    us["legal_p99"] = 1e6 * ordered[int(0.99 * (len(ordered) - 1))]
    return us


def measure(game: str, map: str, players: int, seconds: float = 1.0, options: dict[str, Any] | None = None) -> Figures:
    """All figures of one table; takes about twice ``seconds``."""
    rules = registry.make(game, map, players, options)
    games, decisions = playouts(rules, seconds)
    us = operations(rules, seconds)
    return Figures(
        game,
        map,
        players,
        build(),
        round(games, 2),
        round(decisions, 1),
        round(us["clone"], 2),
        round(us["legal"], 2),
        round(us["legal_p99"], 2),
        round(us["apply"], 2),
        round(us["observe"], 2),
        calibration(),
    )


def tables(game: str | None) -> list[tuple[str, str, int]]:
    """Every map and player count of a game, or of all games."""
    chosen = [registry.game(game)] if game else list(registry.games().values())
    return [(g.key, m.key, n) for g in chosen for m in g.maps for n in m.players]
