"""The store: migrations, conflicts, snapshots, verification, backup."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from boxcars.server.jobs.worker_pool import Workers
from boxcars.server.metrics import Metrics
from boxcars.server.store.schema import MIGRATIONS, TooNew, migrate_schema
from boxcars.server.store.secret_tokens import hash_token, new_key, table_id_for, token_for
from boxcars.server.store.store import Conflict, Store, Write, database_url
from boxcars.server.store.verify import verify_store
from boxcars.server.table import commands, records
from boxcars.server.table.documents import Doc, Entry, Seat, Setup
from boxcars.server.table.table import Table, from_row, opening_state, rules_for
from boxcars.server.table.table_manager import TableManager
from tests.arena.command import typed
from tests.server.running import SOURCE, played


def new_table(store: Store, id: str = "one", seats: int = 2) -> Table:
    setup = Setup(game="ticket_to_ride", map="usa", players=seats, options={}, seed="5eed" * 16)
    doc = Doc(status="open", seats=[Seat(kind="person", name=f"P{i}") for i in range(seats)])
    write = Write(id=id, entry=Entry(seq=1, kind="open", at=1.0), doc=doc, version=1)
    assert store.create_table(id, setup, 1, write)
    found = store.load_table(id)
    assert found is not None
    return from_row(*found)


def settled(store: Store, actions: int, game: str = "ticket_to_ride") -> Table:
    """A table with a game of some length, as if it had been played here."""
    brought = records.import_record(played(game, players=5, actions=actions).write())

    async def write() -> str:
        hall = TableManager(store, Workers(1), Metrics())
        hall.stopping.set()
        made = await records.create_imported(hall, brought, new_key(), "")
        return made.table

    found = store.load_table(asyncio.run(write()))
    assert found is not None
    return from_row(*found)


def test_an_older_database_is_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as conn:
        assert migrate_schema(conn, upto=1) == 1
        conn.execute(
            sa.text(
                "INSERT INTO tables (id, game, status, listed, created, changed, seq, version, setup, doc, bot)"
                " VALUES ('old', 'ticket_to_ride', 'open', 1, 1, 1, 1, 1, '{}', '{}', 0)"
            )
        )
    engine.dispose()
    store = Store(str(file))
    assert store.schema == MIGRATIONS[-1][0] and store.all_tables() == ["old"]
    assert store.due_tables(time.time(), 0) == ([], [], [])
    store.close()
    again = Store(str(file))
    assert again.secret == store.secret
    with again.write_transaction() as conn:
        conn.execute(sa.text("UPDATE facts SET value = '99' WHERE key = 'schema'"))
    again.close()
    with pytest.raises(TooNew):
        Store(str(file))


def test_where_the_database_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert database_url(None) == f"sqlite:///{tmp_path}/boxcars/boxcars.sqlite"
    assert database_url("postgres://u@h/d") == "postgresql+psycopg://u@h/d"
    assert database_url(str(tmp_path / "a" / "b.sqlite")) == f"sqlite:///{tmp_path}/a/b.sqlite" and (tmp_path / "a").is_dir()


def test_of_two_writers_one_is_told_to_look_again(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    table = new_table(store)
    first = commands.start_game(table, 2.0)
    second = commands.leave_seat(table, 0, 2.0)
    store.commit_write(first.write)
    with pytest.raises(Conflict):
        store.commit_write(second.write)
    found = store.load_table("one")
    assert found is not None
    assert found[0].doc.status == "playing" and [e.kind for e in found[1]] == ["open", "start"]
    with store.read_transaction() as conn:
        assert conn.execute(sa.text("PRAGMA synchronous")).scalar() == 2  # FULL: committed is on the disk
        assert conn.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
    store.close()


def test_tokens_are_stored_hashed_and_derived_from_a_key(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    token = token_for(store.secret, "one", 0, "key")
    assert token == token_for(store.secret, "one", 0, "key") != token_for(store.secret, "one", 1, "key")
    assert table_id_for(store.secret, "a") != table_id_for(store.secret, "b")
    table = new_table(store)
    change = commands.make_note(table, table.doc, 2.0, msgspec.convert({"message": "x", "type": "text"}, commands.Text))
    change.write.tokens = [(hash_token(token), 0)]
    store.commit_write(change.write)
    found = store.find_token(hash_token(token))
    assert found is not None and found[1:] == ("one", 0)
    store.close()
    assert token.encode() not in (tmp_path / "s.sqlite").read_bytes()


def test_a_game_of_a_thousand_actions_loads_and_undoes_in_under_100_ms(tmp_path: Path) -> None:
    """Nobody plays that long in Ticket to Ride: the journal goes back and forth until it has a thousand actions."""
    store = Store(str(tmp_path / "s.sqlite"))
    table = new_table(store)
    rules = table.rules
    table.install_change((change := commands.start_game(table, 2.0)).write, change.position)
    store.commit_write(change.write)
    while len(table.journal) < 1000:
        if table.ply >= 60:
            to = table.ply - 40
            change = commands.undo_actions(table, 0, to, table.position_at(to, store), 3.0, agreed=True)
        else:
            legal = rules.legal(table.state)
            action = rules.write(legal[table.seq % len(legal)])
            change = commands.take_action(table, table.actor, table.ply, None, None, action, 3.0)
        store.commit_write(change.write)
        table.install_change(change.write, change.position)
    assert len([e for e in table.journal if e.kind == "act"]) > 900
    begun = time.process_time()  # (others use this machine, too)
    found = store.load_table("one")
    assert found is not None
    loaded = from_row(*found)
    load = time.process_time() - begun
    assert rules.write(loaded.state) == rules.write(table.state) and loaded.acts == table.acts
    begun = time.process_time()
    back = loaded.position_at(loaded.ply - 7, store)
    undone = commands.undo_actions(loaded, 0, loaded.ply - 7, back, 4.0, agreed=True)
    store.commit_write(undone.write)
    undo = time.process_time() - begun
    print(f"load {load * 1000:.1f} ms, undo {undo * 1000:.1f} ms")
    assert load < 0.1 and undo < 0.1
    assert [f.differs for f in verify_store(store)] == [""]
    store.close()


def test_every_past_position_is_reached_from_a_snapshot(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    table = settled(store, 120)
    rules = table.rules
    state = opening_state(table.setup, rules, [])
    for ply in range(table.ply):
        assert rules.write(table.position_at(ply, store)) == rules.write(state)
        rules.play(state, table.acts[ply].seat, rules.read_action(table.acts[ply].body))
    store.close()


def test_verify_store_lists_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    store = Store(str(file))
    table = settled(store, 60)
    good = settled(store, 40)
    with store.write_transaction() as conn:
        conn.execute(
            sa.text("UPDATE entries SET body = :body WHERE table_id = :id AND ply = 30 AND kind = 'act'"),
            {"body": b'{"do":"PassTurn"}', "id": table.id},
        )
    findings = {f.table: f for f in verify_store(store)}
    assert findings[good.id].differs == "" and findings[good.id].replayed == 40
    assert "action 30 is refused" in findings[table.id].differs and findings[table.id].replayed == 29
    store.close()
    ran = boxcars("verify-store", "--database", str(file))
    assert ran.returncode == 1 and table.id in ran.stdout and "2 tables" in ran.stdout and "1 differ" in ran.stdout


def test_a_game_of_another_version_goes_on_from_its_snapshot(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    table = settled(store, 30)
    with store.write_transaction() as conn:  # as an older engine left it: its actions could not be replayed any more
        conn.execute(sa.text("UPDATE tables SET version = 0"))
        conn.execute(sa.text("UPDATE entries SET body = x'7b7d', events = x'5b7b7d5d' WHERE kind = 'act' AND ply = 29"))

    async def go_on() -> Table:
        hall = TableManager(store, Workers(1), Metrics())
        now = await hall.load_table(table.id)
        assert now.version == now.rules.version and now.journal[-1].kind == "version" and now.ply == 30
        action = now.rules.write(now.rules.legal(now.state)[0])
        await hall.change_table(now.id, lambda t: commands.take_action(t, t.actor, 30, None, None, action, time.time()))
        assert now.rules.write(now.position_at(30, store)) == table.rules.write(table.state)
        hall.stopping.set()
        return now

    assert asyncio.run(go_on()).ply == 31
    store.close()


def boxcars(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "boxcars", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        timeout=60,
        check=False,
    )


def test_backup_restore_export_import(tmp_path: Path) -> None:
    file, copy = tmp_path / "s.sqlite", tmp_path / "copy.sqlite"
    store = Store(str(file))
    table = settled(store, 50)
    ran = boxcars("backup", str(copy), "--database", str(file))  # while the store is open
    assert ran.returncode == 0, ran.stderr
    typed("backup", str(copy), "--database", str(file), code=2)
    store.close()
    assert sqlite3.connect(copy).execute("PRAGMA integrity_check").fetchone() == ("ok",)
    restored = Store(str(copy))
    found = restored.load_table(table.id)
    assert found is not None and from_row(*found).acts == table.acts
    restored.close()
    record = tmp_path / "r.jsonl"
    typed("export-table", table.id, str(record), "--database", str(copy))
    assert json.loads(record.read_text().splitlines()[0])["seed"]
    assert typed("import-table", str(record), "--database", str(tmp_path / "new.sqlite")).count("seat") == 5
    typed("verify-store", "--database", str(tmp_path / "new.sqlite"))
    typed("export-table", "nowhere", str(record), "--database", str(copy), code=2)


def test_rules_are_shared_and_map_files_refused() -> None:
    assert rules_for("ticket_to_ride", None, 2, {}) is rules_for("ticket_to_ride", "usa", 2, {})
