"""For the bots: what one seat could build in one position, and what each plan is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.age_of_steam.mind.plans import Plan
from boxcars.games.age_of_steam.mind.prospects import Edge, own_edges, potential
from boxcars.games.age_of_steam.table import Table

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.mind.appraisal import Appraiser


class Outlook:
    """What one seat could build in one position, and what each plan is worth."""

    def __init__(self, judge: Appraiser, table: Table, seat: int) -> None:
        self.judge = judge
        self.seat = seat
        self.goods = judge.goods(table)
        self.mine = own_edges(table, seat)
        self.reach = judge.reach(table, seat)
        self.moves = judge.moves_left(table)
        self.now = potential(self.goods, self.mine, self.reach, self.moves)
        self._ranked: dict[int, list[tuple[float, Plan]]] = {}
        self._gains: dict[tuple[Edge, ...], float] = {}

    def ranked(self, table: Table, plays: int) -> list[tuple[float, Plan]]:
        """All plans with so many tiles, each with its worth beyond its price; best first."""
        known = self._ranked.get(plays)
        if known is None:
            known = self._ranked[plays] = self.rank(table, self.judge.surveyor.plans(table, self.seat, plays))
        return known

    def rank(self, table: Table, plans: list[Plan]) -> list[tuple[float, Plan]]:
        judge, stops = self.judge, {stop for a, b, _ in self.mine for stop in (a, b)}
        worth, dollar = judge.income_value(table, self.seat), judge.dollar(table)
        found: list[tuple[float, Plan]] = []
        for plan in plans:
            gain = self.gain(plan)
            track = 0.0 if judge.solo else float(sum([len(hexes) for _, _, hexes in plan.edges]))
            joins = sum([1 for a, b, _ in plan.edges if a in stops or b in stops])
            found.append((gain * worth + track - plan.price * dollar + (0.4 * joins if gain > 0 else 0.0), plan))
        found.sort(key=_worth, reverse=True)
        return found

    def gain(self, plan: Plan) -> float:
        """How much more income the seat may hope for with these links."""
        key = tuple(plan.edges)
        known = self._gains.get(key)
        if known is None:
            known = self._gains[key] = potential(self.goods, self.mine + plan.edges, self.reach, self.moves) - self.now
        return known


def _worth(entry: tuple[float, Plan]) -> float:
    return entry[0]
