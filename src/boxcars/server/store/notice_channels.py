"""Channels in the database: where somebody wants to be told, what they have chosen, and what is limited by the day.

Every function takes an owner (``outbox.profile_owner``, ``outbox.seat_owner``) and touches nothing of anybody else.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass

import sqlalchemy as sa

from boxcars.server.store.database import reads_database, writes_database
from boxcars.server.store.notice_schema import channels, mutes, notices, prefs, refused_addresses, uses
from boxcars.server.store.notice_times import Prefs
from boxcars.server.store.outbox import is_muted, owner_columns, put_rows, read_prefs
from boxcars.server.store.profile_schema import card_devices, cards
from boxcars.server.store.secret_tokens import hash_token, new_id, token_for
from boxcars.server.store.store import Store
from boxcars.server.store.target_encryption import Target, encrypt_target, keyed_hash
from boxcars.server.store.turn_notices import is_person_asked, read_doc, reschedule_owner, schedule_turn, seats_of_owner

DAY = 86400.0
MOST_CHANNELS = 5
"""Channels of an owner, browsers not counted."""
TESTS, TESTS_WITHIN = 3, 600.0
HOST_TESTS = 20
"""Tests that go to one host in a day, whoever asks for them."""
CONFIRMATIONS = 3
"""E-mails a day that ask for a confirmation: to one address, and by one sender."""
SHARE_CONFIRMATIONS = 20
"""The same by everybody behind one address of the network."""


class TooMany(Exception):
    """A limit of notices is reached."""


@dataclass(frozen=True)
class Channel:
    id: str
    owner: str
    kind: str
    target: bytes
    lang: str
    state: str
    device: str | None
    failures: int
    tries: int
    retry_at: float
    last_at: float | None
    last_code: int | None
    created: float


def _channel_of_row(row: sa.Row[tuple[object, ...]]) -> Channel:
    return Channel(
        row.id,
        row.owner,
        row.kind,
        bytes(row.target),
        row.lang,
        row.state,
        row.device,
        row.failures,
        row.tries,
        row.retry_at,
        row.last_at,
        row.last_code,
        row.created,
    )


@reads_database
def list_channels(store: Store, owner: str) -> list[Channel]:
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(channels).where(channels.c.owner == owner).order_by(channels.c.created, channels.c.id))
        return [_channel_of_row(row) for row in found]


@reads_database
def find_channel(store: Store, owner: str, id: str) -> Channel | None:
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(channels).where(channels.c.id == id, channels.c.owner == owner)).one_or_none()
    return _channel_of_row(found) if found is not None else None


@reads_database
def channel_by_id(store: Store, id: str) -> Channel | None:
    """A channel that a link of an e-mail names."""
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(channels).where(channels.c.id == id)).one_or_none()
    return _channel_of_row(found) if found is not None else None


def _insert_channel(
    store: Store,
    conn: sa.Connection,
    owner: str,
    kind: str,
    target: Target,
    lang: str,
    state: str,
    now: float,
    device: str | None = None,
) -> str:
    id = new_id()
    row = owner_columns(owner) | {
        "id": id,
        "device": device,
        "kind": kind,
        "target": encrypt_target(store, target),
        "same": keyed_hash(store, kind, target.address),
        "lang": lang,
        "state": state,
        "failures": 0,
        "tries": 0,
        "retry_at": 0.0,
        "busy_until": 0.0,
        "created": now,
    }
    conn.execute(channels.insert().values(row))
    return id


def _remind_by(conn: sa.Connection, owner: str, now: float) -> None:
    """A channel was opened: it will tell of the reminders of turns that run. (Whoever opened it knows of the turns.)"""
    for table, seat in seats_of_owner(conn, owner):
        doc = read_doc(conn, table)
        if doc is not None and doc.actor == seat and is_person_asked(doc):
            schedule_turn(conn, table, doc, now, told=True)


@writes_database
def add_channel(store: Store, owner: str, kind: str, target: Target, lang: str, now: float) -> str:
    """A channel to a web address, which has answered a test. The same address again replaces the former channel."""
    with store.write_transaction() as conn:
        same = channels.c.same == keyed_hash(store, kind, target.address)
        conn.execute(channels.delete().where(channels.c.owner == owner, same))
        _check_room(conn, owner)
        id = _insert_channel(store, conn, owner, kind, target, lang, "on", now)
        _remind_by(conn, owner, now)
    return id


def _check_room(conn: sa.Connection, owner: str) -> None:
    mine = sa.select(sa.func.count()).where(channels.c.owner == owner, channels.c.kind != "push")
    if conn.execute(mine).scalar_one() >= MOST_CHANNELS:
        raise TooMany


@writes_database
def add_push(store: Store, owner: str, device: str | None, target: Target, lang: str, now: float) -> str:
    """The push of a browser. A device has one subscription; a browser that gives a new one has forgotten the last."""
    with store.write_transaction() as conn:
        same = channels.c.same == keyed_hash(store, "push", target.address)
        mine = channels.c.device == device if device is not None else same
        conn.execute(channels.delete().where(channels.c.kind == "push", channels.c.owner == owner, mine))
        id = _insert_channel(store, conn, owner, "push", target, lang, "on", now, device)
        _remind_by(conn, owner, now)
    return id


@writes_database
def remove_push(store: Store, device: str) -> None:
    with store.write_transaction() as conn:
        conn.execute(channels.delete().where(channels.c.kind == "push", channels.c.device == device))


@writes_database
def remove_channel(store: Store, owner: str, id: str) -> bool:
    with store.write_transaction() as conn:
        return conn.execute(channels.delete().where(channels.c.id == id, channels.c.owner == owner)).rowcount == 1


@writes_database
def switch_channel(store: Store, owner: str, id: str, on: bool, now: float) -> bool:
    """Turn a channel on or off. One that waits for a confirmation, or that never got one, stays as it is."""
    confirmed = channels.c.state != "waiting"
    with store.write_transaction() as conn:
        here = (channels.c.id == id, channels.c.owner == owner, confirmed)
        fresh = {"state": "on", "failures": 0, "tries": 0, "retry_at": 0.0} if on else {"state": "off"}
        done = conn.execute(channels.update().where(*here).values(fresh)).rowcount == 1
        if not on:
            conn.execute(notices.delete().where(notices.c.channel == id, notices.c.sent.is_(None)))
        elif done:
            _remind_by(conn, owner, now)
    return done


@writes_database
def try_now(store: Store, owner: str, id: str) -> bool:
    """Do not wait for the next try."""
    with store.write_transaction() as conn:
        here = (channels.c.id == id, channels.c.owner == owner)
        return conn.execute(channels.update().where(*here).values(retry_at=0.0)).rowcount == 1


# -- e-mail: nothing is sent to an address before a press behind its link --------------------------------------------------


def confirm_token(store: Store, id: str, until: float) -> str:
    """The token in the e-mail that asks: it can be worked out again, so only its hash is stored."""
    return token_for(store.secret, "confirm notices", id, f"{until:.3f}")


@writes_database
def add_mail(store: Store, owner: str, target: Target, lang: str, share: str, now: float) -> str:
    """An e-mail address that waits for its owner's press. Whether they are asked depends on the address; the row is the same.

    Raises TooMany if the sender has asked for too many.
    """
    same = keyed_hash(store, "mail", target.address)
    with store.write_transaction() as conn:
        conn.execute(channels.delete().where(channels.c.owner == owner, channels.c.same == same))
        _check_room(conn, owner)
        _take_use(store, conn, "asks", owner, CONFIRMATIONS, DAY, now)
        _take_use(store, conn, "asks", f"share {share}", SHARE_CONFIRMATIONS, DAY, now)
        id = _insert_channel(store, conn, owner, "mail", target, lang, "waiting", now)
        _ask_to_confirm(store, conn, id, same, now)
    return id


@writes_database
def ask_again(store: Store, owner: str, id: str, share: str, now: float) -> bool:
    """Send the link once more; the old one works no longer."""
    with store.write_transaction() as conn:
        here = (channels.c.id == id, channels.c.owner == owner, channels.c.kind == "mail", channels.c.state == "waiting")
        same = conn.execute(sa.select(channels.c.same).where(*here)).scalar()
        if same is None:
            return False
        _take_use(store, conn, "asks", owner, CONFIRMATIONS, DAY, now)
        _take_use(store, conn, "asks", f"share {share}", SHARE_CONFIRMATIONS, DAY, now)
        _ask_to_confirm(store, conn, id, same, now)
    return True


def _ask_to_confirm(store: Store, conn: sa.Connection, id: str, same: str, now: float) -> None:
    """Write the e-mail that asks, unless its owner wants none, or too many were sent there today: that is told to nobody."""
    until = now + DAY
    asked = hash_token(confirm_token(store, id, until))
    conn.execute(channels.update().where(channels.c.id == id).values(confirm=asked, confirm_until=until))
    if conn.execute(sa.select(refused_addresses.c.hash).where(refused_addresses.c.hash == same)).first() is not None:
        return
    try:
        _take_use(store, conn, "asked", same, CONFIRMATIONS, DAY, now)
    except TooMany:
        return
    conn.execute(notices.delete().where(notices.c.channel == id, notices.c.topic == "confirm", notices.c.sent.is_(None)))
    put_rows(conn, [id], "confirm", f"confirm:{until:.3f}", made=now, due=now, deadline=until)


@dataclass(frozen=True)
class Asked:
    """What the page behind a link shows of the channel that waits."""

    channel: Channel
    name: str


@reads_database
def asked_by(store: Store, token: str, now: float) -> Asked | None:
    """The channel that a link confirms; None if the link is not good (any more)."""
    with store.read_transaction() as conn:
        good = (channels.c.confirm == hash_token(token), channels.c.confirm_until >= now, channels.c.state == "waiting")
        found = conn.execute(sa.select(channels).where(*good)).one_or_none()
        return Asked(_channel_of_row(found), owner_name(conn, found.owner)) if found is not None else None


def owner_name(conn: sa.Connection, owner: str) -> str:
    """What an owner is called: the name of the profile, or of the seat."""
    kind, _, rest = owner.partition(":")
    if kind == "card":
        return conn.execute(sa.select(cards.c.name).where(cards.c.id == rest)).scalar() or ""
    table, _, seat = rest.rpartition(":")
    doc = read_doc(conn, table)
    return doc.seats[int(seat)].name if doc is not None and int(seat) < len(doc.seats) else ""


@writes_database
def confirm_mail(store: Store, token: str, yes: bool, now: float) -> bool:
    """Open the channel, or never write to that address again. A link works once."""
    with store.write_transaction() as conn:
        good = (channels.c.confirm == hash_token(token), channels.c.confirm_until >= now, channels.c.state == "waiting")
        found = conn.execute(sa.select(channels.c.id, channels.c.same, channels.c.owner).where(*good)).one_or_none()
        if found is None:
            return False
        if yes:
            done = {"state": "on", "confirm": None, "confirm_until": None}
            conn.execute(channels.update().where(channels.c.id == found.id).values(done))
            _remind_by(conn, found.owner, now)
            return True
        conn.execute(refused_addresses.delete().where(refused_addresses.c.hash == found.same))
        conn.execute(refused_addresses.insert().values(hash=found.same, at=now))
        conn.execute(channels.delete().where(channels.c.same == found.same))
    return True


def stop_token(store: Store, id: str) -> str:
    """What the links of an e-mail carry: it opens nothing but this channel's own switch, and never expires."""
    return f"{id}.{hmac.digest(store.secret, f'stop notices {id}'.encode(), 'sha256').hex()[:32]}"


