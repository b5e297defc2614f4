"""The evaluator of Ticket to Ride: plan a network for the tickets, collect cards for it, contest it, and know when the game ends.

All values are in points. A claim is good if it earns more than the turn and the cards that it costs (``Weights``).
"""

from __future__ import annotations

from importlib.resources import files
from math import exp
from typing import TYPE_CHECKING, Any

import msgspec

from boxcars.core.messages import T, Text
from boxcars.games.ticket_to_ride.ai.route_plans import FEW, NEVER, Plan, RoutePlanner
from boxcars.games.ticket_to_ride.map import GREY
from boxcars.games.ticket_to_ride.names import pair, route_text
from boxcars.games.ticket_to_ride.scoring import final_outcome
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.train_cards import INDEX
from boxcars.games.ticket_to_ride.types import LOCOMOTIVE, ClaimRoute, DrawCard, DrawTickets, KeepTickets, TakeCard, TakeTurn

if TYPE_CHECKING:
    from boxcars.games.ticket_to_ride.rules import TicketToRide


class Situation:
    """What a seat needs and can spare in one position."""

    def __init__(
        self,
        plan: Plan,
        turns: float,
        wanted: list[float],
        short: float,
        spare: list[int],
        card: float,
        claims: dict[str, float],
    ) -> None:
        self.plan = plan
        self.turns = turns
        """Number of turns left."""
        self.wanted = wanted
        """For each colour how much a card of it is wanted (1: as much as the best)."""
        self.short = short
        """Number of cards that the plan lacks."""
        self.spare = spare
        """For each colour the number of cards that no planned route needs."""
        self.card = card
        """Value of any card, in points."""
        self.claims = claims
        """For each route that can be claimed, by its key, the value of claiming it before paying."""


