"""Moments of a finished game: by the seat's own decisions."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.analysis import Analyst
from boxcars.analysis.key_moments import QUICK, judged, moments
from boxcars.core.record import Record
from tests.analysis.games import golden

SPIKE = "spike/golden/eastern_usa-3-heuristic.jsonl"


def beginning(record: Record) -> Any:
    rules, state, _ = next(iter(record.replay()))
    return rules.clone(state)


@pytest.mark.parametrize("name", [SPIKE, pytest.param("ticket_to_ride/golden/usa-2-heuristic.jsonl", marks=pytest.mark.slow)])
def test_moments_quote_the_chances_of_the_graph(name: str) -> None:
    record = golden(name)
    rules = record.rules()
    analyst = Analyst(rules)
    acts = [(entry.seat, bytes(entry.action)) for entry in record.entries]
    found = {seat: moments(rules, beginning(record), acts, seat) for seat in (1,)}
    turns = [(seat, turn) for seat, one in found.items() for turn in (one.fall, one.best) if turn is not None]
    assert turns
    for ply, (_, state, _) in enumerate(record.replay()):
        for seat, turn in turns:
            if turn.ply == ply:
                assert record.entries[ply].seat == seat and turn.before == analyst.chances(state)[seat]
    for one in found.values():
        assert one.fall is None or (one.fall.gain < 0 and one.fall.after < one.fall.before)
        assert one.best is None or (one.best.gain > 0 and one.best.after > one.best.before)


def test_what_others_do_next_is_no_merit() -> None:
    """A delivery of one dollar was "your best turn", as others erred before the next one. A turn ends with its last action."""
    record = golden(SPIKE)
    rules = record.rules()
    acts = [(entry.seat, rules.read_action(bytes(entry.action))) for entry in record.entries]
    begin = next(ply for ply in range(60, 200) if acts[ply][0] != acts[ply - 1][0])
    end = next(ply for ply in range(begin, 220) if acts[ply][0] != acts[begin][0])
    seat, analyst = acts[begin][0], Analyst(rules, QUICK)
    states = {ply: rules.clone(state) for ply, (_, state, _) in enumerate(record.replay()) if ply in (begin, end)}
    turn = judged(analyst, begin, states[begin], [action for _, action in acts[begin:end]])
    assert turn.after == analyst.chances(states[end])[seat]


def test_what_the_policy_plays_anyway_is_no_moment() -> None:
    """Chances are those of playing on sensibly, so a turn that does just that changes nothing, whatever luck it has."""
    record = golden("age_of_steam/golden/rust_belt-3-heuristic.jsonl")
    rules = record.rules()
    analyst = Analyst(rules, QUICK)
    gains = []
    for ply, (_, state, _) in enumerate(record.replay()):
        seat = rules.actor(state)
        if seat >= 0 and ply % 60 == 30:
            action = analyst.evaluator.rollout_action(rules.clone(state), {})
            gains.append(abs(judged(analyst, ply, rules.clone(state), [action]).gain))
    assert len(gains) >= 3 and sum(gains) / len(gains) < 0.1
