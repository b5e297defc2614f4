"""Actions, events, steps and targets of Ticket to Ride in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.words import TN, T, Text, Who
from boxcars.games.ticket_to_ride.words import (
    COLOURS,
    CardDrawn,
    CardTaken,
    ChooseTickets,
    ClaimRoute,
    DeckReshuffled,
    DisplayFlushed,
    DrawCard,
    DrawSecondCard,
    DrawTickets,
    FinalRoundBegan,
    GameBegan,
    GameEnded,
    KeepDrawnTickets,
    KeepTickets,
    Passed,
    RouteClaimed,
    TakeCard,
    TicketsChosen,
    TicketsDrawn,
    TicketsKept,
    TTRAction,
    TTREvent,
    TTRStep,
)

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.map import Board

CARD_NAMES = {
    "violet": T("violet"),
    "blue": T("blue"),
    "orange": T("orange"),
    "white": T("white"),
    "green": T("green"),
    "yellow": T("yellow"),
    "black": T("black"),
    "red": T("red"),
    "grey": T("grey"),
    "locomotive": T("locomotive"),
}


def pair(board: Board, ends: tuple[int, int]) -> str:
    return f"{board.cities[ends[0]].name} – {board.cities[ends[1]].name}"


def route_text(board: Board, key: str) -> Text:
    """A route by its cities; one of two parallel routes also by its colour."""
    route = board.routes[board.route_id[key]]
    cities = pair(board, route.ends)
    if route.double_partner is None or route.colour == "grey":
        return T("{cities}", cities=cities)
    return T("{cities} ({colour})", cities=cities, colour=CARD_NAMES[route.colour])


def ticket_text(board: Board, key: str) -> Text:
    ticket = board.tickets[board.ticket_id[key]]
    return T("{cities} ({points})", cities=pair(board, ticket.ends), points=ticket.points)


def tickets_text(board: Board, keys: tuple[str, ...] | list[str]) -> list[Text]:
    return [ticket_text(board, key) for key in keys]


def payment_text(length: int, colour: str, locomotives: int) -> Text:
    """The cards of a payment: "3 blue + 1 locomotive"."""
    wild = TN("{count} locomotive", "{count} locomotives", locomotives)
    if locomotives == length:
        return wild
    plain = T("{number} {colour}", number=length - locomotives, colour=CARD_NAMES[colour])
    return T("{cards} + {more}", cards=plain, more=wild) if locomotives else plain


def say(board: Board, action: TTRAction) -> Text:
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
            return T("Claim {route}, the second one, with {cards}", route=route_text(board, action.route), cards=cards)
        return T("Claim {route} with {cards}", route=route_text(board, action.route), cards=cards)
    if isinstance(action, DrawTickets):
        return T("Draw destination tickets")
    if isinstance(action, KeepTickets):
        return T("Keep {tickets}", tickets=tickets_text(board, action.tickets))
    return T("Pass")


def tell(board: Board, event: TTREvent) -> Text:
    if isinstance(event, GameBegan):
        return T("{who} begins.", who=Who(event.starts))
    if isinstance(event, CardTaken):
        return T("{who} takes a face-up {colour} card.", who=Who(event.seat), colour=CARD_NAMES[event.colour])
    if isinstance(event, CardDrawn):
        if event.colour is None:
            return T("{who} draws a card from the deck.", who=Who(event.seat))
        return T("{who} draws from the deck: {colour}.", who=Who(event.seat), colour=CARD_NAMES[event.colour])
    if isinstance(event, DisplayFlushed):
        return T("Too many locomotives face up: the five cards are replaced.")
    if isinstance(event, DeckReshuffled):
        return T("The {cards} discards are shuffled into a new deck.", cards=event.cards)
    if isinstance(event, RouteClaimed):
        length = board.length[board.route_id[event.route]]
        return T(
            "{who} claims {route} with {cards} for {points} points.",
            who=Who(event.seat),
            route=route_text(board, event.route),
            cards=payment_text(length, event.colour, event.locomotives),
            points=event.points,
        )
    if isinstance(event, TicketsDrawn):
        if event.tickets is None:
            return TN("{who} takes {count} ticket.", "{who} takes {count} tickets.", event.count, who=Who(event.seat))
        return T("{who} takes the tickets {tickets}.", who=Who(event.seat), tickets=tickets_text(board, event.tickets))
    if isinstance(event, TicketsKept):
        if event.kept is None:
            return T("{who} keeps {count} of {of} tickets.", who=Who(event.seat), count=event.count, of=event.of)
        return T("{who} keeps the tickets {tickets}.", who=Who(event.seat), tickets=tickets_text(board, event.kept))
    if isinstance(event, TicketsChosen):
        return T("{who} has chosen tickets.", who=Who(event.seat))
    if isinstance(event, Passed):
        return T("{who} cannot do anything and passes.", who=Who(event.seat))
    if isinstance(event, FinalRoundBegan):
        return TN(
            "{who} has {count} train left: the final round begins.",
            "{who} has {count} trains left: the final round begins.",
            event.trains,
            who=Who(event.seat),
        )
    assert isinstance(event, GameEnded)
    return T("Nobody can move any more: the game is over.") if event.frozen else T("The game is over.")


def ask(step: TTRStep) -> Text:
    if isinstance(step, ChooseTickets):
        return T("Keep at least two of your destination tickets.")
    if isinstance(step, DrawSecondCard):
        return T("Draw your second train card.")
    if isinstance(step, KeepDrawnTickets):
        return T("Keep at least one of the tickets.")
    return T("Draw train cards, claim a route, or draw tickets.")


def name(board: Board, target: str) -> Text:
    kind, _, rest = target.partition(":")
    if kind == "display":
        return T("Face-up {colour}", colour=CARD_NAMES[rest])
    if kind == "deck":
        return T("Deck")
    if kind == "tickets":
        return T("Tickets")
    if kind == "route":
        return route_text(board, rest)
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


def chance_name(board: Board, stream: str, value: int) -> Text:
    if stream == "deck":
        return CARD_NAMES[COLOURS[value]]
    if stream == "tickets":
        return ticket_text(board, board.tickets[value].key)
    return Text("{who}", {"who": Who(value)})
