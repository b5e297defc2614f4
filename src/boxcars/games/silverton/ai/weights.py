"""The hand-written weights of the evaluator of Silverton. ``weights.json`` holds those fitted by self-play."""

from __future__ import annotations


class Weights:
    """The weights by name. In dollars, if no other unit is named."""

    def __init__(self) -> None:
        # Time
        self.usual_turns = 15.0
        """Number of turns in a usual game to a target of $10,000 (docs/lab/2026-silverton-economy.md)."""
        self.leader_income = 900.0
        """Dollars that the leader is expected to earn in a turn."""
        self.end_projection_buying = 0.0
        """How far the end of the game is projected from what every seat owns when something is bought, 0 … 1."""
        self.end_projection_selling = 0.0
        """How far the end of the game is projected from what every seat owns when something is sold, 0 … 1."""
        self.income_growth = 40.0
        """Dollars by which the projection lets every income grow each turn."""
        self.segment_delay = 45.0
        """Cost in dollars of the time to build one segment."""
        self.snow_delay = 25.0
        """Cost in dollars of the winters in which a white segment is closed."""
        self.segments_per_surveyor = 1.0
        """Number of segments that a surveyor builds in a turn."""
        self.shared_surveyors = 0.0
        """How far a claim also waits for the track of the seat's other claims, 0 … 1."""
        self.risk_per_segment = 0.0
        """The share of a claim's value that is lost for each missing segment, since a rival may be there first."""
        # What things are worth
        self.current_price_share = 0.5
        """The share of today's price in the expected price; the rest is the start price."""
        self.forecast_price_share = 0.0
        """The share of the best price of the coming turns (``price_forecast``) in the expected price."""
        self.far_market_share = 0.85
        """The share of the price that remains where the market is not connected yet."""
        self.stock_share = 0.9
        """The share of the price that goods already mined bring."""
        self.output_share = 0.85
        """The share of the price that goods still to be mined bring."""
        self.output_turns = 9.0
        """Number of turns of mining that count at most."""
        self.deliveries_per_claim = 0.0
        """Number of deliveries that a claim needs; with fewer for each (SIL-14.6.1) its value shrinks. 0: ignored."""
        self.claim_track_share = 0.7
        """The share of the cost of the track to a claim that counts against it."""
        self.card_track_share = 0.8
        """The share of the cost of the track for a passenger card that counts against it."""
        self.shared_track_share = 0.0
        """The share of ``card_track_share``'s cost that does not count where own claims need the same track."""
        self.metal_bonus = 0.0
        """Extra value of a claim of metal as a share of its price (0.1: 10 %), since every market takes any number of units."""
        self.purchase_cost_bonus = 0.0
        """Extra cost of a dollar paid for a claim (0.1: 10 %), since it has other uses."""
        self.first_claims_bonus = 0.0
        """Value of a claim besides its yield, for each claim that a seat with fewer than two lacks, in dollars."""
        self.fare_share = 0.95
        """The share of a passenger card's income that counts."""
        self.final_lead_spread = 500.0
        """Lead in dollars at the end that multiplies the odds to win by e."""
        self.wealth_per_claim = 0.8
        """The share of a claim's value that counts as wealth."""
        self.wealth_per_track = 0.25
        """The share of the cost of its track that counts as wealth."""
        # Money
        self.cash_reserve = 60.0
        """Cash in dollars kept for operating and fines."""
        self.track_reserve_share = 0.8
        """The share of the cost of the track to own claims that must be in cash before another claim is bought, 0 … 1."""
        self.operating_reserve = 150.0
        """Cash in dollars that building leaves for operating."""
        # Where to build
        self.segment_cost = 25.0
        """Cost in dollars of a segment besides its price."""
        self.distance_exponent = 0.7
        """The value of a connection is divided by its length to this power."""
        self.second_segment_share = 0.8
        """Value of the second segment of a connection, relative to the first, 0 … 1."""
        self.consecutive_roll_share = 0.0
        """How far the probability to build a consecutive segment (SIL-14.2.2) reduces the value of the second segment, 0 … 1."""
        self.shared_segment_bonus = 0.15
        """The share of the smaller value that is added where a segment belongs to two connections."""
        self.open_claim_share = 0.35
        """Value of an open claim as a goal of track, relative to an own claim."""
        self.hidden_claim_share = 0.05
        """Value of a claim in the deck as a goal of track, relative to an own claim."""
        self.open_card_share = 0.8
        """Value of a visible passenger card as a goal of track, relative to an own card."""
        self.combined_claims_share = 0.6
        """How much all open claims along a connection count together, 0 … 1."""
        self.combined_claims_cash = 500.0
        """Cash in dollars beyond its needs from which a seat counts all open claims along a connection."""
        self.surveying_weight = 1.0
        """Value of placing a surveyor, relative to placing a prospector."""
        # What to take
        self.deck_logit = 0.8
        """Logit of placing a prospector on the deck."""
        self.deck_budget = 350.0
        """Dollars to spend from which a prospector on the deck is considered."""
        self.theft_share = 0.45
        """The share of its fares that a stolen card brings."""
        self.rival_penalty = 1.0
        """The value of a card is divided by 1 plus this for each rival's prospector on it."""
        self.dispute_odds_share = 0.0
        """How far the probability to win the dispute replaces ``rival_penalty``, 0 … 1."""
        self.denial_bonus = 0.3
        """Extra value of a disputed card because the rival does not get it (0.3: 30 %)."""
        self.surveyor_dispute_share = 0.0
        """How far the probability to lose a dispute reduces the value of a surveyor beside a rival's, 0 … 1."""
        self.best_piece_first = 0.0
        """More than 0: the piece with the best bonus is placed first, on the target of greatest value."""
        self.repeats_offers = 0.0
        """More than 0: after an offer was declined, other offers are made in the same turn."""
        self.two_player_offer_margin = 0.0
        """With one rival: the gain in dollars that an offer needs; more than 0: the seat makes no offers of its own."""
        self.duplicate_penalty = 0.0
        """Logit penalty of the same move with another piece, or with a part of a load."""
        self.folly_penalty = 0.0
        """Logit penalty of blunders, so that no temperature chooses them: losing deals, hopeless offers, own track removed."""
        # When to sell
        self.enough_goods = 12.0
        """Number of units at a claim from which it needs no operating for a while."""
        self.digging_share = 0.9
        """The share of the price that units operated now bring."""
        self.operating_distance = 3.0
        """A claim is operated if at most this many segments to it are missing."""
        self.idle_claim_penalty = 0.0
        """The share of the yield that is lost where better claims take all deliveries to come."""
        self.surplus_penalty = 0.0
        """How far goods beyond the number of deliveries to come lose the value of being held, 0 … 1."""
        self.price_forecast_share = 0.0
        """How far the later price of goods is computed from the dice (``price_forecast``) instead of the usual price, 0 … 1."""
        self.rival_sales_share = 1.0
        """How much of what rivals own and mine is assumed to lower prices meanwhile, 0 … 1."""
        self.own_spoiled_share = 0.0
        """How much the loss of other own goods counts whose price a sale lowers, 0 … 1."""
        self.rival_spoiled_share = 0.0
        """How much the loss of rivals' goods counts in favour of a sale that lowers their price, 0 … 1."""
        self.delivery_queue_share = 0.0
        """How far goods lose the value of being held where better goods need all deliveries to come, 0 … 1."""
        self.poor_cash = 250.0
        """Cash in dollars below which a seat is poor."""
        self.hold_share_poor = 0.0
        """A poor seat holds goods if this share of the later price is more than today's."""
        self.hold_share = 0.55
        """Other seats hold goods if this share of the later price is more than today's."""
        self.rich_cash = 900.0
        """Cash in dollars from which a seat is rich."""
        self.hold_share_rich = 0.72
        """A rich seat holds goods if this share of the later price is more than today's."""
