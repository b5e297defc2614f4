"""The state of a batched game of Ticket to Ride: everything that changes, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from jax.tree_util import register_dataclass

CHOOSE, TURN, SECOND, KEEPING, OVER = range(5)
"""What is due: the first tickets, a turn, the second card, drawn tickets to keep, nothing."""
RING: Final = 32
"""Places for returned tickets: more than there are tickets, and a power of two."""


@register_dataclass
@dataclass(frozen=True)
class State:
    """One game; under ``vmap`` every field has the batch in front. Cards are counts by colour (8: locomotive)."""

    players: Any
    """How many play; seats behind them are empty."""
    current_player: Any
    """The seat to act; once the game is over, the one that acted last."""
    rewards: Any
    """What the last step brought each seat: 0 until the end."""
    terminated: Any
    truncated: Any
    """Never: every game ends (TTR-12.9)."""
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
    """Tickets of each seat, a bit each."""
    offers: Any
    """Tickets each seat is looking at, in the order they were taken; -1 for none."""
    chosen: Any
    """At the start: the secret choice as a bit mask of the offer, -1 before, 0 afterwards (TTR-2.6)."""
    fresh: Any
    """Tickets nobody has seen, a bit each."""
    returned: Any
    """Tickets under the deck, a ring: ticket * 8 + who returned it."""
    returned_first: Any
    returned_count: Any
    owner: Any
    """Of each route; -1: nobody."""
    trains: Any
    points: Any
    """For routes."""
    final_turns: Any
    passes: Any
    scores: Any
    """Points for routes while the game lasts, then the totals (TTR-9.1)."""
    completed: Any
    """Completed tickets of each seat, known at the end."""
    longest: Any
    """Longest path of each seat, known at the end."""
