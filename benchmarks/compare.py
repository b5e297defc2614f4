"""Compare the speed of this checkout with a base revision, game by game; fail on a loss of more than 30 %.

python benchmarks/compare.py [--base REV] [--game GAME] [--seconds S] [--loss 0.30]

Both run on this machine, one after the other, twice; the better run counts, divided by the calibration figure beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
Key = tuple[str, str, int]


def figures(tree: Path, game: str | None, seconds: float) -> dict[Key, float]:
    """Decisions a second by table, per unit of calibration."""
    best: dict[Key, float] = {}
    for _ in range(2):
        command = [sys.executable, "-m", "boxcars", "bench", *([game] if game else []), "--json", "--seconds", str(seconds)]
        environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
        run = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=True)
        for row in json.loads(run.stdout):
            key = (row["game"], row["map"], row["players"])
            best[key] = max(best.get(key, 0.0), row["decisions_per_s"] / row["calibration"])
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", default="HEAD~1")
    parser.add_argument("--game")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--loss", type=float, default=0.30)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "base"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", str(base), given.base], cwd=ROOT, check=True)
        try:
            before = figures(base, given.game, given.seconds)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(base)], cwd=ROOT, check=True)
    now = figures(ROOT, given.game, given.seconds)
    slower = 0
    for key in sorted(now):
        if key not in before:
            print(f"{key[0]:16} {key[1]:16} {key[2]}  new")
            continue
        change = now[key] / before[key] - 1
        mark = ""
        if change < -given.loss:
            slower += 1
            mark = "  SLOWER"
        print(f"{key[0]:16} {key[1]:16} {key[2]}  {change:+7.1%}{mark}")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
