"""What a seat knows as one row of whole numbers, for networks: what lies open, what it holds, how far its tickets are, a plan.

Version 1. The row has the same places for 2 to 5 players; seats are counted from one's own, and places of seats that are not
there are 0. ``LAYOUT`` names every field with its place and its scale: a network is fed ``row * SCALE``, about -1 to 1.

Written once for numpy (one position) and JAX (``vmap`` for many), so that a player sees exactly what it was trained on: whole
numbers all through, nothing that rounds.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from boxcars.games.ticket_to_ride.ai import board_arrays as t
from boxcars.games.ticket_to_ride.ai.city_distances import FAR, distances
from boxcars.games.ticket_to_ride.invariants import CARDS
from boxcars.games.ticket_to_ride.types import LOCOMOTIVE

SEATS: Final = 5
UNIT: Final = 256
"""The distance of one train. Smaller parts of a distance only break ties, so that the best way is nearly always unique."""
TIE: Final = (np.arange(t.PAIRS) * 37 % 7 + 1).astype(np.int16)
COST: Final = (t.PAIR_LENGTH * UNIT + TIE).astype(np.int16)
NEVER: Final = 46
"""The number of missing trains of a ticket that cannot be completed: more than any seat has."""
PLANNED: Final = 5
"""Number of tickets that the plan connects, most valuable first."""
RANK: Final = np.argsort(np.argsort(-t.TICKET_POINTS, kind="stable"), kind="stable").astype(np.int16)
PARTNERED: Final = t.PARTNER >= 0


class ObservationArrays(NamedTuple):
    """What a seat knows, as arrays; rows of seats begin with the observing seat."""

    due: Any
    """The step that is due: 0 first tickets, 1 turn, 2 second card, 3 drawn tickets."""
    hand: Any
    display: Any
    """Number of face-up cards of each colour."""
    discard: Any
    deck: Any
    """Number of cards in the deck."""
    cards: Any
    """Number of cards in each seat's hand."""
    known: Any
    trains: Any
    points: Any
    ticket_counts: Any
    tickets: Any
    """One flag per ticket: the seat holds it."""
    offer: Any
    """Three offered tickets in the order in which they were drawn, -1 for none."""
    fresh: Any
    """Number of tickets that no seat has seen."""
    under: Any
    """Number of returned tickets under the deck."""
    own_returned: Any
    """One flag per ticket: the seat itself returned it under the deck."""
    owner: Any
    """The owner of each route: 0 the observing seat, 1 the next seat …, -1 nobody."""
    final_turns: Any


class TicketNeeds(NamedTuple):
    """What the seat's tickets still need on the board."""

    need: Any
    """Number of trains that each of the 30 tickets still needs; NEVER if there is no way."""
    extra: Any
    """Number of trains that each ticket still needs once the plan is built."""
    worth: Any
    """For each pair in the plan the points of the first ticket that needs it; else 0."""
    trains: Any
    """Number of trains of the plan."""
    points: Any
    """Points of the tickets that the plan completes."""
    together: Any
    """What each offered ticket needs beside the plan if another offered ticket is connected, too."""
    wish: Any
    """For each pair the points of the best offered ticket that needs it."""


def row(xp: Any, arrays: ObservationArrays, players: Any, ticket_needs: Any = None) -> Any:
    """Return the row of numbers (int16) for what a seat knows. ``ticket_needs``: a faster function for many games in place of
    ``compute_ticket_needs``."""
    parts = fields(xp, arrays, players, ticket_needs)
    return xp.concatenate([xp.atleast_1d(value).reshape(-1).astype(xp.int16) for _, value, _ in parts])


