"""A game record: header + accepted actions, one JSON line each. Replay and verify.

    {"game": "ticket_to_ride", "map": "usa", "players": 2, "options": {…}, "version": 1, "commitment": "…", "seed": "…", …}
    {"seat": 0, "action": {"do": "KeepTickets", "keep": [3, 7]}}
    …
    {"scores": [112, 97], "ranks": [1, 2], "fingerprint": "…"}

``seed`` is absent while a game runs. A scripted game (typed in from a physical table) has ``outcomes`` in place of a seed.
"""

from __future__ import annotations

from collections.abc import Iterator
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


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    action: msgspec.Raw


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

    def write(self) -> bytes:
        lines = [msgspec.json.encode(self.header), *(msgspec.json.encode(e) for e in self.entries)]
        if self.result is not None:
            lines.append(msgspec.json.encode(self.result))
        return b"\n".join(lines) + b"\n"

    def save(self, path: Path) -> None:
        path.write_bytes(self.write())


def read(data: bytes) -> Record:
    """Return a record from its text; raise ValueError naming the line that is wrong."""
    lines = [(number, line) for number, line in enumerate(data.splitlines(), 1) if line.strip()]
    if not lines:
        raise ValueError("line 1: the record is empty")
    number, line = lines[0]
    try:
        record = Record(codec.decoder(Header).decode(line))
        for number, line in lines[1:]:
            if b'"scores"' in line and number == lines[-1][0]:
                record.result = codec.decoder(Result).decode(line)
            else:
                record.entries.append(codec.decoder(Entry).decode(line))
    except msgspec.MsgspecError as error:
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
