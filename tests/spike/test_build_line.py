"""Action B: lines, payments, market money (SPK-2, SPK-10, SPK-15)."""

from __future__ import annotations

import json
import random
import time

import pytest

from boxcars.games.spike.actions import AddTrack, BeginLine, Build, DropLine, Pass, Pay
from boxcars.games.spike.build_line import onward, walk_from
from boxcars.games.spike.events import LineBuilt
from boxcars.games.spike.lines import Proposals, colours_of, refuse_line
from boxcars.games.spike.payment import payments, usual_payment
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.state import Table
from boxcars.games.spike.steps import PayForLine, SketchLine, TakeAction

from .kit import code, deck_of, extend, hold, home, lay, play, rules_for, started, turn_of


def giulia_and_filippo() -> tuple[Spike, Table]:
    """Filippo (seat 0) in Atlanta owns s331, s330 to Columbia; Giulia (seat 1) is in Raleigh."""
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, 0, "atlanta")
    home(rules, state, 1, "raleigh")
    lay(rules, state, 0, "s331", "s330")
    turn_of(rules, state, 0)
    return rules, state


def set_column(rules: Spike, state: Table, column: list[str]) -> None:
    """Put these chips into the first column, exchanging them with what lies there."""
    for row, name in enumerate(column):
        good = rules.chart.goods_id[name]
        for other in state.market:
            if good in other:
                other[other.index(good)] = state.market[0][row]
        state.market[0][row] = good


def market_names(rules: Spike, state: Table) -> list[str]:
    return [rules.chart.goods[g] for g in state.market[0]]


WILD = [
    ({"purple": 1, "orange": 1}, None, None),
    ({"purple": 1, "white": 2}, None, None),
    ({"blue": 3}, None, "pay_mismatch"),
    ({"white": 2, "blue": 2}, None, None),
    ({"white": 1, "purple": 1}, "pay_mismatch", "pay_mismatch"),
    ({"blue": 4}, "pay_mismatch", None),
    ({"purple": 3}, None, None),
    ({"purple": 2, "white": 2}, "pay_mismatch", "pay_mismatch"),
    ({"purple": 2, "orange": 1}, "pay_mismatch", "pay_mismatch"),
]


@pytest.mark.clause("SPK-EX-2", "SPK-10.7", "SPK-10.8", "SPK-10.9", "SPK-10.10", "SPK-10.15")
@pytest.mark.parametrize(("pay", "verdict", "strict"), WILD)
def test_wild_sets(pay: dict[str, int], verdict: str | None, strict: str | None) -> None:
    for single, expected in ((False, verdict), (True, strict)):
        rules = rules_for(2, wild_single_colour=single)
        state = started(rules)
        home(rules, state, 0, "columbia")
        hold(rules, state, 0, white=3, blue=5, purple=3, orange=1)
        turn_of(rules, state, 0)
        assert code(rules, state, Build(("s301", "s300"), pay)) == expected


@pytest.mark.clause("SPK-EX-3", "SPK-10.12", "SPK-10.13", "SPK-18.8")
@pytest.mark.parametrize(
    ("before", "money"), [(["pigs", "corn", "oil"], 3), (["corn", "pigs", "oil"], 2), (["corn", "oil", "pigs"], 1)]
)
def test_market_money(before: list[str], money: int) -> None:
    rules, state = giulia_and_filippo()
    hold(rules, state, 1, purple=1, blue=1)
    set_column(rules, state, before)
    others = [c[:] for c in state.market[1:]]
    turn_of(rules, state, 1)
    events = play(rules, state, Build(("s270", "s269"), {"purple": 1, "blue": 1}))
    assert events[0] == LineBuilt(1, ["s270", "s269"], {"blue": 1, "purple": 1}, "norfolk", "pigs", money)
    assert state.players[1].money == money
    assert market_names(rules, state) == ["corn", "oil", "pigs"]
    assert state.market[1:] == others


