"""The hand-written weights of the evaluator of Age of Steam. ``weights.json`` holds those fitted by self-play."""

from __future__ import annotations


class Weights:
    """The weights by name. In points (dollars on Barbados), if no other unit is named."""

    def __init__(self) -> None:
        # Income and money
        self.end_income = 3.0
        """Value of one more income at the end of the game."""
        self.income_kept = 0.9
        """The share of an income below 11 that is left a turn later, after income reduction."""
        self.high_income_kept = 0.8
        """The share of an income of 11 and more that is left a turn later."""
        self.income_per_turn = 0.55
        """Value of one more income in each turn until the end."""
        self.solo_income_per_turn = 1.1
        """Value of one more income in each turn until the end, in dollars, in games for one player."""
        self.end_dollar = 0.55
        """Value of a dollar at the end of the game."""
        self.dollar_per_turn = 0.07
        """How much more a dollar is worth for each turn left."""
        self.income_cap = 1e9
        """If a step of income is worth more than this in logits, all logits are scaled down to it; their order stays."""
        self.cash_reserve = 0.0
        """Dollars kept beyond the expenses."""
        self.counted_deliveries = 0.9
        """The share of this turn's deliveries that is counted on before expenses are due."""
        self.unpaid_penalty = 0.0
        """Factor on the income that is lost when expenses cannot be paid; 0: it is ignored."""
        # Links and goods
        self.later_locomotive_share = 0.0
        """The share of a plan's value that is computed with the locomotive after the next."""
        self.delivery_decay = 0.88
        """Value of the next best delivery, relative to the one before: others may take it, the game may end."""
        self.coming_cube = 0.35
        """Value of a cube that still has to arrive by goods growth, relative to one on the map."""
        self.tile_value = 1.0
        """Value of each tile of a link."""
        self.network_join = 0.4
        """Value of each end of a link that joins the own network."""
        # Shares and bids
        self.end_share_cost = 3.0
        """Cost of a share at the end."""
        self.share_cost_per_turn = 0.35
        """Cost of a share in each turn until the end."""
        self.solo_share_cost_per_turn = 0.8
        """Cost of a share in each turn until the end, in dollars, in games for one player."""
        self.solo_spread = 15.0
        """In games for one player: dollars that multiply the odds of a good result by e."""
        self.plan_credit = 20.0
        """Dollars that shares may add when a plan is chosen."""
        self.early_place_bid = 2.0
        """Dollars worth bidding for an early place."""
        self.bid_per_three_turns = 1.0
        """Dollars added to ``early_place_bid`` for every third turn played."""
        self.overbid_penalty = 0.0
        """Logit penalty of each dollar bid beyond the value of the place, so that a search does not try it."""
        self.extra_share_penalty = 0.0
        """Logit penalty of each share beyond those needed."""
        # Actions
        self.first_move = 1.5
        """Value of the action First Move with own links."""
        self.early_first_build = 2.0
        """Value of the action First Build in the first two turns."""
        self.late_first_build = 1.0
        """Value of the action First Build later."""
        self.production = 0.6
        """Value of the action Production."""
        self.turn_order = 0.8
        """Value of the action Turn Order."""
        self.engineer_share = 0.8
        """The share of the value of more tiles that the action Engineer counts."""
        self.locomotive_gain_share = 0.5
        """The share of the deliveries opened by a better locomotive that the action Locomotive counts."""
        self.locomotive_cost_share = 0.5
        """The share of a locomotive's expenses until the end that the action Locomotive counts."""
        self.urbanization_share = 0.9
        """The share of a New City's value that the action Urbanization counts."""
        # Moves
        self.others_income = 0.35
        """How much the income of others counts against a delivery, relative to own income."""
        self.longer_later_penalty = 0.0
        """How much counts against a delivery that the cube could pass more own links with the next locomotive, per link."""
        self.raise_gain_share = 0.8
        """The share of the deliveries opened by a better locomotive that counts when it is raised in place of a move."""
        self.early_raise_bonus = 0.8
        """Links a raise counts in any case in the first half of the game."""
        self.raise_cost_share = 0.8
        """The share of a locomotive's expenses that counts when it is raised in place of a move."""
        # Duels
        self.lead_share = 0.5
        """The share of the lead in the value of a duel; the rest is the own score. 0 … 1."""
        self.projects_endgame = 0.0
        """1: in duels decide by the projected final score (``endgame_projection``); 0: do not."""
        self.projected_link_price = 7.0
        """The price in dollars of a link that is added in a later turn, in the projection."""
        self.projected_link_length = 1.0
        """By how many links each later link extends the longest delivery, in the projection."""
        self.projected_link_goods = 1.5
        """Number of cubes that each later link reaches, in the projection."""
        self.longer_later_share = 0.5
        """Cost against a delivery for each link that the cube could pass more later, in the projection."""
        self.build_now_bonus = 0.0
        """Value of building a link now rather than later."""
        self.plans_differ_by_hex = 0.0
        """1: plans that join the same stops over other hexes are plans of their own; 0: only the cheapest counts."""
        self.projected_end_dollar = 0.05
        """Value of a dollar at the end, in the projection."""
        self.second_choice_share = 0.8
        """The share at which a seat that does not build first counts its best action other than Urbanization."""
        self.first_price_margin = 1.0
        """Number of points by which going first must be better than its price."""
