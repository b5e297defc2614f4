"""What the edition without a server costs: bytes, seconds to the first picture and the first move, memory, decisions of bots.

    python benchmarks/tab.py start     # in Chromium: cold and warm starts (builds the folder first)
    python benchmarks/tab.py levels    # decisions of each level, natively and under Pyodide in Node: same choice? how long?

Seconds depend on the machine and what else runs there: the load is printed beside them.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from boxcars.tab.build import HOME, build  # noqa: E402
from boxcars.tab.packages import fetched, pyodide_files  # noqa: E402

CACHE = ROOT / "build" / "tab-cache"
SITE = ROOT / "build" / "static"
ROUNDS = 3
FIRST_MOVE = """async () => {
  const seats = [{kind: 'person', mine: true, name: 'Ada'}, {kind: 'bot', level: 'novice'}];
  const headers = {'content-type': 'application/json'};
  const body = JSON.stringify({game: 'ticket_to_ride', players: 2, seats, start: true, key: crypto.randomUUID()});
  const made = await (await fetch('/api/tables', {method: 'POST', headers, body})).json();
  headers.authorization = 'Bearer ' + made.tokens[0];
  for (;;) {
    const view = await (await fetch(`/api/tables/${made.table}/view`, {headers})).json();
    if (!view.legal.length) continue;
    const told = {ply: view.ply, mark: view.mark, key: crypto.randomUUID(), action: view.legal[0].action};
    const act = await fetch(`/api/tables/${made.table}/act`, {method: 'POST', headers, body: JSON.stringify(told)});
    return act.status;
  }
}"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


def memory() -> float:
    """Megabytes of all renderer processes of Chromium, shared pages counted in parts."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                pss = re.search(r"^Pss:\s+(\d+)", (folder / "smaps_rollup").read_text(), re.MULTILINE)
                total += int(pss[1]) if pss else 0
        except OSError:
            continue
    return total / 1000


def starts() -> None:
    from playwright.sync_api import sync_playwright
    from tests.tab.driver import TabPage

    from boxcars.view import replay_export

    CACHE.mkdir(parents=True, exist_ok=True)
    sizes = build(SITE, CACHE)
    for name, size in sorted(sizes.items(), key=lambda item: -item[1])[:6]:
        print(f"{size / 1e6:7.2f} MB  {name}")
    print(f"{sum(sizes.values()) / 1e6:7.2f} MB  in all, {len(sizes)} files")
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(SITE)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert server.stdout is not None
    found = re.search(rb"port (\d+)", server.stdout.readline())
    assert found
    address = f"http://127.0.0.1:{int(found[1])}"
    print("| start | first picture s | ready s | first move answered s | memory MB | load |\n|---|---|---|---|---|---|")
    try:
        with sync_playwright() as tools:
            for _ in range(ROUNDS):
                browser = tools.chromium.launch(executable_path=replay_export.chromium(), args=["--no-sandbox", "--disable-gpu"])
                context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
                for kind in ("cold", "warm"):
                    load = os.getloadavg()[0]
                    begun = time.perf_counter()
                    tab = TabPage(context, address, [])
                    ready = time.perf_counter() - begun
                    painted = tab.page.evaluate(PAINTED) / 1000
                    assert tab.evaluate(FIRST_MOVE) == 200
                    moved = time.perf_counter() - begun
                    tab.page.wait_for_selector("html[data-bots=up]", state="attached", timeout=60_000)
                    print(f"| {kind} | {painted:.2f} | {ready:.2f} | {moved:.2f} | {memory():.0f} | {load:.1f} |", flush=True)
                    tab.page.close()
                browser.close()
    finally:
        server.terminate()
        server.wait()


Decisions = dict[tuple[str, str, int], tuple[str, float]]


def decisions(command: list[str]) -> Decisions:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    return {(game, level, ply): (action, took) for game, level, ply, action, took in lines}


def levels() -> None:
    script = str(Path(__file__).with_name("tab_decisions.py"))
    got = fetched(CACHE.resolve())
    native = decisions([sys.executable, script, str(ROOT / "tests")])
    command = ["node", str(HOME / "tab" / "compile.mjs"), str(pyodide_files(got)), script]
    there = decisions([*command, f"src={HOME.parent}", f"site={got / 'site-packages'}", f"tests={ROOT / 'tests'}"])
    rows: dict[tuple[str, str], list[Any]] = defaultdict(list)
    for key, (action, took) in native.items():
        other, took_there = there[key]
        rows[key[:2]].append((took, took_there, action == other))
    print(f"load {os.getloadavg()[0]:.1f}")
    print("| game | level | host ms (median, most) | tab ms (median, most) | same choice |\n|---|---|---|---|---|")
    for (game, level), row in rows.items():
        host, tab = ([1000 * part[i] for part in row] for i in (0, 1))
        same = sum(part[2] for part in row)
        times = " | ".join(f"{median(part):.0f}, {max(part):.0f}" for part in (host, tab))
        print(f"| {game} | {level} | {times} | {same} of {len(row)} |")


if __name__ == "__main__":
    {"start": starts, "levels": levels}[sys.argv[1]]()
