"""Looking back on the server: asked for once, done in pieces while nobody waits, kept; only of games that are over."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest

from boxcars.analysis import analyse
from boxcars.core.clause_coverage import defined
from boxcars.server.jobs.analysis_jobs import Looked, Tried, draw_position
from boxcars.server.jobs.analysis_queue import LEFT, Analyses
from boxcars.server.jobs.job_runner import Failed
from boxcars.server.page.schemas import table_view
from boxcars.server.store.store import Store
from tests.analysis.games import golden
from tests.server.running import Seat, Server, bring, make, played, table_of

GAME = "ticket_to_ride/golden/usa-2-heuristic.jsonl"


def finished(seat: Seat, seconds: float = 120.0) -> dict[str, Any]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = seat.get("analysis")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        if found["state"] == "done":
            return found
        time.sleep(0.4)
    raise AssertionError(f"the analysis was not finished: {found['done']} of {found['total']}")


@pytest.fixture
def over(server: Server) -> list[Seat]:
    """A game that is over, as a table."""
    return bring(server.url, played(seed="analysed"))


@pytest.mark.slow
def test_an_analysis_is_that_of_its_record(server: Server) -> None:
    record = golden(GAME, 20)
    seat = bring(server.url, record)[0]
    assert seat.get("analysis").json()["state"] == "none"
    first = seat.post("analysis").json()
    assert first["state"] in ("waiting", "working") and first["total"] == 2 * len(record.entries) + 1
    known = analyse(record)
    assert any(one.loss for one in known.decisions)
    found = finished(seat)
    assert found["chances"] == known.chances
    assert [one["loss"] for one in found["decisions"]] == [one.loss for one in known.decisions]
    assert [one["label"] for one in found["decisions"]] == [one.label for one in known.decisions]
    assert seat.post("analysis").json()["state"] == "done"  # and costs nothing to open again
    assert bring(server.url, record)[0].post("analysis").json()["decisions"] == found["decisions"]  # wherever the game lies


def written(database: Path) -> tuple[int, int]:
    """How much of the one analysis the store holds, and of how much."""
    with contextlib.closing(sqlite3.connect(database)) as conn:
        done, total = conn.execute("SELECT done, total FROM analyses").fetchone()
    return done, total


def left_lying(database: Path) -> None:
    """As if nobody had worked on anything for a while."""
    with contextlib.closing(sqlite3.connect(database)) as conn, conn:
        conn.execute("UPDATE analyses SET seen = seen - ?", [LEFT])


@pytest.mark.slow
def test_a_killed_server_goes_on_where_it_ended(tmp_path: Path) -> None:
    database = tmp_path / "killed.sqlite"
    one = Server(str(database), tmp_path, eager=True).start()
    try:
        seat = bring(one.url, golden(GAME))[0]
        seat.post("analysis")
        end = time.monotonic() + 100
        while written(database)[0] < 8 and time.monotonic() < end:
            time.sleep(0.1)
    finally:
        one.kill()
    done, total = written(database)
    assert 8 <= done < total
    left_lying(database)
    again = Server(str(database), tmp_path, name="again", eager=True).start()
    try:
        now = Seat(again.url, seat.table, seat.token)
        kept = now.get("analysis").json()
        assert kept["done"] >= done, "what was found is lost"
        end = time.monotonic() + 100
        while now.get("analysis").json()["done"] < kept["done"] + 1:  # nobody asked again: the scheduler found it
            assert time.monotonic() < end, "it does not go on"
            time.sleep(0.1)
    finally:
        again.stop()


def test_only_games_that_are_over(server: Server) -> None:
    ann = table_of(server.url)[0]
    for answer in (ann.get("analysis"), ann.post("analysis"), ann.get("statistics"), ann.get("moments"), ann.post("try", ply=0)):
        assert answer.status_code == 422 and answer.json()["reason"]["code"] == "not_over"


def test_a_sealed_past_stays_shut(tmp_path: Path) -> None:
    from msgspec.structs import replace

    from tests.server.inside import Inside

    with Inside(str(tmp_path / "sealed.sqlite")) as inside:
        seat = bring(inside.url, played(seed="sealed"))[0]
        table = inside.run(inside.hall.load_table(seat.table))
        table.doc = replace(table.doc, sealed=True)
        shared = seat.post("share", ply=0)
        read = [seat.get(what) for what in ("analysis", "statistics", "moments")]
        for answer in (*read, seat.post("analysis"), seat.post("try", ply=3), shared):
            assert answer.status_code == 422 and answer.json()["reason"]["code"] == "sealed"


def test_spectators_read_but_do_not_ask(server: Server, over: list[Seat]) -> None:
    watcher = Seat(server.url, over[0].table, None)
    found = watcher.get("analysis").json()
    assert found["state"] == "none" and not found["may"]
    assert watcher.post("analysis").status_code == 403


@pytest.mark.parametrize("lang", ["en", "es", "it"])
def test_statistics_in_words(server: Server, over: list[Seat], lang: str) -> None:
    told = over[0].get("statistics", lang=lang).json()
    assert [one["kind"] for one in told] == ["figures", "course", "list"]
    assert {"en": "The game in numbers", "es": "La partida en cifras", "it": "La partita in cifre"}[lang] == told[0]["title"]


def test_the_same_try_gives_the_same_world(over: list[Seat]) -> None:
    ann = over[0]
    start = ann.post("try", ply=20).json()
    assert start["view"]["legal"] and start["line"] == [] and len(start["chances"]) == 2
    chosen = start["view"]["legal"][0]["action"]
    once, again = (ann.post("try", ply=20, line=[chosen]).json() for _ in range(2))
    for view in (once["view"], again["view"]):
        view.pop("now")
    assert once == again
    assert once["texts"] and once["seats"] == [start["view"]["actor"]]
    answered = ann.post("try", ply=20, line=[chosen], level="heuristic").json()
    assert len(answered["line"]) == 2 and answered["line"][0] == chosen
    wrong = ann.post("try", ply=20, line=[{"do": "Fly"}])
    assert wrong.status_code == 422 and wrong.json()["reason"]["code"] == "bad_request"
    assert ann.post("try", ply=10_000).status_code == 422
    assert ann.post("try", ply=1, line=[chosen] * 61).status_code == 400


def test_a_shared_position(server: Server, over: list[Seat]) -> None:
    ann = over[0]
    legal = ann.post("try", ply=12).json()["view"]["legal"]
    code = ann.post("share", ply=12, line=[legal[0]["action"]], eyes=1).json()["code"]
    told = httpx.get(f"{server.url}/api/share/{code}").json()
    assert told == {"table": ann.table, "ply": 12, "line": [legal[0]["action"]], "eyes": 1}
    assert httpx.get(f"{server.url}/api/share/nothing").status_code == 404
    page = httpx.get(f"{server.url}/s/{code}")
    assert page.status_code == 200 and f"{server.url}/api/share/{code}/picture" in page.text
    picture = httpx.get(f"{server.url}/api/share/{code}/picture", timeout=60)
    assert picture.headers["content-type"] == "image/png" and picture.content.startswith(b"\x89PNG")


def test_of_a_running_game_only_what_spectators_see(server: Server) -> None:
    ann = table_of(server.url)[0]
    ply = ann.view()["ply"]
    assert ann.post("share", ply=ply, eyes=0).status_code == 403
    assert ann.post("share", ply=ply + 1).status_code == 403
    code = ann.post("share", ply=ply).json()["code"]
    told = httpx.get(f"{server.url}/api/share/{code}").json()
    assert told == {"table": ann.table, "ply": -1, "line": [], "eyes": None}


def test_the_picture_of_a_running_game_shows_nothing_hidden(tmp_path: Path) -> None:
    from tests.server.inside import Inside

    with Inside(str(tmp_path / "running.sqlite")) as inside:
        ann = table_of(inside.url)[0]
        table = inside.run(inside.hall.load_table(ann.table))
        code = ann.post("share", ply=table.ply).json()["code"]
        rules = table.rules
        other = rules.imagine(table.state, 0, "quite another world")
        assert rules.write(other) != rules.write(table.state)
        picture = httpx.get(f"{inside.url}/api/share/{code}/picture", timeout=60)
        assert picture.content == draw_position(Tried(table.setup, rules.write(other), None))[0]


def test_a_day_has_so_many(tmp_path: Path) -> None:
    from tests.server.inside import Inside

    with Inside(str(tmp_path / "many.sqlite")) as inside:
        inside.hall.analyses._queue_table = lambda *_: None  # type: ignore[method-assign]
        kept = played(seed="many")
        codes = [bring(inside.url, kept)[0].post("analysis").status_code for _ in range(4)]
        assert codes == [200, 200, 200, 422]
        store: Store = inside.hall.store
        assert store is not None


def test_a_starved_piece_is_begun_again() -> None:
    """A busy machine is no reason to throw away what was found; what breaks by itself is not tried again."""

    def begun(*answers: Failed | Looked) -> int:
        left = list(answers)

        async def run(*_: Any, **__: Any) -> Looked:
            answer = left.pop(0)
            if isinstance(answer, Failed):
                raise answer
            return answer

        hall: Any = SimpleNamespace(workers=SimpleNamespace(run_job=run))
        piece: Any = None
        with contextlib.suppress(Failed):
            asyncio.run(Analyses(hall)._do_piece(piece))
        return len(answers) - len(left)

    assert begun(Failed("slow"), Failed("died"), Looked(), Looked()) == 3
    assert begun(Failed("slow"), Failed("slow"), Failed("slow"), Looked()) == 3
    assert begun(Failed("raised"), Looked()) == 1


def test_studies_need_a_card(server: Server, over: list[Seat]) -> None:
    assert httpx.get(f"{server.url}/api/studies/{over[0].table}").status_code == 401
    made = httpx.post(f"{server.url}/api/card", json={"name": "Ada"}).json()
    head = {"Authorization": f"Bearer {made['token']}"}
    url = f"{server.url}/api/studies/{over[0].table}"
    assert httpx.get(url, headers=head).json() == {"lines": []}
    study = {"lines": [{"ply": 3, "line": [], "texts": [], "seats": [], "chances": [], "note": "too early"}]}
    assert httpx.put(url, headers=head, json=study).json() == study
    assert httpx.get(url, headers=head).json() == study
    assert httpx.put(url, headers=head, json={"lines": [{"ply": 3, "note": "x" * 501}]}).status_code == 400
    assert make(server.url)["table"]


@pytest.mark.parametrize("lang", ["en", "es", "it"])
def test_three_moments_for_a_newcomer(server: Server, over: list[Seat], lang: str) -> None:
    """Where the tide turned, the best move of one's own, and rules that were met; each can be opened where it was."""
    told = msgspec.convert(over[0].get("moments", lang=lang).json(), list[table_view.KeyMoment])
    assert [one.kind for one in told][:2] == ["fall", "best"] and {one.kind for one in told[2:]} == {"rule"}
    titles = {"en": "The turning point", "es": "El momento decisivo", "it": "La svolta"}
    assert told[0].title == titles[lang]
    clauses = [one.clause for one in told[2:]]
    assert len(set(clauses)) == len(clauses) and set(clauses) <= set(defined("ticket_to_ride"))
    steps = over[0].get("view").json()["ply"]
    assert all(0 <= one.ply < steps for one in told)
    assert over[1].get("moments", lang=lang).json() != over[0].get("moments", lang=lang).json(), "everybody has their own"
    assert Seat(server.url, over[0].table, None).get("moments").status_code == 403
