"""Where in wide ranges an evaluator's numbers do best against other evaluators, on all the cores there are:

    python benchmarks/survey_ranges.py spike --minutes 4 --jobs 15 --rows rows.jsonl --out weights.json \
        start=0.3..3 draws=0.2..0.6
    python benchmarks/survey_ranges.py silverton --players 2,2,2,4 --rivals newest,hand,1 --rounds 3 --crossed output,rise,risk …

Fitting by small steps (fit_weights.py) stays near where it began. Here every pair of games is played with all numbers named drawn
at random from their ranges, with the same luck from both sides of the table; one regression on the numbers and their squares
(and on products of those ``--crossed``, which do nothing alone) tells how much each does and where it does best. A number moves
from what it is (in later rounds: from what was found) as far as a gain is sure. Each round draws from half the range of the one
before, around what that found, and has it among its rivals. ``--rows`` keeps what was played; a second call goes on from there.
What the last round found then plays each rival on seeds of its own.
"""

from __future__ import annotations

import argparse
import json
import random
from itertools import combinations, repeat
from math import sqrt, tanh
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from duel import Numbers, Setup, duel_of, duels, pool_of, told

from boxcars.bots.evaluators import read_fitted_weights
from boxcars.core import registry

MARGIN = {"silverton": 4000.0}
"""Points that are a clear lead,"""
CLEAR = 8.0
"""if nothing else is said."""
SURE = 1.5
"""The standard errors from which on a number moves all the way."""
BENT = -0.03
"""A bend that is not sure is thought to be this at least: slopes alone run to the ends."""
BATCH = 8

Ranges = dict[str, tuple[float, float]]
Row = dict[str, Any]


def play(setup: Setup, numbers: Numbers, rival: Numbers, seed: str) -> float:
    """What a worker does: a pair of games; how it went for the numbers drawn."""
    found = duels(setup, numbers, rival, [seed])
    clear = MARGIN.get(setup[0], CLEAR)
    return sum(tanh(margin / clear) + 0.5 * (win - 0.5) for margin, win in found) / len(found)


def best_numbers(rows: list[Row], ranges: Ranges, usual: Numbers, crossed: list[str]) -> Numbers:
    """The regression, every number in units of half its range, every kind of game with a mean of its own."""
    names = list(ranges)
    middle = np.array([sum(ranges[name]) / 2 for name in names])
    half = np.array([(ranges[name][1] - ranges[name][0]) / 2 for name in names])
    z = (np.array([[row["numbers"][name] for name in names] for row in rows]) - middle) / half
    y = np.array([row["score"] for row in rows])
    kinds = sorted({row["kind"] for row in rows})
    mean = np.array([[float(row["kind"] == kind) for kind in kinds] for row in rows])
    pairs = list(combinations([names.index(name) for name in crossed], 2))
    products = np.array([z[:, i] * z[:, j] for i, j in pairs]).reshape(len(pairs), len(z)).T
    a = np.hstack([mean, z, z * z - 1 / 3, products])
    k, m = len(kinds), len(names)
    inverse = np.linalg.inv(a.T @ a + np.diag([1e-3] * k + [20.0] * m + [60.0] * (m + len(pairs))))
    w = inverse @ a.T @ y
    error = np.sqrt((y - a @ w).var() * np.diag(inverse))
    slope, bend = w[k : k + m], np.minimum(w[k + m : k + 2 * m], BENT)
    beside = np.zeros((m, m))
    for (i, j), weight in zip(pairs, w[k + 2 * m :], strict=True):
        beside[i, j] = beside[j, i] = weight
    top = np.zeros(m)
    for _ in range(200):
        for i in range(m):
            top[i] = np.clip(-(slope[i] + beside[i] @ top) / (2 * bend[i]), -1.0, 1.0)
    out = {}
    for i, name in enumerate(names):
        here = float(np.clip((usual[name] - middle[i]) / half[i], -1.5, 1.5))
        by, square = float(top[i]) - here, float(top[i]) ** 2 - here**2
        gain = (slope[i] + beside[i] @ top) * by + w[k + m + i] * square
        sure = gain / sqrt((error[k + i] * by) ** 2 + (error[k + m + i] * square) ** 2 + 1e-12)
        best = float(middle[i] + half[i] * top[i])
        out[name] = round(usual[name] + float(np.clip(sure / SURE, 0.0, 1.0)) * (best - usual[name]), 4)
        print(f"{name:15} {slope[i] / error[k + i]:+5.1f} standard errors, {usual[name]:.3f} -> {out[name]}")
    return out


