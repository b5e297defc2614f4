"""Chaos: scripted clients that drop, resend, reorder and race, while the server is killed again and again.

Every acknowledged action is written down here, to be looked for in the store afterwards.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import connect

from boxcars.core import registry
from boxcars.core.record import Record
from boxcars.server.store.store import Store
from boxcars.server.store.verify import verify_store
from boxcars.server.table.table import from_row
from tests.server.running import Server, played

LOST = (httpx.HTTPError, TimeoutError, OSError)


@dataclass
class Acknowledged:
    """The server said that this action was done."""

    table: str
    seat: int
    key: str
    ply: int
    action: dict[str, Any]


@dataclass
class Counts:
    sent: int = 0
    dropped: int = 0
    doubled: int = 0
    raced: int = 0
    reordered: int = 0
    undone: int = 0
    stale: int = 0
    lost: int = 0
    reconnected: int = 0


@dataclass
class Chaos:
    servers: list[Server]
    """One on SQLite; on PostgreSQL there may be several. Every request goes to any of them."""
    luck: random.Random
    counts: Counts = field(default_factory=Counts)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    killed: int = 0
    views: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    up: asyncio.Event = field(default_factory=asyncio.Event)

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(timeout=20)

    def address(self, path: str) -> str:
        return self.luck.choice(self.servers).url + path

    async def insist(
        self, http: httpx.AsyncClient, method: str, path: str, token: str | None, body: Any = None
    ) -> httpx.Response:
        """Send until there is an answer: the server may be gone for a while."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        while True:
            try:
                return await http.request(method, self.address(path), json=body, headers=headers)
            except LOST:
                self.counts.lost += 1
                await self.later()

    async def later(self) -> None:
        """Try again in a while; most wait until the server is said to be back, some keep knocking."""
        if self.luck.random() < 0.9:
            await self.up.wait()
        await asyncio.sleep(self.luck.uniform(0.02, 0.5))

    # -- acting ------------------------------------------------------------------------------------------------------

    async def submit(self, http: httpx.AsyncClient, table: str, seat: int, token: str, body: dict[str, Any]) -> httpx.Response:
        """One action, by one of the ways in which things go wrong; in the end there is an answer to it."""
        path, headers = f"/api/tables/{table}/act", {"Authorization": f"Bearer {token}"}
        self.keys.add(body["key"])
        self.counts.sent += 1
        way = self.luck.random()
        if way < 0.10:  # drop: hang up before the answer, then send again
            self.counts.dropped += 1
            try:
                async with asyncio.timeout(self.luck.uniform(0.0005, 0.01)):
                    await http.post(self.address(path), json=body, headers=headers)
            except LOST:
                pass
        elif way < 0.20:  # the same request twice at once
            self.counts.doubled += 1
            answers = await asyncio.gather(*(self.insist(http, "POST", path, token, body) for _ in range(2)))
            if {a.status_code for a in answers} == {200} and answers[0].json()["ply"] != answers[1].json()["ply"]:
                self.wrong.append(f"{table}: one key, two plies")
        answer = await self.insist(http, "POST", path, token, body)
        if answer.status_code == 200:
            self.acknowledged.append(Acknowledged(table, seat, body["key"], answer.json()["ply"], body["action"]))
        return answer

    async def turn(self, http: httpx.AsyncClient, table: str, tokens: list[str | None]) -> None:
        """Whoever is to act does so (a bot's turn is waited for)."""
        token = next(t for t in tokens if t)
        seen = (await self.insist(http, "GET", f"/api/tables/{table}/legal", token)).json()
        seat = seen["actor"]
        if seat < 0:
            self.over.add(table)
            return
        own = tokens[seat]
        if own is None:
            await asyncio.sleep(0.05)
            return
        if own != token:
            seen = (await self.insist(http, "GET", f"/api/tables/{table}/legal", own)).json()
        if not seen["legal"]:
            return

        def body(choice: Any) -> dict[str, Any]:
            key = secrets.token_hex(10)
            return {"ply": seen["ply"], "mark": seen["mark"], "key": key, "action": choice["action"]}

        chosen = body(self.luck.choice(seen["legal"]))
        if self.luck.random() < 0.08:  # race: two different actions for the same ply
            self.counts.raced += 1
            other = body(self.luck.choice(seen["legal"]))
            answers = await asyncio.gather(*(self.submit(http, table, seat, own, b) for b in (chosen, other)))
            if [a.status_code for a in answers].count(200) > 1:
                self.wrong.append(f"{table}: two actions were accepted for ply {seen['ply']}")
            return
        answer = await self.submit(http, table, seat, own, chosen)
        if answer.status_code == 409:
            self.counts.stale += 1
        elif answer.status_code != 200:
            self.wrong.append(f"{table}: {answer.status_code} {answer.text[:200]}")
        elif self.luck.random() < 0.08:  # reorder: an old request comes late, again
            self.counts.reordered += 1
            again = await self.insist(http, "POST", f"/api/tables/{table}/act", own, chosen)
            if again.status_code != 200 or again.json()["ply"] != answer.json()["ply"] or not again.json()["again"]:
                self.wrong.append(f"{table}: a late copy was answered {again.status_code} {again.text[:100]}")
        elif self.luck.random() < 0.05:
            undone = await self.insist(http, "POST", f"/api/tables/{table}/undo", own, {"to": seen["ply"]})
            self.counts.undone += undone.status_code == 200

    async def play(self, http: httpx.AsyncClient, table: str, tokens: list[str | None], until: float) -> None:
        while table not in self.over and time.monotonic() < until:
            await self.turn(http, table, tokens)

    # -- watching ----------------------------------------------------------------------------------------------------

    async def watch(self, table: str, seat: int, token: str, diff: bool) -> None:
        """A page: holds the newest view, connects again after every break."""
        while True:
            address = self.address(f"/api/tables/{table}/live").replace("http", "ws", 1)
            try:
                async with connect(address, max_size=None, open_timeout=5, ping_interval=None) as socket:
                    await socket.send(json.dumps({"token": token, "diff": diff}))
                    held: dict[str, Any] = {}
                    async for message in socket:
                        news = json.loads(message)
                        if "view" in news:
                            held = news["view"]
                        elif "diff" in news:
                            if news["base"] != held.get("seq"):
                                self.wrong.append(f"{table}: a diff to {news['base']} for who has {held.get('seq')}")
                            held = held | news["diff"]
                        self.views[table, seat] = held
            except (OSError, TimeoutError, websockets.WebSocketException):
                pass
            self.counts.reconnected += 1
            await self.later()


