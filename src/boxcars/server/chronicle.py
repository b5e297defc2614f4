"""The log of a table as one seat may read it: every event retold for the seat, every note, what was taken back included."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
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


def _told(table: Table, seat: int | None, upto: int | None = None) -> list[_Told]:
    """The whole log as the seat may know it. Kept; only new entries of the journal cost anything. ``upto``: not all at once."""
    known: list[Any] = table.memo.setdefault(("told", seat), [0, []])
    out: list[_Told] = known[1]
    end = len(table.journal) if upto is None else min(upto, len(table.journal))
    for at in range(known[0], end):
        entry = table.journal[at]
        if entry.kind == "undo":
            for line in out:
                line.undone = line.undone or (line.kind == "event" and line.ply > entry.ply)
        out += [_Told(at, part, entry.ply, kind) for part, (kind, _) in enumerate(_texts(table, entry, seat))]
    known[0] = max(known[0], end)
    return out


BIT = 100
"""So much of a log is worked out at a time: a few milliseconds."""


async def prepare(table: Table, seat: int | None, lang: str, start: int = -SHOWN) -> None:
    """Work out a long log bit by bit before ``lines`` is asked for it, so that everybody else gets a turn in between."""
    for upto in range(table.memo.get(("told", seat), [0])[0] + BIT, len(table.journal), BIT):
        _told(table, seat, upto)
        await asyncio.sleep(0)
    end = count(table, seat)
    said = _said(table, seat, lang)[1]
    missing = [n for n in range(max(0, end + start) if start < 0 else start, end) if n not in said]
    for at in range(0, len(missing) - BIT, BIT):
        _lines(table, seat, lang, missing[at : at + BIT])
        await asyncio.sleep(0)


def _about(text: Text, by: int) -> int:
    """Whose medal stands before a line: that of the one it is about; what an action brings may befall somebody else."""
    who = text.values.get("who")
    return who.seat if isinstance(who, Who) else by


def count(table: Table, seat: int | None) -> int:
    return len(_told(table, seat))


def encoded(table: Table, seat: int | None, lang: str, start: int = 0) -> bytes:
    """The same lines as ``lines`` gives, as JSON: each is encoded once, and again only if it was taken back since."""
    told = _told(table, seat)
    known: dict[int, tuple[bool, bytes]] = _said(table, seat, lang)[2]
    first = max(0, len(told) + start) if start < 0 else start
    missing = [n for n in range(first, len(told)) if n not in known or known[n][0] != told[n].undone]
    for line in _lines(table, seat, lang, missing):
        known[line.n] = (line.undone, msgspec.json.encode(line))
    return b"[" + b",".join(known[n][1] for n in range(first, len(told))) + b"]"


def lines(table: Table, seat: int | None, lang: str, start: int = 0) -> list[Line]:
    """The log from line ``start`` on (negative: that many from the end), said in a language once."""
    count = len(_told(table, seat))
    return _lines(table, seat, lang, range(max(0, count + start) if start < 0 else start, count))


Said = tuple[tuple[str, ...], dict[int, tuple[int, str]], dict[int, tuple[bool, bytes]]]
"""Names, and by line: whose medal and the sentence; whether it was taken back, and the line as JSON."""


def _said(table: Table, seat: int | None, lang: str) -> Said:
    """What has been said of this log so far; all of it is said anew when a name changes."""
    names = tuple(s.name for s in table.doc.seats)
    known: Said | None = table.memo.get(("said log", seat, lang))
    if known is None or known[0] != names:
        known = table.memo["said log", seat, lang] = (names, {}, {})
    return known


def _lines(table: Table, seat: int | None, lang: str, wanted: Iterable[int]) -> list[Line]:
    told = _told(table, seat)
    names, said, _ = _said(table, seat, lang)
    say = sayer(lang, names)
    out = []
    for n in wanted:
        line = told[n]
        entry = table.journal[line.at]
        if n not in said:
            text = _texts(table, entry, seat)[line.part][1]
            said[n] = (_about(text, entry.seat), say(text))
        out.append(Line(n, entry.ply, *said[n], round(entry.at, 3), line.kind, line.undone))
    return out
