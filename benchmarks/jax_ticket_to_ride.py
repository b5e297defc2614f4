"""How many decisions a second the batched Ticket to Ride makes, with random play, by batch size.

    python benchmarks/jax_ticket_to_ride.py                       # an accelerator: under two minutes
    python benchmarks/jax_ticket_to_ride.py --batches 64 --steps 20 --players 2   # a look on a CPU

Every game that ends is scored exactly and begins anew. ``observation`` adds the whole observation of the seat to act in every
position. ``--parts`` also measures the step without its rare parts, to see what they cost; ``--pgx backgammon go_9x9`` games of
pgx in the same run, if it is installed. Writes a table, and JSON with ``--out``.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp

from boxcars.envs.jax import TicketToRide, auto_reset

BEGUN = time.perf_counter()


def variant(env: TicketToRide, name: str) -> Any:
    """The step to measure; the parts left out make it another game, for timing only."""
    if name == "no score":
        env._score = lambda needed, x: x
    if name == "no flush":
        env._flush = lambda needed, x: x
    return jax.vmap(auto_reset(env.step, env.init))


def foreign(name: str) -> tuple[Any, Any]:
    """A game of pgx and its step; its chance goes on from a key that is split off the state's."""
    import pgx  # type: ignore[import-not-found, unused-ignore]
    from pgx.experimental.wrappers import auto_reset as pgx_reset  # type: ignore[import-not-found, unused-ignore]

    env = pgx.make(name)
    one = jax.vmap(pgx_reset(env.step, env.init))

    def step(state: Any, action: Any) -> Any:
        # As random as need be for a timing: from the step count and the place in the batch.
        seeds = state._step_count * 65_537 + jnp.arange(len(action))
        return one(state, action, jax.vmap(jax.random.PRNGKey)(seeds))

    return env, step


def anything(key: Any, legal: Any) -> Any:
    """A legal action of each game, each as likely: one random word a game, mixed anew for every action."""
    batch, actions = legal.shape
    word = jax.random.bits(key, (batch, 1)) ^ (jnp.arange(actions, dtype=jnp.uint32) * jnp.uint32(0x9E3779B9))
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        word = (word ^ word >> shift) * jnp.uint32(factor)
    return jnp.where(legal, word >> 1 | 1, 0).argmax(-1)


def prepare(players: int, batch: int, steps: int, name: str) -> tuple[Any, Any]:
    """The compiled run of a variant: ``steps`` decisions in each game of the batch."""
    if name.startswith("pgx "):
        env, step = foreign(name.removeprefix("pgx "))
    else:
        env = TicketToRide(players)
        step = variant(env, name)

    def run(state: Any, key: Any) -> Any:
        def one(carry: Any, key: Any) -> Any:
            state, total = carry
            action = anything(key, state.legal_action_mask)
            if name == "observation":
                # The sum keeps the compiler from leaving the observation out, the barrier from never writing it down.
                rows: Any = jax.lax.optimization_barrier(jax.vmap(env.look)(state))  # type: ignore[no-untyped-call]
                total = total + rows.sum(dtype=jnp.int32)
            state = step(state, action)
            return (state, total), state.terminated.sum()

        (state, total), ended = jax.lax.scan(one, (state, jnp.int32(0)), jax.random.split(key, steps))
        return state, total, ended.sum()

    keys = jax.ShapeDtypeStruct((batch, 2), jnp.uint32)  # type: ignore[no-untyped-call]
    shape = jax.eval_shape(jax.vmap(env.init), keys)
    key = jax.ShapeDtypeStruct((2,), jnp.uint32)  # type: ignore[no-untyped-call]
    begun = time.perf_counter()
    init = jax.jit(jax.vmap(env.init)).lower(keys).compile()
    compiled = jax.jit(run, donate_argnums=0).lower(shape, key).compile()
    print(f"  compiled {players} players, batch {batch}, {name}: {time.perf_counter() - begun:.0f} s", flush=True)
    return init, compiled


def measure(programs: tuple[Any, Any], batch: int, steps: int, seconds: float) -> dict[str, float]:
    """Decisions a second, from positions as they are in the middle of games."""
    init, run = programs
    state = init(jax.random.split(jax.random.PRNGKey(batch), batch))
    # A warm-up that is also long enough to bring the games out of step with each other.
    for i in range(max(1, 160 // steps)):
        state, total, ended = run(state, jax.random.PRNGKey(1000 + i))
    jax.block_until_ready(ended)  # type: ignore[no-untyped-call]
    begun, runs, games = time.perf_counter(), 0, 0
    while time.perf_counter() - begun < seconds:
        state, total, ended = run(state, jax.random.PRNGKey(runs))
        games += int(ended)
        runs += 1
    wall = time.perf_counter() - begun
    return {
        "per_second": runs * steps * batch / wall,
        "ms_a_step": 1000 * wall / runs / steps,
        "games": games,
        "total": int(total),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--batches", type=int, nargs="+", default=[4096, 16384, 65536])
    parser.add_argument("--players", type=int, nargs="+", default=[2])
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement")
    parser.add_argument("--limit", type=float, default=110.0, help="seconds after which nothing more is begun")
    parser.add_argument("--variants", nargs="+", default=["step", "observation"], help="what is measured")
    parser.add_argument("--parts", action="store_true")
    parser.add_argument("--pgx", nargs="*", default=[])
    parser.add_argument("--threads", type=int, default=4, help="programs that are compiled side by side")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    device = jax.devices()[0]
    print(f"{device.device_kind}, jax {jax.__version__}", flush=True)
    batches = given.batches
    jobs = [(n, b, name) for n in given.players for name in given.variants for b in batches]
    if given.parts:
        jobs += [(given.players[0], batches[0], name) for name in ("no score", "no flush")]
    jobs += [(2, batches[0], f"pgx {name}") for name in given.pgx]
    rows = []
    with ThreadPoolExecutor(max_workers=given.threads) as pool:
        waiting = [(job, pool.submit(prepare, job[0], job[1], given.steps, job[2])) for job in jobs]
        for (players, batch, name), programs in waiting:
            if time.perf_counter() - BEGUN > given.limit:
                programs.cancel()
                continue
            figures = measure(programs.result(), batch, given.steps, given.seconds)
            rows.append({"players": players, "batch": batch, "variant": name, **figures})
            print(
                f"{players} players  batch {batch:6d}  {name:9s} {figures['per_second'] / 1e6:8.3f} M decisions/s"
                f"  {figures['ms_a_step']:8.3f} ms a step  {figures['games']:.0f} games",
                flush=True,
            )
    if given.out:
        given.out.write_text(json.dumps({"device": device.device_kind, "jax": jax.__version__, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