def watched(table: str, seat: int) -> bool:
    """Every table has a page open; a third of them have one for each seat."""
    return seat == 0 or ord(table[0]) % 3 == 0


def late(game: str, players: int, left: int, seed: str) -> Record:
    """A game with few actions left."""
    whole = played(game, players, seed=seed)
    whole.entries = whole.entries[: max(0, len(whole.entries) - left)]
    whole.result = None
    return whole


def smallest(game: str) -> int:
    return min(n for n in registry.game(game).maps[0].players if n > 1)


async def set_up(chaos: Chaos, tables: int, fresh: int) -> list[tuple[str, list[str | None]]]:
    """Tables of all games: most with few actions left, some from the beginning; every third with a bot."""
    games = list(registry.games())
    out: list[tuple[str, list[str | None]]] = []
    quick = [g for g in games if g in ("ticket_to_ride", "spike")] or games
    kept = {(g, s): late(g, smallest(g), 20, s).write() for g in games for s in ("a", "b")}
    async with chaos.client() as http:
        for i in range(tables):
            if i < fresh:
                seats = [{"kind": "person", "mine": True}, {"kind": "bot", "level": "random"} if i % 3 == 0 else {"mine": True}]
                body = {
                    "game": quick[i % len(quick)],
                    "players": 2,
                    "seats": seats,
                    "key": secrets.token_urlsafe(20),
                    "start": True,
                }
                made = (await http.post(chaos.address("/api/tables"), json=body)).json()
            else:
                game = games[i % len(games)]
                made = (await http.post(chaos.address("/api/import"), content=kept[game, "ab"[i % 2]])).json()
            out.append((made["table"], made["tokens"]))
    return out


