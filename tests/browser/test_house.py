"""The pages around the tables: an event is made and entered, an invitation is scanned, the board shows what was missed."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.driver import READY, play_by_clicks, sit_down
from tests.browser.test_card import new_card
from tests.browser.test_page import WEIGHT, look
from tests.server.cards import Device

pytestmark = [pytest.mark.slow, pytest.mark.browser]

ME = {"kind": "person", "name": "Ada", "mine": True}
FITS = "document.documentElement.scrollWidth <= innerWidth"
SMALL = """() => [...document.querySelectorAll('main button, main select, main .btn, nav a')]
  .filter((el) => el.checkVisibility()).map((el) => [el.textContent.trim(), el.getBoundingClientRect()])
  .filter(([, box]) => box.height > 2 && (box.height < 43.5 || box.width < 23.5)).map(([text, box]) => `${text} ${box.width}×${box.height}`)"""


def new_event(page: Page, title: str = "Winter Timetable") -> None:
    page.goto("/tournaments")
    page.fill("#event-title", title)
    page.select_option("#event-size", "3")
    page.check("input[value=germany]", force=True)
    page.check("#pace-none", force=True)
    page.click("#make-event")
    expect(page.locator(".bill h1")).to_have_text(title)


@pytest.mark.usefixtures("on_network")
def test_an_event_is_made_with_its_maps_and_clock_and_is_entered(open_page: Open) -> None:
    page = open_page("/healthz")
    new_card(page)
    new_event(page)
    expect(page.locator(".rounds li")).to_have_count(3)
    expect(page.locator(".rounds li").nth(1)).to_contain_text("Germany")
    expect(page.locator(".st thead")).to_contain_text("Germany")
    expect(page.locator(".facts")).to_contain_text("no clock")
    expect(page.locator(".invite .qr svg")).to_be_visible()
    page.click("#enter")
    expect(page.locator(".youare h3")).to_have_text("You're signed up.")
    page.click("#pair")
    expect(page.locator(".toast")).to_contain_text("two players")
    page.goto("/")
    expect(page.get_by_text("Winter Timetable")).to_be_visible()


@pytest.mark.usefixtures("on_network")
def test_the_waiting_room_can_be_scanned(open_page: Open) -> None:
    page = open_page("/new?game=ticket_to_ride")
    page.wait_for_selector("#make")
    page.select_option("select[name=kind1]", "open")
    page.click("#make")
    expect(page.locator("#front .qr svg")).to_be_visible()
    page.get_by_role("button", name="Add a bot").click()  # no seat is free: nobody is invited any more
    expect(page.locator("#front .qr")).to_have_count(0)


NAMES = """() => [...document.querySelectorAll('.seat .ladder label, .seat .more > small')].map((el) => {
  const range = document.createRange();
  range.selectNodeContents(el);
  const {left, right, top, bottom} = range.getBoundingClientRect();
  return [left, right, top, bottom];
})"""


@pytest.mark.parametrize("phone", [False, True])
def test_the_names_of_the_levels_do_not_lie_on_one_another(open_page: Open, phone: bool) -> None:
    page = open_page("/new?game=ticket_to_ride", phone=phone)
    page.wait_for_selector("#make")
    boxes = page.evaluate(NAMES)
    assert len(boxes) == 12  # five names and a sentence for each of two bots
    for one, other in combinations(boxes, 2):
        beside = one[1] <= other[0] or other[1] <= one[0]
        assert beside or one[3] <= other[2] or other[3] <= one[2]


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "it-IT"])
def test_on_a_phones_side_a_game_is_begun_without_scrolling(open_page: Open, locale: str) -> None:
    page = open_page("/", phone=True, locale=locale)
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_selector(".game .btn.go")
    lowest = page.eval_on_selector_all(
        ".game .btn.go", "(keys) => keys.slice(0, 2).map((key) => key.getBoundingClientRect().bottom)"
    )
    assert max(lowest) <= 390
    assert page.eval_on_selector(".greet", "(box) => box.scrollHeight <= box.clientHeight"), "the greeting is cut off"


def test_the_board_goes_through_what_was_missed(open_page: Open) -> None:
    page = open_page("/healthz", confirm="never")
    sit_down(page, "ticket_to_ride", 3)
    shows = page.get_by_role("button", name="Show it on the board")
    for _ in range(30):  # (who only drew cards has done nothing on the board)
        play_by_clicks(page, 3, 40, decisions=1, advised=True)
        page.wait_for_function("() => document.body.classList.contains('my-move')")
        if shows.count():
            break
    page.goto(page.url)
    page.wait_for_function(READY)
    expect(page.locator(".recap li").first).to_be_visible()
    newest = page.evaluate("document.body.dataset.at")
    page.get_by_role("button", name="Show it on the board").click()
    expect(page.locator(".prompt.replay")).to_be_visible()
    first = int(page.locator(".stepper input").input_value())
    page.wait_for_function(f"() => Number(document.querySelector('.stepper input').value) > {first}")
    expect(page.locator(".prompt.replay")).to_have_count(0, timeout=60_000)  # at the end one is back at the table
    assert page.evaluate("document.body.dataset.at") == newest
    page.get_by_role("button", name="Show it on the board").click()
    expect(page.locator(".prompt.replay")).to_be_visible()
    page.keyboard.press("ArrowLeft")  # whatever the reader does ends it
    page.wait_for_timeout(500)
    stopped = page.locator(".stepper input").input_value()
    page.wait_for_timeout(2500)
    assert page.locator(".stepper input").input_value() == stopped


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_around_the_tables(open_page: Open, axe: str, theme: str) -> None:
    complaints: dict[str, Any] = {}
    page = open_page("/profile", theme=theme)
    page.wait_for_selector("#create-profile")
    look(page, axe, "no card", complaints)
    new_card(page)
    look(page, axe, "card", complaints)
    page.goto("/tournaments")
    page.wait_for_selector("#make-event")
    look(page, axe, "events", complaints)
    new_event(page)
    page.click("#enter")
    page.wait_for_selector(".youare")
    look(page, axe, "event", complaints)
    page.goto("/")
    page.get_by_role("button", name="Play against bots: Ticket to Ride").click()
    page.wait_for_function(READY)
    page.goto("/")
    page.wait_for_selector(".game-row")
    look(page, axe, "lobby", complaints)
    assert not complaints, json.dumps(complaints, indent=1)


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(("locale", "theme"), [("en-GB", "dark"), ("es-ES", "light"), ("it-IT", "dark")])
def test_on_a_phone_nothing_is_cut_off_and_everything_can_be_touched(open_page: Open, locale: str, theme: str) -> None:
    page = open_page("/healthz", phone=True, locale=locale, theme=theme)
    new_card(page)
    new_event(page)
    small: dict[str, list[str]] = {}
    for path, ready in (("/", ".games"), ("/new", "#make"), ("/profile", ".pass"), ("/tournaments", "#make-event")):
        page.goto(path)
        page.wait_for_selector(ready)
        assert page.evaluate(FITS), path
        if found := page.evaluate(SMALL):
            small[path] = found
    assert not small, json.dumps(small, indent=1, ensure_ascii=False)


VITALS = """() => new Promise((done) => {
  const found = {shift: 0, paint: 0};
  new PerformanceObserver((list) => list.getEntries().forEach((e) => { if (!e.hadRecentInput) found.shift += e.value; }))
    .observe({type: 'layout-shift', buffered: true});
  new PerformanceObserver((list) => list.getEntries().forEach((e) => { found.paint = e.startTime; }))
    .observe({type: 'largest-contentful-paint', buffered: true});
  setTimeout(() => done({...found, requests: performance.getEntriesByType('resource').length}), 300);
})"""
BUDGET = 250_000


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("phone", [False, True])
def test_the_pages_around_the_tables_are_light_and_stand_still(open_page: Open, phone: bool) -> None:
    """What Lighthouse would ask: weight over the wire, nothing that jumps while it loads, a first picture soon."""
    page = open_page("/healthz", phone=phone)
    new_card(page)
    for path, ready in (("/", ".games"), ("/new", "#make"), ("/profile", ".pass"), ("/tournaments", "#make-event")):
        fresh = open_page(path, phone=phone, card=page.evaluate("localStorage.getItem('boxcars:card')"))
        fresh.wait_for_selector(ready)
        fresh.wait_for_load_state("networkidle")
        found = fresh.evaluate(VITALS)
        assert fresh.evaluate(WEIGHT) < BUDGET, path
        assert found["shift"] < 0.1, (path, found)
        assert found["paint"] < 5000, (path, found)  # (on a machine with nothing else to do it is a tenth of that)


def test_it_can_be_installed(open_page: Open) -> None:
    page = open_page("/", worker=True)
    page.wait_for_selector(".games")
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    assert manifest["name"] and manifest["display"] == "standalone" and manifest["start_url"]
    sizes = {size: icon["src"] for icon in manifest["icons"] for size in icon["sizes"].split()}
    assert {"192x192", "512x512"} <= set(sizes)
    for source in (sizes["192x192"], sizes["512x512"]):
        assert page.evaluate(f"fetch('{source}').then((answer) => answer.headers.get('content-type'))") == "image/png"
    assert page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.active.scriptURL)").endswith("/sw.js")
    page.reload()
    page.wait_for_selector(".games")
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    asked = page.evaluate(
        "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/')).map((one) => one.toJSON())"
    )
    # what is asked of the server does not wait for the worker behind the page
    assert {one.get("workerFinalSourceType", one.get("workerFinalRouterSource")) for one in asked} == {"network"}


DRAWN = """() => {
  const asked = performance.getEntriesByType('resource').filter((one) => one.name.includes('/api/') && !/picture|poster/.test(one.name));
  const rows = window.rowsAt ?? Infinity;
  return {
    own: asked.filter((one) => /card|line/.test(one.name)).length,
    ms: rows - Math.max(...asked.filter((one) => one.responseEnd <= rows).map((one) => one.responseEnd)),
  };
}"""
WATCH = """new MutationObserver(() => {
  if (!window.rowsAt && document.querySelectorAll('.game-row').length >= 50) { window.rowsAt = performance.now(); }
}).observe(document, {childList: true, subtree: true})"""


def test_fifty_own_tables_come_in_one_request_and_are_drawn_at_once(open_page: Open, server: str) -> None:
    page = open_page("/healthz")
    new_card(page)
    owner = Device(server, page.evaluate("localStorage.getItem('boxcars:card')"))
    for i in range(50):
        owner.make(game=("ticket_to_ride", "age_of_steam", "spike", "silverton", "steam")[i % 5], players=3, seats=[ME])
    page.context.add_init_script(WATCH)
    found = []
    for _ in range(4):
        page.goto("/")
        page.wait_for_function("() => window.rowsAt")
        found.append(page.evaluate(DRAWN))
    assert all(one["own"] == 1 for one in found), found
    assert min(one["ms"] for one in found) < 100, found
