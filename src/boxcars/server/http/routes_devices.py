"""Where a card is kept: its devices, and carrying it over to another one."""

from __future__ import annotations

import secrets

from litestar import Response, delete, get, patch, post

from boxcars.core.messages import T
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import Forbidden, as_json, own_card
from boxcars.server.http.limits import limited
from boxcars.server.http.routes_profile import device_shown, key_shown
from boxcars.server.http.routes_tables import base_url, clean
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs.fair_share import share
from boxcars.server.page.schemas.profile import CardDevice, CardMade, Carried, DeviceRemoved
from boxcars.server.profiles import qr_code, web_push
from boxcars.server.store import passkeys, profiles
from boxcars.server.store.secret_tokens import hashed, new_device
from boxcars.server.table.table import refuse
from boxcars.server.table.table_manager import Hall

TAGS = ["card"]


@get("/api/card/devices", tags=TAGS, summary="Where the card is kept", opt=limited("profile", 3))
async def list_devices(request: WebRequest) -> list[CardDevice]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    return [device_shown(device) for device in await hall.blocking(profiles.devices, hall.store, card)]


@patch(
    "/api/card/devices/{number:int}",
    tags=TAGS,
    summary="What a device is called, and when it is not pushed to",
    opt=limited("profile", 4),
)
async def change_device(request: WebRequest, number: int, data: request_types.ChangeDevice) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    fields = {} if data.label is None else {"label": clean(data.label)}
    if data.quiet is not None:
        if not web_push.good_quiet(data.quiet):
            raise refuse("bad_request", T("Write quiet hours like this: “22-8 Europe/Rome”."))
        fields["quiet"] = data.quiet
    if fields and not await hall.blocking(lambda: profiles.change_device(hall.store, card.id, number, **fields)):
        raise Forbidden(T("This device isn't on your profile."))
    return as_json({})


@delete(
    "/api/card/devices/{number:int}",
    tags=TAGS,
    status_code=200,
    summary="Take a device away: at once, its pages too",
    opt=limited("profile", 5),
)
async def take_away(request: WebRequest, number: int) -> DeviceRemoved:
    """Codes that carry the card over die with it, whoever made them."""
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    removed = await hall.blocking(profiles.remove_device, hall.store, card.id, number)
    if removed is None:
        raise Forbidden(T("This device isn't on your profile."))
    concerned, device = removed
    hall.links_died(concerned)
    added = [key for key in await hall.blocking(passkeys.keys, hall.store, card.id) if key.device == device]
    return DeviceRemoved(keys=[key_shown(key, []) for key in added])


@post(
    "/api/card/carry",
    tags=TAGS,
    status_code=200,
    summary="A code that carries the card to another device: once, ten minutes",
    opt=limited("profile", 5),
)
async def carry(request: WebRequest) -> Carried:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    code, now = secrets.token_urlsafe(16), steady.time()
    await hall.blocking(profiles.new_code, hall.store, hashed(code), "carry", card.id, now + profiles.CARRY, now)
    base, _ = await hall.blocking(qr_code.reachable, base_url(request))
    link = f"{base}/card/take#{code}"
    path, size = await hall.studio.code(link, share(request))
    return Carried(link=link, path=path, size=size, until=now + profiles.CARRY)


@post(
    "/api/card/take",
    tags=TAGS,
    status_code=200,
    summary="Take a card over with a code; the answer is this device's secret",
    opt=limited("anyone", 5, "work", failures=True),
)
async def take(request: WebRequest, data: request_types.TakeCard) -> CardMade:
    hall: Hall = request.app.state.hall
    token = new_device()
    try:
        card = await hall.blocking(profiles.take, hall.store, hashed(data.code), hashed(token), clean(data.label), steady.time())
    except profiles.Full:
        raise refuse("too_many", T("Your profile is on too many devices. Remove one first.")) from None
    if card is None:
        raise refuse("bad_code", T("This code no longer works. A code works once, for ten minutes. Get a new one."))
    return CardMade(token=token, card=card)


HANDLERS = [list_devices, change_device, take_away, carry, take]
