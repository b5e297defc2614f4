"""A real server process, and small clients for it."""

from __future__ import annotations

import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from boxcars.core import record, registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.record import Record

OPEN: list[httpx.Client] = []
"""Clients to close when the test is over."""

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


class Server:
    """``boxcars serve`` in a process of its own. Standard error (the log) goes to a file. ``eager``: what can wait is done among
    the other tests, not behind them."""

    def __init__(
        self,
        database: str,
        folder: Path,
        *arguments: str,
        port: int | None = None,
        name: str = "server",
        eager: bool = False,
        program: str = "boxcars",
        paths: tuple[Path, ...] = (),
    ) -> None:
        """``paths``: more folders in which the server finds packages."""
        self.database = database
        self.port = port or free_port()
        self.log = folder / f"{name}.log"
        self.arguments = arguments
        self.paths = (SOURCE, ROOT, *paths)
        self.program = "tests.server.eager" if eager else program
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, wait: bool = True) -> Server:
        command = [sys.executable, "-m", self.program, "serve", "--port", str(self.port), "--database", self.database]
        command += ["--bot-delay", "0", "--workers", "1", *self.arguments]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, self.paths))}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        if wait:
            self.wait()
        return self

    def wait(self, seconds: float = 60) -> None:
        assert self.process is not None
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended: {self.log.read_text()[-2000:]}")
            try:
                if httpx.get(f"{self.url}/healthz", timeout=5).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.05)
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """SIGKILL: nothing is said, nothing is finished."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """SIGTERM, and the exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(20)


class Seat:
    """A client in one seat (or none)."""

    def __init__(self, url: str, table: str, token: str | None, lang: str = "en") -> None:
        self.table = table
        self.token = token
        self.url = url
        headers = {"Accept-Language": lang}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        self.http = httpx.Client(base_url=url, headers=headers, timeout=30)
        OPEN.append(self.http)

    def __enter__(self) -> Seat:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, what: str, **query: Any) -> httpx.Response:
        return self.http.get(f"/api/tables/{self.table}/{what}", params=query)

    def post(self, what: str, **body: Any) -> httpx.Response:
        return self.http.post(f"/api/tables/{self.table}/{what}", json=body)

    def view(self, **query: Any) -> dict[str, Any]:
        answer = self.get("view", **query)
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def act(self, view: dict[str, Any], choice: int | dict[str, Any] = 0, **more: Any) -> httpx.Response:
        action = view["legal"][choice]["action"] if isinstance(choice, int) else choice
        body = {"ply": view["ply"], "mark": view["mark"], "key": secrets.token_hex(8), "action": action} | more
        return self.post("act", **body)

    @contextmanager
    def live(self, **hello: Any) -> Iterator[ClientConnection]:
        with connect(f"{self.url.replace('http', 'ws')}/api/tables/{self.table}/live", max_size=None) as socket:
            socket.send(json.dumps({"token": self.token, "lang": "en"} | hello))
            yield socket


def make(url: str, *, game: str = "ticket_to_ride", players: int = 2, **more: Any) -> dict[str, Any]:
    answer = httpx.post(f"{url}/api/tables", json={"game": game, "players": players} | more, timeout=30)
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def table_of(url: str, people: int = 2, bots: int = 0, start: bool = True, level: str = "random", **more: Any) -> list[Seat]:
    """A started table with a client for each person's seat; all seats are the maker's."""
    seats = [{"kind": "person", "mine": True, "name": f"P{i}"} for i in range(people)]
    seats += [{"kind": "bot", "level": level} for _ in range(bots)]
    made = make(url, players=people + bots, seats=seats, start=start, **more)
    return [Seat(url, made["table"], made["tokens"][i]) for i in range(people)]


def played(game: str = "ticket_to_ride", players: int = 2, actions: int = 100_000, seed: str = "played") -> Record:
    """A record of a game that was played at random right here (to its end, unless ``actions`` are fewer)."""
    rules = registry.make(game, players=players)
    secret = seed_from(f"{game}:{players}:{seed}")
    state = rules.start(Chance(secret))
    kept = record.Record(record.header(rules, secret))
    luck = random.Random(seed)
    while rules.actor(state) >= 0 and len(kept.entries) < actions:
        seat, action = rules.actor(state), luck.choice(rules.legal(state))
        rules.play(state, seat, action)
        kept.entries.append(record.Entry(seat, msgspec.Raw(rules.write(action))))
    return record.finish(kept, rules, state) if rules.actor(state) < 0 else kept


def bring(url: str, kept: Record) -> list[Seat]:
    """The record as a table of the server, with a client for each seat."""
    answer = httpx.post(f"{url}/api/import", content=kept.write(), timeout=60)
    assert answer.status_code == 200, answer.text
    made = answer.json()
    return [Seat(url, made["table"], token) for token in made["tokens"]]


def play_on(seats: list[Seat], actions: int, luck: random.Random | None = None) -> dict[str, Any]:
    """Let the seats act at random for a number of actions (or to the end); returns the last view of the first seat.

    What may be done is asked for by itself: a view with its pictures takes ten times as long, and games are long."""
    luck = luck or random.Random(7)
    asked = 0
    seen = seats[asked].get("legal").json()
    until = seen["ply"] + actions
    while seen["ply"] < until and seen["actor"] >= 0:
        if seen["legal"]:
            answer = seats[asked].act(seen, luck.randrange(len(seen["legal"])))
            assert answer.status_code == 200, answer.text
        elif seen["actor"] < len(seats) and seats[seen["actor"]].token is not None:
            asked = seen["actor"]
        else:  # it is a bot's turn
            time.sleep(0.01)
        seen = seats[asked].get("legal").json()
    return seats[0].view()
