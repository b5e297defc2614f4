"""All data of a profile as one zip file: the profile, its results, the records of its finished games."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import msgspec
import sqlalchemy as sa

from boxcars.core.game import Refused
from boxcars.core.type_aliases import Json
from boxcars.server.store import export as export_module
from boxcars.server.store import notice_channels, outbox, people_export, profiles
from boxcars.server.store.analyses import studies
from boxcars.server.store.profile_schema import card_keys, event_entries, events, ratings, results
from boxcars.server.store.profiles import Card
from boxcars.server.store.schema import chat, drafts
from boxcars.server.store.store import Store
from boxcars.server.store.target_encryption import Target, decrypt_target, mask_target
from boxcars.server.table.records import export_record
from boxcars.server.table.table import from_row


def pack_profile(store: Store, card: Card) -> bytes:
    """Return the zip file. Blocks: it reads every finished game of the profile."""
    held = profiles.seats_of_profile(store, card.id)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zip:
        zip.writestr("card.json", _encode_json(_describe_profile(store, card, held)))
        with store.read_transaction() as conn:
            zip.writestr("ratings.json", _encode_json(export_module.rows_of(conn, ratings, ratings.c.card == card.id)))
            zip.writestr("results.json", _encode_json(export_module.rows_of(conn, results, results.c.card == card.id)))
            zip.writestr("studies.json", _encode_json(export_module.rows_of(conn, studies, studies.c.card == card.id)))
            zip.writestr("chat.json", _encode_json(_chat_of_seats(conn, held)))
            zip.writestr("hosted_events.json", _encode_json(_hosted_tournaments(conn, card)))
            drawn = conn.execute(sa.select(drafts).where(drafts.c.card == card.id)).all()
            for name, rows in people_export.describe_relations(conn, card.id, held).items():
                zip.writestr(f"{name}.json", _encode_json(rows))
        zip.writestr("notices.json", _encode_json(_describe_notices(store, card)))
        for draft in drawn:
            zip.writestr(f"drafts/{draft.id}.toml", bytes(draft.text))
        for table, _ in held:
            record = _finished_record(store, table)
            if record is not None:
                zip.writestr(f"games/{table}.jsonl", record)
    return out.getvalue()


def _describe_notices(store: Store, card: Card) -> Json:
    """Channels (masked, as their owner sees them), what was chosen, and the games that are muted."""
    owner = outbox.profile_owner(card.id)
    found = notice_channels.list_channels(store, owner)
    chosen = notice_channels.prefs_of(store, owner)
    return {
        "channels": [
            {
                "kind": channel.kind,
                "target": mask_target(channel.kind, decrypt_target(store, channel.target) or Target("")),
                "state": channel.state,
                "created": channel.created,
                "last_at": channel.last_at,
                "last_code": channel.last_code,
            }
            for channel in found
        ],
        "choices": msgspec.structs.asdict(chosen) | {"topics": sorted(chosen.topics)} if chosen is not None else None,
        "muted": sorted(notice_channels.muted_tables(store, owner)),
    }


def _hosted_tournaments(conn: sa.Connection, card: Card) -> list[Json]:
    """Return the tournaments that the profile hosts. The seed of the pairings stays secret until the tournament is over."""
    found = export_module.rows_of(conn, events, events.c.host == card.id)
    for event in found:
        if event["status"] != "over":
            event["doc"].pop("seed", None)
    return found


def _chat_of_seats(conn: sa.Connection, held: list[tuple[str, int]]) -> list[Json]:
    """Return the chat of the profile's seats, table by table."""
    return [
        line for table, seat in held for line in export_module.rows_of(conn, chat, chat.c.table_id == table, chat.c.seat == seat)
    ]


def finished_records(store: Store, tables: dict[str, str]) -> bytes:
    """Return the records of these tables (name in the zip -> table) that are over and not sealed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zip:
        for name, table in tables.items():
            record = _finished_record(store, table)
            if record is not None:
                zip.writestr(f"{name}.jsonl", record)
    return out.getvalue()


def _encode_json(thing: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(thing), indent=2)


def _describe_profile(store: Store, card: Card, held: list[tuple[str, int]]) -> Json:
    with store.read_transaction() as conn:
        keys = conn.execute(sa.select(sa.func.count()).where(card_keys.c.card == card.id)).scalar_one()
        entered = conn.execute(sa.select(event_entries.c.event).where(event_entries.c.card == card.id)).scalars().all()
    return {
        "id": card.id,
        "name": card.name,
        "herald": card.herald,
        "seen_by": card.seen_by,
        "created": card.created,
        "devices": [
            {"number": d.number, "label": d.label, "seen_day": d.seen, "push": d.push} for d in profiles.list_devices(store, card)
        ],
        "passkeys": keys,
        "seats": [{"table": table, "seat": seat} for table, seat in held],
        "events": list(entered),
    }


def _finished_record(store: Store, table: str) -> bytes | None:
    """Return the record of a finished game; None while it runs (a record holds every hand) or if it cannot be read."""
    try:
        found = store.load_table(table)
        if found is None or found[0].doc.status != "over" or found[0].doc.sealed:
            return None
        return export_record(from_row(*found), store).write()
    except Refused:
        return None
