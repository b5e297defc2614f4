"""Sources of chance: a random key, or a script of outcomes.

A draw that is not ``needed`` is computed like the others (there are no branches) but uses nothing of a script.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from boxcars.games.ticket_to_ride.invariants import CARDS

DECK = np.repeat(np.arange(len(CARDS)), CARDS)
"""The colours of all 110 cards."""
Luck: TypeAlias = Any
"""The chance that a state carries; only its source can interpret it."""


class Source(Protocol):
    """Draws outcomes from the chance of a state; every draw returns the chance afterwards."""

    def start(self, key: Array) -> Luck: ...
    def cards(self, chance: Luck, count: int) -> tuple[Array, Luck]: ...
    def used(self, chance: Luck, cards: Array) -> Luck: ...
    def tickets(self, chance: Luck, count: int, used: Array) -> tuple[Array, Luck]: ...
    def card(self, chance: Luck, counts: Array, needed: Array) -> tuple[Array, Luck]: ...
    def ticket(self, chance: Luck, fresh: Array, needed: Array) -> tuple[Array, Luck]: ...
    def seat(self, chance: Luck, players: Array) -> tuple[Array, Luck]: ...


class Seeded:
    """Outcomes from a key of ``jax.random``, the old kind or the new."""

    def start(self, key: Array) -> Luck:
        return jax.random.key_data(key) if jnp.issubdtype(key.dtype, jax.dtypes.prng_key) else key

    def cards(self, chance: Luck, count: int) -> tuple[Array, Luck]:
        """Return the first cards of a shuffled deck, for the deal."""
        order, chance = self._shuffled(chance, len(DECK))
        return jnp.asarray(DECK)[order[:count]], chance

    def used(self, chance: Luck, cards: Array) -> Luck:
        return chance

    def tickets(self, chance: Luck, count: int, used: Array) -> tuple[Array, Luck]:
        """Return the first of the shuffled tickets, for the deal."""
        order, chance = self._shuffled(chance, 30)
        return order[:count], chance

    def _shuffled(self, chance: Any, size: int) -> tuple[Any, Any]:
        chance, now = jax.random.split(chance)
        return jnp.argsort(jax.random.bits(now, (size,))), chance

    def _below(self, chance: Any, total: Any) -> tuple[Any, Any]:
        chance, now = jax.random.split(chance)
        return (jax.random.bits(now) % jnp.maximum(total, 1).astype(jnp.uint32)).astype(jnp.int32), chance

    def card(self, chance: Luck, counts: Array, needed: Array) -> tuple[Array, Luck]:
        """Return a colour with a probability in proportion to its cards."""
        x, chance = self._below(chance, counts.sum())
        so_far = colour = jnp.int32(0)
        for c in range(8):
            so_far = so_far + counts[c]
            colour = colour + (x >= so_far)
        return colour, chance

    def ticket(self, chance: Luck, fresh: Array, needed: Array) -> tuple[Array, Luck]:
        """Return one of the tickets that nobody has seen (given as bits)."""
        x, chance = self._below(chance, jax.lax.population_count(fresh))
        bits = jnp.arange(30, dtype=jnp.uint32)
        before = jax.lax.population_count(fresh & ((jnp.uint32(1) << bits) - 1))
        this = ((fresh >> bits) & 1 == 1) & (before == x.astype(jnp.uint32))
        return (this * jnp.arange(30)).sum(), chance

    def seat(self, chance: Luck, players: Array) -> tuple[Array, Luck]:
        return self._below(chance, players)


class Scripted:
    """Outcomes from a script, as in ``Chance(script=…)``: arrays ``deck`` and ``tickets``, the first ``seat``."""

    def start(self, key: dict[str, Array]) -> dict[str, Array]:
        zero = jnp.int32(0)
        return {"deck": key["deck"], "tickets": key["tickets"], "seat": key["seat"], "cards": zero, "drawn": zero}

    def card(self, chance: Luck, counts: Array, needed: Array) -> tuple[Array, Luck]:
        told = chance["deck"][chance["cards"]].astype(jnp.int32)
        return told, chance | {"cards": chance["cards"] + needed}

    def ticket(self, chance: Luck, fresh: Array, needed: Array) -> tuple[Array, Luck]:
        told = chance["tickets"][chance["drawn"]].astype(jnp.int32)
        return told, chance | {"drawn": chance["drawn"] + needed}

    def cards(self, chance: Luck, count: int) -> tuple[Array, Luck]:
        return chance["deck"][:count].astype(jnp.int32), chance

    def used(self, chance: Luck, cards: Array) -> Luck:
        """Return how many of the dealt cards were used; the others come next."""
        return chance | {"cards": cards}

    def tickets(self, chance: Luck, count: int, used: Array) -> tuple[Array, Luck]:
        return chance["tickets"][:count].astype(jnp.int32), chance | {"drawn": used}

    def seat(self, chance: Luck, players: Array) -> tuple[Array, Luck]:
        return chance["seat"].astype(jnp.int32), chance
