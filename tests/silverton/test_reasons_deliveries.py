"""Why goods cannot be delivered, and with what they can (SIL-14.6, 18.6–18.10, 20.9): small print."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.silverton.actions import Deliver, EndDeliveries, MakeUpTrain, Transfer
from boxcars.games.silverton.deliveries import (
    capacity,
    idle_trains,
    loads,
    reserved_trains,
    reserved_units,
    room,
    serves,
    train_sets,
)
from boxcars.games.silverton.events import GoodsDelivered, GoodsTransferred
from boxcars.games.silverton.map import COAL, COPPER, GOLD, LUMBER, SILVER, standard
from boxcars.games.silverton.state import Order
from boxcars.games.silverton.steps import DeliverGoods, LoadTrain, PlacePieces
from tests.silverton.kit import Play

ATLAS = standard()
SOUTH = ("S069", "S072", "S076")
TRAIN = ATLAS.train_no
CLAIM = ATLAS.claim_no


def mine(game: Play, seat: int = 0) -> list[str]:
    return [ATLAS.trains[train] for train, owner in enumerate(game.state.train_at) if owner == seat]


def yard(goods: int = 6, *trains: str, **options: Any) -> Play:
    """Advanced: coal of seat 0 at Walsenburg with the track to Pueblo and Denver, and these trains besides two 9-trains."""
    game = Play(2, rules="advanced", **options).until(PlacePieces, 0).track(0, *SOUTH).claim(0, "C022", goods=goods, worked=True)
    game.until(DeliverGoods, 0)
    for train in trains:
        game.state.train_at[TRAIN[train]] = 0
    return game


# -- what is left ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-14.6.5", "SIL-15.12")
def test_how_much_may_still_be_sold() -> None:
    game = Play(2).claim(1, "C022", goods=9).claim(1, "C053", goods=9)
    pueblo, denver, timber = (ATLAS.marker_no[m] for m in ("coal_pueblo", "coal_denver", "lumber_pueblo"))
    assert [room(game.rules, game.state, 0, marker) for marker in (pueblo, denver, timber)] == [8, 16, 6]
    game.state.players[0].sold[pueblo] = 3
    town = ATLAS.town_no["pueblo"]
    game.state.orders = [Order(CLAIM["C022"], 2, town), Order(CLAIM["C053"], 4, town)]
    assert [room(game.rules, game.state, 0, marker) for marker in (pueblo, denver, timber)] == [3, 16, 2]
    assert room(game.rules, game.state, 0, ATLAS.marker_no["gold"]) == 9999, "metals are sold without limit"
    assert (reserved_units(game.state, CLAIM["C022"]), reserved_units(game.state, CLAIM["C053"])) == (2, 4)
    assert reserved_units(game.state, CLAIM["C023"]) == 0


@pytest.mark.clause("SIL-18.6", "SIL-15.20")
def test_which_trains_are_idle() -> None:
    game = yard(6, "24a", "24b")
    first, second = (TRAIN[train] for train in mine(game)[:2])
    assert idle_trains(game.state, 0) == [first, second, TRAIN["24a"], TRAIN["24b"]]
    game.state.used_trains = [first]
    game.state.orders = [Order(CLAIM["C022"], 1, 38, [TRAIN["24a"]]), Order(CLAIM["C022"], 1, 38, [TRAIN["24b"]])]
    assert reserved_trains(game.state) == [TRAIN["24a"], TRAIN["24b"]]
    assert idle_trains(game.state, 0) == [second]


@pytest.mark.clause("SIL-18.7", "SIL-18.8")
@pytest.mark.parametrize(
    ("good", "haul", "units"),
    [(COAL, 4, 6), (COAL, 5, 4), (LUMBER, 12, 2), (COPPER, 7, 3), (GOLD, 5, 8), (SILVER, 4, 12), (SILVER, 25, 0), (COAL, 25, 0)],
)
def test_what_a_train_of_24_carries(good: int, haul: int, units: int) -> None:
    rules = Play(2, rules="advanced").rules
    assert capacity(rules, [TRAIN["24a"]], good, haul) == units
    assert capacity(rules, [TRAIN["9a"], TRAIN["15a"]], good, haul) == units


# -- reasons ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-14.6.1", "SIL-14.6.3", "SIL-14.6.4", "SIL-14.6.5", "SIL-5.10")
def test_why_goods_cannot_be_delivered() -> None:
    game = Play(2, goods_transfer=True).track(0, *SOUTH, "S039", "S040")
    game.claim(0, ATLAS.claims[0], goods=2).claim(0, ATLAS.claims[-1], goods=2).claim(1, "C023", goods=3)
    game.claim(0, "C022", goods=12).claim(0, "C006", goods=5).claim(0, "C030", goods=1).claim(0, "C096", goods=1)
    game.until(DeliverGoods, 0)
    for action, code in (
        (Deliver("none", "denver", 1), "unknown_id"),
        (Deliver("C023", "denver", 1), "not_owner"),
        (Deliver("C022", "none", 1), "unknown_id"),
        (Deliver("C022", "walsenburg", 1), "unknown_id"),
        (Deliver("C022", "santa_fe", 1), "no_marker"),
        (Deliver("C022", "salt_lake_city", 1), "no_route"),
        (Deliver("C022", "denver", 0), "too_many_units"),
        (Deliver("C022", "denver", 13), "too_many_units"),
        (Deliver("C022", "pueblo", 9), "sale_limit"),
        (Deliver("C030", "denver", 1), "no_route"),
        (Transfer("C022", "none", 1), "not_owner"),
        (Transfer("C096", "none", 1), "not_owner"),
        (Transfer("C022", "C023", 1), "not_owner"),
        (Transfer("C022", "C022", 1), "not_owner"),
        (Transfer("C022", "C030", 1), "not_owner"),
        (Transfer("C022", ATLAS.claims[0], 1), "no_route"),
        (Transfer("C006", "C022", 6), "too_many_units"),
    ):
        assert game.refused(action) == code, action
    for allowed in (Deliver("C022", "denver", 12), Deliver("C022", "pueblo", 8), Transfer("C006", "C022", 5)):
        assert game.why(allowed) == "" and allowed in game.legal()
    game.state.turn = 4
    assert game.refused(Deliver("C006", "denver", 1)) == game.refused(Transfer("C006", "C022", 1)) == "winter"
    game.state.players[0].sold[ATLAS.marker_no["coal_pueblo"]] = 8
    assert game.refused(Deliver("C022", "pueblo", 1)) == "sale_limit"
    game.state.players[0].sold[ATLAS.marker_no["coal_salt_lake_city"]] = 9
    assert game.refused(Deliver("C022", "salt_lake_city", 1)) == "no_route", "one might be sold there"
    game.state.players[0].sold[ATLAS.marker_no["coal_pueblo"]] = 6
    assert game.why(Deliver("C022", "pueblo", 2)) == "" and game.refused(Deliver("C022", "pueblo", 3)) == "sale_limit"
    plain = Play(2).track(0, *SOUTH).claim(0, "C022", goods=3).claim(0, "C023", goods=3).until(DeliverGoods, 0)
    assert plain.refused(Transfer("C022", "C023", 1)) == "wrong_step"
    assert plain.refused(MakeUpTrain(("9a",))) == "wrong_step"
    assert plain.legal(Transfer) == []


@pytest.mark.clause("SIL-20.9")
def test_in_the_basic_game_sixteen_units_are_moved_at_once_and_twice_as_many_of_gold_and_silver() -> None:
    game = Play(2, goods_transfer=True).track(0, "S035", "S036").claim(0, "C022", goods=40).claim(0, "C023", goods=1)
    game.claim(0, "C029", goods=40).claim(0, "C030").until(DeliverGoods, 0)
    for claim, to, most in (("C022", "C023", 16), ("C029", "C030", 32)):
        moves = [action.units for action in game.legal(Transfer) if action.claim == claim]
        assert moves == list(range(1, most + 1)), "within a town no track is needed"
        assert game.refused(Transfer(claim, to, most + 1)) == "too_many_units"
    game.do(Transfer("C022", "C023", 16))
    assert (game.goods("C022"), game.goods("C023"), game.state.deliveries) == (24, 17, 1)
    assert game.event(GoodsTransferred) == GoodsTransferred(0, "C022", "C023", 16, [])


@pytest.mark.clause("SIL-18.6", "SIL-18.7")
def test_why_a_train_cannot_be_made_up() -> None:
    game = yard(6, "24a")
    first, second, _ = mine(game)
    for trains, code in (
        ((), "unknown_id"),
        (("none",), "unknown_id"),
        ((first, "none"), "unknown_id"),
        ((first, first), "unknown_id"),
        ((second, first), "unknown_id"),
        ((mine(game, 1)[0],), "not_owner"),
        ((first, "24b"), "not_owner"),
    ):
        assert game.refused(MakeUpTrain(trains)) == code, trains
    assert game.why(Deliver("C022", "denver", 1)) == "SIL-18.6", "without a train"
    game.state.used_trains = [TRAIN[first]]
    assert game.refused(MakeUpTrain((first,))) == game.refused(MakeUpTrain((first, second))) == "train_used"
    assert game.why(MakeUpTrain((second, "24a"))) == ""
    # Van Horn–El Paso is 12 long: a 9-train carries nothing over it, two of them do.
    long = Play(2, rules="advanced").until(PlacePieces, 0)
    long.rules.homes[0] = (ATLAS.town_no["van_horn"],)
    long.track(0, "S145").claim(0, "C101", goods=2)
    long.until(DeliverGoods, 0)
    one, two = mine(long)
    assert long.refused(MakeUpTrain((one,))) == "capacity"
    assert [action.trains for action in long.legal(MakeUpTrain)] == [(one, two)]
    long.do(MakeUpTrain((one, two)))
    assert long.legal() == [Deliver("C101", "el_paso", 1)] and long.refused(Deliver("C101", "el_paso", 2)) == "capacity"


@pytest.mark.clause("SIL-19.12", "SIL-18.6")
def test_trains_of_two_networks_are_not_coupled() -> None:
    game = Play(2, "golden_spike_2", rules="advanced").until(PlacePieces, 0).track(0, *SOUTH).claim(0, "C022", goods=6)
    game.until(DeliverGoods, 0)
    east, west = (train for train, at in enumerate(game.state.train_at) if at == 0)
    assert [game.state.train_home[train] for train in (east, west)] == [0, 1]
    assert train_sets(game.rules, game.state, 0) == [(east,)], "there is nothing to carry in the west"
    towns = [ATLAS.town_no[town] for town in ("denver", "salt_lake_city", "el_paso")]
    assert [serves(game.rules, game.state, 0, east, town) for town in towns] == [True, False, False]
    game.state.train_at[TRAIN["24a"]] = 0
    assert train_sets(game.rules, game.state, 0) == [(east,), (TRAIN["24a"],), (east, TRAIN["24a"])]
    game.do(MakeUpTrain(tuple(ATLAS.trains[train] for train in (east, TRAIN["24a"]))))
    assert max(action.units for action in game.legal(Deliver) if action.city == "pueblo") == 6
    game.state.coupled = [west]
    assert game.legal() == [] and game.refused(Deliver("C022", "pueblo", 1)) == "wrong_network"
    game.state.coupled = [east, west]
    assert game.legal() == [] and game.refused(Deliver("C022", "pueblo", 1)) == "wrong_network"


@pytest.mark.clause("SIL-18.6", "SIL-18.10")
def test_each_train_delivers_once_and_any_number_of_trains_do() -> None:
    game = yard(6, "24a", "24b")
    first, second, *_ = mine(game)
    for number, trains in enumerate(((first,), (second,), ("24a", "24b"))):
        assert isinstance(game.step, DeliverGoods) and game.state.deliveries == number
        game.do(MakeUpTrain(trains))
        assert isinstance(game.step, LoadTrain) and EndDeliveries() not in game.legal()
        game.do(Deliver("C022", "denver", 1))
        told = game.event(GoodsDelivered)
        assert (told.trains, told.units, told.income) == (list(trains), 1, 60)
    assert not isinstance(game.step, DeliverGoods) or game.step.seat != 0
    assert game.state.used_trains == [TRAIN[train] for train in (first, second, "24a", "24b")] and game.state.coupled == []


@pytest.mark.clause("SIL-14.6.3", "SIL-15.20")
def test_what_can_be_loaded() -> None:
    game = Play(2, goods_transfer=True).track(0, *SOUTH).claim(0, "C022", goods=6).claim(0, "C023").claim(0, "C029", goods=1)
    game.until(DeliverGoods, 0)

    def found() -> list[tuple[str, str, int]]:
        return [
            (ATLAS.claims[x.claim], ATLAS.towns[x.city] if x.to < 0 else ATLAS.claims[x.to], x.units)
            for x in loads(game.rules, game.state, 0)
        ]

    assert found() == [("C022", "denver", 6), ("C022", "pueblo", 6), ("C022", "C023", 6)]
    game.state.orders = [Order(CLAIM["C022"], 5, ATLAS.town_no["pueblo"])]
    assert found() == [("C022", "denver", 1), ("C022", "pueblo", 1), ("C022", "C023", 1)]
    assert game.refused(Deliver("C022", "denver", 2)) == "too_many_units"
    game.state.orders = [Order(CLAIM["C022"], 6, ATLAS.town_no["pueblo"])]
    assert found() == []
    game.state.orders = []
    game.state.players[0].sold[ATLAS.marker_no["coal_denver"]] = 15
    game.state.players[0].sold[ATLAS.marker_no["coal_pueblo"]] = 8
    assert found() == [("C022", "denver", 1), ("C022", "C023", 6)]


@pytest.mark.clause("SIL-20.9", "SIL-18.7")
def test_in_the_advanced_game_a_train_limits_what_is_moved() -> None:
    game = yard(30, "24a", goods_transfer=True).claim(0, "C021").claim(0, "C023").track(0, "S078")
    game.do(MakeUpTrain(("24a",)))
    most = {to: max(x.units for x in game.legal(Transfer) if x.to == to) for to in ("C021", "C023")}
    assert most == {"C021": 6, "C023": 24}, "over 4 to Trinidad; within the town the haul is 1"
    assert game.refused(Transfer("C022", "C021", 7)) == "capacity"
    game.do(Transfer("C022", "C021", 6))
    assert game.event(GoodsTransferred).trains == ["24a"] and game.state.used_trains == [TRAIN["24a"]]
    assert (game.goods("C022"), game.goods("C021"), game.state.deliveries) == (24, 6, 1)


@pytest.mark.clause("SIL-19.12", "SIL-20.9")
def test_trains_with_a_home_do_not_work_where_no_track_leads() -> None:
    game = Play(2, "golden_spike_2", rules="advanced", goods_transfer=True).until(PlacePieces, 0)
    game.claim(0, "C029", goods=4).claim(0, "C030")
    mine_now = [train for train, at in enumerate(game.state.train_at) if at == 0]
    assert train_sets(game.rules, game.state, 0) == []
    game.state.train_home[mine_now[0]] = -1
    assert train_sets(game.rules, game.state, 0) == [(mine_now[0],)], "within Central City"


@pytest.mark.clause("SIL-19.12", "SIL-18.7")
def test_a_train_without_a_home_works_in_either_network() -> None:
    # Gold from Marysvale goes over 12 to Salt Lake City, coal from Golden over 2 to Denver: a 9-train carries the coal.
    game = Play(2, "golden_spike_2", rules="advanced").until(PlacePieces, 0).track(0, "S035", "S013", "S018", "S019")
    game.claim(0, "C041", goods=2).claim(0, "C013", goods=2)
    east, west = (train for train, at in enumerate(game.state.train_at) if at == 0)
    assert train_sets(game.rules, game.state, 0) == [(east,)], "in the west it is too weak"
    game.state.train_home[east] = game.state.train_home[west] = -1
    assert train_sets(game.rules, game.state, 0) == [(east,), (west,), (east, west)]
