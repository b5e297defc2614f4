"""The hand-written weights of the evaluator of Spike. ``weights.json`` holds those fitted by self-play."""

from __future__ import annotations


class Weights:
    """The weights by name. In dollars, if no other unit is named."""

    def __init__(self) -> None:
        # Time
        self.cards_per_turn = 0.85
        """Cards that leave the deck in a turn, on the average of all seats."""
        self.last_time_card_depth = 0.75
        """How deep the last time card lies in its half of the deck, 0 … 1."""
        self.time_safety = 1.5
        """A trip is certain if the turns left are more than its turns divided by this less 1."""
        self.plan_safety = 1.6
        """A plan is certain if the share of the turns that it leaves free, times this, is 1."""
        self.turns_per_segment = 0.95
        """Turns that a segment takes to build."""
        self.turns_per_way_segment = 0.5
        """Number of turns that a segment takes the train."""
        # Plans
        self.action_cost = 1.1
        """Value of an action, in dollars."""
        self.segment_cost = 0.45
        """Cost of a segment of a plan beyond the market money that it will bring."""
        self.next_contract_decay = 0.9
        """Value of the next best contract, relative to the one before."""
        self.route_card_share = 1.0
        """How much the route card counts."""
        self.route_detour = 0.6
        """Segments of detour that a better city of the route card is worth, for each of its dollars."""
        self.market_share = 1.0
        """Factor on market money."""
        self.build_bonus = 0.0
        """Value of any line, in dollars."""
        self.extra_segment_cost = 0.15
        """Cost of each segment that a line is longer than need be."""
        self.served_contract_share = 0.2
        """The share of a contract's value that counts for a line which gives the idle train something to do."""
        # The train
        self.start_bonus = 0.0
        """Value of any start of the train, in dollars."""
        self.extra_move_bonus = 0.0
        """Value of any further movement, in dollars."""
        self.fetch_share = 0.8
        """The share of a job that the start for its load earns."""
        self.contract_time_cost = 0.3
        """How much each open contract adds to the value of the train's time."""
        self.turn_cost = 0.25
        """Value of a turn of the train in any case."""
        self.carry_cost = 1.2
        """Cost of each turn that goods are carried on for a better price."""
        # Upgrades
        self.upgrade_bonus = 0.0
        """Value of any upgrade."""
        self.saved_turn = 0.9
        """Value of a turn saved on a trip."""
        self.draw_turn_share = 0.3
        """The share of the turns that are draws."""
        self.extra_card = 0.62
        """Value of one more card in each of those draws, in dollars."""
        self.extra_load = 1.1
        """Value of one more load, in dollars."""
        # Cards
        self.card_small_hand = 0.5
        """Value of a rail card in a hand of fewer than five."""
        self.card_medium_hand = 0.35
        """Value of a rail card in a hand of five to eight."""
        self.card_large_hand = 0.15
        """Value of a rail card in a hand of nine and more."""
        self.card_fade_turns = 6.0
        """The value of cards fades within this many turns of the end."""
        self.line_colour_share = 0.45
        """The share of what a card adds to the best line that counts."""
        self.pair_bonus = 0.12
        """Value of a second equal card, which makes a wild set."""
        self.next_card_bonus = 0.15
        """Value of each further card of the same action, beside the card."""
        # The beginning
        self.near_city = 0.25
        """Value of each city near the starting city."""
        self.near_rival_penalty = 0.8
        """Penalty of each rival near the starting city."""
        self.own_source = 1.0
        """Value of a load for an own contract in the starting city."""
        self.near_contract_city = 0.3
        """Value of each city of another contract near a contract's city."""
        # The tour of the train (train_tours.py)
        self.plans_tours = 0.0
        """1: the whole tour of the train is planned; 0: only its next load."""
        self.turns_left_error = 0.3
        """How uncertain the number of turns left is, as a share of it."""
        self.way_segment_cost = 0.3
        """Cost of a segment between source and destination when they are chosen."""
        self.tour_turn_cost = 0.1
        """Cost of a turn of the tour."""
        self.upgrade_tour_share = 1.0
        """The share of what a faster or longer train adds to the tour that counts."""
        self.unbuilt_segment_decay = 0.9
        """What remains of a delivery's value for each segment that must be built for it."""
        self.nearer_city = 0.0
        """Value of a line for each segment by which it brings another city nearer."""
        self.new_city_tour_share = 1.0
        """The share of what a new city adds to the tour that counts for building it."""
