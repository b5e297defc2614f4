"""Photograph every screen and every map: python docs/gallery/make_gallery.py [game …]

A server of its own, bots in all seats but one, Chromium as the camera. For each map: an early position (desktop light, phone
dark) and a late one (desktop dark and light, phone light); and once every screen around the games. 256 colours each.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from boxcars.core import registry
from boxcars.view.svg import board_of, plain

HERE = Path(os.environ.get("GALLERY") or Path(__file__).parent)
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
EARLY, LATE = 5, 45
"""Decisions of the seat that is photographed."""
READY = "() => document.querySelector('.players .card') && document.body.dataset.at !== undefined"


class Hall:
    """The server, and a seat at it that plays as a bot advises."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp()
        command = [sys.executable, "-m", "boxcars", "serve", "--port", "0", "--bot-delay", "0", "--no-limits", "--workers", "1"]
        command += ["--database", f"sqlite:///{self.folder}/gallery.sqlite", "--log-level", "warning"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        found = re.search(rb"http://[^\s/]+:\d+", self.process.stdout.readline())
        assert found
        self.url = found[0].decode()
        for _ in range(200):
            try:
                urllib.request.urlopen(self.url, timeout=10).close()
                break
            except OSError:
                time.sleep(0.05)

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"{self.url}/api/{path}", data, method=method)
        request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def open(self, game: str, map: str, players: int) -> tuple[str, str]:
        names = ["Ada", "Brunel", "Carmen", "Dmitri", "Esther", "Farid"]
        seats = [{"kind": "person", "name": names[0], "mine": True}]
        seats += [{"kind": "bot", "name": name, "level": "heuristic"} for name in names[1:players]]
        made = self.ask("POST", "tables", {"game": game, "map": map, "players": players, "seats": seats, "start": True})
        return made["table"], made["tokens"][0]

    def play(self, table: str, token: str, decisions: int) -> bool:
        """Play on; False when the game is over first."""
        while decisions > 0:
            view = self.ask("GET", f"tables/{table}/view", token=token)
            if view["status"] != "playing":
                return False
            if not view["legal"]:
                continue
            advice = self.ask("GET", f"tables/{table}/hint?level=heuristic", token=token)
            action = advice[0]["action"] if advice else view["legal"][0]["action"]
            self.ask("POST", f"tables/{table}/act", {"ply": view["ply"], "mark": view["mark"], "action": action}, token)
            decisions -= 1
        for _ in range(200):
            view = self.ask("GET", f"tables/{table}/view", token=token)
            if view["legal"] or view["status"] != "playing":
                break
        return bool(view["status"] == "playing")

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def shoot(page: Page, name: str) -> None:
    page.evaluate("() => document.fonts.ready")
    page.wait_for_timeout(350)
    image = Image.open(io.BytesIO(page.screenshot()))
    image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(HERE / f"{name}.png", optimize=True)
    print(name, flush=True)


def camera(browser: Browser, hall: Hall, phone: bool = False, theme: str = "light", wide: bool = False, **settings: str) -> Page:
    size = {"width": 390, "height": 844} if phone else {"width": 1680, "height": 945} if wide else {"width": 1280, "height": 800}
    context = browser.new_context(viewport=size, base_url=hall.url, has_touch=phone, reduced_motion="reduce", locale="en-GB")
    for key, value in {"theme": theme, **settings}.items():
        context.add_init_script(f"localStorage.setItem('boxcars:{key}', '{value}')")
    return context.new_page()


def table_shot(browser: Browser, hall: Hall, table: str, token: str, name: str, **how: Any) -> None:
    page = camera(browser, hall, **how)
    page.goto(f"/t/{table}#{token}")
    page.wait_for_function(READY)
    shoot(page, name)
    page.context.close()


def maps(browser: Browser, hall: Hall, wanted: list[str]) -> None:
    for key, game in registry.games().items():
        drawn: set[str] = set()
        for m in game.maps if not wanted or key in wanted else []:
            ground = board_of(registry.make(key, m.key), plain).ground()
            if ground in drawn:  # a scenario on a map that has been photographed
                continue
            drawn.add(ground)
            players = 3 if 3 in m.players else m.players[0]
            table, token = hall.open(key, m.key, players)
            name = f"{key}-{m.key}"
            going = hall.play(table, token, EARLY)
            table_shot(browser, hall, table, token, f"{name}-early-desktop-light")
            table_shot(browser, hall, table, token, f"{name}-early-phone-dark", phone=True, theme="dark")
            step = LATE - EARLY
            while going and step:
                going = hall.play(table, token, min(step, 5))
                step = max(0, step - 5)
            table_shot(browser, hall, table, token, f"{name}-late-desktop-light")
            table_shot(browser, hall, table, token, f"{name}-late-desktop-dark", theme="dark")
            table_shot(browser, hall, table, token, f"{name}-late-phone-light", phone=True)


