"""Route cards, the final score and ties (SPK-12.5 to 12.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import Chapter
from boxcars.core.messages import T
from boxcars.core.ranking import ranking
from boxcars.core.types import Event, Outcome, ScoreLine
from boxcars.games.spike.events import RouteScored
from boxcars.games.spike.state import Table
from boxcars.games.spike.steps import RevealRoutes

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike


def route_points(rules: Spike, route: int, cities: list[int]) -> int:
    """Return the best connected end city, and 1 for each other one; nothing without the start city (SPK-12.5)."""
    chart = rules.chart
    if chart.route_start[route] not in cities:
        return 0
    values = [value for city, value in chart.route_ends[route].items() if city in cities]
    return max(values) + len(values) - 1 if values else 0


class Reveal(Chapter[Table]):
    """Route cards are revealed and scored."""

    def run(self, rules: Spike, state: Table, step: RevealRoutes, events: list[Event]) -> None:
        for seat, player in enumerate(state.players):
            player.route_points = route_points(rules, player.route, player.cities)
            events.append(RouteScored(seat, rules.chart.routes[player.route], player.route_points))


def final_outcome(rules: Spike, state: Table) -> Outcome:
    """Most money; then more connected cities, then more rail cards in hand; still tied: shared (SPK-12.7)."""
    players = state.players
    keys = [(p.money, len(p.cities), sum(p.hand)) for p in players]
    lines = [
        ScoreLine(T("Market"), [p.market_money for p in players]),
        ScoreLine(T("Deliveries"), [p.delivery_money for p in players]),
        ScoreLine(T("Upgrades"), [-p.spent for p in players]),
        ScoreLine(T("Route card"), [p.route_points for p in players]),
        ScoreLine(T("Total"), [p.money for p in players]),
        ScoreLine(T("Connected cities"), [len(p.cities) for p in players]),
        ScoreLine(T("Cards in hand"), [sum(p.hand) for p in players]),
    ]
    return Outcome([p.money for p in players], ranking(keys), lines)
