"""The gate every request passes: limits, security headers, origin check, log line, counters.

Plain ASGI, outside of the framework, so that nothing (an error page, a file, a refused upgrade) goes around it.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from hashlib import sha256
from typing import cast
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar

from boxcars.core.kinds import Json
from boxcars.core.words import T, Text
from boxcars.locale import best_language, sayer
from boxcars.server.config import Config
from boxcars.server.http.doors import Doors
from boxcars.server.http.kinds import App, Receive, Send
from boxcars.server.metrics import Metrics
from boxcars.server.work.shares import network

log = logging.getLogger("boxcars.requests")

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; media-src 'self' data:; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Styles may stand in SVG markup that the server itself draws; scripts only in files of the page."""

HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]

JSON_TYPES = ("application/json",)
IMPORT_TYPES = ("application/x-ndjson", "application/jsonl", "application/json", "application/octet-stream", "")
"""What a body may say it is. Never what a form or a script of another site can send unasked (text/plain and the like); a file
that a browser knows no type for comes without one, and its origin tells whose page sent it."""

BODY_LIMIT = 64 * 1024
DRAFT_LIMIT = 512 * 1024
"""A draft of the workshop, or a map file."""
IMPORT_LIMIT = 4 * 1024 * 1024

READING = ("GET", "HEAD", "OPTIONS")

RATES: dict[str, tuple[float, float]] = {
    "make": (0.5, 40),
    "write": (15, 90),
    "read": (40, 240),
    "heavy": (1, 12),
    "socket": (2, 40),
    "card": (5 / 86400, 5),
}
"""Requests a second and burst, for each token or address, by what is asked."""


class Buckets:
    """Token buckets, one for each (who, what); the ones unused longest are forgotten."""

    def __init__(self, kept: int = 50_000) -> None:
        self.kept = kept
        self._levels: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, who: str, what: str, factor: float = 1.0) -> float:
        """0 if the request may pass; otherwise how many seconds to wait."""
        rate, burst = RATES[what][0] * factor, RATES[what][1] * factor
        now = time.monotonic()
        level, then = self._levels.pop((who, what), (burst, now))
        level = min(burst, level + (now - then) * rate)
        wait = 0.0 if level >= 1 else (1 - level) / rate
        self._levels[who, what] = (level - 1 if level >= 1 else level, now)
        if len(self._levels) > self.kept:
            self._levels.popitem(last=False)
        return wait


def kind_of(scope: Json) -> str:
    path, method = scope["path"], scope.get("method", "")
    if scope["type"] == "websocket":
        return "socket"
    if method == "POST" and (path in ("/api/tables", "/api/import", "/api/lessons/start") or path.endswith(("/branch", "/keep"))):
        return "make"
    if method == "POST" and path == "/api/card":
        return "card"
    if path.endswith(("/hint", "/record", "/export", "/take", "/again", "/trial")) or path.startswith("/api/card/passkey"):
        return "heavy"
    if method == "POST" and path.endswith(("/share", "/analysis")):
        return "heavy"
    return "read" if method in READING else "write"


def shown(path: str) -> str:
    """A path as the log has it: a player's card is not named there."""
    return "/api/cards/…" if path.startswith("/api/cards/") else path


def header(scope: Json, name: bytes) -> str:
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


