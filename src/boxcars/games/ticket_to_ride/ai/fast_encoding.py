"""What learners ask for at every word, straight from the table: what a seat sees, what may be chosen, what a word means.

The same as ``learning.layout`` and the spelling of all legal actions say, without making the observation and the actions first: a
seat at its turn is offered the routes it can pay, and the payments of one route only once it is chosen.
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
"""Cards as the layout scales them: looking a number up is cheaper than dividing, and no map has so many (``map_check``)."""


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
        """The game that was looked at last."""
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
        """Bring it up to date, while the game lasts."""
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
        """The hand of a seat, the i-th from one's own on."""
        if cards != self.cards[i]:
            self.out[self.at_cards + i] = TWENTIETHS[cards]
            self.cards[i] = cards
        known = table.known[s]
        if known != self.known[i]:
            numbers(known, self.known[i], self.out, self.at_known + 9 * i)
        if i == 0:
            numbers(table.hands[s], self.hand, self.out, self.at_hand)

    def _claimed(self, table: Table) -> None:
        """Who owns what, and the points for it."""
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
        """One's own, those on offer, and those in the deck."""
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
        """Who returned the tickets under the deck, and where one's own lie."""
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
        """What is due, what follows, and who is to act: from the last of the agenda on, which is due first."""
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
        """A seat as one counts from one's own on; nobody stays nobody."""
        return (seat - self.seat) % self.players if seat >= 0 else -1

    def _chosen(self, chosen: list[int]) -> None:
        """At the start: who has chosen tickets, and one's own choice."""
        out, seat, n = self.out, self.seat, self.players
        for i in range(n):
            out[self.at["chosen"] + i] = 1.0 if chosen[(seat + i) % n] > 0 else 0.0
        place = self.at["own_choice"]
        for i in range(8):
            out[place + i] = 1.0 if chosen[seat] == i else 0.0
        self.chosen = chosen[:]


class FastEncoder:
    """The numbers of one Rules object; the words of a position, for those who choose one after another."""

    def __init__(self, rules: TicketToRide, places: dict[str, int], codes: dict[str, int]) -> None:
        """``places``: where the fields of the layout begin; ``codes``: those of the words."""
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
        """What the seat sees, to be kept in a vector of zeros."""
        return SeatFeatures(self, seat, out)

    # -- what may be chosen ------------------------------------------------------------------------------------------

    def is_ready(self, table: Table) -> bool:
        """Whether the first word of an action is chosen here: at a turn or at a second draw, with cards to be had."""
        if not table.agenda:
            return False
        step = table.agenda[-1]
        return (type(step) is TakeTurn or type(step) is DrawSecondCard) and can_draw(table)

    def fill_mask(self, table: Table, mask: Any) -> None:
        """1 for each word that can be chosen now, in a mask of zeros (at a position that is ``is_ready``)."""
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

    def actions_for_code(self, table: Table, code: int) -> list[Any]:
        """The actions that a word leaves; if it is one, it is done."""
        left = self.choose(table, code)
        if len(left) == 1:
            self.rules.apply(table, left[0])
        return left

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


def numbers(new: list[int], old: list[int], out: Any, at: int) -> None:
    """Those of nine numbers of cards that have changed; the old ones become the new ones."""
    for i in range(9):
        if new[i] != old[i]:
            out[at + i] = TWELFTHS[new[i]]
            old[i] = new[i]


def one_of(old: int, new: int, out: Any, at: int) -> None:
    """One flag of several is up, or none (-1)."""
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
