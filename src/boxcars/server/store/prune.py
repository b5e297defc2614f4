"""Tables that nobody needs any more, and how they are removed: wholly, a few at a time, beside a running server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from boxcars.server.store.database import writes_database
from boxcars.server.store.schema import metadata, tables
from boxcars.server.store.store import Store

DAY = 86400.0
LESSON = "lesson-"
"""Begins the names of tables where a lesson is taken; no other table's name has such letters (``secrets_kept``)."""
LESSON_DAYS = 1.0
"""So long after the last step a lesson's table is kept; its learner can go on from a checkpoint at any time."""
AT_ONCE = 50
"""Tables in one transaction: whoever plays meanwhile waits for no longer than that takes."""


@dataclass(frozen=True)
class Keep:
    """Days after which a table in which nothing happens is removed; 0: never."""

    open: float = 0.0
    """Waiting for players."""
    abandoned: float = 0.0
    finished: float = 0.0
    idle: float = 0.0
    """Still being played, as far as anybody knows."""

    @property
    def days_by_status(self) -> dict[str, float]:
        """By status, those that are ever removed."""
        wanted = {"open": self.open, "abandoned": self.abandoned, "over": self.finished, "playing": self.idle}
        return {status: days for status, days in wanted.items() if days > 0}


@dataclass(frozen=True)
class Old:
    """A table that has had its time."""

    id: str
    game: str
    status: str
    changed: float


def _due_condition(keep: Keep, now: float) -> Any:
    return sa.or_(
        sa.and_(tables.c.id.startswith(LESSON, autoescape=True), tables.c.changed < now - LESSON_DAYS * DAY),
        *(
            sa.and_(tables.c.status == status, tables.c.changed < now - days * DAY)
            for status, days in keep.days_by_status.items()
        ),
    )


def list_old_tables(store: Store, keep: Keep, now: float) -> list[Old]:
    """What ``prune_tables`` would remove, longest untouched first."""
    wanted = (
        sa.select(tables.c.id, tables.c.game, tables.c.status, tables.c.changed)
        .where(_due_condition(keep, now))
        .order_by(tables.c.changed)
    )
    with store.read_transaction() as conn:
        return [Old(*found) for found in conn.execute(wanted)]


@writes_database
def prune_tables(store: Store, keep: Keep, now: float) -> list[str]:
    """Remove what is old, with everything that belongs to it; whose table changes in the meantime keeps it. The names removed."""
    gone: list[str] = []
    ids = [found.id for found in list_old_tables(store, keep, now)]
    for some in (ids[i : i + AT_ONCE] for i in range(0, len(ids), AT_ONCE)):
        with store.write_transaction() as conn:
            still = tables.c.id.in_(some) & _due_condition(keep, now)
            sure = list(conn.execute(sa.select(tables.c.id).where(still).with_for_update()).scalars())
            remove_tables(store, conn, sure)
        gone += sure
    return gone


def remove_tables(store: Store, conn: sa.Connection, ids: list[str]) -> None:
    """These tables and whatever names them, whichever part of the schema it stands in; the other servers are told."""
    for part in reversed(metadata.sorted_tables):
        if "table_id" in part.c:
            conn.execute(part.delete().where(part.c.table_id.in_(ids)))
    conn.execute(tables.delete().where(tables.c.id.in_(ids)))
    for id in ids:
        store.notify_servers(conn, f"{id}:gone")
