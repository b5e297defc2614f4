"""Photograph screens and maps: make_gallery.py [screens | analysis | house | workshop | coach | films | tables | game …]

A server of its own, Chromium as the camera. The scenes of a game (``scenes.py``) at four sizes, light and dark; each map late in
a game that its evaluator played; and once every screen around the games.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from bench import BENCHES
from coach import scenes
from film import films
from house import People
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from scenes import SCENES, position

from boxcars.core import registry
from boxcars.core.record import Record, read
from boxcars.view.replay_export import chromium
from boxcars.view.svg_export import board_of, plain

OUT = Path(os.environ.get("GALLERY") or Path(__file__).parents[2] / "build/gallery")
LATE = 140
"""Moves of a game before its map is photographed."""
SIZES = {"desktop": (1440, 900), "laptop": (1280, 800), "upright": (390, 844), "side": (844, 390)}
IN_TURN = {"desktop": "light", "laptop": "dark", "upright": "light", "side": "dark"}
PARTS = {"screens", "analysis", "house", "workshop", "coach", "films", "tables"}
LOOKED_AT = {
    "age_of_steam": "rust_belt-3-heuristic",
    "steam": "ruhr-3-heuristic-mode=standard",
    "ticket_to_ride": "usa-3-heuristic",
    "silverton": "colorado-3-heuristic",
    "spike": "eastern_usa-3-heuristic",
}
"""Games whose analysis is shown."""
QUALITY = 50
"""Of the pictures of scenes and maps (WebP)."""
CLICK = "(which) => document.querySelector(which)?.dispatchEvent(new MouseEvent('click', {bubbles: true}))"
PICTURES = "() => [...document.images].every((image) => image.complete || !image.offsetParent)"
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

    def bring(self, kept: Record, actor: int) -> tuple[str, str]:
        """A record as a table, and the key of the seat that is to act."""
        request = urllib.request.Request(f"{self.url}/api/import", kept.write(), method="POST")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=60) as answer:
            made = json.load(answer)
        return made["table"], made["tokens"][max(0, actor)]

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


def shoot(page: Page, name: str, whole: bool = False) -> None:
    size = page.viewport_size
    if whole and size:  # (what is fixed to the edge of the screen stays there)
        tall = page.evaluate("() => document.documentElement.scrollHeight")
        page.set_viewport_size({"width": size["width"], "height": tall})
    page.evaluate("() => document.fonts.ready")
    page.wait_for_function(PICTURES)
    page.wait_for_timeout(350)
    image = Image.open(io.BytesIO(page.screenshot()))
    image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(OUT / f"{name}.png", optimize=True)
    if whole and size:
        page.set_viewport_size(size)
    print(name, flush=True)


def camera(browser: Browser, hall: Hall, phone: bool = False, theme: str = "light", wide: bool = False, **settings: str) -> Page:
    width, height = (390, 844) if phone else (1680, 945) if wide else (1280, 800)
    size: ViewportSize = {"width": width, "height": height}
    context = browser.new_context(viewport=size, base_url=hall.url, has_touch=phone, reduced_motion="reduce", locale="en-GB")
    for key, value in {"theme": theme, "coach": "quiet", **settings}.items():
        context.add_init_script(f"localStorage.setItem('boxcars:{key}', '{value}')")
    return context.new_page()


def table_shot(browser: Browser, hall: Hall, table: str, token: str, name: str, **how: Any) -> None:
    page = camera(browser, hall, **how)
    page.goto(f"/t/{table}#{token}")
    page.wait_for_function(READY)
    shoot(page, name)
    page.context.close()


def maps(browser: Browser, hall: Hall, wanted: list[str]) -> None:
    """Every map late in a game."""
    for key, game in registry.games().items():
        drawn: set[str] = set()
        for m in game.maps:
            if wanted and not {key, f"{key}-{m.key}"} & set(wanted):
                continue
            ground = board_of(registry.make(key, m.key), plain).draw_ground()
            if ground in drawn:  # a scenario on a map that has been photographed
                continue
            drawn.add(ground)
            players = 3 if 3 in m.players else m.players[0]
            kept, actor = late(key, m.key, players)
            table, token = hall.bring(kept, actor)
            views(browser, hall, table, token, f"{key}-{m.key}", ["desktop", "upright"])


def late(game: str, map: str, players: int) -> tuple[Record, int]:
    """A position late in a game; of one that is shorter, one before its end."""
    kept, actor = position(game, lambda _, legal, n: n >= LATE and len(legal) > 3, players, map)
    last = len(kept.entries) - 20
    return (kept, actor) if actor >= 0 else position(game, lambda _, legal, n: n >= last and len(legal) > 3, players, map)


def tables(browser: Browser, hall: Hall, wanted: list[str]) -> None:
    """The scenes of the games."""
    for scene in SCENES:
        if not wanted or {scene.game, f"{scene.game}-{scene.name}"} & set(wanted):
            kept, actor = position(scene.game, scene.wanted)
            table, token = hall.bring(kept, actor)
            themes = IN_TURN if scene.turns else {}
            views(browser, hall, table, token, f"{scene.game}-{scene.name}", list(SIZES), scene.press, scene.slip, themes)


def both(page: Page, name: str, themes: tuple[str, ...] = ("light", "dark")) -> None:
    """What the page shows, light and dark."""
    page.evaluate("() => document.fonts.ready")
    for theme in themes:
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        page.wait_for_timeout(200)
        page.wait_for_function(PICTURES)  # (each theme has its own)
        image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        image.save(OUT / f"{name}-{theme}.webp", quality=QUALITY, method=6)
    page.evaluate("() => { document.documentElement.dataset.theme = 'light'; }")
    print(name, flush=True)


def views(
    browser: Browser,
    hall: Hall,
    table: str,
    token: str,
    name: str,
    sizes: list[str],
    press: str = "",
    slip: bool = False,
    themes: dict[str, str] | None = None,
) -> None:
    """A position at these sizes, light and dark, or at each size in its theme."""
    for size in sizes:
        wide, high = SIZES[size]
        context = browser.new_context(
            viewport={"width": wide, "height": high},
            base_url=hall.url,
            has_touch=size in ("upright", "side"),
            reduced_motion="reduce",
            locale="en-GB",
        )
        context.set_default_timeout(120_000)  # (a busy machine takes its time)
        page = context.new_page()
        page.goto(f"/t/{table}#{token}")
        page.wait_for_function(READY)
        page.wait_for_timeout(300)
        if not slip:
            page.evaluate("document.querySelector('#onward')?.click()")
        if press:
            page.evaluate(CLICK, press)
            page.wait_for_timeout(300)
        both(page, f"{name}-{size}", (themes[size],) if themes else ("light", "dark"))
        context.close()


def screens(browser: Browser, hall: Hall) -> None:
    game = "ticket_to_ride"
    for theme in ("light", "dark"):
        for phone in (False, True):
            kind = f"{'phone' if phone else 'desktop'}-{theme}"
            page = camera(browser, hall, phone, theme)
            page.goto("/")
            page.wait_for_selector(".games", state="attached")
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


def looking_back(browser: Browser, games: list[str]) -> None:
    """The analysis of a game of each kind. An address may ask for three a day, so every game has a server of its own."""
    for game, name in LOOKED_AT.items():
        if not games or game in games:
            hall = Hall()
            try:
                look_back(browser, hall, game, name)
            finally:
                hall.close()


def look_back(browser: Browser, hall: Hall, game: str, name: str) -> None:
    """When all of it is found, at the first seat's worst; and a move that is tried."""
    record = read((Path(__file__).parents[2] / f"tests/{game}/golden/{name}.jsonl").read_bytes())
    record.header.names = ["Ada", "Brunel", "Carmen"]
    table, token = hall.bring(record, 0)
    hall.ask("POST", f"tables/{table}/analysis", {}, token)
    while (found := hall.ask("GET", f"tables/{table}/analysis", token=token))["state"] != "done":
        time.sleep(1)
    worst = max((one for one in found["decisions"] if one["seat"] == 0), key=lambda one: one["loss"])
    first = game == "age_of_steam"
    for size in ("desktop", "upright", *(("side",) if first else ())):
        page = analysis_page(browser, hall, SIZES[size], f"/t/{table}?analysis={worst['ply'] + 1}#{token}")
        both(page, f"screen-analysis-{game}-{size}")
        if first:
            page.eval_on_selector("#an-try", "(key) => key.click()")
            page.wait_for_selector("body.trying #an-back")
            page.wait_for_timeout(400)
            both(page, f"screen-analysis-try-{size}", ("light",))
        page.context.close()


