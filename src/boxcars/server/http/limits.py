"""Limits of the routes: each handler declares its own (``opt=declare_limits(…)``), the gate enforces them after routing.

Two kinds of budget count for an address. *Processor time*: every request is charged what it really cost; whoever has spent the
burst is slowed down to the rate, and refused only when the queue grows long. *Counts*: things that are kept or that load the
workers (tables, profiles, work, sockets, failed attempts).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from litestar import Litestar
from litestar.handlers import BaseRouteHandler

from boxcars.server.meter import Meter, run_metered

R = TypeVar("R")

JSON_TYPES = ("application/json",)
RECORD_TYPES = ("application/x-ndjson", "application/jsonl", "application/json", "application/octet-stream", "")
"""Content types that a body may have. Not those that another site's form or script can send without asking (text/plain and the
like); a file of unknown type comes without one, and is checked by its origin."""

BODY = 64 * 1024
DRAFT = 512 * 1024
"""The greatest number of bytes of a draft or a map file."""
RECORD = 4 * 1024 * 1024

Who: TypeAlias = Literal["anyone", "seat", "host", "profile", "operator"]
Count: TypeAlias = Literal["tables", "profiles", "failures", "work", "sockets"]

COUNTS: dict[Count, tuple[float, float]] = {
    "tables": (0.5, 40),
    "profiles": (40 / 3600, 40),
    "failures": (30 / 3600, 30),
    "work": (1, 12),
    "sockets": (2, 40),
}
"""Counted budgets of an address: requests a second, and at once. Profiles: a class of 30 behind one address creates its profiles
within minutes; a script gets 40 an hour."""

RATE, BURST, PATIENCE = 300.0, 300.0, 8.0
"""Processor time of an address: milliseconds a second, milliseconds at once, and how many seconds a request may wait."""
TOKEN = 0.5
"""The share of an address's budget that a single token may use; the rest is left to others behind the same address."""
MESSAGE = 2.0
"""Milliseconds charged for any websocket message before it is read. A page sends a few a minute."""
REFUSED = 1.0
"""Seconds that a refusal waits when its address is far over its budget, and that a refused websocket always waits: a client that
tries again at once must not keep the server busy."""


@dataclass(frozen=True)
class Limits:
    """``cost``: milliseconds of processor time charged before the request runs (what it really took is settled afterwards).
    ``count``: the budget it takes one from. ``failures``: a refused request counts as a failed attempt. ``stays``: a stream or
    socket, which does not end by itself. ``free_here``: without limits for monitors on the server's own machine."""

    who: Who
    cost: float = 2.0
    count: Count | None = None
    body: int = BODY
    types: tuple[str, ...] = JSON_TYPES
    failures: bool = False
    stays: bool = False
    free_here: bool = False


UNROUTED = Limits("anyone", 1.0)
"""The limits of requests that reach no handler, and of the framework's OPTIONS answers."""
KEY = "limits"


def declare_limits(
    who: Who,
    cost: float = 2.0,
    count: Count | None = None,
    *,
    body: int = BODY,
    types: tuple[str, ...] = JSON_TYPES,
    failures: bool = False,
    stays: bool = False,
    free_here: bool = False,
) -> dict[str, Limits]:
    """Declare a handler's limits: ``@get("/…", opt=declare_limits("seat", 3))``."""
    return {KEY: Limits(who, cost, count, body, types, failures, stays, free_here)}


@dataclass(frozen=True)
class Route:
    """A method of a path, and its limits (None: none declared)."""

    method: str
    path: str
    name: str
    limits: Limits | None


def list_routes(app: Litestar) -> Iterator[Route]:
    """Yield every route of the application except the OPTIONS answers, which are all alike."""
    for route in app.routes:
        handlers: Any = getattr(route, "route_handlers", None) or [getattr(route, "route_handler", None)]
        for handler in handlers:
            for method in sorted(getattr(handler, "http_methods", None) or ("WEBSOCKET",)):
                if method != "OPTIONS":
                    yield Route(method, route.path, handler.handler_name, handler.opt.get(KEY))


