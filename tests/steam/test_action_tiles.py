"""Action tiles of the Basic game (STM-7)."""

from __future__ import annotations

import pytest

from boxcars.games.steam.types import ACTIONS, TakeTile
from boxcars.rail.actions import EndBuild
from boxcars.rail.track import CITY, TOWN_HEX
from tests.steam.positions import P, Q, building, clause_of, empty_supply, fresh, give_tile, make, refused, selecting


@pytest.mark.clause("STM-7.1")
def test_everybody_takes_one_tile_not_taken() -> None:
    rules, table = fresh()
    selecting(rules, table, P, Q)
    rules.play(table, P, TakeTile("engineer"))
    assert table.tile == [3, 0, 0, 0]
    assert refused(rules, table, TakeTile("engineer")) == "tile_taken"
    assert refused(rules, table, TakeTile("turn_order"), seat=P) == "not_your_turn"
    rules.play(table, Q, TakeTile("turn_order"))
    assert table.cash == [100] * 4


@pytest.mark.clause("STM-7.1", "STM-EX-3")
def test_the_locomotive_costs_four_plus_the_new_level() -> None:
    rules, table = fresh()
    table.locomotive[P] = 4
    selecting(rules, table, P)
    rules.play(table, P, TakeTile("locomotive"))
    assert table.locomotive[P] == 5
    assert table.cash[P] == 100 - 9


@pytest.mark.clause("STM-7.2")
@pytest.mark.parametrize(("name", "fee"), [("city_growth", 2), ("urbanization", 6)])
def test_use_or_pass_is_said_at_once(name: str, fee: int) -> None:
    rules, table = fresh()
    selecting(rules, table, P)
    assert refused(rules, table, TakeTile(name)) == "use_or_pass"
    used, passed = table.clone(), table.clone()
    rules.play(used, P, TakeTile(name, True))
    assert (used.cash[P], used.city_action[P]) == (100 - fee, 1)
    building(rules, used, P)
    assert refused(rules, used, EndBuild()) == "city_action_due"
    rules.play(passed, P, TakeTile(name, False))
    assert (passed.cash[P], passed.city_action[P]) == (100, 0)
    building(rules, passed, P)
    rules.play(passed, P, EndBuild())
    poor = table.clone()
    poor.cash[P], poor.income[P] = fee - 1, -10
    assert refused(rules, poor, TakeTile(name, True)) == "money"
    assert clause_of(rules, poor, TakeTile(name, True)) == "STM-7.2"
    rules.play(poor, P, TakeTile(name, False))


@pytest.mark.clause("STM-7.3")
def test_no_locomotive_at_level_six_or_without_money() -> None:
    rules, table = fresh()
    selecting(rules, table, P)
    table.locomotive[P] = 6
    assert refused(rules, table, TakeTile("locomotive")) == "top_locomotive"
    table.locomotive[P], table.cash[P], table.income[P] = 1, 5, -10
    assert refused(rules, table, TakeTile("locomotive")) == "money"
    assert clause_of(rules, table, TakeTile("locomotive")) == "STM-7.3"
    table.cash[P] = 6
    assert refused(rules, table, TakeTile("locomotive", False)) == "no_pass_side"
    assert refused(rules, table, TakeTile("engineer", True)) == "no_pass_side"
    rules.play(table, P, TakeTile("locomotive"))


@pytest.mark.clause("STM-7.4")
def test_no_urbanization_without_towns_or_new_cities() -> None:
    rules, table = fresh()
    selecting(rules, table, P)
    no_city, no_town = table.clone(), table.clone()
    no_city.new_cities = [0] * 5
    no_town.track.places = [CITY if place == TOWN_HEX else place for place in table.track.places]
    for position in (no_city, no_town):
        for use in (True, False):
            assert refused(rules, position, TakeTile("urbanization", use)) == "nothing_to_urbanize"


@pytest.mark.clause("STM-7.5")
def test_city_growth_without_goods_or_cities_can_only_be_passed() -> None:
    rules, table = fresh()
    selecting(rules, table, P)
    no_goods, no_city = table.clone(), table.clone()
    empty_supply(no_goods)
    no_city.grown = [True] * len(no_city.grown)
    for position in (no_goods, no_city):
        assert refused(rules, position, TakeTile("city_growth", True)) == "nothing_to_grow"
        rules.play(position, P, TakeTile("city_growth", False))


@pytest.mark.clause("STM-7.7")
def test_nobody_may_decline_and_a_choice_always_exists() -> None:
    rules, table = fresh("ruhr", 5)
    table.new_cities, table.locomotive = [0] * 5, [6] * 5
    empty_supply(table)
    selecting(rules, table, *range(5))
    for seat in range(5):
        assert rules.legal(table)
        assert all(isinstance(action, TakeTile) for action in rules.legal(table))
        rules.play(table, seat, rules.legal(table)[0])
    assert sorted(table.tile) == [1, 2, 3, 4, 5]


@pytest.mark.clause("STM-7.7")
@pytest.mark.parametrize("mode", ["basic", "standard"])
def test_a_sixth_player_takes_a_barred_tile_without_fee_and_effect(mode: str) -> None:
    rules, table = fresh("ruhr", 6, mode)
    table.new_cities, table.locomotive = [0] * 5, [6] * 6
    for seat, name in enumerate(ACTIONS[:5]):
        give_tile(table, seat, name)
    selecting(rules, table, 5)
    use = False if mode == "basic" else None
    assert rules.legal(table) == [TakeTile("locomotive"), TakeTile("urbanization", use)]
    other = table.clone()
    rules.play(table, 5, TakeTile("locomotive"))
    assert (table.tile[5], table.cash[5], table.locomotive[5]) == (6, 100, 6)
    rules.play(other, 5, TakeTile("urbanization", use))
    assert (other.tile[5], other.cash[5], other.city_action[5]) == (7, 100, 0)


@pytest.mark.clause("STM-7.1")
def test_a_first_choice_has_nine_ways() -> None:
    rules = make()
    assert len(rules.legal(rules.start(fresh()[1].chance.clone()))) == 9
