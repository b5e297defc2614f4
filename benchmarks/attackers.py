"""Attackers: each function runs in a process of its own and asks a server for something until it is told to stop.

All of them come from one address of the loopback network and report what they were answered.
"""

from __future__ import annotations

import itertools
import os
import random
import secrets
import threading
import time
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
from tests.server import running
from tests.server.cards import new_card
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from boxcars.core import map_loader, registry

ATTACKER = "127.0.0.2"


def client(url: str, address: str, timeout: float = 60) -> httpx.Client:
    return httpx.Client(base_url=url, transport=httpx.HTTPTransport(local_address=address), timeout=timeout)


def many(stop: Any, told: Any, url: str, threads: int, ask: Callable[[httpx.Client, int], int]) -> None:
    """Let threads ask until it is enough."""
    answers: Counter[str] = Counter()

    def run() -> None:
        with client(url, ATTACKER, 30) as http:
            for i in itertools.count():
                if stop.is_set():
                    return
                try:
                    status = ask(http, i)
                except httpx.HTTPError:
                    answers["no answer"] += 1
                    continue
                answers[str(status)] += 1
                if status in (404, 429, 503):  # refused for now: come again soon, so that the line is never empty
                    time.sleep(0.2)

    os.nice(5)
    told.put({})
    at_work = [threading.Thread(target=run, daemon=True) for _ in range(threads)]
    for thread in at_work:
        thread.start()
    stop.wait()
    told.put(dict(answers))


def watch_tables(stop: Any, told: Any, url: str, tables: list[str]) -> None:
    """Look at every table every few seconds, as pages would."""

    def ask(http: httpx.Client, i: int) -> int:
        if i % len(tables) == 0 and i:
            time.sleep(3)
        return http.get(f"/api/tables/{tables[i % len(tables)]}/view").status_code

    many(stop, told, url, 1, ask)


def ask_for_grounds(stop: Any, told: Any, url: str) -> None:
    """Every board there is, and many that nobody plays on."""
    games = httpx.get(f"{url}/api/games", timeout=60).json()["games"]

    def key(luck: random.Random) -> str:
        game = luck.choice(games)
        where = luck.choice(game["maps"])
        options: dict[str, bool | int] = {}
        for option in game["options"]:
            if option["kind"] == "switch":
                options[option["key"]] = luck.random() < 0.5
            elif option["kind"] == "number":
                options[option["key"]] = luck.randint(option["low"], option["high"])
        named = [
            game["key"],
            where["key"],
            luck.choice(where["players"]),
            luck.choice([{}, options, options]),
            luck.choice(["en", "es", "it"]),
        ]
        return urlsafe_b64encode(msgspec.json.encode(named)).decode().rstrip("=")

    luck = random.Random(7)
    many(stop, told, url, 8, lambda http, _: http.get(f"/api/ground/{key(luck)}").status_code)


def import_records(stop: Any, told: Any, url: str, record: bytes) -> None:
    many(stop, told, url, 8, lambda http, _: http.post("/api/import", content=record).status_code)


def large_record() -> bytes:
    """A game of Silverton with six at the table, of about 180 kB."""
    found = (running.played("silverton", 6, seed=f"large {i}").write() for i in range(40))
    return next(data for data in found if 170_000 < len(data) < 260_000)


def misspell(stop: Any, told: Any, url: str, table: str) -> None:
    """Profiles, tables and streams of one address, by spellings of the paths that are routed all the same (or were)."""
    held = [client(url, ATTACKER, 30) for _ in range(100)]
    streams: list[httpx.Response] = []

    def again(http: httpx.Client, i: int) -> int:
        path = ("/api/card/", "//api/card", "/api/tables/", "//api/tables", f"/api/tables/{table}/events/")[i % 5]
        if "events" in path:
            if len(streams) >= len(held):
                return 0
            one = held[len(streams)]
            streams.append(one.send(one.build_request("GET", f"{url}{path}"), stream=True))
            return 1000 + streams[-1].status_code
        body = {"name": "x"} if "card" in path else {"game": "ticket_to_ride"}
        return http.post(f"{url}{path}", json=body).status_code

    many(stop, told, url, 8, again)


def flood(stop: Any, told: Any, url: str, table: str, messages: list[str]) -> None:
    """Forty sockets of one address that send these messages again and again; closed ones are opened anew."""
    answers: Counter[str] = Counter()

    def run() -> None:
        while not stop.is_set():
            try:
                with connect(f"{url.replace('http', 'ws')}/api/tables/{table}/live", source_address=(ATTACKER, 0)) as page:
                    page.send('{"token":null}')
                    threading.Thread(target=drain, args=(page,), daemon=True).start()
                    for message in itertools.cycle(messages):
                        if stop.is_set():
                            return
                        page.send(message)
                        answers["sent"] += 1
            except (WebSocketException, OSError, TimeoutError, EOFError) as error:
                answers[type(error).__name__] += 1
                time.sleep(0.05)

    os.nice(5)
    told.put({})
    for _ in range(40):
        threading.Thread(target=run, daemon=True).start()
    stop.wait()
    told.put(dict(answers))