def check_declared(app: Litestar) -> None:
    """Raise if a handler has no limits."""
    missing = [f"{route.method} {route.path} ({route.name})" for route in list_routes(app) if route.limits is None]
    if missing:
        raise LookupError(f"handlers without limits (opt=declare_limits(…)): {', '.join(missing)}")


def limits_of(handler: BaseRouteHandler) -> Limits:
    found: Limits = handler.opt.get(KEY, UNROUTED)
    return found


def is_canonical_path(path: str, raw: bytes) -> bool:
    """Return whether a path is spelled in its canonical form: no doubled or trailing slash, no dot segment, no encoded slash."""
    if path == "/":
        return raw in (b"/", b"")
    parts = path.split("/")
    if parts[0] or "\\" in path or any(part in ("", ".", "..") for part in parts[1:]):
        return False
    lower = raw.lower()
    return b"%2f" not in lower and b"%5c" not in lower and b"%2e" not in lower


class Buckets:
    """Token buckets for counted things, one for each (who, what); those unused longest are forgotten."""

    def __init__(self, kept: int = 50_000) -> None:
        self.kept = kept
        self._levels: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take_tokens(self, who: str, what: Count, many: float = 1.0) -> float:
        """Return 0 if it may pass; otherwise how many seconds to wait. ``many`` 0: only look."""
        rate, burst = COUNTS[what]
        now = time.monotonic()
        level, then = self._levels.pop((who, what), (burst, now))
        level = min(burst, level + (now - then) * rate)
        wait = 0.0 if level >= 1 else (1 - level) / rate
        self._levels[who, what] = (level - many if level >= 1 else level, now)
        if len(self._levels) > self.kept:
            self._levels.popitem(last=False)
        return wait


class Processor:
    """Processor time by address and by token. Levels may fall below zero: then a request waits."""

    def __init__(self, on: bool = True, kept: int = 50_000) -> None:
        self.on = on
        self.kept = kept
        self.stopping = asyncio.Event()
        """Set when the server stops: nobody waits any longer."""
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def _current_level(self, who: str, part: float, now: float) -> float:
        level, then = self._levels.get(who, (BURST * part, now))
        return min(BURST * part, level + (now - then) * RATE * part)

    def reserve_time(self, who: str, cost: float, part: float = 1.0, patience: float = PATIENCE) -> tuple[float, bool]:
        """Return how many seconds to wait, and whether the time was reserved: not if the wait would be too long."""
        now = time.monotonic()
        level = self._current_level(who, part, now) - cost
        wait = max(0.0, -level / (RATE * part))
        reserved = wait <= patience
        self._set_level(who, level if reserved else level + cost, now)
        return wait, reserved

    def settle_time(self, who: str, reserved: float, spent: float, part: float = 1.0) -> None:
        """Replace the reserved processor time by the time really spent."""
        now = time.monotonic()
        self._set_level(who, min(BURST * part, self._current_level(who, part, now) + reserved - spent), now)

    def _set_level(self, who: str, level: float, now: float) -> None:
        self._levels[who] = (level, now)
        self._levels.move_to_end(who)
        if len(self._levels) > self.kept:
            self._levels.popitem(last=False)

    async def wait_for_turn(self, seconds: float) -> None:
        """Wait for a turn, but do not delay a server that stops."""
        if seconds > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self.stopping.wait()

    async def charge(self, who: str, cost: float) -> None:
        """Charge a fixed price and wait until the address can pay it."""
        if self.on:
            wait, _ = self.reserve_time(who, cost, patience=float("inf"))
            await self.wait_for_turn(wait)

    async def run_in_turn(self, who: str, cost: float, work: Coroutine[Any, Any, R]) -> R:
        """Run a piece of work of a stream or socket when its address has processor time for it, however long that takes."""
        if not self.on:
            return await work
        wait, _ = self.reserve_time(who, cost, patience=float("inf"))
        meter = Meter()
        try:
            await self.wait_for_turn(wait)
            return await run_metered(work, meter)
        finally:
            work.close()
            self.settle_time(who, cost, meter.spent)
