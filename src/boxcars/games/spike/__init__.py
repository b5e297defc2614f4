"""Spike: base and advanced game, 2–4 players. No computer version exists elsewhere."""

from boxcars.core.registry import Game, Map, Option
from boxcars.core.words import T
from boxcars.games.spike.map import check_map
from boxcars.games.spike.rules import Spike

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
                "Reconstructed board and cards: what the rulebook says of trains, costs and counts is certain; "
                "most lines, contracts and routes are ours, after real geography."
            ),
        )
    ],
    options=[
        Option(
            key="advanced",
            kind="switch",
            default=False,
            name=T("Advanced game"),
            help=T("Choose the side of each contract card, and keep one of two route cards."),
        ),
        Option(
            key="wild_single_colour",
            kind="switch",
            default=True,
            name=T("A wild set stands for one colour"),
            help=T("As in the rulebook: three equal cards are two cards of one colour. Switched off, the two may differ."),
        ),
    ],
    rules=Spike,
    usual_players=2,
    board="boxcars.games.spike.face.board:SpikeBoard",
    judge="boxcars.games.spike.mind.judge:SpikeJudge",
    puzzles="boxcars.games.spike.mind.puzzles:ANSWERS",
    map_suffixes=(".toml", ".json"),
    check_map=check_map,
    export_map="boxcars.games.spike.map:export_map",
    places=("city",),
    workshop="boxcars.games.spike.face.workshop:SpikeWorkshop",
)
