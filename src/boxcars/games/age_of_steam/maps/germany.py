"""Germany: no unfinished sections, half price for the Engineer (AOS-17). Terminals and direct links are map data."""

from __future__ import annotations

from typing import Any, Final

from boxcars.core.game import no
from boxcars.core.words import Reason, T
from boxcars.games.age_of_steam.components import TILES, TRACK_TILES
from boxcars.games.age_of_steam.rules import TILE_PLAYS, AgeOfSteam
from boxcars.games.age_of_steam.select_actions import ENGINEER
from boxcars.games.age_of_steam.table import Table
from boxcars.rail.track import CITY, NOBODY, OPEN, TOWN_HEX, Track, lay

UNFINISHED: Final = no(
    "unfinished", "AOS-17.8", T("That could not be completed in this build turn: unfinished links are not allowed.")
)


class Germany(AgeOfSteam):
    engineer_tiles = TILE_PLAYS

    # -- the Engineer (AOS-17.6) -------------------------------------------------------------------------------------

    def price_now(self, action: int, full_costs: list[int], full: int) -> int:
        """With Engineer the dearest play of the build turn costs half: the difference to what was paid so far."""
        if action != ENGINEER:
            return full
        return halved([*full_costs, full]) - halved(full_costs)

    def purse(self, table: Table, seat: int) -> int:
        cash = table.cash[seat]
        if table.action[seat] != ENGINEER:
            return cash
        full = cash
        while self.due(table, seat, full + 1) <= cash:
            full += 1
        return full

    # -- only completed links (AOS-17.7, 17.8) -----------------------------------------------------------------------

    def refuse_end(self, table: Table, seat: int) -> Reason | None:
        if table.track.unfinished(seat):
            return no("unfinished", "AOS-17.7", T("You may not end your build turn with an unfinished link."))
        return None

    def tile_plays(self, table: Table, seat: int) -> list[Any]:
        plays = super().tile_plays(table, seat)
        number = self.board.grid.number
        lookahead = LookAhead(self, table, seat)
        return [
            play
            for play in plays
            if lookahead.can_finish(number[play.hex], TILES.form_of[TILES.number[play.tile]][play.rotation])
        ]

    def refuse_play(self, table: Table, seat: int, hex: int, form: int) -> Reason | None:
        return None if LookAhead(self, table, seat).can_finish(hex, form) else UNFINISHED

    def refuse_direct_link(self, table: Table, seat: int, cost: int) -> Reason | None:
        """Buying the link must leave enough plays and cash for what is unfinished."""
        look = LookAhead(self, table, seat)
        ok = look.finishable(table.track, look.plays - 1, [*table.full_costs, cost], table.played)
        return None if ok else UNFINISHED


def halved(full_costs: list[int]) -> int:
    return sum(full_costs) - max(full_costs, default=0) // 2


NEVER: Final = 999
"""The price of what cannot be."""
Way = tuple[int, tuple[tuple[int, int, int], ...]]
"""A price, and (hex, price, tile) of each play."""
NO_WAY: Final[Way] = (NEVER, ())
SIMPLE: Final = [form.number for form in TILES.forms if form.kind == "simple"]


