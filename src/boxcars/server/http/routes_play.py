"""Playing: acting, taking back, handing over, voting, resigning, talking."""

from __future__ import annotations

import unicodedata

import msgspec
from litestar import Response, get, post

from boxcars.core.messages import T
from boxcars.core.type_aliases import AnyState
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import Caller, Forbidden, as_json, caller, raw_json, view_parts
from boxcars.server.http.limits import limited
from boxcars.server.http.response_types import Done
from boxcars.server.http.routes_tables import clean, done
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page import position_payload, view_payload
from boxcars.server.table import commands, lesson_table, votes
from boxcars.server.table.bot_levels import check_level
from boxcars.server.table.commands import Change, Stale
from boxcars.server.table.documents import Vote
from boxcars.server.table.table import Table, refuse

TAGS = ["play"]


class StaleView(Exception):
    """Carries the current view to whoever acted upon an old one."""

    def __init__(self, parts: dict[str, bytes]) -> None:
        super().__init__("stale")
        self.parts = parts


async def stale(who: Caller) -> StaleView:
    return StaleView(await view_parts(who, await who.hall.table(who.id)))


@post(
    "/api/tables/{id:str}/act",
    tags=TAGS,
    status_code=200,
    summary="Act in one's seat. 409 with the current view if it has changed; 422 with a reason if the rules refuse",
    opt=limited("seat", 6),
)
async def act(request: WebRequest, id: str, data: request_types.Act) -> Done:
    who = await caller(request, id)
    seat = who.need_seat()
    raw = msgspec.json.encode(data.action)
    before: list[Done] = []
    learnt = (await who.hall.table(id)).doc.lesson

    def judge(table: Table) -> Change | None:
        before.clear()
        sent = table.keys.get((seat, data.key)) if data.key is not None else None
        if sent is not None:
            before.append(Done(sent.ply, sent.seq, sent.seq, again=True))
            return None
        if table.doc.seats[seat].automatic:
            raise refuse("handed_over", T("A bot is playing this seat. Take it back first."))
        act = commands.act if table.doc.lesson is None else lesson_table.act
        return act(table, seat, data.ply, data.mark, data.key, raw, steady.time())

    try:
        table = await who.hall.change(id, judge)
    except Stale:
        who.hall.metrics.refused.labels("stale").inc()
        raise await stale(who) from None
    if before:
        return before[0]
    who.hall.metrics.actions.inc()
    lesson_table.count(who.hall.metrics, table, learnt)
    return done(table)


async def position(who: Caller, table: Table, to: int) -> AnyState:
    """The position to go back to, worked out off the event loop."""
    return await who.hall.blocking(table.position, to, who.hall.store)


@post(
    "/api/tables/{id:str}/undo",
    tags=TAGS,
    status_code=200,
    summary="Take back to a ply: at once over own actions that revealed nothing, otherwise the others are asked",
    opt=limited("seat", 8),
)
async def undo(request: WebRequest, id: str, data: request_types.Undo) -> Done:
    who = await caller(request, id)
    seat = who.need_seat()
    table = await who.hall.table(id)
    commands.playing(table)
    commands.within_reach(table, data.to)
    target, mark = await position(who, table, data.to), table.mark
    away = await who.hall.presence.away(table)

    def judge(now: Table) -> Change:
        if now.mark != mark:
            raise Stale
        if data.to in commands.free_undo(now, seat):
            return commands.undo(now, seat, data.to, target, steady.time())
        return votes.ask(now, votes.draft(now, "undo", seat, away, to=data.to), target, steady.time())

    try:
        return done(await who.hall.change(id, judge))
    except Stale:
        raise await stale(who) from None


@post("/api/tables/{id:str}/vote", tags=TAGS, status_code=200, summary="Answer a question to the table", opt=limited("seat", 6))
async def vote(request: WebRequest, id: str, data: request_types.Answer) -> Done:
    who = await caller(request, id)
    seat = who.need_seat()
    table = await who.hall.table(id)
    open_vote: Vote = votes.find(table, data.vote)
    target, mark = None, table.mark
    if open_vote.kind == "undo" and data.yes:
        target = await position(who, table, open_vote.to)
    away = await who.hall.presence.away(table)

    def judge(now: Table) -> Change:
        if target is not None and now.mark != mark:
            raise Stale
        return votes.answer(now, data.vote, seat, data.yes, away, target, steady.time())

    try:
        return done(await who.hall.change(id, judge))
    except Stale:
        raise await stale(who) from None


