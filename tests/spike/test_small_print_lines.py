"""Lines and sketches against plain searches (SPK-10.3 to 10.6, 15.1 to 15.6)."""

from __future__ import annotations

import random

import pytest

from boxcars.games.spike.actions import AddTrack, BeginLine, Build, DropLine, Pay
from boxcars.games.spike.build_line import onward, walk_from
from boxcars.games.spike.lines import Proposals, colours_of, distances, refuse_line, walk
from boxcars.games.spike.map import Chart
from boxcars.games.spike.payment import affordable, payments, usual_payment
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.state import Table
from boxcars.games.spike.steps import PayForLine, SketchLine, TakeAction

from .kit import code, extend, hold, home, lay, play, rules_for, started, turn_of
from .test_build_line import brute_force


def scattered(seed: int) -> tuple[Spike, Table, int]:
    """Two networks, a hand and tracks by lot, and whose they are."""
    rng = random.Random(seed)
    rules = rules_for(2, wild_single_colour=bool(seed % 2))
    state = started(rules, f"scattered {seed}")
    # neighbours, and every third time near Albany, the first city, so that they get into each other's way
    x, y = rules.chart.xy[rules.chart.city_point[0 if seed % 3 == 0 else rng.randrange(36)]]
    places = [rules.chart.xy[point] for point in rules.chart.city_point]
    near = sorted(range(36), key=lambda city: (places[city][0] - x) ** 2 + (places[city][1] - y) ** 2)
    for seat, city in enumerate((near[1], near[2])):
        home(rules, state, seat, rules.chart.cities[city])
    for _ in range(rng.randrange(9)):
        extend(rules, state, rng.randrange(2))
    seat = seed // 2 % 2
    cards = {colour: rng.choice((0, 0, 1, 1, 2, 3)) for colour in rules.chart.colours}
    hold(rules, state, seat, **cards)
    state.players[seat].tracks_left = rng.choice((1, 2, 3, 4, 5, 6, 30))
    return rules, state, seat


@pytest.mark.clause("SPK-15.2", "SPK-15.3", "SPK-15.4", "SPK-10.11")
@pytest.mark.parametrize("seed", range(24))
def test_what_is_proposed_in_scattered_positions(seed: int) -> None:
    rules, state, seat = scattered(seed)
    expected = {city: [line for _, _, line in lines] for city, lines in brute_force(rules, state, seat).items()}
    search = Proposals(rules, state, seat)
    best = search.best()
    turn_of(rules, state, seat)
    builds = [action for action in rules.legal(state) if isinstance(action, Build)]
    assert builds == [
        Build(tuple(rules.chart.segments[s] for s in line), rules.cards_by_name(pay), rules.chart.cities[city])
        for city, line, pay in best
    ]
    got: dict[int, list[list[int]]] = {}
    for city, line, pay in best:
        got.setdefault(city, []).append(line)
        assert list(pay) == usual_payment(colours_of(rules.chart, line), state.players[seat].hand, rules.single_colour)
    assert got == expected
    assert list(got) == sorted(got)
    for city, lines in got.items():
        cheapest = usual_payment(colours_of(rules.chart, lines[0]), state.players[seat].hand, rules.single_colour)
        assert cheapest is not None and search.cheapest(city) == sum(cheapest)


def spread(chart: Chart, owner: list[int], mine: list[int]) -> list[int]:
    """How far every point is, over free segments and past no city."""
    found = [99] * len(chart.points)
    front = dict.fromkeys(mine, 0)
    while front:
        for p, d in front.items():
            found[p] = d
        onwards = [(p, d) for p, d in front.items() if d == 0 or chart.city_at[p] < 0]
        front = {q: d + 1 for p, d in onwards for q, s, _ in chart.near[p] if owner[s] < 0 and found[q] == 99}
    return found


@pytest.mark.clause("SPK-15.2", "SPK-10.3")
@pytest.mark.parametrize("seed", range(12))
def test_how_far_a_network_is(seed: int) -> None:
    """Over free segments, past no city, as far as asked."""
    rules, state, seat = scattered(seed)
    mine = state.players[seat].points
    expected = spread(rules.chart, state.owner, mine)
    for longest in (0, 1, 2, 4, 6):
        assert distances(rules.chart, state.owner, mine, longest) == [d if d <= longest else 99 for d in expected], longest


