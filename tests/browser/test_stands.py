"""The table stands still: whatever is asked, board, dock, hand and the three keys keep their places, in every game and size.

One server and one browser; each game is played on one table that four pages of different sizes look at, two of them in other
languages. ``BOXCARS_FULL`` plays as many positions as the acceptance checks of the second edition ask for.
"""

from __future__ import annotations

import io
import os
import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from PIL import Image, ImageChops
from playwright.sync_api import Page, expect

from boxcars.core import registry
from boxcars.core.record import Record, read
from tests.browser.conftest import Open
from tests.browser.driver import mark
from tests.server.running import Seat, bring, played

pytestmark = pytest.mark.slow

POSITIONS = 200 if os.environ.get("BOXCARS_FULL") else 24
SIZES = {
    "desktop": (1440, 900, "en-GB"),
    "laptop": (1280, 800, "en-GB"),
    "upright": (390, 844, "es-ES"),
    "side": (844, 390, "it-IT"),
}
PHONES = ("upright", "side")
GOLDEN = Path(__file__).parents[1] / "age_of_steam" / "golden" / "rust_belt-3-heuristic.jsonl"

# Where everything is, as far as it is drawn; what may not happen on a phone; the question's lines.
LOOK = """() => {
  const rect = (q) => { const el = document.querySelector(q), r = el?.getBoundingClientRect();
    return !r || !r.width || getComputedStyle(el).visibility === 'hidden' ? null : [r.x, r.y, r.width, r.height].map(Math.round).join(' '); };
  const rects = {};
  for (const q of ['.board', '.prompt', '.hand', '.tray', '.lamp', '#undo', '#back', '#confirm']) rects[q] = rect(q);
  const shown = (el) => el.getClientRects().length && getComputedStyle(el).visibility !== 'hidden';
  const thumbs = [...document.querySelectorAll('button, a.btn, select, input')].filter((el) => shown(el) && !el.closest('.drawer'))
    .map((el) => [el.className + ' ' + el.textContent.slice(0, 30), el.getBoundingClientRect().height]).filter(([, h]) => h < 43);
  const small = [...document.querySelectorAll('.prompt *, .strip *, .tabs *')].filter((el) => shown(el) && el.childElementCount === 0
    && el.textContent.trim() && !el.closest('svg') && parseFloat(getComputedStyle(el).fontSize) < 10.5).map((el) => el.textContent);
  const line = document.querySelector('#asked b'), words = document.querySelector('#asked');
  const high = (el) => el.getBoundingClientRect().height / parseFloat(getComputedStyle(el).lineHeight);
  return {rects, thumbs, small, wide: document.documentElement.scrollWidth > innerWidth,
          clipped: line && (high(line) > 2.2 || words.scrollHeight > words.clientHeight + 2) ? words.textContent : null,
          box: document.querySelector('.board-svg').getAttribute('viewBox')};
}"""


STEADY = """() => new Promise((done) => { const box = () => document.querySelector('.board-svg').getAttribute('viewBox'), was = box();
  setTimeout(() => done(box() === was), 1000); })"""


def look_at(open_page: Open, server: str, seat: Seat, size: str) -> Page:
    wide, high, locale = SIZES[size]
    page = open_page("/healthz", phone=size in PHONES, locale=locale, motion="off")
    page.set_viewport_size({"width": wide, "height": high})
    page.goto(f"{server}/t/{seat.table}#{seat.token}")
    page.wait_for_function("() => document.body.dataset.at !== undefined")
    return page


