"""The contract, run over every registered game, map and player count (option sets: each game's own tests)."""

from __future__ import annotations

import pytest

from boxcars.core import conformance, registry
from boxcars.core.chance import seed_from

TABLES = [(g.key, m.key, n) for g in registry.games().values() for m in g.maps for n in m.players]


@pytest.mark.parametrize(("game", "map", "players"), TABLES)
def test_the_contract_holds(game: str, map: str, players: int) -> None:
    report = conformance.check(registry.make(game, map, players), games=1, depth=17)
    assert report.games == 1
    assert report.refusals


@pytest.mark.slow
@pytest.mark.parametrize(("game", "map", "players"), TABLES)
def test_the_contract_holds_at_length(game: str, map: str, players: int) -> None:
    assert conformance.check(registry.make(game, map, players), games=6, seed="slow").games == 6


@pytest.mark.parametrize("game", registry.games())
def test_a_second_process_reaches_the_same_position(game: str) -> None:
    table = registry.game(game).maps[0]
    here, there = conformance.fingerprints_elsewhere(game, table.key, table.players[0], {}, seed_from("elsewhere"))
    assert here == there