def channel_of_stop(store: Store, token: str) -> str | None:
    """The channel that a link of an e-mail is for, if the link is ours."""
    id = token.partition(".")[0]
    return id if token.isascii() and hmac.compare_digest(token, stop_token(store, id)) else None


@writes_database
def stop_mail(store: Store, id: str, on: bool, now: float) -> None:
    """Unsubscribe, or undo that. A channel that was removed meanwhile stays removed."""
    with store.write_transaction() as conn:
        owner = conn.execute(sa.select(channels.c.owner).where(channels.c.id == id, channels.c.kind == "mail")).scalar()
    if owner is not None:
        switch_channel(store, owner, id, on, now)


# -- what is chosen ----------------------------------------------------------------------------------------------------------


@reads_database
def prefs_of(store: Store, owner: str) -> Prefs | None:
    """What an owner has chosen; None: nothing yet."""
    with store.read_transaction() as conn:
        known = conn.execute(sa.select(prefs.c.owner).where(prefs.c.owner == owner)).first()
        return read_prefs(conn, owner) if known is not None else None


@writes_database
def set_prefs(store: Store, owner: str, chosen: Prefs, lang: str, now: float) -> None:
    row = owner_columns(owner) | {
        "batch": chosen.batch,
        "remind": chosen.remind,
        "quiet_from": chosen.quiet_from,
        "quiet_to": chosen.quiet_to,
        "zone": chosen.zone,
        "topics": ",".join(sorted(chosen.topics)),
        "paused": chosen.paused,
    }
    with store.write_transaction() as conn:
        conn.execute(prefs.delete().where(prefs.c.owner == owner))
        conn.execute(prefs.insert().values(row))
        conn.execute(channels.update().where(channels.c.owner == owner).values(lang=lang))
        reschedule_owner(conn, owner, now)


