"""The small print of moving goods, of components and maps: every way of a cube on St. Lucia, who gains, what is where."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from boxcars.core.chance import Chance
from boxcars.core.game import Refused
from boxcars.games.age_of_steam.actions import ACTIONS, DeclineFirst, IssueShares, PayForFirst, TakeAction
from boxcars.games.age_of_steam.components import TILES, TRACK_TILES
from boxcars.games.age_of_steam.events import FirstDeclined, OrderRolled, SharesIssued
from boxcars.games.age_of_steam.issue_shares import ISSUES
from boxcars.games.age_of_steam.map import Board, builtin
from boxcars.games.age_of_steam.maps.western_us import WesternUS
from boxcars.games.age_of_steam.move_goods import end_towards
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.select_actions import LOCOMOTIVE
from boxcars.games.age_of_steam.setup import first_order
from boxcars.games.age_of_steam.steps import DecideFirst, MoveRound, Phase
from boxcars.rail.actions import PlaceTaken
from boxcars.rail.track import CITY, EMPTY, LAND, NOBODY, OPEN, TOWN_HEX, Section, give, lay
from tests.age_of_steam.positions import At, place_hex, position, start
from tests.age_of_steam.test_maps import COAST_TO_COAST
from tests.rail.test_rail import SHAPES

# -- cubes that start on their hex (St. Lucia) -----------------------------------------------------------------------------


def island(seed: int) -> At:
    """Three New Cities, track of both players and much of nobody's; a red or blue cube on every hex with track."""
    rng = random.Random(seed)
    at = position("map st_lucia 2\ncity A c2r2\ncity B c6r5\ncity C c3r6\ndue move 0 1")
    for city in ("c2r2", "c6r5"):
        at.table.accepts[at.hex(city)] = rng.choice((1, 3))
    track, builder = at.table.track, at.rules.builder
    for n in range(40):
        legal = builder.legal(track, n % 2, 99, builder.anchors(track, n % 2), at.rules.board.lay)
        if not legal:
            break
        play = rng.choice(legal)
        lay(track, at.grid, TILES, at.hex(play.hex), TILES.form_of[TILES.number[play.tile]][play.rotation], n % 2)
    for i in range(len(track.sections)):
        if rng.random() < 0.6:
            give(track, i, NOBODY)
    for hex, form in enumerate(track.tiles):
        if form != EMPTY and track.places[hex] == LAND:
            at.table.cubes[hex] = (rng.randint(0, 1),)
    return at


def plain_end(at: At, hex: int, side: int) -> tuple[int, int]:
    """Where track leads that leaves a hex by a side: the stop and the port where it arrives."""
    track = at.table.track
    while True:
        other = at.grid.across[6 * hex + side]
        hex, side = divmod(other, 6)
        if other < 0:
            return OPEN, -1
        if track.places[hex] == CITY:
            return hex, other
        if track.tiles[hex] == EMPTY or side not in TILES.forms[track.tiles[hex]].sides:
            return OPEN, -1
        if track.places[hex] == TOWN_HEX:
            return hex, other
        side = next(sum(pair) - side for pair in TILES.forms[track.tiles[hex]].segments if side in pair)


def ways(at: At, hex: int, colour: int, reach: int) -> Iterator[tuple[int, tuple[int, int], tuple[int, ...]]]:
    """Every way of the cube on this hex: the city, the gains of both players, the sides (AOS-19.6, 19.7, 11.3 to 11.6)."""
    track, accepts = at.table.track, at.table.accepts

    def go_on(stop: int, seen: list[int], used: list[int], sides: tuple[int, ...]) -> Iterator[Any]:
        if accepts[stop] >> colour & 1:
            owners = [track.sections[i].owner for i in used]
            yield stop, (owners.count(0), owners.count(1)), sides
            return
        for side in range(6):
            i = track.at[6 * stop + side]
            if len(sides) < reach and i != EMPTY and i != used[0] and track.sections[i].complete:
                a, b = track.sections[i].ends
                there = b if a == stop else a
                if there not in seen:
                    yield from go_on(there, [*seen, there], [*used, i], (*sides, side))

    for side in TILES.forms[track.tiles[hex]].sides:
        stop, _ = plain_end(at, hex, side)
        if stop != OPEN:
            yield from go_on(stop, [stop], [track.at[6 * hex + side]], (side,))


