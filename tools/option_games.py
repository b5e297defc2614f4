"""Play games over sampled maps, player counts and options, audited after every action.

python tools/option_games.py --games 5000 --workers 16 --seed 1     5,000 games on 16 processors
python tools/option_games.py steam --seconds 400                   as many games of Steam as fit in the time

An option is set in about every second game that can have it. A set-up that the rules refuse is drawn again. Game number n of a
seed is the same game for any number of workers. Nine games of ten are played at random, one by heuristic bots.

The tool prints how many games, combinations and actions it played, in all and by game. For each error it prints the set-up and
the seed that repeat it, and then it fails. It needs the package and its two requirements, nothing else.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import time
import traceback
from collections import Counter
from dataclasses import dataclass
from typing import Any

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Refused, Rules
from boxcars.core.registry import Game, Option


def value(option: Option, rng: random.Random) -> bool | int | str:
    if option.kind == "switch":
        return rng.random() < 0.5
    if option.kind == "number":
        return rng.choice([option.low, option.default, rng.randint(option.low, option.high)])
    return rng.choice([key for key, _ in option.choices])


def sampled(games: list[Game], rng: random.Random) -> Rules[Any]:
    """A set-up that the rules take."""
    game = rng.choice(games)
    while True:
        map = rng.choice(game.maps)
        here = [option for option in game.options if not option.maps or map.key in option.maps]
        options = {option.key: value(option, rng) for option in here if rng.random() < 0.6}
        try:
            return registry.make(game.key, map.key, rng.choice(map.players), options)
        except Refused:
            continue


def play(rules: Rules[Any], kind: str, seed: str) -> int:
    """One game; how many actions it took."""
    bots = [make_bot(kind, rules, f"{seed} {seat}") for seat in range(rules.players)]
    state = rules.start(Chance(seed_from(seed)))
    rules.audit(state)
    actions = 0
    while (seat := rules.actor(state)) >= 0:
        rules.play(state, seat, bots[seat].choose(SeatView(rules, state, seat)))
        rules.audit(state)
        actions += 1
        if actions > rules.max_decisions:
            raise AssertionError("the game does not end")
    outcome = rules.outcome(state)
    if outcome is None or len(outcome.ranks) != rules.players or min(outcome.ranks) != 1:
        raise AssertionError(f"no proper outcome: {outcome}")
    return actions


@dataclass(frozen=True)
class Asked:
    """What is asked of a worker: these games, by this seed."""

    games: tuple[str, ...]
    seed: str
    heuristic: int
    until: float
    """The time after which no game is begun any more."""


@dataclass(frozen=True)
class Played:
    game: str
    setup: str
    actions: int
    error: str = ""


def play_number(asked: Asked, number: int) -> Played | None:
    """Game ``number`` of the seed; None where the time is over."""
    if time.time() > asked.until:
        return None
    rng = random.Random(f"{asked.seed} {number}")
    games = [game for key, game in registry.games().items() if not asked.games or key in asked.games]
    rules = sampled(games, rng)
    kind = "heuristic" if rng.random() * asked.heuristic < 1 else "random"
    seed = f"{asked.seed} {number}"
    setup = json.dumps([rules.game, rules.map, rules.players, rules.options], sort_keys=True)
    try:
        return Played(rules.game, setup, play(rules, kind, seed))
    except Exception:  # the point is to go on and tell all of them
        return Played(rules.game, setup, 0, f"ERROR {setup} {kind} {seed!r}\n{traceback.format_exc()}")


def play_some(given: tuple[Asked, range]) -> list[Played]:
    asked, numbers = given
    played = [play_number(asked, number) for number in numbers]
    return [one for one in played if one is not None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="GAME", help="all, if none is named")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1, help="processes that play")
    parser.add_argument("--seconds", type=float, default=3600.0, help="begin no game after so long")
    parser.add_argument("--seed", default="options")
    parser.add_argument(
        "--heuristic", type=int, default=10, help="one game in so many is played by heuristic bots, the others at random"
    )
    given = parser.parse_args()
    began = time.time()
    asked = Asked(tuple(given.games_named), given.seed, given.heuristic, began + given.seconds)
    parts = [(asked, range(first, min(first + 5, given.games))) for first in range(0, given.games, 5)]
    count: Counter[str] = Counter()
    errors: Counter[str] = Counter()
    actions, combinations = 0, set[str]()
    with multiprocessing.Pool(given.workers) as pool:
        for part in pool.imap_unordered(play_some, parts):
            for one in part:
                count[one.game] += 1
                actions += one.actions
                combinations.add(one.setup)
                if one.error:
                    errors[one.game] += 1
                    print(one.error, flush=True)
    for game in sorted(count):
        print(f"{game}: {count[game]} games, {errors[game]} errors")
    print(
        f"{count.total()} games, {len(combinations)} combinations, {actions} actions, {errors.total()} errors, "
        f"{time.time() - began:.0f} s with {given.workers} workers"
    )
    if errors or not count:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
