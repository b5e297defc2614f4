"""Components and limits (chapter 1) and the board model (chapter 2)."""

from __future__ import annotations

import pytest

from boxcars.core import registry
from boxcars.core.game import Refused
from boxcars.games.age_of_steam import components as box
from boxcars.games.age_of_steam.components import COLUMN_SPACES, COLUMNS, SPACES, TILES, TRACK_TILES
from boxcars.rail.track import CITY, OPEN
from tests.age_of_steam.positions import position, start, tile

COUNTS = {
    "rust_belt": [3, 4, 5, 6],
    "western_us": [3, 4, 5, 6],
    "southern_us": [3, 4, 5, 6],
    "germany": [3, 4, 5, 6],
    "barbados": [1],
    "st_lucia": [2],
}


@pytest.mark.clause("AOS-1.1", "AOS-BAD-2")
def test_player_counts() -> None:
    assert {m.key: m.players for m in registry.game("age_of_steam").maps} == COUNTS
    for map, counts in COUNTS.items():
        for wrong in {0, 1, 2, 7} - set(counts):
            with pytest.raises(Refused):
                registry.make("age_of_steam", map, wrong)
    with pytest.raises(Refused):
        registry.make("age_of_steam", "moon", 3)


@pytest.mark.clause("AOS-1.2", "AOS-1.3", "AOS-1.11", "AOS-1.12", "AOS-1.13")
def test_what_each_player_has() -> None:
    assert box.PLAYER_COLOURS == ("blue", "green", "yellow", "pink", "gray", "orange")
    assert box.OWNERSHIP_DISCS == start().rules.builder.discs == 20
    assert (box.MAX_SHARES, box.MAX_LOCOMOTIVE, box.TOWN_DISCS) == (15, 6, 8)
    # The bank is not limited: a player can hold more than all the notes of the box.
    at = position("map rust_belt 3\nseat 0 cash 5000 income 5000\nseat 1 cash 50\nseat 2 cash 50\ndue collect_income")
    assert at.table.cash[0] == 10_000 - 3
    # Six dice: with six players six are rolled for each half.
    at = position("map rust_belt 6\ndice light 1 2 3 4 5 6\ndice dark 1 2 3 4 5 6\ndue goods_growth")
    assert at.table.chance.counters["dice:light"] == 6


@pytest.mark.clause("AOS-1.4", "AOS-8.26", "AOS-BAD-7")
def test_a_21st_section_is_refused() -> None:
    at = position("map rust_belt 3\nseat 0 cash 99\ntrack 0 c7r4 straight 0\ntrack 0 c6r5 straight 2\ndue build 0")
    at.rules.builder.discs = 3
    assert at.table.track.owned(0) == 2
    # A town tile with two exits: one joins (frees nothing new), one dangles: 3 sections. Three exits would be 4.
    assert at.cannot(0, "c7r3 town_3_left 0") == "no_ownership_disc"
    at.lay(0, "c7r3 straight 0")
    assert at.table.track.owned(0) == 3
    assert at.cannot(0, "c7r6 straight 0") == "no_ownership_disc"
    at.rules.builder.discs = 20


@pytest.mark.clause("AOS-1.4")
def test_discs_freed_by_the_same_play_are_available() -> None:
    # The new tile extends the one section he has: still one disc.
    at = position("map rust_belt 3\nseat 0 cash 99\ntrack 0 c11r8 straight 1\ndue build 0")
    at.rules.builder.discs = 1
    at.lay(0, "c10r9 straight 1")
    assert at.table.track.owned(0) == 1
    at.rules.builder.discs = 20


@pytest.mark.clause("AOS-1.4")
def test_the_option_lifts_the_limit() -> None:
    assert position("map rust_belt 3 unlimited_discs").rules.builder.discs is None


@pytest.mark.clause("AOS-1.5")
def test_136_tiles() -> None:
    assert {name: count for name, _, _, count in TRACK_TILES} == {
        "straight": 48,
        "gentle": 55,
        "sharp": 7,
        "cross_gentle_straight": 4,
        "cross_gentle_gentle": 3,
        "cross_straight_straight": 4,
        "coexist_gentle_gentle": 1,
        "coexist_gentle_sharp_left": 1,
        "coexist_gentle_sharp_right": 1,
        "coexist_straight_sharp": 1,
        "town_1": 3,
        "town_3_left": 2,
        "town_3_right": 2,
        "town_3_half": 2,
        "town_3_star": 2,
    }
    assert sum(count for _, _, _, count in TRACK_TILES) == 136
    assert len(TILES.forms) == 77


