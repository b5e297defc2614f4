"""Moments of a finished game: by whoever judges its analysis."""

from __future__ import annotations

from boxcars.analysis.moments import moments
from boxcars.bots.master import champion_of
from tests.analysis.games import golden


def test_a_learned_player_tells_how_it_stood() -> None:
    """Not the judge, whose chances nobody plays by where there is a learned player."""
    record = golden("ticket_to_ride/golden/usa-2-heuristic.jsonl")
    champion = champion_of(record.rules())
    assert champion is not None
    learned = champion(2)
    chances = {}
    begun = None
    for ply, (rules, state, _) in enumerate(record.replay()):
        begun = begun or rules.read_state(rules.write(state))
        if (actor := rules.actor(state)) >= 0:
            chances[ply] = learned.chance(rules.observe(state, actor))
    found = moments(record.rules(), begun, [(entry.seat, bytes(entry.action)) for entry in record.entries], 0)
    assert found.best is not None and found.best.before == chances[found.best.ply]
