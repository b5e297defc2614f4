"""The numbers of the judgement of Steam's bots, as written by hand. ``taste.json`` holds those fitted by self-play."""

from __future__ import annotations


class Taste:
    """In track points, if nothing else is said."""

    def __init__(self) -> None:
        # Money
        self.dollar = 0.24
        """A loan of $5 costs an income step, and its interest."""
        self.dollar_turn = 0.0
        """By what part it is worth more for each turn to come after this one,"""
        self.plenty = 0.0
        """and less for each dollar beyond what a turn takes (``appraisal.SPENT``)."""
        self.income_turn = 0.2
        """What an income step pays in a turn,"""
        self.income_debt = 2.0
        """what it scores below zero,"""
        self.income_score = 0.5
        """and above."""
        self.income_plenty = 0.0
        """The part of what a step pays that is of no use, for each step that a turn does not take."""
        self.debt = 0.0
        """Income steps deeper that loans may lead."""
        # Links
        self.fade = 0.9
        """A delivery further down the list is less certain: others take cubes, the game ends."""
        self.later = 0.35
        """The part of a plan's worth that a better locomotive will bring,"""
        self.far = 0.0
        """the part that the best one will,"""
        self.link = 0.8
        """and what a link is worth by itself."""
        self.second_turn = 0.6
        """The part that is left of a link which takes two turns."""
        # Tiles
        self.upgrade = 1.0
        """The part of what the locomotive tile opens,"""
        self.engineer = 1.0
        """of what a fourth tile adds,"""
        self.urbanize = 1.0
        """of what a New City brings,"""
        self.growth = 0.8
        """and of what goods bring."""
        self.first_move = 0.3
        """To move first,"""
        self.first_move_contest = 0.5
        """for each delivery that somebody else may take;"""
        self.first_build = 0.9
        """to build first in the first two turns,"""
        self.first_build_late = 0.45
        """and later;"""
        self.turn_order = 0.25
        """to have the first choice of tiles."""
        self.bid = 1.0
        """Dollars for a better place, for each rival who still bids,"""
        self.bid_first = 0.0
        """and how many more for the first place at the start: it wins twice as often as any other."""
        self.bid_sure = 1.0
        """How much surer it is of bids at the start than of anything else: no forecast knows yet what a place is worth there."""
        # Moves
        self.others = 0.35
        """How much the points of others count against a delivery,"""
        self.waste = 0.4
        """a trip of one link with a strong locomotive,"""
        self.save = 0.0
        """and each link by which the cube could go farther later."""
        self.raised = 1.0
        """The part of what a locomotive opens when it takes a move,"""
        self.raised_early = 0.35
        """what it is worth early in any case,"""
        self.raised_turn = 0.0
        """and for each turn to come after this one, for what will still be built."""
