"""Answers to puzzles about Silverton, computed over all dice or from the rules' own lists."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from boxcars.games.silverton.passengers import owners_length
from boxcars.games.silverton.prices import boxes, idn, total
from boxcars.games.silverton.rules import Silverton
from boxcars.games.silverton.state import Table

DIE = range(1, 7)
TWO_DICE = [a + b for a, b in product(DIE, DIE)]
MOST_DAYS = 24


def best_price(rules: Silverton, state: Table, good: int) -> int:
    """Return the price of a unit of a good today in the city that pays most."""
    return max(rules.price(state, number) for number in rules.in_play if rules.atlas.markers[number].good == good)


def soonest(rules: Silverton, state: Table, seat: int) -> list[str]:
    """Return the open claim that earns back its price in the fewest days on average: the first day yields die + 6, later days two
    dice, and every roll may exhaust it (SIL-6.5, 6.6)."""
    days = {claim: payback(rules, state, claim) for claim in state.row}
    return [f"card:{rules.atlas.claims[claim]}" for claim in state.row if days[claim] == min(days.values())]


def payback(rules: Silverton, state: Table, claim: int) -> float:
    atlas = rules.atlas
    price, limit = best_price(rules, state, atlas.claim_good[claim]), atlas.depletion[claim]
    alive, earned = 1.0, 0.0
    for day in range(1, MOST_DAYS + 1):
        rolls = [6 + die for die in DIE] if day == 1 else TWO_DICE
        good = [roll for roll in rolls if roll > limit]
        gain = alive * (sum(atlas.yields[claim][roll] for roll in good) * price / len(rolls) - atlas.operating[claim])
        if gain > 0 and earned + gain >= atlas.claim_cost[claim]:
            return day - 1 + (atlas.claim_cost[claim] - earned) / gain
        earned += gain
        alive *= len(good) / len(rolls)
    return float(MOST_DAYS)


def closing_segments(rules: Silverton, state: Table, seat: int, card: str, winter: bool = False) -> list[str]:
    """Return the vacant segments each of which alone completes a route of a passenger card for the seat (``winter``: of an open
    card)."""
    atlas, player = rules.atlas, state.players[seat]
    a, b = atlas.card_ends[atlas.card_no[card]]
    shut = tuple(i for i, white in enumerate(atlas.white) if white) if winter else ()
    homes = rules.homes[player.position]
    vacant = [i for i, owner in enumerate(state.owner) if owner < 0 and i not in shut]
    return [
        f"segment:{atlas.segments[i]}"
        for i in vacant
        if rules.lines_of(homes, tuple(sorted((*player.track, i)))).open(a, b, shut)
    ]


def theft_chance(rules: Silverton, state: Table, seat: int, card: str) -> int:
    """Return the percentage of thefts of a card that succeed: two dice each, plus the difference in route length (SIL-12.14)."""
    atlas, number = rules.atlas, rules.atlas.card_no[card]
    a, b = atlas.card_ends[number]
    ahead = owners_length(rules, state, number) - rules.lines(state, seat).length(a, b)
    wins = sum(mine + ahead > theirs for mine, theirs in product(TWO_DICE, TWO_DICE))
    return round(100 * wins / len(TWO_DICE) ** 2)


def sell_or_keep(rules: Silverton, state: Table, seat: int, marker: str, units: int, offer: int) -> list[str]:
    """Return whether an offer for goods is better than the expected price of the next turn (SIL-16.2)."""
    number = rules.atlas.marker_no[marker]
    ladder = rules.atlas.markers[number]
    moved = [state.price[number] + boxes(ladder, total(ladder, [roll], 0, idn(rules, state))) for roll in TWO_DICE]
    mean = sum(ladder.ladder[min(max(box, ladder.low), ladder.high)] for box in moved) / len(moved)
    return ["option:keep" if units * mean > offer else "option:sell"]


def selections(rules: Silverton, state: Table, seat: int) -> list[str]:
    """Return the pieces that can be selected, as puzzle answers (SIL-18.3)."""
    return [f"option:{action.path()[0].partition(':')[2]}" for action in rules.legal(state)]


ANSWERS: dict[str, Callable[..., Any]] = {
    "soonest": soonest,
    "closing_segments": closing_segments,
    "theft_chance": theft_chance,
    "sell_or_keep": sell_or_keep,
    "selections": selections,
}
