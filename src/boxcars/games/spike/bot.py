"""The judgement of Spike's bots: contracts and route card decide where to build, the train never idles, upgrades must pay.

Everything is measured in dollars. ``prospects`` is what a network can still earn: for every open contract the best way to connect
a source with a destination, and the route card, each less the segments it takes and by the time that is left. ``train`` is
what the train can earn from where it stands on the track that lies. A build is worth its market money and what it adds to both.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any

from boxcars.core.judge import Judge
from boxcars.core.words import T, Text
from boxcars.games.spike.cargo import contract_for
from boxcars.games.spike.chart import FREIGHT, LOCOMOTIVE, PARTS, TENDER
from boxcars.games.spike.lines import LONGEST, Proposals
from boxcars.games.spike.movement import Spot
from boxcars.games.spike.scoring import final_outcome
from boxcars.games.spike.table import Player, Table
from boxcars.games.spike.words import (
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

if TYPE_CHECKING:
    from boxcars.games.spike.rules import Spike

CARDS_PER_TURN = 0.85
"""Cards that leave the deck in a turn, on the average of all seats."""
FAR = 99


def in_time(needed: float, turns: float) -> float:
    """How likely something that takes so many turns comes before the end."""
    return min(1.0, max(0.0, 1.5 - needed / turns))


class SpikeJudge(Judge[Table]):
    ACTION = 1.1
    """What an action is worth."""
    SEGMENT = 0.45
    """What a segment of a plan costs beyond the market money it will bring."""
    CARD = 0.5
    """What a rail card is worth in a small hand."""
    FETCH = 0.8
    """The share of a job that the start for its load earns."""
    HASTE = 0.3
    """How much each open contract adds to the worth of the train's time,"""
    PATIENCE = 0.25
    """and what a turn of the train costs anyway."""
    SPEED = 0.9
    """What a turn saved on a trip is worth."""

    def __init__(self, rules: Spike) -> None:
        super().__init__(rules)
        self.game = rules
        chart = rules.chart
        self.chart = chart
        self.far = [self._distances(point) for point in chart.city_point]
        """Segments from every city to every point of the empty board."""
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
        """Turns each seat will still have: the deck, and the decks of the rounds to come, at the usual pace."""
        rail = sum(state.deck[:-1])
        everything = sum(self._all_cards(state))
        later = max(4.0, 0.72 * everything - 6.0)
        cards = rail + (3 - state.round) * later
        if state.round == 3:
            # The last time card lies deep in the lower half.
            cards = state.safe + 0.75 * (rail - state.safe)
        else:
            cards -= 0.12 * later
        turns = cards / CARDS_PER_TURN / self.game.players
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

    # -- what a network may become ---------------------------------------------------------------------------------------

    def reach(self, points: list[int]) -> list[int]:
        """Segments from a network to every city."""
        return [min([far[p] for p in points]) for far in self.far]

    def prospects(self, player: Player, reach: list[int], turns: float, tracks: int, route: int) -> float:
        """What the open contracts and the route card may still bring, on a network that has every city so near."""
        worths = [self.contract_worth(player, side, reach, turns, tracks) for side in player.contracts]
        worths.sort(reverse=True)
        total, weight = 0.0, 1.0
        for worth in worths:
            total += weight * worth
            weight *= 0.9
        if route >= 0:
            total += self.route_worth(route, reach, turns, tracks)
        return total

    def contract_worth(self, player: Player, side: int, reach: list[int], turns: float, tracks: int) -> float:
        """The best source and destination of a contract: its value, less the track it takes, if there is time."""
        best = 0.0
        if self.chart.card_goods[side // 2] in player.cargo:
            for city, value in self.chart.pays[side].items():
                if city not in player.markers:
                    best = max(best, self._worth(value, reach[city], reach[city], turns, tracks))
            return best
        for city, value, source, apart in self.trips[side]:
            if value - self.ACTION <= best or city in player.markers:
                continue
            a, b = reach[source], reach[city]
            segments = min(a + (b if b < apart else apart), b + (a if a < apart else apart))
            best = max(best, self._worth(value, segments, apart, turns, tracks))
        return best

    def _worth(self, value: int, segments: int, way: int, turns: float, tracks: int) -> float:
        if segments > tracks:
            return 0.0
        needed = 0.95 * segments + 0.5 * way + 2.0
        if needed >= turns:
            return 0.0
        return max(0.0, value * min(1.0, 1.6 * (1.0 - needed / turns)) - self.SEGMENT * segments - self.ACTION)

    def route_worth(self, route: int, reach: list[int], turns: float, tracks: int) -> float:
        """The route card: the start, then the end cities nearest first, as far as it pays."""
        chart = self.chart
        start = chart.route_start[route]
        segments = reach[start]
        left = dict(chart.route_ends[route])
        joined = [start]
        best, top, count = 0.0, 0, 0
        while left:
            near = {c: min(reach[c], min([self.far[c][chart.city_point[j]] for j in joined])) for c in left}
            city = min(left, key=lambda c: (near[c] - 0.6 * left[c], c))
            segments += near[city]
            top = max(top, left.pop(city))
            count += 1
            joined.append(city)
            if segments <= tracks and segments < turns:
                points = top + count - 1
                best = max(best, points * min(1.0, 1.6 * (1.0 - segments / turns)) - self.SEGMENT * segments)
        return best

    # -- what the train can earn -------------------------------------------------------------------------------------------

    def tree(self, player: Player, start: int, without: int) -> dict[int, int]:
        """Segments from a point to every point of the own network, not over one segment."""
        mine = set(player.tracks)
        far = {start: 0}
        front = [start]
        for point in front:
            for q, s, _ in self.chart.near[point]:
                if q not in far and s != without and s in mine:
                    far[q] = far[point] + 1
                    front.append(q)
        return far

    def train(self, player: Player, spot: Spot, cargo: list[int], turns: float) -> float:
        """What the train may bring from a place."""
        drops, load = self.jobs(player, spot, cargo, turns)
        return drops + load

    def jobs(self, player: Player, spot: Spot, cargo: list[int], turns: float) -> tuple[float, float]:
        """What cargo on board, and the best further load, may bring from a place of the train."""
        chart = self.chart
        segment, point = spot
        speed = chart.levels[LOCOMOTIVE][player.levels[LOCOMOTIVE]]
        delay = self.delay(player, turns)
        waiting = self.ACTION + delay if segment < 0 else 0.0
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
        """What a turn of the train is worth: the contracts that it has still to serve."""
        return min(1.0, self.PATIENCE + self.HASTE * len(player.contracts) / (turns + 6.0))

    def best_drop(self, player: Player, good: int, times: dict[int, float], delay: float, turns: float, here: int) -> float:
        best = 0.0
        for city, value in self.chart.pays[contract_for(self.game, player, good)].items():
            if city in times and city not in player.markers and city != here:
                best = max(best, value * in_time(times[city], turns) - delay * times[city])
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
        """The best contract that track already serves: go to a source, load, go to a destination."""
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
                starts = waiting if source == here else waiting + self.ACTION + delay
                tree: dict[int, int] = {}
                for city, value in chart.pays[side].items():
                    if city not in times or city in player.markers:
                        continue
                    tree = tree or self.tree(player, chart.city_point[source], -1)
                    time = to_source + (tree[chart.city_point[city]] + 1) / speed
                    best = max(best, value * in_time(time + 1.0, turns) - delay * time - starts)
        return best

    # -- hands -----------------------------------------------------------------------------------------------------------

    def card_value(self, cards: int, turns: float) -> float:
        """What one more card is worth to a hand of so many."""
        value = self.CARD if cards < 5 else 0.35 if cards < 9 else 0.15
        return value * min(1.0, turns / 6.0)

    def gains(self, state: Table, seat: int) -> list[float]:
        """For every new city: its market money and what it adds to the prospects and to the train."""
        chart, player = self.chart, state.players[seat]
        turns = self.turns_left(state)
        reach = self.reach(player.points)
        tracks = player.tracks_left
        before = self.prospects(player, reach, turns, tracks, player.route)
        earning = self.train(player, (player.segment, player.point), player.cargo, turns)
        out = [0.0] * len(chart.cities)
        for city, far in enumerate(self.far):
            if city in player.cities or reach[city] > LONGEST:
                continue
            money = 0
            for column in state.market:
                if chart.offers[city] in column:
                    money = chart.rows[column.index(chart.offers[city])]
            nearer = [min(r, far[p]) for r, p in zip(reach, chart.city_point, strict=True)]
            after = self.prospects(player, nearer, turns, max(0, tracks - reach[city]), player.route)
            out[city] = money + after - before + self._served(player, city, turns, earning)
        return out

    def _served(self, player: Player, city: int, turns: float, earning: float) -> float:
        """A source and a destination that the new city joins give the train something to do now."""
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
        return 0.2 * best if turns > 6.0 else 0.0

    def best_build(self, state: Table, seat: int, gains: list[float], turns: float) -> float:
        """The best line the hand can pay, net of its cards."""
        cards = sum(state.players[seat].hand)
        best = 0.0
        for city, _, pay in Proposals(self.game, state, seat).best():
            best = max(best, gains[city] - sum(pay) * self.card_value(cards - sum(pay), turns))
        return best

    # -- the judge -----------------------------------------------------------------------------------------------------------

    def weigh(self, state: Table, legal: list[Any]) -> list[float]:
        seat = self.game.actor(state)
        first = legal[0]
        if isinstance(first, Place):
            return [self.start_worth(state, seat, self.chart.city_id[a.city], state.players[seat].route) for a in legal]
        if isinstance(first, Give):
            return [self.gift_worth(state, seat, a) for a in legal]
        if isinstance(first, ChooseSide):
            return [self.side_worth(state, seat, a) for a in legal]
        if isinstance(first, KeepRoute):
            return [self.keep_worth(state, seat, self.chart.route_id[a.route]) for a in legal]
        if isinstance(first, Move):
            return self.weigh_moves(state, seat, legal)
        if isinstance(legal[-1], KeepCargo):
            return [self.delivery_worth(state, seat, a) for a in legal]
        return self.weigh_actions(state, seat, legal)

    def weigh_actions(self, state: Table, seat: int, legal: list[Any]) -> list[float]:
        """Any of the five actions, or the next card."""
        player = state.players[seat]
        turns = self.turns_left(state)
        gains = self.gains(state, seat)
        cards = sum(player.hand)
        now = self.best_build(state, seat, gains, turns) if any(isinstance(a, Draw) for a in legal) else 0.0
        standing = self.train(player, (player.segment, player.point), player.cargo, turns)
        colours: dict[int, float] = {}
        drawing = isinstance(legal[-1], StopDrawing) or not any(isinstance(a, (Build, Start, Extra, Upgrade)) for a in legal)
        out: list[float] = []
        for action in legal:
            if isinstance(action, Draw):
                out.append(self.draw_worth(state, seat, action, gains, turns, now, colours, drawing))
            elif isinstance(action, Build):
                city = self.chart.city_id[action.city]
                paid = sum(action.pay.values())
                longer = len(action.line) - self.reach_of(player, city)
                out.append(gains[city] - paid * self.card_value(cards - paid, turns) - 0.15 * longer)
            elif isinstance(action, Start):
                out.append(self.start_action_worth(player, action, turns, standing))
            elif isinstance(action, Extra):
                out.append(self.place_worth(player, action.to, turns) - standing)
            elif isinstance(action, Upgrade):
                out.append(self.upgrade_worth(state, player, action, turns))
            elif isinstance(action, (AddTrack, Pay)):
                out.append(0.0)
            else:
                out.append(-0.2 if isinstance(action, StopDrawing) else -5.0)
        return out

    def reach_of(self, player: Player, city: int) -> int:
        far = self.far[city]
        return min([far[p] for p in player.points])

    def draw_worth(
        self,
        state: Table,
        seat: int,
        action: Draw,
        gains: list[float],
        turns: float,
        now: float,
        colours: dict[int, float],
        drawing: bool,
    ) -> float:
        """A card is worth its general value and how much it betters the best line; the whole action brings several cards."""
        player = state.players[seat]
        base = self.card_value(sum(player.hand), turns)
        if player.tracks_left == 0:
            # Cards are of no use; drawing only brings the end nearer, which suits the leader.
            return 1.0 if player.money >= max(p.money for p in state.players) else 0.3
        if action.card == "deck":
            unseen = state.deck[:-1]
            total = sum(unseen)
            if total == 0:
                return 0.0 if state.deck[-1] == 0 else self.ending_worth(state, seat)
            worths = [self.colour_worth(state, seat, c, gains, turns, now, colours) if n else 0.0 for c, n in enumerate(unseen)]
            mean = sum(n * w for n, w in zip(unseen, worths, strict=True)) / total
        else:
            mean = self.colour_worth(state, seat, self.chart.colour_id[action.card], gains, turns, now, colours)
        further = 0.0
        if not drawing:
            allowed = self.chart.levels[TENDER][player.levels[TENDER]]
            further = (allowed - 1) * (base + 0.15)
        return base + mean + further

    def colour_worth(
        self, state: Table, seat: int, colour: int, gains: list[float], turns: float, now: float, colours: dict[int, float]
    ) -> float:
        """How much better the best line is with one more card of a colour (a share of it: the turn comes later)."""
        if colour not in colours:
            hand = state.players[seat].hand
            hand[colour] += 1
            colours[colour] = 0.45 * max(0.0, self.best_build(state, seat, gains, turns) - now)
            # A second equal card makes a wild set.
            colours[colour] += 0.12 if hand[colour] >= 2 else 0.0
            hand[colour] -= 1
        return colours[colour]

    def ending_worth(self, state: Table, seat: int) -> float:
        """Only time cards are left: drawing ends the game."""
        mine = state.players[seat].money
        return 3.0 if mine > max(p.money for s, p in enumerate(state.players) if s != seat) else -3.0

    # -- moving ----------------------------------------------------------------------------------------------------------------

    def place_worth(self, player: Player, to: str, turns: float, cargo: list[int] | None = None) -> float:
        """The train at a place, with what entering a city there brings at once."""
        place = self.chart.place(to)
        assert place is not None
        aboard = player.cargo if cargo is None else cargo
        if place[0] >= 0:
            return self.train(player, place, aboard, turns)
        city = self.chart.city_at[place[1]]
        best, good = 0.0, -1
        for g in aboard:
            value = self.chart.pays[contract_for(self.game, player, g)].get(city, 0)
            if city not in player.markers and value > best:
                best, good = float(value), g
        left = [g for g in aboard if g != good]
        return best + self.train(player, place, left, turns)

    def weigh_moves(self, state: Table, seat: int, legal: list[Move]) -> list[float]:
        player = state.players[seat]
        turns = self.turns_left(state)
        return [self.place_worth(player, a.to, turns) for a in legal]

    def start_action_worth(self, player: Player, action: Start, turns: float, standing: float) -> float:
        goods = self.chart.goods_id
        cargo = [g for g in player.cargo if self.chart.goods[g] not in action.unload]
        if action.load is not None:
            cargo.append(goods[action.load])
        place = self.chart.place(action.to)
        assert place is not None
        if place[0] < 0:
            return self.place_worth(player, action.to, turns, cargo) - 0.05 * len(action.unload)
        # A start that brings goods to their city earns all of it; one that goes for a load earns half: it takes another start.
        drops, load = self.jobs(player, place, cargo, turns)
        return drops + self.FETCH * load - 0.05 * len(action.unload)

    def delivery_worth(self, state: Table, seat: int, action: Deliver | KeepCargo) -> float:
        """Its value here, less most of what it could bring elsewhere."""
        player = state.players[seat]
        turns = self.turns_left(state)
        if isinstance(action, KeepCargo):
            return 0.0
        good = self.chart.goods_id[action.commodity]
        side = contract_for(self.game, player, good)
        here = self.chart.city_at[player.point]
        elsewhere = 0.0
        whole = self.tree(player, player.point, -1)
        speed = self.chart.levels[LOCOMOTIVE][player.levels[LOCOMOTIVE]]
        for city, value in self.chart.pays[side].items():
            point = self.chart.city_point[city]
            if city != here and city not in player.markers and point in whole and whole[point] / speed + 2 < turns:
                elsewhere = max(elsewhere, value - 1.2 * whole[point] / speed - self.ACTION)
        return self.chart.pays[side][here] - elsewhere

    # -- upgrades ----------------------------------------------------------------------------------------------------------------

    def upgrade_worth(self, state: Table, player: Player, action: Upgrade, turns: float) -> float:
        """What the next level saves in the time that is left, less its price."""
        part = PARTS.index(action.part)
        price = self.chart.prices[player.levels[part]]
        now, then = self.chart.levels[part][player.levels[part]], self.chart.levels[part][player.levels[part] + 1]
        if part == LOCOMOTIVE:
            trips = min(float(len(player.contracts)), turns / 7.0)
            return 7.0 * trips * (1.0 / now - 1.0 / then) * self.SPEED - price
        if part == TENDER:
            draws = 0.3 * max(0.0, turns - 2.0) if player.tracks_left > 6 else 0.0
            return draws * (then - now) * 0.62 - price
        loads = min(float(len(player.contracts)) - 1.0, turns / 9.0)
        return 1.1 * max(0.0, loads) / now - price

    # -- set-up ------------------------------------------------------------------------------------------------------------------

    def start_worth(self, state: Table, seat: int, city: int, route: int) -> float:
        """The prospects of a network that begins in a city, and what lies near."""
        player = state.players[seat]
        point = self.chart.city_point[city]
        reach = [far[point] for far in self.far]
        worth = self.prospects(player, reach, 40.0, player.tracks_left, route)
        near = sum(1 for r in reach if 0 < r <= 3)
        crowd = sum(1 for p in state.players if p.cities and self.far[p.cities[0]][point] <= 3)
        source = any(self.chart.card_goods[side // 2] == self.chart.offers[city] for side in player.contracts)
        return worth + 0.25 * near - 0.8 * crowd + (1.0 if source else 0.0)

    def gift_worth(self, state: Table, seat: int, action: Give) -> float:
        """Give what is single; keep pairs."""
        return {1: 2.0, 2: 0.0}.get(state.players[seat].hand[self.chart.colour_id[action.colour]], 1.0)

    def side_worth(self, state: Table, seat: int, action: ChooseSide) -> float:
        """The side that goes best with the ones chosen so far: near their cities, and well paid."""
        chart, player = self.chart, state.players[seat]
        side = 2 * chart.card_id[action.card] + (action.side == "B")
        good = chart.card_goods[side // 2]
        others = [c for chosen in player.contracts for c in chart.pays[chosen]]
        total = 0.0
        for city, value in chart.pays[side].items():
            apart = min(self.far[s][chart.city_point[city]] for s in self.sources[good])
            friends = sum(1 for c in others if self.far[c][chart.city_point[city]] <= 3)
            total = max(total, value - self.SEGMENT * apart + 0.3 * friends)
        return total

    def keep_worth(self, state: Table, seat: int, route: int) -> float:
        """The best start with the contracts and this route card."""
        return max(self.start_worth(state, seat, city, route) for city in range(len(self.chart.cities)))

    # -- positions ---------------------------------------------------------------------------------------------------------------

    def estimate(self, state: Table, seat: int) -> float:
        """The money a seat will end with."""
        player = state.players[seat]
        if not player.cities:
            return 0.0
        turns = self.turns_left(state)
        cards = sum(player.hand)
        reach = self.reach(player.points)
        worth = player.money + 0.75 * self.prospects(player, reach, turns, player.tracks_left, player.route)
        worth += 0.25 * self.train(player, (player.segment, player.point), player.cargo, turns)
        return worth + cards * self.card_value(cards, turns) + min(turns, player.tracks_left / 2.5) * 0.7

    def value(self, state: Table) -> list[float]:
        if not state.agenda:
            ranks = final_outcome(self.game, state).ranks
            winners = ranks.count(1)
            return [1.0 / winners if rank == 1 else 0.0 for rank in ranks]
        worths = [self.estimate(state, seat) for seat in range(self.game.players)]
        scale = 3.0 + 0.25 * self.turns_left(state)
        out = []
        for seat, worth in enumerate(worths):
            others = max(w for s, w in enumerate(worths) if s != seat)
            out.append(1.0 / (1.0 + exp(min(30.0, (others - worth) / scale))))
        return out

    def why(self, state: Table, action: Any) -> Text:
        chart, seat = self.chart, self.game.actor(state)
        player = state.players[seat]
        if isinstance(action, Build):
            city = chart.city_id[action.city]
            for side in player.contracts:
                good = self.game.goods_texts[chart.card_goods[side // 2]]
                if city in chart.pays[side] and city not in player.markers:
                    value = chart.pays[side][city]
                    return T("{city} pays {value} for my {good}.", city=chart.city_names[city], value=value, good=good)
                if chart.offers[city] == chart.card_goods[side // 2]:
                    return T("{city} has the {good} of my contract.", city=chart.city_names[city], good=good)
            return T("It earns market money and widens my network.")
        if isinstance(action, Draw):
            return T("I need cards for the next line.")
        if isinstance(action, (Start, Move, Extra)):
            if player.cargo or (isinstance(action, Start) and action.load):
                return T("The goods on board are wanted there.")
            return T("On the way to a load for my contracts.")
        if isinstance(action, Upgrade):
            return T("There is time enough for it to pay.")
        if isinstance(action, Place):
            return T("My contracts and my route are near.")
        return T("It looks best.")
