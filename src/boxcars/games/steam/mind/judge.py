"""The judgement of Steam's bots: plan links before borrowing, upgrade in step with the network, income early and points late.

Everything is measured in track points. A dollar is worth what a loan costs (``DOLLAR``), an income step what it pays until the
end and what it scores then (``income_value``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.judge import Judge
from boxcars.core.words import T, Text
from boxcars.games.steam import city_actions
from boxcars.games.steam.mind.outlook import Outlook, add_link, links_of
from boxcars.games.steam.mind.plans import Chain, Memory, Planner, Surveyor, as_action
from boxcars.games.steam.money import loan_steps, purse
from boxcars.games.steam.select_actions import fee
from boxcars.games.steam.table import KINDS, Table
from boxcars.games.steam.words import (
    ACTIONS,
    CITY_GROWTH,
    COLOURS,
    ENGINEER,
    FIRST_BUILD,
    FIRST_MOVE,
    LOCOMOTIVE,
    TURN_ORDER,
    URBANIZATION,
    BidForOrder,
    BidForStart,
    BuildTrack,
    ChooseNewCity,
    ChooseReward,
    ChooseSupply,
    GrowCity,
    MoveRound,
    RaiseCapital,
    SelectAction,
    TakeTile,
    Urbanize,
)
from boxcars.rail.mind.forecast import Forecast, chances
from boxcars.rail.network import follow
from boxcars.rail.track import CITY, NOBODY
from boxcars.rail.words import Bid, DropOut, EndBuild, LayTrack, MoveGoods, PassBid, RaiseLocomotive

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

DOLLAR = 0.24
"""A loan of $5 costs an income step, and its interest."""
MEMORY = 2_000
"""Positions whose plans are remembered,"""
SURVEYS = 64
"""and the tracks they are made of."""
CHOICE = 6
"""Plans that are kept to choose from."""
UNPLANNED = -20.0
"""Track that belongs to no plan."""
CLOSE = 5.0
"""A lead of so many points wins with odds of e to one."""


class SteamJudge(Judge[Table]):
    levels = {
        "easy": {"iterations": 2, "seconds": 0.12, "rounds": 1, "late": 4, "width": 2, "gap": 6.0},
        "normal": {"iterations": 2, "seconds": 0.5, "rounds": 1, "width": 2, "gap": 6.0},
        "hard": {"iterations": 3, "seconds": 1.5, "rounds": 1, "width": 3, "gap": 6.0},
        "expert": {"iterations": 8, "seconds": 4.0, "rounds": 1, "width": 8, "gap": 12.0},
    }
    """Nothing is drawn after set-up: comparing more plans gains, playing on for longer or more often does not."""

    def __init__(self, rules: Steam) -> None:
        super().__init__(rules)
        self.steam = rules
        self._cities: dict[tuple[int, ...], tuple[Outlook, int]] = {}
        self.forecast = Forecast("boxcars.games.steam.mind")
        self._courses = Memory(rules)
        self._surveys: dict[tuple[int, ...], Surveyor] = {}
        self._planners: dict[tuple[Any, ...], Planner] = {}
        self._outlooks: dict[tuple[Any, ...], Outlook] = {}

    # -- money ---------------------------------------------------------------------------------------------------------

    def turns_left(self, table: Table) -> int:
        """Income phases still to come."""
        return self.steam.turns - table.turn + 1

    def dollar(self, table: Table, seat: int) -> float:
        """What a dollar is worth: less towards the end, unless debts must be paid with it."""
        left = self.turns_left(table)
        worth = DOLLAR if left > 1 else 0.05
        if self.steam.standard and table.income[seat] < table.locomotive[seat] and table.cash[seat] < table.locomotive[seat]:
            worth = max(worth, 0.4)
        return worth

    def income_value(self, table: Table, seat: int, step: int) -> float:
        """What raising income from ``step`` to ``step + 1`` is worth: its money until the end, and its score then."""
        if step >= self.steam.income_max:
            return 0.0
        left = self.turns_left(table)
        money = 0.2 * (left - 1) + (0.05 if left else 0.0)
        if self.steam.standard:
            money += 0.03 * left
        return money + (2.0 if step < 0 else 0.5)

    def budget(self, table: Table, seat: int) -> int:
        """What the seat should spend on track now: all it has, and loans while income can carry them."""
        if self.steam.standard:
            reserve = max(0, table.locomotive[seat] - table.income[seat])
            return max(0, table.cash[seat] - min(reserve, table.locomotive[seat] + 3))
        left = self.turns_left(table)
        deepest = -5 if left > 5 else -4 if left > 3 else -2
        steps = max(0, min(loan_steps(self.steam, table, seat), table.income[seat] - deepest))
        if left <= 1:
            steps = 0 if table.income[seat] <= 0 else 1
        return min(purse(self.steam, table, seat), table.cash[seat] + self.steam.loan * steps)

    # -- plans ---------------------------------------------------------------------------------------------------------

    def plan(self, table: Table, seat: int, plays: int, money: int) -> tuple[float, Chain | None]:
        """The chain of links to build next, and its gain; None if none is worth its price."""
        chains = self.plans(table, seat, plays, money)
        return chains[0] if chains else (0.0, None)

    def plans(self, table: Table, seat: int, plays: int, money: int) -> list[tuple[float, Chain]]:
        """The best chains that are worth their price, each with its gain; remembered by all they depend on."""
        key = (seat, table.turn, table.locomotive[seat], *table.track.tiles, *table.cubes, *owners(table), *table.accepts)
        planner = self._planners.get(key)
        if planner is None:
            if len(self._planners) >= MEMORY:
                self._planners.clear()
            planner = self._planners[key] = Planner(self.steam, table, seat, self.survey(table, seat))
        planner.table = table
        return planner.ranked(plays, money, self.dollar(table, seat))[:CHOICE]

    def survey(self, table: Table, seat: int) -> Surveyor:
        """The seat's possible tracks in this position; they do not depend on money."""
        key = (seat, *table.track.tiles, *table.track.places, *[section.owner for section in table.track.sections])
        known = self._surveys.get(key)
        if known is None:
            if len(self._surveys) >= SURVEYS:
                self._surveys.clear()
            known = Surveyor(self.steam, table.track.clone(), seat, self._courses)
            self._surveys[key] = known
        return known

    def outlook(self, table: Table, seat: int) -> Outlook:
        """What the seat's network can deliver."""
        key = (seat, *table.cubes, *owners(table), *table.accepts)
        known = self._outlooks.get(key)
        if known is None:
            if len(self._outlooks) >= MEMORY:
                self._outlooks.clear()
            known = Outlook(table, self.steam.board.places, links_of(table.track.sections, seat), self.steam.max_locomotive)
            self._outlooks[key] = known
        return known

    def moves_left(self, table: Table) -> int:
        return 2 * self.turns_left(table)

    def upgrade_gain(self, table: Table, seat: int, moves: int) -> float:
        """What one more locomotive level brings over so many moves."""
        level = table.locomotive[seat]
        if level >= self.steam.max_locomotive:
            return 0.0
        outlook = self.outlook(table, seat)
        gain = outlook.worth(level + 1, moves) - outlook.worth(level, moves)
        if self.steam.standard:
            gain -= DOLLAR * self.turns_left(table)
        return gain

    # -- the judgement -------------------------------------------------------------------------------------------------

    def weigh(self, state: Table, legal: list[Any]) -> list[float]:
        step = state.agenda[-1]
        seat = step.seat
        if isinstance(step, BuildTrack):
            return self.weigh_build(state, step, legal)
        if isinstance(step, MoveRound):
            return [self.weigh_move(state, step, action) for action in legal]
        if isinstance(step, ChooseReward):
            income = sum(self.income_value(state, seat, state.income[seat] + n) for n in range(step.points))
            return [income if action.to == "income" else float(step.points) for action in legal]
        if isinstance(step, SelectAction):
            return [self.weigh_tile(state, seat, action) for action in legal]
        if isinstance(step, RaiseCapital):
            wanted = self.loans_wanted(state, seat)
            return [-1.5 * abs(action.steps - wanted) for action in legal]
        if isinstance(step, (BidForOrder, BidForStart)):
            return [self.weigh_bid(state, seat, action) for action in legal]
        if isinstance(step, ChooseNewCity):
            return [self.city_colour_value(state, seat, step.hex, COLOURS.index(action.colour)) for action in legal]
        if isinstance(step, ChooseSupply):
            return [self.supply_value(state, seat, step.hex, step.colour, action.space) for action in legal]
        return [0.0] * len(legal)

    def proceed(self, state: Table, notes: dict[int, Any]) -> Any:
        """Finish the chain that was begun; think only where something new is due."""
        step = state.agenda[-1]
        seat = step.seat
        if isinstance(step, BuildTrack) and step.plays and not state.city_action[seat] and seat in notes:
            turn, chain = notes[seat]
            wanted = self.next_play(state, chain) if turn == state.turn else None
            if wanted is not None and self.steam.refuse(state, seat, wanted) is None:
                return wanted
        legal = self.steam.legal(state)
        if len(legal) == 1:
            return legal[0]
        weights = self.weigh(state, legal)
        action = legal[weights.index(max(weights))]
        if isinstance(step, BuildTrack) and isinstance(action, LayTrack):
            _, chain = self.plan(state, seat, step.plays, self.budget(state, seat))
            if chain is not None:
                notes[seat] = (state.turn, chain)
        return action

    # -- order and tiles -----------------------------------------------------------------------------------------------

    def weigh_bid(self, table: Table, seat: int, action: Any) -> float:
        """A few dollars for a good place while much is still to be had; never a bidding war."""
        if isinstance(action, DropOut):
            return 0.0
        if isinstance(action, PassBid):
            return 0.6
        assert isinstance(action, Bid)
        rivals = len(table.auction.waiting) - 1 if table.auction is not None else 1
        limit = 1 + rivals if self.turns_left(table) > 2 else 1
        if isinstance(table.agenda[-1], BidForOrder):
            limit = min(limit, table.cash[seat] // 6)
        lowest = table.auction.high + 1 if table.auction is not None else 0
        if action.amount > limit:
            return -1.0 * (action.amount - limit)
        return 0.5 - 0.2 * (action.amount - lowest)

    def loans_wanted(self, table: Table, seat: int) -> int:
        """Money for the links that are planned, the locomotive and a small bid; nothing ahead of a plan (STM-15.4)."""
        rules, left = self.steam, self.turns_left(table)
        upkeep = table.locomotive[seat] + (1 if left > 2 else 0)
        shortfall = max(0, upkeep - table.income[seat])
        can = loan_steps(rules, table, seat)
        deepest = -7 if left > 6 else -5 if left > 3 else -3
        can = max(0, min(can, table.income[seat] - deepest))
        _, chain = self.plan(table, seat, rules.tiles_per_turn, table.cash[seat] + rules.loan * can - shortfall)
        need = shortfall + (0 if chain is None else chain.cost + (2 if left > 2 else 0))
        if left <= 1 and chain is None:
            need = shortfall
        missing = need - table.cash[seat]
        if missing <= 0:
            return 0
        return min(loan_steps(rules, table, seat), -(-missing // rules.loan))

    def weigh_tile(self, table: Table, seat: int, action: TakeTile) -> float:
        tile = ACTIONS.index(action.action) + 1
        left = self.turns_left(table)
        early = 0.06 * (4 - tile) if not self.steam.standard and left > 1 else 0.0
        price = self.dollar(table, seat) * fee(self.steam, table.locomotive[seat], action)
        if tile == LOCOMOTIVE:
            return early + self.upgrade_gain(table, seat, min(8, self.moves_left(table))) - price
        if tile == URBANIZATION:
            return early + (self.urbanize_value(table, seat) if action.use is not False else 0.0) - price
        if tile == CITY_GROWTH:
            return early + (0.8 * self.growth_value(table, seat) if action.use is not False else 0.0) - price
        if tile == ENGINEER:
            return early + self.engineer_value(table, seat)
        if tile == FIRST_MOVE:
            return early + 0.3 + 0.5 * self.contested(table, seat)
        if tile == FIRST_BUILD:
            return early + (0.9 if left > self.steam.turns - 2 else 0.45 if left > 1 else 0.1)
        assert tile == TURN_ORDER
        return early + (0.25 if left > 1 else 0.0)

    def engineer_value(self, table: Table, seat: int) -> float:
        """What a fourth tile adds to the plan."""
        money = self.budget(table, seat)
        four, _ = self.plan(table, seat, self.steam.tiles_per_turn + 1, money)
        three, _ = self.plan(table, seat, self.steam.tiles_per_turn, money)
        return 0.1 + max(0.0, four - three)

    def contested(self, table: Table, seat: int) -> float:
        """How much of the best delivery somebody else could take first: 0 to 2."""
        mine = self.outlook(table, seat).lengths(table.locomotive[seat])
        if not mine:
            return 0.0
        rivals = sum(bool(self.outlook(table, other).lengths(table.locomotive[other])) for other in table.order if other != seat)
        return min(2.0, 0.25 * mine[0] * rivals) if len(mine) < 4 else min(1.0, 0.15 * rivals)

    # -- building ------------------------------------------------------------------------------------------------------

    def weigh_build(self, table: Table, step: BuildTrack, legal: list[Any]) -> list[float]:
        """The next tile of the plan; otherwise nothing. City actions come first: they change what is worth building."""
        seat = step.seat
        wanted: dict[LayTrack | None, float] = {}
        if step.plays:
            for gain, chain in self.plans(table, seat, step.plays, self.budget(table, seat)):
                wanted.setdefault(self.next_play(table, chain), 1.0 + gain)
        out: list[float] = []
        for action in legal:
            if isinstance(action, EndBuild):
                out.append(0.0)
            elif isinstance(action, LayTrack):
                out.append(wanted.get(action, UNPLANNED))
            elif isinstance(action, Urbanize):
                hex = self.steam.board.grid.number[action.hex]
                out.append(self.city_value(table, seat, hex) + (12.0 if not self.steam.standard else 0.0))
            else:
                assert isinstance(action, GrowCity)
                hex = self.steam.board.grid.number[action.hex]
                out.append(self.best_supply(table, seat, hex) + (12.0 if not self.steam.standard else 0.1))
        return out

    def next_play(self, table: Table, chain: Chain) -> LayTrack | None:
        for play in chain.plays:
            if table.track.tiles[play[0]] != play[1]:
                return as_action(self.steam, play)
        return None

    # -- cities --------------------------------------------------------------------------------------------------------

    def lengths_from(self, table: Table, seat: int, hex: int) -> list[float]:
        """For each colour the best delivery from a city with the next locomotive; a guess where no link leads yet."""
        return self.best_lengths(table, seat, self.outlook(table, seat), hex)

    def best_lengths(self, table: Table, seat: int, outlook: Outlook, hex: int) -> list[float]:
        level = min(self.steam.max_locomotive, table.locomotive[seat] + 1)
        reached = outlook.from_city.get(hex)
        if reached is None:
            return [0.15] * KINDS
        return [max(0.3, float((mask & ((2 << level) - 1)).bit_length() - 1)) for mask in reached]

    def best_supply(self, table: Table, seat: int, hex: int) -> float:
        """What the best supply set is worth in that city."""
        values = [self.supply_value(table, seat, hex, -1, space) for space in table.sets_left()]
        return max(values) if values else 0.0

    def supply_value(self, table: Table, seat: int, hex: int, colour: int, space: int) -> float:
        """What the goods of a supply space would bring in that city (a New City of ``colour`` if it is one)."""
        lengths = self.lengths_from(table, seat, hex) if colour < 0 else self.new_city_lengths(table, seat, hex, colour)
        share = min(1.0, 0.25 * self.moves_left(table) / 2.0)
        goods = table.supply[KINDS * space : KINDS * space + KINDS]
        return 0.5 * share * sum(n * lengths[c] for c, n in enumerate(goods))

    def growth_value(self, table: Table, seat: int) -> float:
        hexes = city_actions.cities(self.steam, table)
        return max((self.best_supply(table, seat, hex) for hex in hexes), default=0.0)

    def new_city_outlook(self, table: Table, seat: int, hex: int, colour: int) -> tuple[Outlook, int]:
        """The network with a New City there, and how many sections it would complete for the seat; remembered."""
        key = (seat, hex, colour, *table.cubes, *table.accepts, *table.track.tiles, *owners(table))
        known = self._cities.get(key)
        if known is not None:
            return known
        places, accepts = table.track.places, table.accepts
        graph = links_of(table.track.sections, seat)
        won = 0
        for port in city_actions.facing(self.steam, table, hex):
            section = table.track.sections[table.track.at[port]]
            if section.owner in (seat, NOBODY):
                add_link(graph, max(section.ends), hex, 20_000 + port)
                won += 1
        before = places[hex], accepts[hex]
        places[hex], accepts[hex] = CITY, 1 << colour
        outlook = Outlook(table, self.steam.board.places, graph, self.steam.max_locomotive)
        places[hex], accepts[hex] = before
        if len(self._cities) >= MEMORY:
            self._cities.clear()
        self._cities[key] = (outlook, won)
        return outlook, won

    def new_city_lengths(self, table: Table, seat: int, hex: int, colour: int) -> list[float]:
        outlook, _ = self.new_city_outlook(table, seat, hex, colour)
        return self.best_lengths(table, seat, outlook, hex)

    def city_colour_value(self, table: Table, seat: int, hex: int, colour: int) -> float:
        """What a New City of that colour brings: deliveries to it, links it completes, goods it gets."""
        outlook, won = self.new_city_outlook(table, seat, hex, colour)
        level = min(self.steam.max_locomotive, table.locomotive[seat] + 1)
        moves = min(8, self.moves_left(table))
        gain = outlook.worth(level, moves) - self.outlook(table, seat).worth(level, moves) + 0.8 * won
        sets = table.sets_left()
        goods = max((self.supply_value(table, seat, hex, colour, space) for space in sets), default=0.0)
        return gain + goods

    def city_value(self, table: Table, seat: int, hex: int) -> float:
        """What the best New City there brings; a town that no track of the seat reaches is not looked at closely."""
        if not self.reaches(table, seat, hex):
            return 0.3
        return max(
            (self.city_colour_value(table, seat, hex, colour) for colour, n in enumerate(table.new_cities) if n), default=0.0
        )

    def urbanize_value(self, table: Table, seat: int) -> float:
        """The best New City."""
        return max((self.city_value(table, seat, hex) for hex in city_actions.towns(self.steam, table)), default=0.3)

    def reaches(self, table: Table, seat: int, hex: int) -> bool:
        """Whether track of the seat, or nobody's, comes to this town."""
        if city_actions.facing(self.steam, table, hex):
            return True
        return any(hex in section.ends and section.owner == seat for section in table.track.sections)

    # -- goods ---------------------------------------------------------------------------------------------------------

    def weigh_move(self, table: Table, step: MoveRound, action: Any) -> float:
        """Own points, less what others get; raising the locomotive is weighed against the moves it costs and wins."""
        seat = step.seat
        if isinstance(action, MoveGoods):
            gains = self.gains(table, action)
            others = [g for s, g in enumerate(gains) if s != seat]
            waste = 0.0
            if gains[seat] == 1 and table.locomotive[seat] > 2 and self.turns_left(table) > 2:
                waste = 0.4  # a short trip now may spoil a long one later
            return gains[seat] - 0.35 * sum(others) - waste + 0.01 * len(action.sides)
        if isinstance(action, RaiseLocomotive):
            moves = 2 * (self.turns_left(table) - 1) + (1 if step.round == 1 else 0)
            if moves <= 0:
                return -1.0
            base = 0.35 if table.locomotive[seat] < 3 and self.turns_left(table) > 3 else 0.0
            return base + self.upgrade_gain(table, seat, min(moves, 9))
        return 0.05

    def gains(self, table: Table, action: MoveGoods) -> list[int]:
        origin = self.steam.board.grid.number[action.origin]
        _, sections, _ = follow(table.track, origin, list(action.sides))
        owners = [table.track.sections[i].owner for i in sections]
        return [owners.count(seat) for seat in range(self.steam.players)]

    # -- the position as a whole ---------------------------------------------------------------------------------------

    def value(self, state: Table) -> list[float]:
        """Expected share of the win: points so far, and what each network will still bring."""
        left = self.turns_left(state) if state.agenda else 0
        points = self.steam.standing(state)
        worth: list[float] = []
        for seat in range(self.steam.players):
            if state.gone[seat]:
                worth.append(-60.0)
            else:
                worth.append(points[seat] + (self.forecast.gain(left, self.features(state, seat)) if left else 0.0))
        # A close result is worth almost as much as a win: it might have gone the other way.
        return chances(worth, max(CLOSE, self.forecast.spread(left) if left else 0.0))

    def features(self, table: Table, seat: int) -> list[float]:
        """What says how much a seat will still score; the order is that of ``value.json``."""
        outlook, level = self.outlook(table, seat), table.locomotive[seat]
        return [
            1.0,
            table.income[seat],
            level,
            min(table.cash[seat], 30),
            table.track.links_of(seat),
            outlook.worth(level, 2),
            outlook.worth(min(6, level + 1), 6),
            max(0, -table.income[seat] - table.cash[seat]),
        ]

    def round(self, state: Table) -> int:
        """What a turn is worth shows when it is over."""
        return state.turn

    def left(self, state: Table) -> int:
        return self.turns_left(state)

    def why(self, state: Table, action: Any) -> Text:
        step = state.agenda[-1]
        if isinstance(step, BuildTrack) and isinstance(action, LayTrack):
            _, chain = self.plan(state, step.seat, step.plays, self.budget(state, step.seat))
            if chain is not None and self.next_play(state, chain) == action:
                names = self.steam.board.hexes.names
                return T("It is the next tile of a line {stops}.", stops=" – ".join(names[stop] for stop in chain.stops))
        if isinstance(action, MoveGoods):
            return T("It brings {points} track points.", points=self.gains(state, action)[step.seat])
        if isinstance(action, RaiseLocomotive):
            return T("Longer deliveries are waiting for a better locomotive.")
        if isinstance(step, ChooseReward):
            if action.to == "income":
                return T("Income pays every turn and keeps debts away.")
            return T("It is late: points count more than income now.")
        return T("It looks best.")


def owners(table: Table) -> list[int]:
    """Who owns which link, as numbers."""
    out = [s.owner * 100_000 + s.ports[0] for s in table.track.sections if s.complete]
    out.sort()
    return out
