"""Age of Steam: six maps, 1–6 players."""

import tomllib
from importlib.resources import files
from typing import Any

from boxcars.core.messages import T
from boxcars.core.registry import Game, Map, Option, load, when_called

HERE = "boxcars.games.age_of_steam"
MAPS = ("rust_belt", "western_us", "southern_us", "germany", "barbados", "st_lucia")
PLAYS_LIKE = {
    "rust_belt": "rules:AgeOfSteam",
    "southern_us": "rules:AgeOfSteam",
    "western_us": "maps.western_us:WesternUS",
    "germany": "maps.germany:Germany",
    "barbados": "maps.barbados:Barbados",
    "st_lucia": "maps.st_lucia:StLucia",
}
"""Where the rules are that a map file asks for by ``plays_like``."""
RECONSTRUCTED = {
    "western_us": T(
        "Partly reconstructed board. Cities, towns, terrain and growth numbers follow one public description of "
        "the printed board. How alternate rows are shifted, and so which hexes touch, is our choice."
    )
}


def rules(map: str, players: int, options: dict[str, Any]) -> Any:
    """Return the rules of a map of the game, or of a map file of one's own."""
    board = load(f"{HERE}.map:board_of")(map)
    return load(f"{HERE}.{PLAYS_LIKE[board.data.plays_like]}")(map, players, options)


def offered(key: str) -> Map:
    """Return a map of the game as its file introduces it. The board is read only when somebody plays on it."""
    text = (files(HERE) / "maps" / f"{key}.toml").read_text(encoding="utf-8")
    first, *tables = text.split("\n[")
    head = tomllib.loads(first + "".join("\n[" + table for table in tables if table.startswith("players]")))
    return Map(
        key=key,
        name=head["name"],
        players=sorted(int(n) for n in head["players"]),
        provenance=head["provenance"],
        reconstructed=RECONSTRUCTED.get(key),
    )


GAME = Game(
    key="age_of_steam",
    name="Age of Steam",
    maps=[offered(key) for key in MAPS],
    options=[
        Option(
            key="allow_same_hex_twice",
            kind="switch",
            default=True,
            name=T("Same hex twice"),
            help=T("You can play more than one tile on the same hex in one build turn."),
        ),
        Option(
            key="urbanize_any_time",
            kind="switch",
            default=False,
            name=T("Urbanize at any time"),
            help=T(
                "With Urbanization you can place the New City at any time in your build turn, as most "
                "people play. The rulebook requires it before your first tile."
            ),
        ),
        Option(
            key="one_growth_roll",
            kind="switch",
            default=False,
            name=T("One roll for goods growth"),
            help=T(
                "One roll of the dice counts for both halves of the display. Normally each half has its own roll; the "
                "rulebook can be read either way."
            ),
        ),
        Option(
            key="unlimited_discs",
            kind="switch",
            default=False,
            name=T("Unlimited ownership discs"),
            help=T("You can own more than 20 sections of track."),
        ),
        Option(
            key="public_starting_cubes",
            kind="switch",
            default=False,
            name=T("Other starting cubes"),
            help=T("Germany: four cubes on Berlin and two on Wien, as in other public editions."),
            maps=["germany"],
        ),
        Option(
            key="first_section_bonus",
            kind="switch",
            default=False,
            name=T("First section bonus"),
            help=T("St. Lucia: the owner of the section where a cube starts gains 1 extra income."),
            maps=["st_lucia"],
        ),
        Option(
            key="easy",
            kind="switch",
            default=False,
            name=T("Easy variant"),
            help=T("Barbados: two starting cubes on each city instead of one."),
            maps=["barbados"],
        ),
    ],
    rules=rules,
    usual_players=4,
    board="boxcars.games.age_of_steam.ui.board:AgeOfSteamBoard",
    evaluator="boxcars.games.age_of_steam.ai.evaluator:AgeOfSteamEvaluator",
    puzzles="boxcars.games.age_of_steam.ai.puzzle_answers:ANSWERS",
    map_suffixes=(".toml",),
    check_map=when_called(f"{HERE}.map_check:check_map"),
    export_map="boxcars.games.age_of_steam.map:export_map",
    places=("action", "column", "cube", "hex"),
    routes="boxcars.games.age_of_steam.ui.route_planner:planner",
    bidding="boxcars.games.age_of_steam.turn_order:bidding",
    workshop="boxcars.games.age_of_steam.ui.map_editor:AgeOfSteamMapEditor",
)
