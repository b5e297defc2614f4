"""Networks that play like somebody else: games of bots are repeated in the batched game, and their choices learned by heart.

Former selves all play alike. A rival that learned from the search claims earlier and elsewhere, and whoever trains against it
meets what self-play does not show.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boxcars.envs.jax import Scripted, TicketToRide
from boxcars.training.network import Weights, adam, fresh_memory, think
from boxcars.training.self_play import SEATS

HELD_OUT: Final = 20
"""One game of so many is not learned from: it tells how well others are foretold."""
PART: Final = 4096


class Told(NamedTuple):
    """Finished games, one row each: who played, what chance gave (``Scripted``), and the codes of all actions (-1: none)."""

    players: Any
    deck: Any
    tickets: Any
    seat: Any
    codes: Any


class Choices(NamedTuple):
    """What was seen, what was allowed, and what was chosen."""

    rows: Any
    legal: Any
    code: Any


def repeat(told: Told, lesson: Any) -> tuple[Choices, Any]:
    """The decisions that are a lesson (``[games, decisions]``), and in which game each was made.

    Where there is one possibility there is nothing to learn.
    """
    source: Any = Scripted()
    game: Any = TicketToRide(2, source=source, seats=SEATS)
    game._score = lambda needed, result: result

    @jax.jit
    def walk(told: Told) -> Any:
        chance = {"deck": told.deck, "tickets": told.tickets, "seat": told.seat}
        state = jax.vmap(game.init)(chance, told.players)

        def one(state: Any, code: Any) -> Any:
            rows, legal = jax.vmap(game.look)(state), state.legal_action_mask
            return jax.vmap(game.step)(state, code), (rows, legal, code)

        return jax.lax.scan(one, state, told.codes.astype(jnp.int32).T)[1]

    rows, legal, codes = walk(Told(*map(jnp.asarray, told)))
    made = codes >= 0
    counts = made & jnp.asarray(lesson).T & (legal.sum(-1) > 1)
    allowed = jnp.take_along_axis(legal, jnp.maximum(codes, 0)[..., None], -1)[..., 0]
    if not bool((allowed | ~made).all()):
        raise ValueError("the games of the lesson do not follow the rules: an action is not legal where it was chosen")
    where = np.flatnonzero(np.asarray(counts).reshape(-1))
    flat = [array.reshape(-1, *array.shape[2:])[where] for array in (rows, legal, codes)]
    return Choices(*flat), where % len(told.players)


def loss(weights: Weights, choices: Choices) -> tuple[Any, Any]:
    """How unlikely the choices are to the network, and how many it would make as well."""
    logits = jnp.where(choices.legal, think(weights, choices.rows)[0], -1e9)
    likely = jnp.take_along_axis(jax.nn.log_softmax(logits), choices.code[:, None], -1)[:, 0]
    return -likely.mean(), (logits.argmax(-1) == choices.code).mean()


def imitate(
    weights: Weights, told: Told, lesson: Any, seed: int = 1, epochs: int = 8, rate: float = 4e-4
) -> tuple[Weights, list[dict[str, float]]]:
    """Weights that choose as the players of the games did, and after each epoch how well those of other games are foretold."""
    choices, of_game = repeat(told, lesson)
    test = np.flatnonzero(of_game % HELD_OUT == 0)[:PART]
    learned = np.flatnonzero(of_game % HELD_OUT > 0)
    held_out = jax.tree.map(lambda a: a[test], choices)

    @partial(jax.jit, donate_argnums=0)
    def epoch(carry: Any, order: Any, rate: Any) -> Any:
        def learn(carry: Any, index: Any) -> Any:
            weights, memory = carry
            gradient, right = jax.grad(loss, has_aux=True)(weights, jax.tree.map(lambda a: a[index], choices))
            return adam(weights, memory, gradient, rate), right

        return jax.lax.scan(learn, carry, order)

    draw = np.random.default_rng(seed)
    carry = (weights, fresh_memory(weights))
    part = min(PART, len(learned))
    figures = []
    for n in range(epochs):
        order = draw.permutation(learned)[: len(learned) // part * part].reshape(-1, part)
        carry, right = epoch(carry, jnp.asarray(order), jnp.float32(rate * (1 - n / epochs)))
        unlikely, foretold = jax.jit(loss)(carry[0], held_out)
        figures.append({"learned": float(right.mean()), "foretold": float(foretold), "unlikely": float(unlikely)})
    return carry[0], figures
