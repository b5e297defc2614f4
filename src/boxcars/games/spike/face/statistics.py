"""Statistics of a finished game of Spike: lines, deliveries, cards, and money from round to round."""

from __future__ import annotations

from collections.abc import Iterable

from boxcars.core.words import Event, T, Text
from boxcars.games.spike.events import CardDrawn, CardTaken, GoodsDelivered, LineBuilt, PartUpgraded, RoundBegan, TrainMoved
from boxcars.games.spike.names import good, place
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.table import Table
from boxcars.view.statistics import Line, Statistic, course, figures, listed, ratio

CHAPTERS: dict[str, Text] = {
    "PickSide": T("Setting up"),
    "GiveCard": T("Setting up"),
    "PickRoute": T("Setting up"),
    "PlaceTrain": T("Setting up"),
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
            T("The game in figures"),
            [
                (T("Deliveries"), count),
                (T("Money from deliveries"), worth),
                (T("Lines built"), lines),
                (T("Tracks per line"), [ratio(tracks[s], lines[s]) for s in seats]),
                (T("Money from markets"), markets),
                (T("Train moved"), moved),
                (T("Parts improved"), upgrades),
                (T("Cards taken face-up"), open),
                (T("Cards drawn blind"), blind),
            ],
        ),
        course(T("Money from round to round"), rounds),
        listed(T("Deliveries"), [T("money")], delivered),
    ]
