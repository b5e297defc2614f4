"""Running a tournament together: more organizers, handing over, messages to entrants, finding and starting it."""

from __future__ import annotations

from datetime import UTC, datetime

from litestar import Response, get, post
from litestar.exceptions import NotFoundException

from boxcars.core.messages import T
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import Forbidden, as_json, own_card
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.routes_tables import base_url
from boxcars.server.http.routes_tournaments import find_tournament, hosted_tournament, may_take_over, tournament_line
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page.schemas.tournament import TournamentListed
from boxcars.server.store import tournaments
from boxcars.server.store.profiles import Card
from boxcars.server.store.tournaments import Event
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager

TAGS = ["events"]


@get(
    "/api/tournaments/open",
    tags=TAGS,
    summary="Listed tournaments that one can enter",
    opt=declare_limits("anyone", 6),
)
async def list_open(request: WebRequest) -> list[TournamentListed]:
    hall: TableManager = request.app.state.hall

    def found() -> list[TournamentListed]:
        return [tournament_line(hall.store, event, "") for event in tournaments.list_open(hall.store)]

    return await hall.run_blocking(found)


async def owned_tournament(request: WebRequest, id: str) -> tuple[Card, Event]:
    card = await own_card(request)
    event = await find_tournament(request.app.state.hall, id)
    if event.host != card.id:
        raise Forbidden(T("Only the owner of the tournament can do that."))
    return card, event


@post(
    "/api/events/{id:str}/organisers",
    tags=TAGS,
    status_code=200,
    summary="The owner asks an entrant to organize, too",
    opt=declare_limits("profile", 6),
)
async def ask_organiser(request: WebRequest, id: str, data: request_types.MemberNamed) -> Response[bytes]:
    _, event = await owned_tournament(request, id)
    hall: TableManager = request.app.state.hall
    answer = await hall.run_blocking(tournaments.ask_organiser, hall.store, event, data.card, steady.time())
    if answer == "missing":
        raise NotFoundException("no such entrant")
    if answer == "full":
        raise make_refusal("full", T("A tournament has at most three organizers."))
    return as_json({})


@post(
    "/api/events/{id:str}/organisers/answer",
    tags=TAGS,
    status_code=200,
    summary="Say yes to organizing, or no; stop organizing",
    opt=declare_limits("profile", 5),
)
async def answer_organiser(request: WebRequest, id: str, data: request_types.OrganiserAnswer) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    await find_tournament(hall, id)
    if not await hall.run_blocking(tournaments.answer_organiser, hall.store, id, card.id, data.yes):
        raise Forbidden(T("You weren't asked to organize this tournament."))
    return as_json({})


@post(
    "/api/events/{id:str}/organisers/remove",
    tags=TAGS,
    status_code=200,
    summary="The owner removes another organizer",
    opt=declare_limits("profile", 5),
)
async def remove_organiser(request: WebRequest, id: str, data: request_types.MemberNamed) -> Response[bytes]:
    await owned_tournament(request, id)
    hall: TableManager = request.app.state.hall
    if not await hall.run_blocking(tournaments.answer_organiser, hall.store, id, data.card, False):
        raise NotFoundException("no such organizer")
    return as_json({})


@post(
    "/api/events/{id:str}/handover",
    tags=TAGS,
    status_code=200,
    summary="The owner hands the tournament over to another organizer",
    opt=declare_limits("profile", 6),
)
async def hand_over(request: WebRequest, id: str, data: request_types.MemberNamed) -> Response[bytes]:
    _, event = await owned_tournament(request, id)
    hall: TableManager = request.app.state.hall
    if not await hall.run_blocking(tournaments.hand_over, hall.store, event, data.card, steady.time()):
        raise NotFoundException("no such organizer")
    return as_json({})


@post(
    "/api/events/{id:str}/takeover",
    tags=TAGS,
    status_code=200,
    summary="Another organizer takes over while a round waits and the owner is away",
    opt=declare_limits("profile", 8),
)
async def take_over(request: WebRequest, id: str) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    event = await find_tournament(hall, id)
    if not await may_take_over(hall, event, card.id):
        raise Forbidden(T("You can take over when a round waits and the owner has been away for 14 days."))
    if not await hall.run_blocking(tournaments.hand_over, hall.store, event, card.id, steady.time()):
        raise Forbidden(T("Only the owner of the tournament can do that."))
    return as_json({})


@post(
    "/api/events/{id:str}/withdraw",
    tags=TAGS,
    status_code=200,
    summary="An organizer withdraws an entrant who is missing",
    opt=declare_limits("profile", 6),
)
async def withdraw_entrant(request: WebRequest, id: str, data: request_types.MemberNamed) -> Response[bytes]:
    event = await hosted_tournament(request, id)
    hall: TableManager = request.app.state.hall
    await hall.run_blocking(tournaments.leave_tournament, hall.store, event.id, data.card)
    return as_json({})


@post(
    "/api/events/{id:str}/announce",
    tags=TAGS,
    status_code=200,
    summary="Tell all entrants something, three times a day at most",
    opt=declare_limits("profile", 12),
)
async def announce(request: WebRequest, id: str, data: request_types.Announced) -> Response[bytes]:
    card = await own_card(request)
    event = await hosted_tournament(request, id)
    hall: TableManager = request.app.state.hall
    text = "".join(c if c.isprintable() or c == "\n" else " " for c in data.text).strip()
    if not text:
        raise make_refusal("bad_request", T("Your message is empty."))
    if not await hall.run_blocking(tournaments.announce, hall.store, event, card.id, card.name, text, steady.time()):
        raise make_refusal("too_many", T("Three messages a day are enough. Try again tomorrow."))
    return as_json({})


@get(
    "/api/events/{id:str}/calendar.ics",
    tags=TAGS,
    summary="When the tournament begins, as a calendar file",
    opt=declare_limits("anyone", 4),
)
async def calendar_file(request: WebRequest, id: str) -> Response[bytes]:
    event = await find_tournament(request.app.state.hall, id)
    if event.starts_at is None:
        raise NotFoundException("no start time")
    moment = "%Y%m%dT%H%M%SZ"
    begin, end = (datetime.fromtimestamp(event.starts_at + hours * 3600, UTC).strftime(moment) for hours in (0, 2))
    title = "".join(f"\\{c}" if c in "\\;," else c for c in event.doc.title if c.isprintable())
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Boxcars//EN",
        "BEGIN:VEVENT",
        f"UID:{event.id}@boxcars",
        f"DTSTAMP:{datetime.fromtimestamp(event.created, UTC).strftime(moment)}",
        f"DTSTART:{begin}",
        f"DTEND:{end}",
        f"SUMMARY:{title}",
        f"URL:{base_url(request)}/tournaments/{event.id}",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]
    headers = {"Content-Disposition": 'attachment; filename="tournament.ics"'}
    return Response("\r\n".join(lines).encode(), media_type="text/calendar; charset=utf-8", headers=headers)


HANDLERS = [
    list_open,
    ask_organiser,
    answer_organiser,
    remove_organiser,
    hand_over,
    take_over,
    withdraw_entrant,
    announce,
    calendar_file,
]
