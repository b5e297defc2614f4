"""Routes of tournaments: a host with a profile creates one and shares its link; entering needs a profile, watching does not."""

from __future__ import annotations

import csv
import io

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from msgspec.structs import replace

from boxcars.core import registry
from boxcars.core.messages import T
from boxcars.locale import sayer
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import Forbidden, as_json, card_of, own_card, requested_language
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.routes_tables import clean_name, read_pace
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page import own_tables as lines
from boxcars.server.page.schemas.profile import OwnTable
from boxcars.server.page.schemas.tournament import (
    TournamentListed,
    TournamentNews,
    TournamentOrganiser,
    TournamentSeat,
    TournamentShown,
    TournamentStanding,
    TournamentTable,
)
from boxcars.server.profiles import profile_export, tournament_rounds
from boxcars.server.profiles.tournament_pairing import tournament_standings
from boxcars.server.profiles.tournament_text import describe_start
from boxcars.server.store import profiles, tables_of_profile, tournaments
from boxcars.server.store.secret_tokens import new_id
from boxcars.server.store.store import Store
from boxcars.server.store.tournaments import Entrant, Event, EventDoc, RoundTable
from boxcars.server.table.bot_levels import check_level
from boxcars.server.table.pace_text import pace_brief, pace_sentence
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager

TAGS = ["events"]


async def find_tournament(hall: TableManager, id: str) -> Event:
    event = await hall.run_blocking(tournaments.find_tournament, hall.store, id)
    if event is None:
        raise NotFoundException("no such event")
    return event


@post(
    "/api/events",
    tags=TAGS,
    status_code=200,
    summary="Make an event; its id is its link",
    opt=declare_limits("profile", 6, "tables"),
)
async def make_event(request: WebRequest, data: request_types.NewEvent) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    game = registry.game(data.game)
    maps = data.maps or [game.maps[0].key]
    for map in maps:
        await hall.load_rules(game.key, map, data.size, {})
    title = clean_name(data.title)
    if not title:
        raise make_refusal("bad_request", T("A tournament needs a title."))
    doc = EventDoc(
        title=title,
        game=game.key,
        maps=list(maps),
        form=data.form,
        size=data.size,
        rounds=data.rounds,
        turn=data.turn,
        reserve=data.turn,
        fill=data.fill,
        pace=read_pace(data.pace) if data.pace is not None else None,
        level=check_level(data.level),
        rated=data.rated,
        seed=tournament_rounds.new_event_seed(),
    )
    now = steady.time()
    if data.starts_at is not None and not now + 60 <= data.starts_at <= now + 366 * 86400:
        raise make_refusal("bad_request", T("The start must be between a minute and a year from now."))
    event = Event(new_id(), card.id, "open", doc, now, data.listed, data.starts_at)
    await hall.run_blocking(tournaments.create_tournament, hall.store, event)
    return as_json({"id": event.id})


@get("/api/events", tags=TAGS, summary="The events one hosts or has entered", opt=declare_limits("profile", 4))
async def list_events(request: WebRequest) -> list[TournamentListed]:
    card = await own_card(request)
    return await events_of(request.app.state.hall, card.id)


async def events_of(hall: TableManager, card: str) -> list[TournamentListed]:
    return await hall.run_blocking(
        lambda: [tournament_line(hall.store, event, card) for event in tournaments.of_card(hall.store, card)]
    )


def tournament_line(store: Store, event: Event, card: str) -> TournamentListed:
    """Return a tournament as its host or an entrant sees it. Blocks."""
    known = registry.games()
    doc = event.doc
    entered = [one.card for one in tournaments.list_entrants(store, event.id)]
    order = [line.card for line in tournament_standings(entered, tournaments.played_seats(store, event.id))] if doc.round else []
    running = [one for one in tournaments.round_tables(store, event.id) if one.round == doc.round and one.status == "playing"]
    return TournamentListed(
        id=event.id,
        title=doc.title,
        game_name=known[doc.game].name if doc.game in known else doc.game,
        status=event.status,  # type: ignore[arg-type]  # (no other was ever stored)
        round=doc.round,
        rounds=doc.rounds,
        place=order.index(card) + 1 if card in order else 0,
        entrants=len(entered),
        table=next((one.table for one in running if card in one.cards), ""),
        game=doc.game,
        map=doc.maps[0],
        size=doc.size,
        form=doc.form,
        turn=doc.clock.turn,
        live=doc.clock.kind == "live",
        starts_at=event.starts_at,
    )


