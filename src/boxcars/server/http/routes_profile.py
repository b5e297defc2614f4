"""Routes of a profile: creating it, its data, the tables it plays at, the seats it holds, export, deletion."""

from __future__ import annotations

from litestar import Response, delete, get, patch, post

from boxcars.core.messages import T
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import Forbidden, as_json, find_caller, own_card, requested_language
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.routes_ratings import ratings_of
from boxcars.server.http.routes_tables import base_for_others, base_url, clean_name
from boxcars.server.http.routes_tournaments import events_of
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs.fair_share import request_share
from boxcars.server.page import own_tables as lines
from boxcars.server.page.schemas.profile import Invitation, OwnProfile, OwnTables, ProfileCreated, ProfileDevice, ProfilePasskey
from boxcars.server.profiles import badges, passkeys, profile_export, web_push
from boxcars.server.store import passkeys as passkeys_module
from boxcars.server.store import profile_history, profiles, tables_of_profile
from boxcars.server.store.passkeys import Key
from boxcars.server.store.profiles import Card, Device
from boxcars.server.store.secret_tokens import DEVICE, hash_token, new_device, new_id
from boxcars.server.store.table_rows import Row, Unreadable
from boxcars.server.table import commands
from boxcars.server.table.commands import Change, Held
from boxcars.server.table.table import Table, make_refusal
from boxcars.server.table.table_manager import Missing, TableManager

TAGS = ["card"]


def check_name(text: str) -> str:
    name = clean_name(text)
    if not name:
        raise make_refusal("bad_request", T("Your profile needs a name."))
    return name


