"""Analyses and studies in the database: what was found, what is still being looked for, and the variations people keep."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from boxcars.server.store.database import Database, reads_database, writes_database
from boxcars.server.store.schema import metadata

analyses = sa.Table(
    "analyses",
    metadata,
    sa.Column("key", sa.String, primary_key=True),
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("asked", sa.Double),
    sa.Column("seen", sa.Double),
    sa.Column("done", sa.Integer),
    sa.Column("total", sa.Integer),
    sa.Column("body", sa.LargeBinary),
)
"""The analyses, by a key of all that each depends on. ``seen``: when somebody last asked for it; ``body`` holds ``done`` of
``total`` results."""

studies = sa.Table(
    "studies",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("table_id", sa.String),
    sa.Column("card", sa.String),
    sa.Column("at", sa.Double),
    sa.Column("body", sa.LargeBinary),
)
"""Saved variations of a profile (``card``), or shared positions with their line and point of view (no card)."""


@dataclass(frozen=True)
class Kept:
    key: str
    table: str
    done: int
    total: int
    body: bytes


def _kept_from_row(row: sa.Row[tuple[object, ...]]) -> Kept:
    return Kept(row.key, row.table_id, row.done, row.total, bytes(row.body))


@reads_database
def find_analysis(store: Database, table: str, key: str) -> Kept | None:
    with store.read_transaction() as conn:
        row = conn.execute(sa.select(analyses).where(analyses.c.key == key, analyses.c.table_id == table)).one_or_none()
    return _kept_from_row(row) if row is not None else None


@reads_database
def list_unfinished(store: Database, before: float) -> list[tuple[str, str]]:
    """Return key and table of the analyses that nobody has worked on since a time, oldest request first."""
    open = (analyses.c.done < analyses.c.total) & (analyses.c.seen < before)
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(analyses.c.key, analyses.c.table_id).where(open).order_by(analyses.c.asked).limit(50))
        return [(key, table) for key, table in found]


@reads_database
def count_waiting(store: Database) -> int:
    with store.read_transaction() as conn:
        return conn.execute(sa.select(sa.func.count()).where(analyses.c.done < analyses.c.total)).scalar_one()


@writes_database
def begin_analysis(store: Database, table: str, key: str, total: int, now: float) -> None:
    """Note that an analysis is wanted, unless that is noted already. Results of the same game at another table are reused."""
    own = (analyses.c.key == key) & (analyses.c.table_id == table)
    with store.write_transaction() as conn:
        if conn.execute(sa.select(analyses.c.key).where(own)).first() is None:
            same = sa.select(analyses.c.done, analyses.c.body).where(analyses.c.key == key)
            done, body = conn.execute(same.order_by(analyses.c.done.desc())).first() or (0, b"")
            new = {"key": key, "table_id": table, "asked": now, "seen": now, "done": done, "total": total, "body": body}
            conn.execute(analyses.insert().values(**new))


@writes_database
def save_analysis(store: Database, kept: Kept, now: float) -> None:
    with store.write_transaction() as conn:
        where = (analyses.c.key == kept.key) & (analyses.c.table_id == kept.table)
        conn.execute(analyses.update().where(where).values(done=kept.done, seen=now, body=kept.body))


@writes_database
def drop_analysis(store: Database, table: str, key: str) -> None:
    """Remove an analysis that cannot be finished."""
    with store.write_transaction() as conn:
        conn.execute(analyses.delete().where(analyses.c.key == key, analyses.c.table_id == table))


@reads_database
def find_study(store: Database, id: str) -> tuple[str, str, bytes] | None:
    """Return table, profile and contents of a saved variation."""
    with store.read_transaction() as conn:
        row = conn.execute(sa.select(studies).where(studies.c.id == id)).one_or_none()
    return (row.table_id, row.card, bytes(row.body)) if row is not None else None


@writes_database
def keep_study(store: Database, id: str, table: str, card: str, body: bytes, now: float) -> None:
    with store.write_transaction() as conn:
        conn.execute(studies.delete().where(studies.c.id == id, studies.c.card == card))
        conn.execute(studies.insert().values(id=id, table_id=table, card=card, at=now, body=body))
