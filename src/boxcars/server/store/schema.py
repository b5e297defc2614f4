"""The database: its tables, and the numbered steps by which an older database becomes a current one.

Every step is plain SQL or a function, frozen once released; ``{blob}``, ``{real}`` and ``{serial}`` stand for the dialect's
words. A step runs in one transaction together with the note that it ran, under a lock, so several servers may start on one
database at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sqlalchemy as sa

from boxcars.server.store import former_boards, notice_migration, pace_migration, people_migration

metadata = sa.MetaData()

facts = sa.Table("facts", metadata, sa.Column("key", sa.String, primary_key=True), sa.Column("value", sa.String))
"""Facts about the store itself: the schema's number, the secret from which tokens are derived."""

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
    sa.Column("device", sa.String),
)
"""Seat -1 is the table's host. Only hashes are stored. ``device``: the device of a player's card (hashed) that the link was given
to; the link dies when the device is taken away."""

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
"""When the owner of a seat was last seen there; updated now and then."""

maps = sa.Table(
    "maps",
    metadata,
    sa.Column("key", sa.String, primary_key=True),
    sa.Column("game", sa.String),
    sa.Column("name", sa.String),
    sa.Column("text", sa.LargeBinary),
    sa.Column("shown", sa.Boolean),
    sa.Column("created", sa.Double),
    sa.Column("report", sa.LargeBinary),
    sa.Column("played", sa.Boolean),
    sa.Column("players", sa.String),
    sa.Column("same", sa.String),
    sa.Column("card", sa.String),
    sa.Column("address", sa.String),
)
"""Maps people made, by the hash of their text. ``shown``: offered to everybody; ``report``: what bots found; ``played``: a table
or an event needs it; ``players``: the numbers of seats ("3,4"; "": the text cannot be read; NULL: not read yet); ``same``: equal
for texts that say the same; ``card``, ``address``: the profile that keeps it, and the share of the address it came from."""

drafts = sa.Table(
    "drafts",
    metadata,
    sa.Column("card", sa.String, primary_key=True),
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("game", sa.String),
    sa.Column("name", sa.String),
    sa.Column("text", sa.LargeBinary),
    sa.Column("at", sa.Double),
)
"""Maps that are being drawn, of players with a card; the browser chose the id."""

PEOPLE = [
    "CREATE TABLE cards (id VARCHAR(32) PRIMARY KEY, name VARCHAR(64) NOT NULL, herald VARCHAR(16) NOT NULL,"
    " seen_by VARCHAR(16) NOT NULL, created {real} NOT NULL)",
    "CREATE TABLE card_devices (hash VARCHAR(64) PRIMARY KEY, card VARCHAR(32) NOT NULL REFERENCES cards (id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL, label VARCHAR(64) NOT NULL, seen INTEGER NOT NULL, quiet VARCHAR(64) NOT NULL)",
    "CREATE INDEX card_devices_card ON card_devices (card)",
    "CREATE TABLE card_keys (credential VARCHAR(400) PRIMARY KEY,"
    " card VARCHAR(32) NOT NULL REFERENCES cards (id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL, public_key {blob} NOT NULL, count INTEGER NOT NULL, seen INTEGER NOT NULL)",
    "CREATE INDEX card_keys_card ON card_keys (card)",
    "CREATE TABLE card_codes (hash VARCHAR(64) PRIMARY KEY, card VARCHAR(32) REFERENCES cards (id) ON DELETE CASCADE,"
    " kind VARCHAR(16) NOT NULL, until {real} NOT NULL)",
    "CREATE TABLE card_seats (table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seat INTEGER NOT NULL,"
    " card VARCHAR(32) NOT NULL REFERENCES cards (id) ON DELETE CASCADE, hidden BOOLEAN NOT NULL, PRIMARY KEY (table_id, seat))",
    "CREATE UNIQUE INDEX card_seats_card ON card_seats (card, table_id)",
    "ALTER TABLE tokens ADD COLUMN device VARCHAR(64)",
    "CREATE INDEX tokens_device ON tokens (device)",
    "CREATE TABLE results (played VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, game VARCHAR(64) NOT NULL,"
    " map VARCHAR(80) NOT NULL,"
    " card VARCHAR(40) NOT NULL, bot VARCHAR(40) NOT NULL, name VARCHAR(64) NOT NULL, rank INTEGER NOT NULL,"
    " score INTEGER NOT NULL, share {real} NOT NULL, part VARCHAR(16) NOT NULL, why VARCHAR(32) NOT NULL, ended {real} NOT NULL,"
    " rated INTEGER, value {real}, moved {real}, PRIMARY KEY (played, seat))",
    "CREATE INDEX results_card ON results (card, ended)",
    "CREATE INDEX results_rated ON results (rated)",
    "CREATE TABLE ratings (card VARCHAR(32) NOT NULL REFERENCES cards (id) ON DELETE CASCADE, game VARCHAR(64) NOT NULL,"
    " mu {real} NOT NULL, sigma {real} NOT NULL, games INTEGER NOT NULL, at {real} NOT NULL, PRIMARY KEY (card, game))",
    "CREATE TABLE events (id VARCHAR(32) PRIMARY KEY, host VARCHAR(40) NOT NULL, status VARCHAR(16) NOT NULL,"
    " doc {blob} NOT NULL, created {real} NOT NULL)",
    "CREATE TABLE event_entries (event VARCHAR(32) NOT NULL REFERENCES events (id) ON DELETE CASCADE, card VARCHAR(40) NOT NULL,"
    " name VARCHAR(64) NOT NULL, herald VARCHAR(16) NOT NULL, at {real} NOT NULL, missed INTEGER NOT NULL, gone BOOLEAN NOT NULL,"
    " PRIMARY KEY (event, card))",
    "CREATE INDEX event_entries_card ON event_entries (card)",
    "CREATE TABLE event_tables (event VARCHAR(32) NOT NULL REFERENCES events (id) ON DELETE CASCADE, round INTEGER NOT NULL,"
    " number INTEGER NOT NULL, table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
    " cards VARCHAR(400) NOT NULL,"
    " PRIMARY KEY (event, round, number))",
    "CREATE INDEX event_tables_table ON event_tables (table_id)",
    "CREATE TABLE push (endpoint VARCHAR(1000) PRIMARY KEY,"
    " device VARCHAR(64) NOT NULL REFERENCES card_devices (hash) ON DELETE CASCADE, keys VARCHAR(400) NOT NULL,"
    " failed INTEGER NOT NULL)",
    "CREATE INDEX push_device ON push (device)",
]
"""SQL of the tables of profiles (``profile_schema``)."""

