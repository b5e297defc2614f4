"""The judgement of Ticket to Ride's bots: plan a network for the tickets, collect for it, contest it, and know when it ends.

Everything is measured in points. A turn is worth about ``TURN`` points (two cards and what they will bring), so the plan of a
seat is the set of routes that connects its tickets for the fewest turns, and a claim is good if it pays more than the turn
and the cards it takes.
"""

from __future__ import annotations

from heapq import heappop, heappush
from importlib.resources import files
from math import exp
from typing import TYPE_CHECKING, Any

import msgspec

from boxcars.core.judge import Judge
from boxcars.core.words import T, Text
from boxcars.games.ticket_to_ride.claim_route import closed_for_all
from boxcars.games.ticket_to_ride.longest_path import longest_path
from boxcars.games.ticket_to_ride.map import GREY
from boxcars.games.ticket_to_ride.scoring import final_outcome, network
from boxcars.games.ticket_to_ride.table import Table
from boxcars.games.ticket_to_ride.telling import pair, route_text
from boxcars.games.ticket_to_ride.train_cards import INDEX
from boxcars.games.ticket_to_ride.words import (
    LOCOMOTIVE,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    KeepTickets,
    TakeCard,
    TakeTurn,
)

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide

TURN = 2.6
"""What a turn is worth in points: two cards of a good plan."""
CARD = 1.1
"""What a card in the hand is worth while there is time to use it."""
COST = (0.0, 1.7, 2.3, 2.6, 2.8, 2.9, 3.0)
"""What a route of each length costs a plan: its turns, less the points it brings; long routes are cheap for their length."""
TRAINS_PER_CLAIM = 3.2
NEVER = 1e9
MEMORY = 20_000
"""Positions whose plans are remembered."""


class Plan:
    """What a seat still wants to build for its tickets."""

    def __init__(self, routes: tuple[int, ...], trains: int, done: int, open: int, lost: int) -> None:
        self.routes = routes
        self.trains = trains
        """How many trains the routes take."""
        self.done = done
        """Points of tickets connected already,"""
        self.open = open
        """of those the plan connects,"""
        self.lost = lost
        """and of those that cannot be connected any more."""


def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + exp(-x)) if x > -30.0 else 0.0


