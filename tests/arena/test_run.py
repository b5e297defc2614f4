"""Schedules, workers and tables of results."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from boxcars.arena import Played, complete, result_store, run, schedule, tournament
from boxcars.arena.local_runner import _run_processes
from boxcars.core.record import read
from tests.arena.command import boxcars


def plain(game: Played) -> dict[str, object]:
    """Everything but the clock."""
    return {k: v for k, v in msgspec.to_builtins(game).items() if k not in ("seconds", "think", "longest_think")}


def setup(players: int = 2):
    return complete("ticket_to_ride", "usa", players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_bot_sits_in_every_seat_equally_often(players):
    names = ["a", "b", "c", "d"][:players]
    jobs = schedule(setup(players), names, players * 5, "1")
    seats = Counter((bot, seat) for job in jobs for seat, bot in enumerate(job.bots))
    assert set(seats.values()) == {5}
    assert len({job.seed for job in jobs}) == len(jobs)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_tournament_is_balanced_for_every_pair(players):
    games = 4 * players
    jobs = tournament(setup(players), ["a", "b", "c"], games, "1")
    assert len(jobs) == 3 * games
    seats = Counter((bot, seat) for job in jobs[:games] for seat, bot in enumerate(job.bots))
    assert len(set(seats.values())) == 1 and len(seats) == 2 * players


def test_duplicate_games_share_their_luck():
    jobs = schedule(setup(), ["a", "b"], 6, "1", duplicate=True)
    assert [job.seed == jobs[0].seed for job in jobs] == [True, True, False, False, False, False]
    assert jobs[0].bots == jobs[1].bots[::-1]


def test_the_same_seed_gives_the_same_games_on_one_and_on_two_processes():
    jobs = schedule(setup(), ["heuristic", "random"], 6, "7")
    alone = [plain(g) for g in run(setup(), jobs)]
    shared = [plain(g) for g in sorted(run(setup(), jobs, workers=2), key=lambda g: g.number)]
    assert alone == shared
    assert [plain(g) for g in run(setup(), schedule(setup(), ["heuristic", "random"], 1, "8"))] != alone[:1]


def test_records_of_simulated_games_verify():
    for game in run(setup(3), schedule(setup(3), ["heuristic"], 2, "3")):
        record = read(game.record.encode())
        assert record.verify() == []
        assert record.result is not None and record.result.scores == game.scores


@pytest.mark.parametrize("suffix", [".parquet", ".jsonl"])
def test_tables_come_back_as_they_were_written(tmp_path: Path, suffix: str):
    games = list(run(setup(), schedule(setup(), ["heuristic", "random"], 4, "7")))
    path = tmp_path / f"games{suffix}"
    result_store.save(path, reversed(games))
    assert result_store.load(path) == games


def test_a_killed_worker_process_loses_nothing():
    jobs = schedule(setup(), ["heuristic"], 24, "5")
    seen = []
    killed = False
    for game in run(setup(), jobs, workers=2):
        seen.append(game.number)
        if not killed:
            victim = multiprocessing.active_children()[0].pid
            os.kill(victim, signal.SIGKILL)
            killed = True
    assert sorted(seen) == list(range(24))


def test_simulate_writes_a_table_and_prints_json(tmp_path: Path):
    out = tmp_path / "games.parquet"
    done = boxcars("simulate", "ticket_to_ride", "--bots", "heuristic,random", "--games", "4", "--out", str(out), "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["games"] == 4 and summary["bots"]["heuristic"]["games"] == 4
    assert [g.number for g in result_store.load(out)] == [0, 1, 2, 3]
    assert not result_store.journal(out).exists()


@pytest.mark.parametrize(
    "args",
    [
        ("simulate", "chess"),
        ("simulate", "ticket_to_ride", "--bots", "deep_thought"),
        ("simulate", "ticket_to_ride", "--bots", ","),
        ("simulate", "ticket_to_ride", "--bots", "hard:speed=9"),
        ("simulate", "ticket_to_ride", "--bots", "hard:iterations=many"),
        ("simulate", "ticket_to_ride", "--out", "games.txt"),
        ("simulate", "ticket_to_ride", "--out", "/nowhere/games.jsonl"),
        ("simulate", "ticket_to_ride", "--players", "9"),
    ],
)
def test_mistakes_are_one_clear_line(args):
    done = boxcars(*args)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1 and done.stderr.startswith("boxcars: ")


def test_ctrl_c_keeps_what_is_done(tmp_path: Path):
    out = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "boxcars", "simulate", "ticket_to_ride", "--bots", "heuristic", "--games", "100000"]
    process = subprocess.Popen([*command, "--out", str(out)], stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    deadline = time.time() + 60
    while time.time() < deadline and not (
        result_store.journal(out).exists() and result_store.journal(out).stat().st_size > 50_000
    ):
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=60)
    assert b"Stopped" in complaint
    numbers = [game.number for game in result_store.load(out)]
    assert 0 < len(numbers) < 100_000 and numbers == list(range(len(numbers)))


@pytest.mark.slow
def test_two_processes_play_nearly_twice_as_much():
    """Must show: throughput scales at least 1.8 times from one to two processes (on a machine with two idle cores)."""
    if (os.cpu_count() or 1) < 2 or os.getloadavg()[0] > 0.7:
        pytest.skip("needs two idle cores")
    jobs = schedule(setup(), ["heuristic"], 800, "1")
    rates = []
    for workers in (1, 2):
        # Pools of one and of two: what is compared is the second process, not the pool.
        start = time.perf_counter()
        games = list(_run_processes(setup(), jobs, workers, records=False))
        rates.append(len(games) / (time.perf_counter() - start))
    print(f"{rates[0]:.1f} and {rates[1]:.1f} games/s: {rates[1] / rates[0]:.2f} times")
    assert rates[1] >= 1.8 * rates[0]
