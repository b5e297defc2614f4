"""The log of a table as one seat may read it: events retold for the seat, and notes, undone ones included."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import msgspec

from boxcars.core import codec
from boxcars.core.messages import Text, Who
from boxcars.core.types import Event
from boxcars.locale import sayer
from boxcars.server.table.documents import Entry
from boxcars.server.table.table import Table

SHOWN = 200
"""The greatest number of log lines in a view; the whole log has its own address."""


class Line(msgspec.Struct, frozen=True):
    """``n`` numbers the lines of a log; ``kind``: "event", "note" or "undo"; ``undone``: it was taken back later."""

    n: int
    ply: int
    seat: int
    text: str
    at: float
    kind: str
    undone: bool = False


class _Sentence(msgspec.Struct):
    """A sentence of the log, and its texts in the languages that were asked for (with the names at the table then)."""

    of: Any
    text: Text
    said: dict[tuple[str, tuple[str, ...]], str] = {}


class _Part(msgspec.Struct):
    """A part of a journal entry's lines. Most seats saw the same, so the sentence is made once for all that did."""

    kind: str
    event: Any = None
    told: list[_Sentence] = []


def _parts_of_entry(table: Table, entry: Entry) -> list[_Part]:
    """Return the parts of an entry; what cannot be read is left out."""
    known: dict[int, list[_Part]] = table.memo.setdefault("log", {})
    found = known.get(entry.seq)
    if found is not None:
        return found
    if entry.kind in ("start", "act"):
        found = [_Part("event", event) for event in table.events_of_entry(entry)]
    elif entry.body:
        try:
            told = [_Sentence(None, codec.decoder(Text).decode(entry.body))]
        except (msgspec.MsgspecError, UnicodeDecodeError):
            told = []
        found = [_Part("undo" if entry.kind == "undo" else "note", None, told)]
    known[entry.seq] = found or []
    return known[entry.seq]


def retold_events(table: Table, entry: Entry, seat: int | None) -> list[Event]:
    """Return the events of an entry as a seat saw them."""
    seen = (table.rules.retell(part.event, seat) for part in _parts_of_entry(table, entry) if part.event is not None)
    return [event for event in seen if event is not None]


def _sentence_for_seat(table: Table, part: _Part, seat: int | None) -> _Sentence | None:
    """Return the part as that seat saw it; None if it saw nothing."""
    if part.event is None:
        return part.told[0] if part.told else None
    seen = table.rules.retell(part.event, seat)
    if seen is None:
        return None
    for known in part.told:
        if known.of is seen or known.of == seen:
            return known
    made = _Sentence(seen, table.rules.tell(seen))
    part.told.append(made)
    return made


class _Told(msgspec.Struct):
    """A line before it is translated: a sentence of journal entry ``at``."""

    at: int
    ply: int
    kind: str
    sentence: _Sentence
    undone: bool = False


def _log_for_seat(table: Table, seat: int | None, upto: int | None = None) -> list[_Told]:
    """Return the whole log as the seat may know it. Cached; only new entries of the journal are added. ``upto``: only the first
    part."""
    known: list[Any] = table.memo.setdefault(("told", seat), [0, []])
    out: list[_Told] = known[1]
    end = len(table.journal) if upto is None else min(upto, len(table.journal))
    for at in range(known[0], end):
        entry = table.journal[at]
        if entry.kind == "undo":
            for line in out:
                line.undone = line.undone or (line.kind == "event" and line.ply > entry.ply)
        for part in _parts_of_entry(table, entry):
            sentence = _sentence_for_seat(table, part, seat)
            if sentence is not None:
                out.append(_Told(at, entry.ply, part.kind, sentence))
    known[0] = max(known[0], end)
    return out


BIT = 100
"""Number of entries that are prepared at a time: a few milliseconds of work."""


