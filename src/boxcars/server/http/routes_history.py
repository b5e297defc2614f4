"""Routes for past positions, previews, branches, hints and records."""

from __future__ import annotations

import asyncio
import logging
import secrets

from litestar import Response, get, post

from boxcars.core import codec
from boxcars.core.chance import new_seed
from boxcars.core.messages import T
from boxcars.core.types import Action
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import (
    Caller,
    Forbidden,
    as_json,
    card_of,
    find_caller,
    held_by,
    query_number,
    raw_json,
    requested_language,
)
from boxcars.server.http.limits import RECORD, RECORD_TYPES, declare_limits
from boxcars.server.http.response_types import Candidate, Made
from boxcars.server.http.routes_tables import base_url, make_table
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs.fair_share import request_share
from boxcars.server.jobs.job_queue import Busy, Rank
from boxcars.server.jobs.job_runner import Failed
from boxcars.server.jobs.worker_tasks import Advice, advise_seat, make_task
from boxcars.server.page import game_log, position_payload, view_payload
from boxcars.server.store.secret_tokens import new_key
from boxcars.server.table import bot_levels, commands, records
from boxcars.server.table.documents import Doc, Seat, Setup
from boxcars.server.table.game_results import counts_for_rating
from boxcars.server.table.table import Table, make_refusal, sound_start
from boxcars.server.table.table_manager import TableManager

TAGS = ["past"]
HINT_PATIENCE = 25.0
"""Seconds after which a request for a hint gives up, as a page would."""
log = logging.getLogger("boxcars.past")


def seat_to_show(request: WebRequest, who: Caller, table: Table) -> int | None:
    """Return the seat whose view is asked for: the own one; in a finished game any (?as=seat)."""
    chosen = query_number(request, "as")
    if chosen is None or chosen == who.seat:
        return who.seat
    refuse_sealed(table)
    if table.doc.status != "over" or not 0 <= chosen < table.rules.players:
        raise Forbidden(T("You can see the game from other seats when it's over."))
    return chosen


async def get_past_position(request: WebRequest, who: Caller, table: Table) -> Response[bytes]:
    """Return the position after some actions, as the seat saw it then."""
    if table.hidden_from(who.seat):
        refuse_sealed(table)
    ply = query_number(request, "ply")
    if table.state is None or ply is None:
        raise make_refusal("not_playing", T("This game isn't in progress."))
    seat = seat_to_show(request, who, table)
    state = await who.hall.run_blocking(table.position_at, ply, who.hall.store)
    drawn = await who.hall.assets.draw_position(table, state, ply, seat, who.lang, request_share(request))
    await game_log.prepare_events(table, seat)
    await who.need_token()
    return raw_json(view_payload.assemble_view(view_payload.past_view(table, drawn, ply, seat, who.lang)))


@get("/api/tables/{id:str}/log", tags=TAGS, summary="The whole log as one's seat may read it", opt=declare_limits("anyone", 8))
async def whole_log(request: WebRequest, id: str) -> Response[bytes]:
    who = await find_caller(request, id)
    table = await who.hall.load_table(id)
    await game_log.prepare_log(table, who.seat, who.lang, 0)
    return as_json(game_log.render_lines(table, who.seat, who.lang))


@get(
    "/api/tables/{id:str}/ghost",
    tags=TAGS,
    summary="What a legal action (?i= of the view's list) would change, as SVG",
    opt=declare_limits("seat", 4),
)
async def get_ghost(request: WebRequest, id: str) -> Response[bytes]:
    who = await find_caller(request, id)
    seat = who.need_seat()
    table = await who.hall.load_table(id)
    ply, i = query_number(request, "ply"), query_number(request, "i")
    if table.actor != seat or (ply is not None and ply != table.ply):
        return as_json({"svg": "", "final": True})
    legal = table.rules.legal(table.state)
    if i is None or i >= len(legal):
        raise make_refusal("bad_request", T("There's no such action here."))
    board = position_payload.board_for(table, who.lang)
    svg = board.draw_preview(table.rules.observe(table.state, seat), legal[i])
    return as_json({"svg": svg, "final": is_irrevocable(table, seat, legal[i])})


