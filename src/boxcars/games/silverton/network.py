"""Networks and routes (SIL-5): what can be read off one player's built track."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from boxcars.games.silverton.map import Atlas

NO_ROUTE: Final = 1_000_000
"""The length of a route that does not exist."""


class Lines:
    """The track of one player. Made once for every set of segments and kept in ``rules.memo``.

    ``label`` says for each town of the track which connected part it lies in: 0 or 1 is the part of the first or second home
    (1 only while the two are separate), 2 and more are parts without a home (SIL-5.9).
    """

    def __init__(self, atlas: Atlas, homes: tuple[int, ...], track: tuple[int, ...]) -> None:
        self.atlas = atlas
        self.homes = homes
        self.track = track
        self.links: dict[int, list[tuple[int, int]]] = {home: [] for home in homes}
        ends = atlas.ends
        links = self.links
        for segment in track:
            for a in ends[segment]:
                for b in ends[segment]:
                    if a != b:
                        links.setdefault(a, []).append((b, segment))
        self.label = self.parts(())
        self.joined = len(homes) < 2 or self.label[homes[1]] == 0
        self._lengths: dict[tuple[int, tuple[int, ...]], dict[int, int]] = {}
        self._open: dict[tuple[int, ...], dict[int, int]] = {(): self.label}
        self._hauls: dict[tuple[int, tuple[int, ...]], dict[int, int]] = {}

    def parts(self, closed: tuple[int, ...]) -> dict[int, int]:
        """Return the connected parts over the segments that are not closed, by town."""
        label: dict[int, int] = {}
        links = self.links
        starts = list(self.homes)
        number = 0
        for start in [*starts, *links]:
            if start in label:
                continue
            if start not in starts and number < len(starts):
                number = len(starts)
            label[start] = number
            todo = [start]
            while todo:
                for town, segment in links[todo.pop()]:
                    if town not in label and segment not in closed:
                        label[town] = number
                        todo.append(town)
            number += 1
        return label

    def at_home(self, town: int) -> bool:
        """Return whether the town lies in a home network (SIL-5.6)."""
        return self.label.get(town, 9) < len(self.homes)

    def connected(self, segment: int) -> bool:
        """Return whether the own segment is connected to a home city (SIL-5.9)."""
        return self.label[self.atlas.ends[segment][0]] < len(self.homes)

    def lengths(self, start: int, closed: tuple[int, ...]) -> dict[int, int]:
        """Shortest lengths from a town over own track that is not closed (SIL-5.7)."""
        known = self._lengths.get((start, closed))
        if known is None:
            known = self._lengths[start, closed] = shortest(self.links, self.atlas.distance, start, closed)
        return known

    def length(self, a: int, b: int, closed: tuple[int, ...] = ()) -> int:
        """Return the length of the player's route between two towns, closed segments left out; ``NO_ROUTE`` for none
        (SIL-5.7)."""
        label = self.label.get(a, -1)
        if label != self.label.get(b, -2) or label >= len(self.homes):
            return NO_ROUTE
        return self.lengths(a, closed).get(b, NO_ROUTE)

    def opened(self, closed: tuple[int, ...]) -> dict[int, int]:
        known = self._open.get(closed)
        if known is None:
            known = self._open[closed] = self.parts(closed)
        return known

    def open(self, a: int, b: int, closed: tuple[int, ...]) -> bool:
        """Return whether there is an open route between two towns of a home network (SIL-5.8)."""
        if self.length(a, b) >= NO_ROUTE:
            return False
        if not closed:
            return True
        label = self.opened(closed)
        return label[a] == label[b]

    def haul(self, a: int, b: int, closed: tuple[int, ...]) -> int:
        """Return the longest segment of the best open route: the one with the smallest longest segment (SIL-18.9). At least 1."""
        key = (a, closed)
        known = self._hauls.get(key)
        if known is None:
            known = self._hauls[key] = self._heaviest(a, closed)
        return known.get(b, NO_ROUTE)

    def _heaviest(self, start: int, closed: tuple[int, ...]) -> dict[int, int]:
        distance = self.atlas.distance
        done: dict[int, int] = {}
        queue = [(1, start)]
        while queue:
            worst, town = heappop(queue)
            if town in done:
                continue
            done[town] = worst
            for other, segment in self.links.get(town, ()):
                if other not in done and segment not in closed:
                    heappush(queue, (max(worst, distance[segment]), other))
        return done

    def closed(self, cleared: list[int]) -> tuple[int, ...]:
        """Own white segments that snow closes, those cleared by a plow excepted (SIL-5.3, 18.18)."""
        white = self.atlas.white
        return tuple(s for s in self.track if white[s] and s not in cleared)


def shortest(
    links: dict[int, list[tuple[int, int]]], distance: list[int], start: int, closed: tuple[int, ...] = ()
) -> dict[int, int]:
    """Shortest lengths from one town over the segments that are not closed (Dijkstra)."""
    done: dict[int, int] = {}
    near: dict[int, int] = {start: 0}
    queue = [(0, start)]
    while queue:
        length, town = heappop(queue)
        if town in done:
            continue
        done[town] = length
        for other, segment in links.get(town, ()):
            further = length + distance[segment]
            if further < near.get(other, NO_ROUTE) and segment not in closed:
                near[other] = further
                heappush(queue, (further, other))
    return done


def repaired(
    lengths: dict[int, int],
    links: dict[int, list[tuple[int, int]]],
    distance: list[int],
    gone: list[tuple[int, int, int]],
    came: list[tuple[int, int, int]],
) -> dict[int, int]:
    """Return the shortest lengths from one town after some segments have gone and others have come, from the lengths before.

    ``links``: the segments that there are now; ``gone`` and ``came``: (town, town, length). A town is *cut off* if every shortest
    way to it went over a segment that has gone, or through a town cut off. Looked at from near to far, a town that some neighbour
    still explains keeps its length; only those cut off are searched for again.
    """
    queue: list[tuple[int, int]] = []
    for a, b, length in gone:
        if a in lengths:  # then b is, too
            if lengths[a] + length == lengths[b]:
                queue.append((lengths[b], b))
            elif lengths[b] + length == lengths[a]:
                queue.append((lengths[a], a))
    better = [
        (u, v, length)
        for a, b, length in came
        for u, v in ((a, b), (b, a))
        if u in lengths and lengths[u] + length < lengths.get(v, NO_ROUTE)
    ]
    if not queue and not better:
        return lengths
    done = lengths.copy()
    if queue:
        _cut_off(lengths, done, links, distance, queue)
    queue = []
    for a, b, length in came:
        for u, v in ((a, b), (b, a)):
            if u in done and done[u] + length < done.get(v, NO_ROUTE):
                queue.append((done[u] + length, v))
    _spread(done, links, distance, queue)
    return done


def _cut_off(
    lengths: dict[int, int],
    done: dict[int, int],
    links: dict[int, list[tuple[int, int]]],
    distance: list[int],
    queue: list[tuple[int, int]],
) -> None:
    """Find the lengths of towns that segments gone have led to: ``queue`` holds the towns at their far ends."""
    queue.sort()
    lost: list[int] = []
    while queue:
        length, town = heappop(queue)
        if town not in done:
            continue
        explained = False
        for other, segment in links.get(town, ()):
            if other in done and done[other] + distance[segment] == length:
                explained = True
                break
        if explained:
            continue
        del done[town]
        lost.append(town)
        for other, segment in links.get(town, ()):
            if other in done and length + distance[segment] == lengths[other]:
                heappush(queue, (lengths[other], other))
    fresh: list[tuple[int, int]] = []
    for town in lost:
        for other, segment in links.get(town, ()):
            if other in done:
                fresh.append((done[other] + distance[segment], town))
    _spread(done, links, distance, fresh)


def _spread(
    done: dict[int, int], links: dict[int, list[tuple[int, int]]], distance: list[int], queue: list[tuple[int, int]]
) -> None:
    """Carry on shorter lengths from the towns of the queue (Dijkstra)."""
    queue.sort()
    while queue:
        length, town = heappop(queue)
        if done.get(town, NO_ROUTE) <= length:
            continue
        done[town] = length
        for other, segment in links.get(town, ()):
            further = length + distance[segment]
            if further < done.get(other, NO_ROUTE):
                heappush(queue, (further, other))
