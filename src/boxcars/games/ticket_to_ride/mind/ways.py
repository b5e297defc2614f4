"""How far a seat's tickets are, and a plan that joins them: the dear part of what a network sees.

Written once for numpy and for JAX (``xp`` is the one or the other), one position or many: the places of a thing come first, the
batch last. So a round of arithmetic for all games of a batch reads neighbouring numbers, which is what an accelerator wants.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from boxcars.games.ticket_to_ride.mind import tables as t
from boxcars.games.ticket_to_ride.mind.distances import FAR, distances, put

UNIT: Final = 256
"""What one train costs in distances; what is below it only breaks ties, so that the best way is (nearly always) one way."""
TIE: Final = (np.arange(t.PAIRS) * 37 % 7 + 1).astype(np.int16)
COST: Final = (t.PAIR_LENGTH * UNIT + TIE).astype(np.int16)
NEVER: Final = 46
"""Trains that a ticket needs if it cannot be completed: more than anybody has."""
PLANNED: Final = 5
"""Tickets that the plan joins, most valuable first."""
BY_RANK: Final = np.argsort(-t.TICKET_POINTS, kind="stable")
RANK: Final = np.argsort(BY_RANK, kind="stable").astype(np.int16)
BEGIN, END = t.TICKET_ENDS.T


class Ahead(NamedTuple):
    """What lies ahead of a seat."""

    need: Any
    """Trains that each of the 30 tickets still needs;"""
    extra: Any
    """and once the plan is built."""
    worth: Any
    """Of each pair: the value of the ticket whose plan asked for it."""
    trains: Any
    points: Any
    """Trains and ticket points of the plan."""
    together: Any
    """What each offered ticket needs beside the plan once another offered one is joined, too;"""
    wish: Any
    """and the pairs that they ask for, each with the best ticket's value."""


class Ways:
    """Distances between the cities when some ways are built as well: not written anew for every way, but reckoned when asked for.

    A new way of no cost shortens what leads over it, and nothing else: from a city to the way and on from the way.
    """

    def __init__(self, xp: Any, near: Any, cost: Any) -> None:
        self.xp = xp
        self.near = near
        self.cost = cost
        self.built = xp.full((PLANNED, t.CITIES, *cost.shape[1:]), FAR, xp.int16)
        """How far each city is from each way that is built; FAR as long as there is none."""

    def from_city(self, city: Any) -> Any:
        """How far every city is from this one."""
        over = pick(self.xp, self.xp.swapaxes(self.built, 0, 1), city)
        return self.xp.minimum(pick(self.xp, self.near, city), (over[:, None] + self.built).min(0))

    def tickets(self) -> Any:
        """The distance of each ticket's ends."""
        return self.xp.minimum(self.near[BEGIN, END], (self.built[:, BEGIN] + self.built[:, END]).min(0))

    def between(self, a: Any, b: Any) -> Any:
        return pick(self.xp, self.from_city(a), b)

    def from_some(self, cities: Any) -> Any:
        """How far every city is from the nearest of these."""
        xp, none = self.xp, self.xp.int16(FAR)
        nearest = xp.where(cities, self.built, none).min(1)
        return xp.minimum(xp.where(cities[:, None], self.near, none).min(0), (nearest[:, None] + self.built).min(0))

    def of_ticket(self, ticket: Any, use: Any) -> tuple[Any, Any, Any]:
        """The best way of a ticket, if there is one to be used: its pairs, how far every city is from it, its cost."""
        xp = self.xp
        a, b = xp.asarray(BEGIN)[ticket], xp.asarray(END)[ticket]
        from_a, from_b = self.from_city(a), self.from_city(b)
        way = pick(xp, from_a, b)
        use = use & (way < FAR)
        first, second = t.PAIR_ENDS.T
        through = xp.minimum(from_a[first] + from_b[second], from_a[second] + from_b[first]) + xp.minimum(self.cost, FAR // 8)
        pairs = use & (through == way) & (self.cost > 0) & (self.cost < FAR)
        return pairs, self.from_some(use & (from_a + from_b == way)), xp.where(use, way, 0)

    def build(self, number: int, pairs: Any, way: Any) -> None:
        self.built = put(self.built, number, way[None])
        self.cost = self.xp.where(pairs, self.xp.int16(0), self.cost)


def look_ahead(xp: Any, cost: Any, tickets: Any, offer: Any) -> Ahead:
    """From what each pair costs ``[78, …]``, the tickets held ``[30, …]`` and those offered ``[3, …]``."""
    ways = Ways(xp, distances(xp, cost), cost)
    need = trains_of(xp, ways.tickets())
    worth, trains, points = _join(xp, ways, tickets & (need > 0))
    extra = trains_of(xp, ways.tickets())
    together, wish = _together(xp, ways, xp.maximum(offer, 0), offer >= 0)
    return Ahead(need, extra, worth, trains, points, together, wish)


def _join(xp: Any, ways: Ways, wanted: Any) -> tuple[Any, Any, Any]:
    """Build the wanted tickets one after the other, each by its best way beside what is planned: worth, trains, points."""
    rank = _along(RANK, wanted)
    numbers = _along(np.arange(t.TICKETS), wanted)
    worth = xp.zeros(ways.cost.shape, xp.int16)
    trains = points = xp.int32(0)
    for number in range(PLANNED):
        ticket = xp.asarray(BY_RANK)[xp.where(wanted, rank, t.TICKETS - 1).min(0)]
        pairs, way, cost = ways.of_ticket(ticket, wanted.any(0))
        value = xp.asarray(t.TICKET_POINTS)[ticket]
        worth = xp.where(pairs, value, worth).astype(xp.int16)
        trains = trains + cost // UNIT
        points = points + xp.where((way < FAR).any(0), value, 0)
        ways.build(number, pairs, way)
        wanted = wanted & (numbers != ticket)
    return worth, trains, points


def _together(xp: Any, ways: Ways, ticket: Any, there: Any) -> tuple[Any, Any]:
    a, b = xp.asarray(BEGIN)[ticket], xp.asarray(END)[ticket]
    wish = xp.zeros(ways.cost.shape, xp.int16)
    beside = xp.stack([ways.between(a[i], b[i]) for i in range(3)])
    rows = []
    for i in range(3):
        pairs, way, _ = ways.of_ticket(ticket[i], there[i])
        wish = xp.maximum(wish, xp.where(pairs, xp.asarray(t.TICKET_POINTS)[ticket[i]], 0)).astype(xp.int16)
        joined = xp.stack([xp.minimum(beside[j], pick(xp, way, a[j]) + pick(xp, way, b[j])) for j in range(3)])
        rows.append(xp.where(there & there[i], trains_of(xp, joined), 0))
    return xp.stack(rows), wish


def trains_of(xp: Any, way: Any) -> Any:
    """The trains that a distance stands for; NEVER if there is no way."""
    return xp.minimum(way // UNIT, NEVER)


def pick(xp: Any, table: Any, index: Any) -> Any:
    """The entry that each game of the batch asks for."""
    if not index.ndim:
        return table[index]
    return xp.take_along_axis(table, index.reshape((1,) * (table.ndim - index.ndim) + index.shape), 0)[0]


def _along(places: Any, like: Any) -> Any:
    """One number for each place, the same in every game of the batch."""
    return places.reshape(-1, *(1,) * (like.ndim - 1))
