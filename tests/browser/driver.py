"""People who know no game: one clicks what glows, the other only has a keyboard. Both play what the page offers."""

from __future__ import annotations

import json
import random
import time
from typing import Any

from playwright.sync_api import Page, TimeoutError

from boxcars.core import registry

READY = "() => document.querySelector('.players .card') && document.body.dataset.at !== undefined"

STATE = """() => {
  const body = document.body;
  return {at: body.dataset.at, status: body.dataset.status, mine: body.classList.contains('my-move') && !body.dataset.at.endsWith('true'),
          refused: document.querySelector('.prompt.no b')?.textContent ?? null};
}"""

# A point of every lit shape that a click would reach, every button of the tray, and the button that confirms.
PLACES = """() => {
  const out = [];
  const confirm = document.querySelector('#confirm:enabled');
  if (confirm) { const r = confirm.getBoundingClientRect(); return [{x: r.x + r.width / 2, y: r.y + r.height / 2, kind: 'confirm'}]; }
  const seen = new Set();
  for (const el of document.querySelectorAll('.hit.legal')) {
    if (seen.has(el.dataset.target) || !el.getClientRects().length) continue;
    const box = el.getBBox(), to = el.getScreenCTM(), p = el.ownerSVGElement.createSVGPoint();
    search: for (const fx of [.5, .35, .65, .2, .8]) for (const fy of [.5, .35, .65, .2, .8]) {
      p.x = box.x + box.width * fx; p.y = box.y + box.height * fy;
      if (!el.isPointInFill(p)) continue;
      const q = p.matrixTransform(to);
      const there = document.elementsFromPoint(q.x, q.y), hit = there.find((e) => e.matches('.hit.legal'));
      if (there[0]?.closest('.mini, .zoom, .recap-slip, .tip') || q.y > el.ownerSVGElement.getBoundingClientRect().bottom - 2) continue;
      if (hit === el) { out.push({x: q.x, y: q.y, kind: 'hit', target: el.dataset.target}); seen.add(el.dataset.target); break search; }
    }
  }
  for (const el of document.querySelectorAll(':is(.tray, .fixed, .hand, .rack) button[data-pick]:not([data-pick^="form:"])')) {
    out.push({kind: 'button', target: el.dataset.pick});
  }
  return out;
}"""


# What a bot would do in our seat: the words of the action, and its targets; of a number also its place among its siblings.
ADVICE = """async () => {
  const id = location.pathname.split('/')[2], seats = JSON.parse(localStorage.getItem('boxcars:table:' + id)).seats;
  const ask = async (what) => (await fetch(`/api/tables/${id}/${what}`, {headers: {Authorization: 'Bearer ' + Object.values(seats)[0]}})).json();
  const [view, best] = await Promise.all([ask('view'), ask('hint?level=heuristic')]);
  const same = JSON.stringify(best[0]?.action), found = view.legal.find((a) => JSON.stringify(a.action) === same);
  if (!found) return null;
  const steps = found.path.map((target, k) => {
    if (!target.startsWith('n:')) return {target};
    const like = view.legal.filter((a) => a.path.slice(0, k).join() === found.path.slice(0, k).join()).map((a) => a.path[k]).filter((x) => x.startsWith('n:')).map((x) => +x.slice(2));
    return {target, place: [...new Set(like)].sort((a, b) => a - b).indexOf(+target.slice(2))};
  });
  return {text: found.text, steps};
}"""


QUICK: dict[str, dict[str, object]] = {"silverton": {"length": "short"}}
"""Options that make a game shorter."""


def short(game: str) -> tuple[int, dict[str, object]]:
    """The shortest way to the end of a game: fewest seats (but somebody to play with), quick options."""
    counts = registry.game(game).maps[0].players
    return min((n for n in counts if n > 1), default=counts[0]), QUICK.get(game, {})


def set_up(
    page: Page, game: str, players: int, bot: str = "novice", options: dict[str, object] | None = None, map: str = ""
) -> None:
    """Open a table by the form: the first seat is ours, the others are bots'."""
    page.goto(f"/new?game={game}")
    page.wait_for_selector("#make")
    if map:
        page.check(f"#map-{map}", force=True)
    seats(page, players)
    page.fill("input[name=name0]", "Ada")
    for seat in range(1, players):
        page.check(f"input[name=level{seat}][value={bot}]", force=True)
    for key, value in (options or {}).items():
        if isinstance(value, bool):
            page.set_checked(f"#o-{key}", value)
        elif isinstance(value, int):
            page.fill(f"#o-{key}", str(value))
        else:
            page.select_option(f"#o-{key}", str(value))
    page.click("#make")
    page.wait_for_function(READY)


