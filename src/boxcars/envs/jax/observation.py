"""The observation of one seat from the state of a batched game (TTR-15)."""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array, lax

from boxcars.envs.jax.state import RING, State
from boxcars.games.ticket_to_ride.ai.board_arrays import TICKETS
from boxcars.games.ticket_to_ride.ai.network_input import ObservationArrays


def observation_arrays(s: State, seat: Array | int) -> ObservationArrays:
    """Return what the seat knows as arrays, all seats counted from it."""
    places = jnp.arange(s.trains.shape[0])
    seats = (seat + places) % s.players
    there = places < s.players
    hands = s.hands.astype(jnp.int32)[seats] * there[:, None]
    tickets = s.tickets[seats]
    ids = jnp.arange(TICKETS)
    ring = s.returned.astype(jnp.int32)
    under = (jnp.arange(RING) - s.returned_first) % RING < s.returned_count
    own = under & (ring % 8 == seat)
    owner = s.owner.astype(jnp.int32)
    return ObservationArrays(
        due=s.due,
        hand=hands[0],
        display=s.display.astype(jnp.int32),
        discard=s.discard.astype(jnp.int32),
        deck=s.deck.astype(jnp.int32).sum(),
        cards=hands.sum(-1),
        known=s.known.astype(jnp.int32)[seats] * there[:, None],
        trains=s.trains[seats] * there,
        points=s.points[seats] * there,
        ticket_counts=lax.population_count(tickets).astype(jnp.int32) * there,
        tickets=tickets[0] >> ids.astype(jnp.uint32) & 1 == 1,
        offer=s.offers.astype(jnp.int32)[seats[0]],
        fresh=lax.population_count(s.fresh).astype(jnp.int32),
        under=s.returned_count,
        own_returned=((ring // 8 == ids[:, None]) & own).any(-1),
        owner=jnp.where(owner < 0, -1, (owner - seat) % s.players),
        final_turns=s.final_turns,
    )
