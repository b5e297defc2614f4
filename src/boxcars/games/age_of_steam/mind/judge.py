"""The judgement of Age of Steam's bots: build links that deliver, keep the locomotive ahead of them, never run out of money.

Everything is measured in victory points (dollars on Barbados). ``prospects`` finds what own links can earn and which links
could be built this turn; a plan is good if the income it promises is worth more than its price.
"""

from __future__ import annotations

from math import exp
from typing import Any

from boxcars.core.judge import NEWEST
from boxcars.core.words import Text
from boxcars.games.age_of_steam.build_track import may_urbanize
from boxcars.games.age_of_steam.components import COLOURS, LETTERS, MAX_LOCOMOTIVE
from boxcars.games.age_of_steam.mind.building import Building
from boxcars.games.age_of_steam.mind.prospects import neighbours, own_edges, potential, ways
from boxcars.games.age_of_steam.mind.reasons import reason
from boxcars.games.age_of_steam.move_goods import walk
from boxcars.games.age_of_steam.select_actions import ENGINEER, FIRST_BUILD, FIRST_MOVE, LOCOMOTIVE, PRODUCTION, URBANIZATION
from boxcars.games.age_of_steam.steps import BuildTrack, ChooseAction, MoveOne
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
from boxcars.rail.mind.forecast import chances
from boxcars.rail.mind.judge import RUINED
from boxcars.rail.words import Bid, DoNothing, DropOut, EndBuild, LayTrack, PassBid, RaiseLocomotive

DUEL = 25.0
"""By so many points the odds of a duel grow e times,"""
PAR = 60.0
"""and so many are an even result."""