@pytest.mark.clause("AOS-19.6", "AOS-19.7", "AOS-11.4", "AOS-11.5")
@pytest.mark.parametrize("seed", [*range(12), 64, 249, 463])
def test_every_cube_on_a_hex_has_one_move_for_each_effect(seed: int) -> None:
    """By the shortest way, of ways as short by the first side (a single step does not displace what was found before it); ordered
    by city and by who gains."""
    at = island(seed)
    listed = 0
    for reach in (1, 2, 3, 6):
        at.table.locomotive[0] = reach
        moves = at.moves()
        for hex, cubes in enumerate(at.table.cubes):
            if not cubes:
                continue
            best: dict[tuple[int, int], tuple[int, ...]] = {}
            for city, (mine, yours), sides in ways(at, hex, cubes[0], reach):
                effect = city, mine + (yours << 4)
                known = best.get(effect)
                if known is None or (1 < len(sides) < len(known)):
                    best[effect] = sides
            found = [move for move in moves if move.origin == at.grid.ids[hex]]
            assert [(move.to, len(move.sides), move.sides[0]) for move in found] == [
                (at.grid.ids[city], len(best[city, gains]), best[city, gains][0]) for city, gains in sorted(best)
            ]
            assert not any(at.rules.refuse(at.table, 0, move) for move in found)
            listed += len(found)
    assert listed > 8


@pytest.mark.clause("AOS-19.6")
def test_track_is_followed_from_both_ends_of_every_segment() -> None:
    for seed in range(4):
        at = island(seed)
        for hex, form in enumerate(at.table.track.tiles):
            if form != EMPTY and at.table.track.places[hex] == LAND:
                for side in TILES.forms[form].sides:
                    assert end_towards(at.rules, at.table.track, 6 * hex + side) == plain_end(at, hex, side)


@pytest.mark.clause("AOS-19.6")
def test_only_track_on_the_hex_itself_carries_its_cube() -> None:
    """The cube lies beside a city that would take it, but its track leads elsewhere and ends there."""
    at = position("map st_lucia 2\ncity A c2r2\ncubes c2r3 red\nseat 0 loco 3\ndue move 0")
    lay(at.table.track, at.grid, TILES, at.hex("c2r3"), TILES.form_of[TILES.number["straight"]][1], 0)
    at.table.accepts[-1] = 1
    assert at.moves() == []


@pytest.mark.clause("AOS-19.7")
@pytest.mark.parametrize(("owner", "income"), [("0", [2, 0]), ("1", [0, 2]), ("-", [0, 0])])
def test_the_owner_of_the_first_section_has_the_bonus(owner: str, income: list[int]) -> None:
    at = position(f"map st_lucia 2 first_section_bonus\ncity A c2r2\ntrack {owner} c2r3 straight 0\ncubes c2r3 red\ndue move 0")
    at.move(0, "c2r3 red 0 > c2r2")
    assert at.table.income == income


@pytest.mark.clause("AOS-19.7")
def test_a_cube_in_a_city_has_no_first_section() -> None:
    at = position("map st_lucia 2 first_section_bonus\ncity A c2r2\ncity B c3r4\nline 1 c2r2 c3r4\ncubes c3r4 red\ndue move 0")
    (move,) = at.moves()
    at.do(0, move)
    assert at.table.income == [0, 1]


@pytest.mark.clause("AOS-19.4")
@pytest.mark.parametrize(("cash", "asked"), [(4, False), (5, True), (6, True)])
def test_with_five_dollars_one_is_asked_to_pay_for_the_first_place(cash: int, asked: bool) -> None:
    at = position(f"map st_lucia 2\nseat 0 cash {cash}\nseat 1 cash 0\nturn 2\ndue turn_order")
    assert (at.table.agenda[-1] == DecideFirst(0, 0)) is asked


@pytest.mark.clause("AOS-19.4")
def test_the_first_right_may_fall_to_either_and_who_declines_is_told() -> None:
    assert {start("st_lucia", 2, seed=f"right {n}").table.right for n in range(12)} == {0, 1}
    at = start("st_lucia", 2)
    seat = at.rules.actor(at.table)
    assert FirstDeclined(seat, True) in at.do(seat, DeclineFirst())
    at = position("map st_lucia 2\nseat 0 cash 4\nseat 1 cash 9\nturn 2\ndue turn_order")
    events: list[Any] = []
    at.table.right, at.table.agenda = 0, [Phase(-1, "turn_order")]
    at.rules._advance(at.table, events)
    assert events == [FirstDeclined(0, False)], "with less than $5 one is not asked"


# -- moving goods elsewhere ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-11.1")
def test_the_two_rounds_are_numbered() -> None:
    at = start("rust_belt", 3)
    at.table.agenda, at.table.raised = [], [True] * 3
    at.rules.phases["move_goods"].run(at.rules, at.table, None, [])
    assert at.table.agenda == [MoveRound(-1, 2), MoveRound(-1, 1)] and at.table.raised == [False] * 3


