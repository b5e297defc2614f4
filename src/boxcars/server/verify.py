"""Replay every stored game under the current rules, and say what differs.

A game that differs is not lost: it goes on from its newest position (see Hall). This is for whoever changes the rules, and
for operators before an upgrade.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from boxcars.core.chance import Impossible, OutcomeNeeded
from boxcars.core.game import Broken, Refused, Rules
from boxcars.server.documents import Entry
from boxcars.server.store import Store
from boxcars.server.table import Table, from_row, opening


@dataclass
class Finding:
    """One stored game: its versions, how many actions were replayed, and the first thing that differs ("": nothing)."""

    table: str
    game: str
    status: str
    stored_version: int
    version: int
    replayed: int
    differs: str


def verify_store(store: Store) -> Iterator[Finding]:
    for id in store.every():
        found = store.load(id)
        if found is None:
            continue
        row, journal = found
        try:
            table = from_row(row, journal)
        except (Refused, Broken, msgspec.MsgspecError) as error:
            yield Finding(id, row.setup.game, row.doc.status, row.version, 0, 0, f"cannot be read: {error}")
            continue
        replayed, differs = replay(table, journal, store)
        yield Finding(id, row.setup.game, row.doc.status, row.version, table.rules.version, replayed, differs)


def replay(table: Table, journal: list[Entry], store: Store) -> tuple[int, str]:
    """Go through the whole journal, what was taken back included. How many actions agreed, and the first that does not."""
    rules: Rules[Any] = table.rules
    past: list[bytes] = []
    """The position after each action in effect, as JSON: what an undo goes back to."""
    replayed = 0
    state: Any = None
    for entry in journal:
        try:
            if entry.kind == "start":
                events: list[Any] = []
                state = opening(table.setup, rules, events)
                if rules.write(events) != entry.events:
                    return replayed, "the opening is told differently"
                past = [rules.write(state)]
            elif entry.kind == "act":
                events = rules.play(state, entry.seat, rules.read_action(entry.body))
                if rules.write(events) != entry.events:
                    return replayed, f"action {entry.ply} has other consequences"
                past.append(rules.write(state))
                replayed += 1
            elif entry.kind == "undo":
                past = past[: entry.ply + 1]
                state = msgspec.json.decode(past[-1], type=rules.state_type)
            elif entry.kind == "version":
                kept = store.snapshot(table.id, [entry.seq])
                if kept is None:
                    return replayed, f"the position of journal entry {entry.seq} is missing"
                state = msgspec.json.decode(kept[2], type=rules.state_type)
                past = [*past[: entry.ply], rules.write(state)]
        except Refused as refused:
            return replayed, f"action {entry.ply} is refused: {refused}"
        except (OutcomeNeeded, Impossible, Broken, msgspec.MsgspecError) as error:
            return replayed, f"journal entry {entry.seq}: {error}"
    if state is not None and rules.write(state) != rules.write(table.state):
        return replayed, "the stored position is not the one the journal leads to"
    return replayed, ""
