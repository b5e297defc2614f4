"""Make docs/images/play.webp: a few turns of a real game in the browser, as a small animation for README.

python tools/gallery/animation.py [OUT]
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from film import screen
from make_gallery import Hall
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from boxcars.view.replay_export import chromium

OUT = Path(__file__).parents[2] / "docs/images/play.webp"
SIZE = (720, 450)
BEFORE, TURNS = 34, 6
"""How many decisions are played beforehand, and how many are shown."""
PAUSES = (250, 350, 500, 800)
"""Milliseconds between the pictures of a turn: its moves are animated meanwhile."""
SHOWN_FOR = 380
"""Milliseconds that each picture is shown."""
QUALITY = 34
LARGEST = 300_000


def take_picture(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)


def play_turns(page: Page, hall: Hall, table: str, token: str) -> list[Image.Image]:
    """Play some turns as a bot advises, and return what the page shows meanwhile."""
    frames = [take_picture(page)]
    for _ in range(TURNS):
        view = hall.ask("GET", f"tables/{table}/view", token=token)
        while not view["legal"] and view["status"] == "playing":
            page.wait_for_timeout(200)
            view = hall.ask("GET", f"tables/{table}/view", token=token)
        advice = hall.ask("GET", f"tables/{table}/hint?level=heuristic", token=token)
        move = {"ply": view["ply"], "mark": view["mark"], "action": advice[0]["action"]}
        hall.ask("POST", f"tables/{table}/act", move, token)
        for pause in PAUSES:
            page.wait_for_timeout(pause)
            frames.append(take_picture(page))
    return frames


def main() -> None:
    out = Path(sys.argv[1]) if sys.argv[1:] else OUT
    hall = Hall()
    try:
        with sync_playwright() as tools:
            browser = tools.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
            table, token = hall.open("ticket_to_ride", "usa", 3)
            hall.play(table, token, BEFORE)
            frames = play_turns(screen(browser, hall, table, token), hall, table, token)
            browser.close()
    finally:
        hall.close()
    frames[0].save(out, save_all=True, append_images=frames[1:], duration=SHOWN_FOR, loop=0, quality=QUALITY, method=6)
    size = out.stat().st_size
    print(f"{out}  {size:,} bytes, {len(frames)} pictures")
    if size > LARGEST:
        sys.exit(f"{size:,} bytes; {LARGEST:,} is the most")


if __name__ == "__main__":
    main()
