"""Pairings and standings of tournaments: pure functions of the results and a seed, so that anybody can repeat them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

AGAIN = 1_000_000
"""Cost of meeting somebody again: more than any difference of points, so that it happens only where it must."""
EFFORT = 700_000
"""Number of swaps tried for a better pairing. Counted and not timed, so that a seed gives the same pairing everywhere."""
LOOK_AHEAD = 20_000
"""Number of swaps tried for each later round, to find whether a pairing without second meetings is left for it."""
RESTS = (4, 12)
"""Number of swaps for which an entrant may not return to a table it was moved from; otherwise the search could cycle."""
TRIES = 30

Weights = list[list[int]]
"""The costs of putting two entrants at one table."""


@dataclass(frozen=True)
class Entry:
    """An entrant to be paired: its points, how often it met each opponent, and how often it sat in each place."""

    card: str
    points: float = 0.0
    met: Counter[str] = field(default_factory=Counter)
    places: Counter[int] = field(default_factory=Counter)


Fill = Literal["smaller", "bots"]
"""What becomes of empty seats: smaller tables where that comes out, or bots."""


def table_sizes(count: int, size: int, fill: Fill = "smaller", least: int = 2) -> list[int]:
    """Tables of ``size`` and of one fewer (if ``least`` allows that); where it does not come out, or ``fill`` says so, bots
    fill up the last tables."""
    if fill == "bots" or size - 1 < least:
        return [size] * -(-count // size)
    for small in range(count // max(1, size - 1) + 1):
        rest = count - small * (size - 1)
        if rest >= 0 and rest % size == 0 and (size > 2 or small == 0):
            return [size] * (rest // size) + [size - 1] * small
    return [size] * -(-count // size)


@dataclass(frozen=True)
class TablePlan:
    """The tables that a round would have: how many of each size, and how many seats bots fill."""

    tables: dict[int, int]
    bots: int


def plan_tables(count: int, size: int, fill: Fill = "smaller", least: int = 2) -> TablePlan:
    """Return what Start would make of so many entrants."""
    sizes = table_sizes(count, size, fill, least)
    return TablePlan(dict(sorted(Counter(sizes).items(), reverse=True)), sum(sizes) - count)


def pair_round(
    entries: Sequence[Entry],
    size: int,
    seed: str,
    swiss: bool = True,
    to_come: int = 0,
    fill: Fill = "smaller",
    least: int = 2,
) -> list[list[str]]:
    """The tables of a round, seats in order; "" is a seat for a bot. In a Swiss, those with like points meet.

    ``to_come``: rounds after this one. Of several pairings that one is taken which leaves them the fewest second meetings.
    """
    luck = random.Random(seed)
    shapes = table_sizes(len(entries), size, fill, least)
    known = {entry.card: entry for entry in entries}
    best: tuple[tuple[int, int, int], list[list[int]]] | None = None
    left, cards = EFFORT, [*known, *[""] * (sum(shapes) - len(known))]
    weights = _meeting_weights(cards, known, swiss)
    for attempt in range(TRIES):
        order = list(range(len(known)))
        luck.shuffle(order)
        if swiss and attempt % 2 == 0:
            order.sort(key=lambda i: -known[cards[i]].points)
        tables = _cut_into_tables(order, list(range(len(known), len(cards))), shapes)
        tables, cost, looked = _search_tables(tables, weights, luck, left)
        again, looked_ahead = _count_later_meetings(tables, cards, known, shapes, luck, to_come)
        left -= looked + looked_ahead
        found = (cost // AGAIN, again, cost)
        if best is None or found < best[0]:
            best = (found, tables)
        if left <= 0 or (found[:2] == (0, 0) and attempt > 0):
            break
    assert best is not None
    return [_order_seats([cards[i] for i in table], known) for table in best[1]]


def _meeting_weights(cards: list[str], known: dict[str, Entry], swiss: bool) -> Weights:
    """Return the costs of meetings as whole numbers (points come in halves). Two bots at one table cost as much as meeting
    again."""
    out = []
    for one in cards:
        row = []
        for other in cards:
            if not one or not other:
                row.append(AGAIN if one == other else 0)
                continue
            apart = int(2 * (known[one].points - known[other].points)) if swiss else 0
            row.append(AGAIN * known[one].met[other] ** 2 + apart**2)
        out.append(row)
    for i, row in enumerate(out):
        row[i] = 0
    return out


def _cut_into_tables(people: list[int], bots: list[int], shapes: list[int]) -> list[list[int]]:
    """Cut the entrants into tables in their order; bots fill the last tables, one at each if possible."""
    people, bots, out = list(people), list(bots), []
    for n, shape in enumerate(shapes):
        filled = 1 if bots and len(shapes) - n <= len(bots) else 0
        out.append([people.pop(0) for _ in range(min(len(people), shape - filled))])
        out[-1] += [bots.pop() for _ in range(shape - len(out[-1]))]
    return out


class _Seating:
    """A seating of entrants, and the cost for each to sit at each table, kept up to date so that a swap is valued at once."""

    def __init__(self, tables: list[list[int]], weights: Weights) -> None:
        self.weights = weights
        self.at = {who: n for n, table in enumerate(tables) for who in table}
        self.costs = [[sum(row[other] for other in table) for table in tables] for row in weights]
        self.total = sum(self.costs[who][n] for who, n in self.at.items()) // 2

    def swap_gain(self, one: int, other: int) -> int:
        """Return by how much the cost changes if two entrants change places."""
        here, there = self.at[one], self.at[other]
        mine, theirs = self.costs[one], self.costs[other]
        return theirs[here] + mine[there] - 2 * self.weights[one][other] - mine[here] - theirs[there]

    def swap_places(self, one: int, other: int) -> None:
        self.total += self.swap_gain(one, other)
        here, there = self.at[one], self.at[other]
        self.at[one], self.at[other] = there, here
        for row, old, new in zip(self.costs, self.weights[one], self.weights[other], strict=True):
            row[here] += new - old
            row[there] += old - new

    def list_tables(self) -> list[list[int]]:
        out: list[list[int]] = [[] for _ in self.costs[0]]
        for who, n in self.at.items():
            out[n].append(who)
        return out


def _search_tables(
    tables: list[list[int]], weights: Weights, luck: random.Random, effort: int
) -> tuple[list[list[int]], int, int]:
    """Improve the tables. Returns them, their cost, and the number of swaps tried. Second meetings are avoided first, then points
    are made alike."""
    apart, looked = _part_pairs(_Seating(tables, weights), luck, effort)
    hall = _Seating(apart, weights)
    better = True
    while better and looked < effort:
        better = False
        for one, other in combinations(hall.at, 2):
            if hall.at[one] != hall.at[other]:
                looked += 1
                if hall.swap_gain(one, other) < 0:
                    better = True
                    hall.swap_places(one, other)
    return hall.list_tables(), hall.total, looked


def _part_pairs(hall: _Seating, luck: random.Random, effort: int) -> tuple[list[list[int]], int]:
    """Make the best swap for an entrant with a second meeting, even if the cost rises, until there are none or the swaps are used
    up."""
    best, kept = hall.total, hall.list_tables()
    resting: dict[tuple[int, int], int] = {}
    looked = step = 0
    while looked < effort and best >= AGAIN:
        step += 1
        ways: list[tuple[int, int, int]] = []
        for one, here in hall.at.items():
            if hall.costs[one][here] < AGAIN:
                continue
            for other, there in hall.at.items():
                if there != here:
                    looked += 1
                    gain = hall.swap_gain(one, other)
                    rests = resting.get((one, there), 0) > step or resting.get((other, here), 0) > step
                    if not rests or hall.total + gain < best:
                        ways.append((gain, one, other))
        if not ways:
            break
        least = min(ways)[0]
        _, one, other = luck.choice([way for way in ways if way[0] == least])
        for who in (one, other):
            resting[who, hall.at[who]] = step + luck.randint(*RESTS)
        hall.swap_places(one, other)
        if hall.total < best:
            best, kept = hall.total, hall.list_tables()
    return kept, looked


def _count_later_meetings(
    tables: list[list[int]], cards: list[str], known: dict[str, Entry], shapes: list[int], luck: random.Random, rounds: int
) -> tuple[int, int]:
    """Return how many second meetings the later rounds need at least after these tables, as far as a short search can tell."""
    weights = [[AGAIN * (weight >= AGAIN) for weight in row] for row in _meeting_weights(cards, known, False)]
    again = looked = 0
    for _ in range(rounds):
        for table in tables:
            for one, other in combinations(table, 2):
                weights[one][other] = weights[other][one] = AGAIN
        order = list(range(len(known)))
        luck.shuffle(order)
        tables = _cut_into_tables(order, list(range(len(known), len(cards))), shapes)
        tables, cost, more = _search_tables(tables, weights, luck, LOOK_AHEAD)
        again, looked = again + cost // AGAIN, looked + more
    return again, looked


def _order_seats(table: list[str], known: dict[str, Entry]) -> list[str]:
    """Order the seats: each place goes to the entrant that has had it least often; bots take the rest."""
    left, out = [card for card in table if card], []
    for place in range(len(table)):
        if not left:
            out.append("")
            continue
        chosen = min(left, key=lambda card: (known[card].places[place], card))
        left.remove(chosen)
        out.append(chosen)
    return out


# -- standings -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A seat of a finished table of a tournament."""

    round: int
    table: str
    card: str
    place: int
    rank: int
    share: float
    left: bool


