"""A server in a thread of the test's own process: the real one, whose hall and settings a test can reach."""

from __future__ import annotations

import asyncio
import threading
import warnings
from collections.abc import Coroutine
from typing import Any

from boxcars.server.config import Config
from boxcars.server.http.app import create_app
from boxcars.server.http.connection_limits import bind_socket
from boxcars.server.http.server_process import Server, uvicorn_settings
from boxcars.server.runtime import HOST, Runtime
from boxcars.server.table.table_manager import TableManager


class Inside:
    def __init__(self, database: str, runtime: Runtime = HOST, **more: Any) -> None:
        config = Config(database=database, workers=1, bot_delay=0.0, **more)
        with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # of the libraries among themselves
            self.gate = create_app(config, runtime.open_store(config), runtime)
            self.server = Server(uvicorn_settings(self.gate), self.gate)
            self.server.config.load()
        self.socket = bind_socket("127.0.0.1", 0)
        self.port: int = self.socket.getsockname()[1]
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve(sockets=[self.socket])))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def hall(self) -> TableManager:
        hall: TableManager = self.gate.app.state.hall
        return hall

    def __enter__(self) -> Inside:
        self.thread.start()
        while not self.server.started:
            self.thread.join(0.01)
            assert self.thread.is_alive()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.hall.loop.call_soon_threadsafe(self.hall.dismiss_listeners)
        self.thread.join(20)
        self.socket.close()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Let the server's loop do something."""
        return asyncio.run_coroutine_threadsafe(work, self.hall.loop).result(20)
