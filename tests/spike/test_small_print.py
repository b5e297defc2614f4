"""Rules that were broken on purpose and missed by nobody else (docs/develop/mutation-testing.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxcars.games.spike.actions import BeginLine, Build, Deliver, Draw, Move, Pass, Start
from boxcars.games.spike.lines import Proposals, distances, refuse_line
from boxcars.games.spike.map import check_map
from boxcars.games.spike.payment import usual_payment
from boxcars.games.spike.turn_sequence import END_TURN, TAKE_ACTION

from .kit import code, contract, hold, home, opened, play, rules_for, started, turn_of
from .test_build_line import colours_of, giulia_and_filippo, rich
from .test_map import data, write
from .test_movement import loaded, southern


@pytest.mark.clause("SPK-10.5", "SPK-10.3", "SPK-15.2")
def test_a_line_may_begin_and_end_in_every_city_and_passes_through_none() -> None:
    rules = rules_for(2)
    state = started(rules)
    chart = rules.chart
    reached = set()
    for city in chart.cities:
        home(rules, state, 0, city)
        rich(rules, state, 0)
        turn_of(rules, state, 0)
        builds = [action for action in rules.legal(state) if isinstance(action, Build)]
        for build in builds:
            assert code(rules, state, build) is None, (city, build)
        reached |= {build.city for build in builds}
    assert reached == set(chart.cities)


@pytest.mark.clause("SPK-10.3")
def test_no_line_passes_through_any_city() -> None:
    rules = rules_for(2)
    state = started(rules)
    chart = rules.chart
    tried = set()
    for city in range(len(chart.cities)):
        middle = chart.city_point[city]
        ways: list[tuple[int, list[int], set[int]]] = []  # to the next cities: where, the segments, the points between
        front: list[tuple[int, list[int], set[int]]] = [(middle, [], set())]
        while front:
            point, line, seen = front.pop(0)
            for q, s, _ in chart.near[point]:
                if q == middle or q in seen or len(line) > 3:
                    continue
                if chart.city_at[q] >= 0:
                    ways.append((q, [*line, s], seen))
                else:
                    front.append((q, [*line, s], seen | {q}))
        pairs = [(one, two) for one in ways for two in ways if one[0] != two[0] and not one[2] & two[2]]
        for (start, there, _), (_, onward, _) in pairs[:1]:  # (a city at the end of the board has none)
            home(rules, state, 0, chart.cities[chart.city_at[start]])
            reason = refuse_line(rules, state, 0, [*there[::-1], *onward])
            assert reason is not None and reason.code == "line_through_city", chart.cities[city]
            tried.add(city)
    assert 0 in tried and len(tried) > len(chart.cities) // 2


@pytest.mark.clause("SPK-10.3")
def test_without_tracks_nothing_is_a_line() -> None:
    rules, state = giulia_and_filippo()
    state.players[0].tracks_left = 0
    reason = refuse_line(rules, state, 0, [])
    assert reason is not None and reason.code == "no_tracks"


@pytest.mark.clause("SPK-5.4", "SPK-15.1")
def test_a_line_that_is_not_proposed_is_a_reason_to_refuse_a_pass() -> None:
    """The only thing that can be done is a line of nine segments: longer than any proposal."""
    rules, state = giulia_and_filippo()
    chart, player = rules.chart, state.players[1]
    start = player.point
    stack: list[tuple[int, list[int], frozenset[int]]] = [(start, [], frozenset([start]))]
    long: list[int] = []
    while not long:
        p, line, seen = stack.pop()
        for q, s, _ in chart.near[p]:
            if q not in seen and state.owner[s] < 0:
                if chart.city_at[q] < 0 and len(line) < 8:
                    stack.append((q, [*line, s], seen | {q}))
                elif chart.city_at[q] >= 0 and len(line) == 8:
                    long = [*line, s]
    state.owner = [-1 if s in long else 0 for s in range(len(chart.segments))]
    state.deck, state.discard, state.row = [0] * 7, [0] * 6, []
    player.hand = colours_of(chart, long)
    turn_of(rules, state, 1)
    assert code(rules, state, Pass()) == "pass_not_allowed"
    need = rules.cards_by_name(player.hand)
    assert code(rules, state, rules.normal(Build(tuple(chart.segments[s] for s in long), need))) is None
    player.hand = [0] * 6
    assert code(rules, state, Pass()) is None


@pytest.mark.clause("SPK-7.5", "SPK-7.7")
def test_on_the_way_to_a_city_nothing_is_delivered_there() -> None:
    rules, state = loaded("fruit")  # the next space is Raleigh, which takes fruit
    state.agenda = [END_TURN[0], TAKE_ACTION[0]]
    assert Deliver("fruit") not in rules.legal(state) and code(rules, state, Deliver("fruit")) == "cannot_deliver"


@pytest.mark.clause("SPK-7.2")
def test_goods_of_every_contract_can_be_loaded() -> None:
    """The first contract of the box as well as any other."""
    rules, state = southern()
    chart = rules.chart
    for side in chart.sides:
        good = chart.card_goods[chart.sides.index(side) // 2]
        city = next(chart.cities[c] for c, offered in enumerate(chart.offers) if offered == good)
        home(rules, state, 0, city)
        contract(rules, state, 0, side)
        s = chart.near[state.players[0].point][0][1]
        state.owner[s] = 0
        state.players[0].tracks.append(s)
        turn_of(rules, state, 0)
        starts = [action for action in rules.legal(state) if isinstance(action, Start)]
        assert {action.load for action in starts} == {None, chart.goods[good]}, side
        assert {code(rules, state, action) for action in starts} == {None}


@pytest.mark.clause("SPK-6.9")
def test_that_a_train_entered_a_city_concerns_its_own_turn_only() -> None:
    rules, state = southern("s330>r10c09", 2)
    play(rules, state, Move("columbia"))
    assert state.entered
    while rules.actor(state) == 0:
        legal = rules.legal(state)
        play(rules, state, next((action for action in legal if isinstance(action, Draw)), legal[0]))
    assert not state.entered and not rules.observe(state, 1).entered


@pytest.mark.clause("SPK-16.1")
def test_at_the_end_nobody_imagines_a_route_card_twice() -> None:
    rules = rules_for(4, advanced=True)
    state = started(rules)
    state.agenda = []
    for seed in range(20):
        world = rules.imagine(state, 0, f"{seed:032x}")
        cards = [route for player in world.players for route in player.routes]
        assert len(set(cards)) == len(cards)
        assert [player.route for player in world.players] == [player.route for player in state.players]


def test_a_part_of_a_train_is_worth_something_at_every_level(tmp_path: Path) -> None:
    train = data("train")
    train["parts"][0]["levels"][0] = 0
    found = check_map(write(tmp_path, train=train).read_text())
    assert any("there must be one more level than prices, and each level must be 1 or more" in line for line in found)


@pytest.mark.clause("SPK-15.1")
def test_the_city_of_a_line_may_be_left_out() -> None:
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, 0, "raleigh")
    rich(rules, state, 0)
    turn_of(rules, state, 0)
    builds = [action for action in rules.legal(state) if isinstance(action, Build)]
    for build in builds:
        assert rules.normal(Build(build.line, build.pay)) == build
    assert rules.normal(Build((), {})).city == rules.normal(Build(("s0000",), {})).city == ""


@pytest.mark.clause("SPK-3.8")
def test_before_its_place_is_chosen_a_train_is_nowhere() -> None:
    rules = rules_for(3)
    assert {(p.route, p.segment, p.point) for p in opened(rules).players} == {(-1, -1, -1)}


@pytest.mark.clause("SPK-15.3")
def test_what_the_cheapest_line_to_a_city_costs() -> None:
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, 0, "raleigh")
    rich(rules, state, 0)
    lines = Proposals(rules, state, 0)
    found = lines.best()
    for city in {city for city, _, _ in found}:
        assert lines.cheapest(city) == min(sum(pay) for to, _, pay in found if to == city) > 0
    hold(rules, state, 0)
    poor = Proposals(rules, state, 0, lines.far)
    assert {poor.cheapest(city) for city, _, _ in found} == {0}


@pytest.mark.clause("SPK-10.2")
def test_without_tracks_or_cards_no_line_is_begun() -> None:
    rules = rules_for(2)
    state = started(rules)
    rich(rules, state, 0)
    turn_of(rules, state, 0)
    assert code(rules, state, BeginLine()) is None
    state.players[0].tracks_left = 0
    assert code(rules, state, BeginLine()) is not None


def test_when_the_game_is_over_nothing_can_be_composed() -> None:
    rules = rules_for(2)
    state = started(rules)
    state.agenda = []
    assert rules.forms(state) == []


@pytest.mark.clause("SPK-2.3")
def test_nobody_gets_nearer_over_a_segment_that_has_track() -> None:
    rules = rules_for(2)
    chart = rules.chart
    here = chart.city_point[chart.city_id["raleigh"]]
    free = distances(chart, [-1] * len(chart.segments), [here], 8)
    assert sum(d < 99 for d in free) > 20
    taken = distances(chart, [1] * len(chart.segments), [here], 8)
    assert [p for p, d in enumerate(taken) if d < 99] == [here]


def test_no_number_of_a_map_is_negative(tmp_path: Path) -> None:
    board, train = data("board"), data("train")
    board["components"]["two_player_removed_per_colour"] = -1
    assert any("every number must be from 0" in c for c in check_map(write(tmp_path, board=board).read_text()))
    train["upgrade_cost_by_current_level"][0] = -1
    assert any("every number must be from 0" in c for c in check_map(write(tmp_path, train=train).read_text()))


def test_a_contract_has_somewhere_to_deliver(tmp_path: Path) -> None:
    contracts = data("contracts")
    contracts["cards"][0]["sides"]["A"]["destinations"] = []
    assert any("must list at least one city" in c for c in check_map(write(tmp_path, contracts=contracts).read_text()))


def test_every_point_of_a_map_lies_on_a_sheet(tmp_path: Path) -> None:
    for axis in ("x", "y"):
        for far, off in ((10_000, False), (-10_000, False), (10_001, True), (-10_001, True)):
            board = data("board")
            board["points"][0][axis] = far
            complaints = check_map(write(tmp_path, board=board).read_text())
            assert any("too far off the sheet" in complaint for complaint in complaints) is off, (axis, far)


@pytest.mark.clause("SPK-15.4", "SPK-10.15")
def test_of_wild_sets_that_are_as_few_the_colour_with_most_cards_pays() -> None:
    assert usual_payment([2, 0, 0], [0, 5, 3], True) == [0, 3, 0]
    assert usual_payment([2, 0, 0], [0, 3, 5], True) == [0, 0, 3]


@pytest.mark.clause("SPK-8.1")
def test_everybody_sees_the_own_route_card_and_at_the_end_all_of_them() -> None:
    rules = rules_for(2)
    state = started(rules)
    for player in state.players:
        player.route = player.routes[0]
    mine, other = (rules.observe(state, 0).players[seat].route for seat in (0, 1))
    assert (mine, other) == (rules.chart.routes[state.players[0].route], None)
    state.agenda = []
    assert None not in [player.route for player in rules.observe(state, 0).players]


@pytest.mark.clause("SPK-15.9")
def test_unloaded_goods_stand_in_the_order_of_the_map() -> None:
    rules = rules_for(2)
    first, second = rules.chart.goods[:2]
    assert rules.normal(Start("x", None, (second, first))) == Start("x", None, (first, second))
