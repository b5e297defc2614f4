"""What is in the box (STM-1)."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from boxcars.core import registry
from boxcars.core.game import Refused
from boxcars.games.steam.map import NEW_CITIES, RING
from boxcars.games.steam.types import ACTIONS, COLOURS, CityGrown, GrowCity, PickSupply
from boxcars.rail.actions import LayTrack
from boxcars.rail.tiles import TOWN
from tests.steam.positions import P, building, fresh, give_tile, make, play, put

RULES = make()
TILES = RULES.board.tiles

FACES = {
    "T11": ("town", 1, 6), "T21": ("town", 2, 3), "T22": ("town", 2, 6), "T23": ("town", 2, 6), "T31": ("town", 3, 2),
    "T32": ("town", 3, 6), "T33": ("town", 3, 6), "T34": ("town", 3, 6), "T41": ("town", 4, 6), "T42": ("town", 4, 3),
    "T43": ("town", 4, 6), "21": ("simple", 2, 3), "22": ("simple", 2, 6), "23": ("simple", 2, 6), "41": ("crossing", 4, 3),
    "42": ("crossing", 4, 6), "43": ("crossing", 4, 6), "44": ("coexisting", 4, 6), "45": ("coexisting", 4, 3),
    "46": ("coexisting", 4, 6), "47": ("coexisting", 4, 6),
}  # fmt: skip


@pytest.mark.clause("STM-1.1")
@pytest.mark.parametrize(("map", "made_for"), [("north_america", (3, 4)), ("ruhr", (3, 5))])
def test_three_to_five_players_and_a_sixth_as_variant(map: str, made_for: tuple[int, int]) -> None:
    file = make(map).board.file
    assert (file.players.min, file.players.max) == made_for
    for n in (3, 4, 5, 6):
        assert registry.make("steam", map, n).players == n
        assert made_for[0] <= n <= made_for[1] or n in file.players.variant
    for n in (1, 2, 7):
        with pytest.raises(Refused):
            registry.make("steam", map, n)


@pytest.mark.clause("STM-1.2")
def test_ninety_six_cubes() -> None:
    assert dict(zip(COLOURS, RULES.bag, strict=True)) == {"red": 20, "blue": 20, "yellow": 20, "purple": 20, "gray": 16}


@pytest.mark.clause("STM-1.3")
@pytest.mark.parametrize("map", ["north_america", "ruhr"])
def test_printed_cities_are_never_gray(map: str) -> None:
    colours = [city.colors[0] for city in make(map).board.file.cities]
    assert set(colours) == {"red", "blue", "yellow", "purple"}


@pytest.mark.clause("STM-1.4")
def test_eight_new_cities() -> None:
    assert dict(zip(COLOURS, NEW_CITIES, strict=True)) == {"red": 1, "blue": 1, "yellow": 1, "purple": 1, "gray": 4}


@pytest.mark.clause("STM-1.5")
def test_growth_markers_never_run_out() -> None:
    """One marker a turn at the most: ten are enough for every length of game, and the tenth is still to be had."""
    assert max(make(map, n).turns for map in ("north_america", "ruhr") for n in (3, 4, 5, 6)) <= 10
    rules, table = fresh()
    for place in range(9):
        table.grown[place] = True
    give_tile(table, P, "city_growth", open=True)
    building(rules, table, P)
    tenth = next(action for action in rules.legal(table) if isinstance(action, GrowCity))
    rules.play(table, P, tenth)
    assert any(isinstance(event, CityGrown) for event in rules.play(table, P, PickSupply(0)))


@pytest.mark.clause("STM-1.6", "STM-4.10")
def test_twelve_supply_spaces_and_no_growth_marker_at_the_start() -> None:
    rules, table = fresh()
    assert len(rules.observe(table, None).supply) == 12
    assert table.sets_left() == list(range(12))
    assert not any(table.grown)
    assert table.new_cities == list(NEW_CITIES)


@pytest.mark.clause("STM-1.7")
def test_seven_action_tiles_in_their_order() -> None:
    assert ACTIONS == ("turn_order", "first_move", "engineer", "first_build", "city_growth", "locomotive", "urbanization")


@pytest.mark.clause("STM-1.8", "STM-8.33")
def test_ownership_markers_are_no_limit() -> None:
    """One for each section a player owns, and more than the 24 of the box if he needs them."""
    rules, table = fresh("ruhr")
    table.cash[P] = 1000
    rng = Random(3)
    while table.track.owned(P) < 30:
        building(rules, table, P)
        rules.play(table, P, rng.choice([action for action in rules.legal(table) if isinstance(action, LayTrack)]))
    assert table.track.owned(P) >= 30


@pytest.mark.clause("STM-1.9")
def test_money_is_open() -> None:
    rules, table = fresh()
    table.cash = [1, 22, 333, 4444]
    for seat in (0, 3, None):
        assert rules.observe(table, seat).cash == [1, 22, 333, 4444]


@pytest.mark.clause("STM-1.10", "STM-1.14")
def test_faces_have_their_shapes_and_rotations() -> None:
    """Turned, never mirrored: the mirror images T32/T33 and 46/47 are faces of their own."""
    assert {t.id: t.kind for t in TILES.tiles} == {id: kind for id, (kind, _, _) in FACES.items()}
    for tile in TILES.tiles:
        forms = [f for f in TILES.forms if TILES.tiles[f.tile] is tile]
        assert len(forms) == FACES[tile.id][2]
        assert all(len(f.sides) == FACES[tile.id][1] for f in forms)
    for one, two in (("T32", "T33"), ("46", "47")):
        shapes = [{f.segments for f in TILES.forms if TILES.tiles[f.tile].id == face} for face in (one, two)]
        assert not shapes[0] & shapes[1]


def usable(counts: dict[str, int], face: str) -> bool:
    used = [counts.get(tile.id, 0) for tile in TILES.tiles]
    return TILES.available(used, TILES.number[face])


@pytest.mark.clause("STM-1.11", "STM-1.12")
@pytest.mark.parametrize(
    ("front", "back", "count"),
    [
        ("21", "22", 86), ("T21", "T22", 10), ("23", "T23", 8), ("42", "T41", 4), ("T31", "T34", 4), ("T42", "41", 4),
        ("43", "T43", 4), ("T32", "T33", 4),
    ],
)  # fmt: skip
def test_the_two_faces_of_a_counter_share_it(front: str, back: str, count: int) -> None:
    for n in range(count):
        assert usable({front: n, back: count - 1 - n}, front)
        assert usable({front: n, back: count - 1 - n}, back)
    for n in range(count + 1):
        assert not usable({front: n, back: count - n}, front)
        assert not usable({front: n, back: count - n}, back)


@pytest.mark.clause("STM-1.11")
def test_t11_has_four_counters_of_its_own() -> None:
    assert usable({"T11": 3}, "T11")
    assert not usable({"T11": 4}, "T11")


def by_matching(counts: tuple[int, ...]) -> bool:
    """Whether the ring of counters 44/45, 45/46, 46/47, 47/44 (two each) can show these faces: tried counter by counter."""
    pairs = [("44", "45"), ("44", "47"), ("47", "46"), ("45", "46")]
    faces = ("44", "45", "46", "47")
    for uses in product(range(3), repeat=8):
        shown = dict.fromkeys(faces, 0)
        ok = True
        for (front, back), up, down in zip(pairs, uses[::2], uses[1::2], strict=True):
            ok &= up + down <= 2
            shown[front] += up
            shown[back] += down
        if ok and all(shown[f] >= n for f, n in zip(faces, counts, strict=True)):
            return True
    return False


@pytest.mark.clause("STM-1.12", "STM-TV-8")
def test_the_ring_of_four_faces_by_full_enumeration() -> None:
    assert set(RING) == {"44", "45", "46", "47"}
    possible = {
        c for c in product(range(6), repeat=4)
        if all(n <= 4 for n in c) and sum(c) <= 8 and all(c[i] + c[(i + 1) % 4] <= 6 for i in range(4))
    }  # fmt: skip
    sample = [c for i, c in enumerate(product(range(6), repeat=4)) if i % 23 == 0]
    for counts in sample:
        assert by_matching(counts) == (counts in possible)
    for counts in product(range(5), repeat=4):
        if counts not in possible:
            continue
        have = dict(zip(("44", "45", "46", "47"), counts, strict=True))
        for i, face in enumerate(("44", "45", "46", "47")):
            more = (*counts[:i], counts[i] + 1, *counts[i + 1 :])
            assert usable(have, face) == (more in possible)


@pytest.mark.clause("STM-TV-8")
def test_ring_supply_vector() -> None:
    assert not usable({"44": 4, "45": 2}, "45")
    assert usable({"44": 4, "45": 2}, "46")
    assert not usable({"44": 4, "46": 4}, "45")
    assert not usable({"44": 4, "46": 4}, "47")


@pytest.mark.clause("STM-1.12")
def test_a_tile_taken_off_in_the_same_play_is_back_in_the_supply() -> None:
    """All ten counters T21/T22 are out; a T22 still can become a T21-counter's neighbour T31, and frees its counter."""
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0", "c10r8 T21/0")
    number = TILES.number
    table.track.used[number["T22"]] = 9
    used = table.track.used
    assert not TILES.available(used, number["T22"])
    assert TILES.available(used, number["T22"], number["T21"])