@reads_database
def muted_tables(store: Store, owner: str) -> set[str]:
    with store.read_transaction() as conn:
        return set(conn.execute(sa.select(mutes.c.table_id).where(mutes.c.owner == owner)).scalars())


@writes_database
def mute_table(store: Store, owner: str, table: str, muted: bool, now: float) -> bool:
    """Let only the last reminder of a game out, or everything again. False if the owner does not play there."""
    with store.write_transaction() as conn:
        if table not in {held for held, _ in seats_of_owner(conn, owner)}:
            return False
        if muted and not is_muted(conn, owner, table):
            conn.execute(mutes.insert().values(owner_columns(owner) | {"table_id": table}))
        elif not muted:
            conn.execute(mutes.delete().where(mutes.c.owner == owner, mutes.c.table_id == table))
        reschedule_owner(conn, owner, now)
    return True


# -- limits ------------------------------------------------------------------------------------------------------------------


def _take_use(store: Store, conn: sa.Connection, what: str, who: str, most: int, within: float, now: float) -> None:
    """Count a use, or raise TooMany. Whose it is, is kept as a keyed hash, for a day."""
    hashed = keyed_hash(store, what, who)
    conn.execute(uses.delete().where(uses.c.at < now - DAY))
    recent = sa.select(sa.func.count()).where(uses.c.who == hashed, uses.c.what == what, uses.c.at > now - within)
    if conn.execute(recent).scalar_one() >= most:
        raise TooMany
    conn.execute(uses.insert().values(what=what, who=hashed, at=now))


@writes_database
def take_test(store: Store, owner: str, host: str, now: float) -> None:
    """Count a test of an owner and of the host that it goes to ("": a browser's push service), or raise TooMany."""
    with store.write_transaction() as conn:
        _take_use(store, conn, "test", owner, TESTS, TESTS_WITHIN, now)
        if host:
            _take_use(store, conn, "host", host, HOST_TESTS, DAY, now)


def forget_owner(store: Store, conn: sa.Connection, owner: str) -> None:
    """Erase everything that notices keep of an owner."""
    for part in (channels, prefs, mutes):
        conn.execute(part.delete().where(part.c.owner == owner))
    counted = [keyed_hash(store, what, owner) for what in ("test", "asks")]
    conn.execute(uses.delete().where(uses.c.who.in_(counted)))


def devices_with_push(conn: sa.Connection, card: str) -> set[str]:
    """The devices (hashed) of a profile that are pushed to."""
    wanted = sa.select(channels.c.device).join(card_devices, card_devices.c.hash == channels.c.device)
    on = (channels.c.kind == "push", channels.c.state == "on", card_devices.c.card == card)
    return set(conn.execute(wanted.where(*on)).scalars())
