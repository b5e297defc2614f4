"""Live: one websocket for each page, and the same as ND-JSON for programs.

The server sends where the table stands, not what happened in between: whatever was dropped, doubled or reordered on the
way, the newest message is the truth, and after a break the page simply connects again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import msgspec
from litestar import get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.response import Stream

from boxcars.core import wire
from boxcars.core.words import T
from boxcars.locale import best_language, sayer
from boxcars.server.config import Config
from boxcars.server.http import asked
from boxcars.server.http.caller import Caller, Gone, caller, caller_of, language, view_parts
from boxcars.server.http.kinds import Socket, WebRequest
from boxcars.server.page import chronicle, views
from boxcars.server.page.easel import Parts
from boxcars.server.store.store import Unreadable
from boxcars.server.table.hall import Hall, Missing
from boxcars.server.table.hub import Listener
from boxcars.server.table.table import refuse

PING = 20.0
HELLO_WITHIN = 10.0
HELLO = wire.decoder(asked.Hello)


class Shut(Exception):
    """The server closes the socket, and says why."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code, self.why = code, why


def crowded(hall: Hall, config: Config, who: Caller) -> bool:
    """Whether one more spectator is one too many. Players always find room."""
    return config.limits and who.seat is None and not who.host and hall.hub.watching(who.id) >= config.watchers


def part(hall: Hall, id: str, listener: Listener) -> None:
    """A page or stream is gone: from now on its seat may count as away."""
    if listener.seat is not None:
        hall.presence.note(id, listener.seat)
    hall.hub.remove(id, listener)


class Page:
    """One open page: what it was sent last, so that only what changed goes out (if it asked for that)."""

    def __init__(self, socket: Socket, hall: Hall, id: str) -> None:
        self.socket = socket
        self.hall = hall
        self.id = id
        self.caller: Caller | None = None
        self.listener: Listener | None = None
        self.sent: Parts | None = None
        self.diff = self.append = self.panels = self.pieces = False
        self.words = True
        self.lines = self.lines_seq = 0
        self.ready = asyncio.Event()

    async def hello(self, data: asked.Hello) -> None:
        """Sit down (again): another token, another language; the full view follows."""
        lang = best_language(data.lang) if data.lang else language(self.socket)
        self.caller = await caller_of(self.hall, self.id, data.token, lang)
        self.leave()
        if crowded(self.hall, self.socket.app.state.config, self.caller):
            raise Shut(4403, "too many")
        self.listener = Listener(self.caller.seat)
        self.diff, self.append, self.panels, self.pieces = data.diff, data.append, data.panels, data.pieces
        self.words = data.words
        self.sent = None
        self.hall.hub.add(self.id, self.listener)
        self.listener.news.set()
        self.ready.set()

    def leave(self) -> None:
        if self.listener is not None:
            part(self.hall, self.id, self.listener)
            self.listener.news.set()
            self.listener = None

    async def listen(self) -> None:
        """Read what the page says: a hello, now and then a pong. Anything else is answered with a complaint."""
        while True:
            data = await self.socket.receive_data(mode="text")
            try:
                hello = HELLO.decode(data)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                reason = {"code": "bad_request", "clause": "", "text": str(error)[:200]}
                await self.socket.send_data(msgspec.json.encode({"error": reason}).decode())
                continue
            if hello.pong is None or self.caller is None:
                await self.hello(hello)
                await asyncio.sleep(0.05)  # each hello costs a view: nobody needs twenty a second

    async def tell(self) -> None:
        """Send the view whenever there is news, and a ping when there is none."""
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                await self.ready.wait()
        except TimeoutError:
            raise Shut(4408, "no hello") from None
        while not self.hall.closing:
            listener = self.listener
            if listener is None:
                await asyncio.sleep(0)
                continue
            try:
                async with asyncio.timeout(PING):  # (wait_for would swallow a cancellation that comes with the news)
                    await listener.news.wait()
            except TimeoutError:
                await self.send(b'{"ping":%.3f}' % time.time())
                continue
            if listener is not self.listener:
                continue
            listener.news.clear()
            await self.send_view()

    async def send(self, message: bytes) -> None:
        await self.socket.send_data(message.decode(), mode="text")

    async def send_view(self) -> None:
        who = self.caller
        assert who is not None
        table = await self.hall.table(self.id)
        parts = await view_parts(who, table, self.words)
        if who is not self.caller:  # a new hello came meanwhile: what it asked for follows
            return
        seat, lang = who.seat, who.lang
        count = chronicle.count(table, seat)
        if self.diff and self.sent is not None:
            base = self.sent["seq"]
            changed = {name: part for name, part in parts.items() if self.sent.get(name) != part}
            tail = b""
            if self.append and "log" in changed and not table.undone_after(self.lines_seq):
                del changed["log"]
                tail += b',"log":' + chronicle.encoded(table, seat, lang, self.lines)
            if self.panels and "panels" in changed:
                del changed["panels"]
                tail += b',"panels":' + views.changed_panels(self.sent, parts)
            if self.pieces and "pieces" in changed:
                tail += b',"pieces":' + views.changed_pieces(self.sent["pieces"], changed.pop("pieces"))
            message = b'{"diff":' + views.assemble(changed) + b',"base":' + base + tail + b"}"
        else:
            message = b'{"view":' + views.assemble(parts) + b"}"
        self.sent, self.lines, self.lines_seq = parts, count, table.seq
        self.hall.metrics.views_sent.inc()
        await who.need_token()
        await self.send(message)


