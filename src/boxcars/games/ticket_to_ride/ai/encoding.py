"""Ticket to Ride's action vocabulary and observation layout, for learners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.field_encoding import Flag, Members, Number, Numbers, OneOf, Owners, Ranks, Seat, SeatNumbers
from boxcars.core.observation_encoding import Agenda, BySeat, Each, Field, Layout, Maybe, Row, Steps
from boxcars.core.registry import game
from boxcars.games.ticket_to_ride.ai.fast_encoding import FastEncoder
from boxcars.games.ticket_to_ride.ai.returned_tickets import OwnReturned
from boxcars.games.ticket_to_ride.scoring import completed, longest_paths
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.take_turn import Turn
from boxcars.games.ticket_to_ride.tickets import DrawnTickets, FirstTickets, TicketsRevealed
from boxcars.games.ticket_to_ride.train_cards import SecondDraw
from boxcars.games.ticket_to_ride.types import (
    COLOURS,
    LOCOMOTIVE,
    ChooseTickets,
    DrawSecondCard,
    KeepDrawnTickets,
    RevealTickets,
    TakeTurn,
    TicketToRideObservation,
)

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide


def targets(rules: TicketToRide) -> list[str]:
    """Return the vocabulary: routes, payments, cards, decks, and the tickets to keep one by one."""
    most = max(rules.board.length)
    out = [f"route:{route.key}" for route in rules.board.routes]
    out += [f"pay:{colour}:{n}" for colour in COLOURS[:LOCOMOTIVE] for n in range(most)]
    out += [f"pay:locomotive:{n}" for n in range(1, most + 1)]
    out += [f"display:{colour}" for colour in COLOURS]
    out += [f"keep:{ticket.key}" for ticket in rules.board.tickets]
    return [*out, "keep:end", "deck", "tickets", "do:pass"]


def spell(target: str) -> tuple[str, ...]:
    """Return the words of a target; a set of tickets is spelled ticket by ticket."""
    if target.startswith("keep:"):
        return (*(f"keep:{ticket}" for ticket in target[5:].split("+")), "keep:end")
    return (target,)


def ending(rules: TicketToRide, table: Table) -> dict[str, Any]:
    """Return what datasets store of a finished game besides the score: each seat's tickets and whether it completed them."""
    out = []
    for seat, held in enumerate(table.tickets):
        done = completed(rules, table.owner, seat, held)
        tickets = [rules.board.tickets[ticket] for ticket in held]
        out.append([{"ticket": t.key, "points": t.points, "completed": ok} for t, ok in zip(tickets, done, strict=True)])
    return {"tickets": out, "longest_path": longest_paths(rules, table.owner)}


EQUAL_OPTIONS = frozenset({"starting_seat"})
"""Options that change no legal action. A test (tests/envs/test_fast_encoding.py) compares the fast encoder with ``legal`` for
them, too."""
CHAPTERS = {
    ChooseTickets: FirstTickets,
    RevealTickets: TicketsRevealed,
    TakeTurn: Turn,
    DrawSecondCard: SecondDraw,
    KeepDrawnTickets: DrawnTickets,
}
"""The chapters whose legal actions the fast encoder restates."""


def has_printed_rules(rules: TicketToRide) -> bool:
    """Return whether the rules are those of the rulebook, on any map: no option is on and no chapter is replaced."""
    options = {option.key: option.default for option in game(rules.game).options}
    return {step: type(chapter) for step, chapter in rules.chapters.items()} == CHAPTERS and all(
        key in EQUAL_OPTIONS or (key in options and value == options[key]) for key, value in rules.options.items()
    )


def fast_encoder(rules: TicketToRide, layout: Layout, codes: dict[str, int]) -> FastEncoder | None:
    """Return the fast encoder of observations and masks, or None for house rules: it restates the printed rules only."""
    if not has_printed_rules(rules):
        return None
    return FastEncoder(rules, {field.name: field.at for field in layout.fields}, codes)


def layout(rules: TicketToRide) -> Layout:
    board, n = rules.board, rules.players
    tickets, colours = range(len(board.tickets)), range(len(COLOURS))
    step = Steps(rules.step_type, n)
    trains, cards = board.trains, sum(board.cards)
    return Layout(
        n,
        TicketToRideObservation,
        [
            Field("owner", Owners(len(board.routes), n), "who owns each route"),
            Field("hand", Numbers(len(COLOURS), 12), "own cards by colour"),
            Field("display", Each(5, OneOf(colours)), "the colour of each face-up card"),
            Field("tickets", Members(tickets), "own tickets"),
            Field("offer", Ranks(tickets), "tickets one may keep, in their order"),
            Field("trains", SeatNumbers(n, trains), "trains left"),
            Field("points", SeatNumbers(n, 100), "points for routes"),
            Field("cards", SeatNumbers(n, 20), "cards in hand"),
            Field("known", BySeat(n, Numbers(len(COLOURS), 12)), "cards that everybody saw being taken and not yet paid"),
            Field("ticket_counts", SeatNumbers(n, 10), "tickets kept"),
            Field("on_offer", SeatNumbers(n, 3), "tickets that seat is looking at"),
            Field("discard", Numbers(len(COLOURS), 12), "discarded cards by colour"),
            Field("deck", Number(cards), "cards in the deck"),
            Field("fresh_tickets", Number(len(board.tickets)), "tickets nobody has seen"),
            Field("actor", Seat(n), "who is to act"),
            Field("agenda", Agenda(step, step, n), "what is due, and what follows"),
            Field("final_turns", Number(6, 1), "turns left in the final round; -1 before it"),
            Field("passes", Number(n), "how many passed in a row"),
            Field("starts", Seat(n), "who began"),
            Field("chosen", BySeat(n, Flag()), "at the start: who has chosen tickets"),
            Field("own_choice", OneOf(range(8), -1), "at the start: one's own choice, as a mask of the offer"),
            Field("returned_by", Row(len(tickets), Seat(n)), "who returned the tickets under the deck, in their order"),
            Field("own_returned", OwnReturned(len(tickets)), "where in it each ticket is that one returned oneself"),
            Field("shown", Maybe(BySeat(n, Members(tickets))), "at the end: everybody's tickets"),
            Field("longest", Maybe(SeatNumbers(n, trains), []), "at the end: the longest path of each seat"),
        ],
        own=("hand", "tickets", "offer"),
    )
