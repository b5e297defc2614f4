"""Authentication: the table, the seat or the profile behind a request's token, and its language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Response
from litestar.datastructures import Headers

from boxcars.core.messages import T
from boxcars.locale import best_language
from boxcars.server import steady
from boxcars.server.http.type_aliases import Connection, WebRequest
from boxcars.server.page import game_log, position_payload, view_payload
from boxcars.server.page.position_payload import Parts
from boxcars.server.store import profiles
from boxcars.server.store.profiles import Card
from boxcars.server.store.secret_tokens import DEVICE, hash_token, key_of
from boxcars.server.table import lesson_table
from boxcars.server.table.commands import Held
from boxcars.server.table.person_names import normalize_name
from boxcars.server.table.table import Table, make_refusal
from boxcars.server.table.table_manager import TableManager

JSON = "application/json"


class Forbidden(Exception):
    """Raised when the token does not allow a request."""


class Gone(Forbidden):
    """Raised when the token was valid when the request came, and no longer is."""


class NoCard(Forbidden):
    """Raised when a token belongs to no profile: none was sent, or its device was removed."""


@dataclass
class Caller:
    hall: TableManager
    id: str
    seat: int | None
    """The seat of the token; None for a spectator (and for a host without a seat)."""
    host: bool
    lang: str
    token: str | None = None
    """The token's hash, for looking up its seat again."""

    async def need_token(self) -> None:
        """Raise Gone if the token no longer opens what it opened when the request came."""
        if self.token is None or (self.seat is None and not self.host):
            return
        now = await self.hall.tokens.seat_of_hash(self.token, self.id)
        if now != (-1 if self.host else self.seat):
            raise Gone(T("You no longer have this seat."))

    def need_seat(self) -> int:
        if self.seat is None:
            raise Forbidden(T("You don't have a seat at this table."))
        return self.seat

    def is_host(self, table: Table) -> bool:
        """Return whether it is the host's own token, or that of a seat of the host."""
        return self.host or (self.seat is not None and table.doc.seats[self.seat].host)

    def need_host(self, table: Table) -> None:
        if not self.is_host(table):
            raise Forbidden(T("Only the host of this table can do that."))


def requested_language(connection: Connection) -> str:
    asked = connection.query_params.get("lang")
    return best_language(asked[:20] if asked else connection.headers.get("accept-language", "")[:200])


def bearer_token(connection: Connection) -> str | None:
    return token_of(connection.headers)


def token_of(headers: Headers) -> str | None:
    """Return the token that a request's headers carry."""
    header = headers.get("authorization", "")
    kind, _, token = header.partition(" ")
    return token.strip()[:100] if kind.lower() == "bearer" and token.strip() else None


async def caller_of(hall: TableManager, id: str, token: str | None, lang: str) -> Caller:
    hash = key_of(token, id) if token else None
    seat = await hall.tokens.seat_of_hash(hash, id) if hash is not None else None
    if seat is not None and seat >= 0:
        hall.presence.note_seat(id, seat)
    return Caller(hall, id, seat if seat is not None and seat >= 0 else None, seat == -1, lang, hash)


async def find_caller(request: WebRequest, id: str) -> Caller:
    return await caller_of(request.app.state.hall, id, bearer_token(request), requested_language(request))


async def card_of(request: WebRequest) -> Card | None:
    """Return the profile of the device that asks, if there is one."""
    token = bearer_token(request)
    if token is None or not token.startswith(DEVICE):
        return None
    hall: TableManager = request.app.state.hall
    found = await hall.run_blocking(profiles.of_device, hall.store, hash_token(token))
    if found is None:
        return None
    card, seen = found
    now = steady.time()
    if seen < int(now // profiles.DAY):
        await hall.run_blocking(profiles.seen_today, hall.store, card.device, now)
    return card


async def own_card(request: WebRequest) -> Card:
    card = await card_of(request)
    if card is None:
        raise NoCard(T("You need a profile for this. Create one first."))
    return card


async def held_by(request: WebRequest) -> Held | None:
    """Return the profile that takes a seat. Refuses a removed device, so that its seat does not silently become a guest's."""
    token = bearer_token(request)
    if token is None or not token.startswith(DEVICE):
        return None
    card = await own_card(request)
    return Held(card.id, card.herald, card.device)


def query_number(request: WebRequest, name: str) -> int | None:
    """Return a number from the query string."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise make_refusal("bad_request", T("{name} must be a number.", name=name))
    return int(text)


def raw_json(data: bytes, status: int = 200) -> Response[bytes]:
    return Response(data, media_type=JSON, status_code=status)


def as_json(thing: Any, status: int = 200) -> Response[bytes]:
    return raw_json(msgspec.json.encode(thing), status)


def watcher_names(hall: TableManager, table: Table) -> list[str]:
    """Return the names of spectators, without those that look like a player's."""
    taken = {normalize_name(seat.name) for seat in table.doc.seats}
    return [name for name in hall.hub.spectator_names(table.id) if normalize_name(name) not in taken]


async def view_parts(caller: Caller, table: Table, words: bool = True) -> Parts:
    """Return what the caller's seat sees now. The seat's owner is checked last, so that a view reaches nobody else."""
    hall = caller.hall
    key = position_payload.ground_key(table.rules, caller.lang)
    if key not in position_payload.GROUNDS:
        await hall.assets.draw_ground(key)
    if table.hidden_from(caller.seat):
        closed = view_payload.closed_view(table, caller.lang, hall.hub.seats_here(table.id), hall.hub.count_spectators(table.id))
        await caller.need_token()
        return closed
    hall.bots.resume_watched(table)
    await game_log.prepare_log(table, caller.seat, caller.lang)
    if table.doc.lesson is not None:
        await hall.run_blocking(lesson_table.asked_actions, table)
    chat = await hall.list_remarks(table.id)
    parts = view_payload.view_parts(
        table,
        caller.seat,
        caller.lang,
        host=caller.is_host(table),
        here=hall.hub.seats_here(table.id),
        watching=hall.hub.count_spectators(table.id),
        watchers=watcher_names(hall, table),
        chat=chat,
        words=words,
    )
    await caller.need_token()
    return parts
