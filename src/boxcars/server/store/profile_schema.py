"""The tables of people: cards, what hangs on them, and what outlives the tables they sat at.

A card is a public id; it is held by devices, each with a token of its own of which only the hash is here. ``results`` name the
table they come from but do not belong to it: a table that is pruned leaves its result behind, and ratings can be worked out
again.
"""

from __future__ import annotations

import sqlalchemy as sa

from boxcars.server.store.schema import metadata

cards = sa.Table(
    "cards",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String),
    sa.Column("herald", sa.String),
    sa.Column("seen_by", sa.String),
    sa.Column("created", sa.Double),
    sa.Column("delete_at", sa.Double),
    sa.Column("delete_by", sa.String),
)
"""``delete_at``: when the profile is deleted; null: it stays. ``delete_by``: what the device is called that asked for it."""

card_devices = sa.Table(
    "card_devices",
    metadata,
    sa.Column("hash", sa.String, primary_key=True),
    sa.Column("card", sa.String),
    sa.Column("number", sa.Integer),
    sa.Column("label", sa.String),
    sa.Column("seen", sa.Integer),
    sa.Column("quiet", sa.String),
)
"""``number`` names a device to its owner; ``seen`` is a day, not a moment; ``quiet``: hours in which it is not pushed to."""

card_keys = sa.Table(
    "card_keys",
    metadata,
    sa.Column("credential", sa.String, primary_key=True),
    sa.Column("card", sa.String),
    sa.Column("number", sa.Integer),
    sa.Column("public_key", sa.LargeBinary),
    sa.Column("count", sa.Integer),
    sa.Column("seen", sa.Integer),
    sa.Column("device", sa.String),
    sa.Column("label", sa.String),
)
"""Passkeys. ``device``: the device (hashed) that added it, and what it was called then; both null if that was not noted."""

card_codes = sa.Table(
    "card_codes",
    metadata,
    sa.Column("hash", sa.String, primary_key=True),
    sa.Column("card", sa.String),
    sa.Column("kind", sa.String),
    sa.Column("until", sa.Double),
    sa.Column("label", sa.String),
)
"""What is good once and for a while: codes that carry a card over, challenges of passkeys. ``label``: what the device is called
that made the code."""

card_seats = sa.Table(
    "card_seats",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("card", sa.String),
    sa.Column("hidden", sa.Boolean),
)
"""The seats a card has taken, one at a table. ``hidden``: its owner has put the table away."""

results = sa.Table(
    "results",
    metadata,
    sa.Column("played", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("game", sa.String),
    sa.Column("map", sa.String),
    sa.Column("card", sa.String),
    sa.Column("bot", sa.String),
    sa.Column("name", sa.String),
    sa.Column("rank", sa.Integer),
    sa.Column("score", sa.Integer),
    sa.Column("share", sa.Double),
    sa.Column("part", sa.String),
    sa.Column("why", sa.String),
    sa.Column("ended", sa.Double),
    sa.Column("rated", sa.Integer),
    sa.Column("value", sa.Double),
    sa.Column("moved", sa.Double),
)
"""How a game ended for each seat. ``part``: played, left, lent to a bot for too long, or late (a
card took the seat after the start); ``why``: why the game does not count
("": it does); ``rated``: the how-manieth game that ratings took in; ``value``, ``moved``: the card's
rating after it in points, and by how many it moved."""

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("card", sa.String, primary_key=True),
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("mu", sa.Double),
    sa.Column("sigma", sa.Double),
    sa.Column("games", sa.Integer),
    sa.Column("at", sa.Double),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("host", sa.String),
    sa.Column("status", sa.String),
    sa.Column("doc", sa.LargeBinary),
    sa.Column("created", sa.Double),
    sa.Column("listed", sa.Boolean),
    sa.Column("starts_at", sa.Double),
)
"""``listed``: everybody on this server finds it; ``starts_at``: when its first round begins; null: when an organiser says so."""

organisers = sa.Table(
    "organisers",
    metadata,
    sa.Column("event", sa.String, primary_key=True),
    sa.Column("card", sa.String, primary_key=True),
    sa.Column("since", sa.Double),
    sa.Column("accepted", sa.Boolean),
)
"""Who may run a tournament besides its owner (``events.host``), once they have ``accepted``. The one of longest standing takes
over."""

event_entries = sa.Table(
    "event_entries",
    metadata,
    sa.Column("event", sa.String, primary_key=True),
    sa.Column("card", sa.String, primary_key=True),
    sa.Column("name", sa.String),
    sa.Column("herald", sa.String),
    sa.Column("at", sa.Double),
    sa.Column("missed", sa.Integer),
    sa.Column("gone", sa.Boolean),
)

event_tables = sa.Table(
    "event_tables",
    metadata,
    sa.Column("event", sa.String, primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String),
    sa.Column("cards", sa.String),
)
"""``cards``: whose seats they are, in the order of the seats; "" is a bot that fills up."""

push = sa.Table(
    "push",
    metadata,
    sa.Column("endpoint", sa.String, primary_key=True),
    sa.Column("device", sa.String),
    sa.Column("keys", sa.String),
    sa.Column("failed", sa.Integer),
)