@pytest.mark.clause("SPK-10.3")
def test_no_way_leads_past_a_city() -> None:
    rules = rules_for(2)
    chart = rules.chart
    for owned in (-1, 0, 1):
        for point in chart.city_point:
            junction = chart.near[point][0][0]
            owner = [owned if s % 3 == 0 else -1 for s in range(len(chart.segments))]
            expected = spread(chart, owner, [junction])
            assert distances(chart, owner, [junction], 6) == [d if d <= 6 else 99 for d in expected]


@pytest.mark.clause("SPK-10.3a")
def test_the_points_of_a_line() -> None:
    chart = rules_for(2).chart
    ends = {name: chart.ends[chart.segment_id[name]] for name in ("s270", "s269", "s300")}
    raleigh, norfolk = (chart.city_point[chart.city_id[city]] for city in ("raleigh", "norfolk"))
    (between,) = set(ends["s270"]) & set(ends["s269"])
    line = [chart.segment_id["s270"], chart.segment_id["s269"]]
    assert walk(chart, line, []) == [raleigh, between, norfolk]
    assert walk(chart, line[::-1], []) == [norfolk, between, raleigh]
    assert walk(chart, [], [raleigh]) == []
    assert walk(chart, [line[0], chart.segment_id["s331"]], [raleigh]) == [], "they do not meet"
    a, b = chart.ends[line[0]]
    for mine, points in (([], [a, b]), ([a], [a, b]), ([b], [b, a]), ([a, b], [a, b])):
        assert walk(chart, line[:1], mine) == points, mine


def only_free(rules: Spike, state: Table, seat: int, *names: str) -> None:
    """Somebody else has track everywhere but on these segments; the seat is rich."""
    state.owner = [-1 if name in names else 1 - seat for name in rules.chart.segments]
    hold(rules, state, seat, **dict.fromkeys(rules.chart.colours, 5))
    state.players[seat].tracks_left = 30


@pytest.mark.clause("SPK-10.3")
def test_no_line_meets_a_point_twice_where_there_are_few_lines() -> None:
    """From Raleigh by r08c11 to Norfolk: going round another three segments from r08c11 and back is no second line."""
    rules = rules_for(2)
    chart = rules.chart
    state = started(rules)
    home(rules, state, 0, "raleigh")
    junction = chart.point_id["r08c11"]
    cities = {chart.city_point[chart.city_id[city]] for city in ("raleigh", "norfolk")}
    round_ = next(
        (s, t, u)
        for a, s, _ in chart.near[junction]
        for b, t, _ in chart.near[a]
        for c, u, _ in chart.near[b]
        if c == junction and len({s, t, u}) == 3 and not {a, b} & cities
    )
    only_free(rules, state, 0, "s270", "s269", *(chart.segments[s] for s in round_))
    assert [[chart.segments[s] for s in line] for _, line, _ in Proposals(rules, state, 0).best()] == [["s270", "s269"]]


@pytest.mark.clause("SPK-15.2")
@pytest.mark.parametrize(("length", "proposed"), [(1, True), (2, True), (6, True), (7, False)])
def test_lines_of_up_to_six_segments_are_proposed(length: int, proposed: bool) -> None:
    rules = rules_for(2)
    chart = rules.chart
    state = started(rules)
    home(rules, state, 0, "atlanta")
    if length == 1:
        lay(rules, state, 0, "s331", "s330")
    stack: list[tuple[int, list[int]]] = [(p, []) for p in state.players[0].points]
    line: list[int] = []
    while not line:
        point, way = stack.pop()
        for q, s, _ in chart.near[point]:
            if all(q not in chart.ends[t] for t in way) and q not in state.players[0].points:
                if chart.city_at[q] >= 0 and len(way) + 1 == length:
                    line = [*way, s]
                elif chart.city_at[q] < 0 and len(way) + 1 < length:
                    stack.append((q, [*way, s]))
    only_free(rules, state, 0, *(chart.segments[s] for s in line))
    assert refuse_line(rules, state, 0, line) is None
    assert [found for _, found, _ in Proposals(rules, state, 0).best()] == ([line] if proposed else [])


