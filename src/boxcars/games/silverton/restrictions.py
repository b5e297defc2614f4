"""Building restrictions (SIL-13): the parallel limit and the purpose test."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from boxcars.games.silverton.network import NO_ROUTE, Lines, repaired, shortest
from boxcars.games.silverton.state import REMOVED, Table

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


def may_own(rules: Silverton, track: list[int], segment: int) -> bool:
    """SIL-13.1: no two segments of one parallel group."""
    for rival in rules.atlas.rivals[segment]:  # noqa: SIM110 (twice as fast as all())
        if rival in track:
            return False
    return True


class Purposes:
    """The purpose test for one player on the present track (SIL-13.5), remembered segment by segment.

    ``first`` is the first segment of a consecutive build, treated as built (SIL-13.6).
    """

    def __init__(self, rules: Silverton, lines: Lines, owner: list[int], seat: int, cards: list[int]) -> None:
        self.rules = rules
        self.lines = lines
        self.owner = owner
        self.seat = seat
        self.bits = rules.interest
        self.cards = cards
        self.verdicts: dict[int, bool] = {}
        self._wide: dict[int, list[tuple[int, int]]] = {}
        """The player's track and every vacant segment the player may own, by town."""
        self._wide_segments: set[int] = set()
        self._wide_lengths: dict[int, dict[int, int]] = {}
        self._sites: tuple[int, ...] | None = None

    def sites(self) -> tuple[int, ...]:
        """Vacant segments that touch home or own track, keep the parallel limit and have a purpose (SIL-11.3, 11.4, 11.8)."""
        if self._sites is None:
            atlas = self.rules.atlas
            found: set[int] = set()
            for town in self.lines.links:
                found.update(atlas.lines_at[town])
            track = list(self.lines.track)
            self._sites = tuple(
                s for s in sorted(found) if self.owner[s] < 0 and may_own(self.rules, track, s) and self.passes(s)
            )
        return self._sites

    def passes(self, segment: int) -> bool:
        known = self.verdicts.get(segment)
        if known is None:
            alone = self.rules.players == 1  # nobody can be blocked
            known = alone or self.intrinsic(segment) or self.open_road(segment) or self.possible_shortcut(segment)
            self.verdicts[segment] = known
        return known

    def new_towns(self, segment: int) -> list[int]:
        return [town for town in self.rules.atlas.ends[segment] if town not in self.lines.links]

    def intrinsic(self, segment: int) -> bool:
        """Return a purpose of its own: (a), (b), (e), (f) or (g)."""
        lines = self.lines
        bits = self.bits
        old: list[int] = []
        for town in self.rules.atlas.ends[segment]:
            if town in lines.links:
                old.append(town)
            elif bits >> town & 1:
                return True  # (a) new place
        if len(old) < 2:
            return False  # a dead end to nowhere changes nothing on the own track
        label = lines.label[old[0]]
        for town in old:
            if lines.label[town] != label:
                return True  # (e) join
        wider = self.rules.lines_of(lines.homes, tuple(sorted((*lines.track, segment))))
        return self.shorter_route(wider) or self.all_year_access(segment, wider) or self.lighter_haul(wider)

    def shorter_route(self, wider: Lines) -> bool:
        """(b) the route of some passenger card becomes shorter."""
        for card in self.cards:
            a, b = self.rules.atlas.card_ends[card]
            if wider.length(a, b) < self.lines.length(a, b):
                return True
        return False

    def all_year_access(self, segment: int, wider: Lines) -> bool:
        """(f) a town of interest can now be reached in winter (the segment joins nothing: what was at home is at home)."""
        if self.rules.atlas.white[segment]:
            return False
        lines = self.lines
        homes = len(lines.homes)
        closed = lines.closed([])
        if not closed:
            return False
        before, after = lines.opened(closed), wider.opened(closed)
        return any(self.bits >> town & 1 and after[town] < homes <= before[town] for town in lines.links)

    def lighter_haul(self, wider: Lines) -> bool:
        """(g) Advanced game: the longest segment of the best route to a market becomes shorter."""
        if not self.rules.advanced:
            return False
        lines = self.lines
        for market in self.rules.atlas.markets:
            if lines.at_home(market):
                for town in lines.links:
                    if self.bits >> town & 1 and wider.haul(market, town, ()) < lines.haul(market, town, ()):
                        return True
        return False

    def open_road(self, segment: int) -> bool:
        """(c) from a new town, over vacant segments the player may own, a town of interest can be reached."""
        rules = self.rules
        atlas = rules.atlas
        seen = set(self.new_towns(segment))
        todo = list(seen)
        track = list(self.lines.track)
        while todo:
            for line in atlas.lines_at[todo.pop()]:
                if self.owner[line] >= 0 or not may_own(rules, track, line):
                    continue
                for town in atlas.ends[line]:
                    if town in seen or town in self.lines.links:
                        continue
                    if self.bits >> town & 1:
                        return True
                    seen.add(town)
                    todo.append(town)
        return False

    def possible_shortcut(self, segment: int) -> bool:
        """(d) with the vacant segments the player may own, the segment would shorten some passenger route."""
        atlas = self.rules.atlas
        wide = self._links()
        ends = atlas.ends[segment]
        distance = atlas.distance[segment]
        for card in self.cards:
            a, b = atlas.card_ends[card]
            from_a, from_b = self._lengths(a), self._lengths(b)
            best = from_a.get(b, NO_ROUTE)
            if best >= NO_ROUTE:
                continue
            on_the_way = False
            for u in ends:
                for v in ends:
                    if u != v and from_a.get(u, NO_ROUTE) + distance + from_b.get(v, NO_ROUTE) == best:
                        on_the_way = True
            if on_the_way:
                without = {town: [x for x in links if x[1] != segment] for town, links in wide.items()}
                if shortest(without, atlas.distance, a).get(b, NO_ROUTE) > best:
                    return True
        return False

    def _links(self) -> dict[int, list[tuple[int, int]]]:
        """Return the player's track and every vacant segment the player may own. What is known of the position that was asked
        about before (with the same homes) is taken over and repaired: few segments differ."""
        if self._wide:
            return self._wide
        atlas, track = self.rules.atlas, list(self.lines.track)
        segments = self._wide_segments
        for segment, owner in enumerate(self.owner):
            if owner < 0:
                if may_own(self.rules, track, segment):
                    segments.add(segment)
            elif owner == self.seat:
                segments.add(segment)
        memory = self.rules.wide_memo
        before = memory.get(self.lines.homes)
        memory[self.lines.homes] = self
        if before is None:
            for segment in segments:
                _join(self._wide, atlas.ends[segment], segment)
            return self._wide
        wide = self._wide = before._wide.copy()
        gone: list[tuple[int, int, int]] = []
        came: list[tuple[int, int, int]] = []
        for segment in before._wide_segments ^ segments:
            ends = atlas.ends[segment]
            for town in ends:
                wide[town] = [link for link in wide.get(town, ()) if link[1] != segment]
            changed = [(a, b, atlas.distance[segment]) for a, b in combinations(ends, 2)]
            if segment in segments:
                came += changed
                _join(wide, ends, segment)
            else:
                gone += changed
        lengths = self._wide_lengths
        for town, known in before._wide_lengths.items():
            lengths[town] = repaired(known, wide, atlas.distance, gone, came)
        return wide

    def _lengths(self, town: int) -> dict[int, int]:
        wide = self._links()
        known = self._wide_lengths.get(town)
        if known is None:
            known = self._wide_lengths[town] = shortest(wide, self.rules.atlas.distance, town)
        return known


def _join(links: dict[int, list[tuple[int, int]]], towns: tuple[int, ...], segment: int) -> None:
    """Add a segment to the links of the towns it joins."""
    for a in towns:
        for b in towns:
            if a != b:
                links.setdefault(a, []).append((b, segment))


def purposes(rules: Silverton, state: Table, seat: int, first: int = -1) -> Purposes:
    """Return the purpose test of a seat now, from the memory where the track is the same."""
    player = state.players[seat]
    track = player.track
    owner = state.owner
    if first >= 0:
        track = sorted([*track, first])
        owner = owner.copy()
        owner[first] = seat
    key = (player.position, tuple(track), tuple(owner), tuple(state.card_at) if REMOVED in state.card_at else ())
    memo = rules.purposes_memo
    known = memo.get(key)
    if known is None:
        if len(memo) > 300:
            memo.clear()
        cards = [card for card, place in enumerate(state.card_at) if place != REMOVED]
        lines = rules.lines_of(rules.homes[player.position], tuple(track))
        known = memo[key] = Purposes(rules, lines, owner.copy(), seat, cards)
    return known