def is_irrevocable(table: Table, seat: int, action: Action) -> bool:
    """Return whether the action could not be undone freely. Tried in a determinized state, so that nothing hidden shows."""
    if table.doc.lesson is not None:
        return False  # it is judged before it is played
    if not table.doc.undo:
        return True
    world = table.rules.imagine(table.state, seat, "final")
    before = dict(world.chance.counters)
    events = table.rules.apply(world, action)
    after = table.rules.actor(world)
    return after < 0 or table.doc.seats[after].is_automatic or table.rules.reveals(before, world, events)


@get(
    "/api/tables/{id:str}/why",
    tags=TAGS,
    summary="Why a target (?path=) cannot be chosen now: best effort",
    opt=declare_limits("seat", 4),
)
async def get_reason(request: WebRequest, id: str) -> Response[bytes]:
    who = await find_caller(request, id)
    seat = who.need_seat()
    table = await who.hall.load_table(id)
    targets = [t for t in request.query_params.get("path", "")[:400].split(",") if t]
    commands.require_playing(table)
    reason = position_payload.reason_for(table, seat, targets)
    return as_json(
        {
            "reason": {
                "code": reason.code,
                "clause": reason.clause,
                "text": position_payload.say_text(table, who.lang, reason.text),
            }
        }
    )


def refuse_sealed(table: Table) -> None:
    """Refuse what would reveal the chance that other tables of a tournament still play with."""
    if table.doc.sealed:
        raise make_refusal(
            "sealed",
            T("Other tables in this round play with the same shuffle and dice. You can open this when the last one is over."),
        )


def refuse_in_rated_game(table: Table) -> None:
    """Refuse hints and trying moves while a rated game runs."""
    if counts_for_rating(table):
        raise make_refusal("rated", T("This is a rated game. Hints are off until it's over."))


@get(
    "/api/tables/{id:str}/hint",
    tags=TAGS,
    summary="What a bot (?level=) would do in one's seat, and how good it is",
    opt=declare_limits("seat", 4, "work"),
)
async def get_hint(request: WebRequest, id: str) -> list[Candidate]:
    who = await find_caller(request, id)
    seat = who.need_seat()
    level = bot_levels.check_level(request.query_params.get("level", "hard")[:40])
    table = await who.hall.load_table(id)
    commands.require_playing(table)
    refuse_in_rated_game(table)
    if table.actor != seat:
        raise make_refusal("not_your_turn", T("It's not your turn."))
    told = make_task(table.setup, table.rules.write(table.state), seat, level, f"hint:{table.id}:{table.mark}")
    job = who.hall.workers.submit_job(
        advise_seat, told, share=request_share(request), rank=Rank.ASKED, lane="quick" if bot_levels.is_quick(level) else "deep"
    )
    try:
        async with asyncio.timeout(HINT_PATIENCE):
            answer = await who.hall.workers.wait_for_job(job)
    except TimeoutError:
        raise Busy(False, 10.0) from None
    except Failed as failed:
        log.error("a bot could not advise", extra={"kind": level, "game": table.setup.game, "why": str(failed)})
        raise make_refusal("no_advice", T("The bot has no hint here.")) from None
    found = codec.decoder(list[Advice]).decode(answer)
    return [
        Candidate(
            a.action,
            position_payload.say_text(table, who.lang, a.text),
            a.value,
            a.visits,
            position_payload.say_text(table, who.lang, a.why),
        )
        for a in found
    ]