class TicketToRideEvaluator(RoutePlanner):
    level_settings = {"novice": {"temperature": 1.2}, "easy": {"temperature": 0.15}}
    """Measured settings of the levels: the logits with fitted weights are as strong as a search with them, so only the expert
    searches, where no learned network plays in its place."""

    def __init__(self, rules: TicketToRide) -> None:
        super().__init__(rules)
        self.turns_grid: list[float] = []
        """The numbers of turns left at which the weights of the features were fitted."""
        self.coefficients: list[list[float]] = []
        self.use_value_file("")

    def use_value_file(self, name: str) -> None:
        file = files("boxcars.games.ticket_to_ride.ai") / (name or "value.json")
        fitted = msgspec.json.decode(file.read_bytes())
        self.turns_grid = [float(x) for x in fitted["knots"]]
        self.coefficients = [[float(x) for x in row] for row in fitted["weights"]]

    # -- policy ------------------------------------------------------------------------------------------------------

    def policy(self, state: Table, legal: list[Any]) -> list[float]:
        seat = state.agenda[-1].seat
        if isinstance(legal[0], KeepTickets):
            turns = self.turns_left(state)
            return [self._kept_tickets_value(state, seat, action, turns) for action in legal]
        situation = self._assess(state, seat)
        return [
            situation.claims[action.route] - self._payment_waste(state, action, situation)
            if isinstance(action, ClaimRoute)
            else self._draw_value(state, seat, action, situation)
            for action in legal
        ]

    def rollout_action(self, state: Table, memo: dict[int, Any]) -> Any:
        """Return the action for a rollout: the greatest logit. There are hundreds of payments, so only those of routes worth
        claiming are computed."""
        legal = self.game.legal(state)
        if len(legal) == 1:
            return legal[0]
        t = self.weights
        seat = state.agenda[-1].seat
        situation = None if isinstance(legal[0], KeepTickets) else self._assess(state, seat)
        if (
            situation is None
            or min(
                situation.card,
                t.paid_locomotive_cost,
                t.paid_waiting_card_cost,
                t.paid_plan_card_cost,
                t.paid_plan_locomotive_cost,
            )
            < 0
        ):
            logits = self.policy(state, legal)
            return legal[logits.index(max(logits))]
        first_draw = len(legal)
        while first_draw and not isinstance(legal[first_draw - 1], ClaimRoute):
            first_draw -= 1
        best, most = None, -1e9
        for action in legal[first_draw:]:
            logit = self._draw_value(state, seat, action, situation)
            if logit > most:
                best, most = action, logit
        claimed = False
        for i in range(first_draw):
            action = legal[i]
            worth = situation.claims[action.route]
            if worth >= most:
                worth -= self._payment_waste(state, action, situation)
                if worth > most or (worth == most and not claimed):  # claims stand before draws
                    best, most, claimed = action, worth, True
        return best

    def _assess(self, state: Table, seat: int) -> Situation:
        """Return what the seat needs and can spare now."""
        turns, t = self.turns_left(state), self.weights
        plan = self.plan(state, seat, state.tickets[seat])
        wanted, short, spare = self.share_out_hand(state, seat, list(plan.routes))
        slack = turns - short / 1.8 - len(plan.routes)
        if slack > t.extra_route_spare_turns or not plan.routes:
            more = self.extra_routes(state, seat, plan, spare, turns - 1)
            if more:
                second, _, _ = self.share_out_hand(state, seat, [*plan.routes, *more])
                wanted = [max(w, t.wanted_for_extra_route * s) for w, s in zip(wanted, second, strict=True)]
        card = t.card_value * min(1.0, (turns - 1.0) / t.card_fade_turns)
        claims = self._claim_values(state, seat, plan, spare, card, turns) if isinstance(state.agenda[-1], TakeTurn) else {}
        return Situation(plan, turns, wanted, short, spare, card, claims)

    def _draw_value(self, state: Table, seat: int, action: Any, situation: Situation) -> float:
        """Return the value of drawing a card or tickets."""
        t = self.weights
        if isinstance(action, TakeCard):
            c = INDEX[action.colour]
            if c == LOCOMOTIVE:
                return situation.card * (t.open_locomotive if situation.short > 0 else t.open_locomotive_idle)
            return situation.card * (
                t.open_card + t.open_wanted_card * min(1.5, situation.wanted[c]) + t.open_equal_card * state.hands[seat][c]
            )
        if isinstance(action, DrawCard):
            return situation.card * t.deck_card
        if isinstance(action, DrawTickets):
            return self._ticket_draw_value(state, seat, situation.plan, situation.turns)
        return 0.0

    def _claim_values(self, table: Table, seat: int, plan: Plan, spare: list[int], card: float, turns: float) -> dict[str, float]:
        """Return for each route that can be claimed, by its key, the value of claiming it before paying: points now; tickets that
        a planned route helps to connect; trains that another route takes from them."""
        board, t = self.board, self.weights
        mine, others = self._reached_cities(table, seat)
        left = table.trains[seat]
        leads = table.points[seat] + plan.done - plan.lost > max([p for s, p in enumerate(table.points) if s != seat])
        any_claim = t.full_hand_bonus * max(0, sum(table.hands[seat]) - 12) + 0.1 * t.early_claim_bonus * turns
        by_length = [
            any_claim + x
            for x in (0.0, t.claim_bonus_1, t.claim_bonus_2, t.claim_bonus_3, t.claim_bonus_4, t.claim_bonus_5, t.claim_bonus_6)
        ]
        paid = t.paid_card_cost * card - (t.leader_train_bonus if leads else 0.0)
        out: dict[str, float] = {}
        for routes in table.open:
            for r in routes:
                k, p = board.length[r], board.partner[r]
                if k > left:
                    break
                a, b = board.ends[r]
                worth = board.points[r] - paid * k + by_length[k]
                if r in plan.routes or (p >= 0 and p in plan.routes):
                    worth += t.planned_route + t.planned_train * k + t.contested_end * (others[a] + others[b])
                    if len(plan.routes) == 1:
                        worth += plan.open * (t.last_route_share + (t.last_turns_share if turns <= 2 else 0.0))
                else:
                    if left - k < plan.trains:
                        worth -= plan.open * (0.2 if turns <= 2 else t.stranded_share)
                    if mine[a] or mine[b]:
                        worth += t.network_extension  # of the longest path
                    if others[a] and others[b]:
                        worth += t.blocking_bonus
                out[board.routes[r].key] = worth
        return out

    def _payment_waste(self, table: Table, action: ClaimRoute, situation: Situation) -> float:
        """Return the cost of what a payment wastes: locomotives, and cards that the plan needs."""
        board, t = self.board, self.weights
        plan, spare, card = situation.plan, situation.spare, situation.card
        r = board.route_id[action.route]
        wild = action.locomotives
        plain = board.length[r] - wild
        c = INDEX[action.colour]
        waste = t.paid_locomotive_cost * card * wild
        p = board.partner[r]
        if r in plan.routes or (p >= 0 and p in plan.routes):
            if c != LOCOMOTIVE and board.colour[r] == GREY:
                # A grey route is paid with a colour no other route of the plan waits for.
                waiting = 0
                for o in plan.routes:
                    if board.colour[o] == c:
                        waiting += board.length[o]
                waste += t.paid_waiting_card_cost * min(plain, waiting)
            return waste
        if c != LOCOMOTIVE:
            waste += t.paid_plan_card_cost * card * max(0, plain - spare[c])
        return waste + t.paid_plan_locomotive_cost * card * max(0, wild - spare[LOCOMOTIVE])

    def _reached_cities(self, table: Table, seat: int) -> tuple[list[int], list[int]]:
        """Return two lists of flags for the cities: reached by the seat, reached by another seat."""
        mine, others = [0] * len(self.near), [0] * len(self.near)
        ends = self.board.ends
        for r, who in enumerate(table.owner):
            if who >= 0:
                a, b = ends[r]
                reached = mine if who == seat else others
                reached[a] = reached[b] = 1
        return mine, others

    def _ticket_draw_value(self, table: Table, seat: int, plan: Plan, turns: float) -> float:
        """Return the value of drawing tickets, when the old ones are connected and time and trains are left."""
        t = self.weights
        if plan.routes or table.trains[seat] < t.ticket_draw_min_trains or turns < t.ticket_draw_min_turns:
            return -6.0
        return (
            t.ticket_draw_bonus
            + t.ticket_draw_per_train * (table.trains[seat] - 12)
            + t.ticket_draw_per_card * sum(table.hands[seat])
        )

    def _kept_tickets_value(self, table: Table, seat: int, action: KeepTickets, turns: float) -> float:
        """Return the value of keeping these tickets: their points by the probability to connect them, less the turns that the
        plan takes."""
        board = self.board
        kept = [board.ticket_id[key] for key in action.tickets]
        plan = self.plan(table, seat, [*table.tickets[seat], *kept])
        chance = self.completion_probability(table, seat, plan, turns)
        routes = sum(board.points[r] for r in plan.routes)
        effort = plan.trains / 2 + len(plan.routes)
        t = self.weights
        open = (t.kept_ticket_gain * chance - t.kept_ticket_risk) * plan.open + t.kept_route_points * chance * routes
        return plan.done + open - plan.lost - t.kept_turn_cost * effort + t.kept_ticket_bonus * len(kept)

    # -- value -------------------------------------------------------------------------------------------------------

    def value(self, state: Table) -> list[float]:
        """Return each seat's probability to win, from the expected scores: a lead counts more near the end."""
        if not state.agenda:
            ranks = final_outcome(self.game, state).ranks
            winners = ranks.count(1)
            return [1.0 / winners if rank == 1 else 0.0 for rank in ranks]
        scores = self.expected_scores(state)
        scale = 8.0 + 0.6 * min(30.0, self.turns_left(state))
        top = max(scores)
        odds = [exp((s - top) / scale) for s in scores]
        total = sum(odds)
        return [o / total for o in odds]

    def rounds_left(self, state: Table) -> int:
        """Return the number of turns that each seat has left."""
        return int(self.turns_left(state))

    def expected_scores(self, table: Table) -> list[float]:
        """Return the expected final score of each seat: its points, plus what positions with these features earned on average
        (``value.json``)."""
        turns = self.turns_left(table)
        longest = self.longest(table)
        coefficients = self._coefficients_at(turns)
        out = []
        for seat in range(self.players):
            plan = self.plan(table, seat, table.tickets[seat] or table.offers[seat])
            score = float(table.points[seat] + plan.done - plan.lost)
            for x, coefficient in zip(self.features(table, seat, plan, turns, longest), coefficients, strict=True):
                score += x * coefficient
            out.append(score)
        return out

    def _coefficients_at(self, turns: float) -> list[float]:
        """Return the weights of the features at this number of turns left, interpolated between the two nearest fitted ones."""
        knots = self.turns_grid
        turns = min(max(turns, knots[0]), knots[-1])
        i = 0
        while i + 2 < len(knots) and turns > knots[i + 1]:
            i += 1
        part = (turns - knots[i]) / (knots[i + 1] - knots[i])
        return [a + part * (b - a) for a, b in zip(self.coefficients[i], self.coefficients[i + 1], strict=True)]

    def features(self, table: Table, seat: int, plan: Plan, turns: float, longest: list[int]) -> list[float]:
        """Return the features that predict how much a seat will still score, in the order of ``value.json``."""
        _, short, spare = self.share_out_hand(table, seat, list(plan.routes))
        chance = self.completion_probability(table, seat, plan, turns)
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

    def explain_action(self, state: Table, action: Any) -> Text:
        seat = state.agenda[-1].seat
        plan = self.plan(state, seat, state.tickets[seat])
        board = self.board
        if isinstance(action, ClaimRoute):
            r = board.route_id[action.route]
            if r in plan.routes or board.partner[r] in plan.routes:
                _, others = self._reached_cities(state, seat)
                a, b = board.ends[r]
                if others[a] and others[b]:
                    return T("My tickets need this route, and someone else may take it soon.")
                return T("My tickets need this route.")
            return T("{points} points for cards I don't need.", points=board.points[r])
        if isinstance(action, (TakeCard, DrawCard)):
            routes = list(plan.routes)
            if isinstance(action, TakeCard) and action.colour != "locomotive":
                c = INDEX[action.colour]
                for r in routes:
                    if board.colour[r] == c or (board.partner[r] >= 0 and board.colour[board.partner[r]] == c):
                        return T("I need this color for {route}.", route=route_text(board, board.routes[r].key))
            if isinstance(action, TakeCard) and action.colour == "locomotive":
                return T("A locomotive works on any route.")
            return (
                T("Collecting cards. Routes my plan still needs: {count}.", count=len(routes))
                if routes
                else T("Collecting cards.")
            )
        if isinstance(action, DrawTickets):
            left = state.trains[seat]
            if plan.routes:
                return T(
                    ("My tickets need only {needed} of my {trains} trains, so I may have room for another one."),
                    needed=plan.trains,
                    trains=left,
                )
            if left < FEW:
                return T("My tickets are complete, and my routes may already complete another one.")
            return T("My tickets are complete, and there's time for more.")
        if isinstance(action, KeepTickets):
            kept = [board.ticket_id[key] for key in action.tickets]
            together = self.plan(state, seat, [*state.tickets[seat], *kept])
            names = [T("{cities}", cities=pair(board, board.tickets[t].ends)) for t in kept]
            return T("With {tickets}, my tickets need {trains} trains.", tickets=names, trains=together.trains)
        return T("Nothing else is possible.")
