"""Profiles in the database: creating one, its devices, codes for another device, the seats it holds.

Secrets are stored as hashes. Functions that remove a device or delete a profile return the tables whose links end, so that the
caller can tell the servers.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from boxcars.core.messages import T
from boxcars.locale import DELETED
from boxcars.server import steady
from boxcars.server.store import groups, notice_channels, outbox
from boxcars.server.store.analyses import studies
from boxcars.server.store.database import reads_database, writes_database
from boxcars.server.store.notice_schema import channels
from boxcars.server.store.people_schema import announcements
from boxcars.server.store.profile_schema import (
    card_codes,
    card_devices,
    card_keys,
    card_seats,
    cards,
    event_entries,
    events,
    organisers,
    results,
)
from boxcars.server.store.results import GONE
from boxcars.server.store.schema import chat, drafts, maps, tables, tokens
from boxcars.server.store.store import Store

MOST_DEVICES = 20
DAY = 86400
CARRY = 600.0
"""Seconds for which a code for another device is valid."""


@dataclass(frozen=True)
class Card:
    id: str
    name: str
    herald: str
    seen_by: str
    created: float
    device: str = ""
    """The hash of the device that makes the request."""
    delete_at: float | None = None
    """When the profile is deleted; None: it stays."""
    delete_by: str = ""
    """The name of the device that asked for the deletion."""


@dataclass(frozen=True)
class Device:
    number: int
    label: str
    seen: int
    """The day (since 1970) on which it was last used."""
    here: bool
    push: bool
    hash: str


class Full(Exception):
    """Raised when the profile has as many devices as it may have."""


@writes_database
def create_profile(store: Store, id: str, name: str, herald: str, device: str, label: str, now: float) -> None:
    with store.write_transaction() as conn:
        conn.execute(cards.insert().values(id=id, name=name, herald=herald, seen_by="opponents", created=now))
        _add_device(conn, id, device, label, now)


def _add_device(conn: sa.Connection, card: str, hash: str, label: str, now: float) -> None:
    numbers = conn.execute(sa.select(card_devices.c.number).where(card_devices.c.card == card)).scalars().all()
    if len(numbers) >= MOST_DEVICES:
        raise Full
    number = max(numbers, default=0) + 1
    device = {"hash": hash, "card": card, "number": number, "label": label, "seen": int(now // DAY), "quiet": ""}
    conn.execute(card_devices.insert(), device)


@reads_database
def of_device(store: Store, hash: str) -> tuple[Card, int] | None:
    """Return the profile of a device, and the day on which it was last used."""
    wanted = sa.select(cards, card_devices.c.seen).join(card_devices, card_devices.c.card == cards.c.id)
    with store.read_transaction() as conn:
        found = conn.execute(wanted.where(card_devices.c.hash == hash)).one_or_none()
    if found is None:
        return None
    return _card_of_row(found, hash), found.seen


def _card_of_row(row: sa.Row[tuple[object, ...]], device: str = "") -> Card:
    return Card(row.id, row.name, row.herald, row.seen_by, row.created, device, row.delete_at, row.delete_by or "")


@reads_database
def by_id(store: Store, id: str) -> Card | None:
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(cards).where(cards.c.id == id)).one_or_none()
    return _card_of_row(found) if found is not None else None


@writes_database
def seen_today(store: Store, hash: str, now: float) -> None:
    with store.write_transaction() as conn:
        conn.execute(card_devices.update().where(card_devices.c.hash == hash).values(seen=int(now // DAY)))


@writes_database
def change_profile(store: Store, id: str, **fields: str) -> None:
    """Change the name, the badge or ``seen_by`` of a profile."""
    with store.write_transaction() as conn:
        conn.execute(cards.update().where(cards.c.id == id).values(fields))


@writes_database
def change_device(store: Store, card: str, number: int, **fields: str) -> bool:
    here = (card_devices.c.card == card, card_devices.c.number == number)
    with store.write_transaction() as conn:
        return conn.execute(card_devices.update().where(*here).values(fields)).rowcount == 1


@reads_database
def list_devices(store: Store, card: Card) -> list[Device]:
    told = (channels.c.device == card_devices.c.hash, channels.c.kind == "push", channels.c.state == "on")
    wanted = sa.select(card_devices, sa.exists().where(*told).label("push"))
    with store.read_transaction() as conn:
        found = conn.execute(wanted.where(card_devices.c.card == card.id).order_by(card_devices.c.number)).all()
    return [Device(d.number, d.label, d.seen, d.hash == card.device, bool(d.push), d.hash) for d in found]


# -- codes -----------------------------------------------------------------------------------------------------------------


@writes_database
def new_code(store: Store, hash: str, kind: str, card: str | None, until: float, now: float, label: str = "") -> None:
    """Store a code that can be used once. A profile has one of each kind; expired ones are removed. ``label``: the device's
    name."""
    mine = sa.and_(card_codes.c.card == card, card_codes.c.kind == kind) if card is not None else sa.false()
    with store.write_transaction() as conn:
        conn.execute(card_codes.delete().where(sa.or_(card_codes.c.until < now, mine)))
        conn.execute(card_codes.insert().values(hash=hash, kind=kind, card=card, until=until, label=label))


def use_code(conn: sa.Connection, hash: str, kind: str, now: float) -> sa.Row[tuple[object, ...]] | None:
    """Use up a code and return its row; None if it is not valid (any more)."""
    good = (card_codes.c.hash == hash, card_codes.c.kind == kind, card_codes.c.until >= now)
    found = conn.execute(sa.select(card_codes).where(*good)).one_or_none()
    if found is None or conn.execute(card_codes.delete().where(card_codes.c.hash == hash)).rowcount != 1:
        return None
    return found


def drop_codes(conn: sa.Connection, card: str) -> None:
    """Delete every valid code of a profile, whichever device made it."""
    conn.execute(card_codes.delete().where(card_codes.c.card == card))


@writes_database
def take_profile(store: Store, code: str, device: str, label: str, now: float) -> str | None:
    """Give a profile to another device and use up the code. None if the code is not valid."""
    with store.write_transaction() as conn:
        found = use_code(conn, code, "carry", now)
        if found is None:
            return None
        _add_device(conn, found.card, device, label, now)
        return str(found.card)


@reads_database
def peek_code(store: Store, code: str, now: float) -> tuple[Card, str, float] | None:
    """Return whose profile a code carries over, the name of the device that made it, and when it expires. It stays good."""
    good = (card_codes.c.hash == code, card_codes.c.kind == "carry", card_codes.c.until >= now)
    wanted = sa.select(cards, card_codes.c.label, card_codes.c.until).join(cards, cards.c.id == card_codes.c.card)
    with store.read_transaction() as conn:
        found = conn.execute(wanted.where(*good)).one_or_none()
    return (_card_of_row(found), found.label or "", found.until) if found is not None else None


@writes_database
def let_in(store: Store, card: str, device: str, label: str, now: float) -> None:
    """Add a device to a profile whose owner has proved its identity in another way."""
    with store.write_transaction() as conn:
        _add_device(conn, card, device, label, now)


# -- taking away -----------------------------------------------------------------------------------------------------------


@writes_database
def remove_device(store: Store, card: str, number: int) -> tuple[list[str], str] | None:
    """Remove a device, the links that were given to it, and every code for another device. Returns the tables and the device's
    hash; None if there is no such device."""
    with store.write_transaction() as conn:
        hash = conn.execute(
            sa.select(card_devices.c.hash).where(card_devices.c.card == card, card_devices.c.number == number)
        ).scalar()
        if hash is None:
            return None
        links = conn.execute(sa.select(tokens.c.table_id).where(tokens.c.device == hash)).scalars()
        held = conn.execute(sa.select(card_seats.c.table_id).where(card_seats.c.card == card)).scalars()
        concerned = sorted({*links, *held})
        conn.execute(tokens.delete().where(tokens.c.device == hash))
        conn.execute(card_devices.delete().where(card_devices.c.hash == hash))
        drop_codes(conn, card)
        for table in concerned:
            store.notify_servers(conn, f"{table}:tokens")
        return concerned, hash


@dataclass(frozen=True)
class OwnedTournament:
    """A tournament that a profile runs. ``next_name``: who would run it without that profile; "": no organiser is named."""

    id: str
    title: str
    next_name: str


@dataclass(frozen=True)
class Consequences:
    """What the deletion of a profile affects."""

    games: int
    owned: list[OwnedTournament]
    entered: list[str]
    finished: int


@reads_database
def list_consequences(store: Store, card: str) -> Consequences:
    """Return what would happen to a profile's games and tournaments if it were deleted."""
    held = sa.select(tables.c.status, sa.func.count()).join(card_seats, card_seats.c.table_id == tables.c.id)
    mine = sa.exists().where(event_entries.c.event == events.c.id, event_entries.c.card == card, event_entries.c.gone.is_(False))
    with store.read_transaction() as conn:
        counted = {row[0]: row[1] for row in conn.execute(held.where(card_seats.c.card == card).group_by(tables.c.status))}
        running = sa.select(events).where(events.c.status != "over")
        owned = [
            OwnedTournament(row.id, _title(row.doc), _organiser_name(conn, row.id, card))
            for row in conn.execute(running.where(events.c.host == card).order_by(events.c.created)).all()
        ]
        entered = [_title(row.doc) for row in conn.execute(running.where(mine).order_by(events.c.created))]
    return Consequences(counted.get("playing", 0), owned, entered, counted.get("over", 0))


