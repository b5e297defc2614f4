"""For the bots: the links that a seat could build in one turn, and their cost."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from boxcars.core.memoize import keep
from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.state import Table
from boxcars.rail.track import CITY, EMPTY, LAND, NOBODY, OPEN, TOWN_HEX, spread

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.ai.link_earnings import Edge

MEMORY: Final = 20_000
"""Maximum number of neighbourhoods whose plans are memoized."""


class Plan:
    """New links that can be completed in one build turn: the tiles in order as (hex, form), the price, the links."""

    def __init__(self, plays: list[tuple[int, int]], price: int, edges: list[Edge]) -> None:
        self.plays = plays
        self.price = price
        self.edges = edges
        self.joins = tuple([stop for a, b, _ in edges for stop in (a, b)])

    def identity(self, fine: bool) -> tuple[int, ...]:
        """Return a key that distinguishes plans: the stops that they join, or also the hexes on the way."""
        if not fine:
            return self.joins
        return (*self.joins, *sorted([hex for _, _, hexes in self.edges for hex in hexes]))


class PlanFinder:
    """Finds plans and memoizes them: what can be built from a side of a stop depends only on the hexes near it, so most results
    stay valid from decision to decision and from seat to seat."""

    def __init__(self, rules: AgeOfSteam) -> None:
        self.rules = rules
        self.tell_by_hex = False
        """Whether plans that join the same stops over other hexes count as different plans, since goods may lie there."""
        self._known: dict[tuple[Any, ...], list[Plan]] = {}
        self._tiles_near: dict[int, Any] = {}
        self._hexes_near: dict[int, set[int]] = {}
        self._distances: dict[tuple[int, ...], list[int]] = {}

    def tell_apart_by_hex(self, fine: bool) -> None:
        """Set whether plans that join the same stops over other hexes count as different plans."""
        if fine != self.tell_by_hex:
            self.tell_by_hex = fine
            self._known.clear()

    def plans(self, table: Table, seat: int, plays: int) -> list[Plan]:
        """Return all plans with at most ``tiles`` tiles, whatever their price; of those that join the same stops only the
        cheapest."""
        track = table.track
        anchors = self.rules.anchors(table, seat)
        planner = Planner(self, table, seat, plays, anchors)
        common = (plays, tuple(planner.free), track.discs < TILES.discs)
        loose: list[tuple[int, int, bool, tuple[int, ...]]] = []
        for section in track.sections:
            if section.ends[0] < 0 or section.ends[1] < 0:
                mine = section.owner == seat or section.owner == NOBODY
                loose.append((section.ports[0], section.ports[1], mine, section.segments))
        best: dict[tuple[int, ...], Plan] = {}
        across = self.rules.board.grid.across
        for stop in anchors:
            if track.places[stop] != CITY:
                self._add_plans(best, planner, stop, -1, -1, common, loose)
                continue
            for port in range(6 * stop, 6 * stop + 6):
                if track.at[port] == EMPTY and across[port] >= 0:
                    self._add_plans(best, planner, across[port] // 6, port, -1, common, loose)
        for i, section in enumerate(track.sections):
            if section.owner not in (seat, NOBODY) or section.complete:
                continue
            stop = section.ends[0] if section.ends[0] >= 0 else section.ends[1]
            if section.owner == seat or stop in anchors:
                port = section.ports[0] if section.ends[0] == OPEN else section.ports[1]
                if across[port] >= 0:
                    self._add_plans(best, planner, across[port] // 6, port, i, common, loose)
        return list(best.values())

    def _add_plans(
        self,
        best: dict[tuple[int, ...], Plan],
        planner: Planner,
        hex: int,
        port: int,
        section: int,
        common: tuple[Any, ...],
        loose: list[tuple[int, int, bool, tuple[int, ...]]],
    ) -> None:
        """Add the plans that begin in this hex: beyond a side of a city, beyond an open end of a section, or in a town."""
        table, rings = planner.table, planner.plays + (1 if port < 0 else 0)
        place = 10 * hex + rings
        if place not in self._hexes_near:
            near = self.rules.board.grid.within(hex, rings)
            self._hexes_near[place] = near
            self._tiles_near[place] = itemgetter(*sorted(near), 0)
        near = self._hexes_near[place]
        begun = planner.track.sections[section].segments if section >= 0 else ()
        ends = tuple([end for end in loose if end[0] // 6 in near or end[1] // 6 in near]) if loose else ()
        cities = tuple([city for city in table.new_cities if city in near])
        played = tuple([h for h in table.played if h in near]) if table.played else ()
        key = (hex, port, begun, self._tiles_near[place](planner.track.tiles), ends, cities, played, common)
        found = self._known.get(key)
        if found is None:
            if section >= 0:
                found = cheapest_plans(planner.from_section(section), self.tell_by_hex)
            else:
                found = cheapest_plans(planner.from_port(port) if port >= 0 else planner.from_town(hex), self.tell_by_hex)
            keep(self._known, key, found, MEMORY)
        for plan in found:
            mark = plan.identity(self.tell_by_hex)
            known = best.get(mark)
            if known is None or known.price > plan.price:
                best[mark] = plan

    def distances(self, table: Table) -> list[int]:
        """Return for each hex how many more tiles are needed from there to a stop, town or open track, after a tile on the hex
        itself."""
        across, places = self.rules.board.grid.across, table.track.places
        cities = tuple(table.new_cities)
        if cities not in self._distances:
            near = [0 if place == TOWN_HEX else 9 for place in places]
            for hex, place in enumerate(places):
                for port in range(6 * hex, 6 * hex + 6):
                    if place == LAND and across[port] >= 0 and near[hex] > 0:
                        beyond = places[across[port] // 6]
                        near[hex] = 0 if beyond == CITY else 1 if beyond == TOWN_HEX else near[hex]
            spread(
                self.rules.board.grid, places, near, [hex for hex, place in enumerate(places) if place == LAND and near[hex] < 2]
            )
            self._distances[cities] = near
        found = self._distances[cities].copy()
        begun: list[int] = []
        for section in table.track.sections:
            for end in (0, 1):
                beyond = across[section.ports[end]] if section.ends[end] == OPEN else -1
                if beyond >= 0 and places[beyond // 6] == LAND and table.track.at[beyond] == EMPTY:
                    found[beyond // 6] = 0
                    begun.append(beyond // 6)
        spread(self.rules.board.grid, places, found, begun)
        return found


def cheapest_plans(plans: list[Plan], fine: bool) -> list[Plan]:
    best: dict[tuple[int, ...], Plan] = {}
    for plan in plans:
        mark = plan.identity(fine)
        known = best.get(mark)
        if known is None or known.price > plan.price:
            best[mark] = plan
    return list(best.values())


class Planner:
    """Finds plans for one seat in one position: walks from its anchors over free hexes to other stops."""

    def __init__(self, plan_finder: PlanFinder, table: Table, seat: int, plays: int, anchors: dict[int, int]) -> None:
        self.plan_finder = plan_finder
        self.rules = plan_finder.rules
        self.table = table
        self.track = table.track
        self.seat = seat
        self.plays = plays
        self.anchors = anchors
        self.plans: list[Plan] = []
        self.near: list[int] = []
        self.free = [TILES.available(self.track.used, i) for i in range(len(TILES.tiles))]

    def from_section(self, i: int) -> list[Plan]:
        """Extend plans from the open end of a section."""
        self._begin()
        section = self.track.sections[i]
        stop = section.ends[0] if section.ends[0] >= 0 else section.ends[1]
        port = section.ports[0] if section.ends[0] == OPEN else section.ports[1]
        hexes = tuple([s // 42 for s in section.segments])
        self._step(stop, self.rules.board.grid.across[port], [], 0, [], hexes)
        return self.plans

    def from_port(self, port: int) -> list[Plan]:
        """Extend plans from a city by one of its sides."""
        self._begin()
        self._step(port // 6, self.rules.board.grid.across[port], [], 0, [], ())
        return self.plans

    def from_town(self, stop: int) -> list[Plan]:
        """Extend plans from a town by any free side."""
        self._begin()
        self._leave_town(stop, [], 0, [])
        return self.plans

    def _begin(self) -> None:
        self.plans = []
        if not self.near:
            self.near = self.plan_finder.distances(self.table)

    def _leave_town(self, stop: int, plays: list[tuple[int, int]], price: int, edges: list[Edge]) -> None:
        """Add an exit to a town on the board (or change the tile this plan has just put there) and go on."""
        track, across = self.track, self.rules.board.grid.across
        ours = [form for hex, form in plays if hex == stop]
        old = ours[0] if ours else track.tiles[stop]
        if not ours and (len(plays) >= self.plays or stop in self.table.played):
            return
        have = TILES.forms[old].sides
        if len(have) >= 4:
            return
        for side in range(6):
            port = 6 * stop + side
            if side in have or across[port] < 0:
                continue
            form = self._town_form((*have, side), stop)
            if form < 0:
                continue
            if ours:
                changed = [(h, form if h == stop else f) for h, f in plays]
                cost = price + len(TILES.forms[form].sides) - len(have) if track.tiles[stop] == EMPTY else price
            else:
                changed = [*plays, (stop, form)]
                cost = price + self.rules.board.prices.town_replace[form]
            self._step(stop, across[port], changed, cost, edges, ())

    def _town_form(self, sides: tuple[int, ...], hex: int) -> int:
        """Return a town tile with these exits that is left in the supply; -1 if there is none."""
        want = tuple(sorted(sides))
        for form in TILES.forms:
            disc = form.kind == "town" or self.track.discs < TILES.discs or self._has_disc(hex)
            if form.sides == want and self.free[form.tile] and disc:
                return form.number
        return -1

    def _has_disc(self, hex: int) -> bool:
        old = self.track.tiles[hex]
        return old != EMPTY and TILES.needs_disc(old)

    def _step(
        self, start: int, port: int, plays: list[tuple[int, int]], price: int, edges: list[Edge], hexes: tuple[int, ...]
    ) -> None:
        """Extend a plan whose track from ``start`` enters a hex by this side."""
        if port < 0:
            return
        track = self.track
        hex = port // 6
        place = track.places[hex]
        if place == CITY:
            if hex != start and hexes:
                self._finish(start, hex, plays, price, edges, hexes)
            return
        left = self.plays - len(plays)
        if left <= 0 or hex in self.table.played or hex in hexes or any(h == hex for h, _ in plays) or self.near[hex] > left - 1:
            return
        i = track.at[port]
        if i != EMPTY:
            return
        if place == TOWN_HEX:
            self._enter_town(start, port, plays, price, edges, hexes)
            return
        self._over_land(start, port, plays, price, edges, hexes)

    def _enter_town(
        self, start: int, port: int, plays: list[tuple[int, int]], price: int, edges: list[Edge], hexes: tuple[int, ...]
    ) -> None:
        hex, side = port // 6, port % 6
        old = self.track.tiles[hex]
        have = TILES.forms[old].sides if old != EMPTY else ()
        if hex == start or len(have) >= 4 or not hexes:
            return
        form = self._town_form((*have, side), hex)
        if form < 0:
            return
        prices = self.rules.board.prices
        cost = price + (prices.town_replace[form] if old != EMPTY else prices.place[hex][form])
        after = [*plays, (hex, form)]
        links = [*edges, (start, hex, hexes)]
        self.plans.append(Plan(after, cost, links))
        if len(after) < self.plays:
            self._leave_town(hex, after, cost, links)

    def _over_land(
        self, start: int, port: int, plays: list[tuple[int, int]], price: int, edges: list[Edge], hexes: tuple[int, ...]
    ) -> None:
        track, across = self.track, self.rules.board.grid.across
        hex, side = port // 6, port % 6
        old = track.tiles[hex]
        prices = self.rules.board.prices
        left = self.plays - len(plays) - 2  # tiles that may still follow the one after this
        for out in range(6):
            if out == side:
                continue
            onward = across[6 * hex + out]
            if onward < 0 or track.at[6 * hex + out] != EMPTY or onward // 6 == start:
                continue
            if track.at[onward] == EMPTY and track.places[onward // 6] != CITY and self.near[onward // 6] > left:
                continue
            form = TILES.joining(old, side, out)
            if form < 0 or not self.free[TILES.forms[form].tile]:
                continue
            cost = price + (prices.place[hex][form] if old == EMPTY else prices.replace[form])
            joined = track.at[onward]
            after = [*plays, (hex, form)]
            if joined != EMPTY and track.places[onward // 6] != CITY:
                section = track.sections[joined]
                if section.owner in (self.seat, NOBODY):
                    end = section.ends[0] if section.ends[0] >= 0 else section.ends[1]
                    if end != start:
                        more = tuple(s // 42 for s in section.segments)
                        self._finish(start, end, after, cost, edges, (*hexes, hex, *more))
                continue
            self._step(start, onward, after, cost, edges, (*hexes, hex))

    def _finish(
        self, start: int, end: int, plays: list[tuple[int, int]], price: int, edges: list[Edge], hexes: tuple[int, ...]
    ) -> None:
        if plays:
            self.plans.append(Plan(plays, price, [*edges, (start, end, hexes)]))
