"""Bad input is refused with a reason and changes nothing (STM-22)."""

from __future__ import annotations

import json

import pytest

from boxcars.core import registry
from boxcars.core.game import Refused
from boxcars.games.steam.types import (
    ChooseReward,
    ChooseSupply,
    GrowCity,
    PickNewCity,
    PickSupply,
    RaiseCapital,
    TakeLoans,
    TakeReward,
    TakeTile,
    TurnOrder,
    Urbanize,
)
from boxcars.rail.actions import Bid, DoNothing, DropOut, EndBuild, LayTrack, MoveGoods, PassBid, RaiseLocomotive
from tests.steam.positions import (
    P,
    Q,
    at,
    begin,
    building,
    cubes,
    empty_supply,
    fresh,
    give_tile,
    make,
    moving,
    new_city,
    no_goods,
    put,
    refused,
    selecting,
    tile,
)


@pytest.mark.clause("STM-BAD-1")
def test_not_to_act_or_wrong_phase_or_over() -> None:
    rules, table = fresh()
    building(rules, table, P)
    assert refused(rules, table, EndBuild(), seat=Q) == "not_your_turn"
    assert refused(rules, table, EndBuild(), seat=9) == "unknown_player"
    for action in (Bid(3), TakeTile("engineer"), DoNothing(), TakeReward("vp"), PickSupply(0), PickNewCity("red")):
        assert refused(rules, table, action) == "wrong_phase"
    table.gone[Q], table.order = 1, [0, 2, 3]
    assert refused(rules, table, EndBuild(), seat=Q) == "not_your_turn"
    table.agenda = []
    assert refused(rules, table, EndBuild(), seat=P) == "game_over"


@pytest.mark.clause("STM-BAD-2")
@pytest.mark.parametrize(
    ("map", "players", "options"),
    [
        ("atlantis", 4, {}),
        ("ruhr", 2, {}),
        ("ruhr", 7, {}),
        ("ruhr", 4, {"mode": "expert"}),
        ("ruhr", 4, {"start": "duel"}),
        ("ruhr", 4, {"weather": "rain"}),
    ],
)
def test_unknown_map_mode_or_number_of_players(map: str, players: int, options: dict) -> None:
    with pytest.raises(Refused) as why:
        registry.make("steam", map, players, options)
    assert why.value.reason.code == "bad_setup"


@pytest.mark.clause("STM-BAD-3")
def test_bids() -> None:
    rules = make(start="auction")
    table = begin(rules)
    first = rules.actor(table)
    assert refused(rules, table, Bid(-1)) == "bid_too_low"
    assert refused(rules, table, Bid(51)) == "bid_too_high"
    assert refused(rules, table, PassBid()) == "wrong_phase"  # no privilege in the Basic game
    rules.play(table, first, Bid(5))
    assert refused(rules, table, Bid(5)) == "bid_too_low"
    rules.play(table, rules.actor(table), DropOut())
    assert refused(rules, table, Bid(9), seat=(first + 1) % 4) == "not_your_turn"  # after dropping out
    while not table.order:
        rules.play(table, rules.actor(table), DropOut())
    assert refused(rules, table, Bid(9), seat=first) == "not_your_turn"  # has a place
    standard, other = fresh(mode="standard")
    other.cash = [7] * 4
    other.agenda = [*other.agenda, TurnOrder()]
    standard._advance(other, [])
    assert refused(standard, other, Bid(8)) == "bid_too_high"
    assert refused(standard, other, PassBid()) == "no_privilege"


@pytest.mark.clause("STM-BAD-4")
def test_loans() -> None:
    rules, table = fresh(mode="standard")
    table.agenda = [*table.agenda, RaiseCapital(P)]
    for steps in (-1, 11, 1000):
        assert refused(rules, table, TakeLoans(steps)) == "too_many_loans"
    for mode in ("basic", "standard"):
        rules, table = fresh(mode=mode)
        building(rules, table, P)
        assert refused(rules, table, TakeLoans(1)) == "wrong_phase"


@pytest.mark.clause("STM-BAD-5")
def test_action_tiles() -> None:
    rules, table = fresh()
    give_tile(table, Q, "engineer")
    selecting(rules, table, P)
    assert refused(rules, table, TakeTile("engineer")) == "tile_taken"
    assert refused(rules, table, TakeTile("city_growth")) == "use_or_pass"
    assert refused(rules, table, TakeTile("turn_order", False)) == "no_pass_side"
    with pytest.raises(Refused):
        rules.read_action('{"do": "TakeTile", "action": "teleport"}')
    rules.play(table, P, TakeTile("turn_order"))
    assert refused(rules, table, TakeTile("first_move"), seat=P) == "wrong_phase"  # a second tile
    table.tile[P] = 0
    selecting(rules, table, P)
    table.cash[P], table.income[P] = 1, -10
    assert refused(rules, table, TakeTile("city_growth", True)) == "money"
    assert refused(rules, table, TakeTile("locomotive")) == "money"
    standard, other = fresh(mode="standard")
    selecting(standard, other, P)
    assert refused(standard, other, TakeTile("urbanization", True)) == "no_pass_side"


