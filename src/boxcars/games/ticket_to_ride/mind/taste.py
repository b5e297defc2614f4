"""The numbers of the judgement of Ticket to Ride's bots, as written by hand. ``taste.json`` holds those fitted by self-play."""

from __future__ import annotations


class Taste:
    """In points, if nothing else is said."""

    def __init__(self) -> None:
        # Time
        self.use = 0.8
        """Share of the cards in hand that will be played,"""
        self.pace = 2.0
        """cards a turn brings,"""
        self.trains_per_claim = 3.2
        """and trains a claim takes: so many turns are left."""
        # Plans
        self.cost_1 = 1.7
        """What a route of each length costs a plan: its turns, less its points; long ones are cheap for their length."""
        self.cost_2 = 2.3
        self.cost_3 = 2.6
        self.cost_4 = 2.8
        self.cost_5 = 2.9
        self.cost_6 = 3.0
        self.cost_grey = 0.0
        """How much more a grey route costs."""
        self.collect = 1.7
        """Cards for the plan that a turn brings,"""
        self.spare_turns = 1.0
        """turns that a plan should have left,"""
        self.doubt = 0.7
        """and how blurred the chance is to complete it in time: anyway,"""
        self.doubt_turn = 0.1
        """and for every turn to go."""
        # Tickets
        self.keep_gain = 2.0
        """A ticket's points count twice by its chance, less"""
        self.keep_risk = 1.0
        """once."""
        self.keep_routes = 1.0
        """The points of the routes that the tickets need,"""
        self.keep_turn = 1.95
        """the turns they take,"""
        self.keep_each = 0.0
        """and every ticket."""
        self.draw_trains = 12.0
        """Tickets are drawn with more trains than that,"""
        self.draw_turns = 8.0
        """more turns to go than that,"""
        self.draw_tickets = 1.0
        """and weigh so much then,"""
        self.draw_train = 0.12
        """with each train"""
        self.draw_hand = 0.1
        """and card more."""
        # Cards
        self.card = 1.1
        """What a card in the hand is worth while there is time to use it;"""
        self.card_turns = 2.5
        """it fades within so many turns of the end."""
        self.want = 0.6
        """How much a colour is wanted that a planned route lacks,"""
        self.want_near = 0.8
        """and how much more if it is the last card."""
        self.want_any = 0.5
        """How much any colour is wanted for a grey route."""
        self.want_extra = 0.42
        """How much less for routes beside the plan,"""
        self.slack = 2.0
        """which are collected for with so many turns to spare."""
        self.extra_pace = 1.6
        self.extra_train = 0.1
        self.take = 0.5
        """An open card, in cards;"""
        self.take_wanted = 3.0
        """how much more if it is wanted;"""
        self.take_equal = 0.03
        """for each equal one in the hand."""
        self.take_locomotive = 2.0
        """An open locomotive if the plan lacks cards,"""
        self.take_locomotive_idle = 1.2
        """or if not."""
        self.blind = 1.5
        """A card from the deck."""
        # Claims
        self.claim_1 = 0.0
        """What a claim brings beside its points, by length."""
        self.claim_2 = 0.0
        self.claim_3 = 0.0
        self.claim_4 = 0.0
        self.claim_5 = 0.0
        self.claim_6 = 0.0
        self.claim_card = 1.0
        """Each card that is paid, in cards."""
        self.planned = 1.0
        """A route of the plan,"""
        self.planned_train = 0.4
        """each train of it,"""
        self.contested = 0.7
        """and each end of it that another seat has reached."""
        self.last_route = 0.5
        """The part of the open tickets' points for the last route of the plan,"""
        self.last_chance = 1.5
        """and in the last two turns."""
        self.strand = 1.0
        """The part of the open tickets' points that a claim costs which leaves too few trains for them."""
        self.lengthen = 0.4
        """A claim that touches the own network,"""
        self.block = 0.0
        """and one between two cities that others have reached."""
        self.full_hand = 0.0
        """Any claim, for each card beyond twelve,"""
        self.early = 0.0
        """for each ten turns to go,"""
        self.rush = 0.0
        """and for each train of it, while the score leads."""
        # Payments
        self.waste_locomotive = 1.5
        """A locomotive, in cards;"""
        self.waste_waiting = 0.6
        """a card that another route of the plan waits for;"""
        self.waste_plan = 1.5
        """a card of the plan for a route beside it, in cards;"""
        self.waste_wild = 1.5
        """a locomotive of the plan, likewise."""
