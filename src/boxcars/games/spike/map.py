"""The printed board and cards as tables of numbers: what never changes during a game (SPK-1, SPK-2, SPK-20).

Cities, points, segments, colours, commodities, contract sides and route cards are indices here and in the state; actions, events
and observations use the ids of the data files. No city, colour or value is known to the code.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from boxcars.core import codec, map_loader
from boxcars.core.messages import Complaint, T
from boxcars.games.spike.map_file import BoardFile, Components, ContractsFile, MapFile, MarketFile, RoutesFile, TrainFile

HERE: Final = Path(__file__).parent / "maps"
SIDES: Final = ("A", "B")
LOCOMOTIVE: Final = 0
TENDER: Final = 1
FREIGHT: Final = 2
PARTS: Final = ("locomotive", "tender", "freight")
"""The parts of a train in the order of the state's lists (SPK-4)."""
PLAYERS: Final = (2, 3, 4)

F = TypeVar("F")


class Chart:
    """One map, ready for play."""

    def __init__(
        self, name: str, board: BoardFile, contracts: ContractsFile, routes: RoutesFile, market: MarketFile, train: TrainFile
    ):
        self.name = name
        self.box = board.components
        self.view = board.view
        # colours and commodities
        self.colours: list[str] = [c.id for c in board.colours]
        self.patterns: list[str] = [c.pattern for c in board.colours]
        self.colour_id: dict[str, int] = {c: i for i, c in enumerate(self.colours)}
        self.time_card: int = len(self.colours)
        """Index of a time card among the counts of the deck."""
        self.goods: list[str] = [c.id for c in board.commodities]
        self.goods_names: list[str] = [c.name for c in board.commodities]
        self.goods_id: dict[str, int] = {c: i for i, c in enumerate(self.goods)}
        # the graph (SPK-2.1, 2.2)
        self.points: list[str] = [p.id for p in board.points]
        self.point_id: dict[str, int] = {p: i for i, p in enumerate(self.points)}
        self.xy: list[tuple[float, float]] = [(p.x, p.y) for p in board.points]
        self.cities: list[str] = [c.id for c in board.cities]
        self.city_names: list[str] = [c.name for c in board.cities]
        self.city_id: dict[str, int] = {c: i for i, c in enumerate(self.cities)}
        self.city_point: list[int] = [self.point_id[c.point] for c in board.cities]
        self.city_at: list[int] = [-1] * len(self.points)
        """The city on a point; -1 for a junction."""
        for city, point in enumerate(self.city_point):
            self.city_at[point] = city
        self.offers: list[int] = [self.goods_id[c.commodity] for c in board.cities]
        """The one commodity a city offers (SPK-7.1)."""
        self.segments: list[str] = [s.id for s in board.segments]
        self.segment_id: dict[str, int] = {s: i for i, s in enumerate(self.segments)}
        self.ends: list[tuple[int, int]] = [(self.point_id[s.a], self.point_id[s.b]) for s in board.segments]
        self.colour: list[int] = [self.colour_id[s.colour] for s in board.segments]
        self.near: list[list[tuple[int, int, int]]] = [[] for _ in self.points]
        """For every point the segments that meet there: (point at the other end, segment, colour)."""
        for s, (a, b) in enumerate(self.ends):
            self.near[a].append((b, s, self.colour[s]))
            self.near[b].append((a, s, self.colour[s]))
        # contract cards (SPK-1.5): a side is card * 2 + (0: A, 1: B)
        self.cards: list[str] = [c.id for c in contracts.cards]
        self.card_id: dict[str, int] = {c: i for i, c in enumerate(self.cards)}
        self.card_goods: list[int] = [self.goods_id[c.commodity] for c in contracts.cards]
        self.sides: list[str] = [c.sides[side].id for c in contracts.cards for side in SIDES]
        self.pays: list[dict[int, int]] = [
            {self.city_id[d.city]: d.value for d in c.sides[side].destinations} for c in contracts.cards for side in SIDES
        ]
        """What a contract side pays in each listed city."""
        # route cards (SPK-1.6)
        self.routes: list[str] = [r.id for r in routes.cards]
        self.route_id: dict[str, int] = {r: i for i, r in enumerate(self.routes)}
        self.route_start: list[int] = [self.city_id[r.start] for r in routes.cards]
        self.route_ends: list[dict[int, int]] = [{self.city_id[e.city]: e.value for e in r.ends} for r in routes.cards]
        # market and train
        self.rows: list[int] = market.rows_top_to_bottom
        self.columns: int = market.columns
        parts = {p.id: p for p in train.parts}
        self.levels: list[list[int]] = [parts[p].levels for p in PARTS]
        self.start_level: list[int] = [parts[p].start_level for p in PARTS]
        self.prices: list[int] = train.upgrade_cost_by_current_level

    def at(self, segment: int, head: int) -> str:
        """Return the name of a place of a train: a city, or the track and the point it is heading for (SPK-2.10)."""
        if segment < 0:
            return self.cities[self.city_at[head]]
        return f"{self.segments[segment]}>{self.points[head]}"

    def place(self, name: str) -> tuple[int, int] | None:
        """Return the reverse of ``at``: (segment or -1, point); None if there is no such place."""
        city = self.city_id.get(name, -1)
        if city >= 0:
            return -1, self.city_point[city]
        segment, _, head = name.partition(">")
        s, h = self.segment_id.get(segment, -1), self.point_id.get(head, -1)
        return None if s < 0 or h < 0 else (s, h)


