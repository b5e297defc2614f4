"""The starting order: by auction or by drawing action tiles (STM-5, STM-15.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter
from boxcars.core.types import Action, Event, Reason
from boxcars.games.steam.money import pay, purse
from boxcars.games.steam.state import Table
from boxcars.games.steam.turn_sequence import begin_turn
from boxcars.games.steam.types import ACTIONS, AuctionOpened, BidForStart, DrawOrder, OrderDrawn, StartingAuction
from boxcars.rail.actions import Bid, DropOut, PlaceTaken
from boxcars.rail.auction import auction, choices, refuse_bid, speak
from boxcars.rail.standing_bids import Bidding, auction_id

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

BIDDING: Final = tuple(BidForStart(seat) for seat in range(6))


class DrawTiles(Chapter[Table]):
    """Every seat draws an action tile: Basic, lowest first and then clockwise; Standard, by number (STM-5.7, 15.1)."""

    def run(self, rules: Steam, state: Table, step: DrawOrder, events: list[Event]) -> None:
        left = [1] * len(ACTIONS)
        numbers: list[int] = []
        for _ in range(rules.players):
            tile = state.chance.pick("tiles", left)
            left[tile] = 0
            numbers.append(tile + 1)
        seats = list(range(rules.players))
        if rules.standard:
            state.order = sorted(seats, key=numbers.__getitem__)
        else:
            first = numbers.index(min(numbers))
            state.order = seats[first:] + seats[:first]
            for place, seat in enumerate(state.order):
                state.cash[seat] += place  # $1 for the second, $2 for the third … (STM-5.8)
        events.append(OrderDrawn(numbers, state.order[:]))
        begin_turn(rules, state, events)


class OpenPlace(Chapter[Table]):
    """Places 1, 2, … are auctioned one after the other; who is left over takes the last one free (STM-5.1)."""

    def run(self, rules: Steam, state: Table, step: StartingAuction, events: list[Event]) -> None:
        n = rules.players
        # The random opener, later the first seat without a place clockwise from the last winner (STM-5.2).
        start = state.order[-1] + 1 if state.order else state.chance.below("opener", n)
        free = [seat % n for seat in range(start, start + n) if seat % n not in state.order]
        place = len(state.order) + 1
        if len(free) == 1:
            state.order.append(free[0])
            events.append(PlaceTaken(free[0], place, 0))
            begin_turn(rules, state, events)
            return
        state.auction = auction(free, n, 0)
        events.append(AuctionOpened(place, free[0]))
        state.agenda.append(BIDDING[free[0]])


def bidding(rules: Steam, table: Table, seat: int) -> Bidding | None:
    """Return the auction in which a seat still bids, for a place at the start or for the order of play."""
    sale = table.auction
    if sale is None or seat not in sale.waiting:
        return None
    starting = isinstance(table.agenda[-1], BidForStart)
    return Bidding(auction_id(table.turn, sale), sale, seat, purse(rules, table, seat) if starting else table.cash[seat])


class BidForPlace(Chapter[Table]):
    """Raise or drop out; who drops out bids again for the next place (STM-5.3, 5.4)."""

    verbs = (Bid, DropOut)

    def legal(self, rules: Steam, state: Table, step: BidForStart) -> list[Action]:
        assert state.auction is not None
        return choices(state.auction, step.seat, purse(rules, state, step.seat))

    def refuse(self, rules: Steam, state: Table, step: BidForStart, action: Bid | DropOut) -> Reason | None:
        if isinstance(action, DropOut):
            return None
        assert state.auction is not None
        return refuse_bid(state.auction, action.amount, purse(rules, state, step.seat), "STM-5.3")

    def apply(self, rules: Steam, state: Table, step: BidForStart, action: Bid | DropOut, events: list[Event]) -> None:
        bidding = state.auction
        assert bidding is not None
        speak(bidding, step.seat, action, events)
        if not bidding.over:
            state.agenda.append(BIDDING[bidding.seat()])
            return
        winner = bidding.waiting[0]
        price = max(bidding.bids[winner], 0)  # nobody bid: for nothing (STM-5.5)
        state.order.append(winner)
        state.auction = None
        pay(rules, state, winner, price, events)
        events.append(PlaceTaken(winner, len(state.order), price))
        state.agenda.append(StartingAuction())
