"""What strangers send: crafted records, foreign pages, odd bodies and names; and files that are nobody else's business."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Refused
from boxcars.core.record import Header, Record
from boxcars.server.config import Config
from boxcars.server.http.middleware import LimitsMiddleware
from boxcars.server.http.server_process import is_local_host
from boxcars.server.metrics import Metrics
from boxcars.server.store.database import database_url
from boxcars.server.store.store import InUse, Store
from boxcars.server.table import records
from tests.server.running import SOURCE, Seat, Server, played, table_of
from tests.server.test_store import boxcars

NDJSON = {"Content-Type": "application/x-ndjson"}


# -- records -----------------------------------------------------------------------------------------------------------


def start_of(game: str, players: int) -> dict[str, Any]:
    rules = registry.make(game, players=players)
    found: dict[str, Any] = msgspec.json.decode(rules.write(rules.start(Chance(seed_from(1)))))
    return found


def with_start(game: str, players: int, start: Any) -> bytes:
    rules = registry.make(game, players=players)
    header = Header(game=game, map=rules.map, players=players, seed="5eed" * 16, version=rules.version)
    header.start = msgspec.Raw(msgspec.json.encode(start))
    return Record(header).write()


def leaves(thing: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every number, list and word of some JSON."""
    found = [path] if path else []
    items = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    for key, part in items:
        found += leaves(part, (*path, key))
    return found


def changed(thing: Any, path: tuple[Any, ...], value: Any) -> Any:
    copy = msgspec.json.decode(msgspec.json.encode(thing))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copy


