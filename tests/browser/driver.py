"""People who know no game: one clicks what glows, the other only has a keyboard. Both play what the page offers."""

from __future__ import annotations

import random
import time

from playwright.sync_api import Page

READY = "() => document.querySelector('.players .card') && document.body.dataset.at !== undefined"

STATE = """() => {
  const body = document.body;
  return {at: body.dataset.at, status: body.dataset.status, mine: body.classList.contains('my-move') && !body.dataset.at.endsWith('true'),
          refused: document.querySelector('.prompt.no b')?.textContent ?? null};
}"""

# A point of every lit shape that a click would reach, every button of the tray, and the button that confirms.
PLACES = """() => {
  const out = [];
  const confirm = document.querySelector('#confirm');
  if (confirm) { const r = confirm.getBoundingClientRect(); return [{x: r.x + r.width / 2, y: r.y + r.height / 2, kind: 'confirm'}]; }
  const seen = new Set();
  for (const el of document.querySelectorAll('.hit.legal')) {
    if (seen.has(el.dataset.target) || !el.getClientRects().length) continue;
    const box = el.getBBox(), to = el.getScreenCTM(), p = el.ownerSVGElement.createSVGPoint();
    search: for (const fx of [.5, .35, .65, .2, .8]) for (const fy of [.5, .35, .65, .2, .8]) {
      p.x = box.x + box.width * fx; p.y = box.y + box.height * fy;
      if (!el.isPointInFill(p)) continue;
      const q = p.matrixTransform(to);
      const hit = document.elementsFromPoint(q.x, q.y).find((e) => e.matches('.hit.legal'));
      if (hit === el) { out.push({x: q.x, y: q.y, kind: 'hit', target: el.dataset.target}); seen.add(el.dataset.target); break search; }
    }
  }
  for (const el of document.querySelectorAll('.tray button[data-pick]:not([data-pick^="form:"])')) {
    el.scrollIntoView({block: 'nearest'});
    const r = el.getBoundingClientRect();
    out.push({x: r.x + r.width / 2, y: r.y + r.height / 2, kind: 'button', target: el.dataset.pick});
  }
  return out;
}"""


def set_up(page: Page, game: str, players: int, bot: str = "heuristic", options: dict[str, object] | None = None) -> None:
    """Open a table by the form: the first seat is ours, the others are bots'."""
    page.goto(f"/new?game={game}")
    page.wait_for_selector("#make")
    if page.input_value("#players") != str(players):
        page.select_option("#players", str(players))
    page.fill("input[name=name0]", "Ada")
    for seat in range(1, players):
        page.select_option(f"select[name=level{seat}]", bot)
    for key, value in (options or {}).items():
        if isinstance(value, bool):
            page.set_checked(f"#o-{key}", value)
        elif isinstance(value, int):
            page.fill(f"#o-{key}", str(value))
        else:
            page.select_option(f"#o-{key}", str(value))
    page.click("#make")
    page.wait_for_function(READY)


def wait_for_news(page: Page, at: str, seconds: float = 30) -> None:
    page.wait_for_function("(at) => document.body.dataset.at !== at", arg=at, timeout=seconds * 1000)


def mark(page: Page) -> str:
    """The position the page shows."""
    return str(page.evaluate("document.body.dataset.at.split(':')[2]"))


def over(page: Page) -> bool:
    return page.evaluate("document.body.dataset.status") in ("over", "abandoned")


def finished(page: Page) -> list[int]:
    """The final score as the page shows it."""
    page.wait_for_selector("#front .scores tfoot")
    cells = page.locator("#front .scores tfoot tr").first.locator("td").all_inner_texts()
    return [int(text) for text in cells]


def play_by_clicks(page: Page, seed: int, limit: float, decisions: int = 10_000) -> int:
    """Click what glows until the game is over (or so many decisions were taken); returns how many clicks it took."""
    rnd = random.Random(seed)
    clicks = 0
    end = time.monotonic() + limit
    last = ""
    while time.monotonic() < end and decisions > 0:
        state = page.evaluate(STATE)
        if state["status"] in ("over", "abandoned"):
            return clicks
        if not state["mine"]:
            wait_for_news(page, state["at"])
            continue
        places = page.evaluate(PLACES)
        for _ in range(8):  # what can be done lies outside the picture: zoom out
            if places:
                break
            page.get_by_role("button", name="Zoom out").first.click()
            places = page.evaluate(PLACES)
        assert places, f"nothing to click: {state}, {page.inner_text('#asked')}"
        here = rnd.choice(places)
        page.mouse.click(here["x"], here["y"])
        clicks += 1
        try:
            wait_for_news(page, state["at"], 5)
        except Exception:
            assert last != state["at"], f"a click on {here} changes nothing: {page.inner_text('#asked')}"
            last = state["at"]
        page.wait_for_function("() => !document.body.dataset.at.endsWith('true')")
        if mark(page) != state["at"].split(":")[2]:
            decisions -= 1
    assert decisions <= 0 or over(page), f"the game did not end within {limit} s and {clicks} clicks"
    return clicks


def play_by_keys(page: Page, seed: int, limit: float, decisions: int = 10_000) -> int:
    """Walk the list of actions with the keyboard alone until the game is over; returns how many keys were pressed."""
    rnd = random.Random(seed)
    pressed = 0
    end = time.monotonic() + limit
    while time.monotonic() < end and decisions > 0:
        state = page.evaluate(STATE)
        if state["status"] in ("over", "abandoned"):
            return pressed
        if not state["mine"]:
            wait_for_news(page, state["at"])
            continue
        keys = ["a"] + ["ArrowDown"] * rnd.randrange(1, 9) + ["Enter"]
        for key in keys:
            page.keyboard.press(key)
        pressed += len(keys)
        wait_for_news(page, state["at"], 10)
        decisions -= 1
    assert decisions <= 0 or over(page), f"the game did not end within {limit} s and {pressed} keys"
    return pressed
