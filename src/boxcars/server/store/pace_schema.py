"""The table of vacations: days on which the clock of a profile stands."""

from __future__ import annotations

import sqlalchemy as sa

from boxcars.server.store.schema import metadata

vacations = sa.Table(
    "vacations",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("card", sa.String),
    sa.Column("zone", sa.String),
    sa.Column("first", sa.String),
    sa.Column("last", sa.String),
    sa.Column("begins", sa.Double),
    sa.Column("ends", sa.Double),
)
"""``first``, ``last``: days in the zone, as "2026-11-23"; ``begins``, ``ends``: the moments between which the clock stands. A
vacation that was ended early keeps the days that had begun."""
