"""What tickets ask of the board, for all games of a batch at once: on a CUDA device one kernel (``survey_kernel``), elsewhere the
arithmetic of ``games/ticket_to_ride/ai/network_input`` as it stands there."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.custom_batching import custom_vmap

from boxcars.envs.jax import ticket_distances_kernel as kernel
from boxcars.games.ticket_to_ride.ai.network_input import TicketNeeds, compute_ticket_needs


def ticket_needs(cost: Array, tickets: Array, offer: Array) -> TicketNeeds:
    """Return ``ai/network_input.compute_ticket_needs`` of one game; under ``vmap`` that of all of them."""
    found = _all(cost[None], tickets[None], offer[None])
    return TicketNeeds(*(values[0] for values in found))


@custom_vmap
def _all(cost: Array, tickets: Array, offer: Array) -> tuple[Array, ...]:
    if not kernel.works():
        return plainly(cost, tickets, offer)
    found: tuple[Array, ...] = lax.platform_dependent(cost, tickets, offer, cuda=kernel.ticket_needs, default=plainly)
    return found


@_all.def_vmap
def _many(size: int, batched: Any, *given: Array) -> tuple[tuple[Array, ...], tuple[bool, ...]]:
    """Return the results of a batch under ``vmap``, computed together."""
    wide = [a if b else jnp.broadcast_to(a, (size, *a.shape)) for a, b in zip(given, batched, strict=True)]
    games = wide[0].shape[1]
    found = _all(*(a.reshape(size * games, a.shape[-1]) for a in wide))
    return tuple(a.reshape(size, games, *a.shape[1:]) for a in found), (True,) * len(found)


def plainly(cost: Array, tickets: Array, offer: Array) -> tuple[Array, ...]:
    """Return the results in the number types that the kernel gives."""
    found = jax.vmap(lambda *given: tuple(compute_ticket_needs(jnp, *given)))(cost, tickets, offer)
    return tuple(a.astype(jnp.int16) for a in found)