def sit_down(
    page: Page, game: str, players: int, bot: str = "novice", options: dict[str, object] | None = None, map: str = ""
) -> None:
    """As ``set_up``, without the form: where a table is only the beginning of what is tested. (A page that stands at /healthz
    has shown nothing yet: every page that is shown keeps a processor busy for a second or two.)"""
    others = [{"kind": "bot", "level": bot}] * (players - 1)
    body = {"game": game, "players": players, "options": options or {}, "start": True} | ({"map": map} if map else {})
    made = page.request.post(
        "/api/tables", data=body | {"seats": [{"kind": "person", "mine": True, "name": "Ada"}, *others]}
    ).json()
    kept = json.dumps({"seats": {"0": made["tokens"][0]}, "host": made["host"]})
    page.evaluate("([id, kept]) => localStorage.setItem(`boxcars:table:${id}`, kept)", [made["table"], kept])
    page.goto(f"/t/{made['table']}")
    page.wait_for_function(READY)


def seats(page: Page, wanted: int) -> None:
    """So many seats in the form for a new table."""
    while (count := page.locator(".seatlist .seat").count()) != wanted:
        page.locator("#add-seat" if count < wanted else ".seatlist .seat:last-child .x").click()


def wait_for_news(page: Page, at: str, seconds: float = 30) -> None:
    page.wait_for_function("(at) => document.body.dataset.at !== at", arg=at, timeout=seconds * 1000)


def mark(page: Page) -> str:
    """The position the page shows."""
    return str(page.evaluate("document.body.dataset.at.split(':')[2]"))


def over(page: Page) -> bool:
    return page.evaluate("document.body.dataset.status") in ("over", "abandoned")


def finished(page: Page) -> list[int]:
    """The final score as the page shows it."""
    page.wait_for_selector("#front .final")
    page.keyboard.press("Shift")  # (nobody waits for the counting)
    page.wait_for_selector("#front .final:not(.counting)")
    return [int(text.replace("−", "-")) for text in page.locator("#front .tot").all_inner_texts()]


def choose(page: Page, places: list[dict[str, Any]], plan: dict[str, Any] | None, rnd: random.Random) -> dict[str, Any]:
    """The place to click: what the plan says if it can be seen, otherwise anything that glows."""
    targets = [step["target"] for step in plan["steps"]] if plan else []
    for at, step in enumerate(plan["steps"] if plan else []):
        for place in places:
            if place.get("target") in (step["target"], "/".join(targets[at:])):
                return place
        if "place" in step and any(place.get("target") == "number" for place in places):
            page.locator(".stepper input").fill(str(step["place"]))
            return next(place for place in places if place["target"] == "number")
    return rnd.choice(places)


def play_by_clicks(page: Page, seed: int, limit: float, decisions: int = 10_000, advised: bool = False) -> int:
    """Click what glows until the game is over (or so many decisions were taken); returns how many clicks it took.

    ``advised``: click what a bot advises, so that the game is a sensible one."""
    rnd = random.Random(seed)
    clicks = 0
    end = time.monotonic() + limit
    last, planned, plan = "", "", None
    while time.monotonic() < end and decisions > 0:
        state = page.evaluate(STATE)
        if state["status"] in ("over", "abandoned"):
            return clicks
        if not state["mine"]:
            wait_for_news(page, state["at"])
            continue
        if advised and planned != state["at"].split(":")[2]:
            planned = state["at"].split(":")[2]
            plan = page.evaluate(ADVICE)
        page.evaluate("document.querySelector('#onward')?.click()")  # (the end of a turn has been read)
        places = page.evaluate(PLACES)
        for _ in range(8):  # what can be done lies outside the picture: zoom out
            if places:
                break
            page.get_by_role("button", name="Zoom out").first.click()
            places = page.evaluate(PLACES)
        assert places, f"nothing to click: {state}, {page.inner_text('#asked')}"
        here = choose(page, places, plan, rnd)
        if here["kind"] == "button":  # (the tray may have to be scrolled)
            page.locator(f":is(.tray, .fixed, .hand, .rack) button[data-pick={json.dumps(here['target'])}]").first.click()
        else:
            page.mouse.click(here["x"], here["y"])
        clicks += 1
        try:
            wait_for_news(page, state["at"], 5)
        except TimeoutError:
            assert last != state["at"], f"a click on {here} changes nothing: {page.inner_text('#asked')}"
            last = state["at"]
        page.wait_for_function("() => !document.body.dataset.at.endsWith('true')")
        if mark(page) != state["at"].split(":")[2]:
            decisions -= 1
    assert decisions <= 0 or over(page), f"the game did not end within {limit} s and {clicks} clicks"
    return clicks


