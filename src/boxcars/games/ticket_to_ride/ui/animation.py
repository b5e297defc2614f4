"""How a move of Ticket to Ride came about: cards fly, wagons are laid one by one, points are counted."""

from __future__ import annotations

from boxcars.core.messages import TN, T, Who
from boxcars.core.types import Event
from boxcars.games.ticket_to_ride import types as w
from boxcars.games.ticket_to_ride.map import Board as Printed
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.scoring import completed
from boxcars.view.animation import Story
from boxcars.view.tabletop import Beat

BACK = "c-back"
DECK = "item:deck target:deck"
TICKETS = "item:tickets target:tickets"


def card(colour: str) -> str:
    """Return the symbol of a card; a locomotive is drawn in any colour."""
    return "c-any" if colour == "locomotive" else f"c-{colour}"


def slot(number: int) -> str:
    return f"item:slot-{number} target:slot:{number}"


def hand(seen: w.TicketToRideObservation, seat: int, colour: str) -> str:
    """Return where a card of a seat lies: one's own in the hand, those of others behind their number."""
    return f"item:hand-{colour} piece:hand-{colour}" if seat == seen.seat else f"stat:{seat}.cards"


def animation_steps(rules: TicketToRide, seen: w.TicketToRideObservation, events: list[Event]) -> list[Beat]:
    story = Story()
    for event in events:
        if isinstance(event, w.CardTaken):
            story.then(
                "fly", face=card(event.colour), from_=slot(event.slot), to=hand(seen, event.seat, event.colour), seat=event.seat
            )
            story.gain(event.seat, "cards", 1, sound="wagon" if event.seat == seen.seat else "")
            if seen.display[event.slot] >= 0:  # a card of the deck closes the gap
                story.then("fly", face=BACK, from_=DECK, to=slot(event.slot), sound="card")
                story.then("turn", to=slot(event.slot), sound="")
        elif isinstance(event, w.CardDrawn):
            own = event.colour is not None
            to = hand(seen, event.seat, event.colour or "")
            turned = [card(event.colour)] if event.colour is not None else []
            story.then("fly", face=BACK, faces=turned, from_=DECK, to=to, seat=event.seat)
            story.gain(event.seat, "cards", 1, sound="wagon" if own else "")
        elif isinstance(event, w.DisplayFlushed):
            for number in range(len(event.display)):
                story.then("turn", to=slot(number), also=number > 0)
        elif isinstance(event, w.RouteClaimed):
            _claim(story, rules, seen, event)
        elif isinstance(event, w.TicketsDrawn):
            faces = [f"tk-{key}" for key in event.tickets or []]
            for i in range(event.count):
                to = (
                    f"item:tk-{event.tickets[i]} piece:offer-{event.tickets[i]}"
                    if event.tickets
                    else f"stat:{event.seat}.tickets"
                )
                story.then("fly", face=faces[i] if faces else "", from_=TICKETS, to=to, seat=event.seat, also=i > 0)
        elif isinstance(event, w.TicketsKept):
            for i, key in enumerate(event.kept or []):
                old = f"item:tk-{key} piece:offer-{key}"
                story.then(
                    "fly", face=f"tk-{key}", from_=old, to=f"item:own-{key} piece:tickets-{key}", seat=event.seat, also=i > 0
                )
            story.gain(event.seat, "tickets", event.count, sound="stamp")
        elif isinstance(event, w.FinalRoundBegan):
            trains = TN(
                "{who} has {count} train left. One more turn each.",
                "{who} has {count} trains left. One more turn each.",
                seen.trains[event.seat],
                who=Who(event.seat),
            )
            story.then("say", word=T("Last round"), note=trains, tone="last", seat=event.seat, sound="bell")
    return story.beats


def _claim(story: Story, rules: TicketToRide, seen: w.TicketToRideObservation, event: w.RouteClaimed) -> None:
    """The cards go to the middle of the route, the wagons come down one by one, the points tick; then tickets are punched."""
    printed: Printed = rules.board
    route = printed.route_id[event.route]
    length = printed.length[route]
    place = f"target:route:{event.route}"
    paid = [event.colour] * (length - event.locomotives) + ["locomotive"] * event.locomotives
    for i, colour in enumerate(paid):
        story.then("fly", face=card(colour), from_=hand(seen, event.seat, colour), to=place, seat=event.seat, also=i > 0)
    story.gain(event.seat, "cards", -length, also=True, sound="")
    story.then("lay", ids=[f"car-{event.route}-{i}" for i in range(length)], to=place, seat=event.seat)
    story.gain(event.seat, "points", event.points)
    story.gain(event.seat, "trains", -length, also=True, sound="")
    if event.seat == seen.seat and seen.tickets:
        before = [-1 if r == route else owner for r, owner in enumerate(seen.owner)]
        was = completed(rules, before, event.seat, seen.tickets)
        now = completed(rules, seen.owner, event.seat, seen.tickets)
        for ticket, old, new in zip(seen.tickets, was, now, strict=True):
            if new and not old:
                key = printed.tickets[ticket].key
                story.then("stamp", to=f"item:own-{key} piece:tickets-{key}", seat=event.seat)
