"""Fit the numbers of a game's judgement by self-play, on all the cores there are:

    python benchmarks/fit_weights.py spike --minutes 20 --jobs 2
    python benchmarks/fit_weights.py age_of_steam --setup rust_belt/4 --setup germany/5 --minutes 5 --jobs 15
    python benchmarks/fit_weights.py age_of_steam --setup barbados/1 --own-map --minutes 1 --jobs 15

Evolution by duels: all numbers of the evaluator's ``weights`` are shaken a little, one way for one side and the opposite way for
the other; both play two games with the same luck, once from each side of the table (alone: each plays the same game). What the
margin says about each shake is averaged, and the numbers move that way. It begins with the numbers fitted so far (``--by-hand``:
with those by hand) and writes ``weights.json`` of the game after every step (or to ``--out``, continuing a file that exists);
``--own-map`` fits what differs on one map. With ``--company`` each of the two plays a game of its own among evaluators of the
first edition, in the same seat with the same luck: what wins beside its like may lose alone. With ``--scores`` each plays so
among the numbers as they are, and what it scores counts, not who wins: to ruin both is no gain. In the end the mean of the later
steps plays what it began with (in company: the first edition) on seeds of their own.
"""

from __future__ import annotations

import argparse
import json
import random
from importlib.resources import files
from itertools import repeat
from math import sqrt, tanh
from pathlib import Path
from time import perf_counter
from typing import Any

from duel import Numbers, Setup, duel_of, duels, in_company, pool_of, told

from boxcars.core import registry

SHAKE = 0.8
"""How far the numbers are shaken, in units of their own (``unit``)."""


def unit(number: float) -> float:
    """What a small change of a number is."""
    return 0.25 * abs(number) + 0.1


def shakes(seed: str, names: list[str]) -> Numbers:
    rng = random.Random(seed)
    return {name: rng.gauss(0.0, 1.0) for name in names}


def shaken(numbers: Numbers, shake: Numbers, way: float) -> Numbers:
    return {k: v + way * SHAKE * shake.get(k, 0.0) * unit(v) for k, v in numbers.items()}


def pair(setup: Setup, numbers: Numbers, names: list[str], seed: str) -> list[tuple[float, float]]:
    """What a worker does: one shake of the numbers named against its opposite."""
    shake = shakes(seed, names)
    return duels(setup, shaken(numbers, shake, 1.0), shaken(numbers, shake, -1.0), [seed])


def pair_in_company(setup: Setup, numbers: Numbers, names: list[str], seed: str) -> list[tuple[float, float]]:
    """The same, each among the first edition's evaluators; the difference counts."""
    shake = shakes(seed, names)
    duel = duel_of(setup)
    seat = random.Random(f"{seed} seat").randrange(duel.rules.players)
    duel.take(0, duel.by_hand | shaken(numbers, shake, 1.0))
    duel.take(1, duel.by_hand | shaken(numbers, shake, -1.0))
    duel.take(2, duel.former)
    (lead, win), (other_lead, other_win) = (duel.alone(seed, seat, which) for which in (0, 1))
    return [(lead - other_lead, 0.5 + 0.5 * (win - other_win))]


def pair_of_scores(setup: Setup, numbers: Numbers, names: list[str], seed: str) -> list[tuple[float, float]]:
    """The same, each among the numbers as they are; only what it scores counts."""
    shake = shakes(seed, names)
    duel = duel_of(setup)
    duel.take(0, duel.by_hand | shaken(numbers, shake, 1.0))
    duel.take(1, duel.by_hand | shaken(numbers, shake, -1.0))
    duel.take(2, duel.by_hand | numbers)
    return [(duel.own(seed, seat, 0) - duel.own(seed, seat, 1), 0.5) for seat in range(duel.rules.players)]


class Book:
    """The file of fitted numbers."""

    def __init__(self, path: Path, map: str, players: int) -> None:
        self.path = path
        self.map = map
        """The map whose differences are fitted, "" for the game's numbers."""
        self.data: dict[str, Any] = {"players": players, "weights": {}, "maps": {}}
        if path.exists():
            self.data |= json.loads(path.read_text())
        self.data["provenance"] = "Fitted by self-play; see benchmarks/fit_weights.py."

    def known(self) -> Numbers:
        weights: Numbers = self.data["weights"]
        return weights | (self.data["maps"].get(self.map, {}) if self.map else {})

    def write(self, numbers: Numbers) -> None:
        rounded = {k: round(v, 4) for k, v in numbers.items()}
        if self.map:
            usual = self.data["weights"]
            self.data["maps"][self.map] = {k: v for k, v in rounded.items() if usual.get(k) != v}
        else:
            self.data["weights"] = rounded
        self.path.write_text(json.dumps(self.data, indent=1) + "\n")


