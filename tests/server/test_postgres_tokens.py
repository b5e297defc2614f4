"""Several servers on one PostgreSQL: a link that dies at one is dead at all of them."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator

import psycopg
import pytest

from boxcars.server.store import lobby_list, postgres_notify
from boxcars.server.store.change_feed import ChangeFeed
from boxcars.server.store.store import Store
from tests.server.inside import Inside
from tests.server.postgres import Postgres
from tests.server.running import Seat
from tests.server.test_lobby import fill, ids
from tests.server.test_tokens import closed_with, guest_at

pytestmark = [pytest.mark.slow, pytest.mark.postgres]


@pytest.fixture(scope="module")
def pair(postgres: Postgres) -> Iterator[tuple[Inside, Inside]]:
    url = postgres.database()
    with Inside(url, limits=False) as one, Inside(url, limits=False) as two:
        yield one, two


def known_at(server: Inside, seat: Seat) -> Seat:
    """The same link at another server, which has got to know it."""
    there = Seat(server.url, seat.table, seat.token)
    assert there.view()["you"] == 1
    return there


def test_a_link_dies_at_every_server_within_a_second(pair: tuple[Inside, Inside]) -> None:
    one, two = pair
    _, bob = guest_at(one)
    there = known_at(two, bob)
    with there.live() as page, there.http.stream("GET", f"/api/tables/{bob.table}/events") as stream:
        lines = stream.iter_lines()
        assert json.loads(page.recv(timeout=5))["view"]["you"] == 1 and json.loads(next(lines))["you"] == 1
        assert two.hall.change_feed.is_hearing
        begun = time.monotonic()
        assert bob.post("leave").status_code == 200
        code, _ = closed_with(page, 2.0)
        assert code == 4401 and json.loads(list(lines)[-1])["reason"]["code"] == "gone"
        assert time.monotonic() - begun < 1.0
    assert there.view()["you"] is None and there.post("resign").status_code == 403


def test_a_server_that_hears_nothing_believes_no_memory(pair: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = pair
    _, bob = guest_at(one)
    there = known_at(two, bob)
    monkeypatch.setattr(postgres_notify, "take_in", lambda hall, payload: None)
    monkeypatch.setattr(ChangeFeed, "note_heard", lambda self, up_to: None)
    two.hall.change_feed.note_lost()
    assert bob.post("leave").status_code == 200
    assert there.view()["you"] is None
    assert bob.post("chat", text="x").status_code == 403


def test_a_channel_that_is_silent_but_not_closed_is_not_believed(pair: tuple[Inside, Inside], postgres: Postgres) -> None:
    """The other end of it is stopped, as if a cable were cut: nothing tells the server that it hears no more."""
    one, two = pair
    _, bob = guest_at(one)
    there = known_at(two, bob)
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        found = connection.execute("SELECT pid FROM pg_stat_activity WHERE application_name = 'boxcars change feed'").fetchall()
    assert len(found) == 2
    try:
        for (pid,) in found:
            os.kill(pid, signal.SIGSTOP)
        assert bob.post("leave").status_code == 200
        time.sleep(1.0)
        assert not two.hall.change_feed.is_hearing and there.view()["you"] is None
    finally:
        for (pid,) in found:
            os.kill(pid, signal.SIGCONT)
    hears_again(one, two)


def hears_again(*servers: Inside) -> None:
    until = time.monotonic() + 10
    while not all(server.hall.change_feed.is_hearing for server in servers):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_after_a_break_a_server_hears_again_and_has_missed_nothing(pair: tuple[Inside, Inside], postgres: Postgres) -> None:
    one, two = pair
    _, bob = guest_at(one)
    there = known_at(two, bob)
    with there.live() as page:
        page.recv(timeout=5)
        with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query IN ('LISTEN boxcars', 'SELECT 1')"
            )
        assert bob.post("leave").status_code == 200
        assert there.view()["you"] is None
        assert closed_with(page, 5.0)[0] == 4401
    hears_again(one, two)


def test_who_is_there_is_known_to_all(pair: tuple[Inside, Inside]) -> None:
    one, two = pair
    ann, bob = guest_at(one)
    assert ann.post("start").status_code == 200
    with bob.live() as page:
        page.recv(timeout=5)
        one.run(one.hall.presence.write_seen())
        one.run(one.hall.presence.write_seen())
    seen = two.hall.presence._read_seen(bob.table)
    assert time.time() - 60 < seen[1] <= time.time()


def test_the_lobby_on_postgres(postgres: Postgres) -> None:
    store = Store(postgres.database())
    fill(store, playing=200, over=150, open=30)
    assert ids(store)[:2] == ["open28", "open27"] and ids(store)[27] == "playing198"
    assert len(ids(store, page=2)) == 7 and ids(store, page=3) == []
    assert len(lobby_list.list_tables(store, "over", 1)) == 35
    store.close()
