"""The tables of notices: where somebody wants to be told, when, and what is still to be sent.

The owner of a channel is a profile ("card:ID"), the seat of a guest ("seat:TABLE:NUMBER") or a table whose host gave it a web
address ("table:ID"). ``card`` and ``table_id`` name the same once more, so that rows go with their profile or their table.
"""

from __future__ import annotations

import sqlalchemy as sa

from boxcars.server.store.schema import metadata

channels = sa.Table(
    "notice_channels",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("owner", sa.String),
    sa.Column("card", sa.String),
    sa.Column("table_id", sa.String),
    sa.Column("device", sa.String),
    sa.Column("kind", sa.String),
    sa.Column("target", sa.LargeBinary),
    sa.Column("same", sa.String),
    sa.Column("lang", sa.String),
    sa.Column("state", sa.String),
    sa.Column("failures", sa.Integer),
    sa.Column("tries", sa.Integer),
    sa.Column("retry_at", sa.Double),
    sa.Column("busy_until", sa.Double),
    sa.Column("last_at", sa.Double),
    sa.Column("last_code", sa.Integer),
    sa.Column("confirm", sa.String),
    sa.Column("confirm_until", sa.Double),
    sa.Column("created", sa.Double),
)
"""``kind``: "push", "mail", "discord", "slack", "ntfy" or "web". ``target``: the address, encrypted; ``same``: its keyed hash.
``device``: the device (hashed) that a push goes to. ``state``: "on", "off" (by its owner), "waiting" (an e-mail address that was
not confirmed yet), "failed" (too many failures in a row), "bounced". ``tries``: how often the message that is due was tried;
``retry_at``: not before then again; ``busy_until``: a server is sending to it until then at the latest. ``last_code``: the status
of the last answer, 0: none came, -1: the address is not allowed. ``confirm``: the hash of the token in the e-mail that asks."""

prefs = sa.Table(
    "notice_prefs",
    metadata,
    sa.Column("owner", sa.String, primary_key=True),
    sa.Column("card", sa.String),
    sa.Column("table_id", sa.String),
    sa.Column("batch", sa.String),
    sa.Column("remind", sa.String),
    sa.Column("quiet_from", sa.Integer),
    sa.Column("quiet_to", sa.Integer),
    sa.Column("zone", sa.String),
    sa.Column("topics", sa.String),
    sa.Column("paused", sa.Boolean),
)
"""``quiet_from``, ``quiet_to``: minutes of the day in ``zone``; -1: no quiet hours. ``topics``: what is ticked, by commas."""

mutes = sa.Table(
    "notice_mutes",
    metadata,
    sa.Column("owner", sa.String, primary_key=True),
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("card", sa.String),
)
"""Games whose notices are muted but for the last reminder."""

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("channel", sa.String),
    sa.Column("topic", sa.String),
    sa.Column("key", sa.String),
    sa.Column("table_id", sa.String),
    sa.Column("body", sa.LargeBinary),
    sa.Column("made", sa.Double),
    sa.Column("deadline", sa.Double),
    sa.Column("due", sa.Double),
    sa.Column("sent", sa.Double),
    sa.Column("message", sa.String),
)
"""The outbox: one row for each notice and channel. (channel, key) is unique, and a row stays for a while after it was sent, so
nothing is told twice. ``body``: ``outbox.Said`` as JSON; null: it is worded from the table when it is sent.
``message``: the id of the message that it goes out with, from the first try on."""

uses = sa.Table(
    "notice_uses",
    metadata,
    sa.Column("what", sa.String),
    sa.Column("who", sa.String),
    sa.Column("at", sa.Double),
)
"""Counters of what is limited per day: test messages of an owner and of a host, confirmations of an address and of a sender (as
keyed hashes)."""

refused_addresses = sa.Table(
    "refused_addresses",
    metadata,
    sa.Column("hash", sa.String, primary_key=True),
    sa.Column("at", sa.Double),
)
"""Keyed hashes of e-mail addresses whose owners want no mail from this server."""
