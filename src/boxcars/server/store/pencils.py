"""Pencil plans in the database: what a player draws on the map for later. One row for each seat; only that seat sees it."""

from __future__ import annotations

import sqlalchemy as sa

from boxcars.server.store.database import Database, reads_database, writes_database
from boxcars.server.store.schema import metadata

MOST_LINKS = 12
MOST_TILES = 12
"""The greatest number of tiles in a plan, and in each of its links, so that a row stays below 8 KB."""
NOTHING = b"[]"

pencils = sa.Table(
    "pencils",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("links", sa.LargeBinary),
)
"""``links``: JSON (``rail.ui.route_plans.Link``). Deleted with the table, and when the seat is freed."""


@reads_database
def find_pencil(store: Database, table: str, seat: int) -> bytes:
    """Return the links that a seat has drawn."""
    wanted = sa.select(pencils.c.links).where(pencils.c.table_id == table, pencils.c.seat == seat)
    with store.read_transaction() as conn:
        found = conn.execute(wanted).scalar()
    return bytes(found) if found is not None else NOTHING


@writes_database
def put_pencil(store: Database, table: str, seat: int, links: bytes) -> None:
    """Replace the links that a seat has drawn."""
    here = (pencils.c.table_id == table, pencils.c.seat == seat)
    with store.write_transaction() as conn:
        if links == NOTHING:
            conn.execute(pencils.delete().where(*here))
        elif not conn.execute(pencils.update().where(*here).values(links=links)).rowcount:
            conn.execute(pencils.insert().values(table_id=table, seat=seat, links=links))


def forget_pencils(conn: sa.Connection, table: str, seats: list[int]) -> None:
    conn.execute(pencils.delete().where(pencils.c.table_id == table, pencils.c.seat.in_(seats)))
