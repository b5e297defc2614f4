"""Hexes without a name are called by where they lie, and no two the same."""

from __future__ import annotations

import pytest

from boxcars.core import registry
from boxcars.rail.bearings import hex_names, steps_between
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
    said = {id: str(name) for id, name in zip(grid.ids, hex_names(grid, names), strict=True)}
    assert said["c3r3"] == "Chicago"
    assert said["c3r2"] == "hex N of Chicago"
    assert said["c3r5"] == "hex 2S of Chicago"
    assert said["c4r2"] == "hex N+NE of Chicago"
    assert said["c0r1"] == "hex S of Duluth"


@pytest.mark.parametrize("key", [m.key for m in registry.game("age_of_steam").maps])
def test_no_two_hexes_of_a_map_are_called_the_same(key: str) -> None:
    rules = registry.make("age_of_steam", key)
    said = [str(rules.name(f"hex:{id}")) for id in rules.board.grid.ids]
    assert len(set(said)) == len(said)
    assert not any(id in said for id in rules.board.grid.ids)