@pytest.mark.clause("AOS-15.6")
@pytest.mark.parametrize(("bonus", "income"), [(0, [5, 2, 0]), (3, [5, 2, 0]), (4, [4, 3, 0]), (5, [4, 3, 0])])
def test_whoever_owns_the_link_that_is_named_has_the_bonus(bonus: int, income: list[int]) -> None:
    at = position(COAST_TO_COAST + "cubes c14r6 purple\ncubes c12r5 purple\nturn 5\ndue move 1")
    at.table.accepts[place_hex(at, "denver")] = 0
    move = next(m for m in at.moves() if m.origin == "c14r6")
    at.do(1, msgspec.structs.replace(move, bonus=bonus))
    assert at.table.income == income
    for wrong in (-1, 6):
        at = position(COAST_TO_COAST + "cubes c14r6 purple\nturn 5\ndue move 1")
        at.table.accepts[place_hex(at, "denver")] = 0
        assert at.no(1, msgspec.structs.replace(move, bonus=wrong)).code == "bonus_due"


# -- Western US --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-15.7", "AOS-15.8")
def test_the_pieces_of_a_railroad() -> None:
    """Each starting city is one by itself; then only what the seat's own links join to one, hex 0 like any other."""
    at = position(
        "map western_us 3\nline 0 st_louis kansas_city\nline 1 kansas_city cheyenne\nline 1 new_orleans vicksburg\ndue build 0"
    )
    rules, starting = at.rules, at.rules.board.starting
    assert isinstance(rules, WesternUS)
    assert rules.anchors(at.table, 2) == {hex: n for n, hex in enumerate(starting, 1)}
    louis, kansas, cheyenne = (place_hex(at, name) for name in ("st_louis", "kansas_city", "cheyenne"))
    assert set(rules.main_pieces(at.table, 0)) == {louis, kansas}
    assert kansas not in rules.main_pieces(at.table, 1) and cheyenne not in rules.main_pieces(at.table, 1)
    at.table.track.sections = [Section(0, (0, 1), (0, louis), ()), Section(0, (2, 3), (kansas, OPEN), ())]
    pieces = rules.main_pieces(at.table, 0)
    assert set(pieces) == {0, louis} and len(set(pieces.values())) == 1 and all(pieces.values())
    at.table.track.sections = [Section(0, (0, 1), (louis, 0), ()), Section(0, (2, 3), (0, cheyenne), ())]
    pieces = rules.main_pieces(at.table, 0)
    assert set(pieces) == {0, louis, cheyenne} and len(set(pieces.values())) == 1 and all(pieces.values())


@pytest.mark.clause("AOS-15.11")
def test_all_railroads_of_the_table_may_be_needed() -> None:
    """Three players own one part each: any two of them may be rewarded."""
    at = position(COAST_TO_COAST.replace("line 0 denver", "line 2 denver") + "due build 0")
    rules = at.rules
    assert isinstance(rules, WesternUS)
    assert rules.joined(at.table, None) and not rules.joined(at.table, (0, 1))
    assert rules.reward_choices(at.table) == [(0, 1), (0, 2), (1, 2)]


@pytest.mark.clause("AOS-15.14")
def test_only_who_is_tied_rolls_and_tied_dice_are_rolled_again() -> None:
    at = start("western_us", 4)
    at.table.order, at.table.cash = [2, 0, 3, 1], [7, 7, 7, 5]
    rules = at.rules
    assert isinstance(rules, WesternUS)
    at.table.chance.script = {"dice:tie": [1, 4, 1, 2, 5]}
    rules.finish(at.table, [])
    assert at.table.ties == [0, 2, 1, 0], "2, 5, 2 and then 3, 6; seat 3 has less cash and rolls nothing"
    at.table.cash = [1, 2, 3, 4]
    rules.finish(at.table, [])
    assert at.table.ties == [0, 0, 0, 0]


# -- components, boards, set-up --------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-1.5")
def test_the_shape_of_every_tile() -> None:
    assert [(name, kind, list(pairs), count) for name, kind, pairs, count in TRACK_TILES] == SHAPES


@pytest.mark.clause("AOS-10.1", "AOS-8.5")
def test_nothing_costs_anything_where_nothing_is_built() -> None:
    board = builtin("germany")
    for hex in range(board.grid.size):
        if board.terrain[hex] in ("water", "city"):
            assert set(board.prices.place[hex]) == {0}
    unpriced = Board(msgspec.structs.replace(board.data, board=msgspec.structs.replace(board.data.board, costs={})))
    special = unpriced.terrain.index("special")
    assert unpriced.prices.place[special][0] == board.data.track_costs["special"][0]
    assert board.dearest == max(price for row in board.prices.place for price in row)


