"""What a seat knows as one row of whole numbers, for networks: what lies open, what it holds, how far its tickets are, a plan.

Version 1. The row has the same places for 2 to 5 players; seats are counted from one's own, and places of seats that are not
there are 0. ``LAYOUT`` names every field with its place and its scale: a network is fed ``row * SCALE``, about -1 to 1.

Written once for numpy (one position) and JAX (``vmap`` for many), so that a player sees exactly what it was trained on: whole
numbers all through, nothing that rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from boxcars.games.ticket_to_ride.audit import CARDS
from boxcars.games.ticket_to_ride.mind import tables as t
from boxcars.games.ticket_to_ride.mind.distances import FAR
from boxcars.games.ticket_to_ride.mind.ways import COST, NEVER, Ahead, look_ahead
from boxcars.games.ticket_to_ride.words import LOCOMOTIVE

SEATS: Final = 5
PARTNERED: Final = t.PARTNER >= 0
Look = Callable[[Any, Any, Any, Any], Ahead]


class Sight(NamedTuple):
    """What a seat knows, as arrays; rows of seats begin with one's own."""

    due: Any
    """0 first tickets, 1 turn, 2 second card, 3 drawn tickets."""
    hand: Any
    display: Any
    """Face-up cards by colour."""
    discard: Any
    deck: Any
    """How many cards."""
    cards: Any
    """How many cards each seat holds."""
    known: Any
    trains: Any
    points: Any
    ticket_counts: Any
    tickets: Any
    """One's own, a flag each."""
    offer: Any
    """Three tickets in the order they were taken, -1 for none."""
    fresh: Any
    """How many tickets nobody has seen."""
    under: Any
    """How many returned tickets lie under the deck."""
    own_returned: Any
    """Those of them that one returned oneself, a flag each."""
    owner: Any
    """Of each route: 0 oneself, 1 the next seat …, -1 nobody."""
    final_turns: Any


def row(xp: Any, sight: Sight, players: Any, look: Look = look_ahead) -> Any:
    """The row of numbers (int16) for what a seat knows. ``look``: ``look_ahead``, or what does the same faster."""
    values = [value for _, value, _ in fields(xp, sight, players, look)]
    return xp.concatenate([xp.atleast_1d(value).reshape(-1).astype(xp.int16) for value in values])


