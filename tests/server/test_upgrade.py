"""A database that an older version wrote: it is brought up to date, played on, and nothing in it is complained about.

``upgrades/schema_2.sql.xz`` is a dump (``sqlite3.Connection.iterdump``) of a database that the server of commit 5f5f8b1 wrote,
the one released before player's cards. Its own tests' clients (``table_of``, ``play_on`` with ``random.Random(7)``) played there:
Age of Steam with three to its end, 16 moves of Silverton and 12 of Ticket to Ride with two. Nothing was edited afterwards.
"""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from boxcars.core import codec
from boxcars.server import steady
from boxcars.server.store import former_boards
from boxcars.server.store.schema import MIGRATIONS
from boxcars.server.store.store import Store
from boxcars.server.store.verify import verify_store
from boxcars.server.table import commands
from boxcars.server.table.game_results import why_not
from boxcars.server.table.table import Table
from tests.server.inside import Inside
from tests.server.running import Seat, play_on, table_of
from tests.server.test_store import boxcars, settled

DUMP = Path(__file__).parent / "upgrades" / "schema_2.sql.xz"


@pytest.fixture
def old(tmp_path: Path) -> str:
    file = str(tmp_path / "old.sqlite")
    with sqlite3.connect(file) as conn:
        conn.executescript(lzma.decompress(DUMP.read_bytes()).decode())
        assert conn.execute("SELECT value FROM facts WHERE key = 'schema'").fetchall() == [("2",)]
    conn.close()
    return file


def found(store: Store) -> dict[str, tuple[str, int, int]]:
    return {one.game: (one.differs, one.older, one.replayed) for one in verify_store(store)}


def test_an_upgraded_database_has_nothing_to_complain_of(old: str) -> None:
    store = Store(old)
    assert store.schema == MIGRATIONS[-1][0]
    assert found(store) == {"age_of_steam": ("", 40, 0), "silverton": ("", 16, 0), "ticket_to_ride": ("", 0, 12)}
    store.close()

    def act(table: Table) -> commands.Change:
        raw = table.rules.write(table.rules.legal(table.state)[0])
        return commands.take_action(table, table.actor, table.ply, None, None, raw, steady.time())

    with Inside(old, limits=False) as server:
        for id in server.hall.store.all_tables():
            if server.run(server.hall.load_table(id)).doc.status == "playing":
                server.run(server.hall.change_table(id, act))
        after = found(server.hall.store)
    assert after == {"age_of_steam": ("", 40, 0), "silverton": ("", 16, 1), "ticket_to_ride": ("", 0, 13)}


def test_games_of_steam_keep_the_board_they_began_on(tmp_path: Path) -> None:
    """Version 3 of Steam moved a town. An older game is made here of one on the former board as a kept map: it gets the name and
    the versions that it would have had. Then the step of the schema is done."""
    file = str(tmp_path / "old.sqlite")
    with Inside(file, limits=False) as server:
        asked = {"text": former_boards.steam_north_america()}
        former = httpx.post(f"{server.url}/api/workshop/steam/keep", json=asked, timeout=30).json()["map"]
        played = table_of(server.url, people=3, game="steam", map=former)
        play_on(played, 25)
        before = played[0].view()
        table_of(server.url, people=3, game="steam", map="north_america", start=False)
    with closing(sqlite3.connect(file)) as conn, conn:
        conn.execute("UPDATE tables SET version = 2, setup = CAST(replace(setup, ?, 'north_america') AS BLOB)", [former])
        conn.execute("UPDATE snapshots SET version = 2")
        conn.execute("DELETE FROM maps")
    store = Store(file)
    assert any(former_boards.keep_steam_north_america in step for _, step in MIGRATIONS)
    with store.write_transaction() as change:
        former_boards.keep_steam_north_america(change)
    store.close()
    with Inside(file, limits=False) as server:
        after = Seat(server.url, played[0].table, played[0].token).view()
        assert [after[part] for part in ("ply", "actor", "pieces", "panels")] == [
            before[part] for part in ("ply", "actor", "pieces", "panels")
        ]
        table = server.run(server.hall.load_table(played[0].table))
        assert table.setup.map == former and why_not(table, replace(table.doc, rated=True)) != "map"
        play_on([Seat(server.url, seat.table, seat.token) for seat in played], 5)
        assert all(not one.differs for one in verify_store(server.hall.store))
        boards = {server.run(server.hall.load_table(id)).setup.map for id in server.hall.store.all_tables()}
        assert boards == {former, "north_america"}, "a game that has not begun is played on the board of today"
    ran = boxcars("verify-store", "--database", file)  # a program of its own, which knows no map but those in the database
    assert ran.returncode == 0 and "0 differ" in ran.stdout, ran.stdout


def bare(events: bytes, kind: Any) -> bytes:
    """The same events as a version wrote them that did not know some fields: those that have their defaults are left out."""
    whole = codec.decoder(list[kind]).decode(events)  # type: ignore[valid-type]
    out = msgspec.json.decode(events)
    for event in out:
        for name in [name for name, value in event.items() if not value]:
            kept = event.pop(name)
            try:
                same = codec.decoder(list[kind]).decode(msgspec.json.encode(out)) == whole  # type: ignore[valid-type]
            except msgspec.MsgspecError:
                same = False
            if not same:
                event[name] = kept
    return msgspec.json.encode(out)


def test_a_field_that_is_absent_and_one_that_has_its_default_are_equal(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    table = settled(store, 60, "silverton")
    changed = 0
    with store.write_transaction() as conn:
        for entry in table.journal:
            written = bare(entry.events, table.rules.event_type) if entry.events else b""
            if msgspec.json.decode(written or b"[]") != msgspec.json.decode(entry.events or b"[]"):
                changed += 1
                where = {"events": written, "id": table.id, "seq": entry.seq}
                conn.execute(sa.text("UPDATE entries SET events = :events WHERE table_id = :id AND seq = :seq"), where)
    assert changed > 5
    (finding,) = verify_store(store)
    assert (finding.differs, finding.replayed) == ("", 60)
    with store.write_transaction() as conn:  # and what really differs is still found
        conn.execute(sa.text("UPDATE entries SET events = :events WHERE ply = 30 AND kind = 'act'"), {"events": b"[]"})
    (finding,) = verify_store(store)
    assert "action 30 has other consequences" in finding.differs
    store.close()
