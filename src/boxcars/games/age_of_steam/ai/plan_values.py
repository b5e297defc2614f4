"""For the bots: the plans of one seat in one position, and their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.age_of_steam.ai.build_plans import Plan
from boxcars.games.age_of_steam.ai.link_earnings import Edge, delivery_income, own_links
from boxcars.games.age_of_steam.components import MAX_LOCOMOTIVE
from boxcars.games.age_of_steam.state import Table

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.ai.valuation import Valuation


class PlanValues:
    """The plans of one seat in one position, and their values."""

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
        """Return all plans with at most ``tiles`` tiles, each with its value less its price; best first."""
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
        """Return how much more income the seat can expect with these links."""
        key = tuple(plan.edges)
        known = self._gains.get(key)
        if known is None:
            known = self._gains[key] = self.worth(self.mine + plan.edges) - self.now
        return known

    def worth(self, edges: list[Edge]) -> float:
        """Return the income that the seat can expect with these links, by the next locomotive and, while there is time, the one
        after it."""
        soon = delivery_income(self.goods, edges, self.reach, self.moves)
        if self.far <= 0.0:
            return soon
        return soon + self.far * (delivery_income(self.goods, edges, self.reach + 1, self.moves) - soon)


def _worth(entry: tuple[float, Plan]) -> float:
    return entry[0]
