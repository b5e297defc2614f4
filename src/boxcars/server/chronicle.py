"""The log of a table as one seat may read it: every event retold for the seat, every note, what was taken back included."""

from __future__ import annotations

from typing import Any

import msgspec

from boxcars.core.words import Text, Who
from boxcars.locale import sayer
from boxcars.server.documents import Entry
from boxcars.server.table import Table

SHOWN = 200
"""How many lines a view carries; the whole log has its own address."""


class Line(msgspec.Struct, frozen=True):
    """``n`` numbers the lines of a log; ``kind``: "event", "note" or "undo"; ``undone``: it was taken back later."""

    n: int
    ply: int
    seat: int
    text: str
    at: float
    kind: str
    undone: bool = False


def _texts(table: Table, entry: Entry, seat: int | None) -> list[tuple[str, Text]]:
    if entry.kind in ("start", "act"):
        told = [table.rules.retell(event, seat) for event in table.events(entry)]
        return [("event", table.rules.tell(event)) for event in told if event is not None]
    if entry.body:
        kind = "undo" if entry.kind == "undo" else "note"
        return [(kind, msgspec.json.decode(entry.body, type=Text))]
    return []


class _Told(msgspec.Struct, gc=False):
    """A line before it is said in a language: the ``part``-th sentence of the journal's entry ``at``."""

    at: int
    part: int
    ply: int
    kind: str
    undone: bool = False


def _told(table: Table, seat: int | None) -> list[_Told]:
    """The whole log as the seat may know it. Kept; only new entries of the journal cost anything."""
    known: list[Any] = table.memo.setdefault(("told", seat), [0, []])
    out: list[_Told] = known[1]
    for at in range(known[0], len(table.journal)):
        entry = table.journal[at]
        if entry.kind == "undo":
            for line in out:
                line.undone = line.undone or (line.kind == "event" and line.ply > entry.ply)
        out += [_Told(at, part, entry.ply, kind) for part, (kind, _) in enumerate(_texts(table, entry, seat))]
    known[0] = len(table.journal)
    return out


def _about(text: Text, by: int) -> int:
    """Whose medal stands before a line: that of the one it is about; what an action brings may befall somebody else."""
    who = text.values.get("who")
    return who.seat if isinstance(who, Who) else by


def count(table: Table, seat: int | None) -> int:
    return len(_told(table, seat))


def lines(table: Table, seat: int | None, lang: str, start: int = 0) -> list[Line]:
    """The log from line ``start`` on (negative: that many from the end), said in a language once."""
    names = tuple(s.name for s in table.doc.seats)
    told = _told(table, seat)
    known: tuple[Any, dict[int, tuple[int, str]]] | None = table.memo.get(("said log", seat, lang))
    if known is None or known[0] != names:
        known = (names, {})
        table.memo["said log", seat, lang] = known
    said = known[1]
    say = sayer(lang, names)
    out = []
    for n in range(max(0, len(told) + start) if start < 0 else start, len(told)):
        line = told[n]
        entry = table.journal[line.at]
        if n not in said:
            text = _texts(table, entry, seat)[line.part][1]
            said[n] = (_about(text, entry.seat), say(text))
        out.append(Line(n, entry.ply, *said[n], round(entry.at, 3), line.kind, line.undone))
    return out
