"""Germany's look-ahead: what a play leaves unfinished must be finishable in the same build turn (AOS-17.8).

All that counts of unfinished track are its *ends*: the port each arrives at, and the stop it comes from. A play on a hex
takes up the ends that arrive there and may leave others, which arrive next door. With one play for each hex there must be as
many plays left as hexes where ends arrive: that settles most questions. The rest is searched play by play, each tried on a
copy of what it changes and taken back.

On this map nobody but the builder has unfinished track, and all of it is of this build turn and comes from stops that he may
build from (AOS-17.7).
"""

from __future__ import annotations

from typing import Final

from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.select_actions import ENGINEER
from boxcars.games.age_of_steam.table import Table
from boxcars.rail.hexgrid import Grid
from boxcars.rail.track import CITY, EMPTY, OPEN, TOWN_HEX

Ends = dict[int, int]
"""Port at which unfinished track arrives -> the stop it comes from."""

# Sets of sides are bit masks.
SIDES: Final = [sum(1 << side for side in form.sides) for form in TILES.forms] + [0]
"""Per form: the sides with track; the last entry (-1) is for EMPTY."""
COUNT: Final = [mask.bit_count() for mask in range(64)]


def halved(full_costs: list[int]) -> int:
    """What the plays of a build turn cost with Engineer: the dearest one half, rounded up (AOS-17.6)."""
    return sum(full_costs) - max(full_costs, default=0) // 2