@pytest.mark.in_turn(5)
@pytest.mark.parametrize("game", list(registry.games()))
def test_nothing_moves_but_the_pieces(open_page: Open, server: str, game: str) -> None:
    players = next(n for n in (3, 2, 1) if n in registry.game(game).maps[0].players)
    seats = bring(server, played(game, players, actions=6))
    pages = {size: look_at(open_page, server, seats[0], size) for size in SIZES}
    known: dict[str, dict[str, str]] = {size: {} for size in SIZES}
    luck = random.Random(game)
    for _ in range(POSITIONS):
        view = seats[0].view()
        if view["status"] != "playing":
            break
        for size, page in pages.items():
            page.wait_for_function("(mark) => document.body.dataset.at?.split(':')[2] === mark", arg=str(view["mark"]))
            page.evaluate("document.querySelector('#onward')?.click()")
            seen = page.evaluate(LOOK)
            for name, rect in seen["rects"].items():
                if rect is not None and not (name in (".hand", ".tray") and page.locator(".things.flat.offer").count()):
                    assert known[size].setdefault(name, rect) == rect, f"{game}, {size}: {name} has moved: {view['prompt']}"
            scale = seen["box"].split()[2]
            assert known[size].setdefault("scale", scale) == scale, f"{game}, {size}: the board was zoomed: {view['prompt']}"
            assert not seen["wide"] and not seen["small"], f"{size}: {seen['small']}"
            assert seen["clipped"] is None, f"{size}: there is no room for what is asked: {seen['clipped']}"
            if size in PHONES:
                assert not seen["thumbs"], f"{size}: {seen['thumbs']}"
        actor = seats[view["actor"]]
        own = actor.view()
        assert actor.act(own, luck.randrange(len(own["legal"]))).is_success
    for size in PHONES:
        assert {".board", ".prompt", ".tray", ".lamp"} <= set(known[size])


@pytest.mark.parametrize("size", PHONES)
def test_the_first_question_of_all_fits_a_phone(open_page: Open, server: str, size: str) -> None:
    """Tickets: the longest note, beside a key that can be pressed."""
    seats = bring(server, played("ticket_to_ride", 2, actions=0))
    page = look_at(open_page, server, seats[seats[0].view()["actor"]], size)
    expect(page.locator("#confirm")).to_be_enabled()
    assert page.evaluate(LOOK)["clipped"] is None


def before_a_claim(server: str) -> Seat:
    """The seat that is to act in a game of Ticket to Ride, where it can pay for a route."""
    seats = bring(server, played("ticket_to_ride", 2, actions=40))
    while True:
        actor = seats[seats[0].view()["actor"]]
        view = actor.view()
        if any(action["path"][0].startswith("route:") for action in view["legal"]):
            return actor
        assert actor.act(view).is_success


def test_choosing_pans_once_at_most_and_never_zooms(open_page: Open, server: str) -> None:
    page = look_at(open_page, server, before_a_claim(server), "upright")
    page.wait_for_function(STEADY)  # the opening view is found when the board has its size
    before = page.evaluate(LOOK)["box"].split()
    page.locator(".board-svg .hit.legal").first.dispatch_event("click")
    page.wait_for_selector(".pay")
    after = page.evaluate(LOOK)["box"].split()
    assert before[2:] == after[2:], "it was zoomed"
    page.locator(".pay").first.click()
    assert page.evaluate(LOOK)["box"].split() == after


def pixels(page: Page, item: str) -> Image.Image:
    """The middle of a thing's face: its corners may carry a disc."""
    box = page.locator(f"[data-item='{item}'] .face").bounding_box()
    assert box
    clip = {"x": box["x"] + 14, "y": round(box["y"]) + 16, "width": box["width"] - 30, "height": box["height"] - 44}
    return Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")


def test_a_face_is_the_same_lit_chosen_shut_and_plain(open_page: Open, server: str) -> None:
    page = look_at(open_page, server, before_a_claim(server), "desktop")
    page.add_style_tag(content=".thing{transition:none!important}")
    states = ["", "lit", "on", "shut", "lit shut"]
    shots = []
    for state in states:
        page.evaluate("(state) => { document.querySelector('[data-item=slot-2]').className = 'thing ' + state; }", state)
        shots.append(pixels(page, "slot-2"))
    for state, shot in zip(states, shots, strict=True):
        assert ImageChops.difference(shots[0], shot).getbbox() is None, f"“{state}” repaints the card"


