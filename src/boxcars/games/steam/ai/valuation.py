"""The value of money, income, links and cities to a seat of Steam. The evaluator scores actions by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.memoize import keep
from boxcars.games.steam import city_actions
from boxcars.games.steam.ai.build_plans import Chain, CourseCache, CourseFinder, Planner
from boxcars.games.steam.ai.link_earnings import DeliveryForecast, add_link, links_of
from boxcars.games.steam.ai.weights import Weights
from boxcars.games.steam.money import loan_steps, purse
from boxcars.games.steam.state import KINDS, Table
from boxcars.rail.ai.evaluator import HexEvaluator
from boxcars.rail.track import CITY, waiting_for_city

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

MEMORY = 200
"""Maximum number of positions whose plans are memoized."""
SURVEYS = 64
"""Maximum number of track situations whose planners are memoized."""
CHOICE = 6
"""Number of best plans that are kept to choose from."""
SPENT = 8
"""Dollars that a usual turn takes: one or two links and an action tile."""
FADE = 0.9
"""Discount per place in the list of deliveries in the forecast's features: later ones are less certain. A constant, because the
forecast is fitted with it."""
NARROW_LEAD = 5.0
"""The lead in points that gives odds of e to 1 to win."""


class Valuation(HexEvaluator[Table]):
    def __init__(self, rules: Steam) -> None:
        super().__init__(rules, "boxcars.games.steam.ai", NARROW_LEAD)
        self.steam = rules
        self.weights = Weights()
        self._cities: dict[tuple[int, ...], tuple[DeliveryForecast, int]] = {}
        self._courses = CourseCache(rules)
        self._surveys: dict[tuple[int, ...], CourseFinder] = {}
        self._planners: dict[tuple[Any, ...], Planner] = {}
        self._delivery_forecasts: dict[tuple[Any, ...], DeliveryForecast] = {}

    def set_weights(self, numbers: dict[str, float]) -> None:
        super().set_weights(numbers)
        self._cities.clear()
        self._planners.clear()
        self._delivery_forecasts.clear()

    def turns_left(self, table: Table) -> int:
        """Return the number of income phases still to come."""
        return self.steam.turns - table.turn + 1

    def moves_left(self, table: Table) -> int:
        return 2 * self.turns_left(table)

    def dollar(self, table: Table, seat: int) -> float:
        """Return the value of a dollar: less towards the end, unless debts must be paid with it."""
        left, t = self.turns_left(table), self.weights
        worth = t.dollar * (1.0 + t.dollar_per_turn * (left - 1)) if left > 1 else 0.05
        if t.surplus_dollar_decay > 0.0 and left > 1:
            worth *= max(0.2, 1.0 - t.surplus_dollar_decay * max(0, table.cash[seat] - SPENT))
        if self.steam.standard and table.income[seat] < table.locomotive[seat] and table.cash[seat] < table.locomotive[seat]:
            worth = max(worth, 0.4)
        return worth

    def income_value(self, table: Table, seat: int, step: int) -> float:
        """Return the value of raising income from ``step`` to ``step + 1``: its money until the end, and its score then."""
        if step >= self.steam.income_max:
            return 0.0
        left = self.turns_left(table)
        t = self.weights
        money = t.income_per_turn * (left - 1) + (0.05 if left else 0.0)
        if self.steam.standard:
            money += 0.03 * left
        if t.surplus_income_decay > 0.0:
            money *= max(0.0, 1.0 - t.surplus_income_decay * max(0, step - SPENT // 2))
        return money + (t.income_below_zero if step < 0 else t.income_above_zero)

    def budget(self, table: Table, seat: int) -> int:
        """Return how much the seat should spend on track now: its cash, and loans while income can pay for them."""
        if self.steam.standard:
            reserve = max(0, table.locomotive[seat] - table.income[seat])
            return max(0, table.cash[seat] - min(reserve, table.locomotive[seat] + 3))
        left = self.turns_left(table)
        deepest = (-5 if left > 5 else -4 if left > 3 else -2) - round(self.weights.deeper_debt)
        steps = max(0, min(loan_steps(self.steam, table, seat), table.income[seat] - deepest))
        if left <= 1:
            steps = 0 if table.income[seat] <= 0 else 1
        return min(purse(self.steam, table, seat), table.cash[seat] + self.steam.loan * steps)

    # -- plans ------------------------------------------------------------------------------------------------------------

    def plan(self, table: Table, seat: int, plays: int, money: int) -> tuple[float, Chain | None]:
        """Return the chain of links to build next and its gain; None if none is worth its price."""
        chains = self.plans(table, seat, plays, money)
        return chains[0] if chains else (0.0, None)

    def plans(self, table: Table, seat: int, plays: int, money: int) -> list[tuple[float, Chain]]:
        """Return the best chains that are worth their price, each with its gain; memoized."""
        key = (seat, table.turn, table.locomotive[seat], *table.track.tiles, *table.cubes, *owners(table), *table.accepts)
        planner = self._planners.get(key)
        if planner is None:
            planner = keep(self._planners, key, Planner(self.steam, table, seat, self.survey(table, seat), self.weights), MEMORY)
        planner.table = table
        return planner.ranked(plays, money, self.dollar(table, seat))[:CHOICE]

    def survey(self, table: Table, seat: int) -> CourseFinder:
        """Return the planner of the seat's possible track in this position; it does not depend on money."""
        key = (seat, *table.track.tiles, *table.track.places, *[section.owner for section in table.track.sections])
        known = self._surveys.get(key)
        if known is None:
            known = keep(self._surveys, key, CourseFinder(self.steam, table.track.clone(), seat, self._courses), SURVEYS)
        return known

    def delivery_forecast(self, table: Table, seat: int) -> DeliveryForecast:
        """Return the deliveries that the seat's network allows."""
        key = (seat, *table.cubes, *owners(table), *table.accepts)
        known = self._delivery_forecasts.get(key)
        if known is None:
            mine = links_of(table.track.sections, seat)
            known = keep(
                self._delivery_forecasts,
                key,
                DeliveryForecast(table, self.steam.board.places, mine, self.steam.max_locomotive, self.weights.delivery_decay),
                MEMORY,
            )
        return known

    def upgrade_gain(self, table: Table, seat: int, moves: int) -> float:
        """Return what one more locomotive level adds over ``moves`` moves."""
        level = table.locomotive[seat]
        if level >= self.steam.max_locomotive:
            return 0.0
        delivery_forecast = self.delivery_forecast(table, seat)
        gain = delivery_forecast.expected_points(level + 1, moves) - delivery_forecast.expected_points(level, moves)
        if self.steam.standard:
            gain -= self.weights.dollar * self.turns_left(table)
        return gain

    def features(self, table: Table, seat: int) -> list[float]:
        """Return the features that predict how much a seat will still score, in the order of ``value.json``."""
        delivery_forecast, level = self.delivery_forecast(table, seat), table.locomotive[seat]
        place = table.order.index(seat) if seat in table.order else 0
        opening = float(table.turn == 1)
        return [
            1.0,
            table.income[seat],
            level,
            min(table.cash[seat], 30),
            table.track.links_of(seat),
            delivery_forecast.expected_points(level, 2, FADE),
            delivery_forecast.expected_points(min(6, level + 1), 6, FADE),
            max(0, -table.income[seat] - table.cash[seat]),
            # What the first edition did not look at follows.
            min(0, table.income[seat]),
            delivery_forecast.expected_points(min(6, level + 2), 8, FADE),
            delivery_forecast.expected_points(self.steam.max_locomotive, 2 * self.turns_left(table), FADE),
            float(place == 0),
            float(place),
            opening,
            opening * float(place == 0),
        ]

    # -- cities -----------------------------------------------------------------------------------------------------------

    def lengths_from(self, table: Table, seat: int, hex: int) -> list[float]:
        """Return for each colour the best delivery from a city with the next locomotive; an estimate where no link leads yet."""
        return self.best_lengths(table, seat, self.delivery_forecast(table, seat), hex)

    def best_lengths(self, table: Table, seat: int, delivery_forecast: DeliveryForecast, hex: int) -> list[float]:
        level = min(self.steam.max_locomotive, table.locomotive[seat] + 1)
        reached = delivery_forecast.from_city.get(hex)
        if reached is None:
            return [0.15] * KINDS
        return [max(0.3, float((mask & ((2 << level) - 1)).bit_length() - 1)) for mask in reached]

    def best_supply(self, table: Table, seat: int, hex: int) -> float:
        """Return the value of the best supply set in that city."""
        values = [self.supply_value(table, seat, hex, -1, space) for space in table.sets_left()]
        return max(values) if values else 0.0

    def supply_value(self, table: Table, seat: int, hex: int, colour: int, space: int) -> float:
        """Return the value of the goods of a supply space in that city (a New City of ``colour`` if it is one)."""
        lengths = self.lengths_from(table, seat, hex) if colour < 0 else self.new_city_lengths(table, seat, hex, colour)
        share = min(1.0, 0.25 * self.moves_left(table) / 2.0)
        goods = table.supply[KINDS * space : KINDS * space + KINDS]
        return 0.5 * share * sum(n * lengths[c] for c, n in enumerate(goods))

    def growth_value(self, table: Table, seat: int) -> float:
        hexes = city_actions.cities(self.steam, table)
        return max((self.best_supply(table, seat, hex) for hex in hexes), default=0.0)

    def new_city_forecast(self, table: Table, seat: int, hex: int, colour: int) -> tuple[DeliveryForecast, int]:
        """Return the deliveries of the network with a New City there, and the number of sections that it would complete for the
        seat; memoized."""
        key = (seat, hex, colour, *table.cubes, *table.accepts, *table.track.tiles, *owners(table))
        known = self._cities.get(key)
        if known is not None:
            return known
        places, accepts = table.track.places, table.accepts
        graph = links_of(table.track.sections, seat)
        won = 0
        waiting = waiting_for_city(table.track, self.steam.board.grid, hex)
        claimed = city_actions.claimable(self.steam, table, seat, waiting)
        for port in waiting:
            section = table.track.sections[table.track.at[port]]
            if section.owner == seat or port in claimed:
                add_link(graph, max(section.ends), hex, 20_000 + port)
                won += 1
        before = places[hex], accepts[hex]
        places[hex], accepts[hex] = CITY, 1 << colour
        delivery_forecast = DeliveryForecast(
            table, self.steam.board.places, graph, self.steam.max_locomotive, self.weights.delivery_decay
        )
        places[hex], accepts[hex] = before
        return keep(self._cities, key, (delivery_forecast, won), MEMORY)

    def new_city_lengths(self, table: Table, seat: int, hex: int, colour: int) -> list[float]:
        delivery_forecast, _ = self.new_city_forecast(table, seat, hex, colour)
        return self.best_lengths(table, seat, delivery_forecast, hex)

    def city_colour_value(self, table: Table, seat: int, hex: int, colour: int) -> float:
        """Return the value of a New City of that colour: deliveries to it, links that it completes, goods that it gets."""
        delivery_forecast, won = self.new_city_forecast(table, seat, hex, colour)
        level = min(self.steam.max_locomotive, table.locomotive[seat] + 1)
        moves = min(8, self.moves_left(table))
        gain = (
            delivery_forecast.expected_points(level, moves)
            - self.delivery_forecast(table, seat).expected_points(level, moves)
            + 0.8 * won
        )
        sets = table.sets_left()
        goods = max((self.supply_value(table, seat, hex, colour, space) for space in sets), default=0.0)
        return gain + goods

    def city_value(self, table: Table, seat: int, hex: int) -> float:
        """Return the value of the best New City in a town; an estimate if no track of the seat reaches the town."""
        if not self.touches_town(table, seat, hex):
            return 0.3
        return max(
            (self.city_colour_value(table, seat, hex, colour) for colour, n in enumerate(table.new_cities) if n), default=0.0
        )

    def urbanize_value(self, table: Table, seat: int) -> float:
        """Return the best New City."""
        return max((self.city_value(table, seat, hex) for hex in city_actions.towns(self.steam, table)), default=0.3)

    def touches_town(self, table: Table, seat: int, hex: int) -> bool:
        """Return whether track of the seat, or unowned track, reaches this town."""
        if waiting_for_city(table.track, self.steam.board.grid, hex):
            return True
        return any(hex in section.ends and section.owner == seat for section in table.track.sections)


def owners(table: Table) -> list[int]:
    """Return the owners of the links, as numbers."""
    out = [s.owner * 100_000 + s.ports[0] for s in table.track.sections if s.complete]
    out.sort()
    return out
