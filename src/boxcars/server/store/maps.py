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
"""Kept maps of one server."""
SPARE = 1_000
"""Of these, how many that nobody has played and nobody shows. Beyond that the oldest go of whoever has most: their drafts are
with their authors."""
SPARE_OF_ONE = 100
"""How many of these one profile or one address has; its own oldest go first."""
PLAYED_OF_ONE = 500
"""Maps of one profile or one address that tables or events need."""
SHOWN_OF_ONE = 6
"""Maps that one profile shows: one more takes its oldest off the list."""
SHOWN_OF_ADDRESS = 12
"""Maps that all profiles of one address show."""


@dataclass(frozen=True)
class KeptMap:
    key: str
    game: str
    name: str
    players: list[int]
    created: float


@dataclass(frozen=True)
class About:
    """What was found when a text was read in a worker. ``same``: equal for texts that say the same."""

    name: str
    players: list[int]
    same: str


@dataclass(frozen=True)
class Owner:
    """Who keeps a map: a profile, if there is one, and the share of an address. Without an address it is the host."""

    card: str | None = None
    address: str = ""

    @property
    def is_own(self) -> Any:
        """The condition for all maps of this profile or this address."""
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
    """Offer a map to everybody, in the place of the oldest if this profile or this address shows enough."""
    for own, most in ((maps.c.card == owner.card, SHOWN_OF_ONE), (maps.c.address == owner.address, SHOWN_OF_ADDRESS)):
        shown = sa.select(maps.c.key).where(own, maps.c.shown).order_by(maps.c.created.desc()).offset(most - 1)
        conn.execute(maps.update().where(maps.c.key.in_(list(conn.execute(shown).scalars()))).values(shown=False))
    conn.execute(maps.update().where(maps.c.key == key).values(shown=True, card=owner.card, address=owner.address))


def _make_room(conn: sa.Connection, owner: Owner) -> list[str]:
    """Remove the oldest of those that nobody needs, so that there is room for one more. Return their keys."""
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
    """From now on somebody needs these maps: they stay."""
    own = [key for key in keys if key.startswith(map_loader.KEPT)]
    if own:
        conn.execute(maps.update().where(maps.c.key.in_(own)).values(played=True))


@reads_database
def find_map_text(store: Database, key: str) -> str | None:
    """The text of a kept map."""
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(maps.c.text).where(maps.c.key == key)).scalar()
    return bytes(found).decode() if found is not None else None


@reads_database
def find_description(store: Database, game: str, key: str) -> registry.Map | None:
    """A kept map as it was found when it was read; None if it is not known, was kept for another game or not read yet."""
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(maps.c.name, maps.c.players).where(maps.c.key == key, maps.c.game == game)).first()
    if found is None or not found.players:
        return None
    return registry.Map(key=key, name=found.name, players=_split_counts(found.players), provenance=registry.OF_THE_HOST)


@writes_database
def save_description(store: Database, key: str, about: About | None) -> None:
    """Note what was found in a map; None: it could not be read."""
    known = {"players": ""}
    if about is not None:
        known = {"players": _join_counts(about.players), "same": about.same, "name": about.name[:80]}
    with store.write_transaction() as conn:
        conn.execute(maps.update().where(maps.c.key == key).values(known))


@reads_database
def list_undescribed(store: Database, most: int = 100) -> list[tuple[str, str]]:
    """The keys and games of maps that a version before this one kept, of which only the text is known."""
    with store.read_transaction() as conn:
        rows = conn.execute(sa.select(maps.c.key, maps.c.game).where(maps.c.players.is_(None)).limit(most)).all()
    return [(row.key, row.game) for row in rows]


@reads_database
def list_shown(store: Database, most: int = 60) -> list[KeptMap]:
    """What is offered to everybody, the newest first."""
    columns = (maps.c.key, maps.c.game, maps.c.name, maps.c.players, maps.c.created)
    wanted = sa.select(*columns).where(maps.c.shown, maps.c.players != "").order_by(maps.c.created.desc())
    with store.read_transaction() as conn:
        rows = conn.execute(wanted.limit(most)).all()
    return [KeptMap(row.key, row.game, row.name, _split_counts(row.players), row.created) for row in rows]


@writes_database
def save_report(store: Database, key: str, body: bytes) -> None:
    """Keep what bots found on a map."""
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
    """Every kept map, the newest first."""
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
