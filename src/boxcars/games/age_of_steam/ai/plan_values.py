"""For the bots: what one seat could build in one position, and what each plan is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.age_of_steam.ai.build_plans import Plan
from boxcars.games.age_of_steam.ai.link_earnings import Edge, delivery_income, own_links
from boxcars.games.age_of_steam.components import MAX_LOCOMOTIVE
from boxcars.games.age_of_steam.state import Table

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.ai.valuation import Valuation


class PlanValues:
    """What one seat could build in one position, and what each plan is worth."""

    def __init__(self, evaluator: Valuation, table: Table, seat: int) -> None:
        self.evaluator = evaluator
        self.seat = seat
        self.goods = evaluator.goods(table)
        self.mine = own_links(table, seat)
        self.reach = evaluator.reach(table, seat)
        self.moves = evaluator.moves_left(table)
        self.far = (
            evaluator.weights.later_locomotive_share if self.reach < MAX_LOCOMOTIVE and evaluator.turns_left(table) > 3 else 0.0
        )
        self.now = self.worth(self.mine)
        self._ranked: dict[int, list[tuple[float, Plan]]] = {}
        self._gains: dict[tuple[Edge, ...], float] = {}

    def ranked(self, table: Table, plays: int) -> list[tuple[float, Plan]]:
        """All plans with so many tiles, each with its worth beyond its price; best first."""
        known = self._ranked.get(plays)
        if known is None:
            known = self._ranked[plays] = self.rank(table, self.evaluator.plan_finder.plans(table, self.seat, plays))
        return known

    def rank(self, table: Table, plans: list[Plan]) -> list[tuple[float, Plan]]:
        evaluator, stops = self.evaluator, {stop for a, b, _ in self.mine for stop in (a, b)}
        worth, dollar, t = evaluator.income_value(table, self.seat), evaluator.dollar(table), evaluator.weights
        found: list[tuple[float, Plan]] = []
        for plan in plans:
            gain = self.gain(plan)
            track = 0.0 if evaluator.solo else t.tile_value * float(sum([len(hexes) for _, _, hexes in plan.edges]))
            joins = sum([1 for a, b, _ in plan.edges if a in stops or b in stops])
            found.append((gain * worth + track - plan.price * dollar + (t.network_join * joins if gain > 0 else 0.0), plan))
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
        soon = delivery_income(self.goods, edges, self.reach, self.moves)
        if self.far <= 0.0:
            return soon
        return soon + self.far * (delivery_income(self.goods, edges, self.reach + 1, self.moves) - soon)


def _worth(entry: tuple[float, Plan]) -> float:
    return entry[0]
