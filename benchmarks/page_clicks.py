"""How long a click waits for its answer: a real Chromium plays every game by clicks while other tables are busy.

    python benchmarks/page_clicks.py                     # 20 tables of all games in the background
    python benchmarks/page_clicks.py --tables 0          # the server to itself
    python benchmarks/page_clicks.py --tasks             # how many clicks each task takes, with Confirm; no times

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
from tests.browser.driver import click_action, over, play_by_clicks, set_up  # noqa: E402
from tests.server.running import Seat, bring  # noqa: E402
from tests.server.test_pencil import building  # noqa: E402
from websockets.asyncio.client import connect  # noqa: E402
from websockets.exceptions import ConnectionClosed  # noqa: E402

from boxcars.core import registry  # noqa: E402
from boxcars.core.record import Record, read  # noqa: E402
from boxcars.view import replay_export  # noqa: E402

CHROMIUM = os.environ.get("CHROMIUM") or replay_export.chromium()
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


TASKS = [
    ("age_of_steam", "rust_belt-4-heuristic", "LayTrack", "a tile"),
    ("age_of_steam", "rust_belt-4-heuristic", "Bid", "a bid"),
    ("age_of_steam", "rust_belt-4-heuristic", "MoveGoods", "a delivery"),
    ("age_of_steam", "rust_belt-4-heuristic", "Urbanize", "an urbanization"),
    ("ticket_to_ride", "usa-2-heuristic", "TakeCard", "a draw"),
    ("ticket_to_ride", "usa-2-heuristic", "ClaimRoute", "a claim"),
    ("spike", "eastern_usa-2-heuristic", "Draw", "a draw"),
    ("spike", "eastern_usa-2-heuristic", "Upgrade", "an upgrade"),
]
"""What is done in recorded games: game, record, action, words."""
COUNT = "() => { window.counted = 0; addEventListener('click', () => { counted += 1; }, true); }"
CHOOSE = """(target) => document.querySelector(`.board-svg .hit.legal[data-target="${target}"]`)
  .dispatchEvent(new MouseEvent('click', {bubbles: true}))"""


def at_action(name: str, game: str, verb: str) -> tuple[Record, int, dict[str, Any]]:
    """A recorded game up to its first action of a kind, whose it is, and the action."""
    kept = read((ROOT / "tests" / game / "golden" / f"{name}.jsonl").read_bytes())
    for count, entry in enumerate(kept.entries):
        action = json.loads(bytes(entry.action))
        if action["do"] == verb:
            return Record(kept.header, kept.entries[:count]), entry.seat, action
    raise SystemExit(f"{name} has no {verb}")


def count_tasks(browser: Any, url: str) -> None:
    """Clicks for each task, as a player makes them who is asked before what is final; then a link of three tiles in two ways."""

    def opened(seat: Seat) -> Any:
        page = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=url, locale="en-GB").new_page()
        page.add_init_script("localStorage.setItem('boxcars:coach', 'off')")
        page.goto(f"/t/{seat.table}#{seat.token}")
        page.wait_for_function("() => document.body.dataset.at !== undefined")
        page.evaluate("document.querySelector('#onward')?.click()")
        page.evaluate(COUNT)
        return page

    for game, name, verb, words in TASKS:
        kept, seat, action = at_action(name, game, verb)
        page = opened(bring(url, kept)[seat])
        before = page.evaluate("document.body.dataset.at.split(':')[2]")
        click_action(page, action)
        page.wait_for_function("(mark) => document.body.dataset.at.split(':')[2] !== mark", arg=before)
        print(json.dumps({"game": game, "task": words, "clicks": page.evaluate("counted")}), flush=True)
        page.context.close()
    seats = bring(url, building())
    seat = seats[seats[0].view()["actor"]]
    route = seat.get("routes", **{"from": "hex:c0r10", "to": "hex:c2r7"}).json()["routes"][0]
    for tool in (True, False):
        page = opened(seat)
        if tool:
            page.click(".three [data-tool=cities]")
            for end in (route["start"], route["goal"]):
                page.wait_for_selector(f'.board-svg .hit.legal[data-target="hex:{end}"]', state="attached")
                page.evaluate(CHOOSE, f"hex:{end}")
            page.wait_for_selector("#confirm:enabled")
            clicks = page.evaluate("counted") + 1
        else:
            for action in route["actions"]:
                before = page.evaluate("document.body.dataset.at.split(':')[2]")
                click_action(page, action)
                page.wait_for_function("(mark) => document.body.dataset.at.split(':')[2] !== mark", arg=before)
                page.wait_for_function("() => document.body.dataset.at.endsWith('false')")
            clicks = page.evaluate("counted")
        way = "city to city" if tool else "tile by tile"
        print(json.dumps({"game": "age_of_steam", "task": f"a link of {len(route['actions'])} tiles, {way}", "clicks": clicks}))
        page.context.close()


def figures(times: list[float]) -> dict[str, float]:
    times = sorted(times)
    at = {f"p{share}_ms": round(times[int(len(times) * share / 100)]) for share in (50, 95)} if times else {}
    return {"clicks": len(times), **at, "max_ms": round(times[-1]) if times else 0}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=20, help="tables in the background")
    parser.add_argument("--decisions", type=int, default=25, help="decisions to take in each game")
    parser.add_argument("--game", action="append", help="a game (may be repeated); default: all")
    parser.add_argument("--tasks", action="store_true", help="count the clicks of each task instead")
    arguments = parser.parse_args()
    everything: list[float] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tools:
        server, url = serve(folder)
        try:
            if arguments.tasks:
                browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
                count_tasks(browser, url)
                browser.close()
                return
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
