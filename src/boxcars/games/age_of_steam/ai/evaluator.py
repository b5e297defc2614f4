"""The evaluator of Age of Steam: build links that deliver, keep the locomotive ahead of them, never run out of money.

All values are in victory points (dollars on Barbados). ``link_earnings`` finds what own links can earn, and ``build_plans`` the
links that could be built this turn. A plan is good if the income it promises is worth more than its price.
"""

from __future__ import annotations

from math import exp
from typing import Any

from boxcars.core.messages import Text
from boxcars.games.age_of_steam.actions import (
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
from boxcars.games.age_of_steam.ai.hint_reasons import reason
from boxcars.games.age_of_steam.ai.link_earnings import delivery_income, find_deliveries, own_links, stops_by_link
from boxcars.games.age_of_steam.ai.track_choice import TrackChoice
from boxcars.games.age_of_steam.build_track import may_urbanize
from boxcars.games.age_of_steam.components import COLOURS, LETTERS, MAX_LOCOMOTIVE
from boxcars.games.age_of_steam.move_goods import walk
from boxcars.games.age_of_steam.select_actions import ENGINEER, FIRST_BUILD, FIRST_MOVE, LOCOMOTIVE, PRODUCTION, URBANIZATION
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import BuildTrack, ChooseAction, MoveOne
from boxcars.rail.actions import Bid, DoNothing, DropOut, EndBuild, LayTrack, PassBid, RaiseLocomotive
from boxcars.rail.ai.evaluator import ELIMINATED_SCORE
from boxcars.rail.ai.score_forecast import win_probabilities

DUEL_SPREAD = 25.0
"""The lead in points that multiplies the odds of a duel by e."""
EVEN_SCORE = 60.0
"""The score in points that counts as a value of 0.5 in a duel."""


class AgeOfSteamEvaluator(TrackChoice):
    level_settings = {
        "novice": {"temperature": 2.0, "value_file": "value_1.json"},
        "easy": {
            "iterations": 2,
            "rollout_rounds": 1,
            "search_last_rounds": 4,
            "max_candidates": 2,
            "temperature": 0.0,
            "value_file": "value_1.json",
        },
        "normal": {"iterations": 2, "rollout_rounds": 1, "max_candidates": 2, "fitted_share": 0.0, "value_file": "value_1.json"},
        "hard": {
            "iterations": 3,
            "rollout_rounds": 1,
            "max_candidates": 3,
            "prune_margin": 6.0,
            "weights_file": "weights_2.json",
            "value_file": "value_2.json",
        },
        "expert": {
            "iterations": 40,
            "rollout_rounds": 1,
            "max_candidates": 10,
            "prune_margin": 20.0,
            "rollout_temperature": 0.3,
        },
        "normal/1": {"iterations": 4, "rollout_rounds": 99, "max_candidates": 2},
        "hard/1": {"iterations": 8, "rollout_rounds": 99, "max_candidates": 3, "weights_file": "", "value_file": ""},
        "expert/1": {"iterations": 48, "rollout_rounds": 99, "max_candidates": 6, "rollout_temperature": 0.0},
        "easy/2": {"iterations": 1, "max_candidates": 1, "temperature": 0.8},
        "normal/2": {"iterations": 1, "max_candidates": 1},
        "hard/2": {"iterations": 1, "max_candidates": 1, "temperature": 2.0, "weights_file": "", "value_file": ""},
        "expert/2": {
            "iterations": 5,
            "rollout_rounds": 99,
            "max_candidates": 5,
            "prune_margin": 12.0,
            "min_lead_se": 1.25,
            "paired_worlds": True,
            "rollout_temperature": 0.0,
        },
        "expert/4": {"score_weight": 0.6},
        "expert/5": {"score_weight": 1.0},
        "expert/6": {"score_weight": 1.0},
        "analyst/2": {"rollout_rounds": 1, "max_candidates": 1},
    }
    """Measured settings of the levels.

    * With several rivals, comparing more plans gains. Alone, games are short enough for rollouts to the end.
    * In duels ``hard`` and ``expert`` project the rest of the game (``endgame_projection``). Nothing is drawn there, so one
      rollout of an action is enough; but it must promise a clear gain, as nobody will play exactly like the rollout.
    * The more rivals there are, the more the expert plays for its own score: hurting one rival helps the others, too (decision
      66).
    * Up to ``normal`` the levels build as little as the hand-written weights say, so they use the value model that was fitted to
      such games (``value_1.json``).
    * The analysis of a whole duel has no time for rollouts to the end and uses the projection alone."""

    # -- the contract ------------------------------------------------------------------------------------------------

    @property
    def projects_endgame(self) -> bool:
        """Return whether decisions go by projected final points."""
        return self.duel and self.weights.projects_endgame > 0.5

    def policy(self, state: Table, legal: list[Any]) -> list[float]:
        seat = self.game.actor(state)
        first = legal[0]
        if self.projects_endgame:
            return self.duel_decisions.policy(state, seat, legal)
        if isinstance(first, IssueShares):
            return self.score_shares(state, seat, legal)
        if isinstance(first, (Bid, DropOut, PassBid)):
            return self.score_bids(state, seat, legal)
        if isinstance(first, TakeAction):
            return self.cap_income_steps(state, seat, self.score_actions(state, seat, legal))
        if isinstance(first, (LayTrack, Urbanize, EndBuild, BuyDirectLink)):
            return self.cap_income_steps(state, seat, self.score_builds(state, seat, legal))
        if isinstance(first, (MoveGoods, RaiseLocomotive, DoNothing)):
            return self.cap_income_steps(state, seat, self.score_moves(state, seat, legal))
        if isinstance(first, PlaceGoods):
            return self.score_goods_placements(state, seat, legal)
        return [self.score_choice(state, seat, action) for action in legal]

    def score_choice(self, table: Table, seat: int, action: Any) -> float:
        if isinstance(action, RewardRailroads):
            return 2.0 * (seat in action.seats) - sum(table.income[s] for s in action.seats if s != seat) / 10
        if isinstance(action, PayForFirst):
            return 1.0 if table.cash[seat] - 5 >= self.upkeep(table, seat) + 8 else -1.0
        return 0.0 if isinstance(action, (DeclineFirst, DeclineProduction)) else 1.0

    def rollout_action(self, state: Table, memo: dict[int, Any]) -> Any:
        """Return the action for a rollout: the next of the plan that was begun, or a new choice where there is none."""
        if self.projects_endgame:
            return super().rollout_action(state, memo)
        step = state.agenda[-1]
        seat = step.seat
        if isinstance(step, BuildTrack) and state.played and seat in memo:
            turn, plan = memo[seat]
            if turn == state.turn:
                for hex, form in plan.plays:
                    if state.track.tiles[hex] != form:
                        action = self.game.board.lay[hex][form]
                        if self.game.refuse(state, seat, action) is None:
                            return action
                        break
        action = (
            self.rollout_build(state, seat) if isinstance(step, BuildTrack) and not may_urbanize(self.game, state, seat) else None
        )
        if action is None:
            legal = self.game.legal(state)
            if len(legal) == 1:
                return legal[0]
            action = legal[self.sample_index(self.policy(state, legal))]
        if isinstance(action, LayTrack):
            plays = self.game.tiles_allowed(state, seat) - state.plays
            for _, plan in self.plan_values(state, seat).ranked(state, plays):
                hex, form = plan.plays[0]
                if self.game.board.lay[hex][form] == action:
                    memo[seat] = (state.turn, plan)
                    break
        return action

    def search_is_useful(self, state: Table) -> bool:
        """Return whether a search helps: in games for two for choosing actions, cities and links. Other decisions are computed
        well enough."""
        step = state.agenda[-1]
        return not self.projects_endgame or isinstance(step, ChooseAction) or (isinstance(step, BuildTrack) and not state.plays)

    # -- phases ------------------------------------------------------------------------------------------------------

    def score_shares(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        """Return the logits of share numbers: as many as the best plan needs and the expenses of the turn require; at least
        enough to stay in the game."""
        wanted, worth = self.plan_cash_and_value(table, seat)
        left, t = self.turns_left(table), self.weights
        hope = self.expected_deliveries(table, seat) if t.unpaid_penalty > 0.0 else 0
        logits = []
        for action in legal:
            n = action.shares
            cash = table.cash[seat] + 5 * n
            keep = self.upkeep(table, seat, n)
            spare = cash - keep - t.cash_reserve
            price = n * (
                (t.end_share_cost + t.share_cost_per_turn * left) if not self.solo else t.solo_share_cost_per_turn * left
            )
            value = -price
            value += worth * min(1.0, max(0.0, spare / wanted)) if wanted else 0.0
            if spare < 0:
                # What cannot be paid costs income, and below zero the game (AOS-12.3, 12.4).
                value -= 4.0 * -spare + (60.0 if table.income[seat] + spare < 0 else 0.0)
                value -= self.unpaid_cost(table, seat, -spare, hope)
            logits.append(value / 2.0)
        logits = self.cap_income_steps(table, seat, logits)
        enough = legal[logits.index(max(logits))].shares
        return [
            logit - t.extra_share_penalty * max(0, action.shares - enough) for logit, action in zip(logits, legal, strict=True)
        ]

    def score_bids(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        """Return the logits of bids: a few dollars for an early place, never the money for the plan or the expenses."""
        wanted, _ = self.plan_cash_and_value(table, seat)
        spare = table.cash[seat] - wanted - self.upkeep(table, seat) + 2
        most = min(self.weights.early_place_bid + self.weights.bid_per_three_turns * (table.turn // 3), spare)
        logits = []
        for action in legal:
            if isinstance(action, Bid):
                dear = -3.0 - action.amount - self.weights.overbid_penalty * (action.amount - most)
                logits.append(1.0 - 0.3 * action.amount if action.amount <= most else dear)
            else:
                logits.append(0.5 if isinstance(action, PassBid) else 0.0)
        return logits

    def score_actions(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        goods, mine, t = self.goods(table), own_links(table, seat), self.weights
        worth, left = self.income_value(table, seat), self.turns_left(table)
        reach = table.locomotive[seat]
        value = [0.0] * len(ACTIONS)
        value[FIRST_MOVE] = t.first_move if mine else 0.5
        value[FIRST_BUILD] = t.early_first_build if table.turn <= 2 else t.late_first_build
        value[PRODUCTION] = t.production if table.turn > 1 and any(table.bag) else 0.1
        value[ACTIONS.index("turn_order")] = t.turn_order
        purse = table.cash[seat] - self.upkeep(table, seat)
        three = self.plans(table, seat, 3, purse)
        base = max(0.0, three[0][0]) if three else 0.0
        if self.game.engineer_tiles > 3:
            four = self.plans(table, seat, 4, purse) if purse >= 8 else three
            value[ENGINEER] = 0.5 + t.engineer_share * max(0.0, (four[0][0] if four else 0.0) - base)
        else:
            value[ENGINEER] = 0.5 + min(4.0, purse / 4) * self.dollar(table)
        if reach < MAX_LOCOMOTIVE:
            edges = mine + (three[0][1].edges if three and three[0][0] > 0 else [])
            more = delivery_income(goods, edges, reach + 1, 2 * left) - delivery_income(goods, edges, reach, 2 * left)
            short = table.cash[seat] < self.upkeep(table, seat, 0, 1)
            value[LOCOMOTIVE] = (
                0.3
                + t.locomotive_gain_share * more * worth
                - t.locomotive_cost_share * left * self.dollar(table)
                - (20.0 if short else 0.0)
            )
            if short and t.unpaid_penalty > 0.0:
                missing = self.upkeep(table, seat, 0, 1) - table.cash[seat]
                value[LOCOMOTIVE] -= self.unpaid_cost(table, seat, missing, self.expected_deliveries(table, seat))
        if URBANIZATION in action_numbers(legal):
            best = max((value for value, _ in self.new_city_planner.best(table, seat, 5, purse).values()), default=base)
            value[URBANIZATION] = 0.2 + t.urbanization_share * (best - base)
        return [value[ACTIONS.index(action.action)] for action in legal]

    def score_moves(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        """Return the logits of deliveries: own gain, a little less for others' gain; raising the locomotive if it opens more than
        the move earns."""
        worth, left = self.income_value(table, seat), self.turns_left(table)
        goods, mine = self.goods(table), own_links(table, seat)
        moves, t = self.moves_left(table), self.weights
        reach = table.locomotive[seat]
        logits = []
        spoils: dict[int, list[int]] | None = {} if t.longer_later_penalty > 0.0 and left > 2 else None
        for action in legal:
            if isinstance(action, MoveGoods):
                logits.append(
                    self.move_value(table, seat, action, worth) - self.longer_later_cost(table, seat, action, spoils) * worth
                )
            elif isinstance(action, RaiseLocomotive):
                more = delivery_income(goods, mine, reach + 1, moves - 1) - delivery_income(goods, mine, reach, moves - 1)
                ahead = t.early_raise_bonus if left > self.game.turns // 2 and reach < 3 and mine else 0.0
                cost = left * self.dollar(table) * t.raise_cost_share
                short = table.cash[seat] < self.upkeep(table, seat, 0, 1)
                value = (
                    (more + ahead) * worth * t.raise_gain_share
                    - cost
                    - (30.0 if short and not self.solo else 15.0 if short else 0.0)
                )
                if short and t.unpaid_penalty > 0.0:
                    step = table.agenda[-1]
                    assert isinstance(step, MoveOne)
                    hope = delivery_income(goods, mine, reach + 1, 1) if step.round == 1 else 0.0
                    value -= self.unpaid_cost(table, seat, self.upkeep(table, seat, 0, 1) - table.cash[seat], hope)
                logits.append(value)
            else:
                logits.append(0.0)
        return logits

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
        return own * worth - self.weights.others_income * others * worth

    def longer_later_cost(self, table: Table, seat: int, action: MoveGoods, known: dict[int, list[int]] | None) -> float:
        """Return how many more links the cube could pass with the next locomotive; ``known``: results by the hexes where cubes
        lie."""
        if known is None:
            return 0.0
        hex, colour = self.game.board.grid.number[action.origin], COLOURS.index(action.colour)
        if hex not in known:
            around = stops_by_link(own_links(table, seat))
            known[hex] = [0] * len(COLOURS)
            find_deliveries(around, table.accepts, hex, (1 << len(COLOURS)) - 1, self.reach(table, seat), (hex,), known[hex])
        return self.weights.longer_later_penalty * max(0, known[hex][colour] - len(action.sides))

    def score_goods_placements(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        """Return the logits of placing a cube: where own links can take it, on the topmost space."""
        around = stops_by_link(own_links(table, seat))
        reach = self.reach(table, seat)
        logits = []
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
                    find_deliveries(around, table.accepts, hex, 1 << colour, reach, (hex,), best)
                known[key] = float(best[colour]) if hex >= 0 else -0.5
            logits.append(known[key] - 0.1 * action.space)
        return logits

    # -- value -------------------------------------------------------------------------------------------------------

    def value(self, state: Table) -> list[float]:
        """Return each seat's probability to win, from the points that income, track and goods promise; with one player, from
        dollars above the debts."""
        if self.solo:
            score = state.cash[0] - 5 * state.shares[0] + self.solo_prospect(state)
            return [0.0 if state.gone[0] else 1.0 / (1.0 + exp(-score / self.weights.solo_spread))]
        if self.duel:
            own = 1.0 - self.weights.lead_share
            return [self.weights.lead_share * lead + own * score for lead, score in zip(*self.duel_values(state), strict=True)]
        return super().value(state)

    def forecast_scores(self, state: Table) -> list[float]:
        if self.projects_endgame and state.agenda:
            return [ELIMINATED_SCORE if state.gone[seat] else self.duel_decisions.outcome(state, seat) for seat in (0, 1)]
        return super().forecast_scores(state)

    def duel_values(self, table: Table) -> tuple[list[float], list[float]]:
        """Return each seat's value by its lead, and by its own score: a bot that looks at the lead alone ruins both seats."""
        scores = self.forecast_scores(table)
        return win_probabilities(scores, DUEL_SPREAD), [
            1.0 / (1.0 + exp((EVEN_SCORE - points) / DUEL_SPREAD)) for points in scores
        ]

    def solo_prospect(self, table: Table) -> float:
        left = self.turns_left(table) if table.agenda else 0
        goods = self.goods(table)
        hope = delivery_income(goods, own_links(table, 0), self.reach(table, 0), 2 * left)
        return left * (table.income[0] + 0.5 * hope - table.shares[0] - table.locomotive[0])

    def explain_action(self, state: Table, action: Any) -> Text:
        return reason(self, state, action)


def action_numbers(legal: list[Any]) -> list[int]:
    return [ACTIONS.index(action.action) for action in legal]
