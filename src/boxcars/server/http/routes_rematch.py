"""Routes of a rematch: wanting one, answering, and what to do without some players."""

from __future__ import annotations

from litestar import post
from msgspec.structs import replace

from boxcars.core.chance import new_seed
from boxcars.core.messages import T
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import Caller, find_caller
from boxcars.server.http.guest_identity import identify_guest
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.response_types import Made
from boxcars.server.http.routes_tables import base_url
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs.fair_share import request_share
from boxcars.server.store import profiles
from boxcars.server.store.secret_tokens import hash_token, table_id_for, token_for
from boxcars.server.store.store import Write
from boxcars.server.table import commands, rematch
from boxcars.server.table.commands import Change
from boxcars.server.table.documents import Doc, Entry, Setup
from boxcars.server.table.table import Table, make_refusal
from boxcars.server.table.table_manager import Missing, TableManager


@post(
    "/api/tables/{id:str}/again",
    tags=["tables"],
    status_code=200,
    summary="Want a rematch, or be in: the next table once everybody is (with the caller's seats), until then none",
    opt=declare_limits("seat", 14, "tables"),
)
async def want_rematch(request: WebRequest, id: str) -> Made:
    who = await find_caller(request, id)
    seat = who.need_seat()
    old = await forget_dead_rematch(who.hall, await who.hall.load_table(id))
    if not old.doc.next:
        old = await who.hall.change_table(id, lambda t: None if t.doc.next else rematch.say_yes(t, seat, steady.time()))
    if not old.doc.next and not rematch.missing_people(old.doc):
        old = await begin_rematch(request, who.hall, old, None)
    return await own_seats(request, who, old)


@post(
    "/api/tables/{id:str}/again/no",
    tags=["tables"],
    status_code=200,
    summary="No rematch this time; or take the wish for one back",
    opt=declare_limits("seat", 6),
)
async def refuse_rematch(request: WebRequest, id: str) -> Made:
    who = await find_caller(request, id)
    seat = who.need_seat()
    old = await who.hall.change_table(id, lambda t: rematch.say_no(t, seat, steady.time()))
    return await own_seats(request, who, old)


@post(
    "/api/tables/{id:str}/again/without",
    tags=["tables"],
    status_code=200,
    summary="Somebody is not in: go on with bots, with fewer seats, or with open seats for somebody else",
    opt=declare_limits("seat", 14, "tables"),
)
async def go_without(request: WebRequest, id: str, data: request_types.GoWithout) -> Made:
    who = await find_caller(request, id)
    seat = who.need_seat()
    old = await who.hall.load_table(id)
    if not old.doc.next:
        if old.doc.rematch is None or seat not in old.doc.rematch.yes:
            raise make_refusal("no_rematch", T("Only players who are in for the rematch can decide that."))
        if not rematch.is_stuck(old.doc, steady.time()):
            raise make_refusal("still_asked", T("The others have 24 hours to answer."))
        old = await begin_rematch(request, who.hall, old, data.fill)
    return await own_seats(request, who, old)


async def forget_dead_rematch(hall: TableManager, old: Table) -> Table:
    """Forget a rematch that was abandoned before its end, so that another can be asked for."""
    if not old.doc.next:
        return old
    try:
        over = (await hall.load_table(old.doc.next)).doc.status == "abandoned"
    except Missing:
        over = True
    if not over:
        return old
    gone = old.doc.next

    def decide_change(table: Table) -> Change | None:
        if table.doc.next != gone:
            return None
        doc = replace(table.doc, next="", rematch=None, former_next=gone)
        return commands.make_change(table, "note", doc, steady.time())

    return await hall.change_table(old.id, decide_change)


async def begin_rematch(request: WebRequest, hall: TableManager, old: Table, fill: rematch.Fill | None) -> Table:
    """Make the next table, or find the one that somebody else made in the same moment: its id follows from the finished one."""
    secret = hall.store.secret
    new = table_id_for(secret, f"rematch {old.id} {old.doc.former_next}")
    seats = rematch.next_seats(old.doc, fill)
    doc = rematch.next_document(old.doc, seats, identify_guest(request, new).address)
    await create_table(hall, old, new, doc, request_share(request))

    def announce(table: Table) -> Change | None:
        if table.doc.next:
            return None
        return commands.make_change(table, "note", replace(table.doc, next=new, rematch=None), steady.time())

    def begin(table: Table) -> Change | None:
        full = all(seat.kind != "open" for seat in table.doc.seats)
        return commands.start_game(table, steady.time()) if full and table.doc.status == "open" else None

    old = await hall.change_table(old.id, announce)
    await hall.change_table(new, begin)
    return old


async def create_table(hall: TableManager, old: Table, new: str, doc: Doc, share: str) -> None:
    """Write the next table with everybody who is in: the seats of profiles by their profile, those of guests by a link."""
    was = old.setup
    rules = await hall.load_rules(was.game, was.map, len(doc.seats), was.options)
    setup = Setup(game=was.game, map=was.map, players=rules.players, options=rules.options, seed=new_seed(), maker=share)
    holders = await hall.run_blocking(profiles.holders_of_table, hall.store, old.id)
    people = [(i, seat.was) for i, seat in enumerate(doc.seats) if seat.was >= 0]
    write = Write(
        id=new,
        entry=Entry(seq=1, kind="open", at=steady.time()),
        doc=doc,
        version=rules.version,
        tokens=[(hash_token(seat_token(hall, new, i)), i) for i, seat in people if seat not in holders],
        taken=[(i, holders[seat]) for i, seat in people if seat in holders],
    )
    await hall.run_blocking(hall.store.create_table, new, setup, rules.version, write)


def seat_token(hall: TableManager, table: str, seat: int) -> str:
    """Return the link of a guest's seat in a rematch. It is derived, so the owner of the old seat can ask for it any number of
    times."""
    return token_for(hall.store.secret, table, "rematch", seat)


async def own_seats(request: WebRequest, who: Caller, old: Table) -> Made:
    """Return the next table, if there is one, with the links of the caller's seats at it."""
    new = old.doc.next
    if not new:
        return Made(table="", tokens=[], host="", links=[], join="")
    base = base_url(request)
    own = rematch.seats_with(old.doc, who.need_seat())
    seats = (await who.hall.load_table(new)).doc.seats
    mine = [seat.was in own and not seat.herald for seat in seats]
    tokens = [seat_token(who.hall, new, i) if is_mine else None for i, is_mine in enumerate(mine)]
    links = [f"{base}/t/{new}#{token}" if token is not None else None for token in tokens]
    return Made(table=new, tokens=tokens, host="", links=links, join=f"{base}/t/{new}")


HANDLERS = [want_rematch, refuse_rematch, go_without]
