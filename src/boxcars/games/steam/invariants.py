"""What must always hold (section 24 of the rules). A saved position that violates it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.steam.map import NEW_CITIES, SUPPLY_SPACES
from boxcars.games.steam.state import KINDS, Table
from boxcars.games.steam.types import (
    ACTIONS,
    CITY_GROWTH,
    COLOURS,
    URBANIZATION,
    BidForOrder,
    BidForStart,
    BuildTrack,
    ChooseNewCity,
    ChooseReward,
    ChooseSupply,
    MoveRound,
)
from boxcars.rail.invariants import audit_track, must
from boxcars.rail.track import CITY, LAND, NOBODY, TOWN_HEX

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam


def audit(rules: Steam, table: Table) -> None:
    seats(rules, table)
    places(rules, table)
    goods(rules, table)
    audit_track(table.track, rules.board.grid, rules.board.tiles, rules.players, "STM-2.11")
    owners(rules, table)
    agenda(rules, table)


def seats(rules: Steam, table: Table) -> None:
    n = rules.players
    by_seat = (
        *(table.cash, table.income, table.points, table.locomotive, table.tile),
        *(table.city_action, table.gone, table.raised, table.built),
    )
    must(all(len(part) == n for part in by_seat), "STM-1.1", "wrong number of seats")
    still_in = [seat for seat in range(n) if not table.gone[seat]]
    must(len(set(table.order)) == len(table.order) and set(table.order) <= set(still_in), "STM-6.3", "wrong order of play")
    must(table.turn == 0 or len(table.order) == len(still_in), "STM-6.3", "somebody is missing in the order of play")
    out = sorted(g for g in table.gone if g)
    must(out == list(range(1, len(out) + 1)) and len(out) < n, "STM-12.5", "wrong count of eliminated players")
    must(0 <= table.turn <= rules.turns and (table.turn > 0 or rules.auction_start), "STM-4.7", "no such turn")
    for seat in range(n):
        must(table.cash[seat] >= 0 and table.points[seat] >= 0, "STM-3.1", "negative cash or victory points")
        must(rules.income_min <= table.income[seat] <= rules.income_max, "STM-3.2", "income is off its track")
        must(1 <= table.locomotive[seat] <= rules.max_locomotive, "STM-1.15", "no such locomotive")
        must(0 <= table.tile[seat] <= len(ACTIONS), "STM-1.7", "no such action tile")
        must(not table.city_action[seat] or table.tile[seat] in (CITY_GROWTH, URBANIZATION), "STM-8.34", "no such tile")
        must(not table.gone[seat] or not table.tile[seat], "STM-12.6", "an eliminated player has a tile")
    taken = [tile for tile in table.tile if tile]
    must(len(taken) == len(set(taken)), "STM-7.1", "two seats have the same action tile")
    must(-1 <= table.privilege < n, "STM-15.9", "unknown seat")
    must(rules.standard or table.privilege == -1, "STM-15.9", "a privilege in the Basic game")


def places(rules: Steam, table: Table) -> None:
    """Printed cities keep their colour; New Cities stand on towns and come from the tiles."""
    board = rules.board
    must(len(table.accepts) == len(table.track.places) == board.grid.size, "STM-2.4", "wrong number of hexes")
    must(len(table.grown) == len(board.places) and len(table.new_cities) == KINDS, "STM-8.39", "wrong number of places")
    left = table.new_cities[:]
    for hex, place in enumerate(table.track.places):
        printed = board.accepts[hex]
        number = board.place_of[hex]
        if printed:
            must(place == CITY and table.accepts[hex] == printed, "STM-2.8", "a printed city has changed")
        elif number < 0:
            must(place == LAND and not table.accepts[hex], "STM-2.8", "a city in the open country")
        elif place == CITY:
            colour = table.accepts[hex].bit_length() - 1
            must(0 <= colour < KINDS and table.accepts[hex] == 1 << colour, "STM-8.35", "a New City without colour")
            must(table.grown[number], "STM-8.39", "a New City without its growth symbol")
            left[colour] += 1
        else:
            must(place == TOWN_HEX and not table.accepts[hex] and not table.grown[number], "STM-2.8", "a town that is none")
    must(min(table.new_cities) >= 0 and left == list(NEW_CITIES), "STM-1.4", "the New City tiles do not add up")


def goods(rules: Steam, table: Table) -> None:
    """Bag, map and supply hold all 96 cubes (STM-1.2); towns hold none (STM-10.3)."""
    must(len(table.cubes) == KINDS * len(rules.board.places), "STM-1.2", "wrong number of places")
    must(len(table.supply) == KINDS * SUPPLY_SPACES and len(table.bag) == KINDS, "STM-1.6", "wrong number of supply spaces")
    must(min(table.cubes) >= 0 and min(table.supply) >= 0 and min(table.bag) >= 0, "STM-1.2", "negative count of cubes")
    for colour in range(KINDS):
        have = sum(table.cubes[colour::KINDS]) + sum(table.supply[colour::KINDS]) + table.bag[colour]
        must(have == rules.bag[colour], "STM-1.2", f"{have} {COLOURS[colour]} cubes instead of {rules.bag[colour]}")
    for place, hex in enumerate(rules.board.places):
        if table.track.places[hex] != CITY:
            must(not any(table.cubes[KINDS * place : KINDS * place + KINDS]), "STM-10.3", "goods in a town")


def owners(rules: Steam, table: Table) -> None:
    """Nobody who is out owns track; every owned section reaches a city over sections of its owner (STM-8.12)."""
    track = table.track
    for section in track.sections:
        must(section.owner == NOBODY or not table.gone[section.owner], "STM-12.4", "an eliminated player owns track")
        must(section.ends[0] >= 0 or section.ends[1] >= 0, "STM-2.13", "a section without a stop")
    for seat in range(rules.players):
        anchors = rules.board.builder.anchors(track, seat)
        for section in track.sections:
            if section.owner == seat:
                must(section.ends[0] in anchors or section.ends[1] in anchors, "STM-8.12", "track that reaches no city")


def agenda(rules: Steam, table: Table) -> None:
    """What is due fits the position."""
    auction = table.auction
    for i, step in enumerate(table.agenda):
        must(-1 <= step.seat < rules.players and (step.seat < 0 or not table.gone[step.seat]), "STM-6.3", "a step of nobody")
        must(type(step) in rules.chapters, "STM-6.1", "unknown step")
        if isinstance(step, BuildTrack):
            must(0 <= step.plays <= rules.tiles_per_turn + 1, "STM-8.2", "too many tile plays")
        elif isinstance(step, MoveRound):
            must(step.round in (1, 2), "STM-10.1", "no such round")
        elif isinstance(step, ChooseReward):
            must(1 <= step.points <= rules.max_locomotive, "STM-11.1", "impossible track points")
        elif isinstance(step, (ChooseNewCity, ChooseSupply)):
            below = table.agenda[i - 1] if i else None
            must(isinstance(below, BuildTrack) and below.seat == step.seat, "STM-8.2", "a city action outside a build turn")
            must(table.city_action[step.seat] == 1 and 0 <= step.hex < rules.board.grid.size, "STM-8.34", "no such city action")
            must(-1 <= getattr(step, "colour", -1) < KINDS, "STM-8.34", "no such New City")
            if isinstance(step, ChooseSupply):
                must(step.colour < 0 or table.new_cities[step.colour] > 0, "STM-8.34", "no such New City")
                must(table.track.places[step.hex] == (CITY if step.colour < 0 else TOWN_HEX), "STM-8.34", "not a city or a town")
            else:
                must(table.track.places[step.hex] == TOWN_HEX, "STM-8.34", "not a town")
    if auction is not None:
        must(len(auction.bids) == rules.players and len(auction.waiting) > 0, "STM-5.3", "nobody bids")
        must(all(0 <= seat < rules.players for seat in auction.waiting), "STM-5.3", "an unknown bidder")
    if table.agenda and isinstance(table.agenda[-1], (BidForOrder, BidForStart)):
        must(auction is not None and auction.waiting[0] == table.agenda[-1].seat, "STM-5.3", "a bid without an auction")
