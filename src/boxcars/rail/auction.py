"""The auction for the order of play: bid, drop out, or once pass (AOS-6, STM-15).

Who drops out takes the last free place; the last one left is first. The leader is not asked while his bid stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from boxcars.core.messages import T
from boxcars.core.types import Action, Event, Reason
from boxcars.rail.actions import Bid, BidMade, BidPassed, DropOut, PassBid, PlaceTaken

BIDS: Final = tuple(Bid(n) for n in range(300))
DROP: Final = DropOut()
PASS: Final = PassBid()


@dataclass
class Auction:
    """The seats still in the auction, the next to act first, and all bids so far."""

    waiting: list[int]
    bids: list[int]
    """For each seat its own highest bid, -1 if it made none."""
    high: int
    """The highest bid; before the first one, the lowest bid allowed minus 1."""
    leader: int = -1
    dropped: list[int] = field(default_factory=list)
    passes: int = -1
    """The seat that may still pass once without raising, -1 for none."""

    def clone(self) -> Auction:
        return Auction(self.waiting.copy(), self.bids.copy(), self.high, self.leader, self.dropped.copy(), self.passes)

    @property
    def over(self) -> bool:
        return len(self.waiting) == 1

    def seat(self) -> int:
        """Return the seat that must act now; the leader's bid stands without asking."""
        if self.waiting[0] == self.leader:
            self.waiting.append(self.waiting.pop(0))
        return self.waiting[0]

    def bid(self, amount: int) -> None:
        seat = self.waiting.pop(0)
        self.waiting.append(seat)
        self.bids[seat] = amount
        self.high = amount
        self.leader = seat

    def stay(self) -> None:
        """Use the right to pass: stay in without raising."""
        self.passes = -1
        self.waiting.append(self.waiting.pop(0))

    def drop(self) -> int:
        """Drop out and return the place taken (1 is first)."""
        seat = self.waiting.pop(0)
        self.dropped.append(seat)
        return len(self.waiting) + 1

    def fee(self, seat: int, place: int, players: int) -> int:
        return price_of_place(self.bids[seat], place, players)

    def order(self) -> list[int]:
        """Return the new order of play, when the auction is over."""
        return [self.waiting[0], *reversed(self.dropped)]


def price_of_place(bid: int, place: int, players: int) -> int:
    """Return the price of a place: the first to drop out pays nothing, the last two their whole bids, the others half, rounded
    up."""
    amount = max(bid, 0)
    if place == players and players > 1:
        return 0
    return amount if place <= 2 else (amount + 1) // 2


def auction(order: list[int], seats: int, lowest: int, passes: int = -1) -> Auction:
    """Return a new auction in the old order of play; ``lowest``: the smallest bid allowed."""
    return Auction(order.copy(), [-1] * seats, lowest - 1, -1, [], passes)


def bids(low: int, high: int) -> list[Bid]:
    """Return every bid from ``low`` to ``high``."""
    return list(BIDS[low : high + 1]) if high < len(BIDS) else [Bid(n) for n in range(low, high + 1)]


def choices(bidding: Auction, seat: int, purse: int) -> list[Action]:
    """Return the actions of a seat: drop out, pass if it still may, or any higher bid that it can pay."""
    found: list[Action] = [DROP]
    if bidding.passes == seat:
        found.append(PASS)
    found += bids(bidding.high + 1, purse)
    return found


def take_place(bidding: Auction, seat: int, place: int, players: int, cash: list[int], events: list[Event]) -> None:
    """Take a place in the order of play and pay for it."""
    fee = bidding.fee(seat, place, players)
    cash[seat] -= fee
    events.append(PlaceTaken(seat, place, fee))


def refuse_bid(bidding: Auction, amount: int, purse: int, clause: str) -> Reason | None:
    """Return why a bid is refused: it must beat the highest bid and be payable."""
    if amount <= bidding.high:
        return Reason("bid_too_low", clause, T("Bid at least ${lowest} or drop out.", lowest=bidding.high + 1))
    if amount > purse:
        return Reason("bid_too_high", clause, T("You can't bid more than ${most}: you couldn't pay it.", most=purse))
    return None


def speak(bidding: Auction, seat: int, action: Action, events: list[Event]) -> int:
    """Carry out a bid, a pass or dropping out. Returns the place taken by dropping out, otherwise 0."""
    if isinstance(action, Bid):
        bidding.bid(action.amount)
        events.append(BidMade(seat, action.amount))
        return 0
    if isinstance(action, PassBid):
        bidding.stay()
        events.append(BidPassed(seat))
        return 0
    return bidding.drop()
