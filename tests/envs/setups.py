"""The set-ups that the environments are tested on: every game with two player counts, and maps and options of their own kind."""

from __future__ import annotations

from typing import Any

EVERY_GAME: list[tuple[str, str | None, int, dict[str, Any]]] = [
    ("age_of_steam", "rust_belt", 3, {}),
    ("age_of_steam", "st_lucia", 2, {}),
    ("silverton", "solo_denver_6000", 1, {}),
    ("silverton", "colorado", 2, {}),
    ("spike", None, 2, {}),
    ("spike", None, 3, {"advanced": True}),
    ("steam", "north_america", 3, {}),
    ("steam", "ruhr", 4, {"mode": "standard"}),
    ("ticket_to_ride", None, 2, {}),
    ("ticket_to_ride", None, 4, {}),
]
"""Two of each game."""

MORE: list[tuple[str, str | None, int, dict[str, Any]]] = [
    ("age_of_steam", "western_us", 4, {}),
    ("age_of_steam", "southern_us", 3, {}),
    ("age_of_steam", "germany", 3, {}),
    ("age_of_steam", "barbados", 1, {}),
    ("silverton", "colorado", 3, {"rules": "advanced"}),
    ("silverton", "golden_spike_2", 2, {}),
    ("silverton", "strong_start_5", 5, {"variable_passengers": True, "goods_transfer": True}),
]
"""What is tested with the slow ones."""


def name(setup: tuple[str, str | None, int, dict[str, Any]]) -> str:
    game, map, players, options = setup
    return "-".join([game, *([map] if map else []), str(players), *options])
