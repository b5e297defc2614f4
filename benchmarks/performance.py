"""Write docs/performance.md: games and decisions a second of every table, plain and compiled, beside public peers.

python benchmarks/performance.py [--seconds S]

Everything is measured in one run on one machine: the plain build, the compiled build (made in a temporary copy), a bare
loop given with --floor, and catanatron where it is installed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]


def bench(tree: Path, seconds: float) -> list[dict[str, float | int | str]]:
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    command = [sys.executable, "-m", "boxcars", "bench", "--json", "--seconds", str(seconds)]
    rows: list[dict[str, float | int | str]] = json.loads(
        subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=True).stdout
    )
    return rows


def compiled_copy(folder: Path) -> Path:
    tree = folder / "compiled"
    for part in ("src", "tools"):
        shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    subprocess.run([sys.executable, "tools/compile.py", "build"], cwd=tree, env=environment, check=True, capture_output=True)
    return tree


def catanatron(seconds: float) -> str | None:
    """Random four-player games of the nearest Python relative, if it is installed."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return None
    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    start, games, decisions = time.process_time(), 0, 0
    while (spent := time.process_time() - start) < seconds or not games:
        game = Game([RandomPlayer(c) for c in colours])
        game.play()
        records = getattr(game.state, "action_records", None) or getattr(game.state, "actions", [])
        decisions += len(records)
        games += 1
    return f"| catanatron (PyPI), Catan, 4 random players | {games / spent:,.1f} | {decisions / spent:,.0f} |"


def floor(path: str | None) -> str | None:
    """The bare Ticket to Ride loop, run as a script that prints games/s and moves/s."""
    if path is None or not Path(path).is_file():
        return None
    words = subprocess.run([sys.executable, path, "4"], capture_output=True, text=True, check=True).stdout.split()
    return f"| a bare Ticket to Ride loop without tickets, events or checks, 2 players | {words[0]} | {words[2]} |"


def row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=16.0)
    parser.add_argument("--floor")
    given = parser.parse_args()
    plain = bench(ROOT, given.seconds)
    with tempfile.TemporaryDirectory() as folder:
        compiled = bench(compiled_copy(Path(folder)), given.seconds)
    peers = [peer for peer in (floor(given.floor), catanatron(4.0)) if peer]
    by_table = {(r["game"], r["map"], r["players"]): r for r in compiled}
    head: tuple[str, ...]
    head = ("game", "map", "players", "games/s", "decisions/s", "legal µs", "(p99)", "apply µs", "clone µs", "observe µs")
    head += ("compiled games/s", "decisions/s", "factor")
    lines = [
        "# Performance",
        "",
        "Uniformly random play, one process, one core; times are processor time. Made by",
        f"`python benchmarks/performance.py` with Python {platform.python_version()} on {platform.machine()}; calibration",
        f"{plain[0]['calibration']:,.0f} (rounds a second of a fixed pure-Python loop: divide by it to compare machines).",
        "",
        "`boxcars bench GAME` measures again; `make compiled` builds the compiled rules;",
        "`python benchmarks/compare.py REV` fails when a change costs more than 30 %.",
        "",
        row(*head),
        row(*("---" for _ in head)),
    ]
    for r in plain:
        c = by_table[r["game"], r["map"], r["players"]]
        numbers = [float(r[k]) for k in ("games_per_s", "decisions_per_s", "legal_us_mean", "legal_us_p99")]
        numbers += [float(r[k]) for k in ("apply_us", "clone_us", "observe_us")]
        numbers += [float(c["games_per_s"]), float(c["decisions_per_s"])]
        factor = float(c["decisions_per_s"]) / float(r["decisions_per_s"])
        lines.append(row(str(r["game"]), str(r["map"]), str(r["players"]), *(f"{n:,.1f}" for n in numbers), f"{factor:.2f}"))
    lines += ["", "Peers, in the same run:", "", "| what | games/s | decisions/s |", "|---|---|---|", *peers, ""]
    (ROOT / "docs" / "performance.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
