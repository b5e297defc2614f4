"""Routes for passkeys: adding one to a profile, signing in with one, removing one."""

from __future__ import annotations

import secrets

from litestar import Response, delete, post

from boxcars.core.messages import T
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import Forbidden, as_json, own_card
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.routes_tables import base_url, clean_name
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page.schemas.profile import ProfileCreated
from boxcars.server.profiles import passkeys
from boxcars.server.store import passkeys as passkeys_module
from boxcars.server.store import profiles
from boxcars.server.store.secret_tokens import hash_token, new_device
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager

TAGS = ["card"]


async def create_challenge(hall: TableManager, kind: str, card: str | None) -> str:
    made, now = secrets.token_urlsafe(32), steady.time()
    await hall.run_blocking(profiles.new_code, hall.store, hash_token(made), kind, card, now + passkeys.LASTS, now)
    return made


@post(
    "/api/card/passkey/new",
    tags=TAGS,
    status_code=200,
    summary="What to ask the browser for a new passkey",
    opt=declare_limits("profile", 5, "work"),
)
async def new_key(request: WebRequest) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    here = passkeys.relying_party(base_url(request))
    known = [key.credential for key in await hall.run_blocking(passkeys_module.list_keys, hall.store, card.id)]
    return as_json(passkeys.creation_options(here, card.id, card.name, await create_challenge(hall, "new key", card.id), known))


@post(
    "/api/card/passkey",
    tags=TAGS,
    status_code=200,
    summary="Add the passkey that the browser made",
    opt=declare_limits("profile", 18, "work"),
)
async def add_key(request: WebRequest, data: request_types.NewKey) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    here = passkeys.relying_party(base_url(request))
    answered = passkeys.challenge_of(data.client)
    if not await hall.run_blocking(passkeys_module.spend_challenge, hall.store, hash_token(answered), "new key", steady.time()):
        raise make_refusal("bad_passkey", T("This passkey doesn't work here."))
    credential, public_key, count = passkeys.verify_registration(here, answered, data.id, data.client, data.attestation)
    if not await hall.run_blocking(
        passkeys_module.add_key, hall.store, card.id, card.device, credential, public_key, count, steady.time()
    ):
        raise make_refusal("too_many", T("Your profile has too many passkeys. Remove one first."))
    return as_json({})


@post(
    "/api/card/passkey/ask",
    tags=TAGS,
    status_code=200,
    summary="What to ask the browser to come back with a passkey",
    opt=declare_limits("anyone", 5, "work"),
)
async def ask_key(request: WebRequest) -> Response[bytes]:
    here = passkeys.relying_party(base_url(request))
    return as_json(passkeys.request_options(here, await create_challenge(request.app.state.hall, "ask key", None)))


@post(
    "/api/card/passkey/take",
    tags=TAGS,
    status_code=200,
    summary="Come back with a passkey: this device's secret",
    opt=declare_limits("anyone", 8, "work", failures=True),
)
async def take_by_key(request: WebRequest, data: request_types.TakeByKey) -> ProfileCreated:
    hall: TableManager = request.app.state.hall
    here = passkeys.relying_party(base_url(request))
    answered = passkeys.challenge_of(data.client)
    good = await hall.run_blocking(passkeys_module.spend_challenge, hall.store, hash_token(answered), "ask key", steady.time())
    key = await hall.run_blocking(passkeys_module.find_key, hall.store, data.id)
    if not good or key is None:
        raise make_refusal("bad_passkey", T("This passkey doesn't work here."))
    count = passkeys.verify_assertion(here, answered, data, key.public_key, key.count)
    await hall.run_blocking(passkeys_module.note_use, hall.store, key.credential, count, steady.time())
    token = new_device()
    try:
        await hall.run_blocking(profiles.let_in, hall.store, key.card, hash_token(token), clean_name(data.label), steady.time())
    except profiles.Full:
        raise make_refusal("too_many", T("Your profile is on too many devices. Remove one first.")) from None
    return ProfileCreated(token=token, card=key.card)


@delete(
    "/api/card/passkey/{number:int}",
    tags=TAGS,
    status_code=200,
    summary="Take a passkey away",
    opt=declare_limits("profile", 4, "work"),
)
async def remove_key(request: WebRequest, number: int) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    if not await hall.run_blocking(passkeys_module.remove_key, hall.store, card.id, number):
        raise Forbidden(T("This device isn't on your profile."))
    return as_json({})


HANDLERS = [new_key, add_key, ask_key, take_by_key, remove_key]
