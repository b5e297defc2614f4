"""Groups: a private page for people who play together often, and the games that somebody proposes to others.

Whoever is no member is answered as if the group did not exist.
"""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.exceptions import NotFoundException

from boxcars.core import codec, registry
from boxcars.core.messages import T
from boxcars.locale import person_name, sayer
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import as_json, own_card, requested_language
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.routes_people import game_title, show_link, show_person
from boxcars.server.http.routes_tables import clean_name, read_pace
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page import own_tables
from boxcars.server.page.proposal_payload import show_proposal
from boxcars.server.page.schemas.people import (
    GroupRemark,
    GroupShown,
    GroupStanding,
    GroupTable,
    LinkedGroup,
    ProposalShown,
    UsualGame,
)
from boxcars.server.profiles import game_proposals
from boxcars.server.store import groups, profiles, proposals, tables_of_profile
from boxcars.server.store.groups import Group, Usual
from boxcars.server.store.profiles import Card
from boxcars.server.store.proposals import Plan
from boxcars.server.store.secret_tokens import hash_token, new_id, new_key, token_for
from boxcars.server.table import clocks
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager

TAGS = ["people"]


def missing_group() -> NotFoundException:
    return NotFoundException("no such group")


def group_name(text: str) -> str:
    name = clean_name(text)
    if not name:
        raise make_refusal("bad_request", T("Your group needs a name."))
    return name


def group_token(hall: TableManager, id: str, salt: str) -> str:
    return token_for(hall.store.secret, id, "group", salt)


async def load_group(request: WebRequest, card: Card, id: str) -> Group:
    hall: TableManager = request.app.state.hall
    now = steady.time()
    year = datetime(datetime.fromtimestamp(now, UTC).year, 1, 1, tzinfo=UTC).timestamp()
    found = await hall.run_blocking(groups.find_group, hall.store, id, card.id, now, year)
    if found is None:
        raise missing_group()
    return found


async def group_tables(hall: TableManager, group: Group, card: Card, lang: str) -> tuple[list[GroupTable], int]:
    """The running games of a group, and how many have ended. Nothing is told that somebody who watches could not see."""
    rows = await hall.run_blocking(tables_of_profile.brief_rows, hall.store, group.tables)
    now, out = steady.time(), []
    for id in group.tables:
        if id not in rows or rows[id].doc.status != "playing":
            continue
        doc = rows[id].doc
        held = await hall.run_blocking(profiles.holders_of_table, hall.store, id)
        ends = clocks.turn_deadline(doc)
        out.append(
            GroupTable(
                table=id,
                game=rows[id].setup.game,
                map=rows[id].setup.map,
                name=own_tables.title_of(rows[id].setup, lang),
                names=[person_name(seat.name, lang) for seat in doc.seats],
                actor=doc.actor,
                left=max(0.0, ends - now) if ends is not None else None,
                you=next((seat for seat, holder in held.items() if holder == card.id), -1),
            )
        )
    return out, sum(row.doc.status == "over" for row in rows.values())


async def show_group(request: WebRequest, card: Card, id: str) -> GroupShown:
    hall: TableManager = request.app.state.hall
    lang = requested_language(request)
    say = sayer(lang)
    group = await load_group(request, card, id)
    tables, finished = await group_tables(hall, group, card, lang)
    own, invited = await hall.run_blocking(proposals.list_proposals, hall.store, card.id, steady.time())
    names = {one.card: one for one in group.members}
    usual = codec.decoder(Usual).decode(group.usual) if group.usual is not None else None
    salt, until = group.link if group.link is not None else ("", None)
    return GroupShown(
        id=group.id,
        name=group.name,
        owner=group.owner,
        you=card.id,
        members=[show_person(one, say, lang) for one in group.members],
        tables=tables,
        finished=finished,
        standings=[
            GroupStanding(
                card=one.card,
                name=names[one.card].name,
                herald=names[one.card].herald,
                points=one.points,
                games=one.games,
                won=one.won,
            )
            for one in group.standings
        ],
        chat=[
            GroupRemark(id=one.id, name=person_name(one.name, lang), you=one.card == card.id, text=one.text, at=one.at)
            for one in group.chat
        ],
        link=await show_link(request, "/people/join", group_token(hall, id, salt) if salt else "", until),
        usual=UsualGame(game=usual.game, map=usual.map, turn=usual.turn, title=game_title(usual.game, usual.map, say))
        if usual is not None
        else None,
        proposals=[show_proposal(one, card.id, lang) for one in (*invited, *own) if one.group == id],
    )


