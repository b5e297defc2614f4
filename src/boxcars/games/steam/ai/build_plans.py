"""Planning links for the bots: which chains of links a seat could build next, tile by tile.

``CourseFinder`` finds, for a stop, the cheapest track to every other stop near it; ``Planner`` joins such links to chains that a
build turn can pay for, and values the deliveries that they allow.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from boxcars.core.memoize import keep
from boxcars.games.steam.ai.link_earnings import DeliveryForecast, Links, add_link, links_of
from boxcars.games.steam.ai.weights import Weights
from boxcars.games.steam.state import KINDS, Table
from boxcars.rail.actions import LayTrack
from boxcars.rail.track import CITY, EMPTY, LAND, NOBODY, OPEN, TOWN_HEX, Track, spread

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

MOST_TILES: Final = 4
"""The greatest number of tiles of a planned link."""
REMEMBERED: Final = 20_000
"""Maximum number of neighbourhoods whose courses are memoized."""
SPARE: Final = 3
"""Chains that cost up to this many dollars more are searched for, too: there may be more money at the next decision."""
CHAINS: Final = 45
"""The greatest number of chains whose deliveries are computed."""


@dataclass(frozen=True)
class Course:
    """Track from one stop to another: tiles in the order of building, the sides at both stops (-1: track is there)."""

    start: int
    end: int
    cost: int
    tiles: tuple[tuple[int, int], ...]
    leave: int
    arrive: int


@dataclass
class Chain:
    """Links to build one after the other, with their tiles and price."""

    stops: list[int]
    courses: list[Course]
    plays: list[tuple[int, int]] = field(default_factory=list)
    cost: int = 0
    benefit: float = -1.0
    """The value of the chain, its price not subtracted; less than 0: not computed yet."""


class CourseCache:
    """Courses found before. What can be built from a side of a stop depends only on the hexes near it, so most results stay valid
    from decision to decision and from seat to seat."""

    def __init__(self, rules: Steam) -> None:
        self.rules = rules
        self.courses: dict[tuple[Any, ...], list[tuple[float, Course]]] = {}
        self._near: dict[int, set[int]] = {}
        self._tiles: dict[int, Any] = {}
        self._distances: dict[tuple[int, ...], list[int]] = {}

    def near(self, hex: int) -> set[int]:
        """Return the hexes that track from a hex may reach."""
        known = self._near.get(hex)
        if known is None:
            known = self._near[hex] = self.rules.board.grid.within(hex, MOST_TILES)
            self._tiles[hex] = itemgetter(*sorted(known), 0)
        return known

    def distances(self, track: Track, new_cities: tuple[int, ...]) -> list[int]:
        """Return for each hex how many more tiles are needed from there to a stop or to open track, after a tile on the hex
        itself."""
        across, places = self.rules.board.grid.across, track.places
        if new_cities not in self._distances:
            far = [MOST_TILES] * len(places)
            beside = [
                port // 6
                for port, other in enumerate(across)
                if other >= 0 and places[port // 6] == LAND and places[other // 6] != LAND
            ]
            self._begin(far, places, beside)
            self._distances[new_cities] = far
        found = self._distances[new_cities].copy()
        begun: list[int] = []
        for section in track.sections:
            for end in (0, 1):
                if section.ends[end] == OPEN and across[section.ports[end]] >= 0:
                    begun.append(across[section.ports[end]] // 6)
        self._begin(found, places, [hex for hex in begun if places[hex] == LAND])
        return found

    def _begin(self, far: list[int], places: list[int], edge: list[int]) -> None:
        """Set the distance of these hexes to 0 and update their neighbours."""
        for hex in edge:
            far[hex] = 0
        spread(self.rules.board.grid, places, far, edge)

    def tiles(self, track: Track, hex: int) -> Any:
        """Return what lies on these hexes."""
        return self._tiles[hex](track.tiles)


class CourseFinder:
    """The cheapest tracks from stop to stop for one seat in one position."""

    def __init__(self, rules: Steam, track: Track, seat: int, memory: CourseCache) -> None:
        self.rules = rules
        self.track = track
        self.seat = seat
        self.memory = memory
        self._known: dict[int, list[Course]] = {}
        tiles = rules.board.tiles
        self.free = [tiles.available(track.used, i) for i in range(len(tiles.tiles))]
        self.prices = rules.board.builder.prices
        self._common = tuple(self.free)
        self._loose = [
            (section.ports[0], section.ports[1], self.mine(i), max(section.ends))
            for i, section in enumerate(track.sections)
            if section.ends[0] < 0 or section.ends[1] < 0
        ]
        self._new_cities = tuple([hex for hex in rules.board.hexes.towns if track.places[hex] == CITY])
        self._far: list[int] = []

    def courses(self, stop: int) -> list[Course]:
        """Return the cheapest track to every stop near this one."""
        known = self._known.get(stop)
        if known is None:
            found: dict[int, tuple[float, Course]] = {}
            for weight, course in self._find_courses(stop):
                if course.end not in found or found[course.end][0] > weight:
                    found[course.end] = (weight, course)
            known = self._known[stop] = [course for _, course in found.values()]
        return known

    def mine(self, i: int) -> bool:
        """Return whether the seat may extend this unfinished section."""
        section = self.track.sections[i]
        return not section.complete and section.owner in (self.seat, NOBODY)

    def _find_courses(self, stop: int) -> list[tuple[float, Course]]:
        track, across = self.track, self.rules.board.grid.across
        town = track.places[stop] == TOWN_HEX
        found: list[tuple[float, Course]] = []
        for side in range(6):
            port = 6 * stop + side
            leave = side if town else -1
            i = track.at[port]
            if i != EMPTY:
                if not self.mine(i):
                    continue
                section = track.sections[i]
                port = section.ports[0] if section.ends[0] == OPEN else section.ports[1]
                leave = -1
            if across[port] >= 0:
                found += self._courses_by_port(stop, port, leave)
        return found

    def _courses_by_port(self, stop: int, port: int, leave: int) -> list[tuple[float, Course]]:
        """Return all courses that leave a stop by this side; memoized by what lies near."""
        memory = self.memory
        hex = self.rules.board.grid.across[port] // 6
        near = memory.near(hex)
        loose = tuple([end for end in self._loose if end[0] // 6 in near or end[1] // 6 in near]) if self._loose else ()
        cities = tuple([city for city in self._new_cities if city in near])
        key = (stop, port, leave, memory.tiles(self.track, hex), loose, cities, self._common)
        known = memory.courses.get(key)
        if known is None:
            known = keep(memory.courses, key, self._search(stop, port, leave), REMEMBERED)
        return known

    def _search(self, stop: int, port: int, leave: int) -> list[tuple[float, Course]]:
        track, across = self.track, self.rules.board.grid.across
        heap: list[tuple[float, int, int, int, tuple[tuple[int, int], ...]]] = [(0.0, 0, across[port], 0, ())]
        serial = 0
        if not self._far:
            self._far = self.memory.distances(track, self._new_cities)
        best: dict[int, tuple[float, Course]] = {}
        seen: set[int] = set()
        while heap:
            weight, _, port, cost, tiles = heappop(heap)
            if port in seen:
                continue
            seen.add(port)
            hex, side = port // 6, port % 6
            i = track.at[port]
            if track.places[hex] == CITY:
                self._note_arrival(best, weight, Course(stop, hex, cost, tiles, leave, -1))
                continue
            if i != EMPTY:
                if self.mine(i):
                    ends = track.sections[i].ends
                    self._note_arrival(best, weight, Course(stop, max(ends), cost, tiles, leave, -1))
                continue
            if track.places[hex] == TOWN_HEX:
                self._note_arrival(best, weight, Course(stop, hex, cost, tiles, leave, side))
                continue
            if len(tiles) >= MOST_TILES:
                continue
            for out in range(6):
                beyond = across[6 * hex + out]
                if out == side or beyond < 0 or track.at[6 * hex + out] != EMPTY or beyond in seen:
                    continue
                free = track.places[beyond // 6] == LAND and track.at[beyond] == EMPTY
                if free and len(tiles) + 2 + self._far[beyond // 6] > MOST_TILES:
                    continue
                form = self.form(hex, side, out)
                if form < 0:
                    continue
                price = self.prices.place[hex][form] if track.tiles[hex] == EMPTY else self.prices.replace[form]
                serial += 1
                heappush(heap, (weight + price + 1.5, serial, beyond, cost + price, (*tiles, (hex, form))))
        return list(best.values())

    def _note_arrival(self, best: dict[int, tuple[float, Course]], weight: float, course: Course) -> None:
        if course.end != course.start and course.end not in best:
            best[course.end] = (weight, course)

    def form(self, hex: int, a: int, b: int) -> int:
        """Return the tile that connects two sides of a hex: a new one, or one that keeps existing track; -1 if there is none."""
        tiles = self.rules.board.tiles
        form = tiles.joining(self.track.tiles[hex], a, b)
        return form if form >= 0 and self.free[tiles.forms[form].tile] else -1


class Planner:
    """The chains of links that a seat could build next in one position, found once for all decisions of a turn."""

    def __init__(self, rules: Steam, table: Table, seat: int, survey: CourseFinder, weights: Weights) -> None:
        self.weights = weights
        self.rules = rules
        self.table = table
        self.seat = seat
        self.survey = survey
        self.plays = 0
        self.money = 0
        """The tile plays and the money for which chains were searched so far."""
        self.anchors = rules.board.builder.anchors(table.track, seat)
        self.graph = links_of(table.track.sections, seat)
        self.level = min(rules.max_locomotive, table.locomotive[seat] + 1)
        self.turns_left = rules.turns - table.turn
        self.moves = min(2 + 2 * self.turns_left, 8)
        self.now = self.expected_points(self.graph)
        self._found: list[Chain] = []

    def expected_points(self, graph: Links) -> float:
        """Return the expected points of deliveries with this locomotive, and of those with a better locomotive later."""
        t, best = self.weights, self.rules.max_locomotive
        far = t.best_locomotive_share if self.turns_left > 2 else 0.0
        reach = best if far > 0.0 else min(6, self.level + 2)
        delivery_forecast = DeliveryForecast(self.table, self.rules.board.places, graph, reach, t.delivery_decay, False)
        soon = delivery_forecast.expected_points(self.level, self.moves)
        if self.turns_left < 2:
            return soon
        worth = (1.0 - t.later_locomotive_share) * soon + t.later_locomotive_share * delivery_forecast.expected_points(
            min(6, self.level + 2), self.moves
        )
        return worth + far * (delivery_forecast.expected_points(best, self.moves) - soon) if far > 0.0 else worth

    def chains(self, plays: int, money: int) -> list[Chain]:
        """Return every chain for this many tiles and this much money, and single links that take a second build turn; best guess
        first."""
        if self.plays < plays or self.money < money:
            self.plays = max(plays, self.plays)
            self.money = money + SPARE
            found: dict[frozenset[tuple[int, int]], Chain] = {}
            for stop in self.anchors:
                self._extend_chain(Chain([stop], []), found)
            self._found = list(found.values())
            self._found.sort(key=self.quick_guess, reverse=True)
        return [chain for chain in self._found if chain.cost <= money and self._fits(chain, plays)]

    def _fits(self, chain: Chain, plays: int) -> bool:
        n = len(chain.plays)
        return n <= plays or (n <= plays + 2 and len(chain.courses) == 1)

    def _extend_chain(self, chain: Chain, found: dict[frozenset[tuple[int, int]], Chain]) -> None:
        here = chain.stops[-1]
        for course in self.survey.courses(here):
            if course.end in chain.stops:
                continue
            longer = Chain([*chain.stops, course.end], [*chain.courses, course])
            if not self.assemble_plays(longer):
                continue
            key = frozenset((min(c.start, c.end), max(c.start, c.end)) for c in longer.courses)
            known = found.get(key)
            if known is None or (len(known.plays), known.cost) > (len(longer.plays), longer.cost):
                found[key] = longer
                if len(longer.plays) < self.plays and len(longer.courses) < 4:
                    self._extend_chain(longer, found)

    def assemble_plays(self, chain: Chain) -> bool:
        """Put the tile plays into their order; False if they are too many or too expensive."""
        board, track = self.rules.board, self.table.track
        exits: dict[int, list[int]] = {}
        for course in chain.courses:
            if course.leave >= 0:
                exits.setdefault(course.start, []).append(course.leave)
            if course.arrive >= 0:
                exits.setdefault(course.end, []).append(course.arrive)
        plays: list[tuple[int, int]] = []
        cost = 0
        hexes: set[int] = set()
        for n, stop in enumerate(chain.stops):
            if n:
                course = chain.courses[n - 1]
                plays += course.tiles
                cost += course.cost
            if stop not in exits:
                continue
            old = track.tiles[stop]
            sides = set(exits[stop]) | set(board.tiles.forms[old].sides if old != EMPTY else ())
            form = board.town_form.get(frozenset(sides), -1)
            if form < 0 or not self.survey.free[board.tiles.forms[form].tile]:
                return False
            plays.append((stop, form))
            cost += board.builder.cost(track, stop, form)
        for hex, _ in plays:
            if hex in hexes:
                return False
            hexes.add(hex)
        chain.plays, chain.cost = plays, cost
        return bool(plays) and cost <= self.money and self._fits(chain, self.plays)

    def benefit(self, chain: Chain) -> float:
        """Return the value of a chain: deliveries, and a point for each link at the end."""
        if chain.benefit < 0:
            graph = {stop: edges[:] for stop, edges in self.graph.items()}
            for n, course in enumerate(chain.courses):
                add_link(graph, course.start, course.end, 10_000 + n)
            chain.benefit = max(0.0, self.expected_points(graph) - self.now + self.weights.link_value * len(chain.courses))
        return chain.benefit

    def ranked(self, plays: int, money: int, dollar: float) -> list[tuple[float, Chain]]:
        """Return the chains that are worth their price, each with its gain; best first."""
        found: list[tuple[float, Chain]] = []
        for chain in self.chains(plays, money)[:CHAINS]:
            late = self.weights.second_turn_share if len(chain.plays) > plays else 1.0
            gain = late * self.benefit(chain) - dollar * chain.cost
            if gain > 0:
                found.append((gain, chain))
        found.sort(key=_gain, reverse=True)
        return found

    def quick_guess(self, chain: Chain) -> float:
        """Return a quick estimate of a chain: links, cubes at one stop that another accepts, less the price."""
        cities = [stop for stop in chain.stops if self.table.track.places[stop] == CITY]
        demand = 0
        for a in cities:
            for b in cities:
                if a != b:
                    colour = self.table.accepts[b].bit_length() - 1
                    demand += self.table.cubes[KINDS * self.rules.board.place_of[a] + colour]
        joined = sum(1 for stop in chain.stops if stop in self.graph)
        return 0.8 * len(chain.courses) + len(chain.courses) * min(demand, 3) + 0.7 * joined - 0.2 * chain.cost


def _gain(entry: tuple[float, Chain]) -> float:
    return entry[0]


def as_action(rules: Steam, play: tuple[int, int]) -> LayTrack:
    hex, form = play
    return rules.board.plays[hex][form]
