"""The hand-written weights of the evaluator of Ticket to Ride. ``weights.json`` holds those fitted by self-play."""

from __future__ import annotations


class Weights:
    """The weights by name. In points, if no other unit is named."""

    def __init__(self) -> None:
        # Time
        self.played_card_share = 0.8
        """The share of the cards in hand that will be played."""
        self.cards_per_turn = 2.0
        """Cards that a turn brings."""
        self.trains_per_claim = 3.2
        """Trains that a claim takes on average."""
        # Plans
        self.route_cost_1 = 1.7
        """Cost of a route of length 1 for a plan: its turns, less its points."""
        self.route_cost_2 = 2.3
        """Cost of a route of length 2."""
        self.route_cost_3 = 2.6
        """Cost of a route of length 3."""
        self.route_cost_4 = 2.8
        """Cost of a route of length 4."""
        self.route_cost_5 = 2.9
        """Cost of a route of length 5."""
        self.route_cost_6 = 3.0
        """Cost of a route of length 6."""
        self.grey_route_cost = 0.0
        """How much more a grey route costs."""
        self.plan_cards_per_turn = 1.7
        """Number of cards for the plan that a turn brings."""
        self.spare_turns = 1.0
        """Number of turns that a plan should leave."""
        self.completion_spread = 0.7
        """How uncertain the completion of a plan is, in turns."""
        self.completion_spread_per_turn = 0.1
        """Additional uncertainty for every turn left, in turns."""
        # Tickets
        self.kept_ticket_gain = 2.0
        """Factor on a ticket's points times its probability to be completed."""
        self.kept_ticket_risk = 1.0
        """Factor on a ticket's points that counts against it in any case."""
        self.kept_route_points = 1.0
        """Factor on the points of the routes that the tickets need."""
        self.kept_turn_cost = 1.95
        """Cost of each turn that the tickets take."""
        self.kept_ticket_bonus = 0.0
        """Value of every ticket kept."""
        self.ticket_draw_min_trains = 12.0
        """Trains from which new tickets are drawn."""
        self.ticket_draw_min_turns = 8.0
        """Turns left from which new tickets are drawn."""
        self.ticket_draw_bonus = 1.0
        """Base value of drawing tickets, in logits, once the trains and turns left allow it."""
        self.ticket_draw_per_train = 0.12
        """Additional value of drawing tickets for each train beyond twelve."""
        self.ticket_draw_per_card = 0.1
        """Additional value of drawing tickets for each card in hand."""
        # Cards
        self.card_value = 1.1
        """Value of a card in hand while there is time to play it."""
        self.card_fade_turns = 2.5
        """The value of cards fades within this many turns of the end."""
        self.wanted_colour = 0.6
        """How much a colour is wanted that a planned route lacks (1: as much as the best)."""
        self.wanted_last_card = 0.8
        """How much more a colour is wanted if it is the last missing card."""
        self.wanted_for_grey = 0.5
        """How much any colour is wanted for a grey route."""
        self.wanted_for_extra_route = 0.42
        """How much a colour is wanted for routes beside the plan, relative to planned ones."""
        self.extra_route_spare_turns = 2.0
        """Turns to spare from which cards for routes beside the plan are collected."""
        self.extra_route_cards_per_turn = 1.6
        """Number of cards for routes beside the plan that a turn brings."""
        self.extra_route_train_cost = 0.1
        """Cost of each train of a route beside the plan."""
        self.open_card = 0.5
        """Value of an open card, in cards."""
        self.open_wanted_card = 3.0
        """Additional value of an open card of a wanted colour, in cards."""
        self.open_equal_card = 0.03
        """Additional value of an open card for each equal card in hand, in cards."""
        self.open_locomotive = 2.0
        """Value of an open locomotive if the plan lacks cards, in cards."""
        self.open_locomotive_idle = 1.2
        """Value of an open locomotive if the plan lacks no cards, in cards."""
        self.deck_card = 1.5
        """Value of a card from the deck, in cards."""
        # Claims
        self.claim_bonus_1 = 0.0
        """Value of claiming a route of length 1 beside its points."""
        self.claim_bonus_2 = 0.0
        """Value of claiming a route of length 2 beside its points."""
        self.claim_bonus_3 = 0.0
        """Value of claiming a route of length 3 beside its points."""
        self.claim_bonus_4 = 0.0
        """Value of claiming a route of length 4 beside its points."""
        self.claim_bonus_5 = 0.0
        """Value of claiming a route of length 5 beside its points."""
        self.claim_bonus_6 = 0.0
        """Value of claiming a route of length 6 beside its points."""
        self.paid_card_cost = 1.0
        """Cost of each card that is paid, in cards."""
        self.planned_route = 1.0
        """Value of a route of the plan."""
        self.planned_train = 0.4
        """Value of each train of a route of the plan."""
        self.contested_end = 0.7
        """Value of each end of a planned route that another seat has reached."""
        self.last_route_share = 0.5
        """The share of the open tickets' points that the last route of the plan counts."""
        self.last_turns_share = 1.5
        """How much more in the last two turns the last route of the plan counts."""
        self.stranded_share = 1.0
        """The share of the open tickets' points that a claim costs which leaves too few trains for them."""
        self.network_extension = 0.4
        """Value of a claim that touches the own network."""
        self.blocking_bonus = 0.0
        """Value of a claim between two cities that others have reached."""
        self.full_hand_bonus = 0.0
        """Value of any claim for each card in hand beyond twelve."""
        self.early_claim_bonus = 0.0
        """Value of any claim for each ten turns left."""
        self.leader_train_bonus = 0.0
        """Value of any claim for each of its trains while the seat leads."""
        # Payments
        self.paid_locomotive_cost = 1.5
        """Cost of paying a locomotive, in cards."""
        self.paid_waiting_card_cost = 0.6
        """Cost of paying a card that another planned route waits for."""
        self.paid_plan_card_cost = 1.5
        """Cost of paying a card of the plan for a route beside it, in cards."""
        self.paid_plan_locomotive_cost = 1.5
        """Cost of paying a locomotive of the plan for a route beside it, in cards."""
