"""A player's card: making one, what it is, the tables it plays at, the seats it holds, taking everything away, deleting it."""

from __future__ import annotations

from litestar import Response, delete, get, patch, post

from boxcars.core.messages import T
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import Forbidden, as_json, caller, language, own_card
from boxcars.server.http.limits import limited
from boxcars.server.http.routes_ratings import ratings_of
from boxcars.server.http.routes_tables import base_url, clean
from boxcars.server.http.routes_tournaments import events_of
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs.fair_share import share
from boxcars.server.page import own_tables as lines
from boxcars.server.page.schemas.profile import CardDevice, CardKey, CardMade, Invitation, OwnCard, OwnTables
from boxcars.server.profiles import badges, deletion, passkeys, profile_export, qr_code, web_push
from boxcars.server.store import passkeys as passkeys_module
from boxcars.server.store import profile_history, profiles, tables_of_profile
from boxcars.server.store.passkeys import Key
from boxcars.server.store.profiles import Card, Device
from boxcars.server.store.secret_tokens import DEVICE, hashed, new_device, new_id
from boxcars.server.store.table_rows import Row, Unreadable
from boxcars.server.table import commands
from boxcars.server.table.commands import Change, Held
from boxcars.server.table.table import Table, refuse
from boxcars.server.table.table_manager import Hall, Missing

TAGS = ["card"]


def named(text: str) -> str:
    name = clean(text)
    if not name:
        raise refuse("bad_request", T("Your profile needs a name."))
    return name


