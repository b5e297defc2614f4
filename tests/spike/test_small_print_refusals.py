"""Names that nothing has, the order of reasons, and one name for each action (SPK-17, SPK-15.1, 15.9)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.spike.actions import (
    AddTrack,
    BeginLine,
    Build,
    ChooseSide,
    Deliver,
    Draw,
    Extra,
    Give,
    KeepCargo,
    KeepRoute,
    Move,
    Pay,
    Place,
    Start,
)
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.state import Table
from boxcars.games.spike.steps import DrawMore, PickRoute, PickSide

from .kit import code, hold, home, lay, opened, play, rules_for, stand, started, turn_of


def in_raleigh() -> tuple[Spike, Table]:
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, 0, "raleigh")
    hold(rules, state, 0, purple=2, blue=2, white=2)
    turn_of(rules, state, 0)
    return rules, state


UNKNOWN = [
    Build(("s270", "s000"), {"blue": 1}),
    Build(("s270", "s269"), {"blue": 1, "pink": 1}),
    Build(("s270", "s269"), {"blue": 1, "purple": 1}, "oz"),
    AddTrack("s000"),
    Start("raleigh", None, ("gold",)),
    Start("raleigh", "gold"),
    Start("oz"),
    Move("oz"),
    Extra("oz"),
    Deliver("gold"),
    Draw("pink"),
    Give("pink"),
    Place("oz"),
    KeepRoute("route-99"),
    ChooseSide("gold-1", "A"),
    ChooseSide("cattle-1", "C"),
    Pay({"pink": 1}),
]


@pytest.mark.clause("SPK-17")
@pytest.mark.parametrize("action", UNKNOWN, ids=lambda action: f"{type(action).__name__}")
def test_a_name_that_nothing_has_comes_before_the_wrong_phase_and_after_the_wrong_seat(action: Any) -> None:
    rules, state = in_raleigh()
    assert code(rules, state, action) == "unknown_id"
    assert code(rules, state, action, seat=1) == "not_your_turn"
    state.agenda = []
    assert code(rules, state, action, seat=0) == "game_over"


@pytest.mark.clause("SPK-17")
def test_every_name_of_the_map_is_known() -> None:
    """The first of each list as well as any other: they are refused, if at all, for another reason."""
    rules, state = in_raleigh()
    chart = rules.chart
    known: list[Any] = [
        *(AddTrack(s) for s in chart.segments[:2]),
        *(Start(city) for city in chart.cities[:2]),
        *(Move(city) for city in chart.cities[:2]),
        *(Start("raleigh", good, (good,)) for good in chart.goods),
        *(Deliver(good) for good in chart.goods),
        *(Draw(card) for card in (*chart.colours, "deck")),
        *(Give(colour) for colour in chart.colours),
        *(Place(city) for city in chart.cities[:2]),
        *(KeepRoute(route) for route in chart.routes[:2]),
        *(ChooseSide(card, side) for card in chart.cards[:2] for side in "AB"),
        *(Pay({colour: 1}) for colour in chart.colours),
    ]
    assert "unknown_id" not in {code(rules, state, action) for action in known}


@pytest.mark.clause("SPK-17")
def test_what_is_malformed() -> None:
    rules, state = in_raleigh()
    line = ("s270", "s269")
    assert code(rules, state, Build(line, {"blue": 1, "purple": 1, "white": -1})) == "malformed"
    assert code(rules, state, Build(line, {"blue": 1, "purple": 1, "white": 0})) is None, "no card of a colour is a number"
    assert code(rules, state, Pay({"blue": 1, "white": -1})) == "malformed"
    assert code(rules, state, Start("raleigh", None, ("pigs", "pigs"))) == "malformed"
    assert code(rules, state, Start("raleigh", None, ("pigs", "corn"))) != "malformed"


@pytest.mark.clause("SPK-17", "SPK-7.10")
def test_goods_are_delivered_on_arrival_or_before_an_action_and_at_no_other_time() -> None:
    rules, state = in_raleigh()
    assert code(rules, state, KeepCargo()) == "wrong_phase", "only a delivery has a reason of its own"
    play(rules, state, Draw("deck"))
    assert isinstance(state.agenda[-1], DrawMore)
    assert code(rules, state, Deliver("pigs")) == "cannot_deliver"
    assert code(rules, state, Deliver("gold")) == "unknown_id"
    assert code(rules, state, KeepCargo()) == code(rules, state, BeginLine()) == "wrong_phase"
    lay(rules, state, 0, "s270", "s269")
    stand(rules, state, 0, "s270>r08c11")
    turn_of(rules, state, 0)
    assert code(rules, state, Deliver("pigs")) == "cannot_deliver", "the train may move first"


@pytest.mark.clause("SPK-15.1", "SPK-10.3")
def test_which_city_a_line_leads_to() -> None:
    """The one at the end of a line, or at either end of a single segment; none where a name is unknown."""
    rules = rules_for(2)
    chart = rules.chart
    for s, (a, b) in enumerate(chart.ends):
        (city, *more) = [chart.city_at[p] for p in (a, b) if chart.city_at[p] >= 0] or [-1]
        assert not more, "no two cities of this board are neighbours"
        assert rules.normal(Build((chart.segments[s],), {})).city == ("" if city < 0 else chart.cities[city])
    assert rules.normal(Build(("s270", "s269"), {})).city == "norfolk"
    assert rules.normal(Build(("s269", "s270"), {})).city == "raleigh"
    for line in ((), ("s270", "s000"), ("s000", "s270"), ("s270", "s331")):
        assert rules.normal(Build(line, {})).city == "", line
    assert rules.normal(Build(("s270", "s269"), {}, "boston")).city == "boston", "what is said is judged, not mended"


@pytest.mark.clause("SPK-15.9", "SPK-10.9")
def test_cards_and_goods_have_one_order_and_unknown_ones_come_last() -> None:
    rules = rules_for(2)
    chart = rules.chart
    colours = {"pink": 1, **{colour: n for n, colour in enumerate(reversed(chart.colours))}}
    expected = [*(colour for colour in chart.colours if colours[colour]), "pink"]
    assert list(rules.normal(Pay(colours)).pay) == list(rules.normal(Build((), colours)).pay) == expected
    assert isinstance(rules.normal(Pay(colours)), Pay) and isinstance(rules.normal(Build((), colours)), Build)
    goods = ("gold", *reversed(chart.goods))
    assert rules.normal(Start("x", "gold", goods)) == Start("x", "gold", (*chart.goods, "gold"))
    assert rules.normal(Draw("deck")) == Draw("deck")


@pytest.mark.clause("SPK-13.1", "SPK-13.2")
def test_only_the_advanced_game_has_choices_of_sides_and_routes() -> None:
    for advanced, kind in ((True, PickSide), (False, PickRoute)):
        rules = rules_for(2, advanced=advanced)
        steps = [type(step) for step in opened(rules).agenda]
        assert (kind in steps) is advanced
