"""How many tables one server can serve: N tables with one action each per second, every seat with an open page.

    python benchmarks/server_load.py --tables 200 --seconds 20
    python benchmarks/server_load.py --search            # the largest N with p99 < 200 ms
    python benchmarks/server_load.py --game spike --database postgresql://…

Measured is the time from sending an action to the moment when the views of all seats of its table have arrived. The clients
run in this process, the server in its own; both share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

ROOT = Path(__file__).parents[1]


class Item(msgspec.Struct):
    action: msgspec.Raw


class Part(msgspec.Struct):
    """Of a view or a diff: what the load needs."""

    ply: int | None = None
    mark: int | None = None
    actor: int | None = None
    status: str | None = None
    legal: list[Item] | None = None


class Message(msgspec.Struct):
    view: Part | None = None
    diff: Part | None = None


DECODE = msgspec.json.Decoder(Message)


class Wire:
    """A kept HTTP connection: httpx would take more time than the server."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, token: str, body: bytes) -> int:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        assert self.reader is not None
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = int(answer.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        await self.reader.readexactly(length)
        return int(answer.split(b" ", 2)[1])


class Table:
    def __init__(self, made: dict[str, Any], port: int, luck: random.Random) -> None:
        self.id = made["table"]
        self.tokens: list[str] = made["tokens"]
        self.port = port
        self.luck = luck
        self.plies = [-1] * len(self.tokens)
        self.legal: list[list[Item]] = [[] for _ in self.tokens]
        self.actor, self.mark, self.status = -1, 0, "open"
        self.arrived = asyncio.Event()
        self.wire = Wire("127.0.0.1", port)
        self.bytes = 0

    async def page(self, seat: int) -> None:
        """One seat's page."""
        async with connect(
            f"ws://127.0.0.1:{self.port}/api/tables/{self.id}/live", max_size=None, compression=None, ping_interval=None
        ) as socket:
            sparing = {"diff": True, "append": True, "panels": True, "pieces": True, "words": False}  # as the page asks for it
            await socket.send(json.dumps({"token": self.tokens[seat], **sparing}))
            async for message in socket:
                self.bytes += len(message)
                news = DECODE.decode(message)
                part = news.view or news.diff
                if part is None:
                    continue
                self.legal[seat] = part.legal if part.legal is not None else self.legal[seat]
                self.actor = part.actor if part.actor is not None else self.actor
                self.mark = part.mark if part.mark is not None else self.mark
                self.status = part.status if part.status is not None else self.status
                if part.ply is not None:
                    self.plies[seat] = part.ply
                    self.arrived.set()

    async def act(self) -> float | None:
        """One action; how long until every page has it. None if nothing could be done."""
        ply = min(self.plies)
        if self.status != "playing" or self.actor < 0 or ply < 0 or not self.legal[self.actor]:
            return None
        choice = self.luck.choice(self.legal[self.actor]).action
        body = b'{"ply":%d,"key":"%s","action":%s}' % (ply, secrets.token_hex(8).encode(), bytes(choice))
        begun = time.perf_counter()
        status = await self.wire.post(f"/api/tables/{self.id}/act", self.tokens[self.actor], body)
        if status != 200:
            raise RuntimeError(f"the server answered {status}")
        while min(self.plies) <= ply:
            self.arrived.clear()
            await asyncio.wait_for(self.arrived.wait(), 30)
        return time.perf_counter() - begun


async def load(port: int, pid: int, games: list[str], count: int, seconds: float, warm: float) -> dict[str, Any]:
    luck = random.Random(count)
    tables: list[Table] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        known = {g["key"]: g for g in (await http.get("/api/games")).json()["games"]}
        for i in range(count):
            game = games[i % len(games)]
            players = min(n for n in known[game]["maps"][0]["players"] if n > 1)
            seats = [{"kind": "person", "mine": True} for _ in range(players)]
            body = {"game": game, "players": players, "seats": seats, "start": True}
            tables.append(Table((await http.post("/api/tables", json=body)).json(), port, luck))
    pages = [asyncio.create_task(table.page(seat)) for table in tables for seat in range(len(table.tokens))]
    while any(min(table.plies) < 0 for table in tables):
        await asyncio.sleep(0.1)
    times: list[float] = []
    begun = time.perf_counter()

    async def player(table: Table) -> None:
        due = begun + luck.random()
        while (now := time.perf_counter()) < begun + warm + seconds:
            if now < due:
                await asyncio.sleep(due - now)
            took = await table.act()
            if took is not None and due > begun + warm:
                times.append(took)
            due += 1.0  # a late action is not sent late again: each table keeps its beat

    server_used = cpu_of(pid)
    used = resource.getrusage(resource.RUSAGE_SELF)
    await asyncio.gather(*(player(table) for table in tables))
    spent = resource.getrusage(resource.RUSAGE_SELF)
    server_spent = cpu_of(pid) - server_used
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    times.sort()
    return {
        "tables": count,
        "pages": len(pages),
        "actions_per_second": round(len(times) / seconds, 1),
        "p50_ms": round(times[len(times) // 2] * 1000, 1),
        "p95_ms": round(times[int(len(times) * 0.95)] * 1000, 1),
        "p99_ms": round(times[int(len(times) * 0.99)] * 1000, 1),
        "max_ms": round(times[-1] * 1000, 1),
        "kilobytes_per_action": round(sum(t.bytes for t in tables) / 1000 / max(1, len(times)), 1),
        "server_cpu": round(server_spent / (time.perf_counter() - begun), 2),
        "server_ms_per_action": round(server_spent * 1000 / max(1, sum(min(t.plies) for t in tables)), 2),
        "client_cpu": round((spent.ru_utime + spent.ru_stime - used.ru_utime - used.ru_stime) / (seconds + warm), 2),
    }


def cpu_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(games: list[str], count: int, seconds: float, database: str | None, warm: float = 3.0) -> dict[str, Any]:
    """One run on a fresh server."""
    import socket

    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        place = database or f"{folder}/load.sqlite"
        command = [sys.executable, "-m", "boxcars", "serve", "--port", str(port), "--database", place, "--no-limits"]
        command += ["--log-level", "warning", "--workers", "1"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            for _ in range(200):
                try:
                    httpx.get(f"http://127.0.0.1:{port}/healthz").raise_for_status()
                    break
                except httpx.HTTPError:
                    time.sleep(0.1)
            return asyncio.run(load(port, server.pid, games, count, seconds, warm))
        finally:
            server.terminate()
            server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, nargs="*", default=[50, 100, 200])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--game", action="append", help="a game (may be repeated); default: Ticket to Ride; 'all': every game")
    parser.add_argument("--database")
    parser.add_argument("--search", action="store_true", help="find the largest N with p99 < 200 ms")
    arguments = parser.parse_args()
    games = arguments.game or ["ticket_to_ride"]
    if games == ["all"]:
        from boxcars.core import registry

        games = list(registry.games())
    if not arguments.search:
        for count in arguments.tables:
            print(json.dumps({"games": games} | measure(games, count, arguments.seconds, arguments.database)), flush=True)
        return
    low, high = 0, 50
    while True:
        result = measure(games, high, arguments.seconds, arguments.database)
        print(json.dumps({"games": games} | result), flush=True)
        if result["p99_ms"] >= 200:
            break
        low, high = high, high * 2
    while high - low > max(10, low // 10):
        middle = (low + high) // 2
        result = measure(games, middle, arguments.seconds, arguments.database)
        print(json.dumps({"games": games} | result), flush=True)
        low, high = (middle, high) if result["p99_ms"] < 200 else (low, middle)
    print(f"the largest N with p99 < 200 ms: {low}")


if __name__ == "__main__":
    main()
