"""Removal of tables that nobody needs any more: completely, a few at a time, while the server runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from boxcars.server.store.database import writes_database
from boxcars.server.store.schema import metadata, tables
from boxcars.server.store.store import Store

DAY = 86400.0
LESSON = "lesson-"
"""Prefix of the names of lesson tables; no other name has such letters (``secret_tokens``)."""
LESSON_DAYS = 1.0
"""Days after the last step for which a lesson's table is kept; its learner can go on from a checkpoint later."""
AT_ONCE = 50
"""Number of tables removed in one transaction, so that players wait for only a short time."""


@dataclass(frozen=True)
class Keep:
    """Days without a change after which a table is removed; 0: never."""

    open: float = 0.0
    """Tables that wait for players."""
    abandoned: float = 0.0
    finished: float = 0.0
    idle: float = 0.0
    """Tables in play."""

    @property
    def days_by_status(self) -> dict[str, float]:
        """Return status -> days, for each status whose tables are removed at all."""
        wanted = {"open": self.open, "abandoned": self.abandoned, "over": self.finished, "playing": self.idle}
        return {status: days for status, days in wanted.items() if days > 0}


@dataclass(frozen=True)
class Old:
    """A table that is due for removal."""

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
    """Return the tables that ``prune_tables`` would remove, longest unchanged first."""
    wanted = (
        sa.select(tables.c.id, tables.c.game, tables.c.status, tables.c.changed)
        .where(_due_condition(keep, now))
        .order_by(tables.c.changed)
    )
    with store.read_transaction() as conn:
        return [Old(*found) for found in conn.execute(wanted)]


@writes_database
def prune_tables(store: Store, keep: Keep, now: float) -> list[str]:
    """Remove old tables with everything that belongs to them, except those that change meanwhile. Returns their names."""
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
    """Remove these tables and all rows that refer to them, and tell the other servers."""
    for part in reversed(metadata.sorted_tables):
        if "table_id" in part.c:
            conn.execute(part.delete().where(part.c.table_id.in_(ids)))
    conn.execute(tables.delete().where(tables.c.id.in_(ids)))
    for id in ids:
        store.notify_servers(conn, f"{id}:gone")
