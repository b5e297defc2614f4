"""The database: its tables, and the numbered steps by which an older database becomes a current one.

Every step is plain SQL, frozen once released; ``{blob}``, ``{real}`` and ``{serial}`` stand for the dialect's words. A step
runs in one transaction together with the note that it ran, under a lock, so several servers may start on one database at once.
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

facts = sa.Table("facts", metadata, sa.Column("key", sa.String, primary_key=True), sa.Column("value", sa.String))
"""Small things about the store itself: the schema's number, the secret that tokens are derived with."""

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("game", sa.String),
    sa.Column("status", sa.String),
    sa.Column("listed", sa.Boolean),
    sa.Column("created", sa.Double),
    sa.Column("changed", sa.Double),
    sa.Column("seq", sa.Integer),
    sa.Column("version", sa.Integer),
    sa.Column("setup", sa.LargeBinary),
    sa.Column("doc", sa.LargeBinary),
    sa.Column("state", sa.LargeBinary),
    sa.Column("bot", sa.Boolean),
    sa.Column("deadline", sa.Double),
    sa.Column("remind", sa.Double),
)
"""One row for each table: ``seq`` counts its journal, ``state`` is the current position (the newest snapshot), ``bot`` says
that a bot is to act, ``deadline`` when the clock of the seat to act runs out, ``remind`` when its owner is to be reminded."""

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String),
    sa.Column("seat", sa.Integer),
    sa.Column("ply", sa.Integer),
    sa.Column("at", sa.Double),
    sa.Column("reveals", sa.Boolean),
    sa.Column("key", sa.String),
    sa.Column("body", sa.LargeBinary),
    sa.Column("events", sa.LargeBinary),
)
"""The journal: append-only. (table_id, seq) is the primary key: of two that write at once, one is told to look again."""

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("ply", sa.Integer),
    sa.Column("version", sa.Integer),
    sa.Column("state", sa.LargeBinary),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("hash", sa.String, primary_key=True),
    sa.Column("table_id", sa.String),
    sa.Column("seat", sa.Integer),
    sa.Column("created", sa.Double),
)
"""Seat -1 is the table's host. Only hashes are stored."""

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String),
    sa.Column("text", sa.String),
    sa.Column("at", sa.Double),
    sa.Column("key", sa.String),
)

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("at", sa.Double),
)
"""When a seat's owner was last known to be there; written now and then, not at every sign of life."""

MIGRATIONS: list[tuple[int, list[str]]] = [
    (
        1,
        [
            "CREATE TABLE tables (id VARCHAR(32) PRIMARY KEY, game VARCHAR(64) NOT NULL, status VARCHAR(16) NOT NULL,"
            " listed BOOLEAN NOT NULL, created {real} NOT NULL, changed {real} NOT NULL, seq INTEGER NOT NULL,"
            " version INTEGER NOT NULL, setup {blob} NOT NULL, doc {blob} NOT NULL, state {blob}, bot BOOLEAN NOT NULL,"
            " deadline {real})",
            "CREATE INDEX tables_status ON tables (status, bot)",
            "CREATE TABLE entries (table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seq INTEGER NOT NULL,"
            " kind VARCHAR(16) NOT NULL, seat INTEGER NOT NULL, ply INTEGER NOT NULL, at {real} NOT NULL,"
            " reveals BOOLEAN NOT NULL, key VARCHAR(64), body {blob} NOT NULL, events {blob} NOT NULL,"
            " PRIMARY KEY (table_id, seq))",
            "CREATE UNIQUE INDEX entries_key ON entries (table_id, seat, key) WHERE key IS NOT NULL",
            "CREATE TABLE snapshots (table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
            " seq INTEGER NOT NULL, ply INTEGER NOT NULL, version INTEGER NOT NULL, state {blob} NOT NULL,"
            " PRIMARY KEY (table_id, seq))",
            "CREATE TABLE tokens (hash VARCHAR(64) PRIMARY KEY,"
            " table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
            " seat INTEGER NOT NULL, created {real} NOT NULL)",
            "CREATE INDEX tokens_table ON tokens (table_id)",
            "CREATE TABLE chat (id {serial}, table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
            " seat INTEGER NOT NULL, name VARCHAR(64) NOT NULL, text VARCHAR(2000) NOT NULL, at {real} NOT NULL,"
            " key VARCHAR(64))",
            "CREATE UNIQUE INDEX chat_key ON chat (table_id, seat, key) WHERE key IS NOT NULL",
        ],
    ),
    (2, ["ALTER TABLE tables ADD COLUMN remind {real}", "CREATE INDEX tables_deadline ON tables (deadline)"]),
    (
        3,
        [
            "CREATE INDEX tables_lobby ON tables (listed, status, created DESC, id)",
            "CREATE TABLE presence (table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
            " seat INTEGER NOT NULL, at {real} NOT NULL, PRIMARY KEY (table_id, seat))",
            "INSERT INTO presence (table_id, seat, at) SELECT DISTINCT tokens.table_id, tokens.seat, tables.changed"
            " FROM tokens JOIN tables ON tables.id = tokens.table_id WHERE tokens.seat >= 0 AND tables.status = 'playing'",
        ],
    ),
]

WORDS = {
    "sqlite": {"blob": "BLOB", "real": "DOUBLE", "serial": "INTEGER PRIMARY KEY AUTOINCREMENT"},
    "postgresql": {"blob": "BYTEA", "real": "DOUBLE PRECISION", "serial": "SERIAL PRIMARY KEY"},
}


class TooNew(Exception):
    """The database was written by a newer version of this program."""


def migrate(conn: sa.Connection, upto: int | None = None) -> int:
    """Bring the database up to date (inside the caller's transaction); returns its number."""
    dialect = conn.dialect.name
    words = WORDS[dialect]
    if dialect == "postgresql":
        conn.exec_driver_sql("SELECT pg_advisory_xact_lock(76227)")
    conn.exec_driver_sql("CREATE TABLE IF NOT EXISTS facts (key VARCHAR(64) PRIMARY KEY, value VARCHAR(4000) NOT NULL)")
    found = conn.execute(sa.select(facts.c.value).where(facts.c.key == "schema")).scalar()
    number = int(found) if found is not None else 0
    if number > MIGRATIONS[-1][0]:
        raise TooNew(f"the database has schema {number}; this program knows up to {MIGRATIONS[-1][0]}")
    for step, statements in MIGRATIONS:
        if step <= number or (upto is not None and step > upto):
            continue
        for statement in statements:
            conn.exec_driver_sql(statement.format(**words))
        number = step
    if found is None:
        conn.execute(facts.insert().values(key="schema", value=str(number)))
    else:
        conn.execute(facts.update().where(facts.c.key == "schema").values(value=str(number)))
    return number
