"""The small print of Steam's table: tiles, money, income, the order of play, set-up and maps."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Broken, Refused
from boxcars.games.steam.income_and_expenses import eliminate, settle_basic, settle_standard
from boxcars.games.steam.map import RING, SteamMap, box, check, face_limits
from boxcars.games.steam.rules import Steam
from boxcars.games.steam.select_actions import growable
from boxcars.games.steam.state import Table
from boxcars.games.steam.track_points import CHOOSING, POINTS, reward, take
from boxcars.games.steam.turn_sequence import begin_turn
from boxcars.games.steam.types import (
    ACTIONS,
    BidForOrder,
    ChooseReward,
    IncomeAndExpenses,
    IncomeSettled,
    MoveRound,
    NewTurn,
    OrderDrawn,
    RaiseCapital,
    RewardTaken,
    TakeLoans,
    TakeTile,
    TurnOrder,
)
from boxcars.rail.actions import Bid, DropOut, PlaceTaken
from boxcars.rail.hexmap import complaints
from tests.steam.positions import P, at, empty_supply, fresh, give_tile, make, refused, selecting

# -- action tiles ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("STM-7.5", "STM-8.41")
def test_only_a_city_without_a_marker_can_grow() -> None:
    rules, table = fresh()
    board = rules.board
    for place, hex in enumerate(board.places):
        table.grown = [i != place for i in range(len(board.places))]
        assert growable(rules, table) is (hex in board.hexes.cities), "a town is no city"
    table.grown = [False] * len(board.places)
    empty_supply(table)
    assert not growable(rules, table), "there are no goods"


@pytest.mark.clause("STM-7.1", "STM-7.2", "STM-7.3", "STM-7.4", "STM-7.5")
def test_each_tile_is_refused_for_its_own_reason() -> None:
    """With nothing to urbanize, nothing to grow and no money every tile has another reason, and not that of another tile."""
    rules, table = fresh()
    selecting(rules, table, P)
    urbanize, grow, engine = TakeTile("urbanization", True), TakeTile("city_growth", True), TakeTile("locomotive")
    assert {rules.refuse(table, P, action) for action in (urbanize, grow, engine)} == {None}
    table.cash[P], table.income[P], table.points[P] = 0, rules.income_min, 0
    assert [refused(rules, table, action) for action in (urbanize, grow, engine)] == ["money"] * 3
    empty_supply(table)
    assert [refused(rules, table, action) for action in (urbanize, grow, engine)] == ["money", "nothing_to_grow", "money"]
    table.new_cities = [0] * 5
    assert [refused(rules, table, action) for action in (urbanize, grow, engine)] == [
        "nothing_to_urbanize",
        "nothing_to_grow",
        "money",
    ]
    table.locomotive[P] = rules.max_locomotive
    assert refused(rules, table, engine) == "top_locomotive"
    assert refused(rules, table, TakeTile("urbanization")) == "use_or_pass"
    assert refused(rules, table, TakeTile("engineer", False)) == "no_pass_side"
    give_tile(table, 1, "engineer")
    assert refused(rules, table, TakeTile("engineer")) == "tile_taken"


@pytest.mark.clause("STM-7.2", "STM-7.4", "STM-7.5")
def test_goods_are_needed_for_city_growth_and_not_for_urbanization() -> None:
    rules, table = fresh()
    empty_supply(table)
    selecting(rules, table, P)
    legal = rules.legal(table)
    assert TakeTile("urbanization", True) in legal and TakeTile("urbanization", False) in legal
    assert TakeTile("city_growth", True) not in legal and TakeTile("city_growth", False) in legal
    assert len(legal) == len(set(legal)) == len(ACTIONS) + 1
    table.cash[P], table.income[P], table.points[P] = 6, rules.income_min, 0
    assert TakeTile("urbanization", True) in rules.legal(table), "just enough"
    table.cash[P] = 5
    assert TakeTile("urbanization", True) not in rules.legal(table)


# -- money -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("STM-12.1", "STM-12.2", "STM-12.3")
@pytest.mark.parametrize(
    ("cash", "income", "points", "solvent"),
    [(0, 0, 0, True), (0, 1, 0, True), (10, -10, 0, True), (9, -10, 0, False), (5, -10, 2, True), (4, -10, 2, False)],
)
def test_income_that_is_just_payable(cash: int, income: int, points: int, solvent: bool) -> None:
    rules, table = fresh()
    assert (rules.income_min, rules.loan, rules.loan_points) == (-10, 5, 2)
    table.cash[P], table.income[P], table.points[P] = cash, income, points
    events: list[Any] = []
    assert settle_basic(rules, table, P, events) is solvent
    if solvent:
        assert events[-1] == IncomeSettled(P, income, 0, 0, 0, table.cash[P])


@pytest.mark.clause("STM-15.14", "STM-15.15", "STM-15.16")
def test_maintenance_dollar_by_dollar() -> None:
    """What cash cannot pay costs a point for $2, then a step of income; change is given."""
    rules, table = fresh(mode="standard")
    for cash in (0, 1, 3, 9):
        for income in (-10, -9, -8, -3, 0, 2):
            for points in (0, 1, 2, 5):
                for upkeep in (1, 2, 3, 6):
                    left, income_left, points_left = cash + max(income, 0) - upkeep + min(income, 0), income, points
                    while left < 0 and points_left:
                        left, points_left = left + 2, points_left - 1
                    while left < 0 and income_left > -10:
                        left, income_left = left + 2, income_left - 1
                    table.cash[P], table.income[P], table.points[P], table.locomotive[P] = cash, income, points, upkeep
                    events: list[Any] = []
                    case = (cash, income, points, upkeep)
                    assert settle_standard(rules, table, P, events) is (left >= 0), case
                    if left >= 0:
                        assert (table.cash[P], table.income[P], table.points[P]) == (left, income_left, points_left), case
                        lost = (points - points_left, income - income_left)
                        assert events == [IncomeSettled(P, income, upkeep, *lost, left)], case


@pytest.mark.clause("STM-12.6")
def test_who_is_out_has_nothing_left_to_do() -> None:
    rules, table = fresh()
    give_tile(table, P, "urbanization", open=True)
    eliminate(rules, table, P, [])
    assert (table.tile[P], table.city_action[P], table.gone[P], P in table.order) == (0, 0, 1, False)


@pytest.mark.clause("STM-15.4")
def test_from_no_loan_to_as_many_as_the_seat_can_take() -> None:
    rules, table = fresh(mode="standard")
    table.agenda = [*table.agenda, RaiseCapital(P)]
    for income, points, most in ((-10, 0, 0), (-10, 1, 0), (-9, 0, 1), (0, 3, 11), (0, 1000, 199)):
        table.income[P], table.points[P] = income, points
        assert rules.legal(table) == [TakeLoans(n) for n in range(most + 1)]
        assert rules.refuse(table, P, TakeLoans(0)) is None and rules.refuse(table, P, TakeLoans(most)) is None
        assert refused(rules, table, TakeLoans(most + 1)) == refused(rules, table, TakeLoans(-1)) == "too_many_loans"


@pytest.mark.clause("STM-11.2", "STM-11.3", "STM-11.4")
def test_rewards_of_up_to_six_links_for_up_to_six_players() -> None:
    rules, table = fresh("ruhr", 6)
    for seat in range(6):
        for points in range(1, 7):
            table.agenda = []
            reward(rules, table, seat, [points if s == seat else 0 for s in range(6)], [])
            assert table.agenda == [ChooseReward(seat, points)] == [CHOOSING[seat][points]]
    events: list[Any] = []
    take(rules, table, P, 3, POINTS, events)
    assert events == [RewardTaken(P, 3, "vp", 0)], "nothing is lost"


# -- turns and their order ---------------------------------------------------------------------------------------------


@pytest.mark.clause("STM-6.2", "STM-14.1")
@pytest.mark.parametrize("mode", ["basic", "standard"])
def test_the_last_turn_ends_with_income_and_expenses(mode: str) -> None:
    rules, table = fresh(mode=mode)
    for turn, last in ((rules.turns - 2, NewTurn()), (rules.turns - 1, IncomeAndExpenses())):
        table.agenda, table.turn = [], turn
        begin_turn(rules, table, [])
        assert table.turn == turn + 1 and table.agenda[0] == last
        assert (NewTurn() in table.agenda) is (last == NewTurn())


@pytest.mark.clause("STM-13.2", "STM-15.17")
def test_only_the_standard_game_has_a_privilege() -> None:
    for mode, privilege in (("basic", -1), ("standard", 2)):
        rules, table = fresh(mode=mode)
        give_tile(table, 2, "turn_order")
        table.agenda = [NewTurn()]
        rules._advance(table, [])
        assert table.privilege == privilege


@pytest.mark.clause("STM-10.1", "STM-1.1")
def test_six_players_move_in_both_rounds() -> None:
    rules, table = fresh("ruhr", 6)
    for round_ in (1, 2):
        table.agenda = [MoveRound(round=round_)]
        rules._advance(table, [])
        assert table.agenda[::-1] == [MoveRound(seat, round_) for seat in range(6)]


@pytest.mark.clause("STM-15.6", "STM-15.10", "STM-1.1")
def test_six_players_bid_for_the_order_and_the_winner_is_first() -> None:
    rules, table = fresh("ruhr", 6, "standard")
    table.agenda = [NewTurn(), TurnOrder()]
    table.order = [5, 4, 3, 2, 1, 0]
    rules._advance(table, [])
    assert table.agenda[-1] == BidForOrder(5)
    events: list[Any] = rules.play(table, 5, Bid(3))
    for seat in (4, 3, 2, 1, 0):
        events += rules.play(table, seat, DropOut())
    taken = [event for event in events if isinstance(event, PlaceTaken)]
    assert taken == [
        PlaceTaken(*seat_place_price) for seat_place_price in ((4, 6, 0), (3, 5, 0), (2, 4, 0), (1, 3, 0), (0, 2, 0), (5, 1, 3))
    ]


@pytest.mark.clause("STM-5.7", "STM-15.1")
def test_no_action_tile_is_drawn_twice_for_the_starting_order() -> None:
    rules = make("ruhr", 6)
    for n in range(12):
        events: list[Any] = []
        rules.start(Chance(seed_from(n)), events)
        drawn = next(e for e in events if isinstance(e, OrderDrawn))
        assert len(set(drawn.numbers)) == 6 and set(drawn.numbers) <= set(range(1, 8))


# -- the map and the box -----------------------------------------------------------------------------------------------


@pytest.mark.clause("STM-1.11", "STM-1.12")
def test_how_many_counters_the_ring_of_faces_has() -> None:
    limits = [(faces, n) for faces, n in face_limits(box()) if set(faces) & set(RING)]
    singles, pairs, all_four = limits[:4], limits[4:8], limits[8:]
    assert singles == [((face,), 4) for face in sorted(RING)]
    assert [(set(faces), n) for faces, n in pairs] == [
        ({a, b}, 6) for a, b in (("44", "45"), ("45", "46"), ("46", "47"), ("47", "44"))
    ]
    assert all_four == [(("44", "45", "46", "47"), 8)]


@pytest.mark.clause("STM-1.13")
def test_every_town_form_is_found_by_its_exits() -> None:
    board = SteamMap(make().board.file, box())
    assert board.town_form == {frozenset(form.sides): form.number for form in board.tiles.forms if form.kind == "town"}
    assert all(board.tiles.forms[number].kind == "town" for number in board.town_form.values())
    assert {len(sides) for sides in board.town_form} == {1, 2, 3, 4}


def test_a_bad_map_is_not_built() -> None:
    file = make("ruhr", 3).board.file
    gray = replace(file, cities=[replace(file.cities[0], colors=["gray"]), *file.cities[1:]])
    doubled = replace(file, hexes=[*file.hexes, file.hexes[0]], checks={})
    assert complaints(doubled) and not check(doubled)
    for bad, complaint in ((gray, "a printed city is red, blue, yellow or purple"), (doubled, "")):
        with pytest.raises(Broken) as broken:
            SteamMap(bad, box())
        assert complaint in str(broken.value)
    once = replace(file, rules={**file.rules, "one_play_per_hex": True})
    assert check(once) == ["rules.one_play_per_hex must be false"] and check(file) == []


@pytest.mark.clause("STM-1.1")
def test_the_rules_themselves_refuse_a_number_of_players_that_the_map_does_not_have() -> None:
    rules = make("ruhr", 3)
    for players in (2, 7):
        with pytest.raises(Refused):
            Steam("ruhr", players, rules.options)


@pytest.mark.clause("STM-8.38", "STM-8.41")
def test_the_goods_of_every_supply_space_can_be_taken() -> None:
    rules, table = fresh()
    assert table.sets_left() == list(range(12))
    for space in range(12):
        before: Table = table.clone()
        goods = before.supply[5 * space : 5 * space + 5]
        place = rules.board.place_of[at(rules, "c10r8")]
        assert before.move_set(space, place) == goods and sum(goods) > 0
        assert (
            before.cubes[5 * place : 5 * place + 5] == [a + b for a, b in zip(table.cubes[5 * place :], goods, strict=False)][:5]
        )
        assert before.sets_left() == [s for s in range(12) if s != space]
