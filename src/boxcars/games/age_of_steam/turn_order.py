"""Phase II: the auction for the order of play (AOS-6)."""

from __future__ import annotations

from typing import Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.age_of_steam.actions import ACTIONS
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import BidOrDrop
from boxcars.rail.actions import Bid, DropOut, PassBid
from boxcars.rail.auction import auction, choices, speak, take_place
from boxcars.rail.standing_bids import Bidding as StandingBidding
from boxcars.rail.standing_bids import auction_id

TURN_ORDER: Final = ACTIONS.index("turn_order")


class AuctionPhase(Chapter[Table]):
    """Bids begin at $1, in the old order; who took Turn Order last turn may pass once (AOS-6.1, 6.2, 6.8)."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        state.auction = auction(state.order, rules.players, 1, state.with_action(TURN_ORDER))
        go_on(state, events)


def go_on(table: Table, events: list[Event]) -> None:
    """Ask the next bidder, or settle the order when one is left (AOS-6.4, 6.5)."""
    sale = table.auction
    assert sale is not None
    if not sale.over:
        table.agenda.append(BidOrDrop(sale.seat()))
        return
    settle(table, sale.waiting[0], 1, events)
    table.order = sale.order()
    table.auction = None


def settle(table: Table, seat: int, place: int, events: list[Event]) -> None:
    """Pay for a place when it is taken (AOS-6.6, 6.9)."""
    sale = table.auction
    assert sale is not None
    take_place(sale, seat, place, len(table.order), table.cash, events)


def bidding(rules: Any, table: Table, seat: int) -> StandingBidding | None:
    """Return the auction in which a seat still bids, for its standing bid."""
    sale = table.auction
    if sale is None or seat not in sale.waiting:
        return None
    return StandingBidding(auction_id(table.turn, sale), sale, seat, table.cash[seat])


class Bidding(Chapter[Table]):
    verbs = (Bid, PassBid, DropOut)

    def legal(self, rules: Any, state: Table, step: Any) -> list[Any]:
        sale = state.auction
        assert sale is not None
        return choices(sale, step.seat, state.cash[step.seat])

    def refuse(self, rules: Any, state: Table, step: Any, action: Any) -> Reason | None:
        sale = state.auction
        assert sale is not None
        if isinstance(action, PassBid):
            if sale.passes != step.seat:
                return no(
                    "no_right_to_pass",
                    "AOS-6.2",
                    T("You can only pass if you took the Turn Order action last turn, and only once."),
                )
        elif isinstance(action, Bid):
            if action.amount <= sale.high:
                return no("bid_too_low", "AOS-6.2", T("Bid more than ${amount}.", amount=sale.high))
            if action.amount > state.cash[step.seat]:
                return no("not_enough_cash", "AOS-6.3", T("You only have ${cash}.", cash=state.cash[step.seat]))
        return None

    def apply(self, rules: Any, state: Table, step: Any, action: Any, events: list[Event]) -> None:
        sale = state.auction
        assert sale is not None
        place = speak(sale, step.seat, action, events)
        if place:
            settle(state, step.seat, place, events)
        go_on(state, events)
