"""What the first web worker calls (``page/server_worker.js``): it starts the server and answers the page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from boxcars.server import logs
from boxcars.server.config import Config
from boxcars.tab import kept
from boxcars.tab.bridge import Bridge, Channel
from boxcars.tab.runtime import TabRuntime

PATIENCE = 90.0
"""Seconds for which a bot may think here: a phone is slower than a server, and nobody else waits."""

_bridge: Bridge | None = None


def bridge() -> Bridge:
    assert _bridge is not None, "the server has not started"
    return _bridge


async def start(database: str, send: Callable[[Any, float], Awaitable[Any]]) -> None:
    """Start the server. ``send`` has the second worker do a job; nothing comes back if it took too long."""
    global _bridge
    logs.set_up("warning")

    async def send_bytes(job: bytes, seconds: float) -> bytes | None:
        answer = await send(job, seconds)
        return None if answer is None else bytes(answer.to_bytes())

    config = Config(database=database, limits=False, metrics=False, bot_patience=PATIENCE, sockets=1000)
    _bridge = Bridge(config, TabRuntime(send_bytes))
    await _bridge.start()


def set_up(up: bool) -> None:
    """Note that the second worker is there, or is not there (yet)."""
    runtime = bridge().runtime
    assert isinstance(runtime, TabRuntime) and runtime.workers is not None
    runtime.workers.set_up(up)


def settings() -> list[tuple[str, str]]:
    """What the page kept in this browser."""
    return list(kept.read_settings(bridge().store).items())


def keep(key: str, value: str | None) -> None:
    """Keep what the page just kept."""
    kept.keep_setting(bridge().store, key, value)


def put(data: Any) -> str:
    """Put another file of games in place of this one; return why that cannot be, or nothing. Then the page starts anew."""
    new = Path("/tmp/put.sqlite")
    new.write_bytes(bytes(data.to_bytes()))
    store = bridge().store
    assert store.file is not None
    store.engine.dispose()
    try:
        return kept.replace_database(new, store.file)
    finally:
        new.unlink()


async def ask(method: str, path: str, headers: Any, body: Any) -> tuple[int, list[tuple[str, str]], bytes]:
    """Have a request answered."""
    given = [(str(name), str(value)) for name, value in headers.to_py()]
    answer = await bridge().ask(method, path, given, bytes(body.to_bytes()))
    return answer.status, answer.headers, answer.body


def open(path: str, told: Callable[[str, Any], None]) -> Channel:
    """Open a live channel."""
    return bridge().open(path, told)
