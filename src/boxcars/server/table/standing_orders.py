"""Standing orders: what a seat has told the server to do when its turn comes.

Three kinds: a bid that stands in an auction, a choice made before its turn where the rulebook lets all choose at once, and
playing where only one action is legal. Each is carried out as an ordinary action of the seat, judged by the rules.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from boxcars.core import registry
from boxcars.core.game import Refused
from boxcars.core.messages import T
from boxcars.core.type_aliases import AnyRules, AnyState, Json
from boxcars.core.types import Action
from boxcars.rail.standing_bids import Bidding
from boxcars.server.table.documents import Doc, Orders, StandingBid
from boxcars.server.table.table import Table, make_refusal

KEY = "order-"
"""Begins the keys of actions that were carried out for a seat."""
NONE = Orders()


def bidding_of(rules: AnyRules, state: AnyState, seat: int) -> Bidding | None:
    """The auction in which a seat still bids."""
    where = registry.game(rules.game).bidding
    found: Bidding | None = registry.load(where)(rules, state, seat) if where else None
    return found


def early_turn(rules: AnyRules, state: AnyState, seat: int) -> AnyState | None:
    """The position as if it were the seat's turn, where it may choose before it."""
    where = registry.game(rules.game).early
    return registry.load(where)(rules, state, seat) if where else None


def early_seats(rules: AnyRules, state: AnyState, doc: Doc) -> list[int]:
    """The people who may choose before their turn and have not."""
    if not registry.game(rules.game).early or doc.status != "playing" or doc.hot_seat or doc.lesson is not None:
        return []
    people = [i for i, seat in enumerate(doc.seats) if seat.kind == "person" and not seat.is_automatic]
    waiting = [seat for seat in people if not doc.orders.get(seat, NONE).early]
    return [seat for seat in waiting if early_turn(rules, state, seat) is not None]


def early_position(table: Table, seat: int | None) -> AnyState | None:
    """The position that a seat sees that is asked before its turn."""
    if seat is None or seat not in table.doc.early or table.state is None:
        return None
    return early_turn(table.rules, table.state, seat)


def with_orders(doc: Doc, seat: int, orders: Orders) -> Doc:
    rest = {who: kept for who, kept in doc.orders.items() if who != seat}
    return replace(doc, orders=rest if orders == NONE else {**rest, seat: orders})


def follow_position(rules: AnyRules, state: AnyState, doc: Doc) -> Doc:
    """Orders that belong to a former position are gone; a bid for the next auction belongs to the one that is running."""
    for seat, orders in doc.orders.items():
        if orders.bid is None:
            continue
        running = bidding_of(rules, state, seat)
        if running is not None and orders.bid.auction == -1:
            doc = with_orders(doc, seat, replace(orders, bid=replace(orders.bid, auction=running.id)))
        elif orders.bid.auction != -1 and (running is None or running.id != orders.bid.auction):
            doc = with_orders(doc, seat, replace(orders, bid=None))
    early = early_seats(rules, state, doc)
    return doc if early == doc.early else replace(doc, early=early)


def spend_choice(doc: Doc, seat: int) -> Doc:
    """The seat has acted: what it had chosen before its turn is used up."""
    orders = doc.orders.get(seat, NONE)
    return with_orders(doc, seat, replace(orders, early="")) if orders.early else doc


def ordered_action(rules: AnyRules, state: AnyState, doc: Doc) -> Action | None:
    """What the seat to act has ordered for this position."""
    actor = rules.actor(state)
    if doc.status != "playing" or actor < 0 or doc.lesson is not None or doc.seats[actor].is_automatic:
        return None
    orders = doc.orders.get(actor, NONE)
    if orders == NONE:
        return None
    if orders.early:
        return _if_legal(rules, state, actor, orders.early)
    bidding = bidding_of(rules, state, actor) if orders.bid is not None else None
    if bidding is not None and orders.bid is not None and orders.bid.auction == bidding.id:
        said = bidding.answer(orders.bid.kind, orders.bid.most)
        if said is not None:
            return said if rules.refuse(state, actor, said) is None else None
    if orders.forced and not rules.forms(state):
        legal = rules.legal(state)
        return legal[0] if len(legal) == 1 else None
    return None


def _if_legal(rules: AnyRules, state: AnyState, seat: int, raw: str) -> Action | None:
    try:
        action = rules.read_action(raw.encode())
    except Refused:
        return None
    return action if rules.refuse(state, seat, action) is None else None


def due_action(table: Table) -> Action | None:
    """What is to be done now for the seat to act; nothing right after something was taken back."""
    if not table.doc.orders or table.state is None or table.undone == table.mark:
        return None
    return ordered_action(table.rules, table.state, table.doc)


def order(table: Table, seat: int, forced: bool, bid: StandingBid | None) -> Doc:
    """The document with these orders of a seat instead of those it had."""
    own = table.doc.seats[seat]
    if own.is_automatic:
        raise make_refusal("handed_over", T("A bot is playing this seat. Take it back first."))
    if bid is not None and not registry.game(table.setup.game).bidding:
        raise make_refusal("no_auction", T("There are no auctions in this game."))
    if bid is not None:
        running = bidding_of(table.rules, table.state, seat)
        bid = replace(bid, auction=running.id if running is not None else -1)
    kept = table.doc.orders.get(seat, NONE)
    return with_orders(table.doc, seat, replace(kept, forced=forced, bid=bid))


def choose_early(table: Table, seat: int, raw: bytes) -> Doc:
    """The document with what a seat has chosen before its turn; refuses what the rules would refuse."""
    state = early_position(table, seat)
    assert state is not None
    action = table.rules.read_action(raw)
    reason = table.rules.refuse(state, seat, action)
    if reason is not None:
        raise Refused(reason)
    chosen = msgspec.json.encode(msgspec.json.decode(table.rules.write(action))).decode()
    kept = table.doc.orders.get(seat, NONE)
    doc = with_orders(table.doc, seat, replace(kept, early=chosen))
    return replace(doc, early=[one for one in doc.early if one != seat])


def shown_orders(table: Table, seat: int | None) -> Json | None:
    """The orders of a seat for its own page, with what it may bid now."""
    doc = table.doc
    if seat is None or seat < 0 or doc.status != "playing" or doc.lesson is not None or doc.seats[seat].kind != "person":
        return None
    orders = doc.orders.get(seat, NONE)
    bidding: Any = bidding_of(table.rules, table.state, seat)
    return {
        "forced": orders.forced,
        "chosen": bool(orders.early),
        "bid": {"kind": orders.bid.kind, "most": orders.bid.most} if orders.bid is not None else None,
        "low": bidding.lowest if bidding is not None else 0,
        "high": bidding.purse if bidding is not None else -1,
    }
