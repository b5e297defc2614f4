"""The small print of Steam's board: redirects, links, city actions, deliveries and who may make them."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.steam import city_actions
from boxcars.games.steam.build_track import redirected_owner
from boxcars.games.steam.state import KINDS
from boxcars.games.steam.types import COLOURS, GrowCity, PickNewCity, PickSupply, Urbanize
from boxcars.rail.actions import LinkCompleted, MoveGoods
from boxcars.rail.track import NOBODY, give
from tests.steam.positions import (
    P,
    Q,
    at,
    building,
    cubes,
    empty_supply,
    fresh,
    give_tile,
    goods,
    moving,
    no_goods,
    put,
    refused,
    tile,
)


@pytest.mark.clause("STM-8.21", "STM-8.29")
def test_who_owns_the_end_that_is_redirected() -> None:
    """On a tile with two segments it is the owner of that segment, whoever has the other one."""
    rules, table = fresh()
    board, track = rules.board, table.track
    crossing = next(name for name, number in board.tiles.number.items() if number == board.tiles.forms[71].tile)
    for hex in (at(rules, "c10r7"), at(rules, "c9r7")):
        put(rules, table, P, f"{board.grid.ids[hex]} {crossing}/0")
        form = track.tiles[hex]
        (a, _), (b, _) = board.tiles.forms[form].segments
        ports = (6 * hex + a, 6 * hex + b)
        for owners in ((P, Q), (Q, P), (NOBODY, Q), (P, NOBODY)):
            for port, owner in zip(ports, owners, strict=True):
                give(track, track.at[port], owner)
            found = {(kept, redirected_owner(rules, table, hex, new)) for new, kept, _, _ in board.tiles.redirects[form]}
            assert found == {
                (kept, track.sections[track.at[6 * hex + kept]].owner) for _, kept, _, _ in board.tiles.redirects[form]
            }
            assert {owner for _, owner in found} == set(owners)
        assert redirected_owner(rules, table, hex, -5) == NOBODY, "no such redirect"


@pytest.mark.clause("STM-8.25", "STM-2.9")
def test_the_link_that_a_tile_completes_is_told_and_no_other() -> None:
    """P extends an older section of track while a newer link of Q is complete already."""
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0")  # from Albany towards the town c10r8
    put(rules, table, Q, "c14r7 22/5", "c13r6 T23/2")  # Boston – Worcester
    give_tile(table, P, "engineer")
    building(rules, table, P)
    events = rules.play(table, P, tile("c10r8 T21/0"))
    told = [event for event in events if isinstance(event, LinkCompleted)]
    assert [(event.seat, set(event.ends)) for event in told] == [(P, {"c10r6", "c10r8"})]
    events = rules.play(table, P, tile("c10r9 22/0"))
    assert not [event for event in events if isinstance(event, LinkCompleted)], "nothing is complete yet"


# -- city actions --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("STM-8.34", "STM-8.41")
def test_each_tile_allows_its_own_city_action() -> None:
    rules, table = fresh()
    town, city = rules.board.file.towns[0].hex, rules.board.file.cities[0].hex
    for action, open_, codes in (
        ("urbanization", True, (None, "no_city_growth")),
        ("city_growth", True, ("no_urbanization", None)),
        ("urbanization", False, ("no_urbanization", "no_city_growth")),
        ("city_growth", False, ("no_urbanization", "no_city_growth")),
        ("engineer", True, ("no_urbanization", "no_city_growth")),
    ):
        give_tile(table, P, action, open=open_)
        building(rules, table, P)
        found = [rules.refuse(table, P, play) for play in (Urbanize(town), GrowCity(city))]
        assert tuple(reason and reason.code for reason in found) == codes, (action, open_)


@pytest.mark.clause("STM-8.34", "STM-8.41")
def test_towns_become_cities_and_cities_grow() -> None:
    rules, table = fresh()
    board = rules.board
    assert city_actions.towns(rules, table) == board.hexes.towns
    assert city_actions.cities(rules, table) == board.hexes.cities
    for colour in range(len(COLOURS)):
        table.new_cities = [int(c == colour) for c in range(len(COLOURS))]
        assert city_actions.towns(rules, table) == board.hexes.towns, "one New City is enough"
    table.new_cities = [0] * len(COLOURS)
    assert city_actions.towns(rules, table) == []
    empty_supply(table)
    assert city_actions.cities(rules, table) == []


@pytest.mark.clause("STM-8.38", "STM-8.41")
@pytest.mark.parametrize("space", [0, 1, 11])
def test_a_new_city_gets_the_goods_of_the_space_that_is_chosen(space: int) -> None:
    rules, table = fresh()
    give_tile(table, P, "urbanization", open=True)
    building(rules, table, P)
    expected = table.supply[KINDS * space : KINDS * space + KINDS]
    for action in (Urbanize("c10r8"), PickNewCity("gray"), PickSupply(space)):
        rules.play(table, P, action)
    assert goods(rules, table, "c10r8") == expected and sum(expected) > 0
    assert table.supply[KINDS * space : KINDS * space + KINDS] == [0] * KINDS


# -- moving goods --------------------------------------------------------------------------------------------------------------


def two_links() -> Any:
    """Boston – Worcester – Hartford, of P; Boston has a blue cube for Hartford."""
    rules, table = fresh()
    no_goods(rules, table)
    put(rules, table, P, "c14r7 22/5", "c13r6 T23/2", "c13r7 22/4")
    table.locomotive[P] = 3
    cubes(rules, table, "c15r6", blue=1)
    moving(rules, table, P)
    return rules, table


@pytest.mark.clause("STM-10.3", "STM-10.8")
def test_each_wrong_delivery_has_its_own_reason() -> None:
    rules, table = two_links()
    good = MoveGoods("c15r6", "blue", "c12r8", (4, 3))
    assert rules.refuse(table, P, good) is None and good in rules.legal(table)
    first = rules.board.grid.ids[0]
    last = rules.board.grid.ids[rules.board.places[-1]]
    cubes(rules, table, last, blue=1)  # where a hex without goods must not be looked for
    for origin, to, code in (
        ("nowhere", "c12r8", "no_such_hex"),
        ("c15r6", "nowhere", "no_such_hex"),
        (first, "c12r8", "no_such_cube"),
        ("c14r7", "c12r8", "no_such_cube"),
        ("c15r6", first, "wrong_city"),
    ):
        assert refused(rules, table, MoveGoods(origin, "blue", to, (4, 3))) == code, (origin, to)
    assert refused(rules, table, MoveGoods("c15r6", "green", "c12r8", (4, 3))) == "no_such_cube"
    assert refused(rules, table, MoveGoods("c15r6", "red", "c12r8", (4, 3))) == "no_such_cube"
    home = rules.board.grid.ids[rules.board.places[0]]
    cubes(rules, table, home, blue=1)
    assert refused(rules, table, MoveGoods(home, "blue", "c12r8", (0,))) == "no_link", "the first city has goods, too"


@pytest.mark.clause("STM-10.11")
@pytest.mark.parametrize("colour", COLOURS[:4])
def test_the_cube_that_is_moved_goes_into_the_bag(colour: str) -> None:
    rules, table = two_links()
    cubes(rules, table, "c15r6", red=1, blue=1, yellow=1, purple=1)
    table.accepts[at(rules, "c12r8")] = 0b1111
    before, bag = goods(rules, table, "c15r6"), table.bag[:]
    every = sum(table.cubes)
    rules.play(table, P, MoveGoods("c15r6", colour, "c12r8", (4, 3)))
    n = COLOURS.index(colour)  # type: ignore[arg-type]
    assert goods(rules, table, "c15r6") == [m - (c == n) for c, m in enumerate(before)]
    assert table.bag == [m + (c == n) for c, m in enumerate(bag)] and sum(table.cubes) == every - 1


@pytest.mark.clause("STM-10.7")
def test_ways_with_the_same_end_and_the_same_points_are_listed_once() -> None:
    """Worcester hangs on Brattleboro by two links: there and back over either of them brings the same."""
    rules, table = fresh()
    no_goods(rules, table)
    put(rules, table, P, "c14r7 22/5", "c13r6 T42/1", "c13r7 22/4", "c12r6 T23/1", "c13r5 23/3")
    cubes(rules, table, "c15r6", blue=1)
    moving(rules, table, P)
    for reach in range(1, 7):
        table.locomotive[P] = reach
        listed = [action for action in rules.legal(table) if isinstance(action, MoveGoods)]
        brought = [(m.to, tuple(next(e.gains for e in rules.play(table.clone(), P, m) if hasattr(e, "gains")))) for m in listed]
        assert len(set(brought)) == len(brought), (reach, listed)
