"""A table as a record file, and a record file as a table."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from boxcars.core import codec, map_loader, registry
from boxcars.core.chance import Impossible, OutcomeNeeded, commitment, new_seed
from boxcars.core.game import Refused
from boxcars.core.map_loader import BadMap
from boxcars.core.messages import T
from boxcars.core.record import Damaged, Header, Record, Result, read
from boxcars.core.record import Entry as RecordEntry
from boxcars.core.type_aliases import AnyRules
from boxcars.server import steady
from boxcars.server.http.response_types import Made
from boxcars.server.jobs import map_reading
from boxcars.server.store import maps, secret_tokens
from boxcars.server.store.maps import About, Owner
from boxcars.server.store.store import Store, Write
from boxcars.server.table.bot_levels import known_level
from boxcars.server.table.documents import Doc, Entry, Seat, Setup
from boxcars.server.table.table import SNAPSHOT_EVERY, Table, make_refusal, rules_for, sound_start

if TYPE_CHECKING:
    from boxcars.server.table.table_manager import TableManager

MOST_ACTIONS = 20_000
LONGEST_LINE = 512 * 1024
"""The greatest number of bytes of one line: the first holds the map, if it is an own one."""
MOST_SECONDS = 20.0
"""Seconds after which the replay of an uploaded record is stopped in its worker."""


def export_record(table: Table, store: Store) -> Record:
    """Header, the actions in effect, the result. Holds the seed: for finished games, and for the operator. Blocks.

    A record replays under one version of the rules. Where they changed during the game it begins with the position at which they
    did, and its ``origin`` says so; what was played before is in the table's own log.
    """
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
        bots=[seat.level if seat.is_automatic else "" for seat in table.doc.seats],
    )
    if setup.map.startswith(map_loader.KEPT):
        header.map_text = map_loader.text_of(setup.map)
    if setup.start:
        header.start = msgspec.Raw(setup.start.encode())
    if table.turned:
        kept = store.newest_snapshot(table.id, [table.turned])
        if kept is None or (table.turned, table.floor) not in table.stands:
            raise table.out_of_reach(table.floor)
        header.start = msgspec.Raw(kept[2])
        header.origin = f"{table.id}: the rules changed at action {table.floor}; the record begins there"
    record = Record(header, [RecordEntry(e.seat, msgspec.Raw(e.body)) for e in table.acts[table.floor :]])
    outcome = table.doc.outcome
    if table.doc.status == "over" and outcome is not None:  # as it was counted then
        record.result = Result(outcome.scores, outcome.ranks, table.rules.fingerprint(table.state))
    return record


@dataclass
class Brought:
    """A replayed record, with all that its table needs."""

    setup: Setup
    doc: Doc
    version: int
    journal: list[Entry] = field(default_factory=list)
    kept: list[tuple[int, int, int, bytes]] = field(default_factory=list)
    state: bytes = b""
    map: About | None = None
    """Description of the map, if it is an own one."""


def read_record(data: bytes, until: int | None = None) -> Record:
    """Read the lines of a record (only so many actions); refuses what is none. Its map has not been looked at yet."""
    if data.count(b"\n") > MOST_ACTIONS + 2:
        raise make_refusal("bad_record", T("This saved game is too long."))
    longest = max(map(len, data.split(b"\n")))
    if longest > LONGEST_LINE:
        raise make_refusal(
            "bad_record", T("This isn't a saved game: {error}", error=f"a line is longer than {LONGEST_LINE} bytes")
        )
    try:
        record = read(data, until)
    except Damaged as damaged:
        raise make_refusal("damaged_record", T("This saved game is damaged at move {ply}.", ply=damaged.ply)) from None
    except (ValueError, RecursionError) as error:
        raise make_refusal("bad_record", T("This isn't a saved game: {error}", error=str(error)[:200])) from None
    if len(record.entries) > MOST_ACTIONS:
        raise make_refusal("bad_record", T("This saved game is too long."))
    return record


def check_record(told: tuple[bytes, str, int | None]) -> About | None:
    """Read a record and its map, in a worker: (record, language, how many actions).

    Refuses what is no record, or not on a good map.

    What this lets pass is read again, and replayed, where more time is allowed (see ``import_record``).
    """
    data, lang, until = told
    h = read_record(data, until).header
    return map_reading.read_map((h.game, h.map_text, lang)) if h.map_text else None


def import_part(told: tuple[bytes, int | None]) -> Brought:
    """As ``import_record``, in a worker: (record, how many actions)."""
    return import_record(*told)


def import_record(data: bytes, until: int | None = None) -> Brought:
    """Read and replay a record (``until``: so many actions) under the current rules; refuses, with the place, what cannot be.

    Blocks."""
    record = read_record(data, until)
    h = record.header
    if not h.seed and h.outcomes is None:
        raise make_refusal("bad_record", T("This saved game doesn't contain its seed."))
    if h.seed and h.commitment and commitment(h.seed) != h.commitment:
        raise make_refusal("bad_record", T("The seed doesn't match the fairness code that was published."))
    about = None
    if h.map_text:
        map_loader.know(h.map_text)
        with suppress(BadMap):  # ``rules_for`` says what is wrong with it
            about = map_reading.describe_map(registry.game(h.game).key, h.map_text)
    rules = rules_for(h.game, h.map, h.players, dict(h.options))
    if h.map_text:
        map_loader.keep(h.map_text)
    if h.version > rules.version:
        raise make_refusal("bad_record", T("This game was made with a newer Boxcars. Update this one to open it."))
    if h.version != rules.version and record.result is None:  # with a result, it is told by its replay
        text = T(
            ("This saved game uses version {old} of the rules. This server uses version {new}."), old=h.version, new=rules.version
        )
        raise make_refusal("bad_record", text)
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
    now = steady.time()
    events: list[Any] = []
    ply = 0
    try:
        state = sound_start(rules, setup.start) if setup.start else record.opening(rules, events)
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
        text = T("Move {ply} of this saved game isn't allowed: {why}", ply=ply, why=refused.reason.text)
        raise make_refusal("bad_record", text) from None
    except (OutcomeNeeded, Impossible) as error:
        raise make_refusal("bad_record", T("This isn't a saved game: {error}", error=str(error))) from None
    except Exception as error:  # a position that no game comes to, so that the rules fall over it
        why = f"{type(error).__name__}: {error}"[:200]
        raise make_refusal("bad_record", T("Move {ply} of this saved game isn't allowed: {why}", ply=ply, why=why)) from None
    outcome = rules.outcome(state)
    said = record.result
    if said is not None and (
        outcome is None
        or (outcome.scores, outcome.ranks) != (said.scores, said.ranks)
        or rules.fingerprint(state) != said.fingerprint
    ):
        raise make_refusal("bad_record", T("The result in this saved game doesn't match its moves."))
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
    if actor >= 0 and not state.chance.seed:  # typed in at a physical table: what was not drawn there is drawn here
        setup = msgspec.structs.replace(setup, seed=new_seed())
        kept = [(seq, at, version, seed_position(rules, data, setup.seed)) for seq, at, version, data in kept]
        state.chance.seed = setup.seed
    doc = Doc(status="over" if actor < 0 else "playing", seats=seats, actor=actor, since=now, outcome=outcome)
    return Brought(setup, doc, rules.version, journal, kept, rules.write(state), about)


def seed_position(rules: AnyRules, data: bytes, seed: str) -> bytes:
    """Return a position with a seed for what is still to be drawn."""
    state = codec.read(data, rules.state_type)
    state.chance.seed = seed
    return rules.write(state)


async def create_imported(
    hall: TableManager, brought: Brought, key: str, base: str, maker: str = "", kind: str = "", card: str | None = None
) -> Made:
    """Write the table. Whoever imports holds every person's seat and may pass the links on. ``kind``: begins its name;
    ``card``: the profile that imports, if there is one."""
    secret = hall.store.secret
    id = kind + secret_tokens.table_id_for(secret, key)
    doc = brought.doc
    tokens = [secret_tokens.token_for(secret, id, i, key) if seat.host else None for i, seat in enumerate(doc.seats)]
    host = secret_tokens.token_for(secret, id, "host", key)
    held = [(secret_tokens.hash_token(token), i) for i, token in enumerate(tokens) if token is not None]
    last = brought.journal[-1]
    write = Write(
        id=id,
        entry=Entry(seq=1, kind="open", at=last.at),
        doc=doc,
        version=brought.version,
        state=brought.state,
        bot=doc.awaits_bot,
        tokens=[*held, (secret_tokens.hash_token(host), -1)],
    )
    setup = msgspec.structs.replace(brought.setup, maker=maker)
    if brought.map is not None:
        text = map_loader.text_of(setup.map)
        kept = await hall.run_blocking(maps.keep_map, hall.store, setup.game, text, brought.map, Owner(card, maker))
        if kept is None:
            raise make_refusal("full", T("This server can't store any more maps."))
        setup = msgspec.structs.replace(setup, map=kept)
    await hall.run_blocking(hall.store.create_table, id, setup, brought.version, write, brought.journal, brought.kept)
    hall.announce_change(await hall.load_table(id))
    links = [f"{base}/t/{id}#{token}" if token is not None else None for token in tokens]
    return Made(table=id, tokens=tokens, host=host, links=links, join=f"{base}/t/{id}")
