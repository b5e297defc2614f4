"""The longest continuous paths of all seats at once, exactly (TTR-10).

A part of a network that is a tree is measured by its distances, one with at most two odd cities is walked completely; only what
is left is searched, from all its odd cities side by side (an optimal path ends in odd cities). The search goes along one route a
step and keeps its way in a few machine words, so that a step is the same arithmetic for every search of a batch.
"""

from __future__ import annotations

from typing import Any, Final

import jax.numpy as jnp
import numpy as np
from jax import lax

from boxcars.games.ticket_to_ride.mind.distances import FAR
from boxcars.games.ticket_to_ride.mind.tables import CITIES, PAIR_ENDS, PAIR_LENGTH, PAIRS

SLOTS: Final = 7
"""No city has more neighbours."""
NONE: Final = 95
"""The pair that fills empty slots: nobody ever owns it."""
STRIDE: Final = 4
"""Steps between two looks at whether all searches are done."""


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
    return pair.reshape(-1), to.reshape(-1), back.reshape(-1)


PAIR_AT, CITY_AT, SLOT_AT = _slots()
LENGTH_AT: Final = np.append(PAIR_LENGTH, np.zeros(NONE + 1 - PAIRS, np.int32))[PAIR_AT]
TOUCHES: Final = np.zeros((CITIES, PAIRS), bool)
TOUCHES[PAIR_ENDS[:, 0], range(PAIRS)] = TOUCHES[PAIR_ENDS[:, 1], range(PAIRS)] = True


def longest_paths(own: Any, far: Any) -> Any:
    """The longest path of each seat, from the pairs it joins ``[n, 78]`` and its own distances ``[n, 36, 36]``."""
    joined = far < FAR
    odd = (own[:, None, :] & TOUCHES).sum(-1) % 2 == 1
    at = joined[:, :, PAIR_ENDS[:, 0]] & own[:, None, :]
    """Which pairs belong to the part of a city."""
    total = (at * PAIR_LENGTH).sum(-1)
    odds = (joined & odd[:, None, :]).sum(-1)
    tree = at.sum(-1) == joined.sum(-1) - 1
    whole = odds <= 2
    known = jnp.where(whole, total, jnp.where(tree, jnp.where(joined, far, 0).max(-1), 0)).max(-1)
    # With m pairs of odd cities at least m - 1 routes stay unused: at best the shortest ones.
    unused = jnp.maximum(odds // 2 - 1, 0)
    bound = total
    for length in range(1, 7):
        taken = jnp.minimum(unused, (at & np.equal(PAIR_LENGTH, length)).sum(-1))
        unused, bound = unused - taken, bound - length * taken
    bound = jnp.where(odd & ~whole & ~tree, bound, 0)
    return _search(_words(own), bound, known)


def _words(own: Any) -> list[Any]:
    """The pairs as bits of three words, the same for each start."""
    bits = jnp.uint32(1) << jnp.arange(32, dtype=jnp.uint32)
    padded = jnp.concatenate([own, jnp.zeros((own.shape[0], 96 - PAIRS), bool)], -1).reshape(own.shape[0], 3, 32)
    words = jnp.where(padded, bits, 0).sum(-1, dtype=jnp.uint32)
    return [jnp.broadcast_to(words[:, i, None], (own.shape[0], CITIES)) for i in range(3)]


def _search(free: list[Any], bound: Any, known: Any) -> Any:
    """Depth first from each city where a path longer than the known one could start."""
    shape = bound.shape
    zero, none = jnp.zeros(shape, jnp.int32), jnp.zeros(shape, jnp.uint32)
    start = jnp.broadcast_to(jnp.arange(CITIES), shape)
    best = jnp.broadcast_to(known[:, None], shape)
    # city, next slot, how many routes deep, how long, best so far; then the free pairs and the way back (three bits a route).
    first = (start, zero, zero, zero, best, *free, none, none, none)

    def unfinished(walk: Any) -> Any:
        return ((walk[1] <= SLOTS) & (walk[4].max(-1, keepdims=True) < bound)).any()

    def steps(walk: Any) -> Any:
        for _ in range(STRIDE):
            walk = _step(walk)
        city, slot, depth, length, best, *rest = walk
        # All starts of a seat share what was found; a search that cannot beat it is over.
        best = jnp.broadcast_to(best.max(-1, keepdims=True), shape)
        return city, jnp.where(best >= bound, SLOTS + 1, slot), depth, length, best, *rest

    return lax.while_loop(unfinished, steps, first)[4].max(-1)


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
    return jnp.where(moved, to, city), slot, depth + forward - back, length, jnp.maximum(best, length), f0, f1, f2, w0, w1, w2


def _bit(f0: Any, f1: Any, f2: Any, pair: Any) -> Any:
    word = jnp.where(pair < 32, f0, jnp.where(pair < 64, f1, f2))
    return word >> (pair % 32).astype(jnp.uint32) & 1
