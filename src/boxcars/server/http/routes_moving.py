"""A game moves to another place, and is looked at before it is opened there."""

from __future__ import annotations

from litestar import Response, post

from boxcars.server import steady
from boxcars.server.http.auth import as_json, find_caller, requested_language
from boxcars.server.http.limits import RECORD, RECORD_TYPES, declare_limits
from boxcars.server.http.routes_history import read_brought
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page.own_tables import game_names
from boxcars.server.page.schemas.lobby import SavedGame, SavedSeat
from boxcars.server.table import moving

TAGS = ["past"]


@post(
    "/api/tables/{id:str}/move",
    tags=TAGS,
    status_code=200,
    summary="Take a running game against bots elsewhere: its saved game. This copy is over then",
    opt=declare_limits("seat", 8, "work"),
)
async def move_game(request: WebRequest, id: str) -> Response[bytes]:
    who = await find_caller(request, id)
    seat = who.need_seat()
    table = await who.hall.load_table(id)
    moving.refuse_to_move(table, seat)
    await who.need_token()
    await who.hall.change_table(id, lambda now: moving.move_game(now, seat, steady.time()))
    table = await who.hall.load_table(id)
    data = await who.hall.run_blocking(moving.saved_game, table, who.hall.store)
    name = f"{table.setup.game}-{table.id}.jsonl"
    return Response(data, media_type="application/x-ndjson", headers={"Content-Disposition": f'attachment; filename="{name}"'})


@post(
    "/api/import/check",
    tags=TAGS,
    status_code=200,
    summary="What a record (the body) holds: it is replayed, and no table is made",
    opt=declare_limits("anyone", 6, "work", body=RECORD, types=RECORD_TYPES),
)
async def check_record(request: WebRequest) -> Response[bytes]:
    brought = await read_brought(request)
    setup, doc = brought.setup, brought.doc
    game, map_name = game_names(setup, requested_language(request))
    seats = [SavedSeat(name=seat.name, level=seat.level) for seat in doc.seats]
    ply = sum(entry.kind == "act" for entry in brought.journal)
    return as_json(
        SavedGame(game=setup.game, game_name=game, map=setup.map, map_name=map_name, ply=ply, turn=doc.actor, seats=seats)
    )


HANDLERS = [move_game, check_record]
