"""Routes of the coach at ordinary tables: legal moves with their use, warnings, a game's reference card."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException

from boxcars.core import registry
from boxcars.server.http import request_types
from boxcars.server.http.auth import as_json, find_caller, requested_language
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.routes_analysis import SHORT, finished_table
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs import analysis_jobs
from boxcars.server.jobs.analysis_jobs import Remembered
from boxcars.server.jobs.fair_share import request_share
from boxcars.server.jobs.job_queue import Lane, Rank
from boxcars.server.jobs.job_runner import Failed
from boxcars.server.jobs.worker_tasks import past_of
from boxcars.server.page import coach_payload
from boxcars.server.page.schemas.lesson import CoachWarnings
from boxcars.server.table import commands
from boxcars.server.table.game_results import counts_for_rating

TAGS = ["coach"]


@get(
    "/api/tables/{id:str}/explain",
    tags=TAGS,
    summary="What one's seat can do now, what it is good for, and tips for it",
    opt=declare_limits("seat", 5),
)
async def get_explanation(request: WebRequest, id: str) -> Response[bytes]:
    who = await find_caller(request, id)
    seat = who.need_seat()
    table = await who.hall.load_table(id)
    commands.require_playing(table)
    return as_json(coach_payload.explanation_payload(table, seat, who.lang, tips=not counts_for_rating(table)))


@post(
    "/api/tables/{id:str}/doubts",
    tags=TAGS,
    status_code=200,
    summary="At a learning table: what a coach would ask before this action; nothing is done",
    opt=declare_limits("seat", 5),
)
async def get_doubts(request: WebRequest, id: str, data: request_types.Act) -> Response[bytes]:
    who = await find_caller(request, id)
    seat = who.need_seat()
    table = await who.hall.load_table(id)
    commands.require_playing(table)
    if not table.doc.learning or data.ply != table.ply or table.actor != seat:
        return as_json(CoachWarnings(say=[]))
    action = table.rules.read_action(msgspec.json.encode(data.action))
    if table.rules.refuse(table.state, seat, action) is not None:  # the rules will say so themselves
        return as_json(CoachWarnings(say=[]))
    return as_json(coach_payload.doubts_payload(table, seat, action, who.lang))


@get(
    "/api/tables/{id:str}/moments",
    tags=TAGS,
    summary="Of a finished game: where one's win chance changed most, the rules met",
    opt=declare_limits("seat", 5, "work"),
)
async def get_moments(request: WebRequest, id: str) -> Response[bytes]:
    who, table = await finished_table(request, id)
    seat = who.need_seat()
    known = table.memo.setdefault("moments", {})
    if seat not in known:
        past = await who.hall.run_blocking(past_of, table, who.hall.store)
        if not analysis_jobs.can_replay_all(past):
            return as_json([])
        told = Remembered(past, seat)
        lane: Lane = "quick" if table.ply <= SHORT else "long"
        try:
            known[seat] = await who.hall.workers.run_job(
                analysis_jobs.three_moments, told, share=request_share(request), rank=Rank.ASKED, lane=lane
            )
        except Failed:
            return as_json([])
    return as_json(coach_payload.moments_payload(table, who.lang, known[seat]))


@get(
    "/api/reference/{game:str}",
    tags=TAGS,
    summary="The reference card of a game, in the caller's language",
    opt=declare_limits("anyone", 3),
)
async def get_reference_card(request: WebRequest, game: str) -> Response[bytes]:
    found = coach_payload.reference_card(registry.game(game).key, requested_language(request))
    if found is None:
        raise NotFoundException("no such card")
    return as_json(found)


HANDLERS = [get_explanation, get_doubts, get_moments, get_reference_card]
