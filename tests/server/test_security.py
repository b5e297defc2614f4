"""Links, limits, origins, headers, logs."""

from __future__ import annotations

import json
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from boxcars.server.http.limits import Buckets
from boxcars.server.http.middleware import LimitsMiddleware
from tests.server.running import Seat, Server, make, table_of


def test_a_token_opens_its_own_table_only(server: Server) -> None:
    one, other = table_of(server.url), table_of(server.url)
    with Seat(server.url, other[0].table, one[0].token) as stranger:
        assert stranger.view()["you"] is None
        assert stranger.post("resign").status_code == 403
    with Seat(server.url, one[0].table, "x" * 32) as guesser:
        assert guesser.view()["you"] is None


def test_a_seat_left_is_closed_to_its_old_link(server: Server) -> None:
    made = make(server.url, seats=[{"kind": "person"}])
    with Seat(server.url, made["table"], None) as guest:
        token = guest.post("join", name="Bob").json()["token"]
    with Seat(server.url, made["table"], token) as bob:
        assert bob.view()["you"] == 1
        assert bob.post("leave").status_code == 200
        assert bob.view()["you"] is None and bob.view()["seats"][1]["kind"] == "open"


def test_pages_of_other_sites_cannot_open_a_websocket(server: Server) -> None:
    (seat, _) = table_of(server.url)
    address = f"{server.url.replace('http', 'ws')}/api/tables/{seat.table}/live"
    with pytest.raises((InvalidStatus, ConnectionClosed)), connect(address, origin="https://evil.example") as socket:
        socket.recv(timeout=5)
    with connect(address, origin=server.url) as socket:  # type: ignore[arg-type]
        socket.send(json.dumps({"token": None}))
        assert "view" in json.loads(socket.recv(timeout=5))


def test_sizes_are_limited(server: Server) -> None:
    big = "x" * 100_000
    assert httpx.post(f"{server.url}/api/tables", content=big).status_code == 413
    pieces = httpx.post(f"{server.url}/api/tables", content=(b"x" * 10_000 for _ in range(20)))
    assert pieces.status_code in (400, 413, 415)
    (seat, _) = table_of(server.url)
    assert seat.post("chat", text="x" * 501).status_code == 400
    assert seat.post("chat", text="x", name="y" * 41).status_code == 400
    assert httpx.post(f"{server.url}/api/tables", json={"game": "ticket_to_ride", "colour": "red"}).status_code == 400
    with seat.live() as socket:
        socket.recv(timeout=5)
        socket.send("x" * 70_000)
        with pytest.raises(ConnectionClosed):
            while True:
                socket.recv(timeout=5)


def test_rates_are_limited(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "b.sqlite"), tmp_path).start()
    try:
        with httpx.Client(base_url=server.url) as client:
            codes = [client.post("/api/tables", json={"game": "ticket_to_ride", "players": 2}).status_code for _ in range(45)]
            assert codes.count(200) >= 40 and codes[-1] == 429
            last = client.post("/api/tables", json={"game": "ticket_to_ride"}, headers={"accept-language": "es"})
            assert int(last.headers["retry-after"]) >= 1 and "Espera" in last.json()["reason"]["text"]
            assert client.get("/healthz").status_code == 200
    finally:
        server.stop()


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    buckets = Buckets(kept=2)
    assert [buckets.take_tokens("a", "work") == 0 for _ in range(13)] == [True] * 12 + [False]
    assert buckets.take_tokens("b", "work") == 0
    now[0] += 1.0
    assert buckets.take_tokens("a", "work") == 0 and buckets.take_tokens("a", "work") > 0


def test_nothing_secret_is_logged(server: Server) -> None:
    seats = table_of(server.url)
    actor = seats[seats[0].view()["actor"]]
    actor.act(actor.view(), key="a-key-that-is-sent")
    actor.act({"ply": 0, "mark": 0, "legal": []}, {"do": "Nonsense", "secret": "do-not-log"})
    with actor.live() as socket:
        socket.recv(timeout=5)
        socket.send("{nonsense")
        socket.recv(timeout=5)
    httpx.get(f"{server.url}/api/tables/{actor.table}/view?token={actor.token}")
    logged = server.log.read_text()
    assert actor.table in logged
    for secret in (*[s.token for s in seats], "a-key-that-is-sent", "do-not-log"):
        assert secret is not None and secret not in logged
    for line in logged.splitlines()[1:]:
        assert json.loads(line)["level"] in ("info", "warning", "error")


def test_the_client_folder_holds_nothing_else(server: Server) -> None:
    for path in (
        "/client/../server/store/store.py",
        "/client/%2e%2e/server/store/store.py",
        "/client//etc/passwd",
        "/client/nothing.js",
    ):
        assert httpx.get(f"{server.url}{path}").status_code in (400, 404), path


def test_the_gate_knows_a_foreign_origin() -> None:
    from boxcars.server.config import Config
    from boxcars.server.metrics import Metrics

    gate = LimitsMiddleware(None, Config(origins=["https://friend.example"]), Metrics())

    def scope(origin: bytes, host: bytes = b"boxcars.example") -> dict[str, object]:
        return {"headers": [(b"origin", origin), (b"host", host)]}

    assert gate.same_origin(scope(b"https://boxcars.example"))
    assert gate.same_origin(scope(b"https://friend.example"))
    assert not gate.same_origin(scope(b"https://boxcars.example.evil"))
    assert not gate.same_origin(scope(b"null"))
    assert not gate.same_origin(scope(b"https://x", b""))


def test_the_page_and_health_answer_head(server: Server) -> None:
    for path in ("/", "/new", "/healthz", "/client/main.js"):
        said = httpx.head(server.url + path)
        assert said.status_code == 200 and not said.content
