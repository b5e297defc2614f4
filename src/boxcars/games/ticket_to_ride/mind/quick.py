"""What learners ask for at every word, straight from the table: what a seat sees, what may be chosen, what a word means.

The same as ``learning.layout`` and the spelling of all legal actions say, without making the observation and the actions first: a
seat at its turn is offered the routes it can pay, and the payments of one route only once it is chosen.
"""

from __future__ import annotations

from typing import Any

from boxcars.games.ticket_to_ride.claim_route import closed_for_all
from boxcars.games.ticket_to_ride.map import GREY, Board
from boxcars.games.ticket_to_ride.table import Table
from boxcars.games.ticket_to_ride.take_turn import TICKETS
from boxcars.games.ticket_to_ride.tickets import tickets_left
from boxcars.games.ticket_to_ride.train_cards import DRAW, LOCOMOTIVE, TAKE, can_draw
from boxcars.games.ticket_to_ride.words import (
    COLOURS,
    ChooseTickets,
    DrawSecondCard,
    KeepDrawnTickets,
    RevealTickets,
    TakeTurn,
    TTRStep,
)

STEPS: dict[Any, int] = {ChooseTickets: 0, RevealTickets: 1, TakeTurn: 2, DrawSecondCard: 3, KeepDrawnTickets: 4}


