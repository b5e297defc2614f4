"""What things are worth to a seat: claims, passenger cards, track, offers. The bot's arithmetic, without any policy.

All values are dollars until the end of the game, as a careful player would guess them: production at its expectation, prices
between today's and START, track paid by the segment plus the time it takes.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from boxcars.games.silverton.deal_words import Bundle
from boxcars.games.silverton.deals import track_after
from boxcars.games.silverton.deliveries import BASIC_DELIVERIES
from boxcars.games.silverton.map import COAL, GOODS, LUMBER
from boxcars.games.silverton.mind import outlook
from boxcars.games.silverton.mind.roads import FAR, Roads
from boxcars.games.silverton.mind.taste import Taste
from boxcars.games.silverton.network import NO_ROUTE
from boxcars.games.silverton.table import Deal, Table

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

FEW: Final = 2
"""Claims below which a seat has little to deliver."""
SPREAD: Final = 3
"""Turns over which rivals should sell what they have."""
LONGEST: Final = 24
"""Turns beyond which nobody looks."""


class Appraisal:
    """The worth of things to one seat in one state."""

    def __init__(self, rules: Silverton, state: Table, seat: int, roads: Roads, taste: Taste) -> None:
        self.rules = rules
        self.state = state
        self.seat = seat
        self.roads = roads
        self.taste = taste
        reckoned = turns_to_end(rules, state, taste) if taste.forecast > 0.0 or taste.haste > 0.0 else 0
        self.left = turns_left(rules, state, taste, taste.forecast, reckoned)
        """Turns to come for what is bought,"""
        self.rest = turns_left(rules, state, taste, taste.haste, reckoned)
        """and for what is sold."""
        self.lines = rules.lines(state, seat)
        surveyors = sum(1 for piece in state.players[seat].pieces if piece.kind == 0)
        self.speed = max(1, surveyors)
        self.slots = BASIC_DELIVERIES * self.left
        """Deliveries still to come (SIL-14.6.1)."""
        self.sources = 0
        """Own claims that have goods or may still yield some: they share the deliveries."""
        for claim, place in enumerate(state.claim_at):
            if place == seat and (state.goods[claim] or not state.depleted[claim]):
                self.sources += 1
        self._worth: dict[int, float] = {}
        self._price = [-1.0] * len(GOODS)
        self._wanted: set[int] | None = None
        self._flow: list[int] | None = None

    def price(self, good: int) -> float:
        """What a unit should bring: best market of the network (or of the home), between today's price and START."""
        if self._price[good] < 0:
            self._price[good] = self._best_price(good)
        return self._price[good]

    def _best_price(self, good: int) -> float:
        best = 0.0
        for city, marker in self.rules.outlets[good]:
            printed = self.rules.atlas.markers[marker]
            usual = printed.ladder[printed.start]
            now = self.rules.price(self.state, marker)
            value = usual + (now - usual) * self.taste.price_now if self.left > 2 else now
            if self.taste.rise > 0.0:
                rising = outlook.best(
                    self.rules, marker, self.state.price[marker], self.state.turn, self.left - 1, self.flow(marker)
                )
                value += self.taste.rise * (rising - value)
            if self.roads.cost[city] > 0:
                value *= self.taste.far_market if self.roads.cost[city] < 250 else 0.0
            best = max(best, value)
        return best

    def flow(self, marker: int) -> int:
        """Units that rivals should sell at a marker in a turn."""
        if self._flow is None:
            self._flow = self._flows()
        return self._flow[marker]

    def _flows(self) -> list[int]:
        """What rivals have and mine, shared out over the markets that each of them reaches: where nobody comes nobody sells."""
        units = [0.0] * len(self.rules.atlas.markers)
        if self.taste.press > 0.0:
            for seat in range(self.rules.players):
                if seat != self.seat:
                    self._add_flow(units, seat)
        return [round(self.taste.press * number) for number in units]

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

    def steps(self, town: int) -> int:
        """Segments still to be built to the town; many where there is no way."""
        if self.roads.cost[town] >= FAR:
            return 99
        return len(self.roads.way(town, self.state.owner, self.seat))

    def debts(self, *more: int) -> int:
        """Money it takes to connect the seat's own claims (and ``more``) that are not connected yet."""
        return sum(self.rules.atlas.cost[segment] for segment in self.ways(*more))

    def ways(self, *more: int) -> set[int]:
        """The segments it takes to connect them."""
        return self.wanted().union(*(self.way(claim) for claim in more))

    def way(self, claim: int) -> list[int]:
        """The segments it takes to connect a claim that yields anything."""
        state, town = self.state, self.rules.atlas.claim_town[claim]
        idle = state.depleted[claim] and not state.goods[claim]
        if idle or self.lines.at_home(town) or self.roads.cost[town] >= FAR:
            return []
        return self.roads.way(town, state.owner, self.seat)

    def output(self, claim: int, turns: int) -> tuple[float, float]:
        """Expected units and operating costs of that many operations from now on."""
        return output(self.rules, claim, self.state.worked[claim], turns)

    def holding(self, claim: int) -> float:
        """What owning the claim is worth (its purchase not counted): goods and operations still to come."""
        known = self._worth.get(claim)
        if known is None:
            known = self._worth[claim] = self._holding(claim)
        return known

    def _holding(self, claim: int) -> float:
        atlas, state = self.rules.atlas, self.state
        town = atlas.claim_town[claim]
        steps = self.steps(town)
        price = self.price(atlas.claim_good[claim])
        if atlas.claim_good[claim] not in (LUMBER, COAL):
            price *= 1.0 + self.taste.metal
        wait = self.wait(town, steps)
        if steps > 20 or self.left <= wait or price <= 0:
            return 0.0
        value = state.goods[claim] * price * self.taste.stock
        if not state.depleted[claim]:
            units, cost = self.output(claim, min(self.left, max(1, round(self.taste.horizon))))
            value += max(0.0, units * price * self.taste.output - cost)
        ready = max(0, self.left - wait) / max(1, self.left)
        if self.taste.deliveries > 0.0:
            claims = self.sources + (state.claim_at[claim] != self.seat)
            ready *= min(1.0, self.slots / (self.taste.deliveries * claims))
        return value * ready * (1.0 - self.taste.risk) ** steps

    def wait(self, town: int, steps: int) -> int:
        """Turns until the town is connected, where own claims that wait for their track, too, take some of the surveyors."""
        work = float(steps)
        if steps and self.taste.together > 0.0:
            way = self.roads.way(town, self.state.owner, self.seat)
            work += self.taste.together * len(self.wanted().difference(way))
        return ceil(work / (self.speed * self.taste.pace))

    def buying(self, claim: int) -> float:
        """What buying an open claim gains: its worth less its price and most of the track it needs."""
        town = self.rules.atlas.claim_town[claim]
        if self.roads.cost[town] >= FAR:
            return -FAR
        track = float(self.roads.cost[town])
        if self.taste.shared > 0.0 and track:
            way = [segment for segment in self.roads.way(town, self.state.owner, self.seat) if segment in self.wanted()]
            track -= self.taste.shared * sum(self.rules.atlas.cost[segment] + self.taste.delay for segment in way)
        need = self.taste.first * max(0, FEW - self.sources)
        cost = (1.0 + self.taste.dear) * self.rules.atlas.claim_cost[claim]
        return self.holding(claim) + need - cost - self.taste.claim_track * track

    def wanted(self) -> set[int]:
        """The segments that own claims need."""
        if self._wanted is None:
            own = [claim for claim, place in enumerate(self.state.claim_at) if place == self.seat]
            self._wanted = {segment for claim in own for segment in self.way(claim)}
        return self._wanted

    def fare(self, card: int) -> float:
        """What the income of a passenger card is worth once the route is there."""
        atlas = self.rules.atlas
        income = atlas.card_income[card] * (2 if self.rules.improved else 1)
        missing = self.missing(card)
        wait = -(-len(missing) // self.speed)
        return float(income * max(0, min(self.left, 12) - wait) * self.taste.fare)

    def missing(self, card: int) -> list[int]:
        """The segments to build for the card's route."""
        a, b = self.rules.atlas.card_ends[card]
        if self.lines.length(a, b) < NO_ROUTE:
            return []
        return list(
            dict.fromkeys(self.roads.way(a, self.state.owner, self.seat) + self.roads.way(b, self.state.owner, self.seat))
        )

    def riding(self, card: int) -> float:
        """What taking a visible passenger card gains, track included."""
        atlas = self.rules.atlas
        a, b = atlas.card_ends[card]
        if self.roads.cost[a] >= FAR or self.roads.cost[b] >= FAR:
            return -FAR
        track = 0.0
        if self.lines.length(a, b) >= NO_ROUTE:
            track = self.taste.card_track * (self.roads.cost[a] + self.roads.cost[b])
        return self.fare(card) - atlas.card_price[card] - track

    def bundle(self, items: Bundle) -> float:
        """What the things in a bundle are worth to this seat, money included."""
        atlas = self.rules.atlas
        value = float(items.money)
        value += sum(self.holding(atlas.claim_no[claim]) for claim in items.claims)
        for train in items.trains:
            value += 1.5 * atlas.train_cost[atlas.train_type[atlas.train_no[train]]]
        for plow in items.plows:
            value += atlas.plow_cost[atlas.plow_type[atlas.plow_no[plow]]]
        return value

    def track(self, out: Bundle, into: Bundle) -> float:
        """What the exchange of track changes: fares and claims that lose or gain their route, and the cost of building."""
        if not out.segments and not into.segments:
            return 0.0
        atlas, state = self.rules.atlas, self.state
        after = self.rules.lines_of(self.lines.homes, tuple(track_after(self.rules, state, self.seat, out, into)))
        value = 0.0
        for card, place in enumerate(state.card_at):
            if place == self.seat:
                a, b = atlas.card_ends[card]
                if after.length(a, b) >= NO_ROUTE:
                    value -= self.fare(card)
        for claim, place in enumerate(state.claim_at):
            if place == self.seat:
                town = atlas.claim_town[claim]
                value += (after.at_home(town) - self.lines.at_home(town)) * 0.7 * self.holding(claim)
        for segment in out.segments:
            value -= 0.8 * atlas.cost[atlas.segment_no[segment]]
        for segment in into.segments:
            number = atlas.segment_no[segment]
            useful = any(after.at_home(town) for town in atlas.ends[number])
            value += 0.6 * atlas.cost[number] if useful else 0.0
        return value


def turns_left(rules: Silverton, state: Table, taste: Taste, trust: float = 0.0, reckoned: int = 0) -> int:
    """Turns still to come, this one included: to the last turn, or to the usual end of a game for money; the more ``trust``, the
    more by what every seat has (``reckoned``, unless it is known)."""
    last = rules.last_turn - state.turn + 1 if rules.last_turn else FAR
    if rules.target == 0:
        return last
    usual = round(taste.length) if rules.target <= 10_000 else 20
    if rules.target <= 6000:
        usual = 13
    rich = max(player.cash for player in state.players if player.announced) if any(p.announced for p in state.players) else 0
    soon = usual - state.turn + 1
    if rich:
        soon = min(soon, 1 + (rules.target - rich) // max(100, int(taste.finish)))
    soon = max(2 if rich < rules.target else 1, min(last, soon))
    if trust > 0.0:
        reckoned = min(last, reckoned or turns_to_end(rules, state, taste))
        soon = max(1, round(soon + trust * (reckoned - soon)))
    return soon


def turns_to_end(rules: Silverton, state: Table, taste: Taste) -> int:
    """After how many turns the first seat should have the money."""
    return min([turns_to_target(rules, state, seat, taste) for seat in range(rules.players)])


def turns_to_target(rules: Silverton, state: Table, seat: int, taste: Taste) -> int:
    """After how many turns, this one included, a seat should have the money: by what lies at its claims, what they yield and its
    fares, where two deliveries a turn take their part of it."""
    atlas = rules.atlas
    lines = rules.lines(state, seat)
    stock, rate, piles = 0.0, 0.0, 0
    prices = [-1] * len(GOODS)
    for claim, place in enumerate(state.claim_at):
        if place == seat:
            good = atlas.claim_good[claim]
            price = prices[good]
            if price < 0:
                price = max(
                    (rules.price(state, marker) for city, marker in rules.outlets[good] if lines.at_home(city)), default=0
                )
                prices[good] = price
            ready = 1.0 if lines.at_home(atlas.claim_town[claim]) else 0.5
            stock += ready * state.goods[claim] * price
            if not state.depleted[claim]:
                units, cost = output(rules, claim, True, 1)
                rate += ready * (units * price - cost)
            piles += 1
    fares = sum(atlas.card_income[card] for card, place in enumerate(state.card_at) if place == seat)
    moved = state.phase >= 4 and state.active >= 0 and state.order.index(seat) < state.order.index(state.active)
    cash = float(state.players[seat].cash)
    part = min(1.0, BASIC_DELIVERIES / max(1, piles))
    for turn in range(1, LONGEST):
        if cash >= rules.target:
            return turn
        if turn > 1 or not moved:
            stock += rate
            cash += fares + part * stock
            stock -= part * stock
            rate += taste.growth
            if cash >= rules.target:
                return turn
    return LONGEST


def output(rules: Silverton, claim: int, worked: bool, turns: int) -> tuple[float, float]:
    """Expected units and operating costs of so many operations of a claim."""
    key = (claim, worked, turns)
    known = rules.output_memo.get(key)
    if known is None:
        known = rules.output_memo[key] = _output(rules, *key)
    return known


def _output(rules: Silverton, claim: int, worked: bool, turns: int) -> tuple[float, float]:
    atlas = rules.atlas
    two = [(a + b, 1 / 36) for a in range(1, 7) for b in range(1, 7)]
    alive, units, cost = 1.0, 0.0, 0.0
    for turn in range(turns):
        rolls = two if worked or turn else [(6 + die, 1 / 6) for die in range(1, 7)]
        cost += alive * atlas.operating[claim]
        units += alive * sum(chance * atlas.yields[claim][roll] for roll, chance in rolls)
        alive *= sum(chance for roll, chance in rolls if roll > atlas.depletion[claim])
    return units, cost


def wealth(rules: Silverton, state: Table, seat: int, roads: Roads, taste: Taste) -> float:
    """Cash and what the seat's holdings should still bring."""
    view = Appraisal(rules, state, seat, roads, taste)
    total = float(state.players[seat].cash)
    total += sum(taste.wealth_claim * view.holding(claim) for claim, place in enumerate(state.claim_at) if place == seat)
    for card, place in enumerate(state.card_at):
        if place == seat or state.partner[card] == seat:
            total += view.fare(card) * (0.5 if state.partner[card] >= 0 else 1.0)
    return total + taste.wealth_track * sum(rules.atlas.cost[segment] for segment in state.players[seat].track)


def deal_gain(view: Appraisal, deal: Deal, active: bool, sale: float) -> float:
    """What a deal changes for a party. ``sale``: what the freight sells for."""
    out, into = (deal.give, deal.take) if active else (deal.take, deal.give)
    gain = view.bundle(into) - view.bundle(out) + view.track(out, into)
    if deal.freight is not None:
        if active:
            gain += sale * 0.97
        else:
            claim = view.rules.atlas.claim_no[deal.freight.claim]
            own = view.price(view.rules.atlas.claim_good[claim]) if view.steps(view.rules.atlas.claim_town[claim]) < 4 else 0.0
            gain -= deal.freight.units * own * 0.75
    return gain