class Gate:
    def __init__(self, app: Litestar, config: Config, metrics: Metrics) -> None:
        self.app = app
        self.inside: App = cast(App, app)
        self.config = config
        self.metrics = metrics
        self.buckets = Buckets()
        self.doors = Doors(config.sockets if config.limits else 1_000_000)

    async def __call__(self, scope: Json, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            scope["address"] = self.address(scope)
        if scope["type"] == "http":
            await self.http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.websocket(scope, receive, send)
        else:
            await self.inside(scope, receive, send)

    def address(self, scope: Json) -> str:
        if self.config.behind_proxy:
            told = header(scope, b"x-forwarded-for").split(",")[-1].strip()
            if told:
                return network(told[:64])
        return network(str((scope.get("client") or ("?",))[0]))

    def say(self, scope: Json, text: Text) -> str:
        return sayer(best_language(header(scope, b"accept-language")[:200]))(text)

    def wait(self, scope: Json) -> float:
        """How long this request has to wait. An address may do what several people behind it do; a token less."""
        if not self.config.limits or scope["path"] in ("/healthz", "/metrics"):
            return 0.0
        what = kind_of(scope)
        wait = self.buckets.take(self.address(scope), what, 4.0 if what in ("write", "read") else 1.0)
        token = header(scope, b"authorization")
        if token and not wait:
            wait = self.buckets.take(sha256(token.encode()).hexdigest()[:16], what)
        return wait

    async def http(self, scope: Json, receive: Receive, send: Send) -> None:
        begun = time.monotonic()
        status = 500
        if self.config.behind_proxy and header(scope, b"x-forwarded-proto") in ("http", "https"):
            scope = {**scope, "scheme": header(scope, b"x-forwarded-proto")}
        if scope["method"] == "HEAD" and not scope["path"].startswith("/api/"):  # as monitors ask; no body is sent for it
            scope = {**scope, "method": "GET"}

        async def answer(message: Json) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = [h for h in message.get("headers", []) if h[0].lower() != b"server"]
                given = {h[0].lower() for h in own}
                extra = [h for h in HEADERS if h[0] not in given]
                if b"cache-control" not in given:
                    extra.append((b"cache-control", b"no-store"))
                if scope.get("scheme") == "https":
                    extra.append((b"strict-transport-security", b"max-age=31536000"))
                message = {**message, "headers": [*own, *extra]}
            await send(message)

        limit = body_limit(scope["path"])
        length = header(scope, b"content-length")
        wait = self.wait(scope)
        lasts = scope["path"].endswith("/events")  # a stream: its answer does not end by itself
        entered = lasts and not wait and self.doors.enter(scope["address"])
        try:
            if wait:
                self.metrics.limited.inc()
                await refuse(answer, 429, "too_many", self.say(scope, T("Too many requests; wait a little.")), wait)
            elif lasts and not entered:
                self.metrics.limited.inc()
                await refuse(answer, 429, "too_many", self.say(scope, T("Too many connections are open.")), 10.0)
            elif length.isdecimal() and int(length[:12]) > limit:
                await refuse(answer, 413, "too_large", self.say(scope, T("The request is too large.")))
            elif not printable(scope["path"]):
                await refuse(answer, 400, "bad_request", self.say(scope, T("No address has such characters.")))
            elif scope["method"] not in READING and not self.own_page(scope):
                await refuse(answer, 403, "foreign_origin", self.say(scope, T("Pages of other sites may not do that.")))
            elif scope["method"] not in READING and not known_type(scope, length):
                await refuse(answer, 415, "bad_type", self.say(scope, T("The body must be sent as application/json.")))
            else:
                await self.inside(scope, capped(receive, limit), answer)
        finally:
            if entered:
                self.doors.leave(scope["address"])
            took = time.monotonic() - begun
            self.metrics.requests.labels(f"{status // 100}xx").inc()
            self.metrics.request_seconds.observe(took)
            # The path holds no secret: tokens travel in a header, and the query is left out.
            log.info(
                "request",
                extra={"method": scope["method"], "path": shown(scope["path"]), "status": status, "ms": round(took * 1000, 1)},
            )

    async def websocket(self, scope: Json, receive: Receive, send: Send) -> None:
        if not self.same_origin(scope) or self.wait(scope) or not self.doors.enter(scope["address"]):
            self.metrics.limited.inc()
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": "refused"})
            return
        try:
            await self.inside(scope, receive, send)
        finally:
            self.doors.leave(scope["address"])

    def own_page(self, scope: Json) -> bool:
        """Whether a request that changes something comes from a page of this server, or from a program."""
        said = header(scope, b"sec-fetch-site")
        if said in ("same-origin", "none"):  # no page can make a browser say so wrongly
            return True
        if said == "cross-site" and not header(scope, b"origin"):
            return False
        return self.same_origin(scope)

    def same_origin(self, scope: Json) -> bool:
        """A browser says where the page came from; programs say nothing. Pages of other sites are turned away."""
        origin = header(scope, b"origin")
        if not origin:
            return True
        if origin in self.config.origins:
            return True
        hosts = {header(scope, b"host"), urlsplit(self.config.public_url).netloc}
        if self.config.behind_proxy:
            hosts.add(header(scope, b"x-forwarded-host"))
        try:
            return urlsplit(origin).netloc in hosts - {""}
        except ValueError:
            return False


def body_limit(path: str) -> int:
    if path == "/api/import":
        return IMPORT_LIMIT
    return DRAFT_LIMIT if path.startswith(("/api/workshop/", "/api/card/drafts/")) else BODY_LIMIT


def printable(path: str) -> bool:
    """No NUL and no other control character: no name here has one, and not every database takes them."""
    return not any(c < " " or c == "\x7f" for c in path)


def known_type(scope: Json, length: str) -> bool:
    """Whether the body, if there is one, says that it is what we read."""
    kind = header(scope, b"content-type").partition(";")[0].strip().lower()
    if scope["path"] == "/api/import":
        return kind in IMPORT_TYPES
    empty = length in ("", "0") and not header(scope, b"transfer-encoding")
    return kind in JSON_TYPES or (empty and kind == "")


def capped(receive: Receive, limit: int) -> Receive:
    """A body sent in pieces is cut off at the limit (the rest is not read: the decoder then finds it incomplete)."""
    read = 0

    async def inner() -> Json:
        nonlocal read
        message = await receive()
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            if read > limit:
                return {"type": "http.request", "body": b"", "more_body": False}
        return message

    return inner


async def refuse(send: Send, status: int, code: str, text: str, wait: float = 0.0) -> None:
    body = msgspec.json.encode({"reason": {"code": code, "clause": "", "text": text}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if wait:
        headers.append((b"retry-after", str(int(wait) + 1).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
