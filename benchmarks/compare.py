"""Compare the speed of this checkout with another: ratios with intervals, measured in turn in one run.

python benchmarks/compare.py BASE [--only WORKLOAD …] [--rounds 12] [--count] [--limit 1.3]

BASE is a revision, or a folder with a checkout (for instance one whose rules are compiled). Both checkouts play the same fixed
workloads (workloads.py), a round each in turn, so that what else the machine does falls on both. A ratio of 3.00 means that this
checkout is three times as fast; the interval holds the true ratio with 95 %, by resampling the rounds. ``--count`` counts
instructions instead of seconds (by perf where it works, else by valgrind), for ten of the workloads, once: little disturbs that.
The exit status is 1 if a workload got slower by more than ``--limit``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from math import exp, log
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import workloads

ROOT = Path(__file__).parents[1]
ALL = (*workloads.PLAY, *workloads.EXPERT)


class Worker:
    """A process that does workloads under the sources of one checkout."""

    def __init__(self, tree: Path, before: list[str] | None = None) -> None:
        environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONHASHSEED": "0"}
        command = [*(before or []), sys.executable, str(ROOT / "benchmarks" / "workloads.py")]
        self.process = subprocess.Popen(
            command, cwd=tree, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def ask(self, workload: str, number: int) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None and self.process.stderr is not None
        self.process.stdin.write(json.dumps({"workload": workload, "round": number}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the workload {workload} broke off:\n{self.process.stderr.read()[-3000:]}")
        found: dict[str, Any] = json.loads(line)
        return found

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)


@contextmanager
def checkout(base: str) -> Iterator[Path]:
    """The folder of a base: itself, or a worktree for so long."""
    if Path(base).is_dir():
        yield Path(base).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "base"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", str(tree), base], cwd=ROOT, check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=True)


def interval(ratios: list[float]) -> tuple[float, float, float]:
    """The geometric mean of ratios, and between which bounds it lies with 95 % (bootstrap over the rounds)."""
    logs = [log(ratio) for ratio in ratios]
    rng = random.Random(1)
    means = sorted(sum(rng.choices(logs, k=len(logs))) / len(logs) for _ in range(2_000))
    return exp(sum(logs) / len(logs)), exp(means[50]), exp(means[-51])


def by_time(base: Path, names: list[str], rounds: int, limit: float) -> int:
    """Print the ratio of each workload; how many got slower than the limit allows."""
    ours, theirs = Worker(ROOT), Worker(base)
    slower = 0
    try:
        print(f"{'workload':22} {'base µs':>9} {'now µs':>9} {'ratio':>7}  95 % interval")
        for name in names:
            for worker in (ours, theirs):
                worker.ask(name, 0)  # imports, tables, caches
            ratios: list[float] = []
            spent, done, same = [0.0, 0.0], [0, 0], True
            for number in range(1, rounds + 1):
                pair = (theirs, ours) if number % 2 else (ours, theirs)
                found = {worker is ours: worker.ask(name, number) for worker in pair}
                each = {mine: row["seconds"] / max(1, row["decisions"]) for mine, row in found.items()}
                if each[True] > 0 and each[False] > 0:
                    ratios.append(each[False] / each[True])
                for mine in (False, True):
                    spent[mine] += found[mine]["seconds"]
                    done[mine] += found[mine]["decisions"]
                same = same and found[True]["sum"] == found[False]["sum"]
            mean, low, high = interval(ratios)
            slow = high < 1 / limit
            slower += slow
            marks = ("" if same else "  (the games differ)") + ("  SLOWER" if slow else "")
            before, now = (1e6 * spent[mine] / max(1, done[mine]) for mine in (False, True))
            print(f"{name:22} {before:9.1f} {now:9.1f} {mean:7.2f}  {low:.2f} – {high:.2f}{marks}", flush=True)
    finally:
        ours.stop()
        theirs.stop()
    return slower


# -- instructions ----------------------------------------------------------------------------------------------------------


def perf_works() -> bool:
    if not shutil.which("perf"):
        return False
    tried = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"], capture_output=True, text=True)
    return tried.returncode == 0 and tried.stderr.partition(",")[0].isdecimal()


def count_by_perf(tree: Path, names: list[str]) -> dict[str, int]:
    """Instructions of each workload: of a process that does it a second time, less those of one that does it once."""
    found = {}
    for name in names:
        counts = []
        for times in (1, 2):
            with tempfile.NamedTemporaryFile() as file:
                worker = Worker(tree, ["perf", "stat", "-x,", "-e", "instructions:u", "-o", file.name])
                for number in range(times):
                    worker.ask(name, number)
                worker.stop()
                counted = re.search(r"^(\d+),", Path(file.name).read_text(), re.MULTILINE)
                assert counted is not None
                counts.append(int(counted[1]))
        found[name] = counts[1] - counts[0]
    return found


def count_by_valgrind(tree: Path, names: list[str]) -> dict[str, int]:
    """Instructions of each workload, in one process; what is done before them is not counted."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind"
        tool = ["valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}"]
        worker = Worker(tree, tool)
        control = ["callgrind_control", str(worker.process.pid)]

        def tell(*words: str) -> None:
            subprocess.run([*control, *words], capture_output=True, check=True, timeout=120)

        for number, name in enumerate(names, start=1):
            worker.ask(name, 0)
            tell("-i", "on")
            tell("--zero")
            worker.ask(name, 1)
            tell(f"--dump={name.replace(' ', '_')}")
            tell("-i", "off")
            totals = re.search(r"^(?:totals|summary): (\d+)", Path(f"{out}.{number}").read_text(), re.MULTILINE)
            assert totals is not None
            found[name] = int(totals[1])
        worker.stop()
    return found


def by_count(base: Path, names: list[str], limit: float) -> int:
    """Print the ratio of instructions of each workload; how many got slower than the limit allows."""
    if perf_works():
        count = count_by_perf
    elif shutil.which("valgrind"):
        count = count_by_valgrind
    else:
        print("instructions cannot be counted here: perf counts none, and there is no valgrind")
        return 0
    before, now = count(base, names), count(ROOT, names)
    slower = 0
    print(f"{'workload':22} {'base':>10} {'now':>10} {'ratio':>7}   (millions of instructions)")
    for name in names:
        ratio = before[name] / now[name]
        slow = ratio < 1 / limit
        slower += slow
        print(f"{name:22} {before[name] / 1e6:10.1f} {now[name] / 1e6:10.1f} {ratio:7.2f}{'  SLOWER' if slow else ''}")
    return slower


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", nargs="?", default="HEAD~1")
    parser.add_argument("--only", nargs="+", choices=ALL, metavar="WORKLOAD", help=", ".join(ALL))
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--limit", type=float, default=1.3)
    given = parser.parse_args()
    with checkout(given.base) as tree:
        if given.count:
            return 1 if by_count(tree, given.only or list(workloads.TEN), given.limit) else 0
        return 1 if by_time(tree, given.only or list(ALL), given.rounds, given.limit) else 0


if __name__ == "__main__":
    sys.exit(main())
