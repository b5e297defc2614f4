"""Scoring and winner of batched games (TTR-9 to TTR-11)."""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array

from boxcars.envs.jax.longest_path import longest_paths
from boxcars.games.ticket_to_ride.ai import board_arrays as t
from boxcars.games.ticket_to_ride.ai.city_distances import FAR, distances
from boxcars.games.ticket_to_ride.scoring import LONGEST_PATH_AWARD

NOBODY = -(1 << 30)
"""The rank of an empty seat, behind every real one."""


def final_scores(players: Array, owner: Array, tickets: Array, points: Array) -> tuple[Array, Array, Array, Array]:
    """Return totals, completed tickets, longest paths and ranks of all seats; empty seats rank behind all others."""
    seats = jnp.arange(points.shape[0])[:, None]
    routes = jnp.asarray(t.PAIR_ROUTES)
    own = (owner[routes[:, 0]] == seats) | (owner[routes[:, 1]] == seats)
    far = distances(jnp, jnp.where(own, t.PAIR_LENGTH, FAR))
    longest = longest_paths(own)
    award = (longest == longest.max()) & (longest > 0)
    held = tickets[:, None] >> jnp.arange(t.TICKETS, dtype=jnp.uint32) & 1 == 1
    done = held & (far[:, t.TICKET_ENDS[:, 0], t.TICKET_ENDS[:, 1]] < FAR)
    value = jnp.where(done, t.TICKET_POINTS, jnp.where(held, -t.TICKET_POINTS, 0)).sum(-1)
    completed = done.sum(-1)
    scores = points + value + award * LONGEST_PATH_AWARD
    # Tickets, then the longest path break a tie (TTR-11): one number that orders as the three do.
    key = jnp.where(seats[:, 0] < players, (scores * 32 + completed) * 2 + award, NOBODY)
    ranks = 1 + (key[None, :] > key[:, None]).sum(-1)
    return scores, completed, longest, ranks


def by_rank(scores: Array, ranks: Array, players: Array) -> Array:
    """Return rewards by rank: 1 for a win alone, -1 for the last place, evenly between; shared places share."""
    equal = (ranks[None, :] == ranks[:, None]).sum(-1)
    place = ranks + (equal - 1) / 2
    reward = 1 - 2 * (place - 1) / (players - 1)
    return jnp.where(jnp.arange(scores.shape[0]) < players, reward, 0).astype(jnp.float32)


def by_score(scores: Array, ranks: Array, players: Array) -> Array:
    """Return rewards by score: own score less the mean of the others', in hundreds."""
    reward = (scores - (scores.sum() - scores) / (players - 1)) / 100
    return jnp.where(jnp.arange(scores.shape[0]) < players, reward, 0).astype(jnp.float32)


REWARDS = {"rank": by_rank, "score": by_score}
