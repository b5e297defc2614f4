"""Plans of the bots of Ticket to Ride: the routes that connect a seat's tickets, their cards, and the turns left.

All values are in points. A turn is worth two cards and what they will earn, so a seat's plan is the set of routes that connects
its tickets in the fewest turns.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import exp
from typing import TYPE_CHECKING

from boxcars.core.evaluator import Evaluator
from boxcars.core.memoize import keep
from boxcars.games.ticket_to_ride.ai.weights import Weights
from boxcars.games.ticket_to_ride.claim_route import closed_for_all
from boxcars.games.ticket_to_ride.longest_path import longest_path
from boxcars.games.ticket_to_ride.map import GREY
from boxcars.games.ticket_to_ride.scoring import network
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.types import LOCOMOTIVE

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide

NEVER = 1e9
FEW = 8
"""Number of trains with which no new ticket is begun."""
MEMORY = 20_000
"""Maximum number of positions whose plans are memoized."""


class Plan:
    """What a seat still wants to build for its tickets."""

    def __init__(self, routes: tuple[int, ...], trains: int, done: int, open: int, lost: int) -> None:
        self.routes = routes
        self.trains = trains
        """Number of trains that the planned routes take."""
        self.done = done
        """Points of the tickets connected already."""
        self.open = open
        """Points of the tickets that the plan connects."""
        self.lost = lost
        """Points of the tickets that cannot be connected any more."""


def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + exp(-x)) if x > -30.0 else 0.0


class RoutePlanner(Evaluator[Table]):
    """Finds plans and memoizes them for each position of the board."""

    def __init__(self, rules: TicketToRide) -> None:
        super().__init__(rules)
        self.game = rules
        self.weights = Weights()
        board = rules.board
        self.board = board
        self.players = rules.players
        self.closing = closed_for_all(rules.players)
        self.near: list[list[tuple[int, int]]] = [[] for _ in board.cities]
        """For each city a list of (neighbour, route)."""
        for r, (a, b) in enumerate(board.ends):
            self.near[a].append((b, r))
            self.near[b].append((a, r))
        self.plans: dict[tuple[int, tuple[int, ...], tuple[int, ...]], Plan] = {}
        self.paths: dict[tuple[int, ...], list[int]] = {}

    def set_weights(self, numbers: dict[str, float]) -> None:
        super().set_weights(numbers)
        self.plans.clear()

    def plan(self, table: Table, seat: int, tickets: list[int]) -> Plan:
        """Return the routes that connect the tickets; memoized for each position of the board."""
        key = (seat, tuple(table.owner), tuple(tickets))
        plan = self.plans.get(key)
        if plan is None:
            dear_first = sorted(tickets, key=lambda t: -self.board.tickets[t].points)
            plan = self._connect(table, seat, dear_first)
            if len(plan.routes) > 1 and len(tickets) > 1:
                other = self._connect(table, seat, dear_first[::-1])
                if (other.lost, other.trains) < (plan.lost, plan.trains):
                    plan = other
            keep(self.plans, key, plan, MEMORY)
        return plan

    def _connect(self, table: Table, seat: int, tickets: list[int]) -> Plan:
        """Connect one ticket after the other by its cheapest path; routes already planned cost nothing."""
        board = self.board
        cost = self._costs(table, seat)
        left = table.trains[seat]
        routes: list[int] = []
        done = open = lost = 0
        for t in tickets:
            ticket = board.tickets[t]
            path = self._path(cost, *ticket.ends)
            new = [r for r in path if table.owner[r] != seat and r not in routes] if path is not None else []
            length = sum(board.length[r] for r in new)
            if path is None or length > left:
                lost += ticket.points
                continue
            left -= length
            routes += new
            for r in new:
                cost[r] = 0.0
            if any(table.owner[r] != seat for r in path):
                open += ticket.points
            else:
                done += ticket.points
        return Plan(tuple(routes), table.trains[seat] - left, done, open, lost)

    def _costs(self, table: Table, seat: int) -> list[float]:
        """Return for each route its cost to the seat: 0 if the seat owns it, ``NEVER`` if it is not available."""
        board, owner = self.board, table.owner
        t = self.weights
        by_length = (0.0, t.route_cost_1, t.route_cost_2, t.route_cost_3, t.route_cost_4, t.route_cost_5, t.route_cost_6)
        cost = [by_length[k] for k in board.length]
        if t.grey_route_cost:
            cost = [c + t.grey_route_cost if colour == GREY else c for c, colour in zip(cost, board.colour, strict=True)]
        for r, who in enumerate(owner):
            if who == seat:
                cost[r] = 0.0
            elif who >= 0:
                cost[r] = NEVER
                if self.closing and board.partner[r] >= 0:
                    cost[board.partner[r]] = NEVER
        return cost

    def _path(self, cost: list[float], start: int, goal: int) -> list[int] | None:
        """Return the cheapest path between two cities, as routes."""
        best = [NEVER] * len(self.near)
        came: list[tuple[int, int]] = [(-1, -1)] * len(self.near)
        best[start] = 0.0
        heap = [(0.0, start)]
        while heap:
            so_far, city = heappop(heap)
            if city == goal:
                path = []
                while city != start:
                    city, r = came[city]
                    path.append(r)
                return path
            if so_far > best[city]:
                continue
            for other, r in self.near[city]:
                total = so_far + cost[r]
                if total < best[other]:
                    best[other] = total
                    came[other] = (city, r)
                    heappush(heap, (total, other))
        return None

    def longest(self, table: Table) -> list[int]:
        """Return the longest path of each seat; memoized for each position of the board."""
        key = tuple(table.owner)
        paths = self.paths.get(key)
        if paths is None:
            found = [longest_path(network(self.game, table.owner, s)) for s in range(self.players)]
            paths = keep(self.paths, key, found, MEMORY)
        return paths

    def paying_colours(self, r: int, table: Table) -> list[int]:
        """Return the colours that pay for a route or for its open partner; grey takes all."""
        board = self.board
        c, p = board.colour[r], board.partner[r]
        if c == GREY:
            return list(range(8))
        if p >= 0 and table.owner[p] < 0 and board.colour[p] != GREY:
            return [c, board.colour[p]]
        return [c]

    def share_out_hand(self, table: Table, seat: int, routes: list[int]) -> tuple[list[float], int, list[int]]:
        """Distribute the hand among the planned routes. Returns how much each colour is wanted, the number of missing cards, and
        the surplus cards of each colour."""
        board, t = self.board, self.weights
        spare = table.hands[seat][:]
        wild = spare[LOCOMOTIVE]
        gaps: list[tuple[int, int]] = []
        greys = []
        for r in routes:
            if board.colour[r] == GREY:
                greys.append(r)
                continue
            c = max(self.paying_colours(r, table), key=spare.__getitem__)
            k = board.length[r]
            use = min(spare[c], k)
            spare[c] -= use
            if use < k:
                gaps.append((k - use, c))
        for r in sorted(greys, key=board.length.__getitem__, reverse=True):
            c = max(range(8), key=spare.__getitem__)
            k = board.length[r]
            use = min(spare[c], k)
            spare[c] -= use
            if use < k:
                gaps.append((k - use, c if use else -1))
        wanted = [0.0] * 9
        total = 0
        for gap, c in sorted(gaps):
            total += gap
            use = min(wild, gap)
            wild -= use
            if gap > use:
                # A route that is nearly paid for wants its colour most.
                want = t.wanted_colour + t.wanted_last_card / (gap - use)
                if c >= 0:
                    wanted[c] = max(wanted[c], want)
                else:
                    wanted = [max(w, t.wanted_for_grey) for w in wanted]
        spare[LOCOMOTIVE] = wild
        return wanted, max(0, total - table.hands[seat][LOCOMOTIVE]), spare

    def turns_left(self, table: Table) -> float:
        """Return the number of turns each seat has left: the fastest seat ends the game (TTR-8.1)."""
        if table.final_turns >= 0:
            return 1.0 if table.final_turns > 0 else 0.0
        least, t = NEVER, self.weights
        for seat in range(self.players):
            trains = table.trains[seat] - 2
            cards = sum(table.hands[seat])
            least = min(least, max(0.0, trains - t.played_card_share * cards) / t.cards_per_turn + trains / t.trains_per_claim)
        return least + 1.0

    def extra_routes(self, table: Table, seat: int, plan: Plan, spare: list[int], turns: float) -> list[int]:
        """Return long routes worth collecting for beside the tickets: those with the most points for their turns."""
        board, t = self.board, self.weights
        room = table.trains[seat] - plan.trains
        wild = spare[LOCOMOTIVE]
        most = max(spare[:8])
        best: list[tuple[float, int]] = []
        for c in range(9):
            have = (most if c == GREY else spare[c]) + wild
            for r in table.open[c]:
                k = board.length[r]
                if k > room:
                    break
                if k < 3 and room > 6:
                    continue
                p = board.partner[r]
                if r in plan.routes or (p >= 0 and (p in plan.routes or table.owner[p] == seat)):
                    continue
                needs = 1.0 + max(0, k - have) / t.extra_route_cards_per_turn
                if needs <= turns:
                    best.append((board.points[r] / needs - t.extra_route_train_cost * k, r))
        best.sort(reverse=True)
        return [r for _, r in best[:2]]

    def completion_probability(self, table: Table, seat: int, plan: Plan, turns: float) -> float:
        """Return the probability that the plan is completed, from the turns that it takes and the turns left."""
        if not plan.routes:
            return 1.0
        _, short, _ = self.share_out_hand(table, seat, list(plan.routes))
        t = self.weights
        takes = short / t.plan_cards_per_turn + len(plan.routes)
        if turns <= 1.0:
            return 1.0 if len(plan.routes) == 1 and short == 0 and turns > 0 else 0.0
        return sigmoid((turns - takes - t.spare_turns) / (t.completion_spread + t.completion_spread_per_turn * turns))
