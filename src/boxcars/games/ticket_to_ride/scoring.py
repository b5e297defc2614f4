"""Scoring and winner (TTR-9, TTR-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.messages import T
from boxcars.core.ranking import ranking
from boxcars.core.types import Outcome, ScoreLine
from boxcars.games.ticket_to_ride.longest_path import longest_path
from boxcars.games.ticket_to_ride.state import Table

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide

LONGEST_PATH_AWARD: Final = 10


def network(rules: TicketToRide, owner: list[int], seat: int) -> list[tuple[int, int, int]]:
    """Return the seat's routes as (city, city, length)."""
    board = rules.board
    return [(*board.ends[r], board.length[r]) for r in range(len(owner)) if owner[r] == seat]


def connected(rules: TicketToRide, owner: list[int], seat: int) -> list[int]:
    """Return for every city the name of its part of the seat's network: equal names are connected (TTR-9.2)."""
    part = list(range(len(rules.board.cities)))
    for a, b, _ in network(rules, owner, seat):
        old, new = part[a], part[b]
        if old != new:
            part = [new if p == old else p for p in part]
    return part


def completed(rules: TicketToRide, owner: list[int], seat: int, tickets: list[int]) -> list[bool]:
    """Return which tickets the seat has connected."""
    part = connected(rules, owner, seat)
    ends = [rules.board.tickets[t].ends for t in tickets]
    return [part[a] == part[b] for a, b in ends]


def longest_paths(rules: TicketToRide, owner: list[int]) -> list[int]:
    return [longest_path(network(rules, owner, seat)) for seat in range(rules.players)]


def awards(longest: list[int]) -> list[int]:
    """10 points for the longest path; all who share it get them (TTR-10.4)."""
    return [LONGEST_PATH_AWARD if n == max(longest) > 0 else 0 for n in longest]


def ticket_points(rules: TicketToRide, owner: list[int], seat: int, tickets: list[int]) -> tuple[int, int, int]:
    """Return what the completed tickets bring, what the others cost (not above 0), and how many are completed (TTR-9.2)."""
    values = [rules.board.tickets[t].points for t in tickets]
    marks = completed(rules, owner, seat, tickets)
    gained = sum([v for v, ok in zip(values, marks, strict=True) if ok])
    return gained, gained - sum(values), sum(marks)


def final_outcome(rules: TicketToRide, table: Table) -> Outcome:
    """Total = routes + completed tickets - the others + 10 for the longest path (TTR-9.1, 10.4)."""
    seats = range(rules.players)
    award = awards(longest_paths(rules, table.owner))
    won = [ticket_points(rules, table.owner, seat, table.tickets[seat]) for seat in seats]
    gained, lost, done = [w[0] for w in won], [w[1] for w in won], [w[2] for w in won]
    scores = [table.points[s] + gained[s] + lost[s] + award[s] for s in seats]
    # Tickets, then the longest path break a tie; equals share a rank (TTR-11).
    ranks = ranking([(scores[s], done[s], award[s]) for s in seats])
    lines = [
        ScoreLine(T("Routes"), table.points[:]),
        ScoreLine(T("Completed tickets"), gained),
        ScoreLine(T("Uncompleted tickets"), lost),
        ScoreLine(T("Longest path"), award),
        ScoreLine(T("Total"), scores),
        ScoreLine(T("Number of completed tickets"), done),
    ]
    return Outcome(scores, ranks, lines)


def traces(rules: TicketToRide, table: Table) -> list[tuple[str, int, int]]:
    """Return the cities a seat has reached, and the tickets it held, completed or not."""
    board = rules.board
    out = [(f"city:{city.key}", -1, 0) for city in board.cities]
    for seat in range(rules.players):
        reached = {end for a, b, _ in network(rules, table.owner, seat) for end in (a, b)}
        out += [(f"city:{board.cities[city].key}", seat, 1) for city in sorted(reached)]
        marks = completed(rules, table.owner, seat, table.tickets[seat])
        out += [(f"ticket:{board.tickets[t].key}", seat, int(done)) for t, done in zip(table.tickets[seat], marks, strict=True)]
    return out
