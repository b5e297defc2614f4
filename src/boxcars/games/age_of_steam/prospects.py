"""For the bots: what a seat's own links can still earn, and which links are worth building."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.games.age_of_steam.components import COLUMN_SPACES, LETTERS, TILES
from boxcars.games.age_of_steam.table import Table
from boxcars.rail.track import CITY, EMPTY, LAND, NOBODY, OPEN, TOWN_HEX

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam

Edge = tuple[int, int, tuple[int, ...]]
"""Two stops and the hexes between them."""

DECAY: Final = 0.88
"""What the next best delivery is worth, compared to the one before: others may take it, the game may end."""
ARRIVAL: Final = 0.35
"""What a cube is worth that still has to grow."""


class Goods:
    """All cubes of a position by where they lie, and those the display will bring."""

    def __init__(self, rules: AgeOfSteam, table: Table) -> None:
        self.accepts = table.accepts
        self.here: dict[int, list[tuple[int, float]]] = {}
        """Hex -> (colour, weight)."""
        for hex, cubes in enumerate(table.cubes):
            if cubes:
                self.here[hex] = [(colour, 1.0) for colour in cubes]
        if table.display and table.turn < rules.turns:
            for column in rules.board.columns:
                hex = rules.board.growth.get(column, -1)
                if len(column) == 1:
                    hex = table.new_cities[LETTERS.index(column)]
                if hex >= 0:
                    self._coming(table, column, hex)

    def _coming(self, table: Table, column: str, hex: int) -> None:
        weight = ARRIVAL
        for i in COLUMN_SPACES[column]:
            colour = table.display[i]
            if colour >= 0:
                self.here.setdefault(hex, []).append((colour, weight))
                weight *= 0.5


def own_edges(table: Table, seat: int) -> list[Edge]:
    """The completed links of a seat."""
    found: list[Edge] = []
    for section in table.track.sections:
        if section.owner == seat and section.ends[0] >= 0 and section.ends[1] >= 0:
            found.append((section.ends[0], section.ends[1], tuple([s // 42 for s in section.segments])))
    return found


def best_way(around: dict[int, list[int]], accepts: list[int], stop: int, colour: int, reach: int, seen: tuple[int, ...]) -> int:
    """The most links a cube of this colour can use from a stop to its first city; 0 if it reaches none."""
    best = 0
    for n in around.get(stop, ()):
        if n in seen:
            continue
        if accepts[n] >> colour & 1:
            if best == 0:
                best = 1
        elif reach > 1:
            more = best_way(around, accepts, n, colour, reach - 1, (*seen, n))
            if more and more + 1 > best:
                best = more + 1
    return best


def potential(goods: Goods, edges: list[Edge], reach: int, moves: int) -> float:
    """Income the seat can hope for from its own links with so many moves: each cube by its best way, discounted."""
    around: dict[int, list[int]] = {}
    for a, b, _ in edges:
        around.setdefault(a, []).append(b)
        around.setdefault(b, []).append(a)
    gains: list[float] = []
    known: dict[tuple[int, int], int] = {}
    for stop in around:
        for colour, weight in goods.here.get(stop, ()):
            key = (stop, colour)
            if key not in known:
                known[key] = best_way(around, goods.accepts, stop, colour, reach, (stop,))
            if known[key]:
                gains.append(known[key] * weight)
    for a, b, hexes in edges:
        for hex in hexes:
            if hex in goods.here and hex not in around:
                for colour, weight in goods.here[hex]:
                    best = 0
                    for end, other in ((a, b), (b, a)):
                        if goods.accepts[end] >> colour & 1:
                            best = max(best, 1)
                        elif reach > 1:
                            more = best_way(around, goods.accepts, end, colour, reach - 1, (end, other))
                            best = max(best, more + 1 if more else 0)
                    if best:
                        gains.append(best * weight)
    gains.sort(reverse=True)
    total, factor = 0.0, 1.0
    for gain in gains[:moves]:
        total += gain * factor
        factor *= DECAY
    return total


class Plan:
    """New links that can be finished in one build turn: its plays in order as (hex, form), its price, the links."""

    def __init__(self, plays: list[tuple[int, int]], price: int, edges: list[Edge]) -> None:
        self.plays = plays
        self.price = price
        self.edges = edges


class Planner:
    """Finds plans for one seat in one position: walks from its anchors over free hexes to other stops."""

    def __init__(self, rules: AgeOfSteam, table: Table, seat: int, plays: int, purse: int, anchors: dict[int, int]) -> None:
        self.rules = rules
        self.table = table
        self.track = table.track
        self.seat = seat
        self.plays = plays
        self.purse = purse
        self.anchors = anchors
        self.plans: list[Plan] = []
        self.near = distances(rules, table)
        self.free = [TILES.available(self.track.used, i) for i in range(len(TILES.tiles))]

    def all(self) -> list[Plan]:
        across, track = self.rules.board.grid.across, self.track
        for section in track.sections:
            if section.owner not in (self.seat, NOBODY) or section.complete:
                continue
            stop = section.ends[0] if section.ends[0] >= 0 else section.ends[1]
            if section.owner == NOBODY and stop not in self.anchors:
                continue
            port = section.ports[0] if section.ends[0] == OPEN else section.ports[1]
            hexes = tuple(s // 42 for s in section.segments)
            self._step(stop, across[port], [], 0, [], hexes)
        for stop in self.anchors:
            if track.places[stop] == CITY:
                for port in range(6 * stop, 6 * stop + 6):
                    if track.at[port] == EMPTY:
                        self._step(stop, across[port], [], 0, [], ())
            else:
                self._leave_town(stop, [], 0, [])
        return self.plans

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
        """A tile for these exits that is left in the supply; -1 for none."""
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
        """Track from ``start`` arrives at this port (of the hex it enters)."""
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
        if cost > self.purse:
            return
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
            form = simple_form(side, out) if old == EMPTY else upgrade_form(old, side, out)
            if form < 0 or not self.free[TILES.forms[form].tile]:
                continue
            cost = price + (prices.place[hex][form] if old == EMPTY else prices.replace[form])
            if cost > self.purse:
                continue
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
        if plays and price <= self.purse:
            self.plans.append(Plan(plays, price, [*edges, (start, end, hexes)]))


_SIMPLE: Final[dict[tuple[int, int], int]] = {}
for _form in TILES.forms:
    if _form.kind == "simple":
        _SIMPLE[_form.segments[0]] = _form.number


def simple_form(a: int, b: int) -> int:
    return _SIMPLE[(a, b) if a < b else (b, a)]


def upgrade_form(old: int, a: int, b: int) -> int:
    """The tile that keeps the old segment and adds this one; -1 if there is none."""
    want = (a, b) if a < b else (b, a)
    for form, added in TILES.upgrades[old]:
        if added == want:
            return form
    return -1


def distances(rules: AgeOfSteam, table: Table) -> list[int]:
    """Per hex: how many more tiles it takes from there to some stop or town, after a tile on the hex itself."""
    across, places = rules.board.grid.across, table.track.places
    near = [0 if places[hex] == TOWN_HEX else 9 for hex in range(len(places))]
    edge: list[int] = []
    for hex in range(len(places)):
        if places[hex] == LAND:
            for port in range(6 * hex, 6 * hex + 6):
                other = across[port]
                if other >= 0 and (
                    places[other // 6] == CITY or (table.track.at[other] != EMPTY and table.track.at[port] == EMPTY)
                ):
                    near[hex] = 0
                elif other >= 0 and places[other // 6] == TOWN_HEX and near[hex] > 1:
                    near[hex] = 1
            if near[hex] < 2:
                edge.append(hex)
    edge.sort(key=near.__getitem__)
    n = 0
    while n < len(edge):
        hex = edge[n]
        n += 1
        for port in range(6 * hex, 6 * hex + 6):
            other = across[port] // 6
            if across[port] >= 0 and places[other] == LAND and near[other] > near[hex] + 1:
                near[other] = near[hex] + 1
                edge.append(other)
    return near
