"""Maps people made, kept by the hash of their text: a running game keeps the map it began on, whatever becomes of the draft."""

from __future__ import annotations

import time
from dataclasses import dataclass

import sqlalchemy as sa

from boxcars.core import map_text
from boxcars.server.store.database import Database, reads, writes
from boxcars.server.store.schema import maps

MOST = 20_000
"""Kept maps of one server."""


@dataclass(frozen=True)
class KeptMap:
    key: str
    game: str
    name: str
    created: float


@writes
def keep(store: Database, game: str, name: str, text: str, shown: bool = False) -> bool:
    """Keep a text that was found good; False if no more can be kept. A map that is shown once stays so."""
    key = map_text.key_of(text)
    with store.write() as conn:
        found = conn.execute(sa.select(maps.c.shown).where(maps.c.key == key)).scalar()
        if found is None:
            if (conn.execute(sa.select(sa.func.count()).select_from(maps)).scalar() or 0) >= MOST:
                return False
            row = {"key": key, "game": game, "name": name[:80], "text": text.encode(), "shown": shown, "created": time.time()}
            conn.execute(maps.insert(), row)
        elif shown and not found:
            conn.execute(maps.update().where(maps.c.key == key).values(shown=True))
    map_text.keep(text)
    return True


@reads
def find(store: Database, key: str) -> str | None:
    """The text of a kept map."""
    with store.read() as conn:
        found = conn.execute(sa.select(maps.c.text).where(maps.c.key == key)).scalar()
    return bytes(found).decode() if found is not None else None


@reads
def shown(store: Database, most: int = 60) -> list[KeptMap]:
    """What is offered to everybody, the newest first."""
    columns = (maps.c.key, maps.c.game, maps.c.name, maps.c.created)
    with store.read() as conn:
        rows = conn.execute(sa.select(*columns).where(maps.c.shown).order_by(maps.c.created.desc()).limit(most)).all()
    return [KeptMap(row.key, row.game, row.name, row.created) for row in rows]


@writes
def report(store: Database, key: str, body: bytes) -> None:
    """Keep what bots found on a map."""
    with store.write() as conn:
        conn.execute(maps.update().where(maps.c.key == key).values(report=body))


@reads
def reported(store: Database, key: str) -> bytes | None:
    with store.read() as conn:
        found = conn.execute(sa.select(maps.c.report).where(maps.c.key == key)).scalar()
    return bytes(found) if found is not None else None
