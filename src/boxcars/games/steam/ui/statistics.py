"""Statistics of a finished game of Steam: deliveries, points and income from them, loans, what each link earned."""

from __future__ import annotations

from collections.abc import Iterable

from boxcars.core.messages import T, Text
from boxcars.core.types import Event
from boxcars.games.steam.rules import Steam
from boxcars.games.steam.state import Table
from boxcars.games.steam.types import LoansTaken, RewardTaken
from boxcars.rail.ui.statistics import Railways, by_turn
from boxcars.view.statistics import Statistic, course, figures

CHAPTERS: dict[str, Text] = {
    "BidForStart": T("Auction"),
    "BidForOrder": T("Auction"),
    "RaiseCapital": T("Taking loans"),
    "SelectAction": T("Choosing actions"),
    "BuildTrack": T("Building"),
    "ChooseNewCity": T("Building"),
    "ChooseSupply": T("Building"),
    "MoveRound": T("Moving goods"),
    "ChooseReward": T("Points or income"),
}
"""Steps by the part of the game they belong to."""


def statistics(rules: Steam, game: Iterable[tuple[Table, list[Event]]]) -> list[Statistic]:
    rails = Railways(rules.players)
    loans, points, earned = [0] * rules.players, [0] * rules.players, [0] * rules.players
    income: dict[int, list[int]] = {}
    for state, events in game:
        for event in events:
            rails.see(event)
            if isinstance(event, LoansTaken):
                loans[event.seat] += event.steps
            elif isinstance(event, RewardTaken):
                (points if event.to == "vp" else earned)[event.seat] += event.points - event.lost
        income[state.turn] = state.income.copy()
    own = [
        (T("Points from deliveries"), points),
        (T("Income from deliveries"), earned),
        (T("Income given up for loans"), loans),
    ]
    return [
        figures(T("The game in numbers"), [*rails.figures(), *own]),
        course(T("Income by turn"), by_turn(income)),
        rails.sections(lambda hex: rules.board.hexes.names[rules.board.hexes.grid.number[hex]]),
    ]
