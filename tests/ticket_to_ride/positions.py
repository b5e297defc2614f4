"""Set up positions for the tests: a game from explicit orders, and edits that keep the cards and tickets complete.

Cards are letters as in the worked examples: L locomotive, V B O W G Y K R the colours (K is black). Counts: ``"B3 L2"``.
"""

from __future__ import annotations

from typing import Any

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Refused
from boxcars.core.types import Event, Reason
from boxcars.games.ticket_to_ride.invariants import CARDS
from boxcars.games.ticket_to_ride.rules import TicketToRide, explicit
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.turn_sequence import TURN
from boxcars.games.ticket_to_ride.types import COLOURS, LOCOMOTIVE, ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, TakeCard

LETTERS = "VBOWGYKRL"
L = LOCOMOTIVE
DECK, TICKETS, PASS = DrawCard(), DrawTickets(), Pass()


def cards(text: str) -> list[int]:
    """ "R B G" or "RBG": the cards in order."""
    return [LETTERS.index(letter) for letter in text.replace(" ", "")]


def counts(text: str) -> list[int]:
    """ "B3 L2": how many of each."""
    out = [0] * 9
    for word in text.split():
        out[LETTERS.index(word[0])] += int(word[1:] or "1")
    return out


def rules_for(players: int = 2, starting_seat: int = 1) -> TicketToRide:
    rules = registry.make("ticket_to_ride", "usa", players, {"starting_seat": starting_seat})
    assert isinstance(rules, TicketToRide)
    return rules


def card_order(top: str) -> list[int]:
    """All 110 cards with these on top; the rest in colour order, locomotives last."""
    first = cards(top)
    return first + [c for c, n in enumerate(CARDS) for _ in range(n - first.count(c))]


def ticket_order(*top: int) -> list[int]:
    return [*top, *(t for t in range(30) if t not in top)]


def dealt(rules: TicketToRide, top: str = "", tickets: list[int] | None = None, starts: int = 0) -> Table:
    """A game dealt from an explicit order (TTR-2.10); what comes after it is drawn from a seed."""
    return rules.start(explicit(card_order(top), tickets or ticket_order(), starts, seed_from("after the order")))


def begun(players: int = 2, starting_seat: int = 1) -> tuple[TicketToRide, Table]:
    """After the first choices (everybody keeps all three), seat 0 to move; nobody holds a card, all are in the deck."""
    rules = rules_for(players, starting_seat)
    table = dealt(rules, "VBOW" * players + "VBOWG")
    for seat in range(players):
        play(rules, table, seat, KeepTickets(keys(rules, table.offers[seat])))
    for seat in range(players):
        hold(table, seat, "")
    table.chance = Chance(seed_from("begun"))
    rules.audit(table)
    return rules, table


def keys(rules: TicketToRide, tickets: list[int]) -> tuple[str, ...]:
    return tuple(rules.board.tickets[t].key for t in sorted(tickets))


# -- edits -----------------------------------------------------------------------------------------------------------


def hold(table: Table, seat: int, hand: str) -> None:
    """Give the seat this hand, out of the deck, then out of the discards (what it held goes back to the deck)."""
    new = counts(hand)
    for c in range(9):
        table.deck[c] += table.hands[seat][c] - new[c]
        if table.deck[c] < 0:
            table.deck[c], table.discard[c] = 0, table.discard[c] + table.deck[c]
        assert table.discard[c] >= 0, f"not enough {COLOURS[c]}"
    table.hands[seat] = new
    table.known[seat] = [min(k, n) for k, n in zip(table.known[seat], new, strict=True)]


