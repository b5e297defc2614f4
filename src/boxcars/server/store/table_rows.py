"""Rows of a table in the store. A row that cannot be read makes only its own table fail.

Code that decodes stored bytes does it inside ``fence_errors``, which raises ``Unreadable`` for anything that goes wrong.
A loop over many tables skips such a table; the table's own page shows the error.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, get_args

import sqlalchemy as sa

from boxcars.core import codec
from boxcars.core.game import Refused
from boxcars.core.messages import T, Text
from boxcars.core.types import Reason
from boxcars.server.table.documents import Doc, Entry, EntryKind, Setup
from boxcars.server.table.game_results import GameResult

KINDS = frozenset(get_args(EntryKind))


class Unreadable(Refused):
    """Raised when a table cannot be read: it is damaged, was written by another version, or its game or map is missing."""

    def __init__(self, id: str, why: str, text: Text | None = None) -> None:
        damaged = T("We can't open this table. It's damaged, or was saved by another version.")
        super().__init__(Reason("unreadable", "", text or damaged))
        self.id = id
        self.why = why


@contextmanager
def fence_errors(id: str) -> Iterator[None]:
    """Turn any error of the code inside into Unreadable, since only this table is to blame."""
    try:
        yield
    except Unreadable:
        raise
    except Refused as refused:  # a game or a map that is not here: the registry says it best
        raise Unreadable(id, str(refused), refused.reason.text) from refused
    except Exception as error:
        raise Unreadable(id, f"{type(error).__name__}: {error}"[:300]) from error


@dataclass
class Row:
    """A table's row in the store."""

    id: str
    seq: int
    version: int
    setup: Setup
    doc: Doc
    state: bytes | None
    created: float
    changed: float


@dataclass
class Write:
    """A change of a table, from journal number ``entry.seq - 1`` to ``entry.seq``."""

    id: str
    entry: Entry
    doc: Doc
    version: int
    state: bytes | None = None
    """The new position; None: it does not change."""
    snapshot: bytes | None = None
    """A position to store, so that earlier ones can be reached quickly."""
    bot: bool = False
    deadline: float | None = None
    remind: float | None = None
    again: bool = False
    """Whether the turn goes on: then its reminder stays as it is."""
    tokens: list[tuple[str, int]] = field(default_factory=list)
    """Links (as hashes) that open a seat from now on."""
    freed: list[int] = field(default_factory=list)
    """Seats whose links end with this change, and which no profile holds any more."""
    taken: list[tuple[int, str]] = field(default_factory=list)
    """Seats that a profile holds from now on."""
    result: GameResult | None = None
    """The result of the game, in the change that ends it."""
    before: Doc | None = None
    """The table's document before the change; None: the table is new."""
    device: str | None = None
    """The device of a profile (as a hash) that ``tokens`` are given to."""


def setup_and_doc(found: sa.Row[Any]) -> tuple[Setup, Doc]:
    """Return set-up and document of a table, checked so that every seat number in them is valid. Call it inside
    ``fence_errors``."""
    setup = codec.decoder(Setup).decode(found.setup)
    doc = codec.decoder(Doc).decode(found.doc)
    if len(doc.seats) != setup.players or not -1 <= doc.actor < setup.players:
        raise ValueError("the seats do not fit the table")
    return setup, doc


def read_row(found: sa.Row[Any]) -> Row:
    with fence_errors(found.id):
        setup, doc = setup_and_doc(found)
        state = bytes(found.state) if found.state is not None else None
        if state is None and doc.status in ("playing", "over"):
            raise ValueError("the position is missing")
        return Row(found.id, int(found.seq), int(found.version), setup, doc, state, found.created, found.changed)


def read_entry(found: sa.Row[Any]) -> Entry:
    """Return a journal entry. Call it inside ``fence_errors`` (once around all of them: there may be thousands)."""
    if found.kind not in KINDS:
        raise ValueError(f"journal entry {found.seq} is of no known kind")
    return Entry(
        seq=int(found.seq),
        kind=found.kind,
        seat=int(found.seat),
        ply=int(found.ply),
        at=float(found.at),
        reveals=bool(found.reveals),
        key=found.key,
        body=bytes(found.body),
        events=bytes(found.events),
    )