@pytest.mark.clause("SPK-10.3", "SPK-1.3")
def test_as_many_tracks_as_segments_are_enough() -> None:
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, 0, "raleigh")
    line = [rules.chart.segment_id[s] for s in ("s270", "s269")]
    for left, expected in ((0, "no_tracks"), (1, "no_tracks"), (2, None), (3, None)):
        state.players[0].tracks_left = left
        reason = refuse_line(rules, state, 0, line)
        assert (reason and reason.code) == expected, left
    reason = refuse_line(rules, state, 0, [])
    assert reason is not None and reason.code == "line_not_path"
    home(rules, state, 0, "atlanta")
    lay(rules, state, 0, "s331", "s330")
    state.players[0].tracks_left = 1
    assert refuse_line(rules, state, 0, [rules.chart.segment_id["s296"]]) is None, "the last track, to Knoxville"


def led_on(rules: Spike, state: Table, seat: int, line: list[int]) -> set[int]:
    """The segments with which a sketch can go on, by trying every line (SPK-15.6)."""
    chart, player = rules.chart, state.players[seat]

    def arrives(point: int, way: list[int], seen: frozenset[int]) -> bool:
        if len(way) > min(player.tracks_left, sum(player.hand)) or not affordable(
            colours_of(chart, way), player.hand, rules.single_colour
        ):
            return False
        if chart.city_at[point] >= 0:
            return chart.city_at[point] not in player.cities
        return any(arrives(q, [*way, s], seen | {q}) for q, s, _ in chart.near[point] if q not in seen and state.owner[s] < 0)

    points = walk_from(rules, line, player.points) if line else []
    taken = frozenset((*player.points, *points))
    heads = points[-1:] or player.points
    return {
        s
        for head in heads
        for q, s, _ in chart.near[head]
        if q not in taken and state.owner[s] < 0 and arrives(q, [*line, s], taken | {q})
    }


@pytest.mark.clause("SPK-15.6", "SPK-10.11")
@pytest.mark.parametrize("seed", range(16))
def test_a_sketch_goes_on_wherever_a_line_can_still_be_finished_and_paid(seed: int) -> None:
    rules, state, seat = scattered(seed)
    rng = random.Random(seed)
    state.players[seat].tracks_left = min(state.players[seat].tracks_left, 4)
    line: list[int] = []
    while True:
        found = onward(rules, state, seat, line)
        assert len(set(found)) == len(found) and set(found) == led_on(rules, state, seat, line), line
        if not found:
            break
        line.append(rng.choice(found))
        if rules.chart.city_at[walk_from(rules, line, state.players[seat].points)[-1]] >= 0:
            break


@pytest.mark.clause("SPK-15.1", "SPK-10.2")
def test_nothing_is_proposed_without_tracks_or_cards() -> None:
    rules, state, seat = scattered(3)
    for tracks, cards, some in ((0, 2, False), (30, 0, False), (30, 2, True)):
        state.players[seat].tracks_left = tracks
        hold(rules, state, seat, **dict.fromkeys(rules.chart.colours, cards))
        turn_of(rules, state, seat)
        assert any(isinstance(action, Build) for action in rules.legal(state)) is some


@pytest.mark.clause("SPK-16.1", "SPK-10.12")
@pytest.mark.parametrize("builder", [0, 1, 2])
@pytest.mark.parametrize("gift", ["purple", "blue", "white"])
def test_what_is_known_of_a_hand_after_cards_were_played(builder: int, gift: str) -> None:
    """Known cards are played first; the gift concerns only who got it, the last player, and cards of its colour."""
    rules = rules_for(3)
    state = started(rules)
    assert state.last == 2
    purple, blue, given = (rules.chart.colour_id[colour] for colour in ("purple", "blue", gift))
    home(rules, state, builder, "raleigh")
    hold(rules, state, builder, purple=3, blue=2, white=2)
    player = state.players[builder]
    for known, follows in ((0, 0), (1, 0), (2, 1)):
        trial = state.clone()
        trial.players[builder].known[purple] = known
        trial.gift, trial.gift_known = given, 2
        turn_of(rules, trial, builder)
        rules.play(trial, builder, Build(("s270", "s269"), {"purple": 1, "blue": 1}))
        assert trial.players[builder].known[purple] == follows
        assert trial.players[builder].known[blue] == 0
        assert trial.gift_known == (1 if builder == 2 and gift != "white" else 2)
        assert trial.players[builder].hand == [n - (c in (purple, blue)) for c, n in enumerate(player.hand)]
        assert trial.discard == [state.discard[c] + (c in (purple, blue)) for c in range(6)]


