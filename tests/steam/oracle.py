"""An independent referee of Steam: from the set-up and the log it derives what must follow, by the text of the rules alone.

It reads the map file itself and keeps its own books. Of the program it sees the first position, each action and the events it
told, and then compares: money, income, points, goods, track and its owners.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from tests.oracle import ranks_of
from tests.rail.oracle import TOWN, Chain, Rails, Segment, Wrong, must, same

MAPS = Path(__file__).parents[2] / "src" / "boxcars" / "games" / "steam" / "maps"
SHAPES: dict[str, list[tuple[int, int]]] = {
    "T11": [(0, TOWN)],
    "T21": [(0, TOWN), (3, TOWN)],
    "T22": [(0, TOWN), (2, TOWN)],
    "T23": [(0, TOWN), (1, TOWN)],
    "T31": [(0, TOWN), (2, TOWN), (4, TOWN)],
    "T32": [(0, TOWN), (3, TOWN), (5, TOWN)],
    "T33": [(0, TOWN), (1, TOWN), (3, TOWN)],
    "T34": [(0, TOWN), (1, TOWN), (5, TOWN)],
    "T41": [(0, TOWN), (2, TOWN), (3, TOWN), (4, TOWN)],
    "T42": [(1, TOWN), (2, TOWN), (4, TOWN), (5, TOWN)],
    "T43": [(0, TOWN), (3, TOWN), (4, TOWN), (5, TOWN)],
    "21": [(0, 3)],
    "22": [(0, 2)],
    "23": [(0, 1)],
    "41": [(0, 3), (1, 4)],
    "42": [(0, 3), (1, 5)],
    "43": [(0, 2), (1, 3)],
    "44": [(0, 3), (1, 2)],
    "45": [(0, 2), (3, 5)],
    "46": [(0, 2), (3, 4)],
    "47": [(0, 2), (4, 5)],
}
"""STM-1.10."""
PAIRS = {("21", "22"): 86, ("T21", "T22"): 10, ("23", "T23"): 8, ("T11",): 4, ("42", "T41"): 4, ("T31", "T34"): 4,
         ("T42", "41"): 4, ("43", "T43"): 4, ("T32", "T33"): 4, ("44", "45", "46", "47"): 8}  # fmt: skip
"""STM-1.11: so many counters show one of these faces."""
COLOURS = ("red", "blue", "yellow", "purple", "gray")
TILES = ("turn_order", "first_move", "engineer", "first_build", "city_growth", "locomotive", "urbanization")


class Oracle:
    """``seen``: the first position as a dict of plain values; ``ids``: what the numbers of its hexes are called."""

    def __init__(self, map: str, players: int, options: dict[str, Any], seen: dict[str, Any], ids: list[str]) -> None:
        data = json.loads((MAPS / f"{map}.json").read_text(encoding="utf-8"))
        self.players, self.options, self.ids = players, options, ids
        self.standard = options["mode"] == "standard"
        self.turns = data["players"]["game_length"][str(players)]
        self.terrain = {hex["id"]: hex["terrain"] for hex in data["hexes"] if hex["terrain"] != "water"}
        self.river = {hex["id"] for hex in data["hexes"] if hex.get("river")}
        cities = {city["hex"]: city["colors"][0] for city in data["cities"]}
        towns = [town["hex"] for town in data["towns"]]
        blocked = [(side["hex"], side["side"]) for side in data["blocked_sides"]]
        self.rails = Rails(self.terrain, cities, towns, SHAPES, blocked=blocked)
        self.places = [*cities, *towns]
        self.colour = dict(cities)
        self.cash, self.income, self.points = list(seen["cash"]), list(seen["income"]), list(seen["points"])
        self.locomotive = list(seen["locomotive"])
        self.order, self.turn = list(seen["order"]), int(seen["turn"])
        self.goods = {hex: Counter(_named(row)) for hex, row in zip(self.places, seen["cubes"], strict=True)}
        self.supply = [Counter(_named(row)) for row in seen["supply"]]
        self.bag = Counter(_named(seen["bag"]))
        self.new_cities = Counter(_named(seen["new_cities"]))
        self.grown = set()
        self.tile = [0] * players
        self.use: dict[int, bool] = {}
        self.built: set[int] = set()
        self.plays = 0
        self.raised: Counter[int] = Counter()
        self.bids: dict[int, int] = {}
        self.out: list[int] = []
        self.privilege = -1
        self.due: dict[int, int] = {}
        self.loans: Counter[int] = Counter()
        self.left: list[int] = []
        """Who was eliminated, the first first."""
        self.ended = False
        self.checked = 0

    def step(self, seat: int, action: tuple[str, dict[str, Any]], events: list[tuple[str, dict[str, Any]]]) -> None:
        """One action and what was told of it."""
        do, given = action
        if do == "DropOut":
            self.out.append(seat)
        self.loans = Counter()
        for name, told in events:
            method = getattr(self, f"on_{name}", None)
            if method is not None:
                method(told, given)
        told_loans = Counter({e["seat"]: 0 for n, e in events if n == "LoansTaken"})
        for name, told in events:
            if name == "LoansTaken":
                told_loans[told["seat"]] += told["steps"]
        same(+told_loans, +self.loans, "loans (STM-3.4, 3.5)")
        self.checked += 1

    # -- money (STM-3) -----------------------------------------------------------------------------------------------

    def borrow(self, seat: int, steps: int) -> None:
        for _ in range(steps):
            if self.income[seat] > -10:
                self.income[seat] -= 1
            else:
                must(self.points[seat] >= 2, "a loan nobody gives (STM-3.4)")
                self.points[seat] -= 2
            self.cash[seat] += 5
            self.loans[seat] += 1

    def pay(self, seat: int, amount: int) -> None:
        """All cash first; in the Basic game as many loans as are needed and no more (STM-3.5)."""
        self.settle(seat, amount, not self.standard)

    def pay_for_track(self, seat: int, amount: int) -> None:
        """As ``pay``; in the Standard game, too, where loans are given at any time (STM-15.20)."""
        self.settle(seat, amount, not self.standard or self.options["soft_standard"])

    def settle(self, seat: int, amount: int, lent: bool) -> None:
        if lent:
            self.borrow(seat, max(0, -(-(amount - self.cash[seat]) // 5)))
        self.cash[seat] -= amount
        must(self.cash[seat] >= 0, "paid with money one does not have (STM-3.6, 15.5)")

    def on_LoansTaken(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        if "steps" in given:
            must(self.standard, "a loan that was asked for in the Basic game (STM-3.7)")
            self.borrow(told["seat"], given["steps"])

    # -- the order of play (STM-5, 13, 15) ---------------------------------------------------------------------------

    def on_TurnBegan(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        same(told["turn"], self.turn + 1, "turn")
        self.turn = told["turn"]
        self.privilege = self.tile.index(1) if self.standard and 1 in self.tile else -1
        self.tile = [0] * self.players
        self.use, self.raised = {}, Counter()
        self.bids, self.out = {}, []

    def on_AuctionOpened(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        same(told["place"], len(self.order) + 1, "place on offer (STM-5.1)")
        self.bids, self.out = {}, []

    def on_BidMade(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        must(told["amount"] > max(self.bids.values(), default=-1), "a bid must beat the highest (STM-5.3, 15.6)")
        must(told["seat"] not in self.out, "a bid after dropping out")
        self.bids[told["seat"]] = told["amount"]

    def on_BidPassed(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        same(told["seat"], self.privilege, "who may pass (STM-15.9)")
        self.privilege = -1

    def on_PlaceTaken(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat, place, paid = told["seat"], told["place"], told["paid"]
        bid = self.bids.get(seat, 0)
        if not self.standard:
            same(place, len(self.order) + 1, "place in the starting order")
            last = place == self.players
            same(paid, 0 if last else bid, "price of a place (STM-5.5)")
            self.order.append(seat)
        else:
            several = len(self.order)
            same(place, several - self.out.index(seat) if seat in self.out else 1, "place in the order of play (STM-15.7)")
            due = 0 if place == several else bid if place <= 2 else (bid + 1) // 2
            same(paid, due, "price of a place (STM-15.10)")
            if place == 1:
                self.order = [seat, *reversed(self.out)]
        self.pay(seat, paid)

    def on_OrderSettled(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        self.order = sorted(self.order, key=lambda seat: self.tile[seat])
        same(told["order"], self.order, "order by tile number (STM-13.1)")

    # -- action tiles (STM-7) ----------------------------------------------------------------------------------------

    def on_TileTaken(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat, number = told["seat"], TILES.index(told["action"]) + 1
        must(number not in self.tile, "a tile taken twice (STM-7.1)")
        self.tile[seat] = number
        self.use[seat] = self.standard or bool(told["use"])
        due = 0
        if not self.standard:
            due = {5: 2 * self.use[seat], 7: 6 * self.use[seat]}.get(number, 0)
            if number == 6 and told["paid"]:
                due = 4 + self.locomotive[seat] + 1
        same(told["paid"], due, "price of an action tile (STM-7.1)")
        self.pay(seat, due)
        if number == 6 and self.locomotive[seat] < 6:
            self.locomotive[seat] += 1

    def on_LocomotiveRaised(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat = told["seat"]
        self.raised[seat] += 1
        must(self.raised[seat] == 1, "the locomotive was raised in both rounds (STM-10.2)")
        self.locomotive[seat] += 1
        same(told["links"], self.locomotive[seat], "locomotive")
        must(self.locomotive[seat] <= 6, "a locomotive above 6 (STM-1.15)")

    # -- building (STM-8, 9) -----------------------------------------------------------------------------------------

    def anchors(self, seat: int) -> set[str]:
        """Cities, and towns that the seat's own links join to one."""
        found = set(self.rails.cities)
        links = [chain.ends for chain, owner in self.rails.chains() if owner == seat and chain.complete]
        for _ in links:
            for a, b in links:
                if a in found or b in found:
                    found |= {a, b}
        return found

    def check_claims(self, seat: int, hex: str, new: set[Segment]) -> None:
        """Track without owner comes from an anchor, or is joined to track the seat has already (STM-8.26)."""
        anchors = self.anchors(seat)
        if hex in self.rails.towns and hex in anchors:
            return
        groups = [new] if hex in self.rails.towns else [{segment} for segment in new]
        for group in groups:
            met: list[tuple[Chain, int]] = []
            for _, a, b in group:
                for side in (a, b):
                    other = self.rails.beside(hex, side) if side != TOWN else None
                    there = self.rails.at(other, (side + 3) % 6) if other is not None and other not in self.rails.cities else None
                    if there is not None:
                        met.append((self.rails.chain(there), self.rails.owner[there]))
            if any(owner == seat for _, owner in met):
                continue
            for chain, owner in met:
                must(owner != -1 or set(chain.ends) & anchors, "track without owner that is not his to claim (STM-8.26)")

    def on_TrackLaid(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat, hex, tile = told["seat"], told["hex"], told["tile"]
        rails = self.rails
        old, new = rails.on(hex), rails.drawn(hex, tile, told["rotation"])
        gone = old - new
        nobodys = bool(gone) and rails.owner[next(iter(gone))] == -1
        if gone:
            start = set(rails.chain(next(iter(gone))).ends) - {""}
            must(start & self.anchors(seat), "a redirect of track out of reach (STM-8.22)")
        if not gone or nobodys:  # own track that is redirected is track the seat has already
            self.check_claims(seat, hex, new - old)
        kind, added = rails.lay(seat, hex, tile, told["rotation"])
        same(told["kind"], kind, "kind of play")
        for segment in added if nobodys else ():
            chain = rails.chain(segment)
            if not chain.complete:
                rails.give(chain, -1)  # STM-8.29
        if hex in rails.towns:
            for segment in rails.on(hex):
                chain = rails.chain(segment)
                if rails.owner[segment] == -1 and not chain.complete:
                    rails.give(chain, seat)  # STM-8.27
                    rails.added.add(segment)
        if seat not in self.built:
            beside = {rails.beside(hex, side) for _, a, b in added for side in (a, b) if side != TOWN}
            must(beside & rails.cities, "a first tile away from every city (STM-8.13)")
        self.built.add(seat)
        self.plays += 1
        must(self.plays <= (4 if self.tile[seat] == 3 else 3), "too many tiles (STM-8.2)")
        exits = len({side for a, b in SHAPES[tile] for side in (a, b) if side != TOWN})
        price = exits + (hex in rails.towns)
        if kind == "place":
            price += (hex in self.river) + 2 * (self.terrain[hex] == "mountain")
        same(told["paid"], price, "price of a tile (STM-9)")
        self.pay_for_track(seat, price)
        used = Counter(rails.tile.values())
        for faces, count in PAIRS.items():
            must(sum(used[face] for face in faces) <= count, f"more counters than there are: {faces} (STM-1.12)")

    def on_BuildEnded(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        self.rails.end_build(told["seat"])
        self.plays = 0

    def take_supply(self, hex: str, told: dict[str, Any]) -> None:
        goods: Counter[str] = Counter()
        if told["supply"] >= 0:
            goods = self.supply[told["supply"]]
            must(goods.total(), "goods of an empty supply space (STM-8.38)")
            self.supply[told["supply"]] = Counter()
        else:
            must(not any(row.total() for row in self.supply), "no goods though there are some (STM-8.38)")
        same(Counter(_named(told["goods"])), +goods, "goods of the supply space")
        self.goods[hex].update(goods)
        must(hex not in self.grown, "a city that grows twice (STM-8.42)")
        self.grown.add(hex)

    def on_CityFounded(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat, hex = told["seat"], told["hex"]
        must(self.tile[seat] == 7 and self.use[seat], "a New City without Urbanization (STM-8.34)")
        must(self.new_cities[told["colour"]], "no such New City is left")
        self.new_cities[told["colour"]] -= 1
        anchors = self.anchors(seat)
        for chain in self.rails.found(hex, seat):
            if (set(chain.ends) - {hex}) & anchors:
                self.rails.give(chain, seat)  # STM-8.37
        self.colour[hex] = told["colour"]
        self.take_supply(hex, told)

    def on_CityGrown(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        must(self.tile[told["seat"]] == 5 and self.use[told["seat"]], "growth without City Growth (STM-8.41)")
        must(told["hex"] in self.rails.cities, "growth of what is no city (STM-8.41)")
        self.take_supply(told["hex"], told)

    # -- moving goods (STM-10, 11) -----------------------------------------------------------------------------------

    def on_GoodsMoved(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat, origin, colour = told["seat"], told["origin"], told["colour"]
        must(self.goods[origin][colour], f"no {colour} cube in {origin}")
        must(1 <= len(told["sides"]) <= self.locomotive[seat], "farther than the locomotive reaches (STM-10.4)")
        here, owners = origin, []
        links: dict[frozenset[Segment], int] = {}
        entered = [origin]
        for n, side in enumerate(told["sides"]):
            chain, here, owner = self.rails.step(here, side)
            assert chain is not None
            same(told["stops"][n], here, "stops of a delivery")
            must(not (self.options["links_once"] and chain.segments in links), "a link used twice")
            links[chain.segments] = owner
            owners.append(owner)
            if here in self.rails.cities:
                must(here not in entered, "a city entered twice (STM-10.6)")
                entered.append(here)
                last = n == len(told["sides"]) - 1
                same(self.colour[here] == colour, last, "the first city of the colour ends the way (STM-10.5)")
        must(here in self.rails.cities and self.colour[here] == colour, "an end that does not take the cube (STM-10.8)")
        same(told["owners"], owners, "owners of the links")
        uses = Counter(owner for owner in owners if owner >= 0)
        must(uses[seat] >= 1 and uses[seat] == max(uses.values()), "own links used too seldom (STM-10.9)")
        gains = [list(links.values()).count(player) for player in range(self.players)]
        same(told["gains"], gains, "track points (STM-11.1)")
        self.goods[origin][colour] -= 1
        self.bag[colour] += 1
        self.due = {player: gain for player, gain in enumerate(gains) if gain}

    def on_RewardTaken(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat, points = told["seat"], told["points"]
        same(points, self.due.pop(seat, 0), "track points to take (STM-11.2)")
        if told["to"] == "vp":
            self.points[seat] += points
            same(told["lost"], 0, "points lost")
        else:
            top = 10**6 if self.options["open_income"] else 10
            must(self.income[seat] < top, "points to an income that is full (STM-11.4)")
            lost = max(0, self.income[seat] + points - top)
            same(told["lost"], lost, "points lost at the end of the income track (STM-11.4)")
            self.income[seat] = min(top, self.income[seat] + points)

    # -- income (STM-12, 15.14) --------------------------------------------------------------------------------------

    def on_IncomeSettled(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat = told["seat"]
        income = self.income[seat]
        if not self.standard:
            if income >= 0:
                self.cash[seat] += income
            elif self.can_borrow(seat) >= -income - self.cash[seat]:
                self.pay(seat, -income)
            else:
                self.cash[seat] = -1
            return
        self.cash[seat] += max(0, income)
        owed = max(0, -income) + self.locomotive[seat]
        if self.options["soft_standard"]:
            while self.cash[seat] < owed and self.can_borrow(seat):
                self.borrow(seat, 1)  # STM-15.20
        short = max(0, owed - self.cash[seat])
        self.cash[seat] = max(0, self.cash[seat] - owed)
        while short > 0 and self.points[seat] > 0:
            self.points[seat] -= 1
            short -= 2
        while short > 0 and self.income[seat] > -10:
            self.income[seat] -= 1
            short -= 2
        self.cash[seat] = -1 if short > 0 else self.cash[seat] - short

    def can_borrow(self, seat: int) -> int:
        return 5 * (self.income[seat] + 10) + 5 * (self.points[seat] // 2)

    def on_PlayerEliminated(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat = told["seat"]
        if not self.standard and self.cash[seat] >= 0:
            # Bankruptcy may be told without a settlement before it: then nothing could cover the debt (STM-12.3).
            must(-self.income[seat] > self.cash[seat] + self.can_borrow(seat), "eliminated though he could pay (STM-12.3)")
        elif self.cash[seat] >= 0:
            owed = self.locomotive[seat] + max(0, -self.income[seat])
            have = self.cash[seat] + max(0, self.income[seat]) + 2 * self.points[seat] + 2 * (self.income[seat] + 10)
            if self.options["soft_standard"]:
                have = self.cash[seat] + max(0, self.income[seat]) + self.can_borrow(seat) + 2 * (self.points[seat] % 2)
            must(owed > have, "eliminated though he could pay (STM-15.16)")
        self.cash[seat] = self.income[seat] = self.points[seat] = 0
        self.order.remove(seat)
        self.left.append(seat)
        self.tile[seat] = 0
        self.rails.leave(seat)

    def on_GameEnded(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        self.ended = True
        must(told["alone"] or self.turn == self.turns, "the end before the last turn (STM-4.7)")
        same(told["alone"], len(self.order) == 1, "one player left (STM-12.5)")
        for chain, _ in self.rails.chains():
            if not chain.complete:
                self.rails.give(chain, -1)  # STM-14.3

    # -- comparing ---------------------------------------------------------------------------------------------------

    def compare(self, seen: dict[str, Any], bidding: bool) -> None:
        for name in ("cash", "income", "points", "locomotive", "turn"):
            same(seen[name], getattr(self, name), name)
        if not bidding:
            same(seen["order"], self.order, "order of play")
        same([Counter(_named(row)) for row in seen["cubes"]], [+self.goods[hex] for hex in self.places], "goods on the map")
        same([Counter(_named(row)) for row in seen["supply"]], [+row for row in self.supply], "the supply")
        same(Counter(_named(seen["bag"])), +self.bag, "the bag")
        same(Counter(_named(seen["new_cities"])), +self.new_cities, "New Cities left")
        found = set()
        for section in seen["track"].sections:
            names = frozenset((self.ids[s // 42], s // 7 % 6, s % 7) for s in section.segments)
            found.add((section.owner, names, frozenset(self.ids[end] if end >= 0 else "" for end in section.ends)))
        own = {(owner, chain.segments, frozenset(chain.ends)) for chain, owner in self.rails.chains()}
        same(found, own, "sections of track and their owners")

    def scores(self) -> list[int]:
        """Points, half the income or twice the debt, and the links (STM-14)."""
        found = []
        for seat in range(self.players):
            income = self.income[seat]
            found.append(self.points[seat] + (income // 2 if income >= 0 else 2 * income) + self.rails.links(seat)[0])
        return found

    def ranks(self) -> list[int]:
        """Most points, then the lowest tile of the last turn; who is out ranks last, the later the higher (STM-14.5, 12.5)."""
        keys = []
        for seat, score in enumerate(self.scores()):
            keys.append((0, self.left.index(seat), 0) if seat in self.left else (1, score, -self.tile[seat]))
        must(len(set(keys)) == len(keys), "two players share a place (STM-14.5)")
        return ranks_of(keys)


def _named(row: list[int]) -> dict[str, int]:
    return {colour: n for colour, n in zip(COLOURS, row, strict=True) if n}


__all__ = ["Oracle", "Wrong"]
