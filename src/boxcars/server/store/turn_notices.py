"""Notices about a table, written in the transaction of the change that they tell of.

Games over days only: in a live game everybody is there. A turn is named by the journal number with which it began, so it is told
once, however often it is looked at; what was not sent when the turn is over is withdrawn.
"""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from boxcars.core import codec
from boxcars.core.messages import T, Text, Who
from boxcars.server.store.notice_schema import channels, mutes, notices, prefs
from boxcars.server.store.notice_times import due_time, reminder_moment
from boxcars.server.store.outbox import (
    enqueue_notice,
    is_muted,
    open_channels,
    owner_of_seat,
    put_rows,
    read_prefs,
    seat_owner,
)
from boxcars.server.store.profile_schema import card_seats
from boxcars.server.store.schema import tables
from boxcars.server.store.table_rows import Write
from boxcars.server.table import clocks
from boxcars.server.table.documents import Doc
from boxcars.server.table.vote_question import vote_question

TURNS = ("turn", "reminder")


def turn_key(table: str, doc: Doc) -> str:
    """The name of the turn that runs, as notices have it."""
    return f"{table}:{doc.turn_began}"


def is_person_asked(doc: Doc) -> bool:
    """Whether a person is to act in a game over days."""
    if doc.pace.kind != "turns" or doc.status != "playing" or doc.actor < 0:
        return False
    return doc.turn_began > 0 and not doc.seats[doc.actor].is_automatic


def note_change(conn: sa.Connection, write: Write) -> None:
    """Write what a change of a table tells its people, and withdraw what holds no longer."""
    for seat in write.freed:
        forget_seat(conn, write.id, seat)
    for seat, _ in write.taken:  # a guest's seat has become a profile's, which has channels of its own
        forget_seat(conn, write.id, seat)
    before, doc = write.before, write.doc
    if before is None or doc.pace.kind != "turns":
        return
    now = write.entry.at
    asked = is_person_asked(doc)
    began = doc.turn_began != before.turn_began
    moved = clocks.turn_deadline(doc) != clocks.turn_deadline(before)
    if began or moved or asked != is_person_asked(before):
        _drop_unsent(conn, write.id, f"turn:{turn_key(write.id, doc)}" if asked else "")
        if asked:
            schedule_turn(conn, write.id, doc, now, told=not began and is_person_asked(before))
    if doc.status == "over" and before.status == "playing":
        _tell_everybody(conn, write.id, doc, "ended", str(write.entry.seq), T("The game has ended"), None, now)
    known = {vote.id for vote in before.votes}
    for vote in doc.votes:
        if vote.id not in known:
            voters = [seat for seat in vote.voters if seat not in vote.yes and seat != vote.by]
            title, text = T("Your vote is needed"), vote_question(vote)
            _tell_everybody(conn, write.id, doc, "vote", str(vote.id), title, text, now, voters)


def _drop_unsent(conn: sa.Connection, table: str, kept: str) -> None:
    """Withdraw what was to be said about turns at a table, apart from one notice."""
    here = (notices.c.table_id == table, notices.c.topic.in_(TURNS), notices.c.sent.is_(None), notices.c.key != kept)
    conn.execute(notices.delete().where(*here))


def schedule_turn(conn: sa.Connection, table: str, doc: Doc, now: float, *, told: bool) -> None:
    """Write the notice of the turn that runs (unless it is ``told``: written before) and the reminder before time runs out."""
    owner = owner_of_seat(conn, table, doc.actor)
    ids = open_channels(conn, owner)
    chosen = read_prefs(conn, owner)
    if not ids or chosen.paused:
        return
    key, deadline = turn_key(table, doc), clocks.turn_deadline(doc)
    if not told and not is_muted(conn, owner, table):
        due = due_time("turn", now, deadline, chosen)
        put_rows(conn, ids, "turn", f"turn:{key}", made=now, due=due, deadline=deadline, table=table)
    at = reminder_moment(doc.since, doc.pace.turn, deadline, chosen)
    if at is not None:
        due = due_time("reminder", max(at, now), deadline, chosen)
        put_rows(conn, ids, "reminder", f"reminder:{key}", made=now, due=due, deadline=deadline, table=table)


