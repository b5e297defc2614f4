"""Routes for the devices of a profile, and for adding another one."""

from __future__ import annotations

import secrets

from litestar import Response, delete, get, patch, post

from boxcars.core.messages import T
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import Forbidden, as_json, own_card
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.routes_profile import device_shown, key_shown
from boxcars.server.http.routes_tables import base_for_others, base_url, clean_name
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs.fair_share import request_share
from boxcars.server.page.schemas.profile import DeviceLink, DeviceRemoved, ProfileCreated, ProfileDevice, SharedProfile
from boxcars.server.store import passkeys, profiles
from boxcars.server.store.secret_tokens import hash_token, new_device
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager

TAGS = ["card"]


@get("/api/card/devices", tags=TAGS, summary="Where the card is kept", opt=declare_limits("profile", 3))
async def list_devices(request: WebRequest) -> list[ProfileDevice]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    return [device_shown(device) for device in await hall.run_blocking(profiles.list_devices, hall.store, card)]


@patch(
    "/api/card/devices/{number:int}",
    tags=TAGS,
    summary="What a device is called",
    opt=declare_limits("profile", 4),
)
async def change_device(request: WebRequest, number: int, data: request_types.ChangeDevice) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    fields = {} if data.label is None else {"label": clean_name(data.label)}
    if fields and not await hall.run_blocking(lambda: profiles.change_device(hall.store, card.id, number, **fields)):
        raise Forbidden(T("This device isn't on your profile."))
    return as_json({})


@delete(
    "/api/card/devices/{number:int}",
    tags=TAGS,
    status_code=200,
    summary="Take a device away: at once, its pages too",
    opt=declare_limits("profile", 5),
)
async def take_away(request: WebRequest, number: int) -> DeviceRemoved:
    """Remove a device, and every code that takes the profile to another one."""
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    removed = await hall.run_blocking(profiles.remove_device, hall.store, card.id, number)
    if removed is None:
        raise Forbidden(T("This device isn't on your profile."))
    concerned, device = removed
    hall.links_died(concerned)
    added = [key for key in await hall.run_blocking(passkeys.list_keys, hall.store, card.id) if key.device == device]
    return DeviceRemoved(keys=[key_shown(key, []) for key in added])


@post(
    "/api/card/carry",
    tags=TAGS,
    status_code=200,
    summary="A code that carries the card to another device: once, ten minutes",
    opt=declare_limits("profile", 5),
)
async def make_carry_code(request: WebRequest) -> DeviceLink:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    code, now = secrets.token_urlsafe(16), steady.time()
    devices = await hall.run_blocking(profiles.list_devices, hall.store, card)
    label = next((device.label for device in devices if device.here), "")
    await hall.run_blocking(profiles.new_code, hall.store, hash_token(code), "carry", card.id, now + profiles.CARRY, now, label)
    base = await base_for_others(request)
    link = f"{base or base_url(request)}/profile/take#{code}"
    path, size = await hall.assets.draw_qr_code(link, request_share(request)) if base else ("", 0)
    return DeviceLink(link=link, path=path, size=size, until=now + profiles.CARRY, only_here=not base)


@post(
    "/api/profile/peek",
    tags=TAGS,
    status_code=200,
    summary="Whose profile a code carries over; the code stays good",
    opt=declare_limits("anyone", 5, "work", failures=True),
)
async def peek_code(request: WebRequest, data: request_types.PeekCode) -> SharedProfile:
    hall: TableManager = request.app.state.hall
    found = await hall.run_blocking(profiles.peek_code, hall.store, hash_token(data.code), steady.time())
    if found is None:
        raise make_refusal("bad_code", T("This code no longer works. A code works once, for ten minutes. Get a new one."))
    card, device, until = found
    return SharedProfile(name=card.name, herald=card.herald, device=device, until=until)


@post(
    "/api/card/take",
    tags=TAGS,
    status_code=200,
    summary="Take a card over with a code; the answer is this device's secret",
    opt=declare_limits("anyone", 5, "work", failures=True),
)
async def take_profile(request: WebRequest, data: request_types.TakeCard) -> ProfileCreated:
    hall: TableManager = request.app.state.hall
    token = new_device()
    try:
        card = await hall.run_blocking(
            profiles.take_profile, hall.store, hash_token(data.code), hash_token(token), clean_name(data.label), steady.time()
        )
    except profiles.Full:
        raise make_refusal("too_many", T("Your profile is on too many devices. Remove one first.")) from None
    if card is None:
        raise make_refusal("bad_code", T("This code no longer works. A code works once, for ten minutes. Get a new one."))
    return ProfileCreated(token=token, card=card)


HANDLERS = [list_devices, change_device, take_away, make_carry_code, peek_code, take_profile]
