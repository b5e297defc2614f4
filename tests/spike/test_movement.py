"""Train, movement, loading, delivery (SPK-4, SPK-6, SPK-7, SPK-11)."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from boxcars.core import registry
from boxcars.games.spike.actions import Deliver, Draw, Extra, KeepCargo, Move, Pass, Start, Upgrade
from boxcars.games.spike.events import CargoLoaded, GoodsDelivered, PartUpgraded, TrainMoved
from boxcars.games.spike.movement import ahead
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.state import Table
from boxcars.games.spike.steps import DeliverGoods, FreeMovement, TakeAction

from .kit import code, contract, extend, home, lay, places, play, rules_for, stand, started, turn_of

SOUTH = ("s331", "s330", "s301", "s300", "s296")
"""Atlanta – r10c08 – Columbia – r09c09 – Raleigh, and r10c08 – Knoxville."""


def southern(at: str = "atlanta", speed: int = 3) -> tuple[Spike, Table]:
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, 0, "atlanta")
    lay(rules, state, 0, *SOUTH)
    stand(rules, state, 0, at)
    player = state.players[0]
    player.levels[0] = speed - 1
    player.spent = {1: 0, 2: 3, 3: 8}[speed]
    player.market_money = 20
    turn_of(rules, state, 0)
    rules.audit(state)
    return rules, state


@pytest.mark.clause(
    "SPK-EX-9", "SPK-6.1", "SPK-6.2", "SPK-6.3", "SPK-6.4", "SPK-6.6", "SPK-2.9", "SPK-2.10", "SPK-6.10", "SPK-4.1"
)
def test_forward_positions() -> None:
    rules, state = southern()
    expected = {"s331>r10c08", "s330>r10c09", "s296>r09c07", "columbia", "s301>r09c09", "knoxville"}
    assert places(rules, state, Start) == expected
    assert not any(to.startswith("raleigh") for to in expected), "a city ends the movement and speed is three"
    state.players[0].levels[0], state.players[0].spent = 0, 0
    assert places(rules, state, Start) == {"s331>r10c08"}


@pytest.mark.clause("SPK-EX-10", "SPK-5.2", "SPK-5.5", "SPK-6.9", "SPK-11.4", "SPK-15.8")
def test_a_train_that_entered_a_city_starts_in_a_later_turn() -> None:
    rules, state = southern("s330>r10c09", 2)
    assert isinstance(state.agenda[-1], FreeMovement)
    assert code(rules, state, Draw("deck")) == "wrong_phase", "free movement comes before the action"
    play(rules, state, Move("columbia"))
    assert isinstance(state.agenda[-1], TakeAction)
    assert code(rules, state, Move("columbia")) == "wrong_phase"
    assert code(rules, state, Start("s301>r09c09")) == "entered_this_turn"
    assert code(rules, state, Extra("s301>r09c09")) == "not_in_transit"
    assert code(rules, state, Upgrade("tender")) is None and code(rules, state, Draw("deck")) is None
    assert not places(rules, state, Start)
    turn_of(rules, state, 0)
    assert isinstance(state.agenda[-1], TakeAction), "no free movement for a train in a city"
    assert code(rules, state, Start("s301>r09c09")) is None


@pytest.mark.clause("SPK-EX-11", "SPK-6.7", "SPK-11.2")
def test_zero_move_and_extra_move() -> None:
    rules, state = southern("s331>r10c08", 1)
    assert places(rules, state, Move) == {"s331>r10c08", "s330>r10c09", "s296>r09c07"}
    play(rules, state, Move("s331>r10c08"))
    assert state.players[0].segment == rules.chart.segment_id["s331"]
    play(rules, state, Extra("s330>r10c09"))
    rules, state = southern("s331>r10c08", 1)
    play(rules, state, Move("s330>r10c09"))
    play(rules, state, Extra("columbia"))
    assert state.players[0].segment == -1


@pytest.mark.clause("SPK-EX-18", "SPK-6.3")
def test_skipping_a_city_saves_a_space() -> None:
    rules, state = southern("s330>r10c09", 1)
    play(rules, state, Move("s330>r10c09"))
    assert places(rules, state, Extra) == {"columbia", "s301>r09c09"}
    events = play(rules, state, Extra("s301>r09c09"))
    assert events[0] == TrainMoved(0, "extra", ["s301>r09c09"])
    turn_of(rules, state, 0)
    assert isinstance(state.agenda[-1], FreeMovement), "the train stayed in transit"


@pytest.mark.clause("SPK-6.3")
def test_a_city_at_the_end_of_the_line_cannot_be_skipped() -> None:
    rules, state = southern("s296>r09c07", 3)
    assert places(rules, state, Move) == {"s296>r09c07", "knoxville"}


@pytest.mark.clause("SPK-6.4")
def test_several_cities_may_be_skipped_in_one_movement() -> None:
    rules, state = southern("s330>r10c09", 3)
    lay(rules, state, 0, "s270", "s269")  # beyond Raleigh, towards Norfolk
    assert "s270>r08c11" in places(rules, state, Move), "past Columbia and Raleigh in three spaces"


@pytest.mark.clause("SPK-6.5")
def test_no_reversing_on_track_but_in_a_city() -> None:
    rules, state = southern("s301>r10c09", 3)
    assert "raleigh" not in places(rules, state, Move)
    assert code(rules, state, Move("s300>r09c10")) == "move_unreachable"
    assert code(rules, state, Move("s301>r09c09")) == "move_unreachable"
    play(rules, state, Move("columbia"))
    turn_of(rules, state, 0)
    assert "s301>r09c09" in places(rules, state, Start), "it may leave by the track it came on"


@pytest.mark.clause("SPK-6.8", "SPK-2.4", "SPK-2.6")
def test_only_own_track_counts_and_trains_do_not_block() -> None:
    rules, state = southern()
    home(rules, state, 1, "columbia")
    assert "columbia" in places(rules, state, Start), "another train in the city does not hinder"
    turn_of(rules, state, 1)
    assert not places(rules, state, Start), "the track of others is of no use"
    assert code(rules, state, Start("s301>r09c09")) == "no_own_track"


@pytest.mark.clause("SPK-11.1", "SPK-17")
def test_starting_the_train_moves_one_to_speed_spaces() -> None:
    rules, state = southern("atlanta", 2)
    assert code(rules, state, Start("atlanta")) == "move_unreachable", "at least one space"
    assert code(rules, state, Start("columbia")) == "move_unreachable", "three spaces, the speed is two"
    assert code(rules, state, Start("s331>r11c07")) == "move_unreachable", "heading back"
    assert code(rules, state, Start("nowhere")) == "unknown_id"
    assert code(rules, state, Start("s331>r01c01")) == "move_unreachable", "the heading is no end of the segment"
    play(rules, state, Start("s331>r10c08"))
    turn_of(rules, state, 0)
    play(rules, state, Move("s331>r10c08"))
    assert code(rules, state, Start("s330>r10c09")) == "not_in_city"
    assert code(rules, state, Extra("columbia")) == "move_unreachable", "more than one space"


@pytest.mark.clause("SPK-2.7", "SPK-18.9")
def test_a_train_in_transit_always_has_a_way_on() -> None:
    rules, state = southern()
    for name in SOUTH:
        for end in rules.chart.ends[rules.chart.segment_id[name]]:
            assert ahead(rules, state, 0, (rules.chart.segment_id[name], end))


# -- cargo -------------------------------------------------------------------------------------------------------------


def loaded(*goods: str, at: str = "s300>r09c10", cars: int = 3) -> tuple[Spike, Table]:
    """The southern network; the train is about to enter Raleigh with some goods."""
    rules, state = southern(at, 3)
    contract(rules, state, 0, "fruit-3A", "cloth-1A", "cattle-1A")
    player = state.players[0]
    player.levels[2], player.spent = cars - 1, player.spent + (8 if cars == 3 else 0)
    player.cargo = [rules.chart.goods_id[g] for g in goods]
    turn_of(rules, state, 0)
    return rules, state


def give_contract(rules: Spike, state: Table, good: str, city: str) -> str:
    """Seat 0 gets the first contract for a commodity that pays in a city; its side id."""
    chart = rules.chart
    for i, side in enumerate(chart.sides):
        if chart.goods[chart.card_goods[i // 2]] == good and chart.city_id[city] in chart.pays[i]:
            contract(rules, state, 0, side)
            return side
    raise AssertionError((good, city))


@pytest.mark.clause("SPK-7.5", "SPK-7.6", "SPK-7.11", "SPK-18.5", "SPK-18.6", "SPK-18.7", "SPK-15.7")
def test_delivering_on_entering() -> None:
    rules, state = loaded("fruit")
    play(rules, state, Move("raleigh"))
    assert isinstance(state.agenda[-1], DeliverGoods)
    money = state.players[0].money
    events = play(rules, state, Deliver("fruit"))
    assert events[0] == GoodsDelivered(0, "fruit", "raleigh", 5)
    player = state.players[0]
    assert player.money == money + 5
    assert player.cargo == [] and rules.chart.sides.index("fruit-3A") not in player.contracts
    assert player.markers == [rules.chart.city_id["raleigh"]]
    assert len(player.contracts) + len(player.delivered) == 6


@pytest.mark.clause("SPK-7.9", "SPK-7.10")
def test_a_delivery_declined_is_open_again_while_the_train_stands_there() -> None:
    rules, state = loaded("fruit")
    assert code(rules, state, Deliver("fruit")) == "cannot_deliver", "the train is in transit"
    play(rules, state, Move("raleigh"))
    play(rules, state, KeepCargo())
    assert len(state.players[0].cargo) == 1
    assert Deliver("fruit") in rules.legal(state), "before the action of the same turn"
    state.agenda.pop()  # the action of this turn
    turn_of(rules, state, 0)
    money = state.players[0].money
    play(rules, state, Deliver("fruit"))
    assert state.players[0].money == money + 5 and state.players[0].cargo == []
    assert state.agenda[-1] == TakeAction(0), "a delivery is no action"
    assert code(rules, state, Deliver("fruit")) == "cannot_deliver"
    assert not [a for a in rules.legal(state) if isinstance(a, Deliver)]


@pytest.mark.clause("SPK-7.10", "SPK-5.4")
def test_what_can_be_delivered_is_no_reason_to_refuse_a_pass() -> None:
    rules, state = loaded("fruit")
    play(rules, state, Move("raleigh"))
    play(rules, state, KeepCargo())
    assert code(rules, state, Pass()) == "pass_not_allowed"
    state.deck, state.discard, state.row = [0] * 7, [0] * 6, []
    state.players[0].hand, state.players[0].spent = [0] * 6, state.players[0].money + state.players[0].spent
    assert rules.legal(state) == [Pass(), Deliver("fruit")] and code(rules, state, Pass()) is None
    assert code(rules, state, Deliver("oil")) == "cannot_deliver"


@pytest.mark.clause("SPK-7.9", "SPK-7.5")
def test_the_player_chooses_one_of_several_commodities() -> None:
    rules, state = loaded("fruit", "cattle")
    other = give_contract(rules, state, "cattle", "raleigh")
    contract(rules, state, 0, other, "fruit-3A")
    play(rules, state, Move("raleigh"))
    assert {a.commodity for a in rules.legal(state) if isinstance(a, Deliver)} == {"fruit", "cattle"}
    assert code(rules, state, Deliver("oil")) == "cannot_deliver"
    play(rules, state, Deliver("fruit"))
    assert isinstance(state.agenda[-1], TakeAction), "only one delivery"
    assert [rules.chart.goods[g] for g in state.players[0].cargo] == ["cattle"]


@pytest.mark.clause("SPK-7.5")
def test_only_the_listed_cities_take_the_goods() -> None:
    rules, state = loaded("fruit", at="s330>r10c09")  # fruit-3A does not list Columbia
    play(rules, state, Move("columbia"))
    assert isinstance(state.agenda[-1], TakeAction)
    assert code(rules, state, Deliver("fruit")) == "cannot_deliver"


@pytest.mark.clause("SPK-EX-1", "SPK-7.7", "SPK-7.8")
def test_one_delivery_per_city() -> None:
    rules = rules_for(2)
    state = started(rules)
    chart = rules.chart
    topeka = chart.city_id["topeka"]
    for seat in (0, 1):
        home(rules, state, seat, "topeka")
    contract(rules, state, 0, "fruit-1B", "cattle-2B")
    assert chart.pays[chart.sides.index("fruit-1B")][topeka] == 9
    assert chart.pays[chart.sides.index("cattle-2B")][topeka] == 11
    names = extend(rules, state, 0)
    player = state.players[0]
    player.cargo = [chart.goods_id["fruit"], chart.goods_id["cattle"]]
    player.levels[2], player.spent, player.market_money = 1, 3, 20
    stand(rules, state, 0, f"{names[0]}>{chart.points[chart.city_point[topeka]]}")
    turn_of(rules, state, 0)
    play(rules, state, Move("topeka"))
    play(rules, state, Deliver("fruit"))
    assert player is not state.players[1] and state.players[0].delivery_money == 9
    # again into Topeka with the cattle
    state.players[0].segment = chart.segment_id[names[0]]
    turn_of(rules, state, 0)
    play(rules, state, Move("topeka"))
    assert isinstance(state.agenda[-1], TakeAction)
    assert code(rules, state, Deliver("cattle")) == "cannot_deliver"
    open_cities = set(chart.pays[chart.sides.index("cattle-2B")]) - set(state.players[0].markers)
    assert len(open_cities) == 4, "the other listed cities stay open"
    assert topeka not in state.players[1].markers, "another player is free to deliver there"


@pytest.mark.clause("SPK-7.1", "SPK-7.2", "SPK-7.4", "SPK-4.3", "SPK-15.9")
def test_loading_the_commodity_of_the_city() -> None:
    rules, state = loaded(at="atlanta", cars=1)  # Atlanta offers cloth
    assert rules.chart.goods[rules.chart.offers[rules.chart.city_id["atlanta"]]] == "cloth"
    assert code(rules, state, Start("columbia", load="fruit")) == "cannot_load"
    assert {a.load for a in rules.legal(state) if isinstance(a, Start)} == {None, "cloth"}
    events = play(rules, state, Start("s331>r10c08", load="cloth"))
    assert events[0] == CargoLoaded(0, "cloth", "atlanta")
    assert [rules.chart.goods[g] for g in state.players[0].cargo] == ["cloth"]


@pytest.mark.clause("SPK-7.2")
def test_loading_needs_a_contract_and_a_token_on_its_card() -> None:
    rules, state = loaded("cloth", at="atlanta")
    assert code(rules, state, Start("columbia", load="cloth")) == "cannot_load", "the token is on the train"
    rules, state = loaded(at="atlanta")
    state.players[0].contracts.remove(rules.chart.sides.index("cloth-1A"))
    assert code(rules, state, Start("columbia", load="cloth")) == "cannot_load", "no contract"
    assert {a.load for a in rules.legal(state) if isinstance(a, Start)} == {None}


@pytest.mark.clause("SPK-7.3", "SPK-7.2", "SPK-15.9")
def test_unloading_makes_room() -> None:
    rules, state = loaded("fruit", at="atlanta", cars=1)
    assert code(rules, state, Start("columbia", load="cloth")) == "cannot_load", "no empty car"
    assert code(rules, state, Start("columbia", unload=("cattle",))) == "cannot_unload"
    assert code(rules, state, Start("columbia", unload=("fruit", "fruit"))) == "malformed"
    play(rules, state, Start("columbia", load="cloth", unload=("fruit",)))
    assert [rules.chart.goods[g] for g in state.players[0].cargo] == ["cloth"]
    assert rules.chart.sides.index("fruit-3A") in state.players[0].contracts, "the token is back on its contract"


@pytest.mark.clause("SPK-15.9")
def test_a_token_loaded_now_may_be_delivered_an_unloaded_one_may_not(tmp_path: Path) -> None:
    """On the supplied map nothing is that near, so a contract is changed: cloth-1A pays in Columbia."""
    folder = resources.files("boxcars.games.spike") / "maps" / "eastern_usa"
    contracts = json.loads((folder / "contracts.json").read_text())
    card = next(c for c in contracts["cards"] if c["id"] == "cloth-1")
    card["sides"]["A"]["destinations"][0] = {"city": "columbia", "value": 4}
    parts = {"board": json.loads((folder / "board.json").read_text()), "routes": json.loads((folder / "routes.json").read_text())}
    file = tmp_path / "near.json"
    file.write_text(json.dumps({"name": "Near", "contracts": contracts, **parts}))
    rules = registry.make("spike", str(file), 2)
    assert isinstance(rules, Spike)
    state = started(rules)
    lay(rules, state, 0, *SOUTH)
    contract(rules, state, 0, "fruit-2A", "cloth-1A")  # fruit-2A lists Columbia, too
    player = state.players[0]
    player.cargo, player.levels[0], player.spent, player.market_money = [rules.chart.goods_id["fruit"]], 2, 8, 8
    turn_of(rules, state, 0)
    play(rules, state, Start("columbia", load="cloth", unload=("fruit",)))
    assert isinstance(state.agenda[-1], DeliverGoods)
    assert code(rules, state, Deliver("fruit")) == "cannot_deliver"
    play(rules, state, Deliver("cloth"))
    assert state.players[0].delivery_money == 4


# -- upgrades ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SPK-11.3", "SPK-4.4")
@pytest.mark.parametrize("seat", [0, 1])
def test_an_upgrade_tells_whose_it_is_its_new_level_and_its_price(seat: int) -> None:
    rules = rules_for(2)
    state = started(rules)
    state.players[seat].market_money = 20
    for level, price in ((1, 3), (2, 5)):
        turn_of(rules, state, seat)
        events = rules.play(state, seat, Upgrade("freight"))
        assert PartUpgraded(seat, "freight", level, price) in events
    assert state.players[seat].spent == 8 and state.players[1 - seat].spent == 0


@pytest.mark.clause("SPK-EX-15", "SPK-4.4", "SPK-11.3")
def test_upgrades() -> None:
    rules = rules_for(2)
    state = started(rules)
    state.players[0].market_money = 8
    turn_of(rules, state, 0)
    play(rules, state, Upgrade("locomotive"))
    assert (state.players[0].money, state.players[0].levels) == (5, [1, 0, 0])
    turn_of(rules, state, 0)
    play(rules, state, Upgrade("locomotive"))
    assert state.players[0].money == 0 and rules.chart.levels[0][state.players[0].levels[0]] == 3
    turn_of(rules, state, 0)
    assert code(rules, state, Upgrade("tender")) == "no_money"
    assert code(rules, state, Upgrade("freight")) == "no_money"
    assert code(rules, state, Upgrade("locomotive")) == "max_level"
    state.players[0].market_money = 50
    assert code(rules, state, Upgrade("locomotive")) == "max_level"


@pytest.mark.clause("SPK-4.2", "SPK-4.3", "SPK-4.4")
def test_levels_and_prices() -> None:
    chart = rules_for().chart
    assert chart.levels == [[1, 2, 3], [2, 3, 4], [1, 2, 3]]
    assert 3 * sum(chart.prices) == 24


@pytest.mark.clause("SPK-6.6")
def test_at_a_junction_every_other_own_segment_leads_on_whatever_the_angle() -> None:
    rules = rules_for(2)
    chart = rules.chart
    junction = next(p for p, near in enumerate(chart.near) if chart.city_at[p] < 0 and len(near) == 6)
    segments = [s for _, s, _ in chart.near[junction]]
    state = started(rules)
    for s in segments:
        state.owner[s] = 0
    for q, came, _ in chart.near[junction]:
        found = [spot for spot in ahead(rules, state, 0, (came, junction)) if spot[0] >= 0]
        assert sorted(s for s, _ in found) == sorted(s for s in segments if s != came)
        assert (came, q) not in found
    state.owner[segments[0]] = 1
    assert len(ahead(rules, state, 0, (segments[1], junction))) == 4, "own track only"


@pytest.mark.clause("SPK-7.3")
def test_a_token_unloaded_may_be_loaded_again_where_the_city_offers_it() -> None:
    rules, state = loaded("cloth", at="atlanta", cars=1)  # Atlanta offers cloth
    play(rules, state, Start("columbia", unload=("cloth",)))
    assert state.players[0].cargo == []
    stand(rules, state, 0, "atlanta")
    turn_of(rules, state, 0)
    assert {a.load for a in rules.legal(state) if isinstance(a, Start)} == {None, "cloth"}
    play(rules, state, Start("columbia", load="cloth"))
    assert [rules.chart.goods[g] for g in state.players[0].cargo] == ["cloth"]
    stand(rules, state, 0, "columbia")
    turn_of(rules, state, 0)
    assert code(rules, state, Start("atlanta", load="cloth", unload=("cloth",))) is not None, "Columbia offers something else"


@pytest.mark.clause("SPK-7.5", "SPK-7.7")
def test_very_important_one_delivery_in_a_city_for_each_player() -> None:
    rules, state = loaded("fruit", "cattle")
    other = give_contract(rules, state, "cattle", "raleigh")
    contract(rules, state, 0, other, "fruit-3A")
    play(rules, state, Move("raleigh"))
    play(rules, state, Deliver("fruit"))
    assert code(rules, state, Deliver("cattle")) == "cannot_deliver", "not while it stands there"
    way = next(a for a in rules.legal(state) if isinstance(a, Draw))
    play(rules, state, way)
    turn_of(rules, state, 0)
    assert not [a for a in rules.legal(state) if isinstance(a, Deliver)], "nor in a later turn"
    state.players[0].markers.clear()
    assert [a.commodity for a in rules.legal(state) if isinstance(a, Deliver)] == ["cattle"], "only the marker forbids it"
