"""Routes of lessons: their list, starting one, and messages to the coach."""

from __future__ import annotations

from litestar import Response, get, post

from boxcars.core.messages import T
from boxcars.locale import sayer
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import as_json, find_caller, requested_language
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.response_types import Done, Made
from boxcars.server.http.routes_play import stale_view
from boxcars.server.http.routes_tables import base_url, clean_name, done_response
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs.fair_share import request_share
from boxcars.server.page import lesson_payload
from boxcars.server.store.prune import LESSON
from boxcars.server.store.secret_tokens import new_key
from boxcars.server.table import lesson_setup, lesson_table, records
from boxcars.server.table.commands import Change, Stale
from boxcars.server.table.table import Table, make_refusal
from boxcars.server.table.table_manager import TableManager

TAGS = ["lessons"]


@get("/api/lessons", tags=TAGS, summary="Lessons and puzzles by game, in the caller's language", opt=declare_limits("anyone", 4))
async def list_lessons(request: WebRequest) -> Response[bytes]:
    return as_json(lesson_payload.list_lessons(requested_language(request)))


@post(
    "/api/lessons/start",
    tags=TAGS,
    status_code=200,
    summary="Begin a lesson, or go on with it from a checkpoint",
    opt=declare_limits("anyone", 15, "tables"),
)
async def start_lesson(request: WebRequest, data: request_types.StartLesson) -> Made:
    hall: TableManager = request.app.state.hall
    course = lesson_table.find_lesson(data.lesson)
    name = clean_name(data.name) or sayer(requested_language(request))(T("Apprentice"))
    maker = request_share(request)
    table = await hall.run_blocking(lesson_setup.make_lesson_table, course, data.beat, name, maker, data.count, steady.time())
    made = await records.create_imported(hall, table, data.key or new_key(), base_url(request), maker, LESSON)
    if data.count:
        hall.metrics.lessons_started.labels(course.id).inc()
    return made


@post(
    "/api/tables/{id:str}/lesson",
    tags=TAGS,
    status_code=200,
    summary="Go on, answer, ask for a hint, be shown, or go back",
    opt=declare_limits("seat", 8),
)
async def answer_lesson(request: WebRequest, id: str, data: request_types.ToCoach) -> Done:
    who = await find_caller(request, id)
    seat = who.need_seat()
    hall = who.hall
    table = await hall.load_table(id)
    if table.doc.lesson is None or seat != lesson_table.course_of(table).lesson.table.seat:
        raise make_refusal("no_lesson", T("There's no lesson at this table."))
    before = table.doc.lesson
    mark, position = table.mark, None
    if data.do == "again":
        position = await hall.run_blocking(table.position_at, lesson_table.back_to(table), hall.store)

    def decide_change(now: Table) -> Change | None:
        at = steady.time()
        if data.do == "again":
            return lesson_table.return_to_checkpoint(now, mark, position, at)
        if data.do == "answer":
            return lesson_table.answer_question(now, data.value, at)
        if now.doc.lesson is not None and data.beat is not None and now.doc.lesson.beat != data.beat:
            return None  # a second click on what has been gone on from
        return {"next": lesson_table.went_on, "hint": lesson_table.give_hint, "show": lesson_table.show_answer}[data.do](now, at)

    try:
        table = await hall.change_table(id, decide_change)
    except Stale:
        raise await stale_view(who) from None
    lesson_table.count_progress(hall.metrics, table, before)
    return done_response(table)


HANDLERS = [list_lessons, start_lesson, answer_lesson]
