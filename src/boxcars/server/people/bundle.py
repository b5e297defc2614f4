"""Everything that is kept of a card, as one file to take away: what it is, its results, the records of its finished games."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import msgspec
import sqlalchemy as sa

from boxcars.core.game import Refused
from boxcars.core.kinds import Json
from boxcars.server.store import cards, shelf
from boxcars.server.store.cards import Card
from boxcars.server.store.people import card_keys, event_entries, ratings, results
from boxcars.server.store.schema import drafts
from boxcars.server.store.store import Store
from boxcars.server.table.records import export
from boxcars.server.table.table import from_row


def pack(store: Store, card: Card) -> bytes:
    """The zip. Blocks: it reads every finished game of the card."""
    held = cards.seats(store, card.id)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zip:
        zip.writestr("card.json", _json(_about(store, card, held)))
        with store.read() as conn:
            zip.writestr("ratings.json", _json(shelf.rows_of(conn, ratings, ratings.c.card == card.id)))
            zip.writestr("results.json", _json(shelf.rows_of(conn, results, results.c.card == card.id)))
            drawn = conn.execute(sa.select(drafts).where(drafts.c.card == card.id)).all()
        for draft in drawn:
            zip.writestr(f"drafts/{draft.id}.toml", bytes(draft.text))
        for table, _ in held:
            record = _record(store, table)
            if record is not None:
                zip.writestr(f"games/{table}.jsonl", record)
    return out.getvalue()


def records(store: Store, tables: dict[str, str]) -> bytes:
    """The records of these tables (name in the zip -> table), of those that are over and open to everybody."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zip:
        for name, table in tables.items():
            record = _record(store, table)
            if record is not None:
                zip.writestr(f"{name}.jsonl", record)
    return out.getvalue()


def _json(thing: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(thing), indent=2)


def _about(store: Store, card: Card, held: list[tuple[str, int]]) -> Json:
    with store.read() as conn:
        keys = conn.execute(sa.select(sa.func.count()).where(card_keys.c.card == card.id)).scalar_one()
        entered = conn.execute(sa.select(event_entries.c.event).where(event_entries.c.card == card.id)).scalars().all()
    return {
        "id": card.id,
        "name": card.name,
        "herald": card.herald,
        "seen_by": card.seen_by,
        "created": card.created,
        "devices": [
            {"number": d.number, "label": d.label, "seen_day": d.seen, "push": d.push, "quiet": d.quiet}
            for d in cards.devices(store, card)
        ],
        "passkeys": keys,
        "seats": [{"table": table, "seat": seat} for table, seat in held],
        "events": list(entered),
    }


def _record(store: Store, table: str) -> bytes | None:
    """The record of a finished game; None while it runs (a record holds every hand) or if it cannot be read."""
    try:
        found = store.load(table)
        if found is None or found[0].doc.status != "over" or found[0].doc.sealed:
            return None
        return export(from_row(*found), store).write()
    except Refused:
        return None