def fields(xp: Any, arrays: ObservationArrays, players: Any, ticket_needs: Any = None) -> list[tuple[str, Any, float]]:
    """Return name, values and scale of every field of the row."""
    open_route = _open(xp, arrays, players)
    mine = arrays.owner == 0
    own = mine[t.PAIR_ROUTES[:, 0]] | mine[t.PAIR_ROUTES[:, 1]]
    free = open_route[t.PAIR_ROUTES[:, 0]] | open_route[t.PAIR_ROUTES[:, 1]]
    cost = xp.where(own, 0, xp.where(free, COST, FAR)).astype(xp.int16)
    found = (
        ticket_needs(cost, arrays.tickets, arrays.offer)
        if ticket_needs
        else compute_ticket_needs(xp, cost, arrays.tickets, arrays.offer)
    )
    need, extra, worth, plan_trains, plan_points, together, wish = found
    done = arrays.tickets & (need == 0)
    ticket = xp.maximum(arrays.offer, 0)
    there = arrays.offer >= 0
    pay = xp.concatenate([arrays.hand[:LOCOMOTIVE], arrays.hand[:LOCOMOTIVE].max()[None]])[t.COLOUR] + arrays.hand[LOCOMOTIVE]
    missing = xp.maximum(t.LENGTH - pay, 0) * open_route
    wanted = open_route & (worth[t.PAIR] > 0)
    # A double route is wanted once: its second route counts only where the first is gone.
    once = wanted & ~(PARTNERED & (np.arange(t.ROUTES) > t.PARTNER) & wanted[t.PARTNER])
    demand = xp.stack([(once & np.equal(t.COLOUR, c)).astype(xp.int32) @ t.LENGTH for c in range(9)])
    unseen = np.array(CARDS) - arrays.display - arrays.discard - arrays.known[1:].sum(0) - arrays.hand
    seats = [arrays.trains, arrays.points, arrays.cards, arrays.ticket_counts]
    kept_points = xp.where(done, t.TICKET_POINTS, 0).sum()
    lost_points = xp.where(arrays.tickets & ~done, t.TICKET_POINTS, 0).sum()
    one = xp.asarray(1)
    here = xp.arange(arrays.trains.shape[0]) < players
    return [
        ("due", xp.arange(4) == arrays.due, 1.0),
        ("players", xp.arange(2, 6) == players, 1.0),
        ("hand", arrays.hand, 0.125),
        ("display", arrays.display, 0.5),
        ("discard", arrays.discard, 0.125),
        ("unseen", unseen, 0.125),
        ("demand", demand, 0.125),
        ("lacking", xp.maximum(demand[:LOCOMOTIVE] - arrays.hand[:LOCOMOTIVE], 0), 0.125),
        ("seat_there", xp.arange(SEATS) < players, 1.0),
        *((name, _wide(xp, value), scale) for name, value, scale in zip(SEAT_FIELDS, seats, SEAT_SCALES, strict=True)),
        ("known", _wide(xp, arrays.known), 0.25),
        ("unknown", _wide(xp, arrays.cards - arrays.known.sum(-1)), 0.0625),
        ("least_trains", xp.where(here, arrays.trains, NEVER)[1:].min() * one, 1 / 32),
        ("deck", arrays.deck * one, 1 / 64),
        ("fresh", arrays.fresh * one, 1 / 16),
        ("under", arrays.under * one, 1 / 16),
        ("final", xp.arange(6) == arrays.final_turns, 1.0),
        ("plan_trains", plan_trains * one, 1 / 32),
        ("plan_points", plan_points * one, 1 / 32),
        ("spare_trains", arrays.trains[0] - plan_trains, 1 / 32),
        ("kept_points", kept_points * one, 1 / 32),
        ("lost_points", lost_points * one, 1 / 32),
        ("held", arrays.tickets, 1.0),
        ("done", done, 1.0),
        ("need", need, 1 / 16),
        ("extra", extra, 1 / 16),
        ("out_of_reach", arrays.tickets & (need > arrays.trains[0]), 1.0),
        ("own_returned", arrays.own_returned, 1.0),
        ("offered", ((xp.arange(t.TICKETS)[:, None] == arrays.offer) & there).any(-1), 1.0),
        ("offer_points", xp.where(there, xp.asarray(t.TICKET_POINTS)[ticket], 0), 1 / 16),
        ("offer_need", xp.where(there, need[ticket], 0), 1 / 16),
        ("offer_extra", xp.where(there, extra[ticket], 0), 1 / 16),
        ("offer_together", together, 1 / 16),
        ("owner", xp.arange(SEATS)[:, None] == arrays.owner, 1.0),
        ("open", open_route, 1.0),
        ("missing", missing, 0.25),
        ("worth", xp.where(open_route, worth[t.PAIR], 0), 1 / 16),
        ("wish", xp.where(open_route, wish[t.PAIR], 0), 1 / 16),
    ]


SEAT_FIELDS: Final = ("trains", "points", "cards", "ticket_counts")
SEAT_SCALES: Final = (1 / 32, 1 / 64, 1 / 16, 0.25)


def compute_ticket_needs(xp: Any, cost: Any, tickets: Any, offer: Any) -> TicketNeeds:
    """Return the needs of tickets from the cost of each pair (0: own, FAR: not available), the tickets held and those on
    offer."""
    near = distances(xp, cost)
    need = _need(xp, near)
    planned, worth, trains, points = _plan(xp, near, cost, tickets & (need > 0))
    together, wish = _together(xp, planned, cost, worth, xp.maximum(offer, 0), offer >= 0)
    return TicketNeeds(need, _need(xp, planned), worth, trains, points, together, wish)


def _open(xp: Any, arrays: ObservationArrays, players: Any) -> Any:
    """Return the routes that the seat may still claim, whatever its cards (TTR-6.2, 6.3)."""
    beside = xp.where(PARTNERED, arrays.owner[t.PARTNER], -1)
    closed = xp.where(players <= 3, beside >= 0, beside == 0)
    return (arrays.owner < 0) & ~closed & (arrays.trains[0] >= t.LENGTH)


