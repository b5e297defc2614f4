"""For the bots: what one seat could build in one position, and what each plan is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.age_of_steam.components import MAX_LOCOMOTIVE
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
        self.far = judge.taste.far if self.reach < MAX_LOCOMOTIVE and judge.turns_left(table) > 3 else 0.0
        self.now = self.worth(self.mine)
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
        worth, dollar, t = judge.income_value(table, self.seat), judge.dollar(table), judge.taste
        found: list[tuple[float, Plan]] = []
        for plan in plans:
            gain = self.gain(plan)
            track = 0.0 if judge.solo else t.track * float(sum([len(hexes) for _, _, hexes in plan.edges]))
            joins = sum([1 for a, b, _ in plan.edges if a in stops or b in stops])
            found.append((gain * worth + track - plan.price * dollar + (t.join * joins if gain > 0 else 0.0), plan))
        found.sort(key=_worth, reverse=True)
        return found

    def gain(self, plan: Plan) -> float:
        """How much more income the seat may hope for with these links."""
        key = tuple(plan.edges)
        known = self._gains.get(key)
        if known is None:
            known = self._gains[key] = self.worth(self.mine + plan.edges) - self.now
        return known

    def worth(self, edges: list[Edge]) -> float:
        """Income to be hoped for with these links: with the next locomotive, and while there is time with the one after it."""
        soon = potential(self.goods, edges, self.reach, self.moves)
        if self.far <= 0.0:
            return soon
        return soon + self.far * (potential(self.goods, edges, self.reach + 1, self.moves) - soon)


def _worth(entry: tuple[float, Plan]) -> float:
    return entry[0]