ANALYSES = [
    "CREATE TABLE analyses (key VARCHAR(64) NOT NULL, table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
    " asked {real} NOT NULL, seen {real} NOT NULL, done INTEGER NOT NULL, total INTEGER NOT NULL, body {blob} NOT NULL,"
    " PRIMARY KEY (key, table_id))",
    "CREATE TABLE studies (id VARCHAR(64) PRIMARY KEY, table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
    " card VARCHAR(32) NOT NULL, at {real} NOT NULL, body {blob} NOT NULL)",
    "CREATE INDEX studies_table ON studies (table_id)",
]
"""SQL of the tables of analyses and saved variations (``analyses``)."""

MIGRATIONS: list[tuple[int, Sequence[str | Callable[[sa.Connection], None]]]] = [
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
    (4, PEOPLE),
    (
        5,
        [
            "CREATE TABLE maps (key VARCHAR(40) PRIMARY KEY, game VARCHAR(64) NOT NULL, name VARCHAR(80) NOT NULL,"
            " text {blob} NOT NULL, shown BOOLEAN NOT NULL, created {real} NOT NULL, report {blob})",
            "CREATE INDEX maps_shown ON maps (shown, created)",
        ],
    ),
    (6, ANALYSES),
    (
        7,
        [
            "ALTER TABLE maps ADD COLUMN played BOOLEAN NOT NULL DEFAULT TRUE",  # nobody noted it until now
            "CREATE INDEX maps_spare ON maps (played, shown, created)",
            "CREATE TABLE drafts (card VARCHAR(32) NOT NULL REFERENCES cards (id) ON DELETE CASCADE, id VARCHAR(32) NOT NULL,"
            " game VARCHAR(64) NOT NULL, name VARCHAR(80) NOT NULL, text {blob} NOT NULL, at {real} NOT NULL,"
            " PRIMARY KEY (card, id))",
        ],
    ),
    (
        8,
        [
            "CREATE INDEX chat_table ON chat (table_id, id)",
            "ALTER TABLE card_keys ADD COLUMN device VARCHAR(64)",
            "ALTER TABLE card_keys ADD COLUMN label VARCHAR(64)",
        ],
    ),
    (
        9,
        [
            "ALTER TABLE maps ADD COLUMN players VARCHAR(64)",
            "ALTER TABLE maps ADD COLUMN same VARCHAR(64)",
            "ALTER TABLE maps ADD COLUMN card VARCHAR(32) REFERENCES cards (id) ON DELETE SET NULL",
            "ALTER TABLE maps ADD COLUMN address VARCHAR(40) NOT NULL DEFAULT ''",
            "CREATE INDEX maps_same ON maps (same)",
            "CREATE INDEX maps_address ON maps (address)",
            "CREATE INDEX maps_card ON maps (card)",
        ],
    ),
    (
        10,
        [
            "ALTER TABLE cards ADD COLUMN delete_at {real}",
            "ALTER TABLE cards ADD COLUMN delete_by VARCHAR(64)",
            "CREATE INDEX cards_delete_at ON cards (delete_at)",
            "ALTER TABLE card_codes ADD COLUMN label VARCHAR(64)",
            "CREATE TABLE organisers (event VARCHAR(32) NOT NULL REFERENCES events (id) ON DELETE CASCADE,"
            " card VARCHAR(32) NOT NULL REFERENCES cards (id) ON DELETE CASCADE, since {real} NOT NULL,"
            " PRIMARY KEY (event, card))",
            "CREATE INDEX organisers_card ON organisers (card)",
        ],
    ),
    (
        11,
        [
            "CREATE TABLE pencils (table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
            " seat INTEGER NOT NULL, links {blob} NOT NULL, PRIMARY KEY (table_id, seat))",
        ],
    ),
    (12, people_migration.STATEMENTS),
    (13, pace_migration.STATEMENTS),
    (14, people_migration.GUESTS),
    (15, notice_migration.STATEMENTS),
    (16, notice_migration.MESSAGES),
    (17, [former_boards.keep_steam_north_america]),
]

WORDS = {
    "sqlite": {"blob": "BLOB", "real": "DOUBLE", "serial": "INTEGER PRIMARY KEY AUTOINCREMENT"},
    "postgresql": {"blob": "BYTEA", "real": "DOUBLE PRECISION", "serial": "SERIAL PRIMARY KEY"},
}


class TooNew(Exception):
    """Raised when a newer version of this program has written the database."""


def migrate_schema(conn: sa.Connection, upto: int | None = None) -> int:
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
            if isinstance(statement, str):
                conn.exec_driver_sql(statement.format(**words))
            else:
                statement(conn)
        number = step
    if found is None:
        conn.execute(facts.insert().values(key="schema", value=str(number)))
    else:
        conn.execute(facts.update().where(facts.c.key == "schema").values(value=str(number)))
    return number
