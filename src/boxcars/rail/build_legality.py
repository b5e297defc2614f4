"""Which tile plays are legal, and why one is not (AOS-8.2 … 8.22, STM-8.3 … 8.24).

The surroundings of a hex are described by codes (``Builder.sides``), and ``rail.tile_fit`` tells which forms fit them. Here are
the laws that look further: from where a seat may build, redirects, prices, the supply, discs. ``legal`` and ``refuse`` use the
same judgement and cannot differ.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from boxcars.rail.build_sites import Site, Sites
from boxcars.rail.hexgrid import Grid
from boxcars.rail.tile_fit import FOREIGN, IMPASSABLE, NOTHING, OK, TAKEN, Fitting, is_anchored
from boxcars.rail.tiles import TOWN, TileSet
from boxcars.rail.track import CITY, EMPTY, NOBODY, OPEN, TOWN_HEX, Section, Track, far_stop
from boxcars.rail.track_ownership import added_sides, claimable, joins, may_claim

PLACE: Final = 0
REPLACE: Final = 1
TOWN_REPLACE: Final = 2
REDIRECT: Final = 3
"""The kinds of tile play: on a hex without a tile; a second segment beside the first; more exits for a town; an OPEN end
moved."""


class Prices:
    """The price of each play: by hex and form for placing, by form for the rest."""

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


class Anchors:
    """The anchors of a seat, and the track that they were computed from."""

    def __init__(self, places: list[int], links: list[tuple[int, int]], found: dict[int, int]) -> None:
        self.places = places
        self.links = links
        """The ends of the seat's links."""
        self.found = found


