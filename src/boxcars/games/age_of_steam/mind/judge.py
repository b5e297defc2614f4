"""The judgement of Age of Steam's bots: build links that deliver, keep the locomotive ahead of them, never run out of money.

Everything is measured in victory points (dollars on Barbados). ``prospects`` finds what own links can earn and which links
could be built this turn; a plan is good if the income it promises is worth more than its price.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any

from boxcars.core.judge import Judge
from boxcars.core.words import T, Text
from boxcars.games.age_of_steam.components import COLOURS, LETTERS, MAX_LOCOMOTIVE, TILES
from boxcars.games.age_of_steam.mind.founding import Founder
from boxcars.games.age_of_steam.mind.outlook import Outlook
from boxcars.games.age_of_steam.mind.prospects import Goods, Plan, Surveyor, neighbours, own_edges, potential, ways
from boxcars.games.age_of_steam.move_goods import walk
from boxcars.games.age_of_steam.select_actions import ENGINEER, FIRST_BUILD, FIRST_MOVE, LOCOMOTIVE, PRODUCTION, URBANIZATION
from boxcars.games.age_of_steam.steps import BuildTrack
from boxcars.games.age_of_steam.table import Table
from boxcars.games.age_of_steam.words import (
    ACTIONS,
    BuyDirectLink,
    DeclineFirst,
    DeclineProduction,
    IssueShares,
    MoveGoods,
    PayForFirst,
    PlaceGoods,
    RewardRailroads,
    TakeAction,
    Urbanize,
)
from boxcars.rail.mind.forecast import Forecast, chances
from boxcars.rail.words import Bid, DoNothing, DropOut, EndBuild, LayTrack, PassBid, RaiseLocomotive

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam

SHARE = 3.0
"""What a share costs at the end."""
CLOSE = 10.0
"""A lead of so many points wins with odds of e to one."""
BAD = -50.0
MEMORY = 2_000
"""Positions whose plans are remembered."""


class AgeOfSteamJudge(Judge[Table]):
    levels = {
        "easy": {"iterations": 2, "seconds": 0.12, "rounds": 1, "late": 4, "width": 2, "gap": 3.0},
        "normal": {"iterations": 2, "seconds": 0.5, "rounds": 1, "width": 2, "gap": 3.0},
        "hard": {"iterations": 3, "seconds": 1.5, "rounds": 1, "width": 3, "gap": 6.0},
        "expert": {"iterations": 10, "seconds": 4.0, "rounds": 1, "width": 10, "gap": 20.0},
    }
    """Comparing more plans gains; playing on for longer does not."""
    solo_share: float = 0.8
    """Barbados: what a share costs for each turn still to come."""
    solo_income: float = 1.1
    """Barbados: what one more income brings in each turn still to come."""

    def __init__(self, rules: AgeOfSteam) -> None:
        super().__init__(rules)
        self.game = rules
        self.solo = rules.players == 1
        self.forecast = Forecast("boxcars.games.age_of_steam.mind")
        self.founder = Founder(self, rules)
        self.surveyor = Surveyor(rules)
        self._goods: dict[tuple[Any, ...], Goods] = {}
        self._outlooks: dict[tuple[Any, ...], Outlook] = {}

    # -- what things are worth ---------------------------------------------------------------------------------------

    def turns_left(self, table: Table) -> int:
        """Turns whose income is still to come, this one included."""
        return self.game.turns - table.turn + 1

    def income_value(self, table: Table, seat: int) -> float:
        """One more income now: points at the end, dollars until then; large incomes shrink."""
        left = self.turns_left(table)
        if self.solo:
            return self.solo_income * left
        keep = 0.9 if table.income[seat] < 11 else 0.8
        return 3.0 * keep ** min(left, 4) + 0.55 * left

    def dollar(self, table: Table) -> float:
        return 1.0 if self.solo else 0.55 + 0.07 * self.turns_left(table)

    def moves_left(self, table: Table) -> int:
        return 2 * self.turns_left(table)

    def reach(self, table: Table, seat: int) -> int:
        return min(MAX_LOCOMOTIVE, table.locomotive[seat] + (1 if self.turns_left(table) > 2 else 0))

    def upkeep(self, table: Table, seat: int, shares: int = 0, links: int = 0) -> int:
        """Cash that must be kept for the expenses of this turn."""
        return max(0, table.shares[seat] + shares + table.locomotive[seat] + links - table.income[seat])

    # -- the contract ------------------------------------------------------------------------------------------------

    def weigh(self, state: Table, legal: list[Any]) -> list[float]:
        seat = self.game.actor(state)
        first = legal[0]
        if isinstance(first, IssueShares):
            return self.weigh_shares(state, seat, legal)
        if isinstance(first, (Bid, DropOut, PassBid)):
            return self.weigh_bids(state, seat, legal)
        if isinstance(first, TakeAction):
            return self.weigh_actions(state, seat, legal)
        if isinstance(first, (LayTrack, Urbanize, EndBuild, BuyDirectLink)):
            return self.weigh_building(state, seat, legal)
        if isinstance(first, (MoveGoods, RaiseLocomotive, DoNothing)):
            return self.weigh_moves(state, seat, legal)
        if isinstance(first, PlaceGoods):
            return self.weigh_placing(state, seat, legal)
        return [self.weigh_choice(state, seat, action) for action in legal]

    def weigh_choice(self, table: Table, seat: int, action: Any) -> float:
        if isinstance(action, RewardRailroads):
            return 2.0 * (seat in action.seats) - sum(table.income[s] for s in action.seats if s != seat) / 10
        if isinstance(action, PayForFirst):
            return 1.0 if table.cash[seat] - 5 >= self.upkeep(table, seat) + 8 else -1.0
        return 0.0 if isinstance(action, (DeclineFirst, DeclineProduction)) else 1.0

    def proceed(self, state: Table, notes: dict[int, Any]) -> Any:
        """Finish the plan that was begun; think only where something new is due."""
        step = state.agenda[-1]
        seat = step.seat
        if isinstance(step, BuildTrack) and state.played and seat in notes:
            turn, plan = notes[seat]
            if turn == state.turn:
                for hex, form in plan.plays:
                    if state.track.tiles[hex] != form:
                        action = self.game.board.lay[hex][form]
                        if self.game.refuse(state, seat, action) is None:
                            return action
                        break
        legal = self.game.legal(state)
        if len(legal) == 1:
            return legal[0]
        weights = self.weigh(state, legal)
        action = legal[weights.index(max(weights))]
        if isinstance(action, LayTrack):
            plays = self.game.tiles_allowed(state, seat) - state.plays
            for _, plan in self.outlook(state, seat).ranked(state, plays):
                hex, form = plan.plays[0]
                if self.game.board.lay[hex][form] == action:
                    notes[seat] = (state.turn, plan)
                    break
        return action

    # -- plans -------------------------------------------------------------------------------------------------------

    def plans(self, table: Table, seat: int, plays: int, purse: int) -> list[tuple[float, Plan]]:
        """What could be built with this money, each with what it is worth beyond its price; best first."""
        return [entry for entry in self.outlook(table, seat).ranked(table, plays) if entry[1].price <= purse]

    def goods(self, table: Table) -> Goods:
        """The cubes of a position; remembered."""
        key = (tuple(table.cubes), tuple(table.display), tuple(table.accepts), tuple(table.new_cities), table.turn)
        known = self._goods.get(key)
        if known is None:
            if len(self._goods) >= MEMORY:
                self._goods.clear()
            known = self._goods[key] = Goods(self.game, table)
        return known

    def outlook(self, table: Table, seat: int) -> Outlook:
        """What the seat could build, whatever it has; remembered by all that this depends on."""
        track = table.track
        key = (seat, table.turn, table.locomotive[seat], table.income[seat], table.transcontinental)
        owners = tuple([s.owner for s in track.sections])
        board = (tuple(track.tiles), owners, tuple(table.cubes), tuple(table.display), tuple(table.new_cities))
        whole = (key, board, tuple(table.played))
        known = self._outlooks.get(whole)
        if known is None:
            if len(self._outlooks) >= MEMORY:
                self._outlooks.clear()
            known = Outlook(self, table, seat)
            self._outlooks[whole] = known
        return known

    # -- phases ------------------------------------------------------------------------------------------------------

    def weigh_shares(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        """As many as the best plan needs, with enough left for the expenses; at least enough to survive."""
        wanted, worth = self.wanted_cash(table, seat)
        left = self.turns_left(table)
        weights = []
        for action in legal:
            n = action.shares
            cash = table.cash[seat] + 5 * n
            keep = self.upkeep(table, seat, n)
            spare = cash - keep
            price = n * ((SHARE + 0.35 * left) if not self.solo else self.solo_share * left)
            value = -price
            value += worth * min(1.0, max(0.0, spare / wanted)) if wanted else 0.0
            if spare < 0:
                # What cannot be paid costs income, and below zero the game (AOS-12.3, 12.4).
                value -= 4.0 * -spare + (60.0 if table.income[seat] + spare < 0 else 0.0)
            weights.append(value / 2.0)
        return weights

    def wanted_cash(self, table: Table, seat: int) -> tuple[int, float]:
        """Price and worth of what the seat would build with plenty of money."""
        purse, dollar = table.cash[seat] + 20, self.dollar(table)
        choices = [
            (value + plan.price * dollar, plan.price) for value, plan in self.plans(table, seat, 3, purse)[:1] if value > 0
        ]
        if not self.game.board.cities or (self.solo and not table.blocked >> URBANIZATION & 1):
            # St. Lucia: cities have to be founded first; Barbados: only New Cities take most of the goods.
            founded = self.founder.best(table, seat, 6, purse).values()
            choices += [(value + price * dollar, price) for value, price in founded if value > 0]
        if not choices:
            return 2, 1.0
        worth, price = max(choices)
        return price + (2 if table.turn > 1 else 3), worth

    def weigh_bids(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        """A few dollars for an early place, never the money for the plan or the expenses."""
        wanted, _ = self.wanted_cash(table, seat)
        spare = table.cash[seat] - wanted - self.upkeep(table, seat) + 2
        most = min(2 + table.turn // 3, spare)
        weights = []
        for action in legal:
            if isinstance(action, Bid):
                weights.append(1.0 - 0.3 * action.amount if action.amount <= most else -3.0 - action.amount)
            else:
                weights.append(0.5 if isinstance(action, PassBid) else 0.0)
        return weights

    def weigh_actions(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        goods, mine = self.goods(table), own_edges(table, seat)
        worth, left = self.income_value(table, seat), self.turns_left(table)
        reach = table.locomotive[seat]
        value = [0.0] * len(ACTIONS)
        value[FIRST_MOVE] = 1.5 if mine else 0.5
        value[FIRST_BUILD] = 2.0 if table.turn <= 2 else 1.0
        value[PRODUCTION] = 0.6 if table.turn > 1 and any(table.bag) else 0.1
        value[ACTIONS.index("turn_order")] = 0.8
        purse = table.cash[seat] - self.upkeep(table, seat)
        three = self.plans(table, seat, 3, purse)
        base = max(0.0, three[0][0]) if three else 0.0
        if self.game.engineer_tiles > 3:
            four = self.plans(table, seat, 4, purse) if purse >= 8 else three
            value[ENGINEER] = 0.5 + 0.8 * max(0.0, (four[0][0] if four else 0.0) - base)
        else:
            value[ENGINEER] = 0.5 + min(4.0, purse / 4) * self.dollar(table)
        if reach < MAX_LOCOMOTIVE:
            edges = mine + (three[0][1].edges if three and three[0][0] > 0 else [])
            more = potential(goods, edges, reach + 1, 2 * left) - potential(goods, edges, reach, 2 * left)
            short = table.cash[seat] < self.upkeep(table, seat, 0, 1)
            value[LOCOMOTIVE] = 0.3 + 0.5 * more * worth - 0.5 * left * self.dollar(table) - (20.0 if short else 0.0)
        if URBANIZATION in offered(legal):
            best = max((value for value, _ in self.founder.best(table, seat, 5, purse).values()), default=base)
            value[URBANIZATION] = 0.2 + 0.9 * (best - base)
        return [value[ACTIONS.index(action.action)] for action in legal]

    def weigh_building(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        rules = self.game
        weights = [BAD] * len(legal)
        place = {action: n for n, action in enumerate(legal)}
        end = place.get(EndBuild(), -1)
        if end >= 0:
            weights[end] = 0.0
        if isinstance(legal[0], Urbanize):
            return self.weigh_founding(table, seat, legal, weights)
        purse = min(rules.purse(table, seat), table.cash[seat] - self.upkeep(table, seat) + self.hoped(table, seat))
        plays = rules.tiles_allowed(table, seat) - table.plays
        for value, plan in self.plans(table, seat, plays, max(purse, 0))[:12]:
            hex, form = plan.plays[0]
            n = place.get(rules.board.lay[hex][form], -1)
            if n >= 0 and weights[n] < value:
                weights[n] = value
        for n, action in enumerate(legal):
            if isinstance(action, BuyDirectLink):
                a, b, cost = rules.board.direct[action.link]
                goods, mine = self.goods(table), own_edges(table, seat)
                reach, moves = self.reach(table, seat), self.moves_left(table)
                gain = potential(goods, [*mine, (a, b, ())], reach, moves) - potential(goods, mine, reach, moves)
                weights[n] = gain * self.income_value(table, seat) + 1.0 - cost * self.dollar(table) if cost <= purse else BAD
        if end < 0 and max(weights) <= BAD:
            # Germany: something must be finished; the cheapest way that closes it.
            for n, action in enumerate(legal):
                if isinstance(action, LayTrack):
                    weights[n] = -float(self.price(table, action)) - 3.0 * self.left_open(table, seat, action)
        return weights

    def hoped(self, table: Table, seat: int) -> int:
        """Income that the two moves of this turn will surely bring before expenses are due."""
        goods, mine = self.goods(table), own_edges(table, seat)
        return int(potential(goods, mine, table.locomotive[seat], 2) * 0.9)

    def price(self, table: Table, action: LayTrack) -> int:
        hex = self.game.board.grid.number[action.hex]
        return self.game.builder.cost(table.track, hex, TILES.form_of[TILES.number[action.tile]][action.rotation])

    def left_open(self, table: Table, seat: int, action: LayTrack) -> int:
        copy = table.clone()
        self.game.apply(copy, action)
        return len(copy.track.unfinished(seat))

    def weigh_founding(self, table: Table, seat: int, legal: list[Any], weights: list[float]) -> list[float]:
        purse = table.cash[seat] - self.upkeep(table, seat) + self.hoped(table, seat)
        best = self.founder.best(table, seat, 10, max(purse, 0))
        plans = self.plans(table, seat, 3, max(purse, 0))
        base = max(0.0, plans[0][0]) if plans else 0.0
        for i, action in enumerate(legal):
            if isinstance(action, Urbanize) and action in best:
                weights[i] = 0.1 + best[action][0] - 0.9 * base
            elif isinstance(action, LayTrack) and plans and base > 0:
                hex, form = plans[0][1].plays[0]
                if action == self.game.board.lay[hex][form]:
                    weights[i] = 0.05
        return weights

    def weigh_moves(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        """Own gain first, others' a little against; the locomotive if it opens more than the move brings."""
        worth, left = self.income_value(table, seat), self.turns_left(table)
        goods, mine = self.goods(table), own_edges(table, seat)
        moves = self.moves_left(table)
        reach = table.locomotive[seat]
        weights = []
        for action in legal:
            if isinstance(action, MoveGoods):
                weights.append(self.move_value(table, seat, action, worth))
            elif isinstance(action, RaiseLocomotive):
                more = potential(goods, mine, reach + 1, moves - 1) - potential(goods, mine, reach, moves - 1)
                ahead = 0.8 if left > self.game.turns // 2 and reach < 3 and mine else 0.0
                cost = left * self.dollar(table) * 0.8
                short = table.cash[seat] < self.upkeep(table, seat, 0, 1)
                weights.append(
                    (more + ahead) * worth * 0.8 - cost - (30.0 if short and not self.solo else 15.0 if short else 0.0)
                )
            else:
                weights.append(0.0)
        return weights

    def move_value(self, table: Table, seat: int, action: MoveGoods, worth: float) -> float:
        origin = self.game.board.grid.number[action.origin]
        _, used, _ = walk(self.game, table, origin, action.sides)
        owners = [table.track.sections[i].owner for i in used]
        own = sum(1 for owner in owners if owner == seat)
        others = sum(1 for owner in owners if owner >= 0) - own
        if action.bonus >= 0:
            own += owners[action.bonus] == seat
        if action.colour == "white":
            own += self.game.board.data.rules.cotton_bonus
        if own == 0:
            return -1.0 - others
        return own * worth - 0.35 * others * worth

    def weigh_placing(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        """Where own links can take the cube, on the topmost space."""
        around = neighbours(own_edges(table, seat))
        reach = self.reach(table, seat)
        weights = []
        known: dict[tuple[str, str], float] = {}
        for action in legal:
            key = (action.colour, action.column)
            if key not in known:
                hex = self.game.board.growth.get(action.column, -1)
                if len(action.column) == 1:
                    hex = table.new_cities[LETTERS.index(action.column)]
                colour = COLOURS.index(action.colour)
                best = [0] * len(COLOURS)
                if hex >= 0:
                    ways(around, table.accepts, hex, 1 << colour, reach, (hex,), best)
                known[key] = float(best[colour]) if hex >= 0 else -0.5
            weights.append(known[key] - 0.1 * action.space)
        return weights

    # -- value -------------------------------------------------------------------------------------------------------

    def value(self, state: Table) -> list[float]:
        """Points that income, track and goods promise, as a chance to win."""
        if self.solo:
            score = state.cash[0] - 5 * state.shares[0] + self.solo_prospect(state)
            return [0.0 if state.gone[0] else 1.0 / (1.0 + exp(-score / 15.0))]
        points = self.game.standing(state)
        left = self.turns_left(state) if state.agenda else 0
        worth: list[float] = []
        for seat in range(self.game.players):
            if state.gone[seat]:
                worth.append(-60.0)
            else:
                worth.append(points[seat] + (self.forecast.gain(left, self.features(state, seat)) if left else 0.0))
        # A close result is worth almost as much as a win: it might have gone the other way.
        return chances(worth, max(CLOSE, self.forecast.spread(left) if left else 0.0))

    def features(self, table: Table, seat: int) -> list[float]:
        """What says how much a seat will still score; the order is that of ``value.json``."""
        goods, mine, level = self.goods(table), own_edges(table, seat), table.locomotive[seat]
        return [
            1.0,
            table.income[seat],
            table.shares[seat],
            level,
            min(table.cash[seat], 30),
            len(mine),
            potential(goods, mine, level, 2),
            potential(goods, mine, min(level + 1, MAX_LOCOMOTIVE), 6),
            max(0, self.upkeep(table, seat) - table.cash[seat]),
        ]

    def solo_prospect(self, table: Table) -> float:
        left = self.turns_left(table) if table.agenda else 0
        goods = self.goods(table)
        hope = potential(goods, own_edges(table, 0), self.reach(table, 0), 2 * left)
        return left * (table.income[0] + 0.5 * hope - table.shares[0] - table.locomotive[0])

    def round(self, state: Table) -> int:
        """What a turn is worth shows when it is over."""
        return state.turn

    def left(self, state: Table) -> int:
        return self.turns_left(state)

    def why(self, state: Table, action: Any) -> Text:
        seat = self.game.actor(state)
        if isinstance(action, MoveGoods):
            origin = self.game.board.grid.number[action.origin]
            _, used, _ = walk(self.game, state, origin, action.sides)
            own = sum(1 for i in used if state.track.sections[i].owner == seat)
            return T("It earns {own} income, and {others} for others.", own=own, others=len(used) - own)
        if isinstance(action, LayTrack):
            return T("It leads to a link that pays for itself.")
        if isinstance(action, RaiseLocomotive):
            return T("Longer deliveries are within reach.")
        if isinstance(action, IssueShares):
            return T("It pays for the next link and this turn's expenses.")
        if isinstance(action, Urbanize):
            return T("Goods nearby want a city of that colour.")
        return T("It looks best.")


def offered(legal: list[Any]) -> list[int]:
    return [ACTIONS.index(action.action) for action in legal]
