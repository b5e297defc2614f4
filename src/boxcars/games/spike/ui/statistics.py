"""Statistics of a finished game of Spike: lines, deliveries, cards, and money from round to round."""

from __future__ import annotations

from collections.abc import Iterable

from boxcars.core.messages import T, Text
from boxcars.core.types import Event
from boxcars.games.spike.events import CardDrawn, CardTaken, GoodsDelivered, LineBuilt, PartUpgraded, RoundBegan, TrainMoved
from boxcars.games.spike.names import good, place
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.state import Table
from boxcars.view.statistics import Line, Statistic, course, figures, listed, ratio

CHAPTERS: dict[str, Text] = {
    "PickSide": T("Setup"),
    "GiveCard": T("Setup"),
    "PickRoute": T("Setup"),
    "PlaceTrain": T("Setup"),
    "FreeMovement": T("Moving the train"),
    "DeliverGoods": T("Delivering"),
    "TakeAction": T("Choosing actions"),
    "DrawMore": T("Drawing cards"),
    "SketchLine": T("Building"),
    "PayForLine": T("Building"),
}
"""Steps by the part of the game they belong to."""


def statistics(rules: Spike, game: Iterable[tuple[Table, list[Event]]]) -> list[Statistic]:
    open, blind, lines, tracks, markets, upgrades, moved = ([0] * rules.players for _ in range(7))
    delivered: list[Line] = []
    count, worth = [0] * rules.players, [0] * rules.players
    rounds: list[list[int]] = []
    for state, events in game:
        for event in events:
            if isinstance(event, CardTaken):
                open[event.seat] += 1
            elif isinstance(event, CardDrawn):
                blind[event.seat] += 1
            elif isinstance(event, LineBuilt):
                lines[event.seat] += 1
                tracks[event.seat] += len(event.line)
                markets[event.seat] += event.money
            elif isinstance(event, PartUpgraded):
                upgrades[event.seat] += 1
            elif isinstance(event, TrainMoved):
                moved[event.seat] += 1
            elif isinstance(event, GoodsDelivered):
                count[event.seat] += 1
                worth[event.seat] += event.value
                what = T("{goods} to {city}", goods=good(rules, event.commodity), city=place(rules, event.city))
                delivered.append(Line(what, [float(event.value)], event.seat))
            if isinstance(event, RoundBegan):
                rounds.append([player.money for player in state.players])
        if not state.agenda:
            rounds.append([player.money for player in state.players])
    seats = range(rules.players)
    return [
        figures(
            T("The game in numbers"),
            [
                (T("Deliveries"), count),
                (T("Money from deliveries"), worth),
                (T("Lines built"), lines),
                (T("Segments per line"), [ratio(tracks[s], lines[s]) for s in seats]),
                (T("Money from markets"), markets),
                (T("Train moves"), moved),
                (T("Upgrades bought"), upgrades),
                (T("Face-up cards taken"), open),
                (T("Cards drawn from the deck"), blind),
            ],
        ),
        course(T("Money by round"), rounds),
        listed(T("Deliveries"), [T("money")], delivered),
    ]
