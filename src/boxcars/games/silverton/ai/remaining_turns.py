"""The expected number of turns left in Silverton, and the yield of a claim in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.games.silverton.ai.town_connections import FAR
from boxcars.games.silverton.ai.weights import Weights
from boxcars.games.silverton.deliveries import BASIC_DELIVERIES
from boxcars.games.silverton.map import GOODS
from boxcars.games.silverton.state import Table

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

LONGEST: Final = 24
"""The greatest number of turns that is considered."""


def turns_left(rules: Silverton, state: Table, weights: Weights, trust: float = 0.0, reckoned: int = 0) -> int:
    """Return the turns left, this one included: to the last turn, or to the usual end of a game for money. ``trust`` (0 to 1)
    mixes in the projection from what every seat owns (``reckoned``; computed if not given)."""
    last = rules.last_turn - state.turn + 1 if rules.last_turn else FAR
    if rules.target == 0:
        return last
    usual = round(weights.usual_turns) if rules.target <= 10_000 else 20
    if rules.target <= 6000:
        usual = 13
    rich = max(player.cash for player in state.players if player.announced) if any(p.announced for p in state.players) else 0
    soon = usual - state.turn + 1
    if rich:
        soon = min(soon, 1 + (rules.target - rich) // max(100, int(weights.leader_income)))
    soon = max(2 if rich < rules.target else 1, min(last, soon))
    if trust > 0.0:
        reckoned = min(last, reckoned or turns_to_end(rules, state, weights))
        soon = max(1, round(soon + trust * (reckoned - soon)))
    return soon


def turns_to_end(rules: Silverton, state: Table, weights: Weights) -> int:
    """Return the number of turns until the first seat is expected to reach the target."""
    return min([turns_to_target(rules, state, seat, weights) for seat in range(rules.players)])


def turns_to_target(rules: Silverton, state: Table, seat: int, weights: Weights) -> int:
    """Return the number of turns, this one included, until a seat is expected to reach the target: from the goods at its claims,
    their yields and its fares. Two deliveries a turn limit its sales."""
    atlas = rules.atlas
    lines = rules.lines(state, seat)
    stock, rate, piles = 0.0, 0.0, 0
    prices = [-1] * len(GOODS)
    for claim, place in enumerate(state.claim_at):
        if place == seat:
            good = atlas.claim_good[claim]
            price = prices[good]
            if price < 0:
                price = 0
                for city, marker in rules.outlets[good]:
                    if lines.at_home(city):
                        price = max(price, rules.price(state, marker))
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
            rate += weights.income_growth
            if cash >= rules.target:
                return turn
    return LONGEST


def output(rules: Silverton, claim: int, worked: bool, turns: int) -> tuple[float, float]:
    """Return the expected units and the operating cost in dollars of ``n`` operations of a claim."""
    key = (claim * FAR + turns) * 2 + worked
    known = rules.output_memo.get(key)
    if known is None:
        known = rules.output_memo[key] = _output(rules, claim, worked, turns)
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
