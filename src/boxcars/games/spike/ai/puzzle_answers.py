"""Answers to puzzles about Spike, found by the rules themselves on a copy of the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxcars.games.spike.actions import Build
from boxcars.games.spike.build_line import pay_market
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.scoring import route_points
from boxcars.games.spike.state import Table


def legal_payments(rules: Spike, table: Table, seat: int, line: list[str], pays: dict[str, dict[str, int]]) -> list[str]:
    """Return those of the given payments for a line that the rules accept (SPK-10.8)."""
    builds = {key: Build(tuple(line), pay) for key, pay in pays.items()}
    return [f"option:{key}" for key, build in builds.items() if rules.refuse(table, seat, build) is None]


def first_of(rules: Spike, table: Table, seat: int, cities: list[str]) -> list[str]:
    """Return which of two cities to connect first to get the most market money in all (SPK-10.13)."""
    totals = {(a, b): market_money(rules, table, a, b) for a, b in (cities, cities[::-1])}
    return [f"city:{first}" for (first, _), total in totals.items() if total == max(totals.values())]


def market_money(rules: Spike, table: Table, *cities: str) -> int:
    then = table.clone()
    chart = rules.chart
    return sum(pay_market(rules, then, chart.offers[chart.city_id[city]]) for city in cities)


def best_end(rules: Spike, table: Table, seat: int) -> list[str]:
    """Return the cities that add most to the seat's route card (SPK-12.5)."""
    player = table.players[seat]
    worth = {city: route_points(rules, player.route, [*player.cities, rules.chart.city_id[city]]) for city in rules.chart.cities}
    return [f"city:{city}" for city, points in worth.items() if points == max(worth.values())]


ANSWERS: dict[str, Callable[..., Any]] = {"legal_payments": legal_payments, "first_of": first_of, "best_end": best_end}
