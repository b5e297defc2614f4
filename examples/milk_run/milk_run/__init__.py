"""Milk Run: nine sections of one line, coal cards 1 to 3, two to four players."""

from boxcars.core.messages import T
from boxcars.core.registry import Game, Map, Option
from milk_run.rules import MilkRun

GAME = Game(
    key="milk_run",
    name="Milk Run",
    maps=[Map(key="valley", name="Valley", players=[2, 3, 4], provenance="Made up for this example.")],
    options=[
        Option(
            key="neighbours",
            kind="switch",
            default=True,
            name=T("Neighbouring sections"),
            help=T("Two sections side by side of one owner are worth a point more."),
        )
    ],
    rules=MilkRun,
    board="milk_run.ui.board:MilkRunBoard",
    rules_text="milk_run:rules.md",
)
