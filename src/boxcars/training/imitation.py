"""Imitation learning: networks that play like other bots. Their games are replayed in the batched game, and their choices
learned.

Former versions of the learner all play alike. A rival that imitates the search claims earlier and elsewhere, so the learner meets
other play.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boxcars.envs.jax import Scripted, TicketToRide
from boxcars.training.network import Weights, adam, forward, fresh_memory
from boxcars.training.self_play import SEATS

HELD_OUT: Final = 20
"""One game of this many is not learned from: it measures how well others are predicted."""
PART: Final = 4096


class Told(NamedTuple):
    """Finished games, one row each: who played, what chance gave (``Scripted``), and the codes of all actions (-1: none)."""

    players: Any
    deck: Any
    tickets: Any
    seat: Any
    codes: Any


class Choices(NamedTuple):
    """The observations, the action masks, and the actions chosen."""

    rows: Any
    legal: Any
    code: Any


def repeat(told: Told, lesson: Any) -> tuple[Choices, Any]:
    """Return the decisions to learn from (``[games, decisions]``), and the game of each. Forced actions are left out."""
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
    """Return the cross-entropy of the choices under the network, and the share that it predicts."""
    logits = jnp.where(choices.legal, forward(weights, choices.rows)[0], -1e9)
    likely = jnp.take_along_axis(jax.nn.log_softmax(logits), choices.code[:, None], -1)[:, 0]
    return -likely.mean(), (logits.argmax(-1) == choices.code).mean()


def imitate(
    weights: Weights, told: Told, lesson: Any, seed: int = 1, epochs: int = 8, rate: float = 4e-4
) -> tuple[Weights, list[dict[str, float]]]:
    """Train weights to predict the choices of the games' players. Yields them after each epoch, with the prediction rate for
    held-out games."""
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
