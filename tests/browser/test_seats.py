"""Seats and tables seen from the page: sent away, kept away, starting, the lobby in pages."""

from __future__ import annotations

import json
import urllib.request
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.driver import seats

pytestmark = [pytest.mark.slow, pytest.mark.browser]

GAME = "ticket_to_ride"


def waiting_room(open_page: Open) -> tuple[Page, Page]:
    """A host with a table of two, and a guest who has sat down."""
    host = open_page(f"/new?game={GAME}")
    host.wait_for_selector("#make")
    seats(host, 2)
    host.fill("input[name=name0]", "Ada")
    host.select_option("select[name=kind1]", "open")
    host.click("#make")
    host.wait_for_selector("#front .seats")
    guest = open_page(urlsplit(host.locator("#front input[readonly]").input_value()).path)
    sit_down(guest)
    return host, guest


def sit_down(guest: Page) -> None:
    guest.wait_for_selector("#front .seats")
    guest.fill("#front input[type=text]", "Brunel")
    guest.get_by_role("button", name="Sit here").click()


@pytest.mark.usefixtures("on_network")
def test_only_the_host_starts_and_may_free_a_guests_seat(open_page: Open) -> None:
    host, guest = waiting_room(open_page)
    expect(guest.locator("#front")).to_contain_text("The host will start the game.")
    expect(guest.locator("#start")).to_have_count(0)
    expect(guest.get_by_role("button", name="Remove Ada from the seat")).to_have_count(0)
    host.get_by_role("button", name="Remove Brunel from the seat").click()
    expect(guest.locator("#toasts")).to_contain_text("You no longer have this seat.")
    expect(guest.get_by_role("button", name="Sit here")).to_have_count(1)
    sit_down(guest)
    expect(host.locator("#front .seats")).to_contain_text("Brunel")
    host.get_by_role("button", name="Remove and block Brunel").click()
    expect(guest.get_by_role("button", name="Sit here")).to_have_count(1)
    sit_down(guest)
    expect(guest.locator(".toast.bad").last).to_contain_text("host")
    expect(host.locator("#start")).to_be_disabled()


def test_the_lobby_goes_on_page_by_page_and_finished_games_are_apart(open_page: Open, server: str) -> None:
    body = json.dumps({"game": GAME, "listed": True, "seats": [{"kind": "person", "name": "Ada"}]}).encode()
    for _ in range(101):
        request = urllib.request.Request(f"{server}/api/tables", body, {"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=20).close()
    page = open_page("/")
    page.wait_for_selector(".games")
    rows = page.locator("section", has=page.get_by_role("heading", name="Open games")).locator(".rows li")
    expect(rows).to_have_count(100)
    page.get_by_role("button", name="More games").first.click()
    page.wait_for_function("(n) => document.querySelectorAll('li.join').length > n", arg=100)
    page.get_by_role("button", name="Show finished games").click()
    expect(page.get_by_role("heading", name="Finished on this server")).to_have_count(1)
    expect(page.get_by_role("button", name="Show finished games")).to_have_count(0)
