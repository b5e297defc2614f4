"""A server that is stopped or killed, and comes back."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.running import Seat, Server, make, play_on, table_of


def test_stop_and_start_again(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "b.sqlite"), tmp_path, "--no-limits", "--log-level", "debug").start()
    seats = table_of(server.url)
    view = play_on(seats, 5)
    with seats[0].live() as socket:
        json.loads(socket.recv(timeout=10))
        begun = time.monotonic()
        assert server.stop() == 0  # an open page does not hold it up
        assert time.monotonic() - begun < 8
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.recv(timeout=10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    server.start()
    again = seats[0].view()
    for part in ("ply", "mark", "pieces", "panels", "log", "seats", "status"):
        if part != "seats":
            assert again[part] == view[part], part
    assert play_on(seats, 3)["ply"] == 8
    assert server.stop() == 0
    logged = server.log.read_text()
    assert "Traceback" not in logged
    assert not any(str(seat.token) in logged for seat in seats)  # not even at this level


def test_a_bot_thinks_again_after_the_server_was_killed(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "b.sqlite"), tmp_path, "--no-limits").start()
    made = make(server.url, players=3, seats=[{"kind": "bot", "level": "random"}] * 3, start=True)
    with Seat(server.url, made["table"], None) as guest:
        while guest.view()["ply"] < 3:
            time.sleep(0.01)
    server.kill()
    server.start()
    with Seat(server.url, made["table"], None) as guest:
        ply, until = guest.view()["ply"], time.monotonic() + 60
        while (view := guest.view())["ply"] < ply + 20 and view["status"] != "over":
            assert time.monotonic() < until
            time.sleep(0.1)
    server.stop()


def test_one_server_at_a_time_on_a_sqlite_file(tmp_path: Path) -> None:
    first = Server(str(tmp_path / "b.sqlite"), tmp_path, name="first").start()
    second = Server(str(tmp_path / "b.sqlite"), tmp_path, name="second").start(wait=False)
    assert second.process is not None and second.process.wait(60) != 0
    assert "another server runs on this database" in second.log.read_text()
    first.kill()
    second.start()  # a killed server leaves no lock behind
    assert second.stop() == 0