def lay(table: Table, display: str, deck: str | None = None, discard: str = "", rest: int = -1) -> None:
    """Lay out display, deck (top first) and discard; every other card goes to the hand of seat ``rest`` (default: the last).

    The deck is scripted in this order; what is drawn after it comes from the seed. Without ``deck`` all others are in it.
    """
    hands = [0] * 9
    for hand in table.hands[:-1] if rest == -1 else [h for s, h in enumerate(table.hands) if s != rest]:
        hands = [a + b for a, b in zip(hands, hand, strict=True)]
    table.display = cards(display)
    table.discard = [cards(discard).count(c) for c in range(9)]
    order = cards(deck or "")
    left = [CARDS[c] - hands[c] - table.display.count(c) - table.discard[c] for c in range(9)]
    if deck is None:
        left = [a - b for a, b in zip(left, table.hands[rest], strict=True)]
        table.deck = left
    else:
        table.deck = [order.count(c) for c in range(9)]
        table.hands[rest] = [a - b for a, b in zip(left, table.deck, strict=True)]
    assert min(min(table.deck), min(table.hands[rest])) >= 0
    table.chance = Chance(seed_from("laid out"), {}, {"deck": order})


def own(rules: TicketToRide, table: Table, seat: int, *routes: str) -> None:
    """Give the seat these routes, trains and points settled, without paying."""
    board = rules.board
    for key in routes:
        r = board.route_id[key]
        table.owner[r] = seat
        table.trains[seat] -= board.length[r]
        table.points[seat] += board.points[r]
    closed = rules.players <= 3
    table.open = [
        [
            r
            for r in colour
            if table.owner[r] < 0 and not (closed and board.partner[r] >= 0 and table.owner[board.partner[r]] >= 0)
        ]
        for colour in board.by_colour
    ]


def ticket_deck(table: Table, *top: int) -> None:
    """Let the ticket deck be exactly these, top first; all the others are held by the last seat."""
    table.fresh = [0] * 30
    table.returned = [(t, 0) for t in top]
    held = {t for tickets in table.tickets[:-1] for t in tickets}
    assert not held & set(top)
    table.tickets[-1] = [t for t in range(30) if t not in held and t not in top]


def deck_of_tickets(table: Table) -> list[int]:
    """The ticket deck where its order is known: the returned ones."""
    return [t for t, _ in table.returned]


def trains(rules: TicketToRide, table: Table, seat: int, left: int) -> None:
    """Let the seat have claimed routes until this many trains are left."""
    board = rules.board
    for r in sorted(range(100), key=lambda r: -board.length[r]):
        free = table.owner[r] < 0 and (board.partner[r] < 0 or table.owner[board.partner[r]] < 0)
        if free and table.trains[seat] - board.length[r] >= left:
            own(rules, table, seat, board.routes[r].key)
    assert table.trains[seat] == left


def turn_of(table: Table, seat: int) -> None:
    table.agenda = [TURN[seat]]


# -- play ------------------------------------------------------------------------------------------------------------


def take(letter: str) -> TakeCard:
    return TakeCard(COLOURS[LETTERS.index(letter)])


def claim(route: str, letter: str, locomotives: int = 0) -> ClaimRoute:
    return ClaimRoute(route, COLOURS[LETTERS.index(letter)], locomotives)


def keep(rules: TicketToRide, *tickets: int) -> KeepTickets:
    return KeepTickets(keys(rules, list(tickets)))


def play(rules: TicketToRide, table: Table, seat: int, action: Any) -> list[Event]:
    """Play and audit."""
    events = rules.play(table, seat, action)
    rules.audit(table)
    return events


def refused(rules: TicketToRide, table: Table, seat: int, action: Any) -> Reason:
    """Why the action is refused; proves that nothing has changed, and that the reason says something."""
    before = rules.write(table)
    try:
        rules.play(table, seat, action)
    except Refused as error:
        assert rules.write(table) == before, "a refused action must change nothing"
        assert error.reason.text.message
        return error.reason
    raise AssertionError(f"{action} of seat {seat} was accepted")


def letters(colours: list[int]) -> str:
    return "".join(LETTERS[c] for c in colours)


def claims_of(rules: TicketToRide, table: Table, route: str) -> set[tuple[str, int]]:
    """The payments on the legal list for one route."""
    return {(a.colour, a.locomotives) for a in rules.legal(table) if isinstance(a, ClaimRoute) and a.route == route}
