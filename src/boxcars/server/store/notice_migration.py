"""The step of the schema that makes the tables of ``notice_schema`` (frozen once released)."""

from __future__ import annotations

_CARD = "VARCHAR(32) REFERENCES cards (id) ON DELETE CASCADE"
_TABLE = "VARCHAR(32) REFERENCES tables (id) ON DELETE CASCADE"

STATEMENTS = [
    f"CREATE TABLE notice_channels (id VARCHAR(32) PRIMARY KEY, owner VARCHAR(64) NOT NULL, card {_CARD}, table_id {_TABLE},"
    " device VARCHAR(64) REFERENCES card_devices (hash) ON DELETE CASCADE, kind VARCHAR(16) NOT NULL, target {blob} NOT NULL,"
    " same VARCHAR(64) NOT NULL, lang VARCHAR(8) NOT NULL, state VARCHAR(16) NOT NULL, failures INTEGER NOT NULL,"
    " tries INTEGER NOT NULL, retry_at {real} NOT NULL, busy_until {real} NOT NULL, last_at {real}, last_code INTEGER,"
    " confirm VARCHAR(64), confirm_until {real}, created {real} NOT NULL)",
    "CREATE INDEX notice_channels_owner ON notice_channels (owner)",
    "CREATE INDEX notice_channels_card ON notice_channels (card)",
    "CREATE INDEX notice_channels_table ON notice_channels (table_id)",
    "CREATE INDEX notice_channels_device ON notice_channels (device)",
    "CREATE INDEX notice_channels_same ON notice_channels (same)",
    "CREATE UNIQUE INDEX notice_channels_confirm ON notice_channels (confirm)",
    f"CREATE TABLE notice_prefs (owner VARCHAR(64) PRIMARY KEY, card {_CARD}, table_id {_TABLE}, batch VARCHAR(8) NOT NULL,"
    " remind VARCHAR(8) NOT NULL, quiet_from INTEGER NOT NULL, quiet_to INTEGER NOT NULL, zone VARCHAR(64) NOT NULL,"
    " topics VARCHAR(200) NOT NULL, paused BOOLEAN NOT NULL)",
    "CREATE INDEX notice_prefs_card ON notice_prefs (card)",
    "CREATE INDEX notice_prefs_table ON notice_prefs (table_id)",
    f"CREATE TABLE notice_mutes (owner VARCHAR(64) NOT NULL, table_id {_TABLE}, card {_CARD}, PRIMARY KEY (owner, table_id))",
    "CREATE INDEX notice_mutes_card ON notice_mutes (card)",
    "CREATE INDEX notice_mutes_table ON notice_mutes (table_id)",
    "CREATE TABLE notices (id {serial}, channel VARCHAR(32) NOT NULL REFERENCES notice_channels (id) ON DELETE CASCADE,"
    f" topic VARCHAR(16) NOT NULL, key VARCHAR(120) NOT NULL, table_id {_TABLE}, body {{blob}}, made {{real}} NOT NULL,"
    " deadline {real}, due {real} NOT NULL, sent {real})",
    "CREATE UNIQUE INDEX notices_key ON notices (channel, key)",
    "CREATE INDEX notices_due ON notices (sent, due)",
    "CREATE INDEX notices_table ON notices (table_id)",
    "CREATE TABLE notice_uses (what VARCHAR(16) NOT NULL, who VARCHAR(80) NOT NULL, at {real} NOT NULL)",
    "CREATE INDEX notice_uses_who ON notice_uses (who, what, at)",
    "CREATE TABLE refused_addresses (hash VARCHAR(64) PRIMARY KEY, at {real} NOT NULL)",
]

MESSAGES = ["ALTER TABLE notices ADD COLUMN message VARCHAR(32)"]
"""A notice knows the message that it went out with, so that a message that is tried again keeps its id."""
