"""Ticket to Ride, the USA map and map files, 2–5 players."""

from boxcars.core.messages import T
from boxcars.core.registry import Game, Map, Option, when_called

GAME = Game(
    key="ticket_to_ride",
    name="Ticket to Ride",
    maps=[
        Map(
            key="usa",
            name="USA",
            players=[2, 3, 4, 5],
            provenance="Routes and tickets: public facts, cross-checked against seven public data sets; see data/board.json.",
        )
    ],
    options=[
        Option(
            key="starting_seat",
            kind="number",
            default=0,
            low=0,
            high=5,
            name=T("First player"),
            help=T("The seat that goes first; 0 picks it at random."),
        )
    ],
    rules=when_called("boxcars.games.ticket_to_ride.rules:TicketToRide"),
    usual_players=2,
    board="boxcars.games.ticket_to_ride.ui.board:TicketToRideBoard",
    evaluator="boxcars.games.ticket_to_ride.ai.evaluator:TicketToRideEvaluator",
    puzzles="boxcars.games.ticket_to_ride.ai.puzzle_answers:ANSWERS",
    map_suffixes=(".toml",),
    check_map=when_called("boxcars.games.ticket_to_ride.map_check:check_map"),
    export_map="boxcars.games.ticket_to_ride.ui.layout:export_map",
    places=("city", "route", "ticket"),
    early="boxcars.games.ticket_to_ride.tickets:early_turn",
    workshop="boxcars.games.ticket_to_ride.ui.map_editor:TicketToRideMapEditor",
)
