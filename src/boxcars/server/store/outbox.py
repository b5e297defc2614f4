"""The outbox: notices that wait to be sent, one row for each channel of whoever is told.

A notice is written in the transaction of what it tells of, so that a killed server leaves both or neither. Its key is unique for
each channel: what is written twice is told once. ``jobs/notice_delivery.py`` sends what is due.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import sqlalchemy as sa

from boxcars.core.messages import Text
from boxcars.server.store.notice_schema import channels, mutes, notices, prefs
from boxcars.server.store.notice_times import Prefs, Topic, due_time
from boxcars.server.store.profile_schema import card_seats

INSERT = sa.text(
    "INSERT INTO notices (channel, topic, key, table_id, body, made, deadline, due)"
    " VALUES (:channel, :topic, :key, :table_id, :body, :made, :deadline, :due) ON CONFLICT (channel, key) DO NOTHING"
).bindparams(
    sa.bindparam("body", type_=sa.LargeBinary),
    sa.bindparam("deadline", type_=sa.Double),
    sa.bindparam("table_id", type_=sa.String),
)


class Said(msgspec.Struct, frozen=True):
    """What a notice says, for whoever sends it in the language of the channel. ``path``: the page it leads to, as "/people"."""

    title: Text
    text: Text | None = None
    path: str = "/"


def profile_owner(card: str) -> str:
    """Return the owner key of a profile's channels."""
    return f"card:{card}"


def seat_owner(table: str, seat: int) -> str:
    """Return the owner key of the channels of a guest's seat."""
    return f"seat:{table}:{seat}"


def table_owner(table: str) -> str:
    """Return the owner key of the web address that a table's host gave."""
    return f"table:{table}"


def owner_columns(owner: str) -> dict[str, str | None]:
    """Return the profile or the table that an owner's rows belong to, as columns."""
    kind, _, rest = owner.partition(":")
    return {
        "owner": owner,
        "card": rest if kind == "card" else None,
        "table_id": rest.partition(":")[0] if kind != "card" else None,
    }


def owner_of_seat(conn: sa.Connection, table: str, seat: int) -> str:
    """Return who is told about a seat: the profile that holds it, otherwise the seat itself."""
    card = conn.execute(sa.select(card_seats.c.card).where(card_seats.c.table_id == table, card_seats.c.seat == seat)).scalar()
    return profile_owner(card) if card is not None else seat_owner(table, seat)


def read_prefs(conn: sa.Connection, owner: str) -> Prefs:
    """Return what an owner has chosen, or what holds for whoever has chosen nothing."""
    found = conn.execute(sa.select(prefs).where(prefs.c.owner == owner)).one_or_none()
    if found is None:
        return Prefs()
    return Prefs(
        batch=found.batch,
        remind=found.remind,
        quiet_from=found.quiet_from,
        quiet_to=found.quiet_to,
        zone=found.zone,
        topics=frozenset(filter(None, found.topics.split(","))),
        paused=bool(found.paused),
    )


def is_muted(conn: sa.Connection, owner: str, table: str) -> bool:
    return conn.execute(sa.select(mutes.c.owner).where(mutes.c.owner == owner, mutes.c.table_id == table)).first() is not None


def open_channels(conn: sa.Connection, owner: str) -> list[str]:
    """Return the channels through which an owner is told."""
    return list(conn.execute(sa.select(channels.c.id).where(channels.c.owner == owner, channels.c.state == "on")).scalars())


def put_rows(
    conn: sa.Connection,
    ids: Iterable[str],
    topic: Topic,
    key: str,
    *,
    made: float,
    due: float,
    deadline: float | None = None,
    table: str | None = None,
    body: bytes | None = None,
) -> None:
    """Write a notice for each of these channels, unless it is there already."""
    row = {"topic": topic, "key": key, "table_id": table, "body": body, "made": made, "deadline": deadline, "due": due}
    rows = [row | {"channel": id} for id in ids]
    if rows:
        conn.execute(INSERT, rows)


def enqueue_notice(
    conn: sa.Connection,
    owner: str,
    topic: Topic,
    *,
    key: str,
    title: Text,
    text: Text | None = None,
    path: str = "/",
    now: float,
    at: float | None = None,
    deadline: float | None = None,
    table: str | None = None,
) -> None:
    """Tell an owner (``profile_owner``, ``seat_owner``) something by each of its channels.

    Call it in the transaction of what it tells of. ``key`` names the event within the topic: the same key is told once.
    ``at``: when it is to be said, if not now; ``deadline``: after it nobody needs to know, so quiet hours do not hold it up
    beyond that; ``table``: the table it is about (a muted game tells nothing, and the notice goes with the table).
    Title and text must hold nothing secret: no token, no hand, nothing that was written in a chat.
    """
    ids = open_channels(conn, owner)
    if not ids:
        return
    chosen = read_prefs(conn, owner)
    if not chosen.wants(topic) or (table is not None and is_muted(conn, owner, table)):
        return
    body = msgspec.json.encode(Said(title, text, path))
    due = due_time(topic, now if at is None else at, deadline, chosen)
    put_rows(conn, ids, topic, f"{topic}:{key}", made=now, due=due, deadline=deadline, table=table, body=body)


def cancel_notice(conn: sa.Connection, owner: str, topic: Topic, key: str) -> None:
    """Take back a notice that was not sent yet; what was sent may be told again under the same key."""
    mine = sa.select(channels.c.id).where(channels.c.owner == owner)
    conn.execute(notices.delete().where(notices.c.channel.in_(mine), notices.c.key == f"{topic}:{key}"))
