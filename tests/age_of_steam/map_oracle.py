"""What the rulebook says of each map of Age of Steam and of the sequence of play: who acts, what is offered, what must happen.

``oracle.py`` follows the log and says what may not happen. This one says what must: the set-up, whose turn it is, the events of
a turn that nobody decides, and the whole list of deliveries, actions and rewards that a player is offered. It was written from
the rulebook before the engine was read. Numbers and names below are the rulebook's.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

from tests.age_of_steam.oracle import COLOURS, COUNTS, SHAPES, SPACES, Oracle
from tests.rail.oracle import TOWN, Rails, Wrong, must, same

ALL = ("first_move", "first_build", "engineer", "locomotive", "urbanization", "production", "turn_order")
CUBES = {"red": 20, "blue": 20, "purple": 20, "yellow": 20, "black": 16}
PORTS = {"Charleston", "Savannah", "Mobile", "New Orleans"}
TERMINALS = {"Rotterdam", "Antwerp", "Paris", "Lyon", "Copenhagen", "Warsaw"}
EAST = {"Duluth", "Minneapolis", "Des Moines", "St. Louis", "Memphis", "Vicksburg", "New Orleans"}
WEST = {"Seattle", "San Francisco", "Los Angeles"}
TURNS = {1: 10, 2: 8, 3: 10, 4: 8, 5: 7, 6: 6}
Delivery = tuple[str, str, str, tuple[int, ...], int]
"""Origin, colour, destination, the sides by which it leaves each stop, and the link with the bonus (-1: there is none)."""
Effect = tuple[str, str, str, tuple[int, ...]]
"""Origin, colour, destination and what every player gains."""


class MapOracle(Oracle):
    def __init__(self, map: str, players: int, options: dict[str, Any], seen: dict[str, Any], ids: list[str]) -> None:
        super().__init__(map, players, options, seen, ids)
        self.name = {hex: city["name"] for hex, city in self.cities.items()} | self.town_name
        self.town_hexes = set(self.town_name)
        self.told: list[tuple[str, dict[str, Any]]] = []
        """The events of the turn that goes on."""
        self.began = list(self.order)
        """The order at the start of the turn."""
        self.taken: list[str] = []
        """Barbados: actions that are blocked."""
        self.holder = self.right = -1
        """St. Lucia: whose turn it is to have the right by alternation, and who has it."""
        self.hexes_built: set[str] = set()
        self.had: dict[int, bool] = {}
        self.seen_bag = 0
        self.offered: Counter[str] = Counter()
        """How many things each part compared."""
        self.check_setup(seen)

    # -- the set-up --------------------------------------------------------------------------------------------------

    def starting_cubes(self, name: str) -> int:
        if self.map == "rust_belt":
            return 3 if name in ("Pittsburgh", "Wheeling") else 2
        if self.map == "western_us":
            return 2
        if self.map == "southern_us":
            return 4 if name == "Atlanta" else 3 if name in PORTS else 1
        if self.map == "germany":
            if self.options.get("public_starting_cubes"):
                return {"Berlin": 4, "Königsberg": 3}.get(name, 0 if name in TERMINALS else 2)
            return {"Königsberg": 3, "Wien": 4}.get(name, 0 if name in TERMINALS else 2)
        return 2 if self.options.get("easy") else 1

    def check_setup(self, seen: dict[str, Any]) -> None:
        everybody = range(self.players)
        same(seen["cash"], [20 if self.map == "western_us" else 10 for _ in everybody], "cash at the start (AOS-3.6, 15.2)")
        same(seen["shares"], [2 for _ in everybody], "shares at the start")
        same(seen["income"], [0 for _ in everybody], "income at the start")
        same(seen["locomotive"], [1 for _ in everybody], "locomotives at the start")
        same(seen["turns"], TURNS[self.players], "turns (AOS-3.9)")
        for hex in self.cities:
            name = self.name[hex]
            same(self.cubes.get(hex, Counter()).total(), self.starting_cubes(name), f"cubes on {name}")
            if self.map == "germany" and name in TERMINALS:
                same(len(self.accepts[hex]), 1, f"colours that {name} takes (AOS-17.2)")
            if self.map == "southern_us":
                same("white" in self.accepts[hex], name in PORTS, f"cotton to {name} (AOS-16.4)")
                same(len(self.accepts[hex] - {"white"}), 1, f"colours of {name}")
            if self.map == "barbados":
                same(self.accepts[hex], {"yellow"}, f"colours of {name}")
        same({self.name[h] for h in self.terminals}, TERMINALS if self.map == "germany" else set(), "foreign terminals")
        for hex in self.town_hexes:
            there = list(self.cubes.get(hex, Counter()).elements())
            if self.map == "southern_us":
                same(there, ["white"], f"cotton on {self.name[hex]} (AOS-16.1)")
            else:
                same(len(there), 1 if self.map == "western_us" else 0, f"cubes on {self.name[hex]} (AOS-15.1)")
        for hex, ground in self.terrain.items():
            if hex not in self.cities and hex not in self.town_hexes:
                wanted = 1 if self.map == "st_lucia" and ground in ".r" else 0
                same(self.cubes.get(hex, Counter()).total(), wanted, f"cubes on {hex} (AOS-19.2)")
        self.check_display(seen)
        stock = dict(CUBES, purple=0) if self.map == "barbados" else CUBES
        out = sum(self.cubes.values(), Counter()) + Counter(c for c in self.display.values() if c) + self.bag
        if self.map == "germany":
            out += Counter(next(iter(self.accepts[hex])) for hex in self.terminals)  # the cube that marks each
        same({c: n for c, n in out.items() if n and c != "white"}, {c: n for c, n in stock.items() if n}, "cubes in the game")
        if self.map == "western_us":
            same(self.bag.total(), 0, "cubes left in the bag (AOS-15.1)")

    def check_display(self, seen: dict[str, Any]) -> None:
        if self.map == "st_lucia":
            same(list(seen["display"]), [], "the display (AOS-19.3)")
            return
        full = {space for space, colour in self.display.items() if colour}
        if self.map == "barbados":
            same(full, {(f"L{n}", 1) for n in range(1, 7)} | {(c, 1) for c in "ABCD"}, "cubes on the display (AOS-18.2)")
            must(self.display["A", 1] != "red" and self.display["B", 1] != "blue", "the colour of a New City (AOS-18.2)")
        else:
            same(full, set(SPACES), "cubes on the display (AOS-3.2)")

    # -- whose turn it is, and what is offered -----------------------------------------------------------------------

    def offer(
        self,
        seat: int,
        legal: list[tuple[str, dict[str, Any]]],
        allowed: Callable[[Delivery], bool],
        rng: random.Random,
        sample: bool,
    ) -> None:
        """``legal``: everything offered to the seat that is to act. ``allowed``: whether a delivery would be accepted."""
        verbs = {verb for verb, _ in legal}
        if self.map == "western_us" and not self.transcontinental and self.joined(None):
            same(verbs, {"RewardRailroads"}, "the transcontinental railroad is rewarded at once (AOS-15.11)")
        if "RewardRailroads" in verbs:
            same({frozenset(given["seats"]) for _, given in legal}, self.rewards(), "who may be rewarded (AOS-15.11)")
            self.offered["rewards"] += len(legal)
        if "IssueShares" in verbs:
            most = 15 - self.shares[seat]
            most = min(most, 1) if self.map == "barbados" else most
            same({given["shares"] for _, given in legal}, set(range(most + 1)), "shares on offer (AOS-5.2, 18.4)")
            self.offered["shares"] += 1
        if "TakeAction" in verbs:
            same({given["action"] for _, given in legal}, self.actions_left(seat), "actions on offer (AOS-7.1, 18.6, 19.5)")
            self.offered["actions"] += 1
        if "PayForFirst" in verbs:
            same(verbs, {"PayForFirst", "DeclineFirst"}, "what is asked (AOS-19.4)")
            must(self.cash[seat] >= 5, "asked for $5 that are not there (AOS-19.4)")
        if verbs & {"MoveGoods", "RaiseLocomotive", "DoNothing"}:
            must("DoNothing" in verbs, "a move is never forced (AOS-11.1)")
            may = seat not in self.raised and self.locomotive[seat] < 6
            same("RaiseLocomotive" in verbs, may, "whether the locomotive may be raised (AOS-11.2)")
            if sample:
                self.compare_deliveries(seat, legal, allowed, rng)
        if verbs & {"LayTrack", "EndBuild", "Urbanize"} and "RewardRailroads" not in verbs:
            self.check_urbanize(seat, legal)
            if sample:
                self.compare_builds(seat, legal, rng)

    def actions_left(self, seat: int) -> set[str]:
        if self.map == "barbados":
            return {"engineer", "locomotive", "urbanization", "production"} - set(self.taken)
        here = set(ALL) - ({"production"} if self.map == "st_lucia" else set())
        return here if seat == self.order[0] else here - set(self.action)

    def rewards(self) -> set[frozenset[int]]:
        """Fewest railroads that connect the coasts, with links of nobody; two of them, if they are more (AOS-15.11)."""
        seats = sorted(self.order)
        for k in range(1, len(seats) + 1):
            sets = [c for c in combinations(seats, k) if self.joined(c)]
            if sets:
                return {frozenset(two) for c in sets for two in combinations(c, min(2, k))}
        return {frozenset()}

    # -- deliveries --------------------------------------------------------------------------------------------------

    def graph(self) -> dict[str, list[tuple[int, str, int, frozenset[Any]]]]:
        """Stop -> (side by which a link leaves, the stop at its other end, its owner, its track)."""
        found: dict[str, list[tuple[int, str, int, frozenset[Any]]]] = {}
        for stop in self.rails.cities | self.rails.towns:
            found[stop] = []
            for side in range(6):
                try:
                    chain, other, owner = self.rails.step(stop, side)
                except Wrong:
                    continue
                found[stop].append((side, other, owner, chain.segments if chain is not None else frozenset()))
        return found

    def deliveries(self, seat: int) -> list[tuple[Delivery, tuple[int, ...]]]:
        """Every way of every cube, with the owners of its links (AOS-11)."""
        graph = self.graph()
        found: list[tuple[Delivery, tuple[int, ...]]] = []

        def on(
            origin: str, colour: str, here: str, sides: tuple[int, ...], owners: tuple[int, ...], been: set[str], used: Any
        ) -> None:
            if sides:
                if self.takes(here, colour):
                    regions = {self.region(origin), self.region(here)}
                    across = self.map == "western_us" and regions == {"east", "west"}
                    for bonus in range(len(sides)) if across else (-1,):
                        found.append(((origin, colour, here, sides, bonus), owners))
                    return
                if here in self.terminals or len(sides) == self.locomotive[seat]:
                    return
            for side, other, owner, track in graph[here]:
                if other not in been and (not used or track != used):
                    on(origin, colour, other, (*sides, side), (*owners, owner), been | {other}, used)

        for origin, cubes in self.cubes.items():
            if origin in self.terminals:
                continue
            for colour in +cubes:
                if origin in graph:
                    on(origin, colour, origin, (), (), {origin}, None)
                    continue
                for segment in self.rails.on(origin):  # St. Lucia: a cube on the track itself (AOS-19.6)
                    track = self.rails.chain(segment).segments
                    for side in segment[1:]:
                        end = self.rails._end(segment, side, {segment}) if side != TOWN else ""
                        if end:
                            owner = self.rails.owner[segment]
                            on(origin, colour, end, (side,), (owner,), {origin, end}, track)
        return found

    def effect(self, seat: int, way: Delivery, owners: tuple[int, ...]) -> Effect:
        origin, colour, to, _, bonus = way
        counted = Counter(owners) + Counter([owners[bonus]] if bonus >= 0 else [])  # AOS-15.6
        return origin, colour, to, tuple(counted[player] for player in range(self.players))

    def compare_deliveries(
        self, seat: int, legal: list[tuple[str, dict[str, Any]]], allowed: Callable[[Delivery], bool], rng: random.Random
    ) -> None:
        """One way is listed for each distinct effect, the shortest; every other way is allowed too (RULINGS.md)."""
        ways = self.deliveries(seat)
        wanted: dict[Effect, int] = {}
        for way, owners in ways:
            effect = self.effect(seat, way, owners)
            wanted[effect] = min(len(way[3]), wanted.get(effect, 99))
        offered: dict[Effect, int] = {}
        for verb, given in legal:
            if verb == "MoveGoods":
                sides = tuple(given["sides"])
                owners = tuple(self.way(given["origin"], list(sides))[1])
                effect = self.effect(seat, (given["origin"], given["colour"], given["to"], sides, given["bonus"]), owners)
                # With the bonus two ways may come to the same: 1 and 2 links with the bonus for one, 2 and 1 for the other.
                must(effect not in offered or given["bonus"] >= 0, f"listed twice: {effect}")
                offered[effect] = min(len(sides), offered.get(effect, 99))
        same(set(offered), set(wanted), "deliveries on offer, or missing (AOS-11, 15.4, 15.6, 16.4, 17.4, 19.6)")
        same(offered, wanted, "the shortest way of each")
        known = {way for way, _ in ways}
        for way, _ in rng.sample(ways, min(30, len(ways))):
            must(allowed(way), f"refused, against the rules: {way}")
            origin, colour, to, sides, bonus = way
            for lie in (
                (origin, colour, to, sides[:-1], bonus), (origin, colour, to, (*sides, rng.randrange(6)), bonus),
                (origin, rng.choice(COLOURS), to, sides, bonus), (origin, colour, to, sides, len(sides) if bonus >= 0 else 0),
                (origin, colour, to, (*sides[:-1], rng.randrange(6)), bonus), (origin, colour, origin, sides, bonus),
            ):  # fmt: skip
                must(lie in known or not allowed(lie), f"accepted, against the rules: {lie}")
                self.offered["ways refused"] += lie not in known
        self.offered["ways"] += min(30, len(ways))
        self.offered["deliveries"] += len(wanted)
        self.offered["delivery lists"] += 1

    # -- building ----------------------------------------------------------------------------------------------------

    def check_urbanize(self, seat: int, legal: list[tuple[str, dict[str, Any]]]) -> None:
        offered = {(given["hex"], given["city"]) for verb, given in legal if verb == "Urbanize"}
        timely = not self.spent or self.options.get("urbanize_any_time")
        if self.action[seat] != "urbanization" or not timely or any(n == "CityFounded" for n, _ in self.told):
            same(offered, set(), "New Cities on offer (AOS-9.1)")
            return
        letters = [c for c in ("ABCD" if self.map == "barbados" else "ABCDEFGH") if self.letters[c] == -1]
        wanted = set()
        for hex in self.rails.towns:
            after = copy.deepcopy(self.rails)
            try:
                for chain in after.found(hex, seat):
                    after.give(chain, seat)
                chains = after.chains()
            except Wrong:
                continue  # a link from a city to itself (AOS-9.7)
            discs = sum(owner == seat for _, owner in chains) + sum(o == seat for o in after.direct.values())
            if discs <= 20 or self.options.get("unlimited_discs"):
                wanted |= {(hex, letter) for letter in letters}
        same(offered, wanted, "New Cities on offer, or missing (AOS-9.2, 9.7)")
        self.offered["New Cities"] += len(wanted)

    def in_one_piece(self, seat: int, rails: Rails, added: set[Any], before: list[set[str]]) -> None:
        """Western US: the starting city of a railroad, and one piece until the coasts are joined (AOS-15.7, 15.8)."""
        pieces = self.pieces(seat, rails)
        start = {hex for hex in self.cities if self.name[hex] in EAST | WEST}
        ends = [{end for end in rails.chain(segment).ends if end} for segment in added]
        mine = [next(piece for piece in pieces if end <= piece) for end in ends]
        if not self.has_track(seat):
            for piece in mine:
                must(piece & start, "a railroad begins at a starting city (AOS-15.7)")
        if self.transcontinental:
            return
        must(all(piece == mine[0] for piece in mine), "track in one piece (AOS-15.8)")
        must(mine[0] & start, "a piece with a starting city (AOS-15.8)")
        main = [piece for piece in before if piece & start]
        must(not main or any(piece <= mine[0] for piece in main), "track away from the railroad (AOS-15.8)")

    def pieces(self, seat: int, rails: Rails) -> list[set[str]]:
        """Stops joined by the seat's track, finished or not."""
        pieces: list[set[str]] = []
        for chain, owner in rails.chains():
            if owner == seat:
                piece = {end for end in chain.ends if end}
                joined = [p for p in pieces if p & piece]
                pieces = [p for p in pieces if not p & piece] + [piece.union(*joined)]
        return pieces

    def has_track(self, seat: int) -> bool:
        return any(owner == seat for owner in self.rails.owner.values())

    def may_lay(self, seat: int, hex: str, tile: str, rotation: int) -> bool:
        """Whether the rules allow the play. Germany: only asked of the last play of a build turn."""
        if hex not in self.terrain or hex in self.rails.cities or (tile.startswith("town") and hex not in self.rails.towns):
            return False
        if hex in self.hexes_built and not self.options.get("allow_same_hex_twice"):
            return False
        after = copy.deepcopy(self.rails)
        try:
            before = self.pieces(seat, self.rails)
            kind, added = after.lay(seat, hex, tile, rotation)
            chains = after.chains()
            if self.map == "western_us":
                self.in_one_piece(seat, after, added, before)
        except Wrong:
            return False
        used = Counter(after.tile.values())
        if used[tile] > COUNTS[tile]:
            return False
        if sum(h in after.towns and not t.startswith("town") for h, t in after.tile.items()) > 8:
            return False
        discs = sum(owner == seat for _, owner in chains) + sum(o == seat for o in after.direct.values())
        if discs > 20 and not self.options.get("unlimited_discs"):
            return False
        if self.map == "germany" and any(o == seat and not chain.complete for chain, o in chains):
            return False
        now = self.total(seat)
        self.spent.append(self.price(hex, tile, kind))
        due = self.total(seat) - now
        self.spent.pop()
        return due <= self.cash[seat]

    def compare_builds(self, seat: int, legal: list[tuple[str, dict[str, Any]]], rng: random.Random) -> None:
        most = 4 if self.action[seat] == "engineer" and self.map != "germany" else 3
        if self.map == "germany" and len(self.spent) < most - 1:
            return  # whether a plan to finish exists is another oracle's question (test_germany_look_ahead.py)
        plays = [given for verb, given in legal if verb == "LayTrack"]
        offered = {self.face(g["hex"], g["tile"], g["rotation"]) for g in plays}
        for given in rng.sample(plays, min(25, len(plays))):
            must(self.may_lay(seat, given["hex"], given["tile"], given["rotation"]), f"offered, against the rules: {given}")
            self.offered["plays offered"] += 1
        hexes = [hex for hex in self.terrain if hex not in self.rails.cities]
        near = [h for h in hexes if self.rails.on(h) or any(self.touches(h, side) for side in range(6))]
        for _ in range(60):
            hex = rng.choice(near if near and rng.random() < 0.8 else hexes)
            tile, rotation = rng.choice(list(SHAPES)), rng.randrange(6)
            if self.face(hex, tile, rotation) not in offered:
                must(not self.may_lay(seat, hex, tile, rotation), f"allowed, and not offered: {hex} {tile} {rotation}")
                self.offered["plays not offered"] += 1

    def touches(self, hex: str, side: int) -> bool:
        other = self.rails.beside(hex, side)
        return other is not None and (other in self.rails.cities or bool(self.rails.on(other)))

    def face(self, hex: str, tile: str, rotation: int) -> Any:
        """A tile in two rotations may be the same play."""
        return hex, tile, frozenset(self.rails.drawn(hex, tile, rotation))

    # -- the events of a turn ----------------------------------------------------------------------------------------

    def step(self, seat: int, action: tuple[str, dict[str, Any]], events: list[tuple[str, dict[str, Any]]]) -> None:
        if action[0] == "DropOut":
            self.out.append(seat)
        for name, told in events:
            method = getattr(self, f"on_{name}", None)
            if method is not None:
                method(told, action[1])
            self.hear((name, told))
        self.checked += 1

    def hear(self, event: tuple[str, dict[str, Any]]) -> None:
        name, told = event
        if name == "TrackLaid":
            self.hexes_built.add(told["hex"])
        elif name == "BuildEnded":
            self.hexes_built = set()
        elif name == "ActionTaken" and self.map == "barbados":
            must(told["action"] not in self.taken, "an action that is blocked (AOS-18.6)")
            self.taken.append(told["action"])
            if len(self.taken) == 4:
                self.taken = []
        elif name == "RightDrawn":
            self.right = self.holder = told["seat"]
        elif name == "TurnBegan" and self.turn == 1:
            self.told = []
            self.began = list(self.order)
            return
        if name in ("TurnBegan", "GameEnded"):
            self.end_turn(told.get("reason", "turns"))
            if name == "TurnBegan":
                if self.map == "st_lucia":
                    self.holder = 1 - self.holder
                    self.right = self.pass_right if self.pass_right >= 0 else self.holder
                self.told = []
                self.began = list(self.order)
            return
        self.told.append(event)

    def seats(self, *names: str) -> list[int]:
        return [told["seat"] for name, told in self.told if name in names]

    def end_turn(self, reason: str) -> None:
        """The turn that is over went through its phases, everybody in his place (AOS-4.1, 4.2)."""
        out = [told["seat"] for name, told in self.told if name == "PlayerEliminated"]
        order = self.order + out if self.map != "st_lucia" or not out else list(self.final_order)
        self.offered["turns"] += 1
        shares = self.seats("SharesIssued")
        first = order if self.map == "st_lucia" else self.began
        same([s for s in first if s in shares], shares, "the order of issuing shares (AOS-5.1, 19.3)")
        missing = [s for s in first if s not in shares]
        must(all(self.shares[s] == 15 for s in missing), "somebody was not asked for shares")
        acted = self.seats("ActionTaken")
        same(sorted(acted), sorted(order), "an action for everybody (AOS-7.1)")
        if not out:
            same(acted, self.order, "the order of taking actions (AOS-7.1)")
        by_action = {told["action"]: told["seat"] for name, told in self.told if name == "ActionTaken"}
        same(self.seats("BuildEnded"), self.led(acted, by_action.get("first_build")), "the order of building (AOS-7.3)")
        moves = [t["seat"] for n, t in self.after("BuildEnded") if n in ("GoodsMoved", "LocomotiveRaised", "MoveSkipped")]
        same(moves, 2 * self.led(acted, by_action.get("first_move")), "the order of two rounds of moves (AOS-7.2, 11.1)")
        if self.map == "st_lucia":
            self.check_refusals()
        elif self.map == "barbados":
            must(not self.seats("PlaceTaken", "BidMade"), "an auction on Barbados (AOS-18.5)")
        else:
            same(sorted(self.seats("PlaceTaken")), sorted(acted), "a place for everybody (AOS-6.5)")
        self.check_automatic(out, reason, by_action)

    @property
    def final_order(self) -> list[int]:
        first = next(told["seat"] for name, told in self.told if name == "PlaceTaken")
        return [first, 1 - first]

    def led(self, order: list[int], first: int | None) -> list[int]:
        return order if first is None else [first, *(seat for seat in order if seat != first)]

    def after(self, last: str) -> list[tuple[str, dict[str, Any]]]:
        where = max(n for n, (name, _) in enumerate(self.told) if name == last)
        return self.told[where + 1 :]

    def check_refusals(self) -> None:
        """Who has the right may pay $5; then the other; then the first is first for nothing (AOS-19.4)."""
        said = [(n, t) for n, t in self.told if n in ("PlaceTaken", "FirstDeclined")]
        must(1 <= len(said) <= 3, "asked too often")
        same(said[0][1]["seat"], self.right, "who has the right of first refusal (AOS-19.4)")
        name, told = said[-1]
        same(name, "PlaceTaken", "the first place is taken")
        same([t["seat"] for _, t in said], [self.right, 1 - self.right, self.right][: len(said)], "who is asked (AOS-19.4)")
        same(told["paid"], 0 if len(said) == 3 else 5, "what the first place costs (AOS-19.4)")
        self.offered["first refusals"] += 1

    def check_automatic(self, out: list[int], reason: str, by_action: dict[str, int]) -> None:
        names = [n for n, _ in self.told]
        start = names.index("IncomeCollected")
        after = [n for n in names[start:] if n not in ("GoodsDrawn", "GoodsPlaced", "GoodsReturned", "ProductionDeclined")]
        wanted = ["IncomeCollected", "ExpensesPaid", *["PlayerEliminated"] * len(out)]
        if reason == "turns":
            wanted.append("IncomeReduced")
            extra = {"germany": True, "southern_us": self.turn_played() <= 4}.get(self.map, False)
            if extra and ("ExtraCube" in after or self.bag_was()):
                wanted.append("ExtraCube")
            if self.map != "st_lucia":
                wanted += ["GoodsGrown"] * (1 if self.map == "barbados" else 2)
            after = [n for n in after if n != "TieRolled"]
            halves = [t["half"] for n, t in self.told if n == "GoodsGrown"]
            same(halves, ["light", "dark"][: len(halves)], "the halves that grow (AOS-13.1, 18.7)")
        same(after, wanted, "what happens at the end of a turn (AOS-4.1)")
        drew = self.seats("GoodsDrawn", "ProductionDeclined")
        must(not drew or drew == [by_action.get("production")], "who may draw (AOS-13.2)")
        self.offered["ends of turns"] += 1

    def turn_played(self) -> int:
        """The turn that has just ended: TurnBegan has counted on."""
        return self.turn - (self.over == "")

    def bag_was(self) -> bool:
        """Whether a cube could be drawn before goods grew: what grows comes from the display, not from the bag."""
        return self.bag.total() > 0
