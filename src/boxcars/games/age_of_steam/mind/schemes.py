"""For the bots, in duels: every decision by the points that it leads to (``foresight``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.memory import keep
from boxcars.games.age_of_steam.components import COLOURS, TILES
from boxcars.games.age_of_steam.mind.foresight import Foresight, Lines, Means
from boxcars.games.age_of_steam.mind.plans import Plan
from boxcars.games.age_of_steam.mind.prospects import Edge, own_edges
from boxcars.games.age_of_steam.move_goods import walk
from boxcars.games.age_of_steam.select_actions import ENGINEER, FIRST_BUILD, FIRST_MOVE, LOCOMOTIVE, TURN_ORDER, URBANIZATION
from boxcars.games.age_of_steam.steps import DecideFirst, MoveOne
from boxcars.games.age_of_steam.table import Table
from boxcars.games.age_of_steam.urbanization import claimed, refuse_town
from boxcars.games.age_of_steam.words import ACTIONS, IssueShares, MoveGoods, PayForFirst, TakeAction, Urbanize
from boxcars.rail.track import CITY, TOWN_HEX, urbanize
from boxcars.rail.words import DoNothing, EndBuild, LayTrack, RaiseLocomotive

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.mind.appraisal import Appraiser
    from boxcars.games.age_of_steam.rules import AgeOfSteam

BAD: Final = -500.0
"""What no plan asks for."""
MEMORY: Final = 5_000
"""Networks whose ways are remembered."""
WORSE: Final = 3
"""So many shares more that bring nothing end the search for money."""
RICH: Final = 3
"""With so many shares more it shows which cities are worth thinking of,"""
CITIES: Final = 5
"""and these are so many."""
FIRST_PRICE: Final = 5
WANTED: Final = 15
"""Dollars to build with, where it is not known yet what is issued."""
TRIED: Final = (ENGINEER, LOCOMOTIVE, URBANIZATION, TURN_ORDER)
"""Actions that somebody wants to go first for."""


class Schemer:
    """One judge's schemes."""

    def __init__(self, judge: Appraiser, rules: AgeOfSteam) -> None:
        self.judge = judge
        self.rules = rules
        self.ahead = Foresight(rules.turns, judge.taste)
        self._lines: dict[tuple[Any, ...], Lines] = {}

    def weigh(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        first, means = legal[0], self.means(table, seat)
        if isinstance(first, IssueShares):
            return self.weigh_shares(table, seat, legal, means)
        if isinstance(first, TakeAction):
            offered = [ACTIONS.index(action.action) for action in legal]
            values = self.by_action(table, seat, means, offered)
            return [values[n] for n in offered]
        if isinstance(first, (LayTrack, Urbanize, EndBuild)):
            return self.weigh_building(table, seat, legal, means)
        if isinstance(first, (MoveGoods, RaiseLocomotive, DoNothing)):
            return self.weigh_moves(table, seat, legal, means)
        return self.weigh_first(table, seat, legal, means)

    def outcome(self, table: Table, seat: int) -> float:
        """Points at the end, by what the seat has now."""
        means = self.means(table, seat)
        means.begun = not isinstance(table.agenda[-1], DecideFirst)
        return self.worth(table, own_edges(table, seat), means)

    # -- positions ---------------------------------------------------------------------------------------------------

    def means(self, table: Table, seat: int) -> Means:
        step = table.agenda[-1]
        cash, shares, income, level = table.cash[seat], table.shares[seat], table.income[seat], table.locomotive[seat]
        means = Means(table.turn, cash, shares, income, level)
        if isinstance(step, MoveOne):
            means.moves, means.raised = 3 - step.round, table.raised[seat]
        return means

    def lines(self, table: Table, edges: list[Edge]) -> Lines:
        key = (tuple(edges), tuple(table.cubes), tuple(table.new_cities))
        known = self._lines.get(key)
        if known is None:
            known = keep(self._lines, key, Lines(edges, table.cubes, table.accepts), MEMORY)
        return known

    def worth(self, table: Table, edges: list[Edge], means: Means) -> float:
        """Points at the end with these links."""
        return self.ahead.points(self.lines(table, edges), means) + self.track(table, edges)

    def track(self, table: Table, edges: list[Edge]) -> int:
        """Points for the links themselves."""
        places, points = table.track.places, 0
        for a, b, hexes in edges:
            points += len(hexes)
            for stop in (a, b):
                points += places[stop] != CITY and stop not in hexes
        return points

    def builds(self, table: Table, seat: int, plays: int, means: Means) -> list[tuple[float, Plan | None]]:
        """Nothing, and every plan that can be paid, with the points that they lead to."""
        mine, drive = own_edges(table, seat), self.judge.taste.drive
        found: list[tuple[float, Plan | None]] = [(self.worth(table, mine, means), None)]
        for plan in self.judge.surveyor.plans(table, seat, plays):
            if plan.price <= means.cash:
                worth = self.worth(table, mine + plan.edges, means.less(plan.price))
                found.append((worth + drive * len(plan.edges), plan))
        return found

    def best_build(self, table: Table, seat: int, plays: int, means: Means) -> float:
        return max([worth for worth, _ in self.builds(table, seat, plays, means)])

    def founded(self, table: Table, seat: int, means: Means, only: list[Urbanize] | None = None) -> dict[Urbanize, float]:
        """Every town with every colour, with the points that it leads to together with the best plan after it."""
        board = self.rules.board
        letters: dict[int, int] = {}
        for n, place in enumerate(table.new_cities):
            if place == -1:
                letters.setdefault(board.new_city_colour[n], n)
        found: dict[Urbanize, float] = {}
        for hex in board.towns:
            if table.track.places[hex] != TOWN_HEX or refuse_town(self.rules, table, seat, hex) is not None:
                continue
            tried = [(c, n) for c, n in letters.items() if only is None or board.urbanize[(hex, n)] in only]
            if not tried:
                continue
            world = table.clone()
            urbanize(world.track, board.grid, TILES, hex, seat, claimed(self.rules, table, seat, hex))
            for colour, n in tried:
                world.new_cities[n] = hex
                world.accepts[hex] = 1 << colour
                found[board.urbanize[(hex, n)]] = self.best_build(world, seat, 3, means)
                world.new_cities[n] = -1
        return found

    def by_action(
        self, table: Table, seat: int, means: Means, offered: list[int], cities: list[Urbanize] | None = None
    ) -> dict[int, float]:
        """Actions, with the points that each leads to; ``cities``: those that are thought of."""
        t = self.judge.taste
        found = dict.fromkeys(offered, self.best_build(table, seat, 3, means))
        for n in offered:
            if n == ENGINEER:
                found[n] = self.best_build(table, seat, self.rules.engineer_tiles, means)
            elif n == LOCOMOTIVE:
                found[n] = self.best_build(table, seat, 3, means.faster())
            elif n == URBANIZATION:
                found[n] = max([found[n], *self.founded(table, seat, means, cities).values()])
            elif n == TURN_ORDER:
                found[n] += t.turn_order if table.turn < self.rules.turns else 0.0
            elif n == FIRST_MOVE:
                found[n] += t.first_move
            elif n == FIRST_BUILD:
                found[n] += t.first_build_late
        return found

    # -- decisions ---------------------------------------------------------------------------------------------------

    def weigh_first(self, table: Table, seat: int, legal: list[Any], means: Means) -> list[float]:
        """To go first is to have the best action instead of the second best. The first city serves both."""
        if max(table.new_cities) < 0:
            return [-1.0 if isinstance(action, PayForFirst) else 0.0 for action in legal]
        due = WANTED + means.shares + means.locomotive - means.income - means.cash
        rich = means.issued(max(0, (due + 4) // 5))
        found = sorted(self.by_action(table, seat, rich, list(TRIED)).values())
        mine = own_edges(table, seat)
        cost = self.worth(table, mine, rich) - self.worth(table, mine, rich.less(FIRST_PRICE))
        gain = found[-1] - found[-2] - cost - self.judge.taste.reluctance
        return [gain if isinstance(action, PayForFirst) else 0.0 for action in legal]

    def weigh_shares(self, table: Table, seat: int, legal: list[Any], means: Means) -> list[float]:
        """Who does not go first will rarely found a city."""
        second = self.judge.taste.second if table.order[0] != seat else 0.0
        rich = self.founded(table, seat, means.issued(min(RICH, len(legal) - 1)))
        cities = sorted(rich, key=lambda city: -rich[city])[:CITIES]
        weights: list[float] = []
        best, worse = BAD, 0
        for action in legal:
            if worse > WORSE:
                weights.append(BAD)
                continue
            found = self.by_action(table, seat, means.issued(action.shares), list(TRIED), cities)
            value = max(found.values())
            if second > 0.0:
                del found[URBANIZATION]
                value += second * (max(found.values()) - value)
            worse = worse + 1 if value < best else 0
            best = max(best, value)
            weights.append(value)
        return weights

    def weigh_building(self, table: Table, seat: int, legal: list[Any], means: Means) -> list[float]:
        weights = [BAD] * len(legal)
        place = {action: n for n, action in enumerate(legal)}
        if isinstance(legal[0], Urbanize):
            for action, value in self.founded(table, seat, means).items():
                weights[place[action]] = value
        plays = self.rules.tiles_allowed(table, seat) - table.plays
        for value, plan in self.builds(table, seat, plays, means):
            if plan is None:
                n = place.get(EndBuild(), -1)
            else:
                hex, form = plan.plays[0]
                n = place.get(self.rules.board.lay[hex][form], -1)
            if n >= 0 and weights[n] < value:
                weights[n] = value
        return weights

    def weigh_moves(self, table: Table, seat: int, legal: list[Any], means: Means) -> list[float]:
        mine = own_edges(table, seat)
        weights: list[float] = []
        for action in legal:
            lines, others = self.lines(table, mine), 0
            then = means.copy()
            then.moves -= 1
            if isinstance(action, MoveGoods):
                origin = self.rules.board.grid.number[action.origin]
                _, used, _ = walk(self.rules, table, origin, action.sides)
                owners = [table.track.sections[i].owner for i in used]
                then.income += owners.count(seat)
                others = owners.count(1 - seat)
                cubes, left = table.cubes.copy(), list(table.cubes[origin])
                left.remove(COLOURS.index(action.colour))
                cubes[origin] = tuple(left)
                lines = Lines(mine, cubes, table.accepts)
            elif isinstance(action, RaiseLocomotive):
                then.locomotive += 1
                then.raised = True
            weights.append(self.ahead.points(lines, then) - self.judge.taste.others * 3.0 * others)
        return weights
