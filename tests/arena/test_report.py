"""Tournaments from the command line, resumed, and the page drawn from them."""

from __future__ import annotations

import base64
import json
import re
import subprocess
from pathlib import Path

import pytest

from boxcars.arena import complete, result_statistics, result_store, run, schedule
from boxcars.core.record import read
from boxcars.view import replay_export
from tests.arena.command import boxcars

ARENA = ("arena", "--game", "ticket_to_ride", "--bots", "heuristic,random", "--players", "2", "--games", "6")


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("arena") / "games.parquet"
    done = boxcars(*ARENA, "--out", str(path), "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert [row["bot"] for row in summary["ratings"]] == ["heuristic", "random"]
    assert summary["games"] == 6
    return path


def test_an_interrupted_tournament_goes_on_where_it_stopped(table: Path, tmp_path: Path):
    whole = result_store.load(table)
    half = tmp_path / "half.parquet"
    result_store.save(half, whole[:2])
    # What an unfinished run left behind: two games in the journal, the last line cut off.
    lines = tmp_path / "lines.jsonl"
    result_store.save(lines, whole[2:4])
    result_store.journal(half).write_bytes(lines.read_bytes()[:-200])
    done = boxcars(*ARENA, "--resume", str(half), "--json")
    assert done.returncode == 0, done.stderr
    resumed = result_store.load(half)
    assert [g.record for g in resumed] == [g.record for g in whole]
    assert resumed[0].seconds == whole[0].seconds and not result_store.journal(half).exists()
    other = boxcars(*ARENA[:-1], "6", "--seed", "2", "--resume", str(half))
    assert other.returncode == 2 and "holds other games" in other.stderr


def test_the_report_is_one_page_that_needs_no_network(table: Path):
    done = boxcars("report", str(table))
    assert done.returncode == 0, done.stderr
    text = table.with_suffix(".html").read_text()
    assert not re.search(r"""<(script|link|img)[^>]+(src|href)=["']?(https?:)?//""", text)
    for heading in ("Ratings", "Wins by seat", "Scores", "Length", "Decision time", "Actions", "Use of routes", "Towns"):
        assert f"<h2>{heading}</h2>" in text
    links = re.findall(r'download="([^"]+)" href="data:application/x-ndjson;base64,([^"]+)"', text)
    assert len(links) >= 5
    for _, data in links:
        assert read(base64.b64decode(data)).verify() == []


@pytest.mark.slow
@pytest.mark.skipif(replay_export.chromium() is None, reason="needs Chromium")
def test_the_plots_are_drawn(table: Path):
    boxcars("report", str(table))
    page = table.with_suffix(".html")
    command = [
        str(replay_export.chromium()),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=10000",
        "--dump-dom",
    ]
    done = subprocess.run([*command, page.as_uri()], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.count("<svg") >= 9


def test_mistakes_are_one_clear_line(tmp_path: Path):
    bad = tmp_path / "bad.parquet"
    bad.write_bytes(b"no table")
    for args in (
        ("report", str(tmp_path / "none.parquet")),
        ("report", str(bad)),
        ("report", str(tmp_path)),
        ("arena", "--game", "ticket_to_ride", "--bots", "random"),
        ("arena", "--game", "ticket_to_ride", "--bots", "random,heuristic", "--on", "moon"),
        ("arena", "--game", "ticket_to_ride", "--bots", "random,heuristic", "--resume", str(tmp_path / "none.parquet")),
    ):
        done = boxcars(*args)
        assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1, (args, done.stderr)


def test_figures_find_what_stands_out():
    setup = complete("ticket_to_ride", "usa", 2)
    games = list(run(setup, schedule(setup, ["heuristic", "random"], 6, "1"), records=False))
    found = dict(result_statistics.outliers(games))
    assert found["longest"].decisions == max(g.decisions for g in games)
    assert found["closest"].decisions in {g.decisions for g in games}
    rows = result_statistics.towns(games)
    assert {"Denver"} & {row["name"] for row in rows}
    assert all(0 <= row["won_by_users"] <= 1 for row in result_statistics.uses(games, "targets"))
    assert len(result_statistics.runaway(games)) == 10
