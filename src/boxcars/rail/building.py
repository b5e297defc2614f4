"""Which tile plays are legal, and why one is not (AOS-8.2 … 8.22, STM-8.3 … 8.24).

The judgement of a play looks only at the six sides of its hex. What lies across each side is written as a small code
(see ``Builder.sides``); the judgement of a form against six codes is a pure function, so it is remembered: listing all
legal plays of a seat costs a few microseconds per hex, and stays as cheap at the end of a game as at its beginning.
``legal`` and ``refuse`` use the same judgement and cannot differ.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from boxcars.rail.hexgrid import Grid
from boxcars.rail.tiles import TOWN, TileSet
from boxcars.rail.track import CITY, EMPTY, NOBODY, OPEN, TOWN_HEX, Section, Track

PLACE: Final = 0
REPLACE: Final = 1
TOWN_REPLACE: Final = 2
REDIRECT: Final = 3
"""The kinds of tile play: a hex without a tile; a second segment beside the first; more exits for a town; an OPEN end moved."""

# What lies across a side, as codes. Larger codes are the far stop of the track (or the city itself) one would meet:
# 1 + 8 * stop + piece, where both are small numbers local to the hex: stop 0 is the hex itself; piece 0 means that the
# stop is no anchor for the builder, others name the piece of his network it belongs to.
NOTHING: Final = 0
IMPASSABLE: Final = -1
FOREIGN: Final = -2
TAKEN: Final = -3

MEMORY: Final = 50_000
"""So many judgements are remembered before starting afresh."""

OK: Final = ""


class Prices:
    """What each play costs: by hex and form for placing, by form for the rest."""

    def __init__(self, place: list[list[int]], replace: list[int], town_replace: list[int], redirect: list[int]) -> None:
        self.place = place
        self.replace = replace
        self.town_replace = town_replace
        self.redirect = redirect

    def of(self, kind: int, hex: int, form: int) -> int:
        if kind == PLACE:
            return self.place[hex][form]
        if kind == REPLACE:
            return self.replace[form]
        if kind == TOWN_REPLACE:
            return self.town_replace[form]
        return self.redirect[form]


class Builder:
    """The judge of tile plays on one map. Immutable but for what it remembers.

    ``discs``: how many sections a seat may own (None: any number). ``claim_exits``: whoever lays or replaces a town tile
    takes the unowned unfinished sections that end there (STM-8.27).
    """

    def __init__(
        self,
        grid: Grid,
        tiles: TileSet,
        prices: Prices,
        discs: int | None = None,
        claim_exits: bool = False,
    ) -> None:
        self.grid = grid
        self.tiles = tiles
        self.prices = prices
        self.discs = discs
        self.claim_exits = claim_exits
        self._memory: dict[tuple[int, ...], list[int]] = {}

    # -- anchors: where a seat may build on ------------------------------------------------------------------------------

    def anchors(self, track: Track, seat: int) -> dict[int, int]:
        """Every stop from which the seat may build: cities, and towns his links join to a city (AOS-8.10, STM-8.12).

        The value names the piece: all new track of one play must come to lie in one piece. Where pieces do not matter it
        is 1 for all.
        """
        found: dict[int, int] = {}
        for hex, place in enumerate(track.places):
            if place == CITY:
                found[hex] = 1
        waiting: list[tuple[int, int]] = []
        for section in track.sections:
            if section.owner == seat and section.ends[0] >= 0 and section.ends[1] >= 0:
                waiting.append(section.ends)
        grown = True
        while grown and waiting:
            grown = False
            rest: list[tuple[int, int]] = []
            for ends in waiting:
                if ends[0] in found:
                    found[ends[1]] = 1
                    grown = True
                elif ends[1] in found:
                    found[ends[0]] = 1
                    grown = True
                else:
                    rest.append(ends)
            waiting = rest
        return found

    # -- what surrounds a hex ----------------------------------------------------------------------------------------------

    def sides(self, track: Track, seat: int, hex: int, anchors: dict[int, int]) -> list[int]:
        """[form or -1, town?, piece of the hex itself, then a code for each side]: all that a judgement depends on."""
        across = self.grid.across
        at = track.at
        places = track.places
        town = places[hex] == TOWN_HEX
        stops: list[int] = [hex]
        pieces: list[int] = [0]
        here = 0
        if town:
            label = anchors.get(hex, 0)
            if label:
                pieces.append(label)
                here = 1
        codes = [track.tiles[hex], 1 if town else 0, here]
        base = 6 * hex
        for port in range(base, base + 6):
            if at[port] != EMPTY:
                codes.append(TAKEN)
                continue
            other = across[port]
            if other < 0:
                codes.append(IMPASSABLE)
                continue
            i = at[other]
            if i == EMPTY:
                stop = other // 6
                if places[stop] != CITY:
                    codes.append(NOTHING)
                    continue
            else:
                section = track.sections[i]
                if section.owner != seat and section.owner != NOBODY:
                    codes.append(FOREIGN)
                    continue
                stop = section.ends[0] if section.ends[0] >= 0 else section.ends[1]
            label = anchors.get(stop, 0)
            if label in pieces:
                piece = pieces.index(label)
            else:
                piece = len(pieces)
                pieces.append(label)
            if stop in stops:
                local = stops.index(stop)
            else:
                local = len(stops)
                stops.append(stop)
            codes.append(1 + 8 * local + piece)
        return codes

    # -- the judgement -------------------------------------------------------------------------------------------------------

    def judge(self, codes: list[int], form: int) -> str:
        """Whether the form may be placed on, or replace the tile of, a hex with these surroundings: "" or what is wrong.

        Redirects are judged by ``judge_redirect``. Wrong can be: "not_on_town", "not_off_town", "no_replacement",
        "impassable", "foreign_track", "loop", "not_connected", "two_pieces".
        """
        shape = self.tiles.forms[form]
        old = codes[0]
        if codes[1]:
            return self._judge_town(codes, form)
        if shape.kind == "town":
            return "not_off_town"
        added: list[tuple[int, int]] = []
        if old == EMPTY:
            added.extend(shape.segments)
        else:
            kept = self.tiles.forms[old].segments
            if len(kept) != 1 or kept[0] not in shape.segments or len(shape.segments) != 2:
                return "no_replacement"
            added.append(shape.segments[1] if shape.segments[0] == kept[0] else shape.segments[0])
        for a, b in added:
            wrong = self._judge_segment(codes[3 + a], codes[3 + b])
            if wrong:
                return wrong
        anchored = [self._anchored(codes[3 + a]) or self._anchored(codes[3 + b]) for a, b in added]
        if not any(anchored):
            return "not_connected"
        if len(added) == 2:
            together = self._meet(codes, added[0], added[1])
            if not all(anchored) and not together:
                return "not_connected"
            if not together and not self._same_piece(codes, added[0], added[1]):
                return "two_pieces"
        return OK

    def _anchored(self, code: int) -> bool:
        return code > 0 and (code - 1) % 8 > 0

    def _judge_segment(self, a: int, b: int) -> str:
        if a == IMPASSABLE or b == IMPASSABLE:
            return "impassable"
        if a == FOREIGN or b == FOREIGN:
            return "foreign_track"
        if a > 0 and b > 0 and (a - 1) // 8 == (b - 1) // 8:
            return "loop"
        return OK

    def _judge_town(self, codes: list[int], form: int) -> str:
        shape = self.tiles.forms[form]
        if shape.kind != "town" and self.tiles.discs == 0:
            return "not_on_town"
        old = codes[0]
        before: tuple[int, ...] = self.tiles.forms[old].sides if old != EMPTY else ()
        for side in before:
            if side not in shape.sides:
                return "no_replacement"
        if len(shape.sides) == len(before):
            return "no_replacement"
        connected = codes[2] > 0
        for side in shape.sides:
            if side in before:
                continue
            code = codes[3 + side]
            if code == IMPASSABLE:
                return "impassable"
            if code == FOREIGN:
                return "foreign_track"
            if code > 0:
                if (code - 1) // 8 == 0:
                    return "loop"
                if (code - 1) % 8 > 0:
                    connected = True
        return OK if connected else "not_connected"

    def _meet(self, codes: list[int], one: tuple[int, int], two: tuple[int, int]) -> bool:
        """Whether two new segments lead to a common stop."""
        stops = [(codes[3 + side] - 1) // 8 for side in one if codes[3 + side] > 0]
        for side in two:
            code = codes[3 + side]
            if code > 0 and (code - 1) // 8 in stops:
                return True
        return False

    def _same_piece(self, codes: list[int], one: tuple[int, int], two: tuple[int, int]) -> bool:
        pieces = [(codes[3 + side] - 1) % 8 for side in one if codes[3 + side] > 0 and (codes[3 + side] - 1) % 8 > 0]
        for side in two:
            code = codes[3 + side]
            if code > 0 and (code - 1) % 8 in pieces:
                return True
        return False

    def judge_redirect(
        self, track: Track, seat: int, codes: list[int], hex: int, move: tuple[int, int, int, int], anchors: dict[int, int]
    ) -> str:
        """Whether the OPEN end of one segment may be moved: ``move`` is an entry of ``TileSet.redirects``."""
        _, kept, dropped, new = move
        section = track.sections[track.at[6 * hex + kept]]
        if section.owner != seat and section.owner != NOBODY:
            return "not_yours"
        if not self._open_at(section, 6 * hex + dropped):
            return "no_redirect"
        code = codes[3 + new]
        if code == IMPASSABLE:
            return "impassable"
        if code == FOREIGN:
            return "foreign_track"
        if code == TAKEN:
            return "no_redirect"
        stop = section.ends[0] if section.ends[0] >= 0 else section.ends[1]
        if code > 0 and stop == self._far_stop(track, 6 * hex + new):
            return "loop"
        if stop in anchors or self._anchored(code):
            return OK
        return "not_connected"

    def _open_at(self, section: Section, port: int) -> bool:
        return (section.ports[0] == port and section.ends[0] == OPEN) or (section.ports[1] == port and section.ends[1] == OPEN)

    def _far_stop(self, track: Track, port: int) -> int:
        other = self.grid.across[port]
        i = track.at[other]
        if i == EMPTY:
            return other // 6 if track.places[other // 6] == CITY else OPEN
        ends = track.sections[i].ends
        return ends[0] if ends[0] >= 0 else ends[1]

    # -- one play --------------------------------------------------------------------------------------------------------------

    def kind(self, track: Track, hex: int, form: int) -> int:
        """What kind of play laying the form on the hex would be."""
        old = track.tiles[hex]
        if old == EMPTY:
            return PLACE
        if track.places[hex] == TOWN_HEX:
            return TOWN_REPLACE
        if len(self.tiles.forms[old].segments) == len(self.tiles.forms[form].segments):
            return REDIRECT
        return REPLACE

    def cost(self, track: Track, hex: int, form: int) -> int:
        """The full price of laying the form there."""
        return self.prices.of(self.kind(track, hex, form), hex, form)

    def refuse(
        self, track: Track, seat: int, hex: int, form: int, purse: int, anchors: dict[int, int], first: bool = False
    ) -> str:
        """Why the seat may not lay the form there now: "" if it may. ``purse``: the highest full price it can pay.

        ``first``: the play must have an end of new track at a city (STM-8.13). Besides what ``judge`` says: "city",
        "no_redirect", "not_yours", "no_tile", "no_disc", "first_at_city", "no_ownership_disc", "money".
        """
        if track.places[hex] == CITY or hex in self.grid.water:
            return "not_buildable"
        kind = self.kind(track, hex, form)
        codes = self.sides(track, seat, hex, anchors)
        if kind == REDIRECT:
            wrong = "no_redirect"
            if form == track.tiles[hex]:
                wrong = "no_replacement"
            for move in self.tiles.redirects[track.tiles[hex]]:
                if move[0] == form:
                    wrong = self.judge_redirect(track, seat, codes, hex, move, anchors)
        else:
            wrong = self.judge(codes, form)
        if wrong:
            return wrong
        if first and not self._touches_city(track, hex, form):
            return "first_at_city"
        old = track.tiles[hex]
        back = self.tiles.forms[old].tile if old != EMPTY else -1
        if not self.tiles.available(track.used, self.tiles.forms[form].tile, back):
            return "no_tile"
        if not self._disc_left(track, hex, form):
            return "no_disc"
        if self.discs is not None and track.owned(seat) + self.discs_needed(track, seat, hex, form) > self.discs:
            return "no_ownership_disc"
        if self.prices.of(kind, hex, form) > purse:
            return "money"
        return OK

    def _touches_city(self, track: Track, hex: int, form: int) -> bool:
        """Whether an added (or redirected) segment ends at a city."""
        old = track.tiles[hex]
        kept = self.tiles.forms[old].segments if old != EMPTY else ()
        for segment in self.tiles.forms[form].segments:
            if segment in kept:
                continue
            for side in segment:
                other = self.grid.across[6 * hex + side] if side != TOWN else -1
                if other >= 0 and track.places[other // 6] == CITY:
                    return True
        return False

    def _disc_left(self, track: Track, hex: int, form: int) -> bool:
        """A town disc for the form, if it needs one: the hex may carry one already (AOS-1.8)."""
        if track.places[hex] != TOWN_HEX or not self.tiles.needs_disc(form):
            return True
        old = track.tiles[hex]
        return track.discs < self.tiles.discs or (old != EMPTY and self.tiles.needs_disc(old))

    def discs_needed(self, track: Track, seat: int, hex: int, form: int) -> int:
        """How many more (or fewer) sections the seat would own after the play."""
        old = track.tiles[hex]
        shape = self.tiles.forms[form]
        more = 0
        joined: list[int] = []
        if track.places[hex] == TOWN_HEX:
            before: tuple[int, ...] = self.tiles.forms[old].sides if old != EMPTY else ()
            for side in shape.sides:
                if side not in before:
                    more += 1
                    joined.append(self._joins(track, 6 * hex + side))
                elif self.claim_exits:
                    section = track.sections[track.at[6 * hex + side]]
                    if section.owner == NOBODY and not section.complete:
                        more += 1
        else:
            kept = self.tiles.forms[old].segments if old != EMPTY else ()
            for a, b in shape.segments:
                if (a, b) in kept:
                    continue
                more += 1
                for side in (a, b):
                    if track.at[6 * hex + side] != EMPTY:
                        joined.append(track.at[6 * hex + side])
                    else:
                        joined.append(self._joins(track, 6 * hex + side))
        for i in joined:
            if i != EMPTY and track.sections[i].owner == seat:
                more -= 1
        return more

    def _joins(self, track: Track, port: int) -> int:
        """The section that new track at this port would join; EMPTY for none."""
        other = self.grid.across[port]
        if other < 0 or track.places[other // 6] == CITY:
            return EMPTY
        return track.at[other]

    # -- all plays -------------------------------------------------------------------------------------------------------------

    def legal(
        self,
        track: Track,
        seat: int,
        purse: int,
        anchors: dict[int, int],
        table: list[list[Any]],
        skip: Collection[int] | None = None,
        first: bool = False,
    ) -> list[Any]:
        """Every legal play of the seat, as entries ``table[hex][form]`` (ready-made actions), ordered by hex and form."""
        tiles = self.tiles
        free = [tiles.available(track.used, i) for i in range(len(tiles.tiles))]
        disc_left = track.discs < tiles.discs
        careful = self.discs is not None and track.owned(seat) + 4 > self.discs
        found: list[Any] = []
        place = self.prices.place
        forms = tiles.forms
        for hex in self.sites(track, seat, anchors):
            if skip and hex in skip:
                continue
            codes = self.sides(track, seat, hex, anchors)
            row = table[hex]
            old = codes[0]
            fitting = self.fitting(codes)
            if old == EMPTY:
                price = place[hex]
                start = len(found)
                if codes[1]:
                    for form in fitting:
                        if price[form] <= purse and free[forms[form].tile] and (disc_left or forms[form].kind == "town"):
                            found.append(row[form])
                else:
                    for form in fitting:
                        if price[form] <= purse and free[forms[form].tile]:
                            found.append(row[form])
                if first or careful:
                    kept = [f for f in fitting if row[f] in found[start:] and self._last_tests(track, seat, hex, f, first)]
                    found[start:] = [row[f] for f in kept]
                continue
            back = forms[old].tile
            price_list = self.prices.town_replace if codes[1] else self.prices.replace
            plays: list[int] = []
            for form in fitting:
                if price_list[form] <= purse and tiles.available(track.used, forms[form].tile, back):
                    if codes[1] and not self._disc_left(track, hex, form):
                        continue
                    plays.append(form)
            if not codes[1]:
                for move in tiles.redirects[old]:
                    form = move[0]
                    if (
                        self.prices.redirect[form] <= purse
                        and not self.judge_redirect(track, seat, codes, hex, move, anchors)
                        and tiles.available(track.used, forms[form].tile, back)
                    ):
                        plays.append(form)
                plays.sort()
            for form in plays:
                if not (first or careful) or self._last_tests(track, seat, hex, form, first):
                    found.append(row[form])
        return found

    def _last_tests(self, track: Track, seat: int, hex: int, form: int, first: bool) -> bool:
        if first and not self._touches_city(track, hex, form):
            return False
        return self.discs is None or track.owned(seat) + self.discs_needed(track, seat, hex, form) <= self.discs

    def fitting(self, codes: list[int]) -> list[int]:
        """The forms that may be placed on (or replace the tile of) a hex with these surroundings; remembered."""
        key = tuple(codes)
        known = self._memory.get(key)
        if known is not None:
            return known
        if codes[1]:
            candidates = self.tiles.on_town
        elif codes[0] == EMPTY:
            candidates = self.tiles.on_land
        else:
            candidates = [form for form, _ in self.tiles.upgrades[codes[0]]]
        found = [form for form in candidates if not self.judge(codes, form)]
        if len(self._memory) >= MEMORY:
            self._memory.clear()
        self._memory[key] = found
        return found

    def sites(self, track: Track, seat: int, anchors: dict[int, int]) -> list[int]:
        """The hexes where some play of the seat could be legal, ascending: beside or on its anchors, and at OPEN ends."""
        across = self.grid.across
        places = track.places
        found: set[int] = set()
        for stop in anchors:
            if places[stop] == TOWN_HEX:
                found.add(stop)
                continue
            for port in range(6 * stop, 6 * stop + 6):
                other = across[port]
                if other >= 0 and places[other // 6] != CITY:
                    found.add(other // 6)
        for section in track.sections:
            if section.owner != seat and section.owner != NOBODY:
                continue
            for end in (0, 1):
                if section.ends[end] == OPEN:
                    port = section.ports[end]
                    found.add(port // 6)
                    other = across[port]
                    if other >= 0 and places[other // 6] != CITY:
                        found.add(other // 6)
        return sorted(found)


__all__ = ["PLACE", "REDIRECT", "REPLACE", "TOWN", "TOWN_REPLACE", "Builder", "Prices"]
