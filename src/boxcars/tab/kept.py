"""What a tab keeps beside its tables, in the same SQLite file: what the page keeps in the browser (seats, settings), so that one
file holds everything. A whole file can be put in place of what is there."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from boxcars.server.store.database import Database
from boxcars.server.store.schema import MIGRATIONS

MAKE = "CREATE TABLE IF NOT EXISTS browser_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL)"
PUT = "INSERT INTO browser_settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


def read_settings(store: Database) -> dict[str, str]:
    """What the page kept in this browser, as of the last change."""
    with store.write_transaction() as conn:
        conn.exec_driver_sql(MAKE)
        found = conn.exec_driver_sql("SELECT key, value FROM browser_settings")
        return {str(key): str(value) for key, value in found}


def keep_setting(store: Database, key: str, value: str | None) -> None:
    """Keep what the page just kept; None: it dropped it."""
    with store.write_transaction() as conn:
        if value is None:
            conn.exec_driver_sql("DELETE FROM browser_settings WHERE key = ?", (key,))
        else:
            conn.exec_driver_sql(PUT, (key, value))


def replace_database(new: Path, old: Path) -> str:
    """Put the content of one database in the place of another, in one transaction. Return why that cannot be, or nothing:
    "not_ours" or "too_new"."""
    try:
        with sqlite3.connect(f"file:{new}?mode=ro", uri=True) as given:
            if given.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return "not_ours"
            schema = given.execute("SELECT value FROM facts WHERE key = 'schema'").fetchone()
            given.execute("SELECT id, setup, doc, state FROM tables LIMIT 1")
            if schema is None or not schema[0].isdecimal():
                return "not_ours"
            if int(schema[0]) > MIGRATIONS[-1][0]:
                return "too_new"
            with sqlite3.connect(old) as there:
                given.backup(there)
            there.close()
        given.close()
    except sqlite3.DatabaseError:
        return "not_ours"
    return ""