def drain(page: ClientConnection) -> None:
    """Read what arrives, so that the server can send."""
    try:
        for _ in page:
            pass
    except ConnectionClosed:
        return


def seat_a_round(url: str) -> tuple[str, str, str | None]:
    """A tournament round of two tables, a few moves in: the first table, the second, and the token of who sits there."""
    people = [new_card(url, f"Player {n}") for n in range(4)]
    event = (
        people[0].http.post("/api/events", json={"title": "Cup", "game": "ticket_to_ride", "size": 2, "rounds": 1}).json()["id"]
    )
    for person in people:
        person.http.post(f"/api/events/{event}/join").raise_for_status()
    people[0].http.post(f"/api/events/{event}/pair").raise_for_status()
    first, second = (one["table"] for one in people[0].http.get(f"/api/events/{event}").json()["tables"])
    for table in (first, second):
        at = {person.at(table).view()["you"]: person.at(table) for person in people}
        running.play_on([at[0], at[1]], 6)
    return first, second, next(person.token for person in people if person.at(second).view()["you"] is not None)


READING = (
    "view",
    "view?ply=3",
    "view?ply=3&as=0",
    "log",
    "legal",
    "record",
    "scores",
    "statistics",
    "analysis",
    "moments",
    "explain",
)


def read_sealed_tables(stop: Any, told: Any, url: str, table: str, other: str, token: str | None) -> None:
    """Everything that tells of a position, with the token of the other table's player and without any. What is answered with a
    closed view counts as 1200, what tells more as 1201 (that must never happen)."""
    headers = {"Authorization": f"Bearer {token}"}

    def again(http: httpx.Client, i: int) -> int:
        path = READING[i % len(READING)]
        answer = http.get(f"/api/tables/{table}/{path}", headers=headers if i // len(READING) % 2 else {})
        if answer.status_code != 200:
            return answer.status_code
        return 1200 if path == "view" and answer.json()["closed"] and not answer.json()["pieces"] else 1201

    many(stop, told, url, 8, again)


def play_own_maps(stop: Any, told: Any, url: str) -> None:
    """The largest board that ships with another remark each time: kept, and a table on it begun."""
    text = registry.export(registry.game("silverton"), "colorado")
    seats = [{"kind": "person", "mine": True}] * 2

    def again(http: httpx.Client, i: int) -> int:
        named = text.replace("Colorado", f"Colorado {secrets.token_hex(4)}", 1)
        kept = http.post("/api/workshop/silverton/keep", json={"text": named})
        if kept.status_code != 200:
            return kept.status_code
        asked = {"game": "silverton", "map": kept.json()["map"], "players": 2, "seats": seats, "start": True}
        return 1000 + http.post("/api/tables", json=asked).status_code

    many(stop, told, url, 8, again)


def ask_what_costs(stop: Any, told: Any, url: str, table: str, tokens: list[str], plies: int) -> None:
    """QR codes, past positions through other eyes and tries, each another one."""

    def again(http: httpx.Client, i: int) -> int:
        ply, seat = plies - 1 - (i * 37) % (plies - 1), i % len(tokens)
        if i % 3 == 0:
            return http.get(f"{url}/api/invite?to=/t/{secrets.token_hex(20)}").status_code
        if i % 3 == 1:
            return http.get(f"{url}/api/tables/{table}/view?ply={ply}&as={seat}&lang={('en', 'es', 'it')[i % 2]}").status_code
        return http.post(f"{url}/api/tables/{table}/try", json={"ply": ply, "eyes": seat}).status_code

    many(stop, told, url, 8, again)


def bomb(parts: int = 8_000, lines: int = 8_000) -> str:
    """A TOML table with a name of many parts, and many lines: 67 kB that a parser reads for a minute."""
    return f"[{'.'.join(['a'] * parts)}]\n" + "".join(f"k{n}=1\n" for n in range(lines))


def worst_allowed() -> str:
    """About the most work that a text within the limits is."""
    name = ".".join(["a"] * 16)
    return f"[{name}]\n" + "".join(f"{name}{n}=1\n" for n in range(6_000))


def send_bombs(stop: Any, told: Any, url: str, record: bytes) -> None:
    """Maps to keep (of 67 and 250 kB), drafts to draw and records to import, eight at a time."""
    small, large, allowed = bomb(), bomb(lines=30_000)[:250_000], worst_allowed()
    header, _, rest = record.partition(b"\n")
    asked = msgspec.json.decode(header)
    requests: list[tuple[str, bytes]] = []
    for text in (small, large, allowed):
        asked |= {"map": map_loader.key_of(text), "map_text": text, "commitment": ""}
        body = msgspec.json.encode({"text": text})
        requests += [("/api/workshop/steam/keep", body), ("/api/workshop/steam", body)]
        requests.append(("/api/import", msgspec.json.encode(asked) + b"\n" + rest))
    headers = {"Content-Type": "application/json"}

    def ask(http: httpx.Client, i: int) -> int:
        path, body = requests[i % len(requests)]
        time.sleep(0.02)
        return http.post(path, content=body, headers=headers).status_code

    many(stop, told, url, 8, ask)
