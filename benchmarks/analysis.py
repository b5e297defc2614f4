"""How far the analysis can be trusted, and what it costs.

    python benchmarks/analysis.py labels EVERY RECORD …     what is labelled in recorded games, and of other choices there
    python benchmarks/analysis.py costs [GAME …]            time and memory to analyse a golden game of each of the five
    python benchmarks/analysis.py hashes                    the end of each golden game as a hash: the same on every machine
    python benchmarks/analysis.py answers [ROUNDS]          how long four bots take to answer while an analysis runs, and without

Times are processor seconds. The results are in docs/lab/2026-analysis.md. ``blunders.py`` measures whether forced blunders are
found, ``calibration.py`` whether the win chances are calibrated.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import platform
import random
import resource
import signal
import sys
import tempfile
import time
from hashlib import blake2b
from pathlib import Path
from statistics import quantiles
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.analysis.games import LIGHT, golden, sampled  # noqa: E402

from boxcars.analysis import Decision, analyse  # noqa: E402
from boxcars.bots.learned_bot import learned_is_stronger  # noqa: E402
from boxcars.core.record import read  # noqa: E402

GOLDEN = {
    "age_of_steam": "rust_belt-3-heuristic",
    "steam": "ruhr-3-heuristic-mode=standard",
    "ticket_to_ride": "usa-3-heuristic",
    "silverton": "colorado-3-advanced",
    "spike": "eastern_usa-3-heuristic",
}


def told(name: str, chosen: list[Decision]) -> None:
    """The share that is labelled, of all decisions and of those in which anybody could err."""
    labels = sum(bool(one.label) for one in chosen)
    stakes = sum(one.matters for one in chosen)
    of_all = f"{labels} of {len(chosen)} decisions labelled ({labels / max(1, len(chosen)):.0%})"
    print(f"{name}: {of_all}, of those at stake {labels / max(1, stakes):.0%} ({stakes})", flush=True)


def labels(every: int, *files: str) -> None:
    for file in files:
        record = read(Path(file).read_bytes())
        name = Path(file).stem
        told(f"{name} as played", sampled(record, every))
        expert = "expert" if learned_is_stronger(record.rules()) else "expert:seconds=0"  # as strong on a busy machine
        for kind in ("random", expert):
            told(f"{name}, {kind}", sampled(record, every, kind))


def cost(game: str) -> None:
    record = read((ROOT / f"tests/{game}/golden/{GOLDEN[game]}.jsonl").read_bytes())
    start = time.process_time()
    analyse(record)
    seconds = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"| {game}, {GOLDEN[game]} | {len(record.entries)} | {seconds:.0f} | {memory:.0f} MB |", flush=True)


def costs(*games: str) -> None:
    """Each in a process of its own: memory is the most it ever held."""
    for game in games or GOLDEN:
        one = multiprocessing.get_context("spawn").Process(target=cost, args=(game,))
        one.start()
        one.join()


LAST = 60
"""So many of the last actions are enough to tell two machines apart."""


def hashes() -> None:
    print(platform.python_version(), platform.machine(), platform.platform())
    for game, name in GOLDEN.items():
        found = analyse(golden(f"{game}/golden/{name}.jsonl", LAST), LIGHT)
        print(game, blake2b(found.write(), digest_size=16).hexdigest(), flush=True)


BIT = 5.0
"""Seconds at a server whose analysis runs, then as many at one without (the first stands still meanwhile), and so on: other load
is much the same for both."""


def family(server: int) -> list[int]:
    """A server and all processes it has started."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    found = [server]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def told_all(server: int, what: signal.Signals) -> None:
    for pid in family(server):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, what)


def answered(seats: list[Any], seconds: float) -> list[float]:
    """Somebody plays on at random: seconds from each own action until all four bots have answered."""
    (seat,) = seats
    luck, out = random.Random(7), []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seen = seat.get("legal").json()
        if seen["actor"] < 0:
            break
        seat.act(seen, luck.randrange(len(seen["legal"])))
        start = time.monotonic()
        seen = seat.get("legal").json()
        if seen["legal"]:
            continue
        while seen["actor"] >= 0 and not seen["legal"]:
            time.sleep(0.004)
            seen = seat.get("legal").json()
        out.append(time.monotonic() - start)
    return out


def answers(rounds: int) -> None:
    from tests.server.running import Server, bring, table_of

    found: dict[bool, list[float]] = {False: [], True: []}
    loads = []
    with tempfile.TemporaryDirectory() as folder:
        at_work, quiet = (Server(f"{folder}/{name}.sqlite", Path(folder), "--no-limits").start() for name in ("one", "two"))
        try:
            assert at_work.process is not None
            looked_at = bring(at_work.url, golden("silverton/golden/colorado-3-heuristic.jsonl"))[0]
            looked_at.post("analysis")
            while not (before := looked_at.get("analysis").json()["done"]):
                time.sleep(0.5)
            for _ in range(rounds):
                found[True] += answered(table_of(at_work.url, 1, 4, level="easy"), BIT)
                told_all(at_work.process.pid, signal.SIGSTOP)
                found[False] += answered(table_of(quiet.url, 1, 4, level="easy"), BIT)
                told_all(at_work.process.pid, signal.SIGCONT)
                loads.append(os.getloadavg()[0])
            done = looked_at.get("analysis").json()["done"] - before
        finally:
            if at_work.process is not None:
                told_all(at_work.process.pid, signal.SIGCONT)
            at_work.stop()
            quiet.stop()
    for running, times in found.items():
        parts = quantiles(times, n=20)
        told = f"p50 {parts[9] * 1000:.0f} ms, p95 {parts[18] * 1000:.0f} ms of {len(times)} answers"
        print("while an analysis runs:" if running else "without:", told, flush=True)
    print(f"{done} pieces were found meanwhile; load {min(loads):.1f} to {max(loads):.1f}")


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "labels":
        labels(int(rest[0]), *rest[1:])
    elif what == "hashes":
        hashes()
    elif what == "answers":
        answers(int(rest[0]) if rest else 12)
    else:
        costs(*rest)