def device_shown(device: Device) -> CardDevice:
    return CardDevice(
        number=device.number,
        label=device.label,
        seen=max(0, int(steady.time() // profiles.DAY) - device.seen),
        here=device.here,
        push=device.push,
        quiet=device.quiet,
    )


def key_shown(key: Key, devices: list[Device]) -> CardKey:
    """A passkey as its owner sees it, with the device that added it."""
    here = next((device for device in devices if device.hash == key.device), None)
    return CardKey(
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
    opt=limited("anyone", 5, "profiles"),
)
async def make_card(request: WebRequest, data: request_types.NewCard) -> CardMade:
    hall: Hall = request.app.state.hall
    id, token = new_id(), new_device()
    herald = badges.drawn_from(id)
    await hall.blocking(
        profiles.create, hall.store, id, named(data.name), herald, hashed(token), clean(data.label), steady.time()
    )
    return CardMade(token=token, card=id)


@get("/api/card", tags=TAGS, summary="One's own card", opt=limited("profile", 5))
async def get_card(request: WebRequest) -> OwnCard:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    devices = await hall.blocking(profiles.devices, hall.store, card)
    found = await hall.blocking(passkeys_module.keys, hall.store, card.id)
    counted = await hall.blocking(profile_history.sums, hall.store, card.id)
    return OwnCard(
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
        passkeys=passkeys.available(base_url(request)),
        push=web_push.on(request.app.state.config),
    )


@patch("/api/card", tags=TAGS, summary="Another name, herald, or who may see the card", opt=limited("profile", 6))
async def change_card(request: WebRequest, data: request_types.ChangeCard) -> OwnCard:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    fields: dict[str, str] = {}
    if data.name is not None:
        fields["name"] = named(data.name)
    if data.herald is not None:
        if not badges.good(data.herald):
            raise refuse("bad_request", T("That badge doesn't exist."))
        fields["herald"] = data.herald
    if data.seen_by is not None:
        fields["seen_by"] = data.seen_by
    if fields:
        await hall.blocking(lambda: profiles.change(hall.store, card.id, **fields))
    return await get_card.fn(request)  # type: ignore[no-any-return]


@delete(
    "/api/card", tags=TAGS, status_code=200, summary="Delete the card and everything that names it", opt=limited("profile", 10)
)
async def delete_card(request: WebRequest) -> Response[bytes]:
    await deletion.delete(request.app.state.hall, await own_card(request))
    return as_json({})


@get(
    "/api/card/export",
    tags=TAGS,
    summary="Everything that is kept of the card, and the records of its games, as a zip",
    opt=limited("profile", 20, "work"),
)
async def export_card(request: WebRequest) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    data = await hall.blocking(profile_export.pack, hall.store, card)
    headers = {"Content-Disposition": 'attachment; filename="boxcars-card.zip"'}
    return Response(data, media_type="application/zip", headers=headers)


# -- seats -----------------------------------------------------------------------------------------------------------------


@get(
    "/api/card/tables",
    tags=TAGS,
    summary="What the lobby shows of a card: its tables in a line each, the newest finished games, ratings, events",
    opt=limited("profile", 8),
)
async def own_tables(request: WebRequest) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    found, finished = await hall.blocking(tables_of_profile.own, hall.store, card.id)
    counted = await hall.blocking(profile_history.sums, hall.store, card.id)
    ratings = await ratings_of(hall, card.id)
    events = [event for event in await events_of(hall, card.id) if event.status != "over"]
    lang = language(request)
    known = {one.row.id: hall.known(one.row.id) for one in found} if hall.ears.alone else {}

    def draw() -> OwnTables:
        drawn = [lines.line(one.row, one.seat, lang, known.get(one.row.id), one.rank, one.rated) for one in found]
        return OwnTables(tables=drawn, finished=finished, games=counted.games, won=counted.won, ratings=ratings, events=events)

    return as_json(await hall.blocking(draw))


@get(
    "/api/tables/{id:str}/line",
    tags=["tables"],
    summary="A table of one's own in a line, as the lobby shows it",
    opt=limited("seat", 4),
)
async def own_line(request: WebRequest, id: str) -> Response[bytes]:
    who = await caller(request, id)
    table = await who.hall.table(id)
    if who.seat is None and not who.host:
        raise Forbidden(T("You don't have a seat at this table."))
    row = Row(id, table.seq, table.version, table.setup, table.doc, None, table.created, table.changed)
    line = lines.line(row, who.seat, who.lang, table)
    await who.need_token()
    return as_json(line)


@post(
    "/api/card/seats",
    tags=TAGS,
    status_code=200,
    summary="Bring seats to the card, each proved by its own link",
    opt=limited("profile", 6),
)
async def claim_seats(request: WebRequest, data: request_types.ClaimSeats) -> Response[bytes]:
    """Those that could be brought. A link that opens nothing, and a seat that another card holds, are passed over."""
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    taken = []
    for one in data.seats:
        if not one.token.startswith(DEVICE) and await claim(hall, card, one.table, one.token):
            await hall.blocking(profiles.bind, hall.store, hashed(one.token), card.device)
            taken.append(one.table)
    return as_json({"taken": taken})


async def claim(hall: Hall, card: Card, table: str, token: str) -> bool:
    try:
        seen = (await hall.table(table)).seq
    except (Missing, Unreadable):
        return False
    seat = await hall.tokens.who(token, table)
    if seat is None or seat < 0:
        return False
    held = await hall.blocking(profiles.holders, hall.store, table)
    if seat in held or card.id in held.values():
        return held.get(seat) == card.id
    claimed = False

    def judge(now: Table) -> Change | None:
        nonlocal claimed
        claimed = now.doc.status != "open" or now.seq == seen  # (whoever got up meanwhile has no seat to bring)
        return commands.claim(now, seat, Held(card.id, card.herald, card.device), steady.time()) if claimed else None

    await hall.change(table, judge)
    return claimed


@delete(
    "/api/card/seats/{table:str}",
    tags=TAGS,
    status_code=200,
    summary="Put a table away: it is no longer listed",
    opt=limited("profile", 4),
)
async def put_away(request: WebRequest, table: str) -> Response[bytes]:
    return await list_again(request, table, True)


@post(
    "/api/card/seats/{table:str}",
    tags=TAGS,
    status_code=200,
    summary="List a table again that was put away",
    opt=limited("profile", 4),
)
async def bring_back(request: WebRequest, table: str) -> Response[bytes]:
    return await list_again(request, table, False)


async def list_again(request: WebRequest, table: str, hidden: bool) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    if not await hall.blocking(profiles.put_away, hall.store, card.id, table, hidden):
        raise Forbidden(T("You don't have a seat at this table."))
    return as_json({})


# -- inviting --------------------------------------------------------------------------------------------------------------


@get(
    "/api/invite",
    tags=["tables"],
    summary="A link to a page of this server (?to=/t/…) that others can follow, as a picture, too",
    opt=limited("anyone", 3),
)
async def invite(request: WebRequest) -> Invitation:
    to = request.query_params.get("to", "/")[:200]
    if not to.startswith("/") or to.startswith("//") or not to.isascii() or not to.isprintable():
        raise refuse("bad_request", T("An invitation must link to a page on this server."))
    hall: Hall = request.app.state.hall
    base, only_here = await hall.blocking(qr_code.reachable, base_url(request))
    path, size = await hall.studio.code(base + to, share(request))
    return Invitation(link=base + to, path=path, size=size, only_here=only_here)


HANDLERS = [
    make_card,
    get_card,
    change_card,
    delete_card,
    export_card,
    own_tables,
    own_line,
    claim_seats,
    put_away,
    bring_back,
    invite,
]
