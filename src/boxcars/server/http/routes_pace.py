"""Routes about pace: a clock in words, pauses by agreement, vacations."""

from __future__ import annotations

from datetime import datetime

from litestar import Response, delete, get, post

from boxcars.core import registry
from boxcars.core.messages import T
from boxcars.locale import sayer
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import as_json, find_caller, own_card, requested_language
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.response_types import Done
from boxcars.server.http.routes_tables import done_response, read_pace
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page import own_tables
from boxcars.server.page.schemas.pace import PaceExample, PaceWords, VacationGame, Vacations, VacationShown
from boxcars.server.profiles import vacations as rules
from boxcars.server.store import tables_of_profile, vacations
from boxcars.server.store.profiles import Card
from boxcars.server.store.secret_tokens import new_id
from boxcars.server.store.vacations import Vacation
from boxcars.server.table import clocks, commands, votes
from boxcars.server.table.counted_time import find_zone
from boxcars.server.table.documents import Doc, Seat
from boxcars.server.table.pace_choices import expected_length
from boxcars.server.table.pace_text import pace_brief, pace_sentence
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager

TAGS = ["pace"]


@post(
    "/api/pace",
    tags=TAGS,
    status_code=200,
    summary="A pace in words, with an example",
    opt=declare_limits("anyone", 2),
)
async def describe_pace(request: WebRequest, data: request_types.DescribePace) -> PaceWords:
    registry.game(data.game)
    pace, say = read_pace(data.pace), sayer(requested_language(request))
    example = None
    if pace.kind == "turns":
        zone = find_zone(data.pace.zone)
        here = datetime.fromtimestamp(steady.time(), zone)
        thursday = here.replace(hour=14, minute=0, second=0, microsecond=0)
        since = rules.midnight(thursday.date(), zone) + 14 * 3600 + (3 - thursday.weekday()) % 7 * 86400.0
        doc = Doc(status="playing", seats=[Seat(kind="person"), Seat(kind="person")], pace=pace, actor=0, since=since)
        example = PaceExample(since=since, until=clocks.turn_deadline(doc) or since)
    return PaceWords(
        words=pace_sentence(pace, say),
        brief=pace_brief(pace, say),
        length=expected_length(data.game, pace) if pace.kind == "turns" else None,
        example=example,
    )


@post(
    "/api/tables/{id:str}/pause",
    tags=TAGS,
    status_code=200,
    summary="Ask everybody to pause the game for some days",
    opt=declare_limits("seat", 6),
)
async def ask_pause(request: WebRequest, id: str, data: request_types.AskPause) -> Done:
    who = await find_caller(request, id)
    seat = who.need_seat()
    table = await who.hall.change_table(
        id,
        lambda t: votes.ask_vote(t, votes.draft_pause(t, seat, data.days, steady.time()), None, steady.time()),
    )
    return done_response(table)


@post(
    "/api/tables/{id:str}/resume",
    tags=TAGS,
    status_code=200,
    summary="End a pause",
    opt=declare_limits("seat", 6),
)
async def end_pause(request: WebRequest, id: str) -> Done:
    who = await find_caller(request, id)
    seat = who.need_seat()
    return done_response(await who.hall.change_table(id, lambda t: commands.end_pause(t, seat, steady.time())))


# -- vacations -------------------------------------------------------------------------------------------------------------


def show_vacation(one: Vacation, now: float) -> VacationShown:
    return VacationShown(
        id=one.id, first=one.first, last=one.last, zone=one.zone, on=one.begins <= now, begins=one.begins, ends=one.ends
    )


async def shown_vacations(request: WebRequest, card: Card) -> Vacations:
    hall: TableManager = request.app.state.hall
    now, lang = steady.time(), requested_language(request)
    found = await hall.run_blocking(vacations.list_vacations, hall.store, card.id)
    year = datetime.fromtimestamp(now, find_zone(request.query_params.get("zone", "UTC")[:64])).year
    held = await hall.run_blocking(tables_of_profile.list_lively, hall.store, card.id, now)
    return Vacations(
        left=rules.days_left(found, year),
        year=year,
        planned=[show_vacation(one, now) for one in found if one.ends > now],
        games=[
            VacationGame(table=row.id, name=own_tables.title_of(row.setup, lang), stops=row.doc.pace.vacation)
            for row, _ in held
            if row.doc.status == "playing" and row.doc.pace.kind == "turns"
        ],
    )


@get("/api/vacation", tags=TAGS, summary="One's vacations and the days that are left", opt=declare_limits("profile", 5))
async def get_vacations(request: WebRequest) -> Vacations:
    return await shown_vacations(request, await own_card(request))


@post(
    "/api/vacation",
    tags=TAGS,
    status_code=200,
    summary="Plan a vacation: the clock stops in games that allow it",
    opt=declare_limits("profile", 8),
)
async def plan_vacation(request: WebRequest, data: request_types.PlanVacation) -> Vacations:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    found = await hall.run_blocking(vacations.list_vacations, hall.store, card.id)
    made = rules.plan_vacation(found, new_id(), card.id, data.first, data.last, data.zone, steady.time())
    if not await hall.run_blocking(vacations.add_vacation, hall.store, made):
        raise make_refusal("overlap", T("You already have a vacation on some of these days."))
    await rules.note_vacations(hall, card.id)
    return await shown_vacations(request, card)


@delete(
    "/api/vacation/{id:str}",
    tags=TAGS,
    status_code=200,
    summary="End a vacation now, or cancel one that has not begun",
    opt=declare_limits("profile", 8),
)
async def end_vacation(request: WebRequest, id: str) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    now = steady.time()
    mine = {one.id: one for one in await hall.run_blocking(vacations.list_vacations, hall.store, card.id)}
    zone = find_zone(mine[id].zone if id in mine else "UTC")
    today = datetime.fromtimestamp(now, zone).date().isoformat()
    if not await hall.run_blocking(vacations.end_vacation, hall.store, card.id, id, now, today):
        raise make_refusal("no_vacation", T("This vacation is over already."))
    await rules.note_vacations(hall, card.id)
    return as_json(await shown_vacations(request, card))


HANDLERS = [describe_pace, ask_pause, end_pause, get_vacations, plan_vacation, end_vacation]
