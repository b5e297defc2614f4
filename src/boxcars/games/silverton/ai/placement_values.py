"""Values of placing pieces (phase II) for Silverton's bots: cards, segments, and the track to them."""

from __future__ import annotations

from typing import Any

from boxcars.core.evaluator import Evaluator
from boxcars.core.game import Rules
from boxcars.core.memoize import keep
from boxcars.games.silverton import actions as w
from boxcars.games.silverton.ai.town_connections import FAR, TownConnections
from boxcars.games.silverton.ai.valuation import SeatValuation
from boxcars.games.silverton.ai.weights import Weights
from boxcars.games.silverton.place_pieces import target_id
from boxcars.games.silverton.rules import Silverton
from boxcars.games.silverton.state import BUILD, CARD, CLAIM, PLACED, STEAL, VISIBLE, Table

UNIT = 40.0
"""Dollars in one unit of logit: a difference at which a good player would hesitate."""
MEMORY = 2_000
"""Maximum number of networks whose connections are memoized."""


ROUTE_BONUS = 3
"""Bonus in a dispute for a claim for having a route to its town (SIL-12.8)."""


def chance_to_win(leads: list[int]) -> float:
    """Return the probability to roll more than every rival with two dice each; ``leads``: the seat's bonus less each rival's
    (SIL-12.3)."""
    chance = 1.0
    for lead in leads:
        chance *= WINS[max(-10, min(10, lead)) + 10]
    return chance


def _wins(lead: int) -> float:
    pairs = [6 - abs(roll - 7) for roll in range(2, 13)]
    return sum(mine * theirs for a, mine in enumerate(pairs) for b, theirs in enumerate(pairs) if a + lead > b) / 1296


LEAPS = [sum(6 - abs(roll - 7) for roll in range(2, 13) if roll > distance) / 36 for distance in range(13)]
"""The probability to build a consecutive segment, by its distance (SIL-14.2.2)."""
WINS = [_wins(lead) for lead in range(-10, 11)]


class Plan:
    """What a seat's decisions depend on while it places its pieces. Nothing else changes meanwhile, so results of its view are
    reused."""

    def __init__(self, turn: int, view: SeatValuation, goals: dict[int, float]) -> None:
        self.turn = turn
        self.view = view
        self.goals = goals


