"""Old tables are removed wholly, beside a running server; what is stored about a table or a person can be had before."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
import time
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from boxcars.server.config import Config
from boxcars.server.jobs.scheduler import Scheduler
from boxcars.server.jobs.worker_pool import Workers
from boxcars.server.metrics import Metrics
from boxcars.server.store import notice_schema, people_schema, profile_schema, prune
from boxcars.server.store.export import about_person, about_table
from boxcars.server.store.pencils import pencils
from boxcars.server.store.prune import DAY, Keep
from boxcars.server.store.schema import metadata
from boxcars.server.store.secret_tokens import hash_token
from boxcars.server.store.store import Store
from boxcars.server.table import commands
from boxcars.server.table.table_manager import Missing, TableManager
from tests.server.running import Seat, Server, make, play_on, table_of
from tests.server.test_store import boxcars, new_table, settled


def aged(store: Store, id: str, status: str, days: float) -> None:
    """A table with a bit of everything that nothing has happened at for a while."""
    table = new_table(store, id)
    change = commands.make_note(table, table.doc, time.time() - days * DAY, commands.HANDED["owner"])
    change.write.tokens = [(hash_token(id), 0)]
    store.commit_write(change.write)
    store.add_remark(id, 0, "Ann", f"hello from {id}", None)
    with store.write_transaction() as conn:
        conn.execute(sa.text("UPDATE tables SET status = :status WHERE id = :id"), {"id": id, "status": status})
        conn.execute(sa.text("INSERT INTO snapshots VALUES (:id, 9, 0, 1, '{}')"), {"id": id})
        conn.execute(sa.text("INSERT INTO presence VALUES (:id, 0, 1)"), {"id": id})
        conn.execute(sa.text("INSERT INTO analyses VALUES ('key', :id, 0, 0, 0, 1, '')"), {"id": id})
        conn.execute(sa.text("INSERT INTO studies VALUES (:id, :id, '', 0, '')"), {"id": id})
        conn.execute(pencils.insert().values(table_id=id, seat=0, links=b"[1]"))
        owner = {"owner": f"seat:{id}:0", "table_id": id}
        address = {"kind": "web", "target": b"", "same": "", "lang": "en", "state": "on"}
        none_yet = dict.fromkeys(("failures", "tries", "retry_at", "busy_until", "created"), 0)
        conn.execute(notice_schema.channels.insert().values(id=id, **owner, **address, **none_yet))
        when = {
            "batch": "10",
            "remind": "quarter",
            "quiet_from": -1,
            "quiet_to": -1,
            "zone": "UTC",
            "topics": "",
            "paused": False,
        }
        conn.execute(notice_schema.prefs.insert().values(**owner, **when))
        conn.execute(notice_schema.mutes.insert().values(**owner))
        conn.execute(notice_schema.notices.insert().values(channel=id, topic="turn", key="1", table_id=id, made=0, due=0))
        conn.execute(profile_schema.cards.insert().values(id=f"of {id}", name="Ann", herald="0.0.0", seen_by="nobody", created=0))
        conn.execute(profile_schema.card_seats.insert().values(table_id=id, seat=0, card=f"of {id}", hidden=False))
        conn.execute(people_schema.seat_notes.insert().values(table_id=id, seat=0, text="red", at=0))
        conn.execute(profile_schema.events.insert().values(id=f"with {id}", host="", status="over", doc=b"{}", created=0))
        conn.execute(profile_schema.event_tables.insert().values(event=f"with {id}", round=1, number=1, table_id=id, cards=""))


OUTLIVING = {"group_tables", "proposals"}
"""Parts that name a table after it is gone: a group's standings count its results for a year."""


def left(store: Store) -> dict[str, set[str]]:
    """Which tables each part of the schema still speaks of."""
    out = {}
    with store.read_transaction() as conn:
        for part in metadata.sorted_tables:
            column = part.c.get("table_id", part.c.get("id") if part.name == "tables" else None)
            if column is not None and part.name not in OUTLIVING:
                out[part.name] = set(conn.execute(sa.select(column)).scalars())
    return out


def check_pruning(store: Store) -> None:
    now = time.time()
    for status, days in (("open", 40), ("open", 5), ("abandoned", 40), ("abandoned", 5), ("over", 400), ("playing", 400)):
        aged(store, f"{status}{days}", status, days)
    assert prune.prune_tables(store, Keep(), now) == []
    keep = Keep(open=30, abandoned=30)
    assert {o.id for o in prune.list_old_tables(store, keep, now)} == {"open40", "abandoned40"}
    assert sorted(prune.prune_tables(store, keep, now)) == ["abandoned40", "open40"]
    for part, ids in left(store).items():
        assert ids == {"open5", "abandoned5", "over400", "playing400"}, part
    assert store.find_token(hash_token("open40")) is None
    assert prune.prune_tables(store, Keep(finished=365, idle=365), now) != [] and left(store)["entries"] == {
        "open5",
        "abandoned5",
    }
    store.close()


