"""The middleware that every request passes: limits, security headers, origin check, log line, counters. Plain ASGI outside of the
framework, so that nothing (an error page, a file, a refused upgrade) bypasses it."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from hashlib import sha256
from typing import cast
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar
from litestar.exceptions import HTTPException

from boxcars.core.messages import T, Text
from boxcars.core.type_aliases import Json
from boxcars.locale import best_language, sayer
from boxcars.server.config import Config
from boxcars.server.http.connection_limits import ConnectionCounts
from boxcars.server.http.limits import (
    PATIENCE,
    REFUSED,
    TOKEN,
    UNROUTED,
    Buckets,
    Count,
    Limits,
    Processor,
    is_canonical_path,
    limits_of,
)
from boxcars.server.http.type_aliases import App, Receive, Send
from boxcars.server.jobs.fair_share import address_network
from boxcars.server.meter import Meter, run_metered
from boxcars.server.metrics import Metrics
from boxcars.server.profiles.qr_code import is_loopback

log = logging.getLogger("boxcars.requests")

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; media-src 'self' data:; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content security policy. Styles may stand in SVG markup that the server draws; scripts only in files of the page."""

HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]

ABORTED = 499
"""The status in the log of a request whose client left before it was complete."""
LEAST = 0.3
"""Milliseconds that a request is charged at least, for the work around its handler."""
READING = ("GET", "HEAD", "OPTIONS")


def loggable_path(path: str) -> str:
    """Return a path as it is logged: without the id of a profile, however the path is spelled."""
    return "/api/cards/…" if "cards" in path.split("/") else path


def header_value(scope: Json, name: bytes) -> str:
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def forwarded_value(scope: Json, name: bytes) -> str:
    """The last value that proxies put into a header, over all headers of that name: the nearest proxy appends at the end, and
    what stands before it is whatever the client sent."""
    told = [str(value.decode("latin-1")) for key, value in scope["headers"] if key == name]
    return ",".join(told).split(",")[-1].strip()


class Refusal(Exception):
    """Raised when the middleware refuses a request."""

    def __init__(self, status: int, code: str, text: Text, wait: float = 0.0) -> None:
        super().__init__(code)
        self.status, self.code, self.text, self.wait = status, code, text, wait


@dataclass
class Entry:
    """An admitted request: its limits, who pays for it, and whether it holds one of the address's connections."""

    limits: Limits
    payers: list[tuple[str, float]]
    door: bool = False


