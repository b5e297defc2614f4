"""What was found when the table was tried by hand ("Also found" in docs/lab/2026-table.md), tried again by a machine."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, expect

from boxcars.core.record import Record, read
from tests.browser.conftest import Open
from tests.browser.driver import mark
from tests.browser.test_stands import GOLDEN, before_a_claim, look_at
from tests.server.running import bring, played

pytestmark = pytest.mark.slow

DECK = "[data-item=deck].lit"


def moved(page: Page, at: str) -> None:
    page.wait_for_function("(at) => document.body.dataset.at.split(':')[2] !== at", arg=at)


def test_a_hint_goes_with_its_position_and_its_bars_are_as_long_as_their_numbers(open_page: Open, server: str) -> None:
    page = look_at(open_page, server, before_a_claim(server), "desktop")
    page.keyboard.press("h")
    page.wait_for_selector(".hints ol li", timeout=60_000)
    for row in page.locator(".hints ol li").all():
        percent = re.search(r"(\d+)%", row.inner_text())
        assert percent is not None
        assert row.locator("i").evaluate("(bar) => bar.style.width") == f"{percent[1]}%"
    at = mark(page)
    page.locator(DECK).click()
    page.keyboard.press("Enter")
    moved(page, at)
    expect(page.locator(".hints ol li")).to_have_count(0)


@pytest.mark.parametrize("elsewhere", ["#tab-log", "header .mapname, header h1, header", ".board"])
def test_enter_confirms_wherever_was_clicked_last(open_page: Open, server: str, elsewhere: str) -> None:
    page = look_at(open_page, server, before_a_claim(server), "desktop")
    page.locator(DECK).click()
    expect(page.locator("#confirm")).to_be_enabled()
    page.locator(elsewhere).first.click(position={"x": 4, "y": 4})
    expect(page.locator("#confirm")).to_be_enabled()
    at = mark(page)
    page.keyboard.press("Enter")
    moved(page, at)


def test_enter_on_a_tab_that_was_reached_by_keys_is_for_the_tab(open_page: Open, server: str) -> None:
    page = look_at(open_page, server, before_a_claim(server), "desktop")
    page.locator(DECK).click()
    expect(page.locator("#confirm")).to_be_enabled()
    page.locator("#tab-log").click()
    page.keyboard.press("ArrowRight")
    at = mark(page)
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_enabled()
    assert mark(page) == at


def test_enter_takes_the_only_match_of_a_search_and_a_question_mark_shows_the_keys(open_page: Open, server: str) -> None:
    page = look_at(open_page, server, before_a_claim(server), "desktop")
    page.keyboard.press("/")
    page.keyboard.type("from the deck")
    expect(page.locator(".actions button")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#asked b")).to_contain_text("from the deck")
    at = mark(page)
    page.keyboard.press("Enter")
    moved(page, at)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("dl.keys")).to_contain_text("undo")


def test_a_refusal_goes_with_the_next_click_and_by_itself(open_page: Open, server: str) -> None:
    page = open_page("/healthz", motion="off")
    page.clock.install()
    seat = before_a_claim(server)
    page.goto(f"{server}/t/{seat.table}#{seat.token}")
    page.wait_for_function("() => document.body.dataset.at !== undefined")
    cannot = page.locator('.board-svg .hit:not(.legal)[data-target^="route:"]').first
    cannot.dispatch_event("click")
    expect(page.locator(".prompt.no")).to_be_visible()
    page.locator(DECK).click()
    expect(page.locator(".prompt.no")).to_have_count(0)
    page.keyboard.press("Escape")
    cannot.dispatch_event("click")
    expect(page.locator(".prompt.no")).to_be_visible()
    page.clock.fast_forward(9_000)
    expect(page.locator(".prompt.no")).to_have_count(0)


def test_what_nobody_did_has_nobodys_medal_in_the_log(open_page: Open, server: str) -> None:
    whole = read(GOLDEN.read_bytes())
    for last in range(15, 60):
        seats = bring(server, Record(whole.header, whole.entries[:last]))
        if any("begins" in line["text"] for line in seats[0].view()["log"][-12:]):
            break
    page = look_at(open_page, server, seats[0], "desktop")
    page.evaluate("document.querySelector('#onward')?.click()")
    page.locator("#tab-log").click()
    lines = {row.inner_text(): row.locator(".medal-s svg").count() for row in page.locator(".log li.event").all()[:14]}
    table = [count for text, count in lines.items() if re.match(r"(Turn \d|Income|Expenses|Goods growth)", text)]
    assert len(table) >= 3 and not any(table)
    assert any(lines.values())


def test_a_claim_and_its_place_light_each_other_and_a_claim_before_a_piece_takes_one(open_page: Open, server: str) -> None:
    seats = bring(server, played("silverton", 2, actions=0))
    while True:
        actor = seats[seats[0].view()["actor"]]
        view = actor.view()
        if any(tray["key"] == "free" for tray in view["trays"]):
            break
        assert actor.act(view).is_success
    page = look_at(open_page, server, actor, "desktop")
    card = page.locator(".things.offer [data-item^='open-C']").first
    card.hover()
    expect(page.locator(".board-svg .twin")).to_have_count(1)
    at = mark(page)
    card.click()
    moved(page, at)  # (a prospector was sent, which can be taken back)
    assert "prospector" in actor.view()["log"][-1]["text"]
