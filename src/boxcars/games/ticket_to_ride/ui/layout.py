"""Where cities, names and the spaces of routes lie in the picture: kept for the printed board, found for a map of one's own.

For each pair of cities the search tries a straight course and bent ones and takes the one that keeps farthest from other
cities and from the spaces already laid; a map file may say the ``bend`` itself, or lay every space by hand.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin

import msgspec

from boxcars.core import codec, map_loader
from boxcars.games.ticket_to_ride.map import Board, usa
from boxcars.games.ticket_to_ride.map_file import (
    CityData,
    Laid,
    MapFile,
    NameData,
    Picture,
    RouteData,
    TicketData,
    lane_keys,
)

Point = tuple[float, float]
STATION = 22.0
"""How far from the middle of a city its routes begin."""
LANE = 9.5
"""How far each of two routes side by side lies from their middle."""
GAP = 4.0
LONGEST = 58.0
SHORTEST = 26.0
"""A space shorter than this calls for a bend."""
BENDS = (0.0, 24.0, -24.0, 48.0, -48.0, 80.0, -80.0, 120.0, -120.0)
CELL = 40.0


class Layout(msgspec.Struct, frozen=True):
    """Where everything lies (layout.json, made by tools/maps/make_ticket_to_ride_layout.py, or found)."""

    source: str
    cities: dict[str, Point]
    labels: dict[str, Point]
    routes: dict[str, Laid]


@cache
def layout() -> Layout:
    """Return the printed board's."""
    return codec.decoder(Layout).decode((files("boxcars.games.ticket_to_ride.ui") / "layout.json").read_bytes())


def layout_of(map: str, board: Board) -> Layout:
    return layout() if board.own is None else searched(msgspec.json.encode(board.own), map)


@lru_cache(maxsize=64)
def searched(encoded: bytes, map: str = "") -> Layout:
    """The layout that is found for a map file. The search takes long: for a kept map a worker does it, before the server needs it."""
    found = map_loader.shared(map, "layout", lambda: msgspec.json.encode(search(codec.decoder(MapFile).decode(encoded))))
    return codec.decoder(Layout).decode(found)


