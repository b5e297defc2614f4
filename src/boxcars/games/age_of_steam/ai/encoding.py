"""Age of Steam's action vocabulary and observation layout, for learners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.field_encoding import Bits, Flag, Members, Number, Numbers, OneOf, Seat, SeatNumbers, SeatRanks, Tally
from boxcars.core.observation_encoding import Agenda, BySeat, Field, Layout, Maybe, Row, Steps
from boxcars.games.age_of_steam.actions import ACTIONS
from boxcars.games.age_of_steam.ai.board_encoding import BoardSeen, Display, NewCities, Railroads
from boxcars.games.age_of_steam.components import COLOURS, LETTERS, SPACES, TILES
from boxcars.games.age_of_steam.observation import AgeOfSteamObservation
from boxcars.rail.ai import action_vocabulary as hexes
from boxcars.rail.ai.track_encoding import AtHexes

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam

KINDS = len(COLOURS)


def stops(rules: AgeOfSteam) -> list[int]:
    """Return the hexes on which cubes can lie: cities, towns, and on St. Lucia other hexes as well."""
    board = rules.board
    return [*board.cities, *board.towns, *(hex for hex in board.hex_cubes if hex not in board.towns)]


def targets(rules: AgeOfSteam) -> list[str]:
    board = rules.board
    out = hexes.words(board.grid, TILES, stops(rules), COLOURS)
    out += [f"action:{action}" for action in ACTIONS]
    out += [f"city:{letter}" for letter in LETTERS]
    out += [f"link:{link}" for link in board.direct]
    out += [f"bonus:{link}" for link in range(hexes.LINKS)]
    out += [f"reward:{seat}" for seat in range(rules.players)]
    out.append("reward:end")
    out += [f"drawn:{colour}" for colour in COLOURS]
    out += [f"space:{column}:{space}" for column, space in SPACES]
    return [*out, "do:pay_first", "do:decline_first", "do:draw", "do:decline"]


def spell(target: str) -> tuple[str, ...]:
    """Return the words of a target: as on every hex board; rewarded seats one by one."""
    if target.startswith("reward:"):
        return (*(f"reward:{seat}" for seat in target[7:].split("+")), "reward:end")
    return hexes.spell(target)


def layout(rules: AgeOfSteam) -> Layout:
    board, n = rules.board, rules.players
    grid, here = board.grid, stops(rules)
    most = max(rules.engineer_tiles, 4) + 2
    later = {"name": OneOf(board.data.rules.phases, ""), "round": Number(2), "builder": Seat(n)}
    due = Steps(rules.step_type, n, {"round": Number(2), "holder": Seat(n), "choices": Railroads(n)})
    return Layout(
        n,
        AgeOfSteamObservation,
        [
            Field("", BoardSeen(grid, TILES, board.cities, board.towns, n), "track, cities and tiles"),
            Field(
                "cubes", AtHexes(grid.size, here, Tally(KINDS, 4), []), "cubes on each city, town or other hex that may hold some"
            ),
            Field("accepts", AtHexes(grid.size, here, Bits(KINDS), 0), "the colours that each of them takes"),
            Field("new_cities", NewCities(board.towns), "New Cities: beside the board, in which town, or not in this game"),
            Field("display", Display(rules.production_spaces, len(SPACES), KINDS), "the cube on each space of the display"),
            Field("bag", Numbers(KINDS, 20), "cubes in the bag by colour"),
            Field("drawn", Tally(KINDS, 2), "cubes drawn for Production and not yet placed"),
            Field("tiles_left", Numbers(len(TILES.tiles), 20), "track tiles left"),
            Field("town_discs_left", Number(8), "town discs left"),
            Field("cash", SeatNumbers(n, 50), "cash"),
            Field("shares", SeatNumbers(n, 15), "shares issued"),
            Field("income", SeatNumbers(n, 40), "income"),
            Field("locomotive", SeatNumbers(n, 6), "locomotive"),
            Field("points", SeatNumbers(n, 100), "victory points if the game ended now"),
            Field("actions", BySeat(n, OneOf(ACTIONS, "")), "the action of this turn"),
            Field("gone", SeatNumbers(n, 10), "the turn in which it was eliminated"),
            Field("raised", Maybe(BySeat(n, Flag()), []), "who raised the locomotive in this goods phase"),
            Field("built", BySeat(n, Flag()), "who has laid a tile in this game"),
            Field("order", SeatRanks(n), "the order of play"),
            Field("bids", Maybe(SeatNumbers(n, 20, 1), []), "in the auction: highest bids, -1 for none"),
            Field("dropped", SeatRanks(n), "in the auction: who has dropped out, in order"),
            Field("high_bid", Number(20), "in the auction: the highest bid"),
            Field("may_pass", Seat(n), "in the auction: who may still pass"),
            Field("blocked", Members(ACTIONS), "actions that are blocked"),
            Field("right", Seat(n), "St. Lucia: whose right of first refusal it is"),
            Field("actor", Seat(n), "who is to act"),
            Field("agenda", Agenda(due, Steps(rules.step_type, n, later), n + 14), "what is due, and what follows"),
            Field("turn", Number(10), "the turn"),
            Field("plays", Number(4), "tile plays of this build turn"),
            Field("played", Tally(grid.size), "hexes played in it"),
            Field("full_costs", Row(most, Maybe(Number(20))), "the full price of each of its plays"),
            Field("urbanized", Flag(), "a town was urbanized in it"),
            Field("transcontinental", Flag(), "the transcontinental railroad is built"),
            Field("delivered_cotton", Number(10), "white cubes delivered"),
        ],
        {"turns": lambda _: rules.turns},
    )
