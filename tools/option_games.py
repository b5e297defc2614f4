"""Play games over sampled maps, player counts and options, audited after every action.

python tools/option_games.py --games 500 --seed 1              500 games, random players and heuristic bots in turn
python tools/option_games.py steam --seconds 400               as many games of Steam as fit in the time

An option is set in about every second game that can have it. What the rules refuse as a set-up is drawn again. It prints how many
games, combinations and actions it went through, and for each error the set-up and the seed that repeat it; then it fails.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import traceback
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
    while True:
        game = rng.choice(games)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="GAME", help="all, if none is named")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=500.0, help="stop after so long")
    parser.add_argument("--seed", default="options")
    parser.add_argument(
        "--heuristic", type=int, default=10, help="one game in so many is played by heuristic bots, the others at random"
    )
    given = parser.parse_args()
    rng = random.Random(given.seed)
    games = [game for key, game in registry.games().items() if not given.games_named or key in given.games_named]
    began, played, actions, errors = time.monotonic(), 0, 0, 0
    combinations: set[str] = set()
    while played < given.games and time.monotonic() - began < given.seconds:
        rules = sampled(games, rng)
        kind = "heuristic" if rng.random() * given.heuristic < 1 else "random"
        seed = f"{given.seed} {played}"
        setup = json.dumps([rules.game, rules.map, rules.players, rules.options], sort_keys=True)
        try:
            actions += play(rules, kind, seed)
        except Exception:  # the point is to go on and tell all of them
            errors += 1
            print(f"ERROR {setup} {kind} {seed!r}\n{traceback.format_exc()}", flush=True)
        played += 1
        combinations.add(setup)
    print(
        f"{played} games, {len(combinations)} combinations, {actions} actions, {errors} errors, {time.monotonic() - began:.0f} s"
    )
    if errors:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
