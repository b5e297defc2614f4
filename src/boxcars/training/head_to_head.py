"""Plays two networks against each other, thousands of games at once, each with its greatest logits, to find the better one."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from boxcars.envs.jax import TicketToRide
from boxcars.envs.jax.scoring import final_scores
from boxcars.training.network import Weights, forward
from boxcars.training.self_play import env


def match(weights: Weights, rival: Weights, key: Any, players: int, games: int) -> dict[str, Any]:
    """Play games with one seat for the first network and the others for the rival. Returns the share of wins, and the mean
    results of both."""
    game: TicketToRide = env()
    state = jax.vmap(game.init)(jax.random.split(key, games), jnp.full(games, players))
    seat = jnp.arange(games) % players

    def one(state: Any) -> Any:
        rows = jax.vmap(game.look)(state)
        mine = (state.current_player == seat)[:, None]
        logits = jnp.where(mine, forward(weights, rows)[0], forward(rival, rows)[0])
        return jax.vmap(game.step)(state, jnp.where(state.legal_action_mask, logits, -1e9).argmax(-1))

    state = jax.lax.while_loop(lambda state: ~state.terminated.all(), one, state)
    scores, completed, _, ranks = jax.vmap(final_scores)(state.players, state.owner, state.tickets, state.points)
    seats = jnp.arange(scores.shape[1])
    there = seats < players
    mine = seats == seat[:, None]
    first = (ranks == 1) & there
    held = jax.lax.population_count(state.tickets)

    def mean(x: Any, where: Any) -> Any:
        return (x * where).sum() / where.sum()

    return {
        "share": (first / first.sum(-1, keepdims=True) * mine).sum(-1).mean(),
        "score": mean(scores, mine),
        "score when won": mean(scores, mine & first),
        "others' score": mean(scores, there & ~mine),
        "tickets": mean(held, mine),
        "completed": mean(completed, mine),
        "others' tickets": mean(held, there & ~mine),
    }
