"""For the bots: the best places and colours of New Cities (AOS-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.memoize import keep
from boxcars.games.age_of_steam.actions import Urbanize
from boxcars.games.age_of_steam.ai.build_plans import Plan
from boxcars.games.age_of_steam.ai.link_earnings import delivery_income, own_links
from boxcars.games.age_of_steam.ai.plan_values import PlanValues
from boxcars.games.age_of_steam.components import COLUMN_SPACES, LETTERS, TILES
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.urbanization import claimed, refuse_town
from boxcars.rail.track import TOWN_HEX, urbanize

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.ai.valuation import Valuation
    from boxcars.games.age_of_steam.rules import AgeOfSteam

MEMORY: Final = 500
"""Maximum number of positions whose New Cities are memoized."""


class NewCityPlanner:
    """The values of New Cities for one evaluator."""

    def __init__(self, evaluator: Valuation, rules: AgeOfSteam) -> None:
        self.evaluator = evaluator
        self.rules = rules
        self._after: dict[tuple[Any, ...], dict[tuple[int, int], tuple[PlanValues, list[Plan]]]] = {}
        """Memoized plans by position, then by town and New City."""

    def clear_cache(self) -> None:
        self._after.clear()

    def rank_new_cities(self, table: Table, seat: int) -> list[tuple[float, int, int]]:
        """Return (value, town, colour) of each possible New City: deliveries to it over own links, and goods around it."""
        goods, mine = self.evaluator.goods(table), own_links(table, seat)
        worth, reach, moves = (
            self.evaluator.income_value(table, seat),
            self.evaluator.reach(table, seat),
            self.evaluator.moves_left(table),
        )
        now = delivery_income(goods, mine, reach, moves)
        stops = {stop for a, b, _ in mine for stop in (a, b)}
        colours = {self.rules.board.new_city_colour[n] for n, hex in enumerate(table.new_cities) if hex == -1}
        found: list[tuple[float, int, int]] = []
        for hex in self.rules.board.towns:
            if table.track.places[hex] != TOWN_HEX:
                continue
            around = self.count_cubes_around(table, hex)
            for colour in colours:
                if hex in stops:
                    kept = goods.accepts[hex]
                    goods.accepts[hex] = 1 << colour
                    gain = delivery_income(goods, mine, reach, moves) - now
                    goods.accepts[hex] = kept
                    found.append((gain * worth, hex, colour))
                else:
                    near = around.get(colour, 0.0)
                    first = 6.0 if not self.rules.board.cities else 0.6
                    found.append((near * first * (0.3 + self.evaluator.turns_left(table) / self.rules.turns), hex, colour))
        return found

    def count_cubes_around(self, table: Table, hex: int) -> dict[int, float]:
        """Return the number of cubes near a hex by colour, within two hexes; nearer ones count more."""
        beside = self.rules.board.grid.beside
        found: dict[int, float] = {}
        ring, seen, weight = [hex], {hex}, 1.0
        for _ in range(3):
            beyond = []
            for h in ring:
                for n in beside[6 * h : 6 * h + 6]:
                    if n >= 0 and n not in seen:
                        seen.add(n)
                        beyond.append(n)
                        for colour in table.cubes[n]:
                            found[colour] = found.get(colour, 0.0) + weight
            ring, weight = beyond, weight * 0.6
        return found

    def best(self, table: Table, seat: int, most: int, purse: int) -> dict[Urbanize, tuple[float, int]]:
        """Return the best New Cities, each with its value including the best plan after it, and the price of that plan."""
        board = self.rules.board
        letters = [n for n, hex in enumerate(table.new_cities) if hex == -1]
        ranked = sorted(self.rank_new_cities(table, seat), reverse=True)
        found: dict[Urbanize, tuple[float, int]] = {}
        here = self.evaluator.plan_values(table, seat)
        usual = [plan for _, plan in here.ranked(table, 3)[:3]]
        position = self.evaluator.position(table, seat)
        known = self._after.get(position)
        if known is None:
            known = keep(self._after, position, {}, MEMORY)
        for _, hex, colour in ranked[:most]:
            n = max(
                (n for n in letters if board.new_city_colour[n] == colour),
                key=lambda n: self.count_coming_cubes(table, LETTERS[n]),
            )
            if refuse_town(self.rules, table, seat, hex) is not None:
                continue
            if (hex, n) not in known:
                known[hex, n] = self.plans_after_new_city(table, seat, hex, n)
            then, own = known[hex, n]
            # Its own links, or what would have been built without it.
            best = then.rank(table, [plan for plan in usual + own if plan.price <= purse])
            plan, price = (best[0][0], best[0][1].price) if best and best[0][0] > 0 else (0.0, 0)
            found[board.urbanize[(hex, n)]] = ((then.now - here.now) * self.evaluator.income_value(table, seat) + plan, price)
        return found

    def plans_after_new_city(self, table: Table, seat: int, hex: int, n: int) -> tuple[PlanValues, list[Plan]]:
        """Return what the seat could build when the town has become the n-th New City, and which of these plans begin or end
        there."""
        board, world = self.rules.board, table.clone()
        urbanize(world.track, board.grid, TILES, hex, seat, claimed(self.rules, table, seat, hex))
        world.new_cities[n] = hex
        world.accepts[hex] = 1 << board.new_city_colour[n]
        then = PlanValues(self.evaluator, world, seat)
        return then, [plan for plan in self.evaluator.plan_finder.plans(world, seat, 3) if hex in plan.joins]

    def count_coming_cubes(self, table: Table, column: str) -> int:
        """Return the number of cubes on the display that belong to a New City."""
        return sum(1 for i in COLUMN_SPACES[column] if table.display[i] >= 0) if table.display else 0
