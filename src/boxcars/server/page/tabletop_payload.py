"""What lies round the board of a table, said in the reader's language and encoded: see ``view.tabletop``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from boxcars.core.messages import T, Text, Who
from boxcars.core.type_aliases import Json
from boxcars.core.types import Event, Observation, Step, clause_of
from boxcars.locale import Say
from boxcars.server.page import game_log
from boxcars.server.table.documents import Entry
from boxcars.server.table.table import Table
from boxcars.view import tabletop
from boxcars.view.board import Board

encode = msgspec.json.encode
FEW = 2
"""So many sentences of the log make a row of a recap; of more the first does, and the others are its parts."""
ROWS = 12
"""A recap goes back so many moves at most; so far back a spectator is shown the slip of a turn."""
TURN = 60
"""The end of a turn takes so many actions at most."""
AWAY = 300.0
"""Whoever has not acted for so many seconds is told what happened though somebody else is to act."""


PLAIN = {str, int, float, bool, type(None)}


@cache
def _wire_fields(kind: type[msgspec.Struct]) -> list[tuple[str, Any]]:
    """Name on the wire, and default of each field."""
    out = []
    for field in msgspec.structs.fields(kind):
        default = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
        out.append((field.encode_name, default))
    return out


def say_struct(thing: Any, say: Say) -> Any:
    """The thing with its words said; fields that are as by default are left out."""
    kind = type(thing)
    if kind in PLAIN:
        return thing
    if kind is Text:
        return say(thing)
    if kind is list or kind is tuple:
        return [part if type(part) in PLAIN else say_struct(part, say) for part in thing]
    if not isinstance(thing, msgspec.Struct):
        return thing
    told = {}
    for (wire, default), value in zip(_wire_fields(type(thing)), msgspec.structs.astuple(thing), strict=True):
        if value != default:
            told[wire] = value if type(value) in PLAIN else say_struct(value, say)
    return told


def ask_payload(table: Table, board: Board, seen: Observation, due: Step | None, mine: bool) -> tuple[str, bytes]:
    """The question, to the one who is asked and to those who wait; before it the line for this seat ("": nothing is asked)."""
    if table.doc.status != "playing" or due is None:
        return "", b"null"
    step = due

    def ask(seen: Any) -> tuple[Json, bytes]:
        found = board.turn_prompt(seen)
        if found is None:
            found = tabletop.Ask(line=table.rules.ask(step), other=T("{who}'s turn", who=Who(seen.actor)))
        told: dict[str, Any] = say_struct(found, board.say)
        told.pop("note", None)
        note = (found.note or board.resources_left(seen)) if mine else None
        if note is not None:
            told["note"] = board.say(note)
        told |= {"next": board.next_seats(seen), "clause": clause_of(type(step))}
        return told, encode(told)

    told, coded = board.again("ask", seen, ask, (mine, due))
    return told["line" if seen.seat == seen.actor else "other"], coded


def moves_since(table: Table, seat: int) -> list[tuple[int, list[Entry]]]:
    """The moves of the others since the seat's last, oldest first; actions of one seat in a row are one move."""
    acts = table.acts
    end = len(acts)
    while end and acts[end - 1].seat == seat:  # its turn has begun already
        end -= 1
    out: list[tuple[int, list[Entry]]] = []
    for entry in reversed(acts[:end]):
        if entry.seat == seat or len(out) > ROWS:
            break
        if out and out[-1][0] == entry.seat:
            out[-1][1].insert(0, entry)
        else:
            out.append((entry.seat, [entry]))
    return out[:ROWS][::-1]


def is_away(table: Table, seat: int, now: float) -> bool:
    """Whether the seat has not acted for a while, and others have since."""
    acts = table.acts
    last = next((entry for entry in reversed(acts) if entry.seat == seat), None)
    return bool(acts) and acts[-1] is not last and now - (last.at if last is not None else table.created) > AWAY


def recap_payload(table: Table, board: Board, seen: Observation, seat: int) -> list[Json]:
    """What the others did since this seat's last move, as it saw it: a row for each turn of a player, and one without a seat for
    what the table did by itself. Every event is in exactly one row, that of the one it is about."""
    out: list[Json] = []
    for who, entries in moves_since(table, seat):
        rows: dict[int, list[Event]] = {}
        for entry in entries:
            for event in game_log.retold_events(table, entry, seat):
                rows.setdefault(owner_of_event(table, board, event, who), []).append(event)
        for of, events in rows.items():
            out.append({"seat": of, "first": entries[0].ply, "ply": entries[-1].ply, **recap_row(table, board, seen, events)})
    return out


def owner_of_event(table: Table, board: Board, event: Event, who: int) -> int:
    """The seat an event is about; -1: the whole table; of what says neither, the one whose action brought it."""
    if isinstance(event, board.apart):
        return -1
    named = table.rules.tell(event).values.get("who")
    if isinstance(named, Who):
        return named.seat
    return int(getattr(event, "seat", who))


def recap_row(table: Table, board: Board, seen: Observation, events: list[Event]) -> dict[str, Json]:
    """A row of the recap: its sentence, and each of its events as a part wherever the sentence does not say all."""
    found = board.recap_row(seen, events)
    several = len(events) > (FEW if found is None else 1)
    if found is None:
        texts = [board.say(table.rules.tell(event)) for event in (events[:1] if several else events)]
        found = tabletop.Recap(text=" ".join(texts), touched=board.changed_targets(events))
    row: dict[str, Json] = say_struct(found, board.say)
    if several:
        parts = [tabletop.RecapPart(text=table.rules.tell(event), touched=board.changed_targets([event])) for event in events]
        row["parts"] = say_struct(parts, board.say)
    return row


def turn_summary(table: Table, board: Board, seen: Observation, seat: int | None, ply: int | None) -> bytes:
    """The slip of the turn that ended last, since this seat's own last action; looking back at ``ply``, of that action."""
    acts = table.acts
    if ply is not None:
        return _turn_summary(table, board, seen, seat, acts[ply - 1]) if ply else b"null"
    first = max(0, len(acts) - ROWS)
    if seat is not None:
        first = next((i for i in range(len(acts) - 1, -1, -1) if acts[i].seat == seat), 0)
    for entry in reversed(acts[max(first, len(acts) - 60) :]):
        made = _turn_summary(table, board, seen, seat, entry)
        if made != b"null":
            return made
    return b"null"


def _turn_summary(table: Table, board: Board, seen: Observation, seat: int | None, entry: Entry) -> bytes:
    names = table.names
    known: dict[tuple[Any, ...], bytes] = table.memo.setdefault("slips", {})
    key = (entry.seq, seat, board.say, names)
    if key not in known:
        if len(known) > 400:
            known.clear()

        def before() -> Iterator[list[Event]]:
            acts = table.acts
            for earlier in reversed(acts[max(0, entry.ply - 1 - TURN) : max(0, entry.ply - 1)]):
                yield game_log.retold_events(table, earlier, seat)

        found = board.turn_summary(seen, game_log.retold_events(table, entry, seat), before)
        known[key] = encode({"ply": entry.ply, **say_struct(found, board.say)}) if found is not None else b"null"
    return known[key]
