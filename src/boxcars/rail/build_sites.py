"""What a seat may lay on each hex, kept from one question to the next.

A play changes the track around a few hexes; on all others the same forms fit as before. So the track is compared with the one
that was asked about before, and only those hexes are looked at again around which something differs: a section came or went, a
town became a city, a stop became an anchor or is none any more. Any two positions may follow each other.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final

from boxcars.rail.tiles import TOWN
from boxcars.rail.track import CITY, EMPTY, NOBODY, Section, Track, far_stop
from boxcars.rail.track_ownership import any_loose

if TYPE_CHECKING:
    from boxcars.rail.build_legality import Builder

REDIRECT: Final = 3
SHARED: Final = 20_000
"""Maximum number of memoized sites."""
ALL: Final = 1 << 30
"""A purse that can pay any price."""


class Site:
    """The plays on one hex that the surrounding track allows, whatever the purse and the supply, ordered by form."""

    def __init__(
        self,
        hex: int,
        old: int,
        plays: tuple[Any, ...],
        forms: tuple[int, ...],
        prices: tuple[int, ...],
        tiles: int,
        discs: bool,
    ) -> None:
        self.hex = hex
        self.old = old
        self.plays = plays
        """The ready-made actions."""
        self.forms = forms
        self.prices = prices
        self.dearest = max(prices)
        self.tiles = tiles
        """The tiles of the plays, as a bit mask."""
        self.discs = discs
        """Whether some of the plays lay a town disc."""
        self.known: dict[int, tuple[Any, ...]] = {}
        """Memoized plays by purse: all that it can pay for, and those with new track at a city."""
        self.at_city: tuple[bool, ...] = ()
        self.claims: tuple[bool, ...] = ()
        self.needed: tuple[int, ...] = ()
        """Memoized facts of each play: whether it has new track at a city, whether it joins only what the seat may claim, how
        many ownership discs it needs."""


NO_SITE: Final = Site(-1, EMPTY, (), (), (0,), 0, False)


class Sites:
    """All sites of one seat, for the track of the last call."""

    def __init__(self, builder: Builder, seat: int, table: list[list[Any]]) -> None:
        self.builder = builder
        self.seat = seat
        self.table = table
        self.across = builder.grid.across
        self.tiles: list[int] = []
        self.places: list[int] = []
        self.sections: list[Section] = []
        self.anchors: dict[int, int] = {}
        self.used: list[int] = []
        self.blocked = 0
        """The tiles that are used up, as a bit mask."""
        self.owned = 0
        self.loose = False
        """Whether there is unowned track that the seat may not freely claim."""
        self.sites: list[Site] = [NO_SITE] * builder.grid.size
        self.active: list[Site] = []
        """Hex -> site, for the sites with plays."""

    # -- what has changed ------------------------------------------------------------------------------------------------

    def update(self, track: Track, anchors: dict[int, int]) -> None:
        """Update the sites of the hexes around which the track differs."""
        dirty: set[int] = set()
        if not self.tiles:
            dirty.update(range(self.builder.grid.size))
            changed = True
        else:
            changed = self._compare(track, anchors, dirty)
        if changed:
            self.tiles, self.places, self.sections = track.tiles.copy(), track.places.copy(), track.sections.copy()
            self.anchors = anchors.copy()
            self.owned = track.owned(self.seat)
            self.loose = self.builder.claims and any_loose(track, anchors)
        if dirty:
            sites = self.sites
            again = False
            for hex in dirty:
                site = self._site(track, hex, anchors)
                if site is not sites[hex]:
                    sites[hex] = site
                    again = True
            if again:
                self.active = [site for site in sites if site is not NO_SITE]
        if track.used != self.used:
            self.used = track.used.copy()
            self.blocked = self.builder.tiles.missing(self.used)

    def _compare(self, track: Track, anchors: dict[int, int], dirty: set[int]) -> bool:
        """Return the hexes around which the track differs from the last call."""
        changed = False
        if track.sections != self.sections:
            changed = True
            gone: list[Section] = []
            came: list[Section] = []
            new, old = track.sections, self.sections
            both = min(len(old), len(new))
            for i in range(both):
                if old[i] is not new[i]:
                    gone.append(old[i])
                    came.append(new[i])
            gone += old[both:]
            came += new[both:]
            for section in gone:
                if not _among(section, came):
                    self._touch(section, dirty)
            for section in came:
                if not _among(section, gone):
                    self._touch(section, dirty)
        if track.tiles != self.tiles:
            changed = True
            tiles = self.tiles
            for hex, form in enumerate(track.tiles):
                if form != tiles[hex]:
                    dirty.add(hex)
        if track.places != self.places:
            changed = True
            places = self.places
            for hex, place in enumerate(track.places):
                if place != places[hex]:
                    self._around(hex, dirty)
        if anchors != self.anchors:
            changed = True
            before = self.anchors
            moved = {stop for stop, piece in anchors.items() if before.get(stop, 0) != piece}
            for stop in before:
                if stop not in anchors:
                    moved.add(stop)
            for stop in moved:
                self._around(stop, dirty)
            for section in track.sections:
                if (section.ends[0] < 0 or section.ends[1] < 0) and far_stop(section) in moved:
                    self._touch(section, dirty)
        return changed

    def _touch(self, section: Section, dirty: set[int]) -> None:
        """Add the hexes that a section runs over or faces."""
        across = self.across
        for s in section.segments:
            port = s // 7
            hex = port // 6
            dirty.add(hex)
            if across[port] >= 0:
                dirty.add(across[port] // 6)
            b = s % 7
            if b != TOWN and across[6 * hex + b] >= 0:
                dirty.add(across[6 * hex + b] // 6)

    def _around(self, hex: int, dirty: set[int]) -> None:
        dirty.add(hex)
        for other in self.across[6 * hex : 6 * hex + 6]:
            if other >= 0:
                dirty.add(other // 6)

    # -- one hex -----------------------------------------------------------------------------------------------------------

    def _site(self, track: Track, hex: int, anchors: dict[int, int]) -> Site:
        """Return the site of a hex for the current track. On a hex without a tile it depends only on its six sides, and is
        memoized for all seats and positions."""
        builder = self.builder
        if track.places[hex] == CITY or hex in builder.grid.water:
            return NO_SITE
        codes = builder.sides(track, self.seat, hex, anchors)
        old = codes[0]
        if old != EMPTY:
            return self._replaced(track, hex, codes, anchors)
        for side in range(6):
            if codes[3 + side] > 0:
                break
        else:
            if not codes[2]:
                return NO_SITE  # nothing to begin from
        key = (hex, self._faced(track, hex, anchors), *codes[1:])
        shared = builder.shared
        known = shared.get(key)
        if known is None:
            if len(shared) >= SHARED:
                shared.clear()
            forms = builder.fitting.forms(codes)
            known = shared[key] = self._made(hex, old, bool(codes[1]), forms, builder.prices.place[hex])
        return known

    def _faced(self, track: Track, hex: int, anchors: dict[int, int]) -> int:
        """Return which sides face a city that is an anchor, track of the seat, or unowned track: three bits for each side."""
        found = 0
        at, places, across = track.at, track.places, self.across
        for port in range(6 * hex, 6 * hex + 6):
            found <<= 3
            other = across[port]
            if other < 0:
                continue
            if places[other // 6] == CITY:
                if other // 6 in anchors:
                    found |= 1
            elif at[other] != EMPTY:
                owner = track.sections[at[other]].owner
                found |= 2 if owner == self.seat else 4 if owner == NOBODY else 0
        return found

    def _replaced(self, track: Track, hex: int, codes: list[int], anchors: dict[int, int]) -> Site:
        """Return the site of a hex with a tile: replacements, and redirects of its OPEN ends."""
        builder = self.builder
        tiles, old = builder.tiles, codes[0]
        fitting = builder.fitting.forms(codes)
        if codes[1]:
            return self._made(hex, old, True, fitting, builder.prices.town_replace)
        prices = builder.prices.replace
        redirects: list[int] = []
        for move in tiles.redirects[old]:
            if not builder.why_not_redirect(track, self.seat, codes, hex, move, anchors):
                redirects.append(move[0])
        if redirects:
            cost = builder.prices.redirect
            prices = prices.copy()
            for form in redirects:
                prices[form] = cost[form]
            fitting = sorted(fitting + redirects)
        return self._made(hex, old, False, fitting, prices)

    def _made(self, hex: int, old: int, town: bool, forms: list[int], prices: list[int]) -> Site:
        if not forms:
            return NO_SITE
        row, shapes = self.table[hex], self.builder.tiles.forms
        tiles = 0
        discs = False
        plays: list[Any] = []
        costs: list[int] = []
        for form in forms:
            plays.append(row[form])
            costs.append(prices[form])
            tiles |= 1 << shapes[form].tile
            if town and shapes[form].kind != "town":
                discs = True
        return Site(hex, old, tuple(plays), tuple(forms), tuple(costs), tiles, discs)

    # -- the answer --------------------------------------------------------------------------------------------------------

    def legal(self, track: Track, purse: int, skip: Collection[int] | None, first: bool) -> list[Any]:
        """Return every legal play on the track of the last ``update``."""
        builder = self.builder
        blocked = self.blocked
        disc_left = track.discs < builder.tiles.discs
        if self.loose or (builder.discs is not None and self.owned + 4 > builder.discs):
            return self._one_by_one(track, purse, skip, first)
        found: list[Any] = []
        for site in self.active:
            if skip and site.hex in skip:
                continue
            if site.tiles & blocked or (site.discs and not disc_left):
                self._tested(track, site, purse, first, False, found)
            elif purse >= site.dearest and not first:
                found += site.plays
            else:
                key = (min(purse, site.dearest) << 1) + first
                known = site.known.get(key)
                if known is None:
                    able: list[Any] = []
                    self._tested(track, site, purse, first, False, able)
                    known = site.known[key] = tuple(able)
                found += known
        return found

    def _one_by_one(self, track: Track, purse: int, skip: Collection[int] | None, first: bool) -> list[Any]:
        """Return every legal play, checked one by one, where the seat is short of discs or unowned track may not be its to
        claim."""
        found: list[Any] = []
        for site in self.active:
            if not skip or site.hex not in skip:
                self._tested(track, site, purse, first, True, found)
        return found

    def _tested(self, track: Track, site: Site, purse: int, first: bool, careful: bool, found: list[Any]) -> None:
        """Add the plays of a site that pass every test."""
        builder = self.builder
        hex, old = site.hex, site.old
        forms = builder.tiles.forms
        back = forms[old].tile if old != EMPTY else -1
        scarce = site.tiles & self.blocked
        discs_short = site.discs and track.discs >= builder.tiles.discs
        if first and not site.at_city:
            site.at_city = tuple([builder.touches_city(track, hex, form, self.anchors) for form in site.forms])
        if careful and not site.needed:
            claims: list[bool] = []
            needed: list[int] = []
            for form in site.forms:
                redirected = builder.kind(track, hex, form) == REDIRECT
                claims.append(redirected or builder.claims_rightly(track, self.seat, hex, form, self.anchors))
                needed.append(0 if builder.discs is None else builder.discs_needed(track, self.seat, hex, form))
            site.claims, site.needed = tuple(claims), tuple(needed)
        discs_left = ALL if builder.discs is None else builder.discs - self.owned
        for n, form in enumerate(site.forms):
            if site.prices[n] > purse:
                continue
            if scarce >> forms[form].tile & 1 and not builder.tiles.available(track.used, forms[form].tile, back):
                continue
            if discs_short and not builder.disc_left(track, hex, form):
                continue
            if first and not site.at_city[n]:
                continue
            if careful and (not site.claims[n] or site.needed[n] > discs_left):
                continue
            found.append(site.plays[n])


def _among(section: Section, those: list[Section]) -> bool:
    for other in those:  # noqa: SIM110 (compiled, a loop is faster)
        if other is section:
            return True
    return False