@pytest.mark.clause("AOS-1.6", "AOS-1.7", "AOS-8.13")
def test_the_supply_is_limited_and_the_old_tile_returns_first() -> None:
    at = position("map rust_belt 3\nseat 0 cash 99\ntrack 0 c7r4 sharp 3\ndue build 0")
    sharp = TILES.number["sharp"]
    at.table.track.used[sharp] = 7
    assert at.rules.refuse(at.table, 0, tile("c6r6 sharp 1")).code == "no_tile"
    assert tile("c6r6 sharp 1") not in at.rules.legal(at.table)
    # A redirect to the same tile in another rotation is always possible: the old one comes back first.
    assert at.rules.refuse(at.table, 0, tile("c7r4 sharp 3")) is not None
    assert at.rules.refuse(at.table, 0, tile("c7r4 gentle 3")) is None
    at = position("map rust_belt 3\nseat 0 cash 99\ntrack 0 c6r6 sharp 1\ndue build 0")
    at.table.track.used[sharp] = 7
    assert at.rules.refuse(at.table, 0, tile("c6r6 sharp 0")) is None, "side 1 faces Chicago and stays; 2 becomes 0"


@pytest.mark.clause("AOS-1.8")
def test_town_discs_run_out() -> None:
    at = position("map rust_belt 3\nseat 0 cash 99\ntrack 0 c7r4 straight 0\ndue build 0")
    at.table.track.discs = 8
    refused = {p: at.rules.refuse(at.table, 0, tile(f"c7r3 {p}")) for p in ("straight 0", "town_1 3", "town_3_left 0")}
    assert refused["straight 0"].code == "no_disc"
    assert refused["town_1 3"] is None and refused["town_3_left 0"] is None
    at.table.track.discs = 0
    at.lay(0, "c7r3 straight 0")
    assert at.table.track.discs == 1


@pytest.mark.clause("AOS-1.9", "AOS-1.10", "AOS-1.14", "AOS-1.15")
def test_goods_and_display() -> None:
    assert box.NEW_CITY_COLOURS == ("red", "blue", "black", "black", "yellow", "purple", "black", "black")
    assert box.GOODS == {"red": 20, "blue": 20, "purple": 20, "yellow": 20, "black": 16}
    assert len(SPACES) == 52 and len(COLUMNS) == 20
    assert SPACES[:3] == (("L1", 1), ("L2", 1), ("L3", 1)) and SPACES[11] == ("D6", 1) and SPACES[12] == ("L1", 2)
    assert SPACES[36] == ("A", 1) and SPACES[44] == ("A", 2) and SPACES[-1] == ("H", 2)
    assert [len(COLUMN_SPACES[c]) for c in COLUMNS] == [3] * 12 + [2] * 8
    assert box.LETTER_UNDER == {"L3": "A", "L4": "B", "L5": "C", "L6": "D", "D1": "E", "D2": "F", "D3": "G", "D4": "H"}


# -- chapter 2 -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-2.1", "AOS-2.2")
def test_side_s_touches_side_s_plus_3() -> None:
    for map in ("rust_belt", "western_us"):
        grid = start(map, 3).grid
        for port, other in enumerate(grid.across):
            if other >= 0:
                assert other % 6 == (port % 6 + 3) % 6 and grid.across[other] == port
    flat, pointy = start("rust_belt", 3).grid, start("western_us", 3).grid
    x, y = flat.centre(flat.number["c12r8"]), flat.centre(flat.number["c12r7"])
    assert abs(x[0] - y[0]) < 1e-9 and y[1] < x[1], "side 0 is north"
    x, y = pointy.centre(pointy.number["c13r3"]), pointy.centre(pointy.number["c12r3"])
    assert abs(x[1] - y[1]) < 1e-9 and y[0] < x[0], "side 5 is west"


@pytest.mark.clause("AOS-2.4", "AOS-8.5")
def test_water_and_cities_are_not_built_on() -> None:
    at = position("map rust_belt 3\ndue build 0")
    assert at.cannot(0, "c8r5 straight 0") == "not_buildable"
    assert at.cannot(0, "c7r5 straight 0") == "not_buildable"
    assert at.cannot(0, "c99r0 straight 0") == "no_such_hex"


