"""What comes over the network names no module, no class and no budget, and what it costs is bounded."""

from __future__ import annotations

import asyncio
import sys
import time
from base64 import urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from boxcars.bots import levels
from boxcars.bots.bot import KINDS, make_offered_bot, offered_kinds
from boxcars.bots.simple_bots import HeuristicBot
from boxcars.core import registry
from boxcars.locale import LANGUAGES
from boxcars.server.config import Config
from boxcars.server.jobs.scheduler import Scheduler
from boxcars.server.jobs.worker_pool import Workers
from boxcars.server.metrics import Metrics
from boxcars.server.page import position_payload
from boxcars.server.store.store import Store, Write
from boxcars.server.table import commands
from boxcars.server.table.documents import Doc, Entry, Setup
from boxcars.server.table.documents import Seat as Chair
from boxcars.server.table.subscriptions import Listener
from boxcars.server.table.table import Table
from boxcars.server.table.table_manager import TableManager
from tests.server import harm
from tests.server.running import Seat, Server, make, play_on, played, table_of

HOSTILE = [
    "unittest.main",
    "search:iterations=999999:seconds=28",
    "search",
    "hard:seconds=28",
    "boxcars.bots.simple_bots.RandomBot",
    "os",
]


def told(counter: Any) -> dict[str, float]:
    """What was counted, by the label it was counted under."""
    return {next(iter(s.labels.values())): s.value for m in counter.collect() for s in m.samples if s.name.endswith("_total")}


@pytest.mark.parametrize("level", HOSTILE)
def test_a_level_comes_from_the_list(server: Server, level: str) -> None:
    asked = {"game": "ticket_to_ride", "players": 2, "seats": [{"kind": "person"}, {"kind": "bot", "level": level}]}
    assert httpx.post(f"{server.url}/api/tables", json=asked).json()["reason"]["code"] == "bad_setup"
    made = make(server.url, seats=[{"kind": "person"}])
    with Seat(server.url, made["table"], made["host"]) as host:
        assert host.post("seat", seat=1, kind="bot", level=level).json()["reason"]["code"] == "bad_setup"
    seat, _ = table_of(server.url)
    for answer in (seat.post("handover", level=level), seat.post("branch", ply=0, level=level), seat.get("hint", level=level)):
        assert answer.status_code == 422 and answer.json()["reason"]["code"] == "bad_setup"


@pytest.mark.parametrize("level", ["unittest.main", "search:iterations=999999:seconds=28"])
def test_an_imported_record_loads_nothing(server: Server, level: str) -> None:
    """Its bots are known by name or become the usual one; and the game goes on."""
    record = played(players=2, actions=30)
    actor = httpx.post(f"{server.url}/api/import", content=record.write(), timeout=60).json()
    with Seat(server.url, actor["table"], None) as guest:
        waiting = guest.view()["actor"]
    record.header.bots = [level if seat == waiting else "" for seat in range(2)]
    made = httpx.post(f"{server.url}/api/import", content=record.write(), timeout=60).json()
    with Seat(server.url, made["table"], made["tokens"][1 - waiting]) as seat:
        assert seat.view()["seats"][waiting]["level"] == "heuristic"
        until = time.monotonic() + 30
        while seat.view()["ply"] == 30:
            assert time.monotonic() < until
            time.sleep(0.02)
    assert httpx.get(f"{server.url}/healthz").status_code == 200


def test_only_names_on_the_list_are_resolved() -> None:
    rules = registry.make("ticket_to_ride", players=2)
    assert isinstance(make_offered_bot("antigravity.fly", rules, "1"), HeuristicBot)
    assert "antigravity" not in sys.modules
    assert (
        "search" not in offered_kinds()
        and set(levels.LEVELS) < set(offered_kinds())
        and set(offered_kinds()) >= set(KINDS) - {"search", "expert@1"}
    )


def test_a_stored_table_with_a_bad_level_plays_on(tmp_path: Path) -> None:
    """As an older version stored it: the bot plays by the plain judgement, and nothing is imported."""
    store = Store(str(tmp_path / "s.sqlite"))
    setup = Setup(game="ticket_to_ride", map="usa", players=2, options={}, seed="5eed" * 16)
    doc = Doc(status="open", seats=[Chair(kind="bot", name=f"B{i}", level="unittest.main") for i in range(2)])
    store.create_table("one", setup, 1, Write(id="one", entry=Entry(seq=1, kind="open", at=1.0), doc=doc, version=1))

    async def play() -> Table:
        hall = TableManager(store, Workers(1), Metrics())
        table = await hall.load_table("one")
        await hall.change_table("one", lambda t: commands.start_game(t, time.time()))
        await asyncio.sleep(0.1)
        assert table.ply == 0 and not hall.is_thinking("one")  # bots alone wait until somebody looks
        await Scheduler(hall, Config()).check_tables(0.0)
        assert not hall.is_thinking("one")
        hall.hub.add_listener("one", Listener(None))
        await Scheduler(hall, Config()).check_tables(0.0)
        assert hall.is_thinking("one")
        until = time.monotonic() + 60
        while table.ply < 3 and time.monotonic() < until:
            await asyncio.sleep(0.01)
        assert not told(hall.metrics.bot_failures)
        await hall.close()
        return table

    assert asyncio.run(play()).ply >= 3


