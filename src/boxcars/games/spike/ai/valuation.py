"""The value in dollars of time, networks, trains and cards in Spike; the evaluator (``evaluator.py``) scores actions by it.

``network_value`` is what a network can still earn: for every open contract the best way to connect a source with a destination,
and the route card, each less the cost of its segments and discounted by the turns left. ``train_value`` is what the train can
earn from where it stands on existing track.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.evaluator import Evaluator
from boxcars.games.spike.ai.weights import Weights
from boxcars.games.spike.cargo import contract_for
from boxcars.games.spike.lines import LONGEST, Proposals
from boxcars.games.spike.map import FREIGHT, LOCOMOTIVE
from boxcars.games.spike.movement import Spot
from boxcars.games.spike.state import Player, Table

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

FAR: Final = 99


class BuildGains:
    """What a seat can gain by building, in one position."""

    def __init__(self, gains: list[float], turns: float, far: list[int]) -> None:
        self.city_gains = gains
        """The gain of connecting each new city, in dollars."""
        self.turns = turns
        """Number of turns left."""
        self.far = far
        """Number of segments from each point to the network."""
        self.now = 0.0
        """The value of the best line that the hand can pay for."""
        self.colours: dict[int, float] = {}
        """For each colour how much one more card of it improves the best line."""


class Valuation(Evaluator[Table]):
    def __init__(self, rules: Spike) -> None:
        super().__init__(rules)
        self.game = rules
        self.weights = Weights()
        chart = rules.chart
        self.chart = chart
        self.far = [self._distances(point) for point in chart.city_point]
        """Number of segments from every city to every point of the empty board."""
        self.trips = [self._trips(side) for side in range(len(chart.sides))]
        """For every contract side: (destination, value, source, segments between them)."""
        self.sources: list[list[int]] = [[c for c, g in enumerate(chart.offers) if g == good] for good in range(len(chart.goods))]

    def _distances(self, start: int) -> list[int]:
        far = [FAR] * len(self.chart.points)
        far[start] = 0
        front = [start]
        for point in front:
            for q, _, _ in self.chart.near[point]:
                if far[q] == FAR:
                    far[q] = far[point] + 1
                    front.append(q)
        return far

    def _trips(self, side: int) -> list[tuple[int, int, int, int]]:
        chart = self.chart
        good = chart.card_goods[side // 2]
        sources = [c for c, g in enumerate(chart.offers) if g == good]
        pays = chart.pays[side].items()
        return [(city, value, s, self.far[s][chart.city_point[city]]) for city, value in pays for s in sources]

    # -- time ----------------------------------------------------------------------------------------------------------

    def turns_left(self, state: Table) -> float:
        """Return the number of turns each seat has left: from this deck and the decks of later rounds, at the usual pace."""
        rail = sum(state.deck[:-1])
        everything = sum(self._all_cards(state))
        later = max(4.0, 0.72 * everything - 6.0)
        cards = rail + (3 - state.round) * later
        if state.round == 3:
            # The last time card lies deep in the lower half.
            cards = state.safe + self.weights.last_time_card_depth * (rail - state.safe)
        else:
            cards -= 0.12 * later
        turns = cards / self.weights.cards_per_turn / self.game.players
        if state.last_turns >= 0:
            turns = 1.0
        return max(1.5, turns)

    def _all_cards(self, state: Table) -> list[int]:
        out = [d + r for d, r in zip(state.deck, state.discard, strict=False)]
        for c in state.row:
            out[c] += 1
        for p in state.players:
            for c, n in enumerate(p.hand):
                out[c] += n
        return out

    def in_time(self, needed: float, turns: float) -> float:
        """Return the probability that something that takes ``turns`` turns is done before the game ends."""
        return min(1.0, max(0.0, self.weights.time_safety - needed / turns))

    # -- what a network may become ---------------------------------------------------------------------------------------

    def reach(self, points: list[int]) -> list[int]:
        """Return the number of segments from a network to every city."""
        return [min([far[p] for p in points]) for far in self.far]

    def network_value(self, player: Player, reach: list[int], turns: float, tracks: int, route: int) -> float:
        """Return what the open contracts and the route card may still earn on a network with these distances to the cities."""
        worths = [self.contract_value(player, side, reach, turns, tracks) for side in player.contracts]
        worths.sort(reverse=True)
        total, weight = 0.0, 1.0
        for worth in worths:
            total += weight * worth
            weight *= self.weights.next_contract_decay
        if route >= 0:
            total += self.weights.route_card_share * self.route_card_value(route, reach, turns, tracks)
        return total

    def contract_value(self, player: Player, side: int, reach: list[int], turns: float, tracks: int) -> float:
        """Return the value of the best source and destination of a contract, less the cost of its track, discounted by the turns
        left."""
        best = 0.0
        t, markers = self.weights, player.markers
        action, segment, time_segment, time_way = t.action_cost, t.segment_cost, t.turns_per_segment, t.turns_per_way_segment
        if self.chart.card_goods[side // 2] in player.cargo:
            for city, value in self.chart.pays[side].items():
                if city not in player.markers:
                    best = max(best, self._contract_value_by_way(value, reach[city], reach[city], turns, tracks))
            return best
        for city, value, source, apart in self.trips[side]:
            if value - action <= best or city in markers:
                continue
            a, b = reach[source], reach[city]
            low, high = (a, b) if a < b else (b, a)
            segments = low + (high if high < apart else apart)
            needed = time_segment * segments + time_way * apart + 2.0
            if segments > tracks or needed >= turns:
                continue
            part = t.plan_safety * (1.0 - needed / turns)
            worth = (value * part if part < 1.0 else value) - segment * segments - action
            if worth > best:
                best = worth
        return best

    def _contract_value_by_way(self, value: int, segments: int, way: int, turns: float, tracks: int) -> float:
        if segments > tracks:
            return 0.0
        t = self.weights
        needed = t.turns_per_segment * segments + t.turns_per_way_segment * way + 2.0
        if needed >= turns:
            return 0.0
        return max(0.0, value * min(1.0, t.plan_safety * (1.0 - needed / turns)) - t.segment_cost * segments - t.action_cost)

    def route_card_value(self, route: int, reach: list[int], turns: float, tracks: int) -> float:
        """Return the value of the route card: the start, then the end cities from the nearest on, as long as they pay."""
        chart = self.chart
        start = chart.route_start[route]
        segments = reach[start]
        left = dict(chart.route_ends[route])
        joined = [start]
        best, top, count = 0.0, 0, 0
        while left:
            near = {c: min(reach[c], min([self.far[c][chart.city_point[j]] for j in joined])) for c in left}
            city = min(left, key=lambda c: (near[c] - self.weights.route_detour * left[c], c))
            segments += near[city]
            top = max(top, left.pop(city))
            count += 1
            joined.append(city)
            if segments <= tracks and segments < turns:
                points = top + count - 1
                best = max(
                    best,
                    points * min(1.0, self.weights.plan_safety * (1.0 - segments / turns)) - self.weights.segment_cost * segments,
                )
        return best

    # -- what the train can earn -------------------------------------------------------------------------------------------

    def tree(self, player: Player, start: int, without: int) -> dict[int, int]:
        """Return the number of segments from a point to every point of the own network, except over one segment."""
        mine = set(player.tracks)
        far = {start: 0}
        front = [start]
        for point in front:
            for q, s, _ in self.chart.near[point]:
                if q not in far and s != without and s in mine:
                    far[q] = far[point] + 1
                    front.append(q)
        return far

    def train_value(self, player: Player, spot: Spot, cargo: list[int], turns: float) -> float:
        """Return what the train may earn from a place."""
        drops, load = self.train_jobs(player, spot, cargo, turns)
        return drops + load

    def train_jobs(self, player: Player, spot: Spot, cargo: list[int], turns: float) -> tuple[float, float]:
        """Return what the loads of the train, and the best further load, may earn from a place."""
        chart = self.chart
        segment, point = spot
        speed = chart.levels[LOCOMOTIVE][player.levels[LOCOMOTIVE]]
        delay = self.delay(player, turns)
        waiting = self.weights.action_cost + delay if segment < 0 else 0.0
        ahead = self.tree(player, point, segment)
        times: dict[int, float] = {}
        for city in player.cities:
            spaces = ahead.get(chart.city_point[city], -1)
            if spaces >= 0:
                times[city] = (spaces + 1) / speed
        if segment >= 0:
            # What lies behind: stop in the nearest city ahead and come back.
            turn = min(times, key=lambda c: times[c])
            whole = self.tree(player, chart.city_point[turn], -1)
            for city in player.cities:
                if city not in times:
                    times[city] = times[turn] + (whole[chart.city_point[city]] + 1) / speed + 1.2
        here = chart.city_at[point] if segment < 0 else -1
        drops, load = 0.0, 0.0
        for good in cargo:
            drops += max(0.0, self.best_drop(player, good, times, delay, turns, here) - waiting)
        if len(cargo) < chart.levels[FREIGHT][player.levels[FREIGHT]]:
            load = self.best_load(player, cargo, times, speed, delay, turns, here, waiting)
        return drops, load

    def delay(self, player: Player, turns: float) -> float:
        """Return the value of a turn of the train, by the contracts that it still has to serve."""
        return min(1.0, self.weights.turn_cost + self.weights.contract_time_cost * len(player.contracts) / (turns + 6.0))

    def best_drop(self, player: Player, good: int, times: dict[int, float], delay: float, turns: float, here: int) -> float:
        best = 0.0
        for city, value in self.chart.pays[contract_for(self.game, player, good)].items():
            if city in times and city not in player.markers and city != here:
                best = max(best, value * self.in_time(times[city], turns) - delay * times[city])
        return best

    def best_load(
        self,
        player: Player,
        cargo: list[int],
        times: dict[int, float],
        speed: int,
        delay: float,
        turns: float,
        here: int,
        waiting: float,
    ) -> float:
        """Return the best contract that existing track serves: go to a source, load, go to a destination."""
        chart = self.chart
        best = 0.0
        for side in player.contracts:
            good = chart.card_goods[side // 2]
            if good in cargo:
                continue
            for source in self.sources[good]:
                if source not in times:
                    continue
                to_source = 0.0 if source == here else times[source]
                starts = waiting if source == here else waiting + self.weights.action_cost + delay
                tree: dict[int, int] = {}
                for city, value in chart.pays[side].items():
                    if city not in times or city in player.markers:
                        continue
                    tree = tree or self.tree(player, chart.city_point[source], -1)
                    time = to_source + (tree[chart.city_point[city]] + 1) / speed
                    best = max(best, value * self.in_time(time + 1.0, turns) - delay * time - starts)
        return best

    # -- hands -----------------------------------------------------------------------------------------------------------

    def card_value(self, cards: int, turns: float) -> float:
        """Return the value of one more card to a hand of ``size`` cards."""
        t = self.weights
        value = t.card_small_hand if cards < 5 else t.card_medium_hand if cards < 9 else t.card_large_hand
        return value * min(1.0, turns / t.card_fade_turns)

    def market_money(self, state: Table, city: int) -> int:
        """Return the money that connecting a city pays now."""
        good = self.chart.offers[city]
        for column in state.market:
            if good in column:
                return self.chart.rows[column.index(good)]
        return 0

    def city_gains(self, state: Table, seat: int) -> list[float]:
        """Return for every new city its market money plus what it adds to the network and to the train."""
        chart, player = self.chart, state.players[seat]
        turns = self.turns_left(state)
        reach = self.reach(player.points)
        tracks = player.tracks_left
        before = self.network_value(player, reach, turns, tracks, player.route)
        earning = self.train_value(player, (player.segment, player.point), player.cargo, turns)
        out = [0.0] * len(chart.cities)
        for city, far in enumerate(self.far):
            if city in player.cities or reach[city] > LONGEST:
                continue
            money = self.market_money(state, city)
            nearer = [min(r, far[p]) for r, p in zip(reach, chart.city_point, strict=True)]
            after = self.network_value(player, nearer, turns, max(0, tracks - reach[city]), player.route)
            out[city] = self.weights.market_share * money + after - before + self._served(player, city, turns, earning)
        return out

    def _served(self, player: Player, city: int, turns: float, earning: float) -> float:
        """Return the value of a source and a destination that a new city connects, which give the train something to do now."""
        if earning > 0.0:
            return 0.0
        chart = self.chart
        best = 0.0
        for side in player.contracts:
            good = chart.card_goods[side // 2]
            ready = good in player.cargo or any(source in player.cities for source in self.sources[good])
            if ready and city in chart.pays[side] and city not in player.markers:
                best = max(best, float(chart.pays[side][city]))
            if chart.offers[city] == good:
                for end, value in chart.pays[side].items():
                    if end in player.cities and end not in player.markers:
                        best = max(best, float(value))
        return self.weights.served_contract_share * best if turns > 6.0 else 0.0

    def best_build(self, state: Table, seat: int, build_gains: BuildGains, best: float = 0.0) -> float:
        """Return the best line that the hand can pay for, less the value of its cards, if it is better than ``best``."""
        gains, turns = build_gains.city_gains, build_gains.turns
        lines = Proposals(self.game, state, seat, build_gains.far)
        found = []
        for city, point in enumerate(self.chart.city_point):
            far = lines.far[point]
            if 0 < far <= lines.longest:
                hope = gains[city] - far * self.card_value(lines.cards - far, turns)
                if hope > best:
                    found.append((hope, city))
        found.sort(reverse=True)
        for hope, city in found:
            if hope <= best:
                break
            paid = lines.cheapest(city)
            if paid:
                best = max(best, gains[city] - paid * self.card_value(lines.cards - paid, turns))
        return best
