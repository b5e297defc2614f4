"""The completed links as a graph, and the search for deliveries (AOS-11.3 … 11.12, STM-10.3 … 10.12).

A Network is built when the links have changed and then asked many times; every answer is remembered. The search goes
link by link from the cube's stop. Two ways to the same stop over the same stops with the same gains are one. A way waits
until the reach asked for is as long as the way and the nearest city beyond it together, so that nothing is looked at which
cannot arrive, and a longer reach goes on where a shorter one stopped. Never more than ``WAYS`` ways wait for one reach, so a
dense board cannot make it explode; what only a way beyond them would find is not listed, but remains legal (``refuse_way``).

There are thousands of ways, so everything is packed in numbers, and one addition goes along a link:

* *gains*: the links of seat s stand at bit 4 * s (at most 15);
* the *effect* of a delivery: its gains and, from bit ``CITY_AT`` on, the city where it ends. Where links may be used again the
  *uses* stand between them, counted like the gains: a link gains once, however often it is used;
* a *way*: the marks of what it may not enter again and, above them, the gains so far and the stop it has reached, like an effect;
* *sides* by which a cube leaves each stop in turn: three bits each, the first foremost, after a leading 1.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from boxcars.rail.track import CITY, EMPTY, Section, Track

WAYS: Final = 4_000
NETWORKS: Final = 128
"""So many networks are remembered."""
FAR: Final = 99
GAIN_BITS: Final = 4
CITY_AT: Final = 24
GAINS: Final = (1 << CITY_AT) - 1
USES_AT: Final = CITY_AT
STOPS: Final = 0
LINKS: Final = 1
CITIES: Final = 2
"""What a cube comes to only once in a move: any stop (AOS-11.4); cities and links; cities alone (STM-10.6, 10.7)."""
Edge = tuple[int, int, int, int, int]
"""A link seen from one end: (the stop at the other, the marks to look at, those of them that must be set, what a way grows by,
the side)."""
SIDES: Final[dict[int, tuple[int, ...]]] = {1: ()}
"""The packed sides met so far, unpacked: the moves of all networks share them."""


def sides_of(packed: int) -> tuple[int, ...]:
    """Return the sides by which a cube leaves each stop in turn."""
    known = SIDES.get(packed)
    if known is None:
        known = SIDES[packed] = (*sides_of(packed >> 3), packed & 7)
    return known


def gain_of(gains: int, seat: int) -> int:
    """Return how many links of the seat a packed gain (or an effect) contains."""
    return (gains >> (GAIN_BITS * seat)) & 15


class Network:
    """The graph of completed links. ``accepts[hex]`` is a bit mask of the colours a city takes; ``closed`` stops can be
    entered only to deliver (AOS-17.4). ``once``: ``STOPS``, ``LINKS`` or ``CITIES``. No cube goes over more than ``longest``
    links."""

    def __init__(
        self, links: list[int], track: Track, accepts: list[int], closed: frozenset[int], longest: int, once: int
    ) -> None:
        self.accepts = accepts
        self.longest = longest
        self.closed = closed
        self.edges: dict[int, list[Edge]] = {}
        self.made: dict[int, list[Any]] = {}
        """Lists of ready-made actions that a game has made from the results, under numbers of its own."""
        self._near: dict[int, list[int]] = {}
        self._searches: dict[tuple[int, int, int], Search] = {}
        edges = self.edges
        for link in links:
            edges[(link >> 19) // 6] = []
            edges[(link >> 3 & 65535) // 6] = []
        self.marks = {stop: 1 << n for n, stop in enumerate(edges)}
        """The mark of each stop: a bit that no other stop has."""
        mark = 1 << len(edges)
        self.above = above = len(edges) if once == STOPS else len(edges) + len(links)
        """The lowest bit above all marks: from there on a way encodes its effect."""
        self.city_at = city_at = CITY_AT if once == STOPS else 2 * CITY_AT
        """From this bit on an effect encodes the city."""
        for link in links:
            port_a, port_b, owner = link >> 19, link >> 3 & 65535, (link & 7) - 1
            a, b = port_a // 6, port_b // 6
            mark_a, mark_b = self.marks[a], self.marks[b]
            gain = 1 << (GAIN_BITS * owner) if owner >= 0 else 0
            ahead = (b - a) << city_at
            if once == STOPS:
                edges[a].append((b, mark_b, 0, mark_b + ((gain + ahead) << above), port_a % 6))
                edges[b].append((a, mark_a, 0, mark_a + ((gain - ahead) << above), port_b % 6))
                continue
            use = gain << USES_AT
            for here, there, port, onward in ((a, b, port_a, ahead), (b, a, port_b, -ahead)):
                city = self.marks[there] if track.places[there] == CITY else 0
                edges[here].append((there, city | mark, 0, city + mark + ((gain + use + onward) << above), port % 6))
                if once == CITIES:
                    edges[here].append((there, city | mark, mark, city + ((use + onward) << above), port % 6))
            mark <<= 1

    def near(self, colour: int) -> list[int]:
        """Return for every hex the number of links to the nearest city that accepts the colour: 0 for such a city itself, ``FAR``
        where a cube may not pass or cannot go on to one."""
        known = self._near.get(colour)
        if known is not None:
            return known
        near = [FAR] * len(self.accepts)
        edge = [stop for stop in self.edges if self.accepts[stop] >> colour & 1]
        for stop in edge:
            near[stop] = 0
        links = 0
        while edge:
            links += 1
            beyond: list[int] = []
            for stop in edge:
                for link in self.edges[stop]:
                    next_stop = link[0]
                    if near[next_stop] == FAR and next_stop not in self.closed:
                        near[next_stop] = links
                        beyond.append(next_stop)
            edge = beyond
        self._near[colour] = near
        return near

    def search(self, origin: int, colour: int, skip: int = -1) -> Search:
        """Return the deliveries of a cube from a stop. ``skip``: a port by which the cube may not leave it."""
        key = (origin, colour, skip)
        search = self._searches.get(key)
        if search is None:
            search = self._searches[key] = Search(self, origin, colour, skip)
        return search


class Search:
    """The search for deliveries of one cube from one stop, one more link at a time."""

    __slots__ = ("above", "city_at", "counts", "edges", "found", "longest", "made", "near", "waiting")

    def __init__(self, network: Network, origin: int, colour: int, skip: int) -> None:
        self.edges = network.edges
        self.above = network.above
        self.city_at = network.city_at
        self.near = network.near(colour)
        self.longest = network.longest
        self.found: dict[int, int] = {}
        """effect -> the packed sides of the shortest route, the shorter routes first."""
        self.made: list[Any] = []
        """A ready-made action for each delivery found, in the same order."""
        self.counts = [0]
        """For each number of links how many of the deliveries found have at most that many."""
        self.waiting: list[dict[int, int]] = []
        """For each number of links the ways that arrive with it and no fewer, with their sides."""
        left = FAR if origin not in network.marks else 1 if origin in network.closed else self.near[origin] or 1
        if left > self.longest:
            self.counts *= self.longest + 1
            return
        self.waiting = [{} for _ in range(self.longest + 1)]
        self.waiting[left][network.marks[origin] + (origin << self.city_at << self.above)] = 1
        if skip >= 0:
            self.edges = network.edges.copy()
            self.edges[origin] = [edge for edge in network.edges[origin] if edge[4] != skip % 6]

    def within(self, reach: int) -> int:
        """Return how many deliveries use at most ``links`` links: the first ones of those found."""
        reach = max(0, min(reach, self.longest))
        if reach >= len(self.counts):
            self.go_on(reach)
        return self.counts[reach]

    def go_on(self, reach: int) -> None:
        """Extend the search by a link: find the effects that no shorter route has."""
        edges, near, found, waiting, above, longest = self.edges, self.near, self.found, self.waiting, self.above, self.longest
        stop_at = above + self.city_at
        for length in range(len(self.counts), reach + 1):
            ways = waiting[length]
            queue = list(ways)
            for way in queue:
                sides = ways[way] << 3
                links = sides.bit_length() // 3
                for next_stop, mark, needed, step, side in edges[way >> stop_at]:
                    if way & mark != needed:
                        continue
                    left = near[next_stop]
                    if not left:
                        effect = way + step >> above
                        if effect not in found:
                            found[effect] = sides | side
                    elif links + left <= longest:
                        later = waiting[links + left]
                        on = way + step
                        if on not in later and len(later) < WAYS:
                            later[on] = sides | side
                            if later is ways:
                                queue.append(on)
            ways.clear()
            self.counts.append(len(found))


def ready_made(search: Search, reach: int, verb: Any, origin: str, colour: str, ids: list[str]) -> list[Any]:
    """Return the deliveries of a search within a reach as actions of a game; memoized."""
    count, made = search.within(reach), search.made
    if len(made) < count:
        for effect, sides in islice(search.found.items(), len(made), None):
            made.append(verb(origin, colour, ids[effect >> search.city_at], sides_of(sides)))
    return made[:count]


class Networks:
    """The networks of one Rules object, memoized by the sections they are made of, so that clones and replays share them."""

    def __init__(self, longest: int, once: int = STOPS) -> None:
        self.longest = longest
        self.once = once
        self._known: dict[tuple[int, ...], Network] = {}
        self._sections: list[Section] = []
        self._last: Network | None = None
        """The last network asked for, with its sections: a position and its clones share them."""

    def of(self, track: Track, accepts: list[int], closed: frozenset[int] = frozenset()) -> Network:
        """Return the network of this position. ``closed`` must depend on the map alone."""
        last = self._last
        if last is not None and last.accepts == accepts and self._sections == track.sections:
            return last
        links = link_numbers(track)
        key = (*links, *accepts)
        network = self._known.get(key)
        if network is None:
            if len(self._known) >= NETWORKS:
                del self._known[next(iter(self._known))]
            network = Network(links, track, accepts.copy(), closed, self.longest, self.once)
            self._known[key] = network
        self._last, self._sections = network, track.sections.copy()
        return network


def link_numbers(track: Track) -> list[int]:
    """Return the completed links as numbers, in the order of their first ports: two ports and the owner."""
    found = [
        (section.ports[0] << 16 | section.ports[1]) << 3 | section.owner + 1
        for section in track.sections
        if section.ends[0] >= 0 and section.ends[1] >= 0
    ]
    found.sort()
    return found


def follow(track: Track, origin: int, sides: list[int]) -> tuple[list[int], list[int], str]:
    """Walk from a stop, leaving each stop by the given side. Returns (stops entered, sections used, "" or "no_link")."""
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
    track: Track, accepts: list[int], origin: int, colour: int, sides: list[int], reach: int, once: int = STOPS
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
    if once == LINKS and len(set(sections)) < len(sections):
        return "link_twice"
    seen = [origin]
    for stop in stops:
        if stop in seen and (track.places[stop] == CITY or once == STOPS):
            return "city_twice"
        seen.append(stop)
    for stop in stops[:-1]:
        if accepts[stop] >> colour & 1:
            return "passes_city"
    return "" if accepts[stops[-1]] >> colour & 1 else "wrong_city"
