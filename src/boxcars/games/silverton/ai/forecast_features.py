"""Features that predict how much a seat of Silverton will still earn (fitted by benchmarks/fit_value.py)."""

from __future__ import annotations

from typing import Final

from boxcars.games.silverton.ai import price_forecast
from boxcars.games.silverton.ai.remaining_turns import output
from boxcars.games.silverton.ai.town_connections import FAR
from boxcars.games.silverton.ai.valuation import SeatValuation
from boxcars.games.silverton.map import COAL, LUMBER
from boxcars.games.silverton.state import DEAD, IN_DECK, JAILED, OPEN, VISIBLE

HUNDRED: Final = 100.0
NEAR: Final = 2
"""A town counts as nearly reached if this many segments or fewer are missing."""
SERVED: Final = 4
"""Number of claims that two deliveries a turn can serve."""


def forecast_features(view: SeatValuation) -> list[float]:
    """Return the features of a seat, in hundreds of dollars or as counts."""
    atlas, state, seat = view.rules.atlas, view.state, view.seat
    live, rate, stock, wait = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
    """(live, rate, stock, wait) for metals, then for goods sold by the load (lumber and coal)."""
    holding, sources = 0.0, 0
    far_claims, far_holding, far_stock = 0, 0.0, 0.0
    open_claims: list[float] = []
    near = 0
    for claim, place in enumerate(state.claim_at):
        town = atlas.claim_town[claim]
        if place == seat:
            good = atlas.claim_good[claim]
            kind = int(good in (LUMBER, COAL))
            price, best, limit = market(view, good)
            if not view.lines.at_home(town):
                far_claims += not state.depleted[claim]
                far_holding += view.claim_value(claim)
                far_stock += state.goods[claim] * price
                continue
            sources += 1
            units = min(limit, state.goods[claim])
            stock[kind] += units * price
            wait[kind] += units * (best - price)
            if not state.depleted[claim]:
                mined, cost = output(view.rules, claim, True, 1)
                live[kind] += 1
                rate[kind] += mined * best - cost
                holding += view.claim_value(claim)
        elif place in (OPEN, IN_DECK) and view.segments_to(town) <= NEAR:
            near += 1
            if place == OPEN:
                open_claims.append(max(0.0, view.purchase_gain(claim)))
    fares = sum(atlas.card_income[card] for card, place in enumerate(state.card_at) if place == seat)
    cards = sorted(max(0.0, view.card_gain(card)) for card, place in enumerate(state.card_at) if place == VISIBLE)
    open_claims.sort()
    held = sum(piece.status in (JAILED, DEAD) for piece in state.players[seat].pieces)
    money = [*rate, *stock, *wait, holding, far_holding, far_stock, float(fares), float(view.track_cost_owed())]
    money += [sum(open_claims[-2:]), sum(cards[-2:])]
    counts = [*live, max(0, sources - SERVED), far_claims, len(state.players[seat].track), near, held]
    return [dollars / HUNDRED for dollars in money] + [float(count) for count in counts]


def market(view: SeatValuation, good: int) -> tuple[float, float, int]:
    """Return the best market of the network for a good: its price, its expected price in the next turns, and how many units it
    takes."""
    found = (0.0, 0.0, 0)
    for city, marker in view.rules.outlets[good]:
        if view.lines.at_home(city):
            printed = view.rules.atlas.markers[marker]
            box = view.state.price[marker]
            price = float(printed.ladder[box])
            if price > found[0]:
                best = price_forecast.best(view.rules, marker, box, view.state.turn, max(0, view.rest - 1), view.flow(marker))
                found = (price, best, printed.limit or FAR)
    return found
