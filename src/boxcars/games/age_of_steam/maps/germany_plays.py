"""What tile plays do to unfinished track in Germany (AOS-17.7, 17.8): all that the look-ahead tries, remembered for each map.

All that counts of unfinished track are its *ends*: the port each arrives at, and the stop it comes from. A play on a hex
takes up the ends that arrive there and may leave others, which arrive next door.

On this map nobody but the builder has unfinished track, and all of it comes from stops that he may build from (AOS-17.7). So a
play may take up every end that arrives, and is connected if each of its segments comes from one, or from a city.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from boxcars.games.age_of_steam.components import TILES
from boxcars.rail.build_legality import PLACE, REDIRECT, REPLACE, TOWN_REPLACE, Prices
from boxcars.rail.track import CITY, EMPTY, LAND, OPEN, TOWN_HEX

Ends = dict[int, int]
"""Port at which unfinished track arrives -> the stop it comes from."""
Half = tuple[int, int, int]
"""One half of a new segment: the port where an end may arrive, the stop it reaches without one (a city, the town; else
OPEN), the port at which it arrives itself if it stays OPEN."""

# Sets of sides are bit masks.
SIDES: Final = [sum(1 << side for side in form.sides) for form in TILES.forms] + [0]
"""Per form: the sides with track; the last entry (-1) is for EMPTY."""
COUNT: Final = [mask.bit_count() for mask in range(64)]
"""How many sides a set has."""
MEMORY: Final = 50_000
SURROUNDINGS: Final = 128
PLANS: Final = 100_000
"""Entries each cache of a map holds at most."""
VARIANTS: Final = 12
"""Plans kept under one key at most: for different tiles nearby."""
NO_PLAN: Final = 1 << 30
"""The cost of a play that cannot be finished at any price."""


@dataclass
class Play:
    """A form laid on a hex, and what that takes and makes."""

    hex: int
    form: int
    tile: int
    back: int
    """The tile that is taken off, -1 for none."""
    discs: int
    """Town discs laid."""
    price: int
    segments: list[tuple[Half, Half]]
    """New segments; of a town's exit one half is the town, of a redirected segment one half is the end that it was."""
    links: int
    """Links completed; -1 if a segment would lead back to its stop or come from none."""
    ends: Ends
    """All that is unfinished after it."""

    def among(self, ends: Ends) -> Play:
        """Return the same play where there are ends already."""
        after = ends.copy()
        links = join(self.segments, after)
        return Play(self.hex, self.form, self.tile, self.back, self.discs, self.price, self.segments, links, after)


@dataclass
class Plan:
    """The cheapest sequence of plays that leaves nothing unfinished of what it is for.

    Money and the supply of tiles and discs are ignored while the plan is searched. They are checked when it is used.
    """

    cost: int
    """Full prices of all its plays in dollars, NO_PLAN if there is no such sequence."""
    dearest: int
    """The highest of these prices."""
    tiles: list[tuple[int, int]]
    """Per play the tile it lays and the tile it takes off (-1: none)."""
    discs: int
    """Town discs in use at most, beyond those on the board before."""
    sections: int
    """Sections of the builder at most, beyond the links he has before."""
    read: dict[int, int]
    """Hex -> form: the tiles that the search has looked at. Where all of them are the same, so is the plan."""
    once: int
    twice: int
    thrice: int
    """The tiles that it lays at least once, twice and three times, as bits."""


@dataclass
class PlansOnHex:
    """The plans that start with a play on one hex, by the form that is played, and the tiles that all of them have looked at."""

    plans: dict[int, Plan]
    read: dict[int, int]


def play_then(play: Play, rest: Plan) -> Plan:
    """Return a play, and then a plan for what it leaves."""
    bit = 1 << play.tile
    return Plan(
        play.price + rest.cost,
        max(play.price, rest.dearest),
        [(play.tile, play.back), *rest.tiles],
        max(0, play.discs + rest.discs),
        play.links + max(len(play.ends), rest.sections),
        rest.read,
        rest.once | bit,
        rest.twice | rest.once & bit,
        rest.thrice | rest.twice & bit,
    )


Key = tuple[int, ...]