@get("/api/events/{id:str}", tags=TAGS, summary="An event: its rounds, tables and standings", opt=declare_limits("anyone", 6))
async def get_event(request: WebRequest, id: str) -> TournamentShown:
    hall: TableManager = request.app.state.hall
    event, card = await find_tournament(hall, id), await card_of(request)
    me = card.id if card is not None else ""
    doc = event.doc
    entrants = {one.card: one for one in await hall.run_blocking(tournaments.list_entrants, hall.store, id)}
    played = await hall.run_blocking(tournaments.played_seats, hall.store, id)
    there = await hall.run_blocking(tournaments.round_tables, hall.store, id)
    lang = requested_language(request)
    say = sayer(lang)
    runners = await hall.run_blocking(tournaments.list_organisers, hall.store, event)
    news = await hall.run_blocking(tournaments.list_announcements, hall.store, id)
    count = sum(not one.gone for one in entrants.values())
    preview = describe_start(count, doc.size, doc.fill, tournament_rounds.least_players(doc.game, doc.maps[0]), say)
    hosting = bool(me) and any(one.card == me and one.accepted for one in runners)
    game = registry.game(doc.game)
    names = {m.key: say(T(m.name)) for m in game.maps}
    maps = [doc.maps[n % len(doc.maps)] for n in range(doc.rounds)]

    def seat(card: str) -> TournamentSeat:
        held = entrants.get(card)
        name = say(T("a bot")) if not card else held.name if held is not None and held.name else say(T("a player who left"))
        return TournamentSeat(name=name, herald=held.herald if held is not None else "", you=bool(card) and card == me)

    def drawn(round: list[RoundTable]) -> list[tuple[RoundTable, OwnTable, int]]:
        """Return the progress of each table as everybody may see it: a line, and the number of moves."""
        moves = tournaments.count_moves(hall.store, [one.table for one in round])
        found = tables_of_profile.rows_of(hall.store, [one.table for one in round])
        known = {one.table: hall.known_table(one.table) if hall.change_feed.alone else None for one in round}
        there = [one for one in round if one.table in found]
        return [
            (one, lines.own_table_line(found[one.table], None, lang, known[one.table]), moves.get(one.table, 0)) for one in there
        ]

    return TournamentShown(
        id=id,
        title=doc.title,
        game=doc.game,
        game_name=game.name,
        maps=maps,
        map_names=[names.get(map, map) for map in maps],
        form=doc.form,
        size=doc.size,
        rounds=doc.rounds,
        round=doc.round,
        turn=doc.turn,
        level=doc.level,
        rated=doc.rated,
        status=event.status,  # type: ignore[arg-type]  # (no other was ever stored)
        hosting=hosting,
        owner=bool(me) and me == event.host,
        asked=any(one.card == me and not one.accepted for one in runners),
        takeover=hosting and me != event.host and await may_take_over(hall, event, me),
        entered=me in entrants and not entrants[me].gone,
        listed=event.listed,
        starts_at=event.starts_at,
        fill=doc.fill,
        brief=pace_brief(doc.clock, say),
        words=pace_sentence(doc.clock, say),
        preview=preview,
        organisers=[
            TournamentOrganiser(
                card=one.card if hosting else "",
                name=one.name,
                herald=one.herald,
                you=one.card == me,
                owner=one.owner,
                accepted=one.accepted,
            )
            for one in runners
            if one.accepted or hosting
        ],
        news=[TournamentNews(name=one.name, text=one.text, at=one.at) for one in news],
        tables=[
            TournamentTable(
                table=one.table,
                number=one.number,
                status=line.status,
                seats=[seat(card) for card in one.cards],
                moves=moves,
                turn=line.turn,
                step=line.step,
                dots=line.dots,
                due=line.actor,
            )
            for one, line, moves in await hall.run_blocking(drawn, [one for one in there if one.round == doc.round])
        ],
        standings=[
            TournamentStanding(
                card=line.card if hosting else "",
                name=seat(line.card).name,
                herald=seat(line.card).herald,
                you=seat(line.card).you,
                gone=entrants[line.card].gone,
                points=line.points,
                opponents=line.opponents,
                shares=round(line.shares, 4),
                rounds=line.rounds,
            )
            for line in tournament_standings(list(entrants), played)
        ],
    )


@post(
    "/api/events/{id:str}/join",
    tags=TAGS,
    status_code=200,
    summary="Enter an event that has not begun",
    opt=declare_limits("profile", 5),
)
async def join_event(request: WebRequest, id: str) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    event = await find_tournament(hall, id)
    if event.status != "open":
        raise make_refusal("begun", T("This tournament has already started."))
    if len(await hall.run_blocking(tournaments.list_entrants, hall.store, id)) >= 200:
        raise make_refusal("full", T("This tournament is full."))
    await hall.run_blocking(tournaments.enter_tournament, hall.store, id, card.id, card.name, card.herald, steady.time())
    return as_json({})


@post(
    "/api/events/{id:str}/leave",
    tags=TAGS,
    status_code=200,
    summary="Withdraw: one is not paired any more",
    opt=declare_limits("profile", 5),
)
async def leave_event(request: WebRequest, id: str) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    await find_tournament(hall, id)
    await hall.run_blocking(tournaments.leave_tournament, hall.store, id, card.id)
    return as_json({})


