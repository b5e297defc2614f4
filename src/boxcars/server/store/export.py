"""Everything the store holds about one table or one person, as plain JSON: to hand out, to keep, to look at what is damaged.

What cannot be read as what it should be is given as it lies there, so that nothing is left out.
"""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from boxcars.core.type_aliases import Json
from boxcars.server.store.schema import chat, entries, snapshots, tables, tokens
from boxcars.server.store.secret_tokens import hash_token
from boxcars.server.store.store import Store, Unreadable


def plain_value(data: Any) -> Any:
    """Return stored JSON as JSON, and other stored text as text."""
    if not isinstance(data, (bytes, memoryview)):
        return data
    raw = bytes(data)
    if not raw:
        return None
    try:
        return msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return {"unreadable": raw.decode("latin-1")}


def rows_of(conn: sa.Connection, part: sa.Table, *where: Any) -> list[Json]:
    wanted = sa.select(part).where(*where).order_by(*part.primary_key.columns)
    return [{name: plain_value(value) for name, value in found._mapping.items()} for found in conn.execute(wanted)]


def about_table(store: Store, id: str) -> Json | None:
    """Return all that is stored of a table: set-up and state, journal, snapshots, chat, which seats have links, and its
    record."""
    with store.read_transaction() as conn:
        found = rows_of(conn, tables, tables.c.id == id)
        if not found:
            return None
        if isinstance(found[0]["doc"], dict):
            found[0]["doc"].pop("orders", None)  # each seat's own secret
        held = conn.execute(sa.select(tokens.c.seat, tokens.c.created).where(tokens.c.table_id == id).order_by(tokens.c.seat))
        out = {
            "table": found[0],
            "links": [{"seat": seat, "created": created} for seat, created in held],
            "journal": rows_of(conn, entries, entries.c.table_id == id),
            "snapshots": rows_of(conn, snapshots, snapshots.c.table_id == id),
            "chat": rows_of(conn, chat, chat.c.table_id == id),
        }
    return out | {"record": _finished_record(store, id)}


def _finished_record(store: Store, id: str) -> str | None:
    from boxcars.core.game import Refused
    from boxcars.server.table.records import export_record
    from boxcars.server.table.table import from_row

    try:
        found = store.load_table(id)
        return export_record(from_row(*found), store).write().decode() if found is not None else None
    except Refused:  # it cannot be read, or not replayed as one game: the journal above is what there is
        return None


def about_person(store: Store, token: str = "", name: str = "") -> list[Json]:
    """What is stored of whoever holds a link, or sits or talks under a name: by table, the seats, what was done and said there.

    There are no accounts: a link is one seat at one table, and a name is whatever somebody typed.
    """
    seats: dict[str, set[int]] = {}
    if token:
        found = store.find_token(hash_token(token))
        if found is not None:
            seats.setdefault(found[1], set()).add(found[2])
    if name:
        for id in store.all_tables():
            seats.setdefault(id, set()).update(_seats_named(store, id, name))
    out = []
    with store.read_transaction() as conn:
        for id, held in seats.items():
            mine = chat.c.seat.in_([seat for seat in held if seat >= 0])
            said = rows_of(conn, chat, chat.c.table_id == id, sa.or_(mine, chat.c.name == name) if name else mine)
            done = rows_of(conn, entries, entries.c.table_id == id, entries.c.seat.in_([s for s in held if s >= 0]))
            if held or said:
                out.append({"table": id, "seats": sorted(held), "journal": done, "chat": said})
    return out


def _seats_named(store: Store, id: str, name: str) -> set[int]:
    try:
        found = store.load_table(id, after=1 << 60)
    except Unreadable:
        return set()
    return {i for i, seat in enumerate(found[0].doc.seats) if seat.name == name} if found is not None else set()
