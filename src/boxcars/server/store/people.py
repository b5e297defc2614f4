"""People in the database: whom somebody may see, friends by mutual consent, blocks, those one has played with.

Everything here is asked by one profile about others. ``may_see`` decides for all of it: about somebody one may not see, every
answer is the one about somebody who does not exist, after the same queries.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import sqlalchemy as sa

from boxcars.core.messages import T
from boxcars.server.store.database import Database, reads_database, writes_database
from boxcars.server.store.lobby_list import guest_names
from boxcars.server.store.outbox import cancel_notice, enqueue_notice, profile_owner
from boxcars.server.store.people_schema import (
    blocks,
    friend_links,
    friends,
    group_members,
    invitations,
    proposals,
    unlisted,
    unlisted_guests,
)
from boxcars.server.store.profile_schema import card_devices, card_seats, cards, results
from boxcars.server.store.schema import tables
from boxcars.server.store.vacations import vacation_ends

DAY = 86400.0
LATELY = 90 * DAY
"""Seconds for which those one has played with are listed."""
REQUESTS_A_DAY = 20
ASKED_AGAIN = 30 * DAY
"""Seconds before a declined request is shown again."""
MOST_LISTED = 100
GUEST_TABLES = 40

Friendship = Literal["none", "asked", "friends"]
Answer = Literal["done", "missing", "too_many"]


@dataclass
class Person:
    """Somebody as another one sees them. ``seen``: the day (since 1970) of their last visit; ``away``: on vacation until then."""

    card: str
    name: str
    herald: str
    seen: int = 0
    away: float | None = None
    games: int = 0
    ahead: int = 0
    last_game: str = ""
    last_map: str = ""
    last_at: float = 0.0
    state: Friendship = "none"


@dataclass(frozen=True)
class GuestMet:
    name: str
    game: str
    map: str
    at: float


@dataclass
class People:
    """Everybody that a profile knows."""

    friends: list[Person] = field(default_factory=list)
    played: list[Person] = field(default_factory=list)
    guests: list[GuestMet] = field(default_factory=list)
    asking: list[Person] = field(default_factory=list)
    blocked: list[Person] = field(default_factory=list)


Card = str | sa.ColumnElement[str]


def pair(one: str, other: str) -> sa.ColumnElement[bool]:
    """A row of ``friends`` between two profiles, whoever asked."""
    return sa.or_(sa.and_(friends.c.a == one, friends.c.b == other), sa.and_(friends.c.a == other, friends.c.b == one))


def block_between(one: Card, other: Card) -> sa.ColumnElement[bool]:
    return sa.or_(sa.and_(blocks.c.a == one, blocks.c.b == other), sa.and_(blocks.c.a == other, blocks.c.b == one))


def may_see(conn: sa.Connection, me: str, other: str, now: float) -> bool:
    """Whether ``me`` may know of ``other``: friends, a request, a common group, a game in 90 days; and no block. One query."""
    p, q = card_seats.alias(), card_seats.alias()
    r, s = results.alias(), results.alias()
    g, h = group_members.alias(), group_members.alias()
    sat = sa.and_(p.c.table_id == q.c.table_id, p.c.card == me, q.c.card == other, tables.c.id == p.c.table_id)
    ended = sa.and_(r.c.played == s.c.played, r.c.card == me, s.c.card == other, r.c.ended > now - LATELY)
    known = sa.or_(
        sa.exists().where(pair(me, other), friends.c.state.in_(("asked", "ignored", "friends"))),
        sa.exists().where(g.c.group_id == h.c.group_id, g.c.card == me, h.c.card == other),
        sa.exists().where(sat, tables.c.status.in_(("playing", "over")), tables.c.changed > now - LATELY),
        sa.exists().where(ended),
    )
    there = sa.exists().where(cards.c.id == other)
    blocked = sa.exists().where(block_between(me, other))
    return me != other and bool(conn.execute(sa.select(sa.and_(there, known, sa.not_(blocked)))).scalar())


def describe_people(conn: sa.Connection, ids: list[str], now: float) -> dict[str, Person]:
    """Names, badges, the day of the last visit and vacations of these profiles."""
    if not ids:
        return {}
    seen = sa.select(card_devices.c.card, sa.func.max(card_devices.c.seen).label("seen")).group_by(card_devices.c.card).subquery()
    wanted = sa.select(cards.c.id, cards.c.name, cards.c.herald, seen.c.seen).outerjoin(seen, seen.c.card == cards.c.id)
    away = vacation_ends(conn, ids, now)
    found = conn.execute(wanted.where(cards.c.id.in_(ids)))
    return {row.id: Person(row.id, row.name, row.herald, row.seen or 0, away.get(row.id)) for row in found}


@reads_database
def list_people(store: Database, me: str, now: float) -> People:
    with store.read_transaction() as conn:
        rows = conn.execute(sa.select(friends).where(sa.or_(friends.c.a == me, friends.c.b == me))).all()
        other_of = {(row.b if row.a == me else row.a): row for row in rows}
        hidden = {
            row.a if row.b == me else row.b
            for row in conn.execute(sa.select(blocks).where(sa.or_(blocks.c.a == me, blocks.c.b == me)))
        }
        mine = [row.b for row in conn.execute(sa.select(blocks).where(blocks.c.a == me).order_by(blocks.c.at))]
        befriended = [card for card, row in other_of.items() if row.state == "friends" and card not in hidden]
        asking = [row.a for row in rows if row.b == me and row.state == "asked" and row.a not in hidden]
        met = _last_games(conn, me, now)
        gone = {row.other: row.at for row in conn.execute(sa.select(unlisted).where(unlisted.c.card == me))}
        played = [
            card
            for card, (_, _, at) in met.items()
            if card not in hidden and card not in befriended and card not in asking and at > gone.get(card, 0.0)
        ][:MOST_LISTED]
        known = describe_people(conn, [*befriended, *asking, *played, *mine], now)
        score = _scores_against(conn, me, befriended)
        for card, person in known.items():
            person.games, person.ahead = score.get(card, (0, 0))
            person.last_game, person.last_map, person.last_at = met.get(card, ("", "", 0.0))
            row = other_of.get(card)
            if row is not None and row.state == "friends":
                person.state = "friends"
            elif row is not None and row.a == me and row.state in ("asked", "ignored"):
                person.state = "asked"
        lists = ([known[card] for card in some if card in known] for some in (befriended, played, asking, mine))
        people = People(guests=_guests_met(conn, me, now))
        people.friends, people.played, people.asking, people.blocked = lists
    people.friends.sort(key=lambda person: person.name.casefold())
    return people


def _last_games(conn: sa.Connection, me: str, now: float) -> dict[str, tuple[str, str, float]]:
    """By profile: the game and map of the last table that both sat at in 90 days, and when; the latest first."""
    mine, other = card_seats.alias(), card_seats.alias()
    sat = (
        sa.select(other.c.card, tables.c.game, sa.literal("").label("map"), tables.c.changed.label("at"))
        .join(mine, mine.c.table_id == other.c.table_id)
        .join(tables, tables.c.id == mine.c.table_id)
        .where(mine.c.card == me, other.c.card != me, tables.c.status.in_(("playing", "over")), tables.c.changed > now - LATELY)
    )
    p, q = results.alias(), results.alias()
    ended = (
        sa.select(q.c.card, q.c.game, q.c.map, q.c.ended.label("at"))
        .join(p, p.c.played == q.c.played)
        .where(p.c.card == me, q.c.card != me, q.c.card != "", p.c.ended > now - LATELY)
    )
    out: dict[str, tuple[str, str, float]] = {}
    for row in conn.execute(sa.union_all(sat, ended).order_by(sa.desc("at")).limit(1000)):
        out.setdefault(row.card, (row.game, row.map, row.at))
    return out


def _scores_against(conn: sa.Connection, me: str, others: list[str]) -> dict[str, tuple[int, int]]:
    """By profile: games that both finished, and in how many ``me`` was ahead."""
    if not others:
        return {}
    p, q = results.alias(), results.alias()
    ahead = sa.func.sum(sa.case((p.c.rank < q.c.rank, 1), else_=0))
    wanted = sa.select(q.c.card, sa.func.count().label("games"), ahead.label("ahead")).join(p, p.c.played == q.c.played)
    found = conn.execute(wanted.where(p.c.card == me, q.c.card.in_(others)).group_by(q.c.card))
    return {row.card: (row.games, int(row.ahead or 0)) for row in found}


def _guests_met(conn: sa.Connection, me: str, now: float) -> list[GuestMet]:
    """People without a profile at the tables of the last 90 days, by the names that they gave."""
    mine = (
        sa.select(tables.c.id, tables.c.game, tables.c.setup, tables.c.doc, tables.c.changed)
        .join(card_seats, card_seats.c.table_id == tables.c.id)
        .where(card_seats.c.card == me, tables.c.status.in_(("playing", "over")), tables.c.changed > now - LATELY)
        .order_by(tables.c.changed.desc())
        .limit(GUEST_TABLES)
    )
    found = conn.execute(mine).all()
    held: dict[str, set[int]] = {}
    for seat in conn.execute(sa.select(card_seats).where(card_seats.c.table_id.in_([row.id for row in found]))):
        held.setdefault(seat.table_id, set()).add(seat.seat)
    gone = {row.name: row.at for row in conn.execute(sa.select(unlisted_guests).where(unlisted_guests.c.card == me))}
    out: dict[str, GuestMet] = {}
    for row in found:
        for name in guest_names(row.doc, held.get(row.id, set())):
            if name not in out and row.changed > gone.get(name, 0.0):
                out[name] = GuestMet(name, row.game, "", row.changed)
    return list(out.values())


# -- friends ---------------------------------------------------------------------------------------------------------------


@writes_database
def ask_friend(store: Database, me: str, other: str, now: float) -> Answer:
    """Ask somebody to be friends; who was asked by them already agrees with it."""
    with store.write_transaction() as conn:
        if not may_see(conn, me, other, now):
            return "missing"
        theirs = conn.execute(sa.select(friends).where(friends.c.a == other, friends.c.b == me)).one_or_none()
        if theirs is not None and theirs.state in ("asked", "ignored", "friends"):
            if theirs.state != "friends":
                _make_friends(conn, other, me, now)
            return "done"
        here = (friends.c.a == me, friends.c.b == other)
        own = conn.execute(sa.select(friends).where(*here)).one_or_none()
        if own is not None and own.state in ("asked", "ignored", "friends"):
            return "done"
        lately = sa.select(sa.func.count()).where(friends.c.a == me, friends.c.at > now - DAY)
        if conn.execute(lately).scalar_one() >= REQUESTS_A_DAY:
            return "too_many"
        if own is not None and own.state == "declined" and own.at > now - ASKED_AGAIN:
            conn.execute(friends.update().where(*here).values(state="ignored"))
            return "done"
        if own is None:
            conn.execute(friends.insert().values(a=me, b=other, state="asked", at=now))
        else:
            conn.execute(friends.update().where(*here).values(state="asked", at=now))
        _tell_asked(conn, me, other, now)
    return "done"


def _tell_asked(conn: sa.Connection, me: str, other: str, now: float) -> None:
    name = conn.execute(sa.select(cards.c.name).where(cards.c.id == me)).scalar_one()
    title = T("{name} wants to be friends.", name=name)
    enqueue_notice(conn, profile_owner(other), "friend", key=me, title=title, path="/people", now=now)


def _make_friends(conn: sa.Connection, a: str, b: str, now: float) -> None:
    conn.execute(friends.delete().where(pair(a, b)))
    conn.execute(friends.insert().values(a=a, b=b, state="friends", at=now))


@writes_database
def take_back(store: Database, me: str, other: str, now: float) -> Answer:
    """Take a request back, or end a friendship."""
    with store.write_transaction() as conn:
        seen = may_see(conn, me, other, now)
        here = (friends.c.a == me, friends.c.b == other)
        changed = conn.execute(friends.update().where(*here, friends.c.state == "asked").values(state="withdrawn")).rowcount
        changed += conn.execute(friends.update().where(*here, friends.c.state == "ignored").values(state="declined")).rowcount
        changed += conn.execute(friends.delete().where(pair(me, other), friends.c.state == "friends")).rowcount
        cancel_notice(conn, profile_owner(other), "friend", me)
        return "done" if seen or changed else "missing"


@writes_database
def answer_request(store: Database, me: str, other: str, yes: bool, now: float) -> Answer:
    """Accept a request, or ignore it: who asked is not told."""
    here = (friends.c.a == other, friends.c.b == me, friends.c.state.in_(("asked", "ignored")))
    with store.write_transaction() as conn:
        seen = may_see(conn, me, other, now)
        asked = conn.execute(sa.select(friends.c.a).where(*here)).first() is not None
        if not seen or not asked:
            return "missing"
        if yes:
            _make_friends(conn, other, me, now)
        else:
            conn.execute(friends.update().where(*here).values(state="ignored", at=now))
    return "done"


@writes_database
def block_person(store: Database, me: str, other: str, now: float) -> Answer:
    """Hide two people from each other: lists, requests, invitations."""
    with store.write_transaction() as conn:
        if not may_see(conn, me, other, now):
            return "missing"
        conn.execute(friends.delete().where(pair(me, other)))
        conn.execute(blocks.insert().values(a=me, b=other, at=now))
        for one, another in ((me, other), (other, me)):
            asked = sa.select(proposals.c.id).where(proposals.c.card == one, proposals.c.state == "open")
            here = (invitations.c.proposal.in_(asked), invitations.c.card == another, invitations.c.state == "asked")
            conn.execute(invitations.update().where(*here).values(state="no"))
            cancel_notice(conn, profile_owner(another), "friend", one)
    return "done"


@writes_database
def unblock_person(store: Database, me: str, other: str) -> Answer:
    with store.write_transaction() as conn:
        gone = conn.execute(blocks.delete().where(blocks.c.a == me, blocks.c.b == other)).rowcount
    return "done" if gone else "missing"


@writes_database
def unlist_person(store: Database, me: str, other: str, now: float) -> Answer:
    """Take somebody off one's list of those one has played with; a later game lists them again."""
    here = (unlisted.c.card == me, unlisted.c.other == other)
    with store.write_transaction() as conn:
        if not may_see(conn, me, other, now):
            return "missing"
        conn.execute(unlisted.delete().where(*here))
        conn.execute(unlisted.insert().values(card=me, other=other, at=now))
    return "done"


