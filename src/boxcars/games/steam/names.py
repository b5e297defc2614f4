"""What things are called in Steam: cubes and action tiles."""

from __future__ import annotations

from boxcars.core.messages import T, Text
from boxcars.games.steam.types import COLOURS
from boxcars.rail.names import COLOUR_NAMES


def goods_text(goods: list[int]) -> list[Text]:
    """Cubes by colour: "2 red", "1 gray"."""
    return [T("{number} {colour}", number=n, colour=COLOUR_NAMES[COLOURS[c]]) for c, n in enumerate(goods) if n]