async def prepare_log(table: Table, seat: int | None, lang: str, start: int = -SHOWN) -> None:
    """Prepare a long log in parts before ``render_lines`` is called, so that other requests get a turn in between."""
    await prepare_events(table, seat)
    end = count_lines(table, seat)
    told, names = _log_for_seat(table, seat), table.names
    first = max(0, end + start) if start < 0 else start
    coded: tuple[Any, int, list[bytes]] | None = table.memo.get(("coded log", seat, lang))
    if coded is not None and coded[0] == (names, table.undone) and coded[1] <= first:
        first = max(first, coded[1] + len(coded[2]))
    missing = [n for n in range(first, end) if (lang, names) not in told[n].sentence.said]
    for at in range(0, len(missing) - BIT, BIT):
        _render_lines(table, seat, lang, missing[at : at + BIT])
        await asyncio.sleep(0)


def _seat_of_line(sentence: _Sentence, by: int) -> int:
    """Whose medal stands before a line: that of the one it is about (an action may bring something to somebody else), of nobody
    where it is about the whole table (income, growth, a new turn), and beside the rules that of the one who spoke."""
    who = sentence.text.values.get("who")
    if isinstance(who, Who):
        return who.seat
    return by if sentence.of is None else int(getattr(sentence.of, "seat", -1))


def count_lines(table: Table, seat: int | None) -> int:
    return len(_log_for_seat(table, seat))


def encode_lines(table: Table, seat: int | None, lang: str, start: int = 0) -> bytes:
    """Return the lines of ``render_lines`` as JSON. Each is encoded once; all again if one was undone or a name changed."""
    told = _log_for_seat(table, seat)
    key = (table.names, table.undone)
    memo: tuple[Any, int, list[bytes]] | None = table.memo.get(("coded log", seat, lang))
    first = max(0, len(told) + start) if start < 0 else start
    if memo is None or memo[0] != key or first < memo[1]:
        memo = table.memo["coded log", seat, lang] = (key, first, [])
    _, begun, known = memo
    known += map(msgspec.json.encode, _render_lines(table, seat, lang, range(begun + len(known), len(told))))
    return b"[" + b",".join(known[first - begun :]) + b"]"


def render_lines(table: Table, seat: int | None, lang: str, start: int = 0) -> list[Line]:
    """Return the log from line ``start`` on (negative: that many from the end), translated once."""
    count = len(_log_for_seat(table, seat))
    return _render_lines(table, seat, lang, range(max(0, count + start) if start < 0 else start, count))


async def prepare_events(table: Table, seat: int | None) -> None:
    """Prepare the events in parts before ``events_until`` is called. Nothing is translated yet."""
    for upto in range(table.memo.get(("told", seat), [0])[0] + BIT, len(table.journal), BIT):
        _log_for_seat(table, seat, upto)
        await asyncio.sleep(0)


def events_until(table: Table, seat: int | None, lang: str, ply: int) -> list[Line]:
    """Return the newest lines about events up to a ply, without undone ones."""
    wanted: list[int] = []
    told = _log_for_seat(table, seat)
    for n in range(len(told) - 1, -1, -1):
        if told[n].kind == "event" and not told[n].undone and told[n].ply <= ply:
            wanted.append(n)
            if len(wanted) == SHOWN:
                break
    return _render_lines(table, seat, lang, reversed(wanted))


def _render_lines(table: Table, seat: int | None, lang: str, wanted: Iterable[int]) -> list[Line]:
    told = _log_for_seat(table, seat)
    names = table.names
    say = sayer(lang, names)
    out = []
    for n in wanted:
        line = told[n]
        entry = table.journal[line.at]
        sentence = line.sentence
        text = sentence.said.get((lang, names))
        if text is None:
            text = sentence.said[lang, names] = say(sentence.text)
        out.append(Line(n, entry.ply, _seat_of_line(sentence, entry.seat), text, round(entry.at, 3), line.kind, line.undone))
    return out