def _title(doc: bytes) -> str:
    return str(msgspec.json.decode(doc)["title"])


def _organiser_name(conn: sa.Connection, event: str, owner: str) -> str:
    wanted = sa.select(cards.c.name).join(organisers, organisers.c.card == cards.c.id)
    named = wanted.where(organisers.c.event == event, organisers.c.card != owner, organisers.c.accepted.is_(True))
    return str(conn.execute(named.order_by(organisers.c.since, organisers.c.card).limit(1)).scalar() or "")


@writes_database
def plan_deletion(store: Store, card: str, at: float, device: str) -> None:
    """Plan the deletion of a profile for a time. If it is planned already, the first date stays. ``device``: the device's
    label."""
    here = (cards.c.id == card, cards.c.delete_at.is_(None))
    with store.write_transaction() as conn:
        if conn.execute(cards.update().where(*here).values(delete_at=at, delete_by=device)).rowcount == 1:
            _tell_deletion(conn, card, at)


@writes_database
def keep_profile(store: Store, card: str, now: float) -> bool:
    """Cancel a planned deletion. False if its time has come: then it is already running."""
    with store.write_transaction() as conn:
        here = (cards.c.id == card, sa.or_(cards.c.delete_at.is_(None), cards.c.delete_at > now))
        for key in ("planned", "tomorrow"):
            outbox.cancel_notice(conn, outbox.profile_owner(card), "deletion", key)
        return conn.execute(cards.update().where(*here).values(delete_at=None, delete_by=None)).rowcount == 1


