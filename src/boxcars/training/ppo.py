"""Proximal policy optimisation for games of several seats: every seat's decisions are a trajectory of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boxcars.games.ticket_to_ride.ai import board_arrays as t
from boxcars.training.network import Weights, adam, forward
from boxcars.training.self_play import SEATS, Ends, Force, Games, Moves, ends, play

TRACE: Final = 0.97
CLIP: Final = 0.2


class Setting(NamedTuple):
    """Hyperparameters that change during the training."""

    rate: Any
    entropy: Any
    ticket_entropy: Any
    """Weight of the entropy of ticket choices: these are few decisions that matter much."""
    lead: Any
    win: Any
    rivalry: Any
    """How much a point of the best opponent counts in the lead."""
    force: Force


class Learner(NamedTuple):
    weights: Weights
    memory: Any
    games: Games


def look_back(moves: Moves, result: Ends) -> tuple[Any, Any]:
    """Return advantages ``[steps, games, 2]`` (lead, win), and a mask of decisions that have one: their seat acts again, or their
    game ended."""
    reward = jnp.stack([result.lead, result.win], -1)

    def back(carry: Any, at: Any) -> Any:
        next_value, next_gain, waiting, known = carry
        actor, value, done, reward, forced = at
        over = done[:, None, None]
        next_value, next_gain = jnp.where(over, 0, next_value), jnp.where(over, 0, next_gain)
        waiting, known = jnp.where(over, reward, waiting), known | done[:, None]
        me = (jnp.arange(SEATS) == actor[:, None])[..., None]

        def mine(x: Any) -> Any:
            return jnp.where(me, x, 0).sum(1)

        there = (me[..., 0] & known).any(-1)
        gain = mine(waiting) + mine(next_value) - value + TRACE * mine(next_gain)
        # What comes of a forced choice is no merit or fault of the choices before it.
        passed_on = jnp.where((there & ~forced)[:, None], gain, 0)[:, None]
        carry = (
            jnp.where(me, value[:, None], next_value),
            jnp.where(me, passed_on, next_gain),
            jnp.where(me, 0, waiting),
            known | me[..., 0],
        )
        return carry, (gain, there)

    games = moves.done.shape[1]
    zeros = jnp.zeros((games, SEATS, 2))
    start = (zeros, zeros, zeros, jnp.zeros((games, SEATS), bool))
    at = (moves.actor, moves.value, moves.done, reward, moves.forced)
    _, (gain, there) = jax.lax.scan(back, start, at, reverse=True)
    return gain, there


def loss(weights: Weights, batch: Any, setting: Setting) -> tuple[Any, Any]:
    rows, legal, action, chance, target, gain, counts, follow = batch
    logits, value = forward(weights, rows)
    log_odds = jax.nn.log_softmax(jnp.where(legal, logits, -1e9))
    now = jnp.take_along_axis(log_odds, action[:, None], -1)[:, 0]
    ratio = jnp.exp(jnp.clip(now - chance, -10, 10))
    better = jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain)
    spread = -jnp.where(legal, jnp.exp(log_odds) * log_odds, 0).sum(-1)
    n, m = jnp.maximum(counts.sum(), 1), jnp.maximum(follow.sum(), 1)
    policy = -(better * follow).sum() / m
    worth = jnp.where(legal[:, t.KEEP :].any(-1), setting.ticket_entropy, setting.entropy)
    entropy = (spread * follow).sum() / m
    error = (((value - target) ** 2).sum(-1) * counts).sum() / n
    moved = ((chance - now) * follow).sum() / m
    return policy - (worth * spread * follow).sum() / m + 0.5 * error, (entropy, error, moved)


def iterate(
    learner: Learner, rivals: Sequence[Weights], setting: Setting, steps: int, league: Sequence[int], part: int, epochs: int
) -> tuple[Learner, dict[str, Any]]:
    """Do one round of training (play, score, compute advantages, update) and return figures about it."""
    weights, memory, games = learner
    games, moves = play(games, weights, rivals, setting.force, steps, league)
    result = ends(moves, setting.rivalry)
    gain, there = look_back(moves, result)
    target = gain + moves.value
    counts = there & moves.learns
    follow = counts & ~moves.forced
    total = setting.lead * gain[..., 0] + setting.win * gain[..., 1]
    size = jnp.maximum(follow.sum(), 1)
    mean = (total * follow).sum() / size
    deviation = jnp.sqrt((((total - mean) * follow) ** 2).sum() / size)
    total = (total - mean) / (deviation + 1e-6)
    data = (moves.rows, moves.legal, moves.action, moves.chance, target, total, counts * 1.0, follow * 1.0)
    flat = jax.tree.map(lambda a: a.reshape(-1, *a.shape[2:]), data)
    decisions = moves.done.size
    key, now = jax.random.split(games.key)
    order = jnp.concatenate([jax.random.permutation(k, decisions) for k in jax.random.split(now, epochs)])

    def learn(carry: Any, index: Any) -> Any:
        weights, memory = carry
        batch = jax.tree.map(lambda a: a[index], flat)
        gradient, figures = jax.grad(loss, has_aux=True)(weights, batch, setting)
        return adam(weights, memory, gradient, setting.rate), figures

    (weights, memory), (entropy, error, moved) = jax.lax.scan(learn, (weights, memory), order.reshape(-1, part))
    figures = {"entropy": entropy.mean(), "error": error.mean(), "kl": moved[-1]} | tally(moves, result, gain, counts, league)
    return Learner(weights, memory, games._replace(key=key)), figures


def tally(moves: Moves, result: Ends, gain: Any, counts: Any, league: Sequence[int]) -> dict[str, Any]:
    """Return statistics of the games."""
    players = moves.end[3]
    done = moves.done
    two = done & (players == 2)
    there = jnp.arange(SEATS) < players[..., None]
    kept = jax.lax.population_count(moves.end[1])

    def mean(x: Any, where: Any) -> Any:
        return (x * where).sum() / jnp.maximum(where.sum(), 1)

    seats_two = two[..., None] & there
    everyone = done[..., None] & there
    choosing = moves.legal[..., t.KEEP + 6] & ~moves.legal[..., t.KEEP] & moves.learns & ~moves.forced
    turns = moves.legal[..., t.DRAW_TICKETS] & moves.learns & ~moves.forced
    target = gain + moves.value
    unexplained = mean(gain[..., 1] ** 2, counts) / jnp.maximum(mean(target[..., 1] ** 2, counts), 1e-6)
    share = jnp.take_along_axis(result.win, moves.learner[..., None], -1)[..., 0] / 2 + 1 / players
    part = jnp.searchsorted(np.cumsum(league), jnp.arange(done.shape[1]), side="right")
    met = {
        f"rival{i}_of{n}": mean(share * players, done & (part == i) & (players == n))
        for i in range(len(league))
        for n in (2, 3, 4, 5)
    }
    """The learner's share of wins against each rival relative to its fair share: 1 is fair."""
    return {
        "games": done.sum(),
        "score2": mean(result.score, seats_two),
        "score": mean(result.score, everyone),
        "tickets2": mean(kept, seats_two),
        "completed2": mean(result.completed, seats_two),
        "keep3": mean(moves.action == t.KEEP + 6, choosing),
        "draw": mean(moves.action == t.DRAW_TICKETS, turns),
        "explained": 1 - unexplained,
    } | met
