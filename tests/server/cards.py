"""Small clients for player's cards."""

from __future__ import annotations

import time
from typing import Any

import httpx

from boxcars.server.profiles import deletion
from boxcars.server.store.profile_schema import cards
from tests.server.inside import Inside
from tests.server.running import OPEN, Seat


class Device:
    """A device of a card."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self.token = token
        self.http = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=30)
        OPEN.append(self.http)
        self.http.get("/")  # a browser of its own, known by its cookie

    def card(self) -> dict[str, Any]:
        answer = self.http.get("/api/card")
        assert answer.status_code == 200, answer.text
        card: dict[str, Any] = answer.json()
        return card

    def carried(self, label: str = "Phone") -> Device:
        """The card on another device."""
        link = self.http.post("/api/card/carry").json()["link"]
        answer = httpx.post(f"{self.url}/api/card/take", json={"code": link.partition("#")[2], "label": label})
        assert answer.status_code == 200, answer.text
        return Device(self.url, answer.json()["token"])

    def make(self, players: int = 2, **more: Any) -> dict[str, Any]:
        """A table of the card."""
        answer = self.http.post("/api/tables", json={"game": "ticket_to_ride", "players": players} | more)
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def at(self, table: str) -> Seat:
        """The table, opened by the card."""
        return Seat(self.url, table, self.token)

    def tables(self) -> list[dict[str, Any]]:
        answer = self.http.get("/api/card/tables")
        assert answer.status_code == 200, answer.text
        tables: list[dict[str, Any]] = answer.json()["tables"]
        return tables


def delete_now(server: Inside, device: Device) -> None:
    """Ask for the deletion of the profile, and let its week be over."""
    about = device.card()
    assert device.http.put("/api/profile/deletion", json={"name": about["name"]}).status_code == 200
    with server.hall.store.write_transaction() as conn:
        conn.execute(cards.update().where(cards.c.id == about["id"]).values(delete_at=1.0))
    server.run(deletion.delete_due_profiles(server.hall))
    until = time.monotonic() + 20
    while device.http.get("/api/card").status_code != 401:  # the scheduler may have begun it a moment before
        assert time.monotonic() < until
        time.sleep(0.02)


def new_card(url: str, name: str = "Ada") -> Device:
    answer = httpx.post(f"{url}/api/card", json={"name": name, "label": "This browser"}, timeout=30)
    assert answer.status_code == 200, answer.text
    return Device(url, answer.json()["token"])
