"""What lies round the board of Ticket to Ride: display and decks, the hand, tickets to choose from and tickets held."""

from __future__ import annotations

import heapq
from typing import Any

from boxcars.core.messages import TN, T, Text, Who
from boxcars.core.types import Event
from boxcars.games.ticket_to_ride.claim_route import closed_for_all
from boxcars.games.ticket_to_ride.names import CARD_NAMES, pair, route_text
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.scoring import completed
from boxcars.games.ticket_to_ride.types import (
    COLOURS,
    LOCOMOTIVE,
    CardDrawn,
    CardTaken,
    ChooseTickets,
    ClaimRoute,
    DisplayFlushed,
    DrawCard,
    DrawSecondCard,
    KeepDrawnTickets,
    KeepTickets,
    RouteClaimed,
    TakeCard,
    TicketsChosen,
    TicketsKept,
    TicketToRideObservation,
)
from boxcars.games.ticket_to_ride.ui.panels import ink
from boxcars.view import drawing_kit
from boxcars.view.board import Again, Say
from boxcars.view.svg_helpers import kept
from boxcars.view.tabletop import Ask, Item, Mark, Pick, Recap, Tray

CARD = (76, 112)
TICKET = (142, 66)
FIRST, LATER = 2, 1
"""How many tickets one must keep: at the start, and of those drawn later."""
SEEN, BLIND = 2000, 1200
"""Milliseconds in which a phone takes back a card that was tapped: nothing was sent, and nobody knows of it."""


def face(colour: str) -> str:
    return f"c-{ink(colour)}"


def symbol(id: str, size: tuple[int, int], body: str) -> str:
    return f'<symbol id="{id}" viewBox="0 0 {size[0]} {size[1]}">{body}</symbol>'


def draw_symbols(rules: TicketToRide) -> str:
    out = [symbol(face(colour), CARD, drawing_kit.card(ink(colour), 0, 0)) for colour in COLOURS]
    out.append(symbol("c-back", CARD, drawing_kit.card_back(0, 0)))
    out.append(symbol("c-none", CARD, '<rect class="well" x="1" y="1" width="74" height="110" rx="5"/>'))
    deck = '<rect class="plate-f" x=".75" y=".75" width="74.5" height="110.5" rx="5"/><path class="dots" d="M38,38v36"/>'
    out.append(
        symbol("tk-back", CARD, f'{deck}<circle class="town" cx="38" cy="27" r="9"/><circle class="town" cx="38" cy="85" r="9"/>')
    )
    for ticket in rules.board.tickets:
        a, b = (rules.board.cities[end].name for end in ticket.ends)
        out.append(symbol(f"tk-{ticket.key}", TICKET, drawing_kit.ticket(0, 0, a, b, str(ticket.points), "")))
    for seat in range(rules.players):
        out.append(symbol(f"train-{seat}", (34, 28), f'<g transform="translate(17 13)">{drawing_kit.car(29, seat)}</g>'))
    return "".join(out)


# -- what is asked -----------------------------------------------------------------------------------------------------


def turn_prompt(seen: TicketToRideObservation) -> Ask | None:
    who = Who(seen.actor)
    step = seen.agenda[-1]
    choosing = T("{who} is choosing tickets", who=who)
    if isinstance(step, ChooseTickets):
        note = T("You gain the points if the two cities are connected at the end; if not, you lose them")
        line, short = T("Keep at least two tickets"), T("Keep at least two")
        return Ask(line=line, short=short, other=choosing, note=note, lamp="ticket")
    if isinstance(step, KeepDrawnTickets):
        return Ask(line=T("Keep at least one ticket"), other=choosing, lamp="ticket")
    if isinstance(step, DrawSecondCard):
        other = T("{who} draws a second card", who=who)
        note = T("Take any card except a face-up locomotive")
        return Ask(line=T("Take a second card"), other=other, note=note, lamp="cards")
    note = T("This is your last turn") if seen.final_turns >= 0 else T("Take a card, or choose a route on the map")
    line, short = T("Draw cards, claim a route, or draw tickets"), T("Your turn")
    return Ask(line=line, short=short, other=T("It's {who}'s turn", who=who), note=note, lamp="route")


def following(rules: TicketToRide, seen: TicketToRideObservation) -> list[int]:
    """Return who comes next: at the start as the agenda says, then round the table; in the final round so many as are left."""
    if isinstance(seen.agenda[-1], ChooseTickets):
        return [step.seat for step in reversed(seen.agenda[:-1]) if step.seat >= 0]
    left = seen.final_turns - 1 if seen.final_turns >= 0 else rules.players
    return [(seen.actor + i) % rules.players for i in range(1, min(rules.players, left + 1))]