@pytest.mark.clause("SPK-EX-5", "SPK-9.9", "SPK-10.2", "SPK-10.12", "SPK-2.5", "SPK-2.8")
def test_legal_two_card_build() -> None:
    rules, state = giulia_and_filippo()
    hold(rules, state, 1, purple=1, blue=1)
    turn_of(rules, state, 1)
    play(rules, state, Build(("s270", "s269"), {"purple": 1, "blue": 1}, "norfolk"))
    giulia = state.players[1]
    assert rules.chart.city_id["norfolk"] in giulia.cities
    assert giulia.tracks_left == 43 and sum(giulia.hand) == 0
    assert rules.cards_by_name(state.discard) == {"blue": 1, "purple": 1}


@pytest.mark.clause("SPK-EX-6", "SPK-10.3")
def test_legal_branch_from_a_junction() -> None:
    rules, state = giulia_and_filippo()
    hold(rules, state, 0, blue=1, white=2)
    assert code(rules, state, Build(("s296",), {"white": 2})) is None
    play(rules, state, Build(("s296",), {"blue": 1}))
    assert rules.chart.city_id["knoxville"] in state.players[0].cities


@pytest.mark.clause("SPK-EX-7", "SPK-10.4", "SPK-2.4", "SPK-2.6")
def test_illegal_branch_off_a_foreign_network() -> None:
    rules, state = giulia_and_filippo()
    lay(rules, state, 1, "s270", "s269")
    hold(rules, state, 1, black=1, white=1, blue=1)
    turn_of(rules, state, 1)
    assert code(rules, state, Build(("s298", "s294"), {"black": 1, "white": 1})) == "line_not_connected"
    assert code(rules, state, Build(("s296",), {"blue": 1})) == "line_not_connected"
    lay(rules, state, 0, "s296")
    assert code(rules, state, Build(("s296",), {"blue": 1})) == "line_not_connected", "taken as well: the first reason counts"


@pytest.mark.clause("SPK-EX-8", "SPK-10.5")
def test_illegal_build_that_reaches_no_city() -> None:
    rules, state = giulia_and_filippo()
    hold(rules, state, 1, white=1)
    turn_of(rules, state, 1)
    assert code(rules, state, Build(("s303",), {"white": 1})) == "line_no_new_city"


@pytest.mark.clause("SPK-EX-22", "SPK-10.14")
def test_a_city_of_another_player_is_still_new() -> None:
    rules, state = giulia_and_filippo()
    lay(rules, state, 1, "s270", "s269")
    set_column(rules, state, ["corn", "oil", "pigs"])
    chart = rules.chart
    norfolk = chart.city_id["norfolk"]
    home(rules, state, 0, "raleigh")
    free = [
        (chart.segments[s], chart.segments[t])
        for q, s, _ in chart.near[chart.city_point[chart.city_id["raleigh"]]]
        for r, t, _ in chart.near[q]
        if r == chart.city_point[norfolk] and state.owner[s] < 0 and state.owner[t] < 0
    ]
    line = free[0]
    hold(rules, state, 0, white=2, blue=2, black=2, orange=2, purple=2, brown=2)
    turn_of(rules, state, 0)
    need = colours_of(chart, [chart.segment_id[s] for s in line])
    play(rules, state, Build(line, rules.cards_by_name(need)))
    assert norfolk in state.players[0].cities and state.players[0].money == 1


# -- the line ----------------------------------------------------------------------------------------------------------


def rich(rules: Spike, state: Table, seat: int) -> None:
    hold(rules, state, seat, white=6, blue=6, black=6, orange=6, purple=6, brown=6)
    turn_of(rules, state, seat)


