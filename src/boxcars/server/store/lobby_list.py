"""The lobby's list: of each listed table only what is shown. The store has an index in its order, so a page costs the same
whether there are fifty tables or fifty thousand."""

from __future__ import annotations

from typing import Literal

import msgspec
import sqlalchemy as sa

from boxcars.core import codec
from boxcars.locale import DELETED
from boxcars.server.store.database import reads_database
from boxcars.server.store.schema import tables
from boxcars.server.store.store import Store
from boxcars.server.store.table_rows import Unreadable, fence_errors

PAGE = 100
Shown = Literal["open", "playing", "over"]
SHOWN: dict[str, tuple[Shown, ...]] = {"": ("open", "playing"), "open": ("open",), "playing": ("playing",), "over": ("over",)}
"""The columns of a listed table, in the order of the query."""


class ListedSeat(msgspec.Struct):
    kind: str
    name: str = ""
    level: str = ""


class ListedPace(msgspec.Struct):
    kind: str = "none"
    turn: int = 0
    reserve: int = 0


class ListedDoc(msgspec.Struct):
    seats: list[ListedSeat]
    pace: ListedPace = msgspec.field(default_factory=ListedPace)


class ListedSetup(msgspec.Struct):
    map: str
    players: int
    options: dict[str, bool | int | str]


class Listed(msgspec.Struct):
    """A table as the lobby shows it. Its position, votes and seed are not read."""

    id: str
    game: str
    status: str
    created: float
    changed: float
    setup: ListedSetup
    doc: ListedDoc


def guest_names(raw: bytes, held: set[int]) -> list[str]:
    """The names of people in seats that no profile holds; none if the document cannot be read."""
    try:
        seats = _DOC.decode(raw).seats
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return []
    return [seat.name for i, seat in enumerate(seats) if seat.kind == "person" and i not in held and seat.name != DELETED]


_SETUP = codec.decoder(ListedSetup)
_DOC = codec.decoder(ListedDoc)
_COLUMNS = (
    tables.c.id,
    tables.c.game,
    tables.c.status,
    tables.c.created,
    tables.c.changed,
    tables.c.setup,
    tables.c.doc,
)


def _listed_conditions(status: Shown) -> tuple[sa.ColumnElement[bool], ...]:
    return tables.c.listed.is_(True), tables.c.status == status


def page_query(status: Shown, limit: int, skip: int) -> sa.Select[tuple[object, ...]]:
    """Return the query of a page of the list, newest first. ``created`` never changes, so moves in a game do not reorder the
    list."""
    newest = tables.c.created.desc()
    return sa.select(*_COLUMNS).where(*_listed_conditions(status)).order_by(newest, tables.c.id).limit(limit).offset(skip)


@reads_database
def list_tables(store: Store, wanted: str = "", page: int = 0) -> list[Listed]:
    """Return a page of the list. Tables that cannot be read are left out and logged. Blocks."""
    found: list[Listed] = []
    room, skip = PAGE, page * PAGE
    with store.read_transaction() as conn:
        for status in SHOWN[wanted]:
            rows = conn.execute(page_query(status, room, skip)).all()
            found += [table for row in rows if (table := _read_row(store, row)) is not None]
            room -= len(rows)
            if room == 0:
                break
            if rows:
                skip = 0
            elif skip:
                skip -= conn.execute(sa.select(sa.func.count()).where(*_listed_conditions(status))).scalar_one()
    return found


def _read_row(store: Store, row: sa.Row[tuple[object, ...]]) -> Listed | None:
    try:
        with fence_errors(row.id):
            return Listed(row.id, row.game, row.status, row.created, row.changed, _SETUP.decode(row.setup), _DOC.decode(row.doc))
    except Unreadable as bad:
        store.told_of(bad)
        return None
