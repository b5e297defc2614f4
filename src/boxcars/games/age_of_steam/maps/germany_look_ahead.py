"""Germany's look-ahead: what a play leaves unfinished must be finishable in the same build turn (AOS-17.8).

With one play for each hex there must be as many plays left as hexes where ends of unfinished track arrive: that settles most
questions. The rest is searched play by play; what a play changes is taken back after it. Where a New City may still be placed
(an option), it is one more way to finish.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from boxcars.games.age_of_steam.components import TILES, TRACK_TILES
from boxcars.games.age_of_steam.maps.germany_plays import COUNT, SIDES, Ends, Play, Plays
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.select_actions import ENGINEER, URBANIZATION
from boxcars.games.age_of_steam.table import Table
from boxcars.rail.track import CITY, EMPTY, OPEN, TOWN_HEX

LIMIT: Final = [count for _, _, _, count in TRACK_TILES]
"""How many there are of each tile (AOS-1.5)."""


class LookAhead:
    """The questions of one position."""

    def __init__(self, rules: AgeOfSteam, table: Table, seat: int, plays: Plays) -> None:
        track = table.track
        self.across = rules.board.grid.across
        self.most_sections = 1_000 if rules.builder.discs is None else rules.builder.discs
        self.redirects = rules.same_hex_twice
        """Whether a hex may be played again, and so ends be redirected: all of them are of this build turn."""
        self.plays = plays
        self.places = track.places
        self.around = plays.around(track.places)
        holder = table.action[seat] == URBANIZATION and not table.urbanized and -1 in table.new_cities
        self.founding = rules.urbanize_any_time and holder
        """Whether a New City may still be placed."""
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
        """Hexes where ends arrive: each needs a play."""
        self.no_further: dict[int, int] = {}
        """Hex -> its sides where an end arrives, or from which track would arrive where others do."""
        for port in self.ends:
            for other in (port, *self.across[port - port % 6 : port - port % 6 + 6]):
                self.no_further[other // 6] = self.no_further.get(other // 6, 0) | 1 << other % 6

    def paid(self, price: int) -> int:
        """What the build turn costs with one more play of this price; the Engineer pays half of the dearest (AOS-17.6)."""
        spent = self.spent + price
        return spent - max(self.dearest, price) // 2 if self.engineer else spent

    # -- the questions -------------------------------------------------------------------------------------------------

    def useless(self) -> Collection[int]:
        """Hexes where no play is right: those played already; all without an end, if the ends need every play that is left."""
        if len(self.faced) < self.left or self.redirects or self.founding:
            return () if self.redirects else self.played
        return {*range(len(self.tiles))} - self.faced.difference(self.played)

    def can_finish(self, hex: int, form: int) -> bool:
        """Whether a play that is legal otherwise leaves nothing unfinished, or only what can be finished."""
        old = self.tiles[hex]
        if not self.redirects and not self.founding:
            opens = SIDES[form] & ~SIDES[old] & self.around.land[hex]
            if self.ends:
                opens &= ~self.no_further.get(hex, 0)
                if COUNT[opens] + len(self.faced) - (hex in self.faced) >= self.left:
                    return False
            elif COUNT[opens] >= self.left:
                return False
        play = self.plays.play(hex, self.around.city[hex], old, form)
        return self.works(play.among(self.ends) if self.ends else play, self.left)

    def can_finish_after(self, cost: int) -> bool:
        """The same for the purchase of a direct link, which is a play and needs a disc."""
        return self.works(Play(-1, EMPTY, -1, -1, 0, cost, [], 1, self.ends), self.left)

    def can_finish_with_city(self, hex: int) -> bool:
        """The same for a New City on a town."""
        return self.finishable_with_city(hex, self.ends, self.left)

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
        self.dearest = max(dearest, play.price)
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
        """Whether some plays, as many as are left, finish all ends. One play serves the ends on one hex, and with a redirect
        one more."""
        if self.founding:
            for hex in {hex for port in ends for hex in (port // 6, self.across[port] // 6)}:
                if self.places[hex] == TOWN_HEX and self.finishable_with_city(hex, ends, left):
                    return True
        elif len(ends) > left and len({port // 6 for port in ends}) > (2 * left if self.redirects else left):
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

    def finishable_with_city(self, town: int, ends: Ends, left: int) -> bool:
        """The same after a New City on a town: it finishes what arrives there, and takes away the exits of the town's tile."""
        after: Ends = {}
        for port, stop in ends.items():
            if port // 6 == town:
                if stop == town:
                    return False  # AOS-9.7
            elif self.across[port] // 6 != town:
                after[port] = stop
        if not after:
            return True
        old, around, places = self.tiles[town], self.around, self.places
        tile, discs = (TILES.forms[old].tile, int(TILES.needs_disc(old))) if old != EMPTY else (-1, 0)
        self.founding = False
        self.places = places.copy()
        self.places[town] = CITY
        self.around = self.plays.around(self.places)
        self.tiles[town] = EMPTY
        self.used[tile] -= 1
        self.discs -= discs
        found = self.finishable(after, left)
        self.discs += discs
        self.used[tile] += 1
        self.tiles[town] = old
        self.around, self.places = around, places
        self.founding = True
        return found

    def carrying_on(self, port: int, ends: Ends, left: int) -> list[Play]:
        """The plays worth trying where an end arrives. They take up all ends on that hex (one, if others can be redirected)."""
        hex, around = port // 6, self.around
        old = self.tiles[hex]
        if hex in self.played and not self.redirects:
            return []
        if self.redirects and left > 1:
            left += 1  # What leads nowhere may be redirected.
        if self.founding:
            left += 1  # A New City may finish it.
        if len(ends) == 1:
            return around.plays_for(port, ends[port], old, left)
        arriving = 0
        faced = set()
        for other in ends:
            faced.add(other // 6)
            if other // 6 == hex:
                arriving |= 1 << other % 6
        if self.redirects or self.founding:
            return around.fitting(hex, old, 1 << port % 6, arriving | around.onward(hex, OPEN, left), ends)
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
        if hex not in self.plays.towns:
            for form, _, dropped, new in TILES.redirects[self.tiles[hex]]:
                if dropped == out % 6 and self.across[6 * hex + new] >= 0:
                    play = self.plays.play(hex, self.around.city[hex], self.tiles[hex], form).among(ends)
                    if play.links >= 0:
                        found.append(play)
        return found
