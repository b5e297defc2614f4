"""The network and what makes it learn: plain arrays and functions.

A layer from the row of ``ticket_to_ride/ai/network_input``, two residual layers, and three heads: what to do, by how much the
seat will lead or trail (hundreds of points), and whether it will win. Matrix products are bfloat16, weights float32.
"""

from __future__ import annotations

from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from boxcars.games.ticket_to_ride.ai.board_arrays import ACTIONS
from boxcars.games.ticket_to_ride.ai.network_input import LAYOUT, SCALE, SIZE

WIDTH: Final = 896
BLOCKS: Final = 2
Weights = dict[str, Any]


def fresh_weights(key: Any, width: int = WIDTH) -> Weights:
    """Return initial weights; the heads begin at zero, so that play begins at random and values at the prior."""
    keys = jax.random.split(key, BLOCKS + 1)
    weights: Weights = {
        "in_w": jax.random.normal(keys[0], (SIZE, width)) / np.sqrt(SIZE / 4),
        "in_b": jnp.zeros(width),
        "policy_w": jnp.zeros((width, ACTIONS)),
        "policy_b": jnp.zeros(ACTIONS),
        "value_w": jnp.zeros((width, 2)),
        "value_b": jnp.zeros(2),
    }
    for i in range(BLOCKS):
        weights[f"block{i}_w"] = jax.random.normal(keys[i + 1], (width, width)) * np.sqrt(2 / width)
        weights[f"block{i}_b"] = jnp.zeros(width)
    return weights


def normal(h: Any) -> Any:
    """Return a layer normalised to mean 0 and deviation 1."""
    h = h - h.mean(-1, keepdims=True)
    return h * jax.lax.rsqrt((h * h).mean(-1, keepdims=True) + 1e-5)


def forward(weights: Weights, rows: Any) -> tuple[Any, Any]:
    """Return the logits of all actions and the values (lead, win) for rows of integers ``[B, SIZE]``."""

    def times(x: Any, w: Any) -> Any:
        return jnp.matmul(x.astype(jnp.bfloat16), w.astype(jnp.bfloat16), preferred_element_type=jnp.float32)

    h = jax.nn.relu(times(rows.astype(jnp.float32) * SCALE, weights["in_w"]) + weights["in_b"])
    for i in range(BLOCKS):
        h = h + jax.nn.relu(times(normal(h), weights[f"block{i}_w"]) + weights[f"block{i}_b"])
    h = normal(h)
    logits = times(h, weights["policy_w"]) + weights["policy_b"]
    value = h @ weights["value_w"] + weights["value_b"] + prior(rows)
    return logits, value


def prior(rows: Any) -> Any:
    """Return the value before learning: points on the board, completed tickets, and tickets that the plan can complete."""

    def field(name: str) -> Any:
        first, end, _ = LAYOUT[name]
        return rows[:, first:end].astype(jnp.float32)

    points, counts = field("points"), field("ticket_counts")
    planned = field("plan_points") * (field("spare_trains") >= 0)
    own = points[:, :1] + field("kept_points") - field("lost_points") + 1.4 * planned
    others = jnp.where(field("seat_there")[:, 1:] > 0, points[:, 1:] + 6 * counts[:, 1:], -99).max(-1, keepdims=True)
    lead = (own - others) / 100
    return jnp.concatenate([lead, jnp.tanh(lead)], -1)


def adam(weights: Weights, memory: Any, gradient: Weights, rate: Any) -> tuple[Weights, Any]:
    """Return the weights after one step of Adam; the gradient is clipped to length 1 first."""
    size = jnp.sqrt(sum((g * g).sum() for g in gradient.values()))
    gradient = {k: g / jnp.maximum(size, 1.0) for k, g in gradient.items()}
    mean, square, count = memory
    count = count + 1
    mean = {k: 0.9 * mean[k] + 0.1 * g for k, g in gradient.items()}
    square = {k: 0.999 * square[k] + 0.001 * g * g for k, g in gradient.items()}
    down = 1 - 0.9**count
    steady = 1 - 0.999**count
    weights = {k: w - rate * (mean[k] / down) / (jnp.sqrt(square[k] / steady) + 1e-5) for k, w in weights.items()}
    return weights, (mean, square, count)


def fresh_memory(weights: Weights) -> Any:
    zeros = {k: jnp.zeros_like(w) for k, w in weights.items()}
    return zeros, {k: jnp.zeros_like(w) for k, w in weights.items()}, jnp.float32(0)
