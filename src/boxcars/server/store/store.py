"""The store: what is written is kept. SQLite in a file, or PostgreSQL by URL.

All methods block; the hall calls them from threads. A change of a table is one transaction that moves ``tables.seq`` on
from what the writer saw and appends a journal entry under that number: two writers can never both succeed.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from boxcars.server import steady
from boxcars.server.store import maps, notes, pencils, results, table_rows, turn_notices
from boxcars.server.store.database import Database, InUse, database_url, reads_database, writes_database
from boxcars.server.store.profile_schema import card_devices, card_seats
from boxcars.server.store.schema import chat, entries, snapshots, tables, tokens
from boxcars.server.store.table_rows import Row, Unreadable, Write
from boxcars.server.table.documents import Entry, Remark, Setup

__all__ = ["Conflict", "InUse", "Row", "Store", "Unreadable", "Write", "database_url"]


log = logging.getLogger("boxcars.store")


class Conflict(Exception):
    """Raised when another process changed the table first: read it again."""


def _move_statement(*names: str) -> sa.Update:
    """Return the update of a table's row from the journal number that its writer saw; cached, since compiling it is slow."""
    seen = (tables.c.id == sa.bindparam("table"), tables.c.seq == sa.bindparam("seen"))
    return tables.update().where(*seen).values({name: sa.bindparam(name) for name in names})


CHANGED = ("seq", "status", "listed", "changed", "version", "doc", "bot", "deadline")
MOVE = {
    (position, remind): _move_statement(*CHANGED, *(["state"] if position else []), *(["remind"] if remind else []))
    for position in (False, True)
    for remind in (False, True)
}
"""The compiled updates, by whether the position changes and whether the turn's reminder does."""
APPEND = entries.insert()
SEQ = sa.select(tables.c.seq).where(tables.c.id == sa.bindparam("table"))


MOST_CHAT = 500
"""The greatest number of chat lines that a table keeps of players, and as many of spectators, so that neither group displaces the
other."""


def forget_chat(conn: sa.Connection, table: str, seat: int) -> None:
    """Delete the oldest lines of chat of the group that ``seat`` belongs to, if there are too many."""
    group = (chat.c.table_id == table, chat.c.seat < 0 if seat < 0 else chat.c.seat >= 0)
    newest = sa.select(chat.c.id).where(*group).order_by(chat.c.id.desc())
    last = conn.execute(newest.limit(1).offset(MOST_CHAT)).scalar()
    if last is not None:
        conn.execute(chat.delete().where(*group, chat.c.id <= last))


