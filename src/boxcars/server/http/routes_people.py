"""People: friends by mutual consent, those one has played with, blocks, the personal link, notes to oneself.

About somebody one may not see, every route answers as it does about somebody who does not exist.
"""

from __future__ import annotations

from collections.abc import Callable

from litestar import Response, delete, get, post, put
from litestar.exceptions import NotFoundException

from boxcars.core import registry
from boxcars.core.messages import T
from boxcars.locale import Say, person_name, sayer
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import as_json, find_caller, own_card, requested_language
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.routes_tables import base_for_others, base_url
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page.proposal_payload import show_proposal
from boxcars.server.page.schemas.people import (
    GroupListed,
    GuestShown,
    LinkOwner,
    PeopleShown,
    PersonShown,
    SeatNotes,
    SecretLink,
)
from boxcars.server.store import groups, notes, people, profiles, proposals, tables_of_profile
from boxcars.server.store.people import Answer, Person
from boxcars.server.store.profiles import Card
from boxcars.server.store.secret_tokens import hash_token, new_key, token_for
from boxcars.server.store.store import Store
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager

TAGS = ["people"]


def game_title(game: str, map: str, say: Say) -> str:
    found = registry.games().get(game)
    if found is None:
        return game
    known = registry.map_of(found, map) if map else None
    return f"{found.name} · {say(T(known.name))}" if known is not None else found.name


