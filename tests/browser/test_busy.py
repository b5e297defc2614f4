"""A busy server seen from the page."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Open
from tests.browser.driver import READY, sit_down

pytestmark = [pytest.mark.slow, pytest.mark.browser]

GAME = "ticket_to_ride"


def test_busy_bots_say_when_to_ask_again(open_page: Open) -> None:
    page = open_page("/healthz", confirm="never")
    sit_down(page, GAME, 2)
    page.wait_for_function(READY)

    def busy(route: Route) -> None:
        body = json.dumps({"reason": {"code": "busy", "clause": "", "text": "Busy."}})
        route.fulfill(status=429, headers={"Retry-After": "7", "Content-Type": "application/json"}, body=body)

    page.route("**/hint", busy)
    page.keyboard.press("h")
    expect(page.locator(".hints")).to_contain_text("The bots are busy. Try again in 7 s.")
