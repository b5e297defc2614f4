"""The choice of track by Age of Steam's bots: the first tile of the best plan, a direct link, or a New City first (AOS-8,
AOS-9)."""

from __future__ import annotations

from typing import Any, Final

from boxcars.core.evaluator import NEGLIGIBLE
from boxcars.games.age_of_steam.actions import BuyDirectLink, Urbanize
from boxcars.games.age_of_steam.ai.link_earnings import delivery_income, own_links
from boxcars.games.age_of_steam.ai.valuation import Valuation
from boxcars.games.age_of_steam.build_track import END
from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.state import Table
from boxcars.rail.actions import EndBuild, LayTrack

OUT_OF_QUESTION: Final = -50.0
"""The logit of an action that no good player considers."""


class TrackChoice(Valuation):
    """The part of the evaluator that values a build turn."""

    def cap_income_steps(self, table: Table, seat: int, logits: list[float]) -> list[float]:
        """Keep the order of the logits but limit the steps between them to ``income_cap``, since otherwise nothing comes near
        enough to the best action to be compared with it. Actions that are ruled out stay ruled out."""
        worth = self.income_value(table, seat)
        if worth <= self.weights.income_cap:
            return logits
        part = self.weights.income_cap / worth
        return [logit * part if logit > OUT_OF_QUESTION else logit for logit in logits]

    def rollout_build(self, table: Table, seat: int) -> Any:
        """Return what ``score_builds`` and ``sample_index`` would choose, but ask only about the best action whether it is legal:
        in Germany it takes long to tell for every tile whether its link can be completed. None: no plan is worth building."""
        rules = self.game
        purse = self.building_purse(table, seat)
        begun = self.first_tiles(table, seat, purse)
        wanted: list[tuple[float, Any]] = [(begun[tile], rules.board.lay[tile[0]][tile[1]]) for tile in sorted(begun)]
        wanted += [(self.score_direct_link(table, seat, link, purse), BuyDirectLink(link)) for link in rules.board.direct]
        wanted.append((0.0, END))
        logits = self.cap_income_steps(table, seat, [logit for logit, _ in wanted])
        order = sorted(range(len(wanted)), key=logits.__getitem__, reverse=True)
        near = NEGLIGIBLE * self.rollout_temperature if self.rollout_rng is not None else 0.0
        least = OUT_OF_QUESTION
        may: list[int] = []
        for n in order:
            if logits[n] < least or logits[n] <= OUT_OF_QUESTION:
                break
            if rules.refuse(table, seat, wanted[n][1]) is None:
                least = logits[n] - near if not may else least
                may.append(n)
        may.sort()
        return wanted[may[self.sample_index([logits[n] for n in may])]][1] if may else None

    def building_purse(self, table: Table, seat: int) -> int:
        """Return the dollars that may be spent on track, counting the income from this turn's moves."""
        kept = self.upkeep(table, seat) + int(self.weights.cash_reserve)
        return min(self.game.purse(table, seat), table.cash[seat] - kept + self.expected_deliveries(table, seat))

    def first_tiles(self, table: Table, seat: int, purse: int) -> dict[tuple[int, int], float]:
        """Return the first tiles of the best plans as (hex, form), each with the value of its best plan."""
        plays = self.game.tiles_allowed(table, seat) - table.plays
        found: dict[tuple[int, int], float] = {}
        for value, plan in self.plans(table, seat, plays, max(purse, 0))[:12]:
            if value > found.get(plan.plays[0], OUT_OF_QUESTION):
                found[plan.plays[0]] = value
        return found

    def score_direct_link(self, table: Table, seat: int, link: str, purse: int) -> float:
        a, b, cost = self.game.board.direct[link]
        if cost > purse:
            return OUT_OF_QUESTION
        goods, mine = self.goods(table), own_links(table, seat)
        reach, moves = self.reach(table, seat), self.moves_left(table)
        gain = delivery_income(goods, [*mine, (a, b, ())], reach, moves) - delivery_income(goods, mine, reach, moves)
        return gain * self.income_value(table, seat) + 1.0 - cost * self.dollar(table)

    def score_builds(self, table: Table, seat: int, legal: list[Any]) -> list[float]:
        rules = self.game
        logits = [OUT_OF_QUESTION] * len(legal)
        place = {action: n for n, action in enumerate(legal)}
        end = place.get(EndBuild(), -1)
        if end >= 0:
            logits[end] = 0.0
        if isinstance(legal[0], Urbanize):
            return self.score_urbanization(table, seat, legal, logits)
        purse = self.building_purse(table, seat)
        for (hex, form), value in self.first_tiles(table, seat, purse).items():
            n = place.get(rules.board.lay[hex][form], -1)
            if n >= 0:
                logits[n] = value
        for n, action in enumerate(legal):
            if isinstance(action, BuyDirectLink):
                logits[n] = self.score_direct_link(table, seat, action.link, purse)
        if end < 0 and max(logits) <= OUT_OF_QUESTION:
            # Germany: something must be finished; the cheapest way that closes it.
            for n, action in enumerate(legal):
                if isinstance(action, LayTrack):
                    logits[n] = -float(self.price(table, action)) - 3.0 * self.count_open_ends(table, seat, action)
        return logits

    def price(self, table: Table, action: LayTrack) -> int:
        hex = self.game.board.grid.number[action.hex]
        return self.game.builder.cost(table.track, hex, TILES.form_of[TILES.number[action.tile]][action.rotation])

    def count_open_ends(self, table: Table, seat: int, action: LayTrack) -> int:
        copy = table.clone()
        self.game.apply(copy, action)
        return len(copy.track.unfinished(seat))

    def score_urbanization(self, table: Table, seat: int, legal: list[Any], logits: list[float]) -> list[float]:
        purse = table.cash[seat] - self.upkeep(table, seat) + self.expected_deliveries(table, seat)
        best = self.new_city_planner.best(table, seat, 10, max(purse, 0))
        plans = self.plans(table, seat, 3, max(purse, 0))
        base = max(0.0, plans[0][0]) if plans else 0.0
        for i, action in enumerate(legal):
            if isinstance(action, Urbanize) and action in best:
                logits[i] = 0.1 + best[action][0] - 0.9 * base
            elif isinstance(action, LayTrack) and plans and base > 0:
                hex, form = plans[0][1].plays[0]
                if action == self.game.board.lay[hex][form]:
                    logits[i] = 0.05
        return logits