@pytest.mark.clause("SPK-10.3", "SPK-10.3a", "SPK-17")
def test_what_is_no_line() -> None:
    rules, state = giulia_and_filippo()
    rich(rules, state, 1)
    assert code(rules, state, Build((), {})) == "line_not_path"
    assert code(rules, state, Build(("s270", "s331"), {"blue": 2})) == "line_not_path", "not consecutive"
    assert code(rules, state, Build(("s270", "s270"), {"blue": 2})) == "line_not_path", "a segment twice"
    assert code(rules, state, Build(("s999",), {"blue": 2})) == "unknown_id"
    assert code(rules, state, Build(("s270", "s269"), {"pink": 2})) == "unknown_id"
    assert code(rules, state, Build(("s270", "s269"), {"blue": -1})) == "malformed"
    assert code(rules, state, Build(("s269", "s270"), {"blue": 1, "purple": 1})) == "line_not_connected", "from the city"
    assert code(rules, state, Build(("s270", "s269"), {"blue": 1, "purple": 1}, "boston")) == "line_no_new_city"
    lay(rules, state, 1, "s270", "s269")
    assert code(rules, state, Build(("s270",), {"purple": 1})) == "line_no_new_city", (
        "both ends are the same city: in the network"
    )


@pytest.mark.clause("SPK-10.3", "SPK-10.6", "SPK-10.2", "SPK-17")
def test_a_line_ends_at_the_first_city_and_touches_the_network_once() -> None:
    rules, state = giulia_and_filippo()
    rich(rules, state, 0)
    assert code(rules, state, Build(("s301", "s300", "s270", "s269"), {"blue": 4})) == "line_through_city"
    assert code(rules, state, Build(("s296",), {"blue": 1})) is None
    # from Atlanta's junction r10c08 round by Knoxville's neighbour back through the own network
    chart = rules.chart
    mine = state.players[0].points
    looped = None
    for length in (2, 3, 4):
        for start in mine:
            for line in _simple_lines(rules, start, length):
                points = _points(rules, start, line)
                inner, last = points[1:-1], points[-1]
                if (
                    any(p in mine for p in inner)
                    and not any(chart.city_at[p] >= 0 for p in inner)
                    and chart.city_at[last] >= 0
                    and chart.city_at[last] not in state.players[0].cities
                ):
                    looped = tuple(chart.segments[s] for s in line)
        if looped:
            break
    assert looped is not None
    assert code(rules, state, Build(looped, {"blue": 1})) == "line_through_network"


def _simple_lines(rules: Spike, start: int, length: int) -> list[list[int]]:
    out: list[list[int]] = []
    stack: list[tuple[int, list[int], frozenset[int]]] = [(start, [], frozenset([start]))]
    while stack:
        p, line, seen = stack.pop()
        if len(line) == length:
            out.append(line)
            continue
        for q, s, _ in rules.chart.near[p]:
            if q not in seen:
                stack.append((q, [*line, s], seen | {q}))
    return out


def _points(rules: Spike, start: int, line: list[int]) -> list[int]:
    points = [start]
    for s in line:
        a, b = rules.chart.ends[s]
        points.append(b if points[-1] == a else a)
    return points


@pytest.mark.clause("SPK-2.3", "SPK-18.4", "SPK-10.3", "SPK-2.2")
def test_a_segment_is_taken_once() -> None:
    rules, state = giulia_and_filippo()
    home(rules, state, 1, "columbia")
    rich(rules, state, 1)
    assert code(rules, state, Build(("s330", "s331"), {"blue": 3})) == "segment_taken"
    assert code(rules, state, Build(("s330", "s296"), {"blue": 3})) == "segment_taken", "part of the line is enough"


@pytest.mark.clause("SPK-10.4", "SPK-2.4")
def test_foreign_track_at_a_junction_does_not_hinder() -> None:
    rules, state = giulia_and_filippo()
    home(rules, state, 1, "knoxville")
    rich(rules, state, 1)
    chart = rules.chart
    junction = chart.point_id["r10c08"]
    assert junction in state.players[0].points and chart.city_at[junction] < 0
    through = [line for _, line, _ in Proposals(rules, state, 1).best() if sum(junction in chart.ends[s] for s in line) == 2]
    assert through, "Filippo's junction may be passed"
    assert all(refuse_line(rules, state, 1, line) is None for line in through)


