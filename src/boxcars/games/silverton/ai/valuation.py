"""The value in dollars of claims, passenger cards, track and offers to a seat of Silverton.

Values are estimates until the end of the game: production at its mean, prices between today's and START, track at its cost plus
the time to build it. No action is chosen here.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from boxcars.games.silverton.ai import price_forecast
from boxcars.games.silverton.ai.remaining_turns import output, turns_left, turns_to_end
from boxcars.games.silverton.ai.town_connections import FAR, TownConnections
from boxcars.games.silverton.ai.weights import Weights
from boxcars.games.silverton.deal_actions import Bundle
from boxcars.games.silverton.deals import track_after
from boxcars.games.silverton.deliveries import BASIC_DELIVERIES
from boxcars.games.silverton.map import COAL, GOODS, LUMBER
from boxcars.games.silverton.network import NO_ROUTE
from boxcars.games.silverton.state import SURVEYOR, Deal, Table

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

FEW: Final = 2
"""Seats with fewer claims than this have few goods to deliver."""
SPREAD: Final = 3
"""Number of turns over which rivals are assumed to sell their stock."""
NEAR: Final = 250
"""The greatest cost of a connection to a market that is considered, in dollars."""
UNKNOWN: Final = -1.0
"""Placeholder of a value that is not computed yet; all real values are at least 0."""


class SeatValuation:
    """The value of things to one seat in one state."""

    def __init__(self, rules: Silverton, state: Table, seat: int, town_connections: TownConnections, weights: Weights) -> None:
        self.rules = rules
        self.state = state
        self.seat = seat
        self.town_connections = town_connections
        self.weights = weights
        self.lines = rules.lines(state, seat)
        self.speed = 0
        for piece in state.players[seat].pieces:
            if piece.kind == SURVEYOR:
                self.speed += 1
        self.speed = max(1, self.speed)
        self.sources = 0
        """Own claims that have goods or may still yield some; they compete for deliveries."""
        for claim, place in enumerate(state.claim_at):
            if place == seat and (state.goods[claim] or not state.depleted[claim]):
                self.sources += 1
        # What takes time is reckoned when it is asked for the first time: most questions need little of it.
        self._left = self._rest = self._reckoned = -1
        self._worth = [UNKNOWN] * len(rules.atlas.claims)
        self._wait = [-1] * len(rules.atlas.towns)
        self._gain: dict[int, float] = {}
        self._price = [UNKNOWN] * len(GOODS)
        self._wanted: set[int] | None = None
        self._debts = 0
        self._flow: list[int] | None = None

    @property
    def left(self) -> int:
        """Turns left in which a new purchase earns."""
        if self._left < 0:
            self._left = turns_left(self.rules, self.state, self.weights, self.weights.end_projection_buying, self._end())
        return self._left

    @property
    def rest(self) -> int:
        """Turns left in which goods can be sold."""
        if self._rest < 0:
            self._rest = turns_left(self.rules, self.state, self.weights, self.weights.end_projection_selling, self._end())
        return self._rest

    @property
    def slots(self) -> int:
        """Deliveries left (SIL-14.6.1)."""
        return BASIC_DELIVERIES * self.left

    def _end(self) -> int:
        if self._reckoned < 0:
            asked = self.weights.end_projection_buying > 0.0 or self.weights.end_projection_selling > 0.0
            self._reckoned = turns_to_end(self.rules, self.state, self.weights) if asked else 0
        return self._reckoned

    def price(self, good: int) -> float:
        """Return the expected price of a unit: the best market of the network (or of the home city), between today's price and
        START."""
        if self._price[good] < 0:
            self._price[good] = self._best_price(good)
        return self._price[good]

    def _best_price(self, good: int) -> float:
        best = 0.0
        for city, marker in self.rules.outlets[good]:
            if self.town_connections.cost[city] >= NEAR:
                continue
            printed = self.rules.atlas.markers[marker]
            usual = printed.ladder[printed.start]
            now = self.rules.price(self.state, marker)
            value = usual + (now - usual) * self.weights.current_price_share if self.left > 2 else now
            if self.weights.forecast_price_share > 0.0:
                rising = price_forecast.best(
                    self.rules, marker, self.state.price[marker], self.state.turn, self.left - 1, self.flow(marker)
                )
                value += self.weights.forecast_price_share * (rising - value)
            if self.town_connections.cost[city] > 0:
                value *= self.weights.far_market_share
            best = max(best, value)
        return best

    def flow(self, marker: int) -> int:
        """Return the units a turn that rivals are expected to sell at a marker."""
        if self._flow is None:
            self._flow = self._flows()
        return self._flow[marker]

    def _flows(self) -> list[int]:
        """Return for each marker the units that rivals are expected to sell there: their stock, shared among the markets that
        each of them reaches."""
        units = [0.0] * len(self.rules.atlas.markers)
        if self.weights.rival_sales_share > 0.0:
            for seat in range(self.rules.players):
                if seat != self.seat:
                    self._add_flow(units, seat)
        return [round(self.weights.rival_sales_share * number) for number in units]

    def _add_flow(self, units: list[float], seat: int) -> None:
        atlas, state = self.rules.atlas, self.state
        lines = self.rules.lines(state, seat)
        claims = [claim for claim, place in enumerate(state.claim_at) if place == seat]
        spread = max(SPREAD, len(claims) / BASIC_DELIVERIES)
        amounts = [0.0] * len(GOODS)
        for claim in claims:
            amount = state.goods[claim] / spread
            if not state.depleted[claim]:
                amount += output(self.rules, claim, True, 1)[0]
            amounts[atlas.claim_good[claim]] += amount
        for good, amount in enumerate(amounts):
            if amount > 0.0:
                reached = {marker for city, marker in self.rules.outlets[good] if lines.at_home(city)}
                for marker in reached:
                    units[marker] += amount / len(reached)

    def segments_to(self, town: int) -> int:
        """Return the number of segments still to be built to the town; a great number if there is no way."""
        if self.town_connections.cost[town] >= FAR:
            return 99
        return len(self.town_connections.way(town, self.state.owner, self.seat))

    def track_cost_owed(self, claim: int = -1) -> int:
        """Return the cost in dollars of connecting the seat's unconnected claims, and one more."""
        wanted = self.wanted()
        total = self._debts
        if claim >= 0:
            for segment in self.way(claim):
                if segment not in wanted:
                    total += self.rules.atlas.cost[segment]
        return total

    def way(self, claim: int) -> list[int]:
        """Return the segments still to be built to connect a claim; none if the claim yields nothing."""
        state, town = self.state, self.rules.atlas.claim_town[claim]
        idle = state.depleted[claim] and not state.goods[claim]
        if idle or self.lines.at_home(town) or self.town_connections.cost[town] >= FAR:
            return []
        return self.town_connections.way(town, state.owner, self.seat)

    def output(self, claim: int, turns: int) -> tuple[float, float]:
        """Return the expected units and the operating cost of the next ``n`` operations."""
        return output(self.rules, claim, self.state.worked[claim], turns)

    def claim_value(self, claim: int) -> float:
        """Return the value of owning a claim, its price not subtracted: goods on it and operations still to come."""
        known = self._worth[claim]
        if known < 0.0:
            known = self._worth[claim] = self._claim_value(claim)
        return known

    def _claim_value(self, claim: int) -> float:
        atlas, state = self.rules.atlas, self.state
        town = atlas.claim_town[claim]
        steps = self.segments_to(town)
        price = self.price(atlas.claim_good[claim])
        if atlas.claim_good[claim] not in (LUMBER, COAL):
            price *= 1.0 + self.weights.metal_bonus
        wait = self.wait(town, steps)
        if steps > 20 or self.left <= wait or price <= 0:
            return 0.0
        value = state.goods[claim] * price * self.weights.stock_share
        if not state.depleted[claim]:
            units, cost = self.output(claim, min(self.left, max(1, round(self.weights.output_turns))))
            value += max(0.0, units * price * self.weights.output_share - cost)
        ready = max(0, self.left - wait) / max(1, self.left)
        if self.weights.deliveries_per_claim > 0.0:
            claims = self.sources + (state.claim_at[claim] != self.seat)
            ready *= min(1.0, self.slots / (self.weights.deliveries_per_claim * claims))
        return value * ready * (1.0 - self.weights.risk_per_segment) ** steps

    def wait(self, town: int, steps: int) -> int:
        """Return the number of turns until the town is connected, given that own unconnected claims need some of the
        surveyors."""
        known = self._wait[town]
        if known < 0:
            known = self._wait[town] = self._waiting(town, steps)
        return known

    def _waiting(self, town: int, steps: int) -> int:
        work = float(steps)
        if steps and self.weights.shared_surveyors > 0.0:
            wanted = self.wanted()
            others = len(wanted)
            for segment in self.town_connections.way(town, self.state.owner, self.seat):
                if segment in wanted:
                    others -= 1
            work += self.weights.shared_surveyors * others
        return ceil(work / (self.speed * self.weights.segments_per_surveyor))

    def purchase_gain(self, claim: int) -> float:
        """Return the gain of buying an open claim: its value less its price and most of the cost of its track."""
        known = self._gain.get(claim)
        if known is None:
            known = self._gain[claim] = self._purchase_gain(claim)
        return known

    def _purchase_gain(self, claim: int) -> float:
        town = self.rules.atlas.claim_town[claim]
        if self.town_connections.cost[town] >= FAR:
            return -FAR
        track = float(self.town_connections.cost[town])
        if self.weights.shared_track_share > 0.0 and track:
            way = [
                segment for segment in self.town_connections.way(town, self.state.owner, self.seat) if segment in self.wanted()
            ]
            track -= self.weights.shared_track_share * sum(
                self.rules.atlas.cost[segment] + self.weights.segment_delay for segment in way
            )
        need = self.weights.first_claims_bonus * max(0, FEW - self.sources)
        cost = (1.0 + self.weights.purchase_cost_bonus) * self.rules.atlas.claim_cost[claim]
        return self.claim_value(claim) + need - cost - self.weights.claim_track_share * track

    def wanted(self) -> set[int]:
        """Return the segments that own claims need."""
        if self._wanted is None:
            own = [claim for claim, place in enumerate(self.state.claim_at) if place == self.seat]
            self._wanted = {segment for claim in own for segment in self.way(claim)}
            self._debts = sum(self.rules.atlas.cost[segment] for segment in self._wanted)
        return self._wanted

    def card_income_value(self, card: int) -> float:
        """Return the value of a passenger card's income once its route exists."""
        atlas = self.rules.atlas
        income = atlas.card_income[card] * (2 if self.rules.improved else 1)
        missing = self.missing_segments(card)
        wait = -(-len(missing) // self.speed)
        return float(income * max(0, min(self.left, 12) - wait) * self.weights.fare_share)

    def missing_segments(self, card: int) -> list[int]:
        """Return the segments still to be built for the card's route."""
        a, b = self.rules.atlas.card_ends[card]
        if self.lines.length(a, b) < NO_ROUTE:
            return []
        return self.town_connections.both_ways(a, b, self.state.owner, self.seat)

    def card_gain(self, card: int) -> float:
        """Return the gain of taking a visible passenger card, cost of track included."""
        atlas = self.rules.atlas
        a, b = atlas.card_ends[card]
        if self.town_connections.cost[a] >= FAR or self.town_connections.cost[b] >= FAR:
            return -FAR
        track = 0.0
        if self.lines.length(a, b) >= NO_ROUTE:
            track = self.weights.card_track_share * (self.town_connections.cost[a] + self.town_connections.cost[b])
        return self.card_income_value(card) - atlas.card_price[card] - track

    def bundle(self, items: Bundle) -> float:
        """Return the value to this seat of the things in one side of a deal, money included."""
        atlas = self.rules.atlas
        value = float(items.money)
        value += sum(self.claim_value(atlas.claim_no[claim]) for claim in items.claims)
        for train in items.trains:
            value += 1.5 * atlas.train_cost[atlas.train_type[atlas.train_no[train]]]
        for plow in items.plows:
            value += atlas.plow_cost[atlas.plow_type[atlas.plow_no[plow]]]
        return value

    def track(self, out: Bundle, into: Bundle) -> float:
        """Return the change in value when track is exchanged: routes of fares and claims gained or lost, and the cost of
        building."""
        if not out.segments and not into.segments:
            return 0.0
        atlas, state = self.rules.atlas, self.state
        after = self.rules.lines_of(self.lines.homes, tuple(track_after(self.rules, state, self.seat, out, into)))
        value = 0.0
        for card, place in enumerate(state.card_at):
            if place == self.seat:
                a, b = atlas.card_ends[card]
                if after.length(a, b) >= NO_ROUTE:
                    value -= self.card_income_value(card)
        for claim, place in enumerate(state.claim_at):
            if place == self.seat:
                town = atlas.claim_town[claim]
                value += (after.at_home(town) - self.lines.at_home(town)) * 0.7 * self.claim_value(claim)
        for segment in out.segments:
            value -= 0.8 * atlas.cost[atlas.segment_no[segment]]
        for segment in into.segments:
            number = atlas.segment_no[segment]
            useful = any(after.at_home(town) for town in atlas.ends[number])
            value += 0.6 * atlas.cost[number] if useful else 0.0
        return value


def wealth(rules: Silverton, state: Table, seat: int, town_connections: TownConnections, weights: Weights) -> float:
    """Return a seat's cash plus the expected income from what it owns, in dollars."""
    view = SeatValuation(rules, state, seat, town_connections, weights)
    total = float(state.players[seat].cash)
    total += sum(
        weights.wealth_per_claim * view.claim_value(claim) for claim, place in enumerate(state.claim_at) if place == seat
    )
    for card, place in enumerate(state.card_at):
        if place == seat or state.partner[card] == seat:
            total += view.card_income_value(card) * (0.5 if state.partner[card] >= 0 else 1.0)
    return total + weights.wealth_per_track * sum(rules.atlas.cost[segment] for segment in state.players[seat].track)


def deal_gain(view: SeatValuation, deal: Deal, active: bool, sale: float) -> float:
    """Return the gain of a party from a deal; ``sale``: income from selling the freight."""
    out, into = (deal.give, deal.take) if active else (deal.take, deal.give)
    gain = view.bundle(into) - view.bundle(out) + view.track(out, into)
    if deal.freight is not None:
        if active:
            gain += sale * 0.97
        else:
            claim = view.rules.atlas.claim_no[deal.freight.claim]
            own = (
                view.price(view.rules.atlas.claim_good[claim])
                if view.segments_to(view.rules.atlas.claim_town[claim]) < 4
                else 0.0
            )
            gain -= deal.freight.units * own * 0.75
    return gain