# -- reading and checking -------------------------------------------------------------------------------------------


@cache
def builtin(key: str) -> MapFile:
    """Return the map that ships, with its parts."""

    def part(name: str, kind: type[F]) -> F:
        return codec.decoder(kind).decode((HERE / key / f"{name}.json").read_bytes())

    return MapFile(
        msgspec.json.decode((HERE / f"{key}.json").read_bytes())["name"],
        part("board", BoardFile),
        part("contracts", ContractsFile),
        part("routes", RoutesFile),
        part("market", MarketFile),
        part("train", TrainFile),
    )


def read_map(text: str) -> MapFile:
    """Raises BadMap naming what is wrong and where; what is left out is the rulebook's."""
    file = map_loader.decode(text, MapFile)
    usual = builtin("eastern_usa")
    return replace(file, market=file.market or usual.market, train=file.train or usual.train)


def charted(file: MapFile) -> Chart:
    assert file.market is not None and file.train is not None
    return Chart(file.name, file.board, file.contracts, file.routes, file.market, file.train)


@lru_cache(maxsize=32)
def from_text(text: str) -> Chart:
    """Return a map of one's own."""
    return charted(read_map(text))


@cache
def printed(key: str) -> Chart:
    return charted(builtin(key))


def chart(map: str) -> Chart:
    """Return a map of the game by its key, or one's own."""
    return from_text(map_loader.text_of(map)) if map_loader.is_own(map) else printed(map)


def export_map(key: str) -> str:
    """Return a map of the game as the text of a map file."""
    return map_loader.encode("spike", builtin(key))


def check_map(text: str) -> list[str]:
    """Return what is wrong with a map file; an empty list is a good map."""
    try:
        file = read_map(text)
    except map_loader.BadMap as bad:
        return bad.complaints
    assert file.market is not None and file.train is not None
    return [map_loader.located(text, c) for c in _complaints(file.board, file.contracts, file.routes, file.market, file.train)]


def _twice(what: str, ids: list[str]) -> list[str]:
    return [Complaint(f"{what} {i!r}", T("this id appears twice")) for i in sorted({i for i in ids if ids.count(i) > 1})]