def _tell_everybody(
    conn: sa.Connection,
    table: str,
    doc: Doc,
    topic: Any,
    key: str,
    title: Text,
    text: Text | None,
    now: float,
    seats: list[int] | None = None,
) -> None:
    people = [i for i, seat in enumerate(doc.seats) if seat.kind == "person" and seat.handed != "resigned"]
    for seat in people if seats is None else seats:
        owner = owner_of_seat(conn, table, seat)
        more = {"path": f"/t/{table}", "now": now, "table": table}
        enqueue_notice(conn, owner, topic, key=f"{table}:{key}", title=title, text=text, **more)  # type: ignore[arg-type]


def note_remark(conn: sa.Connection, table: str, seat: int, number: int, now: float) -> None:
    """Tell the others at a table that somebody wrote; never what."""
    doc = read_doc(conn, table)
    if doc is None or doc.pace.kind != "turns" or doc.status != "playing" or seat < 0:
        return
    others = [i for i, held in enumerate(doc.seats) if held.kind == "person" and i != seat]
    _tell_everybody(conn, table, doc, "chat", str(number), T("{who} wrote in the chat", who=Who(seat)), None, now, others)


def read_doc(conn: sa.Connection, table: str) -> Doc | None:
    """How a table stands; None if it is gone or cannot be read."""
    found = conn.execute(sa.select(tables.c.doc).where(tables.c.id == table)).scalar()
    try:
        return codec.decoder(Doc).decode(found) if found is not None else None
    except msgspec.MsgspecError:
        return None


# -- what an owner changes ---------------------------------------------------------------------------------------------------


def seats_of_owner(conn: sa.Connection, owner: str) -> list[tuple[str, int]]:
    """The running tables and seats whose turns an owner is told of."""
    kind, _, rest = owner.partition(":")
    if kind == "seat":
        table, _, seat = rest.rpartition(":")
        return [(table, int(seat))]
    playing = sa.select(card_seats.c.table_id, card_seats.c.seat).join(tables, tables.c.id == card_seats.c.table_id)
    held = conn.execute(playing.where(card_seats.c.card == rest, tables.c.status == "playing"))
    return [(row.table_id, row.seat) for row in held]


def reschedule_owner(conn: sa.Connection, owner: str, now: float) -> None:
    """Let what is not sent yet follow what an owner has chosen now: channels, times, muted games, a pause."""
    mine = sa.select(channels.c.id).where(channels.c.owner == owner)
    for table, seat in seats_of_owner(conn, owner):
        unsent = (notices.c.channel.in_(mine), notices.c.table_id == table, notices.c.sent.is_(None))
        waiting = conn.execute(sa.select(notices.c.id).where(*unsent, notices.c.topic == "turn")).first() is not None
        conn.execute(notices.delete().where(*unsent, notices.c.topic.in_(TURNS)))
        doc = read_doc(conn, table)
        if doc is not None and doc.actor == seat and is_person_asked(doc):
            schedule_turn(conn, table, doc, now, told=not waiting)


def forget_seat(conn: sa.Connection, table: str, seat: int) -> None:
    """Erase what a guest's seat has chosen."""
    for part in (channels, prefs, mutes):
        conn.execute(part.delete().where(part.c.owner == seat_owner(table, seat)))


def forget_finished_seats(conn: sa.Connection, now: float) -> int:
    """Erase the channels of guests whose game is over, once the last notice is out (after a day in any case)."""
    over = sa.select(tables.c.id).where(tables.c.id == channels.c.table_id, tables.c.status.in_(("over", "abandoned")))
    open_notice = sa.select(notices.c.id).where(notices.c.channel == channels.c.id, notices.c.sent.is_(None))
    late = over.where(tables.c.changed < now - 86400.0)
    done = sa.or_(sa.and_(over.exists(), ~open_notice.exists()), late.exists())
    gone = conn.execute(channels.delete().where(channels.c.owner.startswith("seat:"), done)).rowcount
    for part in (prefs, mutes):
        here = sa.select(tables.c.id).where(tables.c.id == part.c.table_id, tables.c.status.in_(("over", "abandoned")))
        left = sa.select(channels.c.id).where(channels.c.owner == part.c.owner)
        conn.execute(part.delete().where(part.c.owner.startswith("seat:"), here.exists(), ~left.exists()))
    return gone