@writes_database
def unlist_guest(store: Database, me: str, name: str, now: float) -> None:
    here = (unlisted_guests.c.card == me, unlisted_guests.c.name == name)
    with store.write_transaction() as conn:
        if name in {guest.name for guest in _guests_met(conn, me, now)}:
            conn.execute(unlisted_guests.delete().where(*here))
            conn.execute(unlisted_guests.insert().values(card=me, name=name, at=now))


# -- the personal link -----------------------------------------------------------------------------------------------------


@reads_database
def friend_link_salt(store: Database, me: str) -> str | None:
    """What the code of a profile's link is derived with; None: it has no link."""
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(friend_links.c.salt).where(friend_links.c.card == me)).scalar()
    return str(found) if found is not None else None


@writes_database
def set_friend_link(store: Database, me: str, salt: str, hash: str) -> None:
    """Give a profile a new link; the last one opens nothing any more. An empty ``hash``: it has none."""
    with store.write_transaction() as conn:
        conn.execute(friend_links.delete().where(friend_links.c.card == me))
        if hash:
            conn.execute(friend_links.insert().values(card=me, salt=salt, hash=hash))


@reads_database
def link_owner(store: Database, me: str, hash: str, now: float) -> Person | None:
    """Whose link it is, unless one of the two has blocked the other."""
    with store.read_transaction() as conn:
        return _link_owner(conn, me, hash, now)


def _link_owner(conn: sa.Connection, me: str, hash: str, now: float) -> Person | None:
    free = sa.not_(sa.exists().where(block_between(me, friend_links.c.card)))
    found = conn.execute(
        sa.select(friend_links.c.card).where(friend_links.c.hash == hash, friend_links.c.card != me, free)
    ).scalar()
    return describe_people(conn, [found], now).get(found) if found is not None else None


@writes_database
def accept_link(store: Database, me: str, hash: str, now: float) -> Answer:
    """Be friends with whoever gave the link away."""
    with store.write_transaction() as conn:
        owner = _link_owner(conn, me, hash, now)
        if owner is None:
            return "missing"
        _make_friends(conn, owner.card, me, now)
    return "done"


# -- what is asked of others ---------------------------------------------------------------------------------------------


def count_requests(conn: sa.Connection, me: str) -> int:
    """How many people ask to be friends."""
    hidden = sa.exists().where(block_between(me, friends.c.a))
    wanted = sa.select(sa.func.count()).where(friends.c.b == me, friends.c.state == "asked", sa.not_(hidden))
    return int(conn.execute(wanted).scalar_one())
