"""Phase V: price changes (SIL-16, option SIL-20.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import Chapter
from boxcars.core.types import Event
from boxcars.games.silverton.events import PriceChanged
from boxcars.games.silverton.map import LUMBER, SILVER, Marker
from boxcars.games.silverton.state import Table
from boxcars.games.silverton.steps import ChangePrices

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


def idn(rules: Silverton, state: Table) -> int:
    """Return the increased demand number of the turn being finished (SIL-16.3)."""
    return rules.atlas.idn[min(state.turn, len(rules.atlas.idn)) - 1]


def boxes(marker: Marker, total: int) -> int:
    """Return how far a marker moves for a total (SIL-16.4)."""
    for most, move in marker.table:
        if total <= most:
            return move
    return marker.table[-1][1]


def total(marker: Marker, dice: list[int], sold: int, demand: int) -> int:
    """SIL-16.2: dice + units sold (half of them in Denver and Salt Lake City for coal, rounded up) - IDN."""
    counted = (sold + 1) // 2 if marker.halves else sold
    return sum(dice) + counted - (demand if marker.idn else 0)


def simple_boxes(marker: Marker, sold: int, demand: int) -> int:
    """SIL-20.11: moves without dice."""
    if marker.good == SILVER:
        return -((sold + 1) // 2) if sold else demand
    if sold == 0:
        return 1
    return -2 if marker.good == LUMBER else -1


class ChangePricesChapter(Chapter[Table]):
    def run(self, rules: Silverton, state: Table, step: ChangePrices, events: list[Event]) -> None:
        state.phase = 5
        state.active = -1
        state.part = 0
        demand = idn(rules, state)
        chance = state.chance
        for number in rules.in_play:
            marker = rules.atlas.markers[number]
            sold = state.sold[number]
            dice: list[int] = []
            if rules.simplified:
                move = simple_boxes(marker, sold, demand)
            else:
                dice = [chance.die("dice:price") for _ in range(marker.dice)]
                move = boxes(marker, total(marker, dice, sold, demand))
            old = state.price[number]
            new = min(max(old + move, marker.low), marker.high)
            state.price[number] = new
            events.append(PriceChanged(marker.id, dice, sold, marker.ladder[old], marker.ladder[new], demand, old, new))
        state.sold = [0] * len(state.sold)
        for player in state.players:
            player.sold = [0] * len(player.sold)
