"""Moments of a finished game: by whoever judges its analysis."""

from __future__ import annotations

from boxcars.analysis.key_moments import moments
from boxcars.bots.learned_bot import learned_evaluator
from tests.analysis.games import golden


def test_a_learned_player_tells_how_it_stood() -> None:
    """Not the judge, whose chances nobody plays by where there is a learned player."""
    record = golden("ticket_to_ride/golden/usa-2-heuristic.jsonl")
    found_class = learned_evaluator(record.rules())
    assert found_class is not None
    learned = found_class(record.rules())
    chances = {}
    begun = None
    for ply, (rules, state, _) in enumerate(record.replay()):
        begun = begun or rules.read_state(rules.write(state))
        if (actor := rules.actor(state)) >= 0:
            chances[ply] = learned.win_probability(rules.observe(state, actor))
    found = moments(record.rules(), begun, [(entry.seat, bytes(entry.action)) for entry in record.entries], 0)
    assert found.best is not None and found.best.before == chances[found.best.ply]
