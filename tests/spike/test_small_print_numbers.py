"""The first segment, city, point, commodity, colour and seat are numbers like any other: 0 is not nothing."""

from __future__ import annotations

import pytest

from boxcars.games.spike.actions import Deliver, Draw, Extra, Move, Start
from boxcars.games.spike.cargo import contract_for, deliverable
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.state import Table
from boxcars.games.spike.steps import FreeMovement, TakeAction
from boxcars.games.spike.turn_sequence import END_TURN, TAKE_ACTION, can_still_deliver

from .kit import code, contract, hold, home, lay, places, play, rules_for, stand, started, turn_of


def northern(at: str, speed: int = 3, seat: int = 0) -> tuple[Spike, Table]:
    """Track over s001, the first segment, between Minneapolis and the first point of the board, r01c01, and on."""
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, seat, "minneapolis")
    lay(rules, state, seat, "s001", "s002", "s004")
    player = state.players[seat]
    player.levels[0] = speed - 1
    stand(rules, state, seat, at)
    turn_of(rules, state, seat)
    return rules, state


@pytest.mark.clause("SPK-6.1", "SPK-6.3", "SPK-6.7", "SPK-5.2")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_train_on_the_first_segment_is_in_transit(seat: int) -> None:
    rules, state = northern("s001>r01c02", 1, seat)
    assert isinstance(state.agenda[-1], FreeMovement)
    assert places(rules, state, Move) == {"s001>r01c02", "minneapolis", "s004>r01c03"}
    rules.play(state, seat, Move("s001>r01c02"))
    assert state.agenda[-1] == TakeAction(seat) and not state.entered, "it waited"
    assert places(rules, state, Extra) == {"minneapolis", "s004>r01c03"} and not places(rules, state, Start)
    assert code(rules, state, Extra("minneapolis")) is None
    assert code(rules, state, Start("s004>r01c03")) == "not_in_city"
    assert code(rules, state, Extra("s001>r01c02")) == "move_unreachable"


@pytest.mark.clause("SPK-6.2", "SPK-6.9", "SPK-11.1")
def test_a_train_that_moves_onto_the_first_segment_has_entered_no_city() -> None:
    rules, state = northern("minneapolis")
    assert places(rules, state, Start) == {"s001>r01c01", "s002>r02c01", "s004>r01c03"}, "over the first segment and on"
    state.players[0].cargo = [0]
    contract(rules, state, 0, "cattle-1A")
    rules.play(state, 0, Start("s001>r01c01"))
    assert state.players[0].segment == 0 and rules.actor(state) == 1, "nobody is asked to deliver"
    rules, state = northern("s004>r01c02")
    rules.play(state, 0, Move("s001>r01c01"))
    assert not state.entered and rules.observe(state, 0).players[0].at == "s001>r01c01"


@pytest.mark.clause("SPK-5.2", "SPK-6.7")
def test_the_turn_of_a_train_on_the_first_segment_begins_with_free_movement() -> None:
    for at, kind in (("s001>r01c02", FreeMovement), ("minneapolis", TakeAction)):
        rules, state = northern(at)
        state.agenda = [END_TURN[1]]
        rules._advance(state, [])
        assert isinstance(state.agenda[-1], kind) and rules.actor(state) == 0


@pytest.mark.clause("SPK-7.5", "SPK-7.7")
def test_nothing_is_delivered_from_the_first_segment() -> None:
    """Cattle, the first commodity, by each contract; into Albany, the first city, as into any other."""
    rules, state = northern("s001>r01c02")
    chart, player = rules.chart, state.players[0]
    side = next(s for s, pays in enumerate(chart.pays) if chart.city_id["minneapolis"] in pays)
    good = chart.goods[chart.card_goods[side // 2]]
    contract(rules, state, 0, chart.sides[side])
    player.cargo = [chart.goods_id[good]]
    state.agenda = [END_TURN[0], TAKE_ACTION[0]]
    reason = rules.refuse(state, 0, Deliver(good))
    assert reason is not None and "between cities" in str(reason.text)
    assert deliverable(rules, player) == []
    stand(rules, state, 0, "minneapolis")
    assert deliverable(rules, player) == player.cargo and code(rules, state, Deliver(good)) is None


@pytest.mark.clause("SPK-7.5", "SPK-7.8")
def test_every_contract_is_fulfilled_in_each_of_its_cities_once() -> None:
    rules = rules_for(2)
    state = started(rules)
    chart, player = rules.chart, state.players[0]
    for side, pays in enumerate(chart.pays):
        good = chart.card_goods[side // 2]
        player.contracts, player.cargo = [side], [good]
        assert contract_for(rules, player, good) == side
        assert contract_for(rules, player, (good + 1) % 12) == -1
        for city in range(len(chart.cities)):
            player.point, player.markers = chart.city_point[city], []
            assert deliverable(rules, player) == ([good] if city in pays else []), (side, city)
            player.markers = [city]
            assert deliverable(rules, player) == []


@pytest.mark.clause("SPK-12.3")
def test_what_can_still_be_delivered_by_each_contract() -> None:
    """Carried or offered by a connected city, to a connected city without a marker."""
    rules = rules_for(2)
    state = started(rules)
    chart, player = rules.chart, state.players[0]
    for side, pays in enumerate(chart.pays):
        good = chart.card_goods[side // 2]
        source = chart.offers.index(good)
        player.contracts, player.cargo, player.markers = [side], [], []
        for to in pays:
            for cities, cargo, markers, open_ in (
                ([source, to], [], [], True),
                ([to], [], [], False),
                ([to], [good], [], True),
                ([to], [(good + 1) % 12], [], False),
                ([source], [good], [], False),
                ([source, to], [good], [to], False),
                ([source, to, next(c for c in pays if c != to)], [], [to], True),
            ):
                player.cities, player.cargo, player.markers = cities, cargo, markers
                assert can_still_deliver(rules, player) is open_, (side, to, cities, cargo, markers)


@pytest.mark.clause("SPK-8.1", "SPK-16.1")
def test_cards_of_every_colour_are_taken_from_the_row_one_at_a_time() -> None:
    rules = rules_for(3)
    for colour, name in enumerate(rules.chart.colours):
        for twice in (False, True):
            state = started(rules)
            hold(rules, state, 2, **{name: 1})
            state.gift, state.gift_known = colour, 1
            other = (colour + 1) % 6
            for c in state.row:
                state.deck[c] += 1
            state.row = [colour, other, colour if twice else other, other]
            for c in state.row:
                state.deck[c] -= 1
            turn_of(rules, state, 2)
            offered = [action.card for action in rules.legal(state) if isinstance(action, Draw)]
            assert offered == [name, rules.chart.colours[other], "deck"], "each colour once, in the order of the row"
            play(rules, state, Draw(name))
            assert state.players[2].hand[colour] == 2 and state.players[2].known[colour] == 1
            assert state.row.count(colour) == twice and state.gift_known == 2
