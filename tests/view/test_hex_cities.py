"""Cities full of cubes, from the geometry of the picture: readable on a desktop and on a phone, and nothing covers anything."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from boxcars.view import drawing_kit
from boxcars.view.city_drawing import LARGE, MOST, SIZE, SPOTS
from boxcars.view.svg_helpers import H, S

PHONE = 0.96
"""A phone opens with hexes 96 pixels wide."""
SIDE = 3.5 / 17
"""Of a cube's width: its right side, which a neighbour may hide."""
COLOURS = ("red", "blue", "purple", "yellow", "black")


TOP = 4 / 17
"""Of its height: its top, which the row above may hide if it is drawn later."""


def boxes(count: int, large: bool = False) -> list[tuple[float, float, float, float]]:
    return [(x - size / 2, y - size / 2, x + size / 2, y + size / 2) for x, y, size in drawing_kit.cube_places(count, large)]


@pytest.mark.parametrize("count", range(1, MOST + 1))
def test_large_cubes_show_their_marks_inside_their_hex_and_below_the_sign(count: int) -> None:
    found = boxes(count, large=True)
    for x0, y0, x1, y1 in found:
        assert y0 >= -6.0
        assert y1 <= H
        assert max(-x0, x1) <= S + 1
    for before, after in combinations(found, 2):
        wide, high = min(before[2], after[2]) - max(before[0], after[0]), min(before[3], after[3]) - max(before[1], after[1])
        if before[1] == after[1]:
            assert wide <= SIDE * LARGE, "a neighbour hides a side"
        else:
            assert wide <= 0 or (after[1] < before[1] and high <= TOP * LARGE), "the row above hides tops, and is drawn later"


@pytest.mark.parametrize("count", range(1, MOST + 1))
def test_cubes_stand_apart_inside_their_hex_and_below_the_sign(count: int) -> None:
    sign = -6.0 if count > 3 else 10.5
    for x0, y0, x1, y1 in boxes(count):
        assert y0 >= sign - 1.0
        assert y1 <= H
        assert max(-x0, x1) <= S + 1
    for a, b in combinations(boxes(count), 2):
        wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
        assert wide <= SIDE * SIZE or high <= 0, "of each cube the front with its mark is in sight"


def test_eight_cubes_can_be_read_on_a_phone() -> None:
    """(What a desktop shows is measured on the page: tests/browser/test_stands.py.)"""
    assert min(size for _, _, size in SPOTS[MOST]) * PHONE >= 17


@pytest.mark.parametrize("count", [1, 3, 4, 8, 9, 12])
def test_every_cube_is_drawn_with_its_mark_or_counted(count: int) -> None:
    goods = [COLOURS[i % len(COLOURS)] for i in range(count)]
    ids = [f"cube-{i}" for i in range(count)]
    drawn = drawing_kit.city(0, 0, "Wheeling", ["red"], die_text="4", goods=goods, ids=ids)
    root = ElementTree.fromstring(drawn)
    pieces = [e for e in root.iter("g") if e.get("class") == "piece"]
    assert len(pieces) == (count if count <= MOST else MOST - 1)
    marks = re.findall(r'id="cube-\d+".*?class="sym s-(\w+)"', drawn)
    assert marks == goods[: len(pieces)]
    assert (f">+{count - len(pieces)}<" in drawn) == (count > MOST)


def test_a_raised_sign_stays_inside_the_hex() -> None:
    """No side's track is touched: from four cubes on the sign ends where the hex does."""
    drawn = drawing_kit.city(0, 0, "Minneapolis", ["blue"], goods=["red"] * 4)
    plate = re.search(r'class="nameplate" d="M(-?[\d.]+)-24H([\d.]+)L([\d.]+)-6H(-?[\d.]+)Z"', drawn)
    assert plate is not None
    top, bottom = float(plate[2]), float(plate[3])
    assert top <= S - 24 / 3**0.5 and bottom <= S - 6 / 3**0.5