def play_by_keys(page: Page, seed: int, limit: float, decisions: int = 10_000, advised: bool = False) -> int:
    """Walk the list of actions with the keyboard alone until the game is over; returns how many keys were pressed.

    ``advised``: search the list for what a bot advises."""
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
        plan = page.evaluate(ADVICE) if advised else None
        page.keyboard.press("a")
        if plan and page.evaluate("document.activeElement.type") == "search":
            page.keyboard.insert_text(plan["text"][:-3])  # (the list is searched anew for every key)
            page.keyboard.type(plan["text"][-3:])
            keys = ["ArrowDown", "Enter"]
        else:
            listed = page.locator(".actions button").all_inner_texts() if plan else []
            steps = listed.index(plan["text"]) if plan and plan["text"] in listed else rnd.randrange(1, 9)
            keys = ["ArrowDown"] * steps + ["Enter"]
        for key in keys:
            page.keyboard.press(key)
        pressed += 1 + len(keys)
        wait_for_news(page, state["at"], 10)
        decisions -= 1
    assert decisions <= 0 or over(page), f"the game did not end within {limit} s and {pressed} keys"
    return pressed


# Click one target of an action after the other, as they stand on the board, in the tray or on a slider, until it can be confirmed;
# combinations are switched on and off until they are what is wanted. What cannot be reached so is clicked in the list of actions.
# Says whether that was possible.
CLICK_ACTION = """async (action) => {
  const id = location.pathname.split('/')[2], seats = JSON.parse(localStorage.getItem('boxcars:table:' + id)).seats;
  const view = await (await fetch(`/api/tables/${id}/view`, {headers: {Authorization: 'Bearer ' + Object.values(seats)[0]}})).json();
  const {i, path, picks} = view.legal.find((one) => JSON.stringify(one.action) === JSON.stringify(action));
  const all = (which) => [...document.querySelectorAll(which)];
  const thing = (target) => all(':is(.tray, .rack, .prompt) [data-pick]').find((el) => el.dataset.pick === target && !el.disabled)
    ?? all('.hit').find((shape) => shape.dataset.target === target);
  const click = (el) => el.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  const confirm = () => document.querySelector('#confirm:enabled');
  if (picks && view.pick) {
    for (const target of view.pick.of.filter((one) => (view.pick.start ?? []).includes(one) !== picks.includes(one))) click(thing(target));
  }
  for (let at = 0; at < path.length && !confirm(); ) {
    let end = path.length + 1, el = thing(path.join('/')); // (a rack names whole actions)
    while (!el && --end > at) el = thing(path.slice(at, end).join('/'));
    const slider = document.querySelector('.prompt .stepper input');
    if (!el && slider && path[at].startsWith('n:')) {
      const like = view.legal.filter((one) => one.path.slice(0, at).join() === path.slice(0, at).join()).map((one) => one.path[at]);
      const values = [...new Set(like.filter((one) => one?.startsWith('n:')).map((one) => +one.slice(2)))].sort((a, b) => a - b);
      slider.value = values.indexOf(+path[at].slice(2));
      slider.dispatchEvent(new Event('input'));
      el = thing('number');
      end = at + 1;
    }
    if (el) click(el);
    at = el ? end : at + 1; // where there is one way only, the page has gone it by itself
  }
  if (!confirm()) {
    document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}));
    document.querySelector('#tab-actions').click(); // (the list is written when it is opened)
    document.querySelector(`.actions [data-i="${i}"]`)?.click();
  }
  const ready = confirm();
  ready?.click();
  return Boolean(ready);
}"""


def click_action(page: Page, action: dict[str, Any]) -> bool:
    """Choose an action with clicks and confirm it; False if that cannot be done."""
    return bool(page.evaluate(CLICK_ACTION, action))
