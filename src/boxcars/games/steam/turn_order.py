"""The order of play: by tile number in the Basic game (STM-13.1), by auction in the Standard game (STM-15.6 … 15.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Action, Event, Reason
from boxcars.games.steam.state import Table
from boxcars.games.steam.types import BidForOrder, OrderSettled, TurnOrder
from boxcars.rail.actions import Bid, DropOut, PassBid
from boxcars.rail.auction import auction, choices, refuse_bid, speak, take_place

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

BIDDING: Final = tuple(BidForOrder(seat) for seat in range(6))


class OrderOfPlay(Chapter[Table]):
    def run(self, rules: Steam, state: Table, step: TurnOrder, events: list[Event]) -> None:
        if not rules.standard:
            state.order.sort(key=state.tile.__getitem__)
            events.append(OrderSettled(state.order[:]))
            return
        state.auction = auction(state.order, rules.players, 0, state.privilege)
        state.agenda.append(BIDDING[state.auction.seat()])


class AuctionForOrder(Chapter[Table]):
    """Bid, drop out, or pass once with last turn's Turn Order tile; the leader is not asked (STM-15.6 … 15.9)."""

    verbs = (Bid, DropOut, PassBid)

    def legal(self, rules: Steam, state: Table, step: BidForOrder) -> list[Action]:
        assert state.auction is not None
        return choices(state.auction, step.seat, state.cash[step.seat])

    def refuse(self, rules: Steam, state: Table, step: BidForOrder, action: Bid | DropOut | PassBid) -> Reason | None:
        bidding = state.auction
        assert bidding is not None
        if isinstance(action, Bid):
            return refuse_bid(bidding, action.amount, state.cash[step.seat], "STM-15.6")
        if isinstance(action, PassBid) and bidding.passes != step.seat:
            text = T("Only the player who held the Turn Order tile last turn can pass without dropping out, and only once.")
            return no("no_privilege", "STM-15.9", text)
        return None

    def apply(self, rules: Steam, state: Table, step: BidForOrder, action: Bid | DropOut | PassBid, events: list[Event]) -> None:
        bidding = state.auction
        assert bidding is not None
        place = speak(bidding, step.seat, action, events)
        if place:
            self.settle(state, step.seat, place, events)
        if not bidding.over:
            state.agenda.append(BIDDING[bidding.seat()])
            return
        self.settle(state, bidding.waiting[0], 1, events)
        state.order = bidding.order()
        state.auction = None
        state.privilege = -1

    def settle(self, table: Table, seat: int, place: int, events: list[Event]) -> None:
        """Places 1 and 2 pay in full, the last nothing, the others half, rounded up (STM-15.10)."""
        assert table.auction is not None
        take_place(table.auction, seat, place, len(table.order), table.cash, events)