def analysis_page(browser: Browser, hall: Hall, size: tuple[int, int], address: str) -> Page:
    view: ViewportSize = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=view, base_url=hall.url, reduced_motion="reduce", locale="en-GB")
    context.add_init_script("localStorage.setItem('boxcars:theme', 'light'); localStorage.setItem('boxcars:coach', 'quiet')")
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".an-rail .ml", state="attached")
    page.wait_for_timeout(400)
    return page


def workshop(browser: Browser, hall: Hall) -> None:
    """The workshop's door, and a map of each game on its bench."""
    for size in ("desktop", "upright", "side"):
        wide, high = SIZES[size]
        context = browser.new_context(viewport={"width": wide, "height": high}, base_url=hall.url, locale="en-GB")
        context.set_default_timeout(120_000)
        page = context.new_page()
        for bench in BENCHES:
            if size not in bench.sizes:
                continue
            page.goto("/workshop")
            page.wait_for_selector(".ws-board")
            page.evaluate("(text) => sessionStorage.setItem('boxcars:open', text)", bench.text)
            page.goto(bench.address)
            page.wait_for_selector(".ws-sheet .hit", state="attached")
            if bench.layer:
                with page.expect_response("**/api/workshop/**"):
                    page.locator(".ws-modes .btn", has_text=bench.layer).click()
            if bench.held:
                page.wait_for_timeout(600)
                box, room = (page.locator(which).first.bounding_box() for which in (f'[data-target="{bench.held}"]', ".ws-sheet"))
                assert box is not None and room is not None
                at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
                if room["x"] < at[0] < room["x"] + room["width"] and room["y"] < at[1] < room["y"] + room["height"]:
                    with page.expect_response("**/api/workshop/**"):
                        page.mouse.click(*at)
            if bench.tool:
                page.locator(".brush", has_text=bench.tool).first.click()
            page.wait_for_timeout(900)
            both(page, f"{bench.name}-{size}")
        page.evaluate("localStorage.clear()")
        page.goto("/workshop")
        page.wait_for_selector(".ws-board")
        both(page, f"workshop-door-{size}")
        context.close()


