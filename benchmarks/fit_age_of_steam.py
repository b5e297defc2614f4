"""Fit the forecast of Age of Steam for three players and more: ``python benchmarks/fit_age_of_steam.py --minutes 8 --jobs 8``.

Evaluators play each other, every seat with numbers of its own, drawn around those by hand and the fitted ones. Now and then a lot
decides what is bid, how many shares are issued, which action is taken, whether the locomotive is raised and which plan is
built; how often, is a habit of the seat. What the seats of one game scored more or less than each other from the start of a turn
on is explained by what they had then, and by their habits and numbers: who bids carelessly is poor *and* goes on bidding so,
and only what poverty itself costs belongs to the forecast. Writes ``value.json`` (``--out``: elsewhere); ``--rows FILE.npz``
keeps the positions, and adds those that lie there.
"""

from __future__ import annotations

import argparse
import json
import random
from functools import lru_cache
from importlib.resources import files
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
from duel import RUIN
from fit_value import RIDGE, centred

from boxcars.arena.timed_pool import spread
from boxcars.bots.evaluators import load_evaluator, read_fitted_weights
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.age_of_steam.actions import IssueShares, TakeAction
from boxcars.rail.actions import Bid, LayTrack, RaiseLocomotive

GAME = "age_of_steam"
SETUPS = [
    ("rust_belt", 4),
    ("germany", 5),
    ("southern_us", 5),
    ("rust_belt", 5),
    ("rust_belt", 4),
    ("western_us", 4),
    ("rust_belt", 3),
    ("western_us", 3),
    ("southern_us", 4),
    ("rust_belt", 6),
    ("germany", 4),
    ("southern_us", 5),
    ("rust_belt", 5),
]
PLAIN = {"income_cap": 1e9, "overbid_penalty": 0.0, "extra_share_penalty": 0.0}
"""Numbers that only say how a search compares: here nobody does."""
NAMES = sorted(name for name in read_fitted_weights(GAME) if not name.startswith("solo") and name not in PLAIN)
CARELESS = 0.4
"""Who bids by lot more often than this plays another game, and is left out."""
STRICT = 6 * RIDGE
"""The ridge of habits and numbers."""
FEW = 2000
"""With fewer positions the guess that all is as it is a turn later counts for more."""
LEAST = 100
STRETCHES = 9


@lru_cache(maxsize=16)
def table_of(map: str, players: int) -> tuple[Any, Any, list[Any]]:
    rules = registry.make(GAME, map, players)
    return rules, load_evaluator(rules, 1.0), [load_evaluator(rules, 1.0) for _ in range(players)]


def drawn(rng: random.Random, hand: dict[str, float], fitted: dict[str, float], near: bool) -> dict[str, float]:
    """Numbers of a seat: near the fitted ones, or anywhere between and around those and the ones by hand."""
    numbers = {}
    for name in NAMES:
        low, high = sorted((hand[name], fitted[name]))
        wide = max(high - low, 0.5 * abs(hand[name]) + 0.08)
        some = rng.uniform(low - 0.4 * wide, high + 0.5 * wide)
        if near and rng.random() < 0.9:
            some = rng.gauss(fitted[name], 0.3 * (abs(fitted[name]) + 0.1))
        numbers[name] = rng.choice([fitted[name], some, some] if near else [hand[name], fitted[name], fitted[name], some, some])
    return numbers


class Player:
    """An evaluator with numbers and habits of its own."""

    def __init__(self, evaluator: Any, rng: random.Random, numbers: dict[str, float], lots: bool) -> None:
        evaluator.set_weights(numbers | PLAIN)
        self.evaluator, self.rng, self.lots = evaluator, rng, lots
        self.bids = rng.choice([0.0, 0.0, 0.2, 0.5]) if lots else 0.0
        """How often a lot decides what it bids,"""
        self.issues = rng.choice([0, 0, -1, 1, 2]) if lots else 0
        """and how many shares more than it wants it issues then."""
        self.traits = [self.bids, float(self.issues), *numbers.values()]

    def choose(self, state: Any, legal: list[Any], memo: dict[int, Any], temperature: float) -> Any:
        rng, bids = self.rng, [a for a in legal if isinstance(a, Bid)]
        raises = [a for a in legal if isinstance(a, RaiseLocomotive)]
        if not (bids or raises or isinstance(legal[0], (IssueShares, TakeAction))):
            return self.build(state, legal, memo)
        logits = self.evaluator.policy(state, legal)
        best = max(logits)
        action = rng.choices(legal, [exp(max(-30.0, (w - best) / temperature)) for w in logits])[0]
        if isinstance(action, IssueShares):
            more = self.issues if rng.random() < 0.3 else 0
            return next((a for a in legal if a.shares == action.shares + more), action)
        if bids:
            return rng.choice(bids[:6]) if rng.random() < self.bids else action
        if raises:
            return raises[0] if self.lots and rng.random() < 0.05 else action
        return rng.choice(legal) if self.lots and rng.random() < 0.1 else action

    def build(self, state: Any, legal: list[Any], memo: dict[int, Any]) -> Any:
        action = self.evaluator.rollout_action(state, memo)
        if not (self.lots and isinstance(action, LayTrack) and not state.played and self.rng.random() < 0.1):
            return action
        logits = self.evaluator.policy(state, legal)
        order = sorted(range(len(legal)), key=lambda i: -logits[i])[:5]
        memo.clear()
        return legal[self.rng.choice([i for i in order if logits[i] > -50.0] or order[:1])]


