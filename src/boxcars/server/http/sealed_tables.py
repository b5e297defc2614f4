"""Tables that share their luck with others of a tournament round: while the round runs, only their own seats see them.

A guard before every handler under ``/api/tables/{id}`` refuses everybody else, so a new route is closed until somebody opens it
here. The routes that are open show seats, clocks and progress alone (``views.closed_view``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from boxcars.core.messages import T
from boxcars.server.http.auth import token_of
from boxcars.server.table.table import make_refusal

if TYPE_CHECKING:
    from boxcars.server.table.table_manager import TableManager

TABLE = "/api/tables/{id:str}/"
OPEN = frozenset({f"{TABLE}view", f"{TABLE}live", f"{TABLE}events"})
"""Routes that everybody may use; they answer with ``closed_view``."""


async def guard_sealed_table(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse everything about a table of a running round to those who do not sit there."""
    paths = {path for path in handler.paths if path.startswith(TABLE)}
    if not paths or paths <= OPEN:
        return
    hall: TableManager = connection.app.state.hall
    id = str(connection.path_params["id"])
    table = hall.known_table(id) or await hall.load_table(id)  # (a table is sealed from the beginning, or never)
    if table.doc.sealed and (await hall.load_table(id)).hidden_from(
        await hall.tokens.seat_of_token(token_of(connection.headers), id)
    ):
        raise make_refusal(
            "sealed", T("This table belongs to a running tournament round. You can watch it when the round is over.")
        )
