"""Looking back at a game that is over: its analysis, its statistics, trying out, keeping and sharing what was tried."""

from __future__ import annotations

import secrets
import time
from hashlib import blake2b
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Response, get, post, put

from boxcars.core import wire
from boxcars.core.chance import Chance, seed_from
from boxcars.core.kinds import AnyState
from boxcars.core.words import Action, Event, T
from boxcars.locale import sayer
from boxcars.server.http import asked
from boxcars.server.http.caller import Caller, Forbidden, as_json, caller, card_of, own_card, raw_json
from boxcars.server.http.kinds import WebRequest
from boxcars.server.http.routes_past import unsealed
from boxcars.server.http.routes_tables import base_url
from boxcars.server.page import analysis_view, views
from boxcars.server.page.page_files import FILES
from boxcars.server.page.sent_analysis import SharedSent
from boxcars.server.store import analyses as kept
from boxcars.server.table import levels
from boxcars.server.table.hall import Hall, Missing
from boxcars.server.table.table import Table, refuse
from boxcars.server.work import looking_back
from boxcars.server.work.line import Lane, Rank
from boxcars.server.work.looking_back import Tried
from boxcars.server.work.shares import share
from boxcars.server.work.tasks import past_of, task, think
from boxcars.server.work.workers import Failed
from boxcars.view.statistics import Statistic

TAGS = ["analysis"]
LONGEST = 60
"""Actions of a line that is tried."""
SHORT = 400


async def finished(request: WebRequest, id: str) -> tuple[Caller, Table]:
    """Who asks, and a table that is looked back at: over, and with nothing that other tables still wait for."""
    who = await caller(request, id)
    table = await who.hall.table(id)
    if table.doc.status != "over" or table.state is None:
        raise refuse("not_over", T("Only a game that is over can be analysed."))
    unsealed(table)
    return who, table


@get("/api/tables/{id:str}/analysis", tags=TAGS, summary="Win chances after each action and what each decision lost, so far")
async def analysis(request: WebRequest, id: str) -> Response[bytes]:
    who, table = await finished(request, id)
    return await told(request, who, table)


async def told(request: WebRequest, who: Caller, table: Table) -> Response[bytes]:
    may = who.seat is not None or await card_of(request) is not None
    state, looked, done, total = await who.hall.analyses.found(table)
    ahead = who.hall.analyses.place(table.id)
    sent = await who.hall.blocking(analysis_view.analysis, table, who.lang, state, looked, done, total, ahead, may)
    return as_json(sent)


@post("/api/tables/{id:str}/analysis", tags=TAGS, status_code=200, summary="Have a finished game analysed (players and cards)")
async def ask(request: WebRequest, id: str) -> Response[bytes]:
    who, table = await finished(request, id)
    card = await card_of(request)
    if card is None:
        who.need_seat()
    await who.hall.analyses.ask(table, card.id if card is not None else share(request), "card" if card is not None else "address")
    return await told(request, who, table)


@get("/api/tables/{id:str}/statistics", tags=TAGS, summary="A finished game in figures")
async def statistics(request: WebRequest, id: str) -> Response[bytes]:
    who, table = await finished(request, id)
    found: list[Statistic] | None = table.memo.get("statistics")
    if found is None:
        past = await who.hall.blocking(past_of, table, who.hall.store)
        if not looking_back.whole(past):
            return as_json([])
        lane: Lane = "quick" if table.ply <= SHORT else "long"
        try:
            found = await who.hall.workers.run(looking_back.statistics, past, share=share(request), rank=Rank.ASKED, lane=lane)
        except Failed:
            raise refuse("no_scores", T("The score of this game cannot be counted again.")) from None
        table.memo["statistics"] = found
    return as_json(analysis_view.statistics(table, who.lang, found or []))


# -- trying out ------------------------------------------------------------------------------------------------------------


def keyed(table: Table, ply: int, path: list[bytes]) -> str:
    """The luck of a line: the same try gives the same world, and nothing of the game's own luck."""
    told = blake2b(f"{table.id}:{ply}".encode(), digest_size=16)
    for action in path:
        told.update(action)
    return seed_from(f"try:{told.hexdigest()}")


def follow(table: Table, state: AnyState, ply: int, line: list[bytes]) -> tuple[AnyState, list[Action], list[int], list[Event]]:
    """The world after a line: its state, its actions, who did them, and the last one's events. Blocks."""
    rules = table.rules
    world = rules.clone(state)
    actions: list[Any] = []
    seats: list[int] = []
    events: list[Any] = []
    for n, body in enumerate(line):
        world.chance = Chance(keyed(table, ply, line[: n + 1]), dict(world.chance.counters))
        action = rules.read_action(body)
        seats.append(rules.actor(world))
        events = rules.play(world, rules.actor(world), action)
        actions.append(action)
    return world, actions, seats, events


