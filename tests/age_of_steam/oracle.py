"""An independent referee of Age of Steam: from the set-up and the log it derives what must follow, by the text of the rules.

It reads the map file itself and keeps its own books: money, income, shares, cubes, track and its owners. Of the program it sees
the first position, each action, the events it told (which say what dice and draws showed), and then compares its books.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.oracle import ranks_of
from tests.rail.oracle import TOWN, Chain, Rails, Wrong, must, same

MAPS = Path(__file__).parents[2] / "src" / "boxcars" / "games" / "age_of_steam" / "maps"
SHAPES = {
    "straight": [(0, 3)],
    "gentle": [(0, 2)],
    "sharp": [(0, 1)],
    "cross_gentle_straight": [(0, 3), (1, 5)],
    "cross_gentle_gentle": [(0, 2), (1, 3)],
    "cross_straight_straight": [(0, 3), (1, 4)],
    "coexist_gentle_gentle": [(0, 2), (3, 5)],
    "coexist_gentle_sharp_left": [(0, 2), (4, 5)],
    "coexist_gentle_sharp_right": [(0, 2), (3, 4)],
    "coexist_straight_sharp": [(0, 3), (1, 2)],
    "town_1": [(0, TOWN)],
    "town_3_left": [(0, TOWN), (3, TOWN), (5, TOWN)],
    "town_3_right": [(0, TOWN), (1, TOWN), (3, TOWN)],
    "town_3_half": [(0, TOWN), (1, TOWN), (5, TOWN)],
    "town_3_star": [(0, TOWN), (2, TOWN), (4, TOWN)],
}
"""AOS-1.5."""
COUNTS = dict(zip(SHAPES, (48, 55, 7, 4, 3, 4, 1, 1, 1, 1, 3, 2, 2, 2, 2), strict=True))
COLOURS = ("red", "blue", "purple", "yellow", "black", "white")
NEW_CITY = dict(zip("ABCDEFGH", ("red", "blue", "black", "black", "yellow", "purple", "black", "black"), strict=True))
COLUMNS = [f"{half}{n}" for half in "LD" for n in range(1, 7)]
UNDER = {"L3": "A", "L4": "B", "L5": "C", "L6": "D", "D1": "E", "D2": "F", "D3": "G", "D4": "H"}
EAST = {"Duluth", "Minneapolis", "Des Moines", "St. Louis", "Memphis", "Vicksburg", "New Orleans", "Kansas City"}
WEST = {"Seattle", "San Francisco", "Los Angeles", "Portland", "San Diego"}
"""Western US: AOS-15.5. Those printed as cities are the starting cities (AOS-15.7)."""
TERRAIN = {".": "plain", "r": "river", "m": "mountain", "s": "swamp", "$": "special"}
SPACES = [(column, n) for n in (1, 2, 3) for column in COLUMNS] + [(letter, n) for n in (1, 2) for letter in "ABCDEFGH"]
"""The display from the top left, row by row (AOS-1.14, 1.15)."""


class Oracle:
    """``seen``: the first position as a dict of plain values; ``ids``: what the numbers of its hexes are called."""

    def __init__(self, map: str, players: int, options: dict[str, Any], seen: dict[str, Any], ids: list[str]) -> None:
        data = tomllib.loads((MAPS / f"{map}.toml").read_text(encoding="utf-8"))
        self.map, self.players, self.options, self.ids = map, players, options, ids
        self.rules: dict[str, Any] = data.get("rules", {})
        self.costs, self.printed = data["track_costs"], data["board"].get("costs", {})
        self.terrain = {
            f"c{column}r{row}": letter
            for row, line in enumerate(data["board"]["terrain"])
            for column, letter in enumerate(line)
            if letter not in " ~"
        }
        self.cities = {city["hex"]: city for city in data.get("cities", [])}
        self.town_name = {town["hex"]: town["name"] for town in data["towns"]}
        pointy = data["board"]["orientation"] == "pointy"
        blocked = [(b[0], b[1]) for b in data["board"].get("blocked", [])]
        self.rails = Rails(self.terrain, self.cities, self.town_name, SHAPES, pointy, blocked)
        by_id = {city["id"]: hex for hex, city in self.cities.items()}
        self.direct = {
            f"{link['cities'][0]}--{link['cities'][1]}": (frozenset(by_id[c] for c in link["cities"]), link["cost"])
            for link in data.get("direct_links", [])
        }
        self.turns = data["players"][str(players)]
        self.grows = {city["growth"]: hex for hex, city in self.cities.items() if city.get("growth")}
        self.accepts = {hex: {COLOURS[c] for c in range(6) if seen["accepts"][ids.index(hex)] >> c & 1} for hex in self.cities}
        self.terminals = {hex for hex, city in self.cities.items() if city.get("kind") == "terminal"}
        self.cash, self.shares = list(seen["cash"]), list(seen["shares"])
        self.income, self.locomotive = list(seen["income"]), list(seen["locomotive"])
        self.order = list(seen["order"])
        self.action = [""] * players
        self.gone = [0] * players
        self.cubes = {ids[n]: Counter(COLOURS[c] for c in cubes) for n, cubes in enumerate(seen["cubes"]) if cubes}
        self.display: dict[tuple[str, int], str] = {}
        if seen["display"]:
            self.display = {SPACES[n]: COLOURS[c] if c >= 0 else "" for n, c in enumerate(seen["display"])}
        self.bag = Counter({COLOURS[c]: n for c, n in enumerate(seen["bag"]) if n})
        self.turn = int(seen["turn"])
        self.light: list[int] = []
        """The dice of the half that grew last."""
        self.rolled: dict[int, int] = {}
        """Who rolled dice for a tie: the place among those who rolled with them."""
        self.letters = dict(zip("ABCDEFGH", seen["new_cities"], strict=True))
        self.founded: dict[str, str] = {}
        self.built: set[int] = set()
        self.spent: list[int] = []
        self.bids: dict[int, int] = {}
        self.out: list[int] = []
        self.pass_right = -1
        self.raised: set[int] = set()
        self.transcontinental = False
        self.drawn: Counter[str] = Counter()
        self.over = ""
        self.checked = 0

    # -- the log -----------------------------------------------------------------------------------------------------

    def step(self, seat: int, action: tuple[str, dict[str, Any]], events: list[tuple[str, dict[str, Any]]]) -> None:
        """One action and what was told of it."""
        do, given = action
        if do == "DropOut":
            self.out.append(seat)
        for name, told in events:
            method = getattr(self, f"on_{name}", None)
            if method is not None:
                method(told, given)
        self.checked += 1

    def on_TurnBegan(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        same(told["turn"], self.turn + 1, "turn")
        self.turn = told["turn"]
        self.raised = set()
        # Who took Turn Order in the turn before may pass once (AOS-6.2, 6.8).
        self.pass_right = self.action.index("turn_order") if "turn_order" in self.action else -1
        self.bids, self.out = {}, []

    def on_OrderRolled(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        self.order = list(told["order"])

    def on_SharesIssued(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat, shares = told["seat"], told["shares"]
        same(shares, given["shares"], "shares issued")
        self.shares[seat] += shares
        must(self.shares[seat] <= 15, "more than 15 shares (AOS-5.2)")
        must(self.map != "barbados" or shares <= 1, "more than one share a turn (AOS-18.4)")
        self.cash[seat] += 5 * shares

    # -- the order of play (AOS-6) -----------------------------------------------------------------------------------

    def on_BidMade(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat, amount = told["seat"], told["amount"]
        must(amount > max(self.bids.values(), default=0), "a bid must beat the highest (AOS-6.2)")
        must(amount <= self.cash[seat], "a bid above the cash (AOS-6.3)")
        must(seat not in self.out, "a bid after dropping out")
        self.bids[seat] = amount

    def on_BidPassed(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        same(told["seat"], self.pass_right, "who may pass (AOS-6.2)")
        self.pass_right = -1

    def on_PlaceTaken(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat, place, paid = told["seat"], told["place"], told["paid"]
        if self.map == "st_lucia":
            must(place == 1 and paid in (0, 5), "the first place costs $5 or nothing (AOS-19.4)")
            self.order = [seat, 1 - seat]
        else:
            taking_part = len(self.order)
            bid = self.bids.get(seat, 0)
            if seat in self.out:
                same(place, taking_part - self.out.index(seat), "place of who drops out (AOS-6.5)")
            else:
                same((place, len(self.out)), (1, taking_part - 1), "place of who is left (AOS-6.5)")
            due = bid if place <= 2 else (bid + 1) // 2
            due = 0 if self.out and seat == self.out[0] else due
            same(paid, due, f"price of place {place} (AOS-6.6)")
            if place == 1:
                self.order = [seat, *reversed(self.out)]
        self.cash[seat] -= paid

    def on_ActionTaken(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        if told["seat"] == self.order[0]:
            self.action = [""] * self.players  # AOS-7.9
        must(told["action"] not in self.action, "an action taken twice (AOS-7.1)")
        self.action[told["seat"]] = told["action"]

    def on_LocomotiveRaised(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat = told["seat"]
        if given.get("action") != "locomotive":
            must(seat not in self.raised, "the locomotive was raised in both rounds (AOS-11.2)")
            self.raised.add(seat)
        self.locomotive[seat] += 1
        same(told["links"], self.locomotive[seat], "locomotive")
        must(self.locomotive[seat] <= 6, "a locomotive above 6")

    # -- building (AOS-8 to 10) --------------------------------------------------------------------------------------

    def price(self, hex: str, tile: str, kind: str) -> int:
        exits = {side for a, b in SHAPES[tile] for side in (a, b) if side != TOWN}
        if kind == "redirect":
            return 2
        if kind in ("replace", "town"):
            return 3
        if hex in self.rails.towns:
            return 1 + len(exits)
        column = 2 if tile.startswith("cross") else 1 if tile.startswith("coexist") else 0
        ground = TERRAIN[self.terrain[hex]]
        return int(self.costs[ground][column]) + (int(self.printed[hex]) if ground == "special" else 0)

    def pay(self, seat: int, full: int, paid: int) -> None:
        """Germany's Engineer pays half of the dearest play, rounded up (AOS-17.6)."""
        before = self.total(seat)
        self.spent.append(full)
        due = self.total(seat) - before
        same(paid, due, "price of a play (AOS-10, 17.6)")
        self.cash[seat] -= due
        must(self.cash[seat] >= 0, "paid with money one does not have")
        most = 4 if self.action[seat] == "engineer" and self.map != "germany" else 3
        must(len(self.spent) <= most, "too many tiles (AOS-8.1)")

    def total(self, seat: int) -> int:
        if self.map == "germany" and self.action[seat] == "engineer" and self.spent:
            return sum(self.spent) - max(self.spent) // 2
        return sum(self.spent)

    def on_TrackLaid(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat, hex, tile = told["seat"], told["hex"], told["tile"]
        kind, added = self.rails.lay(seat, hex, tile, told["rotation"])
        same(told["kind"], kind, "kind of play")
        if seat not in self.built:
            beside = {self.rails.beside(hex, side) for _, a, b in added for side in (a, b) if side != TOWN}
            must(beside & self.rails.cities, "a first tile away from every city (AOS-8.11)")
        self.built.add(seat)
        self.pay(seat, self.price(hex, tile, kind), told["paid"])
        used = Counter(self.rails.tile.values())
        must(used[tile] <= COUNTS[tile], f"more {tile} than there are (AOS-1.7)")
        must(self.town_discs() <= 8, "more town discs than there are (AOS-1.8)")
        must(self.discs(seat) <= 20 or self.options.get("unlimited_discs"), "a 21st ownership disc (AOS-1.4)")

    def town_discs(self) -> int:
        return sum(hex in self.rails.towns and not tile.startswith("town") for hex, tile in self.rails.tile.items())

    def discs(self, seat: int) -> int:
        direct = sum(owner == seat for owner in self.rails.direct.values())
        return sum(owner == seat for _, owner in self.rails.chains()) + direct

    def on_LinkCompleted(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        links = [(owner, set(chain.ends), len(chain.segments)) for chain, owner in self.rails.chains() if chain.complete]
        must((told["seat"], set(told["ends"]), told["segments"]) in links, f"no such link: {told}")

    def on_DirectLinkBought(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        both, cost = self.direct[told["link"]]
        must(both not in self.rails.direct, "a direct link bought twice (AOS-17.9)")
        self.rails.direct[both] = told["seat"]
        self.built.add(told["seat"])
        self.pay(told["seat"], cost, told["paid"])

    def on_CityFounded(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat, hex, letter = told["seat"], told["hex"], told["city"]
        same(self.action[seat], "urbanization", "who founds a New City (AOS-9.1)")
        must(not self.spent or self.options.get("urbanize_any_time"), "a New City after the first tile (AOS-9.1)")
        same(self.letters[letter], -1, "a New City beside the board (AOS-9.2)")
        self.letters[letter] = self.ids.index(hex)
        self.founded[letter] = hex
        for chain in self.rails.found(hex, seat):
            if self.discs(seat) < 20 or self.options.get("unlimited_discs"):
                self.rails.give(chain, seat)
        self.accepts[hex] = {NEW_CITY[letter]}
        returned = []
        if self.map != "southern_us" and self.map != "st_lucia":
            returned = sorted(self.cubes.pop(hex, Counter()).elements())
            self.bag.update(returned)
        same(sorted(told["returned"]), returned, "cubes of the town (AOS-9.9)")

    def on_BuildEnded(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        self.rails.end_build(told["seat"])
        self.spent = []
        if self.map == "germany":
            open_ = [chain for chain, owner in self.rails.chains() if owner == told["seat"] and not chain.complete]
            must(not open_, "a build turn ended with an unfinished section (AOS-17.7)")

    def on_Transcontinental(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        must(self.map == "western_us" and not self.transcontinental, "the transcontinental railroad once (AOS-15.10)")
        self.transcontinental = True
        seats = sorted(self.order)
        smallest = next(k for k in range(len(seats) + 1) if any(self.joined(c) for c in combinations(seats, k)))
        sets = [set(c) for c in combinations(seats, smallest) if self.joined(c)]
        rewarded = set(told["seats"])
        must(any(rewarded <= c for c in sets), "rewarded railroads (AOS-15.11)")
        same(len(rewarded), min(2, smallest), "how many railroads are rewarded (AOS-15.11)")
        same(told["income"], {0: 0, 1: 4}.get(smallest, 2), "reward (AOS-15.11)")
        for seat in rewarded:
            self.income[seat] += told["income"]

    def joined(self, seats: tuple[int, ...] | None) -> bool:
        """Whether links of these railroads, and of nobody, connect a western with an eastern starting city."""
        start = {hex: self.region(hex) for hex in self.cities}
        reached = {hex for hex, region in start.items() if region == "west"}
        links = [c.ends for c, owner in self.rails.chains() if c.complete and (seats is None or owner in (-1, *seats))]
        for _ in links:
            for a, b in links:
                if (a in reached) != (b in reached):
                    reached |= {a, b}
        return any(region == "east" and hex in reached for hex, region in start.items())

    # -- moving goods (AOS-11) ---------------------------------------------------------------------------------------

    def on_GoodsMoved(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat, origin, colour, sides = told["seat"], told["origin"], told["colour"], list(told["sides"])
        must(self.cubes.get(origin, Counter())[colour], f"no {colour} cube on {origin}")
        must(1 <= len(sides) <= self.locomotive[seat], "farther than the locomotive reaches (AOS-11.5)")
        stops, owners = self.way(origin, sides)
        same(told["stops"], stops, "stops of a delivery")
        same(told["owners"], owners, "owners of the links")
        must(len({origin, *stops}) == len(stops) + 1, "a stop visited twice (AOS-11.4)")
        for stop in stops[:-1]:
            must(not self.takes(stop, colour), f"a cube must stop at {stop} (AOS-11.6)")
            must(stop not in self.terminals, "a cube passed through a foreign terminal (AOS-17.4)")
        must(self.takes(stops[-1], colour), f"{stops[-1]} does not take {colour} (AOS-11.6)")
        gains = [owners.count(player) for player in range(self.players)]
        if origin not in self.rails.cities | self.rails.towns and self.options.get("first_section_bonus") and owners[0] >= 0:
            gains[owners[0]] += 1
        if self.map == "western_us" and {self.region(origin), self.region(stops[-1])} == {"east", "west"}:
            bonus = owners[given["bonus"]]
            if bonus >= 0:
                gains[bonus] += 1  # AOS-15.6
        if colour == "white":
            gains[seat] += 1  # AOS-16.5
        else:
            self.bag[colour] += 1
        same(told["gains"], gains, "income of a delivery (AOS-11.9)")
        self.cubes[origin][colour] -= 1
        for player in range(self.players):
            self.income[player] += gains[player]

    def takes(self, stop: str, colour: str) -> bool:
        return stop in self.rails.cities and colour in self.accepts[stop]

    def region(self, hex: str) -> str:
        if hex not in self.rails.cities:
            return ""
        name = self.cities[hex]["name"] if hex in self.cities else self.town_name[hex]
        return "east" if name in EAST else "west" if name in WEST else ""

    def way(self, origin: str, sides: list[int]) -> tuple[list[str], list[int]]:
        stops: list[str] = []
        owners: list[int] = []
        here, first = origin, None
        if origin not in self.rails.cities | self.rails.towns:
            # A cube on its hex leaves it along the track there (AOS-19.6).
            segment = self.rails.at(origin, sides[0])
            assert segment is not None
            first = self.rails.chain(segment)
            here = self.rails._end(segment, sides[0], {segment})
            must(here, "the track does not reach a stop (AOS-19.6)")
            stops.append(here)
            owners.append(self.rails.owner[segment])
            sides = sides[1:]
        for side in sides:
            chain, here, owner = self.rails.step(here, side)
            must(first is None or chain is None or chain.segments != first.segments, "the starting section again (AOS-19.7)")
            stops.append(here)
            owners.append(owner)
        return stops, owners

    # -- money (AOS-12) ----------------------------------------------------------------------------------------------

    def on_IncomeCollected(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        due = [self.income[s] if s in self.order else 0 for s in range(self.players)]
        same(told["amounts"], due, "income (AOS-12.1)")
        self.cash = [cash + got for cash, got in zip(self.cash, due, strict=True)]

    def on_ExpensesPaid(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        paid, lost = [0] * self.players, [0] * self.players
        for seat in self.order:
            owed = self.shares[seat] + self.locomotive[seat]
            paid[seat] = min(owed, self.cash[seat])
            lost[seat] = owed - paid[seat]
            self.cash[seat] -= paid[seat]
            self.income[seat] -= lost[seat]
        same(told["paid"], paid, "expenses (AOS-12.2)")
        same(told["lost"], lost, "income lost for expenses (AOS-12.3)")

    def on_PlayerEliminated(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        seat = told["seat"]
        must(self.income[seat] < 0, "eliminated with an income of 0 or more (AOS-12.4)")
        self.gone[seat] = self.turn
        self.cash[seat] = self.income[seat] = 0
        self.action[seat] = ""
        self.order.remove(seat)
        self.rails.leave(seat)

    def on_IncomeReduced(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        for seat in self.order:
            must(self.income[seat] >= 0, "an income below 0 that was not noticed (AOS-12.4)")
        bands = ((50, 10), (40, 8), (30, 6), (20, 4), (10, 2))
        due = [0] * self.players
        for seat in self.order:
            due[seat] = next((fall for above, fall in bands if self.income[seat] > above), 0)
            if self.map == "southern_us" and self.turn == 4:
                due[seat] *= 2
        same(told["amounts"], due, "income reduction (AOS-12.8)")
        self.income = [income - fall for income, fall in zip(self.income, due, strict=True)]

    # -- goods growth (AOS-13) ---------------------------------------------------------------------------------------

    def draw(self, colours: list[str]) -> None:
        for colour in colours:
            must(self.bag[colour], f"no {colour} cube in the bag")
            self.bag[colour] -= 1

    def on_GoodsDrawn(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        same(self.action[told["seat"]], "production", "who draws (AOS-13.2)")
        same(len(told["colours"]), min(2, self.bag.total()), "cubes drawn (AOS-13.2)")
        self.draw(told["colours"])
        self.drawn = Counter(told["colours"])

    def on_GoodsPlaced(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        must(self.drawn[told["colour"]], "a cube that was not drawn")
        same(self.display[told["column"], told["space"]], "", "an empty space (AOS-13.2)")
        self.drawn[told["colour"]] -= 1
        self.display[told["column"], told["space"]] = told["colour"]

    def on_GoodsReturned(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        same(Counter(told["colours"]), +self.drawn, "cubes that found no space (AOS-13.2)")
        self.bag.update(told["colours"])
        self.drawn = Counter()

    def on_ExtraCube(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        name = self.cities[told["hex"]]["id"]
        must(name == "berlin" or (name == "atlanta" and self.turn <= 4), "an extra cube (AOS-16.6, 17.11)")
        self.draw([told["colour"]])
        self.cubes.setdefault(told["hex"], Counter())[told["colour"]] += 1

    def on_GoodsGrown(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        half = "L" if told["half"] == "light" else "D"
        same(len(told["dice"]), 2 if self.map == "barbados" else self.players, "dice (AOS-13.3)")
        if half == "D" and self.options.get("one_growth_roll"):
            same(told["dice"], self.light, "one roll for both halves (AOS-13.3)")
        self.light = told["dice"]
        moved = []
        for n in told["dice"]:
            column = f"{half}{n}"
            wanted = [(column, self.grows.get(column))]
            if column in UNDER:
                wanted.append((UNDER[column], self.founded.get(UNDER[column])))
            for name, hex in wanted:
                spaces = [(name, n) for n in (1, 2, 3) if self.display.get((name, n))]
                if hex is not None and spaces:
                    colour = self.display[spaces[0]]
                    self.display[spaces[0]] = ""
                    self.cubes.setdefault(hex, Counter())[colour] += 1
                    moved.append((name, hex, colour))
        same([tuple(m) for m in told["moved"]], moved, "goods growth (AOS-13.4)")

    def on_TieRolled(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        must(self.map == "western_us", "dice for a tie (AOS-14.3)")
        for place, seat in enumerate(told["seats"]):
            must(seat not in self.rolled and not self.gone[seat], "dice for a tie (AOS-15.14)")
            self.rolled[seat] = place

    def on_GameEnded(self, told: dict[str, Any], given: dict[str, Any]) -> None:
        self.over = told["reason"]
        if self.over == "turns":
            same(self.turn, self.turns, "the last turn (AOS-3.9)")
        else:
            same(len(self.order), {"one_left": 1, "none_left": 0}[self.over], "players left (AOS-12.7)")

    # -- comparing ---------------------------------------------------------------------------------------------------

    def compare(self, seen: dict[str, Any], bidding: bool) -> None:
        """The books against the position. ``bidding``: places are being taken, the order is not settled."""
        for name in ("cash", "shares", "income", "locomotive", "gone", "turn"):
            same(seen[name], getattr(self, name), name)
        if not bidding:
            same(seen["order"], self.order, "order of play")
        same({self.ids[n]: Counter(COLOURS[c] for c in cubes) for n, cubes in enumerate(seen["cubes"]) if cubes},
             {hex: +cubes for hex, cubes in self.cubes.items() if +cubes}, "cubes on the board")  # fmt: skip
        same(Counter({COLOURS[c]: n for c, n in enumerate(seen["bag"]) if n}), +self.bag, "the bag")
        if seen["display"]:
            same([COLOURS[c] if c >= 0 else "" for c in seen["display"]], [self.display[s] for s in SPACES], "the display")
        same(self.sections(seen), self.own_sections(), "sections of track and their owners")

    def sections(self, seen: dict[str, Any]) -> set[tuple[int, frozenset[Any], frozenset[str]]]:
        found = set()
        for owner, ends, _, segments in seen["sections"]:
            names = frozenset((self.ids[s // 42], s // 7 % 6, s % 7) for s in segments)
            found.add((owner, names, frozenset(self.ids[end] if end >= 0 else "" for end in ends)))
        return found

    def own_sections(self) -> set[tuple[int, frozenset[Any], frozenset[str]]]:
        found = {(owner, frozenset(chain.segments), frozenset(chain.ends)) for chain, owner in self.rails.chains()}
        for both, owner in self.rails.direct.items():
            city = min(both, key=self.ids.index)
            side = next(side for side in range(6) if self.rails.beside(city, side) in both - {city})
            found.add((owner, frozenset([(city, side, TOWN)]), frozenset(both)))
        return found

    def scores(self) -> list[int]:
        """Three points for each income, one for each track section of links, three less for each share (AOS-14.2, 18.8)."""
        if self.map == "barbados":
            return [self.cash[0] - 5 * self.shares[0]]
        found = []
        for seat in range(self.players):
            found.append(3 * self.income[seat] + self.rails.links(seat)[1] - 3 * self.shares[seat])
        return found

    def ranks(self) -> list[int]:
        """Points; equals share a place, but in the Western US cash, track and dice decide (AOS-14.3, 14.4, 15.14)."""
        keys: list[tuple[int, ...]] = []
        for seat, score in enumerate(self.scores()):
            if self.gone[seat]:
                keys.append((0, self.gone[seat]))
            elif self.map == "western_us":
                keys.append((1, score, self.cash[seat], self.rails.links(seat)[1], -self.rolled.get(seat, 0)))
            else:
                keys.append((1, score))
        for seat, place in self.rolled.items():
            tied = [other for other in self.rolled if keys[other][:4] == keys[seat][:4]]
            must(len(tied) > 1 and place < len(self.rolled), "dice for players who are not tied (AOS-15.14)")
        return ranks_of(keys)


__all__ = ["Chain", "Oracle", "Wrong"]
