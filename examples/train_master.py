"""Train the master of Ticket to Ride by self-play on an accelerator, a part at a time.

    python examples/train_master.py --plan 24 --call 8 --out run            # the first eight of 24 minutes
    python examples/train_master.py --plan 24 --call 8 --out run --resume run

Everything is JAX: games, network and learning are one compiled program. ``--plan`` is the whole training in minutes (rates and
weights follow it), ``--call`` what this call may take, compiling included. Into ``--out`` go ``weights.npz`` and ``memory.npz``
(from which ``--resume`` goes on), ``master.npz`` (float16: what the bot plays with) and ``log.jsonl`` (the curve).

An exploiter learns to beat one opponent that does not learn, here a copy of itself as it was; ``--sharp 16`` has that opponent
play what it prefers, as the bot does, instead of choosing by chance:

    python examples/train_master.py --plan 11 --call 12 --out exploiter --players 2 --school 0 --begun 0.4 \\
        --begin it.npz --against it.npz --sharp 16
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from boxcars.games.ticket_to_ride.ai import board_arrays as t
from boxcars.training.network import WIDTH, fresh_memory, fresh_weights
from boxcars.training.ppo import Learner, Setting, iterate
from boxcars.training.self_play import MIX, Force, begin

FORMER = 8
"""Former selves kept for the league."""
EVERY = 40.0
"""Seconds between two of them."""
RATE = 4e-4
"""The learning rate to begin with."""
SCHOOL = 0.3
"""The share of games in which choices are forced."""
WIN = 0.6
"""What a win counts in the end, beside half a hundred points."""
NOW_AND_THEN = 10.0
"""How much tickets are preferred to be drawn about once in a hundred turns, by a network that has learned the rest."""


def setting(
    done: float, top: float = RATE, school: float = SCHOOL, begun: float = 0.0, rivalry: float = 1.0, win: float = WIN
) -> Setting:
    """What holds when so much of the plan is done (0 to 1): points matter first, the win more and more; rates fall.

    ``begun``: how far along that way the training begins; it warms up there all the same.
    """
    warm = min(1.0, done / 0.005 + 0.05)
    done = begun + (1 - begun) * done

    def from_to(a: float, b: float) -> Any:
        return jnp.float32(a + (b - a) * min(1.0, max(0.0, done)))

    rate = warm * (2e-5 + (top - 2e-5) * 0.5 * (1 + np.cos(np.pi * min(1.0, done))))
    force = Force(jnp.float32(school), jnp.float32(0.6), jnp.float32(0.02), jnp.float32(0.3))
    aims = (from_to(1.0, 0.5), from_to(win / 4, win), jnp.float32(rivalry))
    return Setting(jnp.float32(rate), from_to(0.01, 0.002), from_to(0.02, 0.005), *aims, force)


def save(folder: Path, learner: Learner, record: dict[str, Any]) -> None:
    """Weights to go on from, the optimiser's memory in half the space, and the weights to play with."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = {k: np.asarray(w) for k, w in learner.weights.items()}
    mean, square, count = learner.memory
    np.savez(folder / "weights.npz", **weights, record=json.dumps(record))
    half = {f"mean_{k}": np.asarray(v * 1024).astype(np.float16) for k, v in mean.items()}
    # Squares are tiny: their roots, a thousandfold, fit 16 bits.
    half |= {f"root_{k}": np.asarray(jnp.sqrt(v) * 1024).astype(np.float16) for k, v in square.items()}
    np.savez(folder / "memory.npz", **half, count=np.asarray(count))
    np.savez(folder / "master.npz", **{k: w.astype(np.float16) for k, w in weights.items()}, record=json.dumps(record))


def read(path: Path) -> tuple[Any, dict[str, Any]]:
    """Weights, and the record of their training."""
    with np.load(path) as file:
        return {k: jnp.asarray(file[k], jnp.float32) for k in file.files if k != "record"}, json.loads(str(file["record"]))


def afresh(weights: Any) -> Any:
    """The same player without an opinion on tickets: it keeps any of those offered, and draws more now and then."""
    tickets = np.array([t.DRAW_TICKETS, *range(t.KEEP, t.ACTIONS)])
    again = jnp.where(tickets == t.DRAW_TICKETS, NOW_AND_THEN, 0.0)
    return weights | {
        "policy_w": weights["policy_w"].at[:, tickets].set(0),
        "policy_b": weights["policy_b"].at[tickets].set(again),
    }


def sharpened(weights: Any, by: float) -> Any:
    """The same preferences, more clearly: a choice by chance comes nearer to the best one."""
    return weights | {name: weights[name] * by for name in ("policy_w", "policy_b")}


