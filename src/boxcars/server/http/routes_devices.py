"""Where a card is kept: its devices, and carrying it over to another one."""

from __future__ import annotations

import secrets
import time

from litestar import Response, delete, get, patch, post

from boxcars.core.words import T
from boxcars.server.http import asked
from boxcars.server.http.caller import Forbidden, as_json, own_card
from boxcars.server.http.kinds import WebRequest
from boxcars.server.http.routes_card import device_shown
from boxcars.server.http.routes_tables import base_url, clean
from boxcars.server.page.sent_card import CardDevice, CardMade, Carried
from boxcars.server.people import pushing, scan
from boxcars.server.store import cards
from boxcars.server.store.secrets_kept import hashed, new_device
from boxcars.server.table.hall import Hall
from boxcars.server.table.table import refuse

TAGS = ["card"]


@get("/api/card/devices", tags=TAGS, summary="Where the card is kept")
async def list_devices(request: WebRequest) -> list[CardDevice]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    return [device_shown(device) for device in await hall.blocking(cards.devices, hall.store, card)]


@patch("/api/card/devices/{number:int}", tags=TAGS, summary="What a device is called, and when it is not pushed to")
async def change_device(request: WebRequest, number: int, data: asked.ChangeDevice) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    fields = {} if data.label is None else {"label": clean(data.label)}
    if data.quiet is not None:
        if not pushing.good_quiet(data.quiet):
            raise refuse("bad_request", T("Quiet hours are said as “22-8 Europe/Rome”."))
        fields["quiet"] = data.quiet
    if fields and not await hall.blocking(lambda: cards.change_device(hall.store, card.id, number, **fields)):
        raise Forbidden(T("There is no such device."))
    return as_json({})


@delete("/api/card/devices/{number:int}", tags=TAGS, status_code=200, summary="Take a device away: at once, its pages too")
async def take_away(request: WebRequest, number: int) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    concerned = await hall.blocking(cards.remove_device, hall.store, card.id, number)
    if concerned is None:
        raise Forbidden(T("There is no such device."))
    hall.links_died(concerned)
    return as_json({})


@post("/api/card/carry", tags=TAGS, status_code=200, summary="A code that carries the card to another device: once, ten minutes")
async def carry(request: WebRequest) -> Carried:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    code, now = secrets.token_urlsafe(16), time.time()
    await hall.blocking(cards.new_code, hall.store, hashed(code), "carry", card.id, now + cards.CARRY, now)
    base, _ = await hall.blocking(scan.reachable, base_url(request))
    link = f"{base}/card/take#{code}"
    path, size = await hall.blocking(scan.picture, link)
    return Carried(link=link, path=path, size=size, until=now + cards.CARRY)


@post("/api/card/take", tags=TAGS, status_code=200, summary="Take a card over with a code; the answer is this device's secret")
async def take(request: WebRequest, data: asked.TakeCard) -> CardMade:
    hall: Hall = request.app.state.hall
    token = new_device()
    try:
        card = await hall.blocking(cards.take, hall.store, hashed(data.code), hashed(token), clean(data.label), time.time())
    except cards.Full:
        raise refuse("too_many", T("This card is kept on too many devices; take one away first.")) from None
    if card is None:
        raise refuse("bad_code", T("This code is no longer good: it works once, for ten minutes."))
    return CardMade(token=token, card=card)


HANDLERS = [list_devices, change_device, take_away, carry, take]
