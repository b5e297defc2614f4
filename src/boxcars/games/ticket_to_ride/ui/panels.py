"""Cards, decks and tickets beside the board of Ticket to Ride, and the stations of a game."""

from __future__ import annotations

from collections.abc import Collection

from boxcars.core.messages import T, Text, Who
from boxcars.games.ticket_to_ride.names import CARD_NAMES, pair
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.scoring import completed
from boxcars.games.ticket_to_ride.types import COLOURS, TicketToRideObservation
from boxcars.view import drawing_kit
from boxcars.view.board import Again, Panel, Say, Station


def ink(colour: str) -> str:
    """Return the drawing's name of a card: a locomotive is "any" colour."""
    return "any" if colour == "locomotive" else colour


def turn_phases(seen: TicketToRideObservation) -> list[Station]:
    steps = {type(step).__name__ for step in seen.agenda[-1:]}
    if steps & {"ChooseTickets", "RevealTickets"}:
        now = 0
    elif not seen.agenda:
        now = 3
    else:
        now = 2 if seen.final_turns >= 0 else 1
    names = (T("First tickets"), T("Main game"), T("Final round"), T("Scores"))
    return [Station(text, "done" if i < now else "now" if i == now else "next") for i, text in enumerate(names)]


def side_panels(
    rules: TicketToRide, say: Say, seen: TicketToRideObservation, again: Again, but: Collection[str] = ()
) -> list[Panel]:
    out = [again("panel display", seen, lambda seen: display(seen, say))] if "display" not in but else []
    if seen.hand is not None and "hand" not in but:
        out.append(hand(seen.hand, say))
    if seen.offer and "offer" not in but:
        out.append(tickets(rules, say, seen, seen.offer, "offer", T("Tickets to choose from")))
    if seen.shown is not None:
        out += [
            tickets(rules, say, seen, those, f"tickets-{seat}", T("{who}'s tickets", who=Who(seat)), seat)
            for seat, those in enumerate(seen.shown)
        ]
    elif seen.tickets and "tickets" not in but:
        out.append(tickets(rules, say, seen, seen.tickets, "tickets", T("Your tickets"), seen.seat))
    out.append(again("panel worth", seen, lambda seen: worth(rules, say)))
    return [*out, again("panel discards", seen, lambda seen: discards(seen, say))]


def worth(rules: TicketToRide, say: Say) -> Panel:
    """Return what a route counts, by its length."""
    printed = rules.board
    points = sorted(set(zip(printed.length, printed.points, strict=True)))
    step = 232 / len(points)
    out = [
        drawing_kit.words(say(T("Spaces")), 0, 17, 13, 500, cls="dim"),
        drawing_kit.words(say(T("Points")), 0, 43, 13, 500, cls="dim"),
    ]
    out.append('<path class="rule1" d="M0,25.5H292"/>')
    for i, (length, value) in enumerate(points):
        x = 60 + step * (i + 0.5)
        out += [drawing_kit.words(str(length), x, 17, 14, 500, "middle"), drawing_kit.words(str(value), x, 43, 15, 700, "middle")]
    told = [T("{length} spaces: {points} points", length=length, points=value) for length, value in points]
    return Panel(key="worth", title=T("Route points"), height=52, svg="".join(out), words=told)


def discards(seen: TicketToRideObservation, say: Say) -> Panel:
    """Return all discards lie open: who counts them knows what the next deck holds."""
    held: list[tuple[str, int]] = [(COLOURS[c], count) for c, count in enumerate(seen.discard) if count]
    svg = "".join(drawing_kit.card(ink(name), i * 32.5, 2, count, 0.4) for i, (name, count) in enumerate(held))
    words = [T("{number} {colour}", number=count, colour=CARD_NAMES[name]) for name, count in held] or [T("No cards")]
    if not held:
        svg = drawing_kit.words(say(T("No cards")), 0, 18, 13, 500, cls="dim")
    return Panel(
        key="discards", title=T("Discards: {count}", count=sum(seen.discard)), height=50 if held else 26, svg=svg, words=words
    )


