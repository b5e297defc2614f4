"""Step IV.1: buying claims and passenger cards, drawing from the deck (SIL-14.1), moving cards (SIL-20.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import Buy, Decline, Draw, MoveCard
from boxcars.games.silverton.disputes import jail
from boxcars.games.silverton.events import CardBought, CardDeclined, CardDrawn, CardMoved, DeckFoundEmpty, RightLapsed
from boxcars.games.silverton.hire_and_advance import advance
from boxcars.games.silverton.joint_routes import own_route
from boxcars.games.silverton.money import pay, short
from boxcars.games.silverton.passengers import lift, take
from boxcars.games.silverton.place_pieces import send_home, target_id
from boxcars.games.silverton.placement_rules import deck_size
from boxcars.games.silverton.placing_events import PieceDied
from boxcars.games.silverton.state import CARD, CLAIM, DEAD, DECK, DRAWN, IN_DECK, OPEN, VISIBLE, Piece, Table
from boxcars.games.silverton.steps import AnswerDraw, BuyCards

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

CLAIM_PLACE: Final = "claims"
ROW: Final = 8
"""SIL-6.2."""
NO_RIGHT: Final = no("no_right", "SIL-12.2", T("You don't have the right to that card."))


def holder(rules: Silverton, state: Table, seat: int, card: str) -> int:
    """Return the piece that holds the seat's right to a card, -1 for none."""
    for number, piece in enumerate(state.players[seat].pieces):
        if piece.right and piece.task in (CLAIM, CARD) and target_id(rules, piece) == card:
            return number
    return -1


def why_not_buy(rules: Silverton, state: Table, seat: int, number: int) -> Reason | None:
    """Return why the right of that piece cannot be used now (SIL-14.1.1, 14.1.5)."""
    piece = state.players[seat].pieces[number]
    if piece.task == CLAIM:
        return short(state, seat, rules.atlas.claim_cost[piece.target], "SIL-14.1.1")
    if not own_route(rules, state, seat, piece.target):
        return no("no_route", "SIL-14.1.5", T("You don't have an open route between the two cities."))
    return short(state, seat, rules.atlas.card_price[piece.target], "SIL-14.1.1")


def may_move(rules: Silverton, state: Table, seat: int, card: int) -> bool:
    """Option: an A or B card that the seat cannot take; the first player never has a gap for it (SIL-20.1, 20.14)."""
    if not rules.variable or seat == state.order[0] or rules.atlas.card_class[card] == "C":
        return False
    return not own_route(rules, state, seat, card)


def free_places(rules: Silverton, state: Table, seat: int, card: int) -> list[str]:
    """Option: where a passenger card that the seat cannot take may be moved to (SIL-20.1, 20.14)."""
    if not may_move(rules, state, seat, card):
        return []
    places = [str(number) for number, top in enumerate(state.tops) if top < 0]
    if len(state.row) < ROW and -1 - card not in state.row:
        places.append(CLAIM_PLACE)
    return places


def waits_for_a_place(rules: Silverton, state: Table, seat: int, number: int) -> bool:
    """Option: the card could be moved, and another right of the seat may yet free a place by being bought (SIL-20.1)."""
    pieces = state.players[seat].pieces
    if not may_move(rules, state, seat, pieces[number].target):
        return False
    return any(
        piece.right and piece.task in (CLAIM, CARD) and why_not_buy(rules, state, seat, other) is None
        for other, piece in enumerate(pieces)
    )


def drop_useless_rights(rules: Silverton, state: Table, seat: int, events: list[Event]) -> None:
    """Rights that leave nothing to decide are given up by themselves (SIL-10.4, 14.1.5, 8.8)."""
    for number, piece in enumerate(state.players[seat].pieces):
        if not piece.right or piece.task not in (CLAIM, CARD):
            continue
        gone = piece.task == CARD and state.card_at[piece.target] != VISIBLE
        gone = gone or (piece.task == CLAIM and state.claim_at[piece.target] != OPEN)
        moves = [] if piece.task == CLAIM else free_places(rules, state, seat, piece.target)
        useless = gone or (not moves and why_not_buy(rules, state, seat, number) is not None)
        if useless and not gone and piece.task == CARD:
            useless = not waits_for_a_place(rules, state, seat, number)
        if useless:
            events.append(RightLapsed(seat, target_id(rules, piece)))
            send_home(piece)


def open_step(rules: Silverton, state: Table, seat: int, events: list[Event]) -> None:
    """Ask the seat while it holds rights or has prospectors on the deck."""
    drop_useless_rights(rules, state, seat, events)
    if any(piece.right and piece.task in (CLAIM, CARD, DECK) for piece in state.players[seat].pieces):
        state.agenda.append(BuyCards(seat))


