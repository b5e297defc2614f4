"""A player's card: making one, what it is, the tables it plays at, the seats it holds, taking everything away, deleting it."""

from __future__ import annotations

import time

from litestar import Response, delete, get, patch, post

from boxcars.core.words import T
from boxcars.server.http import asked
from boxcars.server.http.caller import Forbidden, as_json, caller, language, own_card
from boxcars.server.http.kinds import WebRequest
from boxcars.server.http.routes_events import events_of
from boxcars.server.http.routes_ratings import ratings_of
from boxcars.server.http.routes_tables import base_url, clean
from boxcars.server.page import own as lines
from boxcars.server.page.sent_card import CardDevice, CardKey, CardMade, Invitation, OwnCard, OwnTables
from boxcars.server.people import bundle, farewell, heralds, passkeys, pushing, scan
from boxcars.server.store import cards, history, keys, own
from boxcars.server.store.cards import Card, Device
from boxcars.server.store.rows import Row, Unreadable
from boxcars.server.store.secrets_kept import DEVICE, hashed, new_device, new_id
from boxcars.server.table import changes
from boxcars.server.table.changes import Change, Held
from boxcars.server.table.hall import Hall, Missing
from boxcars.server.table.table import Table, refuse

TAGS = ["card"]


def named(text: str) -> str:
    name = clean(text)
    if not name:
        raise refuse("bad_request", T("A card needs a name."))
    return name