def fields(xp: Any, sight: Sight, players: Any, look: Look = look_ahead) -> list[tuple[str, Any, float]]:
    """Name, values and scale of everything in the row."""
    open_route = _open(xp, sight, players)
    mine = sight.owner == 0
    own = mine[t.PAIR_ROUTES[:, 0]] | mine[t.PAIR_ROUTES[:, 1]]
    free = open_route[t.PAIR_ROUTES[:, 0]] | open_route[t.PAIR_ROUTES[:, 1]]
    cost = xp.where(own, 0, xp.where(free, COST, FAR)).astype(xp.int16)
    ahead = look(xp, cost, sight.tickets, sight.offer)
    need, extra, worth = ahead.need, ahead.extra, ahead.worth
    done = sight.tickets & (need == 0)
    ticket = xp.maximum(sight.offer, 0)
    there = sight.offer >= 0
    pay = xp.concatenate([sight.hand[:LOCOMOTIVE], sight.hand[:LOCOMOTIVE].max()[None]])[t.COLOUR] + sight.hand[LOCOMOTIVE]
    missing = xp.maximum(t.LENGTH - pay, 0) * open_route
    wanted = open_route & (worth[t.PAIR] > 0)
    # A double route is wanted once: its second route counts only where the first is gone.
    once = wanted & ~(PARTNERED & (np.arange(t.ROUTES) > t.PARTNER) & wanted[t.PARTNER])
    demand = xp.stack([(once & np.equal(t.COLOUR, c)).astype(xp.int32) @ t.LENGTH for c in range(9)])
    unseen = np.array(CARDS) - sight.display - sight.discard - sight.known[1:].sum(0) - sight.hand
    seats = [sight.trains, sight.points, sight.cards, sight.ticket_counts]
    kept_points = xp.where(done, t.TICKET_POINTS, 0).sum()
    lost_points = xp.where(sight.tickets & ~done, t.TICKET_POINTS, 0).sum()
    one = xp.asarray(1)
    here = xp.arange(sight.trains.shape[0]) < players
    return [
        ("due", xp.arange(4) == sight.due, 1.0),
        ("players", xp.arange(2, 6) == players, 1.0),
        ("hand", sight.hand, 0.125),
        ("display", sight.display, 0.5),
        ("discard", sight.discard, 0.125),
        ("unseen", unseen, 0.125),
        ("demand", demand, 0.125),
        ("lacking", xp.maximum(demand[:LOCOMOTIVE] - sight.hand[:LOCOMOTIVE], 0), 0.125),
        ("seat_there", xp.arange(SEATS) < players, 1.0),
        *((name, _wide(xp, value), scale) for name, value, scale in zip(SEAT_FIELDS, seats, SEAT_SCALES, strict=True)),
        ("known", _wide(xp, sight.known), 0.25),
        ("unknown", _wide(xp, sight.cards - sight.known.sum(-1)), 0.0625),
        ("least_trains", xp.where(here, sight.trains, NEVER)[1:].min() * one, 1 / 32),
        ("deck", sight.deck * one, 1 / 64),
        ("fresh", sight.fresh * one, 1 / 16),
        ("under", sight.under * one, 1 / 16),
        ("final", xp.arange(6) == sight.final_turns, 1.0),
        ("plan_trains", ahead.trains * one, 1 / 32),
        ("plan_points", ahead.points * one, 1 / 32),
        ("spare_trains", sight.trains[0] - ahead.trains, 1 / 32),
        ("kept_points", kept_points * one, 1 / 32),
        ("lost_points", lost_points * one, 1 / 32),
        ("held", sight.tickets, 1.0),
        ("done", done, 1.0),
        ("need", need, 1 / 16),
        ("extra", extra, 1 / 16),
        ("out_of_reach", sight.tickets & (need > sight.trains[0]), 1.0),
        ("own_returned", sight.own_returned, 1.0),
        ("offered", ((xp.arange(t.TICKETS)[:, None] == sight.offer) & there).any(-1), 1.0),
        ("offer_points", xp.where(there, xp.asarray(t.TICKET_POINTS)[ticket], 0), 1 / 16),
        ("offer_need", xp.where(there, need[ticket], 0), 1 / 16),
        ("offer_extra", xp.where(there, extra[ticket], 0), 1 / 16),
        ("offer_together", ahead.together, 1 / 16),
        ("owner", xp.arange(SEATS)[:, None] == sight.owner, 1.0),
        ("open", open_route, 1.0),
        ("missing", missing, 0.25),
        ("worth", xp.where(open_route, worth[t.PAIR], 0), 1 / 16),
        ("wish", xp.where(open_route, ahead.wish[t.PAIR], 0), 1 / 16),
    ]


SEAT_FIELDS: Final = ("trains", "points", "cards", "ticket_counts")
SEAT_SCALES: Final = (1 / 32, 1 / 64, 1 / 16, 0.25)


def _open(xp: Any, sight: Sight, players: Any) -> Any:
    """Routes the seat may still claim, its cards apart (TTR-6.2, 6.3)."""
    beside = xp.where(PARTNERED, sight.owner[t.PARTNER], -1)
    closed = xp.where(players <= 3, beside >= 0, beside == 0)
    return (sight.owner < 0) & ~closed & (sight.trains[0] >= t.LENGTH)


def _wide(xp: Any, value: Any) -> Any:
    """Filled up to five seats."""
    return xp.concatenate([value, xp.zeros((SEATS - value.shape[0], *value.shape[1:]), value.dtype)])


def nothing(players: int) -> Sight:
    """A sight with nothing in it: what the layout is measured on."""
    zero, nine, seats = np.int32(0), np.zeros(9, np.int32), np.zeros(players, np.int32)
    flags = np.zeros(t.TICKETS, bool)
    known, offer, owner = np.zeros((players, 9), np.int32), np.full(3, -1), np.full(t.ROUTES, -1)
    return Sight(zero, nine, nine, nine, zero, seats, known, seats, seats, seats, flags, offer, zero, zero, flags, owner, zero)


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
"""Name -> first place, place after the last, scale; and the scale of every place."""
SIZE: Final = len(SCALE)
