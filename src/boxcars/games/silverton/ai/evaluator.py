"""The evaluator of Silverton: claims whose goods can be delivered, track toward towns that pay, sales at good prices."""

from __future__ import annotations

from math import exp
from typing import Any

from boxcars.core.evaluator import NO_FILE
from boxcars.core.game import Rules
from boxcars.core.messages import Text
from boxcars.games.silverton import actions as w
from boxcars.games.silverton import deal_actions as d
from boxcars.games.silverton import steps as due
from boxcars.games.silverton.ai.forecast_features import forecast_features
from boxcars.games.silverton.ai.hint_reasons import reason
from boxcars.games.silverton.ai.placement_values import UNIT, Plan
from boxcars.games.silverton.ai.remaining_turns import turns_left
from boxcars.games.silverton.ai.selling_plans import SellingPlans
from boxcars.games.silverton.ai.valuation import SeatValuation, deal_gain, wealth
from boxcars.games.silverton.scoring import OVER
from boxcars.games.silverton.state import Deal, Table
from boxcars.rail.ai.score_forecast import ScoreForecast, load_forecast

CLEAR = 500.0
"""Lead in dollars at the end that counts as a clear victory."""


PACKAGE = "boxcars.games.silverton.ai"
STANDARD_TARGET = 10_000
"""The target in dollars of the race games that the forecast was fitted to (SIL-2.2)."""


