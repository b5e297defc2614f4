"""Statistics of a finished game of Age of Steam: deliveries, shares, income from turn to turn, what each link earned."""

from __future__ import annotations

from collections.abc import Iterable

from boxcars.core.messages import T, Text
from boxcars.core.types import Event
from boxcars.games.age_of_steam.events import SharesIssued
from boxcars.games.age_of_steam.names import place
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.state import Table
from boxcars.rail.actions import PlaceTaken
from boxcars.rail.ui.statistics import Railways, by_turn
from boxcars.view.statistics import Statistic, course, figures

CHAPTERS: dict[str, Text] = {
    "DecideShares": T("Shares"),
    "BidOrDrop": T("Auction"),
    "DecideFirst": T("Auction"),
    "ChooseAction": T("Choosing actions"),
    "BuildTrack": T("Building"),
    "MoveOne": T("Moving goods"),
    "DecideProduction": T("Production"),
    "PlaceDrawn": T("Production"),
}
"""Steps by the part of the game they belong to."""


def statistics(rules: AgeOfSteam, game: Iterable[tuple[Table, list[Event]]]) -> list[Statistic]:
    rails = Railways(rules.players)
    shares, bids = [0] * rules.players, [0] * rules.players
    income: dict[int, list[int]] = {}
    for state, events in game:
        for event in events:
            rails.see(event)
            if isinstance(event, SharesIssued):
                shares[event.seat] += event.shares
            elif isinstance(event, PlaceTaken):
                bids[event.seat] += event.paid
        income[state.turn] = state.income.copy()
    return [
        figures(T("The game in numbers"), [*rails.figures(), (T("Shares issued"), shares), (T("Paid for turn order, $"), bids)]),
        course(T("Income by turn"), by_turn(income)),
        rails.sections(lambda hex: place(rules, hex)),
    ]