class _Crowd:
    """What lies where: points by cells of the sheet, to ask how near the next one is."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], list[Point]] = {}

    def add(self, x: float, y: float) -> None:
        self.cells.setdefault((int(x // CELL), int(y // CELL)), []).append((x, y))

    def press(self, x: float, y: float, reach: float) -> float:
        """0 where nothing is within reach, up to 1 for each thing that lies there."""
        col, row = int(x // CELL), int(y // CELL)
        total = 0.0
        for c in range(col - 1, col + 2):
            for r in range(row - 1, row + 2):
                for px, py in self.cells.get((c, r), ()):
                    total += max(0.0, 1.0 - hypot(px - x, py - y) / reach)
        return total


def search(data: MapFile) -> Layout:
    """Return a layout for the whole map: short routes first, since they have the least choice."""
    at = {city.id: (city.x, city.y) for city in data.cities}
    crowd = _Crowd()
    for x, y in at.values():
        crowd.add(x, y)
    found: dict[str, Laid] = {}

    def far(route: RouteData) -> float:
        (ax, ay), (bx, by) = at[route.cities[0]], at[route.cities[1]]
        return hypot(bx - ax, by - ay)

    number = {city.id: i for i, city in enumerate(data.cities)}
    for route in sorted(data.routes, key=lambda r: (not r.laid, r.bend is None, far(r))):
        first, last = sorted(route.cities, key=number.__getitem__)
        a, b = at[first], at[last]
        by_hand = [len(lane.spaces) for lane in route.laid] == [route.length] * len(route.colours)
        if by_hand and route.bend is None:
            lanes = route.laid
        else:
            bends = BENDS if route.bend is None else (route.bend,)
            tries = [_lanes(a, b, route.length, len(route.colours), bend) for bend in bends]
            lanes = min(zip(tries, bends, strict=True), key=lambda t: _cost(crowd, t[0], t[1], (a, b)))[0]
        for key, lane in zip(lane_keys((first, last), route.colours), lanes, strict=True):
            found[key] = lane
            for x, y, _ in lane.spaces:
                crowd.add(x, y)
    labels = {}
    for city in data.cities:
        labels[city.id] = city.label or _label(crowd, city.name, city.x, city.y, data.picture.width, data.picture.height)
    return Layout("found", at, labels, found)


def _lanes(a: Point, b: Point, length: int, lanes: int, bend: float) -> list[Laid]:
    """Equal spaces along a bow between two cities, for each of the routes side by side."""
    far = max(1.0, hypot(b[0] - a[0], b[1] - a[1]))
    across = ((a[1] - b[1]) / far, (b[0] - a[0]) / far)
    out = []
    for lane in range(lanes):
        aside = bend + (2 * lane - (lanes - 1)) * LANE
        start = (a[0] + across[0] * (aside - bend), a[1] + across[1] * (aside - bend))
        end = (b[0] + across[0] * (aside - bend), b[1] + across[1] * (aside - bend))
        top = ((start[0] + end[0]) / 2 + across[0] * 2 * bend, (start[1] + end[1]) / 2 + across[1] * 2 * bend)
        bow = [
            (
                (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * top[0] + t * t * end[0],
                (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * top[1] + t * t * end[1],
            )
            for t in (i / 40 for i in range(41))
        ]
        out.append(_spread(bow, length))
    return out


def _spread(bow: list[Point], length: int) -> Laid:
    """So many equal spaces on the part of the bow that the stations leave free."""
    steps = [hypot(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(bow)]
    total = sum(steps)
    free = max(10.0, total - 2 * STATION)
    each = min(LONGEST, free / length - GAP)
    pitch = each + GAP
    first = (total - pitch * length) / 2 + pitch / 2
    spaces = []
    for i in range(length):
        want = first + i * pitch
        for (px, py), (qx, qy), step in zip(bow, bow[1:], steps, strict=False):
            if want <= step or (qx, qy) == bow[-1]:
                t = min(1.0, want / max(step, 0.01))
                turn = degrees(atan2(qy - py, qx - px))
                spaces.append((round(px + (qx - px) * t, 1), round(py + (qy - py) * t, 1), round(turn, 1)))
                break
            want -= step
    return Laid(round(max(8.0, each), 1), spaces)


def _cost(crowd: _Crowd, lanes: list[Laid], bend: float, ends: tuple[Point, Point]) -> float:
    cost = abs(bend) / 60
    for lane in lanes:
        cost += max(0.0, SHORTEST - lane.length) / 4
        for x, y, turn in lane.spaces:
            along = (cos(turn * pi / 180) * lane.length / 3, sin(turn * pi / 180) * lane.length / 3)
            for k in (-1, 0, 1):
                px, py = x + k * along[0], y + k * along[1]
                own = sum(max(0.0, 1.0 - hypot(px - ex, py - ey) / 34) for ex, ey in ends)
                cost += 3 * max(0.0, crowd.press(px, py, 34) - own)
    return cost


def _label(crowd: _Crowd, name: str, x: float, y: float, width: int, height: int) -> Point:
    """Beside the city, where the fewest spaces lie."""
    half = 5.6 * len(name)
    places = [(x, y + 40), (x, y - 26), (x + half + 24, y + 7), (x - half - 24, y + 7)]
    places += [(x + half, y + 36), (x - half, y + 36), (x + half, y - 24), (x - half, y - 24)]

    def cost(place: Point) -> float:
        px, py = place
        spots = [(px + half * k / 2, py - 7) for k in range(-2, 3)]
        outside = sum(sx < 20 or sx > width - 20 or sy < 24 or sy > height - 24 for sx, sy in spots)
        return 5 * outside + sum(crowd.press(sx, sy, 26) for sx, sy in spots)

    return min(places, key=cost)


SEAS = (("Pacific Ocean", 74, 905, 30, -78), ("Atlantic Ocean", 1690, 800, 30, -62), ("Gulf of Mexico", 1245, 1105, 24, 0))
"""Of the printed board: name, place, size and turn."""


def export_map(key: str) -> str:
    """Return the printed board as the text of a map file, every space where the picture has it."""
    board, laid = usa(), layout()
    routes = []
    for r in board.routes:
        lanes = [r] if r.double_partner is None else [r, board.routes[r.double_partner]]
        if lanes[-1].id < r.id:
            continue
        ends = (board.cities[r.ends[0]].key, board.cities[r.ends[1]].key)
        colours = [lane.colour for lane in lanes]
        spaces = [laid.routes[lane.key] for lane in lanes]
        routes.append(RouteData(cities=ends, length=r.length, colours=colours, laid=spaces))  # type: ignore[arg-type]
    data = MapFile(
        name="USA",
        provenance=board.provenance["source"],
        cities=[
            CityData(id=c.key, name=c.name, x=laid.cities[c.key][0], y=laid.cities[c.key][1], label=laid.labels[c.key])
            for c in board.cities
        ],
        routes=routes,
        tickets=[
            TicketData(cities=(board.cities[t.ends[0]].key, board.cities[t.ends[1]].key), points=t.points) for t in board.tickets
        ],
        picture=Picture(ground="usa", names=[NameData(text=t, x=x, y=y, size=size, turn=turn) for t, x, y, size, turn in SEAS]),
    )
    return map_loader.encode("ticket_to_ride", data)
