"""Who can reach this server, and letting others on one's network in.

A server that listens on this computer only can open a second listener on the computer's address in its network. That takes a
press on this computer. The server then connects to itself at that address: only an address that answers is ever shown.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from boxcars.server.http.connection_limits import bind_socket
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.profiles.qr_code import is_loopback, own_address

if TYPE_CHECKING:
    from boxcars.server.http.server_process import Server

PATIENCE = 3.0
"""Seconds in which an address must answer."""
FRESH = 20.0
"""Seconds for which an answer of an address is reused."""
ANYWHERE = ("0.0.0.0", "::")


def came_by_network(request: WebRequest) -> bool:
    """Return whether a request came through the second listener."""
    sharing: Sharing | None = request.app.state.sharing
    server = request.scope.get("server")
    return sharing is not None and bool(sharing.shared) and server is not None and sharing.is_shared_at(server[0])


async def answers(address: str, port: int) -> bool:
    """Return whether a server answers at an address of this computer."""
    host = f"[{address}]" if ":" in address else address
    asked = f"GET /healthz HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode()
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(address, port)
            try:
                writer.write(asked)
                return b" 200 " in await reader.readline()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


class Sharing:
    """The listeners of a running server, and the one that is opened for others."""

    def __init__(self, server: Server, address: str = "") -> None:
        """``address``: where to listen for others; "": this computer's own address in its network."""
        self._server = server
        self._address = address
        self._listener: asyncio.Server | None = None
        self._busy = asyncio.Lock()
        self._tried: tuple[str, float, bool] = ("", 0.0, False)
        self.shared = ""
        """The base of links for others while the second listener is open."""

    def listening_at(self) -> tuple[str, int]:
        """Address and port of the listener that the server was started with."""
        name = self._server.servers[0].sockets[0].getsockname()
        return str(name[0]), int(name[1])

    def is_alone(self) -> bool:
        """Return whether only this computer can reach the server."""
        return is_loopback(self.listening_at()[0]) and not self.shared

    def is_shared_at(self, address: str) -> bool:
        """Return whether the second listener is at this address."""
        return urlsplit(self.shared).hostname == address

    async def base_for_others(self, base: str) -> str:
        """Return the base of links that others can follow, from the caller's base; "": there is none."""
        if not is_loopback(urlsplit(base).hostname or ""):
            return base
        if self.shared:
            return self.shared
        host, port = self.listening_at()
        found = own_address() if host in ANYWHERE else None
        if found is None or not await self._answers_lately(found, port):
            return ""
        return f"http://{found}:{port}"

    async def _answers_lately(self, address: str, port: int) -> bool:
        known, at, found = self._tried
        if known != address or time.monotonic() - at > FRESH:
            found = await answers(address, port)
            self._tried = (address, time.monotonic(), found)
        return found

    async def start(self) -> bool:
        """Open the second listener and test it. False: it does not answer, and is closed again."""
        async with self._busy:
            if self.shared:
                return True
            address, port = self._address or own_address(), self.listening_at()[1]
            if address is None:
                return False
            try:
                socket = bind_socket(address, port)
            except OSError:
                return False
            self._listener = await asyncio.get_running_loop().create_server(self._server.make_protocol, sock=socket)
            self._server.servers.append(self._listener)
            if not await answers(address, port):
                self._close()
                return False
            self.shared = f"http://{address}:{port}"
            return True

    async def stop(self) -> None:
        """Close the second listener, and every connection that came through it."""
        async with self._busy:
            self._close()

    def _close(self) -> None:
        listener, self._listener, self.shared = self._listener, None, ""
        if listener is None:
            return
        names = {socket.getsockname()[:2] for socket in listener.sockets}
        with contextlib.suppress(ValueError):
            self._server.servers.remove(listener)
        listener.close()
        for connection in list(self._server.server_state.connections):
            transport = getattr(connection, "transport", None)
            if transport is not None and (transport.get_extra_info("sockname") or ())[:2] in names:
                transport.abort()
