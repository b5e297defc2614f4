"""Fit the numbers of a game's judgement by self-play: ``python benchmarks/fit_taste.py spike --players 2 --minutes 20``.

Evolution by duels: all numbers of the judge's ``taste`` are shaken a little, one way for one side and the opposite way for the
other; both play two games with the same luck, once from each side of the table. What the margin says about each shake is
averaged, and the numbers move that way. Writes ``taste.json`` of the game; now and then, and at the end, the fitted judgement
plays the one written by hand on seeds of their own. Go on from an earlier result with ``--resume``.
"""

from __future__ import annotations

import argparse
import json
import random
from importlib.resources import files
from math import sqrt, tanh
from pathlib import Path
from time import perf_counter
from typing import Any

from boxcars.bots.seat_view import judge_of
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from

SHAKE = 0.6
"""How far the numbers are shaken, in units of their own (``unit``)."""


def unit(number: float) -> float:
    """What a small change of a number is."""
    return 0.25 * abs(number) + 0.1


class Duel:
    """Two judgements of one game that differ in their taste."""

    def __init__(self, game: str, players: int) -> None:
        self.rules = registry.make(game, None, players)
        self.judges: list[Any] = [judge_of(self.rules), judge_of(self.rules)]
        taste = self.judges[0].taste  # compiled or not, so not vars()
        self.by_hand = {k: float(getattr(taste, k)) for k in dir(taste) if not k.startswith("_")}
        self.spread = 1.0

    def take(self, which: int, numbers: dict[str, float]) -> None:
        self.judges[which].learn(numbers)

    def play(self, seed: str, first: int) -> tuple[float, float]:
        """One game: the margin of judge 0, and its share of the win. It sits in every ``first``-th seat of two."""
        rules = self.rules
        state = rules.start(Chance(seed_from(seed)))
        while (seat := rules.actor(state)) >= 0:
            legal = rules.legal(state)
            action = legal[0]
            if len(legal) > 1:
                weights = self.judges[(seat + first) % 2].weigh(state, legal)
                action = legal[weights.index(max(weights))]
            rules.apply(state, action)
        outcome = rules.outcome(state)
        assert outcome is not None
        mine = [s for s in range(rules.players) if (s + first) % 2 == 0]
        others = [s for s in range(rules.players) if (s + first) % 2]
        margin = sum(outcome.scores[s] for s in mine) / len(mine) - sum(outcome.scores[s] for s in others) / len(others)
        return margin, sum(s in mine for s in outcome.winners) / len(outcome.winners)

    def pair(self, seed: str) -> float:
        """Two games with the same luck: how judge 0 did, about between -1 and 1."""
        found = 0.0
        for first in (0, 1):
            margin, win = self.play(seed, first)
            found += 0.35 * tanh(margin / self.spread) + 0.3 * (win - 0.5)
        return found


def shaken(numbers: dict[str, float], shake: dict[str, float], way: float) -> dict[str, float]:
    return {k: v + way * SHAKE * shake[k] * unit(v) for k, v in numbers.items()}


def measure(duel: Duel, numbers: dict[str, float], seed: str, seconds: float, most: int) -> str:
    """The fitted judgement against the one by hand."""
    duel.take(0, numbers)
    duel.take(1, duel.by_hand)
    began, games, wins, margins = perf_counter(), 0, 0.0, 0.0
    while perf_counter() - began < seconds and games < most:
        for first in (0, 1):
            margin, win = duel.play(f"{seed} {games}", first)
            margins += margin
            wins += win
        games += 2
    error = sqrt(0.25 / games)
    return (
        f"{wins / games:.1%} ± {1.96 * error:.1%} of {games} games against the judgement by hand, margin {margins / games:+.1f}"
    )


def main() -> None:
    say = argparse.ArgumentParser()
    say.add_argument("game")
    say.add_argument("--players", type=int, default=2)
    say.add_argument("--minutes", type=float, default=10.0)
    say.add_argument("--batch", type=int, default=300, help="duels for a step")
    say.add_argument("--step", type=float, default=3.0, help="how far the numbers move for what was found")
    say.add_argument("--seed", default="fit")
    say.add_argument("--resume", action="store_true")
    say.add_argument("--out", type=Path)
    given = say.parse_args()
    duel = Duel(given.game, given.players)
    out = given.out or Path(str(files(f"boxcars.games.{given.game}.mind") / "taste.json"))
    numbers = dict(duel.by_hand)
    if given.resume and out.exists():
        numbers |= json.loads(out.read_text())["taste"]
    margins = [duel.play(f"{given.seed} spread {i}", 0)[0] for i in range(40)]
    duel.spread = sqrt(sum(m * m for m in margins) / len(margins))
    rng = random.Random(given.seed)
    began, step = perf_counter(), 0
    drift = dict.fromkeys(numbers, 0.0)
    while perf_counter() - began < 60 * given.minutes:
        found = dict.fromkeys(numbers, 0.0)
        for i in range(given.batch):
            shake = {k: rng.gauss(0.0, 1.0) for k in numbers}
            duel.take(0, shaken(numbers, shake, 1.0))
            duel.take(1, shaken(numbers, shake, -1.0))
            score = duel.pair(f"{given.seed} {step} {i}")
            for k, x in shake.items():
                found[k] += score * x / given.batch
        for k, x in found.items():
            drift[k] = 0.5 * drift[k] + x
            numbers[k] += given.step * drift[k] * unit(duel.by_hand[k])
        step += 1
        text = {"provenance": "Fitted by self-play; see benchmarks/fit_taste.py.", "players": given.players}
        out.write_text(json.dumps(text | {"taste": {k: round(v, 4) for k, v in numbers.items()}}, indent=1) + "\n")
        if step % 5 == 0:
            shown = measure(duel, numbers, f"{given.seed} check {step}", 20.0, 200)
            print(f"step {step}, {(perf_counter() - began) / 60:.1f} min: {shown}", flush=True)
    print("on fresh seeds:", measure(duel, numbers, f"{given.seed} fresh", 60.0, 2000))


if __name__ == "__main__":
    main()