@pytest.mark.clause("SPK-10.1", "SPK-10.3", "SPK-1.3")
def test_tracks_are_a_hard_limit() -> None:
    rules, state = giulia_and_filippo()
    rich(rules, state, 1)
    state.players[1].tracks_left = 1
    assert code(rules, state, Build(("s270", "s269"), {"blue": 1, "purple": 1})) == "no_tracks"
    state.players[1].tracks_left = 0
    assert code(rules, state, Build(("s270",), {"purple": 1})) == "no_tracks"
    assert code(rules, state, BeginLine()) == "no_tracks"
    assert not any(isinstance(a, Build) for a in rules.legal(state))


@pytest.mark.clause("SPK-10.6", "SPK-15.2", "SPK-15.1")
def test_a_line_longer_than_any_proposal_is_legal() -> None:
    rules, state = giulia_and_filippo()
    rich(rules, state, 1)
    chart = rules.chart
    long = None
    stack = [(chart.city_point[chart.city_id["raleigh"]], [], frozenset([chart.city_point[chart.city_id["raleigh"]]]))]
    while stack and long is None:
        p, line, seen = stack.pop()
        for q, s, _ in chart.near[p]:
            if q in seen or state.owner[s] >= 0:
                continue
            if chart.city_at[q] >= 0:
                if len(line) == 8:
                    long = [*line, s]
            elif len(line) < 8:
                stack.append((q, [*line, s], seen | {q}))
    assert long is not None
    assert refuse_line(rules, state, 1, long) is None
    need = colours_of(chart, long)
    build = Build(tuple(chart.segments[s] for s in long), rules.cards_by_name(need))
    assert build not in rules.legal(state)
    play(rules, state, rules.normal(build))
    assert state.players[1].tracks_left == 36


# -- proposals -----------------------------------------------------------------------------------------------------------


def brute_force(rules: Spike, state: Table, seat: int) -> dict[int, list[tuple[int, int, list[int]]]]:
    """All lines of at most six segments by plain search, ranked (SPK-15.2, 15.3)."""
    chart, player = rules.chart, state.players[seat]
    longest = min(6, player.tracks_left, sum(player.hand))
    found: dict[int, list[tuple[int, int, list[int]]]] = {}
    for start in player.points:
        stack: list[tuple[int, list[int], frozenset[int]]] = [(start, [], frozenset(player.points))]
        while stack:
            p, line, seen = stack.pop()
            for q, s, _ in chart.near[p]:
                if q in seen or state.owner[s] >= 0:
                    continue
                way = [*line, s]
                if chart.city_at[q] >= 0:
                    pay = usual_payment(colours_of(chart, way), player.hand, rules.single_colour)
                    if pay is not None:
                        found.setdefault(chart.city_at[q], []).append((sum(pay), len(way), way))
                elif len(way) < longest:
                    stack.append((q, way, seen | {q}))
    return {city: sorted(lines)[:3] for city, lines in found.items()}


@pytest.mark.clause("SPK-15.2", "SPK-15.3", "SPK-15.1")
@pytest.mark.parametrize("seed", range(4))
def test_the_proposals_are_the_best_lines(seed: int) -> None:
    rules = rules_for(2)
    state = started(rules, f"best {seed}")
    rng = random.Random(seed)
    for _ in range(rng.randrange(6)):
        extend(rules, state, rng.randrange(2))
    hold(rules, state, 0, **{rng.choice(rules.chart.colours): rng.randrange(1, 4) for _ in range(3)})
    expected = brute_force(rules, state, 0)
    got: dict[int, list[list[int]]] = {}
    for city, line, _ in Proposals(rules, state, 0).best():
        got.setdefault(city, []).append(line)
    assert got == {city: [line for _, _, line in lines] for city, lines in expected.items()}
    assert len([a for a in rules.legal(state) if isinstance(a, Build)]) <= 108


