"""The cheapest routes between two places: what a player who clicks two cities could build, tile by tile.

The search walks over the hexes with the laws of track (``build_legality``) and knows no turn. What a turn allows (tiles, cash,
from where to build) is for the rules to say: ``in_turn`` plays every route found there in a copy of the position, one ordinary
action after the other, and keeps those that the rules accept. All work is bounded by ``STEPS``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any, Final

from boxcars.core.game import Refused
from boxcars.rail.actions import LayTrack, TrackLaid
from boxcars.rail.build_legality import Builder
from boxcars.rail.hexgrid import Grid
from boxcars.rail.tiles import TileSet
from boxcars.rail.track import CITY, EMPTY, NOBODY, OPEN, TOWN_HEX, Track, lay

STEPS: Final = 4_000
"""The greatest number of tiles that one search tries."""
FOUND: Final = 24
"""The greatest number of routes that are found before the rules check them."""
OFFERED: Final = 3
"""The greatest number of routes that are offered."""
FAR: Final = 12
"""The greatest number of tiles of a route where a turn sets no limit."""
AGAIN: Final = 4
"""How often a search for several routes may reach the same place with the same number of tiles."""
ANY: Final = 10**6
"""A purse that can pay any price."""

Play = tuple[int, int]
"""A tile play: hex and form."""


@dataclass(frozen=True)
class Ground:
    """What a search needs: the map and its laws of track, the position, and the seat. ``plays``: tiles of the seat's turn, this
    one or its next; ``cash``: its cash."""

    grid: Grid
    tiles: TileSet
    builder: Builder
    track: Track
    seat: int
    plays: int
    cash: int


@dataclass(frozen=True)
class Route:
    """A way to join two places: its plays in an order in which they can be made, and their total price."""

    plays: tuple[Play, ...]
    cost: int


@dataclass
class End:
    """One of the two places. ``stop``: its city or town (-1: it is an open end only); ``ports``: open ends that belong to it."""

    stop: int
    ports: set[int] = field(default_factory=set)


def places(ground: Ground) -> list[int]:
    """Return the hexes that can be chosen: cities, towns, and open ends of the seat's own track."""
    own = {
        section.ports[i] // 6
        for section in ground.track.sections
        if section.owner == ground.seat
        for i in (0, 1)
        if section.ends[i] == OPEN
    }
    stops = {hex for hex, place in enumerate(ground.track.places) if place in (CITY, TOWN_HEX)}
    return sorted(own | stops)


def end_at(ground: Ground, hex: int) -> End | None:
    """Return the place that a hex stands for, or None."""
    track = ground.track
    if track.places[hex] in (CITY, TOWN_HEX):
        return End(hex, set(open_ends(track, ground.seat, hex)))
    ports = {
        section.ports[i]
        for section in track.sections
        if section.owner == ground.seat
        for i in (0, 1)
        if section.ends[i] == OPEN and section.ports[i] // 6 == hex
    }
    return End(-1, ports) if ports else None


def open_ends(track: Track, seat: int, stop: int) -> Iterator[int]:
    """Return the open ends of track that comes from a stop and that the seat may extend: its own, or unowned."""
    for section in track.sections:
        if section.owner in (seat, NOBODY) and stop in section.ends:
            for i in (0, 1):
                if section.ends[i] == OPEN:
                    yield section.ports[i]


