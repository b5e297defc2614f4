"""Planned tours of a seat's train in Spike: all loads and deliveries to come, leg by leg, in dollars.

A train on the track moves without an action, turn after turn; only a start costs one. So its income depends on planning: which
goods lie where it stops, which city comes next, and whether there is time. ``tour`` plans greedily over existing track and track
that can be built before the train arrives. Builds, starts, movements, deliveries and upgrades are all valued by how much they
improve the tour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.games.spike.ai.valuation import FAR, Valuation
from boxcars.games.spike.cargo import contract_for
from boxcars.games.spike.lines import LONGEST
from boxcars.games.spike.map import FREIGHT, LOCOMOTIVE
from boxcars.games.spike.movement import Spot
from boxcars.games.spike.state import Player

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

LEGS: Final = 12
"""The greatest number of legs in a tour: six loads and six deliveries."""
CLOSE: Final = 3
"""A city at least this many segments away does not count as near."""
KNOWN: Final = 4000
"""Maximum number of networks whose reachability is memoized."""


class Reachability:
    """Distances between cities for a train, over existing track and the shortest lines that may be built."""

    def __init__(self, reach: list[int], entry: list[int], apart: list[list[int]]) -> None:
        self.reach = reach
        """Number of segments from the network to each city; 0: connected."""
        self.entry = entry
        """For each city the point of the network that is nearest to it."""
        self.apart = apart
        """Number of segments between two cities, for a train."""


class Ways:
    """Distances from the train's place to every city."""

    def __init__(self, here: int, spaces: list[int], starts: list[int]) -> None:
        self.here = here
        """The city that the train stands in; -1 on the track."""
        self.spaces = spaces
        self.starts = starts
        """Number of starts that it takes to reach each city."""


Option = tuple[int, int, int, int, int]
"""A way to serve a contract: source, destination, value, segments between them, segments to be built."""

Leg = tuple[float, int, int, float, float, float]
"""A leg of a tour: its gain, the city, the good, the turn of arrival, its cost, the money received (-1: it loads)."""


