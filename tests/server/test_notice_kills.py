"""Servers are killed while notices go out: every turn is told, and nothing is told twice.

A message whose sending was cut off is sent again with the same id: the receiver's answer may have been lost with the server. So
messages are counted by their ids, as receivers can do (a web address by the id in it, mail programs by the Message-ID, browsers
by the tag that replaces the older notice).
"""

from __future__ import annotations

import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.cards import Device, new_card
from tests.server.notice_players import CHOSEN, TURNS, add_web
from tests.server.postgres import Postgres
from tests.server.receivers import Mailbox, PushService, Receiver, text_of, until
from tests.server.running import Seat, Server


class Kills:
    """Two people in a game over days, told by three kinds of channel, on one or two servers."""

    def __init__(self, database: str, folder: Path, servers: int) -> None:
        self.receiver, self.mailbox, self.service = Receiver(), Mailbox(), PushService()
        more = ("--no-limits", "--private-webhooks", "--mail-server", self.mailbox.url, "--mail-from", "n@example.org")
        program = "tests.server.quick_notices"
        self.servers = [Server(database, folder, *more, name=f"s{n}", program=program).start() for n in range(servers)]
        self.turns: Counter[str] = Counter()

    def close(self) -> None:
        for server in self.servers:
            server.stop()
        for receiver in (self.receiver, self.mailbox, self.service):
            receiver.close()

    def set_up(self) -> None:
        url = self.servers[0].url
        self.people = [new_card(url), new_card(url, "Bob")]
        ada, bob = self.people
        for device, name in zip(self.people, ("ada", "bob"), strict=True):
            assert device.http.put("/api/notices", json=CHOSEN).status_code == 200
            add_web(device, "web", f"{self.receiver.url}/{name}")
            self.confirm(device, f"{name}@example.org")
        assert ada.http.post("/api/push", json=self.service.subscription).status_code == 200
        self.receiver.got.clear()
        self.mailbox.got.clear()
        self.mailbox.to.clear()
        made = ada.make(seats=[{"kind": "person", "name": "Ada", "mine": True}], pace=TURNS)
        self.table: str = made["table"]
        bob.http.post(f"/api/tables/{self.table}/join", json={"name": "Bob"})
        assert ada.at(self.table).post("start").status_code == 200
        self.turns[self.asked()] += 1

    def confirm(self, device: Device, address: str) -> None:
        assert device.http.post("/api/notices/channels", json={"kind": "mail", "target": address}).status_code == 200
        assert until(lambda: address in self.mailbox.to)
        mail = next(mail for mail in self.mailbox.got if mail["To"] == address)
        token = text_of(mail).partition("/mail/confirm#")[2].split()[0]
        answer = httpx.post(f"{device.url}/api/mail/confirm", json={"token": token, "yes": True})
        assert answer.status_code == 200

    def seats(self) -> list[Seat]:
        return [Seat(self.servers[-1].url, self.table, device.token) for device in self.people]

    def asked(self) -> str:
        return "ada" if self.seats()[0].get("legal").json()["actor"] == 0 else "bob"

    def move(self) -> None:
        """Whoever is to act does so until the other one is asked."""
        begun = self.asked()
        seat = self.seats()[0 if begun == "ada" else 1]
        while (seen := seat.get("legal").json())["legal"]:
            assert seat.act(seen).status_code == 200
        assert self.asked() != begun
        self.turns[self.asked()] += 1

    def ids(self) -> dict[str, list[str]]:
        """The ids of the messages that arrived, by channel."""
        mails = list(zip(self.mailbox.to, self.mailbox.got, strict=True))
        return {
            **{f"web {name}": [told.json()["id"] for told in self.receiver.at(f"/{name}")] for name in ("ada", "bob")},
            **{f"mail {name}": [m["Message-ID"] for to, m in mails if to == f"{name}@example.org"] for name in ("ada", "bob")},
            "push ada": [told["id"] for told in self.service.opened()],
        }

    def all_told(self) -> bool:
        return all(len(set(got)) >= self.turns[channel.split()[1]] for channel, got in self.ids().items())

    def run(self, kills: int, luck: random.Random) -> dict[str, Any]:
        self.set_up()
        for _ in range(kills):
            assert until(self.all_told, 60), (self.turns, self.ids())
            self.move()
            time.sleep(luck.uniform(0.0, 1.3))
            victim = luck.choice(self.servers)
            victim.kill()
            victim.start()
        assert until(self.all_told, 60), (self.turns, self.ids())
        time.sleep(8.0 if len(self.servers) > 1 else 1.5)  # a claim that is left would be taken over now
        found = self.ids()
        for channel, got in found.items():
            assert len(set(got)) == self.turns[channel.split()[1]], (channel, got, self.turns)
        again = sum(len(got) - len(set(got)) for got in found.values())
        return {"turns": sum(self.turns.values()), "messages": sum(map(len, found.values())), "sent again": again}


def check(database: str, folder: Path, kills: int, servers: int = 1) -> None:
    storm = Kills(database, folder, servers)
    try:
        done = storm.run(kills, random.Random(7))
        print(done)
        assert done["sent again"] <= kills
        assert not any("Traceback" in server.log.read_text() for server in storm.servers)
    finally:
        storm.close()


def test_a_kill_loses_and_doubles_nothing(tmp_path: Path) -> None:
    check(str(tmp_path / "s.sqlite"), tmp_path, kills=1)


@pytest.mark.slow
@pytest.mark.long
def test_twenty_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    check(str(tmp_path / "s.sqlite"), tmp_path, kills=20)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.postgres
def test_twenty_kills_of_two_servers_lose_and_double_nothing(postgres: Postgres, tmp_path: Path) -> None:
    check(postgres.database(), tmp_path, kills=20, servers=2)
