"""Work that few games of a batch need at a time: done for those alone.

Under ``vmap`` a condition is no saving: both sides are computed for every game. What is rare and dear (the longest path of a game
that ends, a flush, a new deal) is therefore done for the few games that need it, gathered into a small batch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.custom_batching import custom_vmap

Tree = TypeVar("Tree")
State = TypeVar("State")


def rarely(change: Callable[[Tree], Tree], share: float) -> Callable[[Array, Tree], Tree]:
    """``where(needed, change(x), x)``, but under ``vmap`` the change is computed for a share of the batch at a time."""

    @custom_vmap
    def one(needed: Array, x: Tree) -> Tree:
        changed: Tree = lax.cond(needed, change, lambda x: x, x)
        return changed

    @one.def_vmap
    def many(size: int, batched: Array, needed: Array, x: Tree) -> tuple[Tree, Array]:
        needed, x = jax.tree.map(lambda a, b: a if b else jnp.broadcast_to(a, (size, *a.shape)), (needed, x), tuple(batched))
        few = min(size, max(8, int(size * share)))

        def some(carry: tuple[Array, Tree]) -> tuple[Array, Tree]:
            left, x = carry
            (index,) = jnp.nonzero(left, size=few, fill_value=size)
            # Places to spare repeat a game that does need it, so that none takes longer than the others; they are dropped.
            source = jnp.where(index < size, index, index[0])
            changed = jax.vmap(change)(jax.tree.map(lambda a: a[source], x))
            x = jax.tree.map(lambda a, b: a.at[index].set(b, mode="drop"), x, changed)
            return left.at[index].set(False, mode="drop"), x

        _, x = lax.while_loop(lambda carry: carry[0].any(), some, (needed, x))
        return x, jax.tree.map(lambda _: True, x)

    def call(needed: Array, x: Tree) -> Tree:
        done: Tree = one(needed, x)
        return done

    return call


def auto_reset(step: Callable[..., State], init: Callable[..., State], share: float = 1 / 64) -> Callable[..., State]:
    """Step, and start a new game where one is over; ``terminated`` and ``rewards`` are still those of the end. The chance
    continues."""

    def anew(state: Any) -> Any:
        fresh: Any = init(state.chance, state.players)
        return replace(fresh, terminated=state.terminated, truncated=state.truncated, rewards=state.rewards)

    deal = rarely(anew, share)

    def stepped(now: Any, action: Any) -> Any:
        # What the last step said of the game before has been read by now.
        now = replace(now, terminated=jnp.zeros_like(now.terminated), rewards=jnp.zeros_like(now.rewards))
        after: Any = step(now, action)
        return deal(after.terminated, after)

    return stepped
