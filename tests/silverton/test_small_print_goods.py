"""Deliveries, trains, track and cards in phase IV (SIL-14, SIL-18): small print that was broken on purpose."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.silverton.actions import Deliver, EndDeliveries, MakeUpTrain, Transfer
from boxcars.games.silverton.deliveries import idle_trains, loads, room, train_sets
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.state import Order
from boxcars.games.silverton.steps import DeliverGoods, LoadTrain, PlacePieces
from tests.silverton.kit import Play

ATLAS = standard()
SOUTH = ("S069", "S072", "S076")


def advanced(*trains: str, **options: Any) -> Play:
    """Coal at Walsenburg, and these trains."""
    game = Play(2, rules="advanced", max_offers=0, **options).until(PlacePieces, 0)
    game.track(0, *SOUTH).claim(0, "C022", goods=8, worked=True)
    for train, owner in enumerate(game.state.train_at):
        if owner == 0:
            game.state.train_at[train] = -1
    for name in trains:
        game.state.train_at[ATLAS.train_no[name]] = 0
    return game.until(DeliverGoods, 0)


@pytest.mark.clause("SIL-14.6.1", "SIL-5.10")
def test_a_delivery_names_an_own_claim_and_a_market() -> None:
    game = Play(2, goods_transfer=True).track(0, *SOUTH).claim(0, "C022", goods=8)
    for claim in (ATLAS.claims[0], ATLAS.claims[-1]):
        game.claim(0, claim, goods=1)
    game.until(DeliverGoods, 0)
    assert game.refused(Deliver("none", "denver", 1)) == "unknown_id"
    assert game.refused(Deliver("C022", "none", 1)) == game.refused(Deliver("C022", "colorado_springs", 1)) == "unknown_id"
    assert game.refused(Transfer("C022", "none", 1)) == "not_owner"
    assert game.refused(Transfer("C022", "C022", 1)) == "not_owner"
    assert ATLAS.claim_town[ATLAS.claim_no["C001"]] == ATLAS.claim_town[ATLAS.claim_no["C026"]]
    game.claim(0, "C026", goods=1)
    assert game.refused(Transfer("C001", "C026", 1)) == "not_owner", "the same town, another commodity"


@pytest.mark.clause("SIL-18.6")
def test_a_train_is_made_up_of_different_idle_trains_of_ones_own() -> None:
    first, last = ATLAS.trains[0], ATLAS.trains[-1]
    game = advanced(first, "24a", last)
    for wrong in ((), ("none",), (first, first), ("24a", first)):
        assert game.refused(MakeUpTrain(wrong)) == "unknown_id"
    assert game.refused(MakeUpTrain(("24b",))) == "not_owner"
    assert MakeUpTrain((first, "24a")) in game.legal()
    game.state.used_trains = [ATLAS.train_no["24a"]]
    assert game.refused(MakeUpTrain(("24a",))) == "train_used"
    assert idle_trains(game.state, 0) == [ATLAS.train_no[t] for t in (first, last)]
    game.state.orders = [Order(ATLAS.claim_no["C023"], 1, ATLAS.town_no["denver"], [ATLAS.train_no[first]])]
    assert idle_trains(game.state, 0) == [ATLAS.train_no[last]]
    basic = Play(2).track(0, *SOUTH).claim(0, "C022", goods=8).until(DeliverGoods, 0)
    assert basic.refused(MakeUpTrain(("9a",))) == "wrong_step"


@pytest.mark.clause("SIL-18.7")
def test_trains_too_weak_for_every_route_are_not_made_up() -> None:
    # Pueblo lies 5 from Walsenburg, Denver 7: a power of 5 carries a unit to Pueblo; with 4 nothing goes anywhere.
    game = advanced("9a")
    atlas = game.rules.atlas
    power = atlas.train_power.copy()
    try:
        for weak, there in ((5, [(ATLAS.train_no["9a"],)]), (4, [])):
            atlas.train_power[atlas.train_type[ATLAS.train_no["9a"]]] = weak
            assert train_sets(game.rules, game.state, 0) == there
        assert game.refused(MakeUpTrain(("9a",))) == "capacity"
    finally:
        atlas.train_power[:] = power


@pytest.mark.clause("SIL-19.12", "SIL-18.6")
def test_trains_of_two_networks_make_no_train_together() -> None:
    game = Play(2, "golden_spike_2", rules="advanced", max_offers=0).until(PlacePieces, 0)
    game.track(0, *SOUTH).claim(0, "C022", goods=8).until(DeliverGoods, 0)
    mine = {game.state.train_home[train]: train for train, at in enumerate(game.state.train_at) if at == 0}
    assert train_sets(game.rules, game.state, 0) == [(mine[0],)], "the train of Salt Lake City has nothing to carry"
    game.state.train_home[mine[1]] = -1
    assert set(train_sets(game.rules, game.state, 0)) == {(mine[0],), (mine[1],), tuple(sorted(mine.values()))}
    game.state.train_home[mine[1]] = 1
    game.do(MakeUpTrain((ATLAS.trains[mine[0]],)))
    assert isinstance(game.step, LoadTrain) and game.legal()
    game.state.coupled = [mine[1]]
    assert game.legal() == [] and game.refused(Deliver("C022", "pueblo", 1)) == "wrong_network"


@pytest.mark.clause("SIL-14.6.5", "SIL-15.12")
def test_what_may_still_be_sold_at_a_marker() -> None:
    game = Play(2).track(0, *SOUTH).claim(0, "C022", goods=8)
    pueblo, denver, gold = (ATLAS.marker_no[m] for m in ("coal_pueblo", "coal_denver", "gold"))
    assert [room(game.rules, game.state, 0, m) for m in (pueblo, denver)] == [8, 16]
    assert room(game.rules, game.state, 0, gold) > 1000
    game.state.players[0].sold[pueblo] = 3
    game.state.orders = [Order(ATLAS.claim_no["C023"], 2, ATLAS.town_no["pueblo"], [])]
    assert [room(game.rules, game.state, seat, pueblo) for seat in (0, 1)] == [3, 6]
    assert room(game.rules, game.state, 0, denver) == 16, "the freight goes to Pueblo"
    game.state.players[0].sold[pueblo] = 6
    assert {(ATLAS.towns[load.city], load.units) for load in loads(game.rules, game.state, 0)} == {("denver", 8)}
    full = Play(2).track(0, *SOUTH).claim(0, "C022", goods=8).until(DeliverGoods, 0)
    full.state.players[0].sold[pueblo] = 8
    assert full.refused(Deliver("C022", "pueblo", 1)) == "sale_limit"


@pytest.mark.clause("SIL-18.6", "SIL-14.6.1")
def test_deliveries_may_be_ended_at_any_time() -> None:
    for game in (advanced("9a"), Play(2).track(0, *SOUTH).claim(0, "C022", goods=8).until(DeliverGoods, 0)):
        assert game.legal()[-1] == EndDeliveries()
        game.do(EndDeliveries())
        assert not isinstance(game.step, DeliverGoods) and game.goods("C022") == 8


@pytest.mark.clause("SIL-20.9", "SIL-14.6.5")
def test_sale_limits_do_not_concern_a_transfer() -> None:
    game = Play(2, goods_transfer=True).track(0, *SOUTH).claim(0, "C022", goods=8).claim(0, "C001").until(DeliverGoods, 0)
    game.state.players[0].sold = [99] * len(ATLAS.markers)
    assert game.refused(Transfer("C022", "C001", 1)) == "no_route"
    assert game.refused(Deliver("C022", "denver", 1)) == "sale_limit"


@pytest.mark.clause("SIL-20.9", "SIL-18.7")
def test_a_transfer_by_train_is_limited_by_the_train_alone() -> None:
    game = advanced("9a", goods_transfer=True).claim(0, "C022", goods=40, worked=True).claim(0, "C023")
    moves = [load for load in loads(game.rules, game.state, 0) if load.to >= 0]
    assert [(ATLAS.claims[load.claim], ATLAS.claims[load.to], load.units) for load in moves] == [("C022", "C023", 40)]
    game.do(MakeUpTrain(("9a",)))
    assert max(a.units for a in game.legal(Transfer)) == 9
    game.do(Transfer("C022", "C023", 9))
    assert (game.goods("C022"), game.goods("C023")) == (31, 9)
    assert not isinstance(game.step, DeliverGoods), "the train is used"
