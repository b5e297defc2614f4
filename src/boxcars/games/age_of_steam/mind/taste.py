"""The numbers of the judgement of Age of Steam's bots, as written by hand. ``taste.json`` holds those fitted by self-play."""

from __future__ import annotations


class Taste:
    """In points, if nothing else is said (dollars on Barbados)."""

    def __init__(self) -> None:
        # Income and money
        self.income = 3.0
        """What one more income is worth at the end,"""
        self.kept = 0.9
        """the part of it that is left a turn later,"""
        self.kept_rich = 0.8
        """and of a large one;"""
        self.income_turn = 0.55
        """what it brings in each turn until then,"""
        self.solo_income = 1.1
        """and to who plays alone."""
        self.dollar = 0.55
        """A dollar at the end,"""
        self.dollar_turn = 0.07
        """and how much more for each turn to come."""
        self.loud = 1e9
        """What a step of income counts at most when choices are compared (the order of choices stays the same)."""
        self.safety = 0.0
        """Dollars kept beyond the expenses."""
        self.hoped = 0.9
        """The part of this turn's deliveries that is counted on before expenses are due."""
        self.ruin = 0.0
        """How much of the income counts that is lost for expenses which nothing will pay."""
        # Links and goods
        self.far = 0.0
        """How much a plan looks to the locomotive after the next: the part of its worth that longer ways make."""
        self.decay = 0.88
        """What the next best delivery is worth, compared to the one before: others may take it, the game may end."""
        self.arrival = 0.35
        """What a cube is worth that still has to grow."""
        self.track = 1.0
        """A tile of a link,"""
        self.join = 0.4
        """and a link that joins the own network."""
        # Shares and bids
        self.share = 3.0
        """What a share costs at the end,"""
        self.share_turn = 0.35
        """in each turn until then,"""
        self.solo_share = 0.8
        """and who plays alone."""
        self.solo_close = 15.0
        """Alone: dollars by which the odds of a good result grow e times."""
        self.plan_purse = 20.0
        """Dollars that shares may add to a plan."""
        self.bid = 2.0
        """Dollars for an early place,"""
        self.bid_turn = 1.0
        """and how many more with every third turn."""
        self.dear = 0.0
        """How bad it looks to bid more, for each dollar: a search should not even try it."""
        self.thrift = 0.0
        """The same for each share more than is needed."""
        # Actions
        self.first_move = 1.5
        self.first_build = 2.0
        """In the first two turns,"""
        self.first_build_late = 1.0
        """and later."""
        self.production = 0.6
        self.turn_order = 0.8
        self.engineer = 0.8
        """The part of what a fourth tile adds,"""
        self.engine = 0.5
        """of what a locomotive opens,"""
        self.engine_cost = 0.5
        """of what it costs until the end,"""
        self.urbanize = 0.9
        """and of what a New City adds."""
        # Moves
        self.others = 0.35
        """How much the income of others counts against a delivery;"""
        self.save = 0.0
        """how much of what the cube could earn by a longer way later."""
        self.raised = 0.8
        """The part of what a locomotive opens when it takes a move,"""
        self.raised_early = 0.8
        """in the first half of the game in any case,"""
        self.raised_cost = 0.8
        """and of what it costs."""
        # Duels
        self.rivalry = 0.5
        """How much of a result is to be ahead; the rest is the points themselves."""
        self.foresight = 0.0
        """1: decide by the points that a railroad will have at the end (``foresight``). There, in points:"""
        self.link_price = 7.0
        """what a link costs that a later turn adds,"""
        self.link_length = 1.0
        """how much longer it makes the longest way,"""
        self.link_goods = 1.5
        """and how many cubes it reaches;"""
        self.patience = 0.5
        """how much a delivery counts that the cube could earn more by later,"""
        self.drive = 0.0
        """and points for a link now rather than later;"""
        self.fine = 0.0
        """1: plans over other hexes are other plans;"""
        self.change = 0.05
        """and a dollar at the end."""
        self.second = 0.8
        """Who does not go first counts so much on the actions that nobody goes first for,"""
        self.reluctance = 1.0
        """and wants so many points more for the price of going first."""
