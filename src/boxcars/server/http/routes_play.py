"""Routes for playing: actions, undo, handing over, voting, resigning, chat."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post, put

from boxcars.core.messages import T
from boxcars.core.type_aliases import AnyState
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import Caller, Forbidden, as_json, find_caller, raw_json, view_parts
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.response_types import Done
from boxcars.server.http.routes_tables import done_response
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page import position_payload, view_payload
from boxcars.server.table import commands, lesson_table, standing_orders, votes
from boxcars.server.table.bot_levels import check_level
from boxcars.server.table.commands import Change, Stale
from boxcars.server.table.documents import StandingBid, Vote
from boxcars.server.table.person_names import clean_name, normalize_name
from boxcars.server.table.table import Table, make_refusal

TAGS = ["play"]


class StaleView(Exception):
    """Raised with the current view when a request was made for an old one."""

    def __init__(self, parts: dict[str, bytes]) -> None:
        super().__init__("stale")
        self.parts = parts


async def stale_view(who: Caller) -> StaleView:
    return StaleView(await view_parts(who, await who.hall.load_table(who.id)))


@post(
    "/api/tables/{id:str}/act",
    tags=TAGS,
    status_code=200,
    summary="Act in one's seat. 409 with the current view if it has changed; 422 with a reason if the rules refuse",
    opt=declare_limits("seat", 6),
)
async def post_action(request: WebRequest, id: str, data: request_types.Act) -> Done:
    who = await find_caller(request, id)
    seat = who.need_seat()
    raw = msgspec.json.encode(data.action)
    before: list[Done] = []
    learnt = (await who.hall.load_table(id)).doc.lesson

    def decide_change(table: Table) -> Change | None:
        before.clear()
        sent = table.keys.get((seat, data.key)) if data.key is not None else None
        if sent is not None:
            before.append(Done(sent.ply, sent.seq, sent.seq, again=True))
            return None
        if table.doc.seats[seat].is_automatic:
            raise make_refusal("handed_over", T("A bot is playing this seat. Take it back first."))
        if seat in table.doc.early and table.actor != seat:
            return commands.choose_early(table, seat, data.key, raw, steady.time())
        act = commands.take_action if table.doc.lesson is None else lesson_table.try_action
        return act(table, seat, data.ply, data.mark, data.key, raw, steady.time())

    try:
        table = await who.hall.change_table(id, decide_change)
    except Stale:
        who.hall.metrics.refused.labels("stale").inc()
        raise await stale_view(who) from None
    if before:
        return before[0]
    who.hall.metrics.actions.inc()
    lesson_table.count_progress(who.hall.metrics, table, learnt)
    return done_response(table)


@put(
    "/api/tables/{id:str}/orders",
    tags=TAGS,
    status_code=200,
    summary="Say what is done in one's seat when its turn comes: a standing bid, playing where only one action is legal",
    opt=declare_limits("seat", 6),
)
async def put_orders(request: WebRequest, id: str, data: request_types.Orders) -> Done:
    who = await find_caller(request, id)
    seat = who.need_seat()
    bid = StandingBid(kind=data.bid.kind, most=data.bid.most) if data.bid is not None else None
    return done_response(
        await who.hall.change_table(id, lambda table: commands.set_orders(table, seat, data.forced, bid, steady.time()))
    )


async def undo_position(who: Caller, table: Table, to: int) -> AnyState:
    """Return the position to go back to, computed off the event loop."""
    return await who.hall.run_blocking(table.position_at, to, who.hall.store)


@post(
    "/api/tables/{id:str}/undo",
    tags=TAGS,
    status_code=200,
    summary="Take back to a ply: at once over own actions that revealed nothing, otherwise the others are asked",
    opt=declare_limits("seat", 8),
)
async def undo_actions(request: WebRequest, id: str, data: request_types.Undo) -> Done:
    who = await find_caller(request, id)
    seat = who.need_seat()
    table = await who.hall.load_table(id)
    commands.require_playing(table)
    commands.within_reach(table, data.to)
    target, mark = await undo_position(who, table, data.to), table.mark
    away = await who.hall.presence.away_seats(table)

    def decide_change(now: Table) -> Change:
        if now.mark != mark:
            raise Stale
        if data.to in commands.free_undo(now, seat):
            return commands.undo_actions(now, seat, data.to, target, steady.time())
        return votes.ask_vote(now, votes.draft_vote(now, "undo", seat, away, to=data.to), target, steady.time())

    try:
        return done_response(await who.hall.change_table(id, decide_change))
    except Stale:
        raise await stale_view(who) from None


@post(
    "/api/tables/{id:str}/vote",
    tags=TAGS,
    status_code=200,
    summary="Answer a question to the table",
    opt=declare_limits("seat", 6),
)
async def answer_vote(request: WebRequest, id: str, data: request_types.Answer) -> Done:
    who = await find_caller(request, id)
    seat = who.need_seat()
    table = await who.hall.load_table(id)
    open_vote: Vote = votes.find_vote(table, data.vote)
    target, mark = None, table.mark
    if open_vote.kind == "undo" and data.yes:
        target = await undo_position(who, table, open_vote.to)
    away = await who.hall.presence.away_seats(table)

    def decide_change(now: Table) -> Change:
        if target is not None and now.mark != mark:
            raise Stale
        return votes.answer_vote(now, data.vote, seat, data.yes, away, target, steady.time())

    try:
        return done_response(await who.hall.change_table(id, decide_change))
    except Stale:
        raise await stale_view(who) from None


@post(
    "/api/tables/{id:str}/handover",
    tags=TAGS,
    status_code=200,
    summary="Let a bot play one's seat; for the seat of somebody who is away the others are asked",
    opt=declare_limits("seat", 6),
)
async def hand_over(request: WebRequest, id: str, data: request_types.HandOver) -> Done:
    who = await find_caller(request, id)
    own = who.need_seat()
    level = check_level(data.level)
    away = await who.hall.presence.away_seats(await who.hall.load_table(id))

    def decide_change(table: Table) -> Change:
        if data.seat is None or data.seat == own:
            return commands.hand_over(table, own, "owner", level, steady.time())
        return votes.ask_vote(table, votes.draft_vote(table, "handover", own, away, seat=data.seat), None, steady.time())

    return done_response(await who.hall.change_table(id, decide_change))


@post(
    "/api/tables/{id:str}/takeback",
    tags=TAGS,
    status_code=200,
    summary="Take one's seat back from the bot",
    opt=declare_limits("seat", 6),
)
async def take_back(request: WebRequest, id: str) -> Done:
    who = await find_caller(request, id)
    seat = who.need_seat()
    return done_response(await who.hall.change_table(id, lambda t: commands.take_back(t, seat, steady.time())))


@post(
    "/api/tables/{id:str}/resign",
    tags=TAGS,
    status_code=200,
    summary="Give up; a bot plays on in the seat",
    opt=declare_limits("seat", 6),
)
async def resign_seat(request: WebRequest, id: str) -> Done:
    who = await find_caller(request, id)
    seat = who.need_seat()
    return done_response(
        await who.hall.change_table(id, lambda t: commands.hand_over(t, seat, "resigned", "heuristic", steady.time()))
    )


@post(
    "/api/tables/{id:str}/abandon",
    tags=TAGS,
    status_code=200,
    summary="End the game without a result: the host before it starts, all who play afterwards",
    opt=declare_limits("host", 6),
)
async def abandon_game(request: WebRequest, id: str) -> Done:
    who = await find_caller(request, id)
    away = await who.hall.presence.away_seats(await who.hall.load_table(id))

    def decide_change(table: Table) -> Change:
        if table.doc.status != "playing" or not set(votes.dealt_in(table)) - away:
            who.need_host(table)
            votes.refuse_to_end_alone(table)
            return commands.abandon_game(table, -1, steady.time())
        return votes.ask_vote(table, votes.draft_vote(table, "abandon", who.need_seat(), away), None, steady.time())

    return done_response(await who.hall.change_table(id, decide_change))


def spectators_name(table: Table, asked: str) -> str:
    """Return the name under which a spectator speaks; refuses the name of a player."""
    name = clean_name(asked)
    if normalize_name(name) and normalize_name(name) in {normalize_name(seat.name) for seat in table.doc.seats}:
        raise make_refusal("name_taken", T("Someone at this table already has that name. Choose another."))
    return name


@post(
    "/api/tables/{id:str}/chat", tags=TAGS, status_code=200, summary="Say something at the table", opt=declare_limits("anyone", 4)
)
async def post_chat(request: WebRequest, id: str, data: request_types.Say) -> Response[bytes]:
    who = await find_caller(request, id)
    table = await who.hall.load_table(id)
    if who.seat is None and not table.doc.listed and not who.host:
        raise Forbidden(T("You don't have a seat at this table."))
    name = table.doc.seats[who.seat].name if who.seat is not None else spectators_name(table, data.name)
    text = "".join(c if c.isprintable() or c == "\n" else " " for c in data.text).strip()
    if not text:
        raise make_refusal("bad_request", T("Your message is empty."))
    made = await who.hall.add_remark(id, who.seat if who.seat is not None else -1, name, text, data.key)
    return as_json(made)


@get(
    "/api/tables/{id:str}/legal",
    tags=TAGS,
    summary="What one's seat may do now: actions with their words and paths",
    opt=declare_limits("seat", 4),
)
async def get_legal_actions(request: WebRequest, id: str) -> Response[bytes]:
    table = await request.app.state.hall.load_table(id)
    who = await find_caller(request, id)
    seat = who.need_seat()
    numbers = {"ply": table.ply, "mark": table.mark, "actor": table.actor}
    parts = {name: msgspec.json.encode(number) for name, number in numbers.items()} | {"legal": b"[]"}
    state = table.state if table.actor == seat else standing_orders.early_position(table, seat)
    if state is not None:
        parts["legal"], _ = position_payload.legal_list(table, state, who.lang, table.rules.observe(state, seat))
    return raw_json(view_payload.assemble_view(parts))


HANDLERS = [
    post_action,
    put_orders,
    undo_actions,
    answer_vote,
    hand_over,
    take_back,
    resign_seat,
    abandon_game,
    post_chat,
    get_legal_actions,
]
