"""Replay every stored game under the rules it is played under, and say what differs.

A game that differs is not lost: it goes on from its newest position (see ``TableManager``), and its past is shown as it was
kept. What was played before the rules changed is not replayed, whether or not the game goes on since; only what was kept there
is read.

What is compared is compared in one encoding, that of today: a field that an older version did not write has its default.
This is for whoever changes the rules, and for operators before an upgrade and after a mishap: a table that cannot be read at
all is told of, and the others go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from boxcars.core import codec
from boxcars.core.game import Refused, Rules
from boxcars.server.store.store import Store, Unreadable
from boxcars.server.store.table_rows import fence_errors
from boxcars.server.table.documents import Entry
from boxcars.server.table.table import Table, from_row, opening_state


@dataclass
class Finding:
    """The check of one stored game: its versions, how many actions were replayed, and the first difference ("": none)."""

    table: str
    game: str
    status: str
    stored_version: int
    version: int
    replayed: int
    differs: str
    older: int = 0
    """Number of actions played before the rules changed, which are not replayed."""


def verify_store(store: Store) -> Iterator[Finding]:
    for id in store.all_tables():
        row = None
        try:
            found = store.load_table(id)
            if found is None:
                continue
            row, journal = found
            with fence_errors(id):
                table = from_row(row, journal)
                older, replayed, differs = replay_journal(table, journal, store)
                if not differs and table.state is not None:
                    table.rules.audit(table.state)
        except Unreadable as bad:
            game, status, version = (row.setup.game, row.doc.status, row.version) if row is not None else ("?", "?", 0)
            yield Finding(id, game, status, version, 0, 0, f"cannot be read: {bad.why}")
            continue
        yield Finding(id, row.setup.game, row.doc.status, row.version, table.rules.version, replayed, differs, older)


def canonical_events(rules: Rules[Any], events: bytes) -> bytes:
    """Return stored events as they are written today: fields that were not written have their defaults."""
    if not events:
        return rules.write([])
    found: list[Any] = codec.decoder(list[rules.event_type]).decode(events)  # type: ignore[name-defined]
    return rules.write(found)


def find_unreadable(table: Table, store: Store) -> str:
    """Return which kept position of a game of older rules cannot be read today; "": all can."""
    for seq, ply, _, data in store.list_snapshots(table.id, [seq for seq, _ in table.stands]):
        try:
            codec.read(data, table.rules.state_type)
        except msgspec.MsgspecError as error:
            return f"the position after action {ply} (journal entry {seq}) cannot be read: {error}"
    return ""


def replay_journal(table: Table, journal: list[Entry], store: Store) -> tuple[int, int, str]:
    """Replay the journal, undone actions included, from the last change of rules. Returns how many actions are older, how many
    agreed, and the first difference."""
    rules: Rules[Any] = table.rules
    if table.version != rules.version:  # all of it was played under other rules
        return sum(entry.kind == "act" for entry in journal), 0, find_unreadable(table, store)
    past: dict[int, bytes] = {}
    """The position after each number of actions, as JSON: an undo returns to one of them."""
    replayed = 0
    older = sum(entry.kind == "act" and entry.seq < table.turned for entry in journal)
    state: Any = None
    for entry in journal:
        if entry.seq < table.turned:
            continue
        try:
            if entry.kind == "start":
                events: list[Any] = []
                state = opening_state(table.setup, rules, events)
                if rules.write(events) != canonical_events(rules, entry.events):
                    return older, replayed, "the opening is told differently"
                past = {0: rules.write(state)}
            elif entry.kind == "version":
                kept = store.newest_snapshot(table.id, [entry.seq])
                if kept is None:
                    return older, replayed, f"the position of journal entry {entry.seq} is missing"
                state = codec.read(kept[2], rules.state_type)
                past = {entry.ply: rules.write(state)}
            elif entry.kind == "act":
                events = rules.play(state, entry.seat, rules.read_action(entry.body))
                if rules.write(events) != canonical_events(rules, entry.events):
                    return older, replayed, f"action {entry.ply} has other consequences"
                past[entry.ply] = rules.write(state)
                replayed += 1
            elif entry.kind == "undo":
                if entry.ply not in past:
                    return older, replayed, f"journal entry {entry.seq} goes back to before the rules changed"
                state = codec.read(past[entry.ply], rules.state_type)
        except Refused as refused:
            return older, replayed, f"action {entry.ply} is refused: {refused}"
        except Exception as error:
            return older, replayed, f"journal entry {entry.seq}: {type(error).__name__}: {error}"
    if state is not None and rules.write(state) != rules.write(table.state):
        return older, replayed, "the stored position is not the one the journal leads to"
    return older, replayed, ""
