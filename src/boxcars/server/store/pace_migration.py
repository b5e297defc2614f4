"""The step of the schema for vacations and for tournaments that begin by themselves (frozen once released)."""

from __future__ import annotations

STATEMENTS = [
    "CREATE TABLE vacations (id VARCHAR(32) PRIMARY KEY, card VARCHAR(32) NOT NULL REFERENCES cards (id) ON DELETE CASCADE,"
    " zone VARCHAR(64) NOT NULL, first VARCHAR(10) NOT NULL, last VARCHAR(10) NOT NULL, begins {real} NOT NULL,"
    " ends {real} NOT NULL)",
    "CREATE INDEX vacations_card ON vacations (card)",
    "CREATE INDEX vacations_ends ON vacations (ends)",
    "ALTER TABLE events ADD COLUMN listed BOOLEAN NOT NULL DEFAULT FALSE",
    "ALTER TABLE events ADD COLUMN starts_at {real}",
    "CREATE INDEX events_listed ON events (listed, status, created)",
    "CREATE INDEX events_starts_at ON events (status, starts_at)",
    "ALTER TABLE organisers ADD COLUMN accepted BOOLEAN NOT NULL DEFAULT TRUE",
]