@pytest.mark.clause("SPK-16.1")
def test_nobody_knows_fewer_than_no_card_of_the_gift() -> None:
    rules = rules_for(3)
    state = started(rules)
    home(rules, state, 2, "raleigh")
    hold(rules, state, 2, purple=2, blue=4)
    for known, left in ((0, 0), (1, 0), (3, 0), (4, 1)):
        trial = state.clone()
        trial.gift, trial.gift_known = rules.chart.colour_id["blue"], known
        turn_of(rules, trial, 2)
        rules.play(trial, 2, Build(("s270", "s269"), {"blue": 3}))
        assert trial.gift_known == left


@pytest.mark.clause("SPK-15.4", "SPK-15.6")
def test_the_usual_payment_comes_first_even_where_another_takes_as_few_cards() -> None:
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, 0, "raleigh")
    hold(rules, state, 0, purple=3, brown=3)
    state.agenda[-1] = PayForLine(0, ("s270", "s269"))
    assert [action.pay for action in rules.legal(state) if isinstance(action, Pay)] == [{"purple": 1, "brown": 2}, {"purple": 3}]


@pytest.mark.clause("SPK-15.6")
def test_a_line_can_be_given_up_when_it_is_to_be_paid() -> None:
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, 0, "raleigh")
    hold(rules, state, 0, purple=1, blue=1)
    turn_of(rules, state, 0)
    for action in (BeginLine(), AddTrack("s270"), AddTrack("s269")):
        play(rules, state, action)
    assert isinstance(state.agenda[-1], PayForLine) and code(rules, state, DropLine()) is None
    before = state.clone()
    play(rules, state, DropLine())
    assert state.agenda[-1] == TakeAction(0)
    assert (state.owner, state.players, state.discard) == (before.owner, before.players, before.discard)


@pytest.mark.clause("SPK-15.6")
def test_a_sketch_is_done_in_whichever_city_it_reaches() -> None:
    rules = rules_for(2)
    chart = rules.chart
    for city, point in enumerate(chart.city_point):
        state = started(rules)
        (junction, s, _) = chart.near[point][0]
        state.players[0].points.append(junction)
        state.players[0].cities = [c for c in state.players[0].cities if c != city]
        state.agenda[-1] = SketchLine(0)
        rules.apply(state, AddTrack(chart.segments[s]))
        assert state.agenda[-1] == PayForLine(0, (chart.segments[s],)), chart.cities[city]


@pytest.mark.clause("SPK-15.6")
def test_a_form_is_offered_where_more_payments_are_possible_than_listed() -> None:
    """Twenty-four are listed; with one more there is a form, which takes any number of cards from none."""
    rules = rules_for(2)
    state = started(rules)
    purple, brown = (rules.chart.colour.index(rules.chart.colour_id[colour]) for colour in ("purple", "brown"))
    line = [purple, brown, brown]
    state.agenda[-1] = PayForLine(0, tuple(rules.chart.segments[s] for s in line))
    for hand, ways in (([1, 2, 3, 3, 3, 2], 24), ([2, 1, 3, 3, 4, 2], 25)):
        assert len(payments(colours_of(rules.chart, line), hand, True)) == ways
        state.players[0].hand = hand
        assert sum(isinstance(action, Pay) for action in rules.legal(state)) == 24
        forms = rules.forms(state)
        assert bool(forms) is (ways > 24)
        limits = {(field.name, field.low, field.high) for form in forms for field in form.fields}
        assert not forms or limits == {(f"pay.{colour}", 0, n) for colour, n in zip(rules.chart.colours, hand, strict=True) if n}
