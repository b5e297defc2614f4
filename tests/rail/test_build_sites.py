"""Listing tile plays remembers what it found; it must answer as if it had never been asked before."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.rail.build_legality import Builder

TABLES = [
    ("age_of_steam", "rust_belt", 4, {}),
    ("age_of_steam", "western_us", 5, {}),
    ("age_of_steam", "southern_us", 3, {"allow_same_hex_twice": True, "urbanize_any_time": True}),
    ("age_of_steam", "st_lucia", 2, {}),
    ("steam", "north_america", 4, {}),
    ("steam", "ruhr", 3, {}),
]


def building(rules: Any, games: int) -> list[Any]:
    """Positions of random games in which somebody builds."""
    found = []
    for seed in range(games):
        rng = random.Random(seed)
        state = rules.start(Chance(seed_from(f"sites {seed}")))
        while state.agenda:
            if type(state.agenda[-1]).__name__ == "BuildTrack" and rng.random() < 0.3:
                found.append(rules.clone(state))
            legal = rules.legal(state)
            rules.apply(state, legal[int(rng.random() * len(legal))])
    return found


def forget(builder: Builder) -> None:
    """Make the builder as it was when it had not been asked anything."""
    builder.__init__(builder.grid, builder.tiles, builder.prices, builder.discs, builder.claims)  # type: ignore[misc]


@pytest.mark.parametrize(("game", "map", "players", "options"), TABLES)
def test_what_is_remembered_changes_no_answer(game: str, map: str, players: int, options: dict[str, Any]) -> None:
    """Positions of several games follow each other in any order, as they do in a search."""
    rules = registry.make(game, map, players, options)
    builder = rules.builder if game == "age_of_steam" else rules.board.builder
    positions = random.Random(1).sample(found := building(rules, 4), min(80, len(found)))
    warm = [rules.legal(state) for state in positions]
    for state, answer in zip(positions, warm, strict=True):
        forget(builder)
        assert rules.legal(state) == answer
        assert [action for action in answer if rules.refuse(state, state.agenda[-1].seat, action) is not None] == []


def test_missing_tiles_are_those_that_are_not_available() -> None:
    tiles = registry.make("steam", "ruhr", 3).board.tiles
    rng = random.Random(2)
    for _ in range(50):
        used = [rng.randrange(8) for _ in tiles.tiles]
        assert tiles.missing(used) == sum(1 << i for i in range(len(used)) if not tiles.available(used, i))