@dataclass
class Line:
    """A line of the standings: points, the opponents' points, the sum of score shares; for each round (points, rank)."""

    card: str
    points: float = 0.0
    opponents: float = 0.0
    shares: float = 0.0
    rounds: dict[int, tuple[float, int]] = field(default_factory=dict)
    missed: int = 0


def tournament_standings(cards: Sequence[str], played: Sequence[Played]) -> list[Line]:
    """Return the standings: a point for each opponent ranked behind, half for a tie; then the opponents' points, then score
    shares."""
    lines = {card: Line(card) for card in cards}
    tables: dict[str, list[Played]] = {}
    for one in played:
        tables.setdefault(one.table, []).append(one)
    met: dict[str, list[str]] = {card: [] for card in cards}
    for seats in tables.values():
        for one in seats:
            line = lines.get(one.card)
            if line is None:
                continue
            others = [other for other in seats if other is not one]
            points = sum(1.0 if one.rank < other.rank else 0.5 if one.rank == other.rank else 0.0 for other in others)
            line.points += points
            line.shares += one.share
            line.missed += one.left
            line.rounds[one.round] = (points, one.rank)
            met[one.card] += [other.card for other in others if other.card in lines]
    for card, line in lines.items():
        line.opponents = sum(lines[other].points for other in met[card])
    return sorted(lines.values(), key=lambda line: (-line.points, -line.opponents, -line.shares, line.card))


def entries_of(lines: Sequence[Line], played: Sequence[Played]) -> list[Entry]:
    """Return the entrants of these standings, as the next pairing needs them."""
    out = {line.card: Entry(line.card, line.points) for line in lines}
    tables: dict[str, list[Played]] = {}
    for one in played:
        tables.setdefault(one.table, []).append(one)
    for seats in tables.values():
        for one in seats:
            if one.card in out:
                out[one.card].places[one.place] += 1
                out[one.card].met.update(other.card for other in seats if other.card in out and other.card != one.card)
    return list(out.values())