@post(
    "/api/tables/{id:str}/handover",
    tags=TAGS,
    status_code=200,
    summary="Let a bot play one's seat; for the seat of somebody who is away the others are asked",
    opt=limited("seat", 6),
)
async def hand_over(request: WebRequest, id: str, data: request_types.HandOver) -> Done:
    who = await caller(request, id)
    own = who.need_seat()
    level = check_level(data.level)
    away = await who.hall.presence.away(await who.hall.table(id))

    def judge(table: Table) -> Change:
        if data.seat is None or data.seat == own:
            return commands.hand_over(table, own, "owner", level, steady.time())
        return votes.ask(table, votes.draft(table, "handover", own, away, seat=data.seat), None, steady.time())

    return done(await who.hall.change(id, judge))


@post(
    "/api/tables/{id:str}/takeback",
    tags=TAGS,
    status_code=200,
    summary="Take one's seat back from the bot",
    opt=limited("seat", 6),
)
async def take_back(request: WebRequest, id: str) -> Done:
    who = await caller(request, id)
    seat = who.need_seat()
    return done(await who.hall.change(id, lambda t: commands.take_back(t, seat, steady.time())))


@post(
    "/api/tables/{id:str}/resign",
    tags=TAGS,
    status_code=200,
    summary="Give up; a bot plays on in the seat",
    opt=limited("seat", 6),
)
async def resign(request: WebRequest, id: str) -> Done:
    who = await caller(request, id)
    seat = who.need_seat()
    return done(await who.hall.change(id, lambda t: commands.hand_over(t, seat, "resigned", "heuristic", steady.time())))


@post(
    "/api/tables/{id:str}/abandon",
    tags=TAGS,
    status_code=200,
    summary="End the game without a result: the host before it starts, all who play afterwards",
    opt=limited("host", 6),
)
async def abandon(request: WebRequest, id: str) -> Done:
    who = await caller(request, id)
    away = await who.hall.presence.away(await who.hall.table(id))

    def judge(table: Table) -> Change:
        if table.doc.status != "playing" or not set(votes.dealt_in(table)) - away:
            who.need_host(table)
            return commands.abandon(table, -1, steady.time())
        return votes.ask(table, votes.draft(table, "abandon", who.need_seat(), away), None, steady.time())

    return done(await who.hall.change(id, judge))


def bare(name: str) -> str:
    """A name as it looks: without case, accents, spaces, and whatever cannot be seen."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if unicodedata.category(c)[0] in "LNPS").casefold()


def spectators_name(table: Table, asked: str) -> str:
    """Nobody who only watches speaks under the name of somebody who plays."""
    name = clean(asked)
    if bare(name) and bare(name) in {bare(seat.name) for seat in table.doc.seats}:
        raise refuse("name_taken", T("Someone at this table already has that name. Choose another."))
    return name


@post("/api/tables/{id:str}/chat", tags=TAGS, status_code=200, summary="Say something at the table", opt=limited("anyone", 4))
async def chat(request: WebRequest, id: str, data: request_types.Say) -> Response[bytes]:
    who = await caller(request, id)
    table = await who.hall.table(id)
    if who.seat is None and not table.doc.listed and not who.host:
        raise Forbidden(T("You don't have a seat at this table."))
    name = table.doc.seats[who.seat].name if who.seat is not None else spectators_name(table, data.name)
    text = "".join(c if c.isprintable() or c == "\n" else " " for c in data.text).strip()
    if not text:
        raise refuse("bad_request", T("Your message is empty."))
    made = await who.hall.remark(id, who.seat if who.seat is not None else -1, name, text, data.key)
    return as_json(made)


@get(
    "/api/tables/{id:str}/legal",
    tags=TAGS,
    summary="What one's seat may do now: actions with their words and paths",
    opt=limited("seat", 4),
)
async def legal(request: WebRequest, id: str) -> Response[bytes]:
    table = await request.app.state.hall.table(id)
    who = await caller(request, id)
    seat = who.need_seat()
    numbers = {"ply": table.ply, "mark": table.mark, "actor": table.actor}
    parts = {name: msgspec.json.encode(number) for name, number in numbers.items()} | {"legal": b"[]"}
    if table.actor == seat:
        parts["legal"], _ = position_payload.legal_list(table, table.state, who.lang, table.rules.observe(table.state, seat))
    return raw_json(view_payload.assemble(parts))


HANDLERS = [act, undo, vote, hand_over, take_back, resign, abandon, chat, legal]
