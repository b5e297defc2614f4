"""People who play over days and are told of their turns, for the tests of notices."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.server import steady
from tests.server.cards import Device, new_card
from tests.server.inside import Inside
from tests.server.receivers import Receiver
from tests.server.running import Seat, make

DAY = 86400
TURNS = {"kind": "turns", "turn": 2 * DAY, "reserve": 0}
CHOSEN: dict[str, Any] = {"batch": "each", "remind": "never", "zone": "Europe/Rome", "topics": []}


class Clock:
    """The server's clock, which a test can put forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        self.real = steady.time
        monkeypatch.setattr(steady, "time", lambda: self.real() + self.ahead)

    def set(self, at: float) -> None:
        """Let it be that moment now."""
        self.ahead = at - self.real()


def choose(device: Device, **more: Any) -> None:
    answer = device.http.put("/api/notices", json=CHOSEN | more)
    assert answer.status_code == 200, answer.text


def add_web(device: Device, kind: str, target: str, mention: str = "", table: str = "") -> dict[str, Any]:
    """Test an address and add it; what the test was answered with. It leaves the test message at the receiver."""
    query = f"?table={table}" if table else ""
    asked = {"kind": kind, "target": target, "mention": mention}
    tried = device.http.post(f"/api/notices/try{query}", json=asked)
    assert tried.status_code == 200, tried.text
    told: dict[str, Any] = tried.json()
    assert told["proof"], told
    added = device.http.post(f"/api/notices/channels{query}", json=asked | {"proof": told["proof"]})
    assert added.status_code == 200 and added.json() == {}, added.text
    return told


def shown(device: Device | Seat, table: str = "") -> dict[str, Any]:
    answer = device.http.get(f"/api/notices{f'?table={table}' if table else ''}")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


class Duel:
    """Two profiles in a game over days. ``first``: whose turn it is at the start."""

    def __init__(self, server: Inside, ada: Device, bob: Device, pace: dict[str, Any] = TURNS) -> None:
        self.people = (ada, bob)
        made = ada.make(seats=[{"kind": "person", "name": "Ada", "mine": True}], pace=pace)
        self.table: str = made["table"]
        bob.http.post(f"/api/tables/{self.table}/join", json={"name": "Bob"})
        assert ada.at(self.table).post("start").status_code == 200

    @property
    def actor(self) -> Device:
        return self.people[self.people[0].at(self.table).get("legal").json()["actor"]]

    def move(self) -> None:
        """Whoever is to act does so until it is somebody else's turn."""
        who = self.actor
        while True:
            seat = who.at(self.table)
            seen = seat.get("legal").json()
            if seen["actor"] < 0 or not seen["legal"]:
                return
            assert seat.act(seen).status_code == 200


def gone(server: Inside) -> None:
    """Nobody has been seen lately: all pages are closed, and were a while ago."""
    from boxcars.server.store.schema import presence

    server.hall.presence._noted.clear()
    with server.hall.store.write_transaction() as conn:
        conn.execute(presence.delete())


def guests_table(server: Inside, pace: dict[str, Any] = TURNS) -> list[Seat]:
    """Two guests in a game over days."""
    seats = [{"kind": "person", "mine": True, "name": f"P{i}"} for i in range(2)]
    made = make(server.url, seats=seats, start=True, pace=pace)
    return [Seat(server.url, made["table"], token) for token in made["tokens"]]


def turn_messages(receiver: Receiver, path: str) -> list[dict[str, Any]]:
    """What arrived there, without tests."""
    return [one.json() for one in receiver.at(path) if b"Boxcars can reach you here" not in one.body]


__all__ = ["new_card"]