@pytest.mark.clause("STM-BAD-6")
def test_tile_plays() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0")
    building(rules, table, P)
    for action, code in (
        (LayTrack("c99r0", "21", 0), "no_such_hex"),
        (LayTrack("c9r5", "99", 0), "no_such_tile"),
        (LayTrack("c9r5", "21", 6), "no_such_tile"),
        (LayTrack("c9r5", "21", -1), "no_such_tile"),
        (LayTrack("c10r6", "21", 0), "not_buildable"),
        (LayTrack("c0r6", "21", 0), "not_buildable"),
        (LayTrack("c9r5", "T21", 2), "not_off_town"),
        (LayTrack("c10r8", "21", 0), "not_on_town"),
    ):
        assert refused(rules, table, action) == code
    table.track.used[rules.board.tiles.number["T22"]] = 10
    assert refused(rules, table, tile("c10r8 T21/0")) == "no_tile"
    table.track.used[rules.board.tiles.number["T22"]] = 0
    table.cash[P], table.income[P] = 3, -10
    assert refused(rules, table, tile("c10r8 T21/0")) == "money"
    building(rules, table, P, 0)
    assert refused(rules, table, tile("c9r5 21/2")) == "no_plays"


@pytest.mark.clause("STM-BAD-7")
def test_track_that_cannot_be() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r5 23/2")
    put(rules, table, Q, "c9r6 22/1")
    building(rules, table, P)
    for written, code in (
        ("c4r5 23/5", "impassable"),
        ("c9r7 21/0", "foreign_track"),
        ("c11r5 23/4", "loop"),
        ("c13r4 21/0", "not_connected"),
    ):
        assert refused(rules, table, tile(written)) == code
    # One segment of a two-segment tile not connected: c11r6 touches Albany with side 5 only.
    assert refused(rules, table, tile("c11r6 44/5")) == "not_connected"


@pytest.mark.clause("STM-BAD-8")
def test_replacements_and_redirects() -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0", "c10r8 T21/0", "c9r6 22/1", "c9r7 21/0")
    put(rules, table, Q, "c11r6 21/2")
    building(rules, table, P)
    for written, code in (
        ("c10r8 T22/0", "no_replacement"),  # changes an exit
        ("c10r8 T21/0", "no_replacement"),  # repeats the tile
        ("c10r8 T11/0", "no_replacement"),  # removes track
        ("c10r7 22/0", "no_redirect"),  # a completed link
        ("c11r6 22/3", "not_yours"),
        ("c9r6 21/1", "no_redirect"),  # not the last tile
    ):
        assert refused(rules, table, tile(written)) == code


@pytest.mark.clause("STM-BAD-9")
def test_urbanization() -> None:
    rules, table = fresh()
    building(rules, table, P)
    assert refused(rules, table, Urbanize("c10r8")) == "no_urbanization"  # without the tile
    give_tile(table, P, "urbanization")
    assert refused(rules, table, Urbanize("c10r8")) == "no_urbanization"  # passed, or done already
    give_tile(table, P, "urbanization", open=True)
    assert refused(rules, table, Urbanize("c10r6")) == "no_town"
    assert refused(rules, table, Urbanize("nowhere")) == "no_such_hex"
    new_city(rules, table, "c8r5", "red")
    empty_supply(table, 2)
    rules.play(table, P, Urbanize("c10r8"))
    assert refused(rules, table, PickNewCity("red")) == "no_new_city"
    rules.play(table, P, PickNewCity("blue"))
    assert table.agenda[-1] == ChooseSupply(P, at(rules, "c10r8"), 1)
    for space in (2, 12, -1):
        assert refused(rules, table, PickSupply(space)) == "empty_supply"


@pytest.mark.clause("STM-BAD-10")
def test_city_growth() -> None:
    rules, table = fresh()
    building(rules, table, P)
    assert refused(rules, table, GrowCity("c10r6")) == "no_city_growth"
    give_tile(table, P, "city_growth")
    assert refused(rules, table, GrowCity("c10r6")) == "no_city_growth"
    give_tile(table, P, "city_growth", open=True)
    assert refused(rules, table, GrowCity("c10r8")) == "no_city"
    new_city(rules, table, "c8r5", "gray")
    assert refused(rules, table, GrowCity("c8r5")) == "grown"
    empty_supply(table, 0)
    rules.play(table, P, GrowCity("c10r6"))
    assert refused(rules, table, PickSupply(0)) == "empty_supply"