def join(segments: list[tuple[Half, Half]], ends: Ends) -> int:
    """Change the ends as new segments do. How many links they complete; -1 if one leads back to its stop or comes from none."""
    links = 0
    for (arrive_a, stop_a, leave_a), (arrive_b, stop_b, leave_b) in segments:
        a, b = ends.pop(arrive_a, stop_a), ends.pop(arrive_b, stop_b)
        if a == b:
            return -1
        if a == OPEN:
            ends[leave_a] = b
        elif b == OPEN:
            ends[leave_b] = a
        else:
            links += 1
    return links


class Plays:
    """Every play on one map, made when first asked for. ``cities``: the sides of the hex that face a city."""

    def __init__(self, across: list[int], towns: list[int], prices: Prices) -> None:
        self.across = across
        self.prices = prices
        self.towns: dict[int, set[int]] = {}
        """Each town and the hexes within two of it."""
        for town in towns:
            near = {other // 6 for other in across[6 * town : 6 * town + 6] if other >= 0}
            self.towns[town] = {other // 6 for hex in near for other in across[6 * hex : 6 * hex + 6] if other >= 0} | near
        self.pairs = [[(hex, form) for form in range(len(TILES.forms))] for hex in range(len(across) // 6)]
        self.for_one_end: dict[tuple[int, int, int, int, int], list[Play]] = {}
        self.finishes: dict[tuple[int, int, int, int], list[Plan]] = {}
        self.starting: dict[tuple[int, int, int], list[PlansOnHex]] = {}
        """Plans by all that they depend on beside the tiles they have read (LookAhead.finishing, LookAhead.plan)."""
        self._made: dict[tuple[int, int, int, int], Play] = {}
        self._around: dict[tuple[int, ...], Surroundings] = {}
        self._contexts: dict[Key, int] = {}
        self._numbers = 0

    def context(self, key: Key) -> int:
        """Return a number that stands for this key. A number is never given to two keys."""
        known = self._contexts.get(key)
        if known is None:
            if len(self._contexts) >= PLANS:
                self._contexts.clear()
            self._numbers += 1
            known = self._contexts[key] = self._numbers
        return known

    def remember(self, key: tuple[int, int, int, int], plan: Plan) -> None:
        """Keep a plan for an end under its key, beside those for other tiles nearby."""
        if len(self.finishes) >= PLANS:
            self.finishes.clear()
        known = self.finishes.setdefault(key, [])
        known.insert(0, plan)
        del known[VARIANTS:]

    def remember_start(self, key: tuple[int, int, int], plans: PlansOnHex) -> None:
        """Keep the plans that start on a hex in the same way."""
        if len(self.starting) >= PLANS:
            self.starting.clear()
        known = self.starting.setdefault(key, [])
        known.insert(0, plans)
        del known[VARIANTS:]

    def around(self, places: list[int]) -> Surroundings:
        """Return what each hex faces while these are the towns and cities."""
        key = tuple(places)
        known = self._around.get(key)
        if known is None:
            if len(self._around) >= SURROUNDINGS:
                del self._around[next(iter(self._around))]
            self._numbers += 1
            known = self._around[key] = Surroundings(self, places, self._numbers)
        return known

    def play(self, hex: int, cities: int, old: int, form: int) -> Play:
        """Return the play of a form on a hex with the form ``old`` or EMPTY."""
        key = (hex, cities, old, form)
        known = self._made.get(key)
        if known is None:
            if len(self._made) >= MEMORY:
                self._made.clear()
            known = self._made[key] = self._make(hex, cities, old, form)
        return known

    def _make(self, hex: int, cities: int, old: int, form: int) -> Play:
        shape, before = TILES.forms[form], TILES.forms[old] if old != EMPTY else None
        gone, new = SIDES[old] & ~SIDES[form], SIDES[form] & ~SIDES[old]
        discs = 0
        if hex in self.towns:
            kind = TOWN_REPLACE
            discs = int(TILES.needs_disc(form)) - int(before is not None and TILES.needs_disc(old))
            segments = [(self._half(hex, cities, side), (-1, hex, -1)) for side in shape.sides if new >> side & 1]
        elif gone:
            kind = REDIRECT
            end = self.across[6 * hex + gone.bit_length() - 1]
            segments = [((end, OPEN, -1), self._half(hex, cities, new.bit_length() - 1))]
        else:
            kind = REPLACE
            added = [pair for pair in shape.segments if before is None or pair not in before.segments]
            segments = [(self._half(hex, cities, a), self._half(hex, cities, b)) for a, b in added]
        price = self.prices.of(PLACE if before is None else kind, hex, form)
        ends: Ends = {}
        links = join(segments, ends)
        return Play(hex, form, shape.tile, -1 if before is None else before.tile, discs, price, segments, links, ends)

    def _half(self, hex: int, cities: int, side: int) -> Half:
        port = 6 * hex + side
        return port, self.across[port] // 6 if cities >> side & 1 else OPEN, self.across[port]


class Surroundings:
    """What each hex faces while the same hexes are towns and cities."""

    def __init__(self, plays: Plays, places: list[int], number: int) -> None:
        across = plays.across
        self.plays = plays
        self.number = number
        """Stands for these surroundings in keys; no other surroundings of the map ever get it."""
        self.city = [0] * len(places)
        """The sides that face a city."""
        self.land = [0] * len(places)
        """The sides that face land or a town."""
        self.stops: list[list[int]] = [[hex] if place == TOWN_HEX else [] for hex, place in enumerate(places)]
        """The stops that a single play on the hex can finish track at: the town, or the cities beside it."""
        for port, other in enumerate(across):
            if other < 0:
                continue
            hex = port // 6
            if places[other // 6] != CITY:
                self.land[hex] |= 1 << port % 6
                continue
            self.city[hex] |= 1 << port % 6
            if places[hex] == LAND:
                self.stops[hex].append(other // 6)
        self.founded = [0] * len(places)
        """Which towns within two hexes have become cities: a bit mask."""
        for n, town in enumerate(plays.towns):
            if places[town] == CITY:
                for hex in plays.towns[town]:
                    self.founded[hex] |= 1 << n

    def plays_for(self, port: int, start: int, old: int, left: int) -> list[Play]:
        """Return the plays worth trying for the only end, which arrives at a port and comes from a stop; remembered."""
        hex = port // 6
        key = (port, start, old, left, self.founded[hex])
        memory = self.plays.for_one_end
        known = memory.get(key)
        if known is None:
            if len(memory) >= MEMORY:
                memory.clear()
            stop = start
            if hex in self.plays.towns:
                stop = hex
            elif COUNT[self.city[hex]] > 1:
                stop = OPEN  # There may be a second segment, from another stop.
            known = memory[key] = self.fitting(hex, old, 1 << port % 6, self.onward(hex, stop, left), {port: start})
        return known

    def onward(self, hex: int, start: int, left: int) -> int:
        """Return the sides by which track from a stop may leave the hex to be finished by so many plays, one of them here."""
        if left > 2:
            return self.city[hex] | self.land[hex]
        sides = 0
        for side in range(6):
            other = self.plays.across[6 * hex + side] // 6
            stops = [other] if self.city[hex] >> side & 1 else []
            if left == 2 and self.land[hex] >> side & 1:
                stops = self.stops[other]
            for stop in stops:
                if stop != start:
                    sides |= 1 << side
        return sides

    def fitting(self, hex: int, old: int, must: int, may: int, ends: Ends) -> list[Play]:
        """Return the plays that add all sides of ``must`` and else only some of ``may``, if there are these ends."""
        found: list[Play] = []
        for form in fitting(hex in self.plays.towns, old, must, must | may):
            play = self.plays.play(hex, self.city[hex], old, form).among(ends)
            if play.links >= 0:
                found.append(play)
        return found


# -- which forms fit -----------------------------------------------------------------------------------------------------

_FITTING: Final[dict[int, list[int]]] = {}


def fitting(town: bool, old: int, must: int, may: int) -> list[int]:
    """Return the forms that add all sides of ``must`` and none outside ``may`` to a hex with the form ``old`` or EMPTY; those
    with few sides first. Remembered: there are few questions."""
    key = (((old + 1) * 2 + town) << 12) + (must << 6) + may
    known = _FITTING.get(key)
    if known is None:
        candidates = TILES.on_town if town else TILES.on_land
        if not town and old != EMPTY:
            candidates = [form for form, _ in TILES.upgrades[old]]
        known = []
        for form in candidates:
            new = SIDES[form] & ~SIDES[old]
            if new & must == must and not new & ~may and not SIDES[old] & ~SIDES[form]:
                known.append(form)
        known.sort(key=fewest_sides)
        _FITTING[key] = known
    return known


def fewest_sides(form: int) -> int:
    return COUNT[SIDES[form]]
