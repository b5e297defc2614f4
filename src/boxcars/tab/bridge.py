"""The page's requests and live channels, handed to the server as ASGI: what a web server does on a host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import unquote

from boxcars.core.type_aliases import Json
from boxcars.server.config import Config
from boxcars.server.http.app import create_app
from boxcars.server.http.middleware import LimitsMiddleware
from boxcars.server.runtime import Runtime

CLIENT = ("127.0.0.1", 0)
GONE = 1001
"""The code of a live channel whose page went away."""


@dataclass
class Answer:
    """What the server answered."""

    status: int = 500
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""


class Channel:
    """A live channel: a websocket for the server, messages for the page."""

    def __init__(self, told: Callable[[str, Any], None]) -> None:
        """``told`` hears ("open", None), ("message", text) and ("close", code)."""
        self.told = told
        self._sent: asyncio.Queue[Json] = asyncio.Queue()
        self._sent.put_nowait({"type": "websocket.connect"})

    def say(self, text: str) -> None:
        """Send a message of the page."""
        self._sent.put_nowait({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """End it: the page has gone away."""
        self._sent.put_nowait({"type": "websocket.disconnect", "code": GONE})

    async def receive(self) -> Json:
        return await self._sent.get()

    async def send(self, message: Json) -> None:
        kind = message["type"]
        if kind == "websocket.accept":
            self.told("open", None)
        elif kind == "websocket.send":
            self.told("message", message["text"] if message.get("text") is not None else message["bytes"].decode())
        elif kind == "websocket.close":
            self.told("close", message.get("code", 1000))


class Bridge:
    """A running server, reached by calls."""

    def __init__(self, config: Config, runtime: Runtime, host: str = "boxcars.local", scheme: str = "https") -> None:
        self.runtime = runtime
        self.host = host
        self.scheme = scheme
        self.store = runtime.open_store(config)
        self.gate: LimitsMiddleware = create_app(config, self.store, runtime)
        self._life: asyncio.Task[None] | None = None
        self._news: asyncio.Queue[Json] = asyncio.Queue()
        self._channels: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the server: its lifespan begins."""
        began: asyncio.Future[Json] = asyncio.get_running_loop().create_future()

        async def send(message: Json) -> None:
            if not began.done():
                began.set_result(message)

        self._news.put_nowait({"type": "lifespan.startup"})
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self._life = asyncio.ensure_future(self.gate(scope, self._news.get, send))
        told = await began
        if told["type"] != "lifespan.startup.complete":
            raise RuntimeError(told.get("message", "the server did not start"))

    async def stop(self) -> None:
        """Stop the server: what is under way is written first."""
        self._news.put_nowait({"type": "lifespan.shutdown"})
        if self._life is not None:
            await self._life

    def _scope(self, kind: str, path: str, headers: Iterable[tuple[str, str]]) -> Json:
        where, _, query = path.partition("?")
        sent = [(name.lower().encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers]
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": self.scheme,
            "path": unquote(where),
            "raw_path": where.encode("ascii", "replace"),
            "query_string": query.encode("ascii", "replace"),
            "root_path": "",
            "headers": [(b"host", self.host.encode()), *sent],
            "client": CLIENT,
            "server": (self.host, None),
            "state": {},
        }

    async def ask(self, method: str, path: str, headers: Iterable[tuple[str, str]], body: bytes = b"") -> Answer:
        """Have a request answered."""
        sent = [(name, value) for name, value in headers if name.lower() not in ("host", "accept-encoding", "content-length")]
        if body:
            sent.append(("content-length", str(len(body))))
        scope = self._scope("http", path, sent) | {"method": method}
        answer = Answer()
        parts: list[bytes] = []
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Json:
            if waiting:
                return cast(Json, waiting.pop())
            await asyncio.Event().wait()  # the page waits for its answer: it does not go away
            raise AssertionError

        async def send(message: Json) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = [(k.decode("latin-1"), v.decode("latin-1")) for k, v in message.get("headers", [])]
            else:
                parts.append(message.get("body", b""))

        await self.gate(scope, receive, send)
        answer.body = b"".join(parts)
        return answer

    def open(self, path: str, told: Callable[[str, Any], None]) -> Channel:
        """Open a live channel."""
        channel = Channel(told)
        scope = self._scope("websocket", path, []) | {"scheme": "wss" if self.scheme == "https" else "ws", "subprotocols": []}
        task = asyncio.ensure_future(self.gate(scope, channel.receive, channel.send))
        self._channels.add(task)
        task.add_done_callback(self._channels.discard)
        return channel
