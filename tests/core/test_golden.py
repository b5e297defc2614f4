"""Golden games: recorded games of every registered game replay to the exact score and position (see tools/make_golden.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxcars.core import record, registry

TESTS = Path(__file__).parents[1]
GOLDEN = sorted(TESTS.glob("*/golden/*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: f"{p.parts[-3]}/{p.stem}")
def test_a_golden_game_replays_to_its_score(path: Path) -> None:
    game = record.read(path.read_bytes())
    assert game.result is not None
    assert game.verify() == []
    # Independently of verify: play on, and compare every number.
    for rules, state, _ in game.replay():
        assert rules.outcome(state) is None or rules.actor(state) == -1
    outcome = rules.outcome(state)
    assert outcome is not None
    assert outcome.scores == game.result.scores
    assert outcome.ranks == game.result.ranks
    assert rules.fingerprint(state) == game.result.fingerprint


@pytest.mark.parametrize("game", registry.games())
def test_every_map_and_player_count_has_a_golden_game(game: str) -> None:
    headers = [record.read(p.read_bytes()).header for p in GOLDEN if p.parts[-3] == game]
    have = {(h.map, h.players) for h in headers}
    want = {(m.key, n) for m in registry.game(game).maps for n in m.players}
    assert want <= have, f"python tools/make_golden.py {game}"
