"""Routes of the review of a finished game: analysis, statistics, trying moves, keeping and sharing variations."""

from __future__ import annotations

import secrets
import time
from urllib.parse import quote

import msgspec
from litestar import Response, get, post, put

from boxcars.core import codec
from boxcars.core.messages import T
from boxcars.core.type_aliases import AnyState
from boxcars.server.http import request_types
from boxcars.server.http.auth import Caller, Forbidden, as_json, card_of, find_caller, own_card, raw_json
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.routes_history import refuse_sealed
from boxcars.server.http.routes_tables import base_url
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs import analysis_jobs
from boxcars.server.jobs.analysis_jobs import Tried
from boxcars.server.jobs.fair_share import request_share
from boxcars.server.jobs.job_queue import Lane, Rank
from boxcars.server.jobs.job_runner import Failed
from boxcars.server.jobs.positions import Position, Trying, line_seed
from boxcars.server.jobs.worker_tasks import choose_action, make_task, past_of
from boxcars.server.page import analysis_payload, view_payload
from boxcars.server.page.schemas.analysis import SharedPosition
from boxcars.server.page.static_files import FILES
from boxcars.server.store import analyses as kept
from boxcars.server.table import bot_levels
from boxcars.server.table.table import Table, make_refusal
from boxcars.server.table.table_manager import Missing, TableManager
from boxcars.view.statistics import Statistic

TAGS = ["analysis"]
LONGEST = 60
"""The greatest number of actions in a line that is tried."""
SHORT = 400


async def finished_table(request: WebRequest, id: str) -> tuple[Caller, Table]:
    """Return the caller and a finished table that may be reviewed: no other table with the same chance is still playing."""
    who = await find_caller(request, id)
    table = await who.hall.load_table(id)
    if table.doc.status != "over" or table.state is None:
        raise make_refusal("not_over", T("You can only analyze a finished game."))
    refuse_sealed(table)
    return who, table


@get(
    "/api/tables/{id:str}/analysis",
    tags=TAGS,
    summary="Win chances after each action and what each decision lost, so far",
    opt=declare_limits("anyone", 8),
)
async def get_analysis(request: WebRequest, id: str) -> Response[bytes]:
    who, table = await finished_table(request, id)
    return await analysis_response(request, who, table)


async def analysis_response(request: WebRequest, who: Caller, table: Table) -> Response[bytes]:
    may = who.seat is not None or await card_of(request) is not None
    state, looked, done, total = await who.hall.analyses.find_progress(table)
    ahead = who.hall.analyses.queue_place(table.id)
    sent = await who.hall.run_blocking(analysis_payload.analysis_payload, table, who.lang, state, looked, done, total, ahead, may)
    return as_json(sent)


@post(
    "/api/tables/{id:str}/analysis",
    tags=TAGS,
    status_code=200,
    summary="Have a finished game analysed (players and cards)",
    opt=declare_limits("seat", 8, "work"),
)
async def request_analysis(request: WebRequest, id: str) -> Response[bytes]:
    who, table = await finished_table(request, id)
    card = await card_of(request)
    if card is None:
        who.need_seat()
    await who.hall.analyses.request_analysis(
        table, card.id if card is not None else request_share(request), "card" if card is not None else "address"
    )
    return await analysis_response(request, who, table)


@get("/api/tables/{id:str}/statistics", tags=TAGS, summary="A finished game in figures", opt=declare_limits("anyone", 4, "work"))
async def get_statistics(request: WebRequest, id: str) -> Response[bytes]:
    who, table = await finished_table(request, id)
    found: list[Statistic] | None = table.memo.get("statistics")
    if found is None:
        past = await who.hall.run_blocking(past_of, table, who.hall.store)
        if not analysis_jobs.can_replay_all(past):
            return as_json([])
        lane: Lane = "quick" if table.ply <= SHORT else "long"
        try:
            found = await who.hall.workers.run_job(
                analysis_jobs.compute_statistics, past, share=request_share(request), rank=Rank.ASKED, lane=lane
            )
        except Failed:
            raise make_refusal("no_scores", T("We can't replay the scoring of this game.")) from None
        table.memo["statistics"] = found
    return as_json(analysis_payload.statistics_payload(table, who.lang, found or []))


# -- trying out ------------------------------------------------------------------------------------------------------------


def make_trying(table: Table, state: AnyState, ply: int, line: list[bytes], lang: str, eyes: int | None = None) -> Trying:
    """Return the task of a worker for a line that is tried: as if the game were still being played."""
    doc = msgspec.structs.replace(table.doc, status="playing", outcome=None)
    return Trying(Position(table.setup, doc, table.rules.write(state), None, lang), table.id, ply, line, eyes)


@post(
    "/api/tables/{id:str}/try",
    tags=TAGS,
    status_code=200,
    summary="The position after a line of one's own, or a bot's answer to it",
    opt=declare_limits("anyone", 8),
)
async def try_out(request: WebRequest, id: str, data: request_types.Try) -> Response[bytes]:
    who, table = await finished_table(request, id)
    hall, rules = who.hall, table.rules
    line = [msgspec.json.encode(action) for action in data.line]
    state = await hall.run_blocking(table.position_at, data.ply, hall.store)
    eyes = data.eyes if data.eyes is not None and 0 <= data.eyes < rules.players else None
    own = request_share(request)
    if data.level:
        level = bot_levels.check_level(data.level)
        reached, actor = await hall.assets.reach_position(make_trying(table, state, data.ply, line, who.lang), own)
        if actor >= 0:
            wanted = make_task(table.setup, reached, actor, level, line_seed(table.id, data.ply, line))
            lane: Lane = "quick" if bot_levels.is_quick(level) else "deep"
            line.append(await hall.workers.run_job(choose_action, wanted, share=own, rank=Rank.ASKED, lane=lane))
    found = await hall.assets.draw_tried(make_trying(table, state, data.ply, line, who.lang, eyes), own)
    world = codec.read(found.state, rules.state_type)
    parts = analysis_payload.tried_payload(table, world, found.drawn, data.ply + len(line), found.seat, who.lang)
    rest = {"texts": found.texts, "seats": found.seats, "line": msgspec.Raw(found.actions), "chances": found.chances}
    return raw_json(b'{"view":' + view_payload.assemble_view(parts) + b"," + msgspec.json.encode(rest)[1:])


