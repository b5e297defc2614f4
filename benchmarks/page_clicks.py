"""How long a click waits for its answer: a real Chromium plays every game by clicks while other tables are busy.

    python benchmarks/page_clicks.py                     # 20 tables of all games in the background
    python benchmarks/page_clicks.py --tables 0          # the server to itself

Each table in the background has bots in all seats, at the pace of a watched table (a move every 0.6 s), and a page that
watches it. Measured is the time from a click until the page shows what came of it: the new position, or what the action would
do where that cannot be undone and is to be confirmed. Clicks that only choose (a step of a path) never leave the page and do
not count. Server, bots, Chromium and this program share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from playwright.sync_api import sync_playwright  # noqa: E402
from tests.browser.driver import over, play_by_clicks, set_up  # noqa: E402
from websockets.asyncio.client import connect  # noqa: E402
from websockets.exceptions import ConnectionClosed  # noqa: E402

from boxcars.core import registry  # noqa: E402

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ADVISED = ("age_of_steam", "steam")
"""Games in which careless players are soon bankrupt."""

# For every click: the time until the position is another one, or the button that confirms is there.
WATCH = """() => {
  window.answers = [];
  let clicked = null;
  const mark = () => document.body.dataset.at.split(':')[2];
  const asked = () => document.querySelector('#confirm:enabled') !== null;
  addEventListener('click', (e) => { clicked = [e.timeStamp, mark(), asked()]; }, true);
  new MutationObserver(() => {
    if (!clicked || (mark() === clicked[1] && (clicked[2] || !asked()))) return;
    const at = clicked[0];
    clicked = null;
    requestAnimationFrame(() => answers.push(performance.now() - at));
  }).observe(document.body, {subtree: true, childList: true, attributeFilter: ['data-at']});
}"""


def ask(url: str, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(f"{url}/api/tables", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


class Background:
    """Tables of bots, each with somebody who watches; a game that is over is followed by the next."""

    def __init__(self, url: str, count: int) -> None:
        self.url, self.count = url, count
        self.views = 0
        threading.Thread(target=lambda: asyncio.run(self.all()), daemon=True).start()

    async def all(self) -> None:
        with contextlib.suppress(OSError, ConnectionClosed):  # the server stops when everything is measured
            await asyncio.gather(*(self.table(i) for i in range(self.count)))

    async def table(self, i: int) -> None:
        games = list(registry.games())
        game = games[i % len(games)]
        players = min(n for n in registry.game(game).maps[0].players if n > 2)
        seats = [{"kind": "bot", "level": "heuristic"}] * players
        while True:
            made = await asyncio.to_thread(ask, self.url, {"game": game, "players": players, "seats": seats, "start": True})
            address = f"{self.url.replace('http', 'ws')}/api/tables/{made['table']}/live"
            async with connect(address, max_size=None, compression=None, ping_interval=None) as socket:
                await socket.send(json.dumps({"diff": True}))
                async for message in socket:
                    self.views += 1
                    if b'"status":"over"' in (message.encode() if isinstance(message, str) else message):
                        break


def serve(folder: str) -> tuple[subprocess.Popen[bytes], str]:
    command = [sys.executable, "-m", "boxcars", "serve", "--port", "0", "--no-limits", "--log-level", "warning"]
    command += ["--workers", "1", "--database", f"sqlite:///{folder}/clicks.sqlite"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT / "src")})
    assert process.stdout is not None
    found = re.search(rb"http://[^\s/]+:\d+", process.stdout.readline())
    assert found
    url = found[0].decode()
    for _ in range(200):
        try:
            urllib.request.urlopen(url, timeout=10).close()
            break
        except OSError:
            time.sleep(0.05)
    return process, url


def figures(times: list[float]) -> dict[str, float]:
    times = sorted(times)
    at = {f"p{share}_ms": round(times[int(len(times) * share / 100)]) for share in (50, 95)} if times else {}
    return {"clicks": len(times), **at, "max_ms": round(times[-1]) if times else 0}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=20, help="tables in the background")
    parser.add_argument("--decisions", type=int, default=25, help="decisions to take in each game")
    parser.add_argument("--game", action="append", help="a game (may be repeated); default: all")
    arguments = parser.parse_args()
    everything: list[float] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tools:
        server, url = serve(folder)
        try:
            background = Background(url, arguments.tables)
            time.sleep(4 if arguments.tables else 0)
            browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            for game in arguments.game or list(registry.games()):
                page = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=url, locale="en-GB").new_page()
                set_up(page, game, min(n for n in registry.game(game).maps[0].players if n > 1))
                page.evaluate(WATCH)
                views, begun = background.views, time.monotonic()
                play_by_clicks(page, 1, 200, decisions=arguments.decisions, advised=game in ADVISED)
                times = page.evaluate("answers")
                rate = round((background.views - views) / (time.monotonic() - begun), 1)
                print(json.dumps({"game": game, **figures(times), "moves_per_second": rate, "over": over(page)}), flush=True)
                everything += times
                page.context.close()
            print(json.dumps({"game": "all", "tables": arguments.tables, **figures(everything)}))
            browser.close()
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
