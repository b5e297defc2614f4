"""Where the outcomes of chance come from: a key, or a script that tells them.

A draw that is not ``needed`` is computed like the others (there are no branches) but uses up nothing of a script.
"""

from __future__ import annotations

from typing import Any, Protocol

import jax
import jax.numpy as jnp
import numpy as np

from boxcars.games.ticket_to_ride.audit import CARDS

DECK = np.repeat(np.arange(len(CARDS)), CARDS)
"""The colours of all 110 cards."""


class Source(Protocol):
    """Outcomes drawn from a chance that the state carries: every draw returns the chance as it is afterwards."""

    def start(self, key: Any) -> Any: ...
    def cards(self, chance: Any, count: int) -> tuple[Any, Any]: ...
    def used(self, chance: Any, cards: Any) -> Any: ...
    def tickets(self, chance: Any, count: int, used: Any) -> tuple[Any, Any]: ...
    def card(self, chance: Any, counts: Any, needed: Any) -> tuple[Any, Any]: ...
    def ticket(self, chance: Any, fresh: Any, needed: Any) -> tuple[Any, Any]: ...
    def seat(self, chance: Any, players: Any) -> tuple[Any, Any]: ...


class Seeded:
    """Outcomes from a key of ``jax.random``, the old kind or the new."""

    def start(self, key: Any) -> Any:
        return jax.random.key_data(key) if jnp.issubdtype(key.dtype, jax.dtypes.prng_key) else key

    def cards(self, chance: Any, count: int) -> tuple[Any, Any]:
        """The first cards of a shuffled deck, for the deal."""
        order, chance = self._shuffled(chance, len(DECK))
        return jnp.asarray(DECK)[order[:count]], chance

    def used(self, chance: Any, cards: Any) -> Any:
        return chance

    def tickets(self, chance: Any, count: int, used: Any) -> tuple[Any, Any]:
        """The first of the shuffled tickets, for the deal."""
        order, chance = self._shuffled(chance, 30)
        return order[:count], chance

    def _shuffled(self, chance: Any, size: int) -> tuple[Any, Any]:
        chance, now = jax.random.split(chance)
        return jnp.argsort(jax.random.bits(now, (size,))), chance

    def _below(self, chance: Any, total: Any) -> tuple[Any, Any]:
        chance, now = jax.random.split(chance)
        return (jax.random.bits(now) % jnp.maximum(total, 1).astype(jnp.uint32)).astype(jnp.int32), chance

    def card(self, chance: Any, counts: Any, needed: Any) -> tuple[Any, Any]:
        """A colour, as likely as its cards are many."""
        x, chance = self._below(chance, counts.sum())
        so_far = colour = jnp.int32(0)
        for c in range(8):
            so_far = so_far + counts[c]
            colour = colour + (x >= so_far)
        return colour, chance

    def ticket(self, chance: Any, fresh: Any, needed: Any) -> tuple[Any, Any]:
        """One of the tickets that nobody has seen (a bit each)."""
        x, chance = self._below(chance, jax.lax.population_count(fresh))
        bits = jnp.arange(30, dtype=jnp.uint32)
        before = jax.lax.population_count(fresh & ((jnp.uint32(1) << bits) - 1))
        this = ((fresh >> bits) & 1 == 1) & (before == x.astype(jnp.uint32))
        return (this * jnp.arange(30)).sum(), chance

    def seat(self, chance: Any, players: Any) -> tuple[Any, Any]:
        return self._below(chance, players)


class Scripted:
    """Outcomes told from outside, as ``Chance(script=…)`` has them: arrays ``deck`` and ``tickets``, the first ``seat``."""

    def start(self, key: dict[str, Any]) -> Any:
        zero = jnp.int32(0)
        return {"deck": key["deck"], "tickets": key["tickets"], "seat": key["seat"], "cards": zero, "drawn": zero}

    def card(self, chance: Any, counts: Any, needed: Any) -> tuple[Any, Any]:
        told = chance["deck"][chance["cards"]].astype(jnp.int32)
        return told, chance | {"cards": chance["cards"] + needed}

    def ticket(self, chance: Any, fresh: Any, needed: Any) -> tuple[Any, Any]:
        told = chance["tickets"][chance["drawn"]].astype(jnp.int32)
        return told, chance | {"drawn": chance["drawn"] + needed}

    def cards(self, chance: Any, count: int) -> tuple[Any, Any]:
        return chance["deck"][:count].astype(jnp.int32), chance

    def used(self, chance: Any, cards: Any) -> Any:
        """How many of the dealt cards were for somebody: the others come next."""
        return chance | {"cards": cards}

    def tickets(self, chance: Any, count: int, used: Any) -> tuple[Any, Any]:
        return chance["tickets"][:count].astype(jnp.int32), chance | {"drawn": used}

    def seat(self, chance: Any, players: Any) -> tuple[Any, Any]:
        return chance["seat"].astype(jnp.int32), chance
