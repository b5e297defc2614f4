"""Which goods Silverton's bots sell and which they keep (step IV.6)."""

from __future__ import annotations

from typing import Any

from boxcars.games.silverton import actions as w
from boxcars.games.silverton.ai import price_forecast
from boxcars.games.silverton.ai.placement_values import UNIT, PlacementValues
from boxcars.games.silverton.ai.valuation import SeatValuation
from boxcars.games.silverton.deliveries import BASIC_DELIVERIES, Load, capacity, loads
from boxcars.games.silverton.state import Table


class SellingPlans(PlacementValues):
    """The part of the evaluator that values deliveries."""

    def score_deliveries(self, view: SeatValuation, legal: list[Any]) -> list[float]:
        """Return the values of deliveries: the most units at good prices, goods held that will bring more later, everything sold
        at the end."""
        state, atlas = view.state, self.game.atlas
        options = loads(self.game, state, view.seat)
        last = view.rest <= 1 or state.turn == self.game.last_turn
        cash = state.players[view.seat].cash
        t = self.weights
        spare = t.hold_share_poor if cash < t.poor_cash else t.hold_share if cash < t.rich_cash else t.hold_share_rich
        lots = len({load.claim for load in options})
        if lots and t.delivery_queue_share <= 0.0:
            # What can hardly be delivered later is not worth holding.
            spare *= 1.0 - t.surplus_penalty * (1.0 - min(1.0, (view.slots - BASIC_DELIVERIES) / lots))
        gain_of: dict[tuple[int, int], float] = {}
        over = last or (t.price_forecast_share > 0.0 and self.may_end_this_turn(view, options))
        kept = [] if over or t.delivery_queue_share <= 0.0 else self.later_values(view, options, spare)
        for load in options:
            if load.to < 0:
                marker = self.game.marker_for[atlas.claim_good[load.claim]][load.city]
                now = float(self.game.price(state, marker))
                hold = 0.0 if over or self.ends_game(view, load.units * now) else spare * self.later(view, marker)
                if kept:
                    hold = max(0.0, hold - t.delivery_queue_share * self.waiting(view, kept) / load.units)
                gain_of[(load.claim, load.city)] = now - hold - (0.0 if over else self.price_loss(view, load, marker))
        out: list[float] = []
        most = {(action.claim, action.city): action.units for action in legal if isinstance(action, w.Deliver)}
        claim, city, full, gain = "", "", 0, 0.0
        for action in legal:
            if isinstance(action, w.Deliver):
                if action.claim != claim or action.city != city:  # the parts of a load follow each other
                    claim, city = action.claim, action.city
                    full = most[claim, city]
                    gain = gain_of.get((atlas.claim_no[claim], atlas.town_no[city]), 0.0)
                units: int = action.units
                out.append(units * gain / UNIT - (t.duplicate_penalty if units < full else 0.0))
            elif isinstance(action, w.MakeUpTrain):
                out.append(self.score_train(view, action, options, gain_of))
            else:
                out.append(0.0 if isinstance(action, w.EndDeliveries) else -1.0)
        return out

    def later(self, view: SeatValuation, marker: int) -> float:
        """Return the expected price of a unit that is kept this turn."""
        state, t = view.state, self.weights
        printed = self.game.atlas.markers[marker]
        usual = float(printed.ladder[min(printed.high, max(printed.start, state.price[marker]))])
        if t.price_forecast_share <= 0.0:
            return usual
        flow = view.flow(marker)
        sold = max(flow, state.sold[marker])
        reckoned = price_forecast.later(self.game, marker, state.price[marker], state.turn, view.rest - 1, flow, sold)
        return usual + t.price_forecast_share * (reckoned - usual)

    def price_loss(self, view: SeatValuation, load: Load, marker: int) -> float:
        """Return the loss that selling a load causes to other goods of the same price marker, in dollars per unit sold."""
        state, t = view.state, self.weights
        if t.own_spoiled_share <= 0.0 and t.rival_spoiled_share <= 0.0:
            return 0.0
        mine, theirs = self.stock(view, marker)
        others = t.own_spoiled_share * (mine - load.units) - t.rival_spoiled_share * theirs
        if others == 0.0:
            return 0.0
        box, flow = state.price[marker], view.flow(marker)
        sold = max(flow, state.sold[marker])
        fall = price_forecast.later(self.game, marker, box, state.turn, view.rest - 1, flow, sold)
        fall -= price_forecast.later(self.game, marker, box, state.turn, view.rest - 1, flow, sold + load.units)
        return fall * others / load.units

    def stock(self, view: SeatValuation, marker: int) -> tuple[int, int]:
        """Return the units of a good at the seat's claims, and those at rivals' claims."""
        atlas, state = self.game.atlas, view.state
        good = atlas.markers[marker].good
        mine, theirs = 0, 0
        for claim, place in enumerate(state.claim_at):
            if place >= 0 and state.goods[claim] and atlas.claim_good[claim] == good:
                if place == view.seat:
                    mine += state.goods[claim]
                else:
                    theirs += state.goods[claim]
        return mine, theirs

    def later_values(self, view: SeatValuation, options: list[Load], spare: float) -> list[float]:
        """Return the expected income from each own pile in a later turn, greatest first."""
        atlas = self.game.atlas
        worth: dict[int, float] = {}
        for load in options:
            if load.to < 0:
                marker = self.game.marker_for[atlas.claim_good[load.claim]][load.city]
                worth[load.claim] = max(worth.get(load.claim, 0.0), spare * load.units * self.later(view, marker))
        return sorted(worth.values(), reverse=True)

    def waiting(self, view: SeatValuation, kept: list[float]) -> float:
        """Return the value of a free delivery in a later turn to another seat: its best pile that has no delivery left
        (SIL-14.6.1)."""
        places = BASIC_DELIVERIES * (view.rest - 1)
        return kept[places] if places < len(kept) else 0.0

    def may_end_this_turn(self, view: SeatValuation, options: list[Load]) -> bool:
        """Return whether the game may end this turn, because the seat or a rival has or can still earn the target."""
        state, target = view.state, self.game.target
        if target <= 0:
            return False
        place = state.order.index(view.seat)
        if state.players[view.seat].cash + self.sales(state, options, BASIC_DELIVERIES - state.deliveries) >= target:
            return True
        if any(player.cash >= target for player in state.players):
            return True
        return any(
            state.players[seat].cash + self.sales(state, loads(self.game, state, seat), BASIC_DELIVERIES) >= target
            for seat in state.order[place + 1 :]
        )

    def sales(self, state: Table, options: list[Load], count: int) -> int:
        """Return the income from the best deliveries this turn, one from each claim."""
        best: dict[int, int] = {}
        for load in options:
            if load.to < 0:
                best[load.claim] = max(best.get(load.claim, 0), load.units * self.price_at(state, load.claim, load.city))
        return sum(sorted(best.values(), reverse=True)[:count])

    def price_at(self, state: Table, claim: int, city: int) -> int:
        return self.game.price(state, self.game.marker_for[self.game.atlas.claim_good[claim]][city])

    def ends_game(self, view: SeatValuation, sale: float) -> bool:
        """Return whether this sale reaches the target and so ends the game."""
        return self.game.target > 0 and view.state.players[view.seat].cash + sale >= self.game.target

    def score_train(
        self, view: SeatValuation, action: w.MakeUpTrain, options: list[Any], gain_of: dict[tuple[int, int], float]
    ) -> float:
        atlas = self.game.atlas
        trains = [atlas.train_no[train] for train in action.trains]
        best = 0.0
        for load in options:
            if load.to < 0:
                units = min(load.units, capacity(self.game, trains, atlas.claim_good[load.claim], load.haul))
                best = max(best, units * gain_of[(load.claim, load.city)])
        power = sum(atlas.train_power[atlas.train_type[train]] for train in trains)
        return (best - 2.0 * power - 5.0) / UNIT if best > 0 else -1.0
