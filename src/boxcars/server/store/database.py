"""The database connection: where it is, how it is opened, who may use it. What is stored in it is up to the store.

A SQLite file holds every hand and seed, so only its owner may read it (0600), and one server at a time uses it, by a lock file.

"""

from __future__ import annotations

import logging
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from boxcars.server.store.schema import facts, migrate_schema

log = logging.getLogger("boxcars.database")
F = TypeVar("F", bound=Callable[..., Any])
PATIENCE = 15.0
"""Seconds to wait for another process that writes to the SQLite file."""


class InUse(Exception):
    """Raised when another server uses the SQLite file."""


def reads_database(method: F) -> F:
    """Mark a method that only reads. It has a queue of its own and never waits behind writers (``TableManager.run_blocking``)."""
    method.line = "read"  # type: ignore[attr-defined]
    return method


def writes_database(method: F) -> F:
    """Mark a method that writes: it may wait for another writer of the database."""
    method.line = "write"  # type: ignore[attr-defined]
    return method


def database_url(database: str | None) -> str:
    """A URL from what the user gave: nothing (a file in the user's data directory), a path, or a URL.

    A file is named by its real path: through whatever link it was reached, it is the same database.
    """
    if database is None:
        from platformdirs import user_data_path

        return _file_url(user_data_path("boxcars", appauthor=False) / "boxcars.sqlite")
    if "://" not in database:
        return _file_url(Path(database))
    if database.startswith(("postgres://", "postgresql://")):
        return "postgresql+psycopg://" + database.split("://", 1)[1]
    if database.startswith("sqlite:"):
        name = make_url(database).database or ""
        if name in ("", ":memory:") or name.startswith("file:"):
            raise sa.exc.ArgumentError("SQLite needs the path of a file: sqlite:///PATH")
        return _file_url(Path(name))
    return database


def _file_url(path: Path) -> str:
    path = path.expanduser().resolve()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{path}"


def file_of(url: str) -> Path | None:
    """Return the file of a SQLite database."""
    return Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None


def make_private(path: Path) -> None:
    """Make an empty file that nobody else may read, unless it is there; then see that nobody else may read it."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        restrict_access(path)


def restrict_access(path: Path) -> None:
    """Restrict a file to its owner. (By name: opening and closing a database here would drop SQLite's own locks.)"""
    try:
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
            log.warning("others could read a file of the database; now only its owner can", extra={"file": path.name})
    except FileNotFoundError:
        return
    except OSError:
        log.warning("others may read a file of the database, and it is not ours to change", extra={"file": path.name})


class Database:
    def __init__(self, database: str | None, process: str | None = None, journal: str = "WAL") -> None:
        """``journal``: SQLite's journal mode; WAL needs memory that processes share."""
        self.url = database_url(database)
        self.process = process or secrets.token_hex(4)
        self.notice_key = ""
        """What the host adds to the key that addresses of notices are encrypted with."""
        self.file = file_of(self.url)
        self.sqlite = self.file is not None
        if self.file is not None:
            make_private(self.file)
            for beside in ("-wal", "-shm"):  # SQLite makes these like the file; older ones may be open
                restrict_access(self.file.with_name(self.file.name + beside))
        options: dict[str, Any] = {"pool_size": 12, "max_overflow": 20}
        if not self.sqlite:
            options |= {"pool_pre_ping": True, "pool_recycle": 600, "connect_args": {"connect_timeout": 5}}
        self.engine = sa.create_engine(self.url, **options)
        self._writing = threading.Lock()
        self._locks: list[int] = []
        if self.sqlite:
            sa.event.listen(self.engine, "connect", partial(_prepare_sqlite, journal))
            sa.event.listen(self.engine, "begin", _begin_sqlite)
        with self.write_transaction() as conn:
            self.schema = migrate_schema(conn)
            self._load_secret(conn)

    def close(self) -> None:
        self.engine.dispose()
        while self._locks:
            os.close(self._locks.pop())

    def lock_file(self) -> None:
        """Lock a SQLite file for this server, so that memory and file agree. The lock ends with the process."""
        if self.file is None:
            return
        try:
            import fcntl
        except ImportError:  # not on this system: whoever starts two servers there is told by nobody
            return
        beside = self.file.with_name(self.file.name + ".lock")
        self._locks.append(os.open(beside, os.O_CREAT | os.O_RDWR, 0o600))
        restrict_access(beside)
        if sys.platform == "linux":  # elsewhere this kind of lock and SQLite's own get in each other's way
            self._locks.append(os.open(self.file, os.O_RDWR))
        try:
            for lock in self._locks:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InUse("another server runs on this database; several servers need PostgreSQL") from None

    @contextmanager
    def write_transaction(self) -> Iterator[sa.Connection]:
        """Open a writing transaction. SQLite has one writer at a time, so threads wait for each other here and not in the
        database."""
        if not self.sqlite:
            with self.engine.begin() as conn:
                yield conn
            return
        if not self._writing.acquire(timeout=PATIENCE):
            raise sa.exc.TimeoutError("the database is locked")
        try:
            with self.engine.connect().execution_options(write=True) as conn, conn.begin():
                yield conn
        finally:
            self._writing.release()

    @contextmanager
    def read_transaction(self) -> Iterator[sa.Connection]:
        with self.engine.connect() as conn:
            yield conn

    def notify_servers(self, conn: sa.Connection, what: str) -> None:
        """Tell the other servers something when this transaction is committed."""
        if not self.sqlite:
            conn.execute(sa.select(sa.func.pg_notify("boxcars", f"{self.process}:{what}")))

    def _load_secret(self, conn: sa.Connection) -> None:
        found = conn.execute(sa.select(facts.c.value).where(facts.c.key == "secret")).scalar()
        if found is None:
            found = secrets.token_hex(32)
            conn.execute(facts.insert().values(key="secret", value=found))
        self.secret = bytes.fromhex(found)

    @reads_database
    def check_connection(self) -> None:
        """Raises if the database does not answer."""
        with self.read_transaction() as conn:
            conn.execute(sa.select(facts.c.value).where(facts.c.key == "schema")).scalar()

    @writes_database
    def check_writing(self) -> None:
        """Check that something can be written; raises if the disk is full or another process holds the database."""
        with self.write_transaction() as conn:
            conn.execute(facts.delete().where(facts.c.key == "tried"))  # (to write what is there already would write nothing)
            conn.execute(facts.insert().values(key="tried", value=str(time.time())))


def _prepare_sqlite(journal: str, connection: Any, record: Any) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (f"journal_mode={journal}", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={PATIENCE * 1000:.0f}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(conn: sa.Connection) -> None:
    conn.exec_driver_sql("BEGIN IMMEDIATE" if conn.get_execution_options().get("write") else "BEGIN")
