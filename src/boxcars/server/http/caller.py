"""Who is asking: the hall, the seat or the card behind the token, the language."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Response

from boxcars.core.words import T
from boxcars.locale import best_language
from boxcars.server.http.kinds import Connection, WebRequest
from boxcars.server.page import chronicle, easel, views
from boxcars.server.page.easel import Parts
from boxcars.server.store import cards
from boxcars.server.store.cards import Card
from boxcars.server.store.secrets_kept import DEVICE, hashed, key_of
from boxcars.server.table import lesson_table
from boxcars.server.table.changes import Held
from boxcars.server.table.hall import Hall
from boxcars.server.table.table import Table, refuse

JSON = "application/json"


class Forbidden(Exception):
    """The token does not allow that."""


class Gone(Forbidden):
    """The token opened a seat when the caller came, and does so no longer."""


class NoCard(Forbidden):
    """There is no card behind the token: none was sent, or its device was taken away."""


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


def language(connection: Connection) -> str:
    asked = connection.query_params.get("lang")
    return best_language(asked[:20] if asked else connection.headers.get("accept-language", "")[:200])


def bearer(connection: Connection) -> str | None:
    header = connection.headers.get("authorization", "")
    kind, _, token = header.partition(" ")
    return token.strip()[:100] if kind.lower() == "bearer" and token.strip() else None


async def caller_of(hall: Hall, id: str, token: str | None, lang: str) -> Caller:
    hash = key_of(token, id) if token else None
    seat = await hall.tokens.holder(hash, id) if hash is not None else None
    if seat is not None and seat >= 0:
        hall.presence.note(id, seat)
    return Caller(hall, id, seat if seat is not None and seat >= 0 else None, seat == -1, lang, hash)


async def caller(request: WebRequest, id: str) -> Caller:
    return await caller_of(request.app.state.hall, id, bearer(request), language(request))


async def card_of(request: WebRequest) -> Card | None:
    """The player's card whose device asks, if one does."""
    token = bearer(request)
    if token is None or not token.startswith(DEVICE):
        return None
    hall: Hall = request.app.state.hall
    found = await hall.blocking(cards.of_device, hall.store, hashed(token))
    if found is None:
        return None
    card, seen = found
    now = time.time()
    if seen < int(now // cards.DAY):
        await hall.blocking(cards.seen_today, hall.store, card.device, now)
    return card


async def own_card(request: WebRequest) -> Card:
    card = await card_of(request)
    if card is None:
        raise NoCard(T("This needs a player's card."))
    return card


async def held_by(request: WebRequest) -> Held | None:
    """The card that a seat just taken is for. A device that was taken away sits down for nobody else: it is told."""
    token = bearer(request)
    if token is None or not token.startswith(DEVICE):
        return None
    card = await own_card(request)
    return Held(card.id, card.herald, card.device)


def number(request: WebRequest, name: str) -> int | None:
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
    if table.doc.lesson is not None:
        await hall.blocking(lesson_table.asked, table)
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
