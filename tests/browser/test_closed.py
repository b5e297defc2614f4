"""What the page shows of a table that belongs to a running tournament round, to somebody who does not sit there."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.server.cards import new_card

pytestmark = [pytest.mark.slow, pytest.mark.browser]
SENTENCE = "This table belongs to a running tournament round. You can watch it when the round is over."


@pytest.mark.parametrize("phone", [False, True])
def test_a_spectator_is_told_why_there_is_no_position(open_page: Open, phone: bool) -> None:
    page = open_page("/healthz", phone=phone)
    url = page.url.removesuffix("/healthz")
    host, other = new_card(url, "Ada"), new_card(url, "Bob")
    ask = {"title": "Winter", "game": "ticket_to_ride", "size": 2, "rounds": 1, "turn": 600, "level": "random"}
    event = host.http.post("/api/events", json=ask).json()["id"]
    for device in (host, other):
        assert device.http.post(f"/api/events/{event}/join").status_code == 200
    assert host.http.post(f"/api/events/{event}/pair").status_code == 200
    table = host.http.get(f"/api/events/{event}").json()["tables"][0]["table"]
    page.goto(f"/t/{table}")
    expect(page.locator("#front")).to_contain_text(SENTENCE)
    expect(page.locator(".players, .strip").first).to_contain_text("Ada")
    if "BOXCARS_LOOK" in os.environ:
        page.screenshot(path=f"{os.environ['BOXCARS_LOOK']}/closed-{phone}.png")
    # A move made there is heard of, and still not shown.
    for device in (host, other):  # both choose their first tickets at once
        assert device.at(table).act(device.at(table).view()).status_code == 200
    expect(page.locator("#front")).to_contain_text("Move 2")
    expect(page.locator("#front")).to_contain_text(SENTENCE)
    page.goto(f"/tournaments/{event}")
    expect(page.locator(".tbl").first).to_contain_text("Move 2")
