"""One step of the search for a longest path: the tables of the board and the arithmetic, wherever it runs.

A city has up to seven slots, one for each neighbour. What is known of a slot is one packed number: the pair, the city it leads
to, its slot over there and its length.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from boxcars.games.ticket_to_ride.ai.board_arrays import CITIES, PAIR_ENDS, PAIR_LENGTH

SLOTS: Final = 7
"""The greatest number of neighbours of a city."""
NONE: Final = 95
"""The pair that fills empty slots: nobody ever owns it."""
WALK: Final = 11
"""The numbers that a search keeps: city, next slot, depth, length, best so far, free pairs (three words) and the way back (three
words, three bits a route)."""
Walk = tuple[Array, ...]
Look = Callable[[Array], Array]


def _slots() -> tuple[Any, Any, Any, Any]:
    """For each city and slot: the pair, the city it leads to, its slot over there, its length."""
    lists: list[list[tuple[int, int]]] = [[] for _ in range(CITIES)]
    for p, (a, b) in enumerate(PAIR_ENDS.tolist()):
        lists[a].append((p, b))
        lists[b].append((p, a))
    pair = np.full((CITIES, SLOTS), NONE, np.int32)
    to, back, length = (np.zeros((CITIES, SLOTS), np.int32) for _ in range(3))
    for city, around in enumerate(lists):
        for slot, (p, other) in enumerate(around):
            pair[city, slot], to[city, slot], length[city, slot] = p, other, PAIR_LENGTH[p]
            back[city, slot] = [q for q, _ in lists[other]].index(p)
    return pair, to, back, length


PAIR_OF, CITY_OF, SLOT_OF, LENGTH_OF = _slots()
PLACES: Final = (PAIR_OF | CITY_OF << 7 | SLOT_OF << 13 | LENGTH_OF << 16).reshape(-1).astype(np.int32)
"""The packed numbers, by city and slot."""


def begin(start: Array, best: Array, free: Sequence[Array]) -> Walk:
    """Return a search that has not left its city yet."""
    zero = jnp.zeros_like(start)
    none = zero.astype(jnp.uint32)
    return (start, zero, zero, zero, best, *free, none, none, none)


def unfinished(walk: Walk) -> Array:
    return walk[1].min() <= SLOTS


def step(walk: Walk, place: Look) -> Walk:
    """Go one route forward, or one back where there is none. ``place`` looks up packed numbers."""
    city, slot, depth, length, best, f0, f1, f2, w0, w1, w2 = walk
    open_slots = jnp.zeros_like(city)
    for s in range(SLOTS):
        open_slots |= _bit(f0, f1, f2, place(city * SLOTS + s) & 127) << s
    open_slots = (open_slots >> slot) << slot
    over = slot > SLOTS
    forward = (open_slots != 0) & ~over
    back = ~forward & (depth > 0) & ~over
    here = jnp.where(forward, lowest_bit(open_slots), (w0 & 7).astype(jnp.int32))
    packed = place(jnp.minimum(city * SLOTS + here, CITIES * SLOTS - 1))
    pair, to, there, long = packed & 127, packed >> 7 & 63, packed >> 13 & 7, packed >> 16
    moved = forward | back
    one = jnp.where(moved, jnp.uint32(1) << (pair & 31).astype(jnp.uint32), jnp.uint32(0))
    word = pair >> 5
    f0, f1, f2 = (f ^ jnp.where(word == i, one, jnp.uint32(0)) for i, f in enumerate((f0, f1, f2)))
    push = (w0 << 3 | there.astype(jnp.uint32), w1 << 3 | w0 >> 29, w2 << 3 | w1 >> 29)
    pop = (w0 >> 3 | w1 << 29, w1 >> 3 | w2 << 29, w2 >> 3)
    w0, w1, w2 = (jnp.where(forward, a, jnp.where(back, b, w)) for a, b, w in zip(push, pop, (w0, w1, w2), strict=True))
    length = length + jnp.where(forward, long, jnp.where(back, -long, 0))
    # Coming back to a city, the search goes on behind the slot it left by; with nothing left at the start it is over.
    slot = jnp.where(forward, 0, jnp.where(back, there + 1, SLOTS + 1))
    depth = depth + forward.astype(jnp.int32) - back.astype(jnp.int32)
    return jnp.where(moved, to, city), slot, depth, length, best, f0, f1, f2, w0, w1, w2


def lowest_bit(word: Array) -> Array:
    """Return the position of the lowest bit of a word that has one, from the exponent of that bit as a float (kernels cannot
    count bits)."""
    bit = (word & -word).astype(jnp.float32)
    return (lax.bitcast_convert_type(bit, jnp.int32) >> 23) - 127


def _bit(f0: Any, f1: Any, f2: Any, pair: Any) -> Any:
    word = jnp.where(pair < 32, f0, jnp.where(pair < 64, f1, f2))
    return (word >> (pair & 31).astype(jnp.uint32) & 1).astype(jnp.int32)
