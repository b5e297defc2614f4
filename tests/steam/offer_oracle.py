"""Everything that Steam must offer: tiles with redirects and claims, deliveries, action tiles.

``oracle.py`` follows the log and says what may not happen. This one tries plays on its own books by the rulebook, and walks every
way of every cube, and compares with what the program offers. What is offered and not allowed is a deviation, and so is what is
allowed and not offered.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.rail.oracle import TOWN, Wrong, must, same
from tests.steam.oracle import COLOURS, PAIRS, SHAPES, TILES, Oracle

Delivery = tuple[str, str, str, tuple[int, ...]]
"""Origin, colour, destination, the sides by which it leaves each stop."""


class OfferOracle(Oracle):
    def __init__(self, map: str, players: int, options: dict[str, Any], seen: dict[str, Any], ids: list[str]) -> None:
        super().__init__(map, players, options, seen, ids)
        self.offered: Counter[str] = Counter()

    def offer(
        self,
        seat: int,
        legal: list[tuple[str, dict[str, Any]]],
        allowed: Callable[[Delivery], bool],
        rng: random.Random,
    ) -> None:
        verbs = {verb for verb, _ in legal}
        if verbs & {"LayTrack", "EndBuild"}:
            self.compare_builds(seat, legal, rng)
        if "DoNothing" in verbs:
            may = not self.raised[seat] and self.locomotive[seat] < 6
            same("RaiseLocomotive" in verbs, may, "whether the locomotive may be raised (STM-10.2)")
            self.compare_deliveries(seat, legal, allowed, rng)
        if "TakeTile" in verbs:
            free = {name for number, name in enumerate(TILES, 1) if number not in self.tile}
            offered = {given["action"] for _, given in legal}
            must(offered <= free, f"action tiles that are taken: {offered - free}")
            self.offered["action tiles"] += len(offered)

    # -- building ----------------------------------------------------------------------------------------------------

    def may_lay(self, seat: int, hex: str, tile: str, rotation: int) -> bool:
        if hex not in self.terrain or hex in self.rails.cities or (hex in self.rails.towns) != tile.startswith("T"):
            return False
        rails = self.rails
        old, new = rails.on(hex), rails.drawn(hex, tile, rotation)
        if len(new) != len(SHAPES[tile]):
            return False
        kind = "place" if not old else "redirect" if old - new else "town" if hex in rails.towns else "replace"
        price = len({side for a, b in SHAPES[tile] for side in (a, b) if side != TOWN}) + (hex in rails.towns)
        if kind == "place":
            price += (hex in self.river) + 2 * (self.terrain[hex] == "mountain")
        trial = copy.deepcopy(self)
        told = {"seat": seat, "hex": hex, "tile": tile, "rotation": rotation, "kind": kind, "paid": price}
        try:
            trial.on_TrackLaid(told, {})
            trial.rails.chains()
        except Wrong:
            return False
        used = Counter(trial.rails.tile.values())
        return all(sum(used[face] for face in faces) <= count for faces, count in PAIRS.items())

    def compare_builds(self, seat: int, legal: list[tuple[str, dict[str, Any]]], rng: random.Random) -> None:
        plays = [given for verb, given in legal if verb == "LayTrack"]
        if not plays and self.plays >= 3:
            return
        offered = {self.face(g["hex"], g["tile"], g["rotation"]) for g in plays}
        redirects = [g for g in plays if self.rails.on(g["hex"]) - self.rails.drawn(g["hex"], g["tile"], g["rotation"])]
        chosen = rng.sample(plays, min(20, len(plays))) + rng.sample(redirects, min(20, len(redirects)))
        for given in chosen:
            must(self.may_lay(seat, given["hex"], given["tile"], given["rotation"]), f"offered, against the rules: {given}")
        self.offered["plays offered"] += len(chosen)
        self.offered["redirects offered"] += min(20, len(redirects))
        hexes = [hex for hex in self.terrain if hex not in self.rails.cities]
        tiled = [hex for hex in hexes if self.rails.on(hex) and hex not in self.rails.towns]
        near = [h for h in hexes if self.rails.on(h) or any(self.touches(h, side) for side in range(6))]
        for number in range(70):
            hex = rng.choice(tiled if tiled and number % 3 == 0 else near if near and number % 3 == 1 else hexes)
            tile, rotation = rng.choice([t for t in SHAPES if t.startswith("T") == (hex in self.rails.towns)]), rng.randrange(6)
            if tiled and number % 3 == 0:
                tile = self.redirected(hex, rng)
            if tile and self.face(hex, tile, rotation) not in offered:
                must(not self.may_lay(seat, hex, tile, rotation), f"allowed, and not offered: {hex} {tile} {rotation}")
                self.offered["plays not offered"] += 1

    def redirected(self, hex: str, rng: random.Random) -> str:
        """A tile with as many segments as lie there: a redirect perhaps."""
        return rng.choice([t for t, pairs in SHAPES.items() if not t.startswith("T") and len(pairs) == len(self.rails.on(hex))])

    def touches(self, hex: str, side: int) -> bool:
        other = self.rails.beside(hex, side)
        return other is not None and (other in self.rails.cities or bool(self.rails.on(other)))

    def face(self, hex: str, tile: str, rotation: int) -> Any:
        return hex, tile, frozenset(self.rails.drawn(hex, tile, rotation))

    # -- deliveries --------------------------------------------------------------------------------------------------

    def deliveries(self, seat: int) -> list[tuple[Delivery, tuple[int, ...]]]:
        """Every way of every cube (STM-10.3 to 10.9), and the owners of its links."""
        graph: dict[str, list[tuple[int, str, int, Any]]] = {}
        for stop in self.rails.cities | self.rails.towns:
            graph[stop] = []
            for side in range(6):
                try:
                    chain, other, owner = self.rails.step(stop, side)
                except Wrong:
                    continue
                assert chain is not None
                graph[stop].append((side, other, owner, chain.segments))
        found: list[tuple[Delivery, tuple[int, ...]]] = []

        def on(start: str, colour: str, here: str, sides: tuple[int, ...], links: tuple[Any, ...], been: frozenset[str]) -> None:
            for side, other, owner, track in graph[here]:
                if other in been or any(track == used for used, _ in links):
                    continue
                way, used = (*sides, side), (*links, (track, owner))
                if other in self.rails.cities:
                    if self.colour[other] == colour:
                        owners = tuple(o for _, o in used)
                        counted = Counter(o for o in owners if o >= 0)
                        if counted[seat] and counted[seat] == max(counted.values()):
                            found.append(((start, colour, other, way), owners))
                        continue
                    if len(way) < self.locomotive[seat]:
                        on(start, colour, other, way, used, been | {other})
                elif len(way) < self.locomotive[seat]:
                    on(start, colour, other, way, used, been)

        for origin, cubes in self.goods.items():
            if origin in self.rails.cities:
                for colour in +cubes:
                    on(origin, colour, origin, (), (), frozenset([origin]))
        return found

    def compare_deliveries(
        self, seat: int, legal: list[tuple[str, dict[str, Any]]], allowed: Callable[[Delivery], bool], rng: random.Random
    ) -> None:
        """One way is listed for each distinct effect, the shortest; every other is allowed (RULINGS.md)."""
        ways = self.deliveries(seat)
        wanted: dict[Any, int] = {}
        for (origin, colour, to, sides), owners in ways:
            effect = (origin, colour, to, tuple(owners.count(p) for p in range(self.players)))
            wanted[effect] = min(len(sides), wanted.get(effect, 99))
        owners_of = dict(ways)
        offered: dict[Any, int] = {}
        for verb, given in legal:
            if verb == "MoveGoods":
                way = (given["origin"], given["colour"], given["to"], tuple(given["sides"]))
                must(way in owners_of or not self.options["links_once"], f"offered, against the rules: {way}")
                if way in owners_of:
                    effect = (*way[:3], tuple(owners_of[way].count(p) for p in range(self.players)))
                    offered[effect] = min(len(way[3]), offered.get(effect, 99))
        missing = {effect for effect in wanted if effect not in offered}
        must(not missing, f"deliveries that are missing: {missing}")
        same({effect: offered[effect] for effect in wanted}, wanted, "the shortest way of each")
        for way, _ in rng.sample(ways, min(25, len(ways))):
            must(allowed(way), f"refused, against the rules: {way}")
            origin, colour, to, sides = way
            for lie in (
                (origin, colour, to, sides[:-1]), (origin, colour, to, (*sides, rng.randrange(6))),
                (origin, rng.choice(COLOURS), to, sides), (origin, colour, to, (*sides[:-1], rng.randrange(6))),
                (origin, colour, origin, sides),
            ):  # fmt: skip
                if self.options["links_once"]:
                    must(lie in owners_of or not allowed(lie), f"accepted, against the rules: {lie}")
                    self.offered["ways refused"] += lie not in owners_of
        self.offered["ways"] += min(25, len(ways))
        self.offered["deliveries"] += len(wanted)
        self.offered["delivery lists"] += 1
