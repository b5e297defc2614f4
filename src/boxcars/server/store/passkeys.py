"""Passkeys in the database: public keys, and the profile that each signs in to."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from boxcars.server.store.database import Database, reads_database, writes_database
from boxcars.server.store.profile_schema import card_devices, card_keys
from boxcars.server.store.profiles import DAY, drop_codes, use_code

MOST = 10


@dataclass(frozen=True)
class Key:
    credential: str
    card: str
    number: int
    public_key: bytes
    count: int
    seen: int
    device: str
    """The hash of the device that added it; "" if that is unknown."""
    label: str
    """The name of that device."""


def _key_from_row(row: sa.Row[tuple[object, ...]]) -> Key:
    return Key(
        row.credential,
        row.card,
        row.number,
        bytes(row.public_key),
        row._mapping["count"],
        row.seen,
        row.device or "",
        row.label or "",
    )


@reads_database
def list_keys(store: Database, card: str) -> list[Key]:
    with store.read_transaction() as conn:
        return [
            _key_from_row(row)
            for row in conn.execute(sa.select(card_keys).where(card_keys.c.card == card).order_by(card_keys.c.number))
        ]


@reads_database
def find_key(store: Database, credential: str) -> Key | None:
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(card_keys).where(card_keys.c.credential == credential)).one_or_none()
    return _key_from_row(found) if found is not None else None


@writes_database
def spend_challenge(store: Database, challenge: str, kind: str, now: float) -> bool:
    """Use up a challenge (given as a hash): each may be answered once."""
    with store.write_transaction() as conn:
        return use_code(conn, challenge, kind, now) is not None


@writes_database
def add_key(store: Database, card: str, device: str, credential: str, public_key: bytes, count: int, now: float) -> bool:
    """Add a passkey; whoever could carry the card over by a code made before no longer can. False if there are too many."""
    with store.write_transaction() as conn:
        drop_codes(conn, card)
        numbers = conn.execute(sa.select(card_keys.c.number).where(card_keys.c.card == card)).scalars().all()
        if len(numbers) >= MOST:
            return False
        number = max(numbers, default=0) + 1
        made = {"credential": credential, "card": card, "number": number, "public_key": public_key, "count": count}
        label = conn.execute(sa.select(card_devices.c.label).where(card_devices.c.hash == device)).scalar()
        conn.execute(card_keys.insert(), {**made, "seen": int(now // DAY), "device": device, "label": label})
    return True


@writes_database
def note_use(store: Database, credential: str, count: int, now: float) -> None:
    with store.write_transaction() as conn:
        conn.execute(card_keys.update().where(card_keys.c.credential == credential).values(count=count, seen=int(now // DAY)))


@writes_database
def remove_key(store: Database, card: str, number: int) -> bool:
    """Remove a passkey, and every code that takes the profile to another device. False if there is no such passkey."""
    with store.write_transaction() as conn:
        drop_codes(conn, card)
        return conn.execute(card_keys.delete().where(card_keys.c.card == card, card_keys.c.number == number)).rowcount == 1
