"""The tables of one card, as the lobby lists them: those that are played or wait, and the newest finished ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from boxcars.server.store import table_rows
from boxcars.server.store.database import reads_database
from boxcars.server.store.profile_schema import card_seats, results
from boxcars.server.store.schema import tables
from boxcars.server.store.store import Store
from boxcars.server.store.table_rows import Row, Unreadable

MOST = 100
"""The greatest number of running tables, and of finished tables listed at once."""
FINISHED = 5


@dataclass(frozen=True)
class Own:
    row: Row
    seat: int
    rank: int | None
    """The rank in the result; a seat that left ranks behind all that stayed."""
    rated: tuple[float, float] | None
    """The profile's rating after the game, and its change."""


@reads_database
def list_own_tables(store: Store, card: str, finished: int = FINISHED) -> tuple[list[Own], int]:
    """Return the tables that the profile plays at and its newest finished ones (hidden ones apart), and the number of all
    finished games."""
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


BRIEF = [tables.c[name] for name in ("id", "seq", "version", "setup", "doc", "created", "changed")]
LATELY = 2 * 86400.0
"""Seconds for which a finished game may ask for a rematch."""


@reads_database
def list_lively(store: Store, card: str, now: float) -> list[tuple[Row, int]]:
    """Return the running and recently finished tables of a profile, with its seats, without positions."""
    lately = sa.and_(tables.c.status.in_(("over", "abandoned")), tables.c.changed > now - LATELY)
    wanted = (
        sa.select(*BRIEF, card_seats.c.seat)
        .join(card_seats, card_seats.c.table_id == tables.c.id)
        .where(card_seats.c.card == card, card_seats.c.hidden.is_(False), sa.or_(tables.c.status == "playing", lately))
        .order_by(tables.c.changed.desc())
        .limit(MOST)
    )
    out = []
    with store.read_transaction() as conn:
        for found in conn.execute(wanted):
            brief = _read_brief(store, found)
            if brief is not None:
                out.append((brief, found.seat))
    return out


@reads_database
def brief_rows(store: Store, wanted: list[str]) -> dict[str, Row]:
    """Return set-up and document of these tables, without positions."""
    query = sa.select(*BRIEF).where(tables.c.id.in_(wanted))
    with store.read_transaction() as conn:
        read = [_read_brief(store, found) for found in conn.execute(query)]
    return {row.id: row for row in read if row is not None}


def _read_brief(store: Store, found: Any) -> Row | None:
    try:
        with table_rows.fence_errors(found.id):
            setup, doc = table_rows.setup_and_doc(found)
            return Row(found.id, found.seq, found.version, setup, doc, None, found.created, found.changed)
    except Unreadable as bad:
        store.told_of(bad)
        return None


@reads_database
def rows_of(store: Store, wanted: list[str]) -> dict[str, Row]:
    """Return tables without their journals, in one query; missing and unreadable ones are left out."""
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
