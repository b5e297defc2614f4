"""The Advanced game (SIL-18)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.silverton.actions import (
    AssignPlow,
    BuyPlow,
    BuyTrain,
    Deliver,
    MakeUpTrain,
    Pass,
    PlaceSurveyor,
    RollPlows,
    SelectPieces,
)
from boxcars.games.silverton.deal_actions import Accept, Bundle, Offer
from boxcars.games.silverton.events import FaresCollected, PlowRolled, TrainBought
from boxcars.games.silverton.map import NO_TRADE, standard
from boxcars.games.silverton.setup import selections
from boxcars.games.silverton.steps import (
    BuyEquipment,
    ChoosePieces,
    DeliverGoods,
    MakeDeals,
    PlacePieces,
    PlowSnow,
)
from tests.silverton.kit import Play

ATLAS = standard()


def advanced(players: int = 2, map: str = "colorado", **options: Any) -> Play:
    return Play(players, map, rules="advanced", **options).until(PlacePieces)


def shop(turn: int, **options: Any) -> Play:
    game = advanced(**options)
    game.state.turn = turn
    return game.until(BuyEquipment, 0)


@pytest.mark.clause("SIL-18.1", "SIL-18.21")
@pytest.mark.parametrize(
    ("players", "points", "trains", "cash"),
    [(2, 15, 2, 3000), (3, 14, 2, 2600), (4, 14, 1, 2400), (5, 8, 1, 2000), (6, 8, 1, 1800)],
)
def test_the_start(players: int, points: int, trains: int, cash: int) -> None:
    game = advanced(players)
    assert game.rules.points == points
    assert all(p.cash == cash for p in game.state.players)
    assert [sum(1 for at in game.state.train_at if at == seat) for seat in range(players)] == [trains] * players
    assert game.rules.observe(game.state, 0).train_supply[0] == 6 - trains * players
    assert [ATLAS.towns[game.rules.homes[p.position][0]] for p in game.state.players][:2] == ["denver", "denver"]


@pytest.mark.clause("SIL-18.2", "SIL-18.3", "SIL-EX-6")
def test_eight_points() -> None:
    game = Play(5, rules="advanced")
    assert isinstance(game.step, ChoosePieces)
    assert set(game.legal()) == {SelectPieces((1,), (1,)), SelectPieces((2,), (0,)), SelectPieces((0,), (2,))}
    assert game.refused(SelectPieces((0,), (0,))) == "bad_selection"  # points left
    assert game.refused(SelectPieces((2,), (2,))) == "bad_selection"  # too dear
    assert game.refused(SelectPieces((2, 0), ())) == "bad_selection"  # no prospector
    order = []
    while isinstance(game.step, ChoosePieces):
        order.append(game.step.seat)
        game.do(SelectPieces((1,), (1,)))
    assert order == game.state.order and isinstance(game.step, PlacePieces)  # in turn order, before placing
    assert game.rules.observe(game.state, 4).players[0].pieces[0].bonus == 1


@pytest.mark.clause("SIL-EX-38", "SIL-18.3")
@pytest.mark.parametrize(("points", "count"), [(6, 1), (7, 2), (8, 3), (12, 8), (13, 8), (14, 9), (15, 12)])
def test_maximal_selections(points: int, count: int) -> None:
    assert len(selections(points, [3, 4, 5], [2, 1, 1], 1)) == count


@pytest.mark.clause("SIL-18.4", "SIL-18.15")
def test_types() -> None:
    trains = list(zip(ATLAS.train_power, ATLAS.train_turn, ATLAS.train_cost, ATLAS.train_value, ATLAS.train_count, strict=True))
    assert trains == [
        (9, 1, 80, 40, 6),
        (15, 1, 120, 60, 6),
        (24, 5, 200, 100, 8),
        (42, 9, 320, 160, 8),
        (72, 13, 500, NO_TRADE, 8),
    ]
    counts = [ATLAS.plow_type.count(kind) for kind in range(4)]
    plows = list(zip(ATLAS.plow_bonus, ATLAS.plow_turn, ATLAS.plow_cost, ATLAS.plow_value, counts, strict=True))
    assert plows == [(2, 1, 40, 20, 3), (3, 5, 80, 40, 4), (4, 9, 140, 70, 5), (5, 13, 200, NO_TRADE, 6)]
    game = shop(13)
    for plow in range(18):
        game.state.plow_at[plow] = 0  # no limit on the number owned
    game.rules.audit(game.state)


@pytest.mark.clause("SIL-18.5", "SIL-18.14")
def test_four_trains_checked_after_the_trade_in() -> None:
    game = shop(1)
    for number in (10, 11):
        game.state.train_at[number] = 0
    mine = [ATLAS.trains[t] for t, owner in enumerate(game.state.train_at) if owner == 0]
    assert len(mine) == 4 and game.refused(BuyTrain(15)) == "train_limit"
    game.do(BuyTrain(15, mine[0]))
    assert sum(1 for owner in game.state.train_at if owner == 0) == 4


@pytest.mark.clause("SIL-18.11", "SIL-17.4")
def test_one_purchase_in_turn_order() -> None:
    game = shop(1)
    game.do(BuyTrain(15))
    assert isinstance(game.step, BuyEquipment) and game.step.seat == 1
    assert game.refused(BuyTrain(15), 0) == "not_your_turn"
    game.do(Pass())
    assert game.state.turn == 2
    plow = shop(1)
    plow.do(BuyPlow(2))
    assert plow.step.seat == 1 and plow.money(0) == 2960


@pytest.mark.clause("SIL-18.12", "SIL-18.13", "SIL-18.23", "SIL-EX-26")
def test_trading_a_nine_for_a_24() -> None:
    early = shop(4)
    assert early.refused(BuyTrain(24)) == "not_available"
    game = shop(5)
    nine = next(ATLAS.trains[t] for t, owner in enumerate(game.state.train_at) if owner == 0)
    cash = game.money(0)
    game.do(BuyTrain(24, nine))
    assert game.event(TrainBought).cost == 160 and game.money(0) == cash - 160
    assert game.state.train_at[ATLAS.train_no[nine]] == -1
    cash = game.money(1)
    game.do(BuyTrain(9))  # back in the supply at its normal price
    assert game.money(1) == cash - 80


@pytest.mark.clause("SIL-18.13", "SIL-EX-45", "SIL-18.23")
def test_never_less_than_nothing_and_no_trade_for_the_dearest() -> None:
    game = shop(10)
    game.state.train_at[ATLAS.train_no["42a"]] = 0
    cash = game.money(0)
    game.do(BuyTrain(9, "42a"))
    assert game.money(0) == cash
    late = shop(13)
    late.state.train_at[ATLAS.train_no["72a"]] = 0
    late.state.plow_at[ATLAS.plow_no["+5a"]] = 0
    late.state.plow_at[ATLAS.plow_no["+2a"]] = 0
    assert late.refused(BuyTrain(42, "72a")) == "no_trade_in"
    assert late.refused(BuyPlow(4, "+5a")) == "no_trade_in"
    assert late.refused(BuyTrain(42, "+2a")) == "not_owner"  # trains for trains only
    assert late.refused(BuyTrain(42, "15a")) == "not_owner"
    cash = late.money(0)
    late.do(BuyPlow(4, "+2a"))
    assert late.money(0) == cash - 120
    # What was handed in can be bought by a later buyer of the same turn.
    assert late.state.plow_at[ATLAS.plow_no["+2a"]] == -1 and BuyPlow(2) in late.legal()
    assert late.refused(BuyPlow(9)) == "unknown_id"
    sold_out = shop(1)
    for train, kind in enumerate(ATLAS.train_type):
        if kind == 1:
            sold_out.state.train_at[train] = -2
    assert sold_out.refused(BuyTrain(15)) == "not_available"


# -- snow plows ------------------------------------------------------------------------------------------------------


def snow(*plows: str, **options: Any) -> Play:
    """Winter; seat 0 reaches Como over white S040 (distance 5) and has a card that needs it."""
    game = advanced(**options)
    game.track(0, "S039", "S040", "S042", "S044").card(0, "P10")
    for plow in plows:
        game.state.plow_at[ATLAS.plow_no[plow]] = 0
    game.state.turn = 4
    return game


@pytest.mark.clause("SIL-18.16", "SIL-18.17", "SIL-14.3.3")
def test_plows_go_to_own_white_segments_in_winter() -> None:
    game = snow("+2a", "+3a").until(PlowSnow, 0)
    assert game.refused(AssignPlow("+2a", "S039")) == "not_owner"  # brown
    assert game.refused(AssignPlow("+2a", "S030")) == "not_owner"  # not built
    assert game.refused(AssignPlow("+5a", "S040")) == "not_owner"
    game.do(AssignPlow("+2a", "S040"))
    assert game.refused(AssignPlow("+3a", "S040")) == "not_owner"  # one to each
    summer = snow("+2a")
    summer.state.turn = 5
    seen = set()
    while summer.state.turn < 6:
        seen.add(type(summer.step).__name__)
        summer.rules.apply(summer.state, summer.rules.default(summer.state))
    assert "PlowSnow" not in seen


@pytest.mark.clause("SIL-18.17", "SIL-EX-27")
@pytest.mark.parametrize(("die", "cleared"), [(3, False), (4, True)])
def test_die_and_bonus_against_the_distance(die: int, cleared: bool) -> None:
    # Fraser–Denver is white and 7 long.
    game = advanced().track(0, "S030")
    game.state.plow_at[ATLAS.plow_no["+3a"]] = 0
    game.state.turn = 4
    game.until(PlowSnow, 0).roll("plow", die)
    game.do(AssignPlow("+3a", "S030"))
    assert game.event(PlowRolled).cleared == cleared
    assert (ATLAS.segment_no["S030"] in game.state.cleared) == cleared


@pytest.mark.clause("SIL-18.18", "SIL-18.19")
def test_a_cleared_segment_serves_fares_and_deliveries_this_turn_only() -> None:
    game = snow("+3a", "+3b").claim(0, "C075", goods=4)
    assert game.refused(PlaceSurveyor(0, "S041")) == "winter"
    game.until(PlowSnow, 0).roll("plow", 6, 6)
    game.do(AssignPlow("+3a", "S040"), AssignPlow("+3b", "S044"))
    game.until(DeliverGoods, 0)
    assert [e.card for e in game.happened(FaresCollected)] == ["P10"]
    train = next(ATLAS.trains[t] for t, owner in enumerate(game.state.train_at) if owner == 0)
    game.do(MakeUpTrain((train,)), Deliver("C075", "denver", 1))
    assert game.rules.observe(game.state, 1).used_plows == ["+3a", "+3b"]
    game.to_turn(5)
    assert game.state.used_plows == [] and game.state.cleared == []
    game.state.turn = 8
    game.until(PlowSnow, 0)
    assert AssignPlow("+3a", "S040") in game.legal()
    failed = snow("+2a").until(PlowSnow, 0)
    failed.do(RollPlows())
    failed.to_turn(5)
    assert not failed.happened(FaresCollected)


@pytest.mark.clause("SIL-18.19", "SIL-15.22")
def test_a_used_plow_is_out_for_its_new_owner_too() -> None:
    game = snow("+3a", "+3b").track(1, "S030")
    game.until(PlowSnow, 0).roll("plow", 1)
    game.do(AssignPlow("+3a", "S040"), RollPlows())
    game.until(MakeDeals, 0).do(Offer(1, Bundle(plows=("+3a", "+3b"))), Accept())
    game.until(PlowSnow, 1)
    assert game.legal(AssignPlow) == [AssignPlow("+3b", "S030")]


@pytest.mark.clause("SIL-18.18")
def test_a_plow_does_not_open_the_way_for_buying_cards() -> None:
    game = snow("+3a", "+3b").card(-2, "P10")
    from boxcars.games.silverton.joint_routes import own_route

    game.state.cleared = [ATLAS.segment_no["S040"], ATLAS.segment_no["S044"]]
    assert not own_route(game.rules, game.state, 0, ATLAS.card_no["P10"])


@pytest.mark.clause("SIL-20.8")
def test_multiple_plows() -> None:
    game = snow("+2a", "+3a", multiple_plows=True).until(PlowSnow, 0).roll("plow", 1, 2) or snow(
        "+2a", "+3a", multiple_plows=True
    )
    game.until(PlowSnow, 0).roll("plow", 1, 2)
    game.do(AssignPlow("+2a", "S040"), AssignPlow("+3a", "S040"))
    assert [e.cleared for e in game.happened(PlowRolled)] == [False, True]
    assert ATLAS.segment_no["S040"] in game.state.cleared
