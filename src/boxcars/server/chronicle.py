"""The log of a table as one seat may read it: every event retold for the seat, every note, what was taken back included."""

from __future__ import annotations

from typing import Any

import msgspec

from boxcars.core.words import Text
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


def lines(table: Table, seat: int | None, lang: str) -> list[Line]:
    """The whole log. Lines are made once and kept; only new entries cost anything."""
    names = tuple(s.name for s in table.doc.seats)
    known: tuple[Any, list[Line], list[Entry]] | None = table.memo.get(("log", seat, lang))
    if known is None or known[0] != names:
        known = (names, [], [])
        table.memo["log", seat, lang] = known
    _, out, done = known
    say = sayer(lang, names)
    for entry in table.journal[len(done) :]:
        if entry.kind == "undo":
            out[:] = [
                msgspec.structs.replace(line, undone=True) if line.kind == "event" and line.ply > entry.ply else line
                for line in out
            ]
        for kind, text in _texts(table, entry, seat):
            out.append(Line(len(out), entry.ply, entry.seat, say(text), round(entry.at, 3), kind))
        done.append(entry)
    return out
