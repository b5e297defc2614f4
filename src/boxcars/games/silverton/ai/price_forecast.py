"""What prices may do: the worth of goods that are kept for a better turn (SIL-16).

A marker nobody sells at rises, the later in the game the faster; a sale presses it once, and hardly more for ten units than for
six. So goods are worth what the best moment of the turns to come should bring: sold now or kept, whichever is more, over all
dice. But rivals sell there, too: what they have and mine is thought to flow to the markets meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.games.silverton.prices import boxes, simple_boxes

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

NEXT_TURN_DISCOUNT: Final = 0.95
"""What a dollar of the next turn is worth in this one."""
MAX_TURNS_AHEAD: Final = 6
"""Turns over which prices are thought ahead."""
MANY: Final = 1000
"""More than there are of anything: all that a price depends on makes one number, which is looked up faster than a tuple."""
ONE: Final = [(roll, 1 / 6) for roll in range(1, 7)]
TWO: Final = [(roll, (6 - abs(roll - 7)) / 36) for roll in range(2, 13)]


def best(rules: Silverton, marker: int, box: int, turn: int, turns: int, flow: int) -> float:
    """What a unit should bring that may be sold now or in so many later turns, where others sell ``flow`` units a turn."""
    now = float(rules.atlas.markers[marker].ladder[box])
    if turns <= 0:
        return now
    return max(now, NEXT_TURN_DISCOUNT * later(rules, marker, box, turn, turns, flow, flow))


def later(rules: Silverton, marker: int, box: int, turn: int, turns: int, flow: int, sold: int) -> float:
    """What a unit should bring that is kept this turn, in which ``sold`` others are sold, and sold in one of ``turns`` more."""
    turn, turns = min(turn, len(rules.atlas.idn)), min(turns, MAX_TURNS_AHEAD)
    key = ((((marker * MANY + box) * MANY + turn) * MANY + turns) * MANY + flow) * MANY + sold
    known = rules.price_memo.get(key)
    if known is None:
        known = rules.price_memo[key] = _later(rules, marker, box, turn, turns, flow, sold)
    return known


def _later(rules: Silverton, marker: int, box: int, turn: int, turns: int, flow: int, sold: int) -> float:
    printed = rules.atlas.markers[marker]
    demand = rules.atlas.idn[turn - 1]
    if rules.simplified:
        moves = [(simple_boxes(printed, sold, demand), 1.0)]
    else:
        counted = (sold + 1) // 2 if printed.halves else sold
        counted -= demand if printed.idn else 0
        moves = [(boxes(printed, roll + counted), chance) for roll, chance in (TWO if printed.dice == 2 else ONE)]
    return sum(
        chance * best(rules, marker, min(max(box + move, printed.low), printed.high), turn + 1, turns - 1, flow)
        for move, chance in moves
    )
