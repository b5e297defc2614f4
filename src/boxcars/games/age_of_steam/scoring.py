"""End and scoring (AOS-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.messages import T, Text
from boxcars.core.ranking import ranking
from boxcars.core.types import Outcome, ScoreLine
from boxcars.games.age_of_steam.components import COLUMN_SPACES
from boxcars.games.age_of_steam.state import Table

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam

PER_INCOME: Final = 3
PER_SHARE: Final = -3


def victory_points(rules: AgeOfSteam, table: Table) -> list[int]:
    """3 per income, 1 per track section in completed links, -3 per share (AOS-14.2)."""
    return [
        PER_INCOME * table.income[seat] + table.track.link_segments(seat) + PER_SHARE * table.shares[seat]
        for seat in range(rules.players)
    ]


def final_outcome(rules: AgeOfSteam, table: Table) -> Outcome:
    """Most points win, ties stand; who was eliminated ranks behind, the later the higher (AOS-14.3, 14.4)."""
    seats = range(rules.players)
    scores = victory_points(rules, table)
    keys = [rules.rank_key(table, seat, scores[seat]) for seat in seats]
    ranks = ranking(keys)
    lines = [
        ScoreLine(T("Income"), [PER_INCOME * n for n in table.income]),
        ScoreLine(T("Track"), [table.track.link_segments(seat) for seat in seats]),
        ScoreLine(T("Shares"), [PER_SHARE * n for n in table.shares]),
        ScoreLine(T("Total"), scores),
    ]
    grade: Text | None = None
    if all(table.gone):
        grade = T("Everyone is bankrupt, so nobody wins.")
    return Outcome(scores, ranks, lines, grade)


def rank_key(table: Table, seat: int, score: int) -> tuple[int, ...]:
    """Larger is better: still in the game, then points; among the eliminated the later turn."""
    if table.gone[seat]:
        return (0, table.gone[seat])
    return (1, score)


def traces(rules: AgeOfSteam, table: Table) -> list[tuple[str, int, int]]:
    """Return the growth columns of cities: how many of their goods have left them (AOS-13.4)."""
    columns = [city.growth for city in rules.board.data.cities if city.growth] if table.display else []
    return [(f"column:{column}", -1, sum(table.display[i] < 0 for i in COLUMN_SPACES[column])) for column in columns]
