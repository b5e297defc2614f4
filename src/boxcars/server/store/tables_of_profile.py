"""The tables of one card, as the lobby lists them: those that are played or wait, and the newest finished ones."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from boxcars.server.store import table_rows
from boxcars.server.store.database import reads_database
from boxcars.server.store.profile_schema import card_seats, results
from boxcars.server.store.schema import tables
from boxcars.server.store.store import Store
from boxcars.server.store.table_rows import Row, Unreadable

MOST = 100
"""Tables that go on, at most, and are listed at once."""
FINISHED = 5


@dataclass(frozen=True)
class Own:
    row: Row
    seat: int
    rank: int | None
    """The place that the result has: whoever left is behind all who stayed."""
    rated: tuple[float, float] | None
    """The card's rating after the game, and how it moved."""


@reads_database
def list_own_tables(store: Store, card: str, finished: int = FINISHED) -> tuple[list[Own], int]:
    """What the card plays and has lately played (put away ones apart), and how many finished games there are in all."""
    mine = (card_seats.c.card == card, card_seats.c.hidden.is_(False))
    ended = tables.c.status.in_(("over", "abandoned"))
    result = sa.and_(results.c.played == tables.c.id, results.c.seat == card_seats.c.seat)
    wanted = (
        sa.select(tables, card_seats.c.seat, results.c.rank, results.c.value, results.c.moved)
        .join(card_seats, card_seats.c.table_id == tables.c.id)
        .outerjoin(results, result)
        .where(*mine)
        .order_by(tables.c.changed.desc())
    )
    counted = sa.select(sa.func.count()).join(card_seats, card_seats.c.table_id == tables.c.id)
    with store.read_transaction() as conn:
        found = [*conn.execute(wanted.where(~ended).limit(MOST)), *conn.execute(wanted.where(ended).limit(finished))]
        count = conn.execute(counted.where(card_seats.c.card == card, tables.c.status == "over")).scalar_one()
    return [own for one in found if (own := _read_row(store, one)) is not None], count


@reads_database
def rows_of(store: Store, wanted: list[str]) -> dict[str, Row]:
    """Tables without their journals, in one query; those that are gone or cannot be read are left out."""
    out: dict[str, Row] = {}
    with store.read_transaction() as conn:
        for found in conn.execute(sa.select(tables).where(tables.c.id.in_(wanted))):
            try:
                out[found.id] = table_rows.read_row(found)
            except Unreadable as bad:
                store.told_of(bad)
    return out


def _read_row(store: Store, found: sa.Row[tuple[object, ...]]) -> Own | None:
    try:
        rated = (found.value, found.moved) if found.moved is not None else None
        return Own(table_rows.read_row(found), found.seat, found.rank, rated)
    except Unreadable as bad:
        store.told_of(bad)
        return None
