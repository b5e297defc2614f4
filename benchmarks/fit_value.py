"""Fit the value of positions: ``python benchmarks/fit_value.py steam --minutes 4 --jobs 2``.

The fitted judgement plays itself with a little noise. What a seat scored in the end, less what it had, is explained by the
features of its position (``features`` of the evaluator), for each stretch of time left by itself (``stretch``). Writes
``value.json`` of the game (for ``silverton/campaign`` its ``campaign.json``; ``--out``: elsewhere) and prints the error that is
left on games kept apart.

With ``--drawn`` every seat plays by numbers of its own, drawn around those by hand and those of the edition named, and what
the seats of one game differ by is explained: where all play alike, who has borrowed has also built, and nobody knows what
either is worth.
"""

from __future__ import annotations

import argparse
import json
import random
from functools import lru_cache
from importlib.resources import files
from itertools import repeat
from math import exp
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from duel import RUIN, pool_of

from boxcars.bots.evaluators import load_evaluator, read_fitted_weights
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from

SETUPS: dict[str, list[tuple[str, int, dict[str, Any]]]] = {
    "age_of_steam": [
        ("rust_belt", 4, {}),
        ("rust_belt", 5, {}),
        ("rust_belt", 4, {}),
        ("germany", 5, {}),
        ("rust_belt", 3, {}),
        ("southern_us", 5, {}),
        ("rust_belt", 4, {}),
        ("western_us", 4, {}),
    ],
    "steam": [
        ("north_america", 4, {}),
        ("north_america", 4, {}),
        ("north_america", 3, {}),
        ("ruhr", 4, {}),
        ("north_america", 5, {}),
        ("north_america", 4, {"mode": "standard"}),
    ],
    "silverton": [("colorado", 2, {})],
    "silverton/campaign": [("golden_spike_2", 2, {}), ("colorado", 2, {"length": "campaign"}), ("golden_spike_3", 3, {})],
    "spike": [("eastern_usa", 2, {}), ("eastern_usa", 2, {}), ("eastern_usa", 3, {}), ("eastern_usa", 4, {})],
}
RIDGE = 10.0
"""How many positions the guess counts that a feature brings what it brings a stretch later (nothing, after the last)."""
OPENING = 12
"""So many decisions are noisier: else who bids most always has the first place, and nobody knows which of the two it was."""
LEADS = {"silverton", "silverton/campaign"}
"""Games that are a race: what counts is the lead, not the score; luck is great, and neighbouring stretches help each other."""
BESIDE = 0.5
"""How much their positions count there."""
SAMPLED = 0.15
"""The part of the decisions that are looked at in a game without rounds."""

Row = tuple[int, int, list[float], float]
"""Game, stretch, features, what was still scored."""


@lru_cache(maxsize=8)
def table_of(game: str, number: int) -> tuple[Any, Any]:
    rules = registry.make(game.partition("/")[0], *SETUPS[game][number])
    return rules, load_evaluator(rules, 1.0)


def drawn_numbers(rng: random.Random, by_hand: dict[str, float], fitted: dict[str, float]) -> dict[str, float]:
    """Some by hand, some fitted, some from a range around both."""
    numbers = {}
    for name, hand in by_hand.items():
        low, high = sorted((hand, fitted.get(name, hand)))
        wide = max(high - low, 0.5 * abs(hand) + 0.08)
        near = rng.uniform(low - 0.4 * wide, high + 0.5 * wide)
        numbers[name] = rng.choice([hand, fitted.get(name, hand), near, near])
    return numbers


def seated(game: str, rules: Any, evaluator: Any, edition: int, rng: random.Random) -> list[Any]:
    """Who plays: the evaluator everywhere, or evaluators with numbers of their own."""
    if not edition:
        return [evaluator] * rules.players
    evaluators: list[Any] = [load_evaluator(rules) for _ in range(rules.players)]
    fitted = read_fitted_weights(rules.game, rules.map, "" if edition < 0 else f"weights_{edition}.json")
    for one in evaluators:
        one.set_weights(drawn_numbers(rng, {name: float(getattr(one.weights, name)) for name in fitted}, fitted))
    return evaluators


