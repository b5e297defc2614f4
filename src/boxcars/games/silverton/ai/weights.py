"""The hand-written weights of the evaluator of Silverton. ``weights.json`` holds those fitted by self-play."""

from __future__ import annotations


class Weights:
    """The weights by name. In dollars, if no other unit is named."""

    def __init__(self) -> None:
        # Time
        self.usual_turns = 15.0
        """Turns of a usual game to a target of $10,000 (docs/lab/2026-silverton-economy.md)."""
        self.leader_income = 900.0
        """Dollars a leader earns in a turn."""
        self.end_projection_buying = 0.0
        """How far the end of the game is projected from what every seat owns when something is bought, 0 … 1."""
        self.end_projection_selling = 0.0
        """The same when something is sold."""
        self.income_growth = 40.0
        """Dollars by which incomes grow every turn, in that projection."""
        self.segment_delay = 45.0
        """Cost of the time that a segment takes."""
        self.snow_delay = 25.0
        """Cost of the winters in which a white segment is shut."""
        self.segments_per_surveyor = 1.0
        """Segments that a surveyor builds in a turn."""
        self.shared_surveyors = 0.0
        """How far a claim also waits for the track of the other own claims, 0 … 1."""
        self.risk_per_segment = 0.0
        """The share of a claim's value that is lost with every segment to it: somebody may be there first."""
        # What things are worth
        self.current_price_share = 0.5
        """The share of today's price in the price that is expected; the rest is the start price."""
        self.forecast_price_share = 0.0
        """The share of the best price of the turns to come (``price_forecast``) in the price that is expected."""
        self.far_market_share = 0.85
        """The share of the price that remains where the market is still to be reached."""
        self.stock_share = 0.9
        """The share of the price that goods bring which are mined already."""
        self.output_share = 0.85
        """The share of the price that goods bring which are still to be mined."""
        self.output_turns = 9.0
        """Turns of mining that count at most."""
        self.deliveries_per_claim = 0.0
        """Deliveries that a claim wants; with fewer for each (SIL-14.6.1) its value shrinks. 0: ignored."""
        self.claim_track_share = 0.7
        """The share of the cost of the track to a claim that counts against it."""
        self.card_track_share = 0.8
        """The share of the cost of the track for a passenger card that counts against it."""
        self.shared_track_share = 0.0
        """The share of that cost which does not count where own claims need the same track."""
        self.metal_bonus = 0.0
        """How much more than by its price a claim of metal is worth (0.1: 10 %): every market takes any number of it."""
        self.purchase_cost_bonus = 0.0
        """How much more than itself a dollar costs that is paid for a claim (0.1: 10 %): it has other uses."""
        self.first_claims_bonus = 0.0
        """Value of a claim beside its yield, for each claim that a seat with fewer than two lacks."""
        self.fare_share = 0.95
        """The share of its income that a passenger card brings."""
        self.final_lead_spread = 500.0
        """Dollars of lead at the end that multiply the odds to win by e."""
        self.wealth_per_claim = 0.8
        """The share of a claim's value that counts as wealth."""
        self.wealth_per_track = 0.25
        """The share of the cost of its track that counts as wealth."""
        # Money
        self.cash_reserve = 60.0
        """Cash kept for operating and fines."""
        self.track_reserve_share = 0.8
        """The share of the cost of the track to own claims that must be in cash before another claim is bought."""
        self.operating_reserve = 150.0
        """Cash for operating that building leaves."""
        # Where to build
        self.segment_cost = 25.0
        """Cost of a segment beside its price."""
        self.distance_exponent = 0.7
        """The value of a way counts divided by its length to this power."""
        self.second_segment_share = 0.8
        """Value of the second segment of a way, relative to the first."""
        self.consecutive_roll_share = 0.0
        """How far the chance to roll for a consecutive segment (SIL-14.2.2) reduces that, 0 … 1."""
        self.shared_segment_bonus = 0.15
        """The share of the smaller value that a segment of two ways counts, too."""
        self.open_claim_share = 0.35
        """How much an open claim counts as a goal, relative to an own one."""
        self.hidden_claim_share = 0.05
        """How much a claim in the deck counts as a goal."""
        self.open_card_share = 0.8
        """How much a visible passenger card counts as a goal."""
        self.combined_claims_share = 0.6
        """How much all open claims along a way count together."""
        self.combined_claims_cash = 500.0
        """Cash beyond its needs from which a seat counts them."""
        self.surveying_weight = 1.0
        """Value of surveying, relative to prospecting."""
        # What to take
        self.deck_logit = 0.8
        """Logit of placing a prospector on the deck."""
        self.deck_budget = 350.0
        """Dollars to spend from which that is considered."""
        self.theft_share = 0.45
        """The share of its fares that a stolen card brings."""
        self.rival_penalty = 1.0
        """The value of a card is divided by 1 + this for each rival on it."""
        self.dispute_odds_share = 0.0
        """How far the chance to win the dispute takes the place of that, 0 … 1."""
        self.denial_bonus = 0.3
        """How much more a disputed card is worth as the rival does not get it (0.3: 30 %)."""
        self.surveyor_dispute_share = 0.0
        """How far the chance to lose a dispute reduces surveying where a rival's surveyor stands, 0 … 1."""
        self.best_piece_first = 0.0
        """More than 0: the piece with the best bonus goes first to what is wanted most."""
        self.repeats_offers = 0.0
        """More than 0: after an offer that was declined, others are made in the same turn."""
        self.two_player_offer_margin = 0.0
        """With one rival: by how much an offer must be better than nothing; more than 0: that seat makes no offers of its own."""
        self.duplicate_penalty = 0.0
        """Penalty of the logit of the same move with another piece, or with a part of a load."""
        self.folly_penalty = 0.0
        """Penalty of the logit of follies, so that no temperature chooses them: losing deals, hopeless offers, own track taken
        up."""
        # When to sell
        self.enough_goods = 12.0
        """Units at a claim that are enough for a while."""
        self.digging_share = 0.9
        """The share of the price that digging now brings."""
        self.operating_distance = 3.0
        """Segments to a claim within which it is operated."""
        self.idle_claim_penalty = 0.0
        """The share of the yield that is lost where better claims take all deliveries to come."""
        self.surplus_penalty = 0.0
        """How much less goods are held back where there are more of them than deliveries to come, 0 … 1."""
        self.price_forecast_share = 0.0
        """How far the later price of goods is computed from the dice (``price_forecast``) instead of the usual price, 0 … 1."""
        self.rival_sales_share = 1.0
        """How much of what rivals own and mine presses prices meanwhile."""
        self.own_spoiled_share = 0.0
        """How much other own goods count whose price a sale lowers."""
        self.rival_spoiled_share = 0.0
        """How much goods of rivals count, in favour of a sale, whose price it lowers."""
        self.delivery_queue_share = 0.0
        """How much less is kept where better goods wait for all deliveries to come, 0 … 1."""
        self.poor_cash = 250.0
        """Cash below which a seat is poor."""
        self.hold_share_poor = 0.0
        """A poor seat holds goods back for this share of the later price."""
        self.hold_share = 0.55
        """Other seats hold goods back for this share."""
        self.rich_cash = 900.0
        """Cash from which a seat is rich."""
        self.hold_share_rich = 0.72
        """A rich seat holds goods back for this share."""