def _tell_deletion(conn: sa.Connection, card: str, at: float) -> None:
    """Tell the channels of a profile now that it will be deleted, and once more on the day before."""
    now, owner = steady.time(), outbox.profile_owner(card)
    text = T("Any of your devices can stop this on the profile page.")
    said = [
        ("planned", now, T("Your profile will be deleted in 7 days")),
        ("tomorrow", at - DAY, T("Your profile will be deleted tomorrow")),
    ]
    for key, when, title in said:
        told = {"title": title, "text": text, "path": "/profile/delete", "now": now, "at": when, "deadline": at}
        outbox.cancel_notice(conn, owner, "deletion", key)
        outbox.enqueue_notice(conn, owner, "deletion", key=key, **told)  # type: ignore[arg-type]


@reads_database
def due_deletions(store: Store, now: float) -> list[Card]:
    """Return the profiles whose planned deletion is due."""
    with store.read_transaction() as conn:
        return [_card_of_row(row) for row in conn.execute(sa.select(cards).where(cards.c.delete_at <= now).limit(20))]


@writes_database
def erase_profile(store: Store, card: Card, seats: list[tuple[str, int, str]]) -> None:
    """Remove a profile everywhere. ``seats``: (table, seat, the name it gets instead). Results stay under a number, because the
    opponents have earned theirs."""
    number = f"{GONE}{secrets.token_hex(8)}"
    with store.write_transaction() as conn:
        for table, seat, name in seats:
            conn.execute(chat.update().where(chat.c.table_id == table, chat.c.seat == seat).values(name=name))
        for played, seat in conn.execute(sa.select(results.c.played, results.c.seat).where(results.c.card == card.id)).all():
            own = (results.c.played == played, results.c.seat == seat)
            conn.execute(results.update().where(*own).values(card=number, name=DELETED))
        entered = event_entries.c.card == card.id
        conn.execute(event_entries.update().where(entered).values(card=number, name="", herald="", gone=True))
        hand_over_tournaments(conn, card.id, number)
        groups.erase_member(conn, card.id, number)
        conn.execute(announcements.update().where(announcements.c.card == card.id).values(card=number, name=DELETED))
        _rename_in_events(conn, card.id, number)
        conn.execute(
            tokens.delete().where(tokens.c.device.in_(sa.select(card_devices.c.hash).where(card_devices.c.card == card.id)))
        )
        for part in (card_codes, card_keys, card_seats, card_devices, studies, drafts, organisers):
            conn.execute(part.delete().where(part.c.card == card.id))
        notice_channels.forget_owner(store, conn, outbox.profile_owner(card.id))
        conn.execute(maps.update().where(maps.c.card == card.id).values(card=None, shown=False))
        conn.execute(cards.delete().where(cards.c.id == card.id))
        for table, _, _ in seats:
            store.notify_servers(conn, f"{table}:tokens")
            store.notify_servers(conn, f"{table}:chat")