async def storm(chaos: Chaos, tables: int, fresh: int, kills: int, seconds: float) -> None:
    """Play everything to the end while the server is killed; ends when all games are over and all pages agree."""
    seats = await set_up(chaos, tables, fresh)
    until = time.monotonic() + seconds
    async with chaos.client() as http:
        watchers = [
            asyncio.create_task(chaos.watch(table, seat, token, seat % 2 == 1))
            for table, tokens in seats
            for seat, token in enumerate(tokens)
            if token is not None and watched(table, seat)
        ]
        players = [asyncio.create_task(chaos.play(http, table, tokens, until)) for table, tokens in seats]
        chaos.up.set()
        for _ in range(kills):
            # Killed at a random moment, but not before something was done: a slow machine is to see the same storm.
            enough = len(chaos.acknowledged) + chaos.luck.randrange(5, 60)
            while len(chaos.acknowledged) < enough and time.monotonic() < until and len(chaos.over) < len(seats):
                await asyncio.sleep(0.02)
            await asyncio.sleep(chaos.luck.uniform(0, 0.1))
            chaos.up.clear()
            victim = chaos.luck.choice(chaos.servers)
            await asyncio.to_thread(victim.kill)
            await asyncio.to_thread(victim.start)
            chaos.killed += 1
            chaos.up.set()
        await asyncio.gather(*players)
        missing = {table for table, _ in seats} - chaos.over
        if missing:
            chaos.wrong.append(f"{len(missing)} games did not finish")
        await agree(chaos, http, seats)
        for job in watchers:
            job.cancel()
        await asyncio.gather(*watchers, return_exceptions=True)


PARTS = ("ply", "mark", "seq", "status", "pieces", "panels", "describe", "outcome", "actor", "prompt", "chat")


async def agree(chaos: Chaos, http: httpx.AsyncClient, seats: list[tuple[str, list[str | None]]]) -> None:
    """Within some seconds every page holds what the server says now."""
    for table, tokens in seats:
        for seat, token in enumerate(tokens):
            if token is None or not watched(table, seat):
                continue
            truth = (await chaos.insist(http, "GET", f"/api/tables/{table}/view", token)).json()
            for _ in range(100):
                held = chaos.views.get((table, seat), {})
                if all(held.get(part) == truth[part] for part in PARTS):
                    break
                await asyncio.sleep(0.1)
            else:
                differs = [part for part in PARTS if chaos.views.get((table, seat), {}).get(part) != truth[part]]
                chaos.wrong.append(f"{table}: seat {seat} ended on another view: {differs}")


def audit(chaos: Chaos, database: str) -> tuple[int, list[str]]:
    """Look into the store: every acknowledged action once, nothing else, every game replays to what is stored."""
    wrong = list(chaos.wrong)
    store = Store(database)
    journals: dict[str, dict[str, Any]] = {}
    actions = 0
    for id in store.all_tables():
        found = store.load_table(id)
        assert found is not None
        table = from_row(*found)
        seen = [e.seq for e in table.journal]
        if seen != list(range(1, table.seq + 1)):
            wrong.append(f"{id}: the journal has gaps")
        by_key: dict[str, Any] = {}
        for entry in table.journal:
            if entry.key is not None:
                actions += 1
                if entry.key in by_key:
                    wrong.append(f"{id}: {entry.key} is there twice")
                if entry.key not in chaos.keys:
                    wrong.append(f"{id}: {entry.key} was never sent")
                by_key[entry.key] = entry
        journals[id] = by_key
    for done in chaos.acknowledged:
        stored = journals[done.table].get(done.key)
        if stored is None:
            wrong.append(f"{done.table}: acknowledged action {done.key} is lost")
        elif (stored.seat, stored.ply, json.loads(stored.body)["do"]) != (done.seat, done.ply, done.action["do"]):
            wrong.append(f"{done.table}: acknowledged action {done.key} is another")
    wrong += [f"{f.table}: {f.differs}" for f in verify_store(store) if f.differs]
    store.close()
    return actions, wrong


def tracebacks(log: str) -> list[str]:
    """Complaints in a log, but for those of processes that were just being started when their server was killed."""
    traces = log.split("Traceback (most recent call last):")[1:]
    return [trace for trace in traces if "EOFError: Ran out of input" not in trace[:1000]]


def run(
    database: str, folder: Path, *, tables: int, fresh: int, kills: int, seconds: float, seed: int, servers: int = 1
) -> tuple[Chaos, int, list[str]]:
    running = [Server(database, folder, "--no-limits", name=f"chaos{n}").start() for n in range(servers)]
    chaos = Chaos(running, random.Random(seed))
    try:
        asyncio.run(storm(chaos, tables, fresh, kills, seconds))
    finally:
        for server in running:
            server.stop()
    actions, wrong = audit(chaos, database)
    wrong += [f"in the log: {trace[:1000]}" for server in running for trace in tracebacks(server.log.read_text())]
    return chaos, actions, wrong
