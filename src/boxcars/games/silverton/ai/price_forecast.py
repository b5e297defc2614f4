"""Price forecast: the value of goods that are kept for a later turn (SIL-16).

The price of a good that nobody sells rises, faster late in the game. A sale lowers it once, by little more for ten units than for
six. So a unit is worth its expected price in the best of the coming turns, over all dice. Rivals are assumed to sell their stock
at a steady rate meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.games.silverton.prices import boxes, simple_boxes

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

NEXT_TURN_DISCOUNT: Final = 0.95
"""The value now of a dollar earned one turn later."""
MAX_TURNS_AHEAD: Final = 6
"""Maximum number of turns that a forecast looks ahead."""
MANY: Final = 1000
"""Base for packing the arguments of a forecast into one integer key, which is looked up faster than a tuple. Greater than each of
them."""
ONE: Final = [(roll, 1 / 6) for roll in range(1, 7)]
TWO: Final = [(roll, (6 - abs(roll - 7)) / 36) for roll in range(2, 13)]


def best(rules: Silverton, marker: int, box: int, turn: int, turns: int, flow: int) -> float:
    """Return the expected price of a unit that may be sold now or in any of ``turns`` later turns, while rivals sell ``flow``
    units a turn."""
    now = float(rules.atlas.markers[marker].ladder[box])
    if turns <= 0:
        return now
    return max(now, NEXT_TURN_DISCOUNT * later(rules, marker, box, turn, turns, flow, flow))


def later(rules: Silverton, marker: int, box: int, turn: int, turns: int, flow: int, sold: int) -> float:
    """Return the expected price of a unit that is kept this turn, in which ``sold`` units are sold, and sold within ``turns``
    more turns."""
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