@post("/api/groups", tags=TAGS, status_code=200, summary="Make a group", opt=declare_limits("profile", 6, "tables"))
async def make_group(request: WebRequest, data: request_types.GroupNamed) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    id = new_id()
    if not await hall.run_blocking(groups.create_group, hall.store, id, group_name(data.name), card.id, steady.time()):
        raise make_refusal("too_many", T("You're in too many groups. Leave one first."))
    return as_json({"id": id})


@get("/api/groups/{id:str}", tags=TAGS, summary="A group, for its members", opt=declare_limits("profile", 8))
async def get_group(request: WebRequest, id: str) -> GroupShown:
    return await show_group(request, await own_card(request), id)


@patch(
    "/api/groups/{id:str}",
    tags=TAGS,
    summary="Rename a group, note its usual game, hand it over",
    opt=declare_limits("profile", 8),
)
async def change_group(request: WebRequest, id: str, data: request_types.ChangeGroup) -> GroupShown:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    usual = None
    if data.usual is not None:
        rules = await hall.load_rules(data.usual.game, data.usual.map or None, None, {})
        usual = msgspec.json.encode(Usual(game=data.usual.game, map=rules.map, turn=data.usual.turn))
    name = group_name(data.name) if data.name is not None else None
    if not await hall.run_blocking(groups.change_group, hall.store, id, card.id, name, usual, data.owner):
        raise missing_group()
    return await show_group(request, card, id)


@delete("/api/groups/{id:str}", tags=TAGS, status_code=200, summary="The owner deletes a group", opt=declare_limits("profile", 6))
async def delete_group(request: WebRequest, id: str) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    if not await hall.run_blocking(groups.delete_group, hall.store, id, card.id):
        raise missing_group()
    return as_json({})


@post(
    "/api/groups/{id:str}/leave",
    tags=TAGS,
    status_code=200,
    summary="Leave, or remove a member",
    opt=declare_limits("profile", 6),
)
async def leave_group(request: WebRequest, id: str, data: request_types.MemberNamed) -> Response[bytes]:
    """Only the owner removes others. Without ``card``: oneself."""
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    if not await hall.run_blocking(groups.leave_group, hall.store, id, card.id, data.card or card.id):
        raise missing_group()
    return as_json({})


@post("/api/groups/{id:str}/chat", tags=TAGS, status_code=200, summary="Write to the group", opt=declare_limits("profile", 6))
async def write_to_group(request: WebRequest, id: str, data: request_types.GroupSaid) -> GroupShown:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    text = "".join(c if c.isprintable() or c == "\n" else " " for c in data.text).strip()
    if not text:
        raise make_refusal("bad_request", T("Your message is empty."))
    if not await hall.run_blocking(groups.add_group_remark, hall.store, id, card.id, card.name, text, steady.time()):
        raise missing_group()
    return await show_group(request, card, id)


@post(
    "/api/groups/{id:str}/link",
    tags=TAGS,
    status_code=200,
    summary="Make a new link into the group, for some days; 0 days: none",
    opt=declare_limits("profile", 6),
)
async def make_group_link(request: WebRequest, id: str, data: request_types.LinkAsked) -> GroupShown:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    salt = new_key()
    hash = hash_token(group_token(hall, id, salt)) if data.days else ""
    until = steady.time() + data.days * 86400
    if not await hall.run_blocking(groups.set_group_link, hall.store, id, card.id, salt, hash, until):
        raise missing_group()
    return await show_group(request, card, id)


@post(
    "/api/grouplink/peek",
    tags=TAGS,
    status_code=200,
    summary="Which group a link opens",
    opt=declare_limits("profile", 5, failures=True),
)
async def peek_group(request: WebRequest, data: request_types.PeekCode) -> LinkedGroup:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    found = await hall.run_blocking(groups.peek_group, hall.store, hash_token(data.code), card.id, steady.time())
    if found is None:
        raise NotFoundException("no such link")
    return LinkedGroup(id=found[0], name=found[1], members=found[2])


