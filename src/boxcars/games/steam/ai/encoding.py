"""Steam's action vocabulary and observation layout, for learners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.field_encoding import Bits, Flag, Number, Numbers, OneOf, Seat, SeatNumbers, SeatRanks
from boxcars.core.observation_encoding import Agenda, BySeat, Each, Field, Layout, Maybe, Parts, Steps
from boxcars.games.steam.ai.board_encoding import BoardSeen
from boxcars.games.steam.map import SUPPLY_SPACES
from boxcars.games.steam.types import ACTIONS, COLOURS, SteamObservation
from boxcars.rail.ai import action_vocabulary as hexes
from boxcars.rail.ai.action_vocabulary import spell
from boxcars.rail.ai.track_encoding import AtHexes
from boxcars.rail.auction import Auction

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

__all__ = ["layout", "spell", "targets"]

KINDS = len(COLOURS)


def targets(rules: Steam) -> list[str]:
    board = rules.board
    out = hexes.words(board.grid, board.tiles, board.places, COLOURS)
    out += [f"action:{action}" for action in ACTIONS]
    out += [f"city:{colour}" for colour in COLOURS]
    out += [f"supply:{space}" for space in range(SUPPLY_SPACES)]
    return [*out, "use:yes", "use:no", "reward:income", "reward:vp", "do:urbanize", "do:grow"]


def layout(rules: Steam) -> Layout:
    board, n = rules.board, rules.players
    places, numbers = board.places, range(1, len(ACTIONS) + 1)
    due = {
        "plays": Number(4),
        "round": Number(2),
        "points": Number(6),
        "hex": OneOf(places, -1),
        "colour": OneOf(range(KINDS), -1),
    }
    later = {"round": Number(2), "points": Number(6), "plays": Number(4)}
    agenda = Agenda(Steps(rules.step_type, n, due), Steps(rules.step_type, n, later), 2 * n + 8)
    auction = Parts(
        Auction,
        [
            Field("waiting", SeatRanks(n), "who is still in, the next first"),
            Field("bids", SeatNumbers(n, 20, 1), "highest bids, -1 for none"),
            Field("high", Number(20), "the highest bid"),
            Field("leader", Seat(n), "whose bid that is"),
            Field("dropped", SeatRanks(n), "who has dropped out, in order"),
            Field("passes", Seat(n), "who may still pass"),
        ],
    )
    return Layout(
        n,
        SteamObservation,
        [
            Field("track", BoardSeen(board.grid, board.tiles, board.hexes.cities, board.hexes.towns, n, True), "what is built"),
            Field("cubes", Each(len(places), Numbers(KINDS, 4)), "cubes in each city and town, by colour"),
            Field("accepts", AtHexes(board.grid.size, places, Bits(KINDS), 0), "the colours that each of them takes"),
            Field("grown", Each(len(places), Flag()), "a growth marker or a New City there"),
            Field("supply", Each(SUPPLY_SPACES, Numbers(KINDS, 4)), "cubes in each supply space, by colour"),
            Field("new_cities", Numbers(KINDS, 4), "New City tiles left, by colour"),
            Field("bag", Numbers(KINDS, 20), "cubes in the bag, by colour"),
            Field("cash", SeatNumbers(n, 50), "cash"),
            Field("income", SeatNumbers(n, 20), "income"),
            Field("points", SeatNumbers(n, 40), "victory points"),
            Field("standing", SeatNumbers(n, 60), "victory points if the game ended now"),
            Field("locomotive", SeatNumbers(n, 6), "locomotive"),
            Field("tiles", BySeat(n, OneOf(numbers, 0)), "the action tile of this turn"),
            Field("city_action", SeatNumbers(n), "City Growth or Urbanization is still to be done"),
            Field("gone", SeatNumbers(n, n), "how many were eliminated up to this seat; 0: it is in the game"),
            Field("raised", BySeat(n, Flag()), "who raised the locomotive in this goods phase"),
            Field("built", BySeat(n, Flag()), "who has laid a tile in this game"),
            Field("order", SeatRanks(n), "the order of play"),
            Field("privilege", Seat(n), "who may pass once in the auction"),
            Field("auction", Maybe(auction), "the auction"),
            Field("actor", Seat(n), "who is to act"),
            Field("agenda", agenda, "what is due, and what follows"),
            Field("turn", Number(10), "the turn"),
        ],
        {"turns": lambda _: rules.turns},
    )