def choice_switches(rules: TicketToRide, seen: TicketToRideObservation) -> Pick | None:
    step = seen.agenda[-1]
    if not seen.offer or not isinstance(step, ChooseTickets | KeepDrawnTickets):
        return None
    first = isinstance(step, ChooseTickets)
    of = [f"ticket:{rules.board.tickets[t].key}" for t in seen.offer]
    go = [T("Keep {count}", count=count) for count in range(len(of) + 1)]
    return Pick(of=of, least=FIRST if first else LATER, most=len(of), go=go, start=of if first else [])


@kept
def action_mark(rules: TicketToRide, action: Any) -> Mark | None:
    if isinstance(action, KeepTickets):
        return Mark(picks=[f"ticket:{key}" for key in action.tickets])
    if isinstance(action, TakeCard):
        return Mark(hold=SEEN, held=T("{colour} card taken", colour=CARD_NAMES[action.colour]))
    if isinstance(action, DrawCard):
        return Mark(hold=BLIND, held=T("Card drawn from the deck"))
    if isinstance(action, ClaimRoute):
        route = rules.board.route_id[action.route]
        length, wild = rules.board.length[route], action.locomotives
        if action.colour == "locomotive":
            wild = length
        cost = [(face(action.colour), length - wild), (face("locomotive"), wild)]
        return Mark(badge=f"+{rules.board.points[route]}", cost=[(card, count) for card, count in cost if count], order=wild)
    return None


# -- trays -------------------------------------------------------------------------------------------------------------


def item_trays(rules: TicketToRide, say: Say, seen: TicketToRideObservation, again: Again) -> list[Tray]:
    out = [offered(rules, seen.offer) if seen.offer else again("tray display", seen, display)]
    if seen.hand is not None:
        out.append(again("tray hand", seen, lambda seen: hand(seen.hand)))
    if seen.tickets is not None and seen.shown is None and seen.seat is not None:
        out.append(again("tray tickets", seen, lambda seen: held(rules, say, seen, seen.tickets, seen.seat)))
    return out


def display(seen: TicketToRideObservation) -> Tray:
    second = bool(seen.agenda) and isinstance(seen.agenda[-1], DrawSecondCard) and seen.seat == seen.actor
    items = []
    for slot, colour in enumerate(seen.display):
        if colour < 0:
            items.append(Item(id=f"slot-{slot}", face="c-none", w=76, h=112, label=T("No cards")))
            continue
        name = COLOURS[colour]
        shut = second and colour == LOCOMOTIVE
        items.append(
            Item(
                id=f"slot-{slot}",
                target=f"display:{name}",
                face=face(name),
                w=76,
                h=112,
                label=T("Face-up {colour}", colour=CARD_NAMES[name]),
                shut=shut,
                why=T("Your second card can't be a face-up locomotive.") if shut else None,
            )
        )
    tickets = seen.fresh_tickets + len(seen.returned_by)
    deck = TN("Deck: {count} card", "Deck: {count} cards", seen.deck)
    items.append(Item(id="deck", target="deck", face="c-back", w=76, h=112, label=deck, count=seen.deck))
    label = TN("Tickets: {count} in the deck", "Tickets: {count} in the deck", tickets)
    items.append(Item(id="tickets", target="tickets", face="tk-back", w=76, h=112, label=label, count=tickets))
    return Tray(key="display", title=T("Face-up cards and decks"), place="offer", items=items)


def hand(cards: list[int]) -> Tray:
    items = [
        Item(
            id=f"hand-{COLOURS[c]}",
            face=face(COLOURS[c]),
            w=76,
            h=112,
            count=count,
            label=T("{number} {colour}", number=count, colour=CARD_NAMES[COLOURS[c]]),
        )
        for c, count in enumerate(cards)
        if count
    ]
    return Tray(key="hand", title=T("Your hand: {count}", count=sum(cards)), place="hand", items=items)


def told(rules: TicketToRide, ticket: int, done: bool) -> Text:
    printed = rules.board.tickets[ticket]
    text = T("{cities}: {points} points, complete") if done else T("{cities}: {points} points, not complete")
    return Text(text.message, {"cities": pair(rules.board, printed.ends), "points": printed.points})


def offered(rules: TicketToRide, offer: list[int]) -> Tray:
    items = []
    for ticket in offer:
        key = rules.board.tickets[ticket].key
        items.append(
            Item(id=f"tk-{key}", target=f"ticket:{key}", face=f"tk-{key}", w=142, h=66, label=told(rules, ticket, False))
        )
    return Tray(key="offer", title=T("Tickets to choose from"), place="offer", items=items)


