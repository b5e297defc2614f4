"""The track library against slow, obvious references: sections retraced from the tiles, paths by brute force."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path

import msgspec
import pytest

from boxcars.core import record
from boxcars.rail.auction import auction
from boxcars.rail.build_legality import Builder, Prices
from boxcars.rail.hexgrid import Grid, axial
from boxcars.rail.network import (
    CITIES,
    CITY_AT,
    GAINS,
    LINKS,
    STOPS,
    USES_AT,
    Network,
    Networks,
    Search,
    follow,
    gain_of,
    refuse_way,
    sides_of,
)
from boxcars.rail.tiles import TOWN, Tile, TileSet
from boxcars.rail.track import (
    CITY,
    EMPTY,
    NOBODY,
    OPEN,
    TOWN_HEX,
    Track,
    empty_track,
    end_build,
    lay,
    link_directly,
    segment_parts,
    urbanize,
    urbanizing_loops,
)

TESTS = Path(__file__).parents[1]
SHAPES = [
    ("straight", "simple", [(0, 3)], 48),
    ("gentle", "simple", [(0, 2)], 55),
    ("sharp", "simple", [(0, 1)], 7),
    ("cross_gentle_straight", "crossing", [(0, 3), (1, 5)], 4),
    ("cross_gentle_gentle", "crossing", [(0, 2), (1, 3)], 3),
    ("cross_straight_straight", "crossing", [(0, 3), (1, 4)], 4),
    ("coexist_gentle_gentle", "coexisting", [(0, 2), (3, 5)], 1),
    ("coexist_gentle_sharp_left", "coexisting", [(0, 2), (4, 5)], 1),
    ("coexist_gentle_sharp_right", "coexisting", [(0, 2), (3, 4)], 1),
    ("coexist_straight_sharp", "coexisting", [(0, 3), (1, 2)], 1),
    ("town_1", "town", [(0, TOWN)], 3),
    ("town_3_left", "town", [(0, TOWN), (3, TOWN), (5, TOWN)], 2),
    ("town_3_right", "town", [(0, TOWN), (1, TOWN), (3, TOWN)], 2),
    ("town_3_half", "town", [(0, TOWN), (1, TOWN), (5, TOWN)], 2),
    ("town_3_star", "town", [(0, TOWN), (2, TOWN), (4, TOWN)], 2),
]
TILES = TileSet([Tile(i, k, tuple(s)) for i, k, s, _ in SHAPES], [((i,), n) for i, _, _, n in SHAPES], discs=8)
GRID = Grid([(c, r) for c in range(9) for r in range(8)], water={20, 21, 44}, blocked=[(30, 2)])
CITY_HEXES = [0, 5, 27, 34, 50, 62, 71]
TOWNS = [10, 17, 24, 38, 41, 55, 66]
PRICES = Prices([[2] * len(TILES.forms)] * GRID.size, *[[3] * len(TILES.forms)] * 3)
TABLE = [[(h, f) for f in range(len(TILES.forms))] for h in range(GRID.size)]


def board() -> Track:
    return empty_track(GRID, TILES, CITY_HEXES, TOWNS)


def retraced(track: Track) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All sections as (sorted segments, sorted ends), followed afresh from the tiles alone."""
    partner: dict[int, tuple[int, int]] = {}  # port -> (segment, other port or -1 for the town)
    segments = {}
    for h, form in enumerate(track.tiles):
        if form == EMPTY:
            continue
        shape = TILES.forms[form]
        pairs = [(s, TOWN) for s in shape.sides] if track.places[h] == TOWN_HEX else shape.segments
        for a, b in pairs:
            number = (6 * h + a) * 7 + b
            segments[number] = (6 * h + a, 6 * h + b if b != TOWN else -1)
            partner[6 * h + a] = (number, segments[number][1])
            if b != TOWN:
                partner[6 * h + b] = (number, 6 * h + a)

    def walk(number: int, port: int, seen: list[int]) -> int:
        """Leave segment by port; the end found."""
        if port < 0:
            return number // 42
        other = GRID.across[port]
        if other < 0:
            return OPEN
        if track.places[other // 6] == CITY:
            return other // 6
        if other not in partner:
            return OPEN
        following, out = partner[other]
        assert following not in seen
        seen.append(following)
        return walk(following, out, seen)

    found = set()
    for number, (a, b) in segments.items():
        chain = [number]
        ends = (walk(number, a, chain), walk(number, b, chain))
        found.add((tuple(sorted(chain)), tuple(sorted(ends))))
    return found


def check(track: Track) -> None:
    stored = {(tuple(sorted(s.segments)), tuple(sorted(s.ends))) for s in track.sections}
    assert stored == retraced(track)
    ports = {}
    for i, section in enumerate(track.sections):
        assert section.ports[0] <= section.ports[1]
        assert section.ends[0] != section.ends[1]
        for s in section.segments:
            h, a, b = segment_parts(s)
            ports[6 * h + a] = i
            if b != TOWN:
                ports[6 * h + b] = i
        for port in section.ports:
            ports[port] = i
    assert track.at == [ports.get(p, EMPTY) for p in range(6 * GRID.size)]
    for tile in range(len(TILES.tiles)):
        assert track.used[tile] == sum(1 for f in track.tiles if f != EMPTY and TILES.forms[f].tile == tile)
    assert track.discs == sum(
        1 for h, f in enumerate(track.tiles) if f != EMPTY and track.places[h] == TOWN_HEX and TILES.needs_disc(f)
    )


def played(seed: int, plays: int = 60, claim_exits: bool = False, checked: bool = False) -> Track:
    """A board built at random by three seats, with an urbanization now and then."""
    rng = random.Random(seed)
    track = board()
    builder = Builder(GRID, TILES, PRICES, discs=20, claims=claim_exits)
    for n in range(plays):
        seat = n // 3 % 3
        towns = [h for h in TOWNS if track.places[h] == TOWN_HEX and not urbanizing_loops(track, GRID, h)]
        if n % 13 == 12 and towns:
            urbanize(track, GRID, TILES, rng.choice(towns), seat)
            if checked:
                check(track)
        legal = builder.legal(track, seat, 99, builder.anchors(track, seat), TABLE)
        if legal:
            h, f = rng.choice(legal)
            before = {s.segments[0] // 7: s.owner for s in track.sections}
            lay(track, GRID, TILES, h, f, seat, claim_exits)
            for port, owner in before.items():
                if owner not in (seat, NOBODY):
                    assert track.sections[track.at[port]].owner == owner
            if checked:
                check(track)
        if n % 3 == 2:
            end_build(track, seat)
    return track


def test_offsets_become_axial() -> None:
    assert axial(12, 8) == (12, 2)
    assert axial(14, 6, pointy=True) == (11, 6)


def test_each_side_leads_back() -> None:
    for port, other in enumerate(GRID.across):
        if other >= 0:
            assert GRID.across[other] == port
            x, y = GRID.middle(port), GRID.middle(other)
            assert abs(x[0] - y[0]) < 1e-9 and abs(x[1] - y[1]) < 1e-9


@pytest.mark.parametrize("pointy", [False, True])
def test_side_s_lies_between_its_corners(pointy: bool) -> None:
    grid = Grid([(c, r) for c in range(3) for r in range(3)], pointy=pointy)
    for port in range(54):
        corners = grid.corners(port // 6)
        a, b = corners[port % 6], corners[(port + 1) % 6]
        m = grid.middle(port)
        assert abs((a[0] + b[0]) / 2 - m[0]) < 1e-9 and abs((a[1] + b[1]) / 2 - m[1]) < 1e-9


def test_water_and_blocked_sides_are_impassable() -> None:
    assert all(GRID.across[6 * 20 + s] == -1 for s in range(6))
    assert GRID.across[6 * 30 + 2] == -1
    n = GRID.beside[6 * 30 + 2]
    assert GRID.across[6 * n + 5] == -1


def test_tiles_turn_into_77_forms() -> None:
    assert len(TILES.forms) == 77
    assert sum(n for _, _, _, n in SHAPES) == 136


def test_two_sided_counters_limit_each_other() -> None:
    tiles = TileSet([Tile("x", "simple", ((0, 3),)), Tile("y", "simple", ((0, 2),))], [(("x", "y"), 2)])
    assert tiles.available([1, 0], 1)
    assert not tiles.available([1, 1], 0)
    assert tiles.available([1, 1], 0, back=1)


@pytest.mark.parametrize("claim", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_sections_grow_as_if_retraced(seed: int, claim: bool) -> None:
    played(seed, claim_exits=claim, checked=True)


@pytest.mark.parametrize("seed", range(8))
def test_legal_is_what_refuse_lets_pass(seed: int) -> None:
    for plays in (0, 7, 25, 50):
        claims = seed % 4 > 1
        track = played(seed, plays, claims)
        builder = Builder(GRID, TILES, PRICES, discs=6 if seed % 2 else 20, claims=claims)
        for seat in range(3):
            anchors = builder.anchors(track, seat)
            for purse in (2, 99):
                for first in (False, True):
                    listed = builder.legal(track, seat, purse, anchors, TABLE, first=first)
                    judged = [
                        (h, f)
                        for h in range(GRID.size)
                        for f in range(len(TILES.forms))
                        if not builder.refuse(track, seat, h, f, purse, anchors, first)
                    ]
                    assert listed == judged


@pytest.mark.parametrize("seed", range(6))
def test_a_legal_play_keeps_every_law(seed: int) -> None:
    """Each legal play, done on a copy: no loop, every new section reaches a city over the seat's own links."""
    track = played(seed, 30)
    builder = Builder(GRID, TILES, PRICES, discs=20)
    for seat in range(3):
        for h, f in builder.legal(track, seat, 99, builder.anchors(track, seat), TABLE):
            copy = track.clone()
            before = copy.owned(seat)
            needed = builder.discs_needed(copy, seat, h, f)
            added = lay(copy, GRID, TILES, h, f, seat)
            check(copy)
            assert copy.owned(seat) == before + needed
            anchors = builder.anchors(copy, seat)
            for s in added:
                section = copy.sections[copy.at[s // 7]]
                assert section.owner == seat
                assert any(end in anchors for end in section.ends)


def test_clones_are_independent_and_states_survive_json() -> None:
    track = played(3, 40)
    data = msgspec.json.encode(track, order="deterministic")
    copy = track.clone()
    builder = Builder(GRID, TILES, PRICES)
    h, f = builder.legal(copy, 0, 99, builder.anchors(copy, 0), TABLE)[0]
    lay(copy, GRID, TILES, h, f, 0)
    assert msgspec.json.encode(track, order="deterministic") == data
    again = msgspec.json.encode(msgspec.json.decode(data, type=Track))
    assert msgspec.json.decode(again) == msgspec.json.decode(data)


def brute(
    track: Track, origin: int, colour: int, accepts: list[int], reach: int, once: int, closed: frozenset[int]
) -> dict[tuple[int, int, int], int]:
    """(city, gains, uses) -> the fewest links, found by walking every way there is."""
    found: dict[tuple[int, int, int], int] = {}

    def walk(stop: int, visited: list[int], used: list[int], gains: int, uses: int) -> None:
        if len(used) == reach:
            return
        for side in range(6):
            stops, sections, wrong = follow(track, stop, [side])
            if wrong or (sections[0] in used and once != CITIES):
                continue
            there = stops[0]
            if there in visited and (once == STOPS or track.places[there] == CITY):
                continue
            owner = track.sections[sections[0]].owner
            one = 1 << 4 * owner if owner >= 0 else 0
            more = gains if sections[0] in used else gains + one
            also = 0 if once == STOPS else uses + one
            if accepts[there] >> colour & 1:
                found[there, more, also] = min(found.get((there, more, also), 99), len(used) + 1)
            elif there not in closed:
                walk(there, [*visited, there], [*used, sections[0]], more, also)

    walk(origin, [origin], [], 0, 0)
    return found


def within(search: Search, reach: int) -> list[int]:
    count = search.within(reach)
    return list(search.found)[:count]


def compare(track: Track, accepts: list[int], network: Network, origin: int, colour: int, reach: int, once: int) -> int:
    """The search against brute force; how many deliveries both found."""
    search = network.search(origin, colour)
    effects = within(search, reach)
    expected = brute(track, origin, colour, accepts, reach, once, network.closed)

    def told(effect: int) -> tuple[int, int, int]:
        return effect >> network.city_at, effect & GAINS, 0 if once == STOPS else effect >> USES_AT & GAINS

    assert sorted(told(e) for e in effects) == sorted(expected)
    lengths = [len(sides_of(search.found[e])) for e in effects]
    assert lengths == sorted(lengths), "the shorter first"
    for e in effects:
        sides = list(sides_of(search.found[e]))
        assert refuse_way(track, accepts, origin, colour, sides, reach, once) == ""
        stops, sections, _ = follow(track, origin, sides)
        assert stops[-1] == told(e)[0] and not network.closed & set(stops[:-1])
        assert len(sides) == expected[told(e)]
        for seat in range(6):
            assert gain_of(e, seat) == sum(1 for i in set(sections) if track.sections[i].owner == seat)
    return len(effects)


@pytest.mark.parametrize("once", [STOPS, LINKS, CITIES])
@pytest.mark.parametrize("seed", range(5))
def test_the_search_finds_what_brute_force_finds(seed: int, once: int) -> None:
    track = played(seed, 70)
    cities = [h for h in range(GRID.size) if track.places[h] == CITY]
    accepts = [1 << (cities.index(h) % 4) if h in cities else 0 for h in range(GRID.size)]
    network = Networks(6, once).of(track, accepts)
    hits = 0
    for origin in cities:
        for colour in range(4):
            for reach in (1, 3, 5):
                hits += compare(track, accepts, network, origin, colour, reach, once)
    assert hits > 20


@pytest.mark.parametrize("name", [
    "age_of_steam/golden/rust_belt-4-heuristic", "age_of_steam/golden/germany-4-heuristic",
    "age_of_steam/golden/western_us-6-heuristic", "steam/golden/ruhr-4-heuristic", "steam/golden/north_america-5-heuristic",
])  # fmt: skip
def test_the_search_finds_what_brute_force_finds_on_boards_of_played_games(name: str) -> None:
    """The last board of a game, asked first for a short reach, then for a longer one, which goes on from there."""
    *_, (rules, table, _) = record.read((TESTS / f"{name}.jsonl").read_bytes()).replay()
    once = rules.networks.once
    closed = frozenset() if rules.game == "steam" else rules.board.terminals
    network = Networks(6, once).of(table.track, table.accepts, closed)
    hits = 0
    for reach in (2, 4):
        for origin in list(network.edges)[::2]:
            for colour in range(5):
                hits += compare(table.track, table.accepts, network, origin, colour, reach, once)
    assert hits > 100


def test_the_same_sections_and_the_same_links_are_the_same_network() -> None:
    """Clones share it; a link more, a new owner or a city that takes another colour make another."""
    networks = Networks(6)
    track = played(1, 70)
    accepts = [1] * GRID.size
    network = networks.of(track, accepts)
    assert networks.of(track.clone(), accepts.copy()) is network
    other = track.clone()
    other.sections = [dataclasses.replace(section) for section in reversed(track.sections)]
    assert networks.of(other, accepts) is network
    other = track.clone()
    at = next(i for i, section in enumerate(other.sections) if section.complete)
    other.sections[at] = dataclasses.replace(other.sections[at], owner=5)
    assert networks.of(other, accepts) is not network
    assert networks.of(track, accepts) is network
    assert networks.of(track, [2] * GRID.size) is not network
    assert networks.of(track, accepts) is network


@pytest.mark.parametrize("sides", [(), (5,), (0, 0, 0), (1, 2, 3, 4), (5, 0, 5, 0, 5, 0), (0, 1, 2, 3, 4, 5, 0)])
def test_sides_are_unpacked_in_order(sides: tuple[int, ...]) -> None:
    packed = 1
    for side in sides:
        packed = packed << 3 | side
    assert sides_of(packed) == sides


def test_a_closed_stop_is_not_passed() -> None:
    grid = Grid([(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)])
    track = empty_track(grid, TILES, [0, 2, 4], [])
    straight = TILES.form_of[0][0]
    lay(track, grid, TILES, 1, straight, 0)
    lay(track, grid, TILES, 3, straight, 1)
    accepts = [1, 0, 2, 0, 4]
    open_network, network = Networks(6).of(track, accepts), Networks(6).of(track, accepts, frozenset([2]))
    assert [e >> CITY_AT for e in within(open_network.search(0, 2), 2)] == [4]
    assert network.search(0, 2).within(2) == 0
    assert [e >> CITY_AT for e in within(network.search(0, 1), 2)] == [2]


def test_a_direct_link_is_a_link() -> None:
    grid = Grid([(0, 0), (0, 1)])
    track = empty_track(grid, TILES, [0, 1], [])
    link_directly(track, grid, 1, 0, 2)
    assert track.links_of(2) == track.link_segments(2) == 1
    assert follow(track, 0, [3])[0] == [1] and follow(track, 1, [0])[0] == [0]
    assert within(Networks(6).of(track, [0, 1]).search(0, 0), 1) == [(1 << CITY_AT) + (1 << 8)]


def test_auction_leader_stands_and_fees() -> None:
    a = auction([0, 1, 2, 3], 4, lowest=1, passes=1)
    for bid in (3, 4, 5):
        a.seat()
        a.bid(bid)
    assert a.seat() == 3 and a.fee(3, a.drop(), 4) == 0
    assert a.seat() == 0 and a.fee(0, a.drop(), 4) == 2
    assert a.seat() == 1
    a.stay()
    assert a.seat() == 1 and a.passes == -1
    assert a.fee(1, a.drop(), 4) == 4
    assert a.over and a.order() == [2, 1, 0, 3]
