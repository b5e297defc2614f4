"""A network that plays Ticket to Ride like one of the bots: a rival for the master's training beside its former selves.

    python examples/train_rival.py collect --bots expert@1 --players 5 --minutes 8 --out games/a.jsonl
    python examples/train_rival.py learn games/*.jsonl --begin master.npz --out rival.npz
    python examples/train_master.py … --rivals rival.npz --rival-share 0.4

The first part plays by the rules, as slowly as the bots think; the second repeats the games on an accelerator. Somebody else may
sit among the bots (``--guest boxcars.bots.learned_bot.LearnedBot``): they are to know what to do in games with a master, too.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy as np

UNSURE = 0.3
"""How much of its preferences weights keep that learn to play like somebody else."""
LONGEST = 700
"""Decisions of a game; longer ones (there are hardly any) are left out."""
DRAWN = 600
"""Cards drawn in one."""
TICKETS = 30
"""Tickets that can be drawn unseen."""


def play(rules: Any, kinds: list[str], seed: str) -> dict[str, Any]:
    """A game of bots with every outcome of chance told, as ``envs.jax.Scripted`` wants it; guests' choices are marked."""
    from boxcars.bots import SeatView, make_bot
    from boxcars.envs.chance_scripts import Script
    from boxcars.games.ticket_to_ride.ai.board_arrays import STREAMS, code_of

    script = Script(rules, STREAMS, random.Random(seed))
    bots = [make_bot(kind, rules, f"{seed}:{seat}") for seat, kind in enumerate(kinds)]
    state = script.start()
    codes, seats = [], []
    while (seat := rules.actor(state)) >= 0:
        action = bots[seat].choose(SeatView(rules, state, seat))
        codes.append(code_of(action, state.offers[seat]))
        seats.append(seat)
        state = script.after(state, action)
    outcome = rules.outcome(state)
    return {
        "bots": kinds,
        "script": script.outcomes,
        "codes": codes,
        "seats": seats,
        "scores": outcome.scores,
        "ranks": outcome.ranks,
    }


def collect(given: argparse.Namespace) -> None:
    from boxcars.core.registry import make

    begun = time.monotonic()
    rules = make("ticket_to_ride", None, given.players, {})
    given.out.parent.mkdir(parents=True, exist_ok=True)
    done = len(given.out.read_text().splitlines()) if given.out.exists() else 0
    with given.out.open("a") as file:
        for number in range(done, given.games):
            if time.monotonic() - begun > 60 * given.minutes:
                break
            kinds = [given.bots[(number + seat) % len(given.bots)] for seat in range(given.players)]
            if given.guest:
                kinds[number % given.players] = given.guest
            file.write(json.dumps(play(rules, kinds, f"{given.seed}:{given.players}:{number}"), separators=(",", ":")) + "\n")
            file.flush()
    print(f"{given.out}: {len(given.out.read_text().splitlines())} games", flush=True)


def read_games(paths: list[Path], only: str) -> Any:
    """The games as arrays; decisions of bots whose name does not begin with ``only`` are no lessons, but must be repeated."""
    from boxcars.training.imitation import Told

    lines = []
    for path in paths:
        for line in path.read_text().splitlines():
            try:
                lines.append(json.loads(line))
            except json.JSONDecodeError:  # cut off
                continue
    games = [g for g in lines if len(g["codes"]) <= LONGEST and len(g["script"]["deck"]) <= DRAWN]

    def padded(lists: list[list[int]], width: int, empty: int, kind: Any) -> Any:
        out = np.full((len(lists), width), empty, kind)
        for row, values in zip(out, lists, strict=True):
            row[: len(values)] = values[:width]
        return out

    longest = max(len(g["codes"]) for g in games)
    told = Told(
        np.array([len(g["bots"]) for g in games], np.int32),
        padded([g["script"]["deck"] for g in games], DRAWN, 0, np.int8),
        padded([g["script"]["tickets"] for g in games], TICKETS, 0, np.int8),
        np.array([g["script"]["starting seat"][0] for g in games], np.int32),
        padded([g["codes"] for g in games], longest, -1, np.int16),
    )
    lesson = padded([[g["bots"][seat].startswith(only) for seat in g["seats"]] for g in games], longest, 0, bool)
    return told, lesson


def learn(given: argparse.Namespace) -> None:
    import jax
    from train_master import read, sharpened

    from boxcars.training.imitation import imitate
    from boxcars.training.network import fresh_weights

    begun = time.monotonic()
    told, lesson = read_games(given.files, given.only)
    # A master is sure of itself: what it would not do at all takes long to learn.
    weights = sharpened(read(given.begin)[0], given.unsure) if given.begin else fresh_weights(jax.random.PRNGKey(given.seed))
    weights, figures = imitate(weights, told, lesson, given.seed, given.epochs, given.rate)
    record = {"games": len(told.players), "only": given.only, "figures": figures, "seconds": round(time.monotonic() - begun)}
    arrays = {name: np.asarray(w).astype(np.float16) for name, w in weights.items()}
    np.savez(given.out, **arrays, record=json.dumps(record))
    for line in figures:
        print(line)
    print(f"{record['games']} games, {record['seconds']} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("collect")
    one.add_argument("--bots", nargs="+", default=["expert@1"], help="who plays; several take the seats in turn")
    one.add_argument("--guest", help="somebody in one seat of each game")
    one.add_argument("--players", type=int, default=5)
    one.add_argument("--games", type=int, default=10_000)
    one.add_argument("--minutes", type=float, default=8.0)
    one.add_argument("--seed", default="lesson")
    one.add_argument("--out", type=Path, required=True)
    one.set_defaults(act=collect)
    two = commands.add_parser("learn")
    two.add_argument("files", type=Path, nargs="+")
    two.add_argument("--only", default="", help="learn from bots whose name begins so")
    two.add_argument("--begin", type=Path, help="weights to begin with: what a master knows is known already")
    two.add_argument("--unsure", type=float, default=UNSURE, help="how much of its preferences it keeps")
    two.add_argument("--epochs", type=int, default=8)
    two.add_argument("--rate", type=float, default=4e-4)
    two.add_argument("--seed", type=int, default=1)
    two.add_argument("--out", type=Path, required=True)
    two.set_defaults(act=learn)
    given = parser.parse_args()
    given.act(given)


if __name__ == "__main__":
    main()
