"""Routes for planning track: ways between two places, and pencil drawings. Only the seat itself sees them."""

from __future__ import annotations

import msgspec
from litestar import Response, get, put

from boxcars.core import registry
from boxcars.core.messages import T
from boxcars.server.http import request_types
from boxcars.server.http.auth import Caller, find_caller, raw_json
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs.fair_share import request_share
from boxcars.server.jobs.route_jobs import Planning, RouteQuestion
from boxcars.server.store import pencils
from boxcars.server.table import commands
from boxcars.server.table.table import Table, make_refusal

TAGS = ["play"]
NAME = 16
"""Pattern of a hex's id."""


async def planning_table(who: Caller) -> tuple[Table, int]:
    """Return the table and the seat that plans; refuses games without track to plan."""
    seat = who.need_seat()
    table = await who.hall.load_table(who.id)
    commands.require_playing(table)
    if not registry.game(table.setup.game).routes or table.doc.lesson is not None:
        raise make_refusal("no_routes", T("You can't plan track at this table."))
    return table, seat


def planning(table: Table, seat: int, lang: str, links: bytes) -> Planning:
    names = tuple(one.name for one in table.doc.seats)
    return Planning(table.setup, table.rules.write(table.state), seat, names, lang, links)


@get(
    "/api/tables/{id:str}/routes",
    tags=TAGS,
    summary="The cheapest routes between two places (?from=, ?to=) that one's turn allows; ?pencil=1: to draw for later",
    opt=declare_limits("seat", 12),
)
async def find_routes(request: WebRequest, id: str) -> Response[bytes]:
    who = await find_caller(request, id)
    table, seat = await planning_table(who)
    start, goal = (request.query_params.get(name, "").removeprefix("hex:")[:NAME] for name in ("from", "to"))
    pencil = request.query_params.get("pencil") == "1"
    if not pencil and table.actor != seat:
        raise make_refusal("not_your_turn", T("It's not your turn."))
    links = await who.hall.run_blocking(pencils.find_pencil, who.hall.store, id, seat) if pencil else pencils.NOTHING
    told = RouteQuestion(planning(table, seat, who.lang, links), start, goal, pencil)
    found = await who.hall.assets.find_routes(told, request_share(request))
    await who.need_token()
    return raw_json(found)


async def pencil_answer(request: WebRequest, who: Caller, table: Table, seat: int, links: bytes) -> Response[bytes]:
    found = await who.hall.assets.read_pencil(planning(table, seat, who.lang, links), request_share(request))
    await who.need_token()
    return raw_json(found)


@get("/api/tables/{id:str}/pencil", tags=TAGS, summary="What one's seat has drawn in pencil", opt=declare_limits("seat", 8))
async def get_pencil(request: WebRequest, id: str) -> Response[bytes]:
    who = await find_caller(request, id)
    table, seat = await planning_table(who)
    links = await who.hall.run_blocking(pencils.find_pencil, who.hall.store, id, seat)
    return await pencil_answer(request, who, table, seat, links)


@put(
    "/api/tables/{id:str}/pencil",
    tags=TAGS,
    status_code=200,
    summary="Keep what one's seat draws in pencil, instead of what it had drawn. Nobody else sees it",
    opt=declare_limits("seat", 10),
)
async def put_pencil(request: WebRequest, id: str, data: request_types.Pencil) -> Response[bytes]:
    who = await find_caller(request, id)
    table, seat = await planning_table(who)
    links = msgspec.json.encode(data.links)
    await who.hall.run_blocking(pencils.put_pencil, who.hall.store, id, seat, links)
    return await pencil_answer(request, who, table, seat, links)


HANDLERS = [find_routes, get_pencil, put_pencil]
