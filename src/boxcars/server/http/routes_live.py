"""Live: one websocket for each page, and the same as ND-JSON for programs.

The server sends where the table stands, not what happened in between: whatever was dropped, doubled or reordered on the
way, the newest message is the truth, and after a break the page simply connects again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import msgspec
from litestar import get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.response import Stream

from boxcars.core import codec
from boxcars.core.messages import T
from boxcars.locale import best_language, sayer
from boxcars.server import steady
from boxcars.server.config import Config
from boxcars.server.http import request_types
from boxcars.server.http.auth import Caller, Gone, caller_of, find_caller, requested_language, view_parts
from boxcars.server.http.limits import MESSAGE, Processor, declare_limits
from boxcars.server.http.middleware import LimitsMiddleware
from boxcars.server.http.type_aliases import Socket, WebRequest
from boxcars.server.page import game_log, view_payload
from boxcars.server.page.position_payload import Parts
from boxcars.server.store.store import Unreadable
from boxcars.server.table.person_names import clean_name
from boxcars.server.table.subscriptions import Listener
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import Missing, TableManager

PING = 20.0
HELLO_WITHIN = 10.0
BAD_MESSAGES = 3
"""A socket is closed after this many messages that cannot be parsed."""
VIEW = 5.0
"""Milliseconds of processor time charged for a view before it is made."""
HELLO = codec.decoder(request_types.Hello)


class Shut(Exception):
    """Raised to close the socket, with the reason."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code, self.why = code, why


def has_too_many_spectators(hall: TableManager, config: Config, who: Caller) -> bool:
    """Return whether one more spectator would be too many. Players are always admitted."""
    return config.limits and who.seat is None and not who.host and hall.hub.count_spectators(who.id) >= config.watchers


def remove_listener(hall: TableManager, id: str, listener: Listener) -> None:
    """Remove a page or stream; from now on its seat may count as away."""
    if listener.seat is not None:
        hall.presence.note_seat(id, listener.seat)
    hall.hub.remove_listener(id, listener)


class Page:
    """An open page, with what it was sent last, so that only changes are sent (if it asked for that)."""

    def __init__(self, socket: Socket, hall: TableManager, id: str) -> None:
        self.socket = socket
        self.hall = hall
        self.address: str = socket.scope["address"]  # type: ignore[typeddict-item]  # (the gate puts it there)
        self.gate: LimitsMiddleware = socket.app.state.gate
        self.processor = self.gate.processor
        self.id = id
        self.caller: Caller | None = None
        self.listener: Listener | None = None
        self.sent: Parts | None = None
        self.asked: request_types.Hello | None = None
        self.whole = -1
        """The journal number at which the last whole view was sent."""
        self.diff = self.append = self.panels = self.pieces = False
        self.words = True
        self.lines = self.lines_seq = 0
        self.ready = asyncio.Event()

    def was_answered(self, data: request_types.Hello) -> bool:
        """Return whether this hello was answered already: it repeats the last one, and the table has not changed since."""
        known = self.hall.known_table(self.id)
        return data == self.asked and self.whole >= 0 and known is not None and known.seq == self.whole

    async def handle_hello(self, data: request_types.Hello) -> None:
        """Handle a hello: another token or language; the full view follows."""
        lang = best_language(data.lang) if data.lang else requested_language(self.socket)
        self.caller = await caller_of(self.hall, self.id, data.token, lang)
        self.leave_table()
        if has_too_many_spectators(self.hall, self.socket.app.state.config, self.caller):
            raise Shut(4403, "too many")
        self.asked, self.whole = data, -1
        self.listener = Listener(self.caller.seat, clean_name(data.name))
        self.diff, self.append, self.panels, self.pieces = data.diff, data.append, data.panels, data.pieces
        self.words = data.words
        self.sent = None
        self.hall.hub.add_listener(self.id, self.listener)
        self.listener.news.set()
        self.ready.set()

    def leave_table(self) -> None:
        if self.listener is not None:
            remove_listener(self.hall, self.id, self.listener)
            self.listener.news.set()
            self.listener = None

    async def read_messages(self) -> None:
        """Read what the page says: a hello, now and then a pong. What cannot be read is answered with a complaint; after a few
        such messages the socket is closed. Every message is paid for by the address before the next is read."""
        bad = 0
        while True:
            data = await self.socket.receive_data(mode="text")
            await self.processor.charge(self.address, MESSAGE)
            try:
                hello = HELLO.decode(data)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                bad += 1
                if bad >= BAD_MESSAGES:
                    raise Shut(4400, "too many messages that cannot be read") from None
                reason = {"code": "bad_request", "clause": "", "text": str(error)[:200]}
                await self.socket.send_data(msgspec.json.encode({"error": reason}).decode())
                continue
            if (hello.pong is None or self.caller is None) and not self.was_answered(hello):
                if self.asked is not None:
                    await self.gate.wait_for(self.address, "sockets")  # a new hello costs as much as a new socket
                await self.processor.run_in_turn(self.address, MESSAGE, self.handle_hello(hello))

    async def send_news(self) -> None:
        """Send the view whenever the table changes, and a ping when it does not."""
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
                await self.send_message(b'{"ping":%.3f}' % steady.time())
                continue
            if listener is not self.listener:
                continue
            await self.processor.run_in_turn(self.address, VIEW, self.send_view(listener))

    async def send_message(self, message: bytes) -> None:
        await self.socket.send_data(message.decode(), mode="text")

    async def send_view(self, listener: Listener) -> None:
        listener.news.clear()  # what came while this view waited for its turn is in it
        who = self.caller
        assert who is not None
        table = await self.hall.load_table(self.id)
        parts = await view_parts(who, table, self.words)
        if who is not self.caller:  # a new hello came meanwhile: what it asked for follows
            return
        seat, lang = who.seat, who.lang
        count = 0 if parts["closed"] == b"true" else game_log.count_lines(table, seat)
        if self.diff and self.sent is not None:
            base = self.sent["seq"]
            changed = {name: part for name, part in parts.items() if self.sent.get(name) != part}
            tail = b""
            if self.append and "log" in changed and not table.undone_after(self.lines_seq):
                del changed["log"]
                tail += b',"log":' + game_log.encode_lines(table, seat, lang, self.lines)
            if self.panels and "panels" in changed:
                del changed["panels"]
                tail += b',"panels":' + view_payload.changed_panels(self.sent, parts)
            if self.pieces and "pieces" in changed:
                tail += b',"pieces":' + view_payload.changed_pieces(self.sent["pieces"], changed.pop("pieces"))
            message = b'{"diff":' + view_payload.assemble_view(changed) + b',"base":' + base + tail + b"}"
        else:
            message = b'{"view":' + view_payload.assemble_view(parts) + b"}"
            self.whole = table.seq
        self.sent, self.lines, self.lines_seq = parts, count, table.seq
        self.hall.metrics.views_sent.inc()
        await who.need_token()
        await self.send_message(message)


