"""Germany's look-ahead: what a play leaves unfinished must be finishable in the same build turn (AOS-17.8).

All that counts of unfinished track are its *ends*: the port each arrives at, and the stop it comes from. A play on a hex
takes up the ends that arrive there and may leave others, which arrive next door. With one play for each hex there must be as
many plays left as hexes where ends arrive: that settles most questions. The rest is searched play by play; what a play
changes is taken back after it.

On this map nobody but the builder has unfinished track, and all of it is of this build turn and comes from stops that he may
build from (AOS-17.7). So a play may take up every end that arrives, and is connected if each of its segments comes from one
or from a city.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from boxcars.games.age_of_steam.components import TILES, TRACK_TILES
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.select_actions import ENGINEER
from boxcars.games.age_of_steam.table import Table
from boxcars.rail.building import PLACE, REDIRECT, REPLACE, TOWN_REPLACE, Prices
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
LIMIT: Final = [count for _, _, _, count in TRACK_TILES]
MEMORY: Final = 50_000
SURROUNDINGS: Final = 128
"""So many plays, and surroundings of hexes, are remembered for a map."""


def halved(full_costs: list[int]) -> int:
    """What the plays of a build turn cost with Engineer: the dearest one half, rounded up (AOS-17.6)."""
    return sum(full_costs) - max(full_costs, default=0) // 2


_FITTING: Final[dict[int, list[int]]] = {}


def fitting(town: bool, old: int, must: int, may: int) -> list[int]:
    """The forms that add all sides of ``must`` and none outside ``may`` to a hex with the form ``old`` or EMPTY; those with
    few sides first. Remembered: there are few questions."""
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
        """The same play where there are ends already."""
        after = ends.copy()
        links = join(self.segments, after)
        return Play(self.hex, self.form, self.tile, self.back, self.discs, self.price, self.segments, links, after)


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
        self.for_one_end: dict[tuple[int, int, int, int, int], list[Play]] = {}
        self._made: dict[tuple[int, int, int, int], Play] = {}
        self._around: dict[tuple[int, ...], Surroundings] = {}

    def around(self, places: list[int]) -> Surroundings:
        """What each hex faces while these are the towns and cities."""
        key = tuple(places)
        known = self._around.get(key)
        if known is None:
            if len(self._around) >= SURROUNDINGS:
                del self._around[next(iter(self._around))]
            known = self._around[key] = Surroundings(self, places)
        return known

    def play(self, hex: int, cities: int, old: int, form: int) -> Play:
        """The play of a form on a hex with the form ``old`` or EMPTY."""
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

    def __init__(self, plays: Plays, places: list[int]) -> None:
        across = plays.across
        self.plays = plays
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
        """The plays worth trying for the only end, which arrives at a port and comes from a stop; remembered."""
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
        """The sides by which track from a stop may leave the hex to be finished by so many plays, one of them here."""
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
        """The plays that add all sides of ``must`` and else only some of ``may``, if there are these ends."""
        found: list[Play] = []
        for form in fitting(hex in self.plays.towns, old, must, must | may):
            play = self.plays.play(hex, self.city[hex], old, form).among(ends)
            if play.links >= 0:
                found.append(play)
        return found


class LookAhead:
    """The questions of one position."""

    def __init__(self, rules: AgeOfSteam, table: Table, seat: int, plays: Plays) -> None:
        track = table.track
        self.across = rules.board.grid.across
        self.most_sections = 1_000 if rules.builder.discs is None else rules.builder.discs
        self.twice = rules.same_hex_twice
        self.plays = plays
        self.around = plays.around(track.places)
        self.tiles = [*track.tiles, EMPTY]
        self.used = [*track.used, 0]
        """Per hex and per tile; the last entries (-1) stand for no hex and no tile."""
        self.discs = track.discs
        self.played = table.played.copy()
        self.engineer = table.action[seat] == ENGINEER
        self.spent = sum(table.full_costs)
        self.dearest = max(table.full_costs, default=0)
        """Full prices of the build turn so far (AOS-17.6)."""
        self.purse = table.cash[seat] + self.paid(0)
        """What the whole build turn may cost."""
        self.left = rules.tiles_allowed(table, seat) - table.plays
        self.links = 0
        self.ends: Ends = {}
        for section in track.sections:
            if section.owner != seat:
                continue
            if section.ends[0] == OPEN:
                self.ends[self.across[section.ports[0]]] = section.ends[1]
            elif section.ends[1] == OPEN:
                self.ends[self.across[section.ports[1]]] = section.ends[0]
            else:
                self.links += 1
        self.faced = {port // 6 for port in self.ends}
        self.known: dict[int, int] = {}
        """Hex -> its sides where an end arrives, or from which track would arrive where others do."""
        for port in self.ends:
            for other in (port, *self.across[port - port % 6 : port - port % 6 + 6]):
                self.known[other // 6] = self.known.get(other // 6, 0) | 1 << other % 6

        self.redirects = self.twice or any(self.across[port] // 6 not in self.played for port in self.ends)

    def paid(self, price: int) -> int:
        """What the build turn costs with one more play of this price; the Engineer pays half of the dearest (AOS-17.6)."""
        spent = self.spent + price
        return spent - max(self.dearest, price) // 2 if self.engineer else spent

    # -- the questions -------------------------------------------------------------------------------------------------

    def useless(self) -> Collection[int]:
        """Hexes where no play is right: those played already; all without an end, if the ends need every play that is left."""
        if self.twice:
            return ()
        if len(self.faced) < self.left or self.redirects:
            return self.played
        return {*range(len(self.tiles))} - self.faced.difference(self.played)

    def can_finish(self, hex: int, form: int) -> bool:
        """Whether a play that is legal otherwise leaves nothing unfinished, or only what can be finished."""
        old = self.tiles[hex]
        if not self.twice:
            opens = SIDES[form] & ~SIDES[old] & self.around.land[hex]
            if self.ends:
                opens &= ~self.known.get(hex, 0)
                if COUNT[opens] + len(self.faced) - (hex in self.faced) >= self.left:
                    return False
            elif COUNT[opens] >= self.left:
                return False
        play = self.plays.play(hex, self.around.city[hex], old, form)
        return self.works(play.among(self.ends) if self.ends else play, self.left)

    def can_finish_after(self, cost: int) -> bool:
        """The same for the purchase of a direct link, which is a play and needs a disc."""
        return self.works(Play(-1, EMPTY, -1, -1, 0, cost, [], 1, self.ends), self.left)

    # -- the search ----------------------------------------------------------------------------------------------------

    def works(self, play: Play, left: int) -> bool:
        """Whether there is what the play takes, and what it leaves unfinished can be finished."""
        tile, back, after = play.tile, play.back, play.ends
        if self.used[tile] >= LIMIT[tile] and tile != back:
            return False
        if self.discs + play.discs > TILES.discs or self.links + play.links + len(after) > self.most_sections:
            return False
        if self.paid(play.price) > self.purse:
            return False
        if not after:
            return True
        hex, spent, dearest = play.hex, self.spent, self.dearest
        old = self.tiles[hex]
        self.tiles[hex] = play.form
        self.played.append(hex)
        self.used[tile] += 1
        self.used[back] -= 1
        self.discs += play.discs
        self.links += play.links
        self.spent += play.price
        if play.price > dearest:
            self.dearest = play.price
        found = self.finishable(after, left - 1)
        self.spent, self.dearest = spent, dearest
        self.links -= play.links
        self.discs -= play.discs
        self.used[back] += 1
        self.used[tile] -= 1
        self.played.pop()
        self.tiles[hex] = old
        return found

    def finishable(self, ends: Ends, left: int) -> bool:
        """Whether some plays, as many as are left, finish all ends."""
        if len(ends) > left and not self.twice and len({port // 6 for port in ends}) > left:
            return False
        if left > 0:
            for port in ends:
                for play in self.carrying_on(port, ends, left):
                    if self.works(play, left):
                        return True
                if self.redirects:
                    for play in self.redirecting(port, ends):
                        if self.works(play, left):
                            return True
        return False

    def carrying_on(self, port: int, ends: Ends, left: int) -> list[Play]:
        """The plays worth trying where an end arrives. They take up all ends on that hex, since no other play will."""
        hex, around = port // 6, self.around
        old = self.tiles[hex]
        if hex in self.played and not self.twice:
            return []
        if self.twice:
            return around.fitting(hex, old, 1 << port % 6, around.city[hex] | around.land[hex], ends)
        if len(ends) == 1:
            return around.plays_for(port, ends[port], old, left)
        arriving = 0
        faced = set()
        for other in ends:
            faced.add(other // 6)
            if other // 6 == hex:
                arriving |= 1 << other % 6
        may = around.onward(hex, OPEN, left - len(faced) + 1)
        for out in range(6 * hex, 6 * hex + 6):
            if self.across[out] // 6 in faced:
                may |= 1 << out % 6
        return around.fitting(hex, old, arriving, may, ends)

    def redirecting(self, port: int, ends: Ends) -> list[Play]:
        """The plays that move the end which arrives at a port: they replace the tile it comes from."""
        out = self.across[port]
        hex = out // 6
        found: list[Play] = []
        if hex not in self.plays.towns and (self.twice or hex not in self.played):
            for form, _, dropped, new in TILES.redirects[self.tiles[hex]]:
                if dropped == out % 6 and self.across[6 * hex + new] >= 0:
                    play = self.plays.play(hex, self.around.city[hex], self.tiles[hex], form).among(ends)
                    if play.links >= 0:
                        found.append(play)
        return found