class Store(Database):
    def __init__(self, database: str | None, process: str | None = None, journal: str = "WAL") -> None:
        super().__init__(database, process, journal)
        self.trouble: dict[str, str] = {}
        """Tables that could not be read, with the reason; each was logged once."""

    def told_of(self, bad: Unreadable) -> None:
        """Note a table that cannot be read: once in the log, and in the metrics as long as it lasts."""
        if bad.id not in self.trouble:
            log.error("a table cannot be read and is left out", extra={"table": bad.id, "why": bad.why})
        self.trouble[bad.id] = bad.why

    # -- tables ------------------------------------------------------------------------------------------------------

    @writes_database
    def create_table(
        self,
        id: str,
        setup: Setup,
        version: int,
        write: Write,
        journal: Sequence[Entry] = (),
        kept: Sequence[tuple[int, int, int, bytes]] = (),
    ) -> bool:
        """Store a new table, with the journal and the snapshots (seq, ply, version, state) of an imported one. False if a table
        of that name exists (the request was sent twice)."""
        now = write.entry.at
        try:
            with self.write_transaction() as conn:
                conn.execute(
                    tables.insert().values(
                        id=id,
                        game=setup.game,
                        status=write.doc.status,
                        listed=write.doc.listed,
                        created=now,
                        changed=now,
                        seq=write.entry.seq + len(journal),
                        version=version,
                        setup=msgspec.json.encode(setup),
                        doc=msgspec.json.encode(write.doc),
                        state=write.state,
                        bot=write.bot,
                        deadline=write.deadline,
                        remind=write.remind,
                    )
                )
                maps.mark_played(conn, [setup.map])
                self._append_journal(conn, write)
                if journal:
                    conn.execute(APPEND, [{"table_id": id} | msgspec.structs.asdict(entry) for entry in journal])
                if kept:
                    named = [dict(zip(("seq", "ply", "version", "state"), snapshot, strict=True)) for snapshot in kept]
                    conn.execute(snapshots.insert(), [{"table_id": id} | snapshot for snapshot in named])
        except IntegrityError:
            return False
        return True

    @writes_database
    def commit_write(self, write: Write) -> None:
        """Make a change lasting, or raise Conflict and change nothing."""
        error = self.commit_all([write])[0]
        if error is not None:
            raise error

    @writes_database
    def commit_all(self, writes: Sequence[Write]) -> list[Exception | None]:
        """Make changes lasting in one transaction, each judged by itself; what went wrong with each, if anything did."""
        try:
            with self.write_transaction() as conn:
                return [None if self._change_row(conn, write) else Conflict(write.id) for write in writes]
        except SQLAlchemyError as error:
            busy = isinstance(error, IntegrityError) or "deadlock" in str(error) or "could not serialize" in str(error)
            if isinstance(error, OperationalError) and not busy:  # a full disk, a database that is away: the same for all
                return [error] * len(writes)
            if len(writes) > 1:  # one of them cannot be written: the others are none the worse for it
                return [self.commit_all([write])[0] for write in writes]
            return [Conflict(writes[0].id) if busy else error]

    def _change_row(self, conn: sa.Connection, write: Write) -> bool:
        """Update the table's row from the journal number that the writer saw; False if the table is gone."""
        values = {
            "table": write.id,
            "seen": write.entry.seq - 1,
            "seq": write.entry.seq,
            "status": write.doc.status,
            "listed": write.doc.listed,
            "changed": write.entry.at,
            "version": write.version,
            "doc": msgspec.json.encode(write.doc),
            "bot": write.bot,
            "deadline": write.deadline,
        }
        remind = write.remind is None or not write.again
        if remind:
            values["remind"] = write.remind
        if write.state is not None:
            values["state"] = write.state
        if conn.execute(MOVE[write.state is not None, remind], values).rowcount != 1:
            return False
        self._append_journal(conn, write)
        self.notify_servers(conn, f"{write.id}:{write.entry.seq}")
        return True

    def _append_journal(self, conn: sa.Connection, write: Write) -> None:
        entry = write.entry
        conn.execute(APPEND, {"table_id": write.id} | msgspec.structs.asdict(entry))
        if write.snapshot is not None:
            kept = {"table_id": write.id, "seq": entry.seq, "ply": entry.ply, "version": write.version, "state": write.snapshot}
            conn.execute(snapshots.insert(), kept)
        if write.freed:
            conn.execute(tokens.delete().where(tokens.c.table_id == write.id, tokens.c.seat.in_(write.freed)))
            conn.execute(card_seats.delete().where(card_seats.c.table_id == write.id, card_seats.c.seat.in_(write.freed)))
            pencils.forget_pencils(conn, write.id, list(write.freed))
            notes.forget_notes(conn, write.id, list(write.freed))
            self.notify_servers(conn, f"{write.id}:tokens")
        for hash, seat in write.tokens:
            link = {"hash": hash, "table_id": write.id, "seat": seat, "created": entry.at, "device": write.device}
            conn.execute(tokens.insert(), link)
        for seat, card in write.taken:
            conn.execute(card_seats.insert(), {"table_id": write.id, "seat": seat, "card": card, "hidden": False})
        if write.result is not None:
            results.keep_result(conn, write.id, write.result, entry.at)
        turn_notices.note_change(conn, write)

    @reads_database
    def load_table(self, id: str, after: int = 0) -> tuple[Row, list[Entry]] | None:
        """Return a table and its journal after ``after``, read in one transaction."""
        with self.read_transaction() as conn:
            found = conn.execute(sa.select(tables).where(tables.c.id == id)).one_or_none()
            if found is None:
                return None
            row = table_rows.read_row(found)
            wanted = (
                sa.select(entries)
                .where(entries.c.table_id == id, entries.c.seq > after, entries.c.seq <= row.seq)
                .order_by(entries.c.seq)
            )
            lines = conn.execute(wanted).all()
        with table_rows.fence_errors(id):
            journal = [table_rows.read_entry(line) for line in lines]
        return row, journal

    @reads_database
    def last_seq(self, id: str) -> int | None:
        with self.read_transaction() as conn:
            return conn.execute(SEQ, {"table": id}).scalar()

    @reads_database
    def newest_snapshot(self, id: str, seqs: list[int]) -> tuple[int, int, bytes] | None:
        """Return the newest snapshot at one of these journal numbers: (seq, version, state)."""
        with self.read_transaction() as conn:
            kept = conn.execute(
                sa.select(snapshots.c.seq, snapshots.c.version).where(snapshots.c.table_id == id).order_by(snapshots.c.seq.desc())
            ).all()
            good = set(seqs)
            for seq, version in kept:
                if seq in good:
                    state = conn.execute(
                        sa.select(snapshots.c.state).where(snapshots.c.table_id == id, snapshots.c.seq == seq)
                    ).scalar_one()
                    return seq, version, bytes(state)
        return None

    @reads_database
    def list_snapshots(self, id: str, seqs: list[int]) -> list[tuple[int, int, int, bytes]]:
        """Return all snapshots at these journal numbers: (seq, ply, version, state)."""
        columns = (snapshots.c.seq, snapshots.c.ply, snapshots.c.version, snapshots.c.state)
        with self.read_transaction() as conn:
            found = conn.execute(sa.select(*columns).where(snapshots.c.table_id == id).order_by(snapshots.c.seq)).all()
        good = set(seqs)
        return [(seq, ply, version, bytes(state)) for seq, ply, version, state in found if seq in good]

    @reads_database
    def all_tables(self) -> list[str]:
        with self.read_transaction() as conn:
            return list(conn.execute(sa.select(tables.c.id).order_by(tables.c.created)).scalars())

    @reads_database
    def existing_tables(self, ids: list[str]) -> set[str]:
        """Return which of these tables exist."""
        out: set[str] = set()
        with self.read_transaction() as conn:
            for some in (ids[i : i + 500] for i in range(0, len(ids), 500)):
                out |= set(conn.execute(sa.select(tables.c.id).where(tables.c.id.in_(some))).scalars())
        return out

    @reads_database
    def count_by_status(self) -> dict[str, int]:
        with self.read_transaction() as conn:
            found = conn.execute(sa.select(tables.c.status, sa.func.count()).group_by(tables.c.status)).all()
        return {row[0]: row[1] for row in found}

    @reads_database
    def due_tables(self, now: float, patience: float) -> tuple[list[str], list[str], list[str]]:
        """Return the tables where a bot has been due for a while, those whose clock has run out, and those with a due
        reminder."""
        playing = tables.c.status == "playing"
        with self.read_transaction() as conn:
            bots = conn.execute(sa.select(tables.c.id).where(playing, tables.c.bot.is_(True), tables.c.changed < now - patience))
            late = conn.execute(sa.select(tables.c.id).where(playing, tables.c.deadline <= now))
            remind = conn.execute(sa.select(tables.c.id).where(playing, tables.c.remind <= now))
            return list(bots.scalars()), list(late.scalars()), list(remind.scalars())

    @reads_database
    def clocks_before(self, until: float) -> list[str]:
        """Return the tables whose clock runs out before a time."""
        with self.read_transaction() as conn:
            found = conn.execute(sa.select(tables.c.id).where(tables.c.status == "playing", tables.c.deadline < until))
            return list(found.scalars())

    @reads_database
    def changed_after(self, at: float) -> list[str]:
        """Return the tables in play that were changed after a time."""
        with self.read_transaction() as conn:
            found = conn.execute(sa.select(tables.c.id).where(tables.c.status == "playing", tables.c.changed > at))
            return list(found.scalars())

    @writes_database
    def take_reminder(self, id: str, now: float) -> bool:
        """Claim a due reminder: exactly one of several servers gets it."""
        with self.write_transaction() as conn:
            done = conn.execute(tables.update().where(tables.c.id == id, tables.c.remind <= now).values(remind=None))
            return done.rowcount == 1

    @writes_database
    def remind_at(self, id: str, at: float) -> None:
        """Set the time of a table's next reminder."""
        with self.write_transaction() as conn:
            conn.execute(tables.update().where(tables.c.id == id).values(remind=at))

    # -- tokens ------------------------------------------------------------------------------------------------------

    @reads_database
    def find_token(self, hash: str) -> tuple[str, str, int] | None:
        """Return (hash, table, seat) of a token, given as a hash."""
        with self.read_transaction() as conn:
            found = conn.execute(
                sa.select(tokens.c.hash, tokens.c.table_id, tokens.c.seat).where(tokens.c.hash == hash)
            ).one_or_none()
        return (found.hash, found.table_id, found.seat) if found is not None else None

    @reads_database
    def device_seat(self, key: str) -> tuple[str, str, int] | None:
        """Return (key, table, seat) that a device of a profile opens at a table (``secret_tokens.key_of`` makes the key)."""
        hash, _, table = key.partition(":")
        held = card_devices.c.card == card_seats.c.card
        wanted = sa.select(card_devices.c.hash, card_seats.c.table_id, card_seats.c.seat).join(card_seats, held)
        with self.read_transaction() as conn:
            found = conn.execute(wanted.where(card_devices.c.hash == hash, card_seats.c.table_id == table)).one_or_none()
        return (f"{found.hash}:{found.table_id}", found.table_id, found.seat) if found is not None else None

    # -- chat --------------------------------------------------------------------------------------------------------

    @writes_database
    def add_remark(self, id: str, seat: int, name: str, text: str, key: str | None) -> Remark:
        at = steady.time()
        try:
            with self.write_transaction() as conn:
                number = conn.execute(
                    chat.insert().values(table_id=id, seat=seat, name=name, text=text, at=at, key=key).returning(chat.c.id)
                ).scalar_one()
                forget_chat(conn, id, seat)
                turn_notices.note_remark(conn, id, seat, number, at)
                self.notify_servers(conn, f"{id}:chat")
        except IntegrityError:
            with self.read_transaction() as conn:
                found = conn.execute(
                    sa.select(chat).where(chat.c.table_id == id, chat.c.seat == seat, chat.c.key == key)
                ).one_or_none()
            if found is None:
                raise Conflict(id) from None
            return Remark(id=found.id, seat=found.seat, name=found.name, text=found.text, at=found.at)
        return Remark(id=number, seat=seat, name=name, text=text, at=at)

    @reads_database
    def list_remarks(self, id: str, limit: int = 100) -> list[Remark]:
        with self.read_transaction() as conn:
            found = conn.execute(sa.select(chat).where(chat.c.table_id == id).order_by(chat.c.id.desc()).limit(limit)).all()
        return [Remark(id=f.id, seat=f.seat, name=f.name, text=f.text, at=f.at) for f in reversed(found)]
