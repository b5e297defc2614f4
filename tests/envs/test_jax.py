"""The batched Ticket to Ride is the game: driven by the same actions and the same chance it agrees with ``Rules`` in every position."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests import scale
from tests.envs.jax_games import Played, play

jax = pytest.importorskip("jax")
jnp = jax.numpy

from boxcars.envs.jax import Scripted, TicketToRide, auto_reset  # noqa: E402
from boxcars.envs.reward import by_rank  # noqa: E402
from boxcars.games.ticket_to_ride.mind import tables as t  # noqa: E402
from boxcars.core.words import Outcome  # noqa: E402

CHUNK = 64
"""Steps that are compared at a time: what a long game leaves of its positions would not fit the memory of a small machine."""
QUICK = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}
"""The games here are few: compiling fast matters more than running fast."""


@cache
def runner(players: int) -> tuple[Any, Any]:
    """Deal scripted games, and go on with a chunk of actions of each (-1: none), returning every position."""
    env = TicketToRide(players, source=Scripted())
    step = jax.vmap(env.step)

    def walk(state: Any, codes: Any) -> Any:
        def one(state: Any, code: Any) -> Any:
            state = step(state, code)
            return state, state

        return jax.lax.scan(one, state, codes)

    return jax.jit(jax.vmap(env.init), compiler_options=QUICK), jax.jit(walk, compiler_options=QUICK)


def padded(lists: list[list[int]], width: int) -> Any:
    out = np.zeros((len(lists), width), np.int8)
    for row, values in zip(out, lists, strict=True):
        row[: len(values)] = values
    return out


def ring(position: Any) -> Any:
    """The returned tickets in their order, as ``Rules`` lists them."""
    where = (position["returned_first"][..., None] + np.arange(32)) % 32
    there = np.arange(32) < position["returned_count"][..., None]
    return np.where(there, np.take_along_axis(position["returned"], where, -1), 0)


def compare(game: Played, first: int, got: dict[str, Any]) -> None:
    """Positions ``first``, ``first + 1``, … of a game against those of the batch."""
    for i, want in enumerate(game.positions[first : first + len(got["due"])]):
        for name, value in want.items():
            if name == "actor":
                assert value == -1 or got["current_player"][i] == value, (first + i, name)
            else:
                assert np.array_equal(got[name][i], value), (first + i, name, got[name][i], value)


def agree(players: int, games: int, seed: int) -> set[str]:
    """Play games by the rules, repeat them as a batch, compare; returns what rare things happened in them."""
    rng = random.Random(seed)
    played = [play(players, rng, rng.choice([0.0, 0.3, 0.7, 0.95])) for _ in range(games)]
    init, walk = runner(players)
    width = max(len(game.script["deck"]) for game in played) + 2
    key = {
        "deck": padded([game.script["deck"] for game in played], -(-width // 512) * 512),
        "tickets": padded([game.script["tickets"] for game in played], 64),
        "seat": np.array([game.script["starting seat"][0] for game in played]),
    }
    state = init(key)
    start = {name: np.asarray(value)[:, None] for name, value in vars(state).items() if name != "chance"}
    start["returned"] = ring(start)
    for i, game in enumerate(played):
        compare(game, 0, {name: value[i] for name, value in start.items()})
    longest = max(len(game.codes) for game in played)
    for first in range(0, longest, CHUNK):
        codes = np.full((CHUNK, games), -1)
        for i, game in enumerate(played):
            part = game.codes[first : first + CHUNK]
            codes[: len(part), i] = part
        state, trail = walk(state, codes)
        got = {name: np.moveaxis(np.asarray(value), 0, 1) for name, value in vars(trail).items() if name != "chance"}
        got["returned"] = ring(got)
        for i, game in enumerate(played):
            compare(game, first + 1, {name: value[i] for name, value in got.items()})
            last = len(game.codes) - 1 - first
            if 0 <= last < CHUNK:
                assert got["rewards"][i, last].tolist() == pytest.approx(by_rank(Outcome(game.scores, game.ranks, [])))
    assert np.array_equal(state.scores, [game.scores for game in played])
    assert np.array_equal(state.longest, [game.longest for game in played])
    assert np.array_equal(state.completed, [game.completed for game in played])
    return rarities(played)


def rarities(played: list[Played]) -> set[str]:
    """What the games must have met between them, so that agreeing means something."""
    found = set()
    for game in played:
        for position in game.positions:
            if position["display"][8] >= 3:
                found.add("blocked flush")
            if position["fresh"] == 0:
                found.add("returned tickets drawn")
            if position["passes"]:
                found.add("pass")
            if not any(position["deck"]):
                found.add("empty deck")
        found.add("frozen" if game.positions[-1]["final_turns"] else "final round")
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_agree_in_every_position(players: int) -> None:
    found = agree(players, 50, seed=players)
    assert {"empty deck", "final round"} <= found


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_many_random_games_agree_in_every_position(players: int) -> None:
    found: set[str] = set()
    for batch in range(scale.games(10)):
        found |= agree(players, 250, seed=1000 * players + batch)
    assert {"empty deck", "final round", "blocked flush", "returned tickets drawn", "pass"} <= found