def device_shown(device: Device) -> ProfileDevice:
    return ProfileDevice(
        number=device.number,
        label=device.label,
        seen=max(0, int(steady.time() // profiles.DAY) - device.seen),
        here=device.here,
        push=device.push,
    )


def key_shown(key: Key, devices: list[Device]) -> ProfilePasskey:
    """Return a passkey as its owner sees it, with the device that added it."""
    here = next((device for device in devices if device.hash == key.device), None)
    return ProfilePasskey(
        number=key.number,
        seen=max(0, int(steady.time() // profiles.DAY) - key.seen),
        device=here.number if here is not None else 0,
        label=here.label if here is not None else key.label,
    )


@post(
    "/api/card",
    tags=TAGS,
    status_code=200,
    summary="Make a player's card; the answer is this device's secret",
    opt=declare_limits("anyone", 5, "profiles"),
)
async def make_card(request: WebRequest, data: request_types.NewCard) -> ProfileCreated:
    hall: TableManager = request.app.state.hall
    id, token = new_id(), new_device()
    herald = badges.drawn_from(id)
    await hall.run_blocking(
        profiles.create_profile,
        hall.store,
        id,
        check_name(data.name),
        herald,
        hash_token(token),
        clean_name(data.label),
        steady.time(),
    )
    return ProfileCreated(token=token, card=id)


@get("/api/card", tags=TAGS, summary="One's own card", opt=declare_limits("profile", 5))
async def get_card(request: WebRequest) -> OwnProfile:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    devices = await hall.run_blocking(profiles.list_devices, hall.store, card)
    found = await hall.run_blocking(passkeys_module.list_keys, hall.store, card.id)
    counted = await hall.run_blocking(profile_history.sum_results, hall.store, card.id)
    return OwnProfile(
        id=card.id,
        name=card.name,
        herald=card.herald,
        seen_by=card.seen_by,  # type: ignore[arg-type]  # (no other was ever stored)
        created=card.created,
        devices=[device_shown(device) for device in devices],
        keys=[key_shown(key, devices) for key in found],
        games=counted.games,
        won=counted.won,
        ratings=await ratings_of(hall, card.id),
        passkeys=passkeys.passkeys_available(base_url(request)),
        push=web_push.is_enabled(request.app.state.config),
        delete_at=card.delete_at,
        delete_by=card.delete_by,
    )


@patch("/api/card", tags=TAGS, summary="Another name, herald, or who may see the card", opt=declare_limits("profile", 6))
async def change_card(request: WebRequest, data: request_types.ChangeCard) -> OwnProfile:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    fields: dict[str, str] = {}
    if data.name is not None:
        fields["name"] = check_name(data.name)
    if data.herald is not None:
        if not badges.is_valid_badge(data.herald):
            raise make_refusal("bad_request", T("That badge doesn't exist."))
        fields["herald"] = data.herald
    if data.seen_by is not None:
        fields["seen_by"] = data.seen_by
    if fields:
        await hall.run_blocking(lambda: profiles.change_profile(hall.store, card.id, **fields))
    return await get_card.fn(request)  # type: ignore[no-any-return]


@get(
    "/api/card/export",
    tags=TAGS,
    summary="Everything that is kept of the card, and the records of its games, as a zip",
    opt=declare_limits("profile", 20, "work"),
)
async def export_card(request: WebRequest) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    data = await hall.run_blocking(profile_export.pack_profile, hall.store, card)
    headers = {"Content-Disposition": 'attachment; filename="boxcars-card.zip"'}
    return Response(data, media_type="application/zip", headers=headers)


# -- seats -----------------------------------------------------------------------------------------------------------------


@get(
    "/api/card/tables",
    tags=TAGS,
    summary="What the lobby shows of a card: its tables in a line each, the newest finished games, ratings, events",
    opt=declare_limits("profile", 8),
)
async def own_tables(request: WebRequest) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    found, finished = await hall.run_blocking(tables_of_profile.list_own_tables, hall.store, card.id)
    counted = await hall.run_blocking(profile_history.sum_results, hall.store, card.id)
    ratings = await ratings_of(hall, card.id)
    events = [event for event in await events_of(hall, card.id) if event.status != "over"]
    lang = requested_language(request)
    known = {one.row.id: hall.known_table(one.row.id) for one in found} if hall.change_feed.alone else {}

    def draw() -> OwnTables:
        drawn = [lines.own_table_line(one.row, one.seat, lang, known.get(one.row.id), one.rank, one.rated) for one in found]
        return OwnTables(tables=drawn, finished=finished, games=counted.games, won=counted.won, ratings=ratings, events=events)

    return as_json(await hall.run_blocking(draw))


@get(
    "/api/tables/{id:str}/line",
    tags=["tables"],
    summary="A table of one's own in a line, as the lobby shows it",
    opt=declare_limits("seat", 4),
)
async def own_line(request: WebRequest, id: str) -> Response[bytes]:
    who = await find_caller(request, id)
    table = await who.hall.load_table(id)
    if who.seat is None and not who.host:
        raise Forbidden(T("You don't have a seat at this table."))
    row = Row(id, table.seq, table.version, table.setup, table.doc, None, table.created, table.changed)
    line = lines.own_table_line(row, who.seat, who.lang, table)
    await who.need_token()
    return as_json(line)


@post(
    "/api/card/seats",
    tags=TAGS,
    status_code=200,
    summary="Bring seats to the card, each proved by its own link",
    opt=declare_limits("profile", 6),
)
async def claim_seats(request: WebRequest, data: request_types.ClaimSeats) -> Response[bytes]:
    """Give these seats to the profile. Invalid links and seats of other profiles are skipped."""
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    taken = []
    for one in data.seats:
        if not one.token.startswith(DEVICE) and await claim_seat(hall, card, one.table, one.token):
            await hall.run_blocking(profiles.bind_token, hall.store, hash_token(one.token), card.device)
            taken.append(one.table)
    return as_json({"taken": taken})


async def claim_seat(hall: TableManager, card: Card, table: str, token: str) -> bool:
    try:
        seen = (await hall.load_table(table)).seq
    except (Missing, Unreadable):
        return False
    seat = await hall.tokens.seat_of_token(token, table)
    if seat is None or seat < 0:
        return False
    held = await hall.run_blocking(profiles.holders_of_table, hall.store, table)
    if seat in held or card.id in held.values():
        return held.get(seat) == card.id
    claimed = False

    def decide_change(now: Table) -> Change | None:
        nonlocal claimed
        claimed = now.doc.status != "open" or now.seq == seen  # (whoever got up meanwhile has no seat to bring)
        return commands.claim_seat(now, seat, Held(card.id, card.herald, card.device), steady.time()) if claimed else None

    await hall.change_table(table, decide_change)
    return claimed


@delete(
    "/api/card/seats/{table:str}",
    tags=TAGS,
    status_code=200,
    summary="Put a table away: it is no longer listed",
    opt=declare_limits("profile", 4),
)
async def put_away(request: WebRequest, table: str) -> Response[bytes]:
    return await list_again(request, table, True)


@post(
    "/api/card/seats/{table:str}",
    tags=TAGS,
    status_code=200,
    summary="List a table again that was put away",
    opt=declare_limits("profile", 4),
)
async def bring_back(request: WebRequest, table: str) -> Response[bytes]:
    return await list_again(request, table, False)


async def list_again(request: WebRequest, table: str, hidden: bool) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    if not await hall.run_blocking(profiles.put_away, hall.store, card.id, table, hidden):
        raise Forbidden(T("You don't have a seat at this table."))
    return as_json({})


# -- inviting --------------------------------------------------------------------------------------------------------------


@get(
    "/api/invite",
    tags=["tables"],
    summary="A link to a page of this server (?to=/t/…) that others can follow, as a picture, too",
    opt=declare_limits("anyone", 3),
)
async def get_invitation(request: WebRequest) -> Invitation:
    to = request.query_params.get("to", "/")[:200]
    if not to.startswith("/") or to.startswith("//") or not to.isascii() or not to.isprintable():
        raise make_refusal("bad_request", T("An invitation must link to a page on this server."))
    hall: TableManager = request.app.state.hall
    base = await base_for_others(request)
    link = (base or base_url(request)) + to
    path, size = await hall.assets.draw_qr_code(link, request_share(request)) if base else ("", 0)
    return Invitation(link=link, path=path, size=size, only_here=not base)


HANDLERS = [
    make_card,
    get_card,
    change_card,
    export_card,
    own_tables,
    own_line,
    claim_seats,
    put_away,
    bring_back,
    get_invitation,
]
