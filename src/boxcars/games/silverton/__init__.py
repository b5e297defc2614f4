"""Silverton: railways and mines in the Rocky Mountains, 1–6 players; Basic, Advanced, all scenarios and optional rules."""

from boxcars.core.registry import Game, Map, Option
from boxcars.core.words import T
from boxcars.games.silverton.map import ORDINARY, standard
from boxcars.games.silverton.map_check import check_map
from boxcars.games.silverton.names import LENGTHS, OPTION_NAMES
from boxcars.games.silverton.rules import Silverton

PROVENANCE = "Rules from the rulebook; board and cards reconstructed, market public (see data/*.json and docs/silverton_data.md)."

RECONSTRUCTED = T(
    "Reconstructed board and cards: towns, distances and card 25 that the rulebook names, and the price tables, are certain; "
    "the other lines, claims and passenger cards are ours, after real geography and mines."
)

OPTION_HELP = {
    "variable_passengers": T("A prospector may move an A or B passenger card it cannot take (SIL-20.1). 2–6 players."),
    "joint_passengers": T("Two players may take a passenger card together (SIL-20.4). 2–6 players."),
    "multiple_plows": T("Any number of plows on one segment (SIL-20.8). Advanced game."),
    "goods_transfer": T("A delivery may go to another own claim (SIL-20.9)."),
    "improved_passengers": T("Passenger cards pay double (SIL-20.10). Short game or a scenario, 2–6 players."),
    "simplified_prices": T("Prices move without dice (SIL-20.11). Basic game, not in the long game, 2–6 players."),
    "hire_and_advance": T("Hire pieces; winners of disputes gain +1 (SIL-20.12). Advanced game, not short, 2–6 players."),
}

GAME = Game(
    key="silverton",
    name="Silverton",
    maps=[
        Map(key=ORDINARY, name="Colorado", players=[2, 3, 4, 5, 6], provenance=PROVENANCE, reconstructed=RECONSTRUCTED),
        *(
            Map(
                key=key,
                name=scenario["name"],
                players=[scenario["players"]],
                provenance=PROVENANCE,
                reconstructed=RECONSTRUCTED,
            )
            for key, scenario in standard().scenarios.items()
        ),
    ],
    options=[
        Option(
            key="rules",
            kind="choice",
            default="basic",
            name=T("Rules"),
            help=T("Basic, or Advanced with trains, snow plows and pieces bought with points."),
            choices=[("basic", T("Basic game")), ("advanced", T("Advanced game"))],
        ),
        Option(
            key="length",
            kind="choice",
            default="standard",
            name=T("Length"),
            help=T("Money that ends the game. Scenarios other than Strong Start have an end of their own."),
            choices=list(LENGTHS.items()),
        ),
        Option(
            key="max_offers",
            kind="number",
            default=4,
            low=0,
            high=99,
            name=T("Offers per turn"),
            help=T(
                "How many deals a player may offer each turn, each answered with at most one counter-offer; 0 switches deals off."
            ),
        ),
        Option(
            key="turn_limit",
            kind="switch",
            default=False,
            name=T("Stop at turn 24"),
            help=T(
                "A game for money ends at turn 24 at the latest, and the richest wins. "
                "Otherwise it goes on until somebody has the money."
            ),
        ),
        Option(
            key="loaded_claims",
            kind="switch",
            default=False,
            name=T("Goods go with their claim"),
            help=T(
                "A claim may be traded with the goods on it. "
                "In the rulebook goods are no part of a deal: only empty claims change hands."
            ),
        ),
        *(Option(key=key, kind="switch", default=False, name=OPTION_NAMES[key], help=OPTION_HELP[key]) for key in OPTION_NAMES),
    ],
    rules=Silverton,
    usual_players=2,
    board="boxcars.games.silverton.face.board:SilvertonBoard",
    judge="boxcars.games.silverton.mind.judge:SilvertonJudge",
    puzzles="boxcars.games.silverton.mind.puzzles:ANSWERS",
    map_suffixes=(".toml", ".json"),
    check_map=check_map,
    export_map="boxcars.games.silverton.map:export_map",
    places=("card", "segment", "town"),
    workshop="boxcars.games.silverton.face.workshop:SilvertonWorkshop",
)
