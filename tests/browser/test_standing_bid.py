"""A standing bid from the page, forced moves from the menu, and first tickets that all choose at once."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_overlap import CUT, MEASURE, SIZES
from tests.server.running import Seat, bring
from tests.server.test_standing_orders import apart, bidding

pytestmark = [pytest.mark.slow, pytest.mark.browser]


def look_at(open_page: Open, server: str, seat: Seat, **more: Any) -> Page:
    page = open_page("/healthz", motion="off", coach="off", **more)
    page.goto(f"{server}/t/{seat.table}#{seat.token}")
    page.wait_for_function("() => document.body.dataset.at !== undefined")
    page.evaluate("document.querySelector('#onward')?.click()")
    return page


def test_a_bid_stands_until_it_is_cancelled(open_page: Open, server: str) -> None:
    seats = bring(server, bidding())
    actor = seats[0].view()["actor"]
    away = seats[(actor + 1) % 4]
    page = look_at(open_page, server, away, locale="es-ES")
    page.click("[data-pick='bid:open']")
    for _ in range(2):
        page.click("[data-pick='bid:more']")
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        assert page.evaluate(MEASURE) + page.evaluate(CUT) == [], f"{wide}×{high}"
    page.click("[data-pick='bid:up_to']")
    page.wait_for_selector("[data-pick='bid:cancel']")
    bid = away.view()["orders"]["bid"]
    assert bid["kind"] == "up_to" and bid["most"] >= 3
    assert seats[actor].view()["orders"]["bid"] is None
    page.click("[data-pick='bid:cancel']")
    page.wait_for_selector("[data-pick='bid:open']")
    assert away.view()["orders"]["bid"] is None


def test_forced_moves_are_switched_on_in_the_menu(open_page: Open, server: str) -> None:
    seats = bring(server, bidding())
    page = look_at(open_page, server, seats[1])
    page.click("#menu-button")
    page.check("#forced")
    for _ in range(100):
        if seats[1].view()["orders"]["forced"]:
            break
        page.wait_for_timeout(50)
    assert seats[1].view()["orders"] == {
        "forced": True,
        "chosen": False,
        "bid": None,
        "low": 1,
        "high": seats[1].view()["orders"]["high"],
    }


def test_what_one_has_ticked_stays_while_others_choose(open_page: Open, server: str) -> None:
    """The third seat is asked at once; the first two choose while it still thinks."""
    seats = apart(server, 3)
    page = look_at(open_page, server, seats[2])
    off = page.locator(".tray [aria-pressed=true]").first
    off.click()
    on = page.locator(".tray [aria-pressed=true]")
    expect(on).to_have_count(2)
    for seat in seats[:2]:
        view = seat.view()
        assert seat.act(view, len(view["legal"]) - 1).is_success
    page.wait_for_function("() => document.body.dataset.at?.split(':')[2] > '1'")
    expect(on).to_have_count(2)
    page.click("#confirm")
    page.wait_for_function("() => !document.querySelector('.tray [aria-pressed]')")
    assert seats[0].view()["ply"] == 3
