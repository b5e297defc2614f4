"""Spike: base and advanced game, 2–4 players. No computer version exists elsewhere."""

from boxcars.core.messages import T
from boxcars.core.registry import Game, Map, Option, when_called

GAME = Game(
    key="spike",
    name="Spike",
    maps=[
        Map(
            key="eastern_usa",
            name="Eastern United States",
            players=[2, 3, 4],
            provenance="Rules: the Italian rulebook. Board and most card values are reconstructed: see the data files.",
            reconstructed=T(
                "Reconstructed board and cards. Trains, costs and card counts follow the rulebook. Most "
                "lines, contracts and routes are ours, based on real geography."
            ),
        )
    ],
    options=[
        Option(
            key="advanced",
            kind="switch",
            default=False,
            name=T("Advanced game"),
            help=T("Choose which side of each contract card to use, and keep one of two route cards."),
        ),
        Option(
            key="wild_single_colour",
            kind="switch",
            default=True,
            name=T("Matching cards stand for one color"),
            help=T(
                "Official rule: three matching cards count as any two cards of the same color. When this "
                "is off, the two can be different colors."
            ),
        ),
    ],
    rules=when_called("boxcars.games.spike.rules:Spike"),
    usual_players=2,
    board="boxcars.games.spike.ui.board:SpikeBoard",
    evaluator="boxcars.games.spike.ai.evaluator:SpikeEvaluator",
    puzzles="boxcars.games.spike.ai.puzzle_answers:ANSWERS",
    map_suffixes=(".toml", ".json"),
    check_map=when_called("boxcars.games.spike.map:check_map"),
    export_map="boxcars.games.spike.map:export_map",
    places=("city",),
    workshop="boxcars.games.spike.ui.map_editor:SpikeMapEditor",
)