class AgeOfSteamJudge(Building):
    levels = {
        "novice": {"heat": 2.0, "edition": 1},
        "easy": {"iterations": 2, "rounds": 1, "late": 4, "width": 2, "heat": 0.0, "edition": 1},
        "normal": {"iterations": 2, "rounds": 1, "width": 2, "edition": 1},
        "hard": {"iterations": 3, "rounds": 1, "width": 3, "gap": 6.0, "edition": 2},
        "expert": {"iterations": 40, "rounds": 1, "width": 10, "gap": 20.0, "stir": 0.3},
        "normal/1": {"iterations": 4, "rounds": 99, "width": 2},
        "hard/1": {"iterations": 8, "rounds": 99, "width": 3, "edition": NEWEST},
        "expert/1": {"iterations": 48, "rounds": 99, "width": 6, "stir": 0.0},
        "easy/2": {"iterations": 1, "width": 1, "heat": 0.8},
        "normal/2": {"iterations": 1, "width": 1},
        "hard/2": {"iterations": 1, "width": 1, "heat": 2.0, "edition": NEWEST},
        "expert/2": {"iterations": 5, "rounds": 99, "width": 5, "gap": 12.0, "caution": 1.25, "paired": 1, "stir": 0.0},
        "expert/4": {"own": 0.6},
        "expert/5": {"own": 1.0},
        "expert/6": {"own": 1.0},
        "analyst/2": {"rounds": 1, "width": 1},
    }
    """With several rivals comparing more plans gains; alone, games are short enough to be played out, and only that tells a risk
    from a chance. In a duel ``hard`` and ``expert`` reckon the rest of the game (``foresight``). Nothing is drawn there, so that
    one playout tells all there is to be told; but it must promise five points more, as nobody plays on just so. The more rivals
    there are, the more the expert plays for points: to hurt one of them helps the others, too (decision 66). Up to ``normal``
    they build as timidly as the numbers by hand, and foresee what such play brings (edition 1): the forecast of bold games
    misleads them. An analysis of a whole duel has no time to play anything out to the end, and goes by what is reckoned."""

    # -- the contract ------------------------------------------------------------------------------------------------

    @property
    def scheming(self) -> bool:
        """Whether decisions go by the points that they lead to."""
        return self.duel and self.taste.foresight > 0.5

    def weigh(self, state: Table, legal: list[Any]) -> list[float]:
        seat = self.game.actor(state)
        first = legal[0]
        if self.scheming:
            return self.schemer.weigh(state, seat, legal)
        if isinstance(first, IssueShares):
            return self.weigh_shares(state, seat, legal)
        if isinstance(first, (Bid, DropOut, PassBid)):
            return self.weigh_bids(state, seat, legal)
        if isinstance(first, TakeAction):
            return self.hushed(state, seat, self.weigh_actions(state, seat, legal))
        if isinstance(first, (LayTrack, Urbanize, EndBuild, BuyDirectLink)):
            return self.hushed(state, seat, self.weigh_building(state, seat, legal))
        if isinstance(first, (MoveGoods, RaiseLocomotive, DoNothing)):
            return self.hushed(state, seat, self.weigh_moves(state, seat, legal))
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
        if self.scheming:
            return super().proceed(state, notes)
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
        action = self.build(state, seat) if isinstance(step, BuildTrack) and not may_urbanize(self.game, state, seat) else None
        if action is None:
            legal = self.game.legal(state)
            if len(legal) == 1:
                return legal[0]
            action = legal[self.pick(self.weigh(state, legal))]
        if isinstance(action, LayTrack):
            plays = self.game.tiles_allowed(state, seat) - state.plays
            for _, plan in self.outlook(state, seat).ranked(state, plays):
                hex, form = plan.plays[0]
                if self.game.board.lay[hex][form] == action:
                    notes[seat] = (state.turn, plan)
                    break
        return action

    def pays(self, state: Table) -> bool:
        """In duels: which action, which city and which link. All else is reckoned well enough."""
        step = state.agenda[-1]
        return not self.scheming or isinstance(step, ChooseAction) or (isinstance(step, BuildTrack) and not state.plays)

    # -- phases ------------------------------------------------------------------------------------------------------

    def weigh_shares(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        """As many as the best plan needs, with enough left for the expenses; at least enough to survive."""
        wanted, worth = self.wanted_cash(table, seat)
        left, t = self.turns_left(table), self.taste
        hope = self.hoped(table, seat) if t.ruin > 0.0 else 0
        weights = []
        for action in legal:
            n = action.shares
            cash = table.cash[seat] + 5 * n
            keep = self.upkeep(table, seat, n)
            spare = cash - keep - t.safety
            price = n * ((t.share + t.share_turn * left) if not self.solo else t.solo_share * left)
            value = -price
            value += worth * min(1.0, max(0.0, spare / wanted)) if wanted else 0.0
            if spare < 0:
                # What cannot be paid costs income, and below zero the game (AOS-12.3, 12.4).
                value -= 4.0 * -spare + (60.0 if table.income[seat] + spare < 0 else 0.0)
                value -= self.unpaid(table, seat, -spare, hope)
            weights.append(value / 2.0)
        weights = self.hushed(table, seat, weights)
        enough = legal[weights.index(max(weights))].shares
        return [weight - t.thrift * max(0, action.shares - enough) for weight, action in zip(weights, legal, strict=True)]

    def weigh_bids(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        """A few dollars for an early place, never the money for the plan or the expenses."""
        wanted, _ = self.wanted_cash(table, seat)
        spare = table.cash[seat] - wanted - self.upkeep(table, seat) + 2
        most = min(self.taste.bid + self.taste.bid_turn * (table.turn // 3), spare)
        weights = []
        for action in legal:
            if isinstance(action, Bid):
                dear = -3.0 - action.amount - self.taste.dear * (action.amount - most)
                weights.append(1.0 - 0.3 * action.amount if action.amount <= most else dear)
            else:
                weights.append(0.5 if isinstance(action, PassBid) else 0.0)
        return weights

    def weigh_actions(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        goods, mine, t = self.goods(table), own_edges(table, seat), self.taste
        worth, left = self.income_value(table, seat), self.turns_left(table)
        reach = table.locomotive[seat]
        value = [0.0] * len(ACTIONS)
        value[FIRST_MOVE] = t.first_move if mine else 0.5
        value[FIRST_BUILD] = t.first_build if table.turn <= 2 else t.first_build_late
        value[PRODUCTION] = t.production if table.turn > 1 and any(table.bag) else 0.1
        value[ACTIONS.index("turn_order")] = t.turn_order
        purse = table.cash[seat] - self.upkeep(table, seat)
        three = self.plans(table, seat, 3, purse)
        base = max(0.0, three[0][0]) if three else 0.0
        if self.game.engineer_tiles > 3:
            four = self.plans(table, seat, 4, purse) if purse >= 8 else three
            value[ENGINEER] = 0.5 + t.engineer * max(0.0, (four[0][0] if four else 0.0) - base)
        else:
            value[ENGINEER] = 0.5 + min(4.0, purse / 4) * self.dollar(table)
        if reach < MAX_LOCOMOTIVE:
            edges = mine + (three[0][1].edges if three and three[0][0] > 0 else [])
            more = potential(goods, edges, reach + 1, 2 * left) - potential(goods, edges, reach, 2 * left)
            short = table.cash[seat] < self.upkeep(table, seat, 0, 1)
            value[LOCOMOTIVE] = (
                0.3 + t.engine * more * worth - t.engine_cost * left * self.dollar(table) - (20.0 if short else 0.0)
            )
            if short and t.ruin > 0.0:
                missing = self.upkeep(table, seat, 0, 1) - table.cash[seat]
                value[LOCOMOTIVE] -= self.unpaid(table, seat, missing, self.hoped(table, seat))
        if URBANIZATION in offered(legal):
            best = max((value for value, _ in self.founder.best(table, seat, 5, purse).values()), default=base)
            value[URBANIZATION] = 0.2 + t.urbanize * (best - base)
        return [value[ACTIONS.index(action.action)] for action in legal]

    def weigh_moves(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        """Own gain first, others' a little against; the locomotive if it opens more than the move brings."""
        worth, left = self.income_value(table, seat), self.turns_left(table)
        goods, mine = self.goods(table), own_edges(table, seat)
        moves, t = self.moves_left(table), self.taste
        reach = table.locomotive[seat]
        weights = []
        spoils: dict[int, list[int]] | None = {} if t.save > 0.0 and left > 2 else None
        for action in legal:
            if isinstance(action, MoveGoods):
                weights.append(self.move_value(table, seat, action, worth) - self.spoiled(table, seat, action, spoils) * worth)
            elif isinstance(action, RaiseLocomotive):
                more = potential(goods, mine, reach + 1, moves - 1) - potential(goods, mine, reach, moves - 1)
                ahead = t.raised_early if left > self.game.turns // 2 and reach < 3 and mine else 0.0
                cost = left * self.dollar(table) * t.raised_cost
                short = table.cash[seat] < self.upkeep(table, seat, 0, 1)
                value = (more + ahead) * worth * t.raised - cost - (30.0 if short and not self.solo else 15.0 if short else 0.0)
                if short and t.ruin > 0.0:
                    step = table.agenda[-1]
                    assert isinstance(step, MoveOne)
                    hope = potential(goods, mine, reach + 1, 1) if step.round == 1 else 0.0
                    value -= self.unpaid(table, seat, self.upkeep(table, seat, 0, 1) - table.cash[seat], hope)
                weights.append(value)
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
        return own * worth - self.taste.others * others * worth

    def spoiled(self, table: Table, seat: int, action: MoveGoods, known: dict[int, list[int]] | None) -> float:
        """What the cube could earn more by a longer way with the next locomotive, in links; ``known``: by where cubes lie."""
        if known is None:
            return 0.0
        hex, colour = self.game.board.grid.number[action.origin], COLOURS.index(action.colour)
        if hex not in known:
            around = neighbours(own_edges(table, seat))
            known[hex] = [0] * len(COLOURS)
            ways(around, table.accepts, hex, (1 << len(COLOURS)) - 1, self.reach(table, seat), (hex,), known[hex])
        return self.taste.save * max(0, known[hex][colour] - len(action.sides))

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
        """Points that income, track and goods promise, as a chance to win; alone, dollars above the debts."""
        if self.solo:
            score = state.cash[0] - 5 * state.shares[0] + self.solo_prospect(state)
            return [0.0 if state.gone[0] else 1.0 / (1.0 + exp(-score / self.taste.solo_close))]
        if self.duel:
            own = 1.0 - self.taste.rivalry
            return [self.taste.rivalry * lead + own * hope for lead, hope in zip(*self.duel_hopes(state), strict=True)]
        return super().value(state)

    def worth(self, state: Table) -> list[float]:
        if self.scheming and state.agenda:
            return [RUINED if state.gone[seat] else self.schemer.outcome(state, seat) for seat in (0, 1)]
        return super().worth(state)

    def duel_hopes(self, table: Table) -> tuple[list[float], list[float]]:
        """What each seat's lead promises, and what its score does: who looks at the lead alone ruins both."""
        worth = self.worth(table)
        return chances(worth, DUEL), [1.0 / (1.0 + exp((PAR - points) / DUEL)) for points in worth]

    def solo_prospect(self, table: Table) -> float:
        left = self.turns_left(table) if table.agenda else 0
        goods = self.goods(table)
        hope = potential(goods, own_edges(table, 0), self.reach(table, 0), 2 * left)
        return left * (table.income[0] + 0.5 * hope - table.shares[0] - table.locomotive[0])

    def why(self, state: Table, action: Any) -> Text:
        return reason(self, state, action)


def offered(legal: list[Any]) -> list[int]:
    return [ACTIONS.index(action.action) for action in legal]
