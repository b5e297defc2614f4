"""The state of a game of Ticket to Ride: everything that changes, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from boxcars.core.chance import Chance
from boxcars.core.game import State
from boxcars.games.ticket_to_ride.types import TTRStep


@dataclass
class Table(State):
    """Cards are counts by colour index (8 = locomotive); routes and tickets are ids.

    The deck has no order: a card is drawn from its counts when somebody takes it, which is the same to everyone at the table.
    """

    chance: Chance
    agenda: list[TTRStep]
    starts: int
    hands: list[list[int]]
    known: list[list[int]]
    """The part of each hand that everybody saw being taken (TTR-15.1)."""
    display: list[int]
    deck: list[int]
    discard: list[int]
    tickets: list[list[int]]
    offers: list[list[int]]
    """Tickets each seat is looking at."""
    chosen: list[int]
    """At the start: the secret choice as a bit mask of the offer, -1 before, 0 afterwards (TTR-2.6)."""
    fresh: list[int]
    """Tickets nobody has seen: 1 or 0 for each id."""
    returned: list[tuple[int, int]]
    """Tickets under the deck in their order: (ticket, who returned it)."""
    owner: list[int]
    open: list[list[int]]
    """Routes still to be had, by colour (8: grey), shortest first."""
    trains: list[int]
    points: list[int]
    final_turns: int = -1
    passes: int = 0

    def clone(self) -> Table:
        return Table(
            self.chance.clone(),
            self.agenda[:],
            self.starts,
            [h[:] for h in self.hands],
            [k[:] for k in self.known],
            self.display[:],
            self.deck[:],
            self.discard[:],
            [t[:] for t in self.tickets],
            [o[:] for o in self.offers],
            self.chosen[:],
            self.fresh[:],
            self.returned[:],
            self.owner[:],
            [o[:] for o in self.open],
            self.trains[:],
            self.points[:],
            self.final_turns,
            self.passes,
        )
