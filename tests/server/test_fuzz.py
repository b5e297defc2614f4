"""Whatever is sent over HTTP or a websocket: no 500, no traceback, no stuck table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tests.server.running import OPEN, Seat, Server, play_on, table_of

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
FUZZ = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def seats(server: Server) -> Iterator[list[Seat]]:
    made = table_of(server.url, undo=True)
    play_on(made, 3)
    kept = [OPEN.pop(OPEN.index(seat.http)) for seat in made]  # these live as long as the module
    yield made
    for client in kept:
        client.close()


@pytest.fixture(scope="module")
def operations(server: Server) -> list[tuple[str, str, dict[str, Any]]]:
    """Every operation of the OpenAPI description: (method, path, the body's schema)."""
    spec = httpx.get(f"{server.url}/api/openapi.json").json()
    schemas = spec["components"]["schemas"]
    out = []
    for path, item in spec["paths"].items():
        for method, operation in item.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            if "$ref" in body:
                body = schemas[body["$ref"].rsplit("/", 1)[-1]]
            out.append((method, path, body))
    assert len(out) > 25
    return out


def well(answer: httpx.Response) -> None:
    assert answer.status_code < 500, f"{answer.request.method} {answer.request.url}: {answer.text[:300]}"
    assert "Traceback" not in answer.text
    if answer.status_code >= 400:
        assert set(answer.json()["reason"]) == {"code", "clause", "text"}


def bodies(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Bodies that have the right names and mostly wrong values, and bodies that are anything."""
    names = sorted(schema.get("properties", {}))
    likely = st.sampled_from([0, 1, 3, -1, 10**12, True, None, "", "x", "heuristic", "bot", "a" * 16, "é" * 300, [], {}, 1.5])
    fields = dict.fromkeys(names, likely | JSON_VALUES)
    return st.fixed_dictionaries({}, optional=fields) | JSON_VALUES


@pytest.mark.parametrize("part", range(4))
def test_bodies(server: Server, seats: list[Seat], operations: list[tuple[str, str, dict[str, Any]]], part: int) -> None:
    """Every operation that takes a body, with every kind of body, by a player, a stranger and the void."""
    posts = [(path, schema) for method, path, schema in operations if method == "post"][part::4]
    spared = ("/abandon", "/resign", "/branch", "/tables", "/import")  # done below with what cannot succeed

    @FUZZ
    @given(st.data())
    def send(data: st.DataObject) -> None:
        path, schema = data.draw(st.sampled_from(posts))
        body = data.draw(bodies(schema))
        if path.endswith(spared):
            body = {"nonsense": body}
        table = data.draw(st.sampled_from([seats[0].table, "nowhere", "é", "x" * 500]))
        token = data.draw(st.sampled_from([seats[0].token, seats[1].token, None, "bad", "x" * 2000]))
        if path.endswith(("/abandon", "/resign")):
            token = "bad"
        if path.endswith("/handover") and token == seats[1].token:
            token = seats[0].token  # one person stays: two bots would play the game to its end
        headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
        url = path.replace("{id}", table).replace("{game}", "ticket_to_ride").replace("{key}", "x")
        well(seats[0].http.post(url, json=body, headers=headers))

    send()


@FUZZ
@given(
    content=st.binary(max_size=200)
    | st.sampled_from([b"", b"{", b"[" * 5000, b'{"ply":1e999}', b"\xff\xfe", b'"' + b"a" * 3000]),
    path=st.sampled_from(["act", "undo", "vote", "chat", "join", "handover", "branch", "seat", "start", "leave"]),
    kind=st.sampled_from(
        ["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "é;;"]
    ),
)
def test_bytes(seats: list[Seat], content: bytes, path: str, kind: str) -> None:
    headers = {"Content-Type": kind.encode(), "Authorization": b"Bearer nobody"}
    well(seats[0].http.post(f"/api/tables/{seats[0].table}/{path}", content=content, headers=headers))
    well(seats[0].http.post("/api/import", content=content, headers=headers))


@FUZZ
@given(
    path=st.sampled_from(["view", "legal", "ghost", "why", "hint", "log", "record"]),
    query=st.dictionaries(
        st.sampled_from(["ply", "i", "as", "path", "level", "lang", "token"]),
        st.text(max_size=20)
        | st.integers().map(str)
        | st.sampled_from(["0", "1", "99999", "-1", "1e3", "٣", "heuristic", "random"]),
    ),
)
def test_queries(seats: list[Seat], path: str, query: dict[str, str]) -> None:
    for seat in seats:
        well(seat.http.get(f"/api/tables/{seat.table}/{path}", params=query))


@FUZZ
@given(path=st.text(max_size=60), method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"]))
def test_paths(server: Server, seats: list[Seat], path: str, method: str) -> None:
    for prefix in ("/", "/api/", "/api/tables/", "/api/ground/", "/api/rules/", "/client/", "/t/"):
        answer = seats[0].http.request(method, server.url + prefix + quote(path))
        assert answer.status_code < 500 and "Traceback" not in answer.text, f"{method} {prefix + path!r}: {answer.status_code}"


@FUZZ
@given(messages=st.lists(st.text(max_size=60) | st.binary(max_size=60) | JSON_VALUES.map(json.dumps), max_size=6))
def test_websocket_messages(seats: list[Seat], messages: list[str | bytes]) -> None:
    with seats[0].live() as socket:
        assert "view" in json.loads(socket.recv(timeout=10))
        try:
            for message in messages:
                socket.send(message)
            socket.send(json.dumps({"token": seats[1].token, "lang": "it"}))
            view: dict[str, Any] = {}
            while view.get("you") != 1:
                view = json.loads(socket.recv(timeout=10)).get("view", view)
        except ConnectionClosed as closed:
            assert closed.rcvd is None or closed.rcvd.code != 1011, closed


def test_and_the_table_still_plays(server: Server, seats: list[Seat]) -> None:
    fresh = [Seat(server.url, seat.table, seat.token) for seat in seats]
    for seat in fresh:
        if seat.view()["seats"][seat.view()["you"]]["handed"]:
            assert seat.post("takeback").status_code == 200
    before = fresh[0].view()["ply"]
    assert play_on(fresh, 4)["ply"] >= before + 4
    assert "Traceback" not in server.log.read_text()