# -- keeping and sharing ---------------------------------------------------------------------------------------------------


def study_id(card: str, table: str) -> str:
    return f"{card}:{table}"[:64]


@get(
    "/api/studies/{id:str}",
    tags=TAGS,
    summary="The variations that one's card keeps of a table",
    opt=declare_limits("profile", 3),
)
async def get_study(request: WebRequest, id: str) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    found = await hall.run_blocking(kept.find_study, hall.store, study_id(card.id, id[:32]))
    return raw_json(found[2] if found is not None else b'{"lines":[]}')


@put("/api/studies/{id:str}", tags=TAGS, summary="Keep variations with one's card", opt=declare_limits("profile", 5))
async def keep_study(request: WebRequest, id: str, data: request_types.Study) -> Response[bytes]:
    card = await own_card(request)
    _, table = await finished_table(request, id)
    hall: TableManager = request.app.state.hall
    body = msgspec.json.encode(data)
    await hall.run_blocking(kept.keep_study, hall.store, study_id(card.id, table.id), table.id, card.id, body, time.time())
    return raw_json(body)


@post(
    "/api/tables/{id:str}/share",
    tags=TAGS,
    status_code=200,
    summary="A link to a position; of a running game, to what spectators see",
    opt=declare_limits("anyone", 8, "work"),
)
async def share_position(request: WebRequest, id: str, data: request_types.Share) -> Response[bytes]:
    who = await find_caller(request, id)
    table = await who.hall.load_table(id)
    if table.state is None:
        raise make_refusal("not_playing", T("This game isn't in progress."))
    refuse_sealed(table)
    if table.doc.status == "over":
        state = await who.hall.run_blocking(table.position_at, data.ply, who.hall.store)
        line = [msgspec.json.encode(action) for action in data.line]
        await who.hall.assets.reach_position(make_trying(table, state, data.ply, line, who.lang), request_share(request))
        eyes = data.eyes if data.eyes is not None and 0 <= data.eyes < table.rules.players else None
        body = {"table": table.id, "ply": data.ply, "line": data.line, "eyes": eyes}
    else:
        if data.line or data.eyes is not None or data.ply != table.ply:
            raise Forbidden(T("While a game is running, you can only share what spectators see now."))
        body = {"table": table.id, "ply": -1, "line": [], "eyes": None}
    code = secrets.token_urlsafe(9)
    await who.hall.run_blocking(kept.keep_study, who.hall.store, code, table.id, "", msgspec.json.encode(body), time.time())
    return as_json({"code": code})


async def read_share_code(hall: TableManager, code: str) -> SharedPosition:
    """Return the position that a share link stands for."""
    found = await hall.run_blocking(kept.find_study, hall.store, code[:64])
    if found is None or found[1]:  # what a card keeps is not shared
        raise Missing(code[:64])
    return codec.decoder(SharedPosition).decode(found[2])


@get("/api/share/{code:str}", tags=TAGS, summary="What a shared link stands for", opt=declare_limits("anyone", 3))
async def get_shared(request: WebRequest, code: str) -> Response[bytes]:
    return as_json(await read_share_code(request.app.state.hall, code))


@get(
    "/api/share/{code:str}/picture", tags=TAGS, summary="A shared position as a picture", opt=declare_limits("anyone", 5, "work")
)
async def shared_picture(request: WebRequest, code: str) -> Response[bytes]:
    hall: TableManager = request.app.state.hall
    told = await read_share_code(hall, code)
    table = await hall.load_table(told.table)
    refuse_sealed(table)
    over = table.doc.status == "over"
    if table.state is None:
        raise Missing(told.table)
    world = table.rules.write(table.state)
    if over and told.ply >= 0:
        line = [msgspec.json.encode(action) for action in told.line]
        state = await hall.run_blocking(table.position_at, told.ply, hall.store)
        world = (await hall.assets.reach_position(make_trying(table, state, told.ply, line, "en"), request_share(request)))[0]
    drawn = Tried(table.setup, world, told.eyes if over else None)
    made: tuple[bytes, str] = await hall.workers.run_job(
        analysis_jobs.draw_position, drawn, share=request_share(request), rank=Rank.ASKED, lane="quick"
    )
    return Response(made[0], media_type=made[1], headers={"Cache-Control": "no-cache"})


@get("/s/{code:str}", include_in_schema=False, opt=declare_limits("anyone", 3))
async def shared_page(request: WebRequest, code: str) -> Response[bytes]:
    """Return the page, with a picture for programs that preview the link."""
    await read_share_code(request.app.state.hall, code)
    file = FILES.current_version().page_document("s")
    image = f'<meta property="og:image" content="{base_url(request)}/api/share/{quote(code[:64])}/picture">\n</head>'
    return Response(file.data.replace(b"</head>", image.encode(), 1), media_type=file.kind, headers={"Cache-Control": "no-cache"})


HANDLERS = [
    get_analysis,
    request_analysis,
    get_statistics,
    try_out,
    get_study,
    keep_study,
    share_position,
    get_shared,
    shared_picture,
    shared_page,
]
