"""What tickets ask of the board on a CUDA device: one kernel (Pallas, by way of Triton), a game in each lane.

It computes what ``games/ticket_to_ride/ai/network_input.compute_ticket_needs`` does, in another order where that changes
nothing. A lane has a column of scratch memory: the values of ``ai/city_distances.steps``, the distances of all cities, and how
near each city is to every way that was planned. Distances are not written anew for a plan: the way between two cities beside it
is the least of the one on the board and those by way of each planned way. As many programs run as the card holds at once, each
for one warp of games after another. Loops stay loops: unrolled, the compiler needed longer than two minutes.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any, Final
from warnings import warn

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.experimental import pallas as pl

try:
    from jax.experimental.pallas.triton import CompilerParams

    ONE_WARP: Any = CompilerParams(num_warps=1, num_stages=1)  # nothing is fetched ahead: what is read was written just before
except ImportError:  # a JAX without that way to a kernel
    ONE_WARP = None

from boxcars.envs.jax.longest_path_kernels import LANES
from boxcars.envs.jax.longest_path_step import lowest_bit
from boxcars.games.ticket_to_ride.ai import board_arrays as t
from boxcars.games.ticket_to_ride.ai.city_distances import FAR, steps
from boxcars.games.ticket_to_ride.ai.network_input import NEVER, PLANNED, RANK, UNIT

PROGRAMS: Final = 132 * 32
"""Number of warps: as many as a multiprocessor of an H200 holds, for all of them. With fewer it waits for its memory."""
SCRATCH: Any = jnp.int16
"""The type of the scratch memory: all numbers are below twice FAR."""
TERMS: Final = 6
"""Number of sums that one operation takes the least of."""

COSTS: Final = 2
"""The first row of the pairs' costs; before it are 0 and FAR."""
NEARNESS: Final = COSTS + t.PAIRS
"""The first row of how near each city is to each planned way, a block each; the last block is for the way that is looked at.
Before there are any the steps to the distances are written there."""
DISTANCES: Final = len(steps()[0])
"""The first row of distances, for every two cities in the order of ``combinations``."""
FROM: Final = DISTANCES + t.CITIES * (t.CITIES - 1) // 2
"""The first row of the distances of all cities from the two ends of a ticket, given the plan so far."""
ROWS: Final = FROM + 2 * t.CITIES
BLOCK: Final = 12
"""Number of cities whose distance to a way is computed at once."""
ROW_BITS: Final = 11

UNIT_BITS: Final = UNIT.bit_length() - 1

TOGETHER: Final = 2
"""Rows of the small results: the plan's trains and points, then what offered tickets need together."""


def _operations() -> Any:
    """Return the steps as operations of equal size: pairs of rows whose sums are compared, and the row of the least."""
    values, _, between = steps()
    of_row = {row: terms for row, terms in enumerate(values) if terms} | {DISTANCES + i: terms for i, terms in enumerate(between)}
    found = []
    for row in sorted(of_row):
        left = list(of_row[row])
        first = True
        while left:
            # More sums than fit: the next operation goes on from what this one found.
            taken, left = left[: TERMS - (not first)], left[TERMS - (not first) :]
            sums = taken if first else [*taken, (row, 0)]
            sums += [sums[0]] * (TERMS - len(sums))
            found.append([*(a | b << ROW_BITS for a, b in sums), row])
            first = False
    return np.array(found, np.int32)


def _places() -> Any:
    place = np.zeros((t.CITIES, t.CITIES), np.int32)
    for row, (a, b) in enumerate(combinations(range(t.CITIES), 2), DISTANCES):
        place[a, b] = place[b, a] = row
    return place


OPERATIONS: Final = _operations()
PLACE: Final = _places()
"""The row of the distance of every two cities; row 0 for a city and itself."""
BY_RANK: Final = np.argsort(RANK)
"""The tickets, most valuable first."""
ENDS: Final = (t.TICKET_ENDS[:, 0] | t.TICKET_ENDS[:, 1] << 6 | t.TICKET_POINTS << 12).astype(np.int32)
ASKED: Final = np.concatenate([ENDS[BY_RANK], ENDS | RANK.astype(np.int32) << 20])
"""Cities and points of the tickets: by rank, then by number (with their ranks)."""
JOINED: Final = (t.PAIR_ENDS[:, 0] | t.PAIR_ENDS[:, 1] << 6).astype(np.int32)
"""The cities of each pair."""


