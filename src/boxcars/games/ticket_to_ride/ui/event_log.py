"""Events of Ticket to Ride as sentences of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.messages import TN, T, Text, Who
from boxcars.games.ticket_to_ride.names import CARD_NAMES, payment_text, route_text, tickets_text
from boxcars.games.ticket_to_ride.types import (
    CardDrawn,
    CardTaken,
    DeckReshuffled,
    DisplayFlushed,
    FinalRoundBegan,
    GameBegan,
    GameEnded,
    Passed,
    RouteClaimed,
    TicketsChosen,
    TicketsDrawn,
    TicketsKept,
    TTREvent,
)

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide


def tell(rules: TicketToRide, event: TTREvent) -> Text:
    board = rules.board
    if isinstance(event, GameBegan):
        return T("{who} goes first.", who=Who(event.starts))
    if isinstance(event, CardTaken):
        if event.colour == "locomotive":
            return T("{who} takes a face-up locomotive.", who=Who(event.seat))
        return T("{who} takes a face-up {colour} card.", who=Who(event.seat), colour=CARD_NAMES[event.colour])
    if isinstance(event, CardDrawn):
        if event.colour is None:
            return T("{who} draws a card from the deck.", who=Who(event.seat))
        return T("{who} draws from the deck: {colour}.", who=Who(event.seat), colour=CARD_NAMES[event.colour])
    if isinstance(event, DisplayFlushed):
        return T("Three face-up locomotives: all five cards are replaced.")
    if isinstance(event, DeckReshuffled):
        return T("The {cards} discards are shuffled to form a new deck.", cards=event.cards)
    if isinstance(event, RouteClaimed):
        length = board.length[board.route_id[event.route]]
        return TN(
            "{who} claims {route} with {cards} (+{points} point).",
            "{who} claims {route} with {cards} (+{points} points).",
            event.points,
            who=Who(event.seat),
            route=route_text(board, event.route),
            cards=payment_text(length, event.colour, event.locomotives),
            points=event.points,
        )
    if isinstance(event, TicketsDrawn):
        if event.tickets is None:
            return TN("{who} draws {count} ticket.", "{who} draws {count} tickets.", event.count, who=Who(event.seat))
        return T("{who} draws these tickets: {tickets}.", who=Who(event.seat), tickets=tickets_text(board, event.tickets))
    if isinstance(event, TicketsKept):
        if event.kept is None:
            return T("{who} keeps {count} of {of} tickets.", who=Who(event.seat), count=event.count, of=event.of)
        return T("{who} keeps these tickets: {tickets}.", who=Who(event.seat), tickets=tickets_text(board, event.kept))
    if isinstance(event, TicketsChosen):
        return T("{who} has chosen tickets.", who=Who(event.seat))
    if isinstance(event, Passed):
        return T("{who} can't do anything and passes.", who=Who(event.seat))
    if isinstance(event, FinalRoundBegan):
        return TN(
            "{who} has {count} train left: the final round begins.",
            "{who} has {count} trains left: the final round begins.",
            event.trains,
            who=Who(event.seat),
        )
    assert isinstance(event, GameEnded)
    return T("Nobody can move anymore, so the game is over.") if event.frozen else T("The game is over.")