def main() -> None:
    say = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    say.add_argument("game")
    say.add_argument("--setup", action="append", help="MAP/PLAYERS; several take turns")
    say.add_argument("--own-map", action="store_true")
    say.add_argument("--minutes", type=float, default=10.0)
    say.add_argument("--jobs", type=int, default=1)
    say.add_argument("--batch", type=int, default=150, help="duels for a step")
    say.add_argument("--step", type=float, default=3.0, help="how far the numbers move for what was found")
    say.add_argument("--check", type=float, default=0.12, help="the part of the time for the last measurement")
    say.add_argument("--seed", default="fit")
    say.add_argument("--by-hand", action="store_true")
    say.add_argument("--fixed", action="append", default=[], help="a number that stays as it is")
    say.add_argument("--company", action="store_true")
    say.add_argument("--scores", action="store_true")
    say.add_argument("--out", type=Path)
    given = say.parse_args()
    usual = registry.game(given.game).usual_players
    named = [one.partition("/") for one in given.setup or ["/"]]
    setups: list[Setup] = [(given.game, map or None, int(players or usual)) for map, _, players in named]
    duel = duel_of(setups[0])
    own_map = duel.rules.map if given.own_map else ""
    book = Book(given.out or Path(str(files(f"boxcars.games.{given.game}.ai") / "weights.json")), own_map, duel.rules.players)
    numbers = dict(duel.by_hand) if given.by_hand else duel.by_hand | (book.known() or duel.fitted)
    before, names = dict(numbers), [name for name in numbers if name not in given.fixed]
    drift = dict.fromkeys(numbers, 0.0)
    compare = pair_in_company if given.company else pair_of_scores if given.scores else pair
    steps: list[Numbers] = []
    began, step, spread = perf_counter(), 0, 0.0
    with pool_of(given.jobs) as pool:
        while perf_counter() - began < 60 * given.minutes * (1.0 - given.check):
            seeds = [f"{given.seed} {step} {i}" for i in range(given.batch)]
            playing = [setups[i % len(setups)] for i in range(given.batch)]
            results = list(pool.map(compare, playing, repeat(numbers), repeat(names), seeds))
            margins = [margin for found in results for margin, _ in found]
            spread = spread or sqrt(sum(m * m for m in margins) / len(margins)) or 1.0
            for seed, found in zip(seeds, results, strict=True):
                score = sum(0.35 * tanh(margin / spread) + 0.3 * (win - 0.5) for margin, win in found)
                for k, x in shakes(seed, names).items():
                    drift[k] += score * x / given.batch
            for k in names:
                numbers[k] += given.step * drift[k] * unit(duel.by_hand[k])
                drift[k] *= 0.5
            step += 1
            steps.append(dict(numbers))
            book.write(numbers)
            print(f"{given.game}: step {step}, {(perf_counter() - began) / 60:.1f} min", flush=True)
        # Single steps are led by luck as well: the mean of the second half is nearer to where they lead.
        half = steps[len(steps) // 2 :] or [numbers]
        numbers = {k: sum(one[k] for one in half) / len(half) for k in numbers}
        book.write(numbers)
        # Twice as many as the time surely allows; what is not begun when it is over is not played.
        fresh: list[tuple[float, float]] = []
        number = 0
        while perf_counter() - began < 60 * given.minutes or not fresh:
            some = [[f"{given.seed} fresh {number + i}"] for i in range(2 * given.jobs)]
            number += len(some)
            playing = [setups[i % len(setups)] for i in range(len(some))]
            if given.company:
                played = pool.map(in_company, playing, repeat(numbers), some)
            else:
                played = pool.map(duels, playing, repeat(numbers), repeat(before), some)
            fresh += [one for found in played for one in found]
    whom = "in company" if given.company else "against before"
    print(f"{given.game} {own_map} after {step} steps of {given.batch}, on fresh seeds {whom}: {told(fresh)}")


if __name__ == "__main__":
    main()
