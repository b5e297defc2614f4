"""Playing the same again: one of those who sat at a table makes the next one, and the others are called over."""

from __future__ import annotations

from litestar import post
from msgspec.structs import replace

from boxcars.core.chance import new_seed
from boxcars.core.messages import T
from boxcars.server import steady
from boxcars.server.http.auth import Caller, find_caller, held_by
from boxcars.server.http.guest_identity import identify_guest
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.response_types import Made
from boxcars.server.http.routes_tables import base_url, make_table
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs.fair_share import request_share
from boxcars.server.store.secret_tokens import new_key, table_id_for
from boxcars.server.table import commands
from boxcars.server.table.commands import Change
from boxcars.server.table.documents import Doc, Seat, Setup
from boxcars.server.table.table import Table, make_refusal


@post(
    "/api/tables/{id:str}/again",
    tags=["tables"],
    status_code=200,
    summary="The same again: makes the next table, or finds the one that somebody else has made already (without tokens)",
    opt=declare_limits("seat", 12, "tables"),
)
async def offer_rematch(request: WebRequest, id: str) -> Made:
    who = await find_caller(request, id)
    seat = who.need_seat()
    old = await who.hall.load_table(id)
    if old.doc.status not in ("over", "abandoned"):
        raise make_refusal("not_over", T("This game isn't over yet."))
    if old.doc.next:
        return called_over(old.doc.next, base_url(request))
    key = new_key()
    home = identify_guest(request, table_id_for(who.hall.store.secret, key)).address
    setup = Setup(
        game=old.setup.game,
        map=old.setup.map,
        players=old.setup.players,
        options=old.setup.options,
        seed=new_seed(),
        maker=request_share(request),
    )
    made = await make_table(
        who.hall, key, setup, rematch_document(old, who, seat, home), base_url(request), await held_by(request)
    )
    return await announce_rematch(who, made, base_url(request))


def rematch_document(old: Table, who: Caller, seat: int, home: str) -> Doc:
    """The same seats: one's own, the bots', and a free one for each of the others."""
    shared = who.is_host(old)  # the host holds every seat that is marked as the host's
    seats = []
    for i, held in enumerate(old.doc.seats):
        if held.kind == "bot":
            seats.append(Seat(kind="bot", name=held.name, level=held.level))
        elif i == seat or (shared and held.host):
            seats.append(Seat(kind="person", name=held.name, host=True))
        else:
            seats.append(Seat())
    doc = old.doc
    return Doc(
        status="open",
        seats=seats,
        pace=doc.pace,
        listed=doc.listed,
        undo=doc.undo,
        rated=doc.rated,
        learning=doc.learning,
        hot_seat=doc.hot_seat or sum(seat.host for seat in seats) > 1,
        home=home,
    )


async def announce_rematch(who: Caller, made: Made, base: str) -> Made:
    """The old table says where the game goes on. Of two who ask at once, one is called over to the other's."""
    found = ""

    def decide_change(table: Table) -> Change | None:
        nonlocal found
        found = table.doc.next
        return None if found else commands.make_change(table, "note", replace(table.doc, next=made.table), steady.time())

    await who.hall.change_table(who.id, decide_change)
    if found:
        await who.hall.change_table(made.table, lambda t: commands.abandon_game(t, -1, steady.time()))
        return called_over(found, base)

    def begin(table: Table) -> Change | None:
        full = all(seat.kind != "open" for seat in table.doc.seats)
        return commands.start_game(table, steady.time()) if full and table.doc.status == "open" else None

    await who.hall.change_table(made.table, begin)
    return made


def called_over(table: str, base: str) -> Made:
    return Made(table=table, tokens=[], host="", links=[], join=f"{base}/t/{table}")


HANDLERS = [offer_rematch]
