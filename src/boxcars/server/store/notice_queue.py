"""What the senders of notices do in the database: claim a channel, take its next message, note how that went.

Several servers may send from one database. Whoever claims a channel has it for ``LEASE`` seconds; a server that is killed leaves
its claim to run out, and the next one sends the same message with the same id.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

import sqlalchemy as sa

from boxcars.server.store.database import reads_database, writes_database
from boxcars.server.store.notice_channels import owner_name
from boxcars.server.store.notice_schema import channels, notices, uses
from boxcars.server.store.notice_times import TEN_MINUTES, Prefs, Topic
from boxcars.server.store.outbox import is_muted, read_prefs
from boxcars.server.store.store import Store
from boxcars.server.store.turn_notices import forget_finished_seats

LEASE = 60.0
"""Seconds for which a claim holds: longer than any sending takes."""
BACKOFF = (60.0, 300.0, 900.0, 3600.0, 14400.0)
"""Seconds before each further try of a message; after the last it is given up."""
MOST_FAILURES = 10
"""So many failed tries in a row turn a channel off."""
MOST_BOUNCES = 3
KEPT = 7 * 86400.0
"""Seconds for which a notice that was sent is remembered."""


@dataclass(frozen=True)
class Notice:
    id: int
    topic: Topic
    key: str
    table: str | None
    body: bytes | None
    made: float
    deadline: float | None
    muted: bool


@dataclass(frozen=True)
class Batch:
    """The next message of a channel. ``id``: what the message is called, the same when it is tried again."""

    id: str
    channel: str
    owner: str
    kind: str
    state: str
    target: bytes
    lang: str
    confirm_until: float | None
    name: str
    prefs: Prefs
    notices: tuple[Notice, ...]


def _due_condition(now: float) -> sa.ColumnElement[bool]:
    confirms = notices.c.topic == "confirm"
    open_state = sa.or_(sa.and_(channels.c.state == "on", ~confirms), sa.and_(channels.c.state == "waiting", confirms))
    return sa.and_(notices.c.sent.is_(None), notices.c.due <= now, open_state)


@reads_database
def due_channels(store: Store, now: float, most: int = 50) -> list[str]:
    """Channels with something to send that nobody is sending, the longest overdue first."""
    free = (channels.c.retry_at <= now, channels.c.busy_until <= now)
    wanted = sa.select(channels.c.id).join(notices, notices.c.channel == channels.c.id).where(_due_condition(now), *free)
    with store.read_transaction() as conn:
        return list(conn.execute(wanted.group_by(channels.c.id).order_by(sa.func.min(notices.c.due)).limit(most)).scalars())


@writes_database
def claim_batch(store: Store, channel: str, now: float) -> Batch | None:
    """Claim a channel and take its next message; None if another server has it, or there is nothing to send any more."""
    with store.write_transaction() as conn:
        free = (channels.c.id == channel, channels.c.busy_until <= now, channels.c.retry_at <= now)
        if conn.execute(channels.update().where(*free).values(busy_until=now + LEASE)).rowcount != 1:
            return None
        held = conn.execute(sa.select(channels).where(channels.c.id == channel)).one()
        chosen = read_prefs(conn, held.owner)
        rows = _next_rows(conn, channel, now, chosen)
        if not rows:
            conn.execute(channels.update().where(channels.c.id == channel).values(busy_until=0.0))
            return None
        message = rows[0].message or secrets.token_hex(12)
        conn.execute(notices.update().where(notices.c.id.in_([row.id for row in rows])).values(message=message))
        found = tuple(
            Notice(
                row.id,
                row.topic,
                row.key,
                row.table_id,
                bytes(row.body) if row.body is not None else None,
                row.made,
                row.deadline,
                row.table_id is not None and is_muted(conn, held.owner, row.table_id),
            )
            for row in rows
        )
        return Batch(
            message,
            channel,
            held.owner,
            held.kind,
            held.state,
            bytes(held.target),
            held.lang,
            held.confirm_until,
            owner_name(conn, held.owner),
            chosen,
            found,
        )


def _next_rows(conn: sa.Connection, channel: str, now: float, chosen: Prefs) -> list[sa.Row[tuple[object, ...]]]:
    """What goes out together: a message that was tried before as it was; otherwise all that is due."""
    open_rows = sa.select(notices).join(channels, channels.c.id == notices.c.channel).where(notices.c.channel == channel)
    due = list(conn.execute(open_rows.where(_due_condition(now)).order_by(notices.c.due, notices.c.id)).all())
    if not due:
        return []
    begun = next((row.message for row in due if row.message is not None), None)
    if begun is not None:
        return [row for row in due if row.message == begun]
    if due[0].topic == "confirm" or chosen.batch == "each":
        return due[:1]
    if chosen.batch == "ten":  # other games of which one would be told within minutes come along
        soon = (notices.c.sent.is_(None), notices.c.topic == "turn", notices.c.due > now, notices.c.due <= now + TEN_MINUTES)
        due += conn.execute(open_rows.where(*soon, channels.c.state == "on").order_by(notices.c.due, notices.c.id)).all()
    return due[:20]


@writes_database
def put_off(store: Store, batch: Batch, later: dict[int, float], dropped: list[int], done: bool) -> None:
    """Note which notices of a message wait longer and which need not be sent. ``done``: nothing is left to send now."""
    with store.write_transaction() as conn:
        for id, due in later.items():
            conn.execute(notices.update().where(notices.c.id == id).values(due=due, message=None))
        conn.execute(notices.delete().where(notices.c.id.in_(dropped)))
        if done:
            conn.execute(channels.update().where(channels.c.id == batch.channel).values(busy_until=0.0))


@writes_database
def note_sent(store: Store, batch: Batch, ids: list[int], code: int, now: float) -> None:
    """The message was taken."""
    fresh = {"failures": 0, "tries": 0, "retry_at": 0.0, "busy_until": 0.0, "last_at": now, "last_code": code}
    with store.write_transaction() as conn:
        conn.execute(notices.update().where(notices.c.id.in_(ids)).values(sent=now))
        conn.execute(channels.update().where(channels.c.id == batch.channel).values(fresh))


@writes_database
def note_failed(store: Store, batch: Batch, ids: list[int], code: int, now: float) -> str:
    """The message was not taken: try it again later, give it up, or turn the channel off. Return the channel's state."""
    with store.write_transaction() as conn:
        found = conn.execute(sa.select(channels.c.failures, channels.c.tries).where(channels.c.id == batch.channel)).one_or_none()
        if found is None:
            return "gone"
        failures, tries = found.failures + 1, found.tries + 1
        state = batch.state
        if batch.kind == "push" and code in (404, 410):  # the browser has forgotten it, or its owner has blocked notices
            state = "failed"
        elif batch.kind == "mail" and 500 <= code < 600 and failures >= MOST_BOUNCES:
            state = "bounced"
        elif failures >= MOST_FAILURES and state == "on":
            state = "failed"
        given_up = tries > len(BACKOFF) or state != batch.state
        values = {"failures": failures, "busy_until": 0.0, "last_at": now, "last_code": code, "state": state}
        values |= {"tries": 0, "retry_at": 0.0} if given_up else {"tries": tries, "retry_at": now + BACKOFF[tries - 1]}
        if given_up:
            conn.execute(notices.update().where(notices.c.id.in_(ids)).values(sent=now))
        conn.execute(channels.update().where(channels.c.id == batch.channel).values(values))
    return state


@writes_database
def note_test(store: Store, channel: str, code: int, good: bool, now: float) -> None:
    """How a test went is shown like any other delivery; one that arrived ends the wait for a further try."""
    with store.write_transaction() as conn:
        values: dict[str, float | int] = {"last_at": now, "last_code": code}
        values |= {"failures": 0, "tries": 0, "retry_at": 0.0} if good else {}
        conn.execute(channels.update().where(channels.c.id == channel).values(values))


@writes_database
def release_claims(store: Store) -> None:
    """Drop the claims of a server that was killed (where this one is alone)."""
    with store.write_transaction() as conn:
        conn.execute(channels.update().where(channels.c.busy_until > 0).values(busy_until=0.0))


@writes_database
def clean_up(store: Store, now: float) -> None:
    """Forget what was sent long ago, what nobody confirmed, and the channels of guests whose game is over."""
    with store.write_transaction() as conn:
        conn.execute(notices.delete().where(notices.c.sent < now - KEPT))
        conn.execute(uses.delete().where(uses.c.at < now - 86400.0))
        conn.execute(channels.delete().where(channels.c.state == "waiting", channels.c.confirm_until < now - KEPT))
        forget_finished_seats(conn, now)