def display(seen: TicketToRideObservation, say: Say) -> Panel:
    """Return the five face-up cards, the deck and the ticket deck."""
    k = 0.5
    out, wide, high = [], 76 * k, 112 * k
    for slot, colour in enumerate(seen.display):
        x = slot * (wide + 3)
        if colour < 0:
            out.append(
                f'<rect class="well" x="{drawing_kit.n(x)}" y="2" width="{drawing_kit.n(wide)}" height="{drawing_kit.n(high)}" rx="3"/>'
            )
            continue
        name = COLOURS[colour]
        out.append(drawing_kit.piece(f"slot-{slot}-{name}", drawing_kit.card(ink(name), x, 2, 1, k)))
        out.append(drawing_kit.hit_rect(f"display:{name}", x, 2, wide, high))
        out.append(drawing_kit.hit_rect(f"slot:{slot}", x, 2, wide, high).replace('class="hit"', 'class="hit mark"'))
    x = 5 * (wide + 3) + 6
    out.append(drawing_kit.card_back(x, 2, None, k) + drawing_kit.hit_rect("deck", x, 2, wide, high))
    out.append(drawing_kit.words(str(seen.deck), x + wide / 2, high + 17, 13, 700, "middle"))
    x += wide + 3
    tickets = seen.fresh_tickets + len(seen.returned_by)
    out.append(
        f'<g transform="translate({drawing_kit.n(x)} 2)"><path class="plate-f" d="M4,.7H{drawing_kit.n(wide - 4)}a3,3 0 0 1 3,3V23a5,5 0 0 0 0,10V{drawing_kit.n(high - 4)}a3,3 0 0 1-3,3H4a3,3 0 0 1-3-3V33a5,5 0 0 0 0-10V4a3,3 0 0 1 3-3Z"/>'
    )
    out.append(
        f'<path class="dots" d="M{drawing_kit.n(wide / 2)},19v19"/><circle class="town" cx="{drawing_kit.n(wide / 2)}" cy="13" r="4"/><circle class="town" cx="{drawing_kit.n(wide / 2)}" cy="43" r="4"/></g>'
    )
    out.append(drawing_kit.hit_rect("tickets", x, 2, wide, high))
    out.append(drawing_kit.words(str(tickets), x + wide / 2, high + 17, 13, 700, "middle"))
    out.append(drawing_kit.words(say(T("Discards: {count}", count=sum(seen.discard))), 0, high + 17, 12, 500, cls="dim"))
    words = [
        T("Face up: {cards}", cards=[CARD_NAMES[COLOURS[c]] for c in seen.display if c >= 0]),
        T(
            "Deck: {cards} · Discards: {discards} · Tickets: {tickets}",
            cards=seen.deck,
            discards=sum(seen.discard),
            tickets=tickets,
        ),
    ]
    return Panel(key="display", title=T("Face-up cards and decks"), height=80, svg="".join(out), words=words)


def hand(held: list[int], say: Say) -> Panel:
    k = 0.62
    cards: list[tuple[str, int]] = [(COLOURS[c], held[c]) for c in range(9)]
    places = drawing_kit.cards_row(cards, width=292, k=k)
    count = dict(cards)
    svg = "".join(drawing_kit.piece(f"hand-{name}", drawing_kit.card(ink(name), x, 2, count[name], k)) for name, x, _ in places)
    words = [T("{number} {colour}", number=count[name], colour=CARD_NAMES[name]) for name, _, _ in places]
    if not places:
        svg = drawing_kit.words(say(T("No cards")), 0, 20, 13, 500, cls="dim")
        words = [T("No cards")]
    return Panel(key="hand", title=T("Your hand: {count}", count=sum(held)), height=74 if places else 30, svg=svg, words=words)


def tickets(
    rules: TicketToRide, say: Say, seen: TicketToRideObservation, those: list[int], key: str, title: Text, seat: int | None = None
) -> Panel:
    printed = rules.board
    marks = [False] * len(those) if seat is None else completed(rules, seen.owner, seat, those)
    order = sorted(range(len(those)), key=lambda i: (marks[i], -printed.tickets[those[i]].points))
    out, words = [], []
    for at, i in enumerate(order):
        ticket = printed.tickets[those[i]]
        a, b = (printed.cities[end].name for end in ticket.ends)
        note = T("done") if marks[i] else T("points")
        lost = seen.shown is not None and not marks[i]
        body = drawing_kit.ticket(
            0, 0, a, b, f"−{ticket.points}" if lost else str(ticket.points), say(note), done=marks[i], failed=lost
        )
        out.append(drawing_kit.piece(f"{key}-{ticket.key}", body, (at % 2) * 150, (at // 2) * 72))
        text = T("{cities}: {points} points, complete") if marks[i] else T("{cities}: {points} points, not complete")
        words.append(Text(text.message, {"cities": pair(printed, ticket.ends), "points": ticket.points}))
    return Panel(key=key, title=title, height=max(30, 72 * ((len(those) + 1) // 2)), svg="".join(out), words=words)