@pytest.mark.parametrize("game", list(registry.games()))
def test_a_crafted_position_is_refused_or_sound(game: str) -> None:
    """Every part of an opening made impossible in turn: a clean refusal, or a table that can be looked at by everybody."""
    players = 3
    start = start_of(game, players)
    ways = leaves(start)
    step = max(1, len(ways) // 60)
    assert records.import_record(with_start(game, players, start)).doc.status == "playing"
    for n, path in enumerate(ways[::step]):
        value = [-1, 10**12, 99_999, [], "x", None, {}, [[[]]], 7][n % 9]
        try:
            brought = records.import_record(with_start(game, players, changed(start, path, value)))
        except Refused:
            continue
        rules = registry.make(game, players=players)
        state = rules.read_state(brought.state)
        assert rules.legal(state)
        for seat in (None, *range(players)):
            rules.observe(state, seat)


def test_a_position_of_absurd_size_is_refused() -> None:
    start = start_of("ticket_to_ride", 3)
    start["chance"]["counters"] = {f"s{i}": 1 for i in range(20_000)}
    with pytest.raises(Refused) as refused:
        records.import_record(with_start("ticket_to_ride", 3, start))
    assert refused.value.reason.code in ("bad_state", "bad_record")


def test_a_record_that_claims_another_result_is_refused() -> None:
    kept = played()
    assert kept.result is not None and records.import_record(kept.write()).doc.status == "over"
    for wrong in ({"scores": [900, 1]}, {"ranks": [1, 1]}, {"fingerprint": "0" * 32}):
        lie = msgspec.structs.replace(kept, result=msgspec.structs.replace(kept.result, **wrong))
        with pytest.raises(Refused, match="result"):
            records.import_record(lie.write())
    early = msgspec.structs.replace(kept, entries=kept.entries[:-1])
    with pytest.raises(Refused, match="result"):
        records.import_record(early.write())


def test_a_game_typed_in_goes_on_with_dice_of_our_own() -> None:
    """A record without a seed holds what was drawn at a real table; whatever comes after that is drawn here."""
    kept = played(actions=0)
    rules = registry.make("ticket_to_ride", players=2)
    drawn: dict[str, list[int]] = {}

    class Told(Chance):
        def pick(self, stream: str, counts: list[int]) -> int:
            drawn.setdefault(stream, []).append(super().pick(stream, counts))
            return drawn[stream][-1]

        def below(self, stream: str, n: int) -> int:
            drawn.setdefault(stream, []).append(super().below(stream, n))
            return drawn[stream][-1]

    rules.start(Told(kept.header.seed))
    header = msgspec.structs.replace(kept.header, seed="", commitment="", outcomes=drawn)
    brought = records.import_record(Record(header).write())
    state = rules.read_state(brought.state)
    assert state.chance.seed == brought.setup.seed != ""
    for _ in range(12):
        rules.play(state, rules.actor(state), rules.legal(state)[0])


# -- requests ----------------------------------------------------------------------------------------------------------


def test_only_what_says_it_is_json_is_read(server: Server) -> None:
    body = json.dumps({"game": "ticket_to_ride"})
    url = f"{server.url}/api/tables"
    for kind in (
        "text/plain",
        "text/plain;charset=UTF-8",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ):
        refused = httpx.post(url, content=body, headers={"Content-Type": kind})
        assert (refused.status_code, refused.json()["reason"]["code"]) == (415, "bad_type"), kind
        assert httpx.post(f"{server.url}/api/import", content="{}", headers={"Content-Type": kind}).status_code == 415
    assert httpx.post(url, content=body).status_code == 415  # a script of another site can leave the type out
    assert httpx.post(url, content=body, headers={"Content-Type": "application/json; charset=utf-8"}).status_code == 200
    assert (
        httpx.post(f"{server.url}/api/import", content=played(actions=5).write(), headers=NDJSON, timeout=30).status_code == 200
    )
    (seat, _) = table_of(server.url, start=False)
    assert seat.http.post(f"/api/tables/{seat.table}/start").status_code == 200  # no body, no type


def test_pages_of_other_sites_change_nothing(server: Server) -> None:
    url, body = f"{server.url}/api/tables", {"game": "ticket_to_ride"}
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        refused = httpx.post(url, json=body, headers=headers)
        assert (refused.status_code, refused.json()["reason"]["code"]) == (403, "foreign_origin"), headers
        assert httpx.get(f"{server.url}/api/games", headers=headers).status_code == 200
    for headers in ({"Origin": server.url}, {"Sec-Fetch-Site": "same-origin", "Origin": "https://behind.a.proxy"}, {}):
        assert httpx.post(url, json=body, headers=headers).status_code == 200, headers


def test_a_page_behind_a_proxy_is_ours_by_its_public_address() -> None:
    gate = LimitsMiddleware(None, Config(public_url="https://boxcars.example"), Metrics())
    assert gate.own_page({"headers": [(b"origin", b"https://boxcars.example"), (b"host", b"127.0.0.1:8020")]})
    assert not gate.own_page({"headers": [(b"origin", b"https://[bad"), (b"host", b"127.0.0.1:8020")]})


@pytest.mark.parametrize(
    "path",
    [
        *("/client/%00", "/client/a%00.js", "/t/%00", "/api/rules/%00", "/api/tables/%0a/view", "/" + "%01" * 9),
        *("/client/" + "a" * 300 + ".js", "/client/" + "a/" * 2500, "/api/rules/" + "x" * 5000),
        "/api/picture/" + "g" * 4000 + "/" + "m" * 4000,
    ],
    ids=range(10),
)
def test_names_that_nothing_can_have(server: Server, path: str) -> None:
    assert httpx.get(server.url + path).status_code in (200, 400, 404, 422)
    assert httpx.get(server.url + path, headers={"Accept": "text/html"}).status_code in (200, 400, 404, 422)


def test_long_and_odd_names_in_a_record(server: Server) -> None:
    kept = played(actions=4)
    for names in (["x" * 100_000, "\0\0"], ["\n\r\u202e", "é" * 5000], []):
        record = Record(msgspec.structs.replace(kept.header, names=names), kept.entries)
        made = httpx.post(f"{server.url}/api/import", content=record.write(), headers=NDJSON, timeout=60)
        assert made.status_code == 200, made.text
        with Seat(server.url, made.json()["table"], None) as guest:
            assert all(0 < len(seat["name"]) <= 40 and seat["name"].isprintable() for seat in guest.view()["seats"])
    for wrong in ({"game": "x" * 50_000}, {"map": "../" * 5000}, {"players": 10**15}, {"seed": "\0" * 5000}):
        record = Record(msgspec.structs.replace(kept.header, commitment="", **wrong), kept.entries)  # type: ignore[arg-type]
        answer = httpx.post(f"{server.url}/api/import", content=record.write(), headers=NDJSON, timeout=60)
        assert answer.status_code == 422, answer.text


# -- what is nobody else's business ------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore")
def test_metrics_are_closed_to_the_world(tmp_path: Path) -> None:
    from litestar.testing import TestClient

    from boxcars.server.http.app import create_app

    def asked(config: Config, token: str | None = None) -> int:
        with TestClient(create_app(config).app) as client:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            return client.get("/metrics", headers=headers).status_code

    assert all(is_local_host(host) for host in ("127.0.0.1", "::1", "localhost"))
    assert not any(is_local_host(host) for host in ("0.0.0.0", "::", "192.168.1.5", "boxcars.example"))
    file = str(tmp_path / "s.sqlite")
    assert asked(Config(database=file)) == 200
    assert asked(Config(database=file, metrics=False)) == 404
    assert asked(Config(database=file, metrics=False, metrics_token="tell-me"), "tell-me") == 200
    assert asked(Config(database=file, metrics_token="tell-me"), "guess") == 401
    assert asked(Config(database=file, metrics_token="tell-me")) == 401


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_files_are_their_owners_alone(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        file = tmp_path / "s.sqlite"
        store = Store(str(file))
        store.lock_file()
        for name in ("s.sqlite", "s.sqlite-wal", "s.sqlite-shm", "s.sqlite.lock"):
            assert mode(tmp_path / name) == 0o600, name
        assert boxcars("backup", str(tmp_path / "copy"), "--database", str(file)).returncode == 0
        assert mode(tmp_path / "copy") == 0o600
        store.close()
        file.chmod(0o644)  # as an older version left it
        Store(str(file)).close()
        assert mode(file) == 0o600
    finally:
        os.umask(old)


def test_a_link_to_the_database_is_the_database(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    first = Store(str(file))
    first.lock_file()
    (tmp_path / "link.sqlite").symlink_to(file)
    (tmp_path / "folder").symlink_to(tmp_path)
    os.link(file, tmp_path / "hard.sqlite")
    names = [
        f"sqlite:///{tmp_path}/link.sqlite",
        str(tmp_path / "link.sqlite"),
        f"sqlite:///{tmp_path}/../{tmp_path.name}/s.sqlite",
    ]
    names += [f"sqlite:///{tmp_path}/folder/s.sqlite", f"sqlite:///{tmp_path}/hard.sqlite"]
    names += ["sqlite:///s.sqlite", "sqlite:///./s.sqlite"]
    script = """
import sys
from boxcars.server.store.store import InUse, Store
for name in sys.argv[1:]:
    store = Store(name)
    try:
        store.lock_file()
    except InUse:
        print(name)
    store.close()
"""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    ran = subprocess.run([sys.executable, "-c", script, *names], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0 and ran.stdout.split() == names, (ran.stdout, ran.stderr)
    first.close()
    assert database_url(names[0]) == f"sqlite:///{file}"
    again = Store(names[0])
    again.lock_file()
    again.close()
    with pytest.raises(Exception, match="path of a file"):
        database_url("sqlite://")
    assert issubclass(InUse, Exception)