@pytest.mark.clause("AOS-3.7")
def test_who_plays_alone_rolls_for_no_order() -> None:
    for map, players, rolls in (("barbados", 1, 0), ("rust_belt", 3, 1)):
        at = start(map, players)
        events: list[Any] = []
        at.rules.first_order(at.table, events)
        assert sum(isinstance(event, OrderRolled) for event in events) == rolls
        assert at.table.right == -1, "the right of first refusal is St. Lucia's"


@pytest.mark.clause("AOS-7.5")
@pytest.mark.parametrize("action", range(len(ACTIONS)))
@pytest.mark.parametrize("links", [1, 5, 6])
def test_only_the_locomotive_action_raises_it_and_not_beyond_six(action: int, links: int) -> None:
    at = position(f"map rust_belt 3\nseat 0 loco {links}\nseat 1 loco 2\ndue action")
    at.do(0, TakeAction(ACTIONS[action]))
    assert at.table.locomotive == [min(6, links + 1) if action == LOCOMOTIVE else links, 2, 1]


@pytest.mark.clause("AOS-5.1", "AOS-5.2")
@pytest.mark.parametrize(("held", "issued"), [(2, 0), (2, 1), (2, 3), (2, 13), (14, 1), (15, 0)])
def test_each_share_brings_five_dollars(held: int, issued: int) -> None:
    at = position(f"map rust_belt 3\nseat 0 cash 1 shares {held}\ndue shares 0")
    assert at.rules.legal(at.table) == [IssueShares(n) for n in range(16 - held)]
    at.do(0, IssueShares(issued))
    assert (at.table.shares[0], at.table.cash[0]) == (held + issued, 1 + 5 * issued)
    assert [choice.shares for choice in ISSUES] == list(range(16))


@pytest.mark.clause("AOS-8.11")
def test_an_old_position_knows_that_the_first_seat_has_built() -> None:
    at = position("map rust_belt 3\ntrack 0 c11r8 straight 1\ntrack - c7r4 straight 0\ndue build 0 1")
    old = at.rules.write(at.table).replace(b'"built":1', b'"built":0')
    assert b'"built":0' in old
    assert [at.rules.read_state(old).has_built(seat) for seat in range(3)] == [True, False, False]


@pytest.mark.clause("AOS-11.3", "AOS-11.12")
def test_a_cube_leaves_the_first_hex_and_by_one_of_six_sides() -> None:
    """North Point lies on hex 0 of Barbados. Side 6 would be side 0 of the next hex, which leads to North Point, too."""
    at = position("map barbados 1\nline 0 c0r0 c0r2\nline 0 c0r2 c0r7\nseat 0 loco 2\ndue move 0")
    at.table.cubes[0], at.table.accepts[0], at.table.accepts[at.hex("c0r7")] = (0,), 2, 1
    (move,) = at.moves()
    assert (move.origin, move.to) == ("c0r0", "c0r7") and at.rules.refuse(at.table, 0, move) is None
    for side in (-1, 6):
        assert at.no(0, msgspec.structs.replace(move, sides=(side, *move.sides[1:]))).code == "no_track"
    assert at.no(0, msgspec.structs.replace(move, origin="c99r99")).code == "no_cube"
    assert at.no(0, msgspec.structs.replace(move, colour="blue")).code == "no_cube"


@pytest.mark.clause("AOS-3.7", "AOS-1.1")
def test_the_rolls_for_the_order_are_told_and_the_table_has_as_many_seats_as_the_map() -> None:
    at = start("rust_belt", 3)
    at.table.chance = Chance("", {}, {"dice:order": [0, 0, 1, 5, 5, 5, 2, 2, 2]})
    at.table.order = [0, 1, 2]
    events: list[Any] = []
    first_order(at.rules, at.table, events)
    assert events == [OrderRolled([1, 2, 0], [4, 18, 9])]
    two = start("st_lucia", 2)
    first_order(two.rules, two.table, events)
    assert isinstance(events[-1], OrderRolled) and len(events) == 2
    for players in (2, 7):
        with pytest.raises(Refused) as refused:
            AgeOfSteam("rust_belt", players, at.rules.options)
        assert refused.value.reason.code == "bad_setup"


@pytest.mark.clause("AOS-19.4", "AOS-5.1", "AOS-15.14")
def test_what_is_told_of_places_shares_and_ties() -> None:
    at = start("st_lucia", 2)
    seat = at.rules.actor(at.table)
    assert PlaceTaken(seat, 1, 5) in at.do(seat, PayForFirst())
    at = position("map rust_belt 3\ndue shares 0")
    assert SharesIssued(0, 3, 15) in at.do(0, IssueShares(3))
    west = start("western_us", 3)
    assert west.table.ties == [] and west.rules.rank_key(west.table, 0, 7) == (1, 7, west.table.cash[0], 0, 0)
