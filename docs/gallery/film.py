"""Film strips: three frames of every kind of movement, taken from real games that are stepped through in slow motion.

``make_gallery.py films`` makes them.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.sync_api import Browser, Page

from boxcars.core import registry

if TYPE_CHECKING:
    from make_gallery import Hall

SLOWER = 0.12
"""How fast the film runs."""
FRAME = (640, 400)
"""What is cut out of the page round the middle of what moves."""
SCENES: dict[str, tuple[int, list[str]]] = {
    "ticket_to_ride": (3, ["fly", "turn", "lay"]),
    "age_of_steam": (24, ["lay", "ride", "dice", "count"]),
    "steam": (16, ["ride"]),
    "spike": (24, ["ride", "stamp"]),
    "silverton": (24, ["dice", "fly", "lay"]),
}
"""Game -> how many decisions are played beforehand, and the kinds of movement that are filmed."""
LIVE = ("ticket_to_ride",)
"""Games whose trays are part of the film: they are played on; the others are stepped through."""
TRIES = 40
WHERE = """() => [...document.querySelectorAll('.flight, .uncover, .rise, .stamped')].map((el) => {
  const box = el.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""
OURS = "() => document.body.classList.contains('my-move') && !document.body.classList.contains('story')"
MOVING = "() => document.body.classList.contains('story') ? document.getAnimations().length : -1"


def films(browser: Browser, hall: Hall, wanted: list[str]) -> Iterator[tuple[str, Image.Image]]:
    """All strips of these games: name and picture."""
    for game, (depth, kinds) in SCENES.items():
        if wanted and game not in wanted:
            continue
        table, token = hall.open(game, registry.game(game).maps[0].key, 3)
        hall.play(table, token, depth)
        page = screen(browser, hall, table, token)
        for kind in kinds:
            shoot = played_on if game in LIVE else stepped
            if frames := shoot(page, hall, table, token, kind):
                yield f"film-{game}-{kind}", joined(frames)
        page.context.close()


def screen(browser: Browser, hall: Hall, table: str, token: str) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=hall.url, locale="en-GB")
    context.add_init_script("localStorage.setItem('boxcars:motion', 'always'); localStorage.setItem('boxcars:theme', 'light')")
    page = context.new_page()
    page.goto(f"/t/{table}#{token}")
    page.wait_for_selector(".players .card")
    page.wait_for_timeout(1500)  # what moves is fetched when the page stands
    return page


def stepped(page: Page, hall: Hall, table: str, token: str, kind: str) -> list[Image.Image]:
    """Three frames of the first step of the game with such a movement."""
    ply = step_with(hall, table, token, kind)
    if ply < 0:
        return []
    page.keyboard.press("p")
    page.wait_for_selector(".replay")
    page.locator(".replay input[type=range]").fill(str(ply - 1))
    page.wait_for_timeout(700)
    frames = filmed(page, lambda: page.keyboard.press("ArrowRight"))
    page.keyboard.press("Escape")
    return frames


def played_on(page: Page, hall: Hall, table: str, token: str, kind: str) -> list[Image.Image]:
    """Three frames of the next move of our own with such a movement."""
    for _ in range(TRIES):
        for _ in range(2):  # (the story of the last move begins a moment after the position is drawn)
            page.wait_for_function(OURS)
            page.wait_for_timeout(400)
        view = hall.ask("GET", f"tables/{table}/view", token=token)
        advice = hall.ask("GET", f"tables/{table}/hint?level=heuristic", token=token)
        move = {"ply": (ply := view["ply"]), "mark": view["mark"], "action": advice[0]["action"]}
        frames = filmed(page, partial(hall.ask, "POST", f"tables/{table}/act", move, token))
        beats = hall.ask("GET", f"tables/{table}/view?ply={ply + 1}", token=token)["beats"]
        if frames and any(beat["kind"] == kind for beat in beats):
            return frames
    return []


def filmed(page: Page, begin: Callable[[], object]) -> list[Image.Image]:
    """Three frames of the story that begins now."""
    camera = page.context.new_cdp_session(page)
    camera.send("Animation.enable")
    camera.send("Animation.setPlaybackRate", {"playbackRate": SLOWER})
    begin()
    frames: list[Image.Image] = []
    places: list[list[float]] = []
    end = time.monotonic() + 25
    begun = False
    while time.monotonic() < end:
        moving = page.evaluate(MOVING)
        begun = begun or moving >= 0
        if begun and moving < 0:
            break
        if moving > 0:
            places += page.evaluate(WHERE)
            frames.append(Image.open(io.BytesIO(page.screenshot())))
    camera.send("Animation.setPlaybackRate", {"playbackRate": 1})
    last = len(frames) - 1
    chosen = [frames[round(last * at)] for at in (0.15, 0.5, 0.85)] if frames else []
    return [cut_out(frame, places) for frame in chosen]


def cut_out(frame: Image.Image, places: list[list[float]]) -> Image.Image:
    """The part of the page where it moves; the whole page, if it moves all over it."""
    xs, ys = [x for x, _ in places] or [0.0], [y for _, y in places] or [0.0]
    if max(xs) - min(xs) > FRAME[0] - 80 or max(ys) - min(ys) > FRAME[1] - 80:
        return frame.resize(FRAME)
    left = max(0, min(frame.width - FRAME[0], round((max(xs) + min(xs) - FRAME[0]) / 2)))
    top = max(0, min(frame.height - FRAME[1], round((max(ys) + min(ys) - FRAME[1]) / 2)))
    return frame.crop((left, top, left + FRAME[0], top + FRAME[1]))


def step_with(hall: Hall, table: str, token: str, kind: str) -> int:
    last = hall.ask("GET", f"tables/{table}/view", token=token)["ply"]
    for ply in range(1, last + 1):
        view: dict[str, Any] = hall.ask("GET", f"tables/{table}/view?ply={ply}", token=token)
        if any(beat["kind"] == kind for beat in view["beats"]):
            return ply
    return -1


def joined(frames: list[Image.Image]) -> Image.Image:
    out = Image.new("RGB", (FRAME[0] * len(frames), FRAME[1]))
    for i, frame in enumerate(frames):
        out.paste(frame.convert("RGB"), (i * FRAME[0], 0))
    return out
