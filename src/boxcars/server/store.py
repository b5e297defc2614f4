"""The store: what is written is kept. SQLite in a file, or PostgreSQL by URL.

All methods block; the hall calls them from threads. A change of a table is one transaction that moves ``tables.seq`` on
from what the writer saw and appends a journal entry under that number: two writers can never both succeed.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError

from boxcars.server.documents import Doc, Entry, Remark, Setup
from boxcars.server.schema import chat, entries, facts, migrate, snapshots, tables, tokens

__all__ = ["Conflict", "InUse", "Row", "Store", "Write", "database_url"]


class InUse(Exception):
    """Another server has the SQLite file."""


class Conflict(Exception):
    """Somebody else changed the table first: read it again."""


@dataclass
class Row:
    """A table as stored."""

    id: str
    seq: int
    version: int
    setup: Setup
    doc: Doc
    state: bytes | None
    created: float
    changed: float


@dataclass
class Write:
    """A change of a table from ``entry.seq - 1`` to ``entry.seq``."""

    id: str
    entry: Entry
    doc: Doc
    version: int
    state: bytes | None = None
    """The new position; None leaves it as it is."""
    snapshot: bytes | None = None
    """A position to keep, so that what came before it can be reached quickly."""
    bot: bool = False
    deadline: float | None = None
    remind: float | None = None
    tokens: list[tuple[str, int]] = field(default_factory=list)
    """Links (hashed) that open a seat from now on."""
    freed: list[int] = field(default_factory=list)
    """Seats whose links die with this change."""


def _move(*names: str) -> sa.Update:
    """The update of a table's row from the journal number its writer saw; made once, so that it is compiled once."""
    seen = (tables.c.id == sa.bindparam("table"), tables.c.seq == sa.bindparam("seen"))
    return tables.update().where(*seen).values({name: sa.bindparam(name) for name in names})


CHANGED = ("seq", "status", "listed", "changed", "version", "doc", "bot", "deadline", "remind")
MOVE = _move(*CHANGED)
MOVE_STATE = _move(*CHANGED, "state")
APPEND = entries.insert()
SEQ = sa.select(tables.c.seq).where(tables.c.id == sa.bindparam("table"))


def database_url(database: str | None) -> str:
    """A URL from what the user gave: nothing (a file in the user's data directory), a path, or a URL."""
    if database is None:
        from platformdirs import user_data_path

        folder = user_data_path("boxcars", appauthor=False, ensure_exists=True)
        return f"sqlite:///{folder / 'boxcars.sqlite'}"
    if "://" not in database:
        path = Path(database).expanduser().resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{path}"
    if database.startswith(("postgres://", "postgresql://")):
        return "postgresql+psycopg://" + database.split("://", 1)[1]
    return database