class Builder:
    """Tells which tile plays are legal on one map. Immutable but for its memo.

    ``discs``: how many sections a seat may own (None: any number). ``claims``: track without owner can be taken only where it
    comes from a city or meets the seat's own track (STM-8.26), and whoever lays or replaces a town tile takes the unowned
    unfinished sections that end there (STM-8.27).
    """

    def __init__(
        self,
        grid: Grid,
        tiles: TileSet,
        prices: Prices,
        discs: int | None = None,
        claims: bool = False,
    ) -> None:
        self.grid = grid
        self.tiles = tiles
        self.prices = prices
        self.discs = discs
        self.claims = claims
        self.fitting = Fitting(tiles)
        self.shared: dict[tuple[int, ...], Site] = {}
        """Sites of hexes without a tile, by all that they depend on."""
        self._sites: dict[int, Sites] = {}
        self._anchors: dict[int, Anchors] = {}
        """The sites and the anchors of each seat, for the track of the last call."""

    # -- anchors: where a seat may build on ------------------------------------------------------------------------------

    def anchors(self, track: Track, seat: int) -> dict[int, int]:
        """Every stop from which the seat may build: cities, and towns his links join to a city (AOS-8.10, STM-8.12).

        The value names the piece: all new track of one play must come to lie in one piece. Where pieces do not matter it
        is 1 for all. (Not to be changed: the same answer is given again.)
        """
        waiting = [
            section.ends for section in track.sections if section.owner == seat and section.ends[0] >= 0 and section.ends[1] >= 0
        ]
        known = self._anchors.get(seat)
        if known is not None and known.links == waiting and known.places == track.places:
            return known.found
        found: dict[int, int] = {}
        for hex, place in enumerate(track.places):
            if place == CITY:
                found[hex] = 1
        links = waiting
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
        self._anchors[seat] = Anchors(track.places.copy(), links, found)
        return found

    # -- what surrounds a hex ----------------------------------------------------------------------------------------------

    def sides(self, track: Track, seat: int, hex: int, anchors: dict[int, int]) -> list[int]:
        """Return the surroundings of a hex as codes, on which its legal forms depend: [form or -1, town?, piece of the hex
        itself, then a code for each side]."""
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
                stop = far_stop(section)
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

    # -- redirects ---------------------------------------------------------------------------------------------------------

    def why_not_redirect(
        self, track: Track, seat: int, codes: list[int], hex: int, move: tuple[int, int, int, int], anchors: dict[int, int]
    ) -> str:
        """Return why the OPEN end of one segment may not be moved, or OK. ``move`` is an entry of ``TileSet.redirects``.

        Unowned track that a redirect joins needs the same right as track that a new tile joins (STM-8.23, 8.26). The track of
        the seat itself that is redirected gives that right.
        """
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
        stop = far_stop(section)
        if stop == self._far_stop(track, 6 * hex + new):
            return "loop"
        if stop not in anchors and (self.claims or not is_anchored(code)):
            return "not_connected"
        if not self.claims or section.owner == seat:
            return OK
        return OK if claimable(track, seat, [joins(track, self.grid, 6 * hex + new)], anchors) else "no_claim"

    def _open_at(self, section: Section, port: int) -> bool:
        return (section.ports[0] == port and section.ends[0] == OPEN) or (section.ports[1] == port and section.ends[1] == OPEN)

    def _far_stop(self, track: Track, port: int) -> int:
        other = self.grid.across[port]
        i = track.at[other]
        if i == EMPTY:
            return other // 6 if track.places[other // 6] == CITY else OPEN
        return far_stop(track.sections[i])

    # -- one play --------------------------------------------------------------------------------------------------------------

    def kind(self, track: Track, hex: int, form: int) -> int:
        """Return the kind of play that laying the form on the hex would be."""
        old = track.tiles[hex]
        if old == EMPTY:
            return PLACE
        if track.places[hex] == TOWN_HEX:
            return TOWN_REPLACE
        if len(self.tiles.forms[old].segments) == len(self.tiles.forms[form].segments):
            return REDIRECT
        return REPLACE

    def cost(self, track: Track, hex: int, form: int) -> int:
        """Return the full price of laying the form on the hex."""
        return self.prices.of(self.kind(track, hex, form), hex, form)

    def refuse(
        self, track: Track, seat: int, hex: int, form: int, purse: int, anchors: dict[int, int], first: bool = False
    ) -> str:
        """Why the seat may not lay the form there now: "" if it may. ``purse``: the highest full price it can pay.

        ``first``: the play must have an end of new track at a city (STM-8.13). Besides what ``why_misfit`` says: "city",
        "no_redirect", "not_yours", "no_tile", "no_disc", "first_at_city", "no_claim", "no_ownership_disc", "money".
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
                    wrong = self.why_not_redirect(track, seat, codes, hex, move, anchors)
        else:
            wrong = self.fitting.why_misfit(codes, form)
        if wrong:
            return wrong
        if first and not self.touches_city(track, hex, form, anchors):
            return "first_at_city"
        if kind != REDIRECT and not self.claims_rightly(track, seat, hex, form, anchors):
            return "no_claim"
        old = track.tiles[hex]
        back = self.tiles.forms[old].tile if old != EMPTY else -1
        if not self.tiles.available(track.used, self.tiles.forms[form].tile, back):
            return "no_tile"
        if not self.disc_left(track, hex, form):
            return "no_disc"
        if self.discs is not None and track.owned(seat) + self.discs_needed(track, seat, hex, form) > self.discs:
            return "no_ownership_disc"
        if self.prices.of(kind, hex, form) > purse:
            return "money"
        return OK

    def touches_city(self, track: Track, hex: int, form: int, anchors: dict[int, int]) -> bool:
        """Return whether new (or redirected) track ends at a city from which the seat may build (AOS-8.11, STM-8.13)."""
        for side in added_sides(track, self.tiles, hex, form):
            other = self.grid.across[6 * hex + side]
            if other >= 0 and track.places[other // 6] == CITY and other // 6 in anchors:
                return True
        return False

    def claims_rightly(self, track: Track, seat: int, hex: int, form: int, anchors: dict[int, int]) -> bool:
        """Return whether all unowned track that the play joins may be claimed by the seat (STM-8.26)."""
        return not self.claims or may_claim(track, self.grid, self.tiles, seat, hex, form, anchors)

    def disc_left(self, track: Track, hex: int, form: int) -> bool:
        """Return whether a town disc is left for the form, if it needs one; the hex may carry one already (AOS-1.8)."""
        if track.places[hex] != TOWN_HEX or not self.tiles.needs_disc(form):
            return True
        old = track.tiles[hex]
        return track.discs < self.tiles.discs or (old != EMPTY and self.tiles.needs_disc(old))

    def discs_needed(self, track: Track, seat: int, hex: int, form: int) -> int:
        """Return how many more (or fewer) sections the seat would own after the play."""
        old = track.tiles[hex]
        shape = self.tiles.forms[form]
        more = 0
        joined: list[int] = []
        if track.places[hex] == TOWN_HEX:
            before: tuple[int, ...] = self.tiles.forms[old].sides if old != EMPTY else ()
            for side in shape.sides:
                if side not in before:
                    more += 1
                    joined.append(joins(track, self.grid, 6 * hex + side))
                elif self.claims:
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
                        joined.append(joins(track, self.grid, 6 * hex + side))
        for i in joined:
            if i != EMPTY and track.sections[i].owner == seat:
                more -= 1
        return more

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
        """Return every legal play of the seat, as entries ``table[hex][form]`` (ready-made actions), ordered by hex and form."""
        sites = self._sites.get(seat)
        if sites is None or sites.table is not table:
            self.shared = {}
            sites = self._sites[seat] = Sites(self, seat, table)
        sites.update(track, anchors)
        return sites.legal(track, purse, skip, first)


__all__ = ["PLACE", "REDIRECT", "REPLACE", "TOWN", "TOWN_REPLACE", "Builder", "Prices"]
