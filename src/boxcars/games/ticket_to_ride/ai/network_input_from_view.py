"""Converts observations of the rules to the arrays of the network's input."""

from __future__ import annotations

import numpy as np

from boxcars.games.ticket_to_ride.ai.board_arrays import TICKETS
from boxcars.games.ticket_to_ride.ai.network_input import ObservationArrays
from boxcars.games.ticket_to_ride.types import ChooseTickets, DrawSecondCard, KeepDrawnTickets, TakeTurn, TicketToRideObservation

DUE: dict[type, int] = {ChooseTickets: 0, TakeTurn: 1, DrawSecondCard: 2, KeepDrawnTickets: 3}


def observation_arrays(seen: TicketToRideObservation) -> ObservationArrays:
    """Return the arrays for an observation of a seat that is to act."""
    me, players = seen.seat, len(seen.trains)
    assert me is not None and seen.hand is not None and seen.tickets is not None and seen.offer is not None
    seats = [(me + i) % players for i in range(players)]
    owner = np.array(seen.owner)
    flags = np.zeros((2, TICKETS), bool)
    flags[0, seen.tickets] = True
    flags[1, [ticket for _, ticket in seen.own_returned]] = True
    return ObservationArrays(
        due=np.int32(DUE[type(seen.agenda[-1])] if seen.agenda else 4),
        hand=np.array(seen.hand, np.int32),
        display=np.bincount(seen.display, minlength=9).astype(np.int32),
        discard=np.array(seen.discard, np.int32),
        deck=np.int32(seen.deck),
        cards=np.array([seen.cards[s] for s in seats], np.int32),
        known=np.array([seen.known[s] for s in seats], np.int32),
        trains=np.array([seen.trains[s] for s in seats], np.int32),
        points=np.array([seen.points[s] for s in seats], np.int32),
        ticket_counts=np.array([seen.ticket_counts[s] for s in seats], np.int32),
        tickets=flags[0],
        offer=np.array(seen.offer + [-1] * (3 - len(seen.offer)), np.int32),
        fresh=np.int32(seen.fresh_tickets),
        under=np.int32(len(seen.returned_by)),
        own_returned=flags[1],
        owner=np.where(owner < 0, -1, (owner - me) % players),
        final_turns=np.int32(seen.final_turns),
    )
