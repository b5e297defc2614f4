"""WebSocket connections whose frames are read no faster than the server can afford.

The library reads everything that has arrived at once: thousands of small frames hold up everybody, before any budget sees a
message. Here bytes are handed to it in small pieces, one a turn of the loop, within an allowance, and not while a message waits
for the application. Pages send a few hundred bytes a minute.
"""

from __future__ import annotations

import time
from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PIECE = 256
"""Bytes read at once: about forty of the smallest frames, less than a millisecond of work."""
RATE, BURST = 1024.0, 4096.0
"""Bytes a second, and bytes at once."""


class PacedSocket(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._rest = bytearray()
        self._asked = False
        self._level, self._then = BURST, time.monotonic()
        self._next: TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        if not self._asked:  # the request that opens the socket, in one piece
            head, end, data = data.partition(b"\r\n\r\n")
            self._asked = bool(end)
            super().data_received(head + end)
        if data:
            self._rest += data
            self._go_on()

    def _go_on(self) -> None:
        """Read another piece as soon as there is an allowance for it; until then the sender waits."""
        if not self._rest or self.transport.is_closing():
            return
        self.transport.pause_reading()
        waiting = not self.queue.empty() and not self.close_sent  # (after the end only the answer to it is waited for)
        if self._next is not None or not self.handshake_complete or waiting:
            return
        now = time.monotonic()
        self._level, self._then = min(BURST, self._level + (now - self._then) * RATE), now
        wait = max(0.0, (min(PIECE, len(self._rest)) - self._level) / RATE)
        self._next = self.loop.call_later(wait, self._read_paced)

    def _read_paced(self) -> None:
        self._next = None
        piece = bytes(self._rest[:PIECE])
        del self._rest[: len(piece)]
        self._level -= len(piece)
        if self.transport.is_closing():
            return
        super().data_received(piece)
        if self._rest:
            self._go_on()
        elif not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self._rest.clear()
        super().connection_lost(exc)

    async def receive(self) -> Any:
        message = await super().receive()
        self._go_on()
        return message

    async def send(self, message: Any) -> None:
        await super().send(message)
        self._go_on()
