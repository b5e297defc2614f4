"""Which track Age of Steam's bots lay: the first tile of the best plan, a direct link, or a New City first (AOS-8, AOS-9)."""

from __future__ import annotations

from typing import Any, Final

from boxcars.core.judge import FAINT
from boxcars.games.age_of_steam.build_track import END
from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.mind.appraisal import Appraiser
from boxcars.games.age_of_steam.mind.prospects import own_edges, potential
from boxcars.games.age_of_steam.table import Table
from boxcars.games.age_of_steam.words import BuyDirectLink, Urbanize
from boxcars.rail.words import EndBuild, LayTrack

BAD: Final = -50.0
"""What nobody thinks of doing."""


class Building(Appraiser):
    """The part of the judgement that is about a build turn."""

    def hushed(self, table: Table, seat: int, weights: list[float]) -> list[float]:
        """The same order with smaller steps where income counts for more than ``loud``: else nothing is near enough to the best
        to be compared with it. What is out of the question stays so."""
        worth = self.income_value(table, seat)
        if worth <= self.taste.loud:
            return weights
        part = self.taste.loud / worth
        return [weight * part if weight > BAD else weight for weight in weights]

    def build(self, table: Table, seat: int) -> Any:
        """What ``weigh_building`` and ``pick`` choose from everything that is legal, by asking only whether the best may be done:
        in Germany it takes long to say of every tile whether its link can be finished. None: nothing that it thinks of."""
        rules = self.game
        purse = self.building_purse(table, seat)
        begun = self.begun(table, seat, purse)
        wanted: list[tuple[float, Any]] = [(begun[tile], rules.board.lay[tile[0]][tile[1]]) for tile in sorted(begun)]
        wanted += [(self.weigh_link(table, seat, link, purse), BuyDirectLink(link)) for link in rules.board.direct]
        wanted.append((0.0, END))
        weights = self.hushed(table, seat, [weight for weight, _ in wanted])
        order = sorted(range(len(wanted)), key=weights.__getitem__, reverse=True)
        near = FAINT * self.stir if self.luck is not None else 0.0
        least = BAD
        may: list[int] = []
        for n in order:
            if weights[n] < least or weights[n] <= BAD:
                break
            if rules.refuse(table, seat, wanted[n][1]) is None:
                least = weights[n] - near if not may else least
                may.append(n)
        may.sort()
        return wanted[may[self.pick([weights[n] for n in may])]][1] if may else None

    def building_purse(self, table: Table, seat: int) -> int:
        """What may be spent on track, with what the moves of this turn will bring."""
        kept = self.upkeep(table, seat) + int(self.taste.safety)
        return min(self.game.purse(table, seat), table.cash[seat] - kept + self.hoped(table, seat))

    def begun(self, table: Table, seat: int, purse: int) -> dict[tuple[int, int], float]:
        """The tiles that the best plans begin with, as (hex, form), each with the worth of the best of them."""
        plays = self.game.tiles_allowed(table, seat) - table.plays
        found: dict[tuple[int, int], float] = {}
        for value, plan in self.plans(table, seat, plays, max(purse, 0))[:12]:
            if value > found.get(plan.plays[0], BAD):
                found[plan.plays[0]] = value
        return found

    def weigh_link(self, table: Table, seat: int, link: str, purse: int) -> float:
        a, b, cost = self.game.board.direct[link]
        if cost > purse:
            return BAD
        goods, mine = self.goods(table), own_edges(table, seat)
        reach, moves = self.reach(table, seat), self.moves_left(table)
        gain = potential(goods, [*mine, (a, b, ())], reach, moves) - potential(goods, mine, reach, moves)
        return gain * self.income_value(table, seat) + 1.0 - cost * self.dollar(table)

    def weigh_building(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        rules = self.game
        weights = [BAD] * len(legal)
        place = {action: n for n, action in enumerate(legal)}
        end = place.get(EndBuild(), -1)
        if end >= 0:
            weights[end] = 0.0
        if isinstance(legal[0], Urbanize):
            return self.weigh_founding(table, seat, legal, weights)
        purse = self.building_purse(table, seat)
        for (hex, form), value in self.begun(table, seat, purse).items():
            n = place.get(rules.board.lay[hex][form], -1)
            if n >= 0:
                weights[n] = value
        for n, action in enumerate(legal):
            if isinstance(action, BuyDirectLink):
                weights[n] = self.weigh_link(table, seat, action.link, purse)
        if end < 0 and max(weights) <= BAD:
            # Germany: something must be finished; the cheapest way that closes it.
            for n, action in enumerate(legal):
                if isinstance(action, LayTrack):
                    weights[n] = -float(self.price(table, action)) - 3.0 * self.left_open(table, seat, action)
        return weights

    def price(self, table: Table, action: LayTrack) -> int:
        hex = self.game.board.grid.number[action.hex]
        return self.game.builder.cost(table.track, hex, TILES.form_of[TILES.number[action.tile]][action.rotation])

    def left_open(self, table: Table, seat: int, action: LayTrack) -> int:
        copy = table.clone()
        self.game.apply(copy, action)
        return len(copy.track.unfinished(seat))

    def weigh_founding(self, table: Table, seat: int, legal: list[Any], weights: list[float]) -> list[float]:
        purse = table.cash[seat] - self.upkeep(table, seat) + self.hoped(table, seat)
        best = self.founder.best(table, seat, 10, max(purse, 0))
        plans = self.plans(table, seat, 3, max(purse, 0))
        base = max(0.0, plans[0][0]) if plans else 0.0
        for i, action in enumerate(legal):
            if isinstance(action, Urbanize) and action in best:
                weights[i] = 0.1 + best[action][0] - 0.9 * base
            elif isinstance(action, LayTrack) and plans and base > 0:
                hex, form = plans[0][1].plays[0]
                if action == self.game.board.lay[hex][form]:
                    weights[i] = 0.05
        return weights
