"""Ticket to Ride on a phone: a card is one tap, taken back for free until it is sent; open tickets lie on the map."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, expect

from boxcars.core.record import Record
from tests.browser.conftest import Open
from tests.browser.driver import READY
from tests.browser.test_overlap import record_of
from tests.server.running import Seat, bring

pytestmark = [pytest.mark.slow, pytest.mark.browser]

CARDS = '.tray [data-pick^="display:"]'


@pytest.fixture
def seat(server: str) -> Seat:
    """Somebody who begins a turn in which a card can be taken."""
    whole = record_of("ticket_to_ride", "usa-4-heuristic")
    seats = bring(server, Record(whole.header, []))
    for entry in whole.entries[:70]:
        seen = seats[entry.seat].get("legal").json()
        assert seats[entry.seat].act(seen, json.loads(bytes(entry.action))).is_success
    return seats[whole.entries[70].seat]


def on_phone(open_page: Open, server: str, seat: Seat, **settings: str) -> Page:
    page = open_page("/healthz", phone=True, coach="off", motion="off", **settings)
    page.goto(f"{server}/t/{seat.table}#{seat.token}")
    page.wait_for_function(READY)
    expect(page.locator(CARDS).first).to_be_visible()
    return page


def plies(page: Page) -> list[str]:
    """What is sent from now on."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/act") else None)
    return sent


def test_a_draw_is_two_touches_and_is_sent_once_each(open_page: Open, server: str, seat: Seat) -> None:
    page = on_phone(open_page, server, seat)
    before, sent = seat.view()["ply"], plies(page)
    page.locator(CARDS).nth(1).tap()
    expect(page.locator(".taken-bar")).to_be_visible()
    page.locator(CARDS).nth(2).tap()
    expect(page.locator(".prompt.wait")).to_be_visible(timeout=10_000)
    assert len(sent) == 2 and seat.view()["ply"] == before + 2 and seat.view()["actor"] != seat.view()["you"]


def test_undo_in_time_leaves_no_trace_on_the_server(open_page: Open, server: str, seat: Seat) -> None:
    page = on_phone(open_page, server, seat)
    before, sent = seat.view(), plies(page)
    page.locator(CARDS).nth(1).tap()
    page.locator(".taken-bar").get_by_role("button", name="Undo").tap()
    expect(page.locator(".taken-bar")).to_be_hidden()
    page.wait_for_timeout(2300)
    after = seat.view()
    assert not sent and [after[key] for key in ("ply", "seq", "log")] == [before[key] for key in ("ply", "seq", "log")]
    assert page.locator(".thing.away").count() == 0
    page.locator(CARDS).nth(1).tap()  # and not in time it is sent
    expect(page.locator("#asked")).to_contain_text("second card", timeout=10_000)
    assert len(sent) == 1


def test_a_long_press_on_the_deck_takes_two_cards(open_page: Open, server: str, seat: Seat) -> None:
    page = on_phone(open_page, server, seat)
    before, sent = seat.view()["ply"], plies(page)
    box = page.locator('.tray [data-pick="deck"]').bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(600)
    page.mouse.up()
    expect(page.locator(".taken-bar")).to_contain_text("Two cards")
    expect(page.locator(".prompt.wait")).to_be_visible(timeout=10_000)
    assert len(sent) == 2 and seat.view()["ply"] == before + 2


def test_who_confirms_everything_is_asked(open_page: Open, server: str, seat: Seat) -> None:
    page = on_phone(open_page, server, seat, confirm="always")
    sent = plies(page)
    page.locator(CARDS).nth(1).tap()
    expect(page.locator("#confirm")).to_be_enabled()
    expect(page.locator(".taken-bar")).to_be_hidden()
    page.wait_for_timeout(2300)
    assert not sent


def test_open_tickets_lie_on_the_map_with_what_they_need(open_page: Open, server: str, seat: Seat) -> None:
    page = on_phone(open_page, server, seat)
    slips = page.locator(".open-papers button")
    expect(slips).to_have_count(2)
    expect(slips.first).to_contain_text("trains to go")
    cities = page.evaluate("""() => [...document.querySelectorAll('.board-svg .wanted')].map((el) => {
      const r = el.getBoundingClientRect(), b = document.querySelector('main.board').getBoundingClientRect();
      return r.left >= b.left && r.right <= b.right && r.top >= b.top && r.bottom <= b.bottom; })""")
    assert len(cities) == 4 and sum(cities) >= 2
    slips.first.tap()
    expect(page.locator(".rail-body > .papers")).to_be_visible()
    page.get_by_role("button", name="Map").tap()
    expect(page.locator(".rail-body > .papers")).to_be_hidden()
    expect(page.locator(".tabs button").nth(1)).to_have_text("Tickets")
