"""Actions, steps and targets of Ticket to Ride in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.messages import TN, T, Text, Who
from boxcars.games.ticket_to_ride.names import CARD_NAMES, payment_text, route_text, ticket_text, tickets_text
from boxcars.games.ticket_to_ride.types import (
    COLOURS,
    ChooseTickets,
    ClaimRoute,
    DrawCard,
    DrawSecondCard,
    DrawTickets,
    KeepDrawnTickets,
    KeepTickets,
    TakeCard,
    TTRAction,
    TTRStep,
)

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide


def say(rules: TicketToRide, action: TTRAction) -> Text:
    board = rules.board
    if isinstance(action, TakeCard):
        return T("Take the face-up {colour} card", colour=CARD_NAMES[action.colour])
    if isinstance(action, DrawCard):
        return T("Draw a card from the deck")
    if isinstance(action, ClaimRoute):
        number = board.route_id[action.route]
        cards = payment_text(board.length[number], action.colour, action.locomotives)
        partner = board.partner[number]
        alike = board.colour[partner] == board.colour[number] or action.locomotives == board.length[number]
        if 0 <= partner < number and alike:  # else the cards tell the two apart
            return T("Claim {route} (second track) with {cards}", route=route_text(board, action.route), cards=cards)
        return T("Claim {route} with {cards}", route=route_text(board, action.route), cards=cards)
    if isinstance(action, DrawTickets):
        return T("Draw destination tickets")
    if isinstance(action, KeepTickets):
        return T("Keep {tickets}", tickets=tickets_text(board, action.tickets))
    return T("Pass")


def ask(rules: TicketToRide, step: TTRStep) -> Text:
    if isinstance(step, ChooseTickets):
        return T("Keep at least two destination tickets.")
    if isinstance(step, DrawSecondCard):
        return T("Draw your second train card.")
    if isinstance(step, KeepDrawnTickets):
        return T("Keep at least one ticket.")
    return T("Draw train cards, claim a route, or draw tickets.")


def name(rules: TicketToRide, target: str) -> Text:
    board = rules.board
    kind, _, rest = target.partition(":")
    if kind == "display":
        return T("Face-up {colour}", colour=CARD_NAMES[rest])
    if kind == "deck":
        return T("Deck")
    if kind == "tickets":
        return T("Tickets")
    if kind == "route":
        return route_text(board, rest)
    if kind == "city":
        return T("{city}", city=next((city.name for city in board.cities if city.key == rest), rest))
    if kind == "ticket":
        return ticket_text(board, rest)
    if kind == "keep":
        return T("Keep {tickets}", tickets=tickets_text(board, rest.split("+")))
    if kind == "pay":
        colour, _, wild = rest.partition(":")
        if colour == "locomotive":
            return T("locomotives only")
        more = int(wild)
        if more:
            return T("{colour} + {more}", colour=CARD_NAMES[colour], more=TN("{count} locomotive", "{count} locomotives", more))
        return CARD_NAMES[colour]
    return T("Pass")


def chance_name(rules: TicketToRide, stream: str, value: int) -> Text:
    board = rules.board
    if stream == "deck":
        return CARD_NAMES[COLOURS[value]]
    if stream == "tickets":
        return ticket_text(board, board.tickets[value].key)
    return Text("{who}", {"who": Who(value)})