@websocket("/api/tables/{id:str}/live", opt=declare_limits("anyone", 5, "sockets", stays=True))
async def handle_live_socket(socket: Socket, id: str) -> None:
    hall: TableManager = socket.app.state.hall
    await socket.accept()
    try:
        await hall.load_table(id)
    except Missing:
        await socket.close(4404, "no such table")
        return
    except Unreadable:
        await socket.close(4410, "unreadable")
        return
    page = Page(socket, hall, id)
    listening = asyncio.ensure_future(page.read_messages())
    telling = asyncio.ensure_future(page.send_news())
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
                page.leave_table()
                with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
                    await socket.close(error.code, error.why)
            elif error is not None and not isinstance(error, (WebSocketDisconnect, RuntimeError, OSError)):
                raise error
    finally:
        hall.sockets.discard(listening)
        page.leave_table()
        if hall.closing:
            with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
                await socket.close(1012, "restarting")


@get(
    "/api/tables/{id:str}/events",
    tags=["play"],
    summary="The table as a stream of ND-JSON: one line whenever something changes, with what one's seat may do",
    opt=declare_limits("anyone", 5, stays=True),
)
async def stream_events(request: WebRequest, id: str) -> Stream:
    who = await find_caller(request, id)
    await who.hall.load_table(id)
    if has_too_many_spectators(who.hall, request.app.state.config, who):
        raise make_refusal("too_many", T("This table is full of spectators. Try again later."))
    address = request.scope["address"]  # type: ignore[typeddict-item]  # (the gate puts it there)
    return Stream(_stream_lines(who, request.app.state.gate.processor, address), media_type="application/x-ndjson")


async def _stream_line(who: Caller, listener: Listener, sent: int) -> tuple[bytes, int, bool]:
    """Return a line of a stream, the log line that it reaches, and whether it is the last."""
    listener.news.clear()
    table = await who.hall.load_table(who.id)
    parts = await view_parts(who, table, words=False)
    chosen = {name: parts[name] for name in ("table", "ply", "mark", "seq", "status", "you", "actor", "prompt", "legal")}
    chosen["outcome"] = parts["outcome"]
    chosen["log"] = b"[]"
    if parts["closed"] == b"false":
        await game_log.prepare_log(table, who.seat, who.lang, sent)
        chosen["log"] = game_log.encode_lines(table, who.seat, who.lang, sent)
        sent = game_log.count_lines(table, who.seat)
    await who.need_token()
    return view_payload.assemble_view(chosen) + b"\n", sent, table.doc.status in ("over", "abandoned")


async def _stream_lines(who: Caller, processor: Processor, address: str) -> AsyncIterator[bytes]:
    """Yield small lines for programs: the seat to act, the own legal actions, and the log since the last line."""
    listener = Listener(who.seat)
    who.hall.hub.add_listener(who.id, listener)
    listener.news.set()
    sent = 0
    try:
        while not who.hall.closing:
            try:
                async with asyncio.timeout(PING):
                    await listener.news.wait()
            except TimeoutError:
                yield b'{"ping":%.3f}\n' % steady.time()
                continue
            line, sent, ended = await processor.run_in_turn(address, VIEW, _stream_line(who, listener, sent))
            yield line
            if ended:
                return
    except Gone as gone:
        reason = {"code": "gone", "clause": "", "text": sayer(who.lang)(gone.args[0])}
        yield msgspec.json.encode({"reason": reason}) + b"\n"
    finally:
        remove_listener(who.hall, who.id, listener)


HANDLERS = [handle_live_socket, stream_events]
