"""What somebody notes at a table, for nobody else."""

from __future__ import annotations

import sqlalchemy as sa

from boxcars.server.store.database import Database, reads_database, writes_database
from boxcars.server.store.people_schema import seat_notes

MOST = 4096
"""Characters."""


def _of_seat(table: str, seat: int) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
    return seat_notes.c.table_id == table, seat_notes.c.seat == seat


@reads_database
def find_notes(store: Database, table: str, seat: int) -> tuple[str, float | None]:
    """The text and when it was saved."""
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(seat_notes).where(*_of_seat(table, seat))).one_or_none()
    return (found.text, found.at) if found is not None else ("", None)


@writes_database
def save_notes(store: Database, table: str, seat: int, text: str, now: float) -> None:
    with store.write_transaction() as conn:
        conn.execute(seat_notes.delete().where(*_of_seat(table, seat)))
        if text:
            conn.execute(seat_notes.insert().values(table_id=table, seat=seat, text=text, at=now))


def forget_notes(conn: sa.Connection, table: str, seats: list[int]) -> None:
    """Somebody else may sit there from now on."""
    conn.execute(seat_notes.delete().where(seat_notes.c.table_id == table, seat_notes.c.seat.in_(seats)))
