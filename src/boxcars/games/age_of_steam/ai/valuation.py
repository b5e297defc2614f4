"""The value of money, income, links and goods to a seat of Age of Steam. The evaluator scores actions by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.memoize import keep
from boxcars.games.age_of_steam.ai.build_plans import Plan, PlanFinder
from boxcars.games.age_of_steam.ai.duel_decisions import DuelDecisions
from boxcars.games.age_of_steam.ai.link_earnings import Goods, delivery_income, own_links
from boxcars.games.age_of_steam.ai.new_cities import NewCityPlanner
from boxcars.games.age_of_steam.ai.plan_values import PlanValues
from boxcars.games.age_of_steam.ai.weights import Weights
from boxcars.games.age_of_steam.components import MAX_LOCOMOTIVE
from boxcars.games.age_of_steam.select_actions import URBANIZATION
from boxcars.games.age_of_steam.state import Table
from boxcars.rail.ai.evaluator import HexEvaluator
from boxcars.rail.ai.score_forecast import VALUE_FILE

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam

NARROW_LEAD = 10.0
"""The lead in points that gives odds of e to 1 to win."""
OUT = 10.0
"""Being out of the game counts as the loss of this much income."""
RICH = 20
"""From this income on, income reduction takes four dollars a turn or more."""
TILES_A_TURN = 3
"""Number of tiles that a seat builds in a turn without a special action."""
MEMORY = 400
"""Maximum number of positions whose plans are memoized."""


class Valuation(HexEvaluator[Table]):
    def __init__(self, rules: AgeOfSteam) -> None:
        super().__init__(rules, "boxcars.games.age_of_steam.ai", NARROW_LEAD)
        self.game = rules
        self.solo = rules.players == 1
        self.duel = rules.players == 2
        self.weights = Weights()
        self.new_city_planner = NewCityPlanner(self, rules)
        self.plan_finder = PlanFinder(rules)
        self.duel_decisions = DuelDecisions(self, rules)
        self._goods: dict[tuple[Any, ...], Goods] = {}
        self._plan_values: dict[tuple[Any, ...], PlanValues] = {}

    def use_value_file(self, name: str) -> None:
        """Read another value model. Former models forecast duels like other games, so the duel decisions are switched off for
        them."""
        super().use_value_file(name)
        self.duel = self.game.players == 2 and name in ("", VALUE_FILE)

    def set_weights(self, numbers: dict[str, float]) -> None:
        super().set_weights(numbers)
        self._goods.clear()
        self._plan_values.clear()
        self.new_city_planner.clear_cache()
        self.plan_finder.tell_apart_by_hex(self.weights.plans_differ_by_hex > 0.5)

    def turns_left(self, table: Table) -> int:
        """Return the number of turns whose income is still to come, this one included."""
        return self.game.turns - table.turn + 1

    def moves_left(self, table: Table) -> int:
        return 2 * self.turns_left(table)

    def income_value(self, table: Table, seat: int) -> float:
        """Return the value of one more income now: points at the end and dollars until then; large incomes are reduced."""
        left, t = self.turns_left(table), self.weights
        if self.solo:
            return t.solo_income_per_turn * left
        keep = t.income_kept if table.income[seat] < 11 else t.high_income_kept
        return t.end_income * keep ** min(left, 4) + t.income_per_turn * left

    def dollar(self, table: Table) -> float:
        return 1.0 if self.solo else self.weights.end_dollar + self.weights.dollar_per_turn * self.turns_left(table)

    def reach(self, table: Table, seat: int) -> int:
        return min(MAX_LOCOMOTIVE, table.locomotive[seat] + (1 if self.turns_left(table) > 2 else 0))

    def upkeep(self, table: Table, seat: int, shares: int = 0, links: int = 0) -> int:
        """Return the cash that must be kept for the expenses of this turn."""
        return max(0, table.shares[seat] + shares + table.locomotive[seat] + links - table.income[seat])

    def unpaid_cost(self, table: Table, seat: int, short: float, hope: float) -> float:
        """Return the cost of ``missing`` dollars of expenses of which ``coming`` may still be earned: income, and below zero the
        game."""
        due = short - hope
        if self.weights.unpaid_penalty <= 0.0 or due <= 0.0:
            return 0.0
        lost = due if due <= table.income[seat] + hope else due + OUT
        return self.weights.unpaid_penalty * lost * self.income_value(table, seat)

    def expected_deliveries(self, table: Table, seat: int) -> int:
        """Return the income that the two moves of this turn are certain to bring before expenses are due."""
        goods, mine = self.goods(table), own_links(table, seat)
        return int(delivery_income(goods, mine, table.locomotive[seat], 2) * self.weights.counted_deliveries)

    def goods(self, table: Table) -> Goods:
        """Return the cubes of a position; memoized."""
        key = (tuple(table.cubes), tuple(table.display), tuple(table.accepts), tuple(table.new_cities), table.turn)
        known = self._goods.get(key)
        if known is None:
            known = keep(self._goods, key, Goods(self.game, table, self.weights), MEMORY)
        return known

    def position(self, table: Table, seat: int) -> tuple[Any, ...]:
        """Return a key of all that the plans of any seat depend on."""
        track = table.track
        key = (seat, table.turn, table.locomotive[seat], table.income[seat], table.transcontinental)
        owners = tuple([s.owner for s in track.sections])
        board = (tuple(track.tiles), owners, tuple(table.cubes), tuple(table.display), tuple(table.new_cities))
        return (key, board, tuple(table.played))

    def plan_values(self, table: Table, seat: int) -> PlanValues:
        """Return the plans of a seat in this position; memoized."""
        whole = self.position(table, seat)
        known = self._plan_values.get(whole)
        if known is None:
            known = keep(self._plan_values, whole, PlanValues(self, table, seat), MEMORY)
        return known

    def plans(self, table: Table, seat: int, plays: int, purse: int) -> list[tuple[float, Plan]]:
        """Return the plans that this money can pay for, each with its value less its price; best first."""
        return [entry for entry in self.plan_values(table, seat).ranked(table, plays) if entry[1].price <= purse]

    def plan_cash_and_value(self, table: Table, seat: int) -> tuple[int, float]:
        """Return the price and the value of what the seat would build with plenty of money."""
        purse, dollar = table.cash[seat] + int(self.weights.plan_credit), self.dollar(table)
        choices = [
            (value + plan.price * dollar, plan.price) for value, plan in self.plans(table, seat, 3, purse)[:1] if value > 0
        ]
        if not self.game.board.cities or (self.solo and not table.blocked >> URBANIZATION & 1):
            # St. Lucia: cities have to be founded first; Barbados: only New Cities take most of the goods.
            founded = self.new_city_planner.best(table, seat, 6, purse).values()
            choices += [(value + price * dollar, price) for value, price in founded if value > 0]
        if not choices:
            return 2, 1.0
        worth, price = max(choices)
        return price + (2 if table.turn > 1 else 3), worth

    def features(self, table: Table, seat: int) -> list[float]:
        """Return the features that predict how much a seat will still score, in the order of ``value.json``."""
        goods, mine, level = self.goods(table), own_links(table, seat), table.locomotive[seat]
        found: list[float] = [
            1.0,
            table.income[seat],
            table.shares[seat],
            level,
            min(table.cash[seat], 30),
            len(mine),
            delivery_income(goods, mine, level, 2),
            delivery_income(goods, mine, min(level + 1, MAX_LOCOMOTIVE), 6),
            max(0, self.upkeep(table, seat) - table.cash[seat]),
        ]
        if self.forecast.feature_count > len(found):
            found += [self.next_build_gain(table, seat), max(0, table.income[seat] - RICH)]
        return found

    def next_build_gain(self, table: Table, seat: int) -> float:
        """Return the income that the best plan of the next build turn promises, since links are also worth what can be joined to
        them."""
        values = self.plan_values(table, seat)
        ranked = values.ranked(table, TILES_A_TURN)
        return values.gain(ranked[0][1]) if ranked else 0.0