@pytest.mark.clause("SPK-15.5")
def test_the_list_is_quick() -> None:
    rules = rules_for(2)
    states = []
    state = started(rules, "quick")
    rng = random.Random(1)
    while state.agenda:
        states.append(state.clone())
        rules.apply(state, rng.choice(rules.legal(state)))
    began = time.process_time()
    for s in states:
        rules.legal(s)
    assert (time.process_time() - began) / len(states) < 0.002


@pytest.mark.clause("SPK-15.1", "SPK-15.5")
def test_a_hoarder_is_not_swamped() -> None:
    rules, state = giulia_and_filippo()
    rich(rules, state, 0)
    began = time.process_time()
    legal = rules.legal(state)
    assert time.process_time() - began < 0.5
    assert 20 < len([a for a in legal if isinstance(a, Build)]) <= 108


# -- a line of one's own -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("SPK-15.6", "SPK-15.1")
def test_a_line_segment_by_segment() -> None:
    rules, state = giulia_and_filippo()
    hold(rules, state, 1, purple=1, blue=1, white=5)
    turn_of(rules, state, 1)
    forms = rules.forms(state)
    assert [f.verb for f in forms] == ["BeginLine"]
    play(rules, state, BeginLine())
    assert state.agenda[-1] == SketchLine(1)
    assert {"seg:s270", "seg:s300", "seg:s303"} <= {a.path()[0] for a in rules.legal(state)}
    assert code(rules, state, AddTrack("s331")) == "line_not_path"
    play(rules, state, AddTrack("s270"))
    assert rules.observe(state, 1).agenda[-1] == SketchLine(1, ("s270",))
    assert rules.observe(state, 0).agenda[-1] == TakeAction(1), "nobody else sees the sketch"
    assert state.owner[rules.chart.segment_id["s270"]] == -1
    play(rules, state, AddTrack("s269"))
    assert state.agenda[-1] == PayForLine(1, ("s270", "s269"))
    offered = [a.pay for a in rules.legal(state) if isinstance(a, Pay)]
    assert offered[0] == {"blue": 1, "purple": 1}, "the usual payment first"
    assert {"white": 4} in offered and {"white": 2, "blue": 1} in offered and {"white": 2, "purple": 1} in offered
    assert code(rules, state, Pay({"white": 3})) == "pay_mismatch", "a set stands for one colour"
    assert not rules.forms(state), "all payments are listed"
    events = play(rules, state, Pay({"white": 4}))
    assert isinstance(events[0], LineBuilt) and state.players[1].tracks_left == 43
    assert rules.actor(state) == 0


@pytest.mark.clause("SPK-15.6", "SPK-15.1")
def test_a_rich_hand_has_a_form_for_every_payment() -> None:
    rules, state = giulia_and_filippo()
    rich(rules, state, 1)
    for action in (BeginLine(), AddTrack("s303")):
        play(rules, state, action)
    while isinstance(state.agenda[-1], SketchLine):
        play(rules, state, rules.legal(state)[0])
    listed = [a for a in rules.legal(state) if isinstance(a, Pay)]
    form = rules.forms(state)[0]
    assert len(listed) == 24 and {f.name: f.high for f in form.fields}["pay.white"] == 6
    step = state.agenda[-1]
    assert isinstance(step, PayForLine)
    need = colours_of(rules.chart, [rules.chart.segment_id[s] for s in step.line])
    dearest = payments(need, state.players[1].hand)[-1]
    assert Pay(rules.cards_by_name(dearest)) not in listed
    sent = {"do": "Pay", "pay": dict(zip(rules.chart.colours, dearest, strict=True))}
    play(rules, state, rules.read_action(json.dumps(sent)))
    assert rules.actor(state) == 0


