from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.postgres import Postgres, binaries
from tests.server.running import OPEN, Server


@pytest.fixture(autouse=True)
def close_clients() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One real server on SQLite for all tests that do not break theirs."""
    folder = tmp_path_factory.mktemp("server")
    running = Server(str(folder / "boxcars.sqlite"), folder, "--no-limits", "--private-webhooks", eager=True).start()
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log.read_text()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    if binaries() is None:
        pytest.skip("no PostgreSQL binaries here (set BOXCARS_POSTGRES to their folder)")
    running = Postgres()
    yield running
    running.stop()