@pytest.mark.clause("STM-1.13")
def test_what_can_be_made() -> None:
    towns = {f.sides for f in TILES.forms if f.kind == "town"}
    wanted = [sides for n in range(1, 5) for sides in combinations(range(6), n)]
    assert towns == set(wanted)
    assert sum(f.kind == "town" for f in TILES.forms) == len(wanted)  # each by exactly one face
    pairs = set()
    for a, b in combinations(combinations(range(6), 2), 2):
        if not set(a) & set(b):
            pairs.add(frozenset((a, b)))
    assert len(pairs) == 45
    made = {frozenset(f.segments) for f in TILES.forms if len(f.segments) == 2 and f.kind != "town"}
    assert len(made) == 36
    assert made < pairs
    for pair in pairs - made:
        assert all((b - a) % 6 in (1, 5) for a, b in pair)
    assert all(len(f.sides) <= 4 and TOWN not in f.sides for f in TILES.forms)


@pytest.mark.clause("STM-1.15")
def test_locomotives_go_from_one_to_six() -> None:
    rules, table = fresh()
    assert rules.max_locomotive == 6
    assert table.locomotive == [1] * 4


@pytest.mark.clause("STM-1.16")
def test_colours_have_no_effect() -> None:
    """Seats are interchangeable: the same tile costs every seat the same."""
    for seat in range(4):
        rules, table = fresh()
        building(rules, table, seat)
        assert play(rules, table, "c10r7 21/0") == 3
