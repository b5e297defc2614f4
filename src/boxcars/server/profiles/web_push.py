"""Telling a phone that it is its owner's move: web push, encrypted for the browser alone (RFC 8291), signed as this server's
(VAPID, RFC 8292). The browser's own push service carries it and learns address, time and size; nobody else is asked.

The library (extra ``push``) encrypts and signs; the request itself goes the way of webhooks, to public addresses only.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.util import find_spec
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import sqlalchemy as sa

from boxcars.core import registry
from boxcars.core.messages import T
from boxcars.core.type_aliases import Json
from boxcars.extras import need
from boxcars.locale import say
from boxcars.server.config import Config
from boxcars.server.jobs import webhooks
from boxcars.server.store.database import reads_database, writes_database
from boxcars.server.store.profile_schema import card_devices, card_seats, push
from boxcars.server.store.schema import facts
from boxcars.server.store.store import Store
from boxcars.server.table.table import Table

FACT = "vapid"
LASTS = 86400
"""Seconds for which a push service keeps a message that it cannot deliver yet."""
QUIET = re.compile(r"(\d{1,2})-(\d{1,2}) ([A-Za-z_+\-/0-9]{1,40})")


@dataclass(frozen=True)
class Subscription:
    endpoint: str
    keys: dict[str, str]
    quiet: str


def is_enabled(config: Config) -> bool:
    return bool(config.push_contact) and find_spec("cryptography") is not None


@writes_database
def private_key(store: Store) -> str:
    """Return this server's private key, created when it is first needed."""
    need("push")
    from boxcars.server.profiles import push_encryption

    with store.write_transaction() as conn:
        found = conn.execute(sa.select(facts.c.value).where(facts.c.key == FACT)).scalar()
        if found is None:
            found = push_encryption.new_key()
            conn.execute(facts.insert().values(key=FACT, value=found))
    return str(found)


def public_key(pem: str) -> str:
    """Return the public key as browsers expect it: the uncompressed point, base64url."""
    from boxcars.server.profiles import push_encryption

    return push_encryption.public_key(pem)


# -- quiet hours -----------------------------------------------------------------------------------------------------------


def good_quiet(text: str) -> bool:
    """Return whether a text names quiet hours: "", or as "22-8 Europe/Rome"."""
    found = QUIET.fullmatch(text)
    if found is None:
        return text == ""
    try:
        ZoneInfo(found[3])
    except (ZoneInfoNotFoundError, ValueError):
        return False
    return int(found[1]) < 24 and int(found[2]) < 24


def quiet_until(text: str, now: float) -> float | None:
    """Return when the current quiet hours end; None outside of them."""
    found = QUIET.fullmatch(text)
    if found is None or not good_quiet(text):
        return None
    begin, end, here = int(found[1]), int(found[2]), datetime.fromtimestamp(now, ZoneInfo(found[3]))
    inside = begin <= here.hour < end if begin < end else here.hour >= begin or here.hour < end
    if not inside or begin == end:
        return None
    over = here.replace(hour=end, minute=0, second=0, microsecond=0)
    return (over if over > here else over + timedelta(days=1)).timestamp()


# -- subscriptions ---------------------------------------------------------------------------------------------------------


@writes_database
def add_subscription(store: Store, device: str, endpoint: str, keys: dict[str, str]) -> None:
    """Store a device's push subscription in place of its former one."""
    with store.write_transaction() as conn:
        conn.execute(push.delete().where(sa.or_(push.c.device == device, push.c.endpoint == endpoint)))
        conn.execute(push.insert().values(endpoint=endpoint, device=device, keys=json.dumps(keys), failed=0))


@writes_database
def remove_subscription(store: Store, device: str) -> None:
    with store.write_transaction() as conn:
        conn.execute(push.delete().where(push.c.device == device))


@writes_database
def drop_endpoint(store: Store, endpoint: str) -> None:
    with store.write_transaction() as conn:
        conn.execute(push.delete().where(push.c.endpoint == endpoint))


@reads_database
def of_seat(store: Store, table: str, seat: int) -> list[Subscription]:
    """Return the push subscriptions of the owner of a seat."""
    wanted = (
        sa.select(push.c.endpoint, push.c["keys"].label("given"), card_devices.c.quiet)
        .join(card_devices, card_devices.c.hash == push.c.device)
        .join(card_seats, card_seats.c.card == card_devices.c.card)
    )
    with store.read_transaction() as conn:
        found = conn.execute(wanted.where(card_seats.c.table_id == table, card_seats.c.seat == seat)).all()
    return [Subscription(row.endpoint, json.loads(row.given), row.quiet) for row in found]


# -- sending ---------------------------------------------------------------------------------------------------------------


def push_message(table: Table) -> Json:
    """Return a push message without secrets: whose move it is, at which table of which game. The page puts it into words."""
    game = registry.game(table.setup.game)
    map = registry.map_of(game, table.setup.map)
    map_name = say(T(map.name)) if map is not None else table.setup.map
    return {"table": table.id, "game": game.name, "map": map_name, "url": f"/t/{table.id}"}


def send_push(pem: str, to: Subscription, told: Json, config: Config) -> int:
    """Encrypt, sign and send a message. Returns the push service's status, 0 if it could not be reached. Blocks for some seconds
    at most."""
    need("push")
    from boxcars.server.profiles import push_encryption

    parts = urlsplit(to.endpoint)
    try:
        body = push_encryption.encrypt_message(json.dumps(told).encode(), to.keys["p256dh"], to.keys["auth"])
    except (ValueError, KeyError):  # keys that no browser gave: nothing can ever be sealed with them
        return 410
    headers = {
        "Authorization": push_encryption.authorization_header(pem, f"{parts.scheme}://{parts.netloc}", config.push_contact),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(LASTS),
        "Urgency": "normal",
        "Topic": told["table"],
        "User-Agent": "boxcars",
    }
    return webhooks.post_body(to.endpoint, body, headers, config)
