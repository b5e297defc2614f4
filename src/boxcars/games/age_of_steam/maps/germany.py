"""Germany: no unfinished sections, half price for the Engineer (AOS-17). Terminals and direct links are map data."""

from __future__ import annotations

from typing import Any

from boxcars.core.game import no
from boxcars.core.words import Reason, T
from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.rules import TILE_PLAYS, AgeOfSteam
from boxcars.games.age_of_steam.select_actions import ENGINEER
from boxcars.games.age_of_steam.table import Table
from boxcars.rail.building import PLACE
from boxcars.rail.track import CITY, OPEN, TOWN_HEX, Track, lay

UNFINISHED = no("unfinished", "AOS-17.8", T("That could not be completed in this build turn: unfinished links are not allowed."))


class Germany(AgeOfSteam):
    engineer_tiles = TILE_PLAYS

    # -- the Engineer (AOS-17.6) -------------------------------------------------------------------------------------

    def due(self, table: Table, seat: int, full: int) -> int:
        """With Engineer the dearest play of the build turn costs half: the difference to what was paid so far."""
        if table.action[seat] != ENGINEER:
            return full
        return halved([*table.full_costs, full]) - halved(table.full_costs)

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

    def paid(self, full_costs: list[int]) -> int:
        return halved(full_costs) if self.engineer else sum(full_costs)

    def can_finish(self, hex: int, form: int) -> bool:
        """Whether the play leaves nothing unfinished, or what it leaves can be finished."""
        builder, track = self.rules.builder, self.track
        kind = builder.kind(track, hex, form)
        shape = TILES.forms[form]
        if kind == PLACE and not track.unfinished(self.seat) and self.closed(hex, shape.sides):
            return True
        if self.plays <= 1 and kind == PLACE and not self.closed(hex, shape.sides):
            return False
        after = track.clone()
        costs = [*self.full_costs, builder.cost(track, hex, form)]
        lay(after, self.rules.board.grid, TILES, hex, form, self.seat)
        return self.finishable(after, self.plays - 1, costs, [*self.played, hex])

    def closed(self, hex: int, sides: tuple[int, ...]) -> bool:
        """Whether every one of these sides of an empty hex leads to a stop: a city, or track that comes from one."""
        across, track = self.rules.board.grid.across, self.track
        for side in sides:
            other = across[6 * hex + side]
            if track.places[other // 6] != CITY and track.at[other] < 0:
                return False
        return True

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
