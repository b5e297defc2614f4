"""The fast encoder of Ticket to Ride: observations, masks and actions straight from the state.

It gives the same results as ``encoding.layout`` and the spelling of all legal actions, without making the observation and the
actions first: a seat at its turn is offered the routes that it can pay for, and the payments of a route only once it is chosen.

"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.games.ticket_to_ride.claim_route import closed_for_all
from boxcars.games.ticket_to_ride.map import GREY, Board
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.take_turn import TICKETS
from boxcars.games.ticket_to_ride.tickets import tickets_left
from boxcars.games.ticket_to_ride.train_cards import DRAW, LOCOMOTIVE, TAKE, can_draw
from boxcars.games.ticket_to_ride.types import (
    COLOURS,
    ChooseTickets,
    DrawSecondCard,
    KeepDrawnTickets,
    RevealTickets,
    TakeTurn,
    TTRStep,
)

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide

STEPS: dict[Any, int] = {ChooseTickets: 0, RevealTickets: 1, TakeTurn: 2, DrawSecondCard: 3, KeepDrawnTickets: 4}

MANY: Final = 1000
TWELFTHS: Final[list[Any]] = [n / 12 for n in range(MANY)]
TWENTIETHS: Final[list[Any]] = [n / 20 for n in range(MANY)]
"""The numbers n / 20: numbers of cards as the layout scales them. Looking one up is faster than dividing; no map has so many
cards (``map_check``)."""


class SeatFeatures:
    """What one seat sees, as a vector that is kept up to date: what has changed since it last looked is written again.

    Between two looks little does. Within a game a few counts tell what cannot have: no route has a new owner where nobody's
    trains are fewer, no hand is another where neither its cards nor its seat's trains are, no ticket has moved where every seat
    has as many. The vector stays right from one game to the next.
    """

    def __init__(self, fast_encoder: FastEncoder, seat: int, out: Any) -> None:
        at, n, tickets = fast_encoder.places, fast_encoder.players, len(fast_encoder.board.tickets)
        self.at: dict[str, int] = at
        self.at_hand = at["hand"]
        self.at_known = at["known"]
        self.at_cards = at["cards"]
        self.at_display = at["display"]
        self.at_discard = at["discard"]
        self.out = out
        self.seat = seat
        self.players = n
        self.all_trains: int = fast_encoder.board.trains
        self.all_cards: int = total(fast_encoder.board.cards)
        self.all_tickets: int = tickets
        self.table: Table | None = None
        """The state for which the vector was written last."""
        self.owner: list[int] = [-1] * len(fast_encoder.board.routes)
        self.hand: list[int] = [0] * 9
        self.discard: list[int] = [0] * 9
        self.known: list[list[int]] = [[0] * 9 for _ in range(n)]
        self.display: list[int] = [-1] * 5
        self.tickets: list[int] = []
        self.offer: list[int] = []
        self.fresh = 0
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

    def update(self, table: Table) -> None:
        """Update the vector to this state of a game that is not over."""
        out, seat, n = self.out, self.seat, self.players
        claimed = moved = self.table is not table
        self.table = table
        for i in range(n):
            s = seat + i if seat + i < n else seat + i - n
            trains, cards, held = table.trains[s], total(table.hands[s]), self.cards[i]
            if trains != self.trains[i]:
                claimed = True
                out[self.at["trains"] + i] = trains / self.all_trains
                self.trains[i] = trains
            # (Cards that were paid after as many were drawn: then there are fewer trains than before.)
            if cards != held or claimed:
                self._cards(table, i, s, cards)
            tickets, offered = len(table.tickets[s]), len(table.offers[s])
            if tickets != self.counts[i]:
                moved = True
                out[self.at["ticket_counts"] + i] = tickets / 10
                self.counts[i] = tickets
            if offered != self.on_offer[i]:
                moved = True
                out[self.at["on_offer"] + i] = offered / 3
                self.on_offer[i] = offered
        if claimed:
            self._claimed(table)
        if moved:
            self._tickets(table)
        if table.discard != self.discard:
            numbers(table.discard, self.discard, out, self.at_discard)
        if table.display != self.display:
            self._display(table.display)
        if table.agenda != self.agenda:
            self._agenda(table.agenda)
        if table.chosen != self.chosen:
            self._chosen(table.chosen)
        deck = total(table.deck)
        if deck != self.deck:
            out[self.at["deck"]] = deck / self.all_cards
            self.deck = deck
        if table.final_turns != self.final_turns:
            out[self.at["final_turns"]] = (table.final_turns + 1) / 6
            self.final_turns = table.final_turns
        if table.passes != self.passes:
            out[self.at["passes"]] = table.passes / n
            self.passes = table.passes
        if table.starts != self.starts:
            one_of(self._from(self.starts), self._from(table.starts), out, self.at["starts"])
            self.starts = table.starts

    def _cards(self, table: Table, i: int, s: int, cards: int) -> None:
        """Write the fields of a seat's hand; ``i``: its place counted from the observing seat."""
        if cards != self.cards[i]:
            self.out[self.at_cards + i] = TWENTIETHS[cards]
            self.cards[i] = cards
        known = table.known[s]
        if known != self.known[i]:
            numbers(known, self.known[i], self.out, self.at_known + 9 * i)
        if i == 0:
            numbers(table.hands[s], self.hand, self.out, self.at_hand)

    def _claimed(self, table: Table) -> None:
        """Write the owners of the routes, and the points."""
        out, seat, n, new, old = self.out, self.seat, self.players, table.owner, self.owner
        for r in range(len(new)):
            if new[r] != old[r]:
                one_of(self._from(old[r]), self._from(new[r]), out, self.at["owner"] + n * r)
                old[r] = new[r]
        for i in range(n):
            points = table.points[(seat + i) % n]
            if points != self.points[i]:
                out[self.at["points"] + i] = points / 100
                self.points[i] = points

    def _tickets(self, table: Table) -> None:
        """Write the tickets of the seat, those on offer and those in the deck."""
        seat, out = self.seat, self.out
        if table.tickets[seat] != self.tickets:
            flags(table.tickets[seat], self.tickets, out, self.at["tickets"])
            self.tickets = table.tickets[seat][:]
        if table.offers[seat] != self.offer:
            self._offered(table.offers[seat])
        fresh = total(table.fresh)
        if fresh != self.fresh:
            out[self.at["fresh_tickets"]] = fresh / self.all_tickets
            self.fresh = fresh
        if table.returned != self.returned:
            self._returned(table.returned)

    def _display(self, new: list[int]) -> None:
        old = self.display
        for i in range(5):
            if new[i] != old[i]:
                one_of(old[i], new[i], self.out, self.at_display + 9 * i)
                old[i] = new[i]

    def _offered(self, offer: list[int]) -> None:
        place = self.at["offer"]
        for ticket in self.offer:
            self.out[place + ticket] = 0.0
        left = self.all_tickets
        for ticket in offer:
            self.out[place + ticket] = left / self.all_tickets
            left -= 1
        self.offer = offer[:]

    def _returned(self, new: list[tuple[int, int]]) -> None:
        """Write which seat returned the tickets under the deck, and where the seat's own lie."""
        out, seat, n, old = self.out, self.seat, self.players, self.returned
        by, own = self.at["returned_by"], self.at["own_returned"]
        same = 0
        while same < len(old) and same < len(new) and old[same] == new[same]:
            same += 1
        for i in range(same, len(old)):
            ticket, who = old[i]
            out[by + i * n + (who - seat) % n] = 0.0
            if who == seat:
                out[own + ticket] = 0.0
        for i in range(same, len(new)):
            ticket, who = new[i]
            out[by + i * n + (who - seat) % n] = 1.0
            if who == seat:
                out[own + ticket] = (i + 1) / self.all_tickets
        self.returned = new[:]

    def _agenda(self, new: list[TTRStep]) -> None:
        """Write the steps that are due, from the last of the agenda on, and the seat to act."""
        out, old = self.out, self.agenda
        place, i, j = self.at["agenda"], len(old) - 1, len(new) - 1
        one_of(self._from(old[i].seat) if old else -1, self._from(new[j].seat) if new else -1, out, self.at["actor"])
        while i >= 0 or j >= 0:
            was, now = (old[i] if i >= 0 else None), (new[j] if j >= 0 else None)
            if was is not now:
                one_of(-1 if was is None else STEPS[type(was)], -1 if now is None else STEPS[type(now)], out, place)
                seats = place + len(STEPS)
                one_of(-1 if was is None else self._from(was.seat), -1 if now is None else self._from(now.seat), out, seats)
            place += len(STEPS) + self.players
            i, j = i - 1, j - 1
        self.agenda = new[:]

    def _from(self, seat: int) -> int:
        """Return a seat's number counted from the observing seat; -1 stays -1."""
        return (seat - self.seat) % self.players if seat >= 0 else -1

    def _chosen(self, chosen: list[int]) -> None:
        """Write which seats have chosen tickets at the start, and the seat's own choice."""
        out, seat, n = self.out, self.seat, self.players
        for i in range(n):
            out[self.at["chosen"] + i] = 1.0 if chosen[(seat + i) % n] > 0 else 0.0
        place = self.at["own_choice"]
        for i in range(8):
            out[place + i] = 1.0 if chosen[seat] == i else 0.0
        self.chosen = chosen[:]


