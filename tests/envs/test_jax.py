"""The batched Ticket to Ride is the game: with the same actions and chance it agrees with ``Rules`` in every position."""

from __future__ import annotations

import random
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

from tests import scale
from tests.envs.jax_games import Played, play

jax = pytest.importorskip("jax")
jnp = jax.numpy

from boxcars.core.registry import make  # noqa: E402
from boxcars.core.types import Outcome  # noqa: E402
from boxcars.envs.jax import Scripted, TicketToRide, ticket_distances_kernel  # noqa: E402
from boxcars.envs.jax import longest_path_kernels as kernels  # noqa: E402
from boxcars.envs.jax.longest_path import by_loops, words_of  # noqa: E402
from boxcars.envs.jax.ticket_distances import plainly  # noqa: E402
from boxcars.envs.rewards import by_rank  # noqa: E402
from boxcars.games.ticket_to_ride.ai import board_arrays as t  # noqa: E402
from boxcars.games.ticket_to_ride.ai.city_distances import FAR  # noqa: E402
from boxcars.games.ticket_to_ride.ai.network_input import COST, NEVER, TicketNeeds  # noqa: E402
from boxcars.games.ticket_to_ride.longest_path import longest_path  # noqa: E402

CHUNK = 64
"""Steps that are compared at a time: the positions of long games would not all fit the memory of a small machine."""
LOOKS = 4
"""In so many games, the first of a batch, what the actor sees is compared too."""
BY_SEAT = {"hands", "known", "tickets", "offers", "chosen", "trains", "points"}

BY_ACTOR = {"current_player", "row"}


@cache
def runner(players: int, seats: int) -> tuple[Any, Any]:
    """Deal scripted games, and go on with a chunk of actions of each (-1: none): every position and what the actor sees."""
    env = TicketToRide(players, source=Scripted(), seats=seats)

    def walk(state: Any, codes: Any) -> Any:
        def one(state: Any, code: Any) -> Any:
            state = jax.vmap(env.step)(state, code)
            return state, (state, jax.vmap(env.look)(jax.tree.map(lambda a: a[:LOOKS], state)))

        return jax.lax.scan(one, state, codes)

    return jax.jit(jax.vmap(env.init)), jax.jit(walk)


def padded(lists: list[list[int]], width: int) -> Any:
    out = np.zeros((len(lists), width), np.int8)
    for row, values in zip(out, lists, strict=True):
        row[: len(values)] = values
    return out


def arrays(state: Any) -> dict[str, Any]:
    """The fields of states as numpy arrays, the returned tickets in their order, as ``Rules`` lists them."""
    got = {name: np.asarray(value) for name, value in vars(state).items() if name != "chance"}
    where = (got["returned_first"][..., None] + np.arange(32)) % 32
    there = np.arange(32) < got["returned_count"][..., None]
    got["returned"] = np.where(there, np.take_along_axis(got["returned"], where, -1), 0)
    return got


def compare(game: Played, first: int, got: dict[str, Any]) -> None:
    """Positions ``first``, ``first + 1``, … of a game against those of the batch."""
    want = game.positions[first : first + len(got["due"])]
    for name in set(want[0] if want else ()) & set(got):
        # Once the game is over nobody acts, and nobody is shown a position to act in.
        expected = np.array([position[name] for position in want if not (position["terminated"] and name in BY_ACTOR)])
        found = got[name][: len(expected)]
        if name in BY_SEAT:
            assert not np.any(found[:, game.players :] > 0), f"{name}: an empty seat has some"
            found = found[:, : game.players]
        assert np.array_equal(found, expected), (
            name,
            first + int(np.argmax((found != expected).reshape(len(found), -1).any(-1))),
        )


