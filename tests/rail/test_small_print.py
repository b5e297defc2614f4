"""The toolbox of the two hex games: rules that were broken on purpose and that no other test guards."""

from __future__ import annotations

from importlib.resources import files

import msgspec
import pytest

from boxcars.rail.actions import LayTrack
from boxcars.rail.hexgrid import Grid
from boxcars.rail.hexmap import DirectLink, MapFile, complaints
from boxcars.rail.network import CITIES, LINKS, STOPS, refuse_way
from boxcars.rail.tile_plays import named_once
from boxcars.rail.tiles import Tile, TileSet
from boxcars.rail.track import LAND, Track, empty_track, lay, spread, vanishing

from .test_rail import SHAPES, TILES

COLUMN = Grid([(0, row) for row in range(5)])
"""Five hexes from north to south: side 0 of each leads up, side 3 down."""
STRAIGHT = TILES.form_of[0][0]


def between(town: int, cities: list[int]) -> Track:
    """The column with a town whose exits lead up and down."""
    track = empty_track(COLUMN, TILES, cities, [town])
    lay(track, COLUMN, TILES, town, STRAIGHT, 0)
    return track


@pytest.mark.clause("AOS-11.4", "STM-10.7")
@pytest.mark.parametrize(("once", "wrong"), [(STOPS, "city_twice"), (LINKS, "link_twice"), (CITIES, "")])
def test_whether_a_cube_comes_to_a_town_again_depends_on_what_counts_once(once: int, wrong: str) -> None:
    """Down from the town to a city that does not take the cube, back, and up to one that does."""
    track = between(2, [0, 4])
    for hex in (1, 3):
        lay(track, COLUMN, TILES, hex, STRAIGHT, 0)
    assert refuse_way(track, [1, 0, 0, 0, 2], 2, 0, [3, 0, 0], 3, once) == wrong
    assert refuse_way(track, [1, 0, 0, 0, 2], 2, 0, [0], 3, once) == ""


@pytest.mark.clause("AOS-9.5")
def test_only_what_lies_on_the_town_alone_vanishes_under_a_new_city() -> None:
    track = between(2, [0, 4])
    assert vanishing(track, 2, 0) == 2
    lay(track, COLUMN, TILES, 1, STRAIGHT, 0)
    assert vanishing(track, 2, 0) == 1, "the exit up has become part of a longer section"
    assert vanishing(track, 2, 1) == 0


@pytest.mark.clause("AOS-1.8", "STM-8.8")
def test_a_tile_without_a_town_lies_on_a_town_only_where_there_are_discs() -> None:
    tiles, limits = [Tile(name, kind, tuple(pairs)) for name, kind, pairs, _ in SHAPES], [((SHAPES[0][0],), 1)]
    without = TileSet(tiles, limits)
    assert {without.forms[form].kind for form in without.on_town} == {"town"}
    assert without.on_town == [form.number for form in without.forms if form.kind == "town"]
    assert TileSet(tiles, limits, discs=1).on_town == [form.number for form in without.forms]


@pytest.mark.parametrize(("ends", "good"), [((0, 1), True), ((0, -1), False), ((-1, 0), False), ((-1, -1), False)])
def test_a_direct_link_joins_two_cities(ends: tuple[int, int], good: bool) -> None:
    data = (files("boxcars.games.steam") / "maps" / "north_america.json").read_bytes()
    file = msgspec.json.decode(data, type=MapFile)
    country = next(hex.id for hex in file.hexes if not hex.city)
    a, b = (file.cities[end].hex if end >= 0 else country for end in ends)
    link = DirectLink(id="bridge", cities=(file.cities[0].id, file.cities[1].id), hexes=(a, b))
    wrong = complaints(msgspec.structs.replace(file, direct_links=[link]))
    assert wrong == ([] if good else ["direct link bridge does not join two cities"])


def test_distances_spread_over_all_six_sides() -> None:
    grid = Grid([(col, row) for col in range(7) for row in range(7)])
    for start in (0, 24, 48):
        far = [99] * grid.size
        far[start] = 0
        spread(grid, [LAND] * grid.size, far, [start])
        for steps in range(8):
            assert {hex for hex in range(grid.size) if far[hex] <= steps} == grid.within(start, steps)


@pytest.mark.clause("AOS-8.2")
def test_a_segment_is_added_to_whichever_form_lies_there() -> None:
    for old, found in enumerate(TILES.upgrades):
        for form, (a, b) in found:
            assert TILES.joining(old, b, a) == TILES.joining(old, a, b) == next(f for f, sides in found if sides == (a, b)), form
    assert TILES.forms[TILES.joining(-1, 0, 3)].kind == "simple" and any(TILES.upgrades[0])


def test_which_side_faces_which_hex() -> None:
    grid = Grid([(col, row) for col in range(5) for row in range(5)])
    for hex in range(grid.size):
        beside = grid.beside[6 * hex : 6 * hex + 6]
        assert len(beside) == 6
        for other in range(grid.size):
            side = grid.side_towards(hex, other)
            assert side == (beside.index(other) if other in beside else -1) and side < 6


@pytest.mark.clause("AOS-1.6")
def test_rotations_that_look_the_same_have_one_name() -> None:
    for number, tile in enumerate(TILES.tiles):
        for rotation in range(6):
            form = TILES.forms[TILES.form_of[number][rotation]]
            assert named_once(TILES, LayTrack("c0r0", tile.id, rotation)) == LayTrack("c0r0", tile.id, form.rotation)
    assert len({TILES.forms[TILES.form_of[0][rotation]].rotation for rotation in range(6)}) == 3, (
        "a straight looks the same turned round"
    )
    for strange in (LayTrack("c0r0", TILES.tiles[0].id, 6), LayTrack("c0r0", "none", 5)):
        assert named_once(TILES, strange) == strange
