"""Build turns of Germany made up one by one (AOS-17.8): little money, few tiles, few discs, few plays left. What the look-ahead
knows of each is counted plainly, and what it answers is what a plain search answers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from boxcars.core import registry
from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.maps.germany import Germany, halved
from boxcars.games.age_of_steam.maps.germany_look_ahead import LookAhead
from boxcars.games.age_of_steam.maps.germany_plays import Plays
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.select_actions import ENGINEER, FIRST_MOVE, URBANIZATION
from boxcars.games.age_of_steam.state import Table
from boxcars.rail.track import EMPTY, OPEN

from .positions import position
from .test_germany_look_ahead import PlainSearch, compare

LINES = """
map germany 3
line 0 berlin hamburg
line 1 munchen stuttgart
line 2 berlin leipzig
due build 0 1
"""
AGAIN: dict[str, Any] = {}
ONCE = {"allow_same_hex_twice": False}
CITY_LATER = {"urbanize_any_time": True, "allow_same_hex_twice": False}
EVERYTHING = {"urbanize_any_time": True}


def turns(options: dict[str, Any], seed: str, number: int) -> Iterator[tuple[Germany, Table]]:
    """Seat 0 in the middle of its build turn."""
    rng = random.Random(seed)
    rules = registry.make("age_of_steam", "germany", 3, options)
    assert isinstance(rules, Germany)
    begin = position(LINES).table
    for _ in range(number):
        table = begin.clone()
        table.action[0] = URBANIZATION if rules.urbanize_any_time else rng.choice((FIRST_MOVE, ENGINEER))
        table.cash[0] = 30
        table.plays = rng.randint(0, 2)
        for _ in range(rng.randint(0, 2 - table.plays)):
            plays = rules.tile_plays(table, 0)
            open_ended = [play for play in plays if _leaves_ends(rules, table, play)]
            rules.apply(table, rng.choice(open_ended or plays))
        table.cash[0] = rng.choice((2, 3, 4, 5, 6, 8, 12, 30))
        yield rules, table


def _leaves_ends(rules: Germany, table: Table, play: Any) -> bool:
    after = table.clone()
    rules.apply(after, play)
    return bool(after.track.unfinished(0)) and after.agenda[-1] == table.agenda[-1]


@pytest.mark.clause("AOS-17.8", "AOS-17.6", "AOS-1.4")
@pytest.mark.parametrize("options", [AGAIN, ONCE, CITY_LATER])
def test_what_the_look_ahead_knows_of_a_build_turn(options: dict[str, Any]) -> None:
    for rules, table in turns(options, "known", 25):
        look, track, across = rules.look_ahead(table, 0), table.track, rules.board.grid.across
        mine = [section for section in track.sections if section.owner == 0]
        ends = {}
        for section in mine:
            for n in (0, 1):
                if section.ends[n] == OPEN:
                    ends[across[section.ports[n]]] = section.ends[1 - n]
        assert look.ends == ends and look.faced == {port // 6 for port in ends}
        assert look.links == sum(section.complete for section in mine)
        assert look.tiles == [*track.tiles, EMPTY] and look.used == [*track.used, 0] and look.discs == track.discs
        assert look.left == 3 - table.plays and look.played == table.played
        assert look.spent == sum(table.full_costs) and look.dearest == max([0, *table.full_costs])
        spent = halved(table.full_costs) if table.action[0] == ENGINEER else sum(table.full_costs)
        assert look.purse == table.cash[0] + spent
        leading = {*ends, *(across[port - port % 6 + side] for port in ends for side in range(6))}
        assert {6 * hex + side for hex, sides in look.no_further.items() for side in range(6) if sides >> side & 1} == leading
        searching = look.redirects or look.may_found_city or len(look.faced) < look.left
        useless = set() if searching else {*range(rules.board.grid.size)} - (look.faced - {*table.played})
        if searching and not look.redirects:
            useless = {*table.played}
        if look.redirects and look.left == 1 and ends and not look.may_found_city:
            touched = [{port // 6, across[port] // 6} for port in ends]
            useless = {*range(rules.board.grid.size)} - set.intersection(*touched)
        assert {hex for hex in look.useless() if hex < rules.board.grid.size} == useless


@pytest.mark.clause("AOS-17.8")
@pytest.mark.parametrize(
    ("options", "number"),
    [(AGAIN, 20), (ONCE, 60), (CITY_LATER, 20), (EVERYTHING, 10)],
)
def test_turns_with_little_left_are_judged_like_a_plain_search(options: dict[str, Any], number: int) -> None:
    rng = random.Random("little")
    found: Counter[bool] = Counter()
    for rules, table in turns(options, "little", number):
        track = table.track
        if rng.random() < 0.5:
            for tile, ((_, most),) in enumerate(TILES.limits):
                track.used[tile] = max(track.used[tile], most - rng.choice((0, 1, 2, 9)))
            track.discs = max(track.discs, TILES.discs - rng.choice((0, 1, 2)))
        rules.builder.discs = track.owned(0) + rng.choice((1, 2, 9))
        plays = AgeOfSteam.tile_plays(rules, table, 0)
        found += compare(rules, table, rng.sample(plays, min(10, len(plays))))
    assert min(found[True], found[False]) > 20


EFFORT = [(AGAIN, 6, 10_353, 1_178), (ONCE, 30, 6_710, 3_576), (CITY_LATER, 8, 4_352, 224)]
"""Options, turns, plays thought of, questions about a single end; written anew when the search is changed."""


@pytest.mark.clause("AOS-17.8")
@pytest.mark.parametrize(("options", "number", "plays", "one_end"), EFFORT)
def test_no_more_is_looked_at_than_could_matter(options: dict[str, Any], number: int, plays: int, one_end: int) -> None:
    """How many plays the look-ahead thinks of, for every play of some turns: what it need not search it must not search."""
    thought, asked = 0, 0
    for rules, table in turns(options, "effort", number):
        board = rules.board
        made = Plays(board.grid.across, board.towns, board.prices)
        for play in AgeOfSteam.tile_plays(rules, table, 0):
            hex, form = board.grid.number[play.hex], TILES.form_of[TILES.number[play.tile]][play.rotation]
            LookAhead(rules, table, 0, made).can_finish(hex, form)
        thought += len(made._made)
        asked += len(made.for_one_end)
    assert (thought, asked) == (plays, one_end)


@pytest.mark.clause("AOS-17.8", "AOS-9.1", "AOS-9.2")
def test_a_new_city_is_hoped_for_only_while_there_is_one_to_place() -> None:
    """The action, the option, not used yet, and a New City beside the board: all four."""
    for options, action, urbanized, beside, hope in (
        (EVERYTHING, URBANIZATION, False, -1, True),
        (AGAIN, URBANIZATION, False, -1, False),
        (EVERYTHING, ENGINEER, False, -1, False),
        (EVERYTHING, URBANIZATION, True, -1, False),
        (EVERYTHING, URBANIZATION, False, -2, False),
    ):
        rules, table = next(turns(options, "hope", 1))
        table.action[0], table.urbanized = action, urbanized
        table.new_cities = [-2, beside, -2, -2, -2, -2, -2, -2]
        assert rules.look_ahead(table, 0).may_found_city is hope


@pytest.mark.clause("AOS-17.8", "AOS-9.7", "AOS-1.5", "AOS-1.8")
def test_a_new_city_finishes_what_comes_from_elsewhere_and_gives_nothing_back_that_was_not_there() -> None:
    """On a town without a tile it brings back neither a tile nor a disc: where there are none the other end stays unfinished."""
    rules, table = next(turns(CITY_LATER, "city", 1))
    look, across = rules.look_ahead(table, 0), rules.board.grid.across
    town, *others = (hex for hex in rules.board.towns if look.tiles[hex] == EMPTY)
    stop = rules.board.city_hex["berlin"]
    look.purse = 99
    assert look.finishable_with_city(town, {6 * town: stop}, 0)
    assert not look.finishable_with_city(town, {6 * town: town}, 3), "it would lead from the New City to itself"
    ports = [port for port, other in enumerate(across) if town not in (port // 6, other // 6) and other >= 0]
    exits = [port for port in ports if port // 6 in others]
    for somewhere, spent, discs, possible in (
        (ports, ("simple", "crossing", "coexisting", "town"), 0, False),
        (ports, ("crossing", "coexisting", "town"), 0, True),
        (exits, ("town",), TILES.discs, False),
        (exits, ("town",), TILES.discs - 1, True),
    ):
        look.used = [most if TILES.tiles[tile].kind in spent else 0 for tile, ((_, most),) in enumerate(TILES.limits)] + [0]
        look.discs = discs
        assert any(look.finishable_with_city(town, {6 * town: stop, port: stop}, 2) for port in somewhere) is possible


@pytest.mark.clause("AOS-17.9", "AOS-1.5")
def test_a_direct_link_takes_no_tile_and_gives_none_back() -> None:
    rules, table = next(turns(ONCE, "direct", 1))
    look, stop = rules.look_ahead(table, 0), rules.board.city_hex["berlin"]
    look.ends, look.purse, look.left = {}, 99, 3
    look.used = [most for ((_, most),) in TILES.limits] + [0]
    assert look.can_finish_after(2)
    ports = [port for port, other in enumerate(look.across) if other >= 0]
    for used, possible in ((48, False), (47, True)):
        look.used[0] = used
        found = False
        for look.ends in ({port: stop} for port in ports):
            found |= look.can_finish_after(2)
        assert found is possible


def _plans(engineer: bool, cash: int, discs: int, seed: str) -> Counter[bool]:
    """One build turn with two plays left, in which plays that leave open ends are asked about."""
    rules = registry.make("age_of_steam", "germany", 3, ONCE)
    assert isinstance(rules, Germany)
    rng = random.Random(seed)
    table = position(LINES).table.clone()
    table.action[0] = ENGINEER if engineer else FIRST_MOVE
    table.plays, table.cash[0] = 1, 30
    plays = [play for play in rules.tile_plays(table, 0) if _leaves_ends(rules, table, play)]
    if engineer:
        number, form_of = rules.board.grid.number, TILES.form_of
        forms = {play: form_of[TILES.number[play.tile]][play.rotation] for play in plays}
        plays = [play for play in plays if rules.builder.cost(table.track, number[play.hex], forms[play]) >= 4]
    table.cash[0] = cash
    rules.builder.discs = table.track.owned(0) + discs
    plain, look = PlainSearch(rules, table, 0), rules.look_ahead(table, 0)
    found: Counter[bool] = Counter()
    for play in rng.sample(plays, min(12, len(plays))):
        hex, form = rules.board.grid.number[play.hex], TILES.form_of[TILES.number[play.tile]][play.rotation]
        answer = look.can_finish(hex, form)
        assert answer is plain.can_finish(hex, form), play
        found[answer] += 1
    return found


@pytest.mark.clause("AOS-17.6", "AOS-17.8")
def test_the_dearest_play_of_a_plan_is_halved_wherever_it_comes() -> None:
    found = sum((_plans(True, cash, 9, f"halved {cash}") for cash in (4, 5, 6, 7, 8)), Counter[bool]())
    assert min(found[True], found[False]) > 5


@pytest.mark.clause("AOS-1.4", "AOS-17.8")
def test_a_plan_needs_no_more_ownership_discs_than_there_are() -> None:
    found = sum((_plans(False, 30, discs, f"discs {discs}") for discs in (0, 1, 2)), Counter[bool]())
    assert min(found[True], found[False]) > 3
