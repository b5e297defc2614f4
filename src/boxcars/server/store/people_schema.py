"""The tables of people who play together: friends, groups, proposals of a game, notes at a table.

Each row names the profiles it is about by their ids, and goes when one of them is deleted.
"""

from __future__ import annotations

import sqlalchemy as sa

from boxcars.server.store.schema import metadata

friends = sa.Table(
    "friends",
    metadata,
    sa.Column("a", sa.String, primary_key=True),
    sa.Column("b", sa.String, primary_key=True),
    sa.Column("state", sa.String),
    sa.Column("at", sa.Double),
)
"""``a`` asked ``b``. ``state``: "asked", "friends", "ignored" (which ``a`` sees as asked), "withdrawn" (``a`` took it back),
"declined" (ignored, then taken back: asked again within 30 days, it is ignored again). ``at``: when it was asked, agreed or
ignored. Rows of requests that are over stay: they count for the limits of a day and of 30 days."""

friend_links = sa.Table(
    "friend_links",
    metadata,
    sa.Column("card", sa.String, primary_key=True),
    sa.Column("salt", sa.String),
    sa.Column("hash", sa.String),
)
"""The personal link of a profile: the number that its code is derived from, and the code's hash."""

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("a", sa.String, primary_key=True),
    sa.Column("b", sa.String, primary_key=True),
    sa.Column("at", sa.Double),
)
"""``a`` has blocked ``b``: neither sees the other in a list, and neither can ask or invite the other."""

unlisted = sa.Table(
    "unlisted",
    metadata,
    sa.Column("card", sa.String, primary_key=True),
    sa.Column("other", sa.String, primary_key=True),
    sa.Column("at", sa.Double),
)
"""``card`` has removed ``other`` from the list of those it has played with; a later game lists them again."""

unlisted_guests = sa.Table(
    "unlisted_guests",
    metadata,
    sa.Column("card", sa.String, primary_key=True),
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("at", sa.Double),
)
"""Guests that ``card`` has removed from the list of those it has played with, by name."""

groups = sa.Table(
    "player_groups",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String),
    sa.Column("owner", sa.String),
    sa.Column("usual", sa.LargeBinary),
    sa.Column("created", sa.Double),
)
"""``usual``: the game that the group usually plays, as JSON (``proposals.Plan``)."""

group_members = sa.Table(
    "group_members",
    metadata,
    sa.Column("group_id", sa.String, primary_key=True),
    sa.Column("card", sa.String, primary_key=True),
    sa.Column("since", sa.Double),
)

group_links = sa.Table(
    "group_links",
    metadata,
    sa.Column("group_id", sa.String, primary_key=True),
    sa.Column("salt", sa.String),
    sa.Column("hash", sa.String),
    sa.Column("until", sa.Double),
)
"""The link that lets people into a group until its end date. A group has one at a time."""

group_tables = sa.Table(
    "group_tables",
    metadata,
    sa.Column("group_id", sa.String, primary_key=True),
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("at", sa.Double),
)
"""The games that were started in a group. (Not removed with the table: results outlive it.)"""

group_chat = sa.Table(
    "group_chat",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("group_id", sa.String),
    sa.Column("card", sa.String),
    sa.Column("name", sa.String),
    sa.Column("text", sa.String),
    sa.Column("at", sa.Double),
)

proposals = sa.Table(
    "proposals",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("card", sa.String),
    sa.Column("group_id", sa.String),
    sa.Column("state", sa.String),
    sa.Column("doc", sa.LargeBinary),
    sa.Column("at", sa.Double),
    sa.Column("decide_at", sa.Double),
    sa.Column("until", sa.Double),
    sa.Column("table_id", sa.String),
)
"""A game that ``card`` proposes to others. ``state``: "open", "started", "withdrawn", "failed" (too few said yes).
``decide_at``: when it starts with those who said yes; ``until``: when the invitations end; ``table_id``: the game it became."""

invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("proposal", sa.String, primary_key=True),
    sa.Column("card", sa.String, primary_key=True),
    sa.Column("state", sa.String),
    sa.Column("paces", sa.String),
    sa.Column("at", sa.Double),
)
"""``state``: "asked", "yes" or "no"; ``paces``: which of the proposal's paces the person accepts ("0,2")."""

seat_notes = sa.Table(
    "seat_notes",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("text", sa.String),
    sa.Column("at", sa.Double),
)
"""What somebody notes at a table, for nobody else. Deleted with the table, when the seat is freed, and with the profile."""

announcements = sa.Table(
    "announcements",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("event", sa.String),
    sa.Column("card", sa.String),
    sa.Column("name", sa.String),
    sa.Column("text", sa.String),
    sa.Column("at", sa.Double),
)
"""What the organisers of a tournament tell its entrants."""
