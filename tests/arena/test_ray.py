"""The arena on a local Ray of several processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from boxcars.arena import result_store
from tests.analysis.games import golden

pytestmark = [pytest.mark.slow, pytest.mark.long]
ray = pytest.importorskip("ray")

KILLER = """
import os, signal, sys
from contextlib import suppress
from boxcars.arena import complete, run, result_store, schedule
from pathlib import Path


def own_workers():
    # processes that play a chunk, among the descendants of this process; others may end meanwhile
    parent, plays = {}, []
    for p in Path("/proc").iterdir():
        with suppress(OSError):
            if p.name.isdigit():
                parent[int(p.name)] = int((p / "stat").read_text().rpartition(")")[2].split()[1])
                if (p / "cmdline").read_bytes().startswith(b"ray::_work"):
                    plays.append(int(p.name))
    found = []
    for pid in plays:
        above = pid
        while above in parent and above != os.getpid():
            above = parent[above]
        if above == os.getpid():
            found.append(pid)
    return found


setup = complete("ticket_to_ride", "usa", 2)
jobs, games, due = schedule(setup, ["heuristic", "random"], 200, "1"), [], [5, 60]
for game in run(setup, jobs, workers=2, on="ray"):
    games.append(game)
    working = own_workers() if due and len(games) >= due[0] else []  # between two chunks there are none
    if working:
        os.kill(working[0], signal.SIGKILL)
        due.pop(0)
assert not due
by_number = {game.number: game.record for game in games}
assert all(by_number[game.number] == game.record for game in run(setup, jobs[:10], workers=1))
result_store.save(Path(sys.argv[1]), games)
"""


def test_a_killed_ray_worker_loses_nothing(tmp_path: Path):
    out = tmp_path / "games.parquet"
    done = subprocess.run([sys.executable, "-c", KILLER, str(out)], capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert [game.number for game in result_store.load(out)] == list(range(200))


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("command", ["arena", "analyse"])
def test_a_command_does_on_ray_what_it_does_here(tmp_path: Path, command: str):
    words = ["--game", "ticket_to_ride", "--bots", "heuristic,random", "--games", "8", "--players", "2"]
    if command == "analyse":
        files = [tmp_path / f"{plies}.jsonl" for plies in (3, 5)]
        for file in files:
            file.write_bytes(golden("spike/golden/eastern_usa-2-heuristic.jsonl", int(file.stem)).write())
        words = [*map(str, files), "--worlds", "2"]
    tables = []
    for where in ("local", "ray"):
        out = tmp_path / f"{where}.{'csv' if command == 'analyse' else 'jsonl'}"
        program = [sys.executable, "-m", "boxcars", command, *words, "--jobs", "2", "--on", where, "--out", str(out)]
        done = subprocess.run(program, capture_output=True, text=True, timeout=240, check=False)
        assert done.returncode == 0, done.stderr
        tables.append(out.read_text().splitlines() if command == "analyse" else [game.record for game in result_store.load(out)])
    assert tables[0] == tables[1] and len(tables[0]) == (1 + 3 + 5 if command == "analyse" else 8)


def test_no_cluster_is_one_clear_line():
    command = [sys.executable, "-m", "boxcars", "arena", "--game", "ticket_to_ride", "--bots", "random,heuristic", "--games", "2"]
    done = subprocess.run(
        [*command, "--on", "ray", "--address", "127.0.0.1:1"], capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 2 and done.stderr.strip().splitlines()[-1].startswith("boxcars: No Ray cluster at 127.0.0.1:1")
