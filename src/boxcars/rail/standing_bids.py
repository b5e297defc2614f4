"""Standing bids: what a player who is away says in an auction, worked out from what everybody may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from boxcars.core.types import Action
from boxcars.rail.actions import Bid
from boxcars.rail.auction import DROP, PASS, Auction

Kind = Literal["up_to", "above"]
"""``up_to``: raise by as little as possible up to an amount, then drop out. ``above``: drop out once more would have to be bid,
and otherwise wait for the player."""


@dataclass(frozen=True)
class Bidding:
    """An auction as one seat sees it. ``id`` tells it apart from every other auction of the game."""

    id: int
    auction: Auction
    seat: int
    purse: int
    may_pass: bool = True

    @property
    def lowest(self) -> int:
        """The smallest bid that is allowed now."""
        return self.auction.high + 1

    def answer(self, kind: Kind, most: int) -> Action | None:
        """What the seat says; None: it waits for its player. A right to pass is used before the seat drops out."""
        if self.lowest <= min(most, self.purse):
            return Bid(self.lowest) if kind == "up_to" else None
        return PASS if self.may_pass and self.auction.passes == self.seat else DROP


def auction_id(turn: int, auction: Auction) -> int:
    """A number for an auction: several of one turn have ever fewer seats."""
    return 100 * turn + len(auction.waiting) + len(auction.dropped)