class Sight:
    """What one seat sees, as a vector that is kept up to date: what has changed since it last looked is written again.

    Between two looks little does, and two lists are compared in no time. The vector stays right from one game to the next.
    """

    def __init__(self, quick: Quick, seat: int, out: Any) -> None:
        at, n, tickets = quick.places, quick.players, len(quick.board.tickets)
        self.at: dict[str, int] = at
        self.out = out
        self.seat = seat
        self.players = n
        self.all_trains: int = quick.board.trains
        self.all_cards: int = total(quick.board.cards)
        self.all_tickets: int = tickets
        self.owner: list[int] = [-1] * len(quick.board.routes)
        self.hand: list[int] = [0] * 9
        self.discard: list[int] = [0] * 9
        self.known: list[list[int]] = [[0] * 9 for _ in range(n)]
        self.display: list[int] = [-1] * 5
        self.tickets: list[int] = []
        self.offer: list[int] = []
        self.fresh: list[int] = [0] * tickets
        self.returned: list[tuple[int, int]] = []
        self.agenda: list[TTRStep] = []
        self.chosen: list[int] = [-2] * n  # what no position has
        self.trains: list[int] = [0] * n
        self.points: list[int] = [0] * n
        self.cards: list[int] = [0] * n
        self.counts: list[int] = [0] * n
        self.on_offer: list[int] = [0] * n
        self.deck = 0
        self.final_turns = -1
        self.passes = 0
        self.starts = -1
        out[at["seat"] + seat] = 1.0

    def look(self, table: Table) -> None:
        """Bring it up to date, while the game lasts."""
        at, out, seat, n = self.at, self.out, self.seat, self.players
        if table.owner != self.owner:
            self._owners(table.owner, self.owner, at["owner"])
            self.owner = table.owner[:]
        hand = table.hands[seat]
        if hand != self.hand:
            numbers(hand, self.hand, out, at["hand"], 12.0)
            self.hand = hand[:]
        if table.discard != self.discard:
            numbers(table.discard, self.discard, out, at["discard"], 12.0)
            self.discard = table.discard[:]
        if table.display != self.display:
            place = at["display"]
            for i in range(5):
                new, old = table.display[i], self.display[i]
                if new != old:
                    if old >= 0:
                        out[place + 9 * i + old] = 0.0
                    out[place + 9 * i + new] = 1.0
            self.display = table.display[:]
        for i in range(n):
            self._seat(table, i, (seat + i) % n)
        if table.tickets[seat] != self.tickets:
            flags(table.tickets[seat], self.tickets, out, at["tickets"])
            self.tickets = table.tickets[seat][:]
        if table.offers[seat] != self.offer:
            self._offered(table.offers[seat])
        if table.fresh != self.fresh:
            out[at["fresh_tickets"]] = total(table.fresh) / self.all_tickets
            self.fresh = table.fresh[:]
        if table.returned != self.returned:
            self._returned(table.returned)
        if table.agenda != self.agenda:
            self._agenda(table.agenda)
        if table.chosen != self.chosen:
            self._chosen(table.chosen)
        deck = total(table.deck)
        if deck != self.deck:
            out[at["deck"]] = deck / self.all_cards
            self.deck = deck
        if table.final_turns != self.final_turns:
            out[at["final_turns"]] = (table.final_turns + 1) / 6
            self.final_turns = table.final_turns
        if table.passes != self.passes:
            out[at["passes"]] = table.passes / n
            self.passes = table.passes
        if table.starts != self.starts:
            if self.starts >= 0:
                out[at["starts"] + (self.starts - seat) % n] = 0.0
            out[at["starts"] + (table.starts - seat) % n] = 1.0
            self.starts = table.starts

    def _owners(self, new: list[int], old: list[int], place: int) -> None:
        out, seat, n = self.out, self.seat, self.players
        for r in range(len(new)):
            if new[r] != old[r]:
                if old[r] >= 0:
                    out[place + (old[r] - seat) % n] = 0.0
                if new[r] >= 0:
                    out[place + (new[r] - seat) % n] = 1.0
            place += n

    def _seat(self, table: Table, i: int, s: int) -> None:
        """What is known of a seat, the i-th from one's own on."""
        at, out = self.at, self.out
        known = table.known[s]
        if known != self.known[i]:
            numbers(known, self.known[i], out, at["known"] + 9 * i, 12.0)
            self.known[i] = known[:]
        cards, trains = total(table.hands[s]), table.trains[s]
        if cards != self.cards[i]:
            out[at["cards"] + i] = cards / 20
            self.cards[i] = cards
        if trains != self.trains[i]:
            out[at["trains"] + i] = trains / self.all_trains
            self.trains[i] = trains
        if table.points[s] != self.points[i]:
            out[at["points"] + i] = table.points[s] / 100
            self.points[i] = table.points[s]
        tickets, offered = len(table.tickets[s]), len(table.offers[s])
        if tickets != self.counts[i]:
            out[at["ticket_counts"] + i] = tickets / 10
            self.counts[i] = tickets
        if offered != self.on_offer[i]:
            out[at["on_offer"] + i] = offered / 3
            self.on_offer[i] = offered

    def _offered(self, offer: list[int]) -> None:
        place = self.at["offer"]
        for ticket in self.offer:
            self.out[place + ticket] = 0.0
        left = self.all_tickets
        for ticket in offer:
            self.out[place + ticket] = left / self.all_tickets
            left -= 1
        self.offer = offer[:]

    def _returned(self, returned: list[tuple[int, int]]) -> None:
        """Who returned the tickets under the deck, and where one's own lie."""
        out, seat, n = self.out, self.seat, self.players
        by, own = self.at["returned_by"], self.at["own_returned"]
        for i, (ticket, who) in enumerate(self.returned):
            out[by + i * n + (who - seat) % n] = 0.0
            if who == seat:
                out[own + ticket] = 0.0
        for i, (ticket, who) in enumerate(returned):
            out[by + i * n + (who - seat) % n] = 1.0
            if who == seat:
                out[own + ticket] = (i + 1) / self.all_tickets
        self.returned = returned[:]

    def _agenda(self, agenda: list[TTRStep]) -> None:
        """What is due, what follows, and who is to act."""
        self._write_agenda(self.agenda, 0.0)
        self._write_agenda(agenda, 1.0)
        self.agenda = agenda[:]

    def _write_agenda(self, agenda: list[TTRStep], value: float) -> None:
        out, seat, n = self.out, self.seat, self.players
        place = self.at["agenda"]
        for k in range(len(agenda) - 1, -1, -1):
            step = agenda[k]
            out[place + STEPS[type(step)]] = value
            if step.seat >= 0:
                out[place + len(STEPS) + (step.seat - seat) % n] = value
            place += len(STEPS) + n
        if agenda:
            out[self.at["actor"] + (agenda[-1].seat - seat) % n] = value

    def _chosen(self, chosen: list[int]) -> None:
        """At the start: who has chosen tickets, and one's own choice."""
        out, seat, n = self.out, self.seat, self.players
        for i in range(n):
            out[self.at["chosen"] + i] = 1.0 if chosen[(seat + i) % n] > 0 else 0.0
        place = self.at["own_choice"]
        for i in range(8):
            out[place + i] = 1.0 if chosen[seat] == i else 0.0
        self.chosen = chosen[:]


