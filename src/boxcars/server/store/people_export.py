"""What is kept of a profile's friends, groups, invitations, notes and vacations, for its export."""

from __future__ import annotations

import sqlalchemy as sa

from boxcars.core.type_aliases import Json
from boxcars.server.store.export import rows_of
from boxcars.server.store.pace_schema import vacations
from boxcars.server.store.people_schema import (
    announcements,
    blocks,
    friends,
    group_chat,
    group_members,
    groups,
    invitations,
    proposals,
    seat_notes,
    unlisted_guests,
)
from boxcars.server.store.profile_schema import cards


def describe_relations(conn: sa.Connection, card: str, held: list[tuple[str, int]]) -> dict[str, list[Json]]:
    """By name: the rows that are the profile's own. Requests of others that it ignored are among them; who declined is not."""
    near = rows_of(conn, friends, sa.or_(friends.c.a == card, sa.and_(friends.c.b == card, friends.c.state != "withdrawn")))
    away = rows_of(conn, blocks, blocks.c.a == card)
    others = {row["a"] if row["b"] == card else row["b"] for row in (*near, *away)}
    names = {row.id: row.name for row in conn.execute(sa.select(cards.c.id, cards.c.name).where(cards.c.id.in_(others)))}
    people = [
        {
            "name": names.get(row["a"] if row["b"] == card else row["b"], ""),
            "state": "asked" if row["a"] == card and row["state"] == "ignored" else row["state"],
            "asked_by_me": row["a"] == card,
            "at": row["at"],
        }
        for row in near
    ]
    people += [{"name": names.get(row["b"], ""), "state": "blocked", "asked_by_me": True, "at": row["at"]} for row in away]
    mine = sa.select(group_members.c.group_id).where(group_members.c.card == card)
    own_groups = [
        {"name": row["name"], "owner": row["owner"] == card, "created": row["created"], "usual": row["usual"]}
        | {"chat": [{"text": said["text"], "at": said["at"]} for said in _said(conn, row["id"], card)]}
        for row in rows_of(conn, groups, groups.c.id.in_(mine))
    ]
    noted = [
        row
        for table, seat in held
        for row in rows_of(conn, seat_notes, seat_notes.c.table_id == table, seat_notes.c.seat == seat)
    ]
    return {
        "people": people,
        "guests_removed": rows_of(conn, unlisted_guests, unlisted_guests.c.card == card),
        "groups": own_groups,
        "proposals": rows_of(conn, proposals, proposals.c.card == card),
        "invitations": rows_of(conn, invitations, invitations.c.card == card),
        "notes": noted,
        "vacations": rows_of(conn, vacations, vacations.c.card == card),
        "announcements": rows_of(conn, announcements, announcements.c.card == card),
    }


def _said(conn: sa.Connection, group: str, card: str) -> list[Json]:
    return rows_of(conn, group_chat, group_chat.c.group_id == group, group_chat.c.card == card)
