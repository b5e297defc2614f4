"""Limits belong to handlers: every route declares some, no spelling of a path avoids them, and addresses share fairly."""

from __future__ import annotations

import json
import socket
import time
import warnings
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from litestar import Litestar, get
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from boxcars.server.config import Config
from boxcars.server.http import limits, middleware, routes_live
from boxcars.server.http.app import create_app
from boxcars.server.http.limits import (
    BURST,
    COUNTS,
    PATIENCE,
    RATE,
    Processor,
    Route,
    check_declared,
    declare_limits,
    is_canonical_path,
    list_routes,
)
from boxcars.server.http.middleware import LimitsMiddleware
from boxcars.server.http.routes_live import HELLO
from boxcars.server.meter import METER, Meter, run_metered
from boxcars.server.metrics import Metrics
from tests.server.inside import Inside
from tests.server.running import play_on, table_of

VALUES = {
    "id": "x1",
    "code": "x1",
    "game": "ticket_to_ride",
    "map": "usa",
    "key": "x1",
    "table": "x1",
    "number": "1",
    "round": "1",
    "path": "x1",
}


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server with its usual limits, behind a proxy: each test comes from an address of its own."""
    with Inside(str(tmp_path_factory.mktemp("limits") / "s.sqlite"), behind_proxy=True) as server:
        yield server


def application() -> LimitsMiddleware:
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # of the libraries among themselves
        return create_app(Config())


def all_routes() -> list[Route]:
    return list(list_routes(application().app))


def client(server: Inside, address: str) -> httpx.Client:
    return httpx.Client(base_url=server.url, headers={"X-Forwarded-For": address}, timeout=30)


def filled(path: str) -> str:
    """A path with a value for each of its parameters."""
    parts = [part.strip("{}").partition(":") if part.startswith("{") else None for part in path.split("/")]
    return "/".join(
        own if found is None else "main.js" if found[2] == "path" else VALUES[found[0]]
        for own, found in zip(path.split("/"), parts, strict=True)
    )


# -- every handler declares its limits --------------------------------------------------------------------------------------


def test_every_route_declares_its_limits() -> None:
    found = all_routes()
    assert len(found) > 110
    for route in found:
        limits = route.limits
        assert limits is not None and limits.cost > 0, route
        assert limits.count is None or limits.count in COUNTS, route
        assert limits.stays == (route.name in ("handle_live_socket", "stream_events")), route


def test_an_application_with_an_undeclared_handler_does_not_start() -> None:
    @get("/bare")
    async def bare() -> None: ...

    @get("/declared", opt=declare_limits("anyone"))
    async def declared() -> None: ...

    check_declared(Litestar([declared], openapi_config=None))
    with pytest.raises(LookupError, match="GET /bare"):
        check_declared(Litestar([bare, declared], openapi_config=None))


def test_the_gate_finds_the_limits_of_every_route() -> None:
    gate = application()
    for route in list_routes(gate.app):
        scope: dict[str, Any] = {"path": filled(route.path)}
        if route.method != "WEBSOCKET":
            scope["method"] = route.method
        assert gate.limits_of_request(scope) == route.limits, route


# -- one spelling for each path ---------------------------------------------------------------------------------------------


def misspelled(path: str) -> list[str]:
    inner = path.replace("/", "//", 1), path.replace("/", "/./", 1), path.replace("/", "/x/../", 1)
    last = path.rfind("/")
    return [
        f"{path}/",
        f"{path}//",
        f"{path}/.",
        *inner,
        f"{path[:last]}%2F{path[last + 1 :]}",
        f"{path[:last]}\\{path[last + 1 :]}",
    ]


class Wire:
    """A connection on which paths are sent exactly as they are given (clients tidy them up)."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.address = address
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.answers = self.socket.makefile("rb")

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self.answers.close()
        self.socket.close()

    def ask(self, method: str, path: str, body: bytes = b"") -> int:
        """The status of the answer."""
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {self.address}\r\nContent-Type: application/json\r\n"
        self.socket.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        status = int(self.answers.readline().split()[1])
        length = 0
        while (line := self.answers.readline().strip().lower()) != b"":
            if line.startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        self.answers.read(length)
        return status


