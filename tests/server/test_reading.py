"""Texts of strangers on every route that reads one: in a lane of their own, bounded, and never in the server process."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from boxcars.cli import app, load
from boxcars.core import map_loader, registry
from boxcars.core.game import Refused
from boxcars.core.record import Record
from boxcars.games.silverton.ui import layout as silverton_layout
from boxcars.games.ticket_to_ride.ui import layout as ticket_layout
from boxcars.server.jobs import map_editor_jobs, map_reading, threads
from boxcars.server.jobs.job_queue import Busy
from boxcars.server.jobs.map_trials import TaskSlots
from boxcars.server.jobs.threads import Threads
from boxcars.server.jobs.worker_pool import Workers
from boxcars.server.store import maps
from boxcars.server.store.maps import About, Owner
from boxcars.server.store.store import Store
from boxcars.server.table import records
from tests.core.test_map_limits import bomb
from tests.server.cards import Device, delete_now, new_card
from tests.server.inside import Inside
from tests.server.running import Server, played, table_of

RUHR = registry.export(registry.game("steam"), "ruhr")


def renamed(n: int) -> str:
    return RUHR.replace("Rhine-Ruhr", f"Elsewhere {n}")


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as running:
        yield running


def keep(who: Device | str, text: str, shown: bool = False) -> httpx.Response:
    body, path = {"text": text, "shown": shown}, "/api/workshop/steam/keep"
    return who.http.post(path, json=body) if isinstance(who, Device) else httpx.post(who + path, json=body, timeout=30)


# -- bombs -----------------------------------------------------------------------------------------------------------------


def with_map(text: str) -> bytes:
    record = played(actions=0)
    header = msgspec.structs.replace(record.header, map=map_loader.key_of(text), map_text=text, commitment="")
    return Record(header).write()


def test_bombs_on_every_route_that_reads_a_text_hold_nobody_up(server: Inside) -> None:
    """The one of the attack (67 kB, 61 s of processor time), and eight requests of 250 kB at once."""
    small, large = bomb(), bomb(7_000, 25_000)[: map_loader.LIMIT]
    url = server.url

    def ask(n: int) -> httpx.Response:
        text = (small, large)[n % 2]
        with httpx.Client(base_url=url, timeout=30) as http:
            if n < 8:
                return http.post("/api/workshop/steam/keep", json={"text": text})
            if n < 12:
                return http.post("/api/workshop/steam", json={"text": text})
            return http.post("/api/import", content=with_map(text), headers={"Content-Type": "application/x-ndjson"})

    begun = time.monotonic()
    with ThreadPoolExecutor(14) as pool:
        answers = list(pool.map(ask, range(14)))
    assert time.monotonic() - begun < 40
    assert {answer.status_code for answer in answers} <= {422, 429}, [answer.text[:200] for answer in answers]
    assert [answer.status_code for answer in answers].count(422) >= 8
    assert httpx.get(f"{url}/healthz").json()["exhausted"] == []


def test_every_text_of_a_stranger_is_read_in_the_lane_that_nothing_else_uses(server: Inside) -> None:
    lanes: list[tuple[Any, str]] = []
    put = server.hall.workers.line.add_job

    def noted(job: Any) -> None:
        lanes.append((job.work, job.lane))
        put(job)

    server.hall.workers.line.add_job = noted  # type: ignore[method-assign]
    before = map_loader._parsed.cache_info()
    kept = keep(server.url, RUHR).json()
    httpx.post(f"{server.url}/api/workshop/steam", json={"text": RUHR}, timeout=30)
    imported = httpx.post(f"{server.url}/api/import", content=played(actions=2).write(), timeout=30)
    assert imported.status_code == 200 and kept["players"] == [3, 4, 5, 6]
    assert [
        (work, lane) for work, lane in lanes if work in (map_reading.read_map, map_editor_jobs.edit_draft, records.check_record)
    ] == [
        (map_reading.read_map, "parse"),
        (map_editor_jobs.edit_draft, "parse"),
        (records.check_record, "parse"),
    ]
    keep(new_card(server.url), renamed(1), shown=True)
    for path in ("/api/maps", "/api/games"):
        assert "Elsewhere 1" in httpx.get(server.url + path).text
    assert map_loader._parsed.cache_info() == before, "nothing was parsed in the server's process"


@pytest.mark.parametrize(("game", "found"), [("silverton", silverton_layout.Layout), ("ticket_to_ride", ticket_layout)])
def test_what_lies_where_on_a_map_of_ones_own_is_searched_in_a_worker(
    server: Inside, monkeypatch: pytest.MonkeyPatch, game: str, found: Any
) -> None:
    """The search takes a third of a second of processor time for a board of usual size, and more for a larger one."""
    searched: list[str] = []
    name = "_tags" if game == "silverton" else "search"
    monkeypatch.setattr(found, name, lambda *_: searched.append(game))
    text = registry.export(registry.game(game), registry.game(game).maps[0].key) + "# a map of one's own\n"
    kept = httpx.post(f"{server.url}/api/workshop/{game}/keep", json={"text": text}, timeout=30).json()["map"]
    table = table_of(server.url, game=game, map=kept)[0]
    until = time.monotonic() + 60
    while (answer := table.get("view")).status_code != 200:  # the worker's time is short on a busy machine
        assert answer.json()["reason"]["code"] == "busy" and time.monotonic() < until, answer.text
    assert answer.json()["pieces"] and searched == []


def test_work_in_the_lane_for_texts_leaves_the_others_free() -> None:
    async def race() -> tuple[float, str]:
        workers = Workers(1)
        try:
            await workers.run_job(abs, -1, share="b", lane="quick")
            bomb = asyncio.create_task(workers.parse_text(time.sleep, 30, "a"))
            await asyncio.sleep(0)
            begun = time.monotonic()
            for _ in range(3):
                await workers.run_job(abs, -1, share="b", lane="quick")
            waited = time.monotonic() - begun
            begun = time.monotonic()
            with pytest.raises(Exception, match="slow"):
                await bomb
            assert time.monotonic() - begun < 30
            return waited, "done"
        finally:
            workers.close()

    assert asyncio.run(race())[0] < 2


def test_a_map_that_loads_slowly_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the server may load again later was loaded once within a bound."""
    begun = time.process_time()
    text = registry.export(registry.game("silverton"), "colorado") + "# slow\n"
    assert map_reading.read_map(("silverton", text, "en")).players == [2, 3, 4, 5, 6]
    assert time.process_time() - begun < map_reading.LOAD * 2
    monkeypatch.setattr(map_reading, "LOAD", 0.0)
    with pytest.raises(Refused, match="too long to load"):
        map_reading.read_map(("steam", RUHR + "# slow\n", "en"))


