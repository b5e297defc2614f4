"""The hand-written weights of the evaluator of Steam. ``weights.json`` holds those fitted by self-play."""

from __future__ import annotations


class Weights:
    """The weights by name. In track points, if no other unit is named."""

    def __init__(self) -> None:
        # Money
        self.dollar = 0.24
        """Value of a dollar: a loan of $5 costs an income step and its interest."""
        self.dollar_per_turn = 0.0
        """The share by which a dollar is worth more for each turn after this one."""
        self.surplus_dollar_decay = 0.0
        """The share by which a dollar is worth less for each dollar beyond what a turn takes (``valuation.SPENT``)."""
        self.income_per_turn = 0.2
        """Value of what an income step pays in a turn."""
        self.income_below_zero = 2.0
        """Points that each income step below zero costs."""
        self.income_above_zero = 0.5
        """Points that each income step above zero scores."""
        self.surplus_income_decay = 0.0
        """The share of a step's pay that is of no use, for each step that a turn does not need."""
        self.deeper_debt = 0.0
        """By how many income steps loans may lower the income."""
        # Links
        self.delivery_decay = 0.9
        """Value of the next best delivery, relative to the one before: others take cubes, the game ends."""
        self.later_locomotive_share = 0.35
        """The share of a plan's value that is computed with a locomotive two levels better."""
        self.best_locomotive_share = 0.0
        """The share of a plan's value that is computed with the best locomotive."""
        self.link_value = 0.8
        """Value of a link by itself."""
        self.second_turn_share = 0.6
        """The share of a link's value that is left if it takes two turns."""
        # Tiles
        self.locomotive_tile_share = 1.0
        """Factor on the gain of a better locomotive when the Locomotive tile is valued."""
        self.engineer_share = 1.0
        """Factor on the gain of a fourth tile when the Engineer tile is valued."""
        self.urbanization_share = 1.0
        """Factor on the gain of a New City when the Urbanization tile is valued."""
        self.city_growth_share = 0.8
        """The share of the value of goods that the City Growth tile counts."""
        self.first_move = 0.3
        """Value of moving first."""
        self.contested_delivery = 0.5
        """Value of moving first for each delivery that somebody else may take."""
        self.early_first_build = 0.9
        """Value of building first in the first two turns."""
        self.late_first_build = 0.45
        """Value of building first later."""
        self.turn_order = 0.25
        """Value of having the first choice of tiles."""
        self.bid_per_rival = 1.0
        """Dollars worth bidding for a better place, for each rival who still bids."""
        self.starting_bid = 0.0
        """Additional dollars for the first place at the start, which wins twice as often as any other."""
        self.starting_bid_certainty = 1.0
        """Factor on the logits of bids at the start, since no forecast knows yet what a place is worth there."""
        # Moves
        self.others_points = 0.35
        """How much the points of others count against a delivery, relative to own points, 0 … 1."""
        self.short_trip_penalty = 0.4
        """Penalty of a delivery over one link with a strong locomotive."""
        self.longer_later_penalty = 0.0
        """Penalty of a delivery for each link by which the cube could go farther with the next locomotive."""
        self.raise_gain_share = 1.0
        """The share of the deliveries a better locomotive opens that counts when it is raised in place of a move."""
        self.early_raise_bonus = 0.35
        """Value of a raise in the first turns in any case."""
        self.raise_bonus_per_turn = 0.0
        """Value of a raise for each turn after this one, for what will still be built."""