class BuyCardsChapter(Chapter[Table]):
    """Rights and draws in any order (SIL-14.1.6)."""

    verbs = (Buy, Decline, Draw, MoveCard)

    def legal(self, rules: Silverton, state: Table, step: BuyCards) -> list[Any]:
        out: list[Any] = []
        for number, piece in enumerate(state.players[step.seat].pieces):
            if not piece.right:
                continue
            if piece.task == DECK:
                out.append(Draw(number))
            elif piece.task in (CLAIM, CARD):
                card = target_id(rules, piece)
                if why_not_buy(rules, state, step.seat, number) is None:
                    out.append(Buy(card))
                out.append(Decline(card))
                if piece.task == CARD:
                    out += [MoveCard(card, place) for place in free_places(rules, state, step.seat, piece.target)]
        return out

    def refuse(self, rules: Silverton, state: Table, step: BuyCards, action: Any) -> Reason | None:
        pieces = state.players[step.seat].pieces
        if isinstance(action, Draw):
            if not 0 <= action.piece < len(pieces) or pieces[action.piece].task != DECK or not pieces[action.piece].right:
                return no("no_right", "SIL-14.1.3", T("That piece isn't on the deck."))
            return None
        number = holder(rules, state, step.seat, action.card)
        if number < 0:
            return NO_RIGHT
        if isinstance(action, Buy):
            return why_not_buy(rules, state, step.seat, number)
        if isinstance(action, MoveCard) and action.place not in self._places(rules, state, step.seat, pieces[number]):
            return no("no_place", "SIL-20.14", T("You can't move that card there."))
        return None

    def _places(self, rules: Silverton, state: Table, seat: int, piece: Piece) -> list[str]:
        return free_places(rules, state, seat, piece.target) if piece.task == CARD else []

    def apply(self, rules: Silverton, state: Table, step: BuyCards, action: Any, events: list[Event]) -> None:
        seat = step.seat
        if isinstance(action, Draw):
            draw(rules, state, seat, action.piece, events)
            return
        number = holder(rules, state, seat, action.card)
        piece = state.players[seat].pieces[number]
        if isinstance(action, Buy):
            if piece.task == CLAIM:
                buy_claim(rules, state, seat, piece.target, events)
            else:
                price = rules.atlas.card_price[piece.target]
                pay(state, seat, price)
                take(state, piece.target, seat)
                events.append(CardBought(seat, action.card, price))
            if piece.won:
                advance(rules, state, seat, number, events)
        elif isinstance(action, MoveCard):
            lift(state, piece.target)
            if action.place == CLAIM_PLACE:
                state.row.append(-1 - piece.target)
            else:
                state.tops[int(action.place)] = piece.target
            events.append(CardMoved(seat, action.card, action.place))
        else:
            events.append(CardDeclined(seat, action.card))
        send_home(piece)
        open_step(rules, state, seat, events)


def buy_claim(rules: Silverton, state: Table, seat: int, claim: int, events: list[Event]) -> None:
    cost = rules.atlas.claim_cost[claim]
    pay(state, seat, cost)
    if claim in state.row:
        state.row.remove(claim)
    state.claim_at[claim] = seat
    events.append(CardBought(seat, rules.atlas.claims[claim], cost))


def top_card(rules: Silverton, state: Table) -> int:
    """Return the top card of the deck, taken off it: a claim, or the number of claims + an event. The deck must not be empty."""
    claims = len(rules.atlas.claims)
    counts = [1 if place == IN_DECK else 0 for place in state.claim_at]
    counts += [1 if there else 0 for there in state.event_in_deck]
    if not any(counts):
        return claims + state.bottom.pop(0)
    card = state.chance.pick("deck", counts)
    if card >= claims:
        state.event_in_deck[card - claims] = False
    else:
        state.claim_at[card] = DRAWN
    return card


def draw(rules: Silverton, state: Table, seat: int, number: int, events: list[Event]) -> None:
    """SIL-14.1.3: turn over the top card; an event hits the prospector at once (SIL-7.1)."""
    piece = state.players[seat].pieces[number]
    send_home(piece)
    if deck_size(state) == 0:
        events.append(DeckFoundEmpty(seat))
        open_step(rules, state, seat, events)
        return
    card = top_card(rules, state)
    claims = len(rules.atlas.claims)
    if card < claims:
        events.append(CardDrawn(seat, rules.atlas.claims[card]))
        if state.players[seat].cash >= rules.atlas.claim_cost[card]:
            state.agenda.append(AnswerDraw(seat, card, number))
            return
        reject(rules, state, seat, card, events)
    else:
        event = card - claims
        events.append(CardDrawn(seat, rules.atlas.events[event]))
        state.bottom.append(event)
        if rules.atlas.event_kills[event]:
            piece.status = DEAD
            piece.fine = rules.atlas.event_fine[event]
            events.append(PieceDied(seat, number, piece.fine))
        else:
            jail(state, (seat, number), rules.atlas.event_fine[event], events)
    open_step(rules, state, seat, events)


def reject(rules: Silverton, state: Table, seat: int, claim: int, events: list[Event]) -> None:
    """The claim becomes an open card, possibly a ninth (SIL-14.1.3)."""
    state.claim_at[claim] = OPEN
    state.row.append(claim)
    events.append(CardDeclined(seat, rules.atlas.claims[claim]))


class AnswerDrawChapter(Chapter[Table]):
    verbs = (Buy, Decline)

    def legal(self, rules: Silverton, state: Table, step: AnswerDraw) -> list[Any]:
        card = rules.atlas.claims[step.claim]
        rich = state.players[step.seat].cash >= rules.atlas.claim_cost[step.claim]
        return [Buy(card), Decline(card)] if rich else [Decline(card)]

    def refuse(self, rules: Silverton, state: Table, step: AnswerDraw, action: Any) -> Reason | None:
        if action.card != rules.atlas.claims[step.claim]:
            return NO_RIGHT
        return short(state, step.seat, rules.atlas.claim_cost[step.claim], "SIL-14.1.1") if isinstance(action, Buy) else None

    def apply(self, rules: Silverton, state: Table, step: AnswerDraw, action: Any, events: list[Event]) -> None:
        if isinstance(action, Buy):
            buy_claim(rules, state, step.seat, step.claim, events)
        else:
            reject(rules, state, step.seat, step.claim, events)
        open_step(rules, state, step.seat, events)
