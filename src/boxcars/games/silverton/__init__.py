"""Silverton: railways and mines in the Rocky Mountains, 1–6 players; Basic, Advanced, all scenarios and optional rules."""

from boxcars.core.messages import T
from boxcars.core.registry import Game, Map, Option, when_called
from boxcars.games.silverton.map import ORDINARY, standard
from boxcars.games.silverton.names import LENGTHS, OPTION_NAMES

PROVENANCE = "Rules from the rulebook; board and cards reconstructed, market public (see data/*.json and docs/silverton_data.md)."

RECONSTRUCTED = T(
    "Reconstructed board and cards. The towns, distances and card 25 named in the rulebook "
    "are certain, and so are the price tables. The other lines, claims and passenger cards "
    "are ours, based on real geography and mines."
)

OPTION_HELP = {
    "variable_passengers": T("A prospector can move an A or B passenger card it can't take. 2–6 players."),
    "joint_passengers": T("Two players can take a passenger card together. 2–6 players."),
    "multiple_plows": T("You can send any number of snow plows to one segment. Advanced game."),
    "goods_transfer": T("You can deliver goods to another of your own claims."),
    "improved_passengers": T("Passenger cards pay double. Short game or a scenario, 2–6 players."),
    "simplified_prices": T("Prices move without dice. Basic game, not in the long game, 2–6 players."),
    "hire_and_advance": T(
        "You can hire pieces, and pieces that win disputes gain +1. Advanced game, not the short game, 2–6 players."
    ),
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
            help=T("Basic, or Advanced with trains, snow plows and pieces you buy with points."),
            choices=[("basic", T("Basic game")), ("advanced", T("Advanced game"))],
        ),
        Option(
            key="length",
            kind="choice",
            default="standard",
            name=T("Length"),
            help=T("How much money ends the game. Scenarios other than Strong Start have their own ending."),
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
                "How many deals a player can offer each turn. Each can be answered with one "
                "counter-offer at most. 0 turns deals off."
            ),
        ),
        Option(
            key="turn_limit",
            kind="switch",
            default=False,
            name=T("Stop at turn 24"),
            help=T(
                "A game with a money goal ends after turn 24 at the latest, and the richest player wins. When this is "
                "off, it goes on until someone reaches the goal."
            ),
        ),
        Option(
            key="until_won",
            kind="switch",
            default=False,
            name=T("Play until someone wins"),
            help=T(
                "A game with a money goal normally ends when nobody gets richer for eight turns. With this on, it goes "
                "on, up to turn 240."
            ),
        ),
        Option(
            key="closed_discards",
            kind="switch",
            default=False,
            name=T("Discards hidden on your turn"),
            help=T("You can look through the discards only when it's not your turn, as in the rulebook."),
        ),
        Option(
            key="loaded_claims",
            kind="switch",
            default=False,
            name=T("Trade claims with their goods"),
            help=T(
                "You can trade a claim with the goods on it. In the rulebook, goods aren't part of a "
                "deal: only empty claims change hands."
            ),
        ),
        *(Option(key=key, kind="switch", default=False, name=OPTION_NAMES[key], help=OPTION_HELP[key]) for key in OPTION_NAMES),
    ],
    rules=when_called("boxcars.games.silverton.rules:Silverton"),
    usual_players=2,
    board="boxcars.games.silverton.ui.board:SilvertonBoard",
    evaluator="boxcars.games.silverton.ai.evaluator:SilvertonEvaluator",
    puzzles="boxcars.games.silverton.ai.puzzle_answers:ANSWERS",
    map_suffixes=(".toml", ".json"),
    check_map=when_called("boxcars.games.silverton.map_check:check_map"),
    export_map="boxcars.games.silverton.map:export_map",
    places=("card", "segment", "town"),
    workshop="boxcars.games.silverton.ui.map_editor:SilvertonMapEditor",
)
