"""Lessons: which there are, beginning one, and what is said to the coach."""

from __future__ import annotations

from litestar import Response, get, post

from boxcars.core.messages import T
from boxcars.locale import sayer
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import as_json, caller, language
from boxcars.server.http.limits import limited
from boxcars.server.http.response_types import Done, Made
from boxcars.server.http.routes_play import stale
from boxcars.server.http.routes_tables import base_url, clean, done
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs.fair_share import share
from boxcars.server.page import lesson_payload
from boxcars.server.store.prune import LESSON
from boxcars.server.store.secret_tokens import new_key
from boxcars.server.table import lesson_setup, lesson_table, records
from boxcars.server.table.commands import Change, Stale
from boxcars.server.table.table import Table, refuse
from boxcars.server.table.table_manager import Hall

TAGS = ["lessons"]


@get("/api/lessons", tags=TAGS, summary="Lessons and puzzles by game, in the caller's language", opt=limited("anyone", 4))
async def list_lessons(request: WebRequest) -> Response[bytes]:
    return as_json(lesson_payload.listed(language(request)))


@post(
    "/api/lessons/start",
    tags=TAGS,
    status_code=200,
    summary="Begin a lesson, or go on with it from a checkpoint",
    opt=limited("anyone", 15, "tables"),
)
async def start(request: WebRequest, data: request_types.StartLesson) -> Made:
    hall: Hall = request.app.state.hall
    course = lesson_table.known(data.lesson)
    name = clean(data.name) or sayer(language(request))(T("Apprentice"))
    maker = share(request)
    table = await hall.blocking(lesson_setup.make, course, data.beat, name, maker, data.count, steady.time())
    made = await records.settle(hall, table, data.key or new_key(), base_url(request), maker, LESSON)
    if data.count:
        hall.metrics.lessons_started.labels(course.id).inc()
    return made


@post(
    "/api/tables/{id:str}/lesson",
    tags=TAGS,
    status_code=200,
    summary="Go on, answer, ask for a hint, be shown, or go back",
    opt=limited("seat", 8),
)
async def lesson(request: WebRequest, id: str, data: request_types.ToCoach) -> Done:
    who = await caller(request, id)
    seat = who.need_seat()
    hall = who.hall
    table = await hall.table(id)
    if table.doc.lesson is None or seat != lesson_table.course_of(table).lesson.table.seat:
        raise refuse("no_lesson", T("There's no lesson at this table."))
    before = table.doc.lesson
    mark, position = table.mark, None
    if data.do == "again":
        position = await hall.blocking(table.position, lesson_table.back_to(table), hall.store)

    def judge(now: Table) -> Change | None:
        at = steady.time()
        if data.do == "again":
            return lesson_table.again(now, mark, position, at)
        if data.do == "answer":
            return lesson_table.answered(now, data.value, at)
        if now.doc.lesson is not None and data.beat is not None and now.doc.lesson.beat != data.beat:
            return None  # a second click on what has been gone on from
        return {"next": lesson_table.went_on, "hint": lesson_table.hinted, "show": lesson_table.shown}[data.do](now, at)

    try:
        table = await hall.change(id, judge)
    except Stale:
        raise await stale(who) from None
    lesson_table.count(hall.metrics, table, before)
    return done(table)


HANDLERS = [list_lessons, start, lesson]
