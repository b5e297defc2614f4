"""The longest continuous paths of all seats at once, exactly (TTR-10).

Routes that lead nowhere but to a dead end can only be the first or the last of a path. So they are taken away first, from the
ends inwards, and every city remembers the two longest ways into dead ends that began there; a network without circles is measured
by that alone. What is left are the circles and what joins them: few routes, and those are searched from all cities side by side.
The search goes along one route a step and keeps its way in a few machine words, so that a step is the same arithmetic for every
search of a batch (``walking``). On a CUDA device both parts are kernels (``longest_path_kernels``), elsewhere loops over a batch.
"""

from __future__ import annotations

from typing import Any, Final

import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.custom_batching import custom_vmap

from boxcars.envs.jax import longest_path_kernels as kernels
from boxcars.envs.jax.longest_path_step import CITY_OF, LENGTH_OF, NONE, PAIR_OF, PLACES, SLOT_OF, SLOTS, begin, step, unfinished
from boxcars.games.ticket_to_ride.ai.board_arrays import CITIES, PAIRS

STRIDE: Final = 8
"""Number of steps between two checks whether all is done: a check costs as much as several steps."""


@custom_vmap
def longest_paths(own: Array) -> Array:
    """Return the longest path of each seat, from its pairs of cities: ``[n, 78] -> [n]``."""
    if not kernels.work():
        return by_loops(own)
    found: Array = lax.platform_dependent(own, cuda=by_kernels, default=by_loops)
    return found


@longest_paths.def_vmap
def _many(size: int, batched: Any, own: Array) -> tuple[Array, bool]:
    """Return the longest paths of a batch under ``vmap``: all networks are searched together."""
    seats = own.shape[-2]
    return longest_paths(own.reshape(size * seats, PAIRS)).reshape(size, seats), True


def by_kernels(own: Array) -> Array:
    return kernels.longest_paths(words_of(own).T)


def by_loops(own: Array) -> Array:
    free, first, second = _without_dead_ends(_by_slot(own))
    left = words_of(jnp.zeros((len(own), NONE + 1), bool).at[:, PAIR_OF.reshape(-1)].max(free.reshape(len(own), -1)))
    found: Array = _search(left, first, second)
    return found


def words_of(pairs: Array) -> Array:
    """Return the pairs as bits of three words: ``[n, 78 or 96] -> [n, 3]``."""
    wide = jnp.pad(pairs, ((0, 0), (0, NONE + 1 - pairs.shape[1])))
    bits = jnp.uint32(1) << jnp.arange(32, dtype=jnp.uint32)
    return jnp.where(wide.reshape(-1, 3, 32), bits, 0).sum(-1, dtype=jnp.uint32)


def _by_slot(own: Any) -> Any:
    """Return whether the route in each slot of each city is the seat's."""
    wide = jnp.concatenate([own, jnp.zeros((own.shape[0], NONE + 1 - PAIRS), bool)], -1)
    return wide[:, PAIR_OF]


def _without_dead_ends(free: Any) -> tuple[Any, Any, Any]:
    """Return the routes without dead ends, and the two longest ways from each city into dead ends that begin with different
    routes."""
    zero = jnp.zeros(free.shape[:2], jnp.int32)

    def shrink(now: Any) -> Any:
        for _ in range(STRIDE // 2):
            free, first, second = now
            end = free.sum(-1) == 1
            # Where both ends of a route are dead ends, the city with the higher number stays.
            gone = free & end[..., None] & ~(end[:, CITY_OF] & (np.arange(CITIES)[:, None] > CITY_OF))
            leads = gone[:, CITY_OF, SLOT_OF] & free
            way = jnp.where(leads, first[:, CITY_OF] + LENGTH_OF, 0)
            for slot in range(SLOTS):
                second = jnp.maximum(second, jnp.minimum(first, way[..., slot]))
                first = jnp.maximum(first, way[..., slot])
            now = free & ~gone & ~leads, first, second
        return now

    def dead_ends(now: Any) -> Any:
        return (now[0].sum(-1) == 1).any()

    return lax.while_loop(dead_ends, shrink, (free, zero, zero))


def _search(left: Any, first: Any, second: Any) -> Any:
    """Search depth first from each city along the remaining routes; a path may begin and end with a way into a dead end."""
    start = jnp.broadcast_to(jnp.arange(CITIES), first.shape)
    free = [jnp.broadcast_to(left[:, i, None], first.shape) for i in range(3)]

    def steps(walk: Any) -> Any:
        for _ in range(STRIDE):
            city, slot, depth, length, best, *rest = step(walk, lambda index: jnp.asarray(PLACES)[index])
            last = jnp.where(city == start, second, jnp.take_along_axis(first, city, -1))
            walk = (city, slot, depth, length, jnp.maximum(best, first + length + last), *rest)
        return walk

    return lax.while_loop(unfinished, steps, begin(start, first + second, free))[4].max(-1)