def test_no_other_spelling_of_a_path_is_canonical() -> None:
    assert is_canonical_path("/", b"/")
    for route in all_routes():
        path = filled(route.path)
        if path == "/":
            continue
        assert is_canonical_path(path, path.encode()), path
        for other in misspelled(path):
            assert not is_canonical_path(unquote(other), other.encode()), other


def test_every_route_in_every_other_spelling_is_refused(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server, Wire(server.port) as wire:
        for route in all_routes():
            path = filled(route.path)
            for other in misspelled(path) if route.method != "WEBSOCKET" and path != "/" else ():
                if other.startswith("/"):
                    assert wire.ask(route.method, other) == 404, (route.method, other)


def test_a_stream_or_socket_in_another_spelling_is_not_opened(inside: Inside) -> None:
    table = table_of(inside.url)[0].table
    with Wire(inside.port) as wire:
        for end in ("events/", "/events"):
            assert wire.ask("GET", f"/api/tables/{table}/{end}") == 404
    with (
        pytest.raises((InvalidStatus, ConnectionClosed)),
        connect(f"ws://127.0.0.1:{inside.port}/api/tables/{table}/live/") as page,
    ):
        page.recv(timeout=5)


@pytest.mark.parametrize(("path", "made"), [("/api/card", 40), ("/api/%63ard", 40), ("/api/card/", 0), ("//api/card", 0)])
def test_no_spelling_makes_more_profiles_than_an_address_may(inside: Inside, path: str, made: int) -> None:
    with Wire(inside.port, f"10.1.0.{made + len(path)}") as wire:
        codes = [wire.ask("POST", path, b'{"name":"x"}') for _ in range(45)]
    assert codes.count(200) == made and set(codes) <= {200, 404, 429}


# -- who pays ---------------------------------------------------------------------------------------------------------------


def test_a_class_behind_one_address_makes_its_profiles(inside: Inside) -> None:
    with client(inside, "10.2.0.1") as http:
        assert [http.post("/api/card", json={"name": f"Pupil {i}"}).status_code for i in range(30)] == [200] * 30


def test_failed_attempts_are_counted(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COUNTS, "failures", (0.001, 3))
    with client(inside, "10.2.0.2") as http:
        codes = [http.post("/api/card/take", json={"code": "0" * 22, "label": ""}).status_code for _ in range(5)]
        assert codes == [422, 422, 422, 429, 429]
    with client(inside, "10.2.0.3") as http:
        assert http.post("/api/card/take", json={"code": "0" * 22, "label": ""}).status_code == 422


def test_a_refused_request_is_paid_for(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals without a price would let one address keep the server busy."""
    monkeypatch.setattr(limits, "RATE", 0.001)  # nothing comes back while the test runs
    monkeypatch.setitem(COUNTS, "profiles", (0.001, 1))
    with client(inside, "10.2.0.4") as http:
        assert http.post("/api/card", json={"name": "Ada"}).status_code == 200
        before, _ = inside.gate.processor._levels["10.2.0.4"]
        assert [http.post("/api/card", json={"name": "Ada"}).status_code for _ in range(20)] == [429] * 20
        assert inside.gate.processor._levels["10.2.0.4"][0] <= before - 19 * middleware.LEAST  # (the first may be settled late)


def test_whoever_is_far_over_the_budget_waits_for_the_refusal(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "REFUSED", 0.2)
    inside.gate.processor.settle_time("10.2.0.5", 0.0, RATE * 100)
    with client(inside, "10.2.0.5") as http:
        begun = time.monotonic()
        assert http.get("/api/games").status_code == 429
        assert time.monotonic() - begun >= 0.2
    inside.gate.processor._levels.clear()


def test_a_stream_that_is_closed_at_once_is_paid_for(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RATE", 0.001)
    (seat, _) = table_of(inside.url)
    with client(inside, "10.2.0.6") as http:
        for _ in range(5):
            with http.stream("GET", f"/api/tables/{seat.table}/events") as stream:
                assert stream.status_code == 200
    until = time.monotonic() + 5
    while inside.gate.doors._open:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert inside.gate.processor._levels["10.2.0.6"][0] <= BURST - 5 * 5


def test_of_several_forwarded_headers_the_last_counts() -> None:
    gate = LimitsMiddleware(None, Config(behind_proxy=True), Metrics())  # type: ignore[arg-type]
    twice = [(b"x-forwarded-for", b"6.6.6.6"), (b"x-forwarded-for", b"7.7.7.7, 10.9.9.9")]
    assert gate.client_address({"client": ("127.0.0.1", 1), "headers": twice}) == "10.9.9.9"
    assert gate.client_address({"client": ("127.0.0.1", 1), "headers": twice[:1]}) == "6.6.6.6"


def test_processor_time_is_paced_and_then_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.monotonic()
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now))  # no time passes
    processor = Processor()
    assert processor.reserve_time("a", BURST) == (0.0, True)
    wait, reserved = processor.reserve_time("a", RATE)
    assert reserved and wait == pytest.approx(1.0)  # its turn comes in a second
    assert processor.reserve_time("b", 1)[0] == 0.0  # nobody else waits for that
    processor.settle_time("a", RATE, 0.0)  # it cost nothing after all
    assert processor.reserve_time("a", 1)[0] == pytest.approx(1 / RATE)
    processor.settle_time("a", 0.0, RATE * (PATIENCE + 2))
    assert not processor.reserve_time("a", 1)[1]


def test_a_meter_counts_the_steps_of_its_own_work_alone() -> None:
    import asyncio

    def burn(seconds: float) -> None:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass

    async def work(seconds: float) -> Meter | None:
        for _ in range(4):
            burn(seconds / 4)
            await asyncio.sleep(0)
        return METER.get()

    async def both() -> tuple[float, float]:
        small, large = Meter(), Meter()
        found = await asyncio.gather(run_metered(work(0.02), small), run_metered(work(0.06), large))
        assert found == [small, large] and METER.get() is None
        return small.spent, large.spent

    small, large = asyncio.run(both())
    assert 18 < small < 30 and 55 < large < 75


def test_a_request_is_charged_what_it_cost(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RATE", 0.001)  # nothing comes back while the test runs
    with client(inside, "10.3.0.1") as http:
        assert http.get("/api/games").status_code == 200
        level, _ = inside.gate.processor._levels["10.3.0.1"]
        assert BURST - 200 < level < BURST - 0.2


def test_health_is_limited_for_others_but_not_for_monitors_here(inside: Inside) -> None:
    inside.gate.processor.settle_time("10.3.0.2", 0.0, RATE * 100)
    with client(inside, "10.3.0.2") as http:
        refused = http.get("/healthz")
        assert refused.status_code == 429 and int(refused.headers["retry-after"]) >= 1
    inside.gate.processor.settle_time("127.0.0.1", 0.0, RATE * 100)
    assert httpx.get(f"{inside.url}/healthz").status_code == 200
    inside.gate.processor._levels.clear()


def counted(server: Inside, label: str) -> float:
    return server.gate.metrics.requests.labels(label)._value.get()  # type: ignore[no-any-return]


def test_an_aborted_request_is_not_an_error_of_the_server(inside: Inside) -> None:
    before, aborted = counted(inside, "5xx"), counted(inside, "aborted")
    until = time.monotonic() + 30
    while counted(inside, "aborted") < aborted + 3:  # (one that is gone before the server has read its head does not count)
        assert time.monotonic() < until
        with closing(socket.create_connection(("127.0.0.1", inside.port))) as wire:
            wire.sendall(
                b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"
            )
            time.sleep(0.1)
    assert counted(inside, "5xx") == before


def test_a_request_that_still_waits_when_the_server_stops_is_told_to_come_again() -> None:
    """It was answered with an empty 500, and logged as an error of the application."""
    import asyncio

    gate = LimitsMiddleware(None, Config(limits=False), Metrics())  # type: ignore[arg-type]
    sent: list[dict[str, Any]] = []

    async def waits(*_: Any) -> None:
        await asyncio.sleep(60)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def stop(stopping: bool) -> None:
        gate.inside = waits
        gate.limits_of_request = lambda scope: limits.UNROUTED  # type: ignore[method-assign]
        asked = {"type": "http", "method": "GET", "path": "/api/games", "raw_path": b"/api/games", "headers": []}
        request = asyncio.create_task(gate(asked | {"client": ("127.0.0.1", 1)}, receive, send))
        await asyncio.sleep(0.01)
        if stopping:
            gate.processor.stopping.set()
        request.cancel()
        await request

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(stop(False))
    assert sent == []
    asyncio.run(stop(True))
    assert sent[0]["status"] == 503 and b"retry-after" in dict(sent[0]["headers"]) and b'"busy"' in sent[1]["body"]


# -- sockets ----------------------------------------------------------------------------------------------------------------


def test_a_repeated_hello_is_answered_once(inside: Inside) -> None:
    (seat, other) = table_of(inside.url)
    hello = json.dumps({"token": seat.token, "lang": "en"})
    with seat.live() as page:
        assert "view" in json.loads(page.recv(timeout=5))
        sent = inside.gate.metrics.views_sent._value.get()
        for _ in range(50):
            page.send(hello)
        other_hello = json.dumps({"token": seat.token, "lang": "it", "diff": True})
        page.send(other_hello)
        assert json.loads(page.recv(timeout=5))["view"]["lang"] == "it"
        assert inside.gate.metrics.views_sent._value.get() == sent + 1
        assert other.post("handover", level="random").status_code == 200  # something has changed: now it is answered
        assert "diff" in json.loads(page.recv(timeout=5))
        page.send(other_hello)
        assert "view" in json.loads(page.recv(timeout=5))


def test_a_socket_that_talks_nonsense_is_closed(inside: Inside) -> None:
    (seat, _) = table_of(inside.url)
    with seat.live() as page:
        page.recv(timeout=5)
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(10):
                page.send("{nonsense")
                page.recv(timeout=5)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4400


def test_messages_of_all_sockets_count_for_their_address(inside: Inside) -> None:
    (seat, _) = table_of(inside.url)
    address = "10.4.0.1"
    url = f"ws://127.0.0.1:{inside.port}/api/tables/{seat.table}/live"
    with connect(url, additional_headers={"X-Forwarded-For": address}) as page:
        page.send(json.dumps({"token": seat.token}))
        page.recv(timeout=5)
        inside.gate.processor.settle_time(address, 0.0, RATE * 100)  # what others behind that address spent
        page.send(json.dumps({"token": seat.token, "lang": "it"}))
        with pytest.raises(TimeoutError):
            page.recv(timeout=0.5)
        inside.gate.processor._levels.pop(address)
        with suppress(TimeoutError):  # (it waits out its turn: the socket goes on, it is not closed)
            page.recv(timeout=0.1)
        page.ping().wait(5)


def test_every_message_has_a_fixed_price(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RATE", 0.001)  # nothing comes back while the test runs
    (seat, _) = table_of(inside.url)
    address = "10.4.0.2"
    url = f"ws://127.0.0.1:{inside.port}/api/tables/{seat.table}/live"
    hello = json.dumps({"token": seat.token})
    with connect(url, additional_headers={"X-Forwarded-For": address}) as page:
        page.send(hello)
        page.recv(timeout=30)
        for _ in range(20):
            page.send(hello)
        # Whatever else was charged lowers the level too, so this bound holds on a busy machine. A message that is charged only
        # what it really takes would need a hundred times as many.
        until = time.monotonic() + 30
        while inside.gate.processor._levels[address][0] > BURST - 21 * limits.MESSAGE:
            assert time.monotonic() < until, "what a message cost was given back"
            time.sleep(0.02)


def test_another_hello_costs_as_much_as_another_socket(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COUNTS, "sockets", (1, 40))  # one a second
    (seat, _) = table_of(inside.url)
    address = "10.4.0.3"
    url = f"ws://127.0.0.1:{inside.port}/api/tables/{seat.table}/live"
    with connect(url, additional_headers={"X-Forwarded-For": address}) as page:
        page.send(json.dumps({"token": seat.token}))
        page.recv(timeout=30)
        begun = time.monotonic()
        inside.gate.buckets._levels[address, "sockets"] = (0.0, begun)
        page.send(json.dumps({"token": seat.token, "lang": "it"}))
        assert json.loads(page.recv(timeout=30))["view"]["lang"] == "it"
        assert time.monotonic() - begun >= 0.99, "it did not wait for its turn"


def test_a_refused_socket_waits_for_its_refusal(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "REFUSED", 0.2)
    address = "10.4.0.4"
    inside.gate.buckets._levels[address, "sockets"] = (0.0, time.monotonic())
    begun = time.monotonic()
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{inside.port}/api/tables/x/live", additional_headers={"X-Forwarded-For": address})
    assert time.monotonic() - begun >= 0.2


def test_a_flood_of_messages_is_not_read_at_once(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0

    class Counting:
        def decode(self, data: str) -> Any:
            nonlocal read
            read += 1
            return HELLO.decode(data)

    monkeypatch.setattr(routes_live, "HELLO", Counting())
    (seat, _) = table_of(inside.url)
    with seat.live() as page:
        page.recv(timeout=5)
        for _ in range(400):
            page.send('{"pong":1}')
        begun = time.monotonic()
        while read < 100:
            assert time.monotonic() - begun < 30
            time.sleep(0.02)
        time.sleep(0.2)
        assert read < 200 + 150 * (time.monotonic() - begun)  # 150 at once, and 150 a second


def test_what_costs_much_is_done_once_and_in_workers(tmp_path: Path) -> None:
    """QR codes and past positions: two requests, one piece of work."""
    settings = {"behind_proxy": True, "public_url": "https://trains.example"}
    with Inside(str(tmp_path / "s.sqlite"), **settings) as inside, client(inside, "10.5.0.1") as http:
        (seat, _) = seats = table_of(inside.url)
        play_on(seats, 4)
        sizes = {http.get("/api/invite?to=/t/xyz").json()["size"] for _ in range(2)}
        assert len(sizes) == 1 and len(inside.hall.assets._codes) == 1
        for _ in range(2):
            assert http.get(f"/api/tables/{seat.table}/view?ply=2").json()["ply"] == 2
        assert len(inside.hall.assets._positions) == 1


# -- the table of routes ------------------------------------------------------------------------------------------------------


def test_the_table_of_routes_is_complete() -> None:
    """SECURITY.md lists every route with its budget (``python benchmarks/routes.py --write`` makes the table)."""
    from benchmarks import routes as benchmark

    text = (Path(__file__).parents[2] / "SECURITY.md").read_text(encoding="utf-8")
    listed = text.partition(benchmark.BEGIN)[2].partition(benchmark.END)[0].splitlines()
    cells = [
        tuple(cell.strip() for cell in line.strip("|").split("|")) for line in listed if line.startswith("| ") and "`" in line
    ]
    assert {cell[:4] for cell in cells} == set(benchmark.rows(all_routes()))
    assert all(float(cell[4]) >= 0 for cell in cells)


def test_every_route_is_measured() -> None:
    from benchmarks import routes as benchmark

    if not benchmark.REQUESTS:
        benchmark.fill()
    assert {(route.method, route.path) for route in all_routes()} == set(benchmark.REQUESTS)
