"""Ticket to Ride from its log: cards, trains, routes, tickets, the longest path and the points, worked out a second time."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from typing import Any

from tests.oracle import must, ranks_of

DATA = files("boxcars.games.ticket_to_ride") / "data"
POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
WILD = "locomotive"


class TicketOracle:
    def __init__(
        self, players: int, hands: list[Counter[str]], display: list[str], flushed: Counter[str], offers: list[list[str]]
    ) -> None:
        """The set-up: hands, display, what was discarded where the first display had three locomotives, tickets on offer."""
        board = json.loads((DATA / "board.json").read_text())
        self.route = {r["key"]: r for r in board["routes"]}
        self.twin = {
            r["key"]: board["routes"][r["double_partner"]]["key"] for r in board["routes"] if r["double_partner"] is not None
        }
        self.ticket = {t["key"]: t for t in json.loads((DATA / "tickets.json").read_text())["tickets"]}
        self.players = players
        self.hands = hands
        self.display = display
        self.discard = flushed
        self.deck = 110 - sum(h.total() for h in hands) - len(display) - flushed.total()
        self.shuffled = 0
        """Cards of a reshuffle that was told and not yet needed."""
        self.offers = offers
        self.tickets: list[list[str]] = [[] for _ in range(players)]
        self.owner: dict[str, int] = {}
        self.trains = [45] * players
        self.points = [0] * players
        self.mover = -1
        self.drawn = 0
        """Cards of the draw action in progress."""
        self.final = -1
        """Turns left in the final round."""
        self.passes = 0
        self.over = False

    # -- the log -----------------------------------------------------------------------------------------------------------

    def hear(self, seat: int, action: Any, events: list[Any]) -> None:
        must(not self.over, "an action after the end")
        must(self.mover < 0 or seat == self.mover, "not this seat's turn")
        verb = type(action).__name__
        if verb == "KeepTickets":
            must(set(action.tickets) <= set(self.offers[seat]), "a ticket that was not on offer")
            must(len(action.tickets) >= (2 if self.mover < 0 else 1), "too few tickets kept")
        before = self.mover
        for event in events:
            getattr(self, type(event).__name__)(event)
        must(not self.shuffled, "the discards were shuffled without need")
        self.all_cards()
        if before >= 0:
            self.turn_over(seat, verb, action)

    def turn_over(self, seat: int, verb: str, action: Any) -> None:
        if verb in ("TakeCard", "DrawCard"):
            wild = verb == "TakeCard" and action.colour == WILD
            must(not (wild and self.drawn), "a second card that is a locomotive of the display")
            self.drawn = 0 if self.drawn or wild or not (self.deck or self.discard.total()) else 1
            if self.drawn:
                return
        if verb == "DrawTickets":
            return
        self.passes = self.passes + 1 if verb == "Pass" else 0
        if self.passes == self.players:
            must(self.over, "all have passed, and the game goes on")
            return
        if self.final > 0:
            self.final -= 1
        elif self.trains[seat] <= 2 and self.final < 0:
            self.final = self.players
        must(self.over == (self.final == 0), "the final round has one turn for everybody")
        self.mover = (seat + 1) % self.players

    def all_cards(self) -> None:
        """110 cards, never more of a kind than there are, and no flush forgotten (TTR-12.1, 12.7)."""
        seen = Counter(self.display) + self.discard
        for hand in self.hands:
            must(min(hand.values(), default=0) >= 0, "cards that nobody had")
            seen += hand
        must(seen.total() + self.deck == 110, "cards are lost")
        must(all(n <= (14 if c == WILD else 12) for c, n in seen.items()), "more cards of a kind than there are")
        must(len(self.display) == 5, "the display has five cards")
        if self.display.count(WILD) >= 3:
            held = sum(n for hand in self.hands for c, n in hand.items() if c != WILD)
            must(8 * 12 - held < 3, "three locomotives lie there though the display could be dealt anew")

    def top(self, colour: str) -> str:
        """A card leaves the deck; the discards are shuffled when it is needed and the deck is empty."""
        if self.deck == 0:
            must(self.shuffled == self.discard.total() > 0, "the discards become the deck when a card is needed")
            self.deck, self.discard, self.shuffled = self.shuffled, Counter(), 0
        self.deck -= 1
        return colour

    def DeckReshuffled(self, e: Any) -> None:
        self.shuffled = e.cards

    def CardTaken(self, e: Any) -> None:
        must(self.display[e.slot] == e.colour and e.colour not in self.display[: e.slot], "that card does not lie there")
        self.hands[e.seat][e.colour] += 1
        self.display[e.slot] = self.top(e.replaced)

    def CardDrawn(self, e: Any) -> None:
        self.hands[e.seat][self.top(e.colour)] += 1

    def DisplayFlushed(self, e: Any) -> None:
        must(self.display.count(WILD) >= 3, "the display was dealt anew without three locomotives")
        self.discard += Counter(self.display)
        self.display = [self.top(colour) for colour in e.display]

    def RouteClaimed(self, e: Any) -> None:
        route = self.route[e.route]
        length = route["length"]
        must(e.route not in self.owner, "a route with an owner")
        twin = self.twin.get(e.route, "")
        must(self.owner.get(twin, -1) != e.seat, "both routes of a pair")
        must(twin not in self.owner or self.players > 3, "the second of a pair with two or three players")
        must(route["colour"] in ("grey", e.colour) or e.locomotives == length, "the colour of the route")
        must(0 <= e.locomotives <= length <= self.trains[e.seat], "as many trains as spaces")
        paid = Counter({WILD: e.locomotives})
        paid[e.colour] += length - e.locomotives
        self.hands[e.seat].subtract(paid)
        self.discard += paid
        self.owner[e.route] = e.seat
        self.trains[e.seat] -= length
        self.points[e.seat] += POINTS[length]
        must(e.points == POINTS[length], "points by length")

    def TicketsDrawn(self, e: Any) -> None:
        held = [t for mine in self.tickets for t in mine]
        must(e.count == len(e.tickets) == len(set(e.tickets)) == min(3, 30 - len(held)), "three tickets, or what is left")
        must(not set(e.tickets) & set(held), "a ticket that somebody holds")
        self.offers[e.seat] = list(e.tickets)

    def TicketsKept(self, e: Any) -> None:
        must(
            e.of == len(self.offers[e.seat]) and e.count == len(e.kept) and set(e.kept) <= set(self.offers[e.seat]),
            "tickets kept",
        )
        self.tickets[e.seat] += e.kept
        self.offers[e.seat] = []

    def TicketsChosen(self, e: Any) -> None:
        must(self.mover < 0, "first tickets during play")

    def GameBegan(self, e: Any) -> None:
        self.mover = e.starts

    def Passed(self, e: Any) -> None:
        must(not (self.deck or self.discard.total()), "a pass while a card can be drawn")
        must(sum(map(len, self.tickets)) == 30, "a pass while tickets can be drawn")

    def FinalRoundBegan(self, e: Any) -> None:
        must(self.final < 0 and e.trains == self.trains[e.seat] <= 2, "two trains or fewer begin the final round")

    def GameEnded(self, e: Any) -> None:
        self.over = True

    # -- the end -----------------------------------------------------------------------------------------------------------

    def result(self) -> tuple[list[int], list[int]]:
        lengths = [self.longest(seat) for seat in range(self.players)]
        award = [10 if n == max(lengths) and n else 0 for n in lengths]
        totals, done = [], []
        for seat in range(self.players):
            met = [self.connected(seat, *self.ticket[t]["ends"]) for t in self.tickets[seat]]
            values = [self.ticket[t]["points"] for t in self.tickets[seat]]
            totals.append(self.points[seat] + award[seat] + sum(v if ok else -v for v, ok in zip(values, met, strict=True)))
            done.append(sum(met))
        return totals, ranks_of(list(zip(totals, done, award, strict=True)))

    def lines(self, seat: int) -> list[tuple[int, int, int]]:
        return [(*self.route[key]["ends"], self.route[key]["length"]) for key, owner in self.owner.items() if owner == seat]

    def connected(self, seat: int, a: int, b: int) -> bool:
        reached, edges = {a}, self.lines(seat)
        for _ in edges:
            reached |= {x for u, v, _ in edges if {u, v} & reached for x in (u, v)}
        return b in reached

    def longest(self, seat: int) -> int:
        """The heaviest trail: every route at most once, by trying all of them."""
        edges = self.lines(seat)

        def on(city: int, used: int) -> int:
            best = 0
            for i, (u, v, n) in enumerate(edges):
                if not used >> i & 1 and city in (u, v):
                    best = max(best, n + on(v if city == u else u, used | 1 << i))
            return best

        return max((on(city, 0) for city in {c for u, v, _ in edges for c in (u, v)}), default=0)