class Store:
    def __init__(self, database: str | None, process: str | None = None) -> None:
        self.url = database_url(database)
        self.process = process or secrets.token_hex(4)
        self.sqlite = self.url.startswith("sqlite")
        options: dict[str, Any] = {"pool_size": 12, "max_overflow": 4}
        if not self.sqlite:
            options |= {"pool_pre_ping": True, "pool_recycle": 600}
        self.engine = sa.create_engine(self.url, **options)
        self._writing = threading.Lock()
        self._locked: TextIO | None = None
        if self.sqlite:
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
            sa.event.listen(self.engine, "begin", _begin_sqlite)
        with self.write() as conn:
            self.schema = migrate(conn)
            self._secret(conn)

    def close(self) -> None:
        self.engine.dispose()
        if self._locked is not None:
            self._locked.close()
            self._locked = None

    def lock(self) -> None:
        """Be the only server on a SQLite file: what is in memory is then what is stored. The lock ends with the process."""
        if not self.sqlite:
            return
        try:
            import fcntl
        except ImportError:  # not on this system: whoever starts two servers there is told by nobody
            return
        self._locked = Path(self.url.removeprefix("sqlite:///") + ".lock").open("w")  # noqa: SIM115
        try:
            fcntl.flock(self._locked, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InUse("another server runs on this database; several servers need PostgreSQL") from None

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """A writing transaction. SQLite has one writer at a time: wait in line here and not in the database."""
        if self.sqlite:
            with self._writing, self.engine.connect().execution_options(write=True) as conn, conn.begin():
                yield conn
        else:
            with self.engine.begin() as conn:
                yield conn

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        with self.engine.connect() as conn:
            yield conn

    # -- facts -------------------------------------------------------------------------------------------------------

    def _secret(self, conn: sa.Connection) -> None:
        found = conn.execute(sa.select(facts.c.value).where(facts.c.key == "secret")).scalar()
        if found is None:
            found = secrets.token_hex(32)
            conn.execute(facts.insert().values(key="secret", value=found))
        self.secret = bytes.fromhex(found)

    def check(self) -> None:
        """Raises if the database does not answer."""
        with self.read() as conn:
            conn.execute(sa.select(facts.c.value).where(facts.c.key == "schema")).scalar()

    # -- tables ------------------------------------------------------------------------------------------------------

    def create(
        self,
        id: str,
        setup: Setup,
        version: int,
        write: Write,
        journal: Sequence[Entry] = (),
        kept: Sequence[tuple[int, int, int, bytes]] = (),
    ) -> bool:
        """A new table, with the journal and the snapshots (seq, ply, version, state) it brings along if it was imported.

        False if there is one of that name already (the request was sent twice).
        """
        now = write.entry.at
        try:
            with self.write() as conn:
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
                self._append(conn, write)
                if journal:
                    conn.execute(APPEND, [{"table_id": id} | msgspec.structs.asdict(entry) for entry in journal])
                if kept:
                    named = [dict(zip(("seq", "ply", "version", "state"), snapshot, strict=True)) for snapshot in kept]
                    conn.execute(snapshots.insert(), [{"table_id": id} | snapshot for snapshot in named])
        except IntegrityError:
            return False
        return True

    def commit(self, write: Write) -> None:
        """Make a change lasting, or raise Conflict and change nothing."""
        error = self.commit_all([write])[0]
        if error is not None:
            raise error

    def commit_all(self, writes: Sequence[Write]) -> list[Exception | None]:
        """Make changes lasting in one transaction, each judged by itself; what went wrong with each, if anything did."""
        try:
            with self.write() as conn:
                return [None if self._change(conn, write) else Conflict(write.id) for write in writes]
        except (IntegrityError, OperationalError) as error:
            if len(writes) > 1:
                return [self.commit_all([write])[0] for write in writes]
            busy = isinstance(error, IntegrityError) or "deadlock" in str(error) or "could not serialize" in str(error)
            return [Conflict(writes[0].id) if busy else error]

    def _change(self, conn: sa.Connection, write: Write) -> bool:
        """Move the table on from what the writer saw; False if it is not there any more."""
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
            "remind": write.remind,
        }
        if write.state is not None:
            values["state"] = write.state
        if conn.execute(MOVE if write.state is None else MOVE_STATE, values).rowcount != 1:
            return False
        self._append(conn, write)
        self._notify(conn, f"{write.id}:{write.entry.seq}")
        return True

    def _append(self, conn: sa.Connection, write: Write) -> None:
        entry = write.entry
        conn.execute(APPEND, {"table_id": write.id} | msgspec.structs.asdict(entry))
        if write.snapshot is not None:
            kept = {"table_id": write.id, "seq": entry.seq, "ply": entry.ply, "version": write.version, "state": write.snapshot}
            conn.execute(snapshots.insert(), kept)
        if write.freed:
            conn.execute(tokens.delete().where(tokens.c.table_id == write.id, tokens.c.seat.in_(write.freed)))
            self._notify(conn, f"{write.id}:tokens")
        for hash, seat in write.tokens:
            conn.execute(tokens.insert(), {"hash": hash, "table_id": write.id, "seat": seat, "created": entry.at})

    def _notify(self, conn: sa.Connection, what: str) -> None:
        if not self.sqlite:
            conn.execute(sa.select(sa.func.pg_notify("boxcars", f"{self.process}:{what}")))

    def load(self, id: str, after: int = 0) -> tuple[Row, list[Entry]] | None:
        """A table and its journal after ``after``, as of one moment."""
        with self.read() as conn:
            found = conn.execute(sa.select(tables).where(tables.c.id == id)).one_or_none()
            if found is None:
                return None
            row = Row(
                id=found.id,
                seq=found.seq,
                version=found.version,
                setup=msgspec.json.decode(found.setup, type=Setup),
                doc=msgspec.json.decode(found.doc, type=Doc),
                state=found.state,
                created=found.created,
                changed=found.changed,
            )
            wanted = (
                sa.select(entries)
                .where(entries.c.table_id == id, entries.c.seq > after, entries.c.seq <= row.seq)
                .order_by(entries.c.seq)
            )
            journal = [
                Entry(
                    seq=e.seq,
                    kind=e.kind,
                    seat=e.seat,
                    ply=e.ply,
                    at=e.at,
                    reveals=bool(e.reveals),
                    key=e.key,
                    body=bytes(e.body),
                    events=bytes(e.events),
                )
                for e in conn.execute(wanted)
            ]
        return row, journal

    def seq(self, id: str) -> int | None:
        with self.read() as conn:
            return conn.execute(SEQ, {"table": id}).scalar()

    def snapshot(self, id: str, seqs: list[int]) -> tuple[int, int, bytes] | None:
        """The newest snapshot taken at one of these journal numbers: (seq, version, state)."""
        with self.read() as conn:
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

    def every(self) -> list[str]:
        with self.read() as conn:
            return list(conn.execute(sa.select(tables.c.id).order_by(tables.c.created)).scalars())

    def counts(self) -> dict[str, int]:
        with self.read() as conn:
            found = conn.execute(sa.select(tables.c.status, sa.func.count()).group_by(tables.c.status)).all()
        return {row[0]: row[1] for row in found}

    def due(self, now: float, patience: float) -> tuple[list[str], list[str], list[str]]:
        """Tables where (a bot is to act and has not for a while, a clock has run out, a reminder is to be sent)."""
        playing = tables.c.status == "playing"
        with self.read() as conn:
            bots = conn.execute(sa.select(tables.c.id).where(playing, tables.c.bot.is_(True), tables.c.changed < now - patience))
            late = conn.execute(sa.select(tables.c.id).where(playing, tables.c.deadline <= now))
            remind = conn.execute(sa.select(tables.c.id).where(playing, tables.c.remind <= now))
            return list(bots.scalars()), list(late.scalars()), list(remind.scalars())

    def grace(self, until: float) -> None:
        """After a restart: nobody loses on time for the while the server was away."""
        with self.write() as conn:
            conn.execute(tables.update().where(tables.c.status == "playing", tables.c.deadline < until).values(deadline=until))

    def take_reminder(self, id: str, now: float) -> bool:
        """Claim a due reminder: exactly one of several servers gets it."""
        with self.write() as conn:
            done = conn.execute(tables.update().where(tables.c.id == id, tables.c.remind <= now).values(remind=None))
            return done.rowcount == 1

    # -- tokens ------------------------------------------------------------------------------------------------------

    def token(self, hash: str) -> tuple[str, str, int] | None:
        """(hash, table, seat) of a hashed token."""
        with self.read() as conn:
            found = conn.execute(
                sa.select(tokens.c.hash, tokens.c.table_id, tokens.c.seat).where(tokens.c.hash == hash)
            ).one_or_none()
        return (found.hash, found.table_id, found.seat) if found is not None else None

    # -- chat --------------------------------------------------------------------------------------------------------

    def remark(self, id: str, seat: int, name: str, text: str, key: str | None) -> Remark:
        at = time.time()
        try:
            with self.write() as conn:
                number = conn.execute(
                    chat.insert().values(table_id=id, seat=seat, name=name, text=text, at=at, key=key).returning(chat.c.id)
                ).scalar_one()
                self._notify(conn, f"{id}:chat")
        except IntegrityError:
            with self.read() as conn:
                found = conn.execute(
                    sa.select(chat).where(chat.c.table_id == id, chat.c.seat == seat, chat.c.key == key)
                ).one_or_none()
            if found is None:
                raise Conflict(id) from None
            return Remark(id=found.id, seat=found.seat, name=found.name, text=found.text, at=found.at)
        return Remark(id=number, seat=seat, name=name, text=text, at=at)

    def remarks(self, id: str, limit: int = 100) -> list[Remark]:
        with self.read() as conn:
            found = conn.execute(sa.select(chat).where(chat.c.table_id == id).order_by(chat.c.id.desc()).limit(limit)).all()
        return [Remark(id=f.id, seat=f.seat, name=f.name, text=f.text, at=f.at) for f in reversed(found)]


def _prepare_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=15000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(conn: sa.Connection) -> None:
    conn.exec_driver_sql("BEGIN IMMEDIATE" if conn.get_execution_options().get("write") else "BEGIN")