def main() -> None:
    say = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    say.add_argument("game")
    say.add_argument("ranges", nargs="+", help="NAME=LOW..HIGH")
    say.add_argument("--players", help="numbers of players, by turns")
    say.add_argument("--rivals", default="1", help="newest, hand, or numbers of former files (1: weights_1.json)")
    say.add_argument("--rounds", type=int, default=1)
    say.add_argument("--crossed", default="", help="numbers whose products count, too")
    say.add_argument("--minutes", type=float, default=4.0)
    say.add_argument("--jobs", type=int, default=1)
    say.add_argument("--seed", default="survey")
    say.add_argument("--rows", type=Path, required=True)
    say.add_argument("--out", type=Path, required=True)
    given = say.parse_intermixed_args()
    seats = [int(number) for number in (given.players or str(registry.game(given.game).usual_players)).split(",")]
    setups: list[Setup] = [(given.game, None, number) for number in seats]
    duel = duel_of(setups[0])
    known = {"newest": duel.fitted, "hand": duel.by_hand}
    rivals = {
        name: known[name] if name in known else read_fitted_weights(given.game, "", f"weights_{name}.json")
        for name in given.rivals.split(",")
    }
    ends = [one.replace("..", "=").split("=") for one in given.ranges]
    ranges: Ranges = {name: (float(low), float(high)) for name, low, high in ends}
    usual, crossed = dict(duel.fitted), [name for name in given.crossed.split(",") if name]
    before = [json.loads(line) for line in given.rows.read_text().splitlines()] if given.rows.exists() else []
    began, number = perf_counter(), len(before)
    with pool_of(given.jobs) as pool, given.rows.open("a") as file:
        for stage in range(given.rounds):
            rows = [row for row in before if row["stage"] == stage]
            while perf_counter() - began < 54 * given.minutes * (stage + 1) / given.rounds or not rows:
                some: list[Row] = []
                for _ in range(BATCH * given.jobs):
                    setup, rival = setups[number % len(setups)], list(rivals)[number // len(setups) % len(rivals)]
                    rng = random.Random(f"{given.seed} {number}")
                    drawn = {name: rng.uniform(*span) for name, span in ranges.items()}
                    some.append({"stage": stage, "kind": f"{setup[2]} {rival}", "numbers": drawn, "number": number})
                    number += 1
                scores = pool.map(
                    play,
                    [setups[row["number"] % len(setups)] for row in some],
                    [usual | row["numbers"] for row in some],
                    [rivals[row["kind"].split(" ", 1)[1]] for row in some],
                    [f"{given.seed} {row['number']}" for row in some],
                )
                for row, score in zip(some, scores, strict=True):
                    rows.append(row | {"score": score})
                    file.write(json.dumps(rows[-1]) + "\n")
                file.flush()
            usual |= best_numbers(rows, ranges, usual, crossed)
            rivals["found so far"] = dict(usual)
            spans = {name: (high - low) / 4 for name, (low, high) in ranges.items()}
            least = {name: 0.0 if low >= 0.0 else low for name, (low, _) in ranges.items()}
            ranges = {name: (max(least[name], usual[name] - span), usual[name] + span) for name, span in spans.items()}
            print(f"round {stage + 1}: {len(rows)} pairs of games", flush=True)
        text = {"provenance": "Surveyed against other evaluators; see benchmarks/survey_ranges.py.", "players": seats[0]}
        given.out.write_text(json.dumps(text | {"weights": {k: round(v, 4) for k, v in usual.items()}}, indent=1) + "\n")
        del rivals["found so far"]
        fresh: dict[str, list[tuple[float, float]]] = {name: [] for name in rivals}
        while perf_counter() - began < 60 * given.minutes or not all(fresh.values()):
            for name, rival in rivals.items():
                seeds = [[f"{given.seed} fresh {len(fresh[name]) + i}"] for i in range(2 * given.jobs)]
                for found in pool.map(duels, repeat(setups[0]), repeat(usual), repeat(rival), seeds):
                    fresh[name] += found
    for name, found in fresh.items():
        print(f"{given.game}: {number} pairs of games; on fresh seeds against {name}: {told(found)}")


if __name__ == "__main__":
    main()