@pytest.mark.clause("STM-BAD-11")
@pytest.mark.parametrize("name", ["city_growth", "urbanization"])
def test_end_build_with_an_action_due(name: str) -> None:
    rules, table = fresh()
    give_tile(table, P, name, open=True)
    building(rules, table, P)
    assert refused(rules, table, EndBuild()) == "city_action_due"


@pytest.mark.clause("STM-BAD-12")
def test_moves() -> None:
    rules, table = fresh()
    no_goods(rules, table)
    put(rules, table, P, "c10r7 21/0", "c10r8 T21/0", "c10r9 21/0", "c9r6 22/1")
    cubes(rules, table, "c10r6", red=1)
    table.locomotive[P] = 2
    moving(rules, table, P)
    for action, code in (
        (MoveGoods("c10r6", "blue", "c10r10", (3, 3)), "no_such_cube"),
        (MoveGoods("c10r6", "green", "c10r10", (3, 3)), "no_such_cube"),
        (MoveGoods("c10r7", "red", "c10r10", (3,)), "no_such_cube"),
        (MoveGoods("nowhere", "red", "c10r10", (3,)), "no_such_hex"),
        (MoveGoods("c10r6", "red", "c10r10", ()), "no_path"),
        (MoveGoods("c10r6", "red", "c10r10", (4,)), "no_link"),
        (MoveGoods("c10r6", "red", "c10r10", (7,)), "no_link"),
        (MoveGoods("c10r6", "red", "c10r8", (3,)), "wrong_city"),
        (MoveGoods("c10r6", "red", "c10r6", (3, 0)), "city_twice"),
        (MoveGoods("c10r6", "red", "c10r10", (3, 3, 0)), "too_long"),
    ):
        assert refused(rules, table, action) == code
    moving(rules, table, Q)
    table.locomotive[Q] = 2
    assert refused(rules, table, MoveGoods("c10r6", "red", "c10r10", (3, 3))) == "too_few_own_links"


@pytest.mark.clause("STM-BAD-13")
def test_locomotives() -> None:
    rules, table = fresh()
    moving(rules, table, P)
    table.raised[P] = True
    assert refused(rules, table, RaiseLocomotive()) == "raised_already"
    table.raised[P], table.locomotive[P] = False, 6
    assert refused(rules, table, RaiseLocomotive()) == "top_locomotive"


@pytest.mark.clause("STM-BAD-14")
def test_track_points() -> None:
    rules, table = fresh()
    table.agenda = [*table.agenda, ChooseReward(Q, 2), ChooseReward(P, 3)]
    for data in ({"do": "TakeReward", "to": "both"}, {"do": "TakeReward", "to": "vp", "points": 1}, {"do": "TakeReward"}):
        with pytest.raises(Refused):
            rules.read_action(json.dumps(data))
    assert refused(rules, table, DoNothing()) == "wrong_phase"
    assert refused(rules, table, TakeReward("vp"), seat=Q) == "not_your_turn"  # out of order
    assert refused(rules, table, TakeReward("vp"), seat=3) == "not_your_turn"  # receives none


@pytest.mark.clause("STM-BAD-15")
@pytest.mark.parametrize(
    "data",
    [
        {"do": "Bid"},
        {"do": "Bid", "amount": 1.5},
        {"do": "Bid", "amount": True},
        {"do": "Bid", "amount": "3"},
        {"do": "Bid", "amount": 3, "really": True},
        {"do": "LayTrack", "hex": "c10r7", "tile": "21"},
        {"do": "LayTrack", "hex": "c10r7", "tile": "21", "rotation": 0.5},
        {"do": "LayTrack", "hex": 7, "tile": "21", "rotation": 0},
        {"do": "MoveGoods", "origin": "c10r6", "colour": "red", "to": "c10r10", "sides": "33"},
        {"do": "PickSupply", "space": False},
        {"do": "Fly"},
        [],
        7,
        None,
    ],
)
def test_malformed_messages(data: object) -> None:
    with pytest.raises(Refused) as why:
        make().read_action(json.dumps(data))
    assert why.value.reason.code == "bad_request"


@pytest.mark.clause("STM-BAD-1")
def test_a_broken_position_is_refused() -> None:
    rules, table = fresh()
    for spoil in (
        lambda t: t.cash.__setitem__(0, -1),
        lambda t: t.bag.__setitem__(0, 50),
        lambda t: t.order.append(0),
        lambda t: t.track.used.__setitem__(0, 3),
        lambda t: t.new_cities.__setitem__(4, 5),
        lambda t: t.income.__setitem__(0, 11),
    ):
        copy = table.clone()
        spoil(copy)
        with pytest.raises(Refused):
            rules.read_state(rules.write(copy))
    assert rules.write(rules.read_state(rules.write(table))) == rules.write(table)