def restore(folder: Path) -> tuple[Any, Any, dict[str, Any]]:
    """Weights, memory (a fresh one where there is none) and record of a training to go on with."""
    # Where only the weights to play with are left (those that ship), they will do.
    weights, record = read(folder / ("weights.npz" if (folder / "weights.npz").exists() else "master.npz"))
    memory = fresh_memory(weights)
    if (folder / "memory.npz").exists():
        with np.load(folder / "memory.npz") as file:
            mean = {k: jnp.asarray(file[f"mean_{k}"].astype(np.float32) / 1024) for k in weights}
            square = {k: jnp.asarray((file[f"root_{k}"].astype(np.float32) / 1024) ** 2) for k in weights}
            memory = (mean, square, jnp.float32(file["count"]))
    return weights, memory, record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--plan", type=float, default=24.0, help="minutes of the whole training")
    parser.add_argument("--call", type=float, default=8.0, help="minutes of this call")
    parser.add_argument("--games", type=int, default=8192)
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--part", type=int, default=32768, help="decisions learned from at once")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--width", type=int, default=WIDTH)
    parser.add_argument("--league", type=float, default=0.2, help="share of games against former selves")
    parser.add_argument("--rivals", type=Path, nargs="*", default=[], help="weights of others to play against (train_rival.py)")
    parser.add_argument("--rival-share", type=float, default=0.4, help="share of games against them")
    parser.add_argument("--sharp", type=float, default=1.0, help="by how much they, or the one opponent, prefer what they do")
    parser.add_argument("--begun", type=float, default=0.0, help="how far the settings are on their way at the start, 0 to 1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=RATE, help="the learning rate to begin with")
    parser.add_argument("--school", type=float, default=SCHOOL, help="share of games in which choices are forced")
    parser.add_argument(
        "--rivalry", type=float, default=1.0, help="what a point of the best other counts: 0 plays for points alone"
    )
    parser.add_argument("--win", type=float, default=WIN, help="what a win counts in the end, beside half a hundred points")
    parser.add_argument("--players", type=int, nargs="+", default=MIX, help="numbers of players along the batch")
    parser.add_argument("--begin", type=Path, help="weights to begin a new training with")
    parser.add_argument("--afresh", action="store_true", help="forget what those weights prefer about tickets")
    parser.add_argument("--against", type=Path, help="weights of the one opponent, in all games (an exploiter)")
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    called = time.perf_counter()
    device = jax.devices()[0].device_kind
    record = {"seconds": 0.0, "decisions": 0, "rounds": 0, "device": device, "given": {k: str(v) for k, v in vars(given).items()}}
    key = jax.random.PRNGKey(given.seed)
    weights = fresh_weights(key, given.width)
    if given.begin:
        weights = read(given.begin)[0]
    if given.afresh:
        weights = afresh(weights)
    memory = fresh_memory(weights)
    lines: list[dict[str, Any]] = []
    if given.resume:
        weights, memory, record = restore(given.resume)
        log = given.resume / "log.jsonl"
        lines = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    rivals = [sharpened(read(path)[0], given.sharp) for path in given.rivals]
    league = [int(given.games * given.rival_share / len(rivals)) for _ in rivals]
    league.append(given.games if given.against else int(given.games * given.league))
    games = jax.jit(partial(begin, games=given.games, mix=tuple(given.players)))(jax.random.fold_in(key, record["rounds"] + 1))
    learner = Learner(weights, memory, games)
    shape = {"steps": given.steps, "league": league, "part": given.part, "epochs": given.epochs}
    program = jax.jit(partial(iterate, **shape), donate_argnums=0).lower(learner, [*rivals, weights], setting(0.0)).compile()
    print(f"{device}: compiled after {time.perf_counter() - called:.0f} s", flush=True)
    former = [sharpened(read(given.against)[0], given.sharp) if given.against else jax.tree.map(jnp.copy, weights)]
    choose = np.random.default_rng(given.seed + record["rounds"])
    plan = given.plan * 60
    told = kept = saved = last = time.perf_counter()
    figures: dict[str, Any] = {}
    while record["seconds"] < plan and last - called < given.call * 60 - 10:
        met = [*rivals, former[choose.integers(len(former))]]
        done = record["seconds"] / plan
        now_holds = setting(done, given.rate, given.school, given.begun, given.rivalry, given.win)
        learner, figures = program(learner, met, now_holds)
        figures = {k: float(v) for k, v in figures.items()}
        now = time.perf_counter()
        record["seconds"] += now - last
        record["decisions"] += given.games * given.steps
        record["rounds"] += 1
        rate, last = given.games * given.steps / (now - last), now
        if now - told > 5 or record["rounds"] == 1:
            told = now
            line = {"seconds": record["seconds"], "decisions": record["decisions"], "rate": rate, **figures}
            lines.append({k: round(v, 4) for k, v in line.items()})
            print(" ".join(f"{k} {v:.4g}" for k, v in line.items()), flush=True)
        if now - kept > EVERY and not given.against:
            kept = now
            former = [*former[-FORMER + 1 :], jax.tree.map(jnp.copy, learner.weights)]
        if now - saved > 120:
            saved = now
            save(given.out, learner, record)
        if not np.isfinite(figures["error"]):
            raise SystemExit("the training broke down: a number is not finite; nothing was saved since the last checkpoint")
    save(given.out, learner, record)
    (given.out / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    print(f"saved after {record['seconds']:.0f} s of training, {record['decisions'] / 1e6:.0f} M decisions", flush=True)


if __name__ == "__main__":
    main()
