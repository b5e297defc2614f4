"""Who is asking: the hall, the seat behind the token, the language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection

from boxcars.core.words import T
from boxcars.locale import best_language
from boxcars.server.page import chronicle, easel, views
from boxcars.server.page.easel import Parts
from boxcars.server.store.secrets_kept import hashed
from boxcars.server.table.hall import Hall
from boxcars.server.table.table import Table, refuse

JSON = "application/json"


class Forbidden(Exception):
    """The token does not allow that."""


class Gone(Forbidden):
    """The token opened a seat when the caller came, and does so no longer."""


@dataclass
class Caller:
    hall: Hall
    id: str
    seat: int | None
    """The seat of the token; None for a spectator (and for a host without a seat)."""
    host: bool
    lang: str
    token: str | None = None
    """The token's hash, to ask again whose it is."""

    async def need_token(self) -> None:
        """Raises Gone once the token no longer opens what it opened when the caller came."""
        if self.token is None or (self.seat is None and not self.host):
            return
        now = await self.hall.tokens.holder(self.token, self.id)
        if now != (-1 if self.host else self.seat):
            raise Gone(T("This link no longer opens a seat."))

    def need_seat(self) -> int:
        if self.seat is None:
            raise Forbidden(T("You have no seat at this table."))
        return self.seat

    def is_host(self, table: Table) -> bool:
        """The host's own token, or a seat that the host holds."""
        return self.host or (self.seat is not None and table.doc.seats[self.seat].host)

    def need_host(self, table: Table) -> None:
        if not self.is_host(table):
            raise Forbidden(T("Only the host of the table may do that."))


def language(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    asked = connection.query_params.get("lang")
    return best_language(asked[:20] if asked else connection.headers.get("accept-language", "")[:200])


def bearer(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    header = connection.headers.get("authorization", "")
    kind, _, token = header.partition(" ")
    return token.strip()[:100] if kind.lower() == "bearer" and token.strip() else None


async def caller_of(hall: Hall, id: str, token: str | None, lang: str) -> Caller:
    hash = hashed(token) if token else None
    seat = await hall.tokens.holder(hash, id) if hash is not None else None
    if seat is not None and seat >= 0:
        hall.presence.note(id, seat)
    return Caller(hall, id, seat if seat is not None and seat >= 0 else None, seat == -1, lang, hash)


async def caller(request: Request[Any, Any, Any], id: str) -> Caller:
    return await caller_of(request.app.state.hall, id, bearer(request), language(request))


def number(request: Request[Any, Any, Any], name: str) -> int | None:
    """A number of the query string."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise refuse("bad_request", T("{name} must be a number.", name=name))
    return int(text)


def raw_json(data: bytes, status: int = 200) -> Response[bytes]:
    return Response(data, media_type=JSON, status_code=status)


def as_json(thing: Any, status: int = 200) -> Response[bytes]:
    return raw_json(msgspec.json.encode(thing), status)


async def view_parts(caller: Caller, table: Table, words: bool = True) -> Parts:
    """What the caller's seat sees now. Whose seat it is, is asked last: what was drawn for it is handed to nobody else."""
    hall = caller.hall
    key = easel.ground_key(table.rules, caller.lang)
    if key not in easel.GROUNDS:
        await hall.studio.ground(key)
    hall.bots.watched(table)
    await chronicle.prepare(table, caller.seat, caller.lang)
    chat = await hall.remarks(table.id)
    parts = views.view(
        table,
        caller.seat,
        caller.lang,
        host=caller.is_host(table),
        here=hall.hub.here(table.id),
        watching=hall.hub.watching(table.id),
        chat=chat,
        words=words,
    )
    await caller.need_token()
    return parts