def play(number: int) -> list[list[float]]:
    """What a worker does: the rows of one game. Game, stretch, what was still scored, traits of the seat, features."""
    map, players = SETUPS[number % len(SETUPS)]
    rules, evaluator, evaluators = table_of(map, players)
    rng = random.Random(f"forecast {number}")
    hand = {name: float(getattr(type(evaluator.weights)(), name)) for name in NAMES}
    near, lots, temperature = rng.random() < 0.67, rng.random() < 0.67, rng.choice([0.02, 0.3])
    seats = [Player(evaluator, rng, drawn(rng, hand, read_fitted_weights(GAME, map), near), lots) for evaluator in evaluators]
    state = rules.start(Chance(seed_from(f"forecast {number}")))
    turn, memo = 1, dict[int, Any]()
    seen: list[tuple[int, int, float, list[float]]] = []
    while (actor := rules.actor(state)) >= 0:
        if evaluator.round(state) != turn:
            turn, has = evaluator.round(state), rules.standing(state)
            here = [seat for seat in range(players) if evaluator.in_play(state, seat)]
            seen += [(evaluator.stretch(state), seat, float(has[seat]), evaluator.features(state, seat)) for seat in here]
        legal = rules.legal(state)
        rules.apply(state, legal[0] if len(legal) == 1 else seats[actor].choose(state, legal, memo, temperature))
    scores = [RUIN if gone else float(n) for gone, n in zip(state.gone, rules.outcome(state).scores, strict=True)]
    return [[number, stretch, scores[seat] - had, *seats[seat].traits, *features] for stretch, seat, had, features in seen]


def fit(rows: Any) -> tuple[list[list[float]], list[float]]:
    """Weights and errors for each number of turns left; every fifth game is kept apart for the errors."""
    first = 3 + 2 + len(NAMES)
    logits: list[list[float]] = []
    errors = [0.0]
    rows = rows[rows[:, 3] < CARELESS]
    for stretch in range(1, STRETCHES + 1):
        here = rows[rows[:, 1] == stretch].astype(float)
        if len(here) < LEAST:
            break  # so far from the end there are too few positions: they are valued like the stretch before
        games, features, traits = here[:, 0].astype(int), here[:, first + 1 :], here[:, 3:first]
        n = features.shape[1]
        x, y = centred(np.column_stack([features, traits]), games), centred(here[:, 2], games)
        kept, scale = games // len(SETUPS) % 5 != 0, np.maximum(x.std(0), 1e-3)
        firm = RIDGE if len(here) >= FEW else 15 * RIDGE
        a, ridge = x[kept] / scale, np.diag([firm] * n + [STRICT] * traits.shape[1])
        guess = np.zeros(a.shape[1])
        if logits:
            guess[:n] = np.array(logits[-1][1:]) * scale[:n]
        w = (np.linalg.solve(a.T @ a + ridge, a.T @ y[kept] + ridge @ guess) / scale)[:n]
        error = float((y[~kept] - x[~kept, :n] @ w).std())
        logits.append([round(float(v), 3) for v in ((here[:, 2] - features @ w).mean(), *w)])
        errors.append(round(max(error, errors[-1] + 0.01), 2))
        print(f"{stretch} turns left: {error:.1f} points of {y[~kept].std():.1f}", logits[-1])
    return logits, errors[1:]


def main() -> None:
    say = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    say.add_argument("--minutes", type=float, default=8.0)
    say.add_argument("--jobs", type=int, default=1)
    say.add_argument("--first", type=int, default=0, help="the number of the first game")
    say.add_argument("--rows", type=Path)
    say.add_argument("--out", type=Path, default=Path(str(files("boxcars.games.age_of_steam.ai") / "value.json")))
    given = say.parse_args()
    rows = [row for _, some in spread(play, range(given.first, given.first + 100_000), given.jobs, given.minutes) for row in some]
    found = np.array(rows, dtype=np.float32)
    print(f"{len(set(found[:, 0]))} games, {len(found)} positions")
    if given.rows:
        found = np.concatenate([found, np.load(given.rows)["rows"]]) if given.rows.exists() else found
        np.savez_compressed(given.rows, rows=found)
    logits, errors = fit(found)
    how = "Ridge regression of final scores on features of positions from self-play; see benchmarks/fit_age_of_steam.py."
    given.out.write_text(json.dumps({"provenance": how, "weights": logits, "errors": errors}) + "\n")


if __name__ == "__main__":
    main()
