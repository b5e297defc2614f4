"""The steps of the schema that make the tables of ``people_schema`` (frozen once released)."""

from __future__ import annotations

_CARD = "VARCHAR(32) NOT NULL REFERENCES cards (id) ON DELETE CASCADE"
_GROUP = "VARCHAR(32) NOT NULL REFERENCES player_groups (id) ON DELETE CASCADE"

STATEMENTS = [
    f"CREATE TABLE friends (a {_CARD}, b {_CARD}, state VARCHAR(16) NOT NULL, at {{real}} NOT NULL, PRIMARY KEY (a, b))",
    "CREATE INDEX friends_b ON friends (b)",
    f"CREATE TABLE friend_links (card {_CARD} PRIMARY KEY, salt VARCHAR(64) NOT NULL, hash VARCHAR(64) NOT NULL)",
    "CREATE UNIQUE INDEX friend_links_hash ON friend_links (hash)",
    f"CREATE TABLE blocks (a {_CARD}, b {_CARD}, at {{real}} NOT NULL, PRIMARY KEY (a, b))",
    "CREATE INDEX blocks_b ON blocks (b)",
    f"CREATE TABLE unlisted (card {_CARD}, other {_CARD}, at {{real}} NOT NULL, PRIMARY KEY (card, other))",
    "CREATE INDEX unlisted_other ON unlisted (other)",
    f"CREATE TABLE player_groups (id VARCHAR(32) PRIMARY KEY, name VARCHAR(64) NOT NULL, owner {_CARD},"
    " usual {blob}, created {real} NOT NULL)",
    "CREATE INDEX player_groups_owner ON player_groups (owner)",
    f"CREATE TABLE group_members (group_id {_GROUP}, card {_CARD}, since {{real}} NOT NULL, PRIMARY KEY (group_id, card))",
    "CREATE INDEX group_members_card ON group_members (card)",
    f"CREATE TABLE group_links (group_id {_GROUP} PRIMARY KEY, salt VARCHAR(64) NOT NULL, hash VARCHAR(64) NOT NULL,"
    " until {real} NOT NULL)",
    "CREATE UNIQUE INDEX group_links_hash ON group_links (hash)",
    f"CREATE TABLE group_tables (group_id {_GROUP}, table_id VARCHAR(32) NOT NULL, at {{real}} NOT NULL,"
    " PRIMARY KEY (group_id, table_id))",
    "CREATE INDEX group_tables_table ON group_tables (table_id)",
    f"CREATE TABLE group_chat (id {{serial}}, group_id {_GROUP}, card VARCHAR(40) NOT NULL, name VARCHAR(64) NOT NULL,"
    " text VARCHAR(2000) NOT NULL, at {real} NOT NULL)",
    "CREATE INDEX group_chat_group ON group_chat (group_id, id)",
    "CREATE INDEX group_chat_card ON group_chat (card)",
    f"CREATE TABLE proposals (id VARCHAR(32) PRIMARY KEY, card {_CARD}, group_id VARCHAR(32) REFERENCES player_groups (id)"
    " ON DELETE SET NULL, state VARCHAR(16) NOT NULL, doc {blob} NOT NULL, at {real} NOT NULL, decide_at {real} NOT NULL,"
    " until {real} NOT NULL, table_id VARCHAR(32))",
    "CREATE INDEX proposals_card ON proposals (card, at)",
    "CREATE INDEX proposals_due ON proposals (state, decide_at)",
    f"CREATE TABLE invitations (proposal VARCHAR(32) NOT NULL REFERENCES proposals (id) ON DELETE CASCADE, card {_CARD},"
    " state VARCHAR(16) NOT NULL, paces VARCHAR(64) NOT NULL, at {real} NOT NULL, PRIMARY KEY (proposal, card))",
    "CREATE INDEX invitations_card ON invitations (card, state)",
    "CREATE TABLE seat_notes (table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seat INTEGER NOT NULL,"
    " text VARCHAR(4096) NOT NULL, at {real} NOT NULL, PRIMARY KEY (table_id, seat))",
    "CREATE TABLE announcements (id {serial}, event VARCHAR(32) NOT NULL REFERENCES events (id) ON DELETE CASCADE,"
    " card VARCHAR(40) NOT NULL, name VARCHAR(64) NOT NULL, text VARCHAR(2000) NOT NULL, at {real} NOT NULL)",
    "CREATE INDEX announcements_event ON announcements (event, id)",
    "CREATE INDEX announcements_card ON announcements (card)",
]

GUESTS = [
    f"CREATE TABLE unlisted_guests (card {_CARD}, name VARCHAR(64) NOT NULL, at {{real}} NOT NULL, PRIMARY KEY (card, name))",
]