class TicketToRideJudge(Judge[Table]):
    def __init__(self, rules: TicketToRide) -> None:
        super().__init__(rules)
        self.game = rules
        board = rules.board
        self.board = board
        self.players = rules.players
        self.closing = closed_for_all(rules.players)
        self.near: list[list[tuple[int, int]]] = [[] for _ in board.cities]
        """For each city: (neighbour, route)."""
        for r, (a, b) in enumerate(board.ends):
            self.near[a].append((b, r))
            self.near[b].append((a, r))
        self.plans: dict[tuple[int, tuple[int, ...], tuple[int, ...]], Plan] = {}
        self.paths: dict[tuple[int, ...], list[int]] = {}
        fitted = msgspec.json.decode((files("boxcars.games.ticket_to_ride") / "value.json").read_bytes())
        self.knots: list[float] = [float(x) for x in fitted["knots"]]
        """Turns left at which the weights of the features were fitted."""
        self.fitted: list[list[float]] = [[float(x) for x in row] for row in fitted["weights"]]

    # -- planning ----------------------------------------------------------------------------------------------------

    def plan(self, table: Table, seat: int, tickets: list[int]) -> Plan:
        """The routes that connect the tickets, remembered for every position of the board."""
        key = (seat, tuple(table.owner), tuple(tickets))
        plan = self.plans.get(key)
        if plan is None:
            if len(self.plans) >= MEMORY:
                self.plans.clear()
            dear_first = sorted(tickets, key=lambda t: -self.board.tickets[t].points)
            plan = self._connect(table, seat, dear_first)
            if len(plan.routes) > 1 and len(tickets) > 1:
                other = self._connect(table, seat, dear_first[::-1])
                if (other.lost, other.trains) < (plan.lost, plan.trains):
                    plan = other
            self.plans[key] = plan
        return plan

    def _connect(self, table: Table, seat: int, tickets: list[int]) -> Plan:
        """Connect one ticket after the other by its cheapest path; what is planned already costs nothing."""
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
        """For each route what it costs the seat to have it: nothing if it is its own, ``NEVER`` if it cannot be had."""
        board, owner = self.board, table.owner
        cost = [COST[k] for k in board.length]
        for r, who in enumerate(owner):
            if who == seat:
                cost[r] = 0.0
            elif who >= 0:
                cost[r] = NEVER
                if self.closing and board.partner[r] >= 0:
                    cost[board.partner[r]] = NEVER
        return cost

    def _path(self, cost: list[float], start: int, goal: int) -> list[int] | None:
        """The cheapest path between two cities, as routes."""
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
        """The longest path of each seat, remembered for every position of the board."""
        key = tuple(table.owner)
        paths = self.paths.get(key)
        if paths is None:
            if len(self.paths) >= MEMORY:
                self.paths.clear()
            paths = self.paths[key] = [longest_path(network(self.game, table.owner, s)) for s in range(self.players)]
        return paths

    def choices(self, r: int, table: Table) -> list[int]:
        """The colours that pay for a route or for its open partner; grey takes all."""
        board = self.board
        c, p = board.colour[r], board.partner[r]
        if c == GREY:
            return list(range(8))
        if p >= 0 and table.owner[p] < 0 and board.colour[p] != GREY:
            return [c, board.colour[p]]
        return [c]

    def missing(self, table: Table, seat: int, routes: list[int]) -> tuple[list[float], int, list[int]]:
        """Share the hand out to the routes: how much each colour is wanted, cards missing in all, cards left over by colour."""
        board = self.board
        spare = table.hands[seat][:]
        wild = spare[LOCOMOTIVE]
        gaps: list[tuple[int, int]] = []
        greys = []
        for r in routes:
            if board.colour[r] == GREY:
                greys.append(r)
                continue
            c = max(self.choices(r, table), key=spare.__getitem__)
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
                want = 0.6 + 0.8 / (gap - use)
                if c >= 0:
                    wanted[c] = max(wanted[c], want)
                else:
                    wanted = [max(w, 0.5) for w in wanted]
        spare[LOCOMOTIVE] = wild
        return wanted, max(0, total - table.hands[seat][LOCOMOTIVE]), spare

    def turns_left(self, table: Table) -> float:
        """How many more turns each seat will have: the quickest seat ends the game (TTR-8.1)."""
        if table.final_turns >= 0:
            return 1.0 if table.final_turns > 0 else 0.0
        least = NEVER
        for seat in range(self.players):
            trains = table.trains[seat] - 2
            cards = sum(table.hands[seat])
            least = min(least, max(0.0, trains - 0.8 * cards) / 2 + trains / TRAINS_PER_CLAIM)
        return least + 1.0

    def extras(self, table: Table, seat: int, plan: Plan, spare: list[int], turns: float) -> list[int]:
        """Long routes worth collecting for beside the tickets: those that bring most for the turns they take."""
        board = self.board
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
                needs = 1.0 + max(0, k - have) / 1.6
                if needs <= turns:
                    best.append((board.points[r] / needs - 0.1 * k, r))
        best.sort(reverse=True)
        return [r for _, r in best[:2]]

    # -- policy ------------------------------------------------------------------------------------------------------

    def weigh(self, state: Table, legal: list[Any]) -> list[float]:
        seat = state.agenda[-1].seat
        turns = self.turns_left(state)
        if isinstance(legal[0], KeepTickets):
            return [self._keep(state, seat, action, turns) for action in legal]
        plan = self.plan(state, seat, state.tickets[seat])
        wanted, short, spare = self.missing(state, seat, list(plan.routes))
        slack = turns - short / 1.8 - len(plan.routes)
        if slack > 2.0 or not plan.routes:
            more = self.extras(state, seat, plan, spare, turns - 1)
            if more:
                second, _, _ = self.missing(state, seat, [*plan.routes, *more])
                wanted = [max(w, 0.42 * s) for w, s in zip(wanted, second, strict=True)]
        card = CARD * min(1.0, (turns - 1.0) / 2.5)
        out: list[float] = []
        claims = self._claims(state, seat, plan, spare, card, turns) if isinstance(state.agenda[-1], TakeTurn) else {}
        for action in legal:
            if isinstance(action, ClaimRoute):
                out.append(claims[action.route] - self._payment(state, action, plan, spare, card))
            elif isinstance(action, TakeCard):
                c = INDEX[action.colour]
                if c == LOCOMOTIVE:
                    out.append(card * (2.0 if short > 0 else 1.2))
                else:
                    out.append(card * (0.5 + 3.0 * min(1.5, wanted[c]) + 0.03 * state.hands[seat][c]))
            elif isinstance(action, DrawCard):
                out.append(card * 1.5)
            elif isinstance(action, DrawTickets):
                out.append(self._draw_tickets(state, seat, plan, turns))
            else:
                out.append(0.0)
        return out

    def _claims(self, table: Table, seat: int, plan: Plan, spare: list[int], card: float, turns: float) -> dict[str, float]:
        """For each route that could be claimed what it is worth before it is paid for, by its key.

        Points now, less the cards; a planned route brings its tickets nearer, another must leave trains for them.
        """
        board = self.board
        mine, others = self._reached(table, seat)
        left = table.trains[seat]
        out: dict[str, float] = {}
        for routes in table.open:
            for r in routes:
                k, p = board.length[r], board.partner[r]
                if k > left:
                    break
                a, b = board.ends[r]
                worth = board.points[r] - card * k
                if r in plan.routes or (p >= 0 and p in plan.routes):
                    worth += 1.0 + 0.4 * k + 0.7 * (others[a] + others[b])
                    if len(plan.routes) == 1:
                        worth += 0.5 * plan.open + (1.5 * plan.open if turns <= 2 else 0.0)
                else:
                    if left - k < plan.trains:
                        worth -= plan.open * (0.2 if turns <= 2 else 1.0)
                    if mine[a] or mine[b]:
                        worth += 0.4  # it may lengthen the longest path
                out[board.routes[r].key] = worth
        return out

    def _payment(self, table: Table, action: ClaimRoute, plan: Plan, spare: list[int], card: float) -> float:
        """What a payment wastes: locomotives, and cards that the plan waits for."""
        board = self.board
        r = board.route_id[action.route]
        wild = action.locomotives
        plain = board.length[r] - wild
        c = INDEX[action.colour]
        waste = 1.5 * card * wild
        p = board.partner[r]
        if r in plan.routes or (p >= 0 and p in plan.routes):
            if c != LOCOMOTIVE and board.colour[r] == GREY:
                # A grey route is paid with a colour no other route of the plan waits for.
                waiting = 0
                for o in plan.routes:
                    if board.colour[o] == c:
                        waiting += board.length[o]
                waste += 0.6 * min(plain, waiting)
            return waste
        if c != LOCOMOTIVE:
            waste += 1.5 * card * max(0, plain - spare[c])
        return waste + 1.5 * card * max(0, wild - spare[LOCOMOTIVE])

    def _reached(self, table: Table, seat: int) -> tuple[list[int], list[int]]:
        """For each city: 1 if the seat has reached it; 1 if another seat has."""
        mine, others = [0] * len(self.near), [0] * len(self.near)
        ends = self.board.ends
        for r, who in enumerate(table.owner):
            if who >= 0:
                a, b = ends[r]
                reached = mine if who == seat else others
                reached[a] = reached[b] = 1
        return mine, others

    def _draw_tickets(self, table: Table, seat: int, plan: Plan, turns: float) -> float:
        """New tickets when the old ones are connected and there is time and stock for more."""
        if plan.routes or table.trains[seat] < 12 or turns < 8:
            return -6.0
        return 1.0 + 0.12 * (table.trains[seat] - 12) + 0.1 * sum(table.hands[seat])

    def _keep(self, table: Table, seat: int, action: KeepTickets, turns: float) -> float:
        """Points of the tickets by the chance to connect them, less the turns the plan takes."""
        board = self.board
        kept = [board.ticket_id[key] for key in action.tickets]
        plan = self.plan(table, seat, [*table.tickets[seat], *kept])
        chance = self._chance(table, seat, plan, turns)
        routes = sum(board.points[r] for r in plan.routes)
        effort = plan.trains / 2 + len(plan.routes)
        return plan.done + (2 * chance - 1) * plan.open - plan.lost + chance * routes - 0.75 * TURN * effort

    def _chance(self, table: Table, seat: int, plan: Plan, turns: float) -> float:
        """How likely the plan is completed: the turns it takes against the turns there are."""
        if not plan.routes:
            return 1.0
        _, short, _ = self.missing(table, seat, list(plan.routes))
        takes = short / 1.7 + len(plan.routes)
        if turns <= 1.0:
            return 1.0 if len(plan.routes) == 1 and short == 0 and turns > 0 else 0.0
        return sigmoid((turns - takes - 1.0) / (0.7 + 0.1 * turns))

    # -- value -------------------------------------------------------------------------------------------------------

    def value(self, state: Table) -> list[float]:
        """The expected scores, as chances to win: a lead counts more the nearer the end is."""
        if not state.agenda:
            ranks = final_outcome(self.game, state).ranks
            winners = ranks.count(1)
            return [1.0 / winners if rank == 1 else 0.0 for rank in ranks]
        scores = self.expected(state)
        scale = 8.0 + 0.6 * min(30.0, self.turns_left(state))
        top = max(scores)
        odds = [exp((s - top) / scale) for s in scores]
        total = sum(odds)
        return [o / total for o in odds]

    def expected(self, table: Table) -> list[float]:
        """What each seat will probably score: what it has, and what such positions brought on average (``value.json``)."""
        turns = self.turns_left(table)
        longest = self.longest(table)
        weights = self._weights(turns)
        out = []
        for seat in range(self.players):
            plan = self.plan(table, seat, table.tickets[seat] or table.offers[seat])
            score = float(table.points[seat] + plan.done - plan.lost)
            for x, weight in zip(self.features(table, seat, plan, turns, longest), weights, strict=True):
                score += x * weight
            out.append(score)
        return out

    def _weights(self, turns: float) -> list[float]:
        """The weights of the features at this distance from the end, between those of the two nearest knots."""
        knots = self.knots
        turns = min(max(turns, knots[0]), knots[-1])
        i = 0
        while i + 2 < len(knots) and turns > knots[i + 1]:
            i += 1
        part = (turns - knots[i]) / (knots[i + 1] - knots[i])
        return [a + part * (b - a) for a, b in zip(self.fitted[i], self.fitted[i + 1], strict=True)]

    def features(self, table: Table, seat: int, plan: Plan, turns: float, longest: list[int]) -> list[float]:
        """What says how much a seat will still score; the order is that of ``value.json``."""
        _, short, spare = self.missing(table, seat, list(plan.routes))
        chance = self._chance(table, seat, plan, turns)
        routes = sum([self.board.points[r] for r in plan.routes])
        hand = table.hands[seat]
        trains, cards, path = NEVER, 0, 0
        for other in range(self.players):
            if other != seat:
                trains = min(trains, float(table.trains[other]))
                cards = max(cards, sum(table.hands[other]))
                path = max(path, longest[other])
        colours = spare[:LOCOMOTIVE]
        return [
            1.0,
            turns,
            float(table.trains[seat]),
            float(sum(hand)),
            float(hand[LOCOMOTIVE]),
            float(short),
            float(len(plan.routes)),
            float(plan.trains),
            float(plan.open),
            plan.open * chance,
            float(plan.lost),
            float(routes),
            routes * chance,
            float(sum([n * n for n in colours])),
            float(max(colours)),
            float(sum(colours)),
            float(spare[LOCOMOTIVE]),
            trains,
            float(cards),
            float(longest[seat]),
            float(path),
            1.0 if longest[seat] > path else 0.0,
            1.0 if table.agenda[-1].seat == seat else 0.0,
            chance,
        ]

    # -- words -------------------------------------------------------------------------------------------------------

    def why(self, state: Table, action: Any) -> Text:
        seat = state.agenda[-1].seat
        plan = self.plan(state, seat, state.tickets[seat])
        board = self.board
        if isinstance(action, ClaimRoute):
            r = board.route_id[action.route]
            if r in plan.routes or board.partner[r] in plan.routes:
                _, others = self._reached(state, seat)
                a, b = board.ends[r]
                if others[a] and others[b]:
                    return T("My tickets need this route, and somebody else is close to it.")
                return T("My tickets need this route.")
            return T("{points} points for cards I can spare.", points=board.points[r])
        if isinstance(action, (TakeCard, DrawCard)):
            routes = list(plan.routes)
            if isinstance(action, TakeCard) and action.colour != "locomotive":
                c = INDEX[action.colour]
                for r in routes:
                    if board.colour[r] == c or (board.partner[r] >= 0 and board.colour[board.partner[r]] == c):
                        return T("The colour of {route}, which I want to build.", route=route_text(board, board.routes[r].key))
            if isinstance(action, TakeCard) and action.colour == "locomotive":
                return T("A locomotive fits every route.")
            return T("I collect cards for {count} routes of my plan.", count=len(routes)) if routes else T("I collect cards.")
        if isinstance(action, DrawTickets):
            return T("My tickets are connected, and there is time for more.")
        if isinstance(action, KeepTickets):
            kept = [board.ticket_id[key] for key in action.tickets]
            together = self.plan(state, seat, [*state.tickets[seat], *kept])
            names = [T("{cities}", cities=pair(board, board.tickets[t].ends)) for t in kept]
            return T("{tickets} together need {trains} trains.", tickets=names, trains=together.trains)
        return T("Nothing else is possible.")