@cache
def works() -> bool:
    """Return whether the kernel can be used here. A compiler that cannot build it is asked once, with the smallest batch."""
    if ONE_WARP is None:
        return False
    if jax.default_backend() != "gpu":
        return True
    try:
        given = [((LANES, t.PAIRS), jnp.int16), ((LANES, t.TICKETS), jnp.bool_), ((LANES, 3), jnp.int32)]
        shapes = [jax.ShapeDtypeStruct(*one) for one in given]  # type: ignore[no-untyped-call]
        jax.jit(ticket_needs).lower(*shapes).compile()
    except Exception as error:
        warn(f"tickets are surveyed without a kernel, since it cannot be made here: {error}", stacklevel=2)
        return False
    return True


def ticket_needs(cost: Array, tickets: Array, offer: Array, interpret: bool = False) -> tuple[Array, ...]:
    """Return the fields of ``network_input.TicketNeeds`` for many games: ``[n, 78], [n, 30], [n, 3]``."""
    count = cost.shape[0]
    groups = -(-count // LANES)
    width = groups * LANES
    programs = min(groups, PROGRAMS)

    def across(a: Array) -> Array:
        """Return an array with games as columns, so that neighbouring lanes read neighbouring numbers."""
        return jnp.pad(a, ((0, width - count), (0, 0))).T

    def shape(kind: Any, rows: int, columns: int = width) -> Any:
        return jax.ShapeDtypeStruct((rows, columns), kind)  # type: ignore[no-untyped-call]

    held = jnp.where(tickets[:, BY_RANK], jnp.int32(1) << jnp.arange(t.TICKETS), 0).sum(-1, dtype=jnp.int32)
    given = [across(cost.astype(jnp.int16)), across(held[:, None]), across(offer.astype(jnp.int32))]
    sizes = [t.TICKETS, t.TICKETS, t.PAIRS, t.PAIRS, TOGETHER + 9]
    outs = [*(shape(jnp.int16, size) for size in sizes), shape(SCRATCH, ROWS, programs * LANES)]
    params = None if interpret else ONE_WARP
    call = pl.pallas_call(_ticket_needs, outs, grid=(programs,), interpret=interpret, compiler_params=params)
    need, extra, worth, wish, small, _ = call(*given, OPERATIONS.reshape(-1), ASKED, JOINED, PLACE.reshape(-1))
    need, extra, worth, wish, small = (a[:, :count].T for a in (need, extra, worth, wish, small))
    return need, extra, worth, small[:, 0], small[:, 1], small[:, TOGETHER:].reshape(count, 3, 3), wish


def _ticket_needs(*refs: Any) -> None:
    """Run one program of the kernel: group after group of games."""
    groups, programs = refs[0].shape[1] // LANES, refs[-1].shape[1] // LANES
    program = pl.program_id(0)

    def group(i: Any, _: Any) -> Any:
        # Where there are fewer than programs left, some do the last one again.
        games = jnp.minimum(program + i * programs, groups - 1) * LANES + jnp.arange(LANES)
        _Group(games, program * LANES + jnp.arange(LANES), *refs).ticket_needs()
        return _

    lax.fori_loop(0, -(-groups // programs), group, 0)


class _Group:
    """The games of one warp: ``games`` are their columns, ``home`` those of the scratch memory."""

    def __init__(self, games: Any, home: Any, *refs: Any) -> None:
        self.games, self.home = games, home
        self.cost, self.held, self.offer, self.operations, self.asked, self.joined, self.place = refs[:7]
        self.need, self.extra, self.worth, self.wish, self.small, self.scratch = refs[7:]

    def _load(self, row: Any) -> Any:
        return self.scratch[row, self.home].astype(jnp.int32)

    def _store(self, row: Any, value: Any) -> None:
        self.scratch[row, self.home] = value.astype(self.scratch.dtype)

    def ticket_needs(self) -> None:
        self._begin()
        self._distances()
        wanted = self._needed()
        planned = self._plan(wanted)
        self._beside(planned)
        self._together(planned)

    def _begin(self) -> None:
        zero = jnp.zeros(LANES, jnp.int32)
        self._store(0, zero)
        self._store(1, zero + FAR)

        def pair(p: Any, _: Any) -> Any:
            self._store(COSTS + p, self.cost[p, self.games])
            self.worth[p, self.games] = zero.astype(jnp.int16)
            self.wish[p, self.games] = zero.astype(jnp.int16)
            return _

        lax.fori_loop(0, t.PAIRS, pair, 0)

    def _distances(self) -> None:
        size = TERMS + 1

        def operation(i: Any, _: Any) -> Any:
            least = jnp.full(LANES, FAR, jnp.int32)
            for term in range(TERMS):
                rows = self.operations[i * size + term]
                least = jnp.minimum(least, self._load(rows & (1 << ROW_BITS) - 1) + self._load(rows >> ROW_BITS))
            self._store(self.operations[i * size + TERMS], least)
            return _

        lax.fori_loop(0, len(OPERATIONS), operation, 0)

    def _needed(self) -> Any:
        """Return what every ticket needs, and the held tickets that need something (bits, by rank)."""

        def ask(ticket: Any, wanted: Any) -> Any:
            told = self.asked[t.TICKETS + ticket]
            trains = _trains(self._load(self.place[(told & 63) * t.CITIES + (told >> 6 & 63)]))
            self.need[ticket, self.games] = trains.astype(jnp.int16)
            return wanted | (trains > 0).astype(jnp.int32) << (told >> 20)

        return lax.fori_loop(0, t.TICKETS, ask, jnp.zeros(LANES, jnp.int32)) & self.held[0, self.games]

    def _plan(self, wanted: Any) -> Any:
        """Plan the wanted tickets; returns how many ways were tried."""
        zero = jnp.zeros(LANES, jnp.int32)

        def unfinished(now: Any) -> Any:
            return (now[0] < PLANNED) & (now[1].max() > 0)

        def join(now: Any) -> Any:
            planned, wanted, trains, points = now
            some = wanted != 0
            ticket = self.asked[jnp.where(some, lowest_bit(wanted), 0)]
            value = ticket >> 12

            def ask(p: Any, asked: Any, cost: Any) -> None:
                self._store(COSTS + p, jnp.where(asked, 0, cost))
                before = self.worth[p, self.games].astype(jnp.int32)
                self.worth[p, self.games] = jnp.where(asked, value, before).astype(jnp.int16)

            use, way = self._way(ticket, some, planned, planned, ask)
            trains += jnp.where(use, way >> UNIT_BITS, 0)
            points += jnp.where(use, value, 0)
            return planned + 1, wanted & (wanted - 1), trains, points

        planned, _, trains, points = lax.while_loop(unfinished, join, (jnp.int32(0), wanted, zero, zero))
        self.small[0, self.games] = trains.astype(jnp.int16)
        self.small[1, self.games] = points.astype(jnp.int16)
        return planned

    def _beside(self, planned: Any) -> None:
        """Write what every ticket needs given the plan."""

        def ask(ticket: Any, _: Any) -> Any:
            told = self.asked[t.TICKETS + ticket]
            way = self._distance(told & 63, told >> 6 & 63, planned)
            self.extra[ticket, self.games] = _trains(way).astype(jnp.int16)
            return _

        lax.fori_loop(0, t.TICKETS, ask, 0)

    def _together(self, planned: Any) -> None:
        """Write what offered tickets need together, where any game has some."""
        for row in range(TOGETHER, TOGETHER + 9):
            self.small[row, self.games] = jnp.zeros(LANES, jnp.int16)
        last = NEARNESS + PLANNED * t.CITIES

        def ticket_of(offer: Any) -> Any:
            return self.asked[t.TICKETS + jnp.maximum(offer, 0)] & (1 << 20) - 1

        def join(i: Any, _: Any) -> Any:
            offer = self.offer[i, self.games]
            ticket = ticket_of(offer)

            def ask(p: Any, asked: Any, cost: Any) -> None:
                before = self.wish[p, self.games].astype(jnp.int32)
                self.wish[p, self.games] = jnp.where(asked, jnp.maximum(before, ticket >> 12), before).astype(jnp.int16)

            self._way(ticket, offer >= 0, planned, jnp.int32(PLANNED), ask)

            def beside(j: Any, _: Any) -> Any:
                other = self.offer[j, self.games]
                a, b = ticket_of(other) & 63, ticket_of(other) >> 6 & 63
                way = jnp.minimum(self._distance(a, b, planned), self._load(last + a) + self._load(last + b))
                found = jnp.where((offer >= 0) & (other >= 0), _trains(way), 0)
                self.small[TOGETHER + 3 * i + j, self.games] = found.astype(jnp.int16)
                return _

            return lax.fori_loop(0, 3, beside, _)

        offers = [self.offer[i, self.games] for i in range(3)]
        some = jnp.maximum(jnp.maximum(offers[0], offers[1]), offers[2]).max() >= 0
        lax.fori_loop(0, 3 * some.astype(jnp.int32), join, 0)

    def _distance(self, a: Any, b: Any, planned: Any) -> Any:
        """Return the distance between two cities, given the plan so far."""

        def through(r: Any, way: Any) -> Any:
            near = NEARNESS + r * t.CITIES
            return jnp.minimum(way, self._load(near + a) + self._load(near + b))

        return lax.fori_loop(0, planned, through, self._load(self.place[a * t.CITIES + b]))

    def _way(self, ticket: Any, use: Any, planned: Any, block: Any, ask: Any) -> tuple[Any, Any]:
        """The best way of a ticket beside the plan so far: its pairs are asked for, the nearness of all cities to it is written
        into a block. Returns whether there is one, and its cost."""
        a, b = ticket & 63, ticket >> 6 & 63
        way = self._distance(a, b, planned)
        use = use & (way < FAR)

        def city(c: Any, _: Any) -> Any:
            self._store(FROM + c, self._distance(a, c, planned))
            self._store(FROM + t.CITIES + c, self._distance(b, c, planned))
            return _

        lax.fori_loop(0, t.CITIES, city, 0)

        def pair(p: Any, _: Any) -> Any:
            ends = self.joined[p]
            first, second = FROM + (ends & 63), FROM + (ends >> 6)
            there = self._load(first) + self._load(second + t.CITIES)
            back = self._load(second) + self._load(first + t.CITIES)
            cost = self._load(COSTS + p)
            through = jnp.minimum(there, back) + jnp.minimum(cost, FAR // 8)
            ask(p, use & (through == way) & (cost > 0) & (cost < FAR), cost)
            return _

        lax.fori_loop(0, t.PAIRS, pair, 0)

        def some(k: Any, _: Any) -> Any:
            self._nearness(k * BLOCK, use, way, planned, NEARNESS + block * t.CITIES)
            return _

        lax.fori_loop(0, t.CITIES // BLOCK, some, 0)
        return use, way

    def _nearness(self, first: Any, use: Any, way: Any, planned: Any, out: Any) -> None:
        """Return the distances of a block of cities to a way."""

        def on_way(c: Any) -> Any:
            return use & (self._load(FROM + c) + self._load(FROM + t.CITIES + c) == way)

        def from_city(c: Any, near: Any) -> Any:
            here = on_way(c)
            found = (self._load(self.place[c * t.CITIES + first + i]) for i in range(BLOCK))
            return tuple(jnp.where(here, jnp.minimum(so_far, far), so_far) for so_far, far in zip(near, found, strict=True))

        def beside(r: Any, near: Any) -> Any:
            planned_way = NEARNESS + r * t.CITIES

            def nearest(c: Any, least: Any) -> Any:
                return jnp.where(on_way(c), jnp.minimum(least, self._load(planned_way + c)), least)

            least = lax.fori_loop(0, t.CITIES, nearest, jnp.full(LANES, FAR, jnp.int32))
            return tuple(jnp.minimum(so_far, self._load(planned_way + first + i) + least) for i, so_far in enumerate(near))

        none = (jnp.full(LANES, FAR, jnp.int32),) * BLOCK
        near = lax.fori_loop(0, planned, beside, lax.fori_loop(0, t.CITIES, from_city, none))
        for i, far in enumerate(near):
            self._store(out + first + i, far)


def _trains(way: Any) -> Any:
    return jnp.minimum(way >> UNIT_BITS, NEVER)
