"""The cheapest way to connect each town to a seat's home network."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from boxcars.games.silverton.ai.weights import Weights
from boxcars.games.silverton.state import Table

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

FAR: Final = 99_999
"""The cost of a connection that does not exist."""


class TownConnections:
    """For one seat: the cheapest connection of each town to the home network, over vacant segments that the seat may own."""

    def __init__(self, rules: Silverton, state: Table, seat: int, weights: Weights) -> None:
        delay, snow = int(weights.segment_delay), int(weights.snow_delay)
        atlas = rules.atlas
        lines = rules.lines(state, seat)
        track = lines.track
        barred = {rival for segment in track for rival in atlas.rivals[segment]}
        cost = [FAR] * len(atlas.towns)
        self.parent: list[int] = [-1] * len(atlas.towns)
        """For each town the last segment of its connection; -1 in the home network."""
        self.before: list[int] = [-1] * len(atlas.towns)
        queue: list[tuple[int, int]] = []
        for town, label in lines.label.items():
            if label < len(lines.homes):
                cost[town] = 0
                queue.append((0, town))
        done = [False] * len(atlas.towns)
        owner = state.owner
        while queue:
            so_far, town = heappop(queue)
            if done[town]:
                continue
            done[town] = True
            for segment in atlas.lines_at[town]:
                if owner[segment] == seat:
                    more = 0
                elif owner[segment] >= 0 or segment in barred:
                    continue
                else:
                    more = atlas.cost[segment] + delay + (snow if atlas.white[segment] else 0)
                for other in atlas.ends[segment]:
                    if not done[other] and so_far + more < cost[other]:
                        cost[other] = so_far + more
                        self.parent[other] = segment
                        self.before[other] = town
                        heappush(queue, (so_far + more, other))
        self.cost = cost
        self._ways: list[list[int] | None] = [None] * len(atlas.towns)
        self._both: dict[int, list[int]] = {}

    def way(self, town: int, owner: list[int], seat: int) -> list[int]:
        """Return the segments still to be built to a town, the nearest to home first. Memoized for one seat and one state of the
        track."""
        known = self._ways[town]
        if known is None:
            known = self._ways[town] = self._way(town, owner, seat)
        return known

    def both_ways(self, a: int, b: int, owner: list[int], seat: int) -> list[int]:
        """Return the segments still to be built to connect both towns."""
        key = a * len(self.cost) + b
        known = self._both.get(key)
        if known is None:
            known = self._both[key] = list(dict.fromkeys(self.way(a, owner, seat) + self.way(b, owner, seat)))
        return known

    def _way(self, town: int, owner: list[int], seat: int) -> list[int]:
        out: list[int] = []
        while self.parent[town] >= 0:
            segment = self.parent[town]
            if owner[segment] != seat:
                out.append(segment)
            town = self.before[town]
        out.reverse()
        return out
