"""The analyst keeps its promises: same bytes, nothing hidden, its own best is without loss, random play is seen through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from boxcars.analysis import Analyst, Effort, analyse
from boxcars.analysis.looking_back import judge, key_of, moments
from boxcars.analysis.tables import decisions, figures
from boxcars.arena.looking_back import analyse_all
from boxcars.core.game import Refused
from boxcars.core.record import Record, read
from tests.analysis.games import by_bots, play, rules_of

GOLDEN = Path(__file__).parents[1]
LIGHT = Effort(chances=2, choose=2, measure=4, width=4)
QUICK = ("ticket_to_ride/golden/usa-2-heuristic.jsonl", "spike/golden/eastern_usa-2-heuristic.jsonl")

KNOWN = (
    (QUICK[0], "b0d5d8ddd952d7a6557f945c883d333a", {2: 0.0006, 3: 0.0063}),
    (QUICK[1], "dc03db8730a2155e3dcc10f6a780a144", {3: 0.0146, 5: 0.0253}),
)
"""By a learned player, and by a judge."""


def golden(name: str, plies: int | None = None) -> Record:
    """A golden game; ``plies``: only its last so many, begun from the position there."""
    record = read((GOLDEN / name).read_bytes())
    if plies is None:
        return record
    rules, state = record.rules(), None
    for ply, (_, state, _) in enumerate(record.replay()):  # noqa: B007
        if ply == len(record.entries) - plies:
            break
    record.header.start = msgspec.Raw(rules.write(state))
    record.entries = record.entries[-plies:]
    return record


@pytest.mark.parametrize("name", QUICK)
def test_twice_the_same_bytes(name: str) -> None:
    record = golden(name, 24)
    once, again = analyse(record, LIGHT), analyse(golden(name, 24), LIGHT)
    assert once.write() == again.write()
    assert len(once.chances) == len(once.open) == len(record.entries) + 1
    assert [one.ply for one in once.decisions] == list(range(len(record.entries)))


@pytest.mark.parametrize("build", ["plain", pytest.param("compiled", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "key", "losses"), KNOWN)
def test_the_bytes_are_these_on_every_machine(name: str, key: str, losses: dict[int, float], build: str) -> None:
    """If this fails without a change of the analyst or of a judge, the analysis depends on more than the record. If one of them
    was changed: raise ANALYST, or (a judge) write the new name here. (The slow tests run on compiled rules, too.)"""
    found = analyse(golden(name, 12), LIGHT)
    assert found.key == key
    assert {one.ply: one.loss for one in found.decisions if one.loss} == losses


def test_the_last_point_is_the_result() -> None:
    record = golden(QUICK[0], 6)
    found = analyse(record, LIGHT)
    assert record.result is not None
    assert found.chances[-1] == found.open[-1] == [1.0 if rank == 1 else 0.0 for rank in record.result.ranks]
    assert all(0 <= share <= 1 for row in found.chances for share in row)


@pytest.mark.parametrize(
    ("name", "plies"),
    [("ticket_to_ride/golden/usa-3-heuristic.jsonl", (5, 40, 90, 130)), ("spike/golden/eastern_usa-3-heuristic.jsonl", (10, 60))],
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
            assert analyst.chances(state)[seat] == analyst.chances(other)[seat]
            judged += 1
    assert judged == len(plies)


@pytest.mark.parametrize(("game", "players"), [("ticket_to_ride", 2), ("spike", 2)])
def test_the_analysts_own_best_has_no_loss(game: str, players: int) -> None:
    rules = rules_of(game, players)
    analyst = Analyst(rules, LIGHT)
    judged = 0

    def choose(state: Any, ply: int) -> Any:
        nonlocal judged
        if ply % 9:
            return analyst.judge.proceed(state, {})
        best = analyst.best(state, ply)
        found = analyst.decision(state, ply, best)
        assert found.loss == 0 and found.label == "" and found.rival is None
        judged += found.choices > 1
        return best

    play(rules, "own best", choose)
    assert judged > 5


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
    record = golden(QUICK[0], 20)
    found = analyse(record, LIGHT)
    table = decisions([found, found])
    assert table.height == 2 * 20
    assert set(table["game"]) == {0, 1}
    assert table["loss"].min() == 0
    known = figures(record.rules(), found)
    assert [one.seat for one in known if one.chapter is None] == [0, 1]


def test_an_archive_on_processes() -> None:
    records = [golden(QUICK[0], 6), golden(QUICK[0], 8)]
    found = dict(analyse_all(records, LIGHT, workers=2))
    assert [found[n].write() for n in (0, 1)] == [analyse(record, LIGHT).write() for record in records]


def labelled(record: Record, every: int) -> tuple[float, float]:
    """Of every so many decisions: the share that is labelled, of all and of those in which anybody could err."""
    chosen = []
    analyst: Analyst | None = None
    for rules, moment in moments(record):
        analyst = analyst or Analyst(rules)
        decision = judge(analyst, moment) if moment.ply % every == 0 else None
        if decision is not None and decision.choices > 1:
            chosen.append(decision)
    names = sum(bool(one.label) for one in chosen)
    return names / len(chosen), names / sum(one.matters for one in chosen)


@pytest.mark.slow
def test_experts_are_hardly_labelled() -> None:
    """The expert of Ticket to Ride and the analyst are one mind, whose own choice is no loss: this notices only if they part.
    It says nothing of how good the analyst is."""
    record = by_bots(rules_of("ticket_to_ride", 2), "b", ["expert", "expert"])
    assert max(labelled(record, 2)) < 0.03


@pytest.mark.slow
def test_random_play_is_seen_through() -> None:
    """Half of what random players do in Ticket to Ride is to draw cards, which is seldom wrong. The aim is more than half of all
    decisions; 43 % of those with something at stake is what was reached in this very game, and the bound holds that."""
    record = by_bots(rules_of("ticket_to_ride", 2), "a", ["random", "random"])
    assert labelled(record, 3)[1] > 0.4