class FastEncoder:
    """Encodes observations, masks and actions for one Rules object with the printed rules."""

    def __init__(self, rules: TicketToRide, places: dict[str, int], codes: dict[str, int]) -> None:
        """``places``: the first place of each field of the layout; ``codes``: the code of each word."""
        board = rules.board
        self.rules = rules
        self.board: Board = board
        self.players: int = rules.players
        self.route_code: list[int] = [codes[f"route:{route.key}"] for route in board.routes]
        self.card_code: list[int] = [codes[f"display:{colour}"] for colour in COLOURS]
        self.deck_code: int = codes["deck"]
        self.tickets_code: int = codes["tickets"]
        self.route_of: dict[int, int] = {code: route for route, code in enumerate(self.route_code)}
        self.card_of: dict[int, int] = {code: colour for colour, code in enumerate(self.card_code)}
        self.places = places

    def seat_features(self, seat: int, out: Any) -> SeatFeatures:
        """Return the features of a seat, which keep a vector of zeros up to date."""
        return SeatFeatures(self, seat, out)

    # -- what may be chosen ------------------------------------------------------------------------------------------

    def is_ready(self, table: Table) -> bool:
        """Return whether this class knows the first word of the action that is due: at a turn or a second draw, while cards can
        be drawn."""
        if not table.agenda:
            return False
        step = table.agenda[-1]
        return (type(step) is TakeTurn or type(step) is DrawSecondCard) and can_draw(table)

    def fill_mask(self, table: Table, mask: Any) -> None:
        """Set 1 for each word that can be chosen now, in a mask of zeros (only where ``is_ready``)."""
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
        """Return the actions that begin with a word: one is complete; of several the next word decides; none: the word is not
        offered."""
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

    def actions_for_code(self, table: Table, code: int) -> list[Any]:
        """Return the actions that begin with a word; a single one is played."""
        left = self.choose(table, code)
        if len(left) == 1:
            self.rules.apply(table, left[0])
        return left

    def payments(self, table: Table, seat: int, route: int) -> list[Any]:
        """Return every payment with which the seat can claim the route now."""
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


def numbers(new: list[int], old: list[int], out: Any, at: int) -> None:
    """Write those of nine card numbers that have changed, and make the new ones the old ones."""
    for i in range(9):
        if new[i] != old[i]:
            out[at + i] = TWELFTHS[new[i]]
            old[i] = new[i]


def one_of(old: int, new: int, out: Any, at: int) -> None:
    """Move the single flag of a field to another place; -1: no flag is set."""
    if old != new:
        if old >= 0:
            out[at + old] = 0.0
        if new >= 0:
            out[at + new] = 1.0


def flags(new: list[int], old: list[int], out: Any, at: int) -> None:
    same = 0
    while same < len(old) and same < len(new) and old[same] == new[same]:
        same += 1
    for i in range(same, len(old)):
        out[at + old[i]] = 0.0
    for i in range(same, len(new)):
        out[at + new[i]] = 1.0
