"""The arena on a local Ray of several processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from boxcars.arena import store
from tests.analysis.test_analyst import golden

pytestmark = [pytest.mark.slow, pytest.mark.long]
ray = pytest.importorskip("ray")

KILLER = """
import os, signal, sys
from boxcars.arena import complete, run, schedule, store
from pathlib import Path


def own_workers():
    # processes that play a chunk, among the descendants of this process
    parent = {int(p.name): int((p / "stat").read_text().rpartition(")")[2].split()[1])
              for p in Path("/proc").iterdir() if p.name.isdigit() and (p / "stat").exists()}
    found = []
    for pid in parent:
        above = pid
        while above in parent and above != os.getpid():
            above = parent[above]
        if above == os.getpid() and Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::_work"):
            found.append(pid)
    return found


setup = complete("ticket_to_ride", "usa", 2)
games, killed = [], 0
for game in run(setup, schedule(setup, ["heuristic", "random"], 200, "1"), workers=2, on="ray"):
    games.append(game)
    if len(games) in (5, 60):
        os.kill(own_workers()[0], signal.SIGKILL)
        killed += 1
assert killed == 2
store.save(Path(sys.argv[1]), games)
"""


def test_a_killed_ray_worker_loses_nothing(tmp_path: Path):
    out = tmp_path / "games.parquet"
    done = subprocess.run([sys.executable, "-c", KILLER, str(out)], capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert [game.number for game in store.load(out)] == list(range(200))


def test_ray_plays_the_same_games_as_local_processes(tmp_path: Path):
    tables = []
    for where in ("local", "ray"):
        out = tmp_path / f"{where}.jsonl"
        command = [sys.executable, "-m", "boxcars", "arena", "--game", "ticket_to_ride", "--bots", "heuristic,random"]
        command += ["--games", "8", "--players", "2", "--jobs", "2", "--on", where, "--out", str(out)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
        assert done.returncode == 0, done.stderr
        tables.append([game.record for game in store.load(out)])
    assert tables[0] == tables[1]


def test_an_archive_is_analysed_on_ray_as_it_is_here(tmp_path: Path):
    files = [tmp_path / f"{plies}.jsonl" for plies in (3, 5)]
    for file in files:
        file.write_bytes(golden("spike/golden/eastern_usa-2-heuristic.jsonl", int(file.stem)).write())
    tables = []
    for where in ("local", "ray"):
        out = tmp_path / f"{where}.csv"
        command = [sys.executable, "-m", "boxcars", "analyse", *map(str, files), "--worlds", "2", "--jobs", "2", "--on", where]
        done = subprocess.run([*command, "--out", str(out)], capture_output=True, text=True, timeout=240, check=False)
        assert done.returncode == 0, done.stderr
        tables.append(out.read_text().splitlines())
    assert tables[0] == tables[1] and len(tables[0]) == 1 + 3 + 5


def test_no_cluster_is_one_clear_line():
    command = [sys.executable, "-m", "boxcars", "arena", "--game", "ticket_to_ride", "--bots", "random,heuristic", "--games", "2"]
    done = subprocess.run(
        [*command, "--on", "ray", "--address", "127.0.0.1:1"], capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 2 and done.stderr.strip().splitlines()[-1].startswith("boxcars: No Ray cluster at 127.0.0.1:1")
