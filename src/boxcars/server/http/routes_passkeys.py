"""Passkeys: adding one to a card, coming back with one, taking one away."""

from __future__ import annotations

import secrets
import time

from litestar import Response, delete, post

from boxcars.core.words import T
from boxcars.server.http import asked
from boxcars.server.http.caller import Forbidden, as_json, own_card
from boxcars.server.http.kinds import WebRequest
from boxcars.server.http.routes_tables import base_url, clean
from boxcars.server.page.sent_card import CardMade
from boxcars.server.people import passkeys
from boxcars.server.store import cards, keys
from boxcars.server.store.secrets_kept import hashed, new_device
from boxcars.server.table.hall import Hall
from boxcars.server.table.table import refuse

TAGS = ["card"]


def base(request: WebRequest) -> str:
    """Where the page comes from; what the operator says counts for more than what the request says."""
    told: str = request.app.state.config.public_url
    return told if told.startswith("https://") else base_url(request)


async def challenge(hall: Hall, kind: str, card: str | None) -> str:
    made, now = secrets.token_urlsafe(32), time.time()
    await hall.blocking(cards.new_code, hall.store, hashed(made), kind, card, now + passkeys.LASTS, now)
    return made


@post("/api/card/passkey/new", tags=TAGS, status_code=200, summary="What to ask the browser for a new passkey")
async def new_key(request: WebRequest) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    here = passkeys.place(base(request))
    known = [key.credential for key in await hall.blocking(keys.keys, hall.store, card.id)]
    return as_json(passkeys.creation(here, card.id, card.name, await challenge(hall, "new key", card.id), known))


@post("/api/card/passkey", tags=TAGS, status_code=200, summary="Add the passkey that the browser made")
async def add_key(request: WebRequest, data: asked.NewKey) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    here = passkeys.place(base(request))
    answered = passkeys.challenge_of(data.client)
    if not await hall.blocking(keys.spend, hall.store, hashed(answered), "new key", time.time()):
        raise refuse("bad_passkey", T("This passkey is not good here."))
    credential, public_key, count = passkeys.registered(here, answered, data.id, data.client, data.attestation)
    if not await hall.blocking(keys.add, hall.store, card.id, credential, public_key, count, time.time()):
        raise refuse("too_many", T("This card has too many passkeys; take one away first."))
    return as_json({})


@post("/api/card/passkey/ask", tags=TAGS, status_code=200, summary="What to ask the browser to come back with a passkey")
async def ask_key(request: WebRequest) -> Response[bytes]:
    here = passkeys.place(base(request))
    return as_json(passkeys.asking(here, await challenge(request.app.state.hall, "ask key", None)))


@post("/api/card/passkey/take", tags=TAGS, status_code=200, summary="Come back with a passkey: this device's secret")
async def take_by_key(request: WebRequest, data: asked.TakeByKey) -> CardMade:
    hall: Hall = request.app.state.hall
    here = passkeys.place(base(request))
    answered = passkeys.challenge_of(data.client)
    good = await hall.blocking(keys.spend, hall.store, hashed(answered), "ask key", time.time())
    key = await hall.blocking(keys.find, hall.store, data.id)
    if not good or key is None:
        raise refuse("bad_passkey", T("This passkey is not good here."))
    count = passkeys.proved(here, answered, data, key.public_key, key.count)
    await hall.blocking(keys.used, hall.store, key.credential, count, time.time())
    token = new_device()
    try:
        await hall.blocking(cards.let_in, hall.store, key.card, hashed(token), clean(data.label), time.time())
    except cards.Full:
        raise refuse("too_many", T("This card is kept on too many devices; take one away first.")) from None
    return CardMade(token=token, card=key.card)


@delete("/api/card/passkey/{number:int}", tags=TAGS, status_code=200, summary="Take a passkey away")
async def remove_key(request: WebRequest, number: int) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    if not await hall.blocking(keys.remove, hall.store, card.id, number):
        raise Forbidden(T("There is no such device."))
    return as_json({})


HANDLERS = [new_key, add_key, ask_key, take_by_key, remove_key]