class TrainTours(Valuation):
    def __init__(self, rules: Spike) -> None:
        super().__init__(rules)
        self.grounds: dict[tuple[int, ...], Reachability] = {}
        self.additions: dict[tuple[tuple[int, ...], ...], list[float]] = {}
        self.around: list[list[tuple[int, int]]] = [
            [(city, far[point]) for city, far in enumerate(self.far) if 0 < far[point] < CLOSE]
            for point in range(len(rules.chart.points))
        ]
        """For every point the cities near it, with their distances."""

    @property
    def plans_tours(self) -> bool:
        """Return whether this evaluator plans tours (the weight ``plans_tours``)."""
        return self.weights.plans_tours >= 0.5

    def set_weights(self, numbers: dict[str, float]) -> None:
        super().set_weights(numbers)
        self.additions.clear()

    # -- the ground -----------------------------------------------------------------------------------------------------

    def reachability(self, player: Player) -> Reachability:
        """Return the reachability of cities from a network; it depends on nothing else."""
        key = (player.cities[0], *player.tracks)
        found = self.grounds.get(key)
        if found is None:
            if len(self.grounds) > KNOWN:
                self.grounds.clear()
            found = self._find_reachability(player)
            self.grounds[key] = found
        return found

    def _find_reachability(self, player: Player) -> Reachability:
        cities = len(self.far)
        points = player.points
        reach, entry = [0] * cities, [0] * cities
        for city, far in enumerate(self.far):
            best, at = FAR, points[0]
            for p in points:
                if far[p] < best:
                    best, at = far[p], p
            reach[city], entry[city] = best, at
        at_city = self.chart.city_point
        apart = [[far[p] for p in at_city] for far in self.far]
        for x in player.cities:
            tree = self.tree(player, at_city[x], -1)
            row = apart[x]
            for y in range(cities):
                row[y] = tree[entry[y]] + reach[y]
                apart[y][x] = row[y]
        return Reachability(reach, entry, apart)

    def single(self, city: int) -> Reachability:
        """Return the reachability for a train in a city without track."""
        point = self.chart.city_point[city]
        reach = [far[point] for far in self.far]
        return Reachability(reach, [point] * len(reach), [[far[p] for p in self.chart.city_point] for far in self.far])

    def with_city(self, player: Player, old: Reachability, city: int) -> Reachability:
        """Return the reachability after a city has been connected, which may bring other cities nearer."""
        reach, apart = old.reach[:], old.apart[:]
        far, at_city = self.far[city], self.chart.city_point
        reach[city] = 0
        to_city = old.apart[city]
        for y, before in enumerate(old.reach):
            if y != city and before > 0 and far[at_city[y]] < before:
                more = far[at_city[y]]
                reach[y] = more
                row = apart[y][:]
                for x in player.cities:
                    row[x] = to_city[x] + more
                apart[y] = row
        return Reachability(reach, old.entry, apart)

    # -- where the train is -------------------------------------------------------------------------------------------------

    def ways(self, player: Player, ground: Reachability, spot: Spot) -> Ways:
        """Return the distances from the train's place to every city. To turn round, a train on the track stops in the nearest
        city ahead."""
        segment, point = spot
        apart = ground.apart
        if segment < 0:
            here = self.chart.city_at[point]
            return Ways(here, [n + 1 for n in apart[here]], [1] * len(apart))
        ahead = self.tree(player, point, segment)
        nearest, turn = FAR, -1
        for city in player.cities:
            n = ahead.get(self.chart.city_point[city], FAR)
            if n < nearest:
                nearest, turn = n, city
        spaces, starts = [0] * len(apart), [0] * len(apart)
        for city, entry in enumerate(ground.entry):
            n = ahead.get(entry, -1)
            if n >= 0:
                spaces[city] = n + ground.reach[city] + 1
            else:
                spaces[city] = nearest + 1 + apart[turn][city] + 1
                starts[city] = 1
        return Ways(-1, spaces, starts)

    def ways_with(self, old: Ways, before: Reachability, after: Reachability, city: int) -> Ways:
        """Return the distances from the train's place after a city has been connected."""
        spaces = old.spaces[:]
        for y, n in enumerate(after.reach):
            if n < before.reach[y] and y != city:
                spaces[y] = old.spaces[city] + n
        return Ways(old.here, spaces, old.starts)

    # -- the tour -------------------------------------------------------------------------------------------------------------

    def probability_in_time(self, time: float, turns: float) -> float:
        """Return the probability that the game lasts ``turns`` more turns when its expected length is given."""
        p = 0.5 + (turns - time) / (2.0 * (self.weights.turns_left_error * turns + 1.0))
        return 0.0 if p < 0.0 else 1.0 if p > 1.0 else p

    def options(self, player: Player, ground: Reachability, side: int, tracks: int, speed: int) -> list[Option]:
        """Return for each source of a contract the two best destinations."""
        reach, apart, markers = ground.reach, ground.apart, player.markers
        segment, slow = self.weights.segment_cost, self.weights.way_segment_cost / speed
        out: list[Option] = []
        for source in self.sources[self.chart.card_goods[side // 2]]:
            first, second = -99.0, -99.0
            one: Option | None = None
            two: Option | None = None
            a = reach[source]
            for city, value in self.chart.pays[side].items():
                if city in markers:
                    continue
                b, way = reach[city], apart[source][city]
                low, high = (a, b) if a < b else (b, a)
                build = low + (high if high < way else way)
                if build > tracks:
                    continue
                score = value - segment * build - slow * way
                if score > first:
                    second, two = first, one
                    first, one = score, (source, city, value, way, build)
                elif score > second:
                    second, two = score, (source, city, value, way, build)
            if one is not None:
                out.append(one)
            if two is not None:
                out.append(two)
        return out

    def tour(
        self,
        player: Player,
        ground: Reachability,
        ways: Ways,
        cargo: list[int],
        contracts: list[int],
        levels: list[int],
        turns: float,
        tracks: int,
    ) -> float:
        """Return what the train may still earn, less the cost of the actions and the track that it needs."""
        chart, t = self.chart, self.weights
        speed = chart.levels[LOCOMOTIVE][levels[LOCOMOTIVE]]
        room = chart.levels[FREIGHT][levels[FREIGHT]]
        action, segment, build_time = t.action_cost, t.segment_cost, t.turns_per_segment
        lag = 0.5 * (speed - 1) / speed
        delay = self.delay(player, turns)
        reach = ground.reach[:]
        done = player.markers[:]
        aboard = cargo[:]
        waiting: list[tuple[int, list[Option]]] = []
        for side in contracts:
            good = chart.card_goods[side // 2]
            if good not in aboard:
                waiting.append((good, self.options(player, ground, side, tracks, speed)))
        trust = [1.0]
        for _ in range(FAR):
            trust.append(trust[-1] * t.unbuilt_segment_decay)
        place, time, total = ways.here, 0.0, 0.0
        spaces, starts = ways.spaces, ways.starts
        for _ in range(LEGS):
            best: Leg = (0.0, -1, -1, 0.0, 0.0, 0.0)
            for good in aboard:
                for city, value in chart.pays[contract_for(self.game, player, good)].items():
                    build = reach[city]
                    if city in done or city == place or build > tracks:
                        continue
                    then = max(time + spaces[city] / speed + lag, build_time * build)
                    cost = action * starts[city] + segment * build
                    money = value * self.probability_in_time(then, turns) * trust[build]
                    gain = money - cost - delay * (then - time)
                    if gain > best[0]:
                        best = (gain, city, good, then, cost, money)
            if len(aboard) < room:
                for good, options in waiting:
                    for source, city, value, way, build in options:
                        if city in done:
                            continue
                        low = reach[source]
                        then, cost = time, 0.0
                        if source != place:
                            then = max(time + spaces[source] / speed + lag, build_time * low)
                            cost = action * starts[source] + segment * low
                        more = 0 if reach[city] == 0 or build < low else build - low
                        end = max(then + (way + 1) / speed + lag, build_time * (low + more))
                        money = value * self.probability_in_time(end, turns) * trust[low + more]
                        gain = money - cost - segment * more - action - delay * (end - time)
                        if gain > best[0]:
                            best = (gain, source, good, then, cost, -1.0)
            gain, place, good, then, cost, money = best
            if place < 0:
                break
            total -= cost + t.tour_turn_cost * (then - time)
            time = then
            reach[place] = 0
            if money < 0.0:
                aboard.append(good)
                waiting = [w for w in waiting if w[0] != good]
            else:
                total += money
                aboard.remove(good)
                done.append(place)
            spaces = [n + 1 for n in ground.apart[place]]
            starts = [1] * len(spaces)
        return total

    def train_value(self, player: Player, spot: Spot, cargo: list[int], turns: float) -> float:
        if not self.plans_tours:
            return super().train_value(player, spot, cargo, turns)
        ground = self.reachability(player)
        return self.tour(
            player, ground, self.ways(player, ground, spot), cargo, player.contracts, player.levels, turns, player.tracks_left
        )

    def arrival_value(self, player: Player, city: int, cargo: list[int], turns: float) -> float:
        """Return the value of entering a city: the deliveries there, and the tour that follows."""
        point = self.chart.city_point[city]
        best = self.train_value(player, (-1, point), cargo, turns)
        if city not in player.markers:
            for good in cargo:
                side = contract_for(self.game, player, good)
                value = self.chart.pays[side].get(city, 0)
                if value:
                    after = self.after_delivery(player, side, city)
                    best = max(best, value + self.train_value(after, (-1, point), [g for g in cargo if g != good], turns))
        return best

    def after_delivery(self, player: Player, side: int, city: int) -> Player:
        """Return the state of a player whose contract has been delivered."""
        after = player.clone()
        after.contracts.remove(side)
        after.markers.append(city)
        return after

    def upgrade_tour_gain(self, player: Player, part: int, turns: float) -> float:
        """Return what the next level of locomotive or freight cars adds to the tour."""
        ground = self.reachability(player)
        ways = self.ways(player, ground, (player.segment, player.point))
        levels = player.levels[:]
        before = self.tour(player, ground, ways, player.cargo, player.contracts, levels, turns, player.tracks_left)
        levels[part] += 1
        return self.tour(player, ground, ways, player.cargo, player.contracts, levels, turns, player.tracks_left) - before

    def new_city_gains(self, player: Player, turns: float) -> list[float]:
        """Return for every city within reach of a line what connecting it adds to the tour and the route card. Memoized, since it
        is needed again with every card drawn."""
        turns = 0.5 * int(2.0 * turns)
        key = (
            (player.cities[0], player.segment, player.point, player.route, int(2 * turns)),
            tuple(player.tracks),
            tuple(player.cargo),
            tuple(player.contracts),
            tuple(player.levels),
        )
        found = self.additions.get(key)
        if found is None:
            if len(self.additions) > KNOWN:
                self.additions.clear()
            found = self._new_city_gains(player, turns)
            self.additions[key] = found
        return found

    def _new_city_gains(self, player: Player, turns: float) -> list[float]:
        ground, tracks, route = self.reachability(player), player.tracks_left, player.route
        ways = self.ways(player, ground, (player.segment, player.point))
        before = self.tour(player, ground, ways, player.cargo, player.contracts, player.levels, turns, tracks)
        purpose, weight = self.weights.new_city_tour_share, self.weights.route_card_share
        card = self.route_card_value(route, ground.reach, turns, tracks) if route >= 0 else 0.0
        out = [0.0] * len(self.far)
        for city, far in enumerate(ground.reach):
            if far == 0 or far > LONGEST or far > tracks:
                continue
            after = self.with_city(player, ground, city)
            there = self.ways_with(ways, ground, after, city)
            worth = self.tour(player, after, there, player.cargo, player.contracts, player.levels, turns, tracks - far)
            out[city] = purpose * (worth - before)
            if route >= 0:
                out[city] += weight * (self.route_card_value(route, after.reach, turns, tracks - far) - card)
        return out

    def count_nearer_cities(self, player: Player, line: tuple[str, ...], city: int, far: list[int]) -> int:
        """Return by how many segments a line brings other cities nearer: a line is better where several cities can be joined from
        it. ``far``: segments from each point to the network without the line."""
        chart = self.chart
        nearer: dict[int, int] = {}
        total = 0
        for name in line:
            for point in chart.ends[chart.segment_id[name]]:
                if point in player.points:
                    continue
                for other, n in self.around[point]:
                    if other != city and other not in player.cities:
                        before = nearer.get(other, min(CLOSE, far[chart.city_point[other]]))
                        if n < before:
                            total += before - n
                            nearer[other] = n
        return total
