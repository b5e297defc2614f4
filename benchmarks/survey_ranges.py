"""Where in wide ranges a judge's numbers do best against the judge of an earlier edition, on all the cores there are:

    python benchmarks/survey_ranges.py spike --minutes 4 --jobs 15 --rows rows.jsonl --out taste.json start=0.3..3 draws=0.2..0.6

Fitting by small steps (fit_taste.py) stays near where it began. Here every pair of games is played with all numbers named drawn
at random from their ranges, with the same luck from both sides of the table; one regression on the numbers and their squares
tells how much each does and where it does best, and a number moves from the middle of its range as far as that is sure.
``--rows`` keeps what was played; a second call goes on from there. The result then plays the earlier edition on seeds of its own.
"""

from __future__ import annotations

import argparse
import json
import random
from itertools import repeat
from math import tanh
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from duel import Numbers, Setup, duel_of, duels, pool_of, told

from boxcars.bots.seat_view import fitted_numbers
from boxcars.core import registry

MARGIN = 8.0
"""Points that are a clear lead."""
FURTHEST = 0.9
"""How far a number moves toward the end of its range,"""
SURE = 2.0
"""and the standard errors from which on it moves all the way."""

Ranges = dict[str, tuple[float, float]]


def play(setup: Setup, base: Numbers, ranges: Ranges, edition: int, seed: str) -> dict[str, Any]:
    """What a worker does: a pair of games with numbers of their own."""
    rng = random.Random(seed)
    drawn = {name: rng.uniform(*ends) for name, ends in ranges.items()}
    found = duels(setup, base | drawn, fitted_numbers(setup[0], "", edition), [seed])
    score = sum(tanh(margin / MARGIN) + 0.5 * (win - 0.5) for margin, win in found) / len(found)
    return {"numbers": drawn, "score": score}


def best_numbers(rows: list[dict[str, Any]], ranges: Ranges) -> Numbers:
    """The regression: linear and quadratic in every number, each in units of half its range."""
    names = list(ranges)
    middle = np.array([sum(ranges[name]) / 2 for name in names])
    half = np.array([(ranges[name][1] - ranges[name][0]) / 2 for name in names])
    z = (np.array([[row["numbers"][name] for name in names] for row in rows]) - middle) / half
    y = np.array([row["score"] for row in rows])
    a = np.hstack([np.ones((len(z), 1)), z, z * z - 1 / 3])
    ridge = np.diag([1e-6] + [30.0] * len(names) + [60.0] * len(names))
    inverse = np.linalg.inv(a.T @ a + ridge)
    w = inverse @ a.T @ y
    error = np.sqrt((y - a @ w).var() * np.diag(inverse))
    out = {}
    for i, name in enumerate(names):
        slope, bend, sure = w[1 + i], w[1 + len(names) + i], w[1 + i] / error[1 + i]
        top = -slope / (2 * bend) if bend < 0 else np.sign(slope)
        out[name] = round(float(middle[i] + half[i] * np.clip(top, -FURTHEST, FURTHEST) * min(1.0, abs(sure) / SURE)), 4)
        print(f"{name:15} {sure:+5.1f} standard errors -> {out[name]}")
    return out


def main() -> None:
    say = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    say.add_argument("game")
    say.add_argument("ranges", nargs="+", help="NAME=LOW..HIGH")
    say.add_argument("--players", type=int)
    say.add_argument("--minutes", type=float, default=4.0)
    say.add_argument("--jobs", type=int, default=1)
    say.add_argument("--edition", type=int, default=1)
    say.add_argument("--seed", default="survey")
    say.add_argument("--rows", type=Path, required=True)
    say.add_argument("--out", type=Path, required=True)
    given = say.parse_intermixed_args()
    setup: Setup = (given.game, None, given.players or registry.game(given.game).usual_players)
    base = duel_of(setup).fitted
    ends = [one.replace("..", "=").split("=") for one in given.ranges]
    ranges: Ranges = {name: (float(low), float(high)) for name, low, high in ends}
    rows = [json.loads(line) for line in given.rows.read_text().splitlines()] if given.rows.exists() else []
    began = perf_counter()
    with pool_of(given.jobs) as pool, given.rows.open("a") as file:
        while perf_counter() - began < 54 * given.minutes or not rows:
            seeds = [f"{given.seed} {len(rows) + i}" for i in range(4 * given.jobs)]
            for row in pool.map(play, repeat(setup), repeat(base), repeat(ranges), repeat(given.edition), seeds):
                rows.append(row)
                file.write(json.dumps(row) + "\n")
            file.flush()
        best = base | best_numbers(rows, ranges)
        text = {"provenance": "Surveyed against an earlier edition; see benchmarks/survey_ranges.py.", "players": setup[2]}
        given.out.write_text(json.dumps(text | {"taste": {k: round(v, 4) for k, v in best.items()}}, indent=1) + "\n")
        fresh: list[tuple[float, float]] = []
        while perf_counter() - began < 60 * given.minutes or not fresh:
            some = [[f"{given.seed} fresh {len(fresh) + i}"] for i in range(2 * given.jobs)]
            played = pool.map(duels, repeat(setup), repeat(best), repeat(fitted_numbers(given.game, "", given.edition)), some)
            fresh += [one for found in played for one in found]
    print(f"{given.game}: {len(rows)} pairs of games; on fresh seeds against edition {given.edition}: {told(fresh)}")


if __name__ == "__main__":
    main()
