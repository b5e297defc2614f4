"""Shortest ways between all cities at once, in a few steps that are the same for every position.

The board never changes, only the cost of its pairs does. So the order in which cities are taken out (each time joining its
remaining neighbours by the way through it) is worked out once; what is left to do in a position is a fixed list of rounds
«the least of some sums of two earlier values». It is exact, needs a tenth of the arithmetic of the usual three loops over the
cities, and every round is one gather for a whole batch of games.

Written once for numpy and for JAX: ``xp`` is the one or the other, leading axes are batches.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

import numpy as np

from boxcars.games.ticket_to_ride.ai.board_arrays import CITIES, PAIR_ENDS, PAIRS

FAR: Final = 15_000
"""A distance greater than any real one: there is no way. Twice this number still fits into 16 bits."""
ORDER: Final = (
    1, 33, 3, 12, 34, 28, 10, 29, 30, 2, 15, 11, 24, 19, 22, 5, 4, 0,
    27, 32, 7, 8, 31, 25, 13, 21, 35, 18, 17, 9, 26, 14, 20, 6, 23, 16,
)  # fmt: skip
"""The order in which cities are eliminated. Any order is exact; of those tried this one needs the fewest rounds."""

PAIRS_OF_CITIES: Final = list(combinations(range(CITIES), 2))
PART: Final = 210
"""A third of the cities, in the order of elimination."""

Terms = list[tuple[int, int]]
"""For each value the pairs of earlier values (by number) whose least sum it is."""


def steps() -> tuple[list[Terms], list[int], list[Terms]]:
    """Return the plan of the computation: the round of each value (0: nothing, 1: FAR, then the costs of the pairs), and the
    terms for every two cities."""
    terms: list[Terms] = [[] for _ in range(2 + PAIRS)]
    when = [0] * len(terms)

    def value(of: Terms) -> int:
        terms.append(of)
        when.append(1 + max(max(when[a], when[b]) for a, b in of))
        return len(terms) - 1

    # Take the cities out: what joins two of the rest is the least of its own cost and the ways through those taken out.
    around: list[dict[int, Terms]] = [{} for _ in range(CITIES)]
    for p, (a, b) in enumerate(PAIR_ENDS.tolist()):
        around[a][b] = [(2 + p, 0)]
        around[b][a] = [(2 + p, 0)]
    above: list[dict[int, int]] = [{} for _ in range(CITIES)]
    for city in ORDER:
        for other, ways in around[city].items():
            above[city][other] = ways[0][0] if len(ways) == 1 and ways[0][1] == 0 else value(ways)
            del around[other][city]
        for a, to_a in above[city].items():
            for b, to_b in above[city].items():
                if a != b:
                    around[a].setdefault(b, []).append((to_a, to_b))
        around[city] = {}
    # The way up from each city to those taken out after it.
    up: list[dict[int, int]] = [{} for _ in range(CITIES)]
    for city in reversed(ORDER):
        up[city][city] = 0
        for hub in {h for other in above[city] for h in up[other]}:
            up[city][hub] = value([(cost, up[other][hub]) for other, cost in above[city].items() if hub in up[other]])
    between = [[(up[a][hub], up[b][hub]) for hub in up[a] if hub in up[b]] for a, b in PAIRS_OF_CITIES]
    return terms, when, between


def _padded(all_terms: list[Terms]) -> tuple[Any, Any]:
    """Return two arrays of numbers of values of equal length, padded with FAR."""
    width = max(len(terms) for terms in all_terms)
    both = np.ones((len(all_terms), width, 2), np.int32)
    for i, terms in enumerate(all_terms):
        both[i, : len(terms)] = terms
    return both[:, :, 0], both[:, :, 1]


def _rounds() -> tuple[list[tuple[Any, Any]], list[tuple[Any, Any]], Any]:
    """Return the plan with its values renumbered so that those of a round lie together; all pairs of cities, grouped by their
    number of terms; and for each two cities the place of their value (for a city and itself the first, which is 0)."""
    terms, when, between = steps()
    order = sorted(range(len(terms)), key=lambda v: (when[v], v))
    number = {v: i for i, v in enumerate(order)}

    def renumbered(all_terms: list[Terms]) -> list[Terms]:
        return [[(number[a], number[b]) for a, b in of] for of in all_terms]

    rounds = [_padded(renumbered([terms[v] for v in order if when[v] == r])) for r in range(1, max(when) + 1)]
    by_size = sorted(range(len(between)), key=lambda i: len(between[i]))
    parts = [by_size[first : first + PART] for first in range(0, len(by_size), PART)]
    place = np.zeros((CITIES, CITIES), np.int32)
    for at, i in enumerate(by_size):
        a, b = PAIRS_OF_CITIES[i]
        place[a, b] = place[b, a] = 1 + at
    return rounds, [_padded(renumbered([between[i] for i in part])) for part in parts], place.reshape(-1)


ROUNDS, BETWEEN, PLACE = _rounds()


def distances(xp: Any, cost: Any) -> Any:
    """Return the cost of the best way between every two cities, FAR where there is none: ``[..., 78] -> [..., 36, 36]``,
    int16."""
    cost = cost.astype(xp.int16)
    batch = cost.shape[:-1]
    fixed = xp.broadcast_to(xp.asarray([0, FAR], xp.int16), (*batch, 2))
    values = xp.concatenate([fixed, cost], axis=-1)
    for first, second in ROUNDS:
        values = xp.concatenate([values, least(xp, values, first, second)], axis=-1)
    ways = xp.concatenate([fixed[..., :1], *(least(xp, values, *part) for part in BETWEEN)], axis=-1)
    return ways[..., PLACE].reshape(*batch, CITIES, CITIES)


def least(xp: Any, values: Any, first: Any, second: Any) -> Any:
    """Return the least of the sums of the values with these numbers."""
    return xp.minimum((values[..., first] + values[..., second]).min(axis=-1), xp.int16(FAR))