def play(game: str, number: int, edition: int = 0) -> list[Row]:
    """What a worker does: one game, looked at when a round begins, or now and then where there are none."""
    rules, evaluator = table_of(game, number % len(SETUPS[game]))
    rng = random.Random(number)
    evaluators = seated(game, rules, evaluator, edition, rng)
    state = rules.start(Chance(seed_from(f"value {number}")))
    temperature = rng.choice([0.02, 0.3, 0.8])
    turn, seen, decisions = evaluator.round(state), [], 0
    while (actor := rules.actor(state)) >= 0:
        if evaluator.round(state) != turn or (not turn and rng.random() < SAMPLED):
            turn = evaluator.round(state)
            has = points(game, rules.tally(state) if game in LEADS else rules.standing(state))
            for seat in range(rules.players):
                if evaluator.is_in_game(state, seat):
                    seen.append((evaluator.forecast_row(state), seat, evaluator.features(state, seat), has[seat]))
        legal = rules.legal(state)
        logits = evaluators[actor].policy(state, legal) if len(legal) > 1 else [0.0]
        best, blur = max(logits), temperature if decisions >= OPENING else 4 * temperature
        decisions += 1
        rules.apply(state, rng.choices(legal, [exp(max(-30.0, (w - best) / blur)) for w in logits])[0])
    outcome = rules.outcome(state)
    gone = getattr(state, "gone", [False] * rules.players)
    scores = points(game, outcome.scores)
    return [(number, stretch, features, (RUIN if gone[seat] else scores[seat]) - had) for stretch, seat, features, had in seen]


def points(game: str, scores: list[int]) -> list[float]:
    """What a seat is to gain: its score, or its lead over the mean of the others."""
    if game not in LEADS:
        return [float(n) for n in scores]
    return [n - (sum(scores) - n) / (len(scores) - 1) for n in scores]


def collect(game: str, minutes: float, jobs: int, edition: int) -> list[Row]:
    rows: list[Row] = []
    began, number = perf_counter(), 0
    with pool_of(jobs) as pool:
        while perf_counter() - began < 60 * minutes:
            some = range(number, number + 4 * jobs)
            number += len(some)
            rows += [row for found in pool.map(play, repeat(game), some, repeat(edition)) for row in found]
    print(f"{game}: {number} games, {len(rows)} positions")
    return rows


def centred(values: Any, games: Any) -> Any:
    """What is more or less than the mean of its game."""
    _, number = np.unique(games, return_inverse=True)
    total = np.zeros((number.max() + 1, *values.shape[1:]))
    np.add.at(total, number, values)
    means = total / np.bincount(number).reshape(-1, *[1] * (values.ndim - 1))
    return values - means[number]


def main() -> None:
    say = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    say.add_argument("game", choices=sorted(SETUPS))
    say.add_argument("--minutes", type=float, default=2.0)
    say.add_argument("--jobs", type=int, default=1)
    say.add_argument("--drawn", type=int, default=0, help="an edition of fitted numbers to draw around")
    say.add_argument("--out", type=Path)
    given = say.parse_args()
    rows = collect(given.game, given.minutes, given.jobs, given.drawn)
    logits: list[list[float]] = []
    errors: list[float] = []
    race = given.game in LEADS
    least = 50 if not race else sum(row[1] == 1 for row in rows) // 3
    for stretch in range(1, max(row[1] for row in rows) + 1):
        here = [row for row in rows if abs(row[1] - stretch) <= race]
        own = np.array([row[1] == stretch for row in here], dtype=bool)
        kept = np.array([row[0] % 5 != 0 for row in here], dtype=bool)
        left = own & ~kept
        if (own & kept).sum() < least or left.sum() < 10:
            break  # so far from the end there are too few positions: they are valued like the stretch before
        x = np.array([row[2] for row in here])
        y = np.array([row[3] for row in here], dtype=float)
        plain, gained = x, y
        if given.drawn:
            games = np.array([row[0] for row in here])
            x, y = centred(x, games), centred(y, games)
        scale = np.maximum(x.std(0), 1e-3)
        if not race:
            scale[0] = 1.0
        a = x[kept] / scale
        part = np.where(own[kept], 1.0, BESIDE)
        ridge = RIDGE * (10 if race else 1) * np.eye(a.shape[1])
        guess = np.zeros(a.shape[1]) if race or not logits else np.array(logits[-1]) * scale
        w = np.linalg.solve(a.T @ (a * part[:, None]) + ridge, a.T @ (y[kept] * part) + ridge @ guess) / scale
        error = float((y[left] - x[left] @ w).std())
        if given.drawn:
            w[0] += float((gained - plain @ w).mean())
        print(f"stretch {stretch}: {error:.1f} points of {y[left].std():.1f}", np.round(w, 2))
        logits.append([round(float(v), 3) for v in w])
        errors.append(round(error, 2))
    text = {
        "provenance": "Ridge regression of final scores on features of positions from self-play; see benchmarks/fit_value.py.",
        "weights": logits,
        "errors": errors,
    }
    game, _, name = given.game.partition("/")
    out = given.out or Path(str(files(f"boxcars.games.{game}.ai") / f"{name or 'value'}.json"))
    out.write_text(json.dumps(text) + "\n")


if __name__ == "__main__":
    main()
