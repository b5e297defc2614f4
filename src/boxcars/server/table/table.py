"""A table in memory: the rules, the position, and the journal that led to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from boxcars.core import codec, registry
from boxcars.core.chance import Chance
from boxcars.core.game import Refused, Rules, State
from boxcars.core.messages import T, Text
from boxcars.core.type_aliases import AnyRules, AnyState, Json
from boxcars.core.types import Event, Reason
from boxcars.server.store.store import Store
from boxcars.server.store.table_rows import Row, Write, fence_errors
from boxcars.server.table.documents import Doc, Entry, Setup

SNAPSHOT_EVERY = 25
START_LIMIT = 64 * 1024
START_NUMBER = 100_000
"""Limits of a position in a request: characters, and the largest number."""


def make_refusal(code: str, text: Text) -> Refused:
    """Return a refusal by the table rather than by the rules of its game."""
    return Refused(Reason(code, "", text))


@lru_cache(maxsize=256)
def _cached_rules(game: str, map: str, players: int, options: str) -> AnyRules:
    return registry.make(game, map, players, msgspec.json.decode(options))


@lru_cache(maxsize=512)
def _checked_rules(game: str, map: str | None, players: int | None, options: str) -> AnyRules:
    """Return rules for these settings. Cached, since making them takes as long as drawing several views for some games."""
    made = registry.make(game, map, players, msgspec.json.decode(options))
    return _cached_rules(game, made.map, made.players, msgspec.json.encode(made.options, order="deterministic").decode())


def rules_for(game: str, map: str | None, players: int | None, options: Json) -> AnyRules:
    """Return the rules of a table, shared by all tables with the same settings. Map files: those offered, and kept maps."""
    chosen = registry.game(game)
    keys = [m.key for m in chosen.maps]
    if map is not None and registry.map_of(chosen, map) is None:
        text = T(
            "{game} has no map called {map}. Choose one of these: {maps}.", game=chosen.name, map=map[:80], maps=", ".join(keys)
        )
        raise make_refusal("bad_setup", text)
    return _checked_rules(game, map, players, msgspec.json.encode(options, order="deterministic").decode())


def opening_state(setup: Setup, rules: AnyRules, events: list[Event]) -> AnyState:
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
    """The journal number of the last change of the position."""
    undone: int = 0
    """The journal number of the last undo."""
    turned: int = 0
    """The journal number of the last change of rules: what came before is not replayed."""
    floor: int = 0
    """The ply at which the rules last changed: nothing before it can be undone."""
    weight: int = 60_000
    """Approximate bytes in memory, without its pictures."""
    memo: dict[Any, Any] = field(default_factory=dict)
    """Memoized values that may be forgotten: sentences of the log, pictures."""

    @property
    def ply(self) -> int:
        return len(self.acts)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple([seat.name for seat in self.doc.seats])

    @property
    def actor(self) -> int:
        return self.rules.actor(self.state) if self.state is not None and self.doc.status == "playing" else -1

    def hidden_from(self, seat: int | None) -> bool:
        """Return whether whoever sits there (None, -1: nowhere) may see seats, clocks and progress alone: others play with
        the same luck."""
        return self.doc.sealed and (seat is None or seat < 0)

    def _note_entry(self, entry: Entry) -> None:
        self.journal.append(entry)
        self.weight += 1_500 + 5 * len(entry.events)
        if entry.key is not None:
            self.keys[entry.seat, entry.key] = entry
        if entry.kind in ("start", "act", "version"):
            self.stands.append((entry.seq, entry.ply))
        if entry.kind == "act":
            self.acts.append(entry)
        elif entry.kind == "version":
            self.turned, self.floor = entry.seq, entry.ply
        elif entry.kind == "undo":
            self.undone = entry.seq
            self.acts = self.acts[: entry.ply]
            self.floor = min(self.floor, entry.ply)
            self.stands = [(seq, ply) for seq, ply in self.stands if ply <= entry.ply]
        if entry.kind in ("start", "act", "undo", "version"):
            self.mark = entry.seq

    def install_change(self, write: Write, position: State) -> None:
        """Apply a change that has been committed."""
        self._note_entry(write.entry)
        self.doc = write.doc
        self.seq = write.entry.seq
        self.version = write.version
        self.changed = write.entry.at
        if position is not None:
            self.state = position

    def follow_journal(self, row: Row, journal: list[Entry]) -> None:
        """Apply what another process has committed, or raise Unreadable, after which the table must not be used."""
        with fence_errors(self.id):
            self._follow_journal(row, journal)

    def _follow_journal(self, row: Row, journal: list[Entry]) -> None:
        for entry in journal:
            self._note_entry(entry)
        self.doc = row.doc
        self.seq = row.seq
        self.version = row.version
        self.changed = row.changed
        if row.state is not None:
            self.state = codec.read(row.state, self.rules.state_type)

    def forget_pictures(self) -> None:
        """Forget what can be drawn again; the sentences of the log stay, since a long log is expensive to make."""
        self.memo = {key: kept for key, kept in self.memo.items() if key == "log" or key[0] == "told"}

    def undone_after(self, seq: int) -> bool:
        """Return whether there was an undo after that journal number."""
        return self.undone > seq

    def events_of_entry(self, entry: Entry) -> list[Event]:
        """Return the events of a journal entry; none if an older version wrote them with other names."""
        if not entry.events:
            return []
        known: tuple[int, list[Any]] | None = self.memo.get("events")  # asked for by every seat in turn: keep the newest
        if known is not None and known[0] == entry.seq:
            return known[1]
        try:
            found: list[Any] = codec.decoder(list[self.rules.event_type]).decode(entry.events)  # type: ignore[name-defined]
        except msgspec.MsgspecError:
            return []
        self.memo["events"] = (entry.seq, found)
        return found

    def position_at(self, ply: int, store: Store) -> AnyState:
        """The position after ``ply`` actions: from the nearest snapshot, by at most SNAPSHOT_EVERY actions. Blocks.

        History is what was played: actions are replayed only under the rules they were played under. A position that was
        kept is given as it was kept; one between such positions under older rules is out of reach, and that is said.
        """
        if ply == self.ply:
            return self.state
        if not 0 <= ply < self.ply:
            raise make_refusal("no_such_ply", T("There's no move {ply} in this game.", ply=ply))
        good = {seq: at for seq, at in self.stands if at <= ply}
        kept = store.newest_snapshot(self.id, list(good))
        if kept is None:
            raise self.out_of_reach(ply)
        seq, version, data = kept
        at = good[seq]
        if at < ply and not self.can_replay(seq, version):
            raise self.out_of_reach(ply)
        try:
            state = codec.read(data, self.rules.state_type)
        except msgspec.MsgspecError:
            raise self.out_of_reach(ply) from None
        for entry in self.acts[at:ply]:
            self.rules.play(state, entry.seat, self.rules.read_action(entry.body))
        return state

    def can_replay(self, seq: int, version: int) -> bool:
        """Return whether all actions after that journal number were played under the current rules."""
        return version == self.version == self.rules.version and seq >= self.turned

    def out_of_reach(self, ply: int) -> Refused:
        text = T("Move {ply} was played under older rules and wasn't kept. We can't show it anymore.", ply=ply)
        return make_refusal("out_of_reach", text)


def sound_start(rules: AnyRules, data: str) -> AnyState:
    """A position that somebody sends, if a game can go on from it: everything the server will ask of it is asked here first.

    The rules judge what is wrong with a position (``audit``); what they did not think of shows when they fall over it.
    """
    if len(data) > START_LIMIT:
        raise make_refusal("bad_state", T("The position is too large."))
    try:
        if any(abs(number) > START_NUMBER for number in list_numbers(msgspec.json.decode(data))):
            raise make_refusal("bad_state", T("The position contains an impossible number."))
        state = rules.read_state(data)
        actor = rules.actor(state)
        if not -1 <= actor < rules.players or (actor >= 0 and not rules.legal(rules.clone(state))):
            raise make_refusal("bad_state", T("Nobody can move in this position."))
        for seat in (None, *range(rules.players)):
            rules.write(rules.observe(state, seat))
            rules.write(rules.imagine(state, seat, "sound"))
        for said in (rules.standing(state), rules.tally(state)):
            if len(said) != rules.players:
                raise make_refusal("bad_state", T("The number of seats doesn't match this table."))
        if (rules.outcome(state) is None) != (actor >= 0):
            raise make_refusal("bad_state", T("Nobody can move in this position."))
    except Refused:
        raise
    except Exception as error:
        text = T("This isn't a position in this game: {error}", error=f"{type(error).__name__}: {error}"[:200])
        raise make_refusal("bad_state", text) from None
    return state


def list_numbers(thing: object) -> Iterator[int]:
    """Yield every whole number in some JSON."""
    if isinstance(thing, dict):
        for part in thing.values():
            yield from list_numbers(part)
    elif isinstance(thing, list):
        for part in thing:
            yield from list_numbers(part)
    elif isinstance(thing, (int, float)):
        yield int(thing)


def from_row(row: Row, journal: list[Entry]) -> Table:
    """Return the table of a row; raises Unreadable for anything that is wrong with it."""
    with fence_errors(row.id):
        setup = row.setup
        table = Table(
            id=row.id,
            setup=setup,
            rules=rules_for(setup.game, setup.map, setup.players, setup.options),
            doc=row.doc,
            state=None,
            seq=0,
            version=row.version,
            created=row.created,
            changed=row.changed,
        )
        table.follow_journal(row, journal)
        if not -1 <= table.actor < setup.players:
            raise ValueError("the seat to act is not at the table")
        return table
