"""The numbers of the judgement of Silverton's bots, as written by hand. ``taste.json`` holds those fitted by self-play."""

from __future__ import annotations


class Taste:
    """In dollars, if nothing else is said."""

    def __init__(self) -> None:
        # Time
        self.length = 15.0
        """Turns of a game played for money (docs/silverton_economy.md),"""
        self.finish = 900.0
        """and what a leader earns in a turn."""
        self.forecast = 0.0
        """How far the end is reckoned instead from what every seat has, mines and carries when something is bought,"""
        self.haste = 0.0
        """and when something is sold,"""
        self.growth = 40.0
        """where incomes grow by so much a turn."""
        self.delay = 45.0
        """What a segment more costs in time,"""
        self.snow = 25.0
        """and a white one in lost winters."""
        self.pace = 1.0
        """Segments that a surveyor builds in a turn;"""
        self.together = 0.0
        """how far a claim waits for the track of the others, too,"""
        self.risk = 0.0
        """and the part of its worth that is lost with every segment to it: somebody may be there first."""
        # What things are worth
        self.price_now = 0.5
        """The part of today's price, against the usual one;"""
        self.rise = 0.0
        """how far the best price of the turns to come (``outlook``) takes their place;"""
        self.far_market = 0.85
        """the part that remains where the market is still to be reached."""
        self.stock = 0.9
        """The part of the price that goods mined already bring,"""
        self.output = 0.85
        """and goods still to be mined,"""
        self.horizon = 9.0
        """over so many turns."""
        self.deliveries = 0.0
        """Deliveries that a claim wants; where there are fewer for each (SIL-14.6.1), its worth shrinks."""
        self.claim_track = 0.7
        """The part of the track to a claim that is counted against it,"""
        self.card_track = 0.8
        """and to a passenger card."""
        self.shared = 0.0
        """The part of it that is not counted where own claims need the same track."""
        self.metal = 0.0
        """How much more a claim of metal is worth than its price says: every market takes any number of it."""
        self.dear = 0.0
        """How much more than itself a dollar is worth that a claim costs: it could have been put to another use."""
        self.first = 0.0
        """What speaks for a claim beside its yield where a seat has less than two that yield, for each that it lacks."""
        self.fare = 0.95
        """The part of its income that a passenger card brings."""
        self.clear = 500.0
        """Dollars ahead at the end that make a clear victory."""
        self.wealth_claim = 0.8
        """The part of its worth that a claim is of a seat's wealth,"""
        self.wealth_track = 0.25
        """and of the cost of its track."""
        # Money
        self.reserve = 60.0
        """Cash kept for operating and fines."""
        self.thrift = 0.8
        """The part of the track still to be built for own claims that must be in the purse before another is bought."""
        self.running = 150.0
        """Cash for operating that building leaves."""
        # Where to build
        self.segment = 25.0
        """What a segment costs beside its price;"""
        self.distance = 0.7
        """how much the length of a way spoils its worth;"""
        self.second = 0.8
        """the second segment of a way against the first,"""
        self.leap = 0.0
        """and how far the dice it takes (SIL-14.2.2) count in that;"""
        self.both = 0.15
        """a segment that two ways share."""
        self.open_claim = 0.35
        """How much an open claim counts as a goal,"""
        self.hidden_claim = 0.05
        """one still in the deck,"""
        self.open_card = 0.8
        """and a passenger card."""
        self.hope = 0.6
        """How much all open claims along a way count together,"""
        self.rich = 500.0
        """for who has so much beyond his needs."""
        self.survey = 1.0
        """The worth of surveying against prospecting."""
        # What to take
        self.deck = 0.8
        """A prospector on the deck, as a weight,"""
        self.deck_budget = 350.0
        """with so much to spend."""
        self.theft = 0.45
        """The part of its fares that a stolen card brings."""
        self.rival = 1.0
        """How much a rival on the same card spoils it,"""
        self.odds = 0.0
        """or, the more of this, the chance to win the dispute,"""
        self.deny = 0.3
        """with so much on top for what the rival does not get."""
        self.crowd = 0.0
        """How much the chance to lose the dispute counts where a rival's surveyor stands."""
        self.guard = 0.0
        """More than 0: the piece with the best bonus goes first to what is wanted most."""
        self.again = 0.0
        """More than 0: after an offer that came to nothing, others are made in the same turn; a person is asked once."""
        self.wary = 0.0
        """How much better than nothing an offer of the only rival must look. Who has one rival makes none (if this is more than
        0): what one gains the other loses, and of many offers the one that looks best is the one whose worth is mistaken most."""
        self.tidy = 0.0
        """How much less, as a weight, the same move looks with another piece, or with a part of a load; nobody ponders these."""
        self.sense = 0.0
        """How much worse, as a weight, follies look, so that no eye is too blurred to see them: deals that lose, offers that
        nobody takes or that were declined, own track taken up."""
        # When to sell
        self.pile = 12.0
        """Goods that are enough for a while;"""
        self.dig = 0.9
        """the part of the price that digging now brings."""
        self.reach = 3.0
        """Segments to a claim that is dug already."""
        self.idle = 0.0
        """The part of the yield that is lost where others wait for all deliveries to come."""
        self.surplus = 0.0
        """How much less goods are held back where there are more of them than deliveries to come."""
        self.outlook = 0.0
        """How far what goods may bring later is reckoned from the dice (``outlook``), not from the usual price;"""
        self.press = 1.0
        """how much of what rivals have and mine is thought to press prices meanwhile;"""
        self.side = 0.0
        """how much other own goods count whose price a sale spoils,"""
        self.spite = 0.0
        """and those of rivals, for it;"""
        self.queue = 0.0
        """how much less is kept where better goods wait for all deliveries to come."""
        self.poor = 250.0
        """Who has less cash than that"""
        self.hold_poor = 0.0
        """holds goods back for so much of the usual price,"""
        self.hold = 0.55
        """others for this,"""
        self.wealthy = 900.0
        """and who has more than that"""
        self.hold_rich = 0.72
        """for this."""
