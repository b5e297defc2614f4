"""A table as a record file, and a record file as a table."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import msgspec

from boxcars.core.chance import Impossible, OutcomeNeeded, commitment
from boxcars.core.game import Refused
from boxcars.core.record import Entry as RecordEntry
from boxcars.core.record import Header, Record, finish, read
from boxcars.core.words import T
from boxcars.server import secrets_kept
from boxcars.server.answers import Made
from boxcars.server.documents import Doc, Entry, Seat, Setup
from boxcars.server.hall import Hall
from boxcars.server.levels import known_level
from boxcars.server.store import Write
from boxcars.server.table import SNAPSHOT_EVERY, Table, refuse, rules_for

MOST_ACTIONS = 20_000
MOST_SECONDS = 20.0
"""A record of strangers is replayed in a worker, and no longer than this."""


def export(table: Table) -> Record:
    """Header, the actions in effect, the result. Holds the seed: for finished games, and for the operator."""
    setup = table.setup
    header = Header(
        game=setup.game,
        map=setup.map,
        players=setup.players,
        options=setup.options,
        version=table.version,
        commitment=commitment(setup.seed),
        seed=setup.seed,
        outcomes=setup.outcomes,
        names=[seat.name for seat in table.doc.seats],
        bots=[seat.level if seat.automatic else "" for seat in table.doc.seats],
    )
    if setup.start:
        header.start = msgspec.Raw(setup.start.encode())
    record = Record(header, [RecordEntry(e.seat, msgspec.Raw(e.body)) for e in table.acts])
    if table.doc.status == "over":
        finish(record, table.rules, table.state)
    return record


@dataclass
class Brought:
    """A record, replayed: everything its table needs."""

    setup: Setup
    doc: Doc
    version: int
    journal: list[Entry] = field(default_factory=list)
    kept: list[tuple[int, int, int, bytes]] = field(default_factory=list)
    state: bytes = b""


def bring(data: bytes) -> Brought:
    """Read and replay a record under the current rules; refuses, with the place, what cannot be. Blocks."""
    try:
        record = read(data)
    except ValueError as error:
        raise refuse("bad_record", T("Not a record: {error}", error=str(error)[:200])) from None
    h = record.header
    if len(record.entries) > MOST_ACTIONS:
        raise refuse("bad_record", T("The record is too long."))
    if not h.seed and h.outcomes is None:
        raise refuse("bad_record", T("The record does not hold its seed."))
    if h.seed and h.commitment and commitment(h.seed) != h.commitment:
        raise refuse("bad_record", T("The seed is not the one whose hash was published."))
    rules = rules_for(h.game, h.map, h.players, dict(h.options))
    setup = Setup(
        game=h.game,
        map=rules.map,
        players=rules.players,
        options=rules.options,
        seed=h.seed,
        start=bytes(h.start).decode(),
        outcomes=h.outcomes,
        origin="import",
    )
    now = time.time()
    events: list[Any] = []
    ply = 0
    try:
        state = record.opening(rules, events)
        journal = [Entry(seq=2, kind="start", at=now, events=rules.write(events))]
        kept = [(2, 0, rules.version, rules.write(state))]
        for ply, entry in enumerate(record.entries, 1):
            action = rules.read_action(bytes(entry.action))
            before = dict(state.chance.counters)
            events = rules.play(state, entry.seat, action)
            reveals = rules.reveals(before, state, events)
            body = rules.write(action)
            journal.append(
                Entry(
                    seq=ply + 2,
                    kind="act",
                    seat=entry.seat,
                    ply=ply,
                    at=now,
                    reveals=reveals,
                    body=body,
                    events=rules.write(events),
                )
            )
            if ply % SNAPSHOT_EVERY == 0:
                kept.append((ply + 2, ply, rules.version, rules.write(state)))
    except Refused as refused:
        text = T("Action {ply} of the record is refused: {why}", ply=ply, why=refused.reason.text)
        raise refuse("bad_record", text) from None
    except (OutcomeNeeded, Impossible) as error:
        raise refuse("bad_record", T("Not a record: {error}", error=str(error))) from None
    outcome = rules.outcome(state)
    names = [*h.names, *[""] * rules.players][: rules.players]
    bots = [*h.bots, *[""] * rules.players][: rules.players]
    seats = [
        Seat(
            kind="bot" if bot else "person",
            name="".join(c if c.isprintable() else " " for c in name)[:40] or f"Player {i + 1}",
            level=known_level(bot) if bot else "",
            host=not bot,
        )
        for i, (name, bot) in enumerate(zip(names, bots, strict=True))
    ]
    actor = rules.actor(state)
    doc = Doc(status="over" if actor < 0 else "playing", seats=seats, actor=actor, since=now, outcome=outcome)
    return Brought(setup, doc, rules.version, journal, kept, rules.write(state))


async def settle(hall: Hall, brought: Brought, key: str, base: str, maker: str = "") -> Made:
    """Write the table. Whoever imports holds every person's seat and may pass the links on."""
    secret = hall.store.secret
    id = secrets_kept.table_id_for(secret, key)
    doc = brought.doc
    tokens = [secrets_kept.token_for(secret, id, i, key) if seat.host else None for i, seat in enumerate(doc.seats)]
    host = secrets_kept.token_for(secret, id, "host", key)
    held = [(secrets_kept.hashed(token), i) for i, token in enumerate(tokens) if token is not None]
    last = brought.journal[-1]
    write = Write(
        id=id,
        entry=Entry(seq=1, kind="open", at=last.at),
        doc=doc,
        version=brought.version,
        state=brought.state,
        bot=doc.bot,
        tokens=[*held, (secrets_kept.hashed(host), -1)],
    )
    setup = msgspec.structs.replace(brought.setup, maker=maker)
    await hall.blocking(hall.store.create, id, setup, brought.version, write, brought.journal, brought.kept)
    hall.told(await hall.table(id))
    links = [f"{base}/t/{id}#{token}" if token is not None else None for token in tokens]
    return Made(table=id, tokens=tokens, host=host, links=links, join=f"{base}/t/{id}")
