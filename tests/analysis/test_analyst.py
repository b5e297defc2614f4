"""The analyst keeps its promises: same bytes, nothing hidden, its own best is without loss."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

import pytest

from boxcars.analysis import Analysis, Analyst, Effort, analyse
from boxcars.analysis.action_comparison import ActionComparison
from boxcars.analysis.data_frames import decisions, figures
from boxcars.analysis.game_review import key_of
from boxcars.arena.batch_analysis import analyse_all
from boxcars.bots import SeatView
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Refused
from boxcars.games.silverton.actions import Deliver, EndDeliveries
from boxcars.rail.actions import EndBuild
from tests.analysis.games import LIGHT, golden, rules_of

END = 12
"""So many of its last actions are looked at."""
QUICK = ("ticket_to_ride/golden/usa-2-heuristic.jsonl", "spike/golden/eastern_usa-2-heuristic.jsonl")
ROUNDS = (
    "age_of_steam/golden/rust_belt-3-heuristic.jsonl",
    "steam/golden/ruhr-3-heuristic-mode=standard.jsonl",
    "silverton/golden/colorado-2-heuristic.jsonl",
)
"""Where everybody plays on to the end of a round, which takes longer."""

KNOWN: tuple[tuple[str, str, list[float], dict[int, float]], ...] = (
    (QUICK[0], "c72f8dca9f34c2a292c05b49db51eb0e", [0.569, 0.431], {}),
    (QUICK[1], "9319552f9aa4de4ba0bc3025c22c6fc0", [0.9908, 0.0092], {3: 0.0019, 4: 0.0001, 5: 0.0009}),
)
"""By a learned player, and by an evaluator: the name, the chances at the first of the last plies, what was lost."""


@cache
def analysed(name: str) -> Analysis:
    """The end of a golden game, looked at once for all tests that only read what was found."""
    return analyse(golden(name, END), LIGHT)


@pytest.mark.parametrize("name", [*[pytest.param(name, marks=pytest.mark.slow) for name in (QUICK[0], *ROUNDS)], QUICK[1]])
def test_twice_the_same_bytes(name: str) -> None:
    record = golden(name, END)
    once, again = analysed(name), analyse(record, LIGHT)
    assert once.write() == again.write()
    assert len(once.chances) == len(record.entries) + 1
    assert [one.ply for one in once.decisions] == list(range(len(record.entries)))


@pytest.mark.parametrize("build", ["plain", pytest.param("compiled", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "key", "chances", "losses"), KNOWN)
def test_the_bytes_are_these_on_every_machine(
    name: str, key: str, chances: list[float], losses: dict[int, float], build: str
) -> None:
    """If this fails without a change of the analyst or of an evaluator, the analysis depends on more than the record. If one of
    them was changed: raise ANALYST and write down what it says now. (The slow tests run on compiled rules, too.)"""
    found = analysed(name)
    assert found.key == key
    assert found.chances[0] == chances
    assert {one.ply: one.loss for one in found.decisions if one.loss} == losses


def test_the_last_point_is_the_result() -> None:
    record, found = golden(QUICK[0]), analysed(QUICK[0])
    assert record.result is not None
    assert found.chances[-1] == [1.0 if rank == 1 else 0.0 for rank in record.result.ranks]
    assert all(0 <= share <= 1 for row in found.chances for share in row)


@pytest.mark.parametrize(
    ("name", "plies"),
    [
        pytest.param("ticket_to_ride/golden/usa-3-heuristic.jsonl", (5, 40, 90, 130), marks=pytest.mark.slow),
        ("spike/golden/eastern_usa-3-heuristic.jsonl", (10, 60)),
        *[pytest.param(name, (10, 100), marks=pytest.mark.slow) for name in ROUNDS],
    ],
)
def test_worlds_that_look_the_same_have_the_same_losses(name: str, plies: tuple[int, ...]) -> None:
    record = golden(name)
    rules = record.rules()
    analyst = Analyst(rules, LIGHT)
    judged = 0
    for ply, (_, state, _) in enumerate(record.replay()):
        if ply in plies:
            seat = rules.actor(state)
            action = rules.read_action(bytes(record.entries[ply].action))
            other = rules.imagine(state, seat, "quite another world")
            assert rules.write(other) != rules.write(state)
            assert analyst.decision(state, ply, action) == analyst.decision(other, ply, action)
            assert analyst.seat_chances(SeatView(rules, state, seat)) == analyst.seat_chances(SeatView(rules, other, seat))
            judged += 1
    assert judged == len(plies)


@pytest.mark.parametrize("name", [*QUICK, *[pytest.param(name, marks=pytest.mark.slow) for name in ROUNDS]])
def test_the_analysts_own_best_has_no_loss(name: str) -> None:
    rules = golden(name).rules()
    analyst = Analyst(rules, LIGHT)
    state: Any = rules.start(Chance(seed_from("own best")))
    judged = 0
    for ply in range(60):
        if ply % 6:
            action = analyst.evaluator.rollout_action(rules.clone(state), {})
        else:
            action = analyst.best(state, ply)
            found = analyst.decision(state, ply, action)
            assert found.loss == 0 and found.label == "" and found.rival is None
            judged += found.choices > 1
        rules.apply(state, action)
    assert judged > 5


def test_in_the_last_round_no_decision_rests_on_one_finished_game() -> None:
    """Nothing is drawn any more: all games would be one in which nobody hesitates, and it would be won or lost by a little."""
    record = golden("age_of_steam/golden/rust_belt-3-heuristic.jsonl")
    rules = record.rules()
    analyst = Analyst(rules)
    *_, (_, state, _) = islice(record.replay(), 244)
    assert analyst.lookahead.is_last_round(state)
    action = next(action for action in rules.legal(state) if isinstance(action, EndBuild))
    found = analyst.decision(state, 243, action)
    assert found.rival is not None and found.error > 0


def test_near_the_end_looks_reach_as_far_as_the_expert() -> None:
    record = golden("silverton/golden/colorado-2-heuristic.jsonl")
    lookahead = Analyst(record.rules()).lookahead
    ends = [
        (
            lookahead.evaluator.projected_rounds_left(state),
            lookahead.last_round(state, second_look=False) - lookahead.current_round(state),
        )
        for _, state, _ in record.replay()
    ]
    assert ends[0] == (ends[0][0], 1) and ends[0][0] > lookahead.play_out_last_rounds
    assert all(ahead > 10 for left, ahead in ends if left <= lookahead.play_out_last_rounds)
    assert ends[-2][0] <= lookahead.play_out_last_rounds


def test_the_same_actions_in_another_order_are_no_mistake() -> None:
    """Where the better action is what the seat did right afterwards, something else must be better, or nothing is."""
    record = golden("ticket_to_ride/golden/usa-3-heuristic.jsonl")
    rules = record.rules()
    analyst = Analyst(rules, LIGHT)
    for ply, (_, state, _) in enumerate(record.replay()):
        if ply == 41:
            action = rules.read_action(bytes(record.entries[ply].action))
            found = analyst.decision(state, ply, action)
            assert found.rival is not None and found.label
            again = analyst.decision(state, ply, action, [rules.read_action(found.rival)])
            assert again.rival != found.rival
            break


def test_what_was_done_next_may_have_been_better_alone() -> None:
    """Whoever sells at a bad price first and well afterwards has not chosen another order, but once too much: both together are
    compared with the second alone."""
    record = golden("silverton/golden/colorado-2-heuristic.jsonl")
    rules = record.rules()
    for _, state, _ in record.replay():
        sales = {action.claim: action for action in rules.legal(state) if isinstance(action, Deliver)}
        if len(sales) > 1:
            break
    trials = ActionComparison(Analyst(rules, LIGHT), SeatView(rules, state, rules.actor(state)), 0)
    first, next, *_ = sales.values()
    both = trials.followed_by(first, [next])
    assert both is not None and both.seat_value(next, 0) == trials.seat_value(next, 0)
    assert trials.followed_by(EndDeliveries(), [first]) is None


def test_forced_actions_are_no_decisions() -> None:
    record = golden("age_of_steam/golden/rust_belt-3-heuristic.jsonl")
    rules = record.rules()
    analyst = Analyst(rules, LIGHT)
    for ply, (_, state, _) in enumerate(record.replay()):
        if rules.actor(state) >= 0 and len(rules.legal(state)) == 1:
            found = analyst.decision(state, ply, rules.legal(state)[0])
            assert (found.choices, found.loss, found.label) == (1, 0.0, "")
            return
    pytest.fail("nothing was forced")


def test_labels_stand_above_their_error() -> None:
    analyst = Analyst(rules_of("ticket_to_ride", 2))
    assert analyst.label(0.30, 0.01) == "blunder"
    assert analyst.label(0.12, 0.01) == "mistake"
    assert analyst.label(0.06, 0.01) == "slip"
    assert analyst.label(0.049, 0.0) == ""
    assert analyst.label(0.30, 0.2) == ""


def test_a_running_game_is_refused() -> None:
    record = golden(QUICK[0], 6)
    record.result = None
    with pytest.raises(Refused):
        analyse(record, LIGHT)


def test_the_name_is_all_it_depends_on() -> None:
    record = golden(QUICK[0])
    name = key_of(record, LIGHT)
    assert key_of(golden(QUICK[0]), LIGHT) == name
    assert key_of(record, Effort()) != name
    record.header.names = ["Ada", "Brunel"]
    assert key_of(record, LIGHT) == name
    record.entries.pop()
    assert key_of(record, LIGHT) != name


def test_a_table_has_a_row_a_decision() -> None:
    found = analysed(QUICK[0])
    table = decisions([found, found])
    assert table.height == 2 * END
    assert set(table["game"]) == {0, 1}
    assert table["loss"].min() == 0
    known = figures(golden(QUICK[0]).rules(), found)
    assert [one.seat for one in known if one.chapter is None] == [0, 1]


@pytest.mark.slow
def test_an_archive_on_processes() -> None:
    records = [golden(QUICK[0], 3), golden(QUICK[0], 4)]
    found = dict(analyse_all(records, LIGHT, workers=2))
    assert [found[n].write() for n in (0, 1)] == [analyse(record, LIGHT).write() for record in records]
