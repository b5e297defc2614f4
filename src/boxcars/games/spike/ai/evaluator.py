"""The evaluator of Spike: contracts and the route card decide where to build, the train never waits, upgrades must pay off.

All values are in dollars. ``network_value`` is what a network can still earn: for every open contract the best way to connect a
source with a destination, and the route card, each less the cost of its segments and discounted by the turns left.
``train_value`` is what the train can earn from where it stands on existing track. A line is worth its market money plus what it
adds to both.
"""

from __future__ import annotations

from math import exp
from typing import Any

from boxcars.core.messages import Text
from boxcars.games.spike.actions import (
    AddTrack,
    Build,
    ChooseSide,
    Deliver,
    Draw,
    Extra,
    Give,
    KeepCargo,
    KeepRoute,
    Move,
    Pay,
    Place,
    Start,
    StopDrawing,
    Upgrade,
)
from boxcars.games.spike.ai.hint_reasons import reason
from boxcars.games.spike.ai.opening_choices import OpeningChoices
from boxcars.games.spike.ai.train_tours import CLOSE
from boxcars.games.spike.ai.valuation import BuildGains
from boxcars.games.spike.cargo import contract_for
from boxcars.games.spike.lines import LONGEST, distances
from boxcars.games.spike.map import LOCOMOTIVE, PARTS, TENDER
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.scoring import final_outcome
from boxcars.games.spike.state import Player, Table
from boxcars.rail.ai.score_forecast import VALUE_FILE, load_forecast, win_probabilities

STRETCH = 4
"""Number of turns in a part of the game that shares one set of forecast weights."""
SURE = 20.0
"""A logit greater than that of any action."""
ANYTHING = 0.05
"""A tour that is worth less than this many dollars counts as no tour."""
ANOTHER = 4.0
"""Factor on the value of the same plan with another line."""


