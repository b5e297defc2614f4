"""Choices of Spike's bots before the first turn: starting city, cards to give away, contract sides, route card."""

from __future__ import annotations

from boxcars.games.spike.actions import ChooseSide, Give
from boxcars.games.spike.ai.train_tours import TrainTours, Ways
from boxcars.games.spike.state import Table


class OpeningChoices(TrainTours):
    def start_city_value(self, state: Table, seat: int, city: int, route: int) -> float:
        """Return the value of starting in a city: what a network from there can earn, and the cities near it."""
        player = state.players[seat]
        point = self.chart.city_point[city]
        reach = [far[point] for far in self.far]
        if self.plans_tours:
            worth = self.weights.route_card_share * self.route_card_value(route, reach, 40.0, player.tracks_left)
            ways = Ways(city, [n + 1 for n in reach], [1] * len(reach))
            worth += self.tour(player, self.single(city), ways, [], player.contracts, player.levels, 36.0, player.tracks_left)
        else:
            worth = self.network_value(player, reach, 40.0, player.tracks_left, route)
        near = sum(1 for r in reach if 0 < r <= 3)
        crowd = sum(1 for p in state.players if p.cities and self.far[p.cities[0]][point] <= 3)
        source = any(self.chart.card_goods[side // 2] == self.chart.offers[city] for side in player.contracts)
        t = self.weights
        return worth + t.near_city * near - t.near_rival_penalty * crowd + (t.own_source if source else 0.0)

    def gift_value(self, state: Table, seat: int, action: Give) -> float:
        """Return the value of giving a card away: single cards go, pairs stay."""
        return {1: 2.0, 2: 0.0}.get(state.players[seat].hand[self.chart.colour_id[action.colour]], 1.0)

    def side_value(self, state: Table, seat: int, action: ChooseSide) -> float:
        """Return the value of a contract side beside the ones chosen before: near their cities, and well paid."""
        chart, player = self.chart, state.players[seat]
        side = 2 * chart.card_id[action.card] + (action.side == "B")
        good = chart.card_goods[side // 2]
        others = [c for chosen in player.contracts for c in chart.pays[chosen]]
        total = 0.0
        for city, value in chart.pays[side].items():
            apart = min(self.far[s][chart.city_point[city]] for s in self.sources[good])
            friends = sum(1 for c in others if self.far[c][chart.city_point[city]] <= 3)
            total = max(total, value - self.weights.segment_cost * apart + self.weights.near_contract_city * friends)
        return total

    def route_card_start_value(self, state: Table, seat: int, route: int) -> float:
        """Return the value of the best starting city with the contracts and this route card."""
        return max(self.start_city_value(state, seat, city, route) for city in range(len(self.chart.cities)))
