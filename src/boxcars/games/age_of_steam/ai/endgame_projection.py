"""For the bots, in games for two: the projected final points of a seat that goes on as it has begun.

Without chance and with few cubes that others can take from a seat's own track, the rest of the game can be computed turn by turn:
two moves, a raise of the locomotive where it pays off, one more link each turn, shares when money is short, income reduction.
"""

from __future__ import annotations

from typing import Final

from boxcars.games.age_of_steam.ai.link_earnings import Edge
from boxcars.games.age_of_steam.ai.weights import Weights
from boxcars.games.age_of_steam.components import COLOURS, MAX_LOCOMOTIVE, MAX_SHARES
from boxcars.games.age_of_steam.income_and_expenses import reduction
from boxcars.games.age_of_steam.scoring import PER_INCOME, PER_SHARE

KINDS: Final = len(COLOURS)
BROKE: Final = -60.0
"""Points of a seat that is out of the game."""
SHARE_NOW: Final = 4
"""Dollars that a share brings in the turn it is issued: five, less the first expense."""
NEVER: Final = -1
NEW: Final = -2
"""Placeholder for a cube: none lies there, or track still to be built will reach one."""


class DeliveryWays:
    """The ways of cubes on the hexes of links: for each cube the possible lengths as a bit mask, and the longest of all."""

    def __init__(self, edges: list[Edge], cubes: list[tuple[int, ...]], accepts: list[int]) -> None:
        self.accepts = accepts
        self.longest = 0
        self.first = 0
        """The link on which the cube lies: it may not be used again (AOS-19.7)."""
        self.lengths: list[int] = []
        """The lengths for each colour, for the current link."""
        self.around: dict[int, list[tuple[int, int]]] = {}
        """Stop -> the links from there, and the stops that they lead to."""
        for i, (a, b, _) in enumerate(edges):
            self.around.setdefault(a, []).append((i, b))
            self.around.setdefault(b, []).append((i, a))
        found: dict[int, int] = {}
        for i, (a, b, hexes) in enumerate(edges):
            wanted = 0
            for hex in hexes:
                for colour in cubes[hex]:
                    wanted |= 1 << colour
            self.first, self.lengths = i, [0] * KINDS
            self._go(a, wanted, 1, (a,))
            self._go(b, wanted, 1, (b,))
            for hex in hexes:
                for n, colour in enumerate(cubes[hex]):
                    if self.lengths[colour]:
                        found[8 * hex + n] = found.get(8 * hex + n, 0) | self.lengths[colour]
        self.cubes = list(found.values())

    def _go(self, stop: int, wanted: int, length: int, seen: tuple[int, ...]) -> None:
        """Follow cubes of the wanted colours that arrive at a stop over ``length`` links."""
        self.longest = max(self.longest, length)
        taken = self.accepts[stop] & wanted
        if taken:
            for colour in range(KINDS):
                if taken >> colour & 1:
                    self.lengths[colour] |= 1 << length
        if length < MAX_LOCOMOTIVE:
            for i, beyond in self.around[stop]:
                if i != self.first and beyond not in seen:
                    self._go(beyond, wanted & ~taken, length + 1, (*seen, beyond))


class Means:
    """What a seat has in one turn of the projection, and how many moves it has left."""

    def __init__(
        self, turn: int, cash: int, shares: int, income: int, locomotive: int, moves: int = 2, raised: bool = False
    ) -> None:
        self.turn = turn
        self.cash = cash
        self.shares = shares
        self.income = income
        self.locomotive = locomotive
        self.moves = moves
        self.raised = raised
        self.track_is_built = True
        """Whether the track of this turn is built or about to be built."""

    def copy(self) -> Means:
        new = Means(self.turn, self.cash, self.shares, self.income, self.locomotive, self.moves, self.raised)
        new.track_is_built = self.track_is_built
        return new

    def less(self, price: int) -> Means:
        new = self.copy()
        new.cash -= price
        return new

    def issued(self, shares: int) -> Means:
        """Return these means after issuing ``shares`` more shares."""
        new = self.copy()
        new.cash += 5 * shares
        new.shares += shares
        return new

    def faster(self) -> Means:
        new = self.copy()
        new.locomotive = min(MAX_LOCOMOTIVE, self.locomotive + 1)
        return new


class EndgameProjection:
    def __init__(self, turns: int, weights: Weights) -> None:
        self.turns = turns
        self.weights = weights

    def points(self, lines: DeliveryWays, means: Means) -> float:
        """Return the final points for income and shares, with as many raises of the locomotive as pay off."""
        return max([self.project(lines, means, raises) for raises in range(MAX_LOCOMOTIVE - means.locomotive + 1)])

    def project(self, lines: DeliveryWays, means: Means, raises: int) -> float:
        """Return the final points for income and shares with exactly this many raises, one a turn from now on."""
        cubes, t = lines.cubes.copy(), self.weights
        cash, shares, income, level = means.cash, means.shares, means.income, means.locomotive
        moves, raised = means.moves, means.raised
        last = level + raises
        longest, new = float(lines.longest), 0.0
        for turn in range(means.turn, self.turns + 1):
            price = 0
            ahead = turn > means.turn or not means.track_is_built
            if ahead:
                moves, raised = 2, False
                if shares < MAX_SHARES:
                    price = int(t.projected_link_price)
                    longest += t.projected_link_length
                    new += t.projected_link_goods
            for _ in range(moves):
                if level < last and not raised:
                    level += 1
                    raised = True
                    continue
                best, place, gain = 0.0, NEVER, 0
                for i, lengths in enumerate(cubes):
                    now = (lengths & (2 << level) - 1).bit_length() - 1
                    if now > 0:
                        worth = now - t.longer_later_share * float((lengths & (2 << last) - 1).bit_length() - 1 - now)
                        if worth > best:
                            best, place, gain = worth, i, now
                if new >= 1.0:
                    now = min(level, int(longest))
                    if now - t.longer_later_share * float(min(last, int(longest)) - now) > best:
                        place, gain = NEW, now
                if place == NEW:
                    new -= 1.0
                elif place != NEVER:
                    cubes[place] = 0
                income += gain
            cash += income - shares - level - price
            if cash < 0 and ahead:
                more = min(MAX_SHARES - shares, (SHARE_NOW - 1 - cash) // SHARE_NOW)
                shares += more
                cash += SHARE_NOW * more
                if cash < 0 and price:
                    # Then nothing can be built.
                    cash += price
                    longest -= t.projected_link_length
                    new -= t.projected_link_goods
            if cash < 0:
                income += cash
                cash = 0
                if income < 0:
                    return BROKE + PER_INCOME * income
            income -= reduction(income)
        return PER_INCOME * income + PER_SHARE * shares + t.projected_end_dollar * cash
