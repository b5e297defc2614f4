"""A game record: header + accepted actions, one JSON line each. Replay and verify.

    {"game": "ticket_to_ride", "map": "usa", "players": 2, "options": {…}, "version": 1, "commitment": "…", "seed": "…", …}
    {"seat": 0, "action": {"do": "KeepTickets", "keep": [3, 7]}}
    …
    {"scores": [112, 97], "ranks": [1, 2], "fingerprint": "…"}

``seed`` is absent while a game runs. A scripted game (typed in from a physical table) has ``outcomes`` in place of a seed.
A saved game that moves from place to place has a digest in each action ("check"), of everything up to there: whoever reads it
can say at which move it is damaged.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from boxcars.core import codec, map_loader, registry
from boxcars.core.chance import Chance, Impossible, OutcomeNeeded, commitment
from boxcars.core.game import Refused, Rules
from boxcars.core.types import Event


class Header(msgspec.Struct, kw_only=True, omit_defaults=True):
    game: str
    map: str
    players: int
    options: dict[str, bool | int | str] = {}
    version: int = 1
    commitment: str = ""
    seed: str = ""
    outcomes: dict[str, list[int]] | None = None
    names: list[str] = []
    bots: list[str] = []
    """The kind of player in each seat, "" for a person."""
    start: msgspec.Raw = msgspec.Raw(b"")
    """A position set up from a file, if the game did not begin at the beginning."""
    origin: str = ""
    """Why it begins there, in a few words."""
    map_text: str = ""
    """The text of a map somebody made, so that the record replays wherever it goes."""


class Entry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    seat: int
    action: msgspec.Raw
    check: str = ""
    """A digest of the header and all actions up to this one, if the record was written with checks."""


class Damaged(ValueError):
    """A record that was changed after it was written; ``ply`` is the first action that is not as it was."""

    def __init__(self, ply: int) -> None:
        super().__init__(f"damaged at action {ply}")
        self.ply = ply


def next_check(before: bytes, entry: Entry) -> bytes:
    """Return the digest of everything up to this action."""
    return blake2b(before + b"%d " % entry.seat + bytes(entry.action), digest_size=4).digest()


def first_check(line: bytes) -> bytes:
    """Return the digest of the header's line."""
    return blake2b(line, digest_size=4).digest()


class Result(msgspec.Struct, forbid_unknown_fields=True):
    scores: list[int]
    ranks: list[int]
    fingerprint: str


class Record(msgspec.Struct):
    header: Header
    entries: list[Entry] = []
    result: Result | None = None

    def rules(self) -> Rules[Any]:
        h = self.header
        if h.map_text:
            map_loader.know(h.map_text)
        return registry.make(h.game, h.map, h.players, dict(h.options))

    def opening(self, rules: Rules[Any], events: list[Event] | None = None) -> Any:
        h = self.header
        if bytes(h.start):
            return rules.read_state(bytes(h.start))
        return rules.start(Chance(h.seed, script=h.outcomes), events)

    def replay(self) -> Iterator[tuple[Rules[Any], Any, list[Event]]]:
        """Yield every position in turn with the events that led to it, beginning with the opening. The state is reused."""
        rules = self.rules()
        events: list[Event] = []
        state = self.opening(rules, events)
        yield rules, state, events
        for entry in self.entries:
            yield rules, state, rules.play(state, entry.seat, rules.read_action(bytes(entry.action)))

    def verify(self) -> list[str]:
        """Return what is wrong with this record; an empty list means that it replays to the stated result."""
        wrong: list[str] = []
        h = self.header
        if h.commitment and h.seed and commitment(h.seed) != h.commitment:
            wrong.append("the seed is not the one whose hash was published")
        if not h.seed and h.outcomes is None and not bytes(h.start):
            return [*wrong, "the seed has not been published yet"]
        try:
            rules = self.rules()
            self.opening(rules)
        except (Refused, Impossible, OutcomeNeeded) as error:
            return [*wrong, f"the game cannot be set up: {error}"]
        if rules.version != h.version:
            wrong.append(f"played under rules version {h.version}, these are version {rules.version}")
        ply = 0
        try:
            for ply, (rules, state, _) in enumerate(self.replay()):  # noqa: B007
                pass
        except (Refused, Impossible, OutcomeNeeded) as error:
            return [*wrong, f"action {ply + 1} is refused: {error}"]
        if self.result is not None:
            outcome = rules.outcome(state)
            if outcome is None:
                wrong.append("the record ends before the game does")
            elif (outcome.scores, outcome.ranks) != (self.result.scores, self.result.ranks):
                wrong.append(f"the scores are {outcome.scores}, the record says {self.result.scores}")
            elif rules.fingerprint(state) != self.result.fingerprint:
                wrong.append("the final position differs from the recorded fingerprint")
        return wrong

    def write(self, with_checks: bool = False) -> bytes:
        """Return the text. ``with_checks``: a change in it is found, with its place."""
        lines = [msgspec.json.encode(self.header)]
        check = first_check(lines[0])
        for entry in self.entries:
            check = next_check(check, entry)
            lines.append(msgspec.json.encode(Entry(entry.seat, entry.action, check.hex() if with_checks else "")))
        if self.result is not None:
            lines.append(msgspec.json.encode(self.result))
        return b"\n".join(lines) + b"\n"

    def save(self, path: Path) -> None:
        path.write_bytes(self.write())


def read(data: bytes, until: int | None = None) -> Record:
    """Return a record from its text; raise ValueError naming the line that is wrong (Damaged: the action).

    ``until``: only so many actions are read, and no result."""
    lines = [(number, line) for number, line in enumerate(data.splitlines(), 1) if line.strip()]
    if not lines:
        raise ValueError("line 1: the record is empty")
    number, line = lines[0]
    checked = len(lines) > 1 and b'"check"' in b"".join(line for _, line in lines[1:3])
    check = first_check(line)
    last = lines[-1][0]
    try:
        record = Record(codec.decoder(Header).decode(line))
        for number, line in lines[1:] if until is None else lines[1 : until + 1]:
            if b'"scores"' in line and number == last:
                record.result = codec.decoder(Result).decode(line) if until is None else None
                continue
            entry = codec.decoder(Entry).decode(line)
            check = next_check(check, entry)
            if checked and entry.check != check.hex():
                raise Damaged(len(record.entries) + 1)
            record.entries.append(entry)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        if checked and number > 1:
            raise Damaged(number - 1) from None
        raise ValueError(f"line {number}: {error}") from None
    return record


def header(rules: Rules[Any], seed: str, **more: Any) -> Header:
    """Return the header of the record of a new game."""
    return Header(
        game=rules.game,
        map=rules.map,
        players=rules.players,
        options=rules.options,
        version=rules.version,
        commitment=commitment(seed),
        seed=seed,
        **more,
    )


def finish(record: Record, rules: Rules[Any], state: Any) -> Record:
    """Add the result of a finished game to its record, and return it."""
    outcome = rules.outcome(state)
    assert outcome is not None
    record.result = Result(outcome.scores, outcome.ranks, rules.fingerprint(state))
    return record
