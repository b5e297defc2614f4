"""Hexes without a name are called by where they lie, and no two the same."""

from __future__ import annotations

import pytest

from boxcars.core import registry
from boxcars.rail.hex_names import hex_names, steps_between
from boxcars.rail.hexgrid import OFFSETS, Grid

FIELD = [(col, row) for col in range(7) for row in range(7)]


@pytest.mark.parametrize("pointy", [False, True])
def test_following_the_steps_leads_there(pointy: bool) -> None:
    grid = Grid(FIELD, pointy=pointy)
    for start in range(grid.size):
        for end in range(grid.size):
            q, r = grid.axial[start]
            for count, side in steps_between(grid, start, end):
                q, r = q + count * OFFSETS[side][0], r + count * OFFSETS[side][1]
            assert (q, r) == grid.axial[end]


def test_the_nearest_place_names_a_hex() -> None:
    grid = Grid(FIELD)
    names = [""] * grid.size
    names[grid.number["c3r3"]] = "Chicago"
    names[grid.number["c0r0"]] = "Duluth"
    terrain = ["plain"] * grid.size
    terrain[grid.number["c3r2"]] = "mountain"
    terrain[grid.number["c0r1"]] = "moon"
    said = {id: str(name) for id, name in zip(grid.ids, hex_names(grid, names, terrain), strict=True)}
    assert said["c3r3"] == "Chicago"
    assert said["c3r2"] == "the mountain hex north of Chicago"
    assert said["c3r5"] == "the hex 2 spaces south of Chicago"
    assert said["c4r2"] == "the hex north-northeast of Chicago"
    assert said["c0r1"] == "the hex south of Duluth"


MAPS = [(game, m.key) for game in ("age_of_steam", "steam") for m in registry.game(game).maps]


@pytest.mark.parametrize(("game", "key"), MAPS)
def test_no_two_hexes_of_a_map_are_called_the_same(game: str, key: str) -> None:
    rules = registry.make(game, key)
    said = [str(rules.name(f"hex:{id}")) for id in rules.board.grid.ids]
    assert len(set(said)) == len(said)
    assert not any(id in said for id in rules.board.grid.ids)


def test_a_hex_away_from_every_place_is_named_by_the_two_it_lies_between() -> None:
    rules = registry.make("age_of_steam", "rust_belt")
    said = [str(rules.name(f"hex:{id}")) for id in rules.board.grid.ids]
    assert "the mountain hex between Lexington and Wheeling" in said
    assert "the hex 2 spaces from Toronto toward Grand Rapids" in said