class SilvertonEvaluator(SellingPlans):
    level_settings = {
        "novice": {"fitted_share": 0.4, "temperature": 5.5},
        "easy": {"fitted_share": 0.4, "temperature": 3.3},
        "normal": {"fitted_share": 0.4, "temperature": 1.65},
        "hard": {"temperature": 0.6},
        "expert": {
            "iterations": 64,
            "seconds": 3.0,
            "rollout_rounds": 2,
            "max_candidates": 5,
            "prune_margin": 12.0,
            "min_lead_se": 0.5,
            "paired_worlds": True,
            "play_out_last_rounds": 3,
        },
        "expert/1": {
            "iterations": 96,
            "rollout_rounds": 99,
            "search_last_rounds": 6,
            "max_candidates": 6,
            "paired_worlds": False,
        },
    }
    """Measured settings of the levels.

    In rollouts to the end, chance hides what one decision is worth: candidates are played on for two turns and valued by the
    fitted forecast (``value.json``, ``campaign.json``). Rollouts go to the end when three turns are left, and in the last six
    turns of games for one player, who has no lead to be forecast."""

    def __init__(self, rules: Rules[Any]) -> None:
        super().__init__(rules)
        self.forecast: ScoreForecast | None = None
        self.use_value_file("")

    # -- policy ------------------------------------------------------------------------------------------------------

    def policy(self, state: Table, legal: list[Any]) -> list[float]:
        if len(legal) == 1:
            return [0.0]
        step = state.agenda[-1]
        view = self.view(state, step.seat)
        if isinstance(step, due.PlacePieces):
            return self.score_placements(view, legal, self.segment_goals(view))
        if isinstance(step, due.BuyCards):
            return [self.score_purchase(view, action) for action in legal]
        if isinstance(step, due.AnswerDraw):
            gain = self.purchase_value(view, self.game.atlas.claims[step.claim])
            return [gain / UNIT if isinstance(action, w.Buy) else 0.0 for action in legal]
        if isinstance(step, due.BuildTrack):
            return [self.score_building(view, action) for action in legal]
        if isinstance(step, due.OperateClaims):
            return [self.score_operation(view, action) for action in legal]
        if isinstance(step, (due.MakeDeals, due.AnswerOffer, due.AnswerCounter)):
            views = {seat: self.view(state, seat) for seat in range(self.game.players)}
            return [self.score_deal(view, views, action) for action in legal]
        if isinstance(step, (due.DeliverGoods, due.LoadTrain)):
            return self.score_deliveries(view, legal)
        if isinstance(step, due.FreePieces):
            return [self.score_release(view, action) for action in legal]
        if isinstance(step, due.BuyEquipment):
            return [self.score_equipment(view, action) for action in legal]
        if isinstance(step, due.HirePiece):
            rich = state.players[step.seat].cash > 1300 and view.left > 5
            return [1.0 if isinstance(a, w.Pass) else (2.0 if rich else 0.0) for a in legal]
        if isinstance(step, due.ChoosePieces):
            return [3.0 * (len(a.surveyors) + len(a.prospectors)) - abs(len(a.surveyors) - len(a.prospectors)) for a in legal]
        if isinstance(step, due.PlaceNeutral):
            return [-self.purchase_value(view, a.card) / UNIT for a in legal]
        return [self.score_answer(view, step, action) for action in legal]

    def rollout_action(self, state: Table, memo: dict[int, Any]) -> Any:
        """Return the action for a rollout. Faster than ``policy``: it makes no offers and plans building once a turn."""
        step = state.agenda[-1]
        if isinstance(step, due.MakeDeals):
            return self.game.end_deals
        if not isinstance(step, due.PlacePieces):
            return super().rollout_action(state, memo)
        legal = self.game.legal(state)
        if len(legal) == 1:
            return legal[0]
        plan: Plan | None = memo.get(step.seat)
        if plan is None or plan.turn != state.turn or plan.view.state is not state:
            view = self.view(state, step.seat)
            plan = memo[step.seat] = Plan(state.turn, view, self.segment_goals(view))
        logits = self.score_placements(plan.view, legal, plan.goals)
        return legal[logits.index(max(logits))]

    def distinct_candidates(self, legal: list[Any], logits: list[float]) -> list[int]:
        """Return the indexes of the actions to compare. The order of placing surveyors and prospectors, or of operating and
        building, makes no difference: if the best action operates or builds, the others that do are left out; if it places a
        surveyor, the prospectors are, and the reverse."""
        first = legal[logits.index(max(logits))]
        if isinstance(first, (w.Operate, w.Build)):
            return [i for i, action in enumerate(legal) if action == first or not isinstance(action, (w.Operate, w.Build))]
        if isinstance(first, w.PlaceSurveyor):
            return [i for i, action in enumerate(legal) if not isinstance(action, w.PlaceProspector)]
        if isinstance(first, w.PlaceProspector):
            return [i for i, action in enumerate(legal) if not isinstance(action, w.PlaceSurveyor)]
        return list(range(len(legal)))

    def search_is_useful(self, state: Table) -> bool:
        """Return whether a search helps: it does for placing pieces and for selling. For operating and building, the chance of
        the dice hides the difference."""
        return isinstance(state.agenda[-1], (due.PlacePieces, due.DeliverGoods, due.LoadTrain))

    # -- phase IV ----------------------------------------------------------------------------------------------------

    def score_purchase(self, view: SeatValuation, action: Any) -> float:
        if isinstance(action, w.Buy):
            return self.purchase_value(view, action.card) / UNIT
        if isinstance(action, w.Draw):
            return 0.5
        return -0.2 if isinstance(action, w.MoveCard) else 0.0

    def score_building(self, view: SeatValuation, action: Any) -> float:
        atlas = self.game.atlas
        if isinstance(action, w.Build):
            cost = atlas.cost[atlas.segment_no[action.segment]]
            cash = view.state.players[view.seat].cash
            need = sum(
                atlas.operating[c] for c, at in enumerate(view.state.claim_at) if at == view.seat and not view.state.depleted[c]
            )
            return 3.0 if cash - cost >= min(need, self.weights.operating_reserve) else -1.0
        if isinstance(action, (w.Dismantle, w.Abandon)):
            return -2.0 - self.weights.folly_penalty
        return 0.0

    def score_operation(self, view: SeatValuation, action: Any) -> float:
        if not isinstance(action, w.Operate):
            return 0.0
        atlas = self.game.atlas
        claim = atlas.claim_no[action.claim]
        town = atlas.claim_town[claim]
        steps = view.segments_to(town)
        if steps > self.weights.operating_distance or view.left <= view.wait(town, steps):
            return -1.0
        units, cost = view.output(claim, 1)
        if steps and view.state.players[view.seat].cash - cost < view.track_cost_owed():
            return -1.0
        stock = view.state.goods[claim]
        price = view.price(atlas.claim_good[claim])
        limit = 1.0 if stock < self.weights.enough_goods else 0.5
        if self.weights.idle_claim_penalty > 0.0:
            richer = [
                c
                for c, at in enumerate(view.state.claim_at)
                if at == view.seat and view.state.goods[c] * view.price(atlas.claim_good[c]) > stock * price
            ]
            if len(richer) >= view.slots:
                limit *= 1.0 - self.weights.idle_claim_penalty
        return (units * price * self.weights.digging_share * limit - cost) / UNIT

    def score_release(self, view: SeatValuation, action: Any) -> float:
        player = view.state.players[view.seat]
        if isinstance(action, w.EndFines):
            return 0.0
        if isinstance(action, w.RollRelease):
            return 0.5
        fine = player.pieces[action.piece].fine
        return 1.0 if player.cash >= fine + 250 and view.left > 2 + fine // 150 else -1.0

    def score_equipment(self, view: SeatValuation, action: Any) -> float:
        atlas = self.game.atlas
        cash = view.state.players[view.seat].cash
        if isinstance(action, w.BuyTrain):
            kind = atlas.train_power.index(action.power)
            old = atlas.train_power[atlas.train_type[atlas.train_no[action.trade_in]]] if action.trade_in else 0
            cost = atlas.train_cost[kind] - (atlas.train_value[atlas.train_type[atlas.train_no[action.trade_in]]] if old else 0)
            more = atlas.train_power[kind] - old
            if view.left <= 2 or cash < cost + 200 or more <= 0:
                return -1.0
            power = sum(atlas.train_power[atlas.train_type[t]] for t, at in enumerate(view.state.train_at) if at == view.seat)
            goods = sum(view.state.goods[c] + 2 for c, at in enumerate(view.state.claim_at) if at == view.seat)
            need = max(0.0, min(1.0, (goods * 5 - power) / 40))
            return (more * 9.0 * need * min(view.left, 6) / 3 - cost) / UNIT
        if isinstance(action, w.BuyPlow):
            white = sum(atlas.white[s] for s in view.state.players[view.seat].track)
            own = sum(1 for at in view.state.plow_at if at == view.seat)
            return 0.3 if white > own and cash > 700 and view.left > 4 and not action.trade_in else -1.0
        return 0.0

    # -- deals and questions -----------------------------------------------------------------------------------------

    def score_deal(self, view: SeatValuation, views: dict[int, SeatValuation], action: Any) -> float:
        state = view.state
        if isinstance(action, (d.EndDeals, d.Refuse)):
            return 0.0
        if isinstance(action, d.Offer) and state.offers and self.weights.repeats_offers <= 0.0:
            return -1.0 - self.weights.folly_penalty
        wary = self.weights.two_player_offer_margin if self.game.players == 2 else 0.0
        if wary > 0.0 and not isinstance(action, d.Accept):
            return -1.0 - self.weights.folly_penalty
        active = state.active
        if isinstance(action, d.Accept):
            assert state.deal is not None
            deal = state.deal
        elif isinstance(action, d.Counter):
            assert state.deal is not None
            deal = Deal(state.deal.to, action.give, action.take, action.freight, True)
        else:
            deal = Deal(action.to, action.give, action.take, action.freight)
        mine = view.seat == active
        other = deal.to if mine else active
        sale = self.freight_sale(state, deal)
        gain = deal_gain(view, deal, mine, sale)
        theirs = deal_gain(views[other], deal, not mine, sale)
        share = 0.8 / max(1, self.game.players - 1)
        net = gain - share * max(0.0, theirs) - 10 - wary
        folly = self.weights.folly_penalty if net < 0.0 else 0.0
        if isinstance(action, d.Accept):
            return net / UNIT - folly
        # Whether they will agree depends on what they think of both sides.
        seen_by_them = SeatValuation(self.game, state, other, self.town_connections(state, other), self.plain)
        my_side = SeatValuation(self.game, state, view.seat, view.town_connections, self.plain)
        wanted = deal_gain(seen_by_them, deal, not mine, sale) - share * max(0.0, deal_gain(my_side, deal, mine, sale))
        if wanted < 20:
            return -1.0 - self.weights.folly_penalty
        return (0.8 if isinstance(action, d.Offer) else 0.5) * net / UNIT - folly

    def freight_sale(self, state: Table, deal: Deal) -> float:
        """Return the income in dollars from selling the freight of a deal."""
        if deal.freight is None:
            return 0.0
        atlas = self.game.atlas
        good = atlas.claim_good[atlas.claim_no[deal.freight.claim]]
        return float(deal.freight.units * self.game.price(state, self.game.marker_for[good][atlas.town_no[deal.freight.city]]))

    def score_answer(self, view: SeatValuation, step: Any, action: Any) -> float:
        """Return the logits of yes-or-no questions and of assignments."""
        state = view.state
        if isinstance(step, due.PayTheft):
            gain = 0.55 * view.card_income_value(step.card) - self.game.atlas.card_price[step.card]
            return gain / UNIT if isinstance(action, w.Yes) else 0.0
        if isinstance(step, due.DemandDispute):
            mine = state.players[step.seat].pieces[step.piece].bonus
            rival = state.players[step.rival].pieces[step.rival_piece].bonus
            return (mine - rival) - 0.2 if isinstance(action, w.Yes) else 0.0
        if isinstance(step, due.LeaveJoint):
            return 1.0 if isinstance(action, w.No) else 0.0
        if isinstance(step, due.AnswerJoint):
            return 1.0 if isinstance(action, w.Yes) else 0.0
        if isinstance(step, due.ProposeJoint):
            return 0.5 if isinstance(action, w.Join) else 0.0
        if isinstance(step, due.BuildConsecutive):
            return (
                self.score_building(view, w.Build(self.game.atlas.segments[step.segment])) if isinstance(action, w.Yes) else 0.0
            )
        if isinstance(step, due.MoveParallel):
            return 1.0 if isinstance(action, w.Yes) else 0.0
        return 0.0

    # -- value -------------------------------------------------------------------------------------------------------

    def value(self, state: Table) -> list[float]:
        """Return each seat's probability to win, from its wealth against the richest rival; with one player, from wealth against
        the target. At the end only cash counts, and a clear result counts for more than a narrow one."""
        seats = range(self.game.players)
        if state.phase == OVER:
            riches = [float(player.cash) for player in state.players]
            scale = self.weights.final_lead_spread
        elif self.forecast is not None:
            row = self.forecast_row(state)
            riches = [
                state.players[s].cash + self.forecast.expected_gain(row, forecast_features(self.view(state, s))) for s in seats
            ]
            scale = max(CLEAR, self.forecast.spread(row))
        else:
            riches = [wealth(self.game, state, seat, self.town_connections(state, seat), self.weights) for seat in seats]
            scale = CLEAR + 150.0 * self.view(state, 0).left
        if self.game.players == 1:
            goal = self.game.target or 37_500
            return [1 / (1 + exp(-3 * (riches[0] / goal - 1)))]
        out = []
        for seat in seats:
            best = max(riches[other] for other in seats if other != seat)
            out.append(1 / (1 + exp(-max(-20.0, min(20.0, (riches[seat] - best) / scale)))))
        return out

    def use_value_file(self, name: str) -> None:
        """Read another value model; "": ``value.json`` for races to a target and ``campaign.json`` for games to a last turn.

        A game to a last turn is not ended by anybody, and what a seat owns earns for longer. A single player has no lead to
        forecast.
        """
        self.forecast = None
        if self.game.players > 1 and self.game.target in (0, STANDARD_TARGET) and name != NO_FILE:
            self.forecast = load_forecast(PACKAGE, name or ("value.json" if self.game.target else "campaign.json"))

    def forecast_row(self, state: Table) -> int:
        """Return the row of forecast weights: by turns played in a race, by turns left in a game to a last turn."""
        return state.turn - 1 if self.game.target else self.rounds_left(state)

    def is_in_game(self, state: Table, seat: int) -> bool:
        return True

    def features(self, state: Table, seat: int) -> list[float]:
        """Return the features that predict by how much a seat will extend its lead: its own forecast features less the mean of
        its rivals'."""
        others = [forecast_features(self.view(state, other)) for other in range(self.game.players) if other != seat]
        mine = forecast_features(self.view(state, seat))
        return [own - sum(theirs) / len(others) for own, *theirs in zip(mine, *others, strict=True)]

    def current_round(self, state: Table) -> int:
        """Return the turn: positions are valued when it is over."""
        return state.turn

    def chance_period(self, state: Table) -> int:
        """Return a number that changes with each player's turn, because every turn has its own chance."""
        return (state.turn * 8 + state.phase) * 8 + state.active + 1

    def rounds_left(self, state: Table) -> int:
        return turns_left(self.game, state, self.weights)

    def projected_rounds_left(self, state: Table) -> int:
        return turns_left(self.game, state, self.weights, self.weights.end_projection_selling)

    def explain_action(self, state: Table, action: Any) -> Text:
        return reason(self, state, action)