class LookAhead:
    """Whether a play can be followed by others, in the same build turn, so that nothing stays unfinished (AOS-17.8).

    Every further play worth trying carries on an OPEN end: it lays a tile on the hex the end faces, or redirects it.
    """

    def __init__(self, rules: Germany, table: Table, seat: int) -> None:
        self.rules = rules
        self.seat = seat
        self.track = table.track
        self.played = table.played
        self.full_costs = table.full_costs
        self.plays = rules.tiles_allowed(table, seat) - table.plays
        self.engineer = table.action[seat] == ENGINEER
        self.purse = table.cash[seat] + self.paid(table.full_costs)
        """What the whole build turn may cost."""
        self._onward: dict[tuple[int, int, int, int], Way] = {}
        self.ends: list[tuple[int, int]] = []
        """What is unfinished already: (port its OPEN end faces, stop it comes from)."""
        self.touching: set[int] = set()
        """Hexes where a play can carry on what is unfinished."""
        for i in self.track.unfinished(seat):
            section = self.track.sections[i]
            port, stop = section.ports[0], section.ends[1]
            if section.ends[1] == OPEN:
                port, stop = section.ports[1], section.ends[0]
            facing = rules.board.grid.across[port]
            self.ends.append((facing, stop))
            self.touching.add(facing // 6)
            if rules.same_hex_twice or port // 6 not in self.played:
                self.touching.add(port // 6)

    def paid(self, full_costs: list[int]) -> int:
        return halved(full_costs) if self.engineer else sum(full_costs)

    def can_finish(self, hex: int, form: int) -> bool:
        """Whether the play leaves nothing unfinished, or what it leaves can be finished."""
        builder, track = self.rules.builder, self.track
        cost = builder.cost(track, hex, form)
        quick = self.quickly(hex, form, cost)
        if quick is not None:
            return quick
        after = track.clone()
        lay(after, self.rules.board.grid, TILES, hex, form, self.seat)
        return self.finishable(after, self.plays - 1, [*self.full_costs, cost], [*self.played, hex])

    # -- a quick answer for the common cases ---------------------------------------------------------------------------

    def quickly(self, hex: int, form: int, cost: int) -> bool | None:
        """Each OPEN end needs a play on the hex it faces: too many are a no, the cheapest ways on a yes, else None."""
        left = self.plays - 1
        if hex in self.touching:
            return None
        ends = self.new_ends(hex, form) + self.ends
        if not ends:
            return True
        faced = {port // 6 for port, _ in ends}
        if len(faced) > left:
            return False
        if len(ends) > 2:
            return None
        used: list[int] = [hex, *self.played]
        tiles = [TILES.forms[form].tile]
        costs = [*self.full_costs, cost]
        alone = left if len(ends) == 1 else left - len(ends) + 1
        for port, start in ends:
            more, way = self.onward(port, alone, start, hex)
            if more >= NEVER:
                # Nothing closes it: sure for one end, or two from one stop; two from different stops may still meet.
                return False if len(ends) == 1 or (len(faced) == 2 and ends[0][1] == ends[1][1]) else None
            if any(h in used for h, _, _ in way):
                return None
            used += [h for h, _, _ in way]
            costs += [c for _, c, _ in way]
            tiles += [tile for _, _, tile in way]
        if self.paid(costs) > self.purse:
            return False if len(ends) == 1 and not self.engineer else None
        enough = all(self.track.used[tile] + tiles.count(tile) <= TRACK_TILES[tile][3] for tile in tiles)
        return True if enough and self.track.discs + 2 < TILES.discs else None

    def new_ends(self, hex: int, form: int) -> list[tuple[int, int]]:
        """(port that track would arrive at, stop it comes from) of each OPEN end that the play makes."""
        across, track = self.rules.board.grid.across, self.track
        old = track.tiles[hex]
        before = TILES.forms[old].sides if old >= 0 else ()
        found: list[tuple[int, int]] = []
        if track.places[hex] == TOWN_HEX:
            for side in TILES.forms[form].sides:
                if side not in before and self.stop_at(across[6 * hex + side]) == OPEN:
                    found.append((across[6 * hex + side], hex))
            return found
        kept = TILES.forms[old].segments if old >= 0 else ()
        for a, b in TILES.forms[form].segments:
            if (a, b) in kept:
                continue
            stops = [self.stop_at(across[6 * hex + side]) for side in (a, b)]
            for n, side in enumerate((a, b)):
                if stops[n] == OPEN:
                    found.append((across[6 * hex + side], stops[1 - n]))
        return found

    def stop_at(self, port: int) -> int:
        """The stop that track arriving at this port reaches without another tile; OPEN for none."""
        track = self.track
        if track.places[port // 6] == CITY:
            return port // 6
        i = track.at[port]
        if i < 0:
            return OPEN
        ends = track.sections[i].ends
        return ends[0] if ends[0] >= 0 else ends[1]

    def onward(self, port: int, plays: int, start: int, hex: int) -> Way:
        """The cheapest way to finish track from a stop that arrives at a port, not over the hex just played."""
        stop = self.stop_at(port)
        if stop != OPEN:
            i = self.track.at[port]
            if i >= 0 and self.track.sections[i].owner not in (self.seat, NOBODY) and self.track.places[port // 6] != CITY:
                return NO_WAY
            return NO_WAY if stop == start else (0, ())
        used = port // 6 == hex or port // 6 in self.played
        if plays == 0 or (used and not self.rules.same_hex_twice):
            return NO_WAY
        key = (port, plays, start, hex)
        known = self._onward.get(key)
        if known is None:
            known = self._search_onward(port, plays, start, hex)
            self._onward[key] = known
        return known

    def _search_onward(self, port: int, plays: int, start: int, played: int) -> Way:
        track, board = self.track, self.rules.board
        hex, side = port // 6, port % 6
        old = track.tiles[hex]
        best = NO_WAY
        forms = TILES.forms
        if track.places[hex] == TOWN_HEX:
            have = forms[old].sides if old >= 0 else ()
            want = tuple(sorted((*have, side)))
            for form in forms:
                if form.sides == want and hex != start:
                    price = board.prices.town_replace[form.number] if old >= 0 else board.prices.place[hex][form.number]
                    if price < best[0]:
                        best = (price, ((hex, price, form.tile),))
            return best
        choices = [(forms[n], forms[n].segments[0]) for n in SIMPLE] if old < 0 else []
        if old >= 0:
            choices = [(forms[n], added) for n, added in TILES.upgrades[old]]
        for form, (a, b) in choices:
            if side not in (a, b):
                continue
            out = board.grid.across[6 * hex + a + b - side]
            if out < 0:
                continue
            price = board.prices.place[hex][form.number] if old < 0 else board.prices.replace[form.number]
            more, way = self.onward(out, plays - 1, start, played)
            if price + more < best[0]:
                best = (price + more, ((hex, price, form.tile), *way))
        return best

    def finishable(self, track: Track, plays: int, costs: list[int], played: list[int]) -> bool:
        if self.paid(costs) > self.purse:
            return False
        unfinished = track.unfinished(self.seat)
        if not unfinished:
            return True
        if plays == 0:
            return False
        rules, builder, grid = self.rules, self.rules.builder, self.rules.board.grid
        anchors = builder.anchors(track, self.seat)
        for i in unfinished:
            section = track.sections[i]
            port = section.ports[0] if section.ends[0] == OPEN else section.ports[1]
            for hex, form in self.carry_on(track, port, played):
                if plays == 1 and not self.may_close(track, hex, form):
                    continue
                if builder.refuse(track, self.seat, hex, form, rules.board.dearest, anchors):
                    continue
                after = track.clone()
                cost = builder.cost(track, hex, form)
                lay(after, grid, TILES, hex, form, self.seat)
                if self.finishable(after, plays - 1, [*costs, cost], [*played, hex]):
                    return True
        return False

    def carry_on(self, track: Track, port: int, played: list[int]) -> list[tuple[int, int]]:
        """Plays (hex, form) that touch the OPEN end at this port, legal or not."""
        twice = self.rules.same_hex_twice
        facing, here = self.rules.board.grid.across[port], port // 6
        found: list[tuple[int, int]] = []
        if facing >= 0 and (twice or facing // 6 not in played):
            found += [(facing // 6, form.number) for form in TILES.forms if facing % 6 in form.sides]
        if (twice or here not in played) and track.places[here] != TOWN_HEX:
            found += [(here, move[0]) for move in TILES.redirects[track.tiles[here]]]
        return found

    def may_close(self, track: Track, hex: int, form: int) -> bool:
        """A quick no for the last play: new ends that lead nowhere cannot be finished any more."""
        old = track.tiles[hex]
        before = TILES.forms[old].sides if old >= 0 else ()
        for side in TILES.forms[form].sides:
            if side in before:
                continue
            other = self.rules.board.grid.across[6 * hex + side]
            if other < 0 or (track.places[other // 6] != CITY and track.at[other] < 0):
                return False
        return True