def device_shown(device: Device) -> CardDevice:
    return CardDevice(
        number=device.number,
        label=device.label,
        seen=max(0, int(time.time() // cards.DAY) - device.seen),
        here=device.here,
        push=device.push,
        quiet=device.quiet,
    )


@post("/api/card", tags=TAGS, status_code=200, summary="Make a player's card; the answer is this device's secret")
async def make_card(request: WebRequest, data: asked.NewCard) -> CardMade:
    hall: Hall = request.app.state.hall
    id, token = new_id(), new_device()
    herald = heralds.drawn_from(id)
    await hall.blocking(cards.create, hall.store, id, named(data.name), herald, hashed(token), clean(data.label), time.time())
    return CardMade(token=token, card=id)


@get("/api/card", tags=TAGS, summary="One's own card")
async def get_card(request: WebRequest) -> OwnCard:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    devices = await hall.blocking(cards.devices, hall.store, card)
    found = await hall.blocking(keys.keys, hall.store, card.id)
    counted = await hall.blocking(history.sums, hall.store, card.id)
    return OwnCard(
        id=card.id,
        name=card.name,
        herald=card.herald,
        seen_by=card.seen_by,  # type: ignore[arg-type]  # (no other was ever stored)
        created=card.created,
        devices=[device_shown(device) for device in devices],
        keys=[CardKey(number=key.number, seen=max(0, int(time.time() // cards.DAY) - key.seen)) for key in found],
        games=counted.games,
        won=counted.won,
        ratings=await ratings_of(hall, card.id),
        passkeys=passkeys.available(base_url(request)),
        push=pushing.on(request.app.state.config),
    )


@patch("/api/card", tags=TAGS, summary="Another name, herald, or who may see the card")
async def change_card(request: WebRequest, data: asked.ChangeCard) -> OwnCard:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    fields: dict[str, str] = {}
    if data.name is not None:
        fields["name"] = named(data.name)
    if data.herald is not None:
        if not heralds.good(data.herald):
            raise refuse("bad_request", T("There is no such herald."))
        fields["herald"] = data.herald
    if data.seen_by is not None:
        fields["seen_by"] = data.seen_by
    if fields:
        await hall.blocking(lambda: cards.change(hall.store, card.id, **fields))
    return await get_card.fn(request)  # type: ignore[no-any-return]


@delete("/api/card", tags=TAGS, status_code=200, summary="Delete the card and everything that names it")
async def delete_card(request: WebRequest) -> Response[bytes]:
    await farewell.delete(request.app.state.hall, await own_card(request))
    return as_json({})


@get("/api/card/export", tags=TAGS, summary="Everything that is kept of the card, and the records of its games, as a zip")
async def export_card(request: WebRequest) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    data = await hall.blocking(bundle.pack, hall.store, card)
    headers = {"Content-Disposition": 'attachment; filename="boxcars-card.zip"'}
    return Response(data, media_type="application/zip", headers=headers)


# -- seats -----------------------------------------------------------------------------------------------------------------


@get(
    "/api/card/tables",
    tags=TAGS,
    summary="What the lobby shows of a card: its tables in a line each, the newest finished games, ratings, events",
)
async def own_tables(request: WebRequest) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    found, finished = await hall.blocking(own.own, hall.store, card.id)
    counted = await hall.blocking(history.sums, hall.store, card.id)
    ratings = await ratings_of(hall, card.id)
    events = [event for event in await events_of(hall, card.id) if event.status != "over"]
    lang = language(request)
    known = {one.row.id: hall.known(one.row.id) for one in found} if hall.ears.alone else {}

    def draw() -> OwnTables:
        drawn = [lines.line(one.row, one.seat, lang, known.get(one.row.id), one.rank, one.rated) for one in found]
        return OwnTables(tables=drawn, finished=finished, games=counted.games, won=counted.won, ratings=ratings, events=events)

    return as_json(await hall.blocking(draw))


@get("/api/tables/{id:str}/line", tags=["tables"], summary="A table of one's own in a line, as the lobby shows it")
async def own_line(request: WebRequest, id: str) -> Response[bytes]:
    who = await caller(request, id)
    table = await who.hall.table(id)
    if who.seat is None and not who.host:
        raise Forbidden(T("You have no seat at this table."))
    row = Row(id, table.seq, table.version, table.setup, table.doc, None, table.created, table.changed)
    line = lines.line(row, who.seat, who.lang, table)
    await who.need_token()
    return as_json(line)


@post("/api/card/seats", tags=TAGS, status_code=200, summary="Bring seats to the card, each proved by its own link")
async def claim_seats(request: WebRequest, data: asked.ClaimSeats) -> Response[bytes]:
    """Those that could be brought. A link that opens nothing, and a seat that another card holds, are passed over."""
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    taken = []
    for one in data.seats:
        if not one.token.startswith(DEVICE) and await claim(hall, card, one.table, one.token):
            await hall.blocking(cards.bind, hall.store, hashed(one.token), card.device)
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
    held = await hall.blocking(cards.holders, hall.store, table)
    if seat in held or card.id in held.values():
        return held.get(seat) == card.id
    claimed = False

    def judge(now: Table) -> Change | None:
        nonlocal claimed
        claimed = now.doc.status != "open" or now.seq == seen  # (whoever got up meanwhile has no seat to bring)
        return changes.claim(now, seat, Held(card.id, card.herald, card.device), time.time()) if claimed else None

    await hall.change(table, judge)
    return claimed


@delete("/api/card/seats/{table:str}", tags=TAGS, status_code=200, summary="Put a table away: it is no longer listed")
async def put_away(request: WebRequest, table: str) -> Response[bytes]:
    return await list_again(request, table, True)


@post("/api/card/seats/{table:str}", tags=TAGS, status_code=200, summary="List a table again that was put away")
async def bring_back(request: WebRequest, table: str) -> Response[bytes]:
    return await list_again(request, table, False)


async def list_again(request: WebRequest, table: str, hidden: bool) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    if not await hall.blocking(cards.put_away, hall.store, card.id, table, hidden):
        raise Forbidden(T("You have no seat at this table."))
    return as_json({})


# -- inviting --------------------------------------------------------------------------------------------------------------


@get(
    "/api/invite", tags=["tables"], summary="A link to a page of this server (?to=/t/…) that others can follow, as a picture, too"
)
async def invite(request: WebRequest) -> Invitation:
    to = request.query_params.get("to", "/")[:200]
    if not to.startswith("/") or to.startswith("//") or not to.isascii() or not to.isprintable():
        raise refuse("bad_request", T("An invitation leads to a page of this server."))
    hall: Hall = request.app.state.hall
    base, only_here = await hall.blocking(scan.reachable, base_url(request))
    path, size = await hall.blocking(scan.picture, base + to)
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