def test_pruning_leaves_nothing_behind(tmp_path: Path) -> None:
    check_pruning(Store(str(tmp_path / "s.sqlite")))


@pytest.mark.slow
@pytest.mark.postgres
def test_pruning_on_postgres(postgres: object) -> None:
    check_pruning(Store(postgres.database()))  # type: ignore[attr-defined]


def test_whoever_comes_back_in_time_keeps_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    aged(store, "one", "open", 40)
    look = prune.list_old_tables

    def looked(*arguments: object) -> list[prune.Old]:
        found = look(*arguments)  # type: ignore[arg-type]
        with store.write_transaction() as conn:
            conn.execute(sa.text("UPDATE tables SET changed = :now"), {"now": time.time()})
        return found

    monkeypatch.setattr(prune, "list_old_tables", looked)
    assert prune.prune_tables(store, Keep(open=30), time.time()) == [] and store.all_tables() == ["one"]
    store.close()


def test_the_server_prunes_by_itself_if_it_is_told_to(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    for id in ("old", "gone"):
        aged(store, id, "open", 40)
    new_table(store, "new")
    with store.write_transaction() as conn:
        conn.execute(sa.text("UPDATE tables SET changed = :now WHERE id = 'new'"), {"now": time.time()})

    async def sweep() -> None:
        hall = TableManager(store, Workers(1), Metrics())
        for id in ("old", "gone", "new"):
            await hall.load_table(id)
        await Scheduler(hall, Config()).remove_old_tables(time.time())
        assert hall.in_memory() == 3  # by default nothing is removed
        await Scheduler(hall, Config(prune=Keep(open=30))).remove_old_tables(time.time())
        assert hall.in_memory() == 1 and store.all_tables() == ["new"]
        with pytest.raises(Missing):
            await hall.load_table("old")
        with pytest.raises(Missing):
            await hall.change_table("gone", lambda t: commands.leave_seat(t, 0, 1.0))
        await hall.close()

    asyncio.run(sweep())


@pytest.mark.slow
def test_pruning_beside_a_running_server(tmp_path: Path) -> None:
    file = tmp_path / "b.sqlite"
    server = Server(str(file), tmp_path, "--no-limits").start()
    try:
        stays = table_of(server.url)
        made = make(server.url, seats=[{"kind": "person", "name": "Ann"}])
        with Seat(server.url, made["table"], made["tokens"][0]) as ann, ann.live() as socket:
            socket.recv(timeout=10)
            with sqlite3.connect(file, timeout=20) as conn:
                conn.execute("UPDATE tables SET changed = 1 WHERE id = ?", (made["table"],))
            conn.close()
            asked = boxcars("store", "prune", "--open-days", "30", "--dry-run", "--database", str(file))
            assert asked.returncode == 0 and made["table"] in asked.stdout and "1 tables would" in asked.stdout
            assert boxcars("store", "prune", "--database", str(file)).returncode == 2
            ran = boxcars("store", "prune", "--open-days", "30", "--database", str(file))
            assert ran.returncode == 0 and "1 tables removed" in ran.stdout, ran.stderr
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    socket.recv(timeout=15)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
            assert ann.get("view").status_code == 404 and ann.post("start").status_code in (403, 404)
        play_on(stays, 3)
        assert httpx.get(f"{server.url}/healthz").status_code == 200
    finally:
        assert server.stop() == 0
    assert "Traceback" not in server.log.read_text()


def test_everything_about_a_table_and_a_person(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    store = Store(str(file))
    table = settled(store, 30)
    store.add_remark(table.id, 0, "Player 1", "mine", None)
    store.add_remark(table.id, 1, "Player 2", "not mine", None)
    aged(store, "other", "open", 1)
    found = about_table(store, table.id)
    assert found is not None and len(found["journal"]) == table.seq and found["table"]["setup"]["seed"] == table.setup.seed
    assert len(found["chat"]) == 2 and found["record"] is not None and found["record"].count("\n") == 31
    assert {link["seat"] for link in found["links"]} == {-1, 0, 1, 2, 3, 4} and "hash" not in json.dumps(found["links"])
    by_name = {part["table"]: part for part in about_person(store, name="Player 1")}
    assert set(by_name) == {table.id} and by_name[table.id]["seats"] == [0]
    assert {entry["seat"] for entry in by_name[table.id]["journal"]} == {0} and len(by_name[table.id]["chat"]) == 1
    assert [part["table"] for part in about_person(store, name="Ann")] == ["other"]  # spoke there
    assert [part["table"] for part in about_person(store, token="other")] == ["other"]
    assert about_person(store, token="nobody") == [] and about_table(store, "nowhere") is None
    store.close()
    out = tmp_path / "me.json"
    link = "https://boxcars.example/t/other#other"
    assert boxcars("store", "person", str(out), "--link", link, "--database", str(file)).returncode == 0
    assert json.loads(out.read_text())[0]["chat"][0]["text"] == "hello from other"
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
