"""Scoring, winner, ties (STM-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.messages import T
from boxcars.core.ranking import ranking
from boxcars.core.types import Outcome, ScoreLine
from boxcars.games.steam.state import Table

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam


def income_score(income: int) -> int:
    """Half of a positive income, rounded down; twice a negative one (STM-14.2)."""
    return income // 2 if income >= 0 else 2 * income


def final_score(table: Table, seat: int) -> int:
    """Points, income and one point for each completed link (STM-14.2, 14.3); eliminated players have none of them."""
    return table.points[seat] + income_score(table.income[seat]) + table.track.links_of(seat)


def final_outcome(rules: Steam, table: Table) -> Outcome:
    """Most points win; a tie goes to the lower action tile of the last turn (STM-14.5); who is out ranks last (STM-12.5)."""
    seats = range(rules.players)
    income = [income_score(n) for n in table.income]
    links = [table.track.links_of(seat) for seat in seats]
    scores = [final_score(table, seat) for seat in seats]
    keys: list[tuple[int, ...]] = []
    for seat in seats:
        if table.gone[seat]:
            keys.append((0, table.gone[seat]))
            continue
        ties = [-table.tile[seat] if rule == rules.LOWEST_TILE else table.income[seat] for rule in rules.tie_break]
        keys.append((1, scores[seat], *ties))
    ranks = ranking(keys)
    lines = [
        ScoreLine(T("Victory points"), table.points[:]),
        ScoreLine(T("Income"), income),
        ScoreLine(T("Links"), links),
        ScoreLine(T("Total"), scores),
    ]
    return Outcome(scores, ranks, lines)
