"""Type aliases of the routes for requests and sockets. (Requests have no user or session: a token says who asks.)"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeAlias

from litestar import Request, WebSocket
from litestar.datastructures import State

from boxcars.core.type_aliases import Json

WebRequest: TypeAlias = Request[None, None, State]
Socket: TypeAlias = WebSocket[None, None, State]
Connection: TypeAlias = WebRequest | Socket

Receive: TypeAlias = Callable[[], Awaitable[Json]]
Send: TypeAlias = Callable[[Json], Awaitable[None]]
App: TypeAlias = Callable[[Json, Receive, Send], Coroutine[Any, Any, None]]
"""What stands before the routes speaks plain ASGI: scopes and messages are dictionaries, the gate writes its own keys there."""
