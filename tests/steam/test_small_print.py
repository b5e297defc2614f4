"""The small print of Steam: rules that change little and are easily broken, one test each."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from boxcars.games.steam.map import check
from boxcars.games.steam.select_actions import urbanizable
from boxcars.games.steam.types import (
    COLOURS,
    BidForStart,
    BuildTrack,
    CityFounded,
    CityGrown,
    GrowCity,
    PickNewCity,
    PickSupply,
    Urbanize,
)
from boxcars.rail.actions import DropOut, EndBuild
from boxcars.rail.track import CITY
from tests.steam.positions import P, at, begin, building, empty_supply, fresh, give_tile, make


@pytest.mark.clause("STM-1.3", "STM-10.3")
def test_a_printed_city_takes_its_own_colour_and_no_other() -> None:
    rules, table = fresh()
    for city in rules.board.file.cities:
        accepts = table.accepts[at(rules, city.hex)]
        assert [colour for n, colour in enumerate(COLOURS) if accepts >> n & 1] == city.colors


@pytest.mark.clause("STM-8.35", "STM-8.38")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_new_city_of_any_colour_becomes_a_city(colour: str) -> None:
    """With an empty supply it comes without goods, and says so."""
    rules, table = fresh()
    give_tile(table, P, "urbanization", open=True)
    empty_supply(table)
    building(rules, table, P)
    rules.play(table, P, Urbanize("c10r8"))
    events = rules.play(table, P, PickNewCity(colour))  # type: ignore[arg-type]
    assert CityFounded(P, "c10r8", colour, -1, [0, 0, 0, 0, 0]) in events  # type: ignore[arg-type]
    hex = at(rules, "c10r8")
    assert table.track.places[hex] == CITY and table.accepts[hex] == 1 << COLOURS.index(colour)  # type: ignore[arg-type]


@pytest.mark.clause("STM-1.1", "STM-5.1")
def test_six_players_bid_and_build() -> None:
    rules = make("ruhr", 6, start="auction")
    table = begin(rules)
    asked = set()
    while isinstance(table.agenda[-1], BidForStart):
        asked.add(rules.actor(table))
        rules.play(table, rules.actor(table), DropOut())
    assert 5 in asked and len(table.order) == 6
    table.agenda = [BuildTrack()]
    rules._advance(table, [])
    built = []
    while table.agenda and isinstance(table.agenda[-1], BuildTrack):
        built.append(rules.actor(table))
        rules.play(table, rules.actor(table), EndBuild())
    assert sorted(built) == list(range(6))


@pytest.mark.clause("STM-7.4")
def test_the_last_new_city_of_any_colour_makes_urbanization_worth_having() -> None:
    rules, table = fresh()
    for colour in range(len(table.new_cities)):
        table.new_cities = [0] * len(table.new_cities)
        assert not urbanizable(rules, table)
        table.new_cities[colour] = 1
        assert urbanizable(rules, table)


@pytest.mark.clause("STM-8.41")
def test_of_two_supply_spaces_one_is_chosen_the_last_is_taken_without_asking() -> None:
    rules, table = fresh()
    city = next(city.hex for city in rules.board.file.cities)
    for space in table.sets_left()[2:]:
        empty_supply(table, space)
    two = table.sets_left()
    assert len(two) == 2
    give_tile(table, P, "city_growth", open=True)
    building(rules, table, P)
    rules.play(table, P, GrowCity(city))
    assert rules.legal(table) == [PickSupply(space) for space in two]
    rules, table = fresh()
    for space in table.sets_left()[1:]:
        empty_supply(table, space)
    give_tile(table, P, "city_growth", open=True)
    building(rules, table, P)
    events = rules.play(table, P, GrowCity(city))
    assert any(isinstance(event, CityGrown) and event.supply == two[0] for event in events)


@pytest.mark.clause("STM-8.35", "STM-8.34")
def test_of_two_colours_of_new_cities_one_is_chosen_the_last_is_taken_without_asking() -> None:
    for left, asked in (([1, 3], True), ([4], False)):
        rules, table = fresh()
        table.new_cities = [1 if colour in left else 0 for colour in range(len(table.new_cities))]
        give_tile(table, P, "urbanization", open=True)
        empty_supply(table)
        building(rules, table, P)
        events = rules.play(table, P, Urbanize("c10r8"))
        if asked:
            assert rules.legal(table) == [PickNewCity(COLOURS[colour]) for colour in left]
        else:
            assert CityFounded(P, "c10r8", COLOURS[left[0]], -1, [0, 0, 0, 0, 0]) in events


@pytest.mark.clause("STM-8.34")
def test_the_first_hex_of_the_board_is_a_hex() -> None:
    rules, table = fresh()
    give_tile(table, P, "urbanization", open=True)
    building(rules, table, P)
    first = rules.board.grid.ids[0]
    codes = {hex: rules.refuse(table, P, Urbanize(hex)) for hex in (first, "none")}
    assert codes["none"] is not None and codes["none"].code == "no_such_hex"
    assert codes[first] is None or codes[first].code != "no_such_hex"


@pytest.mark.clause("STM-1.3")
def test_a_printed_city_has_one_colour_and_is_not_gray() -> None:
    file = make("ruhr", 3).board.file
    assert check(file) == []
    for colours in (["red", "blue"], [], ["gray"], ["green"]):
        cities = [replace(file.cities[0], colors=colours), *file.cities[1:]]
        assert [complaint.partition(":")[0] for complaint in check(replace(file, cities=cities))] == [f"city {file.cities[0].id}"]
