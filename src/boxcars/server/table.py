"""A table in memory: the rules, the position, and the journal that led to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.core.game import Refused, Rules
from boxcars.core.words import Reason, T
from boxcars.server.documents import Doc, Entry, Setup
from boxcars.server.store import Row, Store, Write

SNAPSHOT_EVERY = 25


def refuse(code: str, text: Any) -> Refused:
    """A refusal by the table rather than by the rules of its game."""
    return Refused(Reason(code, "", text))


@lru_cache(maxsize=256)
def _rules(game: str, map: str, players: int, options: str) -> Rules[Any]:
    return registry.make(game, map, players, msgspec.json.decode(options))


@lru_cache(maxsize=512)
def _asked(game: str, map: str | None, players: int | None, options: str) -> Rules[Any]:
    """Checked and completed once for each way to ask: for some games this takes as long as drawing several views."""
    made = registry.make(game, map, players, msgspec.json.decode(options))
    return _rules(game, made.map, made.players, msgspec.json.encode(made.options, order="deterministic").decode())


def rules_for(game: str, map: str | None, players: int | None, options: dict[str, Any]) -> Rules[Any]:
    """The rules of a table, shared by all tables of the same kind. Map files: only those that ``registry.offer`` named."""
    chosen = registry.game(game)
    keys = [m.key for m in chosen.maps]
    if map is not None and map not in keys:
        text = T("{game} has no map {map}; there are: {maps}.", game=chosen.name, map=map[:80], maps=", ".join(keys))
        raise refuse("bad_setup", text)
    return _asked(game, map, players, msgspec.json.encode(options, order="deterministic").decode())


def opening(setup: Setup, rules: Rules[Any], events: list[Any]) -> Any:
    if setup.start:
        return rules.read_state(setup.start)
    return rules.start(Chance(setup.seed, script=setup.outcomes), events)


@dataclass
class Table:
    """``acts`` are the actions in effect; ``stands`` the positions in effect as (journal number, ply)."""

    id: str
    setup: Setup
    rules: Rules[Any]
    doc: Doc
    state: Any
    seq: int
    version: int
    created: float
    changed: float
    journal: list[Entry] = field(default_factory=list)
    acts: list[Entry] = field(default_factory=list)
    stands: list[tuple[int, int]] = field(default_factory=list)
    keys: dict[tuple[int, str], Entry] = field(default_factory=dict)
    mark: int = 0
    """The journal number of the newest change of the position."""
    memo: dict[Any, Any] = field(default_factory=dict)
    """What was worked out for this table and may be forgotten: sentences of its log, its pictures."""

    @property
    def ply(self) -> int:
        return len(self.acts)

    @property
    def actor(self) -> int:
        return self.rules.actor(self.state) if self.state is not None and self.doc.status == "playing" else -1

    def _note(self, entry: Entry) -> None:
        self.journal.append(entry)
        if entry.key is not None:
            self.keys[entry.seat, entry.key] = entry
        if entry.kind in ("start", "act", "version"):
            self.stands.append((entry.seq, entry.ply))
        if entry.kind == "act":
            self.acts.append(entry)
        elif entry.kind == "undo":
            self.acts = self.acts[: entry.ply]
            self.stands = [(seq, ply) for seq, ply in self.stands if ply <= entry.ply]
        if entry.kind in ("start", "act", "undo", "version"):
            self.mark = entry.seq

    def install(self, write: Write, position: Any) -> None:
        """Take in a change that has been committed."""
        self._note(write.entry)
        self.doc = write.doc
        self.seq = write.entry.seq
        self.version = write.version
        self.changed = write.entry.at
        if position is not None:
            self.state = position

    def follow(self, row: Row, journal: list[Entry]) -> None:
        """Take in what another process committed."""
        for entry in journal:
            self._note(entry)
        self.doc = row.doc
        self.seq = row.seq
        self.version = row.version
        self.changed = row.changed
        if row.state is not None:
            self.state = msgspec.json.decode(row.state, type=self.rules.state_type)

    def undone_after(self, seq: int) -> bool:
        """Whether something was taken back after that journal number."""
        return any(entry.kind == "undo" for entry in self.journal[seq:])

    def events(self, entry: Entry) -> list[Any]:
        """The events of a journal entry; none if they were written by a version that used other words."""
        if not entry.events:
            return []
        known: tuple[int, list[Any]] | None = self.memo.get("events")  # asked for by every seat in turn: keep the newest
        if known is not None and known[0] == entry.seq:
            return known[1]
        try:
            found: list[Any] = msgspec.json.decode(entry.events, type=list[self.rules.event_type])  # type: ignore[name-defined]
        except msgspec.MsgspecError:
            return []
        self.memo["events"] = (entry.seq, found)
        return found

    def position(self, ply: int, store: Store) -> Any:
        """The position after ``ply`` actions: from the nearest snapshot, by at most SNAPSHOT_EVERY actions. Blocks."""
        if ply == self.ply:
            return self.state
        if not 0 <= ply < self.ply:
            raise refuse("no_such_ply", T("There is no position {ply} at this table.", ply=ply))
        good = {seq: at for seq, at in self.stands if at <= ply}
        kept = store.snapshot(self.id, list(good))
        if kept is None:
            state, at = opening(self.setup, self.rules, []), 0
        else:
            state, at = msgspec.json.decode(kept[2], type=self.rules.state_type), good[kept[0]]
        for entry in self.acts[at:ply]:
            self.rules.play(state, entry.seat, self.rules.read_action(entry.body))
        return state


def from_row(row: Row, journal: list[Entry]) -> Table:
    setup = row.setup
    rules = rules_for(setup.game, setup.map, setup.players, setup.options)
    table = Table(
        id=row.id,
        setup=setup,
        rules=rules,
        doc=row.doc,
        state=None,
        seq=0,
        version=row.version,
        created=row.created,
        changed=row.changed,
    )
    try:
        table.follow(row, journal)
    except msgspec.MsgspecError:
        text = T("This game was stored by another version and cannot be read by this one.")
        raise refuse("unreadable", text) from None
    return table
