"""Games between judgements that differ in their numbers, without any search: what fitting and trying out numbers is made of.

    python benchmarks/duel.py age_of_steam --games 200 --jobs 2 far=0.5 share_turn=0.2
    python benchmarks/duel.py age_of_steam --map barbados --players 1 --games 200 safety=3

plays the numbers named, on top of the fitted ones (``--by-hand``: on top of those by hand), against the same without them, on
half of the seats each; ``--company``: one seat among the first edition's, in every seat in turn.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import repeat
from math import sqrt
from multiprocessing import get_context
from typing import Any

from boxcars.bots.evaluators import load_evaluator, read_fitted_weights
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from

FORMER = "weights_1.json"
"""The edition that new numbers are measured among."""

Numbers = dict[str, float]
Setup = tuple[str, str | None, int]
"""Game, map, players."""
RUIN = -40.0
"""What a bankrupt seat of a game on hexes is counted as."""


class Duel:
    """Two judgements of one game, and a third as company. Alone, each plays for itself; else they sit by turns."""

    def __init__(self, game: str, map: str | None, players: int) -> None:
        self.rules = registry.make(game, map, players)
        self.evaluators: list[Any] = [load_evaluator(self.rules) for _ in range(3)]
        weights = self.evaluators[0].weights  # compiled or not, so not vars()
        self.by_hand = {k: float(getattr(weights, k)) for k in dir(weights) if not k.startswith("_")}
        self.fitted = self.by_hand | read_fitted_weights(game, self.rules.map)
        self.former = self.by_hand | read_fitted_weights(game, self.rules.map, FORMER)

    def take(self, which: int, numbers: Numbers) -> None:
        self.evaluators[which].set_weights(numbers)

    def scores(self, seed: str, sitting: list[int]) -> tuple[list[float], list[int]]:
        """One game: what each seat scored, and the winners."""
        rules = self.rules
        state = rules.start(Chance(seed_from(seed)))
        memo: dict[int, Any] = {}
        while (seat := rules.actor(state)) >= 0:
            rules.apply(state, self.evaluators[sitting[seat]].rollout_action(state, memo))
        outcome = rules.outcome(state)
        assert outcome is not None
        gone = getattr(state, "gone", [False] * rules.players)
        return [RUIN if out else float(n) for n, out in zip(outcome.scores, gone, strict=True)], outcome.winners

    def play(self, seed: str, first: int) -> tuple[float, float]:
        """The margin of evaluator 0, and its share of the win. It sits in every ``first``-th seat of two."""
        players = self.rules.players
        if players == 1:
            margin = self.scores(seed, [0])[0][0] - self.scores(seed, [1])[0][0]
            return margin, 0.5 + 0.5 * (margin > 0) - 0.5 * (margin < 0)
        sitting = [(s + first) % 2 for s in range(players)]
        scores, winners = self.scores(seed, sitting)
        mine = [n for n, who in zip(scores, sitting, strict=True) if who == 0]
        others = [n for n, who in zip(scores, sitting, strict=True) if who == 1]
        # With an odd number of seats the majority wins more often: what is fair is taken off.
        win = sum(sitting[s] == 0 for s in winners) / len(winners) - len(mine) / players + 0.5
        return sum(mine) / len(mine) - sum(others) / len(others), win

    def alone(self, seed: str, seat: int, which: int = 0) -> tuple[float, float]:
        """An evaluator among evaluators 2: its lead over the best of them, and its share of the win."""
        sitting = [which if s == seat else 2 for s in range(self.rules.players)]
        scores, winners = self.scores(seed, sitting)
        return scores[seat] - max(scores[:seat] + scores[seat + 1 :]), (seat in winners) / len(winners)

    def own(self, seed: str, seat: int, which: int) -> float:
        """What an evaluator scores among evaluators 2."""
        return self.scores(seed, [which if s == seat else 2 for s in range(self.rules.players)])[0][seat]


@lru_cache(maxsize=8)
def duel_of(setup: Setup) -> Duel:
    return Duel(*setup)


def duels(setup: Setup, first: Numbers, second: Numbers, seeds: list[str]) -> list[tuple[float, float]]:
    """What a worker does: margin and win of the first numbers, two games for each seed, once from each side of the table."""
    duel = duel_of(setup)
    duel.take(0, duel.by_hand | first)
    duel.take(1, duel.by_hand | second)
    sides = (0,) if duel.rules.players == 1 else (0, 1)
    return [duel.play(seed, side) for seed in seeds for side in sides]


def in_company(setup: Setup, numbers: Numbers, seeds: list[str]) -> list[tuple[float, float]]:
    """What a worker does: lead and win of one seat with these numbers among the first edition's, in every seat in turn."""
    duel = duel_of(setup)
    duel.take(0, duel.by_hand | numbers)
    duel.take(2, duel.former)
    return [duel.alone(seed, seat) for seed in seeds for seat in range(duel.rules.players)]


def pool_of(jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))


def told(found: list[tuple[float, float]]) -> str:
    n = len(found)
    wins = sum(win for _, win in found) / n
    mean = sum(margin for margin, _ in found) / n
    spread = sqrt(sum((margin - mean) ** 2 for margin, _ in found) / max(1, n - 1) / n)
    return f"{wins:.1%} ± {1.96 * sqrt(0.25 / n):.1%} of {n} games, margin {mean:+.2f} ± {1.96 * spread:.2f}"


def main() -> None:
    say = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    say.add_argument("game")
    say.add_argument("numbers", nargs="*", help="NAME=NUMBER")
    say.add_argument("--map")
    say.add_argument("--players", type=int)
    say.add_argument("--games", type=int, default=100)
    say.add_argument("--jobs", type=int, default=1)
    say.add_argument("--seed", default="duel")
    say.add_argument("--by-hand", action="store_true")
    say.add_argument("--company", action="store_true")
    given = say.parse_intermixed_args()
    setup: Setup = (given.game, given.map, given.players or registry.game(given.game).usual_players)
    duel = duel_of(setup)
    base = duel.by_hand if given.by_hand else duel.fitted
    changed = base | {name: float(number) for name, _, number in (one.partition("=") for one in given.numbers)}
    seeds = [[f"{given.seed} {i}"] for i in range(-(-given.games // (setup[2] if given.company else 2)))]
    with pool_of(given.jobs) as pool:
        if given.company:
            some = pool.map(in_company, repeat(setup), repeat(changed), seeds)
        else:
            some = pool.map(duels, repeat(setup), repeat(changed), repeat(base), seeds)
        found = [one for part in some for one in part]
    print(" ".join(given.numbers), told(found))


if __name__ == "__main__":
    main()