def test_a_bot_that_cannot_act_is_tried_a_few_times_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every worker dies of it: the table waits, the others and the server go on, and the metrics say so."""
    monkeypatch.setattr("boxcars.server.jobs.bot_turns.choose_action", harm.crash)
    store = Store(str(tmp_path / "s.sqlite"))
    setup = Setup(game="ticket_to_ride", map="usa", players=2, options={}, seed="5eed" * 16)
    doc = Doc(status="open", seats=[Chair(kind="bot", name=f"B{i}", level="easy") for i in range(2)])
    store.create_table("one", setup, 1, Write(id="one", entry=Entry(seq=1, kind="open", at=1.0), doc=doc, version=1))

    async def play() -> Any:
        hall = TableManager(store, Workers(1), Metrics())
        await hall.change_table("one", lambda t: commands.start_game(t, time.time()))
        table = await hall.load_table("one")
        for _ in range(3):
            hall.bots.resume_watched(table)
            while hall.is_thinking("one"):
                await asyncio.sleep(0.01)
        failures = told(hall.metrics.bot_failures)
        assert await hall.workers.run_job(harm.echo, "well") == "well"
        await hall.close()
        return failures

    assert asyncio.run(play()) == {"died": 3.0}  # as asked for, plainly, at random


def test_bots_alone_rest_while_nobody_watches(server: Server) -> None:
    bots = [{"kind": "bot", "level": "random"}] * 2
    play_on(table_of(server.url, people=1, bots=1), 4)  # the workers are up
    made = make(server.url, seats=bots, start=True)
    time.sleep(1.0)
    with Seat(server.url, made["table"], None) as guest:
        assert guest.get("log").json() == []  # (whoever asks for the view watches, and the bots may be quicker than the answer)
        until = time.monotonic() + 30
        while guest.view()["ply"] < 5:
            assert time.monotonic() < until
            time.sleep(0.05)


# -- boards, records, advice ---------------------------------------------------------------------------------------------


def named(*parts: Any) -> str:
    return urlsafe_b64encode(msgspec.json.encode(parts)).decode().rstrip("=")


def test_no_board_is_drawn_that_no_table_has(server: Server) -> None:
    """There are few grounds, so that all of them fit into memory; what else is asked for is refused before any work."""
    (seat, _) = table_of(server.url)
    real = seat.view()["ground"]
    assert httpx.get(server.url + real).status_code == 200
    players = {n: named("ticket_to_ride", "usa", n, {}, "en") for n in (2, 9)}
    for key in (
        named("ticket_to_ride", "usa", 2, {"mega": True}, "en"),
        named("silverton", "colorado", 3, {o.key: o.default for o in registry.game("silverton").options}, "en"),
        named("ticket_to_ride", "usa", 2, {}, "xx"),
        named("ticket_to_ride", "nowhere", 2, {}, "en"),
        named("ticket_to_ride", "usa", 2.0, {}, "en"),
        players[2] + "==",
        players[9],
    ):
        answer = httpx.get(f"{server.url}/api/ground/{key}")
        assert answer.status_code == 422 and answer.json()["reason"]["code"] == "no_such_ground", key
    assert httpx.get(f"{server.url}/api/ground/{players[2]}").status_code == 200


def test_grounds_differ_by_what_their_names_say() -> None:
    """Tables whose options differ share a ground (``Board.ground_options`` names those that would change it)."""
    keys = set()
    for game in registry.games().values():
        for where in game.maps:
            for seats in where.players:
                keys |= {position_payload.ground_key(registry.make(game.key, where.key, seats), lang) for lang in LANGUAGES}
        usual = registry.make(game.key)
        switched = [o.key for o in game.options if o.kind == "switch" and (not o.maps or usual.map in o.maps)]
        for option in switched[:1]:
            other = registry.make(game.key, options={option: not usual.options[option]})
            assert position_payload.ground_key(other, "en") == position_payload.ground_key(usual, "en")
            assert (
                position_payload.board_class(game.key)(other, str).draw_ground()
                == position_payload.board_class(game.key)(usual, str).draw_ground()
            )
    assert len(keys) < 400


def test_a_record_that_cannot_be_replayed_is_refused_and_nothing_more(server: Server) -> None:
    record = played(players=2, actions=5)
    record.header.start = msgspec.Raw(b"[]")
    for data in (record.write(), b"\x00", b"{}", b"[]\n" * 1000):
        answer = httpx.post(f"{server.url}/api/import", content=data, timeout=60)
        assert 400 <= answer.status_code < 500, answer.text


@pytest.mark.slow
def test_who_asks_for_too_much_is_told_when_to_come_again(server: Server) -> None:
    seats = table_of(server.url, game="age_of_steam", people=3)
    actor = seats[seats[0].view()["actor"]]
    with ThreadPoolExecutor(24) as threads:
        answers = list(threads.map(lambda _: actor.get("hint", level="expert"), range(24)))
    codes = {answer.status_code for answer in answers}
    assert codes <= {200, 429, 503} and 200 in codes and 429 in codes
    for answer in answers:
        if answer.status_code != 200:
            assert int(answer.headers["retry-after"]) >= 1 and answer.json()["reason"]["text"]


@pytest.mark.slow
def test_fifty_tables_of_one_address_do_not_hold_up_anothers_bot() -> None:
    from benchmarks import attack

    _, times = attack.thinking_times(Path(__file__).parents[2] / "src", 6)
    assert len(times) > 20 and attack.at(times, 0.95) < 1.5
