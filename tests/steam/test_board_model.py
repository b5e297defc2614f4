"""Board and graph model (STM-2)."""

from __future__ import annotations

from math import isclose, sqrt

import pytest

from boxcars.rail.track import CITY, NOBODY, OPEN, TOWN_HEX, section_id
from tests.steam.positions import P, Q, at, building, fresh, links, make, new_city, owner, put, refused, section, tile

RULES = make()
GRID = RULES.board.grid


@pytest.mark.clause("STM-2.1", "STM-2.3")
@pytest.mark.parametrize("map", ["north_america", "ruhr"])
def test_axial_places_and_facing_sides(map: str) -> None:
    board = make(map).board
    for number, hex in enumerate(board.file.hexes):
        assert hex.id == f"c{hex.col}r{hex.row}" == board.grid.ids[number]
        assert (hex.q, hex.r) == (hex.col, hex.row - (hex.col - (hex.col & 1)) // 2) == board.grid.axial[number]
        for side, (dq, dr) in enumerate([(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]):
            other = board.grid.across[6 * number + side]
            if other >= 0:
                assert board.grid.axial[other // 6] == (hex.q + dq, hex.r + dr)
                assert other % 6 == (side + 3) % 6


@pytest.mark.clause("STM-2.2")
def test_flat_topped_north_up() -> None:
    x, y = GRID.centre(at(RULES, "c10r6"))
    assert isclose(x, 1.5 * 10)
    assert isclose(y, sqrt(3) * (GRID.axial[at(RULES, "c10r6")][1] + 5))
    north = GRID.centre(at(RULES, "c10r5"))
    assert isclose(north[0], x)
    assert north[1] < y


@pytest.mark.clause("STM-2.4")
def test_impassable_sides() -> None:
    across = GRID.across
    assert across[6 * at(RULES, "c0r3") + 5] == -1  # edge of the board
    assert across[6 * at(RULES, "c0r5") + 3] == -1  # Lake Erie
    assert across[6 * at(RULES, "c14r8") + 2] == -1  # Narragansett Bay
    assert across[6 * at(RULES, "c15r8") + 5] == -1  # the same side from the other face
    assert across[6 * at(RULES, "c10r6") + 3] == 6 * at(RULES, "c10r7")


@pytest.mark.clause("STM-2.5", "STM-8.7")
def test_only_passable_hexes_without_a_city_are_buildable() -> None:
    rules, table = fresh()
    building(rules, table, P)
    for hex in ("c10r6", "c0r6"):
        assert refused(rules, table, tile(f"{hex} 21/0")) == "not_buildable"
    assert refused(rules, table, tile("c99r9 21/0")) == "no_such_hex"
    sites = {action.hex for action in rules.legal(table) if hasattr(action, "tile")}
    assert all(table.track.places[at(rules, hex)] != CITY and at(rules, hex) not in rules.board.grid.water for hex in sites)


@pytest.mark.clause("STM-2.6")
def test_terrain_for_costs() -> None:
    prices, hexes = RULES.board.builder.prices, RULES.board.hexes
    straight = RULES.board.tiles.form_of[RULES.board.tiles.number["21"]][0]
    seen = set()
    for hex in hexes.land():
        if hex not in hexes.towns:
            terrain = hexes.terrain[hex]
            seen.add((terrain, hexes.river[hex]))
            assert prices.place[hex][straight] == 2 + hexes.river[hex] + 2 * (terrain == "mountain")
    assert {("plain", True), ("plain", False), ("coast", False), ("mountain", False)} <= seen


@pytest.mark.clause("STM-2.7", "STM-2.10", "STM-2.11")
def test_segments_sections_and_the_town_that_splits_them() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0", "c10r8 T21/0", "c10r9 21/0")
    assert len(table.track.sections) == 2
    north, south = section(rules, table, "c10r8", 0), section(rules, table, "c10r8", 3)
    assert north is not south
    assert len(north.segments) == 2  # the straight and the town's exit
    assert set(north.ends) == {at(rules, "c10r6"), at(rules, "c10r8")}


@pytest.mark.clause("STM-2.8")
def test_a_town_without_a_tile_is_no_stop() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0")
    assert not table.track.is_stop(at(rules, "c10r8"))
    assert OPEN in section(rules, table, "c10r7", 3).ends
    put(rules, table, P, "c10r8 T11/0")
    assert table.track.is_stop(at(rules, "c10r8"))
    assert section(rules, table, "c10r7", 3).complete


@pytest.mark.clause("STM-2.9")
def test_a_city_has_track_to_all_sides() -> None:
    rules, table = fresh()
    for side, (hex, face) in enumerate([("c10r5", "21/0"), ("c11r5", "21/1"), ("c11r6", "21/2"), ("c10r7", "21/0")]):
        put(rules, table, P, f"{hex} {face}")
        assert table.track.at[6 * at(rules, "c10r6") + side] >= 0


@pytest.mark.clause("STM-2.12", "STM-TV-10")
def test_a_single_exit_to_an_adjacent_city_is_a_link() -> None:
    rules, table = fresh()
    new_city(rules, table, "c12r6", "gray")
    put(rules, table, P, "c13r6 T11/5")
    assert links(rules, table, P) == {("Brattleboro", "Worcester")}


@pytest.mark.clause("STM-2.13")
def test_two_unfinished_sections_become_one_link() -> None:
    rules, table = fresh()
    put(rules, table, P, "c9r6 22/1", "c9r8 21/0", "c9r9 22/0")
    assert not links(rules, table, P)
    assert all(NOBODY in s.ends and max(s.ends) >= 0 for s in table.track.sections)
    put(rules, table, P, "c9r7 21/0")
    assert links(rules, table, P) == {("Albany", "New York")}


@pytest.mark.clause("STM-2.14")
def test_several_links_between_the_same_stops_are_fine() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0", "c10r8 T21/0", "c10r9 21/0")
    building(rules, table, P)
    rules.play(table, P, tile("c10r8 T42/1"))
    assert rules.refuse(table, P, tile("c9r6 22/1")) is None


@pytest.mark.clause("STM-2.15")
def test_a_side_carries_one_track() -> None:
    for form in RULES.board.tiles.forms:
        sides = [side for segment in form.segments for side in segment if side < 6]
        assert len(sides) == len(set(sides))


@pytest.mark.clause("STM-2.16")
def test_the_whole_section_has_one_owner() -> None:
    rules, table = fresh()
    put(rules, table, NOBODY, "c10r7 21/0")
    put(rules, table, P, "c10r8 T21/0")
    assert owner(rules, table, "c10r7", 0) == owner(rules, table, "c10r8", 0) == P


@pytest.mark.clause("STM-2.17", "STM-8.14")
def test_pieces_of_a_network_and_where_one_may_build_on() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0", "c10r8 T21/0")
    put(rules, table, Q, "c9r5 21/2", "c8r5 T21/2")
    anchors = rules.board.builder.anchors(table.track, P)
    assert at(rules, "c10r8") in anchors
    assert at(rules, "c8r5") not in anchors
    assert {hex for hex, place in enumerate(table.track.places) if place == CITY} <= set(anchors)
    building(rules, table, P)
    assert rules.refuse(table, P, tile("c15r7 22/4")) is None  # a new section at any city
    assert refused(rules, table, tile("c7r5 21/1")) == "not_connected"  # at Amsterdam only Q's track arrives


@pytest.mark.clause("STM-2.18")
def test_the_name_of_a_section() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0", "c10r8 T21/0")
    assert section_id(rules.board.grid, section(rules, table, "c10r8", 0)) == "c10r7:0-3"
    assert section_id(rules.board.grid, section(rules, table, "c10r8", 3)) == "c10r8:3-T"


@pytest.mark.clause("STM-8.32", "STM-8.36")
def test_no_town_of_north_america_touches_a_city() -> None:
    """A single exit would join them, and urbanizing the town would take that link off the board, against 8.32."""
    rules, table = fresh()
    grid, places = rules.board.grid, table.track.places
    ports = {hex: [grid.across[6 * hex + side] for side in range(6)] for hex in rules.board.hexes.towns}
    beside = {hex: [port // 6 for port in across if port >= 0] for hex, across in ports.items()}
    assert len(beside) == 21 and not [(hex, other) for hex in beside for other in beside[hex] if places[other] == CITY]


@pytest.mark.clause("STM-2.19")
def test_touching_stops_are_not_linked() -> None:
    rules, table = fresh()
    assert rules.board.grid.side_towards(at(rules, "c13r6"), at(rules, "c12r6")) >= 0
    network = rules.networks.of(table.track, table.accepts)
    assert not network.edges
    put(rules, table, P, "c13r6 T11/0")
    assert not links(rules, table, P)
    assert table.track.places[at(rules, "c13r6")] == TOWN_HEX
    ruhr = make("ruhr").board
    names = {ruhr.hexes.names[hex]: hex for hex in ruhr.places}
    assert ruhr.grid.side_towards(names["Krefeld"], names["Duisburg"]) >= 0