@post(
    "/api/grouplink/join",
    tags=TAGS,
    status_code=200,
    summary="Join the group that a link opens",
    opt=declare_limits("profile", 6, failures=True),
)
async def join_group(request: WebRequest, data: request_types.PeekCode) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    joined, id = await hall.run_blocking(groups.join_group, hall.store, hash_token(data.code), card.id, steady.time())
    if joined == "missing":
        raise NotFoundException("no such link")
    if joined == "full":
        raise make_refusal("full", T("This group is full."))
    if joined == "too_many":
        raise make_refusal("too_many", T("You're in too many groups. Leave one first."))
    return as_json({"id": id})


# -- proposing a game --------------------------------------------------------------------------------------------------------


@post(
    "/api/proposals",
    tags=TAGS,
    status_code=200,
    summary="Invite people to a game",
    opt=declare_limits("profile", 12, "tables"),
)
async def propose_game(request: WebRequest, data: request_types.NewProposal) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    people = [one for one in dict.fromkeys(data.people) if one != card.id]
    if not people:
        raise make_refusal("bad_request", T("Pick at least one person to play with."))
    if not data.paces:
        raise make_refusal("bad_request", T("Pick at least one pace."))
    rules = await hall.load_rules(data.game, data.map or None, None, {})
    counts = game_proposals.player_counts(data.game, rules.map)
    if 1 + len(people) not in counts:
        raise make_refusal("bad_setup", T("This map isn't for {count} players.", count=1 + len(people)))
    await hall.load_rules(data.game, rules.map, 1 + len(people), dict(data.options))
    game = registry.game(data.game)
    plan = Plan(
        game=data.game,
        map=rules.map,
        options=dict(data.options),
        paces=[read_pace(pace) for pace in data.paces],
        message=clean_name(data.message)[:200],
        rated=data.rated,
        title=game.name,
    )
    id = new_id()
    sent = await hall.run_blocking(proposals.create_proposal, hall.store, id, card.id, data.group, plan, people, steady.time())
    if sent == "missing":
        raise NotFoundException("no such person")
    if sent == "too_many_to_one":
        raise make_refusal("too_many", T("Someone has three open invitations from you already. Wait for an answer."))
    if sent == "too_many":
        raise make_refusal("too_many", T("That's enough for today. Try again tomorrow."))
    return as_json({"id": id})


@post(
    "/api/proposals/{id:str}/yes",
    tags=TAGS,
    status_code=200,
    summary="Be in, with the paces that suit",
    opt=declare_limits("profile", 14),
)
async def accept_invitation(request: WebRequest, id: str, data: request_types.AcceptInvitation) -> Response[bytes]:
    """The answer names the table once the game has begun."""
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    found = await hall.run_blocking(proposals.find_proposal, hall.store, id)
    count = len(found.plan.paces) if found is not None else 1
    paces = sorted({n for n in data.paces if n < count}) or list(range(count))
    if not await hall.run_blocking(proposals.answer_invitation, hall.store, id, card.id, True, paces, steady.time()):
        raise NotFoundException("no such invitation")
    return as_json({"table": await game_proposals.settle_proposal(hall, id)})


@post(
    "/api/proposals/{id:str}/no",
    tags=TAGS,
    status_code=200,
    summary="Decline; nobody is told who did",
    opt=declare_limits("profile", 10),
)
async def decline_invitation(request: WebRequest, id: str) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    if not await hall.run_blocking(proposals.answer_invitation, hall.store, id, card.id, False, [], steady.time()):
        raise NotFoundException("no such invitation")
    await game_proposals.settle_proposal(hall, id)
    return as_json({})


@post(
    "/api/proposals/{id:str}/withdraw",
    tags=TAGS,
    status_code=200,
    summary="Take a proposal back",
    opt=declare_limits("profile", 6),
)
async def withdraw_proposal(request: WebRequest, id: str) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    if not await hall.run_blocking(proposals.withdraw_proposal, hall.store, id, card.id):
        raise NotFoundException("no such invitation")
    return as_json({})


@get("/api/proposals", tags=TAGS, summary="Games that others propose, and one's own proposals", opt=declare_limits("profile", 5))
async def list_proposals(request: WebRequest) -> list[ProposalShown]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    own, invited = await hall.run_blocking(proposals.list_proposals, hall.store, card.id, steady.time())
    return [show_proposal(one, card.id, requested_language(request)) for one in (*invited, *own)]


HANDLERS = [
    make_group,
    get_group,
    change_group,
    delete_group,
    leave_group,
    write_to_group,
    make_group_link,
    peek_group,
    join_group,
    propose_game,
    accept_invitation,
    decline_invitation,
    withdraw_proposal,
    list_proposals,
]