def _wide(xp: Any, value: Any) -> Any:
    """Return an array padded to five seats."""
    return xp.concatenate([value, xp.zeros((SEATS - value.shape[0], *value.shape[1:]), value.dtype)])


def _need(xp: Any, near: Any) -> Any:
    """Trains that each of the 30 tickets still needs; NEVER if there is no way."""
    way = near[t.TICKET_ENDS[:, 0], t.TICKET_ENDS[:, 1]]
    return xp.minimum(way // UNIT, NEVER)


def _way(xp: Any, near: Any, cost: Any, ticket: Any, use: Any) -> tuple[Any, Any, Any]:
    """Return the best way of a ticket, if one can be used: its pairs, the distance of every city to it, its cost."""
    a, b = xp.asarray(t.TICKET_ENDS)[ticket, 0], xp.asarray(t.TICKET_ENDS)[ticket, 1]
    from_a, from_b, way = near[a], near[b], near[a, b]
    use = use & (way < FAR)
    first, second = t.PAIR_ENDS[:, 0], t.PAIR_ENDS[:, 1]
    through = xp.minimum(from_a[first] + from_b[second], from_a[second] + from_b[first]) + xp.minimum(cost, FAR // 8)
    pairs = use & (through == way) & (cost > 0) & (cost < FAR)
    cities = use & (from_a + from_b == way)
    return pairs, xp.where(cities, near, FAR).min(-1), xp.where(use, way, 0)


def _plan(xp: Any, near: Any, cost: Any, wanted: Any) -> tuple[Any, Any, Any, Any]:
    """Plan the wanted tickets one after the other, each by its best way given the plan so far.

    Returns the distances with the plan built, the value of each pair (the points of the first ticket that needs it), and the
    trains and ticket points of the plan.
    """
    worth = xp.zeros(t.PAIRS, xp.int16)
    trains = points = xp.int32(0)
    for _ in range(PLANNED):
        ticket = xp.where(wanted, RANK, 99).argmin()
        pairs, to_way, way = _way(xp, near, cost, ticket, wanted[ticket])
        value = xp.asarray(t.TICKET_POINTS)[ticket]
        worth = xp.where(pairs, value, worth).astype(xp.int16)
        trains = trains + way // UNIT
        points = points + xp.where((to_way < FAR).any(), value, 0)
        near = xp.minimum(near, to_way[:, None] + to_way[None, :])
        cost = xp.where(pairs, 0, cost).astype(xp.int16)
        wanted = wanted & (xp.arange(t.TICKETS) != ticket)
    return near, worth, trains, points


def _together(xp: Any, near: Any, cost: Any, worth: Any, ticket: Any, there: Any) -> tuple[Any, Any]:
    """Return what each offered ticket needs beside the plan if another offered ticket is connected too, and the pairs that they
    need."""
    cost = xp.where(worth > 0, 0, cost).astype(xp.int16)
    a, b = xp.asarray(t.TICKET_ENDS)[ticket, 0], xp.asarray(t.TICKET_ENDS)[ticket, 1]
    wish = xp.zeros(t.PAIRS, xp.int16)
    rows = []
    for i in range(3):
        pairs, to_way, _ = _way(xp, near, cost, ticket[i], there[i])
        wish = xp.maximum(wish, xp.where(pairs, xp.asarray(t.TICKET_POINTS)[ticket[i]], 0)).astype(xp.int16)
        beside = xp.minimum(near[a, b], to_way[a] + to_way[b])
        rows.append(xp.where(there & there[i], xp.minimum(beside // UNIT, NEVER), 0))
    return xp.stack(rows), wish


def nothing(players: int) -> ObservationArrays:
    """Return arrays of an empty observation, from which the layout is measured."""
    zero, nine, seats = np.int32(0), np.zeros(9, np.int32), np.zeros(players, np.int32)
    flags = np.zeros(t.TICKETS, bool)
    known, offer, owner = np.zeros((players, 9), np.int32), np.full(3, -1), np.full(t.ROUTES, -1)
    return ObservationArrays(
        zero, nine, nine, nine, zero, seats, known, seats, seats, seats, flags, offer, zero, zero, flags, owner, zero
    )


def _layout() -> tuple[dict[str, tuple[int, int, float]], Any]:
    places: dict[str, tuple[int, int, float]] = {}
    scales = []
    first = 0
    for name, value, scale in fields(np, nothing(2), 2):
        size = int(np.asarray(value).size)
        places[name] = (first, first + size, scale)
        scales.append(np.full(size, scale, np.float32))
        first += size
    return places, np.concatenate(scales)


LAYOUT, SCALE = _layout()
"""LAYOUT: field name -> first place, place after the last, scale. SCALE: the scale of every place."""
SIZE: Final = len(SCALE)
