"""One number per position: chances add up, and every place quotes the same one."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from boxcars.analysis import Analyst, Decision, Effort, analyse
from boxcars.analysis.game_review import quoted
from boxcars.bots import SeatView
from boxcars.bots.bot import Candidate
from boxcars.core.game import Rules
from boxcars.core.messages import T
from boxcars.core.record import Record
from boxcars.server.jobs.analysis_jobs import Tried, estimate_value
from boxcars.server.jobs.worker_tasks import Advice, Task, advise_seat, quote_chances
from boxcars.server.table.documents import Setup
from tests.analysis.games import LIGHT, golden

AGE_OF_STEAM = "age_of_steam/golden/rust_belt-3-heuristic.jsonl"
STEAM = "steam/golden/ruhr-3-heuristic-mode=standard.jsonl"
SILVERTON = "silverton/golden/colorado-3-heuristic.jsonl"
TICKETS = "ticket_to_ride/golden/usa-3-heuristic.jsonl"
SPIKE = "spike/golden/eastern_usa-3-heuristic.jsonl"
GAMES = (AGE_OF_STEAM, STEAM, SILVERTON, TICKETS, SPIKE)


def positions(record: Record, count: int) -> list[tuple[int, Rules[Any], Any]]:
    """Some positions of a game, copied: ply, rules, state."""
    plies = set(random.Random(record.header.seed).sample(range(len(record.entries)), count))
    return [(ply, rules, rules.clone(state)) for ply, (rules, state, _) in enumerate(record.replay()) if ply in plies]


@pytest.mark.parametrize("name", GAMES)
def test_the_chances_of_all_seats_add_up(name: str) -> None:
    record = golden(name)
    analyst = Analyst(record.rules(), LIGHT)
    for ply, _, state in positions(record, 5):
        chances = analyst.chances(state)
        assert abs(sum(chances) - 1) < 0.01, ply
        assert all(0 <= chance <= 1 for chance in chances)


@pytest.mark.parametrize("name", GAMES)
def test_a_chance_depends_on_the_position_alone(name: str) -> None:
    """So whoever asks for it, of the game or of a line that was tried, is told the same."""
    record = golden(name)
    head = record.header
    analyst = Analyst(record.rules())
    for _, rules, state in positions(record, 2):
        known = analyst.chances(state)
        setup = Setup(game=head.game, map=head.map, players=head.players, options=head.options, seed="test")
        assert estimate_value(Tried(setup, rules.write(state))) == known == analyst.chances(state)


@pytest.mark.parametrize("name", [AGE_OF_STEAM, STEAM])
def test_a_hint_quotes_the_chance_of_the_position(name: str) -> None:
    """Nothing is hidden in these games, so the number of a seat is that of the analysis."""
    record = golden(name)
    head = record.header
    analyst = Analyst(record.rules())
    for ply, rules, state in positions(record, 2):
        seat = rules.actor(state)
        assert analyst.seat_chances(SeatView(rules, state, seat)) == analyst.chances(state), ply
        task = Task(head.game, head.map, head.players, dict(head.options), rules.write(state), seat, "easy", "hint")
        best, *rest = msgspec.json.decode(advise_seat(task), type=list[Advice])
        assert best.value == analyst.chances(state)[seat]
        assert all(one.value <= best.value for one in rest)


def test_the_candidates_of_a_hint_lie_below_the_best() -> None:
    why = T("No reason given.")
    found = quote_chances([Candidate("a", 0.6, 1, why), Candidate("b", 0.45, 1, why), Candidate("c", 0.1, 1, why)], 0.4)
    assert [round(one.value, 4) for one in found] == [0.4, 0.25, 0.0]


@pytest.mark.parametrize("name", GAMES[-1:])
def test_verdicts_quote_the_chances_of_the_graph(name: str) -> None:
    record = golden(name)
    record.entries = record.entries[:16]  # the beginning of a game that went on
    found = analyse(record, Effort(chances=2, choose=2, measure=2, width=2))
    judged = [one for one in found.decisions if one.choices > 1]
    assert len(judged) > 5 and any(one.loss for one in judged)
    for one in judged:
        assert one.chance == found.chances[one.ply + 1][one.seat]
        assert one.better == pytest.approx(one.chance + one.loss)
        assert one.better <= 1


def test_nobody_loses_more_than_there_was_to_win() -> None:
    judged = Decision(
        ply=3,
        seat=1,
        step="Turn",
        action=msgspec.Raw(b"null"),
        choices=4,
        chance=0.5,
        better=0.8,
        loss=0.3,
        error=0.05,
        label="blunder",
    )
    found = quoted(judged, [0.1, 0.88, 0.02])
    assert (found.chance, found.better, found.loss, found.label) == (0.88, 1.0, 0.12, "mistake")
    assert quoted(judged, [0.02, 0.97, 0.01]).label == ""
    assert quoted(judged, None) == judged


def test_spike_does_not_jump_with_every_tile() -> None:
    """Chances are those of a quiet moment: a seat's own unsurprising moves change little (they ran 38, 39, 25, 44, 52 once)."""
    record = golden(SPIKE)
    analyst = Analyst(record.rules(), LIGHT)
    chances = [analyst.chances(state) for ply, (_, state, _) in enumerate(record.replay()) if 100 <= ply < 140]
    jumps = [max(abs(a - b) for a, b in zip(one, next, strict=True)) for one, next in pairwise(chances)]
    assert sum(jumps) / len(jumps) < 0.06