class Surroundings:
    """Per hex, the sides that face a city, those that face land or a town, and those that face a hex where a single play
    could finish track: a town, or land beside a city. They change only when a town becomes a city."""

    def __init__(self, grid: Grid, places: list[int]) -> None:
        across = grid.across
        self.city = [0] * grid.size
        self.land = [0] * grid.size
        self.hopeful = [0] * grid.size
        for port, other in enumerate(across):
            if other >= 0:
                facing = self.city if places[other // 6] == CITY else self.land
                facing[port // 6] |= 1 << port % 6
        for port, other in enumerate(across):
            if other >= 0 and places[other // 6] != CITY and (places[other // 6] == TOWN_HEX or self.city[other // 6]):
                self.hopeful[port // 6] |= 1 << port % 6


_FITTING: Final[dict[int, list[int]]] = {}


def fitting(town: bool, old: int, must: int, may: int) -> list[int]:
    """The forms that add all sides of ``must`` and none outside ``may`` to a hex with the form ``old`` or EMPTY."""
    key = (((old + 1) * 2 + town) << 12) + (must << 6) + may
    known = _FITTING.get(key)
    if known is None:
        candidates = TILES.on_town if town else TILES.on_land
        if not town and old != EMPTY:
            candidates = [form for form, _ in TILES.upgrades[old]]
        known = []
        for form in candidates:
            added = SIDES[form] & ~SIDES[old]
            if added & must == must and not added & ~may and not SIDES[old] & ~SIDES[form]:
                known.append(form)
        known.sort(key=fewest_sides)
        _FITTING[key] = known
    return known


def fewest_sides(form: int) -> int:
    return COUNT[SIDES[form]]


class LookAhead:
    """The questions of one position. What a tried play changes is undone after it."""

    def __init__(self, rules: AgeOfSteam, table: Table, seat: int, around: Surroundings) -> None:
        track = table.track
        self.across = rules.board.grid.across
        self.prices = rules.board.prices
        self.sections: int | None = rules.builder.discs
        self.twice = rules.same_hex_twice
        self.around = around
        self.places = track.places
        self.tiles = track.tiles.copy()
        self.used = track.used.copy()
        self.town_discs = track.discs
        self.played = table.played.copy()
        self.full_costs = table.full_costs.copy()
        self.engineer = table.action[seat] == ENGINEER
        self.purse = table.cash[seat] + self.paid()
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

    def paid(self) -> int:
        return halved(self.full_costs) if self.engineer else sum(self.full_costs)

    # -- the questions -------------------------------------------------------------------------------------------------

    def can_finish(self, hex: int, form: int) -> bool:
        """Whether a play that is legal otherwise leaves nothing unfinished, or only what can be finished."""
        if not self.twice:
            opens = SIDES[form] & ~SIDES[self.tiles[hex]] & self.around.land[hex]
            faced = COUNT[opens & ~self.known.get(hex, 0)]
            if self.ends:
                faced += len(self.faced) - (hex in self.faced)
            if faced > self.left - 1:
                return False
        return self.works(hex, form, self.ends, self.left)

    def can_finish_after(self, cost: int) -> bool:
        """The same for the purchase of a direct link, which is a play and needs a disc."""
        self.full_costs.append(cost)
        self.links += 1
        found = self.paid() <= self.purse and self.finishable(self.ends, self.left - 1)
        self.links -= 1
        self.full_costs.pop()
        return found

    # -- the search ----------------------------------------------------------------------------------------------------

    def finishable(self, ends: Ends, left: int) -> bool:
        """Whether some plays, as many as are left, finish all ends."""
        if not ends:
            return True
        faced = {port // 6 for port in ends}
        if len(faced) > left and not self.twice:
            return False
        if left == 0:
            return False
        for port in ends:
            for hex, form in self.plays(port, ends, faced, left):
                if self.works(hex, form, ends, left):
                    return True
        return False

    def plays(self, port: int, ends: Ends, faced: set[int], left: int) -> list[tuple[int, int]]:
        """Plays (hex, form) worth trying that take up the end at the port."""
        around, hex = self.around, port // 6
        found: list[tuple[int, int]] = []
        if self.twice or hex not in self.played:
            arriving = 0
            for other in ends:
                if other // 6 == hex:
                    arriving |= 1 << other % 6
            may = arriving | around.city[hex]
            if left > 1:
                if self.twice or left > 2:
                    may |= around.land[hex]
                elif len(faced) < left:
                    may |= around.hopeful[hex]
                if len(faced) > 1:
                    for out in range(6 * hex, 6 * hex + 6):
                        if self.across[out] // 6 in faced:
                            may |= 1 << out % 6
            must = 1 << port % 6 if self.twice else arriving
            for form in fitting(self.places[hex] == TOWN_HEX, self.tiles[hex], must, may):
                found.append((hex, form))
        out = self.across[port]
        here = out // 6
        if (self.twice or here not in self.played) and self.places[here] != TOWN_HEX:
            for form, _, dropped, new in TILES.redirects[self.tiles[here]]:
                if dropped == out % 6 and self.across[6 * here + new] >= 0:
                    found.append((here, form))
        return found

    def works(self, hex: int, form: int, ends: Ends, left: int) -> bool:
        """Whether the play is legal and what it leaves unfinished can be finished."""
        old = self.tiles[hex]
        tile, back = TILES.forms[form].tile, TILES.forms[old].tile if old != EMPTY else -1
        if not TILES.available(self.used, tile, back):
            return False
        town = self.places[hex] == TOWN_HEX
        discs = 0
        if town:
            discs = int(TILES.needs_disc(form)) - int(old != EMPTY and TILES.needs_disc(old))
            if self.town_discs + discs > TILES.discs:
                return False
        after = ends.copy()
        links = self.join_town(hex, form, after) if town else self.join(hex, form, after)
        if links < 0 or (self.sections is not None and self.links + links + len(after) > self.sections):
            return False
        self.full_costs.append(self.price(hex, form))
        found = self.paid() <= self.purse
        if found and after:
            self.used[tile] += 1
            if back >= 0:
                self.used[back] -= 1
            self.town_discs += discs
            self.links += links
            self.tiles[hex] = form
            self.played.append(hex)
            found = self.finishable(after, left - 1)
            self.played.pop()
            self.tiles[hex] = old
            self.links -= links
            self.town_discs -= discs
            if back >= 0:
                self.used[back] += 1
            self.used[tile] -= 1
        self.full_costs.pop()
        return found

    def price(self, hex: int, form: int) -> int:
        old = self.tiles[hex]
        if old == EMPTY:
            return self.prices.place[hex][form]
        if self.places[hex] == TOWN_HEX:
            return self.prices.town_replace[form]
        if len(TILES.forms[old].segments) == len(TILES.forms[form].segments):
            return self.prices.redirect[form]
        return self.prices.replace[form]

    def join_town(self, hex: int, form: int, ends: Ends) -> int:
        """Change the ends as track laid on a town does. How many links it completes; -1 if one would be a loop."""
        links = 0
        before = SIDES[self.tiles[hex]]
        for side in TILES.forms[form].sides:
            if before >> side & 1:
                continue
            stop = self.stop_at(6 * hex + side, ends)
            if stop == hex:
                return -1
            if stop == OPEN:
                ends[self.across[6 * hex + side]] = hex
            else:
                links += 1
        return links

    def join(self, hex: int, form: int, ends: Ends) -> int:
        """The same for track without a town; -1 also if a part of it would come from no stop."""
        links = 0
        old = self.tiles[hex]
        kept = TILES.forms[old].segments if old != EMPTY else ()
        for a, b in TILES.forms[form].segments:
            if (a, b) in kept:
                continue
            one, two = self.stop_behind(hex, a, form, ends), self.stop_behind(hex, b, form, ends)
            if one == two:
                return -1
            if one == OPEN:
                ends[self.across[6 * hex + a]] = two
            elif two == OPEN:
                ends[self.across[6 * hex + b]] = one
            else:
                links += 1
        return links

    def stop_behind(self, hex: int, side: int, form: int, ends: Ends) -> int:
        """The stop that one side of a new segment leads to. If the side has track already, the segment is redirected."""
        old = SIDES[self.tiles[hex]]
        if old >> side & 1:
            dropped = old & ~SIDES[form]
            return ends.pop(self.across[6 * hex + dropped.bit_length() - 1])
        return self.stop_at(6 * hex + side, ends)

    def stop_at(self, port: int, ends: Ends) -> int:
        """The stop of the end that arrives at the port and is taken up, or the city across it; OPEN for none."""
        stop = ends.pop(port, OPEN)
        if stop == OPEN and self.around.city[port // 6] >> port % 6 & 1:
            return self.across[port] // 6
        return stop
