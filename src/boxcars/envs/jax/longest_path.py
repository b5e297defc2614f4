"""The longest continuous paths of all seats at once, exactly (TTR-10).

Routes that lead nowhere but to a dead end can only be the first or the last of a path. So they are taken away first, from the
ends inwards, and every city remembers the two longest ways into dead ends that began there; a network without circles is measured
by that alone. What is left are the circles and what joins them: few routes, and those are searched from all cities side by side.
The search goes along one route a step and keeps its way in a few machine words, so that a step is the same arithmetic for every
search of a batch.
"""

from __future__ import annotations

from typing import Any, Final

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from boxcars.games.ticket_to_ride.mind.tables import CITIES, PAIR_ENDS, PAIR_LENGTH, PAIRS

SLOTS: Final = 7
"""No city has more neighbours."""
NONE: Final = 95
"""The pair that fills empty slots: nobody ever owns it."""
STRIDE: Final = 8
"""Steps between two looks at whether all is done: a look costs as much as several steps."""


def _slots() -> tuple[Any, Any, Any]:
    """For each city and slot: the pair, the city it leads to, and its slot over there."""
    lists: list[list[tuple[int, int]]] = [[] for _ in range(CITIES)]
    for p, (a, b) in enumerate(PAIR_ENDS.tolist()):
        lists[a].append((p, b))
        lists[b].append((p, a))
    pair = np.full((CITIES, SLOTS), NONE, np.int32)
    to, back = np.zeros((CITIES, SLOTS), np.int32), np.zeros((CITIES, SLOTS), np.int32)
    for city, around in enumerate(lists):
        for slot, (p, other) in enumerate(around):
            pair[city, slot], to[city, slot] = p, other
            back[city, slot] = [q for q, _ in lists[other]].index(p)
    return pair, to, back


PAIR_OF, CITY_OF, SLOT_OF = _slots()
LENGTH_OF: Final = np.append(PAIR_LENGTH, np.zeros(NONE + 1 - PAIRS, np.int32))[PAIR_OF]
PAIR_AT, CITY_AT, SLOT_AT, LENGTH_AT = (table.reshape(-1) for table in (PAIR_OF, CITY_OF, SLOT_OF, LENGTH_OF))


def longest_paths(own: Array) -> Array:
    """The longest path of each seat, from the pairs it joins: ``[n, 78] -> [n]``."""
    free, first, second = _without_dead_ends(_by_slot(own))
    found: Array = _search(_words(free), first, second)
    return found


def _by_slot(own: Any) -> Any:
    """Whether the route in each slot of each city is the seat's."""
    wide = jnp.concatenate([own, jnp.zeros((own.shape[0], NONE + 1 - PAIRS), bool)], -1)
    return wide[:, PAIR_OF]


def _without_dead_ends(free: Any) -> tuple[Any, Any, Any]:
    """What is left of the routes, and the two longest ways from each city into dead ends that begin with different routes."""
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


def _words(free: Any) -> list[Any]:
    """The pairs as bits of three words, the same for each start."""
    own = jnp.zeros((free.shape[0], NONE + 1), bool).at[:, PAIR_AT].max(free.reshape(free.shape[0], -1))
    bits = jnp.uint32(1) << jnp.arange(32, dtype=jnp.uint32)
    words = jnp.where(own.reshape(-1, 3, 32), bits, 0).sum(-1, dtype=jnp.uint32)
    return [jnp.broadcast_to(words[:, i, None], (free.shape[0], CITIES)) for i in range(3)]


def _search(free: list[Any], first: Any, second: Any) -> Any:
    """Depth first from each city, along what is left; a path may begin and end with a way into a dead end."""
    shape = first.shape
    zero, none = jnp.zeros(shape, jnp.int32), jnp.zeros(shape, jnp.uint32)
    start = jnp.broadcast_to(jnp.arange(CITIES), shape)
    # city, next slot, how many routes deep, how long, best so far; then the free pairs and the way back (three bits a route).
    walk = (start, zero, zero, zero, first + second, *free, none, none, none)

    def unfinished(walk: Any) -> Any:
        return (walk[1] <= SLOTS).any()

    def steps(walk: Any) -> Any:
        for _ in range(STRIDE):
            city, slot, depth, length, best, *rest = _step(walk)
            last = jnp.where(city == start, second, jnp.take_along_axis(first, city, -1))
            walk = (city, slot, depth, length, jnp.maximum(best, first + length + last), *rest)
        return walk

    return lax.while_loop(unfinished, steps, walk)[4].max(-1)


def _step(walk: Any) -> Any:
    """One route forward, or where none is left one back."""
    city, slot, depth, length, best, f0, f1, f2, w0, w1, w2 = walk
    open_slots = jnp.zeros_like(city)
    for s in range(SLOTS):
        pair = jnp.asarray(PAIR_AT)[city * SLOTS + s]
        open_slots |= (_bit(f0, f1, f2, pair) << s).astype(jnp.int32)
    open_slots = (open_slots >> slot) << slot
    over = slot > SLOTS
    forward = (open_slots != 0) & ~over
    back = ~forward & (depth > 0) & ~over
    here = jnp.where(forward, lax.population_count((open_slots & -open_slots) - 1), (w0 & 7).astype(jnp.int32))
    place = jnp.minimum(city * SLOTS + here, CITIES * SLOTS - 1)
    pair, to = jnp.asarray(PAIR_AT)[place], jnp.asarray(CITY_AT)[place]
    there, long = jnp.asarray(SLOT_AT)[place], jnp.asarray(LENGTH_AT)[place]
    moved = forward | back
    one = jnp.where(moved, jnp.uint32(1) << (pair % 32).astype(jnp.uint32), 0)
    word = pair // 32
    f0, f1, f2 = (f ^ jnp.where(word == i, one, 0) for i, f in enumerate((f0, f1, f2)))
    push = (w0 << 3 | there.astype(jnp.uint32), w1 << 3 | w0 >> 29, w2 << 3 | w1 >> 29)
    pop = (w0 >> 3 | w1 << 29, w1 >> 3 | w2 << 29, w2 >> 3)
    w0, w1, w2 = (jnp.where(forward, a, jnp.where(back, b, w)) for a, b, w in zip(push, pop, (w0, w1, w2), strict=True))
    length = length + jnp.where(forward, long, jnp.where(back, -long, 0))
    # Coming back to a city, the search goes on behind the slot it left by; with nothing left at the start it is over.
    slot = jnp.where(forward, 0, jnp.where(back, there + 1, SLOTS + 1))
    return jnp.where(moved, to, city), slot, depth + forward - back, length, best, f0, f1, f2, w0, w1, w2


def _bit(f0: Any, f1: Any, f2: Any, pair: Any) -> Any:
    word = jnp.where(pair < 32, f0, jnp.where(pair < 64, f1, f2))
    return word >> (pair % 32).astype(jnp.uint32) & 1
