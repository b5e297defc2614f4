"""Spike from its log: rail cards, lines and their price, the market, trains, cargo and money, worked out a second time."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from itertools import product
from typing import Any

from tests.oracle import must, ranks_of

DATA = files("boxcars.games.spike") / "maps" / "eastern_usa"
SPEED, DRAWS, CARS = [1, 2, 3], [2, 3, 4], [1, 2, 3]
PARTS = {"locomotive": SPEED, "tender": DRAWS, "freight": CARS}


def read(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text())


def sets_pay(need: Counter[str], pay: Counter[str], one_colour: bool) -> bool:
    """Whether the cards pay, each used once: naturally, or in sets of n that stand for n - 1 (of one colour)."""
    gaps = {c: n - min(n, pay[c]) for c, n in need.items()}
    extra = [pay[c] - min(need[c], pay[c]) for c in pay if pay[c] > need[c]]
    short = [n for n in gaps.values() if n]
    if not one_colour:
        return all(n >= 2 for n in extra) and sum(n - 1 for n in extra) == sum(short)
    # Every way to cut each colour's extra cards into sets, one at most for each colour that is short.
    cuts = [[cut for cut in product(range(n + 1), repeat=len(short)) if sum(cut) == n and 1 not in cut] for n in extra]
    return any(
        all(sum(max(0, cut[i] - 1) for cut in choice) == short[i] for i in range(len(short)))
        for choice in product(*cuts)
        if short or not extra
    )


class SpikeOracle:
    def __init__(self, players: int, one_colour: bool, market: list[list[str]], told: list[Any]) -> None:
        board = read("board")
        self.segment = {s["id"]: (s["a"], s["b"], s["colour"]) for s in board["segments"]}
        self.city_at = {c["point"]: c["id"] for c in board["cities"]}
        self.point_of = {c["id"]: c["point"] for c in board["cities"]}
        self.offers = {c["id"]: c["commodity"] for c in board["cities"]}
        self.pays: dict[str, dict[str, int]] = {}
        self.good: dict[str, str] = {}
        for card in read("contracts")["cards"]:
            for side in card["sides"].values():
                self.pays[side["id"]] = {d["city"]: d["value"] for d in side["destinations"]}
                self.good[side["id"]] = card["commodity"]
        self.routes = {r["id"]: r for r in read("routes")["cards"]}
        self.players = players
        self.one_colour = one_colour
        self.market = market
        self.total = 42 if players == 2 else 60
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.row: Counter[str] = Counter()
        self.discard: Counter[str] = Counter()
        self.deck = self.total
        self.round, self.times, self.safe = 1, 0, 0
        self.contracts: list[list[str]] = [[] for _ in range(players)]
        self.route = [""] * players
        self.owner: dict[str, int] = {}
        self.network: list[set[str]] = [set() for _ in range(players)]
        self.train = [""] * players
        self.cargo: list[set[str]] = [set() for _ in range(players)]
        self.markers: list[set[str]] = [set() for _ in range(players)]
        self.level = [dict.fromkeys(PARTS, 0) for _ in range(players)]
        self.money = [0] * players
        self.mover = self.first = -1
        self.over = self.acted = False
        """``acted``: the action of this turn is done."""
        self.taken = 0
        for event in told:
            getattr(self, type(event).__name__)(event)

    # -- the log -----------------------------------------------------------------------------------------------------------

    def hear(self, seat: int, action: Any, events: list[Any]) -> None:
        must(not self.over, "an action after the end")
        verb = type(action).__name__
        must(self.mover < 0 or seat == self.mover, "not this seat's turn")
        for event in events:
            getattr(self, type(event).__name__)(event)
        must(all(n >= 0 for hand in self.hands for n in hand.values()), "cards that nobody had")
        must(self.deck >= 0 and self.row.total() <= 4, "deck and row")
        held = sum((h for h in self.hands), Counter()) + self.row + self.discard
        must(all(n <= self.total // 6 for n in held.values()), "more cards of a colour than there are")
        must(held.total() + self.deck == self.total + (3 - self.times if self.round == 3 else 0), "cards are lost")
        if not self.over:
            self.turn(seat, verb)

    def turn(self, seat: int, verb: str) -> None:
        """Clockwise from the first player, one action each (SPK-5)."""
        if self.mover < 0:
            if all(self.train):
                self.mover = self.first
            return
        done = verb in ("Build", "Pay", "Start", "Extra", "Upgrade", "Pass", "StopDrawing")
        if verb == "Draw":
            most = DRAWS[self.level[seat]["tender"]]
            must(self.taken <= most, "more cards than the tender takes")
            done = self.taken == most or not (self.row.total() or self.deck)
        self.acted = self.acted or done
        if verb == "Move" or (verb == "Deliver" and not self.acted):
            return
        if verb == "KeepCargo" and not self.acted:
            return
        if self.acted and not self.asked(seat, verb):
            must(self.row.total() == 4 or self.deck == (3 - self.times if self.round == 3 else 0), "the row is filled again")
            self.mover, self.taken, self.acted = (seat + 1) % self.players, 0, False

    def asked(self, seat: int, verb: str) -> bool:
        """After a movement into a city: whether the delivery is still to be decided."""
        if verb not in ("Start", "Extra") or self.train[seat] not in self.point_of or self.train[seat] in self.markers[seat]:
            return False
        return any(self.train[seat] in self.pays[self.side_for(seat, good)] for good in self.cargo[seat])

    # -- cards -------------------------------------------------------------------------------------------------------------

    def FirstPlayerDrawn(self, e: Any) -> None:
        self.first = e.seat

    def ContractsDealt(self, e: Any) -> None:
        must(len(e.contracts) == 12 // self.players, "twelve contracts in equal shares")
        self.contracts[e.seat] = list(e.contracts)

    def SideChosen(self, e: Any) -> None:
        card = next(c for c in self.contracts[e.seat] if c == e.side[:-1])
        self.contracts[e.seat][self.contracts[e.seat].index(card)] = e.side

    def HandDealt(self, e: Any) -> None:
        must(e.count == sum(e.cards.values()) == 5, "five cards each")
        self.hands[e.seat] = Counter(e.cards)
        self.deck -= 5

    def CardGiven(self, e: Any) -> None:
        must(e.seat == self.first and e.to == (self.first - 1) % self.players, "the first player gives to the right")
        self.hands[e.seat][e.colour] -= 1
        self.hands[e.to][e.colour] += 1

    def RoutesDealt(self, e: Any) -> None:
        if e.count == 1:
            self.route[e.seat] = e.routes[0]

    def RouteKept(self, e: Any) -> None:
        self.route[e.seat] = e.route

    def RowTurnedUp(self, e: Any) -> None:
        self.row += Counter(e.cards)
        self.deck -= len(e.cards)
        self.safe -= len(e.cards)

    def CardTaken(self, e: Any) -> None:
        must(self.row[e.colour] > 0, "that card does not lie there")
        self.row -= Counter([e.colour])
        self.hands[e.seat][e.colour] += 1
        self.taken += 1

    def CardDrawn(self, e: Any) -> None:
        self.deck -= 1
        self.safe -= 1
        self.hands[e.seat][e.colour] += 1
        self.taken += 1

    def TimeCardDrawn(self, e: Any) -> None:
        must(self.round == 3 and self.safe <= 0, "a time card of the upper half")
        self.times += 1
        self.deck -= 1
        must(e.count == self.times, "time cards")

    def RoundBegan(self, e: Any) -> None:
        must(self.deck == 0 and e.round == self.round + 1 <= 3, "a round ends when the deck is empty")
        pool = self.row + self.discard
        self.row, self.discard, self.round = Counter(e.row), Counter(), e.round
        must(not self.row - pool and len(e.row) == min(4, pool.total()), "four cards of row and discards are turned up")
        self.deck = pool.total() - len(e.row)
        if self.round == 3:
            self.safe = self.deck // 2
            self.deck += 3
        must(e.deck == self.deck, "the new deck")

    # -- track and train -----------------------------------------------------------------------------------------------------

    def TrainPlaced(self, e: Any) -> None:
        self.train[e.seat] = e.city
        self.network[e.seat] = {self.point_of[e.city]}

    def LineBuilt(self, e: Any) -> None:
        mine, points = self.network[e.seat], list[str]()
        for i, name in enumerate(e.line):
            a, b, _ = self.segment[name]
            must(name not in self.owner, "a segment that has track")
            if i == 0:
                start = [p for p in (a, b) if p in mine]
                must(len(start) == 1, "a line leaves the network")
                points = [start[0]]
            must(points[-1] in (a, b), "a line is a path")
            points.append(b if points[-1] == a else a)
        must(len(set(points)) == len(points) and not set(points[1:]) & mine, "a line meets the network and every point once")
        must([self.city_at.get(p) for p in points[1:]] == [None] * (len(points) - 2) + [e.city], "a line ends at its first city")
        need = Counter(self.segment[name][2] for name in e.line)
        must(sets_pay(need, Counter(e.pay), self.one_colour), f"{e.pay} does not pay for {dict(need)}")
        self.hands[e.seat].subtract(e.pay)
        self.discard += Counter(e.pay)
        for name in e.line:
            self.owner[name] = e.seat
        mine |= set(points)
        must(sum(o == e.seat for o in self.owner.values()) <= 45, "45 tracks")
        column = next(c for c in self.market if self.offers[e.city] in c)
        must(e.commodity == self.offers[e.city] and e.money == 3 - column.index(e.commodity), "what the market pays")
        column.remove(e.commodity)
        column.append(e.commodity)
        self.money[e.seat] += e.money

    def TrainMoved(self, e: Any) -> None:
        most = 1 if e.how == "extra" else SPEED[self.level[e.seat]["locomotive"]]
        must(1 <= len(e.way) <= most, "spaces")
        must(
            (e.how == "start") == (self.train[e.seat] in self.point_of), "a train in a city is started, one on the track moves on"
        )
        place = self.train[e.seat]
        for step in e.way:
            came, head = ("", self.point_of[place]) if place in self.point_of else place.split(">")
            must(place == self.train[e.seat] or place not in self.point_of, "a city ends the movement")
            if step in self.point_of:
                must(bool(came) and self.point_of[step] == head, "the city is not ahead")
            else:
                name, to = step.split(">")
                a, b, _ = self.segment[name]
                must(self.owner.get(name) == e.seat and name != came, "own track, and never back")
                must({a, b} == {head, to}, "the next segment")
            place = step
        self.train[e.seat] = place

    def TrainWaited(self, e: Any) -> None:
        must(self.train[e.seat] not in self.point_of, "a train in a city does not move freely")

    def side_for(self, seat: int, good: str) -> str:
        found = [side for side in self.contracts[seat] if self.good[side] == good]
        must(len(found) == 1, f"a contract for {good}")
        return found[0]

    def CargoLoaded(self, e: Any) -> None:
        must(self.train[e.seat] == e.city and self.offers[e.city] == e.commodity, "what the city offers")
        must(bool(self.side_for(e.seat, e.commodity)) and e.commodity not in self.cargo[e.seat], "a token on its contract")
        self.cargo[e.seat].add(e.commodity)
        must(len(self.cargo[e.seat]) <= CARS[self.level[e.seat]["freight"]], "one commodity in each car")

    def CargoUnloaded(self, e: Any) -> None:
        must(e.commodity in self.cargo[e.seat], "nothing to unload")
        self.cargo[e.seat].remove(e.commodity)

    def GoodsDelivered(self, e: Any) -> None:
        must(self.train[e.seat] == e.city and e.commodity in self.cargo[e.seat], "goods on a train in that city")
        must(e.city not in self.markers[e.seat], "one delivery in a city")
        side = self.side_for(e.seat, e.commodity)
        must(self.pays[side].get(e.city) == e.value, "the value of the contract")
        self.cargo[e.seat].remove(e.commodity)
        self.contracts[e.seat].remove(side)
        self.markers[e.seat].add(e.city)
        self.money[e.seat] += e.value

    def PartUpgraded(self, e: Any) -> None:
        level = self.level[e.seat][e.part]
        must(level < 2 and e.price == (3, 5)[level] <= self.money[e.seat], "what an upgrade costs")
        self.level[e.seat][e.part] += 1
        self.money[e.seat] -= e.price

    def Passed(self, e: Any) -> None:
        must(not self.deck and not self.row.total() and (self.round == 3 or not self.discard.total()), "a card can be drawn")

    def LastTurnsBegan(self, e: Any) -> None:
        must(sum(o == e.seat for o in self.owner.values()) == 45, "tracks are left")

    # -- the end -----------------------------------------------------------------------------------------------------------

    def GameEnded(self, e: Any) -> None:
        must(e.by == ("time" if self.times == 3 else "turns"), "what ends the game")
        self.over = True

    def connected(self, seat: int, city: str) -> bool:
        return self.point_of[city] in self.network[seat]

    def RouteScored(self, e: Any) -> None:
        must(self.over and e.route == self.route[e.seat], "the route card")
        card = self.routes[e.route]
        values = [end["value"] for end in card["ends"] if self.connected(e.seat, end["city"])]
        points = max(values) + len(values) - 1 if values and self.connected(e.seat, card["start"]) else 0
        must(e.points == points, "what the route card pays")
        self.money[e.seat] += points

    def result(self) -> tuple[list[int], list[int]]:
        cities = [sum(p in self.city_at for p in self.network[seat]) for seat in range(self.players)]
        keys = [(self.money[s], cities[s], self.hands[s].total()) for s in range(self.players)]
        return self.money, ranks_of(keys)