def test_tickets_take_two_touches_and_a_draw_takes_one(open_page: Open, server: str) -> None:
    """Upright the hand is in sight all the time."""
    seats = bring(server, played("ticket_to_ride", 2, actions=0))
    seat = seats[seats[0].view()["actor"]]
    page = look_at(open_page, server, seat, "upright")
    hand = page.locator(".hand .thing").first
    touches: list[str] = []

    def touch(selector: str) -> None:
        page.locator(selector).first.tap()
        touches.append(selector)
        expect(hand).to_be_in_viewport()

    touch(".things.offer .thing")
    at = mark(page)
    touch("#confirm")
    page.wait_for_function("(at) => document.body.dataset.at.split(':')[2] !== at", arg=at)
    expect(page.locator("#confirm")).to_be_disabled()
    other = seats[1 - seats.index(seat)]
    assert other.act(other.view()).is_success
    while (view := seats[0].view())["actor"] != seat.view()["you"]:
        assert seats[view["actor"]].act(seats[view["actor"]].view()).is_success
    held = sum(item["count"] for tray in seat.view()["trays"] if tray["key"] == "hand" for item in tray["items"])
    touches.clear()
    touch("[data-item=deck].lit")  # one tap takes a card: it is sent by itself a moment later
    page.wait_for_function(
        "(n) => [...document.querySelectorAll('.hand .n')].reduce((s, el) => s + +el.textContent, 0) > n", arg=held
    )
    assert len(touches) == 1


def test_a_claim_takes_three_touches(open_page: Open, server: str) -> None:
    seat = before_a_claim(server)
    page = look_at(open_page, server, seat, "upright")
    ply = seat.view()["ply"]
    route = next(action["path"][0] for action in seat.view()["legal"] if action["path"][0].startswith("route:"))
    page.locator(f".board-svg .hit[data-target='{route}']").dispatch_event("click")
    page.locator(".pay").first.tap()
    page.locator("#confirm").tap()
    page.wait_for_function("(ply) => +document.querySelector('.log li.event').dataset.ply > ply", arg=ply)
    log: list[dict[str, Any]] = seat.view()["log"]
    assert "claims" in log[-1]["text"] or any("claims" in line["text"] for line in log[-3:])


def test_on_its_side_the_board_keeps_its_room(open_page: Open, server: str) -> None:
    seats = bring(server, played("ticket_to_ride", 2, actions=40))
    page = look_at(open_page, server, seats[0], "side")
    box = page.locator(".board").bounding_box()
    assert box and (box["width"], box["height"]) == (488, 390)
    page = look_at(open_page, server, seats[0], "upright")
    box = page.locator(".board").bounding_box()
    assert box and box["height"] >= 500


CUBES = {"desktop": 12.0, "laptop": 12.0, "upright": 13.0, "side": 13.0}
"""Pixels of a cube where the board opens. Where cities all over the map can be chosen, a phone shows the whole map at first."""


def test_cubes_can_be_read_where_the_board_opens(open_page: Open, server: str) -> None:
    for game in ("age_of_steam", "steam"):
        seat = bring(server, played(game, 3, actions=30))[0]
        for size in CUBES:
            page = look_at(open_page, server, seat, size)
            sides = page.eval_on_selector_all(
                "#bx-pieces .cube-top", "(tops) => tops.map((top) => top.parentNode.getBoundingClientRect().height)"
            )
            assert sides and min(sides) >= CUBES[size], f"{game}, {size}: {min(sides)}"


@pytest.mark.parametrize("size", PHONES)
def test_what_earns_something_is_a_list_in_the_dock_of_a_phone(open_page: Open, server: str, size: str) -> None:
    """Cities lie out of sight there: each move of goods is a row that can be touched, the best first."""
    whole = read(GOLDEN.read_bytes())
    for last in range(15, 60):
        seats = bring(server, Record(whole.header, whole.entries[:last]))
        actor = seats[seats[0].view()["actor"]]
        gains = [int(a["badge"]) for a in actor.view()["legal"] if a.get("badge", "").startswith("+")]
        if any(gains):
            break
    page = look_at(open_page, server, actor, size)
    page.evaluate("document.querySelector('#onward')?.click()")
    rows = page.locator(".tray .earn")
    assert [int(text) for text in rows.locator("i").all_inner_texts()] == sorted((g for g in gains if g), reverse=True)[:12]
    rows.first.tap()  # the board shows the way
    expect(page.locator("#confirm")).to_contain_text(f"+{max(gains)}")