class SpikeEvaluator(OpeningChoices):
    """The evaluator of Spike: a line is valued by its market money and what it adds, a movement by where it leads."""

    level_settings = {
        "novice": {"temperature": 0.5},
        "easy": {"temperature": 0.25},
        "normal": {"fitted_share": 1.0, "temperature": 0.55},
        "hard": {"temperature": 0.22},
        "expert": {"iterations": 1, "max_candidates": 1},
    }
    """Measured settings of the levels: up to ``easy`` only the next load is planned, from ``normal`` on the whole tour of the
    train, at a falling temperature. No level searches: the value of a position tells less than the logits."""

    def __init__(self, rules: Spike) -> None:
        super().__init__(rules)
        self.forecast = load_forecast("boxcars.games.spike.ai")

    def use_value_file(self, name: str) -> None:
        self.forecast = load_forecast("boxcars.games.spike.ai", name or VALUE_FILE)

    def policy(self, state: Table, legal: list[Any]) -> list[float]:
        seat = self.game.actor(state)
        first = legal[0]
        if isinstance(first, Place):
            return [self.start_city_value(state, seat, self.chart.city_id[a.city], state.players[seat].route) for a in legal]
        if isinstance(first, Give):
            return [self.gift_value(state, seat, a) for a in legal]
        if isinstance(first, ChooseSide):
            return [self.side_value(state, seat, a) for a in legal]
        if isinstance(first, KeepRoute):
            return [self.route_card_start_value(state, seat, self.chart.route_id[a.route]) for a in legal]
        if isinstance(first, Move):
            return self.score_moves(state, seat, legal)
        if isinstance(legal[-1], KeepCargo):
            return [self.delivery_value(state, seat, a) for a in legal]
        return self.score_actions(state, seat, legal, self.city_gains(state, seat))

    def score_actions(self, state: Table, seat: int, legal: list[Any], gains: list[float]) -> list[float]:
        """Return the logits of the five actions and of drawing another card; ``city_gains``: the gain of each new city."""
        player, t = state.players[seat], self.weights
        turns = self.turns_left(state)
        cards = sum(player.hand)
        far = distances(self.chart, state.owner, player.points, min(LONGEST, player.tracks_left))
        build_gains = BuildGains(gains, turns, far)
        if any(isinstance(a, Draw) for a in legal):
            build_gains.now = self.best_build(state, seat, build_gains)
        later = turns - 1.0 if self.plans_tours else turns
        standing = self.train_value(player, (player.segment, player.point), player.cargo, later)
        drawing = isinstance(legal[-1], StopDrawing) or not any(isinstance(a, (Build, Start, Extra, Upgrade)) for a in legal)
        out: list[float] = []
        for action in legal:
            if isinstance(action, Draw):
                out.append(self.draw_value(state, seat, action, build_gains, drawing))
            elif isinstance(action, Build):
                city = self.chart.city_id[action.city]
                paid = sum(action.pay.values())
                longer = len(action.line) - self.reach_of(player, city)
                worth = gains[city] - paid * self.card_value(cards - paid, turns) - t.extra_segment_cost * longer + t.build_bonus
                if t.nearer_city:
                    worth += (
                        t.nearer_city
                        * min(1.0, turns / t.card_fade_turns)
                        * self.count_nearer_cities(player, action.line, city, far)
                    )
                out.append(worth)
            elif isinstance(action, Start):
                out.append(t.start_bonus + self.start_value(player, action, later, standing))
            elif isinstance(action, Extra):
                out.append(t.extra_move_bonus + self.place_value(player, action.to, later) - standing)
            elif isinstance(action, Upgrade):
                out.append(t.upgrade_bonus + self.upgrade_value(state, player, action, later))
            elif isinstance(action, (AddTrack, Pay)):
                out.append(0.0)
            elif isinstance(action, Deliver):
                worth = self.delivery_value(state, seat, action)
                out.append(SURE + worth if worth > 0 else -SURE)  # it costs no action: now or not now
            else:
                out.append(-0.2 if isinstance(action, StopDrawing) else -5.0)
        if self.plans_tours:
            self.penalize_duplicates(legal, out)
        return out

    def penalize_duplicates(self, legal: list[Any], logits: list[float]) -> None:
        """Lower the logits of other lines to the same city and of other starts with the same load below the best of them: a
        temperature should choose between plans, not between variants of one."""
        best: dict[str, int] = {}
        for i, action in enumerate(legal):
            if isinstance(action, Build):
                plan = action.city
            elif isinstance(action, Start):
                plan = f"start {action.load} {len(action.unload)}"
            else:
                continue
            first = best.setdefault(plan, i)
            if logits[i] > logits[first]:
                best[plan] = i
                logits[first] -= ANOTHER
            elif i != first:
                logits[i] -= ANOTHER

    def reach_of(self, player: Player, city: int) -> int:
        far = self.far[city]
        return min([far[p] for p in player.points])

    def city_gains(self, state: Table, seat: int) -> list[float]:
        if not self.plans_tours:
            return super().city_gains(state, seat)
        player, market = state.players[seat], self.weights.market_share
        added = self.new_city_gains(player, self.turns_left(state) - 1.0)
        cities = player.cities
        return [0.0 if city in cities else gain + market * self.market_money(state, city) for city, gain in enumerate(added)]

    def draw_value(self, state: Table, seat: int, action: Draw, build_gains: BuildGains, drawing: bool) -> float:
        """Return the value of a card: its general value plus how much it improves the best line. A draw action brings several
        cards."""
        player = state.players[seat]
        base = self.card_value(sum(player.hand), build_gains.turns)
        if player.tracks_left == 0:
            # Cards are of no use; drawing only brings the end nearer, which suits the leader.
            return 1.0 if player.money >= max(p.money for p in state.players) else 0.3
        if action.card == "deck":
            unseen = state.deck[:-1]
            total = sum(unseen)
            if total == 0:
                return 0.0 if state.deck[-1] == 0 else self.ending_value(state, seat)
            worths = [self.colour_value(state, seat, c, build_gains) if n else 0.0 for c, n in enumerate(unseen)]
            mean = sum(n * w for n, w in zip(unseen, worths, strict=True)) / total
        else:
            mean = self.colour_value(state, seat, self.chart.colour_id[action.card], build_gains)
        further = 0.0
        if not drawing:
            allowed = self.chart.levels[TENDER][player.levels[TENDER]]
            further = (allowed - 1) * (base + self.weights.next_card_bonus)
        return base + mean + further

    def colour_value(self, state: Table, seat: int, colour: int, build_gains: BuildGains) -> float:
        """Return how much one more card of a colour improves the best line (a share of it, since the turn comes later)."""
        colours = build_gains.colours
        if colour not in colours:
            hand = state.players[seat].hand
            hand[colour] += 1
            colours[colour] = self.weights.line_colour_share * (
                self.best_build(state, seat, build_gains, build_gains.now) - build_gains.now
            )
            # A second equal card makes a wild set.
            colours[colour] += self.weights.pair_bonus if hand[colour] >= 2 else 0.0
            hand[colour] -= 1
        return colours[colour]

    def ending_value(self, state: Table, seat: int) -> float:
        """Return the value of drawing when only time cards are left, which ends the game."""
        mine = state.players[seat].money
        return 3.0 if mine > max(p.money for s, p in enumerate(state.players) if s != seat) else -3.0

    # -- moving ----------------------------------------------------------------------------------------------------------------

    def place_value(self, player: Player, to: str, turns: float, cargo: list[int] | None = None) -> float:
        """Return the value of the train at a place, plus what entering a city there earns at once."""
        place = self.chart.place(to)
        assert place is not None
        aboard = player.cargo if cargo is None else cargo
        if place[0] >= 0:
            return self.train_value(player, place, aboard, turns)
        city = self.chart.city_at[place[1]]
        if self.plans_tours:
            return self.arrival_value(player, city, aboard, turns)
        best, good = 0.0, -1
        for g in aboard:
            value = self.chart.pays[contract_for(self.game, player, g)].get(city, 0)
            if city not in player.markers and value > best:
                best, good = float(value), g
        left = [g for g in aboard if g != good]
        return best + self.train_value(player, place, left, turns)

    def score_moves(self, state: Table, seat: int, legal: list[Move]) -> list[float]:
        player = state.players[seat]
        turns = self.turns_left(state)
        return [self.place_value(player, a.to, turns) for a in legal]

    def start_value(self, player: Player, action: Start, turns: float, standing: float) -> float:
        goods = self.chart.goods_id
        cargo = [g for g in player.cargo if self.chart.goods[g] not in action.unload]
        if action.load is not None:
            cargo.append(goods[action.load])
        place = self.chart.place(action.to)
        assert place is not None
        if self.plans_tours:
            worth = self.place_value(player, action.to, turns, cargo)
            if worth < ANYTHING:
                return -SURE  # nothing to fetch or to bring: a start for nothing
            return worth - standing - (0.0 if cargo else (1.0 - self.weights.fetch_share) * self.weights.start_bonus)
        if place[0] < 0:
            return self.place_value(player, action.to, turns, cargo) - 0.05 * len(action.unload)
        # A start that brings goods to their city earns all of it; one that goes for a load earns half: it takes another start.
        drops, load = self.train_jobs(player, place, cargo, turns)
        return drops + self.weights.fetch_share * load - 0.05 * len(action.unload)

    def delivery_value(self, state: Table, seat: int, action: Deliver | KeepCargo) -> float:
        """Return the value of delivering here, less most of what the load could earn elsewhere."""
        player = state.players[seat]
        turns = self.turns_left(state)
        if isinstance(action, KeepCargo):
            return 0.0
        good = self.chart.goods_id[action.commodity]
        side = contract_for(self.game, player, good)
        here = self.chart.city_at[player.point]
        if self.plans_tours:
            spot = (-1, player.point)
            kept = self.train_value(player, spot, player.cargo, turns)
            left = [g for g in player.cargo if g != good]
            return (
                self.chart.pays[side][here] + self.train_value(self.after_delivery(player, side, here), spot, left, turns) - kept
            )
        elsewhere = 0.0
        whole = self.tree(player, player.point, -1)
        speed = self.chart.levels[LOCOMOTIVE][player.levels[LOCOMOTIVE]]
        for city, value in self.chart.pays[side].items():
            point = self.chart.city_point[city]
            if city != here and city not in player.markers and point in whole and whole[point] / speed + 2 < turns:
                elsewhere = max(elsewhere, value - self.weights.carry_cost * whole[point] / speed - self.weights.action_cost)
        return self.chart.pays[side][here] - elsewhere

    # -- upgrades ----------------------------------------------------------------------------------------------------------------

    def upgrade_value(self, state: Table, player: Player, action: Upgrade, turns: float) -> float:
        """Return what the next level saves in the turns left, less its price."""
        part = PARTS.index(action.part)
        price = self.chart.prices[player.levels[part]]
        now, then = self.chart.levels[part][player.levels[part]], self.chart.levels[part][player.levels[part] + 1]
        if self.plans_tours and part != TENDER:
            return self.weights.upgrade_tour_share * self.upgrade_tour_gain(player, part, turns) - price
        if part == LOCOMOTIVE:
            trips = min(float(len(player.contracts)), turns / 7.0)
            return 7.0 * trips * (1.0 / now - 1.0 / then) * self.weights.saved_turn - price
        if part == TENDER:
            draws = self.weights.draw_turn_share * max(0.0, turns - 2.0) if player.tracks_left > 6 else 0.0
            return draws * (then - now) * self.weights.extra_card - price
        loads = min(float(len(player.contracts)) - 1.0, turns / 9.0)
        return self.weights.extra_load * max(0.0, loads) / now - price

    # -- positions ---------------------------------------------------------------------------------------------------------------

    def estimate_money(self, state: Table, seat: int) -> float:
        """Return the money that a seat is expected to have at the end."""
        player = state.players[seat]
        if not player.cities:
            return 0.0
        turns = self.turns_left(state)
        cards = sum(player.hand)
        if self.plans_tours:
            worth = player.money + self.train_value(player, (player.segment, player.point), player.cargo, turns)
            if player.route >= 0:
                worth += self.route_card_value(player.route, self.reachability(player).reach, turns, player.tracks_left)
            return worth + cards * self.card_value(cards, turns) + min(turns, player.tracks_left / 2.5) * 1.5
        reach = self.reach(player.points)
        worth = player.money + 0.75 * self.network_value(player, reach, turns, player.tracks_left, player.route)
        worth += 0.25 * self.train_value(player, (player.segment, player.point), player.cargo, turns)
        return worth + cards * self.card_value(cards, turns) + min(turns, player.tracks_left / 2.5) * 0.7

    def is_in_game(self, state: Table, seat: int) -> bool:
        return bool(state.players[seat].cities)

    def forecast_row(self, state: Table) -> int:
        """Return the row of forecast weights for the number of turns left."""
        return 1 + int(self.turns_left(state) // STRETCH)

    def rounds_left(self, state: Table) -> int:
        """Return the number of turns that each seat has left."""
        return int(self.turns_left(state))

    def features(self, state: Table, seat: int) -> list[float]:
        """Return the features that predict how much a seat will still earn, in the order of ``value.json``."""
        player = state.players[seat]
        turns = self.turns_left(state)
        reach = self.reachability(player).reach
        ripe = [self.market_money(state, city) for city, far in enumerate(reach) if 0 < far < CLOSE]
        hand = sorted(player.hand)
        return [
            1.0,
            turns,
            self.train_value(player, (player.segment, player.point), player.cargo, turns),
            self.route_card_value(player.route, reach, turns, player.tracks_left) if player.route >= 0 else 0.0,
            float(sum(hand)),
            float(hand[-1]),
            float(sum([n * n for n in hand])),
            float(ripe.count(3)),
            float(len(ripe)),
            float(player.tracks_left),
            min(turns, player.tracks_left / 2.5),
            float(len(player.contracts)),
            float(len(player.cargo)),
            float(len(player.cities)),
            *[float(level) for level in player.levels],
            turns * player.levels[LOCOMOTIVE],
            turns * player.levels[TENDER],
            1.0 if player.segment >= 0 else 0.0,
            1.0 if self.game.actor(state) == seat else 0.0,
        ]

    def value(self, state: Table) -> list[float]:
        if not state.agenda:
            ranks = final_outcome(self.game, state).ranks
            winners = ranks.count(1)
            return [1.0 / winners if rank == 1 else 0.0 for rank in ranks]
        if self.plans_tours and self.forecast is not None and all(player.cities for player in state.players):
            stretch = self.forecast_row(state)
            hoped = [p.money + self.forecast.expected_gain(stretch, self.features(state, s)) for s, p in enumerate(state.players)]
            return win_probabilities(hoped, self.forecast.spread(stretch))
        worths = [self.estimate_money(state, seat) for seat in range(self.game.players)]
        scale = 3.0 + 0.25 * self.turns_left(state)
        out = []
        for seat, worth in enumerate(worths):
            others = max(w for s, w in enumerate(worths) if s != seat)
            out.append(1.0 / (1.0 + exp(min(30.0, (others - worth) / scale))))
        return out

    def explain_action(self, state: Table, action: Any) -> Text:
        return reason(self, state, action)
