"""Maps that people made, kept by the hash of their text: a running game keeps the map it began on, whatever becomes of the draft.

Texts that differ only in comments, space and the order of keys are one map. What a map is called and who can play it is stored
beside its text, so that a list of maps needs none of the texts.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from boxcars.core import map_loader, registry
from boxcars.server.store.database import Database, reads_database, writes_database
from boxcars.server.store.schema import maps

MOST = 20_000
"""The greatest number of kept maps on a server."""
SPARE = 1_000
"""The greatest number of kept maps that are neither played nor offered. Beyond it the oldest map of the owner with most of them
is removed; its author still has the draft."""
SPARE_OF_ONE = 100
"""The greatest number of such maps of one profile or address; beyond it its own oldest is removed."""
PLAYED_OF_ONE = 500
"""The greatest number of maps of one profile or address that tables or tournaments need."""
SHOWN_OF_ONE = 6
"""The greatest number of maps that one profile offers to everybody; one more replaces the oldest."""
SHOWN_OF_ADDRESS = 12
"""The greatest number of maps that all profiles of one address offer to everybody."""


@dataclass(frozen=True)
class KeptMap:
    key: str
    game: str
    name: str
    players: list[int]
    created: float


@dataclass(frozen=True)
class About:
    """What a worker found when it read a map's text. ``same``: a hash that is equal for texts that say the same."""

    name: str
    players: list[int]
    same: str


@dataclass(frozen=True)
class Owner:
    """The owner of a kept map: a profile, or otherwise the keyed hash of an address. Without an address it is the host."""

    card: str | None = None
    address: str = ""

    @property
    def is_own(self) -> Any:
        """Return the SQL condition for all maps of this profile or this address."""
        own = maps.c.address == self.address
        return sa.or_(own, maps.c.card == self.card) if self.card is not None else own


def _join_counts(players: list[int]) -> str:
    return ",".join(str(n) for n in players)


def _split_counts(players: str) -> list[int]:
    return [int(n) for n in players.split(",") if n]


@writes_database
def keep_map(store: Database, game: str, text: str, about: About, owner: Owner, shown: bool = False) -> str | None:
    """Keep a text that was found good. Return the key of the map, or None if no more can be kept.

    An equal map that is there already is that map. A map that is shown stays shown until its profile shows too many others.
    """
    key = map_loader.key_of(text)
    gone: list[str] = []
    with store.write_transaction() as conn:
        equal = sa.and_(maps.c.same == about.same, maps.c.game == game)
        wanted = sa.select(maps.c.key, maps.c.shown, maps.c.text).where(sa.or_(maps.c.key == key, equal))
        found = conn.execute(wanted.order_by(maps.c.key != key, maps.c.created)).first()
        if found is None:
            gone = _make_room(conn, owner)
            if _count_maps(conn) >= MOST or (owner.address and _count_maps(conn, owner.is_own, maps.c.played) >= PLAYED_OF_ONE):
                return None
            told = {"key": key, "game": game, "name": about.name[:80], "created": time.time(), "text": text.encode()}
            told |= {"same": about.same, "players": _join_counts(about.players), "card": owner.card, "address": owner.address}
            conn.execute(maps.insert(), told | {"shown": False, "played": False})
        else:
            key, text = found.key, bytes(found.text).decode()
        if shown and not (found is not None and found.shown):
            _show_map(conn, key, owner)
    for old in gone:
        map_loader.drop(old)
    map_loader.keep(text)
    return key


def _count_maps(conn: sa.Connection, *where: Any) -> int:
    return conn.execute(sa.select(sa.func.count()).select_from(maps).where(*where)).scalar() or 0


def _show_map(conn: sa.Connection, key: str, owner: Owner) -> None:
    """Offer a map to everybody, in place of the oldest one if this profile or address offers enough."""
    for own, most in ((maps.c.card == owner.card, SHOWN_OF_ONE), (maps.c.address == owner.address, SHOWN_OF_ADDRESS)):
        shown = sa.select(maps.c.key).where(own, maps.c.shown).order_by(maps.c.created.desc()).offset(most - 1)
        conn.execute(maps.update().where(maps.c.key.in_(list(conn.execute(shown).scalars()))).values(shown=False))
    conn.execute(maps.update().where(maps.c.key == key).values(shown=True, card=owner.card, address=owner.address))