class Quick:
    """The numbers of one Rules object; the words of a position, for those who choose one after another."""

    def __init__(self, board: Board, players: int, places: dict[str, int], codes: dict[str, int]) -> None:
        """``places``: where the fields of the layout begin; ``codes``: those of the words."""
        self.board = board
        self.players = players
        self.route_code: list[int] = [codes[f"route:{route.key}"] for route in board.routes]
        self.card_code: list[int] = [codes[f"display:{colour}"] for colour in COLOURS]
        self.deck_code: int = codes["deck"]
        self.tickets_code: int = codes["tickets"]
        self.route_of: dict[int, int] = {code: route for route, code in enumerate(self.route_code)}
        self.card_of: dict[int, int] = {code: colour for colour, code in enumerate(self.card_code)}
        self.places = places

    def sight(self, seat: int, out: Any) -> Sight:
        """What the seat sees, to be kept in a vector of zeros."""
        return Sight(self, seat, out)

    # -- what may be chosen ------------------------------------------------------------------------------------------

    def ready(self, table: Table) -> bool:
        """Whether the first word of an action is chosen here: at a turn or at a second draw, with cards to be had."""
        if not table.agenda:
            return False
        step = table.agenda[-1]
        return (type(step) is TakeTurn or type(step) is DrawSecondCard) and can_draw(table)

    def mark(self, table: Table, mask: Any) -> None:
        """1 for each word that can be chosen now, in a mask of zeros (at a position that is ``ready``)."""
        step = table.agenda[-1]
        second = type(step) is DrawSecondCard
        for colour in table.display:
            if not (second and colour == LOCOMOTIVE):
                mask[self.card_code[colour]] = 1
        mask[self.deck_code] = 1
        if second:
            return
        if tickets_left(table):
            mask[self.tickets_code] = 1
        seat = step.seat
        board, hand, codes = self.board, table.hands[seat], self.route_code
        wild, trains, length = hand[LOCOMOTIVE], table.trains[seat], board.length
        owner, partner = table.owner, board.partner
        mine = self.players > 3  # only then can a partner of an own route still be in the open lists (TTR-6.8)
        most = 0
        for c in range(9):
            if c < GREY and hand[c] > most:
                most = hand[c]
            have = most if c == GREY else hand[c]
            limit = have + wild if have + wild < trains else trains
            for r in table.open[c]:
                if length[r] > limit:
                    break
                if mine and partner[r] >= 0 and owner[partner[r]] == seat:
                    continue
                mask[codes[r]] = 1

    def choose(self, table: Table, code: int) -> list[Any]:
        """The actions that a word leaves: one is complete, of several the next word decides; none: it is not offered."""
        step = table.agenda[-1]
        second = type(step) is DrawSecondCard
        if code == self.deck_code:
            return [DRAW]
        colour = self.card_of.get(code, -1)
        if colour >= 0:
            return [TAKE[colour]] if colour in table.display and not (second and colour == LOCOMOTIVE) else []
        if second:
            return []
        if code == self.tickets_code:
            return [TICKETS] if tickets_left(table) else []
        route = self.route_of.get(code, -1)
        return self.payments(table, step.seat, route) if route >= 0 else []

    def payments(self, table: Table, seat: int, route: int) -> list[Any]:
        """Every way in which the seat can claim the route now."""
        board, hand = self.board, table.hands[seat]
        beside = board.partner[route]
        taken = table.owner[beside] if beside >= 0 else -1
        k = board.length[route]
        if table.owner[route] >= 0 or taken == seat or (taken >= 0 and closed_for_all(self.players)) or table.trains[seat] < k:
            return []
        out: list[Any] = []
        wild = hand[LOCOMOTIVE]
        colour = board.colour[route]
        for c in range(8):
            have = hand[c]
            if colour in (GREY, c) and have and have + wild >= k:
                out += board.claims[route][c][have if have < k else k][wild if wild < k else k]
        if wild >= k:
            out.append(board.wild[route])
        return out


def total(counts: list[int]) -> int:
    out = 0
    for n in counts:
        out += n
    return out


def numbers(new: list[int], old: list[int], out: Any, at: int, scale: float) -> None:
    """Those of nine numbers that have changed."""
    for i in range(9):
        if new[i] != old[i]:
            out[at + i] = new[i] / scale


def flags(new: list[int], old: list[int], out: Any, at: int) -> None:
    for i in old:
        out[at + i] = 0.0
    for i in new:
        out[at + i] = 1.0
