"""The longest paths on a CUDA device: two kernels (Pallas, by way of Triton) instead of a loop of many small programs.

They do what ``longest_path`` does elsewhere, in another order where that is no difference. The first takes the dead ends away, a
network in each lane; the second searches, a lane for each network and city to begin in. Networks are columns, so that
neighbouring lanes read neighbouring numbers.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final
from warnings import warn

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.experimental import pallas as pl

try:
    from jax.experimental.pallas.triton import CompilerParams

    ONE_WARP: Any = CompilerParams(num_warps=1)
except ImportError:  # a JAX without that way to a kernel: the loops will do
    ONE_WARP = None

from boxcars.envs.jax.longest_path_step import NONE, PAIR_OF, PLACES, begin, lowest_bit, step, unfinished
from boxcars.games.ticket_to_ride.ai.board_arrays import CITIES, PAIR_ENDS, PAIR_LENGTH

LANES: Final = 32
"""Number of lanes: one warp, so that few wait for the slowest."""
STRIDE: Final = 4
"""Number of steps between two checks whether all lanes are done."""


def _around() -> Any:
    """For each word of pairs and each city, the bits of its pairs."""
    words = np.zeros((3, CITIES), np.uint32)
    for city in range(CITIES):
        for pair in PAIR_OF[city, PAIR_OF[city] < NONE].tolist():
            words[pair >> 5, city] |= np.uint32(1 << (pair & 31))
    return words.reshape(-1)


AROUND: Final = _around()
JOINED: Final = (PAIR_ENDS.sum(1) | PAIR_LENGTH << 8).astype(np.int32)
"""For each pair the sum of its cities (less one of them it is the other), and its length."""


@cache
def work() -> bool:
    """Return whether the kernels can be used here. A compiler that cannot build them is asked once, with the smallest batch."""
    if ONE_WARP is None:
        return False
    if jax.default_backend() != "gpu":
        return True
    try:
        jax.jit(longest_paths).lower(jax.ShapeDtypeStruct((3, LANES), jnp.uint32)).compile()  # type: ignore[no-untyped-call]
    except Exception as error:
        warn(f"the longest paths go by loops, since their kernels cannot be made here: {error}", stacklevel=2)
        return False
    return True


def longest_paths(words: Array, interpret: bool = False) -> Array:
    """Return the longest paths from the pairs of each network as bits of three words: ``[3, n] -> [n]``."""
    count = words.shape[1]
    width = -(-count // LANES) * LANES

    def run(kernel: Any, programs: int, out: Any, *given: Any) -> Any:
        params = None if interpret else ONE_WARP
        return pl.pallas_call(kernel, out, grid=(programs,), interpret=interpret, compiler_params=params)(*given)

    def shape(kind: Any, *sizes: int) -> Any:
        return jax.ShapeDtypeStruct(sizes, kind)  # type: ignore[no-untyped-call]

    words = jnp.pad(words, ((0, 0), (0, width - count)))
    by_city = shape(jnp.int32, CITIES, width)
    outs = [shape(jnp.uint32, 3, width), by_city, by_city]
    left, first, second = run(_take_dead_ends, width // LANES, outs, words, AROUND, JOINED)
    found = run(_search, CITIES * width // LANES, shape(jnp.int32, CITIES * width), left, first, second, PLACES)
    best: Array = found.reshape(width, CITIES)[:count].max(-1)
    return best


def _take_dead_ends(words: Any, around: Any, joined: Any, left: Any, first: Any, second: Any) -> None:
    """Return each network without dead ends, and the two longest ways from each city into dead ends."""
    lane = pl.program_id(0) * LANES + jnp.arange(LANES)

    def clear(city: Any, _: Any) -> Any:
        first[city, lane] = jnp.zeros(LANES, jnp.int32)
        second[city, lane] = jnp.zeros(LANES, jnp.int32)
        return _

    lax.fori_loop(0, CITIES, clear, 0)

    def at_city(now: Any) -> Any:
        city, idle, *free = now
        mine = [f & around[i * CITIES + city] for i, f in enumerate(free)]
        # One route: a bit in one of the words, and none above it.
        routes: Any = sum((m != 0).astype(jnp.int32) + ((m & (m - 1)) != 0).astype(jnp.int32) for m in mine)
        end = routes == 1
        pair = jnp.zeros(LANES, jnp.int32)
        for i, m in enumerate(mine):
            pair = jnp.where(m != 0, 32 * i + lowest_bit(m), pair)
        known = joined[pair]
        other = jnp.where(end, (known & 255) - city, city)
        way = first[city, lane] + (known >> 8)
        longest, next_best = first[other, lane], second[other, lane]
        # Where it is no dead end the city's own numbers are written back as they were.
        second[other, lane] = jnp.where(end, jnp.maximum(next_best, jnp.minimum(longest, way)), next_best)
        first[other, lane] = jnp.where(end, jnp.maximum(longest, way), longest)
        rest = (jnp.where(end, f & ~m, f) for f, m in zip(free, mine, strict=True))
        idle = jnp.where(end.astype(jnp.int32).max() > 0, 0, idle + 1)
        return (jnp.where(city == CITIES - 1, 0, city + 1), idle, *rest)

    # City after city, round and round, until there was nothing to do in any of them.
    start = (jnp.int32(0), jnp.int32(0), *(words[i, lane] for i in range(3)))
    _, _, *free = lax.while_loop(lambda now: now[1] < CITIES, at_city, start)
    for i in range(3):
        left[i, lane] = free[i]


def _search(left: Any, first: Any, second: Any, places: Any, found: Any) -> None:
    """Search depth first from one city of a network along the remaining routes."""
    lane = pl.program_id(0) * LANES + jnp.arange(LANES)
    network, start = lane // CITIES, lane % CITIES
    into, next_best = first[start, network], second[start, network]

    def steps(walk: Any) -> Any:
        for _ in range(STRIDE):
            city, slot, depth, length, best, *rest = step(walk, lambda index: places[index])
            last = jnp.where(city == start, next_best, first[city, network])
            walk = (city, slot, depth, length, jnp.maximum(best, into + length + last), *rest)
        return walk

    walk = lax.while_loop(unfinished, steps, begin(start, into + next_best, [left[i, network] for i in range(3)]))
    found[lane] = walk[4]