@post(
    "/api/tables/{id:str}/branch",
    tags=TAGS,
    status_code=200,
    summary="Continue from a past position against bots, at a private table of one's own",
    opt=declare_limits("seat", 15, "tables"),
)
async def branch_table(request: WebRequest, id: str, data: request_types.Branch) -> Made:
    who = await find_caller(request, id)
    table = await who.hall.load_table(id)
    if table.state is None:
        raise make_refusal("not_playing", T("This game isn't in progress."))
    refuse_in_rated_game(table)
    refuse_sealed(table)
    over = table.doc.status == "over"
    seat = data.seat if over and data.seat is not None else who.seat
    if seat is None and over:
        seat = 0
    if seat is None or not 0 <= seat < table.rules.players:
        raise Forbidden(T("You don't have a seat at this table."))
    level = bot_levels.check_level(data.level)
    state = await who.hall.run_blocking(table.position_at, data.ply, who.hall.store)
    if table.rules.actor(state) < 0:
        raise make_refusal("game_over", T("The game is over."))
    # While the game runs, nobody may learn from a branch what is hidden: it goes on in an imagined world.
    world = table.rules.clone(state) if over else table.rules.imagine(state, seat, secrets.token_hex(32))
    seats = [
        Seat(kind="person", name=s.name, host=True) if i == seat else Seat(kind="bot", name=f"Bot {i + 1}", level=level)
        for i, s in enumerate(table.doc.seats)
    ]
    seed = new_seed()
    if over:
        world.chance.seed = seed
        world.chance.script = None
    setup = Setup(
        game=table.setup.game,
        map=table.setup.map,
        players=table.setup.players,
        options=table.setup.options,
        seed=seed,
        start=table.rules.write(world).decode(),
        origin=f"{table.id}:{data.ply}",
        maker=request_share(request),
    )
    await who.hall.run_blocking(sound_start, table.rules, setup.start)  # older rules may have kept what these cannot go on from
    doc = Doc(status="open", seats=seats, learning=table.doc.learning or table.doc.lesson is not None)
    made = await make_table(who.hall, data.key or new_key(), setup, doc, base_url(request), await held_by(request))
    await who.hall.change_table(made.table, lambda t: commands.start_game(t, steady.time()) if t.doc.status == "open" else None)
    return made


@get(
    "/api/tables/{id:str}/record",
    tags=TAGS,
    summary="The record of a finished game, to keep or to import elsewhere",
    opt=declare_limits("anyone", 15, "work"),
)
async def get_record(request: WebRequest, id: str) -> Response[bytes]:
    who = await find_caller(request, id)
    table = await who.hall.load_table(id)
    if table.doc.status != "over":
        raise Forbidden(T("The saved game shows every hand. You can download it when the game is over."))
    refuse_sealed(table)
    data = await who.hall.run_blocking(lambda: records.export_record(table, who.hall.store).write())
    name = f"{table.setup.game}-{table.id}.jsonl"
    return Response(
        data,
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@post(
    "/api/import",
    tags=TAGS,
    status_code=200,
    summary="A record (the body) as a table of its own; a running game goes on",
    opt=declare_limits("anyone", 28, "tables", body=RECORD, types=RECORD_TYPES),
)
async def import_record(request: WebRequest) -> Made:
    brought = await read_brought(request)
    card = await card_of(request)
    held = card.id if card is not None else None
    return await records.create_imported(
        request.app.state.hall, brought, new_key(), base_url(request), request_share(request), card=held
    )


async def read_brought(request: WebRequest) -> records.Brought:
    """The record in the body, read and replayed in workers; ``?until=``: only so many moves of it."""
    hall: TableManager = request.app.state.hall
    maker = request_share(request)
    for lane in ("parse", "long"):
        hall.workers.line.check_room(maker, Rank.ASKED, lane)  # before the body is read: those who are refused cost little
    data = await request.body()
    until = query_number(request, "until")
    try:
        await hall.workers.parse_text(records.check_record, (data, requested_language(request), until), maker)
        brought: records.Brought = await hall.workers.run_job(
            records.import_part, (data, until), share=maker, rank=Rank.ASKED, lane="long", limit=records.MOST_SECONDS
        )
    except Failed as failed:
        log.warning("a record could not be replayed", extra={"why": str(failed)})
        if failed.why == "slow":
            raise make_refusal("bad_record", T("This saved game is too long.")) from None
        raise make_refusal("bad_record", T("This saved game can't be replayed.")) from None
    return brought


HANDLERS = [whole_log, get_ghost, get_reason, get_hint, branch_table, get_record, import_record]
