"""For the bots, in games for two: every decision by the projected final points (``endgame_projection``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.memoize import keep
from boxcars.games.age_of_steam.actions import ACTIONS, IssueShares, MoveGoods, PayForFirst, TakeAction, Urbanize
from boxcars.games.age_of_steam.ai.build_plans import Plan
from boxcars.games.age_of_steam.ai.endgame_projection import DeliveryWays, EndgameProjection, Means
from boxcars.games.age_of_steam.ai.link_earnings import Edge, own_links
from boxcars.games.age_of_steam.components import COLOURS, TILES
from boxcars.games.age_of_steam.move_goods import walk
from boxcars.games.age_of_steam.select_actions import ENGINEER, FIRST_BUILD, FIRST_MOVE, LOCOMOTIVE, TURN_ORDER, URBANIZATION
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import DecideFirst, MoveOne
from boxcars.games.age_of_steam.urbanization import claimed, refuse_town
from boxcars.rail.actions import DoNothing, EndBuild, LayTrack, RaiseLocomotive
from boxcars.rail.track import CITY, TOWN_HEX, urbanize

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.ai.valuation import Valuation
    from boxcars.games.age_of_steam.rules import AgeOfSteam

OUT_OF_QUESTION: Final = -500.0
"""The value of an action that no plan needs."""
MEMORY: Final = 5_000
"""Maximum number of networks whose delivery ways are memoized."""
WORSE: Final = 3
"""The search for the number of shares ends after this many more shares without a gain."""
RICH: Final = 3
"""Number of extra shares with which New Cities worth considering are looked for."""
CITIES: Final = 5
"""Number of New Cities that are considered."""
FIRST_PRICE: Final = 5
WANTED: Final = 15
"""Dollars assumed for building while the number of shares is not known yet."""
TRIED: Final = (ENGINEER, LOCOMOTIVE, URBANIZATION, TURN_ORDER)
"""Actions that are worth paying to choose first."""


class DuelDecisions:
    """The decision rule of an evaluator in games for two."""

    def __init__(self, evaluator: Valuation, rules: AgeOfSteam) -> None:
        self.evaluator = evaluator
        self.rules = rules
        self.projection = EndgameProjection(rules.turns, evaluator.weights)
        self._lines: dict[tuple[Any, ...], DeliveryWays] = {}

    def policy(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        first, means = legal[0], self.means_of(table, seat)
        if isinstance(first, IssueShares):
            return self.score_shares(table, seat, legal, means)
        if isinstance(first, TakeAction):
            action_numbers = [ACTIONS.index(action.action) for action in legal]
            values = self.action_scores(table, seat, means, action_numbers)
            return [values[n] for n in action_numbers]
        if isinstance(first, (LayTrack, Urbanize, EndBuild)):
            return self.score_builds(table, seat, legal, means)
        if isinstance(first, (MoveGoods, RaiseLocomotive, DoNothing)):
            return self.score_moves(table, seat, legal, means)
        return self.score_going_first(table, seat, legal, means)

    def outcome(self, table: Table, seat: int) -> float:
        """Return the projected final points of each seat, from what it has now."""
        means = self.means_of(table, seat)
        means.track_is_built = not isinstance(table.agenda[-1], DecideFirst)
        return self.worth(table, own_links(table, seat), means)

    # -- positions ---------------------------------------------------------------------------------------------------

    def means_of(self, table: Table, seat: int) -> Means:
        step = table.agenda[-1]
        cash, shares, income, level = table.cash[seat], table.shares[seat], table.income[seat], table.locomotive[seat]
        means = Means(table.turn, cash, shares, income, level)
        if isinstance(step, MoveOne):
            means.moves, means.raised = 3 - step.round, table.raised[seat]
        return means

    def delivery_ways(self, table: Table, edges: list[Edge]) -> DeliveryWays:
        key = (tuple(edges), tuple(table.cubes), tuple(table.new_cities))
        known = self._lines.get(key)
        if known is None:
            known = keep(self._lines, key, DeliveryWays(edges, table.cubes, table.accepts), MEMORY)
        return known

    def worth(self, table: Table, edges: list[Edge], means: Means) -> float:
        """Return the projected final points with these links."""
        return self.projection.points(self.delivery_ways(table, edges), means) + self.track(table, edges)

    def track(self, table: Table, edges: list[Edge]) -> int:
        """Return the points for the links themselves."""
        places, points = table.track.places, 0
        for a, b, hexes in edges:
            points += len(hexes)
            for stop in (a, b):
                points += places[stop] != CITY and stop not in hexes
        return points

    def builds(self, table: Table, seat: int, plays: int, means: Means) -> list[tuple[float, Plan | None]]:
        """Return the empty plan and every plan that can be paid for, each with its projected final points."""
        mine, drive = own_links(table, seat), self.evaluator.weights.build_now_bonus
        found: list[tuple[float, Plan | None]] = [(self.worth(table, mine, means), None)]
        for plan in self.evaluator.plan_finder.plans(table, seat, plays):
            if plan.price <= means.cash:
                worth = self.worth(table, mine + plan.edges, means.less(plan.price))
                found.append((worth + drive * len(plan.edges), plan))
        return found

    def best_build(self, table: Table, seat: int, plays: int, means: Means) -> float:
        return max([worth for worth, _ in self.builds(table, seat, plays, means)])

    def new_city_scores(self, table: Table, seat: int, means: Means, only: list[Urbanize] | None = None) -> dict[Urbanize, float]:
        """Return every town with every New City, with the projected final points including the best plan after it."""
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

    def action_scores(
        self, table: Table, seat: int, means: Means, action_numbers: list[int], cities: list[Urbanize] | None = None
    ) -> dict[int, float]:
        """Return the actions with their projected final points; ``cities``: the New Cities that are considered."""
        t = self.evaluator.weights
        found = dict.fromkeys(action_numbers, self.best_build(table, seat, 3, means))
        for n in action_numbers:
            if n == ENGINEER:
                found[n] = self.best_build(table, seat, self.rules.engineer_tiles, means)
            elif n == LOCOMOTIVE:
                found[n] = self.best_build(table, seat, 3, means.faster())
            elif n == URBANIZATION:
                found[n] = max([found[n], *self.new_city_scores(table, seat, means, cities).values()])
            elif n == TURN_ORDER:
                found[n] += t.turn_order if table.turn < self.rules.turns else 0.0
            elif n == FIRST_MOVE:
                found[n] += t.first_move
            elif n == FIRST_BUILD:
                found[n] += t.late_first_build
        return found

    # -- decisions ---------------------------------------------------------------------------------------------------

    def score_going_first(self, table: Table, seat: int, legal: list[Any], means: Means) -> list[float]:
        """Return the value of going first: the best action instead of the second best. If Urbanization is best, both seats have a
        use for the city."""
        if max(table.new_cities) < 0:
            return [-1.0 if isinstance(action, PayForFirst) else 0.0 for action in legal]
        due = WANTED + means.shares + means.locomotive - means.income - means.cash
        rich = means.issued(max(0, (due + 4) // 5))
        found = sorted(self.action_scores(table, seat, rich, list(TRIED)).values())
        mine = own_links(table, seat)
        cost = self.worth(table, mine, rich) - self.worth(table, mine, rich.less(FIRST_PRICE))
        gain = found[-1] - found[-2] - cost - self.evaluator.weights.first_price_margin
        return [gain if isinstance(action, PayForFirst) else 0.0 for action in legal]

    def score_shares(self, table: Table, seat: int, legal: list[Any], means: Means) -> list[float]:
        """Return the projected points of issuing each number of shares. A seat that does not go first can rarely build a New
        City."""
        second = self.evaluator.weights.second_choice_share if table.order[0] != seat else 0.0
        rich = self.new_city_scores(table, seat, means.issued(min(RICH, len(legal) - 1)))
        cities = sorted(rich, key=lambda city: -rich[city])[:CITIES]
        logits: list[float] = []
        best, worse = OUT_OF_QUESTION, 0
        for action in legal:
            if worse > WORSE:
                logits.append(OUT_OF_QUESTION)
                continue
            found = self.action_scores(table, seat, means.issued(action.shares), list(TRIED), cities)
            value = max(found.values())
            if second > 0.0:
                del found[URBANIZATION]
                value += second * (max(found.values()) - value)
            worse = worse + 1 if value < best else 0
            best = max(best, value)
            logits.append(value)
        return logits

    def score_builds(self, table: Table, seat: int, legal: list[Any], means: Means) -> list[float]:
        logits = [OUT_OF_QUESTION] * len(legal)
        place = {action: n for n, action in enumerate(legal)}
        if isinstance(legal[0], Urbanize):
            for action, value in self.new_city_scores(table, seat, means).items():
                logits[place[action]] = value
        plays = self.rules.tiles_allowed(table, seat) - table.plays
        for value, plan in self.builds(table, seat, plays, means):
            if plan is None:
                n = place.get(EndBuild(), -1)
            else:
                hex, form = plan.plays[0]
                n = place.get(self.rules.board.lay[hex][form], -1)
            if n >= 0 and logits[n] < value:
                logits[n] = value
        return logits

    def score_moves(self, table: Table, seat: int, legal: list[Any], means: Means) -> list[float]:
        mine = own_links(table, seat)
        logits: list[float] = []
        for action in legal:
            lines, others = self.delivery_ways(table, mine), 0
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
                lines = DeliveryWays(mine, cubes, table.accepts)
            elif isinstance(action, RaiseLocomotive):
                then.locomotive += 1
                then.raised = True
            logits.append(self.projection.points(lines, then) - self.evaluator.weights.others_income * 3.0 * others)
        return logits