async def hosted_tournament(request: WebRequest, id: str) -> Event:
    card = await own_card(request)
    event = await find_tournament(request.app.state.hall, id)
    if not await is_organiser(request.app.state.hall, event, card.id):
        raise Forbidden(T("Only the host of the tournament can do that."))
    return event


async def is_organiser(hall: TableManager, event: Event, card: str) -> bool:
    """Whether a profile runs a tournament: its owner, or an organizer who has accepted."""
    there = await hall.run_blocking(tournaments.list_organisers, hall.store, event)
    return any(one.card == card and one.accepted for one in there)


async def may_take_over(hall: TableManager, event: Event, me: str) -> bool:
    """Whether a round waits, the owner has been away for 14 days, and ``me`` organizes, too."""
    there = await hall.run_blocking(tournaments.list_organisers, hall.store, event)
    if not any(one.card == me and one.accepted and not one.owner for one in there) or event.status == "over":
        return False
    tables = await hall.run_blocking(tournaments.round_tables, hall.store, event.id)
    owner = next((one for one in there if one.owner), None)
    today = int(steady.time() // profiles.DAY)
    away = owner is None or today - owner.seen >= tournaments.AWAY
    return away and not any(one.status in ("open", "playing") for one in tables)


@post(
    "/api/events/{id:str}/pair",
    tags=TAGS,
    status_code=200,
    summary="The host begins the next round",
    opt=declare_limits("profile", 20, "tables"),
)
async def pair_round(request: WebRequest, id: str) -> Response[bytes]:
    await tournament_rounds.next_round(request.app.state.hall, await hosted_tournament(request, id))
    return as_json({})


@post(
    "/api/events/{id:str}/close",
    tags=TAGS,
    status_code=200,
    summary="The host ends the event as it stands",
    opt=declare_limits("profile", 6),
)
async def close_event(request: WebRequest, id: str) -> Response[bytes]:
    event = await hosted_tournament(request, id)
    hall: TableManager = request.app.state.hall
    there = await hall.run_blocking(tournaments.round_tables, hall.store, id)
    if any(one.status in ("open", "playing") for one in there):
        raise make_refusal("round_runs", T("This round isn't over yet."))
    await hall.run_blocking(tournaments.move_on, hall.store, event, "over", replace(event.doc), [], steady.time())
    return as_json({})


def plain_cell(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text


@get("/api/events/{id:str}/standings.csv", tags=TAGS, summary="The standings as CSV", opt=declare_limits("anyone", 5))
async def standings_csv(request: WebRequest, id: str) -> Response[bytes]:
    hall: TableManager = request.app.state.hall
    event = await find_tournament(hall, id)
    entrants = {one.card: one for one in await hall.run_blocking(tournaments.list_entrants, hall.store, id)}
    lines = tournament_standings(list(entrants), await hall.run_blocking(tournaments.played_seats, hall.store, id))
    out = io.StringIO()
    writer = csv.writer(out)
    numbers = range(1, event.doc.rounds + 1)
    writer.writerow(["place", "name", *(f"round {n}" for n in numbers), "points", "opponents", "shares"])
    for place, line in enumerate(lines, 1):
        who: Entrant = entrants[line.card]
        cells = [line.rounds[n][0] if n in line.rounds else "" for n in numbers]
        writer.writerow([place, plain_cell(who.name), *cells, line.points, line.opponents, round(line.shares, 4)])
    headers = {"Content-Disposition": 'attachment; filename="standings.csv"'}
    return Response(out.getvalue().encode(), media_type="text/csv; charset=utf-8", headers=headers)


@get(
    "/api/events/{id:str}/records/{round:int}",
    tags=TAGS,
    summary="The records of a round that is over, as a zip",
    opt=declare_limits("profile", 20, "work"),
)
async def round_records(request: WebRequest, id: str, round: int) -> Response[bytes]:
    """Return the records of a round, for its host and entrants. Blocks: it reads every table of the round."""
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    event = await find_tournament(hall, id)
    if not await is_organiser(hall, event, card.id) and card.id not in {
        one.card for one in await hall.run_blocking(tournaments.list_entrants, hall.store, id)
    }:
        raise Forbidden(T("Only players who signed up for the tournament can do that."))
    there = [one for one in await hall.run_blocking(tournaments.round_tables, hall.store, id) if one.round == round]
    data = await hall.run_blocking(
        profile_export.finished_records, hall.store, {f"table-{one.number}": one.table for one in there}
    )
    headers = {"Content-Disposition": f'attachment; filename="round-{round}.zip"'}
    return Response(data, media_type="application/zip", headers=headers)


HANDLERS = [
    make_event,
    list_events,
    get_event,
    join_event,
    leave_event,
    pair_round,
    close_event,
    standings_csv,
    round_records,
]
