"""What is in the box: tiles, goods, New Cities, the goods display (AOS-1)."""

from __future__ import annotations

from typing import Final

from boxcars.games.age_of_steam.actions import Colour
from boxcars.rail.tiles import TOWN, Tile, TileSet

COLOURS: Final[tuple[Colour, ...]] = ("red", "blue", "purple", "yellow", "black", "white")
"""Goods, in their canonical order; white is cotton (AOS-1.10)."""
WHITE: Final = 5
GOODS: Final[dict[Colour, int]] = {"red": 20, "blue": 20, "purple": 20, "yellow": 20, "black": 16}
"""The coloured cubes of the box (AOS-1.10); the white ones are counted by the map that uses them."""

PLAYER_COLOURS: Final = ("blue", "green", "yellow", "pink", "gray", "orange")
"""AOS-1.2."""

OWNERSHIP_DISCS: Final = 20
"""One for each section a player owns (AOS-1.3, 1.4)."""
TOWN_DISCS: Final = 8
MAX_SHARES: Final = 15
MAX_LOCOMOTIVE: Final = 6
"""AOS-1.13."""

TRACK_TILES: Final[tuple[tuple[str, str, tuple[tuple[int, int], ...], int], ...]] = (
    ("straight", "simple", ((0, 3),), 48),
    ("gentle", "simple", ((0, 2),), 55),
    ("sharp", "simple", ((0, 1),), 7),
    ("cross_gentle_straight", "crossing", ((0, 3), (1, 5)), 4),
    ("cross_gentle_gentle", "crossing", ((0, 2), (1, 3)), 3),
    ("cross_straight_straight", "crossing", ((0, 3), (1, 4)), 4),
    ("coexist_gentle_gentle", "coexisting", ((0, 2), (3, 5)), 1),
    ("coexist_gentle_sharp_left", "coexisting", ((0, 2), (4, 5)), 1),
    ("coexist_gentle_sharp_right", "coexisting", ((0, 2), (3, 4)), 1),
    ("coexist_straight_sharp", "coexisting", ((0, 3), (1, 2)), 1),
    ("town_1", "town", ((0, TOWN),), 3),
    ("town_3_left", "town", ((0, TOWN), (3, TOWN), (5, TOWN)), 2),
    ("town_3_right", "town", ((0, TOWN), (1, TOWN), (3, TOWN)), 2),
    ("town_3_half", "town", ((0, TOWN), (1, TOWN), (5, TOWN)), 2),
    ("town_3_star", "town", ((0, TOWN), (2, TOWN), (4, TOWN)), 2),
)
"""Id, kind, side pairs at rotation 0, count (AOS-1.5). Counts: rulebook; shapes: public facts."""

TILES: Final = TileSet(
    [Tile(id, kind, segments) for id, kind, segments, _ in TRACK_TILES],
    [((id,), count) for id, _, _, count in TRACK_TILES],
    TOWN_DISCS,
)

LETTERS: Final = "ABCDEFGH"
NEW_CITY_COLOURS: Final[tuple[Colour, ...]] = ("red", "blue", "black", "black", "yellow", "purple", "black", "black")
"""Of A to H (AOS-1.9)."""

COLUMNS: Final = tuple([f"L{n}" for n in range(1, 7)] + [f"D{n}" for n in range(1, 7)] + list(LETTERS))
"""The twenty columns of the goods display: light 1-6, dark 1-6, New Cities (AOS-1.14)."""
SPACES: Final = tuple(
    (column, space)
    for rows, columns in (((1, 2, 3), COLUMNS[:12]), ((1, 2), COLUMNS[12:]))
    for space in rows
    for column in columns
)
"""The 52 spaces as (column, space from the top), in the order in which they are filled (AOS-1.15)."""
COLUMN_SPACES: Final[dict[str, list[int]]] = {column: [i for i, (c, _) in enumerate(SPACES) if c == column] for column in COLUMNS}
"""Column -> its spaces (places in SPACES), topmost first."""
LETTER_UNDER: Final = {"L3": "A", "L4": "B", "L5": "C", "L6": "D", "D1": "E", "D2": "F", "D3": "G", "D4": "H"}
"""The lettered column below a numbered one (AOS-1.14)."""
HALF_OF: Final = {"light": "L", "dark": "D"}