@post(
    "/api/tables/{id:str}/try",
    tags=TAGS,
    status_code=200,
    summary="The position after a line of one's own, or a bot's answer to it",
)
async def try_out(request: WebRequest, id: str, data: asked.Try) -> Response[bytes]:
    who, table = await finished(request, id)
    hall, rules = who.hall, table.rules
    line = [msgspec.json.encode(action) for action in data.line]
    state = await hall.blocking(table.position, data.ply, hall.store)
    world, actions, seats, events = await hall.blocking(follow, table, state, data.ply, line)
    if data.level and rules.actor(world) >= 0:
        level = levels.check_level(data.level)
        wanted = task(table.setup, rules.write(world), rules.actor(world), level, keyed(table, data.ply, line))
        lane: Lane = "quick" if levels.quick(level) else "deep"
        line.append(await hall.workers.run(think, wanted, share=share(request), rank=Rank.ASKED, lane=lane))
        world, actions, seats, events = await hall.blocking(follow, table, state, data.ply, line)
    chances = await hall.workers.run(
        looking_back.value, Tried(table.setup, rules.write(world)), share=share(request), rank=Rank.ASKED, lane="quick"
    )
    eyes = data.eyes if data.eyes is not None and 0 <= data.eyes < rules.players else rules.actor(world)
    parts = analysis_view.tried(table, world, data.ply + len(line), max(0, eyes), who.lang, events)
    say = sayer(who.lang, [seat.name for seat in table.doc.seats])
    rest = {"texts": [say(rules.say(a)) for a in actions], "seats": seats, "line": actions, "chances": chances}
    return raw_json(b'{"view":' + views.assemble(parts) + b"," + msgspec.json.encode(rest)[1:])


# -- keeping and sharing ---------------------------------------------------------------------------------------------------


def study_id(card: str, table: str) -> str:
    return f"{card}:{table}"[:64]


@get("/api/studies/{id:str}", tags=TAGS, summary="The variations that one's card keeps of a table")
async def study(request: WebRequest, id: str) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    found = await hall.blocking(kept.study, hall.store, study_id(card.id, id[:32]))
    return raw_json(found[2] if found is not None else b'{"lines":[]}')


@put("/api/studies/{id:str}", tags=TAGS, summary="Keep variations with one's card")
async def keep_study(request: WebRequest, id: str, data: asked.Study) -> Response[bytes]:
    card = await own_card(request)
    _, table = await finished(request, id)
    hall: Hall = request.app.state.hall
    body = msgspec.json.encode(data)
    await hall.blocking(kept.keep_study, hall.store, study_id(card.id, table.id), table.id, card.id, body, time.time())
    return raw_json(body)


@post(
    "/api/tables/{id:str}/share",
    tags=TAGS,
    status_code=200,
    summary="A link to a position; of a running game, to what spectators see",
)
async def share_position(request: WebRequest, id: str, data: asked.Share) -> Response[bytes]:
    who = await caller(request, id)
    table = await who.hall.table(id)
    if table.state is None:
        raise refuse("not_playing", T("This game is not being played."))
    if table.doc.status == "over":
        unsealed(table)
        state = await who.hall.blocking(table.position, data.ply, who.hall.store)
        await who.hall.blocking(follow, table, state, data.ply, [msgspec.json.encode(action) for action in data.line])
        eyes = data.eyes if data.eyes is not None and 0 <= data.eyes < table.rules.players else None
        body = {"table": table.id, "ply": data.ply, "line": data.line, "eyes": eyes}
    else:
        if data.line or data.eyes is not None or data.ply != table.ply:
            raise Forbidden(T("Of a game that runs, only what spectators see now can be shared."))
        body = {"table": table.id, "ply": -1, "line": [], "eyes": None}
    code = secrets.token_urlsafe(9)
    await who.hall.blocking(kept.keep_study, who.hall.store, code, table.id, "", msgspec.json.encode(body), time.time())
    return as_json({"code": code})


async def meant(hall: Hall, code: str) -> SharedSent:
    """What a link stands for."""
    found = await hall.blocking(kept.study, hall.store, code[:64])
    if found is None or found[1]:  # what a card keeps is not shared
        raise Missing(code[:64])
    return wire.decoder(SharedSent).decode(found[2])


@get("/api/share/{code:str}", tags=TAGS, summary="What a shared link stands for")
async def shared(request: WebRequest, code: str) -> Response[bytes]:
    return as_json(await meant(request.app.state.hall, code))


@get("/api/share/{code:str}/picture", tags=TAGS, summary="A shared position as a picture")
async def shared_picture(request: WebRequest, code: str) -> Response[bytes]:
    hall: Hall = request.app.state.hall
    told = await meant(hall, code)
    table = await hall.table(told.table)
    over = table.doc.status == "over" and not table.doc.sealed
    if table.state is None:
        raise Missing(told.table)
    world = table.state
    if over and told.ply >= 0:
        line = [msgspec.json.encode(action) for action in told.line]
        state = await hall.blocking(table.position, told.ply, hall.store)
        world = (await hall.blocking(follow, table, state, told.ply, line))[0]
    drawn = Tried(table.setup, table.rules.write(world), told.eyes if over else None)
    made: tuple[bytes, str] = await hall.workers.run(
        looking_back.draw, drawn, share=share(request), rank=Rank.ASKED, lane="quick"
    )
    return Response(made[0], media_type=made[1], headers={"Cache-Control": "no-cache"})


@get("/s/{code:str}", include_in_schema=False)
async def shared_page(request: WebRequest, code: str) -> Response[bytes]:
    """The page, with a picture for those who only preview the link."""
    await meant(request.app.state.hall, code)
    file = FILES.current().page("s")
    image = f'<meta property="og:image" content="{base_url(request)}/api/share/{quote(code[:64])}/picture">\n</head>'
    return Response(file.data.replace(b"</head>", image.encode(), 1), media_type=file.kind, headers={"Cache-Control": "no-cache"})


HANDLERS = [analysis, ask, statistics, try_out, study, keep_study, share_position, shared, shared_picture, shared_page]
