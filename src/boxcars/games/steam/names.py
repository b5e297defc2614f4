"""What things are called in Steam: cubes and action tiles."""

from __future__ import annotations

from boxcars.core.words import T, Text
from boxcars.games.steam.words import (
    COLOURS,
)

COLOUR_NAMES = {"red": T("red"), "blue": T("blue"), "yellow": T("yellow"), "purple": T("purple"), "gray": T("gray")}
ACTION_NAMES = {
    "turn_order": T("Turn Order"),
    "first_move": T("First Move"),
    "engineer": T("Engineer"),
    "first_build": T("First Build"),
    "city_growth": T("City Growth"),
    "locomotive": T("Locomotive"),
    "urbanization": T("Urbanization"),
}


def goods_text(goods: list[int]) -> list[Text]:
    """Cubes by colour: "2 red", "1 gray"."""
    return [T("{number} {colour}", number=n, colour=COLOUR_NAMES[COLOURS[c]]) for c, n in enumerate(goods) if n]
