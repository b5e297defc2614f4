"""Telling a phone that it is its owner's move: web push, encrypted for the browser alone (RFC 8291), signed as this server's
(VAPID, RFC 8292). The browser's own push service carries it and learns address, time and size; nobody else is asked.

The library (extra ``push``) encrypts and signs; the request itself goes the way of webhooks, to public addresses only.
"""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from urllib.parse import urlsplit

import sqlalchemy as sa

from boxcars.extras import need
from boxcars.server.config import Config
from boxcars.server.jobs import webhooks
from boxcars.server.store import notice_channels, outbox
from boxcars.server.store.database import writes_database
from boxcars.server.store.notice_times import Prefs
from boxcars.server.store.profile_schema import card_devices, push
from boxcars.server.store.schema import facts
from boxcars.server.store.store import Store
from boxcars.server.store.target_encryption import Target

FACT = "vapid"
QUIET = re.compile(r"(\d{1,2})-(\d{1,2}) ([A-Za-z_+\-/0-9]{1,40})")
"""Quiet hours as an earlier version kept them with a device: "22-8 Europe/Rome"."""
LASTS = 86400
"""Seconds for which a push service keeps what cannot be delivered yet."""


def is_enabled(config: Config) -> bool:
    return config.push and find_spec("cryptography") is not None


def contact(config: Config) -> str:
    """Whom a push service may write to about this server: what the host says, otherwise where the server is found."""
    if config.push_contact:
        return config.push_contact
    return config.public_url if config.public_url.startswith("https://") else "mailto:nobody@boxcars.invalid"


@writes_database
def private_key(store: Store) -> str:
    """Return this server's private key, created when it is first needed."""
    need("push")
    from boxcars.server.profiles import push_encryption

    with store.write_transaction() as conn:
        found = conn.execute(sa.select(facts.c.value).where(facts.c.key == FACT)).scalar()
        if found is None:  # another server may start at the same time: the first key counts
            new = sa.text("INSERT INTO facts (key, value) VALUES (:key, :value) ON CONFLICT (key) DO NOTHING")
            conn.execute(new, {"key": FACT, "value": push_encryption.new_key()})
            found = conn.execute(sa.select(facts.c.value).where(facts.c.key == FACT)).scalar_one()
    return str(found)


def public_key(pem: str) -> str:
    """Return the public key as browsers expect it: the uncompressed point, base64url."""
    from boxcars.server.profiles import push_encryption

    return push_encryption.public_key(pem)


def send_push(pem: str, endpoint: str, keys: dict[str, str], body: bytes, topic: str, config: Config, limit: float) -> int:
    """Encrypt, sign and send; the status of the push service, 0 if it could not be reached. Blocks for some seconds at most."""
    need("push")
    from boxcars.server.profiles import push_encryption

    parts = urlsplit(endpoint)
    try:
        sealed = push_encryption.encrypt_message(body, keys["p256dh"], keys["auth"])
    except (ValueError, KeyError):  # keys that no browser gave: nothing can ever be sealed with them
        return 410
    headers = {
        "Authorization": push_encryption.authorization_header(pem, f"{parts.scheme}://{parts.netloc}", contact(config)),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(LASTS),
        "Urgency": "normal",
        "Topic": topic,
        "User-Agent": "boxcars",
    }
    return webhooks.post_body(endpoint, sealed, headers, config, limit)


# -- what an earlier version stored ------------------------------------------------------------------------------------------


@writes_database
def import_subscriptions(store: Store, now: float) -> None:
    """Bring the subscriptions and quiet hours that an earlier version kept to the channels of notices. Done once."""
    wanted = sa.select(push, card_devices.c.card).join(card_devices, card_devices.c.hash == push.c.device)
    with store.read_transaction() as conn:
        found = conn.execute(wanted).all()
    for row in found:
        target = Target(row.endpoint, keys=json.loads(row._mapping["keys"]))
        notice_channels.add_push(store, outbox.profile_owner(row.card), row.device, target, "en", now)
    if found:
        with store.write_transaction() as conn:
            conn.execute(push.delete())
    with store.read_transaction() as conn:
        hours = conn.execute(sa.select(card_devices.c.card, card_devices.c.quiet).where(card_devices.c.quiet != "")).all()
    for card, quiet in hours:
        owner = outbox.profile_owner(card)
        known = QUIET.fullmatch(quiet)
        if known is not None and notice_channels.prefs_of(store, owner) is None:
            chosen = Prefs(quiet_from=int(known[1]) * 60, quiet_to=int(known[2]) * 60, zone=known[3])
            notice_channels.set_prefs(store, owner, chosen, "en", now)
    if hours:
        with store.write_transaction() as conn:
            conn.execute(card_devices.update().where(card_devices.c.quiet != "").values(quiet=""))