@websocket("/api/tables/{id:str}/live")
async def live(socket: Socket, id: str) -> None:
    hall: Hall = socket.app.state.hall
    await socket.accept()
    try:
        await hall.table(id)
    except Missing:
        await socket.close(4404, "no such table")
        return
    except Unreadable:
        await socket.close(4410, "unreadable")
        return
    page = Page(socket, hall, id)
    listening = asyncio.ensure_future(page.listen())
    telling = asyncio.ensure_future(page.tell())
    hall.sockets.add(listening)
    try:
        done, pending = await asyncio.wait({listening, telling}, return_when=asyncio.FIRST_COMPLETED)
        for job in pending:
            job.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        for job in done:
            error = job.exception() if not job.cancelled() else None
            if isinstance(error, Gone):
                error = Shut(4401, "this link no longer opens a seat")
            if isinstance(error, Missing):  # removed while somebody looked at it
                error = Shut(4404, "no such table")
            if isinstance(error, Shut):
                page.leave()
                with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
                    await socket.close(error.code, error.why)
            elif error is not None and not isinstance(error, (WebSocketDisconnect, RuntimeError, OSError)):
                raise error
    finally:
        hall.sockets.discard(listening)
        page.leave()
        if hall.closing:
            with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
                await socket.close(1012, "restarting")


@get(
    "/api/tables/{id:str}/events",
    tags=["play"],
    summary="The table as a stream of ND-JSON: one line whenever something changes, with what one's seat may do",
)
async def events(request: WebRequest, id: str) -> Stream:
    who = await caller(request, id)
    await who.hall.table(id)
    if crowded(who.hall, request.app.state.config, who):
        raise refuse("too_many", T("This table has as many spectators as it can hold."))
    return Stream(_lines(who), media_type="application/x-ndjson")


async def _lines(who: Caller) -> AsyncIterator[bytes]:
    """Small lines for programs: who is to act, the legal actions of one's seat, and the log since the last line."""
    listener = Listener(who.seat)
    who.hall.hub.add(who.id, listener)
    listener.news.set()
    sent = 0
    try:
        while not who.hall.closing:
            try:
                async with asyncio.timeout(PING):
                    await listener.news.wait()
            except TimeoutError:
                yield b'{"ping":%.3f}\n' % time.time()
                continue
            listener.news.clear()
            table = await who.hall.table(who.id)
            parts = await view_parts(who, table, words=False)
            chosen = {name: parts[name] for name in ("table", "ply", "mark", "seq", "status", "you", "actor", "prompt", "legal")}
            chosen["outcome"] = parts["outcome"]
            await chronicle.prepare(table, who.seat, who.lang, sent)
            chosen["log"] = chronicle.encoded(table, who.seat, who.lang, sent)
            sent = chronicle.count(table, who.seat)
            await who.need_token()
            yield views.assemble(chosen) + b"\n"
            if table.doc.status in ("over", "abandoned"):
                return
    except Gone as gone:
        reason = {"code": "gone", "clause": "", "text": sayer(who.lang)(gone.args[0])}
        yield msgspec.json.encode({"reason": reason}) + b"\n"
    finally:
        part(who.hall, who.id, listener)


HANDLERS = [live, events]