def test_one_address_has_one_map_tried_at_a_time() -> None:
    """Otherwise it holds every slot, and nobody else has a map tried."""

    async def what() -> None:
        slots, end = TaskSlots(2), asyncio.Event()

        async def work() -> None:
            await end.wait()

        slots.check_free("a")
        slots.add_task("a", asyncio.create_task(work()))
        with pytest.raises(Busy) as own:
            slots.check_free("a")
        slots.check_free("b")
        slots.add_task("b", asyncio.create_task(work()))
        with pytest.raises(Busy) as full:
            slots.check_free("c")
        assert (own.value.own, full.value.own) == (True, False)
        end.set()
        await asyncio.sleep(0.01)
        slots.check_free("a")

    asyncio.run(what())


# -- threads ---------------------------------------------------------------------------------------------------------------


def test_threads_know_that_they_are_exhausted_and_nobody_waits_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "LATE", 0.05)
    pool, go_on = Threads(2, "tried"), threading.Event()
    try:
        for _ in range(2):
            pool.submit(go_on.wait)
        assert not pool.is_exhausted, "busy, but nobody waits"
        waiting = pool.submit(go_on.wait)
        time.sleep(0.1)
        assert pool.is_exhausted
        begun = time.monotonic()
        assert not pool.close(0.1) and time.monotonic() - begun < 1
        assert waiting.cancelled() and not pool.is_exhausted
    finally:
        go_on.set()
    assert pool.close(5)


def test_the_server_says_that_its_threads_are_exhausted(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "LATE", 0.05)
    go_on = threading.Event()
    try:
        for _ in range(7):  # one more than there are threads
            server.hall.loop.call_soon_threadsafe(lambda: asyncio.ensure_future(server.hall.run_blocking(go_on.wait)))
        time.sleep(0.3)
        answer = httpx.get(f"{server.url}/healthz")
        assert answer.status_code == 503 and answer.json()["status"] == "exhausted" and answer.json()["exhausted"] == ["working"]
    finally:
        go_on.set()
    time.sleep(0.1)
    assert httpx.get(f"{server.url}/healthz").status_code == 200


@pytest.mark.slow
def test_a_server_whose_threads_are_stuck_stops_within_ten_seconds(tmp_path: Path) -> None:
    """Also those of the event loop's own executor, and in the middle of bombs."""
    server = Server(str(tmp_path / "s.sqlite"), tmp_path, "--no-limits", program="tests.server.stuck").start()
    time.sleep(2.5)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(keep, server.url, bomb()) for _ in range(4)]
        begun = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - begun < 10
        for one in asked:
            one.exception()


# -- kept maps -------------------------------------------------------------------------------------------------------------