class PlacementValues(Evaluator[Table]):
    """The part of the evaluator that values placing pieces; ``evaluator.py`` adds the rest of the turn."""

    def __init__(self, rules: Rules[Any]) -> None:
        super().__init__(rules)
        assert isinstance(rules, Silverton)
        self.game: Silverton = rules
        self.weights = Weights()
        self.plain = Weights()
        """The hand-written weights: rivals are assumed to value offers by them."""
        self._roads: dict[Any, TownConnections] = {}

    def set_weights(self, numbers: dict[str, float]) -> None:
        super().set_weights(numbers)
        self._roads.clear()

    def town_connections(self, state: Table, seat: int) -> TownConnections:
        key = (seat, state.players[seat].position, tuple(state.owner))
        known = self._roads.get(key)
        if known is None:
            known = keep(self._roads, key, TownConnections(self.game, state, seat, self.weights), MEMORY)
        return known

    def view(self, state: Table, seat: int) -> SeatValuation:
        return SeatValuation(self.game, state, seat, self.town_connections(state, seat), self.weights)

    def purchase_value(self, view: SeatValuation, card: str) -> float:
        """Return the value of taking a claim or passenger card, less a penalty for leaving little cash."""
        atlas = self.game.atlas
        cash = view.state.players[view.seat].cash
        if card in atlas.claim_no:
            claim = atlas.claim_no[card]
            gain, cost = (
                view.purchase_gain(claim),
                atlas.claim_cost[claim] + atlas.operating[claim] + self.track_reserve(view, claim),
            )
        else:
            number = atlas.card_no[card]
            gain, cost = view.card_gain(number), atlas.card_price[number] + self.planned_building_cost(view)
        if cost > cash:
            return -FAR
        return gain

    def track_reserve(self, view: SeatValuation, claim: int) -> int:
        """Return the cash to reserve for track to the seat's claims and to this one, in dollars."""
        return int(self.weights.track_reserve_share * view.track_cost_owed(claim))

    def planned_building_cost(self, view: SeatValuation) -> int:
        """Return the cost in dollars of the segments that the seat is expected to build this turn."""
        pieces = view.state.players[view.seat].pieces
        return sum(self.game.atlas.cost[piece.target] for piece in pieces if piece.right and piece.task == BUILD)

    # -- phase II ---------------------------------------------------------------------------------------------------------

    def score_placements(self, view: SeatValuation, legal: list[Any], goals: dict[int, float]) -> list[float]:
        budget = self.budget(view)
        claimed = self.rivals(view)
        out: list[float] = []
        targets: list[str] = []
        for action in legal:
            target = ""
            if isinstance(action, w.PlaceSurveyor):
                target = action.segment
                out.append(self.score_surveyor(view, action, goals, budget))
            elif isinstance(action, w.PlaceProspector):
                target = action.target
                out.append(self.score_prospector(view, action, budget, claimed))
            elif isinstance(action, w.KeepPiece):
                out.append(1.0)
            else:
                out.append(0.0)
            targets.append(target)
        if self.weights.duplicate_penalty > 0.0:
            self.penalize_duplicates(targets, out)
        return out

    def penalize_duplicates(self, targets: list[str], logits: list[float]) -> None:
        """For every target keep the value of only the piece that suits it best."""
        best: dict[str, int] = {}
        for i, target in enumerate(targets):
            if target:
                first = best.get(target, -1)
                if first < 0:
                    best[target] = i
                elif logits[i] > logits[first]:
                    best[target] = i
                    logits[first] -= self.weights.duplicate_penalty
                else:
                    logits[i] -= self.weights.duplicate_penalty

    def budget(self, view: SeatValuation) -> int:
        """Return the cash that is not reserved for the targets of pieces placed earlier this turn."""
        atlas = self.game.atlas
        state = view.state
        cash = state.players[view.seat].cash - int(self.weights.cash_reserve)
        for piece in state.players[view.seat].pieces:
            if piece.status == PLACED and not piece.tied:
                if piece.task == BUILD:
                    cash -= atlas.cost[piece.target]
                elif piece.task == CLAIM:
                    cash -= atlas.claim_cost[piece.target] + atlas.operating[piece.target]
                elif piece.task in (CARD, STEAL):
                    cash -= atlas.card_price[piece.target]
        return cash

    def rivals(self, view: SeatValuation) -> dict[str, int]:
        """Return the cards on which other seats have prospectors."""
        found: dict[str, int] = {}
        for seat, player in enumerate(view.state.players):
            for piece in player.pieces:
                if seat != view.seat and piece.status == PLACED and piece.task in (CLAIM, CARD, STEAL):
                    key = target_id(self.game, piece)
                    found[key] = found.get(key, 0) + 1
        return found

    def segment_goals(self, view: SeatValuation) -> dict[int, float]:
        """Return the value of each vacant segment as the next one on the way to claims, passenger cards and markets."""
        state, atlas, t = view.state, self.game.atlas, self.weights
        found: dict[int, float] = {}
        expected_gains: dict[int, float] = {}
        """Segment -> expected gain from unowned claims that it leads to."""
        here = {piece.target for piece in state.players[view.seat].pieces if piece.task == CLAIM and piece.status == PLACED}
        for claim, place in enumerate(state.claim_at):
            if place == view.seat or claim in here:
                factor = 1.0
            elif place == -2:
                factor = t.open_claim_share
            elif place == -1:
                factor = t.hidden_claim_share
            else:
                continue
            town = atlas.claim_town[claim]
            way = view.town_connections.way(town, state.owner, view.seat) if view.town_connections.cost[town] < FAR else []
            if way and len(way) <= 8:
                value = view.claim_value(claim)
                if factor < 1.0:
                    value = max(0.0, value - atlas.claim_cost[claim])
                    expected_gains[way[0]] = expected_gains.get(way[0], 0.0) + t.combined_claims_share * factor * value / len(way)
                self._lead(found, way, factor * value)
        for card, place in enumerate(state.card_at):
            if place == VISIBLE:
                way = view.missing_segments(card)
                if way and len(way) <= 6 and view.card_gain(card) > -FAR:
                    self._lead(found, way, t.open_card_share * max(0.0, view.card_income_value(card) - atlas.card_price[card]))
        if state.players[view.seat].cash > t.combined_claims_cash + view.track_cost_owed():
            for segment, expected_gain in expected_gains.items():
                gain = expected_gain - atlas.cost[segment] - t.segment_cost
                if gain > 0:
                    found[segment] = found.get(segment, 0.0) + gain
        return found

    def _lead(self, found: dict[int, float], way: list[int], value: float) -> None:
        """Add the value of a destination to the first segments of the way there."""
        atlas, t = self.game.atlas, self.weights
        cost = 0.0
        for segment in way:
            cost += atlas.cost[segment] + t.segment_cost
        gain = value - cost
        if gain <= 0:
            return
        share = gain / (len(way) ** t.distance_exponent)
        for position, segment in enumerate(way[:2]):
            if position:
                share *= t.second_segment_share * (
                    1.0 - t.consecutive_roll_share * (1.0 - LEAPS[min(12, atlas.distance[segment])])
                )
            before = found.get(segment, 0.0)
            found[segment] = max(before, share) + t.shared_segment_bonus * min(share, before)

    def score_surveyor(self, view: SeatValuation, action: w.PlaceSurveyor, goals: dict[int, float], budget: int) -> float:
        if action.dismantle:
            return -3.0 - self.weights.folly_penalty
        segment = self.game.atlas.segment_no[action.segment]
        value = goals.get(segment, 0.0)
        if value <= 0 or self.game.atlas.cost[segment] > budget:
            return -1.0
        bonus = view.state.players[view.seat].pieces[action.piece].bonus
        if self.weights.surveyor_dispute_share > 0.0:
            lead = [bonus - other for other in self.rival_surveyors(view, segment)]
            value *= 1.0 - self.weights.surveyor_dispute_share * (1.0 - chance_to_win(lead))
        return self.weights.surveying_weight * value / UNIT + 0.01 * bonus

    def rival_surveyors(self, view: SeatValuation, segment: int) -> list[int]:
        """Return the dispute bonuses of the rivals' surveyors on a segment."""
        return [
            piece.bonus
            for seat, player in enumerate(view.state.players)
            if seat != view.seat
            for piece in player.pieces
            if piece.status == PLACED and piece.task == BUILD and piece.target == segment
        ]

    def score_prospector(self, view: SeatValuation, action: w.PlaceProspector, budget: int, claimed: dict[str, int]) -> float:
        atlas = self.game.atlas
        piece = view.state.players[view.seat].pieces[action.piece]
        if action.target == "deck":
            return self.weights.deck_logit if budget > self.weights.deck_budget and view.left > 4 else -1.0
        if action.target in atlas.claim_no:
            claim = atlas.claim_no[action.target]
            surveyed = budget - (view.state.players[view.seat].cash - int(self.weights.cash_reserve))
            gain = view.purchase_gain(claim)
            cost = atlas.claim_cost[claim] + atlas.operating[claim] + max(0, self.track_reserve(view, claim) + min(0, surveyed))
        else:
            card = atlas.card_no[action.target]
            gain, cost = view.card_gain(card), atlas.card_price[card]
            if view.state.card_at[card] >= 0:
                gain = self.weights.theft_share * view.card_income_value(card) - atlas.card_price[card]
            elif view.missing_segments(card):
                return -2.0
        if cost > budget or gain <= 0:
            return -1.0
        rivals = claimed.get(action.target, 0)
        spoiled = 1.0 / (1 + self.weights.rival_penalty * rivals)
        if rivals and self.weights.dispute_odds_share > 0.0:
            odds = chance_to_win(self.leads(view, action.target, piece.bonus)) * (1.0 + self.weights.denial_bonus)
            spoiled += self.weights.dispute_odds_share * (odds - spoiled)
        best_first = rivals > 0 or self.weights.best_piece_first > 0.0
        return gain * spoiled / UNIT + 0.01 * piece.bonus * (1 if best_first else -1)

    def leads(self, view: SeatValuation, target: str, bonus: int) -> list[int]:
        """Return the seat's bonus in a dispute less each rival's: for pieces, and for routes to a claim (SIL-12.3, 12.8)."""
        atlas, state = self.game.atlas, view.state
        town = atlas.claim_town[atlas.claim_no[target]] if target in atlas.claim_no else -1
        bonus += ROUTE_BONUS * view.lines.at_home(town)
        out = []
        for seat, player in enumerate(state.players):
            theirs = ROUTE_BONUS * self.game.lines(state, seat).at_home(town)
            for piece in player.pieces:
                there = piece.status == PLACED and piece.task in (CLAIM, CARD, STEAL)
                if seat != view.seat and there and target_id(self.game, piece) == target:
                    out.append(bonus - piece.bonus - theirs)
        return out
