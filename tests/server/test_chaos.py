"""No game is ever lost: the server is killed again and again under many tables, on SQLite and on PostgreSQL, where two servers
share the database (in a full run fifty times each, under sixty tables)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scale import FULL
from tests.server import chaos
from tests.server.postgres import Postgres


def weather(database: str, folder: Path, seed: int, kills: int, servers: int = 1) -> None:
    tables, fresh, kills, seconds = (60, 6, 50, 1800) if FULL else (24, 2, kills, 600)
    storm, actions, wrong = chaos.run(
        database, folder, tables=tables, fresh=fresh, kills=kills, seconds=seconds, seed=seed, servers=servers
    )
    print(f"{storm.killed} kills, {actions} actions, {len(storm.acknowledged)} acknowledged, {storm.counts}, wrong: {wrong}")
    assert wrong == []
    assert actions >= 500 and len(storm.acknowledged) >= 500
    counts = storm.counts
    assert min(counts.dropped, counts.doubled, counts.raced, counts.reordered, counts.lost, counts.reconnected) > 10


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(2400)
def test_chaos_on_sqlite(tmp_path: Path) -> None:
    weather(str(tmp_path / "chaos.sqlite"), tmp_path, 1, kills=5)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.timeout(2400)
def test_chaos_on_postgres(postgres: Postgres, tmp_path: Path) -> None:
    weather(postgres.database(), tmp_path, 2, kills=3, servers=2)