def agree(played: list[Played], players: int, seats: int) -> None:
    """Repeat games as a batch and compare every position, every sight and the result."""
    init, walk = runner(players, seats)
    width = max(len(game.script["deck"]) for game in played) + 32
    key = {
        "deck": padded([game.script["deck"] for game in played], -(-width // 512) * 512),
        "tickets": padded([game.script["tickets"] for game in played], 64),
        "seat": np.array([game.script["starting seat"][0] for game in played]),
    }
    state = init(key, np.array([game.players for game in played]))
    start = arrays(state)
    for i, game in enumerate(played):
        compare(game, 0, {name: value[i, None] for name, value in start.items()})
    for first in range(0, max(len(game.codes) for game in played), CHUNK):
        codes = np.full((CHUNK, len(played)), -1)
        for i, game in enumerate(played):
            part = game.codes[first : first + CHUNK]
            codes[: len(part), i] = part
        state, (trail, rows) = walk(state, codes)
        got = arrays(trail) | {"row": np.asarray(rows)}
        for i, game in enumerate(played):
            compare(game, first + 1, {name: value[:, i] for name, value in got.items() if i < value.shape[1]})
            last = len(game.codes) - 1 - first
            if 0 <= last < CHUNK:
                rewards = by_rank(Outcome(game.scores, game.ranks, []))
                assert got["rewards"][last, i, : game.players].tolist() == pytest.approx(rewards)
    for i, game in enumerate(played):
        for name in ("scores", "longest", "completed"):
            assert np.asarray(getattr(state, name))[i, : game.players].tolist() == getattr(game, name), name


def rarities(played: list[Played]) -> set[str]:
    """What the games met between them: agreeing means little where nothing rare happened."""
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


def random_games(count: int, seed: int, players: list[int], rows: bool) -> list[Played]:
    rng = random.Random(seed)
    return [play(players[i % len(players)], rng, rng.choice([0.0, 0.3, 0.7, 0.95]), rows) for i in range(count)]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(1200)
def test_random_games_agree_in_every_position() -> None:
    """96 games (200 in a full run) of 2 to 5 players side by side in one batch."""
    with_rows = random_games(LOOKS, 1, [2, 3, 4, 5], rows=True)
    played = with_rows + random_games((200 if scale.FULL else 96) - LOOKS, 2, [2, 3, 4, 5], rows=False)
    agree(played, 2, 5)
    assert rarities(played) >= {"empty deck", "final round", "blocked flush", "returned tickets drawn"}


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.skipif(not scale.FULL, reason="ten thousand games: make full")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_many_random_games_agree_in_every_position(players: int) -> None:
    """10,000 games in a full run, with arrays of just the size."""
    found: set[str] = set()
    for batch in range(scale.games(10)):
        played = random_games(LOOKS, batch, [players], rows=True)
        played += random_games(250 - LOOKS, 1000 * players + batch, [players], rows=False)
        agree(played, players, players)
        found |= rarities(played)
    assert found >= {"empty deck", "final round", "blocked flush", "returned tickets drawn", "pass"}


@pytest.mark.slow
def test_the_kernels_find_the_longest_paths_of_the_rules() -> None:
    """What a CUDA device runs, step by step on this machine, beside the loops that run elsewhere and the rules' own search."""
    draw = np.random.default_rng(1)
    own = np.zeros((32, t.PAIRS), bool)
    for network in own[1:]:
        network[draw.choice(t.PAIRS, draw.integers(1, 24), replace=False)] = True
    board: Any = make("ticket_to_ride", None, 2, {}).board
    edges = [(*board.ends[route], board.length[route]) for route in t.PAIR_ROUTES[:, 0].tolist()]
    want = [longest_path([edges[pair] for pair in np.flatnonzero(network)]) for network in own]
    assert max(want) > 20
    by_kernels = jax.jit(partial(kernels.longest_paths, interpret=True))
    assert jax.jit(by_loops)(own).tolist() == want
    assert by_kernels(words_of(jnp.asarray(own)).T).tolist() == want


@pytest.mark.slow
def test_the_kernel_surveys_the_board_as_it_is_done_elsewhere() -> None:
    """What a CUDA device runs, step by step on this machine; half of the games with an offer, some lanes without a game."""
    draw = np.random.default_rng(2)
    games = 40
    own = draw.random((games, t.PAIRS)) < 0.4 * draw.random((games, 1))
    free = draw.random((games, t.PAIRS)) < 1 - draw.random((games, 1)) ** 2
    cost = np.where(own, 0, np.where(free, COST, FAR)).astype(np.int16)
    held = draw.random((games, t.TICKETS)) < 0.12
    offer = np.where(draw.random((games, 3)) < 0.7, draw.integers(0, t.TICKETS, (games, 3)), -1)
    offer[games // 2 :] = -1
    want = jax.jit(plainly)(cost, held, offer)
    found = jax.jit(partial(ticket_distances_kernel.ticket_needs, interpret=True))(cost, held, offer)
    for name, values, wanted in zip(TicketNeeds._fields, found, want, strict=True):
        assert np.array_equal(values, wanted), name
    seen = TicketNeeds(*want)
    assert (seen.need == NEVER).any() and seen.worth.any() and seen.wish.any() and (seen.extra < seen.need).any()