def hand_over_tournaments(conn: sa.Connection, card: str, number: str) -> None:
    """Give each tournament of a profile to its longest-standing other organiser, else to the player who entered first.

    One that nobody else takes part in is over. ``number`` stands in place of the profile where it ran a tournament that is over.
    """
    for event, status in conn.execute(sa.select(events.c.id, events.c.status).where(events.c.host == card)).all():
        next_owner = None if status == "over" else next_organiser(conn, event, card)
        over = {} if next_owner is not None else {"status": "over"}
        conn.execute(events.update().where(events.c.id == event).values(host=next_owner or number, **over))
        conn.execute(organisers.delete().where(organisers.c.event == event, organisers.c.card == next_owner))


def next_organiser(conn: sa.Connection, event: str, owner: str) -> str | None:
    """Return who runs a tournament when its owner is gone; None if there is nobody."""
    here = (organisers.c.event == event, organisers.c.card != owner, organisers.c.accepted.is_(True))
    others = sa.select(organisers.c.card).where(*here)
    found: str | None = conn.execute(others.order_by(organisers.c.since, organisers.c.card).limit(1)).scalar()
    if found is not None:
        return found
    entered = (event_entries.c.event == event, event_entries.c.card != owner, event_entries.c.gone.is_(False))
    living = sa.select(event_entries.c.card).join(cards, cards.c.id == event_entries.c.card).where(*entered)
    first: str | None = conn.execute(living.order_by(event_entries.c.at, event_entries.c.card).limit(1)).scalar()
    return first


def _rename_in_events(conn: sa.Connection, card: str, number: str) -> None:
    from boxcars.server.store.profile_schema import event_tables

    wanted = sa.select(event_tables).where(event_tables.c.cards.contains(card))
    for found in conn.execute(wanted).all():
        here = (event_tables.c.event == found.event, event_tables.c.round == found.round, event_tables.c.number == found.number)
        conn.execute(event_tables.update().where(*here).values(cards=found.cards.replace(card, number)))


# -- seats -----------------------------------------------------------------------------------------------------------------


@reads_database
def seats_of_profile(store: Store, card: str) -> list[tuple[str, int]]:
    """Return (table, seat) of every seat that the profile holds."""
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(card_seats.c.table_id, card_seats.c.seat).where(card_seats.c.card == card))
        return [(row.table_id, row.seat) for row in found]


@reads_database
def holders_of_table(store: Store, table: str) -> dict[int, str]:
    """Return which profile holds which seat of a table."""
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(card_seats.c.seat, card_seats.c.card).where(card_seats.c.table_id == table))
        return {row.seat: row.card for row in found}


@writes_database
def put_away(store: Store, card: str, table: str, hidden: bool) -> bool:
    here = (card_seats.c.card == card, card_seats.c.table_id == table)
    with store.write_transaction() as conn:
        return conn.execute(card_seats.update().where(*here).values(hidden=hidden)).rowcount == 1


@writes_database
def bind_token(store: Store, token: str, device: str) -> None:
    """Bind a link (given as a hash) to the device of the profile that uses it: it ends with that device."""
    with store.write_transaction() as conn:
        conn.execute(tokens.update().where(tokens.c.hash == token).values(device=device))


@reads_database
def have_met(store: Store, one: str, other: str) -> bool:
    """Return whether two profiles have sat at one table, or have a result together."""
    a, b = card_seats.alias(), card_seats.alias()
    p, q = results.alias(), results.alias()
    with store.read_transaction() as conn:
        here = sa.exists().where(a.c.table_id == b.c.table_id, a.c.card == one, b.c.card == other)
        past = sa.exists().where(p.c.played == q.c.played, p.c.card == one, q.c.card == other)
        return bool(conn.execute(sa.select(sa.or_(here, past))).scalar())
