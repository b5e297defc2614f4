"""The state of a batched game of Ticket to Ride: everything that changes, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from jax.tree_util import register_dataclass

CHOOSE, TURN, SECOND, KEEPING, OVER = range(5)
"""The step that is due: first tickets, a turn, the second card, drawn tickets to keep, nothing."""
RING: Final = 32
"""Number of places for returned tickets: more than there are tickets, and a power of two."""


@register_dataclass
@dataclass(frozen=True)
class State:
    """One game; under ``vmap`` every field has the batch in front. Cards are counts by colour (8: locomotive)."""

    players: Any
    """Number of players; seats after them are empty."""
    current_player: Any
    """The seat to act; once the game is over, the one that acted last."""
    rewards: Any
    """The reward of each seat in the last step: 0 until the end."""
    terminated: Any
    truncated: Any
    """Always false: every game ends (TTR-12.9)."""
    legal_action_mask: Any
    chance: Any
    due: Any
    starts: Any
    hands: Any
    known: Any
    """The part of each hand that everybody saw being taken (TTR-15.1)."""
    display: Any
    deck: Any
    discard: Any
    tickets: Any
    """The tickets of each seat, as bits."""
    offers: Any
    """The tickets offered to each seat, in the order they were taken; -1 for none."""
    chosen: Any
    """At the start: the secret choice as a bit mask of the offer, -1 before, 0 afterwards (TTR-2.6)."""
    fresh: Any
    """The tickets that nobody has seen, as bits."""
    returned: Any
    """The tickets under the deck, a ring of numbers: ticket * 8 + the seat that returned it."""
    returned_first: Any
    returned_count: Any
    owner: Any
    """The owner of each route; -1: nobody."""
    trains: Any
    points: Any
    """The points of each seat for routes."""
    final_turns: Any
    passes: Any
    scores: Any
    """Points for routes while the game lasts, then the totals (TTR-9.1)."""
    completed: Any
    """The completed tickets of each seat, known at the end."""
    longest: Any
    """The longest path of each seat, known at the end."""
