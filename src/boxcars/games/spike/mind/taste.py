"""The numbers of the judgement of Spike's bots, as written by hand. ``taste.json`` holds those fitted by self-play."""

from __future__ import annotations


class Taste:
    """In dollars, if nothing else is said."""

    def __init__(self) -> None:
        # Time
        self.cards_per_turn = 0.85
        """Cards that leave the deck in a turn, on the average of all seats;"""
        self.last_card = 0.75
        """how deep the last time card lies in its half of the deck."""
        self.hurry = 1.5
        """How many times the turns that a trip takes must be left to be certain of it, less one half;"""
        self.time = 1.6
        """how soon a plan is safe, by the part of the turns that it leaves free;"""
        self.time_segment = 0.95
        """turns that a segment takes to build,"""
        self.time_way = 0.5
        """and to travel."""
        # Plans
        self.action = 1.1
        """What an action is worth."""
        self.segment = 0.45
        """What a segment of a plan costs beyond the market money it will bring."""
        self.next_contract = 0.9
        """How much less each further contract counts."""
        self.route = 1.0
        """How much the route card counts,"""
        self.route_city = 0.6
        """and how far it goes for a better city, in segments."""
        self.market = 1.0
        """How much market money counts,"""
        self.build = 0.0
        """any line,"""
        self.longer = 0.15
        """each segment of it more than need be,"""
        self.served = 0.2
        """and the part of a contract's value for a line that gives the idle train something to do."""
        # The train
        self.start = 0.0
        """Any start,"""
        self.extra = 0.0
        """any further movement."""
        self.fetch = 0.8
        """The share of a job that the start for its load earns."""
        self.haste = 0.3
        """How much each open contract adds to the worth of the train's time,"""
        self.patience = 0.25
        """and what a turn of the train costs anyway."""
        self.elsewhere = 1.2
        """What a turn costs that goods are carried on for a better price."""
        # Upgrades
        self.upgrade = 0.0
        """Any upgrade;"""
        self.speed = 0.9
        """a turn saved on a trip,"""
        self.draws = 0.3
        """the part of the turns that are draws,"""
        self.tender = 0.62
        """a card more in one of them,"""
        self.freight = 1.1
        """and a load more."""
        # Cards
        self.card = 0.5
        """A rail card in a small hand,"""
        self.card_many = 0.35
        """in one of five or more,"""
        self.card_lots = 0.15
        """and of nine or more;"""
        self.card_turns = 6.0
        """it fades within so many turns of the end."""
        self.colour = 0.45
        """The part of what a card adds to the best line,"""
        self.pair = 0.12
        """and of a second equal one, which makes a wild set;"""
        self.draw_more = 0.15
        """a further card of the same action."""
        # The beginning
        self.near = 0.25
        """A city near the start,"""
        self.crowd = 0.8
        """a rival near it,"""
        self.source = 1.0
        """a load for a contract in it;"""
        self.friends = 0.3
        """a contract's city near those of others."""
        # The tour of the train (tour.py)
        self.foresight = 0.0
        """Whether the train's tour is planned (1) or only its next load, as in the first edition (0);"""
        self.doubt = 0.3
        """how uncertain the number of turns left is, as a part of it;"""
        self.slow = 0.3
        """what a segment between source and destination counts against a choice,"""
        self.tempo = 0.1
        """and what a turn of the tour costs."""
        self.engine = 1.0
        """How much of what a faster or longer train adds to the tour is believed."""
        self.trust = 0.9
        """What remains of a delivery's worth for each segment that must be built for it."""
        self.growth = 0.0
        """A line that brings another city nearer by a segment."""
        self.purpose = 1.0
        """How much of what a new city adds to the tour counts for building it."""