class Search:
    """Routes from one place to another, the cheapest first, whoever may build them."""

    def __init__(self, ground: Ground, start: End, goal: End, most: int, again: int = AGAIN) -> None:
        self.ground, self.start, self.goal, self.most, self.again = ground, start, goal, most, again
        self.steps = 0
        self.least = min(price for row in ground.builder.prices.place for price in row if price > 0)
        self.far = self._distances()
        self.anchors = everywhere(ground.track)

    def _distances(self) -> list[int]:
        """Return for each hex the least number of tiles from here, its own included."""
        grid, goal = self.ground.grid, self.goal
        far = [FAR + 1] * grid.size
        edge: list[int] = []
        for port in goal.ports | ({6 * goal.stop + side for side in range(6)} if goal.stop >= 0 else set()):
            other = grid.across[port]
            if other >= 0:
                edge.append(other // 6)
        if goal.stop >= 0 and self.ground.track.places[goal.stop] == TOWN_HEX:
            far[goal.stop] = 1
            edge = [hex for hex in edge if far[hex] > 2]
            for hex in edge:
                far[hex] = 2
            for port in goal.ports:
                if grid.across[port] >= 0:
                    far[grid.across[port] // 6] = 1
        else:
            for hex in edge:
                far[hex] = 1
        edge = sorted({hex for hex in range(grid.size) if far[hex] <= FAR}, key=far.__getitem__)
        for hex in edge:  # (grows while it is read)
            for port in range(6 * hex, 6 * hex + 6):
                other = grid.across[port]
                if other >= 0 and far[other // 6] > far[hex] + 1:
                    far[other // 6] = far[hex] + 1
                    edge.append(other // 6)
        return far

    def routes(self) -> Iterator[tuple[tuple[Play, ...], int]]:
        """(plays, cost), the cheapest first."""
        number = 0
        line: list[tuple[int, int, int, tuple[Play, ...], int, Track]] = []
        seen: dict[tuple[int, int], int] = {}

        def add(cost: int, plays: tuple[Play, ...], port: int, track: Track) -> None:
            """Add a partial route to the queue. Its least total price assumes the cheapest tile on every hex to come."""
            nonlocal number
            number += 1
            ahead = self.far[self.ground.grid.across[port] // 6] if port >= 0 else 0
            heappush(line, (cost + self.least * ahead, number, cost, plays, port, track))

        for plays, cost, port, track in self._begin():
            add(cost, plays, port, track)
        while line and self.steps < STEPS:
            _, _, cost, plays, port, track = heappop(line)
            if port < 0:
                yield plays, cost
                continue
            key = port, len(plays) if self.again > 1 else 0
            seen[key] = seen.get(key, 0) + 1
            if seen[key] > self.again:
                continue
            for play, price, further, after in self._extend(track, plays, port):
                add(cost + price, (*plays, play), further, after)

    def _begin(self) -> Iterator[tuple[tuple[Play, ...], int, int, Track]]:
        """Return the first ports to extend. A town needs a tile of its own for a new exit."""
        track, stop = self.ground.track, self.start.stop
        ports = sorted(self.start.ports)
        if stop >= 0 and track.places[stop] == CITY:
            ports += [port for port in range(6 * stop, 6 * stop + 6) if track.at[port] == EMPTY]
        for port in ports:
            if port in self._onward(track, port, 0):
                yield (), 0, port, track
        if stop >= 0 and track.places[stop] == TOWN_HEX:
            for play, cost, port, after in self._on_town(track, stop, None, 1):
                yield (play,), cost, port, after

    def _extend(self, track: Track, plays: tuple[Play, ...], port: int) -> Iterator[tuple[Play, int, int, Track]]:
        """Yield each extension by a tile across this port: (play, its price, next port or -1 at the goal, the track then)."""
        hex, side = divmod(self.ground.grid.across[port], 6)
        used = len(plays) + 1
        if used > self.most or any(hex == before for before, _ in plays):
            return
        if track.places[hex] == TOWN_HEX:
            yield from self._on_town(track, hex, side, used)
            return
        for form, out in self._forms_through(track, hex, side):
            found = self._lay(track, hex, form)
            if found is not None:
                price, after = found
                for further in self._onward(after, 6 * hex + out, used):
                    yield (hex, form), price, further, after

    def _forms_through(self, track: Track, hex: int, side: int) -> Iterator[tuple[int, int]]:
        """Yield forms that lead from a side to another one, with that side."""
        tiles, old = self.ground.tiles, track.tiles[hex]
        for out in range(6):
            pair = (side, out) if side < out else (out, side)
            if out == side:
                continue
            if old == EMPTY:
                if pair in tiles.simple:
                    yield tiles.simple[pair], out
            else:
                forms = [form for form, added in tiles.upgrades[old] if added == pair]
                for form in forms:
                    if tiles.available(track.used, tiles.forms[form].tile, tiles.forms[old].tile):
                        yield form, out
                        break

    def _on_town(self, track: Track, hex: int, side: int | None, used: int) -> Iterator[tuple[Play, int, int, Track]]:
        """Yield tiles on a town with this exit (None: the town is the start), and another exit unless it is the goal."""
        old, tiles = track.tiles[hex], self.ground.tiles
        came = set(tiles.forms[old].sides) if old != EMPTY else set()
        if side is not None:
            came.add(side)
        if hex == self.goal.stop:
            wanted = [(came, -1)]
        else:
            wanted = [(came | {out}, 6 * hex + out) for out in range(6) if out not in came]
            if side is not None and old != EMPTY:
                wanted += [(came, port) for port in open_ends(track, self.ground.seat, hex)]
        for sides, out in wanted:
            found = self._cheapest_town(track, hex, sides)
            if found is not None:
                form, price, after = found
                for further in self._onward(after, out, used) if out >= 0 else [-1]:
                    yield (hex, form), price, further, after

    def _cheapest_town(self, track: Track, hex: int, sides: set[int]) -> tuple[int, int, Track] | None:
        """Return the cheapest tile on a town with exactly these exits."""
        best: tuple[int, int, Track] | None = None
        for form in self.ground.tiles.on_town:
            if set(self.ground.tiles.forms[form].sides) == sides:
                found = self._lay(track, hex, form)
                if found is not None and (best is None or found[0] < best[1]):
                    best = form, found[0], found[1]
        return best

    def _lay(self, track: Track, hex: int, form: int) -> tuple[int, Track] | None:
        """Lay a tile in a copy of the track. Returns (its price, the copy), or None where the laws of track forbid it."""
        ground = self.ground
        self.steps += 1
        if ground.builder.refuse(track, ground.seat, hex, form, ANY, self.anchors):
            return None
        after = track.clone()
        price = ground.builder.cost(track, hex, form)
        lay(after, ground.grid, ground.tiles, hex, form, ground.seat)
        return price, after

    def _onward(self, track: Track, port: int, used: int) -> list[int]:
        """Return where to go on from an exit: [-1] at the goal, [the port], or nothing at a dead end."""
        across = self.ground.grid.across[port]
        if across < 0:
            return []
        hex = across // 6
        if track.places[hex] == CITY:
            return [-1] if hex == self.goal.stop else []
        if track.at[across] != EMPTY:  # (with no tile laid yet this joins nothing)
            return [-1] if self._joined(track, across) else []
        return [port] if used + self.far[hex] <= self.most else []

    def _joined(self, track: Track, across: int) -> bool:
        """Return whether track across an exit belongs to the goal."""
        ends = track.sections[track.at[across]].ends
        return across in self.goal.ports or (self.goal.stop >= 0 and self.goal.stop in ends)


def everywhere(track: Track) -> dict[int, int]:
    """Return anchors for a search that ignores from where the seat may build."""
    return {hex: 1 for hex, place in enumerate(track.places) if place in (CITY, TOWN_HEX)} | {OPEN: 1}


def joined_now(ground: Ground, start: End, goal: End) -> bool:
    """Return whether the two places are the same, or joined by a link of the seat."""
    if start.stop == goal.stop and start.stop >= 0:
        return True
    return any(section.owner == ground.seat and {start.stop, goal.stop} == set(section.ends) for section in ground.track.sections)


def cheapest(ground: Ground, start: End, goal: End, most: int = FAR, wanted: int = 1) -> list[Route]:
    """Return the cheapest routes, whatever the turn allows."""
    found: dict[frozenset[Play], Route] = {}
    for plays, cost in Search(ground, start, goal, most, again=AGAIN if wanted > 1 else 1).routes():
        found.setdefault(frozenset(plays), Route(plays, cost))
        if len(found) >= wanted:
            break
    return list(found.values())


def in_turn(rules: Any, state: Any, ground: Ground, start: End, goal: End) -> list[Route]:
    """Return the cheapest routes that the seat can build now with the tiles and the cash of this turn, checked by the rules."""
    found: dict[frozenset[Play], Route] = {}
    for a, b in ((start, goal), (goal, start)):
        for n, (plays, _) in enumerate(Search(ground, a, b, ground.plays).routes()):
            if n >= FOUND:
                break
            if frozenset(plays) in found:
                continue
            for order in dict.fromkeys((plays, plays[::-1])):
                cost = price_in_turn(rules, state, ground, order)
                if cost is not None:
                    found[frozenset(plays)] = Route(order, cost)
                    break
    return sorted(found.values(), key=lambda route: (route.cost, len(route.plays), route.plays))[:OFFERED]


def action_of(ground: Ground, play: Play) -> LayTrack:
    """Return the ordinary action of a play."""
    hex, form = play
    shape = ground.tiles.forms[form]
    return LayTrack(ground.grid.ids[hex], ground.tiles.tiles[shape.tile].id, shape.rotation)


def price_in_turn(rules: Any, state: Any, ground: Ground, plays: Sequence[Play]) -> int | None:
    """Return the total price of the plays if the seat makes them now, one after the other; None if the rules refuse one."""
    world = rules.imagine(state, ground.seat, "route")
    cost = 0
    for play in plays:
        try:
            events = rules.play(world, ground.seat, action_of(ground, play))
        except Refused:
            return None
        cost += sum(event.paid for event in events if isinstance(event, TrackLaid))
    return cost


def later_price(ground: Ground, plays: Sequence[Play]) -> tuple[int, Track] | None:
    """Return the total price of plays on the current track, and the track after them; None if the laws of track forbid one."""
    track, total = ground.track, 0
    anchors = everywhere(track)
    for hex, form in plays:
        if ground.builder.refuse(track, ground.seat, hex, form, ANY, anchors):
            return None
        total += ground.builder.cost(track, hex, form)
        track = track.clone()
        lay(track, ground.grid, ground.tiles, hex, form, ground.seat)
    return total, track
