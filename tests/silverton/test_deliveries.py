"""Step IV.6: deliveries (SIL-14.6), trains (SIL-18.6–18.10), goods transfer (SIL-20.9)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.silverton.actions import Deliver, EndDeliveries, MakeUpTrain, Transfer
from boxcars.games.silverton.deliveries import capacity, loads
from boxcars.games.silverton.events import GoodsDelivered, PriceChanged
from boxcars.games.silverton.steps import DeliverGoods, LoadTrain, PlacePieces
from tests.silverton.kit import DISCARDED, Play

SOUTH = ("S069", "S072", "S076")
"""Denver–Colorado Springs 7, –Pueblo 4, –Walsenburg 5."""


def walsenburg(goods: int = 8, claim: str = "C022", **options: Any) -> Play:
    return Play(2, **options).track(0, *SOUTH).claim(0, claim, goods=goods, worked=True)


@pytest.mark.clause("SIL-14.6.1", "SIL-14.6.2", "SIL-14.6.6")
def test_two_deliveries_also_of_one_claim() -> None:
    game = walsenburg().until(DeliverGoods, 0)
    assert game.refused(Deliver("C022", "denver", 9)) == "too_many_units"
    assert game.refused(Deliver("C022", "denver", 0)) == "too_many_units"
    game.do(Deliver("C022", "denver", 3))
    assert game.events[0] == GoodsDelivered(0, "C022", "denver", 3, 180, [])
    game.do(Deliver("C022", "pueblo", 2))
    assert game.money(0) == 2400 + 180 + 80 and game.goods("C022") == 3
    assert not isinstance(game.step, DeliverGoods)  # a third is not offered
    other = walsenburg().claim(0, "C023", goods=2).until(DeliverGoods, 0)
    other.do(Deliver("C022", "denver", 1), Deliver("C023", "denver", 1))
    assert other.goods("C022") == 7 and other.goods("C023") == 1
    done = walsenburg().until(DeliverGoods, 0)
    done.do(EndDeliveries())
    assert done.goods("C022") == 8


@pytest.mark.clause("SIL-14.6.3", "SIL-14.6.4")
def test_route_season_and_marker() -> None:
    game = walsenburg().until(DeliverGoods, 0)
    assert game.refused(Deliver("C022", "salt_lake_city", 1)) == "no_route"
    assert game.refused(Deliver("C022", "santa_fe", 1)) == "no_marker"  # coal in Santa Fe needs three players
    assert game.refused(Deliver("C001", "denver", 1)) == "not_owner"
    white = Play(2).track(0, "S035", "S036", "S038").claim(0, "C067", goods=4)
    white.claim(0, "C029", goods=1)
    white.state.turn = 4
    white.until(DeliverGoods, 0)
    assert white.refused(Deliver("C067", "denver", 1)) == "winter"
    assert Deliver("C029", "denver", 1) in white.legal()


@pytest.mark.clause("SIL-14.6.5", "SIL-EX-23")
def test_sale_limits_are_per_player_marker_and_turn() -> None:
    game = Play(2).track(0, "S069").track(1, "S070").claim(0, "C019", goods=30).claim(1, "C013", goods=30)
    game.track(1, "S035").until(DeliverGoods, 0)
    assert game.refused(Deliver("C019", "denver", 17)) == "sale_limit"
    game.do(Deliver("C019", "denver", 16))
    assert not isinstance(game.step, DeliverGoods)
    game.until(DeliverGoods, 1).do(Deliver("C013", "denver", 16))
    assert next(e for e in game.happened(PriceChanged) if e.marker == "coal_denver").sold == 32
    markers = {m.id: m.limit for m in game.rules.atlas.markers}
    assert [markers[f"lumber_{c}"] for c in ("denver", "salt_lake_city", "pueblo", "santa_fe", "el_paso")] == [10, 8, 6, 6, 8]
    assert [markers[f"coal_{c}"] for c in ("denver", "salt_lake_city", "pueblo", "santa_fe", "el_paso")] == [16, 10, 8, 8, 8]
    assert [markers[m] for m in ("gold", "copper", "silver")] == [0, 0, 0]
    metal = Play(2).track(0, "S035", "S036").claim(0, "C029", goods=99).until(DeliverGoods, 0)
    metal.do(Deliver("C029", "denver", 99))
    assert metal.money(0) == 2400 + 99 * 250


@pytest.mark.clause("SIL-6.3", "SIL-14.6.1")
def test_any_number_of_units_is_offered() -> None:
    game = Play(2).track(0, "S035", "S036").claim(0, "C029", goods=250).until(DeliverGoods, 0)
    assert Deliver("C029", "denver", 250) in game.legal() and game.refused(Deliver("C029", "denver", 251)) == "too_many_units"


@pytest.mark.clause("SIL-14.6.7", "SIL-16.8")
def test_units_sold_are_counted_until_phase_v() -> None:
    game = walsenburg(claim="C022").until(DeliverGoods, 0)
    game.do(Deliver("C022", "denver", 3))
    number = game.rules.atlas.marker_no["coal_denver"]
    assert game.state.sold[number] == 3 and game.state.players[0].sold[number] == 3
    game.to_turn(2)
    assert sum(game.state.sold) == 0 and sum(game.state.players[0].sold) == 0


# -- trains ----------------------------------------------------------------------------------------------------------


def advanced(claim: str = "C022", goods: int = 8) -> Play:
    """SIL-EX-7: trains 9 and 24."""
    game = Play(2, rules="advanced", max_offers=0)
    while not isinstance(game.step, PlacePieces):
        game.do(game.legal()[0])
    game.track(0, *SOUTH).claim(0, claim, goods=goods, worked=True)
    trains = game.rules.atlas.train_no
    for train, owner in enumerate(game.state.train_at):
        if owner == 0:
            game.state.train_at[train] = -1
    game.state.train_at[trains["9a"]] = game.state.train_at[trains["24a"]] = 0
    return game.until(DeliverGoods, 0)


@pytest.mark.clause("SIL-18.6", "SIL-18.7", "SIL-EX-7")
def test_trains_together_and_apart() -> None:
    game = advanced()
    assert game.refused(Deliver("C022", "denver", 1)) == "capacity"  # a train first
    game.do(MakeUpTrain(("9a", "24a")))
    assert isinstance(game.step, LoadTrain)
    assert max(a.units for a in game.legal() if a.city == "denver") == 4
    assert max(a.units for a in game.legal() if a.city == "pueblo") == 6
    assert game.refused(Deliver("C022", "denver", 5)) == "capacity"
    game.do(Deliver("C022", "denver", 4))
    assert not isinstance(game.step, DeliverGoods)  # both trains are used
    for first, second in ((("9a", "denver", 1), ("24a", "pueblo", 4)), (("24a", "denver", 3), ("9a", "pueblo", 1))):
        game = advanced()
        for train, city, most in (first, second):
            game.do(MakeUpTrain((train,)))
            assert max(a.units for a in game.legal() if a.city == city) == most
            game.do(Deliver("C022", city, most))
            if isinstance(game.step, DeliverGoods):
                assert game.refused(MakeUpTrain((train,))) == "train_used"
    assert game.refused(MakeUpTrain(("24b",)), 0) in ("not_owner", "wrong_phase", "not_your_turn")


@pytest.mark.clause("SIL-18.8", "SIL-EX-7")
def test_gold_and_silver_count_half() -> None:
    game = advanced()
    trains = [game.rules.atlas.train_no[t] for t in ("9a", "24a")]
    assert capacity(game.rules, trains, 0, 7) == 8 and capacity(game.rules, trains, 2, 5) == 12
    assert capacity(game.rules, trains, 4, 7) == 4
    silver = Play(2, rules="advanced")
    assert capacity(silver.rules, trains, 1, 7) == 4  # copper does not


@pytest.mark.clause("SIL-18.9", "SIL-18.22")
def test_the_route_with_the_smallest_longest_segment() -> None:
    # Como–Buena Vista: 6 directly, or 2 + 3 + 3 over Fairplay and Leadville.
    game = Play(2, rules="advanced")
    lines = game.rules.lines_of(game.rules.homes[0], ())
    town = game.rules.atlas.town_no
    assert lines.haul(town["denver"], town["denver"], ()) == 1  # in the market city itself
    segments = tuple(sorted(game.rules.atlas.segment_no[s] for s in ("S039", "S040", "S042", "S044", "S045", "S047")))
    lines = game.rules.lines_of(game.rules.homes[0], segments)
    assert lines.haul(town["buena_vista"], town["como"], ()) == 3
    white = lines.closed([])
    assert lines.haul(town["buena_vista"], town["como"], white) == 6
    assert lines.length(town["buena_vista"], town["como"]) == 6


@pytest.mark.clause("SIL-18.10")
def test_sale_limits_stay_in_the_advanced_game() -> None:
    game = Play(2, rules="advanced").track(0, "S069").claim(0, "C019", goods=30)
    assert [load.units for load in loads(game.rules, game.state, 0)] == [16]


# -- goods transfer --------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-20.9", "SIL-20.23")
def test_goods_transfer() -> None:
    game = walsenburg(40, goods_transfer=True).claim(0, "C023", depleted=True, goods=1).until(DeliverGoods, 0)
    assert game.refused(Transfer("C022", "C023", 17)) == "too_many_units"
    reason = game.rules.refuse(game.state, 0, Transfer("C022", "C023", 17))
    assert reason is not None and reason.clause == "SIL-20.9"
    game.do(Transfer("C022", "C023", 16))  # same town, and the receiving claim may be depleted
    assert game.goods("C023") == 17 and sum(game.state.sold) == 0 and game.state.deliveries == 1
    game.claim(0, "C019", goods=1)
    game.do(Transfer("C022", "C019", 1))
    assert game.goods("C019") == 2 and not isinstance(game.step, DeliverGoods)  # two deliveries
    worn = walsenburg(3, goods_transfer=True).claim(0, "C022", goods=3, worked=True, depleted=True).claim(0, "C023")
    worn.until(DeliverGoods, 0).do(Transfer("C022", "C023", 3))
    assert worn.goods("C023") == 3 and worn.claim_at("C022") == DISCARDED  # a depleted claim goes when it is empty (SIL-6.8)
    off = walsenburg().claim(0, "C023").until(DeliverGoods, 0)
    assert off.refused(Transfer("C022", "C023", 1)) == "wrong_step"
    gold = Play(2, goods_transfer=True).track(0, "S035", "S036").claim(0, "C029", goods=40).claim(0, "C030", goods=0)
    gold.until(DeliverGoods, 0)
    assert Transfer("C029", "C030", 32) in gold.legal() and gold.refused(Transfer("C029", "C030", 33)) == "too_many_units"
    assert gold.refused(Transfer("C029", "C090", 1)) == "not_owner"
    train = Play(2, rules="advanced", goods_transfer=True).track(0, *SOUTH).claim(0, "C022", goods=40).claim(0, "C023")
    same = [load for load in loads(train.rules, train.state, 0) if load.to >= 0]
    assert [load.haul for load in same] == [1]


@pytest.mark.clause("SIL-20.9")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_goods_move_within_a_town_without_any_track(mode: str) -> None:
    game = Play(2, rules=mode, goods_transfer=True)
    if mode == "advanced":
        game.until(PlacePieces, 0)
    game.claim(0, "C022", goods=40).claim(0, "C023").claim(0, "C019", goods=1).until(DeliverGoods, 0)
    if mode == "advanced":
        game.do(game.legal(MakeUpTrain)[0])
    assert game.refused(Transfer("C022", "C019", 1)) == "no_route"  # to another town a route is needed
    game.do(Transfer("C022", "C023", 9 if mode == "advanced" else 16))  # a train of power 9 over a distance of 1
    assert game.goods("C023") == (9 if mode == "advanced" else 16)