def house(browser: Browser, hall: Hall) -> None:
    """The pages around the tables as somebody with a card sees them."""
    people = People(hall)
    for theme in ("light", "dark"):
        for phone in (False, True):
            page = camera(browser, hall, phone, theme, **people.settings)
            for name, address, ready in people.screens():
                page.goto(address)
                page.wait_for_selector(ready, state="attached")
                shoot(page, f"house-{name}-{'phone' if phone else 'desktop'}-{theme}", whole=not address.startswith("/t/"))
            page.context.close()
    for phone in (False, True):
        page = camera(browser, hall, phone)
        for name, address, ready in (("no-card", "/profile", "#create-profile"), ("lobby-first", "/", ".games")):
            page.goto(address)
            page.wait_for_selector(ready)
            shoot(page, f"house-{name}-{'phone' if phone else 'desktop'}-light")
        page.context.close()


def choices(browser: Browser, hall: Hall) -> None:
    """A tile is chosen by its picture; what cannot be done is refused with the rule's reason."""
    table, token = hall.open("age_of_steam", "rust_belt", 3)
    building = False
    while not building and hall.play(table, token, 1):
        view = hall.ask("GET", f"tables/{table}/view", token=token)
        building = view["turn"].startswith("Turn 2") and any(a["path"][0].startswith("hex:") for a in view["legal"])
    for phone in (False, True):
        page = camera(browser, hall, phone, "dark" if phone else "light")
        page.goto(f"/t/{table}#{token}")
        page.wait_for_function(READY)
        page.evaluate(CLICK, ".board-svg .hit.hx.legal")
        page.wait_for_selector(".sign")
        page.locator(".sign").first.hover()
        shoot(page, f"screen-tiles-{'phone-dark' if phone else 'desktop-light'}")
        page.keyboard.press("Escape")
        page.evaluate(CLICK, ".board-svg .hit.hx:not(.legal)")
        page.wait_for_selector(".prompt.no a")
        if not phone:
            shoot(page, "screen-refused-desktop-light")
        page.context.close()


def index() -> None:
    """A page that shows them all."""
    names = sorted(p.name for p in OUT.iterdir() if p.suffix in (".png", ".webp"))
    lines = ["# Gallery", "", "Made by `make gallery`: a real server, bots, and Chromium as the camera.", ""]
    for key, game in registry.games().items():
        own = [n for n in names if n.startswith(f"{key}-")]
        lines += [f"## {game.name}", "", *(f"![{n}]({n})" for n in own), ""]
    lines += [
        "## Films",
        "",
        "Three frames of each movement.",
        "",
        *(f"![{n}]({n})" for n in names if n.startswith("film-")),
        "",
    ]
    lines += ["## The coach", "", *(f"![{n}]({n})" for n in names if n.startswith("coach-")), ""]
    lines += ["## Screens", "", *(f"![{n}]({n})" for n in names if n.startswith("screen-")), ""]
    lines += ["## The workshop", "", *(f"![{n}]({n})" for n in names if n.startswith("workshop-")), ""]
    lines += ["## The house", "", *(f"![{n}]({n})" for n in names if n.startswith("house-")), ""]
    (OUT / "README.md").write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    wanted = sys.argv[1:]
    OUT.mkdir(parents=True, exist_ok=True)
    hall = Hall()
    try:
        with sync_playwright() as tools:
            browser = tools.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
            if not wanted or "screens" in wanted:
                screens(browser, hall)
            games = [game for game in wanted if game not in PARTS]
            if not wanted or "analysis" in wanted:
                looking_back(browser, games)
            if not wanted or "house" in wanted:
                house(browser, hall)
            if not wanted or "workshop" in wanted:
                workshop(browser, hall)
            if not wanted or "coach" in wanted:
                scenes(browser, hall, both)
            if not wanted or "films" in wanted:
                for name, strip in films(browser, hall, games):
                    strip.save(OUT / f"{name}.webp", quality=QUALITY, method=6)
                    print(name, flush=True)
            if not wanted or "tables" in wanted:
                tables(browser, hall, games)
            if not set(wanted) & PARTS:
                maps(browser, hall, games)
            browser.close()
    finally:
        hall.close()
    index()


if __name__ == "__main__":
    main()
