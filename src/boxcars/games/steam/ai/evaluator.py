"""The evaluator of Steam: plan links before borrowing, upgrade in step with the network, income early and points late.

All values are in track points. A dollar is worth what a loan costs (``Weights.dollar``), an income step what it pays until the
end and what it scores then (``income_value``).
"""

from __future__ import annotations

from typing import Any

from boxcars.core.messages import Text
from boxcars.games.steam.ai.build_plans import Chain, as_action
from boxcars.games.steam.ai.hint_reasons import reason
from boxcars.games.steam.ai.valuation import Valuation
from boxcars.games.steam.money import loan_steps
from boxcars.games.steam.select_actions import fee
from boxcars.games.steam.state import Table
from boxcars.games.steam.types import (
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
from boxcars.rail.actions import Bid, DropOut, EndBuild, LayTrack, MoveGoods, PassBid, RaiseLocomotive
from boxcars.rail.network import follow

UNPLANNED = -20.0
"""The logit of track that belongs to no plan."""


class SteamEvaluator(Valuation):
    level_settings = {
        "novice": {"temperature": 1.6},
        "easy": {"temperature": 0.8},
        "normal": {"temperature": 0.75, "fitted_share": 1.0, "weights_file": "weights_2.json", "value_file": "value_2.json"},
        "hard": {"temperature": 0.35, "weights_file": "weights_2.json", "value_file": "value_2.json"},
        "expert": {
            "iterations": 32,
            "rollout_rounds": 1,
            "max_candidates": 8,
            "prune_margin": 12.0,
            "rollout_temperature": 0.3,
        },
    }
    """Measured settings of the levels: below ``expert`` none searches, and the temperature falls from level to level. ``normal``
    and ``hard`` use the weights that were fitted for play without search (``weights_2.json``). The expert compares plans by
    mostly hand-written weights and by a forecast fitted to different players: with the fitted weights its search was no better
    (docs/bots.md)."""

    # -- the judgement -------------------------------------------------------------------------------------------------

    def policy(self, state: Table, legal: list[Any]) -> list[float]:
        step = state.agenda[-1]
        seat = step.seat
        if isinstance(step, BuildTrack):
            return self.score_builds(state, step, legal)
        if isinstance(step, MoveRound):
            return [self.score_move(state, step, action) for action in legal]
        if isinstance(step, ChooseReward):
            income = sum(self.income_value(state, seat, state.income[seat] + n) for n in range(step.points))
            return [income if action.to == "income" else float(step.points) for action in legal]
        if isinstance(step, SelectAction):
            return [self.score_tile(state, seat, action) for action in legal]
        if isinstance(step, RaiseCapital):
            wanted = self.loans_wanted(state, seat)
            return [-1.5 * abs(action.steps - wanted) for action in legal]
        if isinstance(step, (BidForOrder, BidForStart)):
            return [self.score_bid(state, seat, action) for action in legal]
        if isinstance(step, ChooseNewCity):
            return [self.city_colour_value(state, seat, step.hex, COLOURS.index(action.colour)) for action in legal]
        if isinstance(step, ChooseSupply):
            return [self.supply_value(state, seat, step.hex, step.colour, action.space) for action in legal]
        return [0.0] * len(legal)

    def rollout_action(self, state: Table, memo: dict[int, Any]) -> Any:
        """Return the action for a rollout: the next of the chain that was begun, or a new choice where there is none."""
        step = state.agenda[-1]
        seat = step.seat
        if isinstance(step, BuildTrack) and step.plays and not state.city_action[seat] and seat in memo:
            turn, chain = memo[seat]
            wanted = self.next_play(state, chain) if turn == state.turn else None
            if wanted is not None and self.steam.refuse(state, seat, wanted) is None:
                return wanted
        legal = self.steam.legal(state)
        if len(legal) == 1:
            return legal[0]
        action = legal[self.sample_index(self.policy(state, legal))]
        if isinstance(step, BuildTrack) and isinstance(action, LayTrack):
            for _, chain in self.plans(state, seat, step.plays, self.budget(state, seat)):
                if self.next_play(state, chain) == action:
                    memo[seat] = (state.turn, chain)
                    break
        return action

    # -- order and tiles -----------------------------------------------------------------------------------------------

    def score_bid(self, table: Table, seat: int, action: Any) -> float:
        """Return the logit of a bid: a few dollars for a good place while much is still available; never a bidding war."""
        if isinstance(action, DropOut):
            return 0.0
        if isinstance(action, PassBid):
            return 0.6
        assert isinstance(action, Bid)
        sure = 1.0
        rivals = len(table.auction.waiting) - 1 if table.auction is not None else 1
        limit = 1 + int(self.weights.bid_per_rival * rivals) if self.turns_left(table) > 2 else 1
        if isinstance(table.agenda[-1], BidForOrder):
            limit = min(limit, table.cash[seat] // 6)
        elif not table.order:
            limit += round(self.weights.starting_bid)
            sure = self.weights.starting_bid_certainty
        lowest = table.auction.high + 1 if table.auction is not None else 0
        if action.amount > limit:
            return -sure * (action.amount - limit)
        return sure * (0.5 - 0.2 * (action.amount - lowest))

    def loans_wanted(self, table: Table, seat: int) -> int:
        """Return the number of loans for the planned links, the locomotive and a small bid; none without a plan (STM-15.4)."""
        rules, left = self.steam, self.turns_left(table)
        upkeep = table.locomotive[seat] + (1 if left > 2 else 0)
        shortfall = max(0, upkeep - table.income[seat])
        can = loan_steps(rules, table, seat)
        deepest = (-7 if left > 6 else -5 if left > 3 else -3) - round(self.weights.deeper_debt)
        can = max(0, min(can, table.income[seat] - deepest))
        _, chain = self.plan(table, seat, rules.tiles_per_turn, table.cash[seat] + rules.loan * can - shortfall)
        need = shortfall + (0 if chain is None else chain.cost + (2 if left > 2 else 0))
        if left <= 1 and chain is None:
            need = shortfall
        missing = need - table.cash[seat]
        if missing <= 0:
            return 0
        return min(loan_steps(rules, table, seat), -(-missing // rules.loan))

    def score_tile(self, table: Table, seat: int, action: TakeTile) -> float:
        tile = ACTIONS.index(action.action) + 1
        left, t = self.turns_left(table), self.weights
        early = 0.06 * (4 - tile) if not self.steam.standard and left > 1 else 0.0
        price = self.dollar(table, seat) * fee(self.steam, table.locomotive[seat], action)
        if tile == LOCOMOTIVE:
            return early + t.locomotive_tile_share * self.upgrade_gain(table, seat, min(8, self.moves_left(table))) - price
        if tile == URBANIZATION:
            return early + (t.urbanization_share * self.urbanize_value(table, seat) if action.use is not False else 0.0) - price
        if tile == CITY_GROWTH:
            return early + (t.city_growth_share * self.growth_value(table, seat) if action.use is not False else 0.0) - price
        if tile == ENGINEER:
            return early + self.engineer_value(table, seat)
        if tile == FIRST_MOVE:
            return early + t.first_move + t.contested_delivery * self.count_contested(table, seat)
        if tile == FIRST_BUILD:
            return early + (t.early_first_build if left > self.steam.turns - 2 else t.late_first_build if left > 1 else 0.1)
        assert tile == TURN_ORDER
        return early + (t.turn_order if left > 1 else 0.0)

    def engineer_value(self, table: Table, seat: int) -> float:
        """Return what a fourth tile adds to the plan."""
        money = self.budget(table, seat)
        four, _ = self.plan(table, seat, self.steam.tiles_per_turn + 1, money)
        three, _ = self.plan(table, seat, self.steam.tiles_per_turn, money)
        return 0.1 + self.weights.engineer_share * max(0.0, four - three)

    def count_contested(self, table: Table, seat: int) -> float:
        """Return how many of the best deliveries another seat could take first: 0 to 2."""
        mine = self.delivery_forecast(table, seat).lengths(table.locomotive[seat])
        if not mine:
            return 0.0
        rivals = sum(
            bool(self.delivery_forecast(table, other).lengths(table.locomotive[other])) for other in table.order if other != seat
        )
        return min(2.0, 0.25 * mine[0] * rivals) if len(mine) < 4 else min(1.0, 0.15 * rivals)

    # -- building ------------------------------------------------------------------------------------------------------

    def score_builds(self, table: Table, step: BuildTrack, legal: list[Any]) -> list[float]:
        """Return the logits of building: the next tile of the plan, otherwise nothing. City actions come first, because they
        change what is worth building."""
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

    # -- goods ---------------------------------------------------------------------------------------------------------

    def score_move(self, table: Table, step: MoveRound, action: Any) -> float:
        """Return the logit of a delivery: own points less others'; raising the locomotive is compared with the moves that it
        costs and wins."""
        seat, t = step.seat, self.weights
        if isinstance(action, MoveGoods):
            gains = self.delivery_points(table, action)
            others = [g for s, g in enumerate(gains) if s != seat]
            waste = 0.0
            if gains[seat] == 1 and table.locomotive[seat] > 2 and self.turns_left(table) > 2:
                waste = t.short_trip_penalty  # a short trip now may spoil a long one later
            if t.longer_later_penalty > 0.0 and self.turns_left(table) > 2:
                waste += t.longer_later_penalty * max(0.0, self.longest_delivery(table, seat, action) - gains[seat])
            return gains[seat] - t.others_points * sum(others) - waste + 0.01 * len(action.sides)
        if isinstance(action, RaiseLocomotive):
            moves = 2 * (self.turns_left(table) - 1) + (1 if step.round == 1 else 0)
            if moves <= 0:
                return -1.0
            base = t.early_raise_bonus if table.locomotive[seat] < 3 and self.turns_left(table) > 3 else 0.0
            base += t.raise_bonus_per_turn * (self.turns_left(table) - 1)
            return base + t.raise_gain_share * self.upgrade_gain(table, seat, min(moves, 9))
        return 0.05

    def longest_delivery(self, table: Table, seat: int, action: MoveGoods) -> float:
        """Return over how many own links the cube could go with the next locomotive."""
        lengths = self.lengths_from(table, seat, self.steam.board.grid.number[action.origin])
        return lengths[COLOURS.index(action.colour)]

    def delivery_points(self, table: Table, action: MoveGoods) -> list[int]:
        origin = self.steam.board.grid.number[action.origin]
        _, sections, _ = follow(table.track, origin, list(action.sides))
        owners = [table.track.sections[i].owner for i in sections]
        return [owners.count(seat) for seat in range(self.steam.players)]

    def explain_action(self, state: Table, action: Any) -> Text:
        return reason(self, state, action)
