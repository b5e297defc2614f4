"""Drafts of maps in the database. They belong to a profile, so that all its devices have them."""

from __future__ import annotations

import time
from dataclasses import dataclass

import sqlalchemy as sa

from boxcars.server.store.database import Database, reads_database, writes_database
from boxcars.server.store.schema import drafts

MOST = 24
"""The greatest number of drafts of a profile."""


@dataclass(frozen=True)
class Draft:
    """A draft; ``at``: when the server last stored it."""

    id: str
    game: str
    name: str
    at: float


@reads_database
def of_card(store: Database, card: str) -> list[Draft]:
    """Return the drafts of a profile, newest first."""
    wanted = sa.select(drafts.c.id, drafts.c.game, drafts.c.name, drafts.c.at)
    with store.read_transaction() as conn:
        return [Draft(*row) for row in conn.execute(wanted.where(drafts.c.card == card).order_by(drafts.c.at.desc()))]


@reads_database
def find_draft(store: Database, card: str, id: str) -> tuple[Draft, str] | None:
    """Return a draft and its text."""
    with store.read_transaction() as conn:
        row = conn.execute(sa.select(drafts).where(drafts.c.card == card, drafts.c.id == id)).one_or_none()
    return (Draft(row.id, row.game, row.name, row.at), bytes(row.text).decode()) if row is not None else None


@writes_database
def put_draft(store: Database, card: str, id: str, game: str, name: str, text: str) -> float | None:
    """Store a draft. Returns the time; None if the profile has as many drafts as it may have."""
    here = (drafts.c.card == card, drafts.c.id == id)
    now = time.time()
    values = {"game": game, "name": name, "text": text.encode(), "at": now}
    with store.write_transaction() as conn:
        if conn.execute(drafts.update().where(*here).values(values)).rowcount:
            return now
        count = conn.execute(sa.select(sa.func.count()).where(drafts.c.card == card)).scalar_one()
        if count >= MOST:
            return None
        conn.execute(drafts.insert().values(card=card, id=id, **values))
    return now


@writes_database
def forget_draft(store: Database, card: str, id: str) -> bool:
    with store.write_transaction() as conn:
        return conn.execute(drafts.delete().where(drafts.c.card == card, drafts.c.id == id)).rowcount == 1
