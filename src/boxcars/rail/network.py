"""The completed links as a graph, and the search for deliveries (AOS-11.3 … 11.12, STM-10.3 … 10.12).

A Network is built when the links have changed and then asked many times; every answer is remembered. The search goes
link by link from the cube's stop. Two ways to the same stop over the same stops with the same gains are one. A way waits
until the reach asked for is as long as the way and the nearest city beyond it together, so that nothing is looked at which
cannot arrive, and a longer reach goes on where a shorter one stopped. Never more than ``WAYS`` ways wait for one reach (at
least one to every stop), so a dense board cannot make it explode.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from boxcars.rail.track import CITY, EMPTY, Section, Track

WAYS: Final = 4_000
NETWORKS: Final = 128
"""So many networks are remembered."""
GAIN_BITS: Final = 4
"""Gains are packed: the links of seat s in a way stand at bit 4 * s (at most 15)."""


def gain_of(gains: int, seat: int) -> int:
    """How many links of the seat a packed gain holds."""
    return (gains >> (GAIN_BITS * seat)) & 15


@dataclass
class Route:
    """A way for a cube: it leaves each stop in turn by ``ports`` and ends at ``stop``; each owner's links in ``gains``.

    Never changed once it is made, so everybody shares it."""

    stop: int
    gains: int
    ports: tuple[int, ...]


class Network:
    """The graph of completed links. ``accepts[hex]`` is a bit mask of the colours a city takes; ``closed`` stops can be
    entered only to deliver (AOS-17.4). ``towns_repeat``: a town may be passed twice, but no link used twice (STM-10.7);
    otherwise no stop is visited twice."""

    def __init__(self, track: Track, accepts: list[int], closed: frozenset[int], towns_repeat: bool = False) -> None:
        self.accepts = accepts
        self.closed = closed
        self.bit: dict[int, int] = {}
        self.edges: dict[int, list[tuple[int, int, int, int]]] = {}
        """stop -> (next stop, marks that must not be set and then are, packed gain, port)."""
        self.made: dict[tuple[int, ...], list[Any]] = {}
        """What a game has made of the routes (ready-made actions), remembered with them."""
        self._near: dict[int, dict[int, int]] = {}
        self._searches: dict[tuple[int, int, int], Search] = {}
        links = [section for section in track.sections if section.complete]
        links.sort(key=first_port)
        for section in links:
            for stop in section.ends:
                if stop not in self.bit:
                    self.bit[stop] = 1 << len(self.bit)
                    self.edges[stop] = []
        stops = len(self.bit)
        for n, section in enumerate(links):
            gain = 1 << (GAIN_BITS * section.owner) if section.owner >= 0 else 0
            a, b = section.ends
            mark_a, mark_b = self.bit[a], self.bit[b]
            if towns_repeat:
                mark_a = (mark_a if track.places[a] == CITY else 0) | 1 << (stops + n)
                mark_b = (mark_b if track.places[b] == CITY else 0) | 1 << (stops + n)
            self.edges[a].append((b, mark_b, gain, section.ports[0]))
            self.edges[b].append((a, mark_a, gain, section.ports[1]))

    def near(self, colour: int) -> dict[int, int]:
        """For every stop the number of links to the nearest city that takes the colour (stops that reach none are absent)."""
        known = self._near.get(colour)
        if known is not None:
            return known
        found: dict[int, int] = {}
        edge: list[int] = []
        for stop in self.edges:
            if self.accepts[stop] >> colour & 1:
                found[stop] = 0
                edge.append(stop)
        steps = 0
        while edge:
            steps += 1
            beyond: list[int] = []
            for stop in edge:
                if steps > 1 and stop in self.closed:
                    continue
                for next_stop, _, _, _ in self.edges[stop]:
                    if next_stop not in found:
                        found[next_stop] = steps
                        beyond.append(next_stop)
            edge = beyond
        self._near[colour] = found
        return found

    def routes(self, origin: int, colour: int, reach: int, skip: int = -1) -> list[Route]:
        """Every delivery of a cube from a stop over at most ``reach`` links: one route for each distinct (city, gains).

        ``skip``: a port by which the cube may not leave the origin. Ordered by city and gains; the shortest route stands
        for its kind.
        """
        key = (origin, colour, skip)
        search = self._searches.get(key)
        if search is None:
            search = Search(self, origin, colour, skip)
            self._searches[key] = search
        return search.within(reach)


class Search:
    """The search for the deliveries of one cube from one stop, reach by reach."""

    def __init__(self, network: Network, origin: int, colour: int, skip: int) -> None:
        self.network = network
        self.colour = colour
        self.skip = skip
        self.near = network.near(colour)
        self.answers: list[list[Route]] = [[]]
        """The routes of at most so many links."""
        self.found: set[tuple[int, int]] = set()
        self.waiting: dict[int, dict[tuple[int, int, int], tuple[int, ...]]] = {}
        """reach -> ways that can arrive with it and no shorter one: (stop, marks, gains) -> ports."""
        if origin in network.bit:
            self.waiting[1] = {(origin, network.bit[origin], 0): ()}

    def within(self, reach: int) -> list[Route]:
        while len(self.answers) <= reach:
            new = self.of_length(len(self.answers))
            routes = self.answers[-1] + new if new else self.answers[-1]
            self.answers.append(sorted(routes, key=by_effect) if new else routes)
        return self.answers[max(reach, 0)]

    def of_length(self, length: int) -> list[Route]:
        """The routes of this many links whose effect no shorter one has."""
        new: list[Route] = []
        ways = self.waiting.pop(length, None)
        if ways is None:
            return new
        accepts, closed, all_edges = self.network.accepts, self.network.closed, self.network.edges
        near, found, colour, skip = self.near, self.found, self.colour, self.skip
        queue = list(ways.items())
        for (stop, marks, gains), ports in queue:
            for next_stop, mark, gain, port in all_edges[stop]:
                if marks & mark or port == skip:
                    continue
                if accepts[next_stop] >> colour & 1:
                    end = (next_stop, gains + gain)
                    if end not in found:
                        found.add(end)
                        new.append(Route(next_stop, gains + gain, (*ports, port)))
                    continue
                if next_stop in closed or next_stop not in near:
                    continue
                way = (next_stop, marks | mark, gains + gain)
                need = len(ports) + 1 + near[next_stop]
                if need == length:
                    if way not in ways and len(ways) < WAYS:
                        ways[way] = so_far = (*ports, port)
                        queue.append((way, so_far))
                    continue
                later = self.waiting.get(need)
                if later is None:
                    later = self.waiting[need] = {}
                if way not in later and len(later) < WAYS:
                    later[way] = (*ports, port)
        return new


def by_effect(route: Route) -> tuple[int, int]:
    return route.stop, route.gains


class Networks:
    """The networks of one Rules object, remembered by what they are made of: clones and replays share the work."""

    def __init__(self, towns_repeat: bool = False) -> None:
        self.towns_repeat = towns_repeat
        self._known: dict[tuple[int, ...], Network] = {}

    def of(self, track: Track, accepts: list[int], closed: frozenset[int] = frozenset()) -> Network:
        """The network of this position. ``closed`` must depend on the map alone."""
        key = links_key(track, accepts)
        network = self._known.get(key)
        if network is None:
            if len(self._known) >= NETWORKS:
                del self._known[next(iter(self._known))]
            network = Network(track, accepts.copy(), closed, self.towns_repeat)
            self._known[key] = network
        return network


def links_key(track: Track, accepts: list[int]) -> tuple[int, ...]:
    """What a network depends on, as numbers: each link's two ports and owner, each city's colours."""
    key = [
        (section.ports[0] * 65536 + section.ports[1]) * 8 + section.owner + 1
        for section in track.sections
        if section.ends[0] >= 0 and section.ends[1] >= 0
    ]
    key.sort()
    key.extend(accepts)
    return tuple(key)


def first_port(section: Section) -> int:
    return section.ports[0]


def follow(track: Track, origin: int, sides: list[int]) -> tuple[list[int], list[int], str]:
    """Walk from a stop, leaving each stop by the given side: (stops entered, sections used, "" or "no_link")."""
    stops: list[int] = []
    sections: list[int] = []
    stop = origin
    for side in sides:
        port = 6 * stop + side
        i = track.at[port] if 0 <= side < 6 else EMPTY
        if i == EMPTY or not track.is_stop(stop):
            return stops, sections, "no_link"
        section = track.sections[i]
        if not section.complete or port not in section.ports:
            return stops, sections, "no_link"
        stop = section.ends[1] if section.ports[0] == port else section.ends[0]
        stops.append(stop)
        sections.append(i)
    return stops, sections, ""


def refuse_way(
    track: Track, accepts: list[int], origin: int, colour: int, sides: list[int], reach: int, towns_repeat: bool = False
) -> str:
    """Why a cube of the colour may not go this way: "" if it may (AOS-11.3 … 11.9, STM-10.3 … 10.8).

    "no_path", "no_link", "too_long", "link_twice", "city_twice", "passes_city", "wrong_city".
    """
    if not sides:
        return "no_path"
    stops, sections, wrong = follow(track, origin, sides)
    if wrong:
        return wrong
    if len(sides) > reach:
        return "too_long"
    if len(set(sections)) < len(sections):
        return "link_twice"
    seen = [origin]
    for stop in stops:
        if stop in seen and (track.places[stop] == CITY or not towns_repeat):
            return "city_twice"
        seen.append(stop)
    for stop in stops[:-1]:
        if accepts[stop] >> colour & 1:
            return "passes_city"
    return "" if accepts[stops[-1]] >> colour & 1 else "wrong_city"