def _complaints(
    board: BoardFile, contracts: ContractsFile, routes: RoutesFile, market: MarketFile, train: TrainFile
) -> list[str]:
    out: list[str] = []
    points, cities = {p.id for p in board.points}, {c.id for c in board.cities}
    colours, goods = {c.id for c in board.colours}, {c.id for c in board.commodities}
    for what, ids in (
        ("board: point", [p.id for p in board.points]),
        ("board: city", [c.id for c in board.cities]),
        ("board: segment", [s.id for s in board.segments]),
        ("board: colour", [c.id for c in board.colours]),
        ("board: commodity", [c.id for c in board.commodities]),
        ("contracts: card", [c.id for c in contracts.cards]),
        ("contracts: side", [s.id for c in contracts.cards for s in c.sides.values()]),
        ("routes: card", [r.id for r in routes.cards]),
    ):
        out += _twice(what, ids)
        out += [
            Complaint(f"{what} {i!r}", T("an id can only contain letters, digits, _ and -"))
            for i in ids
            if not re.fullmatch(r"\w[\w-]*", i)
        ]
    for c in board.cities:
        if c.point not in points:
            out.append(Complaint(f"board: city {c.id}", T("there's no point {point}", point=repr(c.point))))
        if c.commodity not in goods:
            out.append(Complaint(f"board: city {c.id}", T("there are no goods called {commodity}", commodity=repr(c.commodity))))
    where = {c.id: c.point for c in board.cities}
    for p in board.points:
        if p.city is not None and where.get(p.city) != p.id:
            out.append(Complaint(f"board: point {p.id}", T("city {city} isn't at this point", city=repr(p.city))))
    if len(set(where.values())) < len(where):
        out.append(Complaint("board", T("two cities are on the same point")))
    for s in board.segments:
        out += [
            Complaint(f"board: segment {s.id}", T("the end {end} isn't a point on the map", end=repr(end)))
            for end in (s.a, s.b)
            if end not in points
        ]
        if s.a == s.b:
            out.append(Complaint(f"board: segment {s.id}", T("both ends are the same point")))
        if s.colour not in colours:
            out.append(Complaint(f"board: segment {s.id}", T("there's no color {colour}", colour=repr(s.colour))))
    out += [
        Complaint(f"board: commodity {g}", T("no city offers these goods"))
        for g in sorted(goods - {c.commodity for c in board.cities})
    ]
    if not out and not _connected(board):
        out.append(Complaint("board", T("the segments don't connect all the points")))
    if len(goods) != market.columns * len(market.rows_top_to_bottom):
        out.append(
            Complaint(
                "market",
                T(
                    "{goods} kinds of goods don't fit exactly in {columns} columns of {rows} rows",
                    columns=market.columns,
                    rows=len(market.rows_top_to_bottom),
                    goods=len(goods),
                ),
            )
        )
    if any(len(goods) % n for n in PLAYERS):
        out.append(Complaint("board", T("{n} kinds of goods can't be dealt equally to 2, 3 and 4 players", n=len(goods))))
    for card in contracts.cards:
        if card.commodity not in goods:
            out.append(
                Complaint(
                    f"contracts: card {card.id}", T("there are no goods called {commodity}", commodity=repr(card.commodity))
                )
            )
        if sorted(card.sides) != list(SIDES):
            out.append(Complaint(f"contracts: card {card.id}", T("this card must have sides A and B")))
        for side in card.sides.values():
            out += _worths(f"contracts: side {side.id}", [(d.city, d.value) for d in side.destinations], cities)
    out += [
        Complaint("contracts", T("there's no card for {good}", good=g))
        for g in sorted(goods - {c.commodity for c in contracts.cards})
    ]
    for route in routes.cards:
        if route.start not in cities:
            out.append(
                Complaint(f"routes: card {route.id}", T("the start {start} isn't a city on the map", start=repr(route.start)))
            )
        out += _worths(f"routes: card {route.id}", [(e.city, e.value) for e in route.ends], cities)
    if len(routes.cards) < 2 * max(PLAYERS):
        out.append(
            Complaint(
                "routes", T("at least {need} cards are needed, but there are {n}", need=2 * max(PLAYERS), n=len(routes.cards))
            )
        )
    if [p for p in PARTS if p not in {part.id for part in train.parts}]:
        out.append(Complaint("train", T("the parts must be {those}", those=", ".join(PARTS))))
    for part in train.parts:
        if len(part.levels) != len(train.upgrade_cost_by_current_level) + 1 or min(part.levels) < 1:
            out.append(
                Complaint(
                    f"train: part {part.id}", T("there must be one more level than prices, and each level must be 1 or more")
                )
            )
        elif not 0 <= part.start_level < len(part.levels):
            out.append(Complaint(f"train: part {part.id}", T("there's no level {start_level}", start_level=part.start_level)))
    box = board.components
    least = max(PLAYERS) * box.start_hand + box.face_up
    two = 2 * box.start_hand + box.face_up
    too_few = (
        box.rail_cards_per_colour * len(colours) <= least
        or (box.rail_cards_per_colour - box.two_player_removed_per_colour) * len(colours) <= two
        or min(box.tracks_per_player, box.start_hand, box.face_up, box.time_cards) < 1
    )
    if too_few:
        out.append(Complaint("board: components", T("there aren't enough rail cards, tracks, time cards or cards in a hand")))
    amounts = [getattr(box, name) for name in Components.__struct_fields__] + [
        v for c in contracts.cards for s in c.sides.values() for v in [d.value for d in s.destinations]
    ]
    if max(amounts) > 200 or min([box.two_player_removed_per_colour, *train.upgrade_cost_by_current_level]) < 0:
        out.append(Complaint("board: components", T("every number must be from 0 to 200")))
    if not all(-10_000 <= p.x <= 10_000 and -10_000 <= p.y <= 10_000 for p in board.points):
        out.append(Complaint("board", T("a point is too far off the sheet")))
    return out


def _worths(where: str, worths: list[tuple[str, int]], cities: set[str]) -> list[str]:
    out: list[str] = [Complaint(where, T("there's no city {city}", city=repr(city))) for city, _ in worths if city not in cities]
    out += [
        Complaint(where, T("{city} is worth {value}, but it must be more than 0", city=city, value=value))
        for city, value in worths
        if value < 1
    ]
    if not worths or len({city for city, _ in worths}) < len(worths):
        out.append(Complaint(where, T("this must list at least one city, and none twice")))
    return out


def _connected(board: BoardFile) -> bool:
    near: dict[str, list[str]] = {p.id: [] for p in board.points}
    for s in board.segments:
        near[s.a].append(s.b)
        near[s.b].append(s.a)
    if not near:
        return False
    seen = {board.points[0].id}
    stack = list(seen)
    while stack:
        for q in near[stack.pop()]:
            if q not in seen:
                seen.add(q)
                stack.append(q)
    return len(seen) == len(near)
