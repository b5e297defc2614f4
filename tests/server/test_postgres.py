"""Several servers on one PostgreSQL: each serves every table, and each sees what the others do."""

from __future__ import annotations

import json
import random
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from boxcars.server.store.store import Store
from tests.server.postgres import Postgres
from tests.server.running import Seat, Server, make, play_on, table_of
from tests.server.test_store import boxcars, settled

pytestmark = [pytest.mark.slow, pytest.mark.postgres]


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers started at the same moment on an empty database."""
    folder = tmp_path_factory.mktemp("pair")
    url = postgres.database()
    one = Server(url, folder, "--no-limits", name="one").start(wait=False)
    two = Server(url, folder, "--no-limits", name="two").start(wait=False)
    one.wait()
    two.wait()
    yield one, two
    assert one.stop() == 0 and two.stop() == 0
    assert "Traceback" not in one.log.read_text() + two.log.read_text()


def test_players_at_different_servers_see_each_others_moves(pair: tuple[Server, Server]) -> None:
    one, two = pair
    made = make(one.url, seats=[{"kind": "person", "name": "Ann"}])
    with Seat(two.url, made["table"], None) as guest:
        token = guest.post("join", name="Bob").json()["token"]
    ann, bob = Seat(one.url, made["table"], made["tokens"][0]), Seat(two.url, made["table"], token)
    with ann.live() as at_one, bob.live() as at_two:
        assert json.loads(at_one.recv(timeout=10))["view"]["seats"][1]["name"] == "Bob"
        json.loads(at_two.recv(timeout=10))
        assert ann.post("start").status_code == 200
        seats, sockets, shown = [ann, bob], [at_one, at_two], [-1, -1]
        latency = []
        for ply in range(1, 21):
            actor = seats[ann.view()["actor"]]
            begun = time.monotonic()
            assert actor.act(actor.view()).status_code == 200
            for i, socket in enumerate(sockets):
                while shown[i] < ply:
                    shown[i] = json.loads(socket.recv(timeout=10)).get("view", {}).get("ply", shown[i])
            latency.append(time.monotonic() - begun)
        assert bob.post("chat", text="well played").status_code == 200
        until = time.monotonic() + 10
        said = []
        while not said and time.monotonic() < until:
            said = json.loads(at_one.recv(timeout=10)).get("view", {}).get("chat", [])
        assert said[0]["text"] == "well played"
        assert sorted(latency)[len(latency) // 2] < 1.0
    with Seat(one.url, made["table"], None) as here, Seat(two.url, made["table"], None) as there:
        mine, theirs = here.view(), there.view()
    for part in ("ply", "mark", "seq", "pieces", "panels", "describe", "log"):
        assert mine[part] == theirs[part], part


def test_racing_through_both_servers_doubles_nothing(pair: tuple[Server, Server]) -> None:
    one, two = pair
    seats = table_of(one.url, people=2)
    mirrors = [Seat(two.url, s.table, s.token) for s in seats]
    won = []
    for _ in range(15):
        actor = seats[0].view()["actor"]
        view = seats[actor].view()
        clients = [seats[actor], mirrors[actor]] * 2
        codes: list[int] = []

        def send(client: Seat, choice: int, view: dict = view, codes: list[int] = codes) -> None:  # type: ignore[type-arg]
            with Seat(client.url, client.table, client.token) as own:
                codes.append(own.act(view, choice).status_code)

        luck = random.Random(view["ply"])
        threads = [threading.Thread(target=send, args=(c, luck.randrange(len(view["legal"])))) for c in clients]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(codes) == [200, 409, 409, 409]
        won.append(seats[0].view()["ply"])
    assert won == list(range(1, 16))
    assert seats[0].view()["log"] == mirrors[0].view()["log"]


def test_bots_of_a_killed_server_are_played_by_the_other(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    one = Server(url, tmp_path, "--no-limits", name="one").start()
    two = Server(url, tmp_path, "--no-limits", name="two").start()
    made = make(one.url, players=2, seats=[{"kind": "bot", "level": "random"}] * 2, start=True)
    one.kill()
    with Seat(two.url, made["table"], None) as guest:
        until = time.monotonic() + 60
        while guest.view()["status"] != "over":
            assert time.monotonic() < until
            time.sleep(0.2)
    assert two.stop() == 0


def test_a_game_on_postgres_verifies_dumps_and_restores(postgres: Postgres, tmp_path: Path) -> None:
    url, other = postgres.database(), postgres.database()
    store = Store(url)
    table = settled(store, 80)
    store.close()
    ran = boxcars("verify-store", "--database", url)
    assert ran.returncode == 0 and "80 actions replayed, 0 differ" in ran.stdout
    assert boxcars("backup", str(tmp_path / "x"), "--database", url).returncode == 2
    dump = subprocess.run([postgres.binaries / "pg_dump", "-Fc", url], capture_output=True, check=True).stdout
    subprocess.run([postgres.binaries / "pg_restore", "-d", other], input=dump, capture_output=True, check=True)
    restored = Store(other)
    found = restored.load_table(table.id)
    assert found is not None and found[0].seq == table.seq and restored.secret == store.secret
    restored.close()


def test_the_channel_is_opened_again_after_a_break(pair: tuple[Server, Server], postgres: Postgres) -> None:
    one, two = pair
    seats = table_of(one.url, people=2)
    mirror = Seat(two.url, seats[0].table, seats[0].token)
    with mirror.live() as socket:
        json.loads(socket.recv(timeout=10))
        with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'boxcars change feed'"
            )
        view = play_on(seats, 3)
        shown, until = -1, time.monotonic() + 20
        while shown < view["ply"] and time.monotonic() < until:
            shown = json.loads(socket.recv(timeout=20)).get("view", {}).get("ply", shown)
        assert shown == view["ply"]