class LimitsMiddleware:
    def __init__(self, app: Litestar, config: Config, metrics: Metrics) -> None:
        self.app = app
        self.inside: App = cast(App, app)
        self.config = config
        self.metrics = metrics
        self.buckets = Buckets()
        self.processor = Processor(config.limits)
        self.doors = ConnectionCounts(config.sockets if config.limits else 1_000_000)

    async def __call__(self, scope: Json, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            scope["address"] = self.client_address(scope)
        if scope["type"] == "http":
            await self.handle_http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.handle_websocket(scope, receive, send)
        else:
            await self.inside(scope, receive, send)

    def client_address(self, scope: Json) -> str:
        if self.config.behind_proxy:
            told = forwarded_value(scope, b"x-forwarded-for")
            if told:
                return address_network(told[:64])
        return address_network(str((scope.get("client") or ("?",))[0]))

    def translate_text(self, scope: Json, text: Text) -> str:
        return sayer(best_language(header_value(scope, b"accept-language")[:200]))(text)

    def limits_of_request(self, scope: Json) -> Limits:
        """Return the limits that the handler of this request declares."""
        try:
            handler = self.app.asgi_router.handle_routing(path=scope["path"], method=scope.get("method"))[1]
        except (HTTPException, LookupError):
            return UNROUTED
        return limits_of(handler)

    async def admit_request(self, scope: Json) -> Entry:
        """Let a request in when its turn comes, or raise Refusal. Whoever is let in is charged by ``charge_spent_time``."""
        if not is_printable_path(scope["path"]):
            raise Refusal(400, "bad_request", T("This address contains invalid characters."))
        spelled = is_canonical_path(scope["path"], scope.get("raw_path") or b"")
        limits = self.limits_of_request(scope) if spelled else UNROUTED
        entry = Entry(limits, [])
        if self.config.limits and not (limits.free_here and is_loopback(scope["address"])):
            await self.charge_request(scope, entry)
        if not spelled:
            self.charge_spent_time(scope, entry, 0.0)
            raise Refusal(404, "not_found", T("This page doesn't exist."))
        if limits.stays:
            entry.door = self.doors.open_connection(scope["address"])
            if not entry.door:
                self.charge_spent_time(scope, entry, 0.0)
                raise Refusal(429, "too_many", T("You have too many connections open. Close some tabs and try again."), 10.0)
        return entry

    async def charge_request(self, scope: Json, entry: Entry) -> None:
        """Take the request from the budgets of its address and its token, and wait for its turn.

        A request that a counted budget refuses has waited and paid too. Refusals that cost nothing would be the cheapest way to
        keep the server busy.
        """
        limits, address = entry.limits, scope["address"]
        text = T("Too many requests. Wait a moment, then try again.")
        token = header_value(scope, b"authorization")
        payers = [(address, 1.0)]
        if token:
            payers.append((sha256(token.encode()).hexdigest()[:16], TOKEN))
        longest = 0.0
        for payer, part in payers:
            wait, reserved = self.processor.reserve_time(payer, limits.cost, part)
            if not reserved:
                self.charge_spent_time(scope, entry, 0.0)
                await self.processor.wait_for_turn(REFUSED)
                raise Refusal(429, "too_many", text, wait - PATIENCE)
            entry.payers.append((payer, part))
            longest = max(longest, wait)
        await self.processor.wait_for_turn(longest)
        counted: list[tuple[Count, float]] = [(limits.count, 1.0)] if limits.count else []
        for what, many in [*counted, ("failures", 0.0)] if limits.failures else counted:
            wait = self.buckets.take_tokens(address, what, many)
            if wait:
                self.charge_spent_time(scope, entry, 0.0)
                raise Refusal(429, "too_many", text, wait)

    async def wait_for(self, address: str, what: Count) -> None:
        """Take one from a counted budget of the address, waiting until there is one."""
        while self.config.limits and not self.processor.stopping.is_set() and (wait := self.buckets.take_tokens(address, what)):
            await self.processor.wait_for_turn(wait)

    def charge_spent_time(self, scope: Json, entry: Entry, spent: float) -> None:
        """Charge the processor time that the request really took."""
        for payer, part in entry.payers:
            self.processor.settle_time(payer, entry.limits.cost, max(spent, LEAST), part)
        if entry.door:
            self.doors.close_connection(scope["address"])

    def check_request(self, scope: Json, limits: Limits) -> None:
        """Raise Refusal for a body that is too large or not what it should be, and for what a page of another site asks."""
        length = header_value(scope, b"content-length")
        if length.isdecimal() and int(length[:12]) > limits.body:
            raise Refusal(413, "too_large", T("The request is too large."))
        if scope["method"] not in READING and not self.own_page(scope):
            raise Refusal(403, "foreign_origin", T("Pages on other sites can't do that."))
        if scope["method"] not in READING and not known_type(scope, length, limits.types):
            raise Refusal(415, "bad_type", T("The body must be sent as application/json."))

    async def handle_http(self, scope: Json, receive: Receive, send: Send) -> None:
        begun = time.monotonic()
        status = 0
        if self.config.behind_proxy and forwarded_value(scope, b"x-forwarded-proto") in ("http", "https"):
            scope = {**scope, "scheme": forwarded_value(scope, b"x-forwarded-proto")}
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

        entry = None
        meter = Meter()
        body = Body(receive)
        try:
            entry = await self.admit_request(scope)
            self.check_request(scope, entry.limits)
            asked = self.inside(scope, body.capped_receive(entry.limits.body), answer)
            await (asked if entry.limits.stays else run_metered(asked, meter))
        except Refusal as no:
            if no.status == 429:
                self.metrics.limited.inc()
            await send_refusal(answer, no.status, no.code, self.translate_text(scope, no.text), no.wait)
        except asyncio.CancelledError:  # the server stops, and this request still waits for a worker: that is no error
            if status or not self.processor.stopping.is_set():
                raise
            text = T("The server is very busy right now. Try again in a moment.")
            await send_refusal(answer, 503, "busy", self.translate_text(scope, text), 5.0)
        finally:
            if body.gone:  # whoever asked went away before the whole request was here: no answer, and no fault of the server
                status = ABORTED
            if entry is not None:
                self.charge_spent_time(scope, entry, entry.limits.cost if entry.limits.stays else meter.spent)
                if entry.limits.failures and 400 <= status < 500 and self.config.limits:
                    self.buckets.take_tokens(scope["address"], "failures")
            took = time.monotonic() - begun
            self.metrics.requests.labels("aborted" if status == ABORTED else f"{(status or 500) // 100}xx").inc()
            self.metrics.request_seconds.observe(took)
            # The path holds no secret: tokens travel in a header, and the query is left out.
            log.info(
                "request",
                extra={
                    "method": scope["method"],
                    "path": loggable_path(scope["path"]),
                    "status": status or 500,
                    "ms": round(took * 1000, 1),
                },
            )

    async def handle_websocket(self, scope: Json, receive: Receive, send: Send) -> None:
        try:
            if not self.same_origin(scope):
                raise Refusal(403, "foreign_origin", T("Pages on other sites can't do that."))
            entry = await self.admit_request(scope)
        except Refusal:
            self.metrics.limited.inc()
            await receive()
            await self.processor.wait_for_turn(REFUSED if self.config.limits else 0.0)
            await send({"type": "websocket.close", "code": 4403, "reason": "refused"})
            return
        try:
            await self.inside(scope, receive, send)
        finally:
            self.charge_spent_time(scope, entry, entry.limits.cost)

    def own_page(self, scope: Json) -> bool:
        """Return whether a request that changes something comes from a page of this server, or from a program."""
        said = header_value(scope, b"sec-fetch-site")
        if said in ("same-origin", "none"):  # no page can make a browser say so wrongly
            return True
        if said == "cross-site" and not header_value(scope, b"origin"):
            return False
        return self.same_origin(scope)

    def same_origin(self, scope: Json) -> bool:
        """Return whether the Origin header is absent (a program) or names this server. Pages of other sites are refused."""
        origin = header_value(scope, b"origin")
        if not origin:
            return True
        if origin in self.config.origins:
            return True
        hosts = {header_value(scope, b"host"), urlsplit(self.config.public_url).netloc}
        if self.config.behind_proxy:
            hosts.add(forwarded_value(scope, b"x-forwarded-host"))
        try:
            return urlsplit(origin).netloc in hosts - {""}
        except ValueError:
            return False


def is_printable_path(path: str) -> bool:
    """Return whether a path has no control characters: no name here has one, and not every database accepts them."""
    return not any(c < " " or c == "\x7f" for c in path)


def known_type(scope: Json, length: str, types: tuple[str, ...]) -> bool:
    """Return whether the body, if any, has a content type that the route reads."""
    kind = header_value(scope, b"content-type").partition(";")[0].strip().lower()
    empty = length in ("", "0") and not header_value(scope, b"transfer-encoding")
    return kind in types or (empty and kind == "")


class Body:
    """The body of a request as it arrives. ``gone``: the client left before it was complete."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._whole = False
        self.gone = False

    def capped_receive(self, limit: int) -> Receive:
        """Receive the next part of a body sent in pieces; beyond the limit it is cut off, and the decoder finds it incomplete."""
        read = 0

        async def inner() -> Json:
            nonlocal read
            message = await self._receive()
            if message["type"] == "http.disconnect":
                self.gone = self.gone or not self._whole
            elif message["type"] == "http.request":
                self._whole = not message.get("more_body", False)
                read += len(message.get("body", b""))
                if read > limit:
                    self._whole = True
                    return {"type": "http.request", "body": b"", "more_body": False}
            return message

        return inner


async def send_refusal(send: Send, status: int, code: str, text: str, wait: float = 0.0) -> None:
    body = msgspec.json.encode({"reason": {"code": code, "clause": "", "text": text}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if wait:
        headers.append((b"retry-after", str(int(wait) + 1).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
