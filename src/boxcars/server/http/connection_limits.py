"""Limits of open connections: how many an address may hold, and a timeout for idle ones."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from uvicorn.server import ServerState


class ConnectionCounts:
    """Counts the websockets and streams of each address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    def open_connection(self, address: str) -> bool:
        if self._open[address] >= self.most:
            return False
        self._open[address] += 1
        return True

    def close_connection(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


class Doorman:
    """Closes connections on which no whole request arrives: those that say nothing, and those that say it a byte at a time.

    uvicorn watches a connection only between a response and the first byte after it. So this looks, once in a while, at all
    its connections, and closes those that wait for too long: ``patience`` for the first request, twice that for another one,
    four times for the rest of a body.
    """

    def __init__(self, state: ServerState, patience: float) -> None:
        self.connections = state.connections
        self.patience = patience
        self._since: dict[Any, tuple[Any, float]] = {}
        """For each waiting connection: its last request, and since when it waits for more."""

    async def accept_connections(self) -> None:
        while True:
            await asyncio.sleep(min(1.0, self.patience / 4))
            self.check_overload(time.monotonic())

    def check_overload(self, now: float) -> None:
        waiting = {}
        for connection in list(self.connections):
            if not hasattr(connection, "cycle"):  # a websocket: it has to say hello (routes_live), and is pinged
                continue
            cycle = connection.cycle
            if cycle is not None and not cycle.response_complete and not cycle.more_body:
                continue
            heard, since = self._since.get(connection, (cycle, now))
            waiting[connection] = (cycle, since if heard is cycle else now)
            times = 1 if cycle is None else 2 if cycle.response_complete else 4
            if now - waiting[connection][1] > times * self.patience:
                connection.transport.close()
        self._since = waiting


def enable_keepalive(listening: socket.socket) -> None:
    """Close connections whose other end has vanished (no answer, or nothing read any more) within about a minute."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3), ("TCP_USER_TIMEOUT", 60_000)):
        if hasattr(socket, name):
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def bind_socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sets TCP_NODELAY only if the protocol is told
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    enable_keepalive(sock)
    try:
        sock.bind((host, port))
    except OSError:
        sock.close()
        raise
    return sock
