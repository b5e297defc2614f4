"""Run a server until it is told to stop."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from types import FrameType

import uvicorn

from boxcars.server import logs
from boxcars.server.config import Config
from boxcars.server.http.app import create_app
from boxcars.server.http.connection_limits import Doorman, bind_socket
from boxcars.server.http.middleware import LimitsMiddleware
from boxcars.server.http.sharing import Sharing
from boxcars.server.http.sockets import PacedSocket
from boxcars.server.runtime import HOST

log = logging.getLogger("boxcars.server")


GRACE = 4
"""Seconds in which running requests may finish when the server is asked to stop."""
LAST = 9.0
"""Seconds after which the server ends what is still running. Acknowledged changes are in the database by then."""
SWITCH = 0.001
"""Seconds for which a thread may hold up the event loop. Python's default is 0.005: every request would wait that long while a
thread reads a map."""


class Server(uvicorn.Server):
    """uvicorn's server, which dismisses pages and streams when it is asked to stop instead of waiting for them."""

    def __init__(self, config: uvicorn.Config, gate: LimitsMiddleware) -> None:
        super().__init__(config)
        self.gate = gate
        self.doorman = Doorman(self.server_state, gate.config.patience)
        gate.app.state.sharing = Sharing(self, gate.config.share_address)
        self.asked: Callable[[], None] = lambda: None
        """Called first when the process is asked to stop."""

    def make_protocol(self) -> asyncio.Protocol:
        """Return a protocol that serves connections like those of the first listener."""
        made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made

    async def main_loop(self) -> None:
        watching = asyncio.create_task(self.doorman.accept_connections())
        try:
            await super().main_loop()
        finally:
            watching.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        self._captured_signals.clear()  # asked to stop and stopped: that is no failure

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            self.asked()
        super().handle_exit(sig, frame)
        hall = getattr(self.gate.app.state, "hall", None)
        if hall is not None:
            hall.loop.call_soon_threadsafe(hall.dismiss_listeners)  # this is a signal handler: wake the loop


def uvicorn_settings(gate: LimitsMiddleware) -> uvicorn.Config:
    return uvicorn.Config(
        gate,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws=PacedSocket,
        ws_max_size=64 * 1024,
        ws_ping_interval=30,
        ws_ping_timeout=30,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=max(1, round(2 * gate.config.patience)),
        h11_max_incomplete_event_size=32 * 1024,
    )


def serve_forever(
    config: Config, host: str = "127.0.0.1", port: int = 8020, log_level: str = "info", browse: bool = False
) -> None:
    """Serve until SIGINT or SIGTERM, then finish the running requests."""
    logs.set_up(log_level)
    sys.setswitchinterval(SWITCH)
    config.metrics = is_local_host(host) and not config.behind_proxy
    gate = create_app(config, HOST.open_store(config))
    sock = bind_socket(host, port)
    port = sock.getsockname()[1]
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    config.local_url = f"http://{shown}:{port}"
    server = Server(uvicorn_settings(gate), gate)
    print(f"Boxcars is at {config.local_url}  (database: {config.database or 'default'})", flush=True)
    if browse:
        threading.Timer(1.0, webbrowser.open, [config.local_url]).start()
    server.asked = partial(end_after, LAST)
    with asyncio.Runner(loop_factory=_create_event_loop) as runner:
        runner.run(server.serve(sockets=[sock]))
        hall = getattr(gate.app.state, "hall", None)
        if hall is not None and not hall.ended:  # Python would wait for the threads that still work
            end_process()


def end_process() -> None:
    """End the process at once, without waiting for threads. Worker processes end with it."""
    log.warning("work was still going on when the server stopped; it is dropped")
    logging.shutdown()
    sys.stdout.flush()
    os._exit(0)


def end_after(seconds: float) -> None:
    """End the process after this many seconds, unless it has ended by itself."""
    last = threading.Timer(seconds, end_process)
    last.daemon = True
    last.start()


def is_local_host(host: str) -> bool:
    """Return whether only this machine can reach a server that listens at this host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _create_event_loop() -> asyncio.AbstractEventLoop:
    """Return uvloop's event loop where it is installed (the extra ``fast``), otherwise the standard one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    loop: asyncio.AbstractEventLoop = uvloop.new_event_loop()
    return loop
