"""Groups in the database: members, the link that lets people in, chat, the games that were started there.

Only members see anything of a group; ``find_group`` answers everybody else as if it did not exist.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import msgspec
import sqlalchemy as sa

from boxcars.locale import DELETED
from boxcars.server.store.database import Database, reads_database, writes_database
from boxcars.server.store.people import Person, block_between, describe_people
from boxcars.server.store.people_schema import blocks, group_chat, group_links, group_members, group_tables, groups
from boxcars.server.store.profile_schema import results

MOST_GROUPS = 30
"""Groups that a profile can be in."""
MOST_MEMBERS = 50
MOST_CHAT = 300
CHAT_SHOWN = 100

Joined = Literal["done", "missing", "full", "too_many"]


@dataclass(frozen=True)
class Remark:
    id: int
    card: str
    name: str
    text: str
    at: float


@dataclass
class Standing:
    """How a member stands in the games that were started in the group."""

    card: str
    points: int = 0
    games: int = 0
    won: int = 0


@dataclass
class Group:
    id: str
    name: str
    owner: str
    usual: bytes | None
    created: float
    members: list[Person] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    chat: list[Remark] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=list)
    link: tuple[str, float] | None = None
    """The salt of its link, and when that ends."""


def _own(group: str, me: str) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
    return group_members.c.group_id == group, group_members.c.card == me


def is_member(conn: sa.Connection, group: str, me: str) -> bool:
    return conn.execute(sa.select(group_members.c.card).where(*_own(group, me))).first() is not None


def members_of(conn: sa.Connection, group: str) -> list[str]:
    """The members, those of longest standing first."""
    wanted = sa.select(group_members.c.card).where(group_members.c.group_id == group)
    return list(conn.execute(wanted.order_by(group_members.c.since, group_members.c.card)).scalars())


@reads_database
def list_groups(store: Database, me: str) -> list[tuple[str, str, int, list[str]]]:
    """(id, name, members, tables) of the groups that a profile is in."""
    mine = sa.select(groups).join(group_members, group_members.c.group_id == groups.c.id).where(group_members.c.card == me)
    out = []
    with store.read_transaction() as conn:
        for row in conn.execute(mine.order_by(groups.c.created)).all():
            played = (
                sa.select(group_tables.c.table_id).where(group_tables.c.group_id == row.id).order_by(group_tables.c.at.desc())
            )
            out.append((row.id, row.name, len(members_of(conn, row.id)), list(conn.execute(played.limit(50)).scalars())))
    return out


@reads_database
def find_group(store: Database, id: str, me: str, now: float, year: float) -> Group | None:
    """A group as a member sees it; None for everybody else. ``year``: since when games count for the standings."""
    with store.read_transaction() as conn:
        mine = sa.select(groups).join(group_members, group_members.c.group_id == groups.c.id)
        row = conn.execute(mine.where(groups.c.id == id, group_members.c.card == me)).one_or_none()
        if row is None:
            return None
        group = Group(row.id, row.name, row.owner, row.usual, row.created)
        ids = members_of(conn, id)
        known = describe_people(conn, ids, now)
        group.members = [known[card] for card in ids if card in known]
        group.tables = _tables_of(conn, id, 200)
        said = sa.select(group_chat).where(group_chat.c.group_id == id).order_by(group_chat.c.id.desc()).limit(CHAT_SHOWN)
        hidden = set(conn.execute(sa.select(blocks.c.b).where(blocks.c.a == me)).scalars())
        group.chat = [
            Remark(r.id, r.card, r.name, r.text, r.at) for r in reversed(conn.execute(said).all()) if r.card not in hidden
        ]
        group.standings = _standings(conn, id, ids, year)
        found = conn.execute(sa.select(group_links).where(group_links.c.group_id == id, group_links.c.until > now)).one_or_none()
        group.link = (found.salt, found.until) if found is not None else None
    return group


def _tables_of(conn: sa.Connection, id: str, most: int) -> list[str]:
    """The games of a group, the newest first."""
    wanted = sa.select(group_tables.c.table_id).where(group_tables.c.group_id == id).order_by(group_tables.c.at.desc())
    return list(conn.execute(wanted.limit(most)).scalars())


def _standings(conn: sa.Connection, id: str, members: list[str], year: float) -> list[Standing]:
    """One point for each player that a member finished ahead of."""
    wanted = (
        sa.select(results.c.played, results.c.card, results.c.rank)
        .join(group_tables, group_tables.c.table_id == results.c.played)
        .where(group_tables.c.group_id == id, results.c.ended >= year)
    )
    games: dict[str, list[tuple[str, int]]] = {}
    for row in conn.execute(wanted):
        games.setdefault(row.played, []).append((row.card, row.rank))
    lines = {card: Standing(card) for card in members}
    for seats in games.values():
        for card, rank in seats:
            if card in lines:
                lines[card].games += 1
                lines[card].won += rank == 1
                lines[card].points += sum(rank < other for _, other in seats)
    return sorted((line for line in lines.values() if line.games), key=lambda line: (-line.points, -line.won, line.games))


@writes_database
def create_group(store: Database, id: str, name: str, owner: str, now: float) -> bool:
    """False if the profile is in too many groups."""
    with store.write_transaction() as conn:
        if _count_groups(conn, owner) >= MOST_GROUPS:
            return False
        conn.execute(groups.insert().values(id=id, name=name, owner=owner, usual=None, created=now))
        conn.execute(group_members.insert().values(group_id=id, card=owner, since=now))
    return True


def _count_groups(conn: sa.Connection, card: str) -> int:
    return int(conn.execute(sa.select(sa.func.count()).where(group_members.c.card == card)).scalar_one())


def _add_member(conn: sa.Connection, id: str, card: str, now: float) -> Joined:
    if is_member(conn, id, card):
        return "done"
    if len(members_of(conn, id)) >= MOST_MEMBERS:
        return "full"
    if _count_groups(conn, card) >= MOST_GROUPS:
        return "too_many"
    conn.execute(group_members.insert().values(group_id=id, card=card, since=now))
    return "done"


@writes_database
def change_group(store: Database, id: str, me: str, name: str | None, usual: bytes | None, owner: str | None) -> bool:
    """Rename a group, note its usual game, hand it over. Only its owner may rename it or hand it over."""
    with store.write_transaction() as conn:
        row = conn.execute(sa.select(groups).where(groups.c.id == id)).one_or_none()
        if row is None or not is_member(conn, id, me):
            return False
        if (name is not None or owner is not None) and row.owner != me:
            return False
        if owner is not None and not is_member(conn, id, owner):
            return False
        fields = {"name": name, "usual": usual, "owner": owner}
        changed = {key: value for key, value in fields.items() if value is not None}
        if changed:
            conn.execute(groups.update().where(groups.c.id == id).values(changed))
    return True


@writes_database
def leave_group(store: Database, id: str, me: str, who: str) -> bool:
    """Leave, or (as the owner) remove a member. The member of longest standing becomes owner; an empty group is erased."""
    with store.write_transaction() as conn:
        row = conn.execute(sa.select(groups).where(groups.c.id == id)).one_or_none()
        if row is None or not is_member(conn, id, me) or not is_member(conn, id, who) or (who != me and row.owner != me):
            return False
        forget_member(conn, id, who)
    return True


def forget_member(conn: sa.Connection, id: str, who: str) -> None:
    conn.execute(group_members.delete().where(*_own(id, who)))
    left = members_of(conn, id)
    if not left:
        conn.execute(groups.delete().where(groups.c.id == id))
    else:
        conn.execute(groups.update().where(groups.c.id == id, groups.c.owner == who).values(owner=left[0]))


def erase_member(conn: sa.Connection, card: str, number: str) -> None:
    """A profile is deleted: its groups go on with somebody else, and what it said there has no name any more."""
    for id in list(conn.execute(sa.select(group_members.c.group_id).where(group_members.c.card == card)).scalars()):
        forget_member(conn, id, card)
    conn.execute(group_chat.update().where(group_chat.c.card == card).values(card=number, name=DELETED))


@writes_database
def delete_group(store: Database, id: str, me: str) -> bool:
    with store.write_transaction() as conn:
        return conn.execute(groups.delete().where(groups.c.id == id, groups.c.owner == me)).rowcount == 1


@writes_database
def set_group_link(store: Database, id: str, me: str, salt: str, hash: str, until: float) -> bool:
    """Give a group a new link; the last one opens nothing any more. An empty ``hash``: it has none."""
    with store.write_transaction() as conn:
        if not is_member(conn, id, me):
            return False
        conn.execute(group_links.delete().where(group_links.c.group_id == id))
        if hash:
            conn.execute(group_links.insert().values(group_id=id, salt=salt, hash=hash, until=until))
    return True


def _linked_group(conn: sa.Connection, hash: str, me: str, now: float) -> sa.Row[tuple[object, ...]] | None:
    """The group that a link opens, unless its owner and ``me`` have blocked each other."""
    free = sa.not_(sa.exists().where(block_between(me, groups.c.owner)))
    wanted = sa.select(groups).join(group_links, group_links.c.group_id == groups.c.id)
    return conn.execute(wanted.where(group_links.c.hash == hash, group_links.c.until > now, free)).one_or_none()


@reads_database
def peek_group(store: Database, hash: str, me: str, now: float) -> tuple[str, str, int] | None:
    """(id, name, members) of the group that a link opens."""
    with store.read_transaction() as conn:
        row = _linked_group(conn, hash, me, now)
        return (row.id, row.name, len(members_of(conn, row.id))) if row is not None else None


@writes_database
def join_group(store: Database, hash: str, me: str, now: float) -> tuple[Joined, str]:
    """Join the group that a link opens; its id."""
    with store.write_transaction() as conn:
        row = _linked_group(conn, hash, me, now)
        return ("missing", "") if row is None else (_add_member(conn, row.id, me, now), row.id)


@writes_database
def add_group_remark(store: Database, id: str, me: str, name: str, text: str, now: float) -> bool:
    with store.write_transaction() as conn:
        if not is_member(conn, id, me):
            return False
        conn.execute(group_chat.insert().values(group_id=id, card=me, name=name, text=text, at=now))
        newest = sa.select(group_chat.c.id).where(group_chat.c.group_id == id).order_by(group_chat.c.id.desc())
        last = conn.execute(newest.limit(1).offset(MOST_CHAT)).scalar()
        if last is not None:
            conn.execute(group_chat.delete().where(group_chat.c.group_id == id, group_chat.c.id <= last))
    return True


def note_table(conn: sa.Connection, group: str, table: str, now: float) -> None:
    """A game was started in the group."""
    known = sa.select(group_tables.c.table_id).where(group_tables.c.group_id == group, group_tables.c.table_id == table)
    if conn.execute(known).first() is None:
        conn.execute(group_tables.insert().values(group_id=group, table_id=table, at=now))


class Usual(msgspec.Struct, frozen=True, kw_only=True):
    """The game that a group usually plays, and the seconds of its turn (0: no clock)."""

    game: str
    map: str
    turn: int = 0