def test_the_slip_of_a_turn_waits_for_its_reader(open_page: Open, server: str) -> None:
    """A player's stays until it is put away; a spectator's is still there after 15 seconds, and gone after 20."""
    whole = read(GOLDEN.read_bytes())
    for last in range(15, 60):
        seats = bring(server, Record(whole.header, whole.entries[:last]))
        if seats[0].view()["slip"]:
            break
    for address, stays in ((f"/t/{seats[0].table}#{seats[0].token}", True), (f"/t/{seats[0].table}", False)):
        page = open_page("/healthz")
        page.clock.install()
        page.goto(f"{server}{address}")
        slip = page.locator(".turn-summary")
        expect(slip).to_be_visible()
        # From here on only the test's own time counts. (Three seconds ahead: what lies behind when it is heard is refused.)
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 3"))
        page.clock.fast_forward(12_000)
        expect(slip).to_be_visible()
        page.clock.fast_forward(6_000)
        expect(slip).to_be_visible() if stays else expect(slip).to_have_count(0)
        if stays:
            page.locator("#onward").click()
            expect(slip).to_have_count(0)


# For every hex of a list: choose it, see what lies over it or its neighbours, go back.
RACKS = """async (targets) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const middle = (r) => [r.x + r.width / 2, r.y + r.height / 2];
  const shown = (el) => el.getClientRects().length && getComputedStyle(el).visibility !== 'hidden';
  const found = [];
  for (const target of targets) {
    const hex = document.querySelector(`.board-svg .hx[data-target="${target}"]`);
    hex.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    await frame();
    const box = hex.getBoundingClientRect(), [x, y] = middle(box), far = 1.15 * Math.max(box.width, box.height);
    const near = [...document.querySelectorAll('.board-svg .hx')].map((el) => el.getBoundingClientRect())
      .filter((r) => Math.hypot(middle(r)[0] - x, middle(r)[1] - y) < far);
    const over = [...document.querySelectorAll('.rack, .mini.on, .zoom, .recap-slip, .turn-summary, .prompt, .strip')].filter(shown)
      .filter((el) => { const c = el.getBoundingClientRect();
        const board = document.querySelector('.board').getBoundingClientRect();
        return near.some((r) => Math.min(r.right, c.right, board.right) - Math.max(r.left, c.left, board.left) > 2
          && Math.min(r.bottom, c.bottom, board.bottom) - Math.max(r.top, c.top, board.top) > 2); });
    found.push({target, over: over.map((el) => el.getAttribute('class')), tiles: document.querySelectorAll('.sign').length});
    for (let i = 0; i < 4 && !document.querySelector('#back').disabled; i++) { document.querySelector('#back').click(); await frame(); }
  }
  return found;
}"""


def building(server: str, game: str) -> Seat:
    """The seat that is to build, where it can choose among many hexes."""
    seats = bring(server, played(game, 3, actions=0))
    luck = random.Random(game)
    while True:
        actor = seats[seats[0].view()["actor"]]
        view = actor.view()
        if len({action["path"][0] for action in view["legal"] if "tile:" in " ".join(action["path"])}) >= 25:
            return actor
        end = [i for i, action in enumerate(view["legal"]) if action["path"][0] in ("do:drop", "n:0")]
        assert actor.act(view, end[0] if end else luck.randrange(len(view["legal"]))).is_success


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("size", ["laptop", "upright"])
def test_nothing_lies_over_the_chosen_hex_or_its_neighbours(open_page: Open, server: str, size: str) -> None:
    looked = 0
    for game in ("age_of_steam", "steam"):
        seat = building(server, game)
        page = look_at(open_page, server, seat, size)
        page.evaluate("localStorage.setItem('boxcars:confirm', 'always')")
        page.reload()
        page.wait_for_function("() => document.body.dataset.at !== undefined")
        page.evaluate("document.querySelector('#onward')?.click()")
        hexes = sorted({action["path"][0] for action in seat.view()["legal"] if action["path"][0].startswith("hex:")})
        random.Random(size).shuffle(hexes)
        for found in page.evaluate(RACKS, hexes[:50]):
            assert found["tiles"], f"{game}, {size}: no tile to choose for {found['target']}"
            assert not found["over"], f"{game}, {size}: {found['target']} lies under {found['over']}"
            looked += 1
    assert looked >= 50