def _make_room(conn: sa.Connection, owner: Owner) -> list[str]:
    """Remove the oldest maps that nobody needs until one more fits. Returns their keys."""
    spare = (~maps.c.played, ~maps.c.shown)
    oldest = sa.select(maps.c.key).where(*spare).order_by(maps.c.created.desc())
    gone = list(conn.execute(oldest.where(owner.is_own).offset(SPARE_OF_ONE - 1).limit(100)).scalars()) if owner.address else []
    beyond = _count_maps(conn, *spare) - len(gone) - SPARE + 1
    if beyond > 0:
        by_owner = sa.select(maps.c.address).where(*spare).group_by(maps.c.address).order_by(sa.func.count().desc())
        most = conn.execute(by_owner).scalars().first()
        rest = sa.select(maps.c.key).where(*spare, maps.c.address == most, maps.c.key.not_in(gone)).order_by(maps.c.created)
        gone += conn.execute(rest.limit(beyond)).scalars()
    if gone:
        conn.execute(maps.delete().where(maps.c.key.in_(gone)))
    return gone


def mark_played(conn: sa.Connection, keys: list[str]) -> None:
    """Mark these maps as needed by a table or a tournament, so that they are never removed."""
    own = [key for key in keys if key.startswith(map_loader.KEPT)]
    if own:
        conn.execute(maps.update().where(maps.c.key.in_(own)).values(played=True))


@reads_database
def find_map_text(store: Database, key: str) -> str | None:
    """Return the text of a kept map."""
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(maps.c.text).where(maps.c.key == key)).scalar()
    return bytes(found).decode() if found is not None else None


@reads_database
def find_description(store: Database, game: str, key: str) -> registry.Map | None:
    """Return the description of a kept map; None if the map is unknown, is for another game, or was not read yet."""
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(maps.c.name, maps.c.players).where(maps.c.key == key, maps.c.game == game)).first()
    if found is None or not found.players:
        return None
    return registry.Map(key=key, name=found.name, players=_split_counts(found.players), provenance=registry.OF_THE_HOST)


@writes_database
def save_description(store: Database, key: str, about: About | None) -> None:
    """Store the description of a map; None: it could not be read."""
    known = {"players": ""}
    if about is not None:
        known = {"players": _join_counts(about.players), "same": about.same, "name": about.name[:80]}
    with store.write_transaction() as conn:
        conn.execute(maps.update().where(maps.c.key == key).values(known))


@reads_database
def list_undescribed(store: Database, most: int = 100) -> list[tuple[str, str]]:
    """Return the keys and games of maps that an older version kept, which have a text but no description."""
    with store.read_transaction() as conn:
        rows = conn.execute(sa.select(maps.c.key, maps.c.game).where(maps.c.players.is_(None)).limit(most)).all()
    return [(row.key, row.game) for row in rows]


@reads_database
def list_shown(store: Database, most: int = 60) -> list[KeptMap]:
    """Return the maps that are offered to everybody, newest first."""
    columns = (maps.c.key, maps.c.game, maps.c.name, maps.c.players, maps.c.created)
    wanted = sa.select(*columns).where(maps.c.shown, maps.c.players != "").order_by(maps.c.created.desc())
    with store.read_transaction() as conn:
        rows = conn.execute(wanted.limit(most)).all()
    return [KeptMap(row.key, row.game, row.name, _split_counts(row.players), row.created) for row in rows]


@writes_database
def save_report(store: Database, key: str, body: bytes) -> None:
    """Store the report of bots that tried a map."""
    with store.write_transaction() as conn:
        conn.execute(maps.update().where(maps.c.key == key).values(report=body))


@reads_database
def find_report(store: Database, key: str) -> bytes | None:
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(maps.c.report).where(maps.c.key == key)).scalar()
    return bytes(found) if found is not None else None


# -- for the host ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """A kept map as the host sees it."""

    key: str
    game: str
    name: str
    shown: bool
    played: bool
    size: int
    created: float


def all_kept(store: Database) -> list[Entry]:
    """Return every kept map, newest first."""
    columns = (maps.c.key, maps.c.game, maps.c.name, maps.c.shown, maps.c.played, sa.func.length(maps.c.text), maps.c.created)
    with store.read_transaction() as conn:
        return [Entry(*row) for row in conn.execute(sa.select(*columns).order_by(maps.c.created.desc()))]


@writes_database
def delete_map(store: Database, key: str, with_games: bool = False) -> str:
    """Take a map away from everybody. Return "removed", "hidden" if games may still need its text, or "" if there is none.

    ``with_games``: remove it even so; games on it cannot be opened any more.
    """
    with store.write_transaction() as conn:
        found = conn.execute(sa.select(maps.c.played).where(maps.c.key == key)).first()
        if found is None:
            return ""
        if found.played and not with_games:
            conn.execute(maps.update().where(maps.c.key == key).values(shown=False))
            return "hidden"
        conn.execute(maps.delete().where(maps.c.key == key))
    return "removed"
