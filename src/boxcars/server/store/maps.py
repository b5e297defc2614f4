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
SPARE = 1_000
"""Of these, how many that nobody has played and nobody shows; beyond that the oldest go: their drafts are with their authors."""


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
    gone: list[str] = []
    with store.write() as conn:
        found = conn.execute(sa.select(maps.c.shown).where(maps.c.key == key)).scalar()
        if found is None:
            gone = _make_room(conn)
            if (conn.execute(sa.select(sa.func.count()).select_from(maps)).scalar() or 0) >= MOST:
                return False
            about = {"key": key, "game": game, "name": name[:80], "created": time.time()}
            conn.execute(maps.insert(), about | {"text": text.encode(), "shown": shown, "played": False})
        elif shown and not found:
            conn.execute(maps.update().where(maps.c.key == key).values(shown=True))
    for old in gone:
        map_text.drop(old)
    map_text.keep(text)
    return True


def _make_room(conn: sa.Connection) -> list[str]:
    """Take away the oldest of those that nobody needs, so that there is room for one more; their keys."""
    spare = sa.select(maps.c.key).where(~maps.c.played, ~maps.c.shown).order_by(maps.c.created.desc())
    gone = list(conn.execute(spare.offset(SPARE - 1).limit(100)).scalars())
    if gone:
        conn.execute(maps.delete().where(maps.c.key.in_(gone)))
    return gone


def play(conn: sa.Connection, keys: list[str]) -> None:
    """From now on somebody needs these maps: they stay."""
    own = [key for key in keys if key.startswith(map_text.KEPT)]
    if own:
        conn.execute(maps.update().where(maps.c.key.in_(own)).values(played=True))


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