@pytest.mark.clause("SPK-15.6")
def test_a_sketch_can_be_given_up_and_never_leads_into_a_dead_end() -> None:
    rules, state = giulia_and_filippo()
    hold(rules, state, 1, purple=2, blue=2, white=2, brown=1)
    turn_of(rules, state, 1)
    before = rules.fingerprint(state)
    play(rules, state, BeginLine())
    play(rules, state, DropLine())
    assert rules.fingerprint(state) == before
    rng = random.Random(2)
    for _ in range(40):
        trial = state.clone()
        rules.apply(trial, BeginLine())
        while isinstance(trial.agenda[-1], (SketchLine, PayForLine)):
            legal = [a for a in rules.legal(trial) if not isinstance(a, DropLine)]
            assert legal
            for action in legal:
                assert rules.refuse(trial, 1, action) is None
            rules.apply(trial, rng.choice(legal))
        rules.audit(trial)
        assert len(trial.players[1].cities) == 2
    hold(rules, state, 1)
    assert code(rules, state, BeginLine()) == "pay_not_held" and not rules.forms(state)


@pytest.mark.clause("SPK-15.6", "SPK-16.1")
def test_others_imagine_no_sketch() -> None:
    rules, state = giulia_and_filippo()
    hold(rules, state, 1, purple=1, blue=1)
    turn_of(rules, state, 1)
    play(rules, state, BeginLine())
    play(rules, state, AddTrack("s270"))
    for seat in (0, 1, None):
        world = rules.imagine(state, seat, "ab")
        assert rules.observe(world, seat) == rules.observe(state, seat)
        assert rules.write(rules.imagine(world, seat, "cd")) == rules.write(rules.imagine(state, seat, "cd"))
    assert rules.imagine(state, 0, "ab").agenda[-1] == TakeAction(1)


@pytest.mark.clause("SPK-5.3", "SPK-5.4", "SPK-17")
def test_passing_only_when_nothing_is_possible() -> None:
    rules, state = giulia_and_filippo()
    assert code(rules, state, Pass()) == "pass_not_allowed"
    home(rules, state, 0, "atlanta")
    hold(rules, state, 0)
    deck_of(rules, state, 0, 0, 0)
    turn_of(rules, state, 0)
    assert rules.legal(state) == [Pass()]
    play(rules, state, Pass())
    assert rules.actor(state) == 1


@pytest.mark.clause("SPK-2.7", "SPK-18.3", "SPK-2.1")
def test_networks_are_trees_whose_leaves_are_cities() -> None:
    rules = rules_for(3)
    state = started(rules)
    for seat in (0, 1, 2):
        for _ in range(8):
            extend(rules, state, seat)
    for p in state.players:
        assert len(p.points) == len(p.tracks) + 1
        ends = [q for t in p.tracks for q in rules.chart.ends[t]]
        assert all(rules.chart.city_at[q] >= 0 for q in p.points if ends.count(q) == 1)
    rules.audit(state)


@pytest.mark.clause("SPK-10.1", "SPK-1.3", "SPK-15.6")
@pytest.mark.parametrize("left", [2, 3])
def test_a_sketch_goes_only_as_far_as_the_tracks(left: int) -> None:
    rules, state = giulia_and_filippo()
    rich(rules, state, 1)
    state.players[1].tracks_left = left
    chart = rules.chart

    def reach(line: list[int]) -> None:
        for s in onward(rules, state, 1, line):
            way = [*line, s]
            assert len(way) <= left, "no more segments than tracks"
            end = walk_from(rules, way, state.players[1].points)[-1]
            if chart.city_at[end] < 0:
                reach(way)

    assert onward(rules, state, 1, [])
    reach([])


@pytest.mark.clause("SPK-2.3")
def test_nobody_is_offered_a_segment_that_has_track() -> None:
    rules, state = giulia_and_filippo()
    chart = rules.chart
    taken = {s for s, owner in enumerate(state.owner) if owner >= 0}
    assert taken
    for seat in (0, 1):
        rich(rules, state, seat)
        turn_of(rules, state, seat)
        lines = [a.line for a in rules.legal(state) if isinstance(a, Build)]
        assert lines and not {chart.segment_id[s] for line in lines for s in line} & taken
        for s in onward(rules, state, seat, []):
            assert s not in taken
        for s in taken:  # nor may its owner build it again, from either end
            assert code(rules, state, Build((chart.segments[s],), {chart.colours[chart.colour[s]]: 1})) is not None