@pytest.mark.clause("AOS-2.5", "AOS-2.8", "AOS-2.14")
def test_a_town_splits_track() -> None:
    at = position("map rust_belt 3\ntrack 0 c7r4 straight 0\ntrack 0 c7r3 straight 0\ntrack 0 c7r2 straight 0")
    south, north = at.section("c7r3", 3, "T"), at.section("c7r3", 0, "T")
    assert south is not None and north is not None and south is not north
    assert south is at.section("c7r4", 0, 3) and north is at.section("c7r2", 0, 3)
    assert at.section("c7r3", 0, 3) is None, "the printed pairing is ignored"
    # A crossing tile on a town hex is four exits.
    at = position("map rust_belt 3\ntrack 0 c7r4 straight 0\ntrack 0 c7r3 cross_gentle_gentle 3")
    assert [at.owner("c7r3", s, "T") for s in (0, 3, 4, 5)] == [0] * 4


@pytest.mark.clause("AOS-2.6", "AOS-2.9", "AOS-2.11")
def test_a_town_without_a_tile_is_no_stop() -> None:
    at = position("map rust_belt 3\ntrack 0 c7r4 straight 0")
    section = at.section("c7r4", 0, 3)
    assert section is not None and sorted(section.ends) == [OPEN, at.hex("c7r5")] and not section.complete
    assert not at.table.track.is_stop(at.hex("c7r3"))
    at = position("map rust_belt 3\ntrack 0 c7r4 straight 0\ntrack 0 c7r3 town_1 3")
    assert at.complete("c7r4", 0, 3) and at.table.track.is_stop(at.hex("c7r3"))


@pytest.mark.clause("AOS-2.7", "AOS-2.10")
def test_a_city_meets_all_six_sides() -> None:
    at = position("map rust_belt 3\ntrack 0 c11r8 straight 1\ntrack 0 c10r9 straight 1")
    link = at.section("c11r8", 1, 4)
    assert link is not None and link.complete
    assert sorted(link.ends) == sorted([at.hex("c12r8"), at.hex("c9r9")])
    assert at.table.track.places[at.hex("c12r8")] == CITY


@pytest.mark.clause("AOS-2.13", "AOS-11.11")
def test_parallel_links_are_different_links() -> None:
    at = position(
        """
        map rust_belt 3
        track 0 c11r8 straight 1
        track 0 c10r9 straight 1
        track 1 c12r9 gentle 4
        track 1 c11r9 straight 1
        track 1 c10r10 gentle 5
        seat 2 loco 2
        cubes c12r8 blue
        due move 2
        """
    )
    assert {m.sides for m in at.moves()} == {(4,), (3,)}
    at.move(2, "c12r8 blue 3 > c9r9")
    assert at.table.income == [0, 1, 0]


@pytest.mark.clause("AOS-2.14")
def test_track_sections_for_scoring() -> None:
    at = position("map rust_belt 3\ntrack 0 c7r4 straight 0\ntrack 0 c7r3 straight 0\ntrack 0 c7r2 straight 0")
    # Chicago-Milwaukee is complete (2 segments); the northern section is not and counts nothing.
    assert at.table.track.link_segments(0) == 2


@pytest.mark.clause("AOS-2.15")
def test_a_section_has_one_owner() -> None:
    at = position("map rust_belt 3\nseat 1 cash 20\ntrack - c11r8 straight 1\ndue build 1")
    at.lay(1, "c10r9 straight 1")
    section = at.section("c11r8", 1, 4)
    assert section is at.section("c10r9", 1, 4) and section is not None and section.owner == 1


@pytest.mark.clause("AOS-2.16")
def test_pieces_of_a_network() -> None:
    at = position("map western_us 3\nline 0 st_louis kansas_city\nline 0 kansas_city omaha\nline 0 vicksburg memphis")
    pieces = at.rules.main_pieces(at.table, 0)  # type: ignore[attr-defined]
    hexes = {name: at.hex(hex) for name, hex in (("st", "c14r6"), ("kc", "c12r5"), ("om", "c11r3"), ("vi", "c14r10"))}
    assert pieces[hexes["st"]] == pieces[hexes["kc"]] == pieces[hexes["om"]] != pieces[hexes["vi"]]


@pytest.mark.clause("AOS-2.17")
def test_touching_cities_are_not_linked() -> None:
    at = position("map germany 3\nseat 0 loco 3\ncubes c2r7 blue\ndue move 0")
    assert at.moves() == []
    at = position("map germany 3\nseat 0 loco 3\ndirect 1 koln_dusseldorf--essen_dortmund\ncubes c2r7 blue\ndue move 0")
    assert [m.to for m in at.moves()] == ["c3r6"]
    touching = []
    for map in COUNTS:
        board = start(map, COUNTS[map][0]).rules.board
        stops = [*board.cities, *board.towns]
        touching += [
            (map, board.grid.ids[a], board.grid.ids[b])
            for a in stops
            for b in stops
            if a < b and board.grid.side_towards(a, b) >= 0
        ]
    assert touching == [("germany", "c2r7", "c3r6")]