def to_go(rules: TicketToRide, seen: TicketToRideObservation, seat: int, ends: tuple[int, int]) -> Text:
    """Return how many trains the cheapest way still needs: one's own routes cost none, those of others are closed."""
    board = rules.board
    ways: dict[int, list[tuple[int, int]]] = {}
    for route, (a, b) in enumerate(board.ends):
        if (cost := missing(rules, seen, seat, route)) is not None:
            ways.setdefault(a, []).append((b, cost))
            ways.setdefault(b, []).append((a, cost))
    best = {ends[0]: 0}
    queue = [(0, ends[0])]
    while queue:
        far, city = heapq.heappop(queue)
        if city == ends[1]:
            return TN("{count} train to go", "{count} trains to go", far)
        for there, cost in ways.get(city, []) if far == best[city] else []:
            if far + cost < best.get(there, far + cost + 1):
                best[there] = far + cost
                heapq.heappush(queue, (far + cost, there))
    return T("can no longer be completed")


def missing(rules: TicketToRide, seen: TicketToRideObservation, seat: int, route: int) -> int | None:
    """Return the trains that a route still needs; None where the seat can't use it (TTR-6.2, 6.8, 6.9)."""
    if seen.owner[route] >= 0:
        return 0 if seen.owner[route] == seat else None
    partner = rules.board.partner[route]
    taken = seen.owner[partner] if partner >= 0 else -1
    shut = taken == seat or (taken >= 0 and closed_for_all(rules.players))
    return None if shut else rules.board.length[route]


def held(rules: TicketToRide, say: Say, seen: TicketToRideObservation, tickets: list[int], seat: int) -> Tray:
    """One's own tickets, those still open first; each belongs to its two cities on the board."""
    marks = completed(rules, seen.owner, seat, tickets)
    items = []
    for done, ticket in sorted(zip(marks, tickets, strict=True), key=lambda one: (one[0], -rules.board.tickets[one[1]].points)):
        printed = rules.board.tickets[ticket]
        a, b = (rules.board.cities[end].name for end in printed.ends)
        drawn = drawing_kit.ticket(0, 0, a, b, str(printed.points), say(T("done") if done else T("points")), done=done)
        label = told(rules, ticket, done)
        lights = [f"city:{rules.board.cities[end].key}" for end in printed.ends]
        lines: list[Text | str] = [] if done else [a, b, str(printed.points)]
        note = None if done else to_go(rules, seen, seat, printed.ends)
        items.append(Item(id=f"own-{printed.key}", face=drawn, w=142, h=66, label=label, lights=lights, lines=lines, note=note))
    return Tray(key="tickets", title=T("Your tickets"), place="papers", items=items)


# -- what the others did -----------------------------------------------------------------------------------------------


def recap_row(rules: TicketToRide, events: list[Event]) -> Recap | None:
    """Return a move in one row: the cards that were taken, the route that was claimed, or how many tickets were kept."""
    claimed = [event for event in events if isinstance(event, RouteClaimed)]
    if claimed:
        event = claimed[0]
        text = T("{who} claims {route}", who=Who(event.seat), route=route_text(rules.board, event.route))
        return Recap(text=text, faces=[f"train-{event.seat}"], gain=f"+{event.points}", touched=[f"route:{event.route}"])
    cards = [event for event in events if isinstance(event, CardTaken | CardDrawn)]
    if cards:
        faces = [face(event.colour) if event.colour is not None else "c-back" for event in cards]
        text = TN("{who} takes {count} card", "{who} takes {count} cards", len(cards), who=Who(cards[0].seat))
        if any(isinstance(event, DisplayFlushed) for event in events):  # else nobody knows where five discards come from
            text = T("{taken}; three face-up locomotives, so all five cards are replaced", taken=text)
        return Recap(text=text, faces=faces)
    chosen = [event for event in events if isinstance(event, TicketsChosen)]
    if chosen:  # the first tickets: what all others kept is told at the same moment
        return Recap(text=T("{who} has chosen tickets.", who=Who(chosen[0].seat)), faces=["tk-back"])
    kept = [event for event in events if isinstance(event, TicketsKept)]
    if kept:
        text = TN("{who} keeps {count} ticket", "{who} keeps {count} tickets", kept[0].count, who=Who(kept[0].seat))
        return Recap(text=text, faces=["tk-back"])
    return None
