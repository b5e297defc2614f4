"""The measured strengths of the bots, which anchor all ratings. ``tools/bot_points.py`` writes the file from docs/ladder.md."""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files

import msgspec

from boxcars.core import codec
from boxcars.server.page.schemas.lobby import Measured

SIMPLE = "heuristic"
"""The bot whose rating is 1500 by definition."""


class Duel(msgspec.Struct):
    against: str
    games: int
    won: float
    fair: float


class Ladder(msgspec.Struct):
    points: dict[str, float]
    duels: dict[str, Duel]


@cache
def load_ladders() -> dict[str, Ladder]:
    data = (files("boxcars.server.profiles") / "bots.json").read_bytes()
    return codec.decoder(dict[str, Ladder]).decode(data)


def bot_points(game: str) -> dict[str, float]:
    """Return the ratings of the bot levels in a game, the heuristic bot at 1500; empty for an unmeasured game."""
    return load_ladders()[game].points if game in load_ladders() else {}


def no_stronger(game: str, level: str) -> bool:
    """Return whether a kind of bot is the simple one or weaker: its advice is worth little."""
    known = bot_points(game)
    return level == SIMPLE or (SIMPLE in known and known.get(level, math.inf) <= known[SIMPLE])


def measured_levels(game: str) -> dict[str, Measured]:
    """Return for each bot level its measured result against the next weaker one, for the lobby."""
    found = load_ladders().get(game)
    if found is None:
        return {}
    return {
        bot: Measured(points=found.points[bot], against=duel.against, games=duel.games, won=duel.won, fair=duel.fair)
        for bot, duel in found.duels.items()
        if bot in found.points
    }