def screens(browser: Browser, hall: Hall) -> None:
    game = "ticket_to_ride"
    for theme in ("light", "dark"):
        for phone in (False, True):
            kind = f"{'phone' if phone else 'desktop'}-{theme}"
            page = camera(browser, hall, phone, theme)
            page.goto("/")
            page.wait_for_selector(".games")
            shoot(page, f"screen-lobby-{kind}")
            page.goto(f"/new?game={game}")
            page.wait_for_selector("#make")
            shoot(page, f"screen-new-table-{kind}")
            page.context.close()
    page = camera(browser, hall)
    page.goto(f"/rules/{game}")
    page.wait_for_selector(".rules")
    shoot(page, "screen-rules-desktop-light")
    page.goto(f"/new?game={game}")
    page.wait_for_selector("#make")
    page.select_option("select[name=kind1]", "open")
    page.click("#make")
    page.wait_for_selector("#front .seats")
    shoot(page, "screen-waiting-room-desktop-light")
    page.goto(f"/new?game={game}")
    page.wait_for_selector("#make")
    page.fill("input[name=name0]", "Ada")
    page.select_option("select[name=kind1]", "me")
    page.click("#make")
    page.wait_for_selector("#cover")
    shoot(page, "screen-hand-over-desktop-light")
    page.context.close()
    table, token = hall.open(game, "usa", 3)
    hall.play(table, token, 14)
    page = camera(browser, hall)
    page.goto(f"/t/{table}#{token}")
    page.wait_for_function(READY)
    page.keyboard.press("h")
    page.wait_for_selector(".hints ol li", timeout=60_000)
    shoot(page, "screen-hint-desktop-light")
    page.locator(".actions button").last.click()
    page.wait_for_selector("#confirm")
    shoot(page, "screen-confirm-desktop-light")
    page.keyboard.press("Escape")
    page.locator("#tab-log").click()
    page.keyboard.press("r")
    page.wait_for_selector("#help .rules h2")
    shoot(page, "screen-rules-beside-the-board-desktop-light")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    shoot(page, "screen-menu-desktop-light")
    page.keyboard.press("m")
    page.keyboard.press("p")
    page.wait_for_selector(".prompt.replay")
    page.keyboard.press("ArrowLeft")
    shoot(page, "screen-replay-desktop-light")
    page.context.close()
    table_shot(browser, hall, table, token, "screen-broad-desktop-light", wide=True)
    choices(browser, hall)
    table_shot(browser, hall, table, token, "screen-spanish-desktop-light", lang="es")
    table_shot(browser, hall, table, token, "screen-italian-phone-light", lang="it", phone=True)
    while hall.play(table, token, 40):
        pass
    table_shot(browser, hall, table, token, "screen-final-score-desktop-light")
    table_shot(browser, hall, table, token, "screen-final-score-phone-dark", phone=True, theme="dark")


def choices(browser: Browser, hall: Hall) -> None:
    """A tile is chosen by its picture; what cannot be done is refused with the rule's reason."""
    table, token = hall.open("age_of_steam", "rust_belt", 3)
    building = False
    while not building and hall.play(table, token, 1):
        view = hall.ask("GET", f"tables/{table}/view", token=token)
        building = view["turn"].startswith("Turn 2") and any(a["path"][0].startswith("hex:") for a in view["legal"])
    click = "(which) => document.querySelector(which).dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    for phone in (False, True):
        page = camera(browser, hall, phone, "dark" if phone else "light")
        page.goto(f"/t/{table}#{token}")
        page.wait_for_function(READY)
        page.evaluate(click, ".board-svg .hit.hx.legal")
        page.wait_for_selector(".tray .sign")
        page.locator(".tray .sign").first.hover()
        shoot(page, f"screen-tiles-{'phone-dark' if phone else 'desktop-light'}")
        page.keyboard.press("Escape")
        page.evaluate(click, ".board-svg .hit.hx:not(.legal)")
        page.wait_for_selector(".prompt.no a")
        if not phone:
            shoot(page, "screen-refused-desktop-light")
        page.context.close()


def index() -> None:
    """A page that shows them all."""
    names = sorted(p.stem for p in HERE.glob("*.png"))
    lines = ["# Gallery", "", "Made by `make gallery`: a real server, bots, and Chromium as the camera.", ""]
    for key, game in registry.games().items():
        own = [n for n in names if n.startswith(f"{key}-")]
        lines += [f"## {game.name}", "", *(f"![{n}]({n}.png)" for n in own), ""]
    lines += ["## Screens", "", *(f"![{n}]({n}.png)" for n in names if n.startswith("screen-")), ""]
    (HERE / "README.md").write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    wanted = sys.argv[1:]
    hall = Hall()
    try:
        with sync_playwright() as tools:
            browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            if not wanted or "screens" in wanted:
                screens(browser, hall)
            if wanted != ["screens"]:
                maps(browser, hall, wanted)
            browser.close()
    finally:
        hall.close()
    index()


if __name__ == "__main__":
    main()
