"""Vacations in the database: whole days of a profile on which its clocks stand."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from boxcars.server.store.database import Database, reads_database, writes_database
from boxcars.server.store.pace_schema import vacations
from boxcars.server.store.profile_schema import card_seats
from boxcars.server.store.schema import tables

LATELY = 60 * 86400.0
"""Seconds for which a vacation that is over may still matter to a turn that began before it."""


@dataclass(frozen=True)
class Vacation:
    """``first``, ``last``: days in the zone; ``begins``, ``ends``: the moments between which the clock stands."""

    id: str
    card: str
    zone: str
    first: str
    last: str
    begins: float
    ends: float


def _read(row: sa.Row[tuple[object, ...]]) -> Vacation:
    return Vacation(row.id, row.card, row.zone, row.first, row.last, row.begins, row.ends)


@reads_database
def list_vacations(store: Database, card: str) -> list[Vacation]:
    wanted = sa.select(vacations).where(vacations.c.card == card).order_by(vacations.c.begins)
    with store.read_transaction() as conn:
        return [_read(row) for row in conn.execute(wanted)]


@writes_database
def add_vacation(store: Database, made: Vacation) -> bool:
    """Add a vacation. False if another one of the profile is at the same time."""
    same = (vacations.c.card == made.card, vacations.c.begins < made.ends, vacations.c.ends > made.begins)
    with store.write_transaction() as conn:
        if conn.execute(sa.select(vacations.c.id).where(*same)).first() is not None:
            return False
        conn.execute(vacations.insert().values(**made.__dict__))
    return True


@writes_database
def end_vacation(store: Database, card: str, id: str, now: float, today: str) -> bool:
    """End a vacation now, or cancel it if it has not begun. False if there is none."""
    mine = (vacations.c.card == card, vacations.c.id == id, vacations.c.ends > now)
    with store.write_transaction() as conn:
        found = conn.execute(sa.select(vacations).where(*mine)).one_or_none()
        if found is None:
            return False
        if found.begins > now:
            conn.execute(vacations.delete().where(*mine))
        else:
            conn.execute(vacations.update().where(*mine).values(ends=now, last=today))
    return True


@reads_database
def seats_on_vacation(store: Database, now: float, card: str = "") -> list[tuple[str, int, list[tuple[float, float]]]]:
    """(table, seat, vacations) of every seat in a running game whose profile has planned a vacation or had one lately."""
    wanted = (
        sa.select(card_seats.c.table_id, card_seats.c.seat, vacations.c.begins, vacations.c.ends)
        .join(vacations, vacations.c.card == card_seats.c.card)
        .join(tables, tables.c.id == card_seats.c.table_id)
        .where(tables.c.status == "playing", vacations.c.ends > now - LATELY)
        .order_by(vacations.c.begins)
    )
    out: dict[tuple[str, int], list[tuple[float, float]]] = {}
    with store.read_transaction() as conn:
        if card:  # what was cancelled must go from its tables, too
            mine = sa.select(card_seats).join(tables, tables.c.id == card_seats.c.table_id)
            for row in conn.execute(mine.where(card_seats.c.card == card, tables.c.status == "playing")):
                out[row.table_id, row.seat] = []
            wanted = wanted.where(card_seats.c.card == card)
        for row in conn.execute(wanted):
            out.setdefault((row.table_id, row.seat), []).append((row.begins, row.ends))
    return [(table, seat, found) for (table, seat), found in out.items()]


def vacation_ends(conn: sa.Connection, cards: list[str], now: float) -> dict[str, float]:
    """Until when those of these profiles are away that are on vacation now."""
    wanted = sa.select(vacations).where(vacations.c.card.in_(cards), vacations.c.begins <= now, vacations.c.ends > now)
    return {row.card: row.ends for row in conn.execute(wanted)} if cards else {}