def test_showing_a_map_needs_a_profile_and_has_a_quota(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maps, "SHOWN_OF_ONE", 2)
    monkeypatch.setattr(maps, "SHOWN_OF_ADDRESS", 3)
    assert keep(server.url, RUHR, shown=True).status_code == 401
    assert maps.all_kept(server.hall.store) == []
    ada, bob = new_card(server.url), new_card(server.url, "Bob")

    def shown() -> list[str]:
        return [m["name"] for m in httpx.get(f"{server.url}/api/maps").json()]

    for n in range(4):
        assert keep(ada, renamed(n), shown=True).status_code == 200
    assert shown() == ["Elsewhere 3", "Elsewhere 2"], "the oldest of the same profile goes off the list"
    for n in (7, 8):
        keep(bob, renamed(n), shown=True)
    assert shown() == ["Elsewhere 8", "Elsewhere 7", "Elsewhere 3"], "all profiles of one address together"
    delete_now(server, ada)
    assert shown() == ["Elsewhere 8", "Elsewhere 7"]


def test_equal_maps_are_one_map(server: Inside) -> None:
    ada = new_card(server.url)
    first = keep(ada, RUHR, shown=True).json()
    spaced = "# mine\n\n" + RUHR.replace(" = ", "  =  ")
    answer = keep(server.url, spaced).json()
    assert answer == first and len(maps.all_kept(server.hall.store)) == 1
    assert keep(server.url, renamed(1)).json()["map"] != first["map"]
    table = {"game": "steam", "map": answer["map"], "players": 3, "seats": [{"kind": "person", "mine": True}]}
    assert httpx.post(f"{server.url}/api/tables", json=table, timeout=30).status_code == 200


def test_copies_of_one_address_do_not_push_out_the_map_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maps, "SPARE", 30)
    monkeypatch.setattr(maps, "SPARE_OF_ONE", 12)
    store = Store(str(tmp_path / "s.sqlite"))

    def kept(text: str, owner: Owner) -> str | None:
        return maps.keep_map(store, "steam", text, About("A", [3], text), owner)

    mine = kept("mine", Owner(None, "a"))
    for n in range(100):
        kept(f"copy {n}", Owner(None, "b"))
    count = [len(maps.all_kept(store)), sum(e.key == mine for e in maps.all_kept(store))]
    assert count == [13, 1]
    for address in "cdef":
        for n in range(20):
            kept(f"{address} {n}", Owner(None, address))
    assert len(maps.all_kept(store)) <= 30 and mine in {e.key for e in maps.all_kept(store)}
    monkeypatch.setattr(maps, "PLAYED_OF_ONE", 3)
    for n in range(3):
        key = kept(f"game {n}", Owner(None, "g"))
        with store.write_transaction() as conn:
            maps.mark_played(conn, [str(key)])
    assert kept("game 4", Owner(None, "g")) is None and kept("game 4", Owner(None, "h")) is not None
    store.close()


def test_a_host_removes_a_map(tmp_path: Path) -> None:
    file = str(tmp_path / "s.sqlite")
    store = Store(file)
    keys = [maps.keep_map(store, "steam", t, About(t, [3], t), Owner(None, "a")) for t in ("one", "two")]
    with store.write_transaction() as conn:
        maps.mark_played(conn, [str(keys[1])])
        conn.execute(sa.text("UPDATE maps SET shown = TRUE"))

    load(["store"])

    def run(*command: str) -> str:
        done = CliRunner().invoke(app, ["store", *command, "--database", file])
        return done.output + str(done.exception or "")

    assert all(str(key) in run("maps") for key in keys)
    assert "removed" in run("remove-map", str(keys[0]))
    assert "off the list" in run("remove-map", str(keys[1]))
    assert [(e.key, e.shown) for e in maps.all_kept(store)] == [(keys[1], False)]
    assert "removed" in run("remove-map", str(keys[1]), "--with-games")
    assert maps.all_kept(store) == [] and "no map own:x" in run("remove-map", "own:x")
    store.close()


def test_maps_of_an_older_version_are_played_and_listed(tmp_path: Path) -> None:
    """Of them only the text was stored; what they are is found in a worker when the new version starts."""
    store = Store(str(tmp_path / "s.sqlite"))
    good, bad = RUHR + "# old\n", bomb()
    for text in (good, bad):
        maps.keep_map(store, "steam", text, About("old", [3], text), Owner(None, "a"))
    with store.write_transaction() as conn:
        conn.execute(sa.text("UPDATE maps SET shown = TRUE, players = NULL, same = NULL, address = ''"))
    store.close()
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        table = {"game": "steam", "map": map_loader.key_of(good), "players": 3, "seats": [{"kind": "person", "mine": True}]}
        assert httpx.post(f"{server.url}/api/tables", json=table, timeout=30).status_code == 200
        until = time.monotonic() + 20
        while maps.list_undescribed(server.hall.store) and time.monotonic() < until:
            time.sleep(0.05)
        listed = httpx.get(f"{server.url}/api/maps").json()
        assert [(m["map"], m["name"]) for m in listed] == [(map_loader.key_of(good), "Rhine-Ruhr")]
        table["map"] = map_loader.key_of(bad)
        assert httpx.post(f"{server.url}/api/tables", json=table, timeout=30).status_code == 422
