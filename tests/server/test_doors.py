"""Connections that stay open for nothing are closed; those that stay open for something are counted."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from boxcars.server.http import routes_live
from tests.server.inside import Inside
from tests.server.running import Seat, Server, make, table_of

PATIENCE = 0.5
NEVER = 18.0
"""A connection that is open for so many seconds is not closed in time, however busy this machine is. (The drops last longer.)"""


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server that loses patience quickly."""
    file = str(tmp_path_factory.mktemp("doors") / "s.sqlite")
    with Inside(file, patience=PATIENCE, sockets=6, watchers=3) as server:
        yield server


def open_for(server: Inside, *pieces: bytes, every: float = 0.1) -> float:
    """How long the server leaves a connection open on which these pieces arrive, one after the other."""
    begun = time.monotonic()
    with closing(socket.create_connection(("127.0.0.1", server.port))) as wire:
        wire.settimeout(every)
        rest = list(pieces)
        while time.monotonic() < begun + NEVER:
            try:
                if rest:
                    wire.sendall(rest.pop(0))
                if wire.recv(65536) == b"":
                    break
            except TimeoutError:
                continue
            except OSError:
                break
    return time.monotonic() - begun


def test_a_connection_that_says_nothing_is_closed(inside: Inside) -> None:
    wires = [socket.create_connection(("127.0.0.1", inside.port)) for _ in range(50)]
    begun = time.monotonic()
    for wire in wires:
        wire.settimeout(NEVER)
        with closing(wire), suppress(ConnectionResetError):
            assert wire.recv(1) == b""
    assert time.monotonic() - begun < NEVER


def test_a_request_in_drops_is_cut_off(inside: Inside) -> None:
    drops = [b"GET / HTTP/1.1\r\nHost: x\r\n", *[b"X-A: b\r\n"] * 200]
    assert PATIENCE * 0.9 < open_for(inside, *drops) < NEVER


def test_a_second_request_in_drops_is_cut_off(inside: Inside) -> None:
    whole = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    drops = [whole, b"GET / HTTP/1.1\r\nHost: x\r\n", *[b"X-A: b\r\n"] * 200]
    assert PATIENCE * 1.8 < open_for(inside, *drops) < NEVER


def test_a_body_in_drops_is_cut_off(inside: Inside) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50000\r\n\r\n"
    assert 3 * PATIENCE < open_for(inside, head, *[b"x"] * 400) < NEVER


def test_a_connection_that_is_used_stays(inside: Inside) -> None:
    """So does a stream, which answers one request for as long as it is wanted."""
    (seat, _) = table_of(inside.url)
    with httpx.Client(base_url=inside.url) as http, http.stream("GET", f"/api/tables/{seat.table}/events") as stream:
        lines = stream.iter_lines()
        assert json.loads(next(lines))["status"] == "playing"
        with closing(HTTPConnection("127.0.0.1", inside.port)) as kept:
            kept.connect()
            wire = kept.sock
            for _ in range(5):
                time.sleep(PATIENCE / 2)
                kept.request("GET", "/healthz")
                assert kept.getresponse().read() and kept.sock is wire
        with Seat(inside.url, seat.table, seat.token) as again:
            assert again.post("handover", level="random").status_code == 200
        assert json.loads(next(lines))["seq"] > 2


def test_an_address_has_so_many_sockets_open(inside: Inside) -> None:
    tables = [table_of(inside.url)[0] for _ in range(4)]
    time.sleep(0.2)
    with ExitStack() as open_ones:
        for i in range(6):
            page = open_ones.enter_context(tables[i % 3].live())
            assert "view" in json.loads(page.recv(timeout=5))
        with pytest.raises(InvalidStatus), tables[3].live():
            pass
        refused = tables[3].get("events")
        assert refused.status_code == 429 and refused.json()["reason"]["code"] == "too_many"
        assert refused.headers["x-content-type-options"] == "nosniff"
    until = time.monotonic() + 5
    while inside.gate.doors._open:
        assert time.monotonic() < until
        time.sleep(0.02)
    with tables[3].live() as page:
        assert "view" in json.loads(page.recv(timeout=5))


def test_an_ipv6_network_is_one_address(inside: Inside) -> None:
    """Whoever has one has 2^64 of them."""
    said = {inside.gate.client_address({"client": (f"2001:db8::{i}", 1), "headers": []}) for i in range(1, 9)}
    assert said == {"2001:db8::/64"}
    assert inside.gate.client_address({"client": ("::ffff:10.0.0.8", 1), "headers": []}) == "10.0.0.8"


def test_spectators_leave_room_for_players(inside: Inside) -> None:
    (seat, _) = table_of(inside.url)
    guest = Seat(inside.url, seat.table, None)
    with ExitStack() as open_ones:
        for _ in range(3):
            open_ones.enter_context(guest.live()).recv(timeout=5)
        with guest.live() as page, pytest.raises(ConnectionClosed) as closed:
            page.recv(timeout=5)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
        assert guest.get("events").json()["reason"]["code"] == "too_many"
        with seat.live() as page:
            assert json.loads(page.recv(timeout=5))["view"]["you"] == 0


def test_a_socket_that_never_says_hello_is_closed(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes_live, "HELLO_WITHIN", 0.3)
    (seat, _) = table_of(inside.url)
    address = f"{inside.url.replace('http', 'ws')}/api/tables/{seat.table}/live"
    with connect(address) as page, pytest.raises(ConnectionClosed) as closed:
        page.recv(timeout=5)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4408


@pytest.mark.parametrize("name", ["Ann", "ann ", "A\u200bnn", "Ａnn", "a\u00a0n n", "Ánn", "\u202eAnn", "bot 2", "BOT2"])
def test_a_spectator_does_not_speak_under_a_players_name(server: Server, name: str) -> None:
    made = make(server.url, seats=[{"kind": "person", "name": "Ann"}, {"kind": "bot"}], listed=True, start=True)
    with Seat(server.url, made["table"], None) as guest, Seat(server.url, made["table"], made["tokens"][0]) as ann:
        said = guest.post("chat", text="I resign", name=name)
        assert said.status_code == 422 and said.json()["reason"]["code"] == "name_taken"
        assert guest.post("chat", text="hello", name="Anna").json()["seat"] == -1
        assert guest.post("chat", text="hello").status_code == 200
        spoken = ann.post("chat", text="hello", name="Anna").json()
        assert (spoken["seat"], spoken["name"]) == (0, "Ann")