def show_person(person: Person, say: Say, lang: str) -> PersonShown:
    return PersonShown(
        card=person.card,
        name=person_name(person.name, lang),
        herald=person.herald,
        seen=max(0, int(steady.time() // profiles.DAY) - person.seen),
        away=person.away,
        state=person.state,
        games=person.games,
        ahead=person.ahead,
        last=game_title(person.last_game, person.last_map, say) if person.last_game else "",
        last_at=person.last_at,
    )


def need_done(answer: Answer) -> Response[bytes]:
    """Turn what the store said into an answer."""
    if answer == "missing":
        raise NotFoundException("no such person")
    if answer == "too_many":
        raise make_refusal("too_many", T("That's enough for today. Try again tomorrow."))
    return as_json({})


@get(
    "/api/people",
    tags=TAGS,
    summary="Everybody one knows: friends, opponents, requests, groups",
    opt=declare_limits("profile", 10),
)
async def list_people(request: WebRequest) -> PeopleShown:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    lang = requested_language(request)
    say, now = sayer(lang), steady.time()
    found = await hall.run_blocking(people.list_people, hall.store, card.id, now)
    mine = await hall.run_blocking(groups.list_groups, hall.store, card.id)
    rows = await hall.run_blocking(tables_of_profile.brief_rows, hall.store, [table for *_, held in mine for table in held])
    own, invited = await hall.run_blocking(proposals.list_proposals, hall.store, card.id, now)
    lists = [[show_person(one, say, lang) for one in some] for some in (found.friends, found.played, found.asking, found.blocked)]
    return PeopleShown(
        friends=lists[0],
        played=lists[1],
        guests=[GuestShown(name=one.name, last=game_title(one.game, one.map, say), last_at=one.at) for one in found.guests],
        asking=lists[2],
        blocked=lists[3],
        groups=[
            GroupListed(
                id=id,
                name=name,
                members=members,
                running=sum(rows[table].doc.status == "playing" for table in held if table in rows),
            )
            for id, name, members, held in mine
        ],
        proposals=[show_proposal(one, card.id, lang) for one in (*invited, *own)],
    )


async def about_person(request: WebRequest, work: Callable[[Store, str], Answer]) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    return need_done(await hall.run_blocking(work, hall.store, card.id))


@post(
    "/api/people/{id:str}/ask", tags=TAGS, status_code=200, summary="Ask somebody to be friends", opt=declare_limits("profile", 6)
)
async def ask_friend(request: WebRequest, id: str) -> Response[bytes]:
    return await about_person(request, lambda store, me: people.ask_friend(store, me, id, steady.time()))


@delete(
    "/api/people/{id:str}/ask",
    tags=TAGS,
    status_code=200,
    summary="Take a request back, or end a friendship",
    opt=declare_limits("profile", 6),
)
async def take_back(request: WebRequest, id: str) -> Response[bytes]:
    return await about_person(request, lambda store, me: people.take_back(store, me, id, steady.time()))


@post("/api/people/{id:str}/accept", tags=TAGS, status_code=200, summary="Accept a request", opt=declare_limits("profile", 6))
async def accept_request(request: WebRequest, id: str) -> Response[bytes]:
    return await about_person(request, lambda store, me: people.answer_request(store, me, id, True, steady.time()))


@post(
    "/api/people/{id:str}/ignore",
    tags=TAGS,
    status_code=200,
    summary="Ignore a request, silently",
    opt=declare_limits("profile", 6),
)
async def ignore_request(request: WebRequest, id: str) -> Response[bytes]:
    return await about_person(request, lambda store, me: people.answer_request(store, me, id, False, steady.time()))


@post(
    "/api/people/{id:str}/block",
    tags=TAGS,
    status_code=200,
    summary="Hide somebody and oneself from each other",
    opt=declare_limits("profile", 6),
)
async def block_person(request: WebRequest, id: str) -> Response[bytes]:
    return await about_person(request, lambda store, me: people.block_person(store, me, id, steady.time()))


@delete("/api/people/{id:str}/block", tags=TAGS, status_code=200, summary="Take a block back", opt=declare_limits("profile", 6))
async def unblock_person(request: WebRequest, id: str) -> Response[bytes]:
    return await about_person(request, lambda store, me: people.unblock_person(store, me, id))


@delete(
    "/api/people/{id:str}",
    tags=TAGS,
    status_code=200,
    summary="Take somebody off the list of those one has played with",
    opt=declare_limits("profile", 6),
)
async def unlist_person(request: WebRequest, id: str) -> Response[bytes]:
    return await about_person(request, lambda store, me: people.unlist_person(store, me, id, steady.time()))


@post(
    "/api/people/guests",
    tags=TAGS,
    status_code=200,
    summary="Take a guest off the list of those one has played with",
    opt=declare_limits("profile", 6),
)
async def unlist_guest(request: WebRequest, data: request_types.GuestNamed) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    await hall.run_blocking(people.unlist_guest, hall.store, card.id, data.name, steady.time())
    return as_json({})


# -- the personal link -----------------------------------------------------------------------------------------------------


async def show_link(request: WebRequest, path: str, token: str, until: float | None = None) -> SecretLink:
    """A link whose secret is behind the #, where no server logs it."""
    base = await base_for_others(request)
    link = f"{base or base_url(request)}{path}#{token}" if token else ""
    return SecretLink(link=link, only_here=not base, until=until)


def friend_token(hall: TableManager, card: Card, salt: str) -> str:
    return token_for(hall.store.secret, card.id, "friend", salt)


@get("/api/friendlink", tags=TAGS, summary="One's own link for friends", opt=declare_limits("profile", 4))
async def get_link(request: WebRequest) -> SecretLink:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    salt = await hall.run_blocking(people.friend_link_salt, hall.store, card.id)
    return await show_link(request, "/people/friend", friend_token(hall, card, salt) if salt else "")


@post(
    "/api/friendlink",
    tags=TAGS,
    status_code=200,
    summary="Make a new link for friends; the last one ends",
    opt=declare_limits("profile", 6),
)
async def make_link(request: WebRequest) -> SecretLink:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    salt = new_key()
    token = friend_token(hall, card, salt)
    await hall.run_blocking(people.set_friend_link, hall.store, card.id, salt, hash_token(token))
    return await show_link(request, "/people/friend", token)


@delete(
    "/api/friendlink", tags=TAGS, status_code=200, summary="Take one's link for friends back", opt=declare_limits("profile", 5)
)
async def drop_link(request: WebRequest) -> SecretLink:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    await hall.run_blocking(people.set_friend_link, hall.store, card.id, "", "")
    return SecretLink(link="", only_here=False, until=None)


@post(
    "/api/friendlink/peek",
    tags=TAGS,
    status_code=200,
    summary="Whose link it is",
    opt=declare_limits("profile", 5, failures=True),
)
async def peek_link(request: WebRequest, data: request_types.PeekCode) -> LinkOwner:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    owner = await hall.run_blocking(people.link_owner, hall.store, card.id, hash_token(data.code), steady.time())
    if owner is None:
        raise NotFoundException("no such link")
    return LinkOwner(name=owner.name, herald=owner.herald)


@post(
    "/api/friendlink/accept",
    tags=TAGS,
    status_code=200,
    summary="Be friends with whoever gave the link away",
    opt=declare_limits("profile", 6, failures=True),
)
async def accept_link(request: WebRequest, data: request_types.PeekCode) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    return need_done(await hall.run_blocking(people.accept_link, hall.store, card.id, hash_token(data.code), steady.time()))


# -- notes to oneself --------------------------------------------------------------------------------------------------------


@get("/api/tables/{id:str}/notes", tags=["tables"], summary="What one has noted at a table", opt=declare_limits("seat", 3))
async def get_notes(request: WebRequest, id: str) -> SeatNotes:
    who = await find_caller(request, id)
    text, at = await who.hall.run_blocking(notes.find_notes, who.hall.store, id, who.need_seat())
    await who.need_token()
    return SeatNotes(text=text, at=at)


@put(
    "/api/tables/{id:str}/notes",
    tags=["tables"],
    status_code=200,
    summary="Note something at a table, for nobody else",
    opt=declare_limits("seat", 5),
)
async def save_notes(request: WebRequest, id: str, data: request_types.NotesKept) -> SeatNotes:
    who = await find_caller(request, id)
    seat = who.need_seat()
    await who.hall.load_table(id)
    text = "".join(c if c.isprintable() or c == "\n" else " " for c in data.text)
    now = steady.time()
    await who.hall.run_blocking(notes.save_notes, who.hall.store, id, seat, text, now)
    return SeatNotes(text=text, at=now if text else None)


HANDLERS = [
    list_people,
    ask_friend,
    take_back,
    accept_request,
    ignore_request,
    block_person,
    unblock_person,
    unlist_person,
    unlist_guest,
    get_link,
    make_link,
    drop_link,
    peek_link,
    accept_link,
    get_notes,
    save_notes,
]
